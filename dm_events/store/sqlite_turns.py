"""One connection at a time writes an SQLite file and moves its write-ahead log into it.

SQLite from 3.7.0 to 3.51.2 has the WAL-reset fault: two connections that write or checkpoint at the
same instant can damage the file (SQLite: Write-Ahead Logging, "the WAL-reset bug"). Debian 12 has 3.40.
So each transaction, with the checkpoint that its commit may set off, and each closing, which
checkpoints too, takes a lock of ours first: `flock` on a file beside the store. The system lets go
of it when a process ends, however it ends.
"""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

MENDED = (3, 51, 3)
"""The first SQLite without the fault."""

PAUSE = 0.0005
"""Seconds between two tries."""


class Turns:
    """Whose turn it is to write the file of a path; one for each connection."""

    def __init__(self, path: Path, *, needed: bool | None = None) -> None:
        """By default turns are only taken with an SQLite that needs it."""
        self.store, self.path = path, Path(f"{path}-lock")
        self.needed = sqlite3.sqlite_version_info < MENDED if needed is None else needed
        self.handle: int | None = None
        self.taken = False

    def take(self, seconds: float) -> None:
        """Wait for the turn; TimeoutError if others have it for so long.

        OSError where no lock file can be made, as on read-only media.
        """
        if not self.needed:
            return
        if self.handle is None:
            self.handle = self.opened()
        self.taken = True
        try:
            fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            wait(self.handle, seconds)

    def opened(self) -> int:
        """Open the lock file, made if need be: whoever may write the store may lock it too."""
        try:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except PermissionError:
            return os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)  # which is enough for a lock
        with suppress(OSError):  # it is another's
            store = self.store.stat()
            os.fchmod(handle, store.st_mode & 0o666)
            os.fchown(handle, -1, store.st_gid)
        return handle

    def give(self) -> None:
        """Let the next one have it, if it was taken."""
        if self.taken and self.handle is not None:
            fcntl.flock(self.handle, fcntl.LOCK_UN)
        self.taken = False

    @contextmanager
    def last_turn(self, seconds: float) -> Iterator[None]:
        """The turn for closing, which must be possible whatever others do; let go of the lock file."""
        with suppress(OSError):
            self.take(seconds)
        try:
            yield
        finally:
            self.leave()

    def leave(self) -> None:
        """Let go of the lock file, and of the turn with it."""
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None


def wait(handle: int, seconds: float) -> None:
    """Lock an open file; TimeoutError if that does not succeed for so long."""
    deadline = monotonic() + seconds
    while True:
        sleep(PAUSE)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if monotonic() > deadline:
                raise TimeoutError from None
        else:
            return
