"""What commands write: a file appears whole or not at all, and no other is lost."""

import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from cli.exits import NOT_FOUND
from cli.failing import Failure
from cli.output import tell_bytes


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
    _whole(path.resolve(), b"".join(lines), force=force)


def may_write(where: str, *, force: bool) -> None:
    """Raise Failure early if `write` would refuse the file."""
    if where != "-" and Path(where).is_file() and not force:
        raise _taken(where)


def _taken(where: str) -> Failure:
    return Failure(f"{where}: the file is there already; give --force to replace it.", NOT_FOUND)


def _whole(path: Path, data: bytes, *, force: bool) -> None:
    """Write beside the file, then give it its name."""
    beside = path.with_name(f".{path.name[:200]}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if force:
            beside.replace(path)
        else:
            _name(beside, path)
    except OSError as wrong:
        raise OSError(wrong.errno, wrong.strerror, str(path)) from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _name(beside: Path, path: Path) -> None:
    """Give a file its name unless somebody took it meanwhile."""
    try:
        path.hardlink_to(beside)
    except FileExistsError:
        raise _taken(str(path)) from None
    except OSError:  # a disk that knows no links
        if path.exists():
            raise _taken(str(path)) from None
        beside.replace(path)
