"""Two readings of one log: where they part, which answer did it, what followed, who wins.

A is folded along the log. B shares A's steps until a step consults a question that B answers otherwise;
there it is forked, and joined again as soon as all slots agree. A law says that this gives what
folding both sides whole gives.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from dm_events.kernel.fold import Fold, Stop, Treatment
from dm_events.kernel.layout import RESULT
from dm_events.kernel.rule import Refusal
from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.timeline import Step, Timeline
from dm_events.kernel.words import Event


class LeftOut(msgspec.Struct, frozen=True):
    """An event that one side did not carry out, and why."""

    event: Event
    why: Refusal


class Ending(msgspec.Struct, frozen=True):
    """How one side ended: the `result` and the event `at` which it came; without a result,
    undecided after event `at`. `stopped` says why that side could not go on to the log's end.
    """

    result: tuple[str, int] | None
    at: int
    stopped: Stop | None = None


class Parting(msgspec.Struct, frozen=True):
    """From event `first` on the sides differ; from step `joined` on they agree again, or never.

    `because` is the smallest set of differing answers that makes `first` part.
    """

    first: int
    joined: int | None
    because: tuple[str, ...]


class Side(msgspec.Struct, frozen=True):
    """One reading: its steps (shared ones are the same objects on both sides) and its ending."""

    fold: Fold
    left_out: tuple[LeftOut, ...]
    ending: Ending


class Diff(msgspec.Struct, frozen=True):
    """What two readings make of one log. `differing`: question, answer of A, answer of B."""

    differing: tuple[tuple[str, str, str], ...]
    partings: tuple[Parting, ...]
    a: Side
    b: Side

    @property
    def same(self) -> bool:
        """Whether the readings never part on this log."""
        return not self.partings


def same_step(one: Step | None, other: Step | None) -> bool:
    """Whether an event was carried out, found fault with, or left out alike on both sides.

    What was told may differ (a reset of 8 DP to 8): that parts nobody.
    """
    if one is None or other is None:
        return one is other
    return one.findings == other.findings and one.left_out == other.left_out


class _Walk:
    """The walk along the log, with B forked off A's steps and joined to them again."""

    def __init__(self, a: Fold, b_answers: Mapping[str, str], differing: Sequence[str]) -> None:
        self.a = a
        self.b_answers = dict(b_answers)
        self.differing = differing
        self.b_line: Timeline = a.timeline.branch(0)
        self.b: Fold | None = None
        self.apart: dict[int, None] = {}
        self.partings: list[Parting] = []
        self.open: tuple[int, tuple[str, ...]] | None = None

    def take(self, number: int, event: Event) -> None:
        """Go over event `number`: A has folded it (or stopped), B follows or shares."""
        done = self.a.steps
        step = done[number - 1] if number <= len(done) else None
        if self.b is None and not self._may_differ(step):
            return
        b = self.b or self._fork(number - 1)
        mine = None if b.stopped else b.add(event)
        self._compare(step, mine)
        alike = same_step(step, mine) and a_stop(self.a, step) == a_stop(b, mine)
        if self.open is None and (self.apart or not alike):
            self.open = (number, self._cause(number, event, step, mine))
        if not self.apart and step is not None and mine is not None:
            self._join(number)

    def _may_differ(self, step: Step | None) -> bool:
        """Whether B may do otherwise: a question was asked, A stopped, or the way back leads to
        where the sides differed.
        """
        if step is None or any(question in self.differing for question in step.consulted):
            return True
        return self._parting_at(step.back_to) is not None

    def _parting_at(self, step: int | None) -> Parting | None:
        """The parting in which the sides' boards differed after a step."""
        if step is None:
            return None
        return next(
            (part for part in self.partings
             if part.first <= step and (part.joined is None or step < part.joined)),
            None,
        )  # fmt: skip

    def _fork(self, step: int) -> Fold:
        """Return B at `step`, where both sides agree, with B's own past."""
        a = self.a
        self.b_line.follow(a.timeline, step)
        self.b = a.beside(step, self.b_answers, self.b_line)
        self.apart = {}
        return self.b

    def _join(self, number: int) -> None:
        if self.open is not None:
            self.partings.append(Parting(self.open[0], number, self.open[1]))
        self.open = self.b = None

    def _compare(self, step: Step | None, mine: Step | None) -> None:
        """Follow which slots differ now: only those that this event touched can have changed."""
        ours = self.a.board.slots
        theirs = self.b.board.slots if self.b is not None else ours
        for done in (step, mine):
            for slot in done.replaced if done is not None else ():
                if ours[slot] == theirs[slot]:
                    self.apart.pop(slot, None)
                else:
                    self.apart[slot] = None

    def _cause(self, number: int, event: Event, step: Step | None, mine: Step | None
               ) -> tuple[str, ...]:  # fmt: skip
        """The smallest set of differing answers that gives B's outcome on A's board."""
        asked = dict.fromkeys(step.consulted if step is not None else self.a.table.consulted)
        if self.b is not None:
            asked |= dict.fromkeys(mine.consulted if mine is not None else self.b.table.consulted)
        questions = [question for question in asked if question in self.differing]
        past = self._parting_at(None if step is None else step.back_to)
        if past is not None and not questions:
            return past.because
        for size in range(1, len(questions)):
            for some in combinations(questions, size):
                if self._gives(number, event, some, mine):
                    return some
        return tuple(questions)

    def _gives(self, number: int, event: Event, some: tuple[str, ...], mine: Step | None) -> bool:
        answers = self.a.own_answers | {question: self.b_answers[question] for question in some}
        trial = self.a.branch(number - 1, answers)
        step = trial.add(event)
        return same_step(step, mine) and self.b is not None and (
            trial.board.slots == self.b.board.slots
        )  # fmt: skip

    def finish(self) -> Fold:
        """Return B's whole fold."""
        if self.open is not None:
            self.partings.append(Parting(self.open[0], None, self.open[1]))
        return self.b or self._fork(len(self.a.steps))


