"""What is counted for a turn, each alone: the next turn begins without it."""

from typing import Any

import msgspec
import pytest

from dm_events.rulesets.dino_master.turn import TurnBegan, apply_turn_began
from dm_events.service.catalogue import game

DINO = game("dino-master")
OF_A_SEAT = [{"used": ("0:0#1",)}, {"no_orders": True}, {"no_target": True}]
OF_A_CREATURE: list[dict[str, Any]] = [
    {"attacked": True}, {"skilled": True}, {"used": (0,)}, {"moved": True}, {"spent": True},
    {"flocked": True}, {"flocked": True, "bound": ("move",)},
]  # fmt: skip


def board() -> Any:
    leader = {"card": "Ichthyosaurus", "members": ["Mosasaurus"]}
    sides = {"attack": [leader], "defence": ["Minmi"]}
    return DINO.open(DINO.position({"phase": "main 2", "seat0": sides, "seat1": sides}))


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("done", OF_A_SEAT, ids=str)
def test_a_seat_begins_a_turn_with_nothing_done(owner: int, done: dict[str, Any]) -> None:
    found = board()
    plain = [found.player(seat) for seat in (0, 1)]
    for seat in (0, 1):
        found.set_player(seat, **done)
    apply_turn_began(found, TurnBegan(owner, 6))
    plain[owner] = msgspec.structs.replace(plain[owner], turns=plain[owner].turns + 1)
    assert [found.player(seat) for seat in (0, 1)] == plain


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("done", OF_A_CREATURE, ids=str)
def test_a_creature_begins_a_turn_with_nothing_done(owner: int, done: dict[str, Any]) -> None:
    found = board()
    cards = [card for seat in (0, 1) for card in found.creatures(seat) + found.under(seat)]
    plain = [found.creature(card) for card in cards]
    for card in cards:
        found.set_creature(card, **done)
    apply_turn_began(found, TurnBegan(owner, 6))
    assert [found.creature(card) for card in cards] == plain
    assert len(cards) == 6
