"""Openings: from decks, or from a position as an official found it. Sources: K 2.1, 2.5, 2.7."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, TypeVar

import msgspec

from dm_events.kernel.layout import Layout
from dm_events.kernel.ruleset import UnknownCard
from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.abilities import Cast
from dm_events.rulesets.dino_master.board import (
    OWN_SLOTS,
    PLAYER,
    SEATS,
    SPECIAL,
    TURN,
    ZONES,
    Affliction,
    Change,
    Creature,
    Duel,
    Flock,
    Phase,
    Player,
    Staying,
    Turn,
)
from dm_events.rulesets.dino_master.cards import SPECIAL_KINDS, UNKNOWN, Card
from dm_events.rulesets.dino_master.faces import UNKNOWN_FACE, Face
from dm_events.rulesets.dino_master.filters import State
from dm_events.rulesets.dino_master.flock_board import printed

Catalogue = Mapping[str, Card]
CardT = TypeVar("CardT", bound=str)


Least0 = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Few = Annotated[int, msgspec.Meta(ge=0, le=200)]
Amount = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
Cards = Annotated[tuple[str, ...], msgspec.Meta(max_length=200)]


class FoundState(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A state with its turns to go (0: to the end of the turn, None: until it leaves) and amounts."""

    state: State
    turns: Few | None = None
    at: Amount = 0
    df: Amount = 0


