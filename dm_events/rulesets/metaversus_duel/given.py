"""Positions and boards in a judge's words. Sources: G parts, prep."""

from typing import Annotated, Any

import msgspec

from dm_events.kernel.layout import RESULT
from dm_events.kernel.ruleset import Unreadable
from dm_events.rulesets.metaversus_duel.board import BASICS, COPIES, ORIGINS, SEATS, Duel
from dm_events.rulesets.metaversus_duel.cards import UNKNOWN
from dm_events.rulesets.metaversus_duel.faults import faults
from dm_events.rulesets.metaversus_duel.names import PLAYED, Names
from dm_events.rulesets.metaversus_duel.opening import (
    Amount,
    Begun,
    Cards,
    Copies,
    Few,
    Least0,
    Least1,
    Match,
    Nobody,
    Opening,
    PileFound,
    Position,
    Seat,
    SeatFound,
    Uses,
)
from dm_events.rulesets.metaversus_duel.packs import match


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a case's `given`: a field that is not listed here is refused."""


class GivenCard(Part, frozen=True):
    """A card in the play area; `gained`: it was not played."""

    card: str
    gained: bool = False


class GivenPile(Part, frozen=True):
    """A pile of the market."""

    kind: str
    left: Copies = COPIES
    origin: str = ""


class GivenStart(Part, frozen=True):
    """A match from its beginning."""

    a: Cards | None = None
    b: Cards | None = None
    characters: Cards | None = None
    variant: str = "draft"
    difficulties: Cards = ()
    newcomers: Annotated[tuple[Seat, ...], msgspec.Meta(max_length=SEATS)] = ()


class GivenSeat(Part, frozen=True):
    """A seat's side of the table; cards are names or ids, `?` is one that nobody named."""

    hp: Amount | None = None
    max_hp: Least0 | None = None
    armour: Least0 = 0
    character: str = UNKNOWN.id
    hand: Cards = ()
    deck: Few | Cards = 10
    discard: Cards = ()
    play: Annotated[tuple[str | GivenCard, ...], msgspec.Meta(max_length=200)] = ()
    beside: Cards = ()
    removed: Cards = ()
    used: Uses = ()
    used_turn: Uses = ()
    turns: Least0 | None = None
    extra: Least0 = 0


class Given(Part, frozen=True):
    """A whole position, or the beginning of a match."""

    start: GivenStart | None = None
    turn: Least1 = 5
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
    counter: Least1 | None = None
    down: Nobody = -1
    market: Annotated[tuple[str | GivenPile, ...], msgspec.Meta(max_length=200)] = ()
    restock: dict[str, Cards] = {}
    basics: dict[str, Least0] = {}
    seat0: GivenSeat = GivenSeat()
    seat1: GivenSeat = GivenSeat()


def position(names: Names, given: dict[str, Any]) -> Opening:
    """Return the opening that `given` describes. Raises Unreadable with the field."""
    opening = _opening(names, given)
    for field, found in faults(opening, names.catalogue):
        raise Unreadable(f"{_named(field, opening)}: {found}")
    return opening


def _named(field: str, opening: Opening) -> str:
    """The field as `given` calls it."""
    if isinstance(opening, Match):
        return field.replace("opening", "given.start")
    for at, origin in enumerate(ORIGINS):
        field = field.replace(f"restock[{at}]", f"restock.{origin}")
    return (
        field.replace("opening", "given").replace("seats[0]", "seat0").replace("seats[1]", "seat1")
    )


def _opening(names: Names, given: dict[str, Any]) -> Opening:
    try:
        read = msgspec.convert(given, Given)
    except msgspec.ValidationError as wrong:
        raise Unreadable(str(wrong).replace("`$.", "`given.").replace("`$`", "`given`")) from None
    if read.start is not None:
        return _start(names, read.start)
    seats = (_seat(names, read, read.seat0, 0), _seat(names, read, read.seat1, 1))
    counter = read.counter
    if counter is None:
        counter = 2 * read.turn - (read.owner == read.first)
    for origin in read.restock:
        if origin not in ORIGINS:
            raise Unreadable(
                f"given.restock: there is no {origin!r}; there are {', '.join(ORIGINS)}"
            )
    return Position(
        seats, counter, read.owner, read.first, read.phase, read.ap, read.gems, read.buys,
        read.bought, read.struck, read.damage, read.prices, read.down,
        tuple(_pile(names, one, seats) for one in read.market),
        tuple(_kinds(names, read.restock.get(one, ()), f"given.restock.{one}") for one in ORIGINS),
        tuple((names.one(kind, PLAYED, "given.basics"), n) for kind, n in read.basics.items()),
    )  # fmt: skip


