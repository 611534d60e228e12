"""Names and notes of people, each under a key of that person: without the key they are gone.

A folder holds `names.json` (encrypted names), `keys.json` (a key for each person; no part of any
backup) and `erased.txt` (ids of people whose key was destroyed: whatever is put back from a backup,
they stay erased). Notes lie in the records themselves, encrypted, so that links stay as they are.
"""

import base64
import fcntl
import hashlib
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from dm_events.kernel.commands import Note
from dm_events.notation.codec import encode
from dm_events.notation.seal import NoSigning
from dm_events.notation.tables import BadFile
from dm_events.notation.trouble import quoted
from dm_events.service.matches import Match
from dm_events.service.not_there import NotThere
from dm_events.service.places import beside

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

MARK = "under-key"
"""The first word of an encrypted text; then come the person and the text, with colons between."""
LONGEST = 200
NONCE = 12


class Erased(NotThere):
    """The person was erased; the message is a sentence."""


class Person(msgspec.Struct, frozen=True):
    """Somebody: the id that records know, and the name, None where it cannot be read."""

    id: str
    name: str | None
    erased: bool = False


def folder() -> Path:
    """Return where people are kept: `$DM_PEOPLE`, else `people` beside the user's store."""
    return beside("people", "DM_PEOPLE")


def set_name(person: str, name: str) -> Person:
    """Keep a person's name, under a key that is made if there is none. Raises Erased, BadFile."""
    _check_id(person)
    with _register() as register:
        register.names[person] = _close(register.key(person), person, "name", name)
    return Person(person, name)


def erase(people: Iterable[str]) -> list[str]:
    """Destroy the keys of people and put them on the list; return those who were not on it yet."""
    named = list(people)
    for person in named:
        _check_id(person)
    with _register() as register:
        new = [person for person in dict.fromkeys(named) if person not in register.erased]
        register.erased += new
    return new


def people() -> list[Person]:
    """Return everybody who has a name, or was erased, by id. Raises BadFile and NoSigning."""
    if not folder().is_dir():
        return []
    with _register() as register:
        found = [Person(one, _open(register.keys.get(one), one, "name", text))
                 for one, text in register.names.items()]  # fmt: skip
        gone = [Person(one, None, erased=True) for one in register.erased]
    return sorted([*found, *gone], key=lambda person: person.id)


def note_about(person: str, match: str, text: str) -> str:
    """Return what a record holds instead of a note about a person. Raises Erased and NoSigning.

    Equal notes of one match give equal texts, so that a note sent twice is recorded once.
    """
    _check_id(person)
    with _register() as register:
        return f"{MARK}:{person}:{_close(register.key(person), person, match, text)}"


def opened(match: Match, *, readable: bool) -> Match:
    """Return a match with its notes about people as they were written, if they are `readable`.

    A note whose key is not there says only whom it was about. For showing: the record is untouched.
    """
    marked = [event for event in match.events if _is_marked(event.command)]
    if not marked:
        return match
    keys: dict[str, str] = {}
    if readable and folder().is_dir():
        with _register() as register:
            keys = dict(register.keys)
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


# The files.


class _Register(msgspec.Struct):
    """What the folder holds."""

    names: dict[str, str]
    keys: dict[str, str]
    erased: list[str]

    def key(self, person: str) -> str:
        """Return the key of a person, made if there is none. Raises Erased."""
        if person in self.erased:
            raise Erased(f"{quoted(person)} was erased; nothing about them is kept any more.")
        return self.keys.setdefault(person, secrets.token_hex(32))


@contextmanager
def _register() -> Iterator[_Register]:
    """Open the folder alone, and write what was changed; the list of the erased is always applied.

    It is written first: a key that is put back from a copy is gone at the next use.
    """
    place = folder()
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (place / ".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        texts = place / "erased.txt"
        erased = texts.read_text(encoding="utf-8").splitlines() if texts.exists() else []
        names, keys = _table(place / "names.json"), _table(place / "keys.json")
        found = _Register(dict(names), dict(keys), list(erased))
        yield found
        for person in found.erased:
            found.names.pop(person, None)
            found.keys.pop(person, None)
        if found.erased != erased:
            _write(texts, "".join(f"{person}\n" for person in found.erased).encode())
        if found.keys != keys:
            _write(place / "keys.json", encode(found.keys))
        if found.names != names:
            _write(place / "names.json", encode(found.names))


def _table(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadFile(f"{path}: this is no table of texts; restore it from a copy.") from None


def _write(path: Path, data: bytes) -> None:
    """Write a file whole, readable by its owner only."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(
            os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
        ) as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _check_id(person: str) -> None:
    if not (0 < len(person) <= LONGEST and person.isprintable() and ":" not in person):
        found = f"{quoted(person)} is no id of a person"
        raise BadFile(f"{found}; use 1 to {LONGEST} printable characters without a colon.")


# The cipher: AES-256-GCM. The nonce is a keyed hash of all that is encrypted.


def _cipher(key: str) -> "AESGCM":
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - an extra
    except ImportError:
        raise NoSigning from None
    return AESGCM(bytes.fromhex(key))


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
    cipher = _cipher(key)
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - an extra

    try:
        data = base64.urlsafe_b64decode(closed)
        return cipher.decrypt(data[:NONCE], data[NONCE:], _bound(person, where)).decode()
    except (InvalidTag, ValueError):
        return None
