"""A creature that could answer is asked, and one that could not is not: chances follow the checks."""

from itertools import product
from typing import Any

import pytest

from dm_events.kernel.chain import OpenWindow, Window
from dm_events.kernel.fold import Fold
from dm_events.kernel.layout import WINDOW
from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.board import HAND, PLAYER, TURN, Affliction, Player, Turn
from dm_events.rulesets.dino_master.commanded import could_answer
from dm_events.rulesets.dino_master.priority import NORMAL
from dm_events.rulesets.dino_master.uses import may_use
from dm_events.service.catalogue import game

DINO = game("dino-master")
CARD = CardId("0:1")
NOBODY_CASTS = 99
"""DP of the cheapest action card: more than anybody has, so that only creatures matter."""
OTHERWISE = [{}, {"C87": "community"}, {"C128": "every-ability"}, {"C129": "like-skills"},
             {"C120": "per-creature"}]  # fmt: skip
STATES = (None, "sleep", "confusion", "daze", "poison", "frenzy", "panic")
DONE: tuple[dict[str, Any], ...] = (
    {}, {"attacked": True}, {"skilled": True}, {"used": (0,)}, {"used": (0,), "skilled": True},
    {"used": (0,), "skilled": True, "attacked": True}, {"used": (7,)},
)  # fmt: skip
"""What it was told before this turn: 7 is no ability of it, so that its own is left."""
COMMANDS = {
    "an injury, which may be made in the opponent's turn": ["0 uses skill of Hybodus on Minmi"],
    "a skill that makes no state": ["0 uses skill of Muraenosaurus on Minmi"],
    "an effect": ["0 uses effect of Utahraptor on Minmi discarding Diplodocus"],
    "two skills": [f"0 uses skill {number} of Tuarangisaurus on Minmi" for number in (1, 2)],
}


def test_the_abilities_are_those_that_are_meant() -> None:
    faces = [fold_of(texts, {}).board.face(CARD) for texts in COMMANDS.values()]  # type: ignore[attr-defined]
    assert [bool(face.stating) for face in faces] == [True, False, False, False]
    assert [[number for number, _ in face.answers] for face in faces] == [[0], [0], [0], [0, 1]]


def fold_of(texts: list[str], answers: dict[str, str]) -> Fold:
    card = texts[0].split(" of ")[1].split(" on ")[0]
    found = {"phase": "main 1", "seat0": {"attack": [card], "hand": ["Diplodocus"]},
             "seat1": {"attack": ["Minmi"]}}  # fmt: skip
    return Fold(DINO, DINO.open(DINO.position(found)), DINO.defaults | answers)


@pytest.mark.parametrize("otherwise", OTHERWISE, ids=str)
@pytest.mark.parametrize("name", COMMANDS)
def test_who_could_answer_is_asked(name: str, otherwise: dict[str, str]) -> None:
    fold = fold_of(COMMANDS[name], otherwise)
    board, table = fold.board, fold.table
    commands: list[Any] = [DINO.parse(text, board)[1] for text in COMMANDS[name]]
    plain, table.seat = board.state(CARD), 0
    board.write(WINDOW, Window(0, NORMAL, "tried"))
    hand, asked = board.slots[HAND], set()
    for phase, owner, dp, held, waits, state, done in product(
        ("main 1", "battle", "main 2"), (0, 1), (1, 2, 3), ((), hand), (-1, 0), STATES, DONE
    ):
        board.write(TURN, Turn(5, owner, phase, acted=True))
        board.write(PLAYER, Player(2000, dp))
        board.write(HAND, held)
        told = done | {"waiting": waits, "afflictions": ()}
        if state is not None:
            told["afflictions"] = (Affliction(state, 2, 0),)
        board.set_state(CARD, plain)
        board.set_creature(CARD, **told)  # type: ignore[attr-defined]
        could = could_answer(table, OpenWindow(0, NORMAL, "tried"), NOBODY_CASTS)
        why = [[refusal.code for refusal in may_use(table, one)] for one in commands]
        assert could == ([] in why), (phase, owner, dp, held, told, why)
        asked.add(could)
    assert asked == {True, False}
