"""Two readings of a log: the walk that forks and joins gives what folding both sides whole gives."""

from pathlib import Path

import pytest

from dm_events.adjudication import diff as module
from dm_events.adjudication.diff import Diff, brute_diff, diff
from dm_events.kernel.chance import Stream
from dm_events.kernel.commands import Choose, GiveRuling, Pass, Rewind
from dm_events.kernel.fold import Fold, Treatment
from dm_events.kernel.words import Event
from dm_events.service.matches import load
from tests.laws.duels import GAME, Played, played

SAMPLE = Path(__file__).parents[2] / "samples/dino-master/long-necks-against-armor.jsonl"

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


def test_a_pass_that_one_side_did_not_ask_for_stops_nothing() -> None:
    """Under B seat 0 has less DP and is not asked, so a choice of seat 1 stands open at its pass."""
    log = load(SAMPLE)
    events = [event.to_event() for event in log.events]
    a, opening = GAME.defaults | log.header.answers, log.header.opening
    b = a | {"C01": "yes"}
    found = diff(GAME, opening, events, a, b)
    assert [(one.event.seq, one.why.code) for one in found.b.left_out][:2] == [
        (10, "choice/pending"),
        (13, "dp/short"),
    ]
    assert isinstance(events[9].command, Pass)
    assert isinstance(events[10].command, Choose)  # answers the choice under both readings
    assert found.b.fold.steps[10].left_out is None
    stop = found.b.ending.stopped
    assert stop is not None
    assert not isinstance(events[stop.seq - 1].command, Pass)
    one, other = (
        Fold(GAME, GAME.open(opening), answers, treatment="counterfactual").extend(events)
        for answers in (a, b)
    )
    parted = tuple((part.first, part.joined) for part in found.partings)
    assert parted == brute_diff(one, other, len(events))


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
