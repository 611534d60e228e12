"""Recording matches in a store: played on, listed, taken out. See `beginning` for how they get there."""

from collections.abc import Iterator
from typing import Any

import msgspec

from dm_events.kernel.chain import Window
from dm_events.kernel.fold import Fold
from dm_events.kernel.layout import WINDOW
from dm_events.kernel.officials import AT_ANY_TIME, ENDINGS, M10, M11, M12
from dm_events.kernel.rule import Refusal, impossible
from dm_events.kernel.timeline import Step
from dm_events.kernel.words import Command, Event
from dm_events.notation.codec import body_of
from dm_events.notation.jsonl import write
from dm_events.notation.links import head_of, linked
from dm_events.notation.record import Envelope, Header
from dm_events.notation.seal import sign
from dm_events.notation.sealed import dumps
from dm_events.notation.tables import BadFile
from dm_events.notation.verify import Doubt, fold_of
from dm_events.service.entry import Entry, as_event
from dm_events.service.kept import Attempt, Secret, keep, kept
from dm_events.service.keys import private
from dm_events.service.matches import Match, stored, untouched, verify
from dm_events.service.not_recorded import NotOver, NotWhole, Overtaken, Refused, SameId
from dm_events.store import (
    BrokenStore,
    Conflict,
    MatchStore,
    Receipt,
    StoreError,
    StoreUnavailable,
)

__all__ = [
    "Entry",
    "Listed",
    "Recorded",
    "Shown",
    "add",
    "attempts",
    "board_of",
    "export",
    "list_matches",
    "receipt_of",
    "seal",
    "secret_of",
    "show",
]


class Recorded(msgspec.Struct, frozen=True):
    """What was stored, the receipt for it, and what it did."""

    receipt: Receipt
    event: Envelope[Command]
    step: Step


def add(store: MatchStore, match: str, expected: int, entry: Entry) -> Recorded:
    """Record a command after event `expected`, which must be the last.

    The same entry under the same id is recorded once and answered as the first time. Raises
    Refused (the attempt is kept), Overtaken, SameId, BadFile (for an entry that is no event, and
    as NotWhole for a match that cannot be folded on) and StoreError.
    """
    found = stored(store, match)
    fold = _folded(found)
    asked = as_event(found, entry)
    before = _sent_before(found, fold, entry, asked)
    if before is not None:
        return before
    if len(found.events) != expected:
        raise Overtaken(found, expected, store.medium.place)
    event, step = _play(store, found.header, fold, asked)
    try:
        receipt = store.append(match, expected, [body_of(event)])
    except Conflict:
        return _settle(store, match, entry, asked)
    except StoreUnavailable:
        settled = _stored_nevertheless(store, match, entry, asked)
        if settled is None:
            raise
        return settled
    return Recorded(receipt, msgspec.structs.replace(event, link=receipt.head), step)


def _folded(found: Match) -> Fold:
    if found.trouble is not None:
        raise found.trouble
    fold = fold_of(found.header, found.game)
    fold.extend(event.to_event() for event in found.events)
    if fold.stopped is not None:
        stop = fold.stopped
        raise NotWhole(found.place, (Doubt("fold/stops", stop.seq, {"code": stop.why.code}),))
    return fold


def _sent_before(
    found: Match, fold: Fold, entry: Entry, asked: Envelope[Command]
) -> Recorded | None:
    """Return what became of this command if it was recorded already. Raises SameId."""
    match = found.header.match
    event = sent_as(found, asked.id)
    if event is None:
        return None
    if not _is_same(event, entry, asked, found.header):
        raise SameId(match, asked.id, event.seq)
    return Recorded(Receipt(match, event.seq, event.link), event, fold.steps[event.seq - 1])


def sent_as(found: Match, id: str) -> Envelope[Command] | None:
    """Return the event that has a command's id; none has the id ""."""
    return next((event for event in found.events if event.id == id), None) if id else None


def _is_same(
    event: Envelope[Command], entry: Entry, asked: Envelope[Command], header: Header[Any]
) -> bool:
    """Tell whether an event is what became of a command: all is the same that its sender said.

    Chance is said by the sender on paper, and drawn by the service in digital matches.
    """
    drawn = header.source == "digital" and not asked.chance
    said = msgspec.structs.replace(
        asked,
        seq=event.seq,
        at=event.at if entry.at is None else asked.at,
        chance=event.chance if drawn else asked.chance,
        fingerprint=event.fingerprint,
        link=event.link,
    )
    return said == event


def board_of(shown: "Shown", id: str) -> Fold:
    """Return the fold at which a command is read: before its event, if it is recorded already."""
    event = sent_as(shown.match, id)
    return shown.fold if event is None else shown.fold.branch(event.seq - 1)


def _settle(store: MatchStore, match: str, entry: Entry, asked: Envelope[Command]) -> Recorded:
    """Others were quicker: the command itself through another way, or somebody else's."""
    found = stored(store, match)
    before = _sent_before(found, _folded(found), entry, asked)
    if before is None:
        raise Overtaken(found, asked.seq - 1, store.medium.place)
    return before


def _stored_nevertheless(
    store: MatchStore, match: str, entry: Entry, asked: Envelope[Command]
) -> Recorded | None:
    """The answer to a command was lost: was it stored? Its id tells, never the error alone."""
    try:
        found = stored(store, match)
    except StoreError:
        return None
    return _sent_before(found, _folded(found), entry, asked)


