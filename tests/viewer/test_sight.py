"""Redaction by annotated type: any game's structs, texts, refusals, nested and optional cards."""

from typing import Annotated, Any

import msgspec
import pytest

from dm_events.kernel.board import Board
from dm_events.kernel.commands import Choose
from dm_events.kernel.layout import CHOICE, Layout, Zone
from dm_events.kernel.rule import Refusal, illegal
from dm_events.kernel.sight import HIDDEN, redact
from dm_events.kernel.table import Choice, Together
from dm_events.kernel.timeline import Step
from dm_events.kernel.view import step_view
from dm_events.kernel.words import CardId, Command, Event, Happening, Task

OPEN, HELD, LOST = CardId("0:0"), CardId("0:1"), CardId("0:2")
"""On the table; in the hand of seat 0; in the deck."""


def board() -> Board:
    """A table of a game that is nobody's: three cards of seat 0."""
    zones = (Zone("deck", "nobody"), Zone("hand", "owner"), Zone("table", "all", field=True))
    layout = Layout(2, (), zones, (OPEN, HELD, LOST))
    found = Board(layout, layout.blank())
    for card, zone in ((OPEN, "deck"), (HELD, "deck"), (LOST, "deck")):
        slot = layout.zone[zone]
        found.write(slot, (*found.slots[slot], card))
        found.write(layout.where[card], slot)
    found.move(OPEN, "table", 0)
    found.move(HELD, "hand", 0)
    found.commit()
    return found


class Pair(msgspec.Struct, frozen=True):
    one: CardId
    other: CardId | None = None


class Told(Happening, frozen=True):
    card: Annotated[CardId, msgspec.Meta(max_length=9)] = LOST
    seat: int = 0
    by: CardId | None = None
    many: tuple[CardId, ...] = ()
    outcome: int | tuple[CardId, ...] = 3
    pairs: tuple[Pair, ...] = ()
    fixed: tuple[CardId, int] = (LOST, 1)
    text: str = ""
    picks: tuple[str, ...] | None = None
    places: dict[CardId, str] = msgspec.field(default_factory=dict)
    order: Annotated[tuple[CardId, ...], msgspec.Meta(max_length=9)] = ()


class Played(Command, frozen=True):
    card: CardId


def seen(value: Any, viewer: Any = 1) -> Any:
    return redact(value, viewer, board(), board())


def test_a_card_shows_to_whom_it_lies_open():
    for viewer, shown in ((0, [OPEN, HELD, HIDDEN]), (1, [OPEN, HIDDEN, HIDDEN]),
                          ("public", [OPEN, HIDDEN, HIDDEN]), ("judge", [OPEN, HELD, LOST])):  # fmt: skip
        assert [seen(Told(card), viewer).card for card in (OPEN, HELD, LOST)] == shown


def test_cards_are_found_wherever_a_type_says_that_they_are():
    told = Told(
        OPEN, 1, HELD, (OPEN, LOST), (LOST, OPEN), (Pair(OPEN, LOST), Pair(HELD)), (HELD, 2),
        picks=(LOST, "yes"), places={OPEN: "a", LOST: "b"},
    )  # fmt: skip
    assert seen(told) == Told(
        OPEN, 1, HIDDEN, (OPEN, HIDDEN), (HIDDEN, OPEN), (Pair(OPEN, HIDDEN), Pair(HIDDEN)),
        (HIDDEN, 2), picks=(HIDDEN, "yes"), places={OPEN: "a"},
    )  # fmt: skip
    assert seen(told, "judge") == told
    assert seen(Told(OPEN)).by is None


def test_an_order_is_for_judges_whatever_of_it_is_known():
    told = Told(OPEN, order=(OPEN, HELD))
    assert seen(told, 0).order == ()
    assert seen(told, "judge").order == (OPEN, HELD)


def test_a_text_is_a_card_if_it_is_its_number_and_else_loses_what_is_hidden():
    assert seen(Told(OPEN, text="0:2")).text == HIDDEN
    assert seen(Told(OPEN, text="0:0")).text == "0:0"
    assert seen(Told(OPEN, text="0:1 for 0:0, or 10:1 or 0:19; see card:0:2")).text == (
        "hidden for 0:0, or 10:1 or 0:19; see card:hidden"
    )


def test_a_card_number_that_is_in_no_match_is_hidden_from_all_but_a_judge():
    assert seen(Played(CardId("7:7"))).card == HIDDEN
    assert seen(Played(CardId("7:7")), "judge").card == "7:7"


