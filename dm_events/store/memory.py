"""Logs in memory, on the plain-object recorder of the `eventsourcing` library; gone when closed."""

from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.popo import POPOApplicationRecorder

from dm_events.store.errors import StoreUnavailable
from dm_events.store.log import Logs, OrderedRecorder, logs_of
from dm_events.store.medium import Medium


class MemoryRecorder(POPOApplicationRecorder, OrderedRecorder):
    """The library's recorder, which keeps its events in one list in order of arrival."""

    def originators(self) -> list[str]:
        """See OrderedRecorder."""
        with self._database_lock:
            return [
                str(event.originator_id)
                for event in self._stored_events
                if event.originator_version == 0
            ]


class MemoryMedium(Medium):
    """A place for one process, safe to share among its threads."""

    place = "memory"

    def __init__(self) -> None:
        self.logs: Logs | None = empty_logs(self.place)

    @contextmanager
    def reading(self) -> Iterator[Logs]:
        """See Medium."""
        if self.logs is None:
            raise StoreUnavailable(self.place, "is closed; open the store again")
        yield self.logs

    writing = reading

    def close(self) -> None:
        """See Medium."""
        self.logs = None


def empty_logs(place: str) -> Logs:
    """Logs with nothing in them."""
    return logs_of(place, MemoryRecorder(), MemoryRecorder())
