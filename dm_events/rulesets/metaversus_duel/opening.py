"""Openings: from the beginning, or from a position as an official found it. Sources: G parts, prep."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from dm_events.kernel.words import CardId
from dm_events.rulesets.metaversus_duel.board import (
    BASICS,
    END,
    MARKET,
    ORIGINS,
    PLAYER,
    RESTOCK,
    SEATS,
    SETUP,
    SUPPLY,
    TURN,
    Duel,
    End,
    Faces,
    Phase,
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


class PileFound(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A pile of the market as an official found it."""

    kind: str
    origin: str
    left: int = 6


class SeatFound(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat as an official found it. Cards are ids, or `?` for one that nobody named.

    `deck` is a number of unknown cards, or cards from the top. `gained`: how many of the last
    cards of `play` were gained, not played.
    """

    character: str = UNKNOWN.id
    hp: int | None = None
    max_hp: int | None = None
    armour: int = 0
    turns: int = 0
    extra: int = 0
    hand: tuple[str, ...] = ()
    deck: int | tuple[str, ...] = 10
    discard: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    gained: int = 0
    beside: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    used: tuple[int, ...] = ()
    used_turn: tuple[int, ...] = ()


class Position(msgspec.Struct, frozen=True, tag="position", tag_field="from", omit_defaults=True,
               forbid_unknown_fields=True):  # fmt: skip
    """A duel as an official found it: what is not said is as in the defaults here."""

    seats: tuple[SeatFound, SeatFound]
    counter: int = 9
    owner: int = 0
    first: int = 0
    phase: Phase = "action"
    ap: int = 1
    gems: int = 0
    buys: int = 1
    bought: bool = False
    struck: bool = False
    damage: int = 0
    prices: int = 0
    down: int = -1
    market: tuple[PileFound, ...] = ()
    restock: tuple[tuple[str, ...], ...] = ((), (), (), ())
    basics: tuple[tuple[str, int], ...] = ()


class Match(msgspec.Struct, frozen=True, tag="match", tag_field="from", omit_defaults=True,
            forbid_unknown_fields=True):  # fmt: skip
    """A duel from its beginning. `variant`: how the characters are chosen: `draft`, `free`,
    `difficulty` (only those of `difficulties`), `random`, or `chosen` (seat 0 brings the first of
    `characters`, seat 1 the second). `start`: what a starting deck holds.
    """

    a: tuple[str, ...]
    b: tuple[str, ...]
    characters: tuple[str, ...]
    start: tuple[str, ...]
    variant: str = "draft"
    difficulties: tuple[str, ...] = ()
    newcomers: tuple[int, ...] = ()


Opening = Match | Position

ZONES_FOUND = ("character", "hand", "deck", "discard", "play", "beside", "removed")


def cards_of(opening: Opening) -> list[list[tuple[str, tuple[str, ...]]]]:
    """Each seat's zones with the ids of the cards there, in the order of their numbers."""
    if isinstance(opening, Match):
        return [[("character", ("?",)), ("deck", opening.start)] for _ in range(SEATS)]
    return [[(zone, _found(seat, zone)) for zone in ZONES_FOUND] for seat in opening.seats]


def _found(seat: SeatFound, zone: str) -> tuple[str, ...]:
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


PLAYED = ("action", "treasure", "weapon", UNKNOWN.kind)


def faults(opening: Opening, catalogue: Mapping[str, Card]) -> Iterator[tuple[str, str]]:
    """Yield what cannot be on a table: the field, and what is wrong with it."""
    if isinstance(opening, Match):
        yield from _match_faults(opening, catalogue)
        return
    for number, seat in enumerate(opening.seats):
        place = f"opening.seats[{number}]"
        if _kind(seat.character, catalogue) not in ("character", UNKNOWN.kind):
            yield f"{place}.character", f"{seat.character} is no character"
        for zone in ZONES_FOUND[1:]:
            yield from _not_played(f"{place}.{zone}", _found(seat, zone), catalogue)
    yield from _market_faults(opening, catalogue)
    for field in ("owner", "first"):
        if getattr(opening, field) not in range(SEATS):
            yield f"opening.{field}", "there is no such seat"


def _market_faults(opening: Position, catalogue: Mapping[str, Card]) -> Iterator[tuple[str, str]]:
    for at, pile in enumerate(opening.market):
        if pile.origin not in ORIGINS:
            yield f"opening.market[{at}].origin", f"no kind comes from {pile.origin!r}"
        if pile.kind:
            yield from _not_played(f"opening.market[{at}].kind", (pile.kind,), catalogue)
    for at, kinds in enumerate(opening.restock):
        yield from _not_played(f"opening.restock[{at}]", kinds, catalogue)
    if len(opening.restock) != len(ORIGINS):
        yield "opening.restock", f"there are {len(ORIGINS)} restock piles"


def _match_faults(opening: Match, catalogue: Mapping[str, Card]) -> Iterator[tuple[str, str]]:
    for field in ("a", "b", "start"):
        yield from _not_played(f"opening.{field}", getattr(opening, field), catalogue)
    for at, one in enumerate(opening.characters):
        if _kind(one, catalogue) != "character" or catalogue[one].side_of:
            yield f"opening.characters[{at}]", f"{one} is no character's first side"
    there = len(opening.characters)
    if opening.variant == "difficulty":
        there = sum(
            one in catalogue and catalogue[one].difficulty in opening.difficulties
            for one in opening.characters
        )
    if opening.variant not in VARIANTS:
        yield "opening.variant", f"there are {', '.join(VARIANTS)}"
    elif there < VARIANTS[opening.variant]:
        yield "opening.characters", f"this way of choosing needs {VARIANTS[opening.variant]}"
    if any(seat not in range(SEATS) for seat in opening.newcomers):
        yield "opening.newcomers", "there is no such seat"


VARIANTS = {"draft": 1, "free": 1, "difficulty": 1, "random": 2, "chosen": 2}
"""The ways to choose characters, and how many characters each needs."""


def _not_played(
    field: str, kinds: Sequence[str], catalogue: Mapping[str, Card]
) -> Iterator[tuple[str, str]]:
    for at, kind in enumerate(kinds):
        if kind and _kind(kind, catalogue) not in PLAYED:
            yield f"{field}[{at}]", f"{kind} is a character, which lies beside its seat only"


def _kind(card: str, catalogue: Mapping[str, Card]) -> str:
    found = catalogue.get(card)
    return UNKNOWN.kind if found is None else found.kind


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
