"""Passing over a line to attack what is behind it. Sources: K 2.8.2.4.4; P."""

from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.abilities import PassOver
from dm_events.rulesets.dino_master.board import Duel
from dm_events.rulesets.dino_master.fits import fits, holds


def passes_over(board: Duel, attacker: CardId, target: CardId) -> bool:
    """Whether the attacker's abilities let it attack past the lines (C134)."""
    seat = board.controller(attacker)
    zone = board.place(target)[0]
    for one in board.face(attacker).pass_over:
        gift = one.gift
        if not isinstance(gift, PassOver) or not holds(board, seat, attacker, one.condition):
            continue
        if zone == "master" and gift.master:
            return True
        if zone == "defence" and not gift.master and (
            gift.target is None or fits(board, seat, attacker, gift.target, target)
        ):  # fmt: skip
            return True
    return False
