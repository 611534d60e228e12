"""Logs in SQLite: the `eventsourcing` library's recorder on tables of our own.

What differs from the library's: text ids, STRICT tables with AUTOINCREMENT positions, one
connection with synchronous=FULL, and connecting changes nothing in the file.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
)

from dm_events.store.following import Following
from dm_events.store.log import Head, Row
from dm_events.store.selecting import SelectingStore
from dm_events.store.sqlite_tables import guard_statements, table_statements
from dm_events.store.sqlite_turns import Turns

BUSY_SECONDS = 5
"""How long a statement waits for another program's lock."""

INSERT = """INSERT INTO {table} (originator_id, originator_version, topic, state)
    VALUES (?, ?, ?, ?)"""
SELECT = """SELECT originator_version, CAST(topic AS BLOB), state FROM {table}
    WHERE originator_id = ? AND originator_version > ? AND originator_version <= ?
    ORDER BY originator_version {order} LIMIT ?"""
SELECT_BEGUN = "SELECT originator_id FROM {table} WHERE originator_version = 0 ORDER BY rowid"
SELECT_HEADS = "SELECT originator_id, originator_version, link FROM {table}_heads"
SELECT_HEAD = f"{SELECT_HEADS} WHERE originator_id = ?"


class LineRecorder(SelectingStore, SQLiteApplicationRecorder):
    """One table of lines."""

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str) -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = INSERT.format(table=events_table_name)

        self.listeners: set[Event] = set()

    def construct_create_table_statements(self) -> list[str]:
        """The table with its index, its heads and what guards both."""
        table = self.events_table_name
        return [*table_statements(table), *guard_statements(table)]

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        """Insert all or none, then tell the subscriptions of this process."""
        positions = super().insert_events(stored_events, **kwargs)
        for listener in tuple(self.listeners):
            listener.set()
        return positions

    def selected(self, match: str, above: int, below: int, order: str, limit: int) -> list[Row]:
        """See SelectingStore. Tuples are faster than the library's rows."""
        statement = SELECT.format(table=self.events_table_name, order=order)
        with self.datastore.transaction(commit=False) as cursor:
            cursor.sqlite_cursor.row_factory = None
            cursor.execute(statement, (match, above, below, limit))
            found: list[Row] = cursor.fetchall()
        return found

    def originators(self) -> list[str]:
        """See LineStore."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(SELECT_BEGUN.format(table=self.events_table_name))
            return [match for (match,) in cursor.fetchall()]

    def head(self, match: str) -> Head | None:
        """See LineStore."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(SELECT_HEAD.format(table=self.events_table_name), (match,))
            found = cursor.fetchone()
        return None if found is None else Head(*found)

    def heads(self) -> list[Head]:
        """See LineStore."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(SELECT_HEADS.format(table=self.events_table_name))
            return [Head(*found) for found in cursor.fetchall()]

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Following:
        """What is stored above a position, then what is stored from now on, by any process."""
        return Following(self, gt=gt, topics=topics)


class OneConnection(SQLiteConnectionPool):
    """A pool of a single connection, which leaves the journal mode of a file as it is."""

    def _create_connection(self) -> SQLiteConnection:
        connection = sqlite3.connect(
            self.db_name,
            uri=True,
            check_same_thread=False,
            isolation_level=None,
            timeout=BUSY_SECONDS,
        )
        try:
            connection.execute("PRAGMA synchronous=FULL")
        except sqlite3.Error:
            connection.close()
            raise
        connection.row_factory = sqlite3.Row
        return SQLiteConnection(connection, max_age=None)


class Datastore(SQLiteDatastore):
    """The library's datastore on that pool; who writes takes a turn (see `sqlite_turns`)."""

    def __init__(self, path: Path, mode: str) -> None:
        """Open a file in a mode of https://www.sqlite.org/uri.html."""
        self.turns = Turns(path)
        uri = f"{path.as_uri()}?mode={mode}"
        super().__init__(uri, originator_id_type="text")
        wait = 2.0 * BUSY_SECONDS
        self.pool = OneConnection(db_name=uri, pool_size=1, max_overflow=0, pool_timeout=wait)

    @contextmanager
    def get_connection(self, *, commit: bool) -> Iterator[SQLiteConnection]:
        """Lend the connection; with `commit` no other process writes meanwhile."""
        with super().get_connection(commit=commit) as connection:
            if commit:
                with self.turns.turn(BUSY_SECONDS):
                    yield connection
            else:
                yield connection

    def close(self) -> None:
        """Close the connection, which may move the write-ahead log into the file."""
        with self.turns.last_turn(BUSY_SECONDS):
            super().close()


def pragma(cursor: SQLiteCursor, name: str) -> Any:
    """The value of a PRAGMA, an int or a str."""
    cursor.execute(f"PRAGMA {name}")
    return cursor.fetchone()[0]
