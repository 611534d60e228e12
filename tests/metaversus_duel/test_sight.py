"""What a viewer cannot know changes nothing of what that viewer gets."""

from typing import Any

import pytest

from dm_events.kernel.board import Board
from dm_events.kernel.fold import Fold
from dm_events.kernel.layout import CHOICE
from dm_events.kernel.sight import Sight, can_point
from dm_events.kernel.view import step_view
from dm_events.kernel.words import Event
from dm_events.rulesets.metaversus_duel.board import RESTOCK, SEATS
from tests.laws.folding import pick_for
from tests.metaversus_duel.matches import GAME, played

VIEWERS = (0, 1, "public")


ANY: Any = played


def otherwise(board: Any, viewer: Any) -> Board:
    """The same board with all that the viewer cannot follow turned around."""
    other: Board = board.copy()
    slots, layout = other.slots, other.layout
    known = Sight(viewer, board).known
    for seat in range(SEATS):
        hidden = [card for zone in ("hand", "deck") for card in board.cards_in(zone, seat)
                  if not known[card] and not can_point(board, viewer, card)]  # fmt: skip
        faces = [slots[layout.face[card]] for card in hidden]
        for card, face in zip(hidden, reversed(faces), strict=True):
            slots[layout.face[card]] = face
        deck = layout.zone["deck"] + seat
        if all(card in hidden for card in slots[deck]):
            slots[deck] = tuple(reversed(slots[deck]))
    slots[RESTOCK] = tuple(tuple(reversed(kinds)) for kinds in slots[RESTOCK])
    return other


def quick_first(seeds: int, quick: int) -> list[object]:
    """The first few seeds, and the rest with the slow tests."""
    slow = pytest.mark.slow
    return [pytest.param(one, marks=slow if one >= quick else ()) for one in range(seeds)]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", range(12))
def test_boards_that_differ_in_what_is_hidden_look_the_same(seed: int, viewer: Any) -> None:
    fold, pick = played(seed).fold, pick_for(ANY(seed), "sight")
    for _ in range(12):
        step = 1 + pick(len(fold.steps))
        board = fold.at(step)
        seen = GAME.view(board, viewer, step)
        assert GAME.view(otherwise(board, viewer), viewer, step) == seen, step


def asked_the_same(fold: Fold, viewer: Any) -> int:
    """Play every event that brings up a choice where hidden things lie otherwise. If the viewer is
    told the same of it, the board after it looks the same, the choice with its options too; return
    how often that was so.
    """
    compared = 0
    for number, step in enumerate(fold.steps, 1):
        before: Any = fold.at(number - 1)
        if fold.at(number).slots[CHOICE] in (None, before.slots[CHOICE]):
            continue
        answers = fold.answers_at(before)
        there = Fold(GAME, otherwise(before, viewer), answers, seed=b"sight",
                     treatment=fold.treatment)  # fmt: skip
        mine = there.add(step.event)
        if mine is None:
            continue
        after = fold.at(number)
        told = step_view(GAME, step, viewer, before, after, answers)
        if told == step_view(GAME, mine, viewer, there.at(0), there.board, answers):
            compared += 1
            assert GAME.view(there.board, viewer, 0) == GAME.view(after, viewer, 0), number
    return compared


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", quick_first(8, 2))
def test_an_event_that_tells_the_same_asks_the_same(seed: int, viewer: Any) -> None:
    assert asked_the_same(played(seed).fold, viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_choice_among_kinds_of_the_restock_piles_shows_not_how_they_lie(viewer: Any) -> None:
    """Q-17 seat-chooses, which no match of the bot comes to."""
    opening = GAME.position({
        "phase": "buy", "gems": 4,
        "market": [{"kind": "Longsword", "left": 1, "origin": "seat0"}],
        "restock": {"A": ["Bandage", "Lantern"], "seat1": ["Volley", "Squire"]},
        "seat0": {"character": "Knight"}, "seat1": {"character": "Knight"},
    })  # fmt: skip
    fold = Fold(GAME, GAME.open(opening), GAME.defaults | {"Q-17": "seat-chooses"}, seed=b"sight")
    by, command = GAME.parse("0 buys Longsword", fold.board)
    assert fold.add(Event(1, by, command)) is not None
    assert fold.board.slots[CHOICE].what == "restock"
    assert asked_the_same(fold, viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", quick_first(6, 1))
def test_the_log_names_no_card_that_the_viewer_has_not_seen(seed: int, viewer: Any) -> None:
    """What is drawn by the other stays hidden in the step in which it is drawn."""
    fold = played(seed).fold
    for number, step in enumerate(fold.steps, 1):
        seen = step_view(GAME, step, viewer, fold.at(number - 1), fold.at(number))
        for told, was in zip(seen.happenings, step.happenings, strict=True):
            if type(was).__name__ == "CardDrawn" and viewer in (0, 1) and was.seat != viewer:  # type: ignore[attr-defined]
                known = Sight(viewer, fold.at(number - 1)).known[was.card]  # type: ignore[attr-defined]
                assert known or told.card == "hidden"  # type: ignore[attr-defined]
            if hasattr(was, "order"):
                assert told.order == ()  # type: ignore[attr-defined]
