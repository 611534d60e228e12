"""The linked logs of a store, on any recorder of the `eventsourcing` library."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple, cast

import msgspec
from eventsourcing.persistence import (
    ApplicationRecorder,
    EventStore,
    IntegrityError,
    StoredEvent,
)

from dm_events.store.errors import BrokenStore, Conflict
from dm_events.store.mapper import ATTEMPT_TOPIC, RECORD_TOPIC, RecordMapper, decode_state
from dm_events.store.records import Record, link

CHUNK = 256
"""How many records are held at once while links are recomputed."""


Row = tuple[int, bytes, bytes]
"""Seq, topic and state as they are stored."""


class Head(NamedTuple):
    """How far a match goes, by the place's own count: its last seq and that record's link."""

    match: str
    seq: int
    link: str


class LineStore(ApplicationRecorder):
    """A recorder of lines: it takes no gap, knows its matches in order, and keeps their heads."""

    @abstractmethod
    def originators(self) -> list[str]:
        """The ids of all matches that have a record 0, oldest first."""

    @abstractmethod
    def rows(self, match: str, after: int, limit: int | None = None) -> list[Row]:
        """The rows of a match above a seq, in order."""

    @abstractmethod
    def last_row(self, match: str) -> Row | None:
        """The row of a match with the highest seq."""

    def together(self) -> AbstractContextManager[object]:
        """A block in which what is read and stored, in this log or another of the place, is one
        transaction: kept as a whole, or not at all when an error leaves the block.
        """
        return nullcontext()

    @abstractmethod
    def head(self, match: str) -> Head | None:
        """The head that was kept of a match, whatever became of its rows."""

    @abstractmethod
    def named(self) -> set[str]:
        """The ids of all matches that a row or a head names; what is no text in them is replaced."""

    def garbled(self, match: str) -> str | None:
        """Where the first row stands whose id is no text, if `named` gives it as `match`; else None."""
        del match
        return None

    @abstractmethod
    def unlike_heads(self) -> set[str]:
        """The ids of matches whose last row is not the one that their head names, at one instant."""

    def misplaced(self, match: str) -> int | None:
        """The seq of the first row of a match whose position was never given to it, if there is one."""
        del match
        return None


class Log:
    """The records of every match in one recorder, or its refused attempts."""

    def __init__(self, place: str, noun: str, recorder: LineStore, mapper: RecordMapper) -> None:
        self.place = place
        self.noun = noun
        self.recorder = recorder
        self.mapper = mapper
        self.topic = mapper.topic.encode()
        self.events: EventStore[str] = EventStore(mapper, recorder)

    def last(self, match: str) -> Record | None:
        """The last record of a match, None if there is no such match.

        BrokenStore if there was one, by its head, and its records are gone.
        """
        last = self.stored_last(match)
        if last is None and self.recorder.head(match) is not None:
            last = self.stored_last(match)  # somebody may have stored the first in between
            if last is None:
                raise self.gone(match)
        return last

    def stored_last(self, match: str) -> Record | None:
        """The row that is last."""
        row = self.recorder.last_row(match)
        if row is None:
            return None
        seq, kind, state = row
        if kind == self.topic:
            try:
                return Record(match, seq, *decode_state(state))
            except msgspec.MsgspecError:
                pass
        topic = kind.decode(errors="replace")
        return self.mapper.to_domain_event(
            StoredEvent(match, seq, topic, state)
        )  # says what is wrong

    def after(self, match: str, seq: int, limit: int | None = None) -> list[Record]:
        """The records above `seq` in order; BrokenStore if one is missing among them."""
        records = cast("list[Record]", list(self.events.get(match, gt=seq, limit=limit)))
        for expected, record in enumerate(records, start=seq + 1):
            if record.seq != expected:
                raise self.broken(match, expected, "is missing")
        return records

    def lines(self, match: str, seq: int, limit: int | None = None) -> list[bytes]:
        """The lines above `seq` in order, as `after` gives them, without making records."""
        topic, found = self.topic, []
        try:
            for expected, (stored, kind, state) in enumerate(
                self.recorder.rows(match, seq, limit), start=seq + 1
            ):
                if stored != expected or kind != topic:
                    break
                found.append(decode_state(state)[0])
            else:
                return found
        except msgspec.MsgspecError:
            pass
        return [record.line for record in self.after(match, seq, limit)]  # names what is wrong

    def append(self, match: str, expected: int, lines: Iterable[bytes]) -> Record | None:
        """Store lines after record `expected`, all or none, and return the new last record.

        Conflict if that is not the last one now, settled by reading what is stored; None if there
        is no such match.
        """
        try:
            with self.recorder.together():
                last = self.last(match)
                if last is None:
                    return None
                if last.seq != expected:
                    raise Conflict(match, expected, last.seq, self.place)
                return self.insert(chained(match, last, lines))
        except IntegrityError as error:
            raise self.settled(match, expected, error) from None

    def add(self, match: str, lines: Iterable[bytes], expected: int | None = None) -> None:
        """Store lines after whatever is last, all or none; Conflict if others do so meanwhile.

        So it is if something else than `expected` is last (-1: nothing), where that is given.
        """
        last = None
        try:
            with self.recorder.together():
                last = self.last(match)
                seq = -1 if last is None else last.seq
                if expected not in (None, seq):
                    raise Conflict(match, expected, seq, self.place)
                self.insert(chained(match, last, lines))
        except IntegrityError as error:
            raise self.settled(match, -1 if last is None else last.seq, error) from None

    def insert(self, batch: list[Record]) -> Record:
        """Store records, all or none, and return the last; the library's IntegrityError."""
        self.recorder.insert_events([self.mapper.to_stored_event(one) for one in batch])
        return batch[-1]

    def settled(self, match: str, expected: int, error: IntegrityError) -> Conflict | BrokenStore:
        """What a refused insert means, by what is stored now."""
        last = self.last(match)
        if last is not None and last.seq > expected:
            return Conflict(match, expected, last.seq, self.place)
        found = f"the {self.noun} was refused ({error}); restore the store from a copy made before"
        return BrokenStore(self.place, found, match, expected + 1)

    def check(self, match: str) -> None:
        """Recompute every link of a match, up to its head; others may write on meanwhile.

        BrokenStore names the first record that is missing or does not fit, also by its position.
        """
        records, previous, last = self.after(match, -1, CHUNK), "", -1
        while records:
            self.check_links(records, previous)
            previous, last = records[-1].link, records[-1].seq
            records = self.after(match, last, CHUNK)
        self.check_head(match, last, previous)
        if (seq := self.recorder.misplaced(match)) is not None:
            raise self.broken(match, seq, "stands at a position that was never given to it")

    def checked(self, match: str, seq: int, limit: int | None) -> list[Record]:
        """The records above a seq, their links recomputed; without a limit up to the head."""
        records = self.after(match, seq, limit)
        if records:
            before = "" if seq < 0 else self.after(match, seq - 1, 1)[0].link
            self.check_links(records, before)
        if limit is None:
            last = records[-1] if records else self.stored_last(match)
            self.check_head(match, *((-1, "") if last is None else (last.seq, last.link)))
        return records

    def check_head(self, match: str, seq: int, tie: str) -> None:
        """Compare what was read as the last record with the head that is kept now.

        A head beyond it is that of somebody who wrote on meanwhile, if there are records beyond it.
        """
        head = self.recorder.head(match)
        if head is None:
            if seq >= 0:
                raise self.broken(match, seq, "has no head")
        elif head.seq > seq:
            if not self.after(match, seq, 1):
                raise self.broken(match, seq + 1, "is missing")
        elif head.seq < seq or head.link != tie:
            raise self.broken(match, seq, "is not the one that the head names")

    def check_links(self, records: Sequence[Record], previous: str) -> None:
        """Recompute the links of consecutive records; `previous` is the link before the first."""
        for record in records:
            if record.link != link(previous, record.line):
                raise self.broken(record.match, record.seq, "or its link was changed")
            previous = record.link

    def require_text(self, match: str) -> None:
        """BrokenStore if this is how a row is named whose id is no text any more."""
        if (where := self.recorder.garbled(match)) is not None:
            found = f"the id of this {self.noun} is no text any more; it stands {where}"
            raise BrokenStore(
                self.place, f"{found}; restore the store from a copy made before", match
            )

    def gone(self, match: str) -> BrokenStore:
        """The error for a match of which no row is left."""
        return self.broken(match, 0, "is missing, with all that followed")

    def broken(self, match: str, seq: int, found: str) -> BrokenStore:
        """The error for a log that does not hold together at `seq`."""
        found = f"this {self.noun} {found}; restore the store from a copy made before"
        return BrokenStore(self.place, found, match, seq)


class Logs(NamedTuple):
    """What one place holds: the records of matches, and refused attempts apart from them."""

    records: Log
    attempts: Log

    def begin(self, match: str, lines: Iterable[bytes], beside: Iterable[bytes]) -> Record:
        """Store the first lines of a match and what is kept beside it, all or none.

        Conflict if others began it first. Returns the last record.
        """
        kept = chained(match, None, beside)
        try:
            with self.records.recorder.together():
                last = self.records.insert(chained(match, None, lines))
                if kept:
                    self.attempts.insert(kept)
                return last
        except IntegrityError as error:
            raise self.records.settled(match, -1, error) from None


def logs_of(place: str, records: LineStore, attempts: LineStore) -> Logs:
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
