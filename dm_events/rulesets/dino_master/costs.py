"""What abilities cost besides DP: cards discarded or removed. Sources: P; K 2.7."""

from dm_events.kernel.rule import Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening
from dm_events.rulesets.dino_master.board import Duel, Table
from dm_events.rulesets.dino_master.dp import pay
from dm_events.rulesets.dino_master.filters import Cost, Filter
from dm_events.rulesets.dino_master.fits import candidates, fits
from dm_events.rulesets.dino_master.sources import K

R027 = Rule("R027", (K("2.5.5.3"),), "Destroyed and used-up cards and cards sent there by effects go "
            "to the graveyard, face up.")  # fmt: skip
R028 = Rule("R028", (K("2.5.5.4"),), "Cards removed from the game lie face up out of the game.")


class CardDiscarded(Happening, frozen=True):
    """A card went from the hand to the graveyard. `silent`: its abilities do not work (R154).

    `by`: the card that made it so, or the one whose cost it was.
    """

    seat: int
    card: CardId
    silent: bool = False
    by: CardId | None = None
    because: tuple[Rule, ...] = ()


class CardRemoved(Happening, frozen=True):
    """A card was removed from the game."""

    seat: int
    card: CardId
    because: tuple[Rule, ...] = ()


def seems_payable(board: Duel, seat: int, source: CardId, cost: Cost) -> bool:
    """Whether DP, the number of hand cards and the graveyard suffice: what all can see."""
    player = board.player(seat)
    if cost.dp > player.dp:
        return False
    if cost.graveyard is not None and not candidates(board, seat, source, cost.graveyard):
        return False
    cards = cost.remove + cost.discards
    return cards <= len(board.hand(seat))


def can_pay_extra(board: Duel, seat: int, source: CardId, cost: Cost) -> bool:
    """Whether DP and the very cards on hand suffice."""
    return seems_payable(board, seat, source, cost) and (
        cost.discard is None or len(to_discard(board, seat, source, cost.discard)) >= cost.discards
    )


def to_discard(board: Duel, seat: int, source: CardId, which: Filter) -> tuple[CardId, ...]:
    """The cards of a seat's own hand with which it can pay such a discard."""
    return tuple(card for card in board.hand(seat) if fits(board, seat, source, which, card))


def pay_extra(table: Table, seat: int, source: CardId, cost: Cost, discards: tuple[CardId, ...],
              removes: tuple[CardId, ...]) -> None:  # fmt: skip
    """Pay everything."""
    pay(table, seat, cost.dp)
    for card in discards:
        table.tell(CardDiscarded(seat, card, by=source, because=(R027,)))
    for card in removes:
        table.tell(CardRemoved(seat, card, (R028,)))


def apply_discarded(board: Duel, happening: CardDiscarded) -> None:
    """To the graveyard."""
    board.move(happening.card, "graveyard", happening.seat)


def apply_removed(board: Duel, happening: CardRemoved) -> None:
    """Out of the game."""
    board.leave(happening.card, "out")


CHAPTER = Chapter(globals(), apply={CardRemoved: apply_removed, CardDiscarded: apply_discarded})
