"""Names and notes of people, each under a key of that person: without the key they are gone.

Names and keys lie in a folder (see `people_files`), with a list of those whose key was destroyed: whatever
is put back from a copy, they stay erased. Notes lie in the records themselves, encrypted, so that links
stay as they are.
"""

import base64
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from dm_events.kernel.commands import Note
from dm_events.notation.plain import composed
from dm_events.notation.seal import NoSigning, can_sign
from dm_events.notation.tables import BadFile
from dm_events.notation.trouble import nearest, quoted
from dm_events.service.matches import Match
from dm_events.service.not_there import NotThere
from dm_events.service.people_files import LONGEST, ids, is_id, put_on_list, reading, register
from dm_events.service.places import beside

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

MARK = "under-key"
"""The first word of an encrypted text; then come the person and the text, with colons between."""
NONCE = 12


class Person(msgspec.Struct, frozen=True):
    """Somebody: the id that records know, and the name, None where it cannot be read."""

    id: str
    name: str | None
    erased: bool = False


class BadKey(BadFile):
    """What is kept as a key is none; the message is a sentence."""


class NotKnown(NotThere):
    """Nothing is kept about the person here; the message is a sentence."""


def folder(store: str | None = None) -> Path:
    """Return where people are kept: `$DM_PEOPLE`, else `people` beside a store, by default the user's."""
    return beside("people", "DM_PEOPLE", store)


def set_name(person: str, name: str, store: str | None = None) -> Person:
    """Keep a person's name, under a key that is made if there is none. Raises Erased, BadFile."""
    person = _id(person)
    with register(folder(store)) as people:
        people.names[person] = _close(people.key(person), person, "name", name)
    return Person(person, name)


def erase(people: Iterable[str], store: str | None = None, *, unseen: bool = False) -> list[str]:
    """Destroy the keys of people and put them on the list; return those who were not on it yet.

    The ids are on the list before anything else is read, so that a damaged file stops nothing but the
    cleaning of that file. NotKnown for who is not known here, unless they may be `unseen`: then
    nothing is changed. Raises BadFile, for a damaged file after all that can be done is done.
    """
    named = list(dict.fromkeys(map(_id, people)))
    place = folder(store)
    if not unseen:
        _require_known(named, place)
    return put_on_list(place, named)


def _require_known(named: list[str], place: Path) -> None:
    known = ids(place)
    for person in named:
        if known is not None and person not in known:
            found = f"Nothing is kept about {quoted(person)} in {place}"
            way_out = "--unseen puts the id on the list all the same"
            near = nearest(person, sorted(known))
            raise NotKnown(f"{found}; {f'did you mean {near}? ' if near else ''}{way_out}.")


def people(store: str | None = None) -> list[Person]:
    """Return everybody who has a name, or was erased, by id. Raises BadFile and NoSigning."""
    place = folder(store)
    if not place.is_dir():
        return []
    with reading(place) as kept:
        found = [Person(one, _open(kept.keys.get(one), one, "name", text))
                 for one, text in kept.names.items()]  # fmt: skip
        gone = [Person(one, None, erased=True) for one in kept.erased]
    return sorted([*found, *gone], key=lambda person: person.id)


def note_about(person: str, match: str, text: str, store: str | None = None) -> str:
    """Return what a record holds instead of a note about a person. Raises Erased and NoSigning.

    Equal notes of one match give equal texts, so that a note sent twice is recorded once.
    """
    person = _id(person)
    with register(folder(store)) as people:
        return f"{MARK}:{person}:{_close(people.key(person), person, match, text)}"


def opened(match: Match, *, readable: bool) -> Match:
    """Return a match with its notes about people as they were written, if they are `readable`.

    A note whose key is not there, or cannot be used, says only whom it was about. For showing: the record is untouched.
    """
    marked = [event for event in match.events if _is_marked(event.command)]
    if not marked:
        return match
    keys: dict[str, str] = {}
    if readable and can_sign() and (place := folder(match.store)).is_dir():
        with reading(place) as people:
            keys = dict(people.keys)
    events = list(match.events)
    for event in marked:
        note = Note(_opened(event.command.text, keys, match.header.match))  # type: ignore[attr-defined]
        events[event.seq - 1] = msgspec.structs.replace(event, command=note)
    return msgspec.structs.replace(match, events=events)


def _is_marked(command: object) -> bool:
    return type(command) is Note and command.text.startswith(f"{MARK}:")


def _opened(text: str, keys: dict[str, str], match: str) -> str:
    _, person, closed = (*text.split(":", 2), "")[:3]
    found = _open(keys.get(person), person, match, closed)
    return f"[a note about {person}, which cannot be read here]" if found is None else found


def _id(person: str) -> str:
    """Return an id as records have it. Raises BadFile."""
    person = composed(person)
    if not is_id(person):
        found = f"{quoted(person)} is no id of a person"
        raise BadFile(f"{found}; use 1 to {LONGEST} printable characters without a colon.")
    return person


# The cipher: AES-256-GCM. The nonce is a keyed hash of all that is encrypted.


def _cipher(key: str) -> "AESGCM":
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - an extra
    except ImportError:
        raise NoSigning from None
    try:
        return AESGCM(bytes.fromhex(key))
    except ValueError:
        raise BadKey("A key of the folder is damaged; restore keys.json from a copy.") from None


def _bound(person: str, where: str) -> bytes:
    return f"dm-events/person/1\n{person}\n{where}\n".encode()


def _close(key: str, person: str, where: str, text: str) -> str:
    cipher, bound, body = _cipher(key), _bound(person, where), text.encode()
    nonce = hashlib.blake2b(bound + body, key=bytes.fromhex(key), digest_size=NONCE).digest()
    return base64.urlsafe_b64encode(nonce + cipher.encrypt(nonce, body, bound)).decode()


def _open(key: str | None, person: str, where: str, closed: str) -> str | None:
    """Return a text, None where its key is not there or is another."""
    if key is None:
        return None
    try:
        cipher = _cipher(key)
    except BadKey:
        return None
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - an extra

    try:
        data = base64.urlsafe_b64decode(closed)
        return cipher.decrypt(data[:NONCE], data[NONCE:], _bound(person, where)).decode()
    except (InvalidTag, ValueError):
        return None
