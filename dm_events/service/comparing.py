"""One match under two interpretations, as a viewer may see it: what `dm diff` shows."""

import msgspec

from dm_events.adjudication.diff import Diff, Ending, Parting, Side, diff
from dm_events.kernel.fold import Fold, Treatment
from dm_events.kernel.rule import Question
from dm_events.kernel.sight import Viewer
from dm_events.kernel.timeline import Step
from dm_events.kernel.view import BoardView, StepView, step_view
from dm_events.notation.interpretation import Interpretation, answers_of
from dm_events.service.matches import Match, public_seed


class Differing(msgspec.Struct, frozen=True):
    """A question that the two interpretations answer otherwise."""

    question: Question
    a: str
    b: str


class HalfOfParting(msgspec.Struct, frozen=True):
    """One side of the event at which the readings part: what it did and the board after it.

    `step` is None where that side had stopped before; `only` are its happenings (positions in
    `step.happenings`) that the other side did not have.
    """

    step: StepView | None
    board: BoardView
    only: tuple[int, ...]


class Outcome(msgspec.Struct, frozen=True):
    """One reading as a whole: what it left out, and how it ended."""

    interpretation: str
    left_out: tuple[StepView, ...]
    ending: Ending


class Comparison(msgspec.Struct, frozen=True):
    """What two readings make of one match, as `viewer` may know it."""

    viewer: Viewer
    events: int
    treatment: Treatment
    differing: tuple[Differing, ...]
    partings: tuple[Parting, ...]
    before: BoardView | None
    parted: tuple[HalfOfParting, HalfOfParting] | None
    a: Outcome
    b: Outcome

    @property
    def same(self) -> bool:
        """Whether the readings never part on this match."""
        return not self.partings


def compare(
    match: Match,
    a: Interpretation,
    b: Interpretation,
    *,
    viewer: Viewer = "judge",
    treatment: Treatment = "counterfactual",
    heed_rulings: bool = True,
    hypothetical: bool = False,
) -> Comparison:
    """Fold a match under two interpretations and say where they part.

    `heed_rulings`: officials' rulings in the log override both. `hypothetical`: outcomes that the
    log does not hold are derived instead of stopping a side.
    """
    found = diff(
        match.game,
        match.header.opening,
        [event.to_event() for event in match.events],
        answers_of(match.game, a),
        answers_of(match.game, b),
        treatment=treatment,
        heed_rulings=heed_rulings,
        seed=public_seed(match.header) if hypothetical else None,
    )
    return Comparison(
        viewer, len(match.events), treatment,
        tuple(Differing(match.game.questions[q], one, other) for q, one, other in found.differing),
        found.partings,
        *_parting(found, viewer),
        _outcome(found.a, a.name, viewer),
        _outcome(found.b, b.name, viewer),
    )  # fmt: skip


def _parting(
    found: Diff, viewer: Viewer
) -> tuple[BoardView | None, tuple[HalfOfParting, HalfOfParting] | None]:
    """The board before the first parting, and both sides of it."""
    if not found.partings:
        return None, None
    seq = found.partings[0].first
    a, b = found.a.fold, found.b.fold
    before = min(seq - 1, len(a.steps), len(b.steps))
    one, other = _step_at(a, seq), _step_at(b, seq)
    halves = _half(a, one, other, viewer), _half(b, other, one, viewer)
    return a.view(viewer, before), halves


def _half(fold: Fold, step: Step | None, other: Step | None, viewer: Viewer) -> HalfOfParting:
    at = len(fold.steps) if step is None else step.event.seq
    board = fold.view(viewer, at)
    if step is None:
        return HalfOfParting(None, board, ())
    theirs = [] if other is None else list(other.happenings)
    only = []
    for number, happening in enumerate(step.happenings):
        if happening in theirs:
            theirs.remove(happening)
        else:
            only.append(number)
    return HalfOfParting(_seen(fold, step, viewer), board, tuple(only))


def _step_at(fold: Fold, seq: int) -> Step | None:
    return fold.steps[seq - 1] if seq <= len(fold.steps) else None


def _seen(fold: Fold, step: Step, viewer: Viewer) -> StepView:
    seq = step.event.seq
    before, after = fold.at(seq - 1), fold.at(seq)
    return step_view(fold.game, step, viewer, before, after, fold.answers_at(before))


def _outcome(side: Side, name: str, viewer: Viewer) -> Outcome:
    left_out = [
        _seen(side.fold, side.fold.steps[out.event.seq - 1], viewer) for out in side.left_out
    ]
    return Outcome(name, tuple(left_out), side.ending)
