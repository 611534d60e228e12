"""Who acts and what officials do, on events that no case writes: M01, M06, M07."""

import pytest

from dm_events.kernel.commands import CallTime, Concede, GiveRuling, Rewind
from dm_events.kernel.fold import Fold
from dm_events.kernel.rule import Refusal
from dm_events.kernel.words import Command, Event
from tests.laws.duels import GAME, played


def fold_of(*, heed_rulings: bool = True) -> Fold:
    board = GAME.open(played(0).opening)
    return Fold(GAME, board, GAME.defaults, heed_rulings=heed_rulings)


def refused(command: Command, *, seq: int = 1, by: int | str = "official") -> Refusal:
    fold = fold_of()
    assert fold.add(Event(seq, by, command)) is None
    assert fold.stopped is not None
    return fold.stopped.why


@pytest.mark.parametrize("step", [-1, 1, 800])
def test_an_event_with_a_wrong_number_goes_nowhere(step: int) -> None:
    why = refused(Rewind(step), seq=900)
    assert (why.code, why.args) == ("rewind/no-such-step", {"step": step, "last": 0})


@pytest.mark.parametrize("seat", [-1, 2])
def test_nobody_wins_who_does_not_sit_at_the_table(seat: int) -> None:
    why = refused(CallTime(seat))
    assert (why.code, why.args) == ("seat/unknown", {"seat": seat})


@pytest.mark.parametrize("seat", [-1, 2])
def test_nobody_acts_who_does_not_sit_at_the_table(seat: int) -> None:
    why = refused(Concede(), by=seat)
    assert (why.code, why.args) == ("seat/unknown", {"seat": seat})


@pytest.mark.parametrize("heeds", [True, False])
def test_a_ruling_holds_from_there_on_for_who_heeds_it(heeds: bool) -> None:
    fold = fold_of(heed_rulings=heeds)
    fold.add(Event(1, "official", GiveRuling("C01", "yes")))
    own = GAME.defaults["C01"]
    assert own != "yes"
    assert fold.answers_at(fold.at(0))["C01"] == own
    assert fold.answers_at(fold.at(1))["C01"] == ("yes" if heeds else own)
    assert fold.answers["C01"] == ("yes" if heeds else own)
