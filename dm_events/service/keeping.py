"""A store as a whole: looked at, and copied."""

from collections.abc import Iterator

import msgspec

from dm_events.service.not_there import NotThere
from dm_events.store import BrokenStore, Conflict, MatchExists, MatchStore, NoSuchMatch
from dm_events.store.medium import About


class Info(msgspec.Struct, frozen=True):
    """What a store is and holds.

    `missing` are matches of which something is left and no beginning, `broken` what its heads show of
    these and of all others.
    """

    place: str
    about: About
    matches: int
    missing: tuple[str, ...] = ()
    broken: tuple[BrokenStore, ...] = ()


class Copied(msgspec.Struct, frozen=True):
    """A match after it was copied: its last event, and how many lines were new at the target."""

    match: str
    seq: int
    new: int


class NoSuchStore(NotThere):
    """A store that was to be read is not there; the message is a sentence."""


class Differs(Exception):  # noqa: N818 - the word of the domain
    """The target holds another match of the same id: nothing of it was written."""

    def __init__(self, match: str, place: str) -> None:
        """Say which, and where."""
        super().__init__(match, place)
        self.match, self.place = match, place

    def __str__(self) -> str:
        """Say what to do."""
        found = f"{self.place} holds another match {self.match!r}"
        return f"{found}, which was left as it is; copy to an empty place."


def info(store: MatchStore) -> Info:
    """Return what a store is, also where its tables are of an older version."""
    about = store.about()
    if about.schema != about.current:
        return Info(store.medium.place, about, 0)
    missing, broken = tuple(store.missing()), tuple(store.broken())
    return Info(store.medium.place, about, len(store.matches()), missing, broken)


def every_match(store: MatchStore) -> list[str]:
    """Return the ids of all matches of a store, with those that are gone."""
    return [*store.matches(), *store.missing()]


def require_there(store: MatchStore) -> None:
    """Refuse a store that was never made: its name is a slip. Raises NoSuchStore."""
    if not store.about().schema:
        raise NoSuchStore(
            f"There is no store at {store.medium.place}; look at its name, or make one: dm db init."
        )


def copy(source: MatchStore, target: MatchStore) -> Iterator[Copied]:
    """Copy every match with what is kept beside it, oldest first; yield each when it is there.

    A match that is gone, though something of it is left, is named before anything is written.

    Links are checked on the way and again at the target. Others may go on writing to the source: of
    each match what was there when it was read is copied. What the target has already is not copied
    again, so that a copy that was cut short can be repeated. Raises NoSuchStore, Differs, StoreError.
    """
    require_there(source)
    for match in source.missing():
        source.verify(match)  # says what is gone
    for match in source.matches():
        source.verify(match)
        new = _copied(source, target, match)
        target.verify(match)
        yield Copied(match, target.head(match).seq, new)


def _copied(source: MatchStore, target: MatchStore, match: str) -> int:
    """Copy what is not there yet of a match, and what others copy meanwhile; return how many lines."""
    new, tries = 0, 0
    while True:
        lines, kept = source.read(match, verify=True), source.attempts(match)
        try:
            there, beside = target.read(match, verify=True), target.attempts(match)
        except NoSuchMatch:
            there, beside = [], []
        if lines[: len(there)] != there or kept[: len(beside)] != beside:
            if tries == 0:  # another copy may be ahead of what was read of the source
                tries += 1
                continue
            raise Differs(match, target.medium.place)
        try:
            if not there:
                target.create(match, lines[0], lines[1:], beside=kept)
                return len(lines)
            target.append(match, len(there) - 1, lines[len(there) :])
            new += len(lines) - len(there)
            target.keep_attempt(match, *kept[len(beside) :], expected=len(beside) - 1)
        except (Conflict, MatchExists):  # another copy does the same: what it has stored is there
            continue
        return new
