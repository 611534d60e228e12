"""Logs in SQLite: the `eventsourcing` library's recorder on tables of our own.

What differs from the library's: text ids, STRICT tables with AUTOINCREMENT positions, and the
datastore (see `sqlite_connection`).
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from threading import Event
from typing import Any

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor

from dm_events.store.following import Following
from dm_events.store.log import Head, Row
from dm_events.store.selecting import NAMED, SelectingStore
from dm_events.store.sqlite_connection import Datastore
from dm_events.store.sqlite_tables import guard_statements, head_statements, table_statements

INSERT = """INSERT INTO {table} (originator_id, originator_version, topic, state)
    VALUES (?, ?, ?, ?)"""
SELECT = """SELECT originator_version, CAST(topic AS BLOB), state FROM {table}
    WHERE originator_id = ? AND originator_version > ? AND originator_version <= ?
    ORDER BY originator_version {order} LIMIT ?"""
SELECT_LAST = """SELECT originator_version, CAST(topic AS BLOB), state FROM {table}
    WHERE originator_id = ? ORDER BY originator_version DESC LIMIT 1"""
SELECT_BEGUN = (
    "SELECT CAST(originator_id AS BLOB) FROM {table} WHERE originator_version = 0 ORDER BY rowid"
)
SELECT_HEAD = """SELECT originator_id, originator_version, link FROM {table}_heads
    WHERE originator_id = ?"""
AS_BYTES = "SELECT CAST(id AS BLOB) FROM ({ids})"
"""What any ids are, also those that are no text any more."""
SELECT_NEIGHBOUR = """SELECT CAST(originator_id AS BLOB), originator_version FROM {table}
    WHERE rowid < (SELECT min(rowid) FROM {table} WHERE originator_id = CAST(? AS TEXT))
    ORDER BY rowid DESC LIMIT 1"""
SELECT_MISPLACED = """SELECT min(originator_version) FROM (
        SELECT originator_version, rowid AS position,
            lag(rowid, 1, 0) OVER (ORDER BY originator_version) AS before
        FROM {table} WHERE originator_id = ?)
    WHERE position <= before OR position > (SELECT seq FROM sqlite_sequence WHERE name = '{table}')"""


class LineRecorder(SelectingStore, SQLiteApplicationRecorder):
    """One table of lines."""

    datastore: Datastore
    names = "CAST(substr(state, -64) AS TEXT) = head.link"

    def __init__(self, datastore: Datastore, events_table_name: str) -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = INSERT.format(table=events_table_name)
        self.select_last_statement = SELECT_LAST.format(table=events_table_name)

    @property
    def listeners(self) -> set[Event]:
        """What is set after each commit of this connection."""
        return self.datastore.listeners

    def construct_create_table_statements(self) -> list[str]:
        """The table with its index, its heads and what guards both."""
        table = self.events_table_name
        return [*table_statements(table), *head_statements(table), *guard_statements(table)]

    def together(self) -> AbstractContextManager[object]:
        """See LineStore. No other connection writes in between."""
        return self.datastore.transaction(commit=True)

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        """See the library; the positions are not told."""
        rows = [
            (str(row.originator_id), row.originator_version, row.topic, row.state)
            for row in stored_events
        ]
        with self.datastore.transaction(commit=True) as cursor:
            cursor.sqlite_cursor.executemany(self.insert_events_statement, rows)
        return None

    def last_row(self, match: str) -> Row | None:
        """See LineStore."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(self.select_last_statement, (match,))
            found = cursor.fetchone()
        return None if found is None else tuple(found)

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
            return [match for match, is_text in map(as_text, cursor.fetchall()) if is_text]

    def head(self, match: str) -> Head | None:
        """See LineStore."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(SELECT_HEAD.format(table=self.events_table_name), (match,))
            found = cursor.fetchone()
        return None if found is None else Head(*found)

    def ids(self, statement: str, **parts: str) -> set[str]:
        """See SelectingStore."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                AS_BYTES.format(ids=statement.format(table=self.events_table_name, **parts))
            )
            return {match for match, _ in map(as_text, cursor.fetchall())}

    def garbled(self, match: str) -> str | None:
        """See LineStore."""
        table = self.events_table_name
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(AS_BYTES.format(ids=NAMED.format(table=table)))
            raw = next(
                (row[0] for row in cursor.fetchall() if as_text(row) == (match, False)), None
            )
            if raw is None:
                return None
            cursor.execute(SELECT_NEIGHBOUR.format(table=table), (raw,))
            found = cursor.fetchone()
        if found is None:
            return "among the heads, or before all others"
        return f"after record {found[1]} of match {as_text(found)[0]!r}"

    def misplaced(self, match: str) -> int | None:
        """See LineStore. Positions rise with the seqs, and none is beyond the last that was given."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(SELECT_MISPLACED.format(table=self.events_table_name), (match,))
            found: int | None = cursor.fetchone()[0]
        return found

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Following:
        """What is stored above a position, then what is stored from now on, by any process."""
        return Following(self, gt=gt, topics=topics)


def as_text(row: Sequence[Any]) -> tuple[str, bool]:
    """The id that a row begins with, and whether it is text; what is none is replaced."""
    raw: bytes = row[0]
    try:
        return raw.decode(), True
    except UnicodeDecodeError:
        return raw.decode(errors="replace"), False


def pragma(cursor: SQLiteCursor, name: str) -> Any:
    """The value of a PRAGMA, an int or a str."""
    cursor.execute(f"PRAGMA {name}")
    return cursor.fetchone()[0]