def test_a_refusal_says_nothing_else_about_a_hidden_card():
    refusal = illegal("dp/short", have=2, cost=5, card=HELD)
    assert seen(refusal) == illegal("dp/short", card=HIDDEN)
    assert seen(refusal, 0) == refusal
    assert seen(illegal("phase/wrong", now="battle")).args == {"now": "battle"}
    assert seen(illegal("chance/bad", what=f"('{LOST}', '{OPEN}')", have=1)).args == {}
    assert seen(illegal("x", cards=[OPEN, LOST], have=1)).args == {}


def test_a_step_keeps_journal_chance_and_fingerprint_to_itself():
    event = Event(4, 0, Played(HELD), ((LOST, HELD), 3), {OPEN: "D1", LOST: "D2"})
    step = Step(event, (Told(OPEN),), (), None, ("C01",), {1: (LOST,)}, True, "ab", 2)
    assert seen(step) == Step(Event(4, 0, Played(HIDDEN), (), {OPEN: "D1"}), (
        Told(OPEN, fixed=(HIDDEN, 1)),), (), None, (), {}, True, "", 2)  # fmt: skip
    assert seen(step, "judge") == step


def test_before_or_after_is_enough():
    before, after = board(), board()
    after.move(LOST, "table", 0)
    assert redact(Told(LOST), 1, before, after).card == LOST
    assert redact(Told(LOST), 1, after, before).card == LOST


class Drawn(Happening, frozen=True):
    card: CardId


class Discarded(Happening, frozen=True):
    card: CardId


class Game:
    """A made-up game: cards are drawn, and discarded onto the table."""

    apply = {  # noqa: RUF012 - as games have it
        Drawn: lambda board, told: board.move(told.card, "hand", 0),
        Discarded: lambda board, told: board.move(told.card, "table", 0),
    }

    def told_to(self, viewer: object, happening: Happening, answers: object) -> Happening:
        """No other secrets."""
        del viewer, answers
        return happening

    def card_name(self, board: Board, card: CardId) -> dict[str, str]:
        del board
        return {"en": f"card {card}"}


def step(*happenings: Happening, findings: tuple[Refusal, ...] = ()) -> Step:
    event = Event(1, 0, Played(LOST))
    return Step(event, happenings, findings, None, ("C01",), {}, False, "ab", None)


@pytest.mark.parametrize("viewer", [0, 1, "public", "judge"])
def test_what_a_step_asked_and_left_is_for_judges(viewer):
    game: Any = Game()
    told = step_view(game, step(), viewer, board(), board())
    assert (told.consulted, told.fingerprint) == (
        (("C01",), "ab") if viewer == "judge" else ((), "")
    )


@pytest.mark.parametrize("viewer", [0, 1, "public", "judge"])
def test_a_sealed_pick_is_for_who_makes_it_and_for_judges(viewer):
    before, why = board(), illegal("choice/not-offered", pick="rock")
    choices = tuple(Choice(seat, "hand", ("rock", "paper"), 1, 1, Task()) for seat in (0, 1))
    before.write(CHOICE, Together(choices, (None, None), Task()))
    picked = msgspec.structs.replace(
        step(), event=Event(1, 0, Choose(("rock",))), left_out=why, happenings=()
    )
    game: Any = Game()
    told = step_view(game, picked, viewer, before, before)
    if viewer in (0, "judge"):
        assert (told.command, told.left_out) == (Choose(("rock",)), why)
    else:
        assert (told.command, told.left_out) == (Choose((HIDDEN,)), illegal("choice/not-offered"))
    kept = msgspec.structs.replace(picked, left_out=None)
    assert step_view(game, kept, viewer, before, before).left_out is None


def test_a_card_drawn_and_discarded_does_not_become_the_one_that_was_drawn():
    before, after = board(), board()
    after.move(LOST, "table", 0)
    game: Any = Game()
    told = step_view(game, step(Drawn(LOST), Discarded(LOST)), 1, before, after)
    assert told.happenings == (Drawn(HIDDEN), Discarded(LOST))
    assert told.names == {LOST: {"en": "card 0:2"}}
    assert before.place(LOST) == ("deck", 0)


def test_a_card_that_was_open_for_a_moment_is_told_for_that_moment():
    before, after = board(), board()
    after.move(LOST, "hand", 0)
    after.reorder("hand", 0, after.cards_in("hand", 0))
    game: Any = Game()
    told = step_view(
        game, step(Discarded(LOST), findings=(illegal("x", card=LOST),)), 1, before, after
    )
    assert told.happenings == (Discarded(LOST),)
    assert told.findings == (illegal("x", card=HIDDEN),)


@pytest.mark.parametrize("value", [3, None, "yes", (1, "no"), {"a": 1.5}, True])
def test_plain_values_stay(value):
    assert seen(value) == value
