"""Reading the rows of one match out of a database: the same for SQLite and PostgreSQL."""

from abc import abstractmethod
from collections.abc import Sequence
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from dm_events.store.log import LineStore, Row

HIGHEST = 2**63 - 1
"""The highest integer that both databases keep."""


NAMED = """WITH RECURSIVE one (id) AS (
        SELECT min(originator_id) FROM {table}
        UNION ALL
        SELECT (SELECT min(originator_id) FROM {table} WHERE originator_id > one.id)
        FROM one WHERE one.id IS NOT NULL)
    SELECT id FROM one WHERE id IS NOT NULL UNION SELECT originator_id AS id FROM {table}_heads"""
"""The ids in a table and in its heads; it goes through the index from one id to the next."""

UNLIKE_HEADS = """SELECT originator_id AS id FROM {table}_heads AS head
    WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE originator_id = head.originator_id
            AND originator_version = head.originator_version AND {names})
        OR EXISTS (SELECT 1 FROM {table} WHERE originator_id = head.originator_id
            AND originator_version > head.originator_version)"""
"""The ids whose head names no row by its link, or not the last one."""


class SelectingStore(LineStore):
    """A recorder that asks a database for the rows between two seqs."""

    names: str
    """The condition by which the link at the end of a row's state is that of the `head`."""

    @abstractmethod
    def ids(self, statement: str, **parts: str) -> set[str]:
        """The ids that a statement selects as `id`, its `{table}` and other parts filled in."""

    def named(self) -> set[str]:
        """See LineStore."""
        return self.ids(NAMED)

    def unlike_heads(self) -> set[str]:
        """See LineStore."""
        unlike = self.ids(UNLIKE_HEADS, names=self.names)
        headless = self.ids(NAMED) - self.ids("SELECT originator_id AS id FROM {table}_heads")
        return unlike | headless

    @abstractmethod
    def selected(self, match: str, above: int, below: int, order: str, limit: int) -> list[Row]:
        """The rows above a seq up to another, ASC or DESC; no number is over HIGHEST."""

    def rows(self, match: str, after: int, limit: int | None = None) -> list[Row]:
        """See LineStore."""
        return self._bounded(match, after, HIGHEST, "ASC", limit)

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Read rows as the library does; a damaged topic is no error."""
        above, below = -1 if gt is None else gt, HIGHEST if lte is None else lte
        order = "DESC" if desc else "ASC"
        return [
            StoredEvent(originator_id, seq, topic.decode(errors="replace"), state)
            for seq, topic, state in self._bounded(str(originator_id), above, below, order, limit)
        ]

    def _bounded(
        self, match: str, above: int, below: int, order: str, limit: int | None
    ) -> list[Row]:
        count = HIGHEST if limit is None else min(limit, HIGHEST)
        return self.selected(match, min(above, HIGHEST), min(below, HIGHEST), order, count)
