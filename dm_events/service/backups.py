"""A store backed up into a file, and brought back."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dm_events.service.keeping import Copied, NoSuchStore, copy, require_there
from dm_events.store import MatchStore, StoreError, StoreUnavailable
from dm_events.store.naming import require_file

OWNER_ONLY = 0o600
"""The mode of a backup: it holds the secret seeds of matches."""
FLAGS = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
LOCK = "-lock"
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file in use; we keep the lock."""


def backup(source: MatchStore, file: str) -> list[Copied]:
    """Copy a store into a new file, which appears under its name when it is whole.

    Until then it is `FILE.part`; what a program that was ended has left of that is used again. Raises
    StoreUnavailable if there is a file of that name, or what belongs to one, or another backup writes
    it, and as `copy`.
    """
    require_file(file)
    require_there(source)
    path, part = Path(file), Path(f"{file}.part")
    _require_free(path)
    with _alone(part, file):
        try:
            with MatchStore.open(str(part)) as target:
                target.migrate()
                copied = list(copy(source, target))
            _require_free(path)
            _name(part, path)
        finally:
            part.unlink(missing_ok=True)
            _clear(part)
    _check(path, copied)
    return copied


def _require_free(path: Path) -> None:
    """Refuse a name that is taken, or beside which SQLite would find what belongs to another file."""
    if os.path.lexists(path):
        raise _taken(str(path))
    left = next((name for name in _beside(path) if name.exists()), None)
    if left is not None:
        found = f"cannot be written: {left.name}, which belongs to another file, lies beside it"
        raise StoreUnavailable(str(path), f"{found}; move that away, or name another file")


def _check(path: Path, copied: list[Copied]) -> None:
    """See that the file holds what was copied, under its own name; else it is removed."""
    try:
        with MatchStore.open(str(path)) as found:
            for one in copied:
                found.verify(one.match)
    except StoreError:
        path.unlink(missing_ok=True)
        raise
    Path(f"{path}{LOCK}").unlink(missing_ok=True)


def restore(file: str, target: MatchStore) -> list[Copied]:
    """Copy a backup into a place that holds no matches, or only what such a copy that ended has left.

    All of the backup is checked before anything is written. Raises NoSuchStore, StoreUnavailable
    where the place holds other matches, and as `copy`.
    """
    require_file(file)
    if not Path(file).is_file():
        raise NoSuchStore(f"There is no file {file}; name the one that `dm db backup` wrote.")
    with MatchStore.open(file) as source:
        require_there(source)
        for match in [*source.missing(), *source.matches()]:
            source.verify(match)
        if not _holds_beginnings(source, target):
            found = "holds other matches already; restore into an empty place, or use `dm db copy`"
            raise StoreUnavailable(target.medium.place, found)
        return list(copy(source, target))


def _holds_beginnings(source: MatchStore, target: MatchStore) -> bool:
    """Whether all that the target holds is the beginning of what the source does."""
    known = set(source.matches())
    return not target.missing() and all(
        match in known
        and _begins(source.read(match), target.read(match))
        and _begins(source.attempts(match), target.attempts(match))
        for match in target.matches()
    )


def _begins(lines: list[bytes], there: list[bytes]) -> bool:
    return lines[: len(there)] == there


@contextmanager
def _alone(part: Path, file: str) -> Iterator[None]:
    """Have a half-written file for oneself, and empty. Raises StoreUnavailable if others have it."""
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(part, FLAGS, OWNER_ONLY)
    except OSError as error:
        found = f"cannot be written ({error.strerror}); see to its path and permissions"
        raise StoreUnavailable(file, found) from error
    try:
        if not _taken_first(handle, part):
            found = "is being written by another backup; wait for that, or name another file"
            raise StoreUnavailable(file, found)
        if os.fstat(handle).st_nlink > 1:  # a finished backup, wherever it is now
            part.unlink()
            with _alone(part, file):
                yield
            return
        os.fchmod(handle, OWNER_ONLY)
        os.ftruncate(handle, 0)
        _clear(part)
        yield
    finally:
        os.close(handle)


def _taken_first(handle: int, part: Path) -> bool:
    """Lock an open file, unless others have, or have given it its name or removed it meanwhile."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(handle), part.stat())
    except (BlockingIOError, FileNotFoundError):
        return False


def _clear(part: Path) -> None:
    for name in (*_beside(part), Path(f"{part}{LOCK}")):
        name.unlink(missing_ok=True)


def _beside(path: Path) -> list[Path]:
    return [Path(f"{path}{suffix}") for suffix in BESIDE]


def _name(part: Path, path: Path) -> None:
    """Give the file its name, unless somebody took it meanwhile."""
    try:
        path.hardlink_to(part)
    except FileExistsError:
        raise _taken(str(path)) from None
    except OSError:  # a disk that knows no links
        if path.exists():
            raise _taken(str(path)) from None
        part.rename(path)


def _taken(file: str) -> StoreUnavailable:
    return StoreUnavailable(file, "is there already and was left as it is; name another file")
