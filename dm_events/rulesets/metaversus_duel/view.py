"""A duel as a viewer may see it. Sources: G parts, app-misc."""

import msgspec

from dm_events.kernel.sight import Sight, Viewer
from dm_events.kernel.view import BoardView, CardView, Lies, SeatView, ZoneView, shared, zone_view
from dm_events.kernel.words import CardId, Happening
from dm_events.rulesets.metaversus_duel.bans import CharacterDealt
from dm_events.rulesets.metaversus_duel.board import SEATS, Duel
from dm_events.rulesets.metaversus_duel.cards import Card
from dm_events.rulesets.metaversus_duel.choosing import CardsLooked
from dm_events.rulesets.metaversus_duel.info import Inspected

TABLE: tuple[tuple[str, Lies], ...] = (
    ("deck", "pile"), ("discard", "pile"), ("removed", "pile"), ("trash", "pile"),
    ("hand", "hand"), ("under", "pile"), ("character", "row"), ("beside", "row"), ("play", "row"),
)  # fmt: skip
"""The zones of a seat from its edge of the table to the middle."""


def board_view(board: Duel, viewer: Viewer, step: int, sizes: str) -> BoardView:
    """Return the board as a viewer may see it; `sizes` is the answer to Q-52. Raises NoSuchViewer."""
    sight = Sight(viewer, board)
    counted = sight.judge or sizes != "hidden"
    turn = board.turn
    return BoardView(
        step=step,
        turn=board.player(turn.owner).turns,
        phase=turn.phase,
        turn_owner=turn.owner,
        seats=tuple(_seat(sight, board, seat, counted=counted) for seat in range(SEATS)),
        **shared(sight),
    )


def told_to(viewer: Viewer, happening: Happening, sizes: str) -> Happening:
    """Return what a viewer may know of a happening; `sizes` is the answer to Q-52.

    Which character was dealt, only its seat knows. Of hidden sizes a judge is told alone; but who
    looks through a draw deck has counted it.
    """
    if viewer == "judge":
        return happening
    if isinstance(happening, CharacterDealt) and viewer != happening.seat:
        return msgspec.structs.replace(happening, character="")
    if sizes == "hidden":
        if isinstance(happening, Inspected) and happening.what in ("deck", "restock"):
            return msgspec.structs.replace(happening, count=None)
        if isinstance(happening, CardsLooked) and happening.through and viewer != happening.seat:
            return msgspec.structs.replace(happening, count=None, cards=())
    return happening


def _seat(sight: Sight, board: Duel, seat: int, *, counted: bool) -> SeatView:
    """A seat; how many cards are in its draw deck and restock pile only if they are `counted`."""
    player, turn, end = board.player(seat), board.turn, board.end
    counters = {
        "hp": player.hp, "max_hp": player.max_hp, "armour": player.armour, "turns": player.turns,
    }  # fmt: skip
    if counted:
        counters["restock"] = len(board.restock(f"seat{seat}"))
    if turn.owner == seat:
        counters |= {"ap": turn.ap, "gems": turn.gems, "buys": turn.buys, "damage": turn.damage}
    flags = {
        "first": turn.first == seat and turn.number > 0, "down": end.down == seat,
        "bought": turn.owner == seat and turn.bought,
        "struck": turn.owner == seat and turn.struck, "extra-turn": seat in end.extra,
    }  # fmt: skip
    zones = [
        zone_view(sight, zone, seat, lies, lambda card: _card(board, card)) for zone, lies in TABLE
    ]
    if not counted:
        zones = [
            msgspec.structs.replace(zone, count=None) if zone.name == "deck" else zone
            for zone in zones
        ]
    zones.append(_market(board, seat))
    return SeatView(seat, counters, tuple(zones), tuple(name for name, on in flags.items() if on))


def _market(board: Duel, seat: int) -> ZoneView:
    """A seat's kinds in the market; the neutral ones lie beside seat 0's."""
    origins = ("A", "B", "seat0") if seat == 0 else ("seat1",)
    piles = [
        (at, pile) for at, pile in enumerate(board.market) if pile.origin in origins and pile.left
    ]  # fmt: skip
    cards = tuple(
        CardView(CardId(f"market-{at}"), pile.kind, board.face_of(pile.kind).card.name,
                 board.face_of(pile.kind).kind,
                 _printed(board.face_of(pile.kind).card) | {"left": pile.left}, {},
                 (f"of-{pile.origin}",))
        for at, pile in piles
    )  # fmt: skip
    return ZoneView("market", seat, "row", len(cards), cards)


def _card(board: Duel, card: CardId) -> CardView:
    """A card that the viewer can follow, wherever it is."""
    print_ = board.face(card).card
    return CardView(card, print_.id, print_.name, print_.kind, _printed(print_))


def _printed(card: Card) -> dict[str, int]:
    """The figures that a card of its kind has."""
    if card.kind == "character":
        return {"hp": card.hp}
    figures = {"price": card.price}
    if card.kind == "action":
        return figures | {"ap": card.ap}
    if card.kind == "treasure":
        return figures | {"value": card.value}
    return figures | {"damage": card.damage} if card.kind == "weapon" else {}
