"""Faces that become known: what an event reveals, checked against what was known before."""

from collections.abc import Mapping

from dm_events.kernel.board import Board
from dm_events.kernel.officials import M11
from dm_events.kernel.rule import Refusal, impossible
from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.words import CardId


def reveal(game: Ruleset, board: Board, reveals: Mapping[CardId, str]) -> Refusal | None:
    """Give unknown cards their faces; return why not, where that contradicts what is known."""
    layout = board.layout
    for card, name in reveals.items():
        slot = layout.face.get(card)
        face = game.face(name)
        if slot is None:
            return impossible("card/not-there", M11, card=card)
        if face is None:
            return impossible("reveal/no-such-card", M11, card=name)
        known = board.slots[slot]
        if known not in (game.unknown, face):
            return impossible("reveal/contradicts", M11, card=card, known=str(known), now=name)
        board.write(slot, face)
    return None
