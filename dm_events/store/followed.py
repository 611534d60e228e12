"""What a store tells who follows it: records with their positions, as they are committed."""

from collections.abc import Iterator
from typing import NamedTuple, Self

from eventsourcing.persistence import ApplicationRecorder, Subscription

from dm_events.store.log import Log


class Told(NamedTuple):
    """A record, and its position among those of all matches."""

    position: int
    match: str
    seq: int
    line: bytes


class Followed(Iterator[Told]):
    """Told records, one by one; leave the block or call `stop` to end an iteration that waits."""

    def __init__(self, log: Log, subscription: Subscription[ApplicationRecorder]) -> None:
        self.log, self.subscription = log, subscription

    def __enter__(self) -> Self:
        self.subscription.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.subscription.__exit__(*error)

    def __next__(self) -> Told:
        row = next(self.subscription)
        record = self.log.mapper.to_domain_event(row)
        return Told(row.id, record.match, record.seq, record.line)

    def stop(self) -> None:
        """End; may be called from any thread."""
        self.subscription.stop()


def followed(log: Log, after: int) -> Followed:
    """Follow a log from above a position."""
    return Followed(log, log.recorder.subscribe(gt=after))
