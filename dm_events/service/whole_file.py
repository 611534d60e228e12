"""Writing a file whole: it appears, or is replaced, when the disk has all of it."""

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path

FOR_ALL = 0o666
"""The mode of a file, before the user's mask is taken from it."""


def write_whole(path: Path, data: bytes, *, replace: bool, mode: int = FOR_ALL) -> None:
    """Write beside a file, then give it its name; of a link the file that it leads to is written.

    Raises FileExistsError if it is there and may not be replaced, OSError with the name of the file.
    """
    path = real(path)
    beside = path.with_name(f"{unfinished(path)}{secrets.token_hex(4)}")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        _name(beside, path, replace=replace)
    except OSError as wrong:
        raise OSError(wrong.errno, wrong.strerror, str(path)) from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    _keep_names(path.parent)


def real(path: Path) -> Path:
    """Return where a path leads to in the end, also where nothing is there yet."""
    return Path(os.path.realpath(path))


def unfinished(path: Path) -> str:
    """Return how the names begin under which a file is written before it has its own."""
    return f".{path.name[:200]}."


def _name(beside: Path, path: Path, *, replace: bool) -> None:
    """Give a file its name unless somebody took it meanwhile."""
    if replace:
        beside.replace(path)
        return
    try:
        path.hardlink_to(beside)
    except FileExistsError:
        raise
    except OSError:  # a disk that knows no links
        if path.exists():
            raise FileExistsError(errno.EEXIST, "it is there already") from None
        beside.replace(path)


def _keep_names(folder: Path) -> None:
    """See that the disk has the names of a folder, where folders can be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
