"""Is a log what it was? Links, fingerprints, chance, pins; and what could not be checked."""

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec

from dm_events.kernel.fold import Fold
from dm_events.kernel.ruleset import Ruleset
from dm_events.notation.jsonl import Log
from dm_events.notation.links import head_of, torn
from dm_events.notation.record import Header

DOUBTS = {
    "log/broken": "the log cannot be read on: {why}",
    "link/torn": "the link of event {seq} does not fit: it, or the link before, was changed",
    "id/twice": "event {seq} has the command id {id}, which is that of event {first}",
    "fold/stops": "the fold stops at event {seq}: {code}",
    "fingerprint/differs": "after event {seq} the board is another than recorded "
                           "({recorded} recorded, {folded} folded)",
    "chance/left-over": "event {seq} records {left} random outcomes that nothing asked for",
    "chance/not-of-seed": "the chance of event {seq} is not what the secret seed gives",
    "secret/missing": "the secret seed that the header commits to is not in the store: the match cannot be begun; begin another under another id",
    "secret/not-committed": "the secret seed is not the one that the header commits to",
    "head/differs": "event {seq} is not the one that the receipt names",
    "seal/missing": "the record carries no seal",
    "seal/broken": "the seal of key {key} is not one of this record: it was changed since",
    "seal/other-key": "the record was sealed by another key than was asked for: {key}",
    "head/missing": "the log ends at event {seq}, the receipt names event {named}",
}  # fmt: skip
"""What may be wrong, by code, as a sentence."""

GAPS = {
    "links": "{number} events have no link",
    "fingerprints": "{number} events have no fingerprint",
    "cards": "{number} cards are not pinned",
    "answers": "{number} answers are not recorded: the defaults were taken",
    "tail": "without a receipt nothing shows that no event is missing at the end",
    "key": "the seal fits the record, but without --key nothing shows whose it is",
    "seal": "the seal, because the package cryptography is missing (dm-events[sign])",
    "seed": "without the secret seed nothing shows that the chance is what it gives",
}
"""What may go unchecked, by code, as a sentence."""


class Doubt(msgspec.Struct, frozen=True):
    """Something that is not as it should be, at event `seq` (0: the header)."""

    code: str
    seq: int
    args: dict[str, Any] = {}

    def __str__(self) -> str:
        """Return the sentence."""
        return DOUBTS[self.code].format(seq=self.seq, **self.args)


class Gap(msgspec.Struct, frozen=True):
    """Something that was not checked because the log, or the caller, leaves it out."""

    code: str
    number: int = 0

    def __str__(self) -> str:
        """Return the sentence."""
        return GAPS[self.code].format(number=self.number)


class Verified(msgspec.Struct, frozen=True):
    """What a check found. `head` is the link of the last event that was read."""

    match: str
    events: int
    head: str
    doubts: tuple[Doubt, ...]
    unchecked: tuple[Gap, ...]


def verify(
    log: Log,
    game: Ruleset,
    *,
    receipt: tuple[int, str] | None = None,
    secret: bytes | None = None,
) -> Verified:
    """Check a log against itself, and against a receipt (seq and head) and a seed if given.

    The fold takes the answers and the treatment of the header.
    """
    header, events, trouble = log
    fold = fold_of(header, game)
    doubts = [Doubt("link/torn", seq) for seq in torn(header, events)]
    doubts += _ids(log)
    doubts += _folded(log, fold)
    if receipt is not None:
        doubts += against_receipt(log, *receipt)
    if secret is not None:
        doubts += _against_seed(header, fold, secret)
    if trouble is not None:
        doubts.append(Doubt("log/broken", len(events) + 1, {"why": str(trouble)}))
    doubts.sort(key=lambda doubt: doubt.seq)
    gaps = _gaps(log, game, receipt=receipt is not None, secret=secret is not None)
    return Verified(header.match, len(events), head_of(header, events), tuple(doubts), tuple(gaps))


def fold_of(header: Header[Any], game: Ruleset) -> Fold:
    """Return the fold that a log records, before any event, with fingerprints."""
    answers = game.defaults | header.answers
    board = game.open(header.opening)
    return Fold(game, board, answers, treatment=header.treatment, fingerprints=True)


def _ids(log: Log) -> Iterator[Doubt]:
    """A command's id is its own for the life of the log."""
    first: dict[str, int] = {}
    for event in log.events:
        if event.id and first.setdefault(event.id, event.seq) != event.seq:
            yield Doubt("id/twice", event.seq, {"id": event.id, "first": first[event.id]})


def _folded(log: Log, fold: Fold) -> Iterator[Doubt]:
    """Fold, and compare until the first board that differs: those after it differ with it."""
    differs = False
    for event in log.events:
        step = fold.add(event.to_event())
        if step is None:
            why = fold.stopped.why.code if fold.stopped else ""
            yield Doubt("fold/stops", event.seq, {"code": why})
            return
        left = fold.table.chance.left
        if left and step.left_out is None:
            yield Doubt("chance/left-over", event.seq, {"left": left})
        if not differs and event.fingerprint not in ("", step.fingerprint):
            differs = True
            yield Doubt("fingerprint/differs", event.seq,
                        {"recorded": event.fingerprint, "folded": step.fingerprint})  # fmt: skip


def against_receipt(log: Log, seq: int, head: str) -> Iterator[Doubt]:
    """Yield what a receipt, of event `seq` with the link `head`, shows to be otherwise."""
    header, events, _ = log
    if seq > len(events):
        yield Doubt("head/missing", len(events), {"named": seq})
    elif head_of(header, events[:seq]) != head:
        yield Doubt("head/differs", seq)


def _against_seed(header: Header[Any], fold: Fold, secret: bytes) -> Iterator[Doubt]:
    """Draw again what each step of a fold drew, with the seed instead of the record."""
    if hashlib.sha256(secret).hexdigest() != header.commitment:
        yield Doubt("secret/not-committed", 0)
        return
    for number, step in enumerate(fold.steps):
        if step.event.chance:
            again = fold.branch(number)
            again.seed = secret
            again.add(msgspec.structs.replace(step.event, chance=()))
            if tuple(again.table.chance.used) != step.event.chance:
                yield Doubt("chance/not-of-seed", step.event.seq)


def _gaps(log: Log, game: Ruleset, *, receipt: bool, secret: bool) -> Iterator[Gap]:
    header, events, _ = log
    named = {*game.cards_of(header.opening)}
    named.update(face for event in events for face in event.reveals.values())
    for code, number in (
        ("links", sum(not event.link for event in events)),
        ("fingerprints", sum(not event.fingerprint for event in events)),
        ("cards", len(named - header.cards.keys())),
        ("answers", len(game.questions.keys() - header.answers.keys())),
    ):
        if number:
            yield Gap(code, number)
    if not receipt:
        yield Gap("tail")
    if header.commitment and not secret:
        yield Gap("seed")
