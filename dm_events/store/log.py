"""The linked logs of a store, on any recorder of the `eventsourcing` library."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from eventsourcing.persistence import AggregateRecorder, EventStore, IntegrityError

from dm_events.store.errors import BrokenStore, Conflict
from dm_events.store.mapper import ATTEMPT_TOPIC, RECORD_TOPIC, RecordMapper
from dm_events.store.records import Record, link

CHUNK = 256
"""How many records are held at once while links are recomputed."""


class OrderedRecorder(AggregateRecorder):
    """A recorder that also knows in which order its matches were begun."""

    @abstractmethod
    def originators(self) -> list[str]:
        """The ids of all matches that have a record 0, oldest first."""


class Log:
    """The records of every match in one recorder, or its refused attempts."""

    def __init__(
        self, place: str, noun: str, recorder: OrderedRecorder, mapper: RecordMapper
    ) -> None:
        self.place = place
        self.noun = noun
        self.recorder = recorder
        self.events: EventStore[str] = EventStore(mapper, recorder)

    def last(self, match: str) -> Record | None:
        """The last record of a match, None if there is no such match."""
        return cast("Record | None", next(self.events.get(match, desc=True, limit=1), None))

    def after(self, match: str, seq: int, limit: int | None = None) -> list[Record]:
        """The records above `seq` in order; BrokenStore if one is missing among them."""
        records = cast("list[Record]", list(self.events.get(match, gt=seq, limit=limit)))
        for expected, record in enumerate(records, start=seq + 1):
            if record.seq != expected:
                raise self.broken(match, expected, "is missing")
        return records

    def extend(self, match: str, last: Record | None, lines: Iterable[bytes]) -> Record:
        """Store lines after `last`, all or none, and return the new last record.

        Conflict if others stored a record there first: settled by reading what is stored.
        """
        batch = chained(match, last, lines)
        try:
            self.events.put(batch)
        except IntegrityError as error:
            raise self.settled(match, batch[0].seq - 1, error) from None
        return batch[-1]

    def settled(self, match: str, expected: int, error: IntegrityError) -> Conflict | BrokenStore:
        """What a refused insert means, by what is stored now."""
        last = self.last(match)
        if last is not None and last.seq > expected:
            return Conflict(match, expected, last.seq, self.place)
        found = f"the {self.noun} was refused ({error}); restore the store from a copy made before"
        return BrokenStore(self.place, found, match, expected + 1)

    def check(self, match: str) -> None:
        """Recompute every link of a match; BrokenStore names the first record that does not fit."""
        records, previous = self.after(match, -1, CHUNK), ""
        while records:
            self.check_links(records, previous)
            previous = records[-1].link
            records = self.after(match, records[-1].seq, CHUNK)

    def check_links(self, records: Sequence[Record], previous: str) -> None:
        """Recompute the links of consecutive records; `previous` is the link before the first."""
        for record in records:
            if record.link != link(previous, record.line):
                raise self.broken(record.match, record.seq, "or its link was changed")
            previous = record.link

    def broken(self, match: str, seq: int, found: str) -> BrokenStore:
        """The error for a log that does not hold together at `seq`."""
        found = f"this {self.noun} {found}; restore the store from a copy made before"
        return BrokenStore(self.place, found, match, seq)


class Logs(NamedTuple):
    """What one place holds: the records of matches, and refused attempts apart from them."""

    records: Log
    attempts: Log


def logs_of(place: str, records: OrderedRecorder, attempts: OrderedRecorder) -> Logs:
    """Both logs of a place, each on a recorder of its own."""
    return Logs(
        Log(place, "record", records, RecordMapper(place, RECORD_TOPIC)),
        Log(place, "attempt", attempts, RecordMapper(place, ATTEMPT_TOPIC)),
    )


def chained(match: str, last: Record | None, lines: Iterable[bytes]) -> list[Record]:
    """Number and link lines so that they follow `last`."""
    seq, previous = (-1, "") if last is None else (last.seq, last.link)
    batch = []
    for line in lines:
        seq, previous = seq + 1, link(previous, line)
        batch.append(Record(match, seq, line, previous))
    return batch