def a_stop(fold: Fold, step: Step | None) -> Stop | None:
    """Why a fold stopped, where it did not fold the event."""
    return fold.stopped if step is None else None


def side(fold: Fold) -> Side:
    """Sum up one reading."""
    left_out = [LeftOut(step.event, step.left_out) for step in fold.steps if step.left_out]
    return Side(fold, tuple(left_out), Ending(fold.result, decided_at(fold), fold.stopped))


def decided_at(fold: Fold) -> int:
    """The event that brought the result which still stands; the last one, where there is none."""
    last = len(fold.steps)
    if fold.result is None:
        return last
    return next(
        number for number in range(last, 0, -1)
        if RESULT in fold.steps[number - 1].replaced
    )  # fmt: skip


def diff(  # noqa: PLR0913 - each is a fact of the comparison
    game: Ruleset,
    opening: object,
    events: Sequence[Event],
    a: Mapping[str, str],
    b: Mapping[str, str],
    *,
    treatment: Treatment = "counterfactual",
    seed: bytes | None = None,
    heed_rulings: bool = True,
) -> Diff:
    """Compare what two sets of answers (one for each question) make of one log."""
    one = Fold(game, game.open(opening), dict(a), treatment=treatment, seed=seed,
               heed_rulings=heed_rulings)  # fmt: skip
    differing = [question for question in game.questions if a[question] != b[question]]
    walk = _Walk(one, b, differing)
    for number, event in enumerate(events, 1):
        if one.stopped is None:
            one.add(event)
        walk.take(number, event)
    other = walk.finish()
    return Diff(
        tuple((question, a[question], b[question]) for question in differing),
        tuple(walk.partings), side(one), side(other),
    )  # fmt: skip


def brute_diff(one: Fold, other: Fold, events: int) -> tuple[tuple[int, int | None], ...]:
    """The partings of two whole folds, found by comparing every step: the law's yardstick."""
    found: list[tuple[int, int | None]] = []
    first: int | None = None
    for number in range(1, events + 1):
        mine, theirs = step_of(one, number), step_of(other, number)
        alike = same_step(mine, theirs) and a_stop(one, mine) == a_stop(other, theirs)
        agree = slots_after(one, number) == slots_after(other, number)
        if first is None and not (alike and agree):
            first = number
        if first is not None and agree and mine is not None and theirs is not None:
            found.append((first, number))
            first = None
    if first is not None:
        found.append((first, None))
    return tuple(found)


def step_of(fold: Fold, number: int) -> Step | None:
    """The step of an event, None after the fold stopped."""
    return fold.steps[number - 1] if number <= len(fold.steps) else None


def slots_after(fold: Fold, number: int) -> list[Any]:
    """The slots after an event, or where the fold stopped before it."""
    return fold.timeline.slots_at(min(number, len(fold.steps)))
