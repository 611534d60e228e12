"""Reading the rows of one match out of a database: the same for SQLite and PostgreSQL."""

from abc import abstractmethod
from collections.abc import Sequence
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from dm_events.store.log import LineStore, Row

HIGHEST = 2**63 - 1
"""The highest integer that both databases keep."""


class SelectingStore(LineStore):
    """A recorder that asks a database for the rows between two seqs."""

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
