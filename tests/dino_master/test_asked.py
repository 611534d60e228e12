"""Who is asked whether to pay can say yes only with the cards for it: a case reads only what is offered."""

import pytest

from dm_events.kernel.fold import Fold
from dm_events.kernel.layout import CHOICE
from dm_events.kernel.words import Event
from dm_events.service.catalogue import game

DINO = game("dino-master")


@pytest.mark.parametrize(
    ("others", "offered"),
    [
        (["Carnotaurus"], ("no",)),
        (["Carnotaurus", "Hybodus"], ("yes", "no")),
        ([], None),  # who has no cards at all is not asked: everybody sees that they cannot pay
    ],
)
def test_dimorphodon_takes_an_aquatic_card(
    others: list[str], offered: tuple[str, ...] | None
) -> None:
    found = {"phase": "main 1", "seat0": {"hand": ["Dimorphodon", *others]},
             "seat1": {"attack": ["Eudimorphodon"]}}  # fmt: skip
    fold = Fold(DINO, DINO.open(DINO.position(found)), DINO.defaults)
    fold.add(Event(1, *DINO.parse("0 summons Dimorphodon to attack", fold.board)))
    choice = fold.board.slots[CHOICE]
    assert (None if choice is None else choice.options) == offered