def _start(names: Names, start: GivenStart) -> Match:
    some = {
        field: _kinds(names, getattr(start, field), f"given.start.{field}")
        for field in ("a", "b") if getattr(start, field) is not None
    }  # fmt: skip
    characters = None
    if start.characters is not None:
        characters = tuple(
            names.one(one, ("character",), "given.start.characters") for one in start.characters
        )
    return match(
        names.catalogue, a=some.get("a"), b=some.get("b"), characters=characters,
        variant=start.variant, difficulties=start.difficulties, newcomers=start.newcomers,
    )  # fmt: skip


def _kinds(names: Names, kinds: tuple[str, ...], where: str) -> tuple[str, ...]:
    return tuple(names.one(kind, (*PLAYED, "unknown"), where) for kind in kinds)


def _pile(names: Names, one: str | GivenPile, seats: tuple[SeatFound, SeatFound]) -> PileFound:
    if isinstance(one, str):
        one = GivenPile(one)
    if not one.kind:
        return PileFound("", one.origin or "A", 0)
    kind = names.one(one.kind, PLAYED, "given.market")
    origin = one.origin
    if not origin:
        home = names.card(kind).home
        packs = [names.card(seat.character).side_of or seat.character for seat in seats]
        origin = home if home in ("A", "B") else f"seat{packs.index(home) if home in packs else 0}"
    if origin not in ORIGINS:
        raise Unreadable(f"given.market: there is no origin {origin!r}")
    return PileFound(kind, origin, one.left)


def _seat(names: Names, given: Given, seat: GivenSeat, number: int) -> SeatFound:
    where = f"given.seat{number}"

    def pile(zone: str, cards: tuple[str, ...]) -> tuple[str, ...]:
        return _kinds(names, cards, f"{where}.{zone}")

    area = [GivenCard(one) if isinstance(one, str) else one for one in seat.play]
    area.sort(key=lambda one: one.gained)
    turns = seat.turns
    if turns is None:
        turns = given.turn
        if number != given.owner and given.owner == given.first:
            turns -= 1
    return SeatFound(
        names.one(seat.character, ("character", "unknown"), f"{where}.character"),
        seat.hp, seat.max_hp, seat.armour, turns, seat.extra, pile("hand", seat.hand),
        seat.deck if isinstance(seat.deck, int) else pile("deck", seat.deck),
        pile("discard", seat.discard), pile("play", tuple(one.card for one in area)),
        sum(one.gained for one in area), pile("beside", seat.beside),
        pile("removed", seat.removed), seat.used, seat.used_turn,
    )  # fmt: skip


# Telling a board back.


def facts(names: Names, board: Duel) -> dict[str, Any]:
    """What stands where, in the words of `position`."""
    turn, result, end = board.turn, board.slots[RESULT], board.end
    told: dict[str, Any] = {
        "turn": board.player(turn.owner).turns, "owner": turn.owner, "first": turn.first,
        "phase": turn.phase, "ap": turn.ap, "gems": turn.gems, "buys": turn.buys,
        "bought": turn.bought, "struck": turn.struck, "damage": turn.damage,
        "prices": turn.prices, "counter": turn.number,
        "down": None if end.down < 0 else end.down,
        "result": "undecided" if result is None else
                  "draw" if result[0] == "draw" else f"seat {result[1]} wins",
        "market": [
            {"card": names.card(pile.kind).label if pile.left else "", "left": pile.left,
             "origin": pile.origin}
            for pile in board.market
        ],
        "restock": {
            one: [names.card(kind).label for kind in board.restock(one)] for one in ORIGINS
        },
        "basics": {names.card(kind).label: n for kind, n in board.slots[BASICS]},
        "candidates": tuple(names.card(one).label for one in board.setup.candidates),
        "removed": _names(board, "removed", 0),
        "trash": _names(board, "trash", 0),
    }  # fmt: skip
    return told | {f"seat{seat}": _side(board, seat) for seat in range(SEATS)}


def _names(board: Duel, zone: str, seat: int) -> tuple[str, ...]:
    return tuple(board.face(card).card.label for card in board.cards_in(zone, seat))


def _side(board: Duel, seat: int) -> dict[str, Any]:
    player = board.player(seat)
    told: dict[str, Any] = {
        "hp": player.hp, "max_hp": player.max_hp, "armour": player.armour,
        "turns": player.turns, "extra": player.extra, "used": _counts(board, seat, player.used),
        "used_turn": _counts(board, seat, player.used_turn),
        "character": board.face(board.character(seat)).card.label,
        "deck": list(_names(board, "deck", seat)),
    }  # fmt: skip
    zones = ("hand", "discard", "play", "beside", "under", "removed")
    return told | {zone: _names(board, zone, seat) for zone in zones}


def _counts(board: Duel, seat: int, counts: tuple[int, ...]) -> list[int]:
    """Uses of each ability that the character has."""
    abilities = len(board.face(board.character(seat)).card.ability)
    return [*counts, *(0 for _ in range(abilities - len(counts)))]
