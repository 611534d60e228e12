"""What of an opening cannot be on a table. Sources: G parts, prep."""

from collections.abc import Iterator, Mapping, Sequence

from dm_events.rulesets.metaversus_duel.board import ORIGINS
from dm_events.rulesets.metaversus_duel.cards import DIFFICULTIES, UNKNOWN, Card
from dm_events.rulesets.metaversus_duel.opening import (
    ZONES_FOUND,
    Match,
    Opening,
    Position,
    SeatFound,
    cards_in,
)

PLAYED = ("action", "treasure", "weapon", UNKNOWN.kind)
VARIANTS = {"draft": 1, "free": 1, "difficulty": 1, "random": 2, "chosen": 2}
"""The ways to choose characters, and how many characters each needs."""
REVEALED = 2
"""Kinds of each neutral pile that are revealed (SET-03)."""

Catalogue = Mapping[str, Card]
Faults = Iterator[tuple[str, str]]


def faults(opening: Opening, catalogue: Catalogue) -> Faults:
    """Yield what cannot be on a table: the field, and what is wrong with it."""
    if isinstance(opening, Match):
        yield from _neutral_faults(opening, catalogue)
        yield from _character_faults(opening, catalogue)
        return
    for number, seat in enumerate(opening.seats):
        yield from _seat_faults(f"opening.seats[{number}]", seat, catalogue)
    yield from _market_faults(opening, catalogue)
    for kind, _ in opening.basics:
        if kind in catalogue and catalogue[kind].home != "start":
            yield "opening.basics", f"{_called(kind, catalogue)} is no kind of the starting deck"


def _seat_faults(place: str, seat: SeatFound, catalogue: Catalogue) -> Faults:
    if _kind(seat.character, catalogue) not in ("character", UNKNOWN.kind):
        yield f"{place}.character", f"{_called(seat.character, catalogue)} is no character"
    for zone in ZONES_FOUND[1:]:
        yield from _not_played(f"{place}.{zone}", cards_in(seat, zone), catalogue)
    if seat.gained > len(seat.play):
        yield f"{place}.gained", f"the play area holds {len(seat.play)}"
    if seat.extra > seat.turns:
        yield f"{place}.extra", f"the seat has begun {seat.turns} turns in all"
    if seat.character in catalogue:
        abilities = len(catalogue[seat.character].ability)
        for field in ("used", "used_turn"):
            if len(getattr(seat, field)) > abilities:
                yield (
                    f"{place}.{field}",
                    f"{_called(seat.character, catalogue)} has abilities: {abilities}",
                )


def _market_faults(opening: Position, catalogue: Catalogue) -> Faults:
    for at, pile in enumerate(opening.market):
        if pile.origin not in ORIGINS:
            yield f"opening.market[{at}].origin", f"no kind comes from {pile.origin!r}"
        if pile.kind:
            yield from _not_played(f"opening.market[{at}].kind", (pile.kind,), catalogue)
        elif pile.left:
            yield f"opening.market[{at}].left", "an empty place holds no cards"
    for at, kinds in enumerate(opening.restock):
        yield from _not_played(f"opening.restock[{at}]", kinds, catalogue)


def _neutral_faults(opening: Match, catalogue: Catalogue) -> Faults:
    for pile, kinds in (("A", opening.a), ("B", opening.b)):
        field = f"opening.{pile.lower()}"
        yield from _not_home(field, kinds, pile, catalogue)
        yield from _twice(field, kinds)
        if len(kinds) < REVEALED:
            yield field, f"{REVEALED} kinds of {pile} are revealed (SET-03), here are {len(kinds)}"
    yield from _not_home("opening.start", opening.start, "start", catalogue)


def _not_home(field: str, kinds: Sequence[str], home: str, catalogue: Catalogue) -> Faults:
    where = "the starting deck" if home == "start" else f"the neutral pile {home}"
    for at, kind in enumerate(kinds):
        if kind in catalogue and catalogue[kind].home != home:
            yield f"{field}[{at}]", f"{_called(kind, catalogue)} is no kind of {where}"


def _twice(field: str, names: Sequence[str]) -> Faults:
    for at, one in enumerate(names):
        if one in names[:at] and one != UNKNOWN.id:
            yield f"{field}[{at}]", f"{one} is there already"


def _character_faults(opening: Match, catalogue: Catalogue) -> Faults:
    characters, variant = opening.characters, opening.variant
    for at, one in enumerate(characters):
        if _kind(one, catalogue) != "character" or catalogue[one].side_of:
            yield (
                f"opening.characters[{at}]",
                f"{_called(one, catalogue)} is no character's first side",
            )
    if variant != "chosen":
        yield from _twice("opening.characters", characters)
    for at, grade in enumerate(opening.difficulties):
        if grade not in DIFFICULTIES:
            yield f"opening.difficulties[{at}]", f"there are {', '.join(DIFFICULTIES)}"
    there = len(characters)
    if variant == "difficulty":
        there = sum(
            one in catalogue and catalogue[one].difficulty in opening.difficulties
            for one in characters
        )
    if variant not in VARIANTS:
        yield "opening.variant", f"there are {', '.join(VARIANTS)}"
    elif there < VARIANTS[variant]:
        yield "opening.characters", f"this way of choosing needs {VARIANTS[variant]}"
    elif variant == "chosen" and there > VARIANTS[variant]:
        yield "opening.characters", f"each of two seats brings one, here are {there}"
    yield from _twice("opening.newcomers", [f"seat {seat}" for seat in opening.newcomers])


def _not_played(field: str, kinds: Sequence[str], catalogue: Catalogue) -> Faults:
    for at, kind in enumerate(kinds):
        if kind and _kind(kind, catalogue) not in PLAYED:
            called = _called(kind, catalogue)
            yield f"{field}[{at}]", f"{called} is a character, which lies beside its seat only"


def _called(card: str, catalogue: Catalogue) -> str:
    return f"{catalogue[card].label} ({card})" if card in catalogue else card


def _kind(card: str, catalogue: Catalogue) -> str:
    found = catalogue.get(card)
    return UNKNOWN.kind if found is None else found.kind
