"""The store of matches: create, append with an expected seq, read back, keep refused attempts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dm_events.store.errors import (
    BadMatchId,
    BrokenStore,
    Conflict,
    MatchExists,
    NoSuchMatch,
    StoreUnavailable,
)
from dm_events.store.naming import MEMORY, kind_of
from dm_events.store.records import Receipt, Record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType
    from typing import Self

    from dm_events.store.followed import Followed
    from dm_events.store.log import Logs
    from dm_events.store.medium import About, Medium

MATCH_ID_LENGTH = 200


class MatchStore:
    """Matches at one place; a context manager that closes itself.

    Every method may raise StoreUnavailable (locked, full, not permitted, closed) and
    BrokenStore (the stored bytes are not what a store wrote).
    """

    def __init__(self, medium: Medium) -> None:
        self.medium = medium

    @classmethod
    def open(cls, where: str | None) -> MatchStore:
        """The store in memory for None or ":memory:", at a postgresql:// URL, else in an SQLite file.

        Nothing is touched yet: a missing file reads as empty and is made by the first `create`,
        with its parent folders. BadPlace for another URL, StoreUnavailable where psycopg is missing.
        """
        return cls(medium_of(where))

    def create(
        self,
        match: str,
        header: bytes,
        events: Sequence[bytes] = (),
        *,
        beside: Sequence[bytes] = (),
    ) -> Receipt:
        """Store a new match: the header as record 0, the events from 1, all or none.

        So is what is kept `beside` it from the beginning, among the attempts. MatchExists if there
        is one of this id, BadMatchId if the id cannot be used.
        """
        if not is_match_id(match):
            raise BadMatchId(match)
        with self.medium.reading() as logs:
            if (last := logs.records.last(match)) is not None:
                raise MatchExists(match, last.seq, self.medium.place)
        with self.medium.writing() as logs:
            try:
                return receipt(logs.begin(match, [header, *events], beside))
            except Conflict as conflict:
                raise MatchExists(match, conflict.actual, self.medium.place) from None

    def append(self, match: str, expected: int, lines: Sequence[bytes]) -> Receipt:
        """Store lines after record `expected`, which must be the last one now; all or none.

        Conflict if the match ends elsewhere, NoSuchMatch if it is not there.
        """
        if not lines:
            return self.expect(match, expected)
        with self.medium.writing(make=False) as logs:
            last = logs.records.append(match, expected, lines) if is_match_id(match) else None
        if last is None:
            raise NoSuchMatch(match, self.medium.place)
        return receipt(last)

    def expect(self, match: str, expected: int) -> Receipt:
        """The receipt of the last record, which must be `expected`; Conflict, NoSuchMatch."""
        head = self.head(match)
        if head.seq != expected:
            raise Conflict(match, expected, head.seq, self.medium.place)
        return head

    def read(
        self, match: str, after: int = -1, limit: int | None = None, *, verify: bool = False
    ) -> list[bytes]:
        """The lines with a seq above `after`, at most `limit`, in order; NoSuchMatch.

        A gap in them is BrokenStore; with `verify` so is a link that does not fit and, without a
        limit, an end that is not the one that the head names.
        """
        after = max(after, -1)
        with self.medium.reading() as logs:
            wanted = is_match_id(match) and (limit is None or limit > 0)
            if wanted and verify:
                lines = [record.line for record in logs.records.checked(match, after, limit)]
            else:
                lines = logs.records.lines(match, after, limit) if wanted else []
            if not lines:
                self.last(logs, match)
        return lines

    def verify(self, match: str) -> None:
        """Recompute every link of a match and of its attempts, and compare both with their heads.

        BrokenStore names the first record that is missing, also at the end, or does not fit;
        NoSuchMatch. That a match was cut back together with its head shows only against a receipt.
        """
        with self.medium.reading() as logs:
            self.last(logs, match)
            logs.records.check(match)
            logs.attempts.check(match)

    def head(self, match: str) -> Receipt:
        """The receipt of the last record; NoSuchMatch."""
        with self.medium.reading() as logs:
            return receipt(self.last(logs, match))

    def matches(self) -> list[str]:
        """The ids of all matches, oldest first."""
        with self.medium.reading() as logs:
            return logs.records.recorder.originators()

    def missing(self) -> list[str]:
        """The ids of matches of which something is left and no record 0, in order of id."""
        with self.medium.reading() as logs:
            named = logs.records.recorder.named() | logs.attempts.recorder.named()
            return sorted(named.difference(logs.records.recorder.originators()))

    def broken(self) -> list[BrokenStore]:
        """What is wrong with the ends of all matches by their heads, one for each, in order of id.

        Nothing is read but the ends: `verify` finds the rest.
        """
        with self.medium.reading() as logs:
            unlike = (log.recorder.unlike_heads() for log in logs)
            suspected = set(self.missing()).union(*unlike)
        found = []
        for match in sorted(suspected):
            try:
                self.verify(match)
            except BrokenStore as broken:
                found.append(broken)
        return found

    def keep_attempt(self, match: str, *lines: bytes, expected: int | None = None) -> None:
        """Keep refused commands, apart from the log, all or none; NoSuchMatch.

        Conflict if others were kept since the `expected` last one (-1: none), where that is given.
        """
        with self.medium.reading() as logs:
            self.last(logs, match)
        if not lines:
            return
        with self.medium.writing() as logs:
            while True:
                try:
                    logs.attempts.add(match, lines, expected)
                except Conflict:  # somebody else kept one in between
                    if expected is not None:
                        raise
                    continue
                return

    def attempts(self, match: str) -> list[bytes]:
        """The refused commands of a match in the order they were kept, checked; NoSuchMatch."""
        with self.medium.reading() as logs:
            self.last(logs, match)
            return [record.line for record in logs.attempts.checked(match, -1, None)]

    def about(self) -> About:
        """What the place is."""
        return self.medium.about()

    def migrate(self) -> tuple[int, int]:
        """Make the place, or give it the tables of this version; the version before and after.

        0 before means that there was nothing. BrokenStore for a newer one.
        """
        return self.medium.migrate()

    def follow(self, after: int = 0) -> Followed:
        """Follow all matches: every record with a position above `after`, then what comes.

        A context manager that iterates over (position, match, seq, line) in the order in which the
        place has them, and waits at the end until it is left or stopped.
        """
        from dm_events.store.followed import followed  # noqa: PLC0415 - loads the storage library

        with self.medium.writing() as logs:
            return followed(logs.records, after)

    def close(self) -> None:
        """Let go of the place; any use afterwards is StoreUnavailable."""
        self.medium.close()

    def __enter__(self) -> Self:
        """Give the store itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the store."""
        self.close()

    def last(self, logs: Logs, match: str) -> Record:
        """The last record of a match; NoSuchMatch, but BrokenStore if only attempts are left of it."""
        last = logs.records.last(match) if is_match_id(match) else None
        if last is None:
            if is_match_id(match) and logs.attempts.last(match) is not None:
                raise logs.records.gone(match)
            for log in logs:
                log.require_text(match)
            raise NoSuchMatch(match, self.medium.place)
        return last


def medium_of(where: str | None) -> Medium:
    """The medium that a place's name means. The storage library is loaded here, not before."""
    kind = kind_of(MEMORY if where is None else where)
    if where is None or kind == "memory":
        from dm_events.store.memory import MemoryMedium  # noqa: PLC0415

        return MemoryMedium()
    if kind == "postgresql":
        return database_of(where)
    from dm_events.store.sqlite_file import SqliteFile  # noqa: PLC0415

    return SqliteFile(where)


def database_of(url: str) -> Medium:
    """The medium of a server; StoreUnavailable where the package for it is missing."""
    try:
        from dm_events.store.postgres_place import PostgresPlace  # noqa: PLC0415
    except ImportError as missing:
        found = f"needs psycopg ({missing}); install dm-events[postgres]"
        raise StoreUnavailable("A store on PostgreSQL", found) from None
    return PostgresPlace(url)


def is_match_id(match: str) -> bool:
    """Whether a match may have this id: it goes into sentences and file names as it is."""
    return 0 < len(match) <= MATCH_ID_LENGTH and match.isprintable()


def receipt(record: Record) -> Receipt:
    """The receipt of a record."""
    return Receipt(record.match, record.seq, record.link)
