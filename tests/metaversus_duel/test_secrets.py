"""Secrets that are no card's place: who was dealt what, how restock piles lie, how many cards there are."""

from typing import Any

import pytest

from dm_events.adjudication.diff import diff
from dm_events.kernel.commands import Choose, Start
from dm_events.kernel.fold import Fold
from dm_events.kernel.layout import CHOICE
from dm_events.kernel.table import Together
from dm_events.kernel.view import step_view
from dm_events.kernel.words import Event
from dm_events.rulesets.metaversus_duel.bans import CharacterDealt
from dm_events.rulesets.metaversus_duel.characters import ChangeSide, CharacterPlaced
from dm_events.rulesets.metaversus_duel.choosing import CardsLooked
from dm_events.rulesets.metaversus_duel.info import Inspected
from dm_events.rulesets.metaversus_duel.packs import match
from tests.metaversus_duel.matches import GAME, played

OTHERS = (1, "public")


def after(given: dict[str, Any], *lines: str, treatment: Any = "strict", **answers: str) -> Fold:
    """A position, and what was done there, under answers."""
    told = {name.replace("_", "-"): answer for name, answer in answers.items()}
    fold = Fold(GAME, GAME.open(GAME.position(given)), GAME.defaults | told, seed=b"secrets",
                treatment=treatment, fingerprints=True)  # fmt: skip
    for line in lines:
        by, command = GAME.parse(line, fold.board)
        assert fold.add(Event(len(fold.steps) + 1, by, command)) is not None, (line, fold.stopped)
    return fold


def told(fold: Fold, viewer: Any, step: int = 0) -> Any:
    """What a viewer is told of a step of a fold, by default the last."""
    number = step or len(fold.steps)
    before = fold.at(number - 1)
    return step_view(
        GAME, fold.steps[number - 1], viewer, before, fold.at(number), fold.answers_at(before)
    )


# Variant V3: a character drawn at random, face down (SET-12, SET-15).


def dealt(first: str, second: str, how: str) -> Fold:
    """A match whose first player, seat 0, was dealt `first`."""
    catalogue = GAME.catalogue
    kinds: dict[str, tuple[str, ...]] = {
        home: tuple(card.id for card in catalogue.values() if card.home == home)[:2]
        for home in ("A", "B")
    }
    opening = match(catalogue, a=kinds["A"], b=kinds["B"], characters=("ALCHEMIST", "WITCH"),
                    variant="random", newcomers=(1,))  # fmt: skip
    fold = Fold(GAME, GAME.open(opening), GAME.defaults | {"Q-23": how})
    chance: Any = (kinds["A"], kinds["B"], (first, second))
    assert fold.add(Event(1, "service", Start(), chance)) is not None
    return fold


@pytest.mark.parametrize("how", ["commit-reveal", "sequential"])
def test_nobody_else_learns_whether_a_dealt_character_has_another_side(how: str) -> None:
    """The Alchemist has one side, the Witch two: both seats are asked, whoever has which."""
    one, other = dealt("ALCHEMIST", "WITCH", how), dealt("WITCH", "ALCHEMIST", how)
    assert told(one, "public") == told(other, "public")
    assert GAME.view(one.board, "public", 1) == GAME.view(other.board, "public", 1)
    for fold in (one, other):
        pending = fold.board.slots[CHOICE]
        assert isinstance(pending, Together)
        assert pending.seat == 0
        assert not any(isinstance(said, CharacterPlaced) for said in fold.steps[0].happenings)
    for fold, pick in ((one, "ALCHEMIST"), (other, "WITCH")):
        assert fold.add(Event(2, 0, Choose((pick,)))) is not None
    assert told(one, 1).happenings == told(other, 1).happenings
    assert one.board.slots[CHOICE].seat == other.board.slots[CHOICE].seat == 1


def test_a_seat_is_told_the_character_that_it_was_dealt() -> None:
    fold = dealt("ALCHEMIST", "WITCH", "commit-reveal")
    seen = {
        viewer: [one.character for one in told(fold, viewer).happenings
                 if isinstance(one, CharacterDealt)]
        for viewer in (0, 1, "public", "judge")
    }  # fmt: skip
    assert seen == {
        0: ["ALCHEMIST", ""], 1: ["", "WITCH"], "public": ["", ""],
        "judge": ["ALCHEMIST", "WITCH"],
    }  # fmt: skip


@pytest.mark.parametrize("treatment", ["strict", "counterfactual"])
def test_why_a_placed_character_is_not_turned_says_nothing_of_it(treatment: Any) -> None:
    """Q-63 no: the Witch has another side and may not be turned, the Alchemist has none."""
    said = []
    for pick in ("ALCHEMIST", "WITCH"):
        fold = dealt(pick, "WITCH" if pick == "ALCHEMIST" else "ALCHEMIST", "commit-reveal")
        fold.treatment = treatment
        assert fold.add(Event(2, 0, Choose((pick,)))) is not None
        left_out = fold.add(Event(3, 0, ChangeSide()))
        said.append(fold.stopped if left_out is None else told(fold, "public"))
    assert said[0] == said[1]
    assert said[0] is not None


