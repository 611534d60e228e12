"""One SQLite file as a medium: opened late, made at the first write, refused if it is not ours."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from sqlite3 import sqlite_version
from threading import RLock
from typing import NamedTuple

from dm_events.store.errors import StoreUnavailable
from dm_events.store.log import Logs, logs_of
from dm_events.store.medium import About, Medium
from dm_events.store.memory import empty_logs
from dm_events.store.sqlite import LineRecorder
from dm_events.store.sqlite_connection import Datastore
from dm_events.store.sqlite_schema import (
    ATTEMPTS,
    RECORDS,
    SCHEMA,
    migrate,
    prepare,
    require_current,
    schema_of,
)
from dm_events.store.sqlite_trouble import plain_errors


class OpenFile(NamedTuple):
    """A file in use: its connection, its logs, and which file it is (device, inode)."""

    datastore: Datastore
    logs: Logs
    identity: tuple[int, int]


class Writing(plain_errors):
    """The logs of a file, ready to be written, for `with`."""

    __slots__ = ("file", "make")

    def __init__(self, file: "SqliteFile", *, make: bool) -> None:
        super().__init__(file.place)
        self.file, self.make = file, make

    def __enter__(self) -> Logs:  # type: ignore[override]
        file = self.file
        with plain_errors(self.place):
            there = self.make or file.writable or file.found() is not None
            return file.made().logs if there else empty_logs(self.place)


class SqliteFile(Medium):
    """A path that may or may not hold a file yet. Safe to share among threads."""

    def __init__(self, where: str) -> None:
        self.place = self.where = where
        self.path = Path(os.path.realpath(where))  # one file has one lock, whatever leads to it
        self.path_text = str(Path(where).absolute())
        self.lock = RLock()
        self.file: OpenFile | None = None
        self.writable = False
        self.closed = False

    @contextmanager
    def reading(self) -> Iterator[Logs]:
        """See Medium."""
        with plain_errors(self.place):
            file = self.found()
            yield empty_logs(self.place) if file is None else file.logs

    def writing(self, *, make: bool = True) -> AbstractContextManager[Logs]:
        """See Medium."""
        return Writing(self, make=make)

    def about(self) -> About:
        """See Medium."""
        with self.lock, plain_errors(self.place):
            self.require_usable()
            version = SCHEMA if self.file is not None else self.version_there()
        return About("sqlite", f"SQLite {sqlite_version}", version, SCHEMA)

    def version_there(self) -> int:
        """The schema version of the file, 0 if there is none."""
        if not self.path.exists():
            return 0
        mode = "rw" if self.may_be_written() else self.read_only_mode()
        with self.opening(mode) as datastore:
            return schema_of(datastore, self.place)

    def migrate(self) -> tuple[int, int]:
        """See Medium."""
        with self.lock, plain_errors(self.place):
            self.require_usable()
            if self.file is not None:
                return SCHEMA, SCHEMA
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.opening("rwc") as datastore:
                return migrate(datastore, self.place), SCHEMA

    def close(self) -> None:
        """See Medium."""
        with self.lock, plain_errors(self.place):
            self.closed = True
            if self.file is not None:
                self.file.datastore.close()

    def found(self) -> OpenFile | None:
        """The file, None while there is none or nothing is in it."""
        with self.lock:
            self.require_usable()
            if self.file is None and self.path.exists():
                self.look()
            return self.file

    def look(self) -> None:
        """Take the file into use for reading, if anything is in it."""
        mode = "rw" if self.may_be_written() else self.read_only_mode()
        with self.opening(mode) as datastore:
            if version := schema_of(datastore, self.place):
                require_current(version, self.place)
                self.file = self.in_use(datastore)

    def may_be_written(self) -> bool:
        """Whether SQLite can keep its write-ahead log beside the file."""
        return all(
            os.access(one, os.W_OK, effective_ids=True) for one in (self.path, self.path.parent)
        )

    def read_only_mode(self) -> str:
        """The mode for a file that nobody here can write; its write-ahead log has to be empty."""
        log = self.path.with_name(self.path.name + "-wal")
        if log.exists() and log.stat().st_size:
            found = f"cannot be read here: {log.name} beside it holds records, and the folder "
            raise StoreUnavailable(self.place, f"{found}is read-only; copy both to another place")
        return "ro&immutable=1"

    def made(self) -> OpenFile:
        """The file, which is made and prepared for writing if need be."""
        with self.lock:
            self.require_usable()
            if self.file is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self.opening("rwc") as datastore:
                    prepare(datastore, self.place)
                    self.file = self.in_use(datastore)
            elif not self.writable:
                self.require_permission()
                prepare(self.file.datastore, self.place)
            self.writable = True
            return self.file

    def require_permission(self) -> None:
        """Refuse to write through a connection that was opened for reading alone."""
        if self.may_be_written():
            return
        found = "is read-only; ask for permission to write the file and its folder, or use another"
        raise StoreUnavailable(self.place, f"{found} place")

    @contextmanager
    def opening(self, mode: str) -> Iterator[Datastore]:
        """Connect to the path, and disconnect again unless the block takes the file into use.

        The mode is rw or rwc, see https://www.sqlite.org/uri.html.
        """
        datastore = Datastore(self.path, mode)
        try:
            yield datastore
        finally:
            if self.file is None:
                datastore.close()

    def in_use(self, datastore: Datastore) -> OpenFile:
        """The file behind a connection, its logs on recorders of the current schema."""
        records, attempts = LineRecorder(datastore, RECORDS), LineRecorder(datastore, ATTEMPTS)
        logs = logs_of(self.place, records, attempts)
        return OpenFile(datastore, logs, identity_of(self.path_text))

    def require_usable(self) -> None:
        """Refuse a store that was closed, or whose file is no longer the one that was opened.

        SQLite would go on writing to a deleted file, and lose it all when that is closed.
        """
        if self.closed:
            raise StoreUnavailable(self.place, "is closed; open the store again")
        if self.file is not None and identity_of(self.path_text) != self.file.identity:
            found = "was moved, replaced or deleted while in use; open the store again"
            raise StoreUnavailable(self.place, found)


def identity_of(path: str) -> tuple[int, int]:
    """Device and inode of a file, (0, 0) if it is not there."""
    try:
        status = os.stat(path)  # noqa: PTH116 - at every append; Path.stat takes twice as long
    except FileNotFoundError:
        return 0, 0
    return status.st_dev, status.st_ino
