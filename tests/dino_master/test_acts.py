"""R286: in a main phase the opponent waits until the turn owner has played a card or given a command."""

import pytest

from dm_events.kernel.commands import Pass
from dm_events.kernel.fold import Fold
from dm_events.kernel.layout import WINDOW
from dm_events.kernel.words import Event
from dm_events.service.catalogue import game

DINO = game("dino-master")
OPPONENT = "1 uses skill of Hybodus on Minmi"
"""An injury may be made in the opponent's turn (R300)."""


def fold() -> Fold:
    found = {"phase": "main 1", "seat0": {
        "hand": ["Eudimorphodon", "Acid Rain"], "attack": ["Utahraptor", "Utahraptor", "Triceratops"],
        "defence": ["Minmi"]}, "seat1": {"attack": ["Hybodus"]}}  # fmt: skip
    answers = DINO.defaults | {"C91": "rest-of-phase"}
    return Fold(DINO, DINO.open(DINO.position(found)), answers)


def play(fold: Fold, *texts: str) -> str:
    """Play the lines, after each of which everybody who is asked passes; return why the last was
    refused, if it was.
    """
    for text in texts:
        fold.add(Event(len(fold.steps) + 1, *DINO.parse(text, fold.board)))
        while fold.stopped is None and (window := fold.board.slots[WINDOW]) is not None:
            fold.add(Event(len(fold.steps) + 1, window.seat, Pass()))
    return "" if fold.stopped is None else fold.stopped.why.code


@pytest.mark.parametrize(
    "act",
    [
        "0 summons Eudimorphodon to attack", "0 casts Acid Rain on Hybodus",
        "0 uses skill of Triceratops", "0 moves Minmi", "0 flocks Utahraptor#1 with Utahraptor#2",
    ],
)  # fmt: skip
def test_after_any_act_of_the_owner_the_opponent_may_act_for_the_rest_of_the_phase(
    act: str,
) -> None:
    duel = fold()
    assert play(duel.branch(0), OPPONENT) == "window/owner-first"
    assert play(duel, act, OPPONENT) == ""


def test_with_the_next_phase_the_opponent_waits_again() -> None:
    duel = fold()
    assert play(duel, "0 moves Minmi", "0 enters battle", "0 enters main 2") == ""
    assert duel.board.turn.phase == "main 2"  # type: ignore[attr-defined]
    assert play(duel, OPPONENT) == "window/owner-first"
