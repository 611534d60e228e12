"""A leak planted in any channel is caught by the law of non-interference."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from dm_events.kernel import sight, view
from dm_events.kernel.board import Board
from dm_events.kernel.fold import Fold
from dm_events.kernel.layout import CHOICE
from dm_events.kernel.sight import HIDDEN, Sight, Viewer
from dm_events.kernel.timeline import Step
from dm_events.kernel.words import Event
from dm_events.rulesets.dino_master.opening import Position, SeatFound
from dm_events.rulesets.dino_master.turn import EnterPhase
from tests.laws.duels import GAME, played
from tests.viewer.law import KEPT_APART, check, steps


def hand_check() -> Iterator[tuple[Step, Board, Board]]:
    """Steps to a choice among cards on hand, of which the opponent knows two."""
    some = list(GAME.catalogue)[:8]
    masters = [card.id for card in GAME.catalogue.values() if card.kind == "master"]
    seats = (SeatFound(masters[0], hand=tuple(some)), SeatFound(masters[0]))
    fold = Fold(GAME, GAME.open(Position(seats, phase="main 1")), GAME.defaults)
    for card in fold.board.cards_in("hand", 0)[2:4]:
        fold.board.show(card, 0b11)
    for phase in ("battle", "main 2"):
        before = fold.board.copy()
        step = fold.add(Event(len(fold.steps) + 1, 0, EnterPhase(phase)))
        assert step is not None
        yield step, before, fold.board.copy()
    assert fold.board.slots[CHOICE] is not None


def situations() -> Iterator[tuple[Step, Board, Board]]:
    """Where each of the planted leaks shows."""
    yield from hand_check()
    yield from steps(played(0))


def caught() -> bool:
    """Whether the law finds that something is wrong somewhere."""
    for step, before, after in situations():
        for viewer in KEPT_APART:
            try:
                check(GAME, viewer, step, before, after)
            except AssertionError:
                return True
    return False


@pytest.mark.slow
def test_no_leak_no_alarm():
    assert not caught()


def plant_zone_order(monkeypatch):
    monkeypatch.setattr(view, "sees_zone", lambda *_: True)


def plant_top_card(monkeypatch):
    def shown(board: Board, viewer: Viewer, step: int) -> Any:
        seen = true_view(board, viewer, step)
        return msgspec.structs.replace(seen, notes=board.cards_in("deck", 0)[:1])

    true_view = GAME.view
    monkeypatch.setattr(GAME, "view", shown)


def plant_face(monkeypatch):
    def shown(board: Any, viewer: Viewer, step: int) -> Any:
        seen = true_view(board, viewer, step)
        hand = board.cards_in("hand", 0)
        cost = sum(board.face(card).card.dp for card in hand)
        return msgspec.structs.replace(seen, rulings={"cost": str(cost)})

    true_view = GAME.view
    monkeypatch.setattr(GAME, "view", shown)


def plant_options(monkeypatch):
    true_choice = view.choice_view
    monkeypatch.setattr(view, "choice_view", lambda seen: true_choice(Sight("judge", seen.board)))


def plant_happenings(monkeypatch):
    monkeypatch.setattr(view, "_told", lambda _, step, *__: (step.happenings, ()))


def plant_order(monkeypatch):
    monkeypatch.setattr(sight, "_nothing", lambda value, _: value)
    sight._fields.cache_clear()


def plant_fingerprint(monkeypatch):
    def told(game: Any, step: Step, viewer: Viewer, before: Board, after: Board) -> Any:
        seen = true_step(game, step, viewer, before, after)
        print_ = str(after.cards_in("deck", 1)).encode().hex()
        return msgspec.structs.replace(seen, fingerprint=print_)

    true_step = view.step_view
    monkeypatch.setattr(view, "step_view", told)


def plant_refusals(monkeypatch):
    monkeypatch.setattr(sight, "_refusal", lambda refusal, _: msgspec.structs.replace(
        refusal, args=refusal.args | {"card": "hidden"}))  # fmt: skip


def plant_offers(monkeypatch):
    monkeypatch.setattr(view, "offers_for", lambda game, table, seat, _: game.offers(table, seat))


def plant_names(monkeypatch):
    monkeypatch.setattr(Sight, "let", lambda self, card: (
        self.shown.update({card: None}), card if self.known.get(card, self.judge) else HIDDEN,
    )[1])  # fmt: skip


PLANTS = {name.removeprefix("plant_"): plant for name, plant in dict(globals()).items()
          if name.startswith("plant_")}  # fmt: skip


@pytest.mark.parametrize("leak", PLANTS)
def test_a_planted_leak_is_caught(leak, monkeypatch):
    PLANTS[leak](monkeypatch)
    try:
        assert caught()
    finally:
        monkeypatch.undo()
        sight._fields.cache_clear()
