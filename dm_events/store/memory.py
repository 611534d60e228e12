"""Logs in memory, on the plain-object recorder of the `eventsourcing` library; gone when closed."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from threading import RLock
from typing import Any

from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.popo import POPOApplicationRecorder

from dm_events.store.errors import StoreUnavailable
from dm_events.store.log import Head, LineStore, Logs, Row, logs_of
from dm_events.store.medium import About, Medium
from dm_events.store.naming import MEMORY


class MemoryRecorder(POPOApplicationRecorder, LineStore):
    """The library's recorder, which keeps its events in one list in order of arrival."""

    def originators(self) -> list[str]:
        """See LineStore."""
        with self._database_lock:
            return [
                str(event.originator_id)
                for event in self._stored_events
                if event.originator_version == 0
            ]

    def rows(self, match: str, after: int, limit: int | None = None) -> list[Row]:
        """See LineStore."""
        found = self.select_events(match, gt=after, limit=limit)
        return [(row.originator_version, row.topic.encode(), row.state) for row in found]

    def last_row(self, match: str) -> Row | None:
        """See LineStore."""
        found = self.select_events(match, desc=True, limit=1)
        return (
            (found[0].originator_version, found[0].topic.encode(), found[0].state)
            if found
            else None
        )

    def head(self, match: str) -> Head | None:
        """See LineStore."""
        with self._database_lock:
            last = self.select_events(match, desc=True, limit=1)
        return head_of(last[0]) if last else None

    def named(self) -> set[str]:
        """See LineStore."""
        with self._database_lock:
            return {str(event.originator_id) for event in self._stored_events}

    def unlike_heads(self) -> set[str]:
        """See LineStore. Its heads are read off the rows."""
        return set()

    def _assert_uniqueness(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        super()._assert_uniqueness(stored_events, **kwargs)
        next_of: dict[str, int] = {}
        for event in stored_events:
            match = str(event.originator_id)
            last = next_of.get(match, len(self._stored_events_index[match]))
            if event.originator_version != last:
                msg = "this seq does not follow the last one"
                raise IntegrityError(msg)
            next_of[match] = last + 1


def head_of(event: StoredEvent) -> Head:
    """The head that a row makes: its link stands at the end of its state."""
    return Head(str(event.originator_id), event.originator_version, event.state[-64:].decode())


class MemoryMedium(Medium):
    """A place for one process, safe to share among its threads."""

    place, where = "memory", MEMORY

    def __init__(self) -> None:
        self.logs: Logs | None = empty_logs(self.place)
        self.lock = RLock()

    @contextmanager
    def reading(self) -> Iterator[Logs]:
        """See Medium. Others wait meanwhile, so that they see all of what is stored or nothing."""
        with self.lock:
            if self.logs is None:
                raise StoreUnavailable(self.place, "is closed; open the store again")
            yield self.logs

    def writing(self, *, make: bool = True) -> AbstractContextManager[Logs]:
        """See Medium."""
        del make
        return self.reading()

    def about(self) -> About:
        """See Medium."""
        return About("memory", "this process", 1, 1)

    def migrate(self) -> tuple[int, int]:
        """See Medium. There is nothing to do."""
        return 1, 1

    def close(self) -> None:
        """See Medium."""
        self.logs = None


def empty_logs(place: str) -> Logs:
    """Logs with nothing in them."""
    return logs_of(place, MemoryRecorder(), MemoryRecorder())
