"""What commands read: matches, and files written by hand."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cli.exits import BAD_INPUT, NOT_FOUND
from cli.failing import Failure
from cli.options import STDIN, path_text

if TYPE_CHECKING:
    from dm_events.service.matches import Match

LARGEST = 1 << 20
"""Bytes of a command on stdin."""


def load(where: str, db: str | None, *, fully: bool = False) -> "Match":
    """Load a match from a file, stdin, or the store. See `service.matches.load`."""
    from dm_events.service import matches
    from dm_events.service.places import open_store

    if where == matches.STDIN and not isinstance(where, matches.InStore):
        _stdin_is_there()
    try:
        if db is None:
            return matches.load(where, fully=fully)
        with open_store(db) as store:
            return matches.load(where, store, fully=fully)
    except matches.NotFound:
        if is_folder(where):
            raise _a_folder(where) from None
        raise


def by_hand(name: str, *, folders: bool = False) -> Path:
    """Return the path of a file that somebody wrote (a deck, a case); `-` is stdin.

    Raises Failure if nothing is there, or a folder where none is meant.
    """
    path = Path(path_text(name) or name)
    if not is_there(path):
        raise Failure(f"{name}: there is no such file.", NOT_FOUND)
    if not folders and is_folder(name):
        raise _a_folder(name)
    return path


def is_there(path: Path) -> bool:
    """Whether a path leads somewhere; one that is hopeless does not."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def is_folder(name: str) -> bool:
    """Whether a path leads to a folder."""
    return is_there(Path(name)) and Path(name).is_dir()


def _a_folder(name: str) -> Failure:
    return Failure(f"{name}: this is a folder; name a file in it.", BAD_INPUT)


def shown(path: Path | str) -> str:
    """Return how a path is called in what is printed."""
    return "stdin" if str(path) in ("-", STDIN) else str(path)


def text_of_stdin() -> str:
    """Return what stands on stdin, if it is of a size that a command can have."""
    _stdin_is_there()
    found = sys.stdin.buffer.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise Failure(f"stdin: the command is longer than {LARGEST} bytes.", BAD_INPUT)
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise Failure(f"stdin: byte {wrong.start + 1} is not UTF-8.", BAD_INPUT) from None


def _stdin_is_there() -> None:
    if sys.stdin is None:
        raise Failure("stdin is closed; name a file.", BAD_INPUT)
