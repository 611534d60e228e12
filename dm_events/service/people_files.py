"""The files of the folder in which people are kept: a table of names, one of keys, a list of the erased.

`names.json` holds encrypted names, `keys.json` a key for each person (no part of any backup), `erased.txt`
the ids of people whose key was destroyed. Whoever opens the folder has it alone, finds nobody who is on
the list, and leaves no such name, key or half-written file behind.
"""

import codecs
import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from dm_events.notation.codec import encode
from dm_events.notation.plain import composed
from dm_events.notation.tables import BadFile
from dm_events.notation.trouble import quoted
from dm_events.service.not_there import NotThere
from dm_events.service.whole_file import real, unfinished, write_whole

KEYS, NAMES, ERASED = "keys.json", "names.json", "erased.txt"

Table = dict[str, str]

LONGEST = 200
"""Letters of an id."""


def is_id(person: str) -> bool:
    """Whether a person may be called so in records."""
    return 0 < len(person) <= LONGEST and person.isprintable() and ":" not in person


class Erased(NotThere):
    """The person was erased; the message is a sentence."""


class Register(msgspec.Struct):
    """What the folder holds."""

    names: Table
    keys: Table
    erased: list[str]

    def key(self, person: str) -> str:
        """Return the key of a person, made if there is none. Raises Erased."""
        if person in self.erased:
            raise Erased(f"{quoted(person)} was erased; nothing about them is kept any more.")
        return self.keys.setdefault(person, secrets.token_hex(32))


@contextmanager
def register(place: Path) -> Iterator[Register]:
    """Open a folder alone, and write what the block changed. Raises BadFile for a damaged table.

    Who is on the list is removed before the block begins: a key that was put back from a copy can
    be used by nobody.
    """
    with _alone(place):
        erased = _erased(place)
        _require_ids(place, erased)
        keys, names = (_cleaned(place / name, erased) for name in (KEYS, NAMES))
        found = Register(dict(names), dict(keys), list(erased))
        yield found
        if found.keys != keys:
            _write(place / KEYS, encode(found.keys))
        if found.names != names:
            _write(place / NAMES, encode(found.names))


@contextmanager
def reading(place: Path) -> Iterator[Register]:
    """Open a folder to read it: alone, as `register` does, or as it is where it cannot be written.

    What this user may not read is empty. Raises BadFile.
    """
    if _may_lock(place):
        with register(place) as found:
            yield found
        return
    try:
        erased = _erased(place)
        _require_ids(place, erased)
        keys, names = (_without(_table(place / name), erased) for name in (KEYS, NAMES))
    except PermissionError:
        erased, keys, names = [], {}, {}
    yield Register(names, keys, erased)


def _may_lock(place: Path) -> bool:
    lock = place / ".lock"
    return os.access(place, os.W_OK | os.X_OK) and (not lock.exists() or os.access(lock, os.W_OK))


def put_on_list(place: Path, people: list[str]) -> list[str]:
    """Put ids on the list, then remove who is on it; return those who were not on it yet.

    Raises BadFile for a damaged file, after the list is written and all else is clean.
    """
    with _alone(place):
        before = _erased(place)
        new = [person for person in people if person not in before]
        if new:
            _write_list(place, [*before, *new])
        damaged = _not_ids(place, before)
        for name in (KEYS, NAMES):
            try:
                _cleaned(place / name, [*before, *new])
            except BadFile as wrong:
                damaged = damaged or wrong
        if damaged is not None:
            raise BadFile(
                f"{damaged} The ids are on the list; what is there is removed when it can be read."
            )
    return new


def ids(place: Path) -> set[str] | None:
    """Return everybody of whom there is a name, a key, or that they were erased.

    None where a file cannot be read, so that nobody can be called unknown.
    """
    if not place.is_dir():
        return set()
    with _alone(place):
        try:
            named = {*_table(place / KEYS), *_table(place / NAMES), *_erased(place)}
            return set(map(composed, named))
        except BadFile:
            return None


@contextmanager
def _alone(place: Path) -> Iterator[None]:
    """Keep others out of the folder, and remove what a program that was ended had not finished."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (place / ".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for name in (KEYS, NAMES, ERASED):
            path = real(place / name)
            for stray in path.parent.glob(f"{unfinished(path)}*"):
                stray.unlink(missing_ok=True)
        yield


def _cleaned(path: Path, erased: list[str]) -> Table:
    """Return a table without those who are on the list; they are removed from the file too."""
    table = _table(path)
    kept = _without(table, erased)
    if kept != table:
        _write(path, encode(kept))
    return kept


def _without(table: Table, erased: list[str]) -> Table:
    """Return a table without the erased, also where one was put in under other code points."""
    gone = set(erased)
    return {person: text for person, text in table.items() if composed(person) not in gone}


def _table(path: Path) -> Table:
    if not path.exists():
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=Table)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadFile(f"{path}: this is no table of texts; restore it from a copy.") from None


def _erased(place: Path) -> list[str]:
    """Return the list as other programs may have saved it; a line that is no id is kept as it is."""
    path = place / ERASED
    if not path.exists():
        return []
    text = path.read_bytes().removeprefix(codecs.BOM_UTF8).decode("utf-8", "surrogateescape")
    lines = (composed(line.strip()) for line in text.split("\n"))
    return [line for line in lines if line]


def _not_ids(place: Path, erased: list[str]) -> BadFile | None:
    """Return what to say of a list with a line that names nobody: who was meant is not erased."""
    wrong = next((line for line in erased if not is_id(line)), None)
    if wrong is None:
        return None
    return BadFile(
        f"{place / ERASED}: {quoted(wrong)} is no id of a person; write one id on each line, as UTF-8."
    )


def _require_ids(place: Path, erased: list[str]) -> None:
    if (wrong := _not_ids(place, erased)) is not None:
        raise wrong


def _write_list(place: Path, people: list[str]) -> None:
    text = "".join(f"{person}\n" for person in people)
    _write(place / ERASED, text.encode("utf-8", "surrogateescape"))


def _write(path: Path, data: bytes) -> None:
    """Write a file whole, readable by its owner only, and see that the disk has it."""
    write_whole(path, data, replace=True, mode=0o600)
