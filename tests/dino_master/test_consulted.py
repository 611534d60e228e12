"""A question is asked where its answer can matter, and is not named as one of a step where it cannot."""

import pytest

from dm_events.kernel.fold import Fold
from dm_events.kernel.words import Event
from dm_events.service.catalogue import game

DINO = game("dino-master")
HAND = {"C03", "C04"}
"""What is asked about the hand: how many cards may be kept, and when they are counted."""


@pytest.mark.parametrize(
    ("phase", "text", "cards", "asked"),
    [
        ("main 2", "0 ends turn", 6, set()),
        ("main 2", "0 ends turn", 7, {"C04"}),
        ("battle", "0 enters main 2", 6, set()),
        ("battle", "0 enters main 2", 7, {"C03"}),
    ],
)
def test_a_hand_of_six_is_kept_whatever_is_answered(
    phase: str, text: str, cards: int, asked: set[str]
) -> None:
    found = {"phase": phase, "seat0": {"hand": ["Hybodus"] * cards}, "seat1": {"dp": 0}}
    fold = Fold(DINO, DINO.open(DINO.position(found)), DINO.defaults)
    step = fold.add(Event(1, *DINO.parse(text, fold.board)))
    assert step is not None
    assert HAND.intersection(step.consulted) == asked
