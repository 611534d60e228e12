"""The `eventsourcing` library's recorder interface on PostgreSQL, with reads that skip nothing.

Its own recorder locks the table for every insert, or loses rows for readers that follow. This one
does neither, see `postgres_tables`.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, cast

import psycopg
from eventsourcing.persistence import IntegrityError, Notification, StoredEvent

from dm_events.store.log import Head, Row
from dm_events.store.postgres_following import PostgresFollowing
from dm_events.store.postgres_session import Session
from dm_events.store.postgres_tables import CHANNEL, SHIFT
from dm_events.store.selecting import HIGHEST, SelectingStore

INSERT = """INSERT INTO {table} (position, originator_id, originator_version, topic, state)
    VALUES (((pg_current_xact_id()::text::bigint + (SELECT max(moved) FROM dm_events_schema))
        << {shift}) + %s, %s, %s, %s, %s)
    RETURNING position"""
SELECT = """SELECT originator_version, topic, state FROM {table}
    WHERE originator_id = %s AND originator_version > %s AND originator_version <= %s
    ORDER BY originator_version {order} LIMIT %s"""
SELECT_BEGUN = "SELECT originator_id FROM {table} WHERE originator_version = 0 ORDER BY position"
SELECT_HEAD = """SELECT originator_id, originator_version, link FROM {table}_heads
    WHERE originator_id = %s"""
SELECT_MISPLACED = """SELECT min(originator_version) FROM (
        SELECT originator_version, position, position >> {shift} AS block, tx::text::bigint AS own,
            lag(position, 1, -1::bigint) OVER (ORDER BY originator_version) AS before
        FROM {table} WHERE originator_id = %s) AS placed
    WHERE position <= before
        OR block <> own + (SELECT coalesce(max(moved), 0) FROM dm_events_schema WHERE moved <= block)
        OR position - (block << {shift})
            <> CASE WHEN block = before >> {shift} THEN before - (block << {shift}) + 1 ELSE 0 END"""
SETTLED = """(tx < pg_snapshot_xmin(pg_current_snapshot())
    OR position < (SELECT max(moved) FROM dm_events_schema) << 20)"""
"""Rows of transactions older than any that still runs, and of another server from before."""
SELECT_SETTLED = """SELECT position, originator_id, originator_version, topic, state FROM {table}
    WHERE position >= %s AND position <= %s AND {settled}
    AND (%s OR topic = ANY(%s)) ORDER BY position LIMIT %s"""
SELECT_HIGHEST = "SELECT max(position) FROM {table} WHERE {settled}"


class PostgresRecorder(SelectingStore):
    """One table of lines."""

    names = """substring(state FROM octet_length(state) - 63) = convert_to(head.link, 'UTF8')"""

    def __init__(self, session: Session, table: str) -> None:
        self.session, self.table = session, table

    def run(self, statement: str, values: Sequence[object] = (), **parts: object) -> list[Any]:
        """The rows of one statement in a transaction of its own."""
        text = statement.format(table=self.table, **parts)
        with self.session.transaction() as cursor:
            cursor.execute(text.encode(), values)
            return cursor.fetchall()

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        """Insert all or none. IntegrityError if a seq is taken or does not follow the last one."""
        text = INSERT.format(table=self.table, shift=SHIFT).encode()
        positions = []
        try:
            with self.session.transaction() as cursor:
                for number, row in enumerate(stored_events):
                    key = (number, row.originator_id, row.originator_version)
                    cursor.execute(text, (*key, row.topic, row.state))
                    positions.append(cast("tuple[int]", cursor.fetchone())[0])
                cursor.execute("SELECT pg_notify(%s, '')", (CHANNEL,))
        except psycopg.IntegrityError as error:
            raise IntegrityError(str(error).partition("\n")[0]) from error
        return positions

    def selected(self, match: str, above: int, below: int, order: str, limit: int) -> list[Row]:
        """See SelectingStore."""
        found = self.run(SELECT, (match, above, below, limit), order=order)
        return [(seq, topic.encode(), state) for seq, topic, state in found]

    def originators(self) -> list[str]:
        """See LineStore."""
        return [match for (match,) in self.run(SELECT_BEGUN)]

    def together(self) -> AbstractContextManager[object]:
        """See LineStore."""
        return self.session.transaction()

    def last_row(self, match: str) -> Row | None:
        """See LineStore."""
        return next(iter(self.selected(match, -1, HIGHEST, "DESC", 1)), None)

    def head(self, match: str) -> Head | None:
        """See LineStore."""
        found = self.run(SELECT_HEAD, (match,))
        return Head(*found[0]) if found else None

    def ids(self, statement: str, **parts: str) -> set[str]:
        """See SelectingStore."""
        return {match for (match,) in self.run(statement, **parts)}

    def misplaced(self, match: str) -> int | None:
        """See LineStore. A position is made of the row's transaction and its number in it."""
        found: int | None = self.run(SELECT_MISPLACED, (match,), shift=str(SHIFT))[0][0]
        return found

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Rows of all matches by position, of transactions older than any that still runs."""
        first = 0 if start is None else start + (not inclusive_of_start)
        last = HIGHEST if stop is None else stop
        rows = self.run(
            SELECT_SETTLED, (first, last, not topics, list(topics), limit), settled=SETTLED
        )
        return [
            Notification(
                id=at, originator_id=match, originator_version=seq, topic=topic, state=state
            )
            for at, match, seq, topic, state in rows
        ]

    def max_notification_id(self) -> int | None:
        """The highest position that `select_notifications` gives now."""
        found: int | None = self.run(SELECT_HIGHEST, settled=SETTLED)[0][0]
        return found

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> PostgresFollowing:
        """What is stored above a position, then what is stored from now on, by any process."""
        return PostgresFollowing(self, self.session.url, gt=gt, topics=topics)
