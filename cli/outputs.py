"""What commands write: a file appears whole or not at all, and no other is lost."""

from collections.abc import Iterable
from pathlib import Path

from cli.exits import NOT_FOUND
from cli.failing import Failure
from cli.output import tell_bytes
from dm_events.service.whole_file import write_whole


def write(where: str, lines: Iterable[bytes], *, force: bool = False) -> None:
    """Write lines to stdout (`-`) or to a file. Raises Failure if it is there and may not be lost.

    Raises OSError with the name of the file.
    """
    if where == "-":
        for line in lines:
            tell_bytes(line)
        return
    path = Path(where)
    if path.exists() and not path.is_file():  # a device or a pipe; a folder cannot be opened
        with path.open("wb") as stream:
            stream.writelines(lines)
        return
    if path.exists() and not force:
        raise _taken(where)
    try:
        write_whole(path, b"".join(lines), replace=force)
    except FileExistsError:
        raise _taken(where) from None


def may_write(where: str, *, force: bool) -> None:
    """Raise Failure early if `write` would refuse the file."""
    if where != "-" and Path(where).is_file() and not force:
        raise _taken(where)


def _taken(where: str) -> Failure:
    return Failure(f"{where}: the file is there already; give --force to replace it.", NOT_FOUND)