def _play(
    store: MatchStore, header: Header[Any], fold: Fold, asked: Envelope[Command]
) -> tuple[Envelope[Command], Step]:
    """Fold the next event, with the chance that it draws. Raises Refused."""
    event = asked.to_event()
    too_soon = _live(fold, event) if header.source == "digital" else None
    step, refusal = (None, too_soon) if too_soon else _try(fold, event, _seed(store, header))
    if step is None or refusal is not None:
        why = refusal or impossible("fold/stopped", M10)
        keep(store, header.match, _attempt(asked, why))
        raise Refused(header.match, why)
    drawn = tuple(fold.table.chance.used)
    return msgspec.structs.replace(asked, chance=drawn, fingerprint=step.fingerprint), step


def _live(fold: Fold, event: Event) -> Refusal | None:
    """What live play does not allow: showing cards that the service knows, going on before others
    have passed. A guess at a hidden card would tell whether it was right.
    """
    if event.reveals:
        return impossible("reveal/by-service", M11)
    window: Window | None = fold.board.slots[WINDOW]
    kind = type(event.command)
    waits = kind not in AT_ANY_TIME and kind not in ENDINGS and kind not in fold.game.meanwhile
    if window is not None and isinstance(event.by, int) and event.by != window.seat and waits:
        return impossible("window/open", M12, asked=window.seat)
    return None


def _try(fold: Fold, event: Event, seed: bytes | None) -> tuple[Step | None, Refusal | None]:
    if seed is not None and event.chance:
        return None, impossible("chance/drawn-by-service", M10)
    fold.seed = seed
    step = fold.add(event)
    if step is None:
        return None, None if fold.stopped is None else fold.stopped.why
    left = fold.table.chance.left
    return step, impossible("chance/left-over", M10, left=left) if left else step.left_out


def _attempt(asked: Envelope[Command], why: Refusal) -> Attempt:
    return Attempt(
        expected=asked.seq - 1,
        by=asked.by,
        command=msgspec.to_builtins(asked.command),
        code=why.code,
        rules=tuple(rule.id for rule in why.because),
        id=asked.id,
        entered_by=asked.entered_by,
        at=asked.at,
    )


def _seed(store: MatchStore, header: Header[Any]) -> bytes | None:
    """Return the secret seed that a header commits to, None where it commits to none."""
    if not header.commitment:
        return None
    for one in kept(store, header.match):
        if isinstance(one, Secret):
            return bytes.fromhex(one.seed)
    return None


def secret_of(store: MatchStore, match: str) -> bytes | None:
    """Return the secret seed of a match that is over, None if it has none here. Raises NotOver."""
    found = stored(store, match)
    if _folded(found).result is None:
        raise NotOver(f"Match {match!r} goes on: its seed is given out when it is over.")
    return _seed(store, found.header)


def attempts(store: MatchStore, match: str) -> list[Attempt]:
    """Return the refused commands of a match, in the order they were kept. Raises NoSuchMatch."""
    return [one for one in kept(store, match) if isinstance(one, Attempt)]


class Shown(msgspec.Struct, frozen=True):
    """A match of a store: its record, its fold, the receipt of its last event, what was refused."""

    match: Match
    fold: Fold
    receipt: Receipt
    attempts: tuple[Attempt, ...]


def show(store: MatchStore, match: str) -> Shown:
    """Return a match as it now is. Raises NoSuchMatch, BrokenStore and NotWhole."""
    found = stored(store, match)
    return Shown(found, _folded(found), receipt_of(found), tuple(attempts(store, match)))


class Listed(msgspec.Struct, frozen=True):
    """One line of a list of matches; without `header` and receipt it cannot be read."""

    match: str
    receipt: Receipt | None = None
    header: Header[Any] | None = None


def list_matches(store: MatchStore) -> Iterator[Listed]:
    """Yield every match of a store, the oldest first, then those that are gone; none hides another."""
    for match in [*store.matches(), *store.missing()]:
        try:
            found = stored(store, match)
        except (BadFile, BrokenStore):
            yield Listed(match)
        else:
            yield Listed(match, receipt_of(found), found.header)


def export(found: Match, *, sealed: bool = False) -> Iterator[bytes]:
    """Yield a match as a file has it: line by line, or `sealed` as one record.

    Raises BadLine for a match that could not be read to its end, NotWhole for one that was changed.
    """
    if found.trouble is not None:
        raise found.trouble
    if doubts := untouched(found):
        raise NotWhole(found.place, doubts)
    if sealed:
        yield dumps(found.header, found.events, found.seal)
    else:
        yield from write(found.header, found.events)


def seal(found: Match, key: str) -> tuple[Match, bytes]:
    """Return a match sealed by a key of one's own, and the bytes of its sealed record.

    Raises BadLine and NotWhole for a match that is not whole; NotThere, BadFile and NoSigning.
    """
    if found.trouble is not None:
        raise found.trouble
    if doubts := verify(found).doubts:
        raise NotWhole(found.place, doubts)
    events = list(linked(found.header, found.events))
    its = sign(private(key), found.header, events)
    sealed = msgspec.structs.replace(found, events=events, seal=its)
    return sealed, dumps(found.header, events, its)


def receipt_of(found: Match) -> Receipt:
    """Return the receipt of a match's last event, as far as it could be read."""
    head = head_of(found.header, found.events)
    return Receipt(found.header.match, len(found.events), head)
