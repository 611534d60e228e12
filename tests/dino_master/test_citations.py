"""Happenings cite the rules that they follow from and no others; what cases cannot say, they name."""

from typing import Any

import pytest

from dm_events.kernel.fold import Fold
from dm_events.kernel.words import CardId, Command, Event, Happening
from dm_events.rulesets.dino_master.attack_order import AttackOrder, OrderAttacks
from dm_events.rulesets.dino_master.battle import BattleEnded
from dm_events.rulesets.dino_master.dp import DpReset
from dm_events.rulesets.dino_master.durations import ChangeEnded
from dm_events.rulesets.dino_master.opening import Found, Position, SeatFound
from dm_events.rulesets.dino_master.phases import HandChecked
from dm_events.rulesets.dino_master.turn import EnterPhase
from dm_events.rulesets.dino_master.uses import AbilityUsed, UseAbility
from tests.laws.duels import GAME

HYBODUS = next(card.id for card in GAME.catalogue.values() if card.name["en"] == "Hybodus")
EIGHT = SeatFound(hand=("?",) * 8)
FIRST = (SeatFound(turns=1), SeatFound(turns=0))
LONE = SeatFound(attack=(Found(HYBODUS),))
RED = (SeatFound(turns=4, attack=(Found(HYBODUS, red=True),)), SeatFound())
ATTACK = OrderAttacks((AttackOrder(CardId("0:1"), CardId("1:0"), "at"),))
END = EnterPhase("end")


def cited(
    seats: tuple[SeatFound, SeatFound], answers: dict[str, str], kind: type[Happening],
    *commands: tuple[int, Command], turn: int = 5, phase: Any = "main 1",
) -> list[tuple[str, ...]]:  # fmt: skip
    """The rules that each happening of a kind cites."""
    opening = Position(seats, turn, phase=phase)
    fold = Fold(GAME, GAME.open(opening), GAME.defaults | answers)
    for seq, (by, command) in enumerate(commands, 1):
        assert fold.add(Event(seq, by, command)) is not None, fold.stopped
    told = [one for step in fold.steps for one in step.happenings if isinstance(one, kind)]
    return [tuple(rule.id for rule in one.because) for one in told]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("seats", "answers", "turn", "expected"),
    [
        ((SeatFound(), SeatFound()), {}, 5, [("R121", "R123")]),
        ((SeatFound(), SeatFound()), {"C02": "both"}, 5, [("R121", "R123"), ("R123",)]),
        (FIRST, {}, 1, []),
        (FIRST, {"C01": "yes"}, 1, [("R123",)]),
        (FIRST, {"C01": "yes", "C02": "both"}, 1, [("R123",), ("R123",)]),
    ],
)
def test_dp_resets(seats: Any, answers: Any, turn: int, expected: Any) -> None:
    assert cited(seats, answers, DpReset, (0, END), turn=turn) == expected


def test_a_hand_of_six_is_asked_by_one_rule() -> None:
    seats, on = (EIGHT, SeatFound()), (0, EnterPhase("main 2"))
    assert cited(seats, {"C03": "six"}, HandChecked, on, phase="battle") == [("R150",)]
    assert cited(seats, {}, HandChecked, on, phase="battle") == [("R150", "R152", "R153")]


def test_the_end_of_a_battle() -> None:
    assert cited(RED, {}, ChangeEnded, (0, ATTACK), phase="battle") == [("R211",)]
    assert cited(RED, {}, BattleEnded, (0, ATTACK), phase="battle") == [("R169",)]


def test_a_skill_in_the_opponents_turn() -> None:
    mine, theirs = CardId("0:1"), CardId("1:1")
    skills = ((0, UseAbility(mine, 0, (theirs,))), (1, UseAbility(theirs, 0, (mine,))))
    assert cited((LONE, LONE), {}, AbilityUsed, *skills) == [("R041", "R141"), ("R041", "R300")]