class Found(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A creature as an official found it. `injury` and `change` are AT and DF amounts; `asleep`
    and `confused` are turns still to go; `members` lie under it.
    """

    card: str
    waiting: bool = False
    attacked: bool = False
    skilled: bool = False
    red: bool = False
    asleep: Few = 0
    confused: Few = 0
    injury: tuple[Amount, Amount] = (0, 0)
    change: tuple[Amount, Amount] = (0, 0)
    moved: bool = False
    flocked: bool = False
    members: Annotated[tuple["Found", ...], msgspec.Meta(max_length=200)] = ()
    states: Annotated[tuple[FoundState, ...], msgspec.Meta(max_length=200)] = ()


class FoundAction(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An action card that stays, as an official found it: turns still to go (None: for ever), and the
    numbers of the cards on which it was cast.
    """

    card: str
    turns: Few | None = None
    on: Cards = ()


class SeatFound(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat as an official found it. Cards are ids, or `?` for one that nobody named.

    `deck` is a number of unknown cards, or cards from the top. `turns` are own turns begun.
    `special` is the special deck, `magic` the action cards that stay.
    """

    master: str = "?"
    lp: Least0 | None = None
    dp: Least0 = 8
    turns: Least0 = 3
    hand: Cards = ()
    deck: Few | Cards = 10
    graveyard: Cards = ()
    out: Cards = ()
    attack: Annotated[tuple[Found, ...], msgspec.Meta(max_length=200)] = ()
    defence: Annotated[tuple[Found, ...], msgspec.Meta(max_length=200)] = ()
    special: Cards = ()
    magic: Annotated[tuple[FoundAction, ...], msgspec.Meta(max_length=200)] = ()


class Position(msgspec.Struct, frozen=True, tag="position", tag_field="from", omit_defaults=True,
               forbid_unknown_fields=True):  # fmt: skip
    """A duel as an official found it: what is not said is as in the defaults here.

    Turn 0 has not begun: the service can still start the match with these cards.
    """

    seats: tuple[SeatFound, SeatFound]
    turn: Least0 = 5
    owner: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    phase: Phase = "main 1"


class Deck(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a seat brings: a Master's id and the card ids of main and special deck, in any order."""

    master: str
    main: Cards
    special: Cards = ()


class Decks(msgspec.Struct, frozen=True, tag="decks", tag_field="from", omit_defaults=True,
            forbid_unknown_fields=True):  # fmt: skip
    """A duel from its beginning."""

    seats: tuple[Deck, Deck]


Opening = Decks | Position
UNNAMED_LP = 2100
"""The LP of a Master that nobody named, where a position does not say it."""


def cards_of(opening: Opening) -> list[list[str]]:
    """Each seat's card ids in the order of their numbers; the Master is number 0."""
    if isinstance(opening, Decks):
        return [[seat.master, *seat.main, *seat.special] for seat in opening.seats]
    return [[card for _, cards in _places(seat) for card in cards] for seat in opening.seats]


def _places(seat: SeatFound) -> list[tuple[str, Sequence[str]]]:
    """The zones of a found seat, in the order in which its cards are numbered."""
    deck = ("?",) * seat.deck if isinstance(seat.deck, int) else seat.deck
    return [
        ("master", (seat.master,)), ("attack", [one.card for one in seat.attack]),
        ("defence", [one.card for one in seat.defence]), ("hand", seat.hand), ("deck", deck),
        ("graveyard", seat.graveyard), ("out", seat.out),
        ("under", [one.card for one in _members(seat)]), *_special(seat.special),
        ("magic", [one.card for one in seat.magic]),
    ]  # fmt: skip


def _special(cards: Sequence[CardT]) -> list[tuple[str, Sequence[CardT]]]:
    """The special deck, where there is one."""
    return [(SPECIAL.name, cards)] if cards else []


def _members(seat: SeatFound) -> list[Found]:
    """The members of a found seat's flocks, leader by leader."""
    return [member for one in (*seat.attack, *seat.defence) for member in one.members]


def faults(opening: Opening, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield what cannot be on a table: the field, and what is wrong with it.

    The cards of a deck, and those of a flock, may break the rules (a match can have been played with
    them); a card in a place where its kind cannot lie, two creatures in one red zone, or one there that
    waits, cannot be there at all.
    """
    seats: tuple[Deck | SeatFound, ...] = opening.seats
    for number, seat in enumerate(seats):
        place = f"opening.seats[{number}]"
        if _kind(seat.master, catalogue) not in ("master", UNKNOWN.kind):
            yield f"{place}.master", f"{seat.master} is no Master"
        if isinstance(seat, Deck):
            yield from _strangers(f"{place}.main", seat.main, catalogue)
            yield from _not_special(f"{place}.special", seat.special, catalogue)
        else:
            yield from _found_faults(place, seat, catalogue)
    if isinstance(opening, Position):
        yield from _sealed_faults(opening)


def _sealed_faults(position: Position) -> Iterator[tuple[str, str]]:
    """What an action card that stays was cast on must be a creature on a line."""
    numbers = [
        f"{number}:{at}" for number, seat in enumerate(position.seats)
        for at in range(1, 1 + len(seat.attack) + len(seat.defence))
    ]  # fmt: skip
    for number, seat in enumerate(position.seats):
        for at, one in enumerate(seat.magic):
            for card in one.on:
                if card not in numbers:
                    place = f"opening.seats[{number}].magic[{at}].on"
                    yield place, f"{card} is no creature on a line"


def _strangers(field: str, cards: Sequence[str], catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Masters, and cards of the special deck, among others."""
    for at, card in enumerate(cards):
        kind = _kind(card, catalogue)
        if kind == "master":
            yield f"{field}[{at}]", f"{card} is a Master, which lies in the master zone only"
        elif kind in SPECIAL_KINDS:
            yield f"{field}[{at}]", f"{card} is a card of the special deck"


def _not_special(
    field: str, cards: Sequence[str], catalogue: Catalogue
) -> Iterator[tuple[str, str]]:
    for at, card in enumerate(cards):
        if _kind(card, catalogue) not in (*SPECIAL_KINDS, UNKNOWN.kind):
            yield f"{field}[{at}]", f"{card} is no card of the special deck"


def _found_faults(place: str, seat: SeatFound, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    for line, creatures in (("attack", seat.attack), ("defence", seat.defence)):
        for at, one in enumerate(creatures):
            here = f"{place}.{line}[{at}]"
            yield from _creature_faults(here, one, catalogue)
            if one.red and line == "defence":
                yield here, "the red zone is on the attack line"
            if one.red and one.waiting:
                yield here, "a creature in the red zone does not wait (R210)"
    if sum(one.red for one in seat.attack) > 1:
        yield f"{place}.attack", "two creatures stand in one red zone"
    piles = (("hand", seat.hand), ("graveyard", seat.graveyard), ("out", seat.out))
    for name, cards in (*piles, ("deck", () if isinstance(seat.deck, int) else seat.deck)):
        yield from _strangers(f"{place}.{name}", cards, catalogue)
    yield from _not_special(f"{place}.special", seat.special, catalogue)
    for at, lies in enumerate(seat.magic):
        if not _stays(lies.card, catalogue):
            yield f"{place}.magic[{at}]", f"{lies.card} is no action card that stays"


def _stays(card: str, catalogue: Catalogue) -> bool:
    """Whether it is an action card that stays on the field, or one that nobody knows."""
    found = catalogue.get(card)
    return found is None or any(
        isinstance(one, Cast) and one.stays is not None for one in found.ability
    )


def _creature_faults(place: str, one: Found, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    if _kind(one.card, catalogue) not in ("creature", UNKNOWN.kind):
        yield place, f"{one.card} is no creature"
    for at, member in enumerate(one.members):
        here = f"{place}.members[{at}]"
        yield from _creature_faults(here, member, catalogue)
        if member.red:
            yield here, "a member of a flock stands where its leader does"
        if member.members:
            yield here, "a member of a flock leads none"


def _kind(card: str, catalogue: Catalogue) -> str:
    found = catalogue.get(card)
    return UNKNOWN.kind if found is None else found.kind


class Faces:
    """The faces of a match: one for each card definition, made once."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Read from a catalogue."""
        self._catalogue = catalogue
        self._made: dict[str, Face] = {UNKNOWN.id: UNKNOWN_FACE}

    def get(self, card: str) -> Face | None:
        """Return the face of a card id, None where the catalogue has no such card."""
        face = self._made.get(card)
        if face is None and card in self._catalogue:
            face = self._made[card] = Face(self._catalogue[card])
        return face

    def of(self, card: str) -> Face:
        """Return the face of a card id. Raises UnknownCard."""
        face = self.get(card)
        if face is None:
            raise UnknownCard(card)
        return face


def open_board(opening: Opening, faces: Faces) -> Duel:
    """Return the board of step 0. Raises UnknownCard for an id that the catalogue lacks."""
    listed = cards_of(opening)
    ids = [[CardId(f"{seat}:{n}") for n in range(len(cards))] for seat, cards in enumerate(listed)]
    seats: tuple[Deck | SeatFound, ...] = opening.seats
    there = (*ZONES, SPECIAL) if any(seat.special for seat in seats) else ZONES
    layout = Layout(SEATS, OWN_SLOTS, there, [card for cards in ids for card in cards])
    board = Duel(layout, layout.blank())
    board.write(TURN, Turn(0, 0, "start"))
    for seat, cards in enumerate(listed):
        for card, name in zip(ids[seat], cards, strict=True):
            board.write(layout.face[card], faces.of(name))
    if isinstance(opening, Decks):
        places = [_brought(deck, ids[seat]) for seat, deck in enumerate(opening.seats)]
    else:
        places = [_numbered(seat, ids[number]) for number, seat in enumerate(opening.seats)]
    for seat, zones in enumerate(places):
        for zone, some in zones:
            _lay(board, zone, seat, some)
    _pools(board, opening)
    if isinstance(opening, Position):
        _as_found(board, opening)
        for seat in range(SEATS):
            if board.face(board.master(seat)).sees_top and board.deck(seat):
                board.show(board.deck(seat)[0], 1 << seat)
    board.commit()
    return board


def _brought(deck: Deck, ids: list[CardId]) -> list[tuple[str, Sequence[CardId]]]:
    special = 1 + len(deck.main)
    return [("master", ids[:1]), ("deck", ids[1:special]), *_special(ids[special:])]


def _numbered(seat: SeatFound, ids: list[CardId]) -> list[tuple[str, Sequence[CardId]]]:
    zones: list[tuple[str, Sequence[CardId]]] = []
    at = 0
    for zone, cards in _places(seat):
        zones.append((zone, ids[at : at + len(cards)]))
        at += len(cards)
    return zones


def _lay(board: Duel, zone: str, seat: int, cards: Sequence[CardId]) -> None:
    """Put cards into a zone from the start, and show them to who sees them there."""
    layout = board.layout
    slot = layout.zone[zone] + seat
    board.write(slot, tuple(cards))
    for card in cards:
        board.write(layout.where[card], slot)
        if layout.seen_by[slot]:
            board.show(card, layout.seen_by[slot])


def _pools(board: Duel, opening: Opening) -> None:
    for seat in range(SEATS):
        lp = board.face(board.master(seat)).card.lp or UNNAMED_LP
        if isinstance(opening, Decks):
            player = Player(lp, 0)
        else:
            found = opening.seats[seat]
            player = Player(lp if found.lp is None else found.lp, found.dp, found.turns)
        board.write(PLAYER + seat, player)


def _as_found(board: Duel, position: Position) -> None:
    board.write(TURN, Turn(position.turn, position.owner, position.phase))
    for seat, found in enumerate(position.seats):
        for card, lies in zip(board.cards_in("magic", seat), found.magic, strict=True):
            on = tuple(map(CardId, lies.on))
            board.set_state(card, Staying(lies.turns, position.owner, on))
        under = list(board.under(seat))
        for member, one in zip(under, _members(found), strict=True):
            board.set_state(member, _creature(one, position.owner))
        for line, creatures in (("attack", found.attack), ("defence", found.defence)):
            for card, one in zip(board.line(line, seat), creatures, strict=True):
                mine, under = under[: len(one.members)], under[len(one.members) :]
                board.set_state(
                    card, _creature(one, position.owner, _flock(board, card, mine, line))
                )


def _flock(board: Duel, leader: CardId, members: list[CardId], line: str) -> Flock | None:
    """The flock that was found, its AT as the leader's card prints it, else the leader's (C50)."""
    if not members:
        return None
    at, df, sh = printed(board, leader, tuple(members))
    first = board.face(leader).card.at
    return Flock(tuple(members), (line,) * len(members), first if at is None else at, df, sh)


def _creature(one: Found, owner: int, flock: Flock | None = None) -> Creature:
    afflictions = [
        Affliction(name, left, owner)
        for name, left in (("sleep", one.asleep), ("confusion", one.confused)) if left
    ]  # fmt: skip
    afflictions += [
        Affliction(each.state, each.turns, owner, flock is not None, each.at, each.df,
                   each.state == "daze") for each in one.states
    ]  # fmt: skip
    changes = []
    if any(one.injury):
        changes.append(Change(*one.injury, "leaves", "injury"))
    if any(one.change):
        changes.append(Change(*one.change, "turn"))
    return Creature(
        owner if one.waiting else -1, one.red, one.attacked, one.skilled, bool(one.asleep),
        changes=tuple(changes), afflictions=tuple(afflictions), moved=one.moved,
        flocked=one.flocked, flock=flock,
    )  # fmt: skip
