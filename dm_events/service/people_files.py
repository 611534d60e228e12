"""The files of the folder in which people are kept: a table of names, one of keys, a list of the erased.

`names.json` holds encrypted names, `keys.json` a key for each person (no part of any backup), `erased.txt`
the ids of people whose key was destroyed. Whoever opens the folder has it alone, finds nobody who is on
the list, and leaves no such name, key or half-written file behind.
"""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from dm_events.notation.codec import encode
from dm_events.notation.tables import BadFile
from dm_events.notation.trouble import quoted
from dm_events.service.not_there import NotThere

KEYS, NAMES, ERASED = "keys.json", "names.json", "erased.txt"

Table = dict[str, str]


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
        keys, names = (_cleaned(place / name, erased) for name in (KEYS, NAMES))
        found = Register(dict(names), dict(keys), list(erased))
        yield found
        if found.keys != keys:
            _write(place / KEYS, encode(found.keys))
        if found.names != names:
            _write(place / NAMES, encode(found.names))


def put_on_list(place: Path, people: list[str]) -> list[str]:
    """Put ids on the list, then remove who is on it; return those who were not on it yet.

    Raises BadFile for a damaged table, after the list is written and the other table is clean.
    """
    with _alone(place):
        before = _erased(place)
        new = [person for person in people if person not in before]
        if new:
            _write_list(place, [*before, *new])
        damaged = None
        for name in (KEYS, NAMES):
            try:
                _cleaned(place / name, [*before, *new])
            except BadFile as wrong:
                damaged = damaged or wrong
        if damaged is not None:
            raise BadFile(
                f"{damaged} The ids are on the list; they are removed from it when it can be read."
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
            return {*_table(place / KEYS), *_table(place / NAMES), *_erased(place)}
        except BadFile:
            return None


@contextmanager
def _alone(place: Path) -> Iterator[None]:
    """Keep others out of the folder, and remove what a program that was ended had not finished."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (place / ".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for name in (KEYS, NAMES, ERASED):
            for stray in place.glob(f".{name}.*"):
                stray.unlink(missing_ok=True)
        yield


def _cleaned(path: Path, erased: list[str]) -> Table:
    """Return a table without those who are on the list; they are removed from the file too."""
    table = _table(path)
    if gone := table.keys() & erased:
        table = {person: text for person, text in table.items() if person not in gone}
        _write(path, encode(table))
    return table


def _table(path: Path) -> Table:
    if not path.exists():
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=Table)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadFile(f"{path}: this is no table of texts; restore it from a copy.") from None


def _erased(place: Path) -> list[str]:
    """Return the list; what of it is not UTF-8 is kept as it is, and names nobody."""
    path = place / ERASED
    return (
        path.read_bytes().decode("utf-8", "surrogateescape").splitlines() if path.exists() else []
    )


def _write_list(place: Path, people: list[str]) -> None:
    text = "".join(f"{person}\n" for person in people)
    _write(place / ERASED, text.encode("utf-8", "surrogateescape"))


def _write(path: Path, data: bytes) -> None:
    """Write a file whole, readable by its owner only, and see that the disk has it."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