# the seat chooses among kinds that lie hidden (SET-20).


def test_who_chooses_a_kind_does_not_see_how_the_restock_piles_lie() -> None:
    def board(*pile: str, neutral: tuple[str, ...]) -> Any:
        given = {
            "phase": "buy", "gems": 4,
            "market": [{"kind": "Longsword", "left": 1, "origin": "seat0"}],
            "restock": {"A": neutral, "seat1": pile},
            "seat0": {"character": "Knight"}, "seat1": {"character": "Knight"},
        }  # fmt: skip
        fold = after(given, "0 buys Longsword", Q_17="seat-chooses")
        assert fold.board.slots[CHOICE].what == "restock"
        return fold.view(0, 1), told(fold, 0)

    one = board("Squire", "Volley", neutral=("Lantern", "Bandage"))
    assert one[0].choice is not None
    assert len(one[0].choice.options) == 4
    assert one == board("Volley", "Squire", neutral=("Bandage", "Lantern"))


# sizes that are told to a judge only.


def counts(fold: Fold, kind: Any, viewer: Any) -> list[Any]:
    return [one.count for one in told(fold, viewer).happenings if isinstance(one, kind)]


@pytest.mark.parametrize("answer", ["public", "hidden"])
def test_who_looks_through_a_draw_deck_has_counted_it_and_nobody_else(answer: str) -> None:
    given = {"seat0": {"hand": ["Call of the Wild"], "deck": ["Stone", "Boar", "Stone"]}}
    fold = after(given, "0 plays Call of the Wild", Q_52=answer)
    for viewer in (0, "judge"):
        assert counts(fold, CardsLooked, viewer) == [3]
    for viewer in OTHERS:
        assert counts(fold, CardsLooked, viewer) == [3 if answer == "public" else None]
        shown = [one.cards for one in told(fold, viewer).happenings if isinstance(one, CardsLooked)]
        assert shown == [("hidden",) * 3 if answer == "public" else ()]


@pytest.mark.parametrize("what", ["deck", "restock"])
def test_what_an_illegal_look_at_a_size_found_a_judge_is_told_alone(what: str) -> None:
    given = {"restock": {"seat1": ["Squire"] * 9}, "seat1": {"deck": 9, "character": "Knight"}}
    fold = after(given, f"0 inspects {what} of 1", treatment="as-played", Q_52="hidden")
    assert [one.code for one in fold.steps[0].findings] == ["info/hidden"]
    assert counts(fold, Inspected, "judge") == [9]
    for viewer in (0, *OTHERS):
        assert counts(fold, Inspected, viewer) == [None]


def test_a_ruling_that_sizes_are_hidden_counts_for_what_follows() -> None:
    given = {"seat0": {"hand": ["Call of the Wild"], "deck": ["Stone", "Boar"]}}
    fold = after(given, 'official rules Q-52 = hidden because "so"', "0 plays Call of the Wild")
    assert counts(fold, CardsLooked, "public") == [None]


# D-02: how a discard deck lies does not matter.


def test_the_order_in_which_cards_were_discarded_makes_no_other_board() -> None:
    given = {"phase": "buy", "seat0": {
        "hand": ["Silver Coin", "Gold Coin", "Stone"], "discard": ["Lantern"], "deck": ["Stone"] * 9,
    }}  # fmt: skip
    one = after(given, "0 plays Silver Coin", "0 plays Gold Coin", "0 ends turn")
    other = after(given, "0 plays Gold Coin", "0 plays Silver Coin", "0 ends turn")
    assert one.steps[-1].happenings != other.steps[-1].happenings  # they were laid otherwise
    assert one.board.slots == other.board.slots
    assert one.steps[-1].fingerprint == other.steps[-1].fingerprint


def test_readings_that_differ_in_the_order_of_discards_alone_join_again() -> None:
    """Q-56: the gained card is discarded at once, or with the play area at the end of the turn."""
    given = {"market": ["Lantern", "Buckler"],
             "seat0": {"hand": ["Workshop", "Stone"], "deck": ["Stone"] * 9}}  # fmt: skip
    opening = GAME.position(given)
    fold = Fold(GAME, GAME.open(opening), GAME.defaults)
    for line in ("0 plays Workshop", "0 picks Lantern", "0 ends turn"):
        by, command = GAME.parse(line, fold.board)
        assert fold.add(Event(len(fold.steps) + 1, by, command)) is not None
    events = [step.event for step in fold.steps]
    found = diff(GAME, opening, events, GAME.defaults, GAME.defaults | {"Q-56": "discard-deck"})
    assert [(one.first, one.joined, one.because) for one in found.partings] == [(2, 3, ("Q-56",))]


@pytest.mark.parametrize("seed", range(6))
def test_discard_decks_lie_by_number_in_every_match(seed: int) -> None:
    fold: Any = played(seed).fold
    for number in range(0, len(fold.steps), 7):
        board = fold.at(number)
        for seat in (0, 1):
            at = [board.layout.where[card] for card in board.discard(seat)]
            assert at == sorted(at), number
