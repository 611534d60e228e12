"""Master Keiko: the seat may look at the top card of its deck at any time, and nobody else."""

from dm_events.kernel.fold import Fold
from dm_events.kernel.words import Event
from dm_events.service.catalogue import game

DINO = game("dino-master")


def test_whoever_may_look_knows_the_top_card_and_no_other() -> None:
    seat = {"dp": 8, "master": "Master Keiko", "deck": ["Hybodus", "Minmi", "Carnotaurus"]}
    found = {"phase": "main 2", "seat0": seat, "seat1": seat | {"master": "?"}}
    fold = Fold(DINO, DINO.open(DINO.position(found)), DINO.defaults)
    board = fold.board

    def known() -> list[list[bool]]:
        """For each seat's deck, from the top: whether its own seat knows the card."""
        decks = [board.cards_in("deck", seat) for seat in (0, 1)]
        assert not any(board.can_point(1 - seat, card) for seat in (0, 1) for card in decks[seat])
        return [[board.can_point(seat, card) for card in decks[seat]] for seat in (0, 1)]

    assert known() == [[True, False, False], [False] * 3]
    fold.add(Event(1, *DINO.parse("0 draws for DP", board)))
    assert fold.stopped is None
    assert known() == [[True, False], [False] * 3]
