"""Openings: from the beginning, or from a position as an official found it. Sources: G parts, prep."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from dm_events.kernel.words import CardId
from dm_events.rulesets.metaversus_duel.board import (
    BASICS,
    COPIES,
    END,
    MARKET,
    PLAYER,
    RESTOCK,
    SEATS,
    SETUP,
    SUPPLY,
    TURN,
    Duel,
    End,
    Faces,
    Pile,
    Plan,
    Player,
    Setup,
    Turn,
)
from dm_events.rulesets.metaversus_duel.cards import UNKNOWN, UNKNOWN_FACE, Card

UNNAMED_HP = 20
"""The HP of a character that nobody named, where a position does not say it."""
GAINS = 160
"""Copies that a seat can gain in a match: five a turn, and some."""


Least0 = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Least1 = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Amount = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
Few = Annotated[int, msgspec.Meta(ge=0, le=200)]
Copies = Annotated[int, msgspec.Meta(ge=0, le=2 * COPIES)]
"""Cards of a pile: 6, or 12 where both brought the kind and the piles are one (Q-18)."""
Seat = Annotated[int, msgspec.Meta(ge=0, le=SEATS - 1)]
Nobody = Annotated[int, msgspec.Meta(ge=-1, le=SEATS - 1)]
"""A seat, or -1."""
Cards = Annotated[tuple[str, ...], msgspec.Meta(max_length=200)]
Uses = Annotated[tuple[Few, ...], msgspec.Meta(max_length=200)]
Begun = Literal["action", "buy", "combat", "discard"]
"""The phases of a turn."""


class PileFound(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A pile of the market as an official found it."""

    kind: str
    origin: str
    left: Copies = COPIES


