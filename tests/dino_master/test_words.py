"""The text of commands and happenings: what is read is said again, and a happening is told in full."""

from typing import Any

import pytest

from dm_events.kernel.words import CardId, Happening
from dm_events.rulesets.dino_master.attack_order import AttackOrdered
from dm_events.rulesets.dino_master.changes import StatsChanged
from dm_events.rulesets.dino_master.durations import ChangeEnded
from dm_events.rulesets.dino_master.flock_board import FlockFormed, FlockSplit
from dm_events.rulesets.dino_master.setup import CardsShuffled
from dm_events.service.catalogue import game

DINO = game("dino-master")
HYBO, MINMI, OTHER = CardId("0:1"), CardId("0:2"), CardId("1:1")


def board() -> Any:
    own = {
        "attack": ["Hybodus", "Minmi"], "defence": ["Tuarangisaurus", "Utahraptor"],
        "hand": ["Carnotaurus", "Alkaloid Toxic", "Acid Rain", "Tupuxuara"],
        "master": "Master Chris",
    }  # fmt: skip
    return DINO.open(
        DINO.position(
            {"phase": "main 1", "seat0": own, "seat1": {"attack": ["Hybodus", "Hybodus"]}}
        )
    )


@pytest.mark.parametrize(
    "text",
    [
        "0 summons Carnotaurus to attack", "0 summons Carnotaurus to red zone",
        "0 casts Acid Rain on Hybodus#2", "0 casts Alkaloid Toxic for bipedal",
        "0 casts Acid Rain", "0 uses skill of Hybodus on Hybodus#1",
        "0 uses skill 2 of Tuarangisaurus on Hybodus#1",
        "0 uses effect of Utahraptor on Minmi discarding Carnotaurus",
        "0 uses skill of Tupuxuara discarding Tupuxuara",
        "0 uses master skill removing Carnotaurus",
        "0 uses master skill 2 removing Carnotaurus",
        "0 uses master skill removing Carnotaurus, Acid Rain",  # two are given up for the second only
        "0 attacks: Hybodus -> Hybodus#2, Minmi +at vs df -> Master",
        "0 flocks Hybodus with Minmi, Utahraptor", "0 splits flock of Hybodus", "0 moves Minmi",
        "0 enters battle", "0 ends turn", "0 draws extra, removing Acid Rain", "0 draws for DP",
        "1 passes", "0 picks nothing", "0 picks attack", "1 concedes",
        "official records agreed draw", "official calls time, seat 1 wins",
        "official calls time, nobody wins", "official (head judge) rules C01 = yes",
        'official rules C01 = yes because "it says so"', "official rewinds to 3",
        'official rewinds to 3 because "a card too many"', 'official notes "a \\"word\\""',
        "service starts", "service starts, seat 1 agreed to begin",
        "service starts, seat 0 lost the last game",
        "service starts, seat 0 agreed to begin, seat 1 lost the last game",
    ],
)  # fmt: skip
def test_what_is_read_is_said_again(text: str) -> None:
    there = board()
    assert DINO.say(*DINO.parse(text, there), there) == text


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (StatsChanged(HYBO, -200, 0, "turn"), "Hybodus -200 0 turn"),
        (ChangeEnded(HYBO, "turn"), "Hybodus turn"),
        (AttackOrdered(HYBO, OTHER), "Hybodus Hybodus"),
        (AttackOrdered(HYBO, OTHER, "at", True), "Hybodus Hybodus at against df"),
        (AttackOrdered(HYBO, CardId("1:0")), "Hybodus seat1"),
        (FlockFormed(HYBO, 1300, 500, 300, (MINMI,), ("move",)), "Hybodus 1300 500 300 Minmi"),
        (FlockSplit(HYBO, False), "Hybodus"),
        (FlockSplit(HYBO, True), "Hybodus back"),
        (CardsShuffled(0, (HYBO, MINMI)), "0"),
    ],
)
def test_a_happening_is_told_without_what_is_empty_and_what_nobody_sees(
    told: Happening, words: str
) -> None:
    assert " ".join(DINO.show(told, board())) == f"{type(told).__name__} {words}"
