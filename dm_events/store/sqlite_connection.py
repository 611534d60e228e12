"""The one connection to an SQLite file, and its transactions.

The library's datastore lends connections from a pool. Here there is one, with synchronous=FULL, which
threads use in turn; a transaction within another of the same thread is part of it; who writes takes
its turn among programs first (see `sqlite_turns`). Connecting changes nothing in the file.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, RLock

from eventsourcing.persistence import IntegrityError, PersistenceError
from eventsourcing.sqlite import SQLiteCursor, SQLiteDatastore

from dm_events.store.sqlite_turns import Turns

BUSY_SECONDS = 5
"""How long a statement waits for another program's lock."""


class Datastore(SQLiteDatastore):
    """The library's datastore on one connection."""

    def __init__(self, path: Path, mode: str) -> None:
        """Open a file in a mode of https://www.sqlite.org/uri.html, at the first use."""
        self.uri = f"{path.as_uri()}?mode={mode}"
        self.turns = Turns(path)
        self.lock = RLock()
        self.patience = 2.0 * BUSY_SECONDS
        """Seconds for which a thread waits for another."""
        self.listeners: set[Event] = set()
        self.connection: sqlite3.Connection | None = None
        self.cursor: SQLiteCursor | None = None
        super().__init__(self.uri, originator_id_type="text")

    def transaction(self, *, commit: bool) -> "Transaction":  # type: ignore[override]
        """Lend a cursor; with `commit` what is written is kept, all or none.

        Within another transaction of this thread it is a part of that, which then has `commit` too.
        """
        return Transaction(self, commit=commit)

    @contextmanager
    def outside(self) -> Iterator[SQLiteCursor]:
        """Lend a cursor in one's turn and outside of transactions, for what cannot be part of one."""
        with self.lock:
            connection = self.connected()
            self.turns.take(BUSY_SECONDS)
            try:
                yield SQLiteCursor(connection.cursor())
            finally:
                self.turns.give()

    def connected(self) -> sqlite3.Connection:
        """The connection, made if need be; for those who hold the lock."""
        if self.connection is None:
            made = sqlite3.connect(
                self.uri,
                uri=True,
                check_same_thread=False,
                isolation_level=None,
                timeout=BUSY_SECONDS,
            )
            try:
                made.execute("PRAGMA synchronous=FULL")
            except sqlite3.Error:
                made.close()
                raise
            made.row_factory = sqlite3.Row
            self.connection = made
        return self.connection

    def forget(self) -> None:
        """Take back what was not committed, and give the turn to others, if there is a transaction."""
        self.cursor = None
        try:
            if self.connection is not None:
                self.connection.rollback()
        finally:
            self.turns.give()

    def close(self) -> None:
        """Close the connection, which may move the write-ahead log into the file."""
        with self.lock:
            if self.connection is not None:
                with self.turns.last_turn(BUSY_SECONDS):
                    self.connection.close()
                self.connection = None
            else:
                self.turns.leave()


class Transaction:
    """A transaction of a datastore, for `with`."""

    __slots__ = ("commit", "outer", "store")

    def __init__(self, store: Datastore, *, commit: bool) -> None:
        self.store, self.commit, self.outer = store, commit, False

    def __enter__(self) -> SQLiteCursor:
        store = self.store
        if not store.lock.acquire(timeout=store.patience):
            msg = f"it has kept the connection for {store.patience:g} seconds"
            raise PersistenceError(msg)
        if store.cursor is not None:
            return store.cursor
        try:
            self.outer, store.cursor = True, self.begin()
        except BaseException:
            store.forget()
            store.lock.release()
            raise
        return store.cursor

    def begin(self) -> SQLiteCursor:
        """Begin in the database; whoever will write waits for the turn before anything is read."""
        store = self.store
        cursor = store.connected().cursor()
        if not self.commit:
            cursor.execute("BEGIN")
            return SQLiteCursor(cursor)
        store.turns.take(BUSY_SECONDS)
        cursor.execute("BEGIN IMMEDIATE")
        return SQLiteCursor(cursor)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            if self.outer:
                self.end(kept=self.commit and error is None)
        finally:
            self.store.lock.release()
        if isinstance(error, sqlite3.IntegrityError):
            raise IntegrityError(error) from error

    def end(self, *, kept: bool) -> None:
        """End in the database, then tell who listens."""
        store = self.store
        try:
            if kept:
                store.connected().commit()
        finally:
            store.forget()
        if kept:
            for listener in tuple(store.listeners):
                listener.set()
