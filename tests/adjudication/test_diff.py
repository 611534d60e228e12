"""Two readings of a log: the walk that forks and joins gives what folding both sides whole gives."""

import pytest

from dm_events.adjudication import diff as module
from dm_events.adjudication.diff import Diff, brute_diff, diff
from dm_events.kernel.chance import Stream
from dm_events.kernel.commands import GiveRuling, Rewind
from dm_events.kernel.fold import Fold, Treatment
from dm_events.kernel.words import Event
from tests.laws.duels import GAME, Played, played

TREATMENTS = (
    "counterfactual",
    pytest.param("strict", marks=pytest.mark.slow),
    pytest.param("as-played", marks=pytest.mark.slow),
)
Answers = dict[str, str]


def other_answers(seed: int) -> Answers:
    """Return an answer to each question, drawn anew."""
    pick = Stream(b"diff/%d" % seed).below
    return {one.id: one.answers[pick(len(one.answers))] for one in GAME.questions.values()}


def with_officials(duel: Played, seed: int) -> list[Event]:
    """Return the duel's events with a ruling and a rewind among them; what follows plays on."""
    pick = Stream(b"officials/%d" % seed).below
    events: list[Event] = []
    at = 5 + pick(max(1, len(duel.events) - 10))
    back = at - 1 - pick(4)
    for event in duel.events:
        if len(events) == at:
            question = list(GAME.questions.values())[pick(len(GAME.questions))]
            answer = question.answers[pick(len(question.answers))]
            events += (
                Event(at + 1, "official", GiveRuling(question.id, answer)),
                Event(at + 2, "official", Rewind(back)),
            )
        events.append(Event(len(events) + 1, event.by, event.command, event.chance))
    return events


def folded(duel: Played, events: list[Event], answers: Answers, treatment: Treatment) -> Fold:
    board = GAME.open(duel.opening)
    return Fold(GAME, board, answers, treatment=treatment).extend(events)


def check(duel: Played, events: list[Event], b: Answers, treatment: Treatment) -> Diff:
    found = diff(GAME, duel.opening, events, duel.answers, b, treatment=treatment)
    one = folded(duel, events, duel.answers, treatment)
    other = folded(duel, events, b, treatment)
    expected = brute_diff(one, other, len(events))
    assert tuple((part.first, part.joined) for part in found.partings) == expected
    mine = found.b.fold
    assert mine.board.slots == other.board.slots
    assert [step.happenings for step in mine.steps] == [step.happenings for step in other.steps]
    assert (mine.stopped, mine.result) == (other.stopped, other.result)
    assert (found.a.fold.stopped, found.a.fold.result) == (one.stopped, one.result)
    for part in found.partings:
        assert part.because, part
    return found


@pytest.mark.parametrize("treatment", TREATMENTS)
@pytest.mark.parametrize("duels", [24, pytest.param(110, marks=pytest.mark.slow)])
def test_the_walk_is_the_brute_diff(treatment: Treatment, duels: int) -> None:
    parted = joined = 0
    for seed in range(duels):
        duel = played(seed)
        found = check(duel, list(duel.events), other_answers(seed), treatment)
        parted += bool(found.partings)
        joined += any(part.joined is not None for part in found.partings)
    assert parted > 0.36 * duels
    assert joined > 0.09 * duels


@pytest.mark.parametrize("treatment", TREATMENTS)
@pytest.mark.parametrize("duels", [12, pytest.param(40, marks=pytest.mark.slow)])
def test_also_across_rulings_and_rewinds(treatment: Treatment, duels: int) -> None:
    for seed in range(duels):
        duel = played(seed)
        check(duel, with_officials(duel, seed), other_answers(seed), treatment)


def test_equal_readings_do_not_part() -> None:
    duel = played(1)
    found = diff(GAME, duel.opening, list(duel.events), duel.answers, dict(duel.answers))
    assert (found.differing, found.partings) == ((), ())
    assert found.same
    assert found.a.ending == found.b.ending


def after_first(duel: Played, answers: Answers, first: int) -> tuple[object, object]:
    """Return what event `first` did, and the board after it, under some answers."""
    fold = folded(duel, list(duel.events[:first]), answers, "counterfactual")
    return fold.board.slots, (fold.steps[-1].left_out, len(fold.steps))


def test_the_smallest_set_of_answers_is_named() -> None:
    """With every answer different, those named give B's outcome of the event, and no fewer do."""
    for seed in range(20):
        duel = played(seed)
        b = {
            one.id: next(answer for answer in one.answers if answer != duel.answers[one.id])
            for one in GAME.questions.values()
        }
        found = diff(GAME, duel.opening, list(duel.events), duel.answers, b)
        first = found.partings[0]
        changed = duel.answers | {question: b[question] for question in first.because}
        outcome = after_first(duel, b, first.first)
        assert after_first(duel, changed, first.first) == outcome
        for question in first.because:
            fewer = changed | {question: duel.answers[question]}
            assert after_first(duel, fewer, first.first) != outcome


def test_a_ruling_overrides_both_sides_unless_told_otherwise() -> None:
    parted = []
    for seed in range(4):
        duel = played(seed)
        b = duel.answers | {"C01": "yes"}
        a = duel.answers | {"C01": "no"}
        ruling = Event(1, "official", GiveRuling("C01", "no"))
        rest = (Event(one.seq + 1, one.by, one.command, one.chance) for one in duel.events)
        events = [ruling, *rest]
        assert diff(GAME, duel.opening, events, a, b).same
        parted.append(not diff(GAME, duel.opening, events, a, b, heed_rulings=False).same)
    assert any(parted)


# A planted fault in this law's territory is caught.


def caught() -> None:
    with pytest.raises((AssertionError, IndexError, KeyError, ValueError, StopIteration)):
        check_some(30)


def check_some(duels: int) -> None:
    for seed in range(duels):
        duel = played(seed)
        check(duel, with_officials(duel, seed), other_answers(seed), "counterfactual")


def test_a_walk_that_joins_too_early_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    compare = module._Walk._compare

    def forgetful(walk: module._Walk, *steps: object) -> None:
        compare(walk, *steps)  # type: ignore[arg-type]
        walk.apart.clear()

    monkeypatch.setattr(module._Walk, "_compare", forgetful)
    caught()


def test_a_walk_that_forgets_the_way_back_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """B's own past is lost when it forks again: a rewind into it goes to A's board instead."""

    def fork(walk: module._Walk, step: int) -> Fold:
        a = walk.a
        walk.b = a.beside(step, walk.b_answers, a.timeline.branch(step))
        walk.apart = {}
        return walk.b

    monkeypatch.setattr(module._Walk, "_fork", fork)
    caught()


def test_a_walk_that_never_forks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module._Walk, "_may_differ", lambda _walk, _step: False)
    caught()