class SeatFound(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat as an official found it. Cards are ids, or `?` for one that nobody named.

    `deck` is a number of unknown cards, or cards from the top. `gained`: how many of the last
    cards of `play` were gained, not played.
    """

    character: str = UNKNOWN.id
    hp: Amount | None = None
    max_hp: Least0 | None = None
    armour: Least0 = 0
    turns: Least0 = 0
    extra: Least0 = 0
    hand: Cards = ()
    deck: Few | Cards = 10
    discard: Cards = ()
    play: Cards = ()
    gained: Few = 0
    beside: Cards = ()
    removed: Cards = ()
    used: Uses = ()
    used_turn: Uses = ()


class Position(msgspec.Struct, frozen=True, tag="position", tag_field="from", omit_defaults=True,
               forbid_unknown_fields=True):  # fmt: skip
    """A duel as an official found it, within a turn: what is not said is as in the defaults here."""

    seats: tuple[SeatFound, SeatFound]
    counter: Least1 = 9
    owner: Seat = 0
    first: Seat = 0
    phase: Begun = "action"
    ap: Least0 = 1
    gems: Least0 = 0
    buys: Least0 = 1
    bought: bool = False
    struck: bool = False
    damage: Least0 = 0
    prices: Amount = 0
    down: Nobody = -1
    market: Annotated[tuple[PileFound, ...], msgspec.Meta(max_length=200)] = ()
    restock: Annotated[tuple[Cards, ...], msgspec.Meta(min_length=4, max_length=4)] = ((),) * 4
    basics: Annotated[tuple[tuple[str, Least0], ...], msgspec.Meta(max_length=200)] = ()


class Match(msgspec.Struct, frozen=True, tag="match", tag_field="from", omit_defaults=True,
            forbid_unknown_fields=True):  # fmt: skip
    """A duel from its beginning. `variant`: how the characters are chosen: `draft`, `free`,
    `difficulty` (only those of `difficulties`), `random`, or `chosen` (seat 0 brings the first of
    `characters`, seat 1 the second). `start`: what a starting deck holds.
    """

    a: Cards
    b: Cards
    characters: Cards
    start: Cards
    variant: str = "draft"
    difficulties: Cards = ()
    newcomers: Annotated[tuple[Seat, ...], msgspec.Meta(max_length=SEATS)] = ()


Opening = Match | Position

ZONES_FOUND = ("character", "hand", "deck", "discard", "play", "beside", "removed")


def cards_of(opening: Opening) -> list[list[tuple[str, tuple[str, ...]]]]:
    """Each seat's zones with the ids of the cards there, in the order of their numbers."""
    if isinstance(opening, Match):
        return [[("character", ("?",)), ("deck", opening.start)] for _ in range(SEATS)]
    return [[(zone, cards_in(seat, zone)) for zone in ZONES_FOUND] for seat in opening.seats]


def cards_in(seat: SeatFound, zone: str) -> tuple[str, ...]:
    """The cards of a zone of a found seat."""
    if zone == "character":
        return (seat.character,)
    if zone == "deck" and isinstance(seat.deck, int):
        return ("?",) * seat.deck
    cards: tuple[str, ...] = getattr(seat, zone)
    return cards


def kinds_named(opening: Opening) -> list[str]:
    """Every definition that an opening names."""
    kinds = [kind for seat in cards_of(opening) for _, cards in seat for kind in cards]
    if isinstance(opening, Match):
        kinds += [*opening.a, *opening.b, *opening.characters, *opening.start]
    else:
        kinds += [pile.kind for pile in opening.market]
        kinds += [kind for pile in opening.restock for kind in pile]
        kinds += [kind for kind, _ in opening.basics]
    return [kind for kind in dict.fromkeys(kinds) if kind not in ("", UNKNOWN.id)]


def open_board(opening: Opening, faces: Faces, basic: Sequence[Card]) -> Duel:
    """Return the board of step 0. Raises UnknownCard for an id that the catalogue lacks."""
    listed = cards_of(opening)
    sizes = [sum(len(cards) for _, cards in seat) + GAINS for seat in listed]
    ids = [CardId(f"{seat}:{n}") for seat in range(SEATS) for n in range(sizes[seat])]
    plan = Plan(ids, faces)
    board = Duel(plan, plan.blank())
    for kind in kinds_named(opening):
        faces.of(kind)
    for seat, zones in enumerate(listed):
        at = 0
        for zone, cards in zones:
            _lay(board, zone, seat, at, cards)
            at += len(cards)
        supply = tuple(CardId(f"{seat}:{n}") for n in range(at, at + GAINS))
        board.write(SUPPLY + seat, supply)
        for card in supply:
            board.write(plan.where[card], SUPPLY + seat)
            board.write(plan.face[card], UNKNOWN_FACE)
    board.write(TURN, Turn())
    board.write(END, End())
    board.write(MARKET, ())
    board.write(BASICS, tuple((card.id, 0) for card in basic))
    board.write(SETUP, Setup())
    for seat in range(SEATS):
        board.write(PLAYER + seat, Player())
    if isinstance(opening, Match):
        board.write(RESTOCK, (opening.a, opening.b, (), ()))
        board.write(SETUP, Setup(opening.characters, opening.variant, opening.difficulties,
                                 opening.newcomers))  # fmt: skip
    else:
        _as_found(board, opening)
    board.commit()
    return board


def _lay(board: Duel, zone: str, seat: int, at: int, cards: Sequence[str]) -> None:
    """Put cards into a zone, and show them to who sees them there."""
    plan = board.layout
    slot = plan.zone[zone] + seat
    ids = tuple(CardId(f"{seat}:{n}") for n in range(at, at + len(cards)))
    board.write(slot, ids)
    for card, kind in zip(ids, cards, strict=True):
        board.write(plan.where[card], slot)
        face = board.face_of(kind)
        board.write(plan.face[card], face)
        if plan.seen_by[slot] and face is not UNKNOWN_FACE:
            board.show(card, plan.seen_by[slot])


def _as_found(board: Duel, found: Position) -> None:
    weapons = [
        card for card in board.play_area(found.owner) if board.face(card).kind == "weapon"
    ]  # fmt: skip
    gained = found.seats[found.owner].gained
    area = board.play_area(found.owner)
    played = area[: len(area) - gained]
    board.write(TURN, Turn(
        found.counter, found.owner, found.phase, found.first, found.ap, found.gems, found.buys,
        found.bought, found.struck, found.damage,
        tuple(card for card in weapons if card in played), found.prices,
    ))  # fmt: skip
    board.write(END, End(found.down))
    board.write(MARKET, tuple(Pile(one.kind, one.left, one.origin) for one in found.market))
    board.write(RESTOCK, found.restock)
    if found.basics:
        gained_basics = dict(found.basics)
        basics = tuple((kind, gained_basics.get(kind, 0)) for kind, _ in board.slots[BASICS])
        board.write(BASICS, basics)
    packs = []
    for number, seat in enumerate(found.seats):
        card = board.face_of(seat.character).card
        packs.append("" if card is UNKNOWN else card.side_of or card.id)
        printed = UNNAMED_HP if card is UNKNOWN else card.hp
        top = printed if seat.max_hp is None else seat.max_hp
        hp = top if seat.hp is None else seat.hp
        board.write(PLAYER + number, Player(hp, top, seat.armour, seat.turns, seat.extra, seat.used,
                                            seat.used_turn))  # fmt: skip
    board.write(SETUP, Setup(packs=tuple(packs)))
