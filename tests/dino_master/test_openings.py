"""What cannot be on a table is named: the field, and what is wrong with it."""

from typing import Any

import pytest

from dm_events.rulesets.dino_master.opening import (
    Deck,
    Decks,
    Found,
    FoundAction,
    Position,
    SeatFound,
)
from dm_events.service.catalogue import game

DINO = game("dino-master")
HYBO, ACID = "D032-JU", "AC001-MG"
SPECIAL = next(card.id for card in DINO.catalogue.values() if card.kind == "fusion")
STAYS = next(card.id for card in DINO.catalogue.values() if card.label == "Seal Creature")
MASTER = "2011NM-MSCMartin"


def found(position: Position | Decks) -> list[tuple[str, str]]:
    return list(DINO.faults(position))


def test_a_table_as_it_can_be() -> None:
    leader = Found(HYBO, red=True, members=(Found("?"), Found(HYBO)))
    seat = SeatFound(
        MASTER, hand=(HYBO, ACID, "?"), deck=(ACID, HYBO), graveyard=(HYBO,), out=(ACID,),
        attack=(leader, Found("?")), defence=(Found(HYBO),), special=(SPECIAL, "?"),
        magic=(FoundAction(STAYS, on=("0:1", "0:3", "1:1")), FoundAction("?")),
    )  # fmt: skip
    assert found(Position((seat, SeatFound(attack=(Found(HYBO),))))) == []
    assert found(Decks((Deck(MASTER, (HYBO, ACID)), Deck("?", (HYBO,), (SPECIAL,))))) == []


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize(
    ("seat", "field", "says"),
    [
        ({"master": HYBO}, "master", f"{HYBO} is no Master"),
        *(
            ({pile: ("?", card)}, f"{pile}[1]", says)
            for pile in ("hand", "deck", "graveyard", "out")
            for card, says in (
                (MASTER, f"{MASTER} is a Master, which lies in the master zone only"),
                (SPECIAL, f"{SPECIAL} is a card of the special deck"),
            )
        ),
        ({"special": ("?", HYBO)}, "special[1]", f"{HYBO} is no card of the special deck"),
        *(
            ({line: (Found(HYBO), Found(ACID))}, f"{line}[1]", f"{ACID} is no creature")
            for line in ("attack", "defence")
        ),
        ({"defence": (Found(HYBO, red=True),)}, "defence[0]", "the red zone is on the attack line"),
        ({"attack": (Found(HYBO, red=True), Found("?"), Found("?", red=True))}, "attack",
         "two creatures stand in one red zone"),
        ({"attack": (Found(HYBO, members=(Found("?"), Found(ACID))),)}, "attack[0].members[1]",
         f"{ACID} is no creature"),
        ({"defence": (Found(HYBO, members=(Found(HYBO, red=True),)),)}, "defence[0].members[0]",
         "a member of a flock stands where its leader does"),
        ({"attack": (Found(HYBO, members=(Found(HYBO, members=(Found(HYBO),)),)),)},
         "attack[0].members[0]", "a member of a flock leads none"),
        ({"magic": (FoundAction("?"), FoundAction(ACID))}, "magic[1]",
         f"{ACID} is no action card that stays"),
    ],
)  # fmt: skip
def test_a_seat_that_cannot_be(seat: dict[str, Any], field: str, says: str, number: int) -> None:
    seats = [SeatFound(), SeatFound()]
    seats[number] = SeatFound(**seat)
    assert found(Position((seats[0], seats[1]))) == [(f"opening.seats[{number}].{field}", says)]


@pytest.mark.parametrize("on", ["0:0", "0:3", "1:1", "hidden"])
def test_what_an_action_lies_on_is_a_creature_on_a_line(on: str) -> None:
    """Seat 0 has two: 0:1 and 0:2."""
    seat = SeatFound(
        attack=(Found(HYBO),), defence=(Found(HYBO),), magic=(FoundAction(STAYS, on=("0:2", on)),)
    )
    says = [("opening.seats[0].magic[0].on", f"{on} is no creature on a line")]
    assert found(Position((seat, SeatFound()))) == says


def test_decks_hold_no_masters_and_cards_of_the_special_deck_apart() -> None:
    one, other = Deck(HYBO, (HYBO, MASTER, SPECIAL)), Deck(MASTER, (HYBO,), (SPECIAL, HYBO))
    assert found(Decks((one, other))) == [
        ("opening.seats[0].master", f"{HYBO} is no Master"),
        ("opening.seats[0].main[1]", f"{MASTER} is a Master, which lies in the master zone only"),
        ("opening.seats[0].main[2]", f"{SPECIAL} is a card of the special deck"),
        ("opening.seats[1].special[1]", f"{HYBO} is no card of the special deck"),
    ]
