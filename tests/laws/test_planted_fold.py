"""Faults planted in the fold: each law of folding.py catches some; each test says which."""

from collections.abc import Callable
from typing import Any

import pytest

from dm_events.kernel.board import Board
from dm_events.kernel.fingerprint import Fingerprint
from dm_events.kernel.fold import Fold
from dm_events.kernel.layout import AGENDA, Layout
from dm_events.kernel.timeline import EVERY, Step, Timeline
from dm_events.rulesets.dino_master.board import Duel
from dm_events.rulesets.dino_master.changes import CheckDf
from dm_events.rulesets.dino_master.dp import DpPaid, apply_paid
from dm_events.rulesets.dino_master.phases import CardDrawn
from tests.laws.duels import GAME, Played
from tests.laws.folding import (
    check_branches,
    check_conserved,
    check_df,
    check_fingerprints,
    check_moves,
    check_replay,
    check_seek,
    check_values,
)
from tests.laws.planted import caught

pytestmark = [pytest.mark.usefixtures("sound"), pytest.mark.slow]
Patch = pytest.MonkeyPatch
TOLD: dict[Any, Any] = GAME.told
TASKS: dict[Any, Any] = GAME.tasks


# Replay, seek, branch.


def test_replay_catches_a_handler_that_remembers_the_last_fold(monkeypatch: Patch) -> None:
    calls: list[int] = []

    def forgetful(board: Duel, happening: DpPaid) -> None:
        calls.append(1)
        if len(calls) % 101:
            apply_paid(board, happening)

    monkeypatch.setitem(TOLD, DpPaid, (forgetful, GAME.watch.get(DpPaid)))
    caught(check_replay)


def test_seek_catches_keyframes_that_are_late_by_one(monkeypatch: Patch) -> None:
    def add(self: Timeline, step: Step) -> None:
        self.steps.append(step)
        if len(self.steps) % EVERY == 1 and len(self.steps) > 1:
            self._keyframes.append(tuple(self.board.slots))

    monkeypatch.setattr(Timeline, "add", add)
    caught(check_seek, anew=True)


def test_seek_catches_a_board_that_shares_its_slots(monkeypatch: Patch) -> None:
    kept: dict[int, list[Any]] = {}
    sound_at = Timeline.slots_at

    def slots_at(self: Timeline, step: int) -> list[Any]:
        return kept.setdefault(step, sound_at(self, step))

    monkeypatch.setattr(Timeline, "slots_at", slots_at)
    caught(check_seek, anew=True)


def at_with(change: Callable[[Board, Board], None]) -> Callable[[Fold, int], Board]:
    """Return a faulty `Fold.at`: `change` gets the fold's board and the one that it gives."""
    sound_at = Fold.at

    def at(self: Fold, step: int) -> Board:
        board = sound_at(self, step)
        change(self.board, board)
        return board

    return at


def test_branches_catch_a_stale_cache(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Fold, "at", at_with(lambda mine, its: its.values.update(mine.values)))
    caught(check_branches)


def test_branches_catch_unfinished_work_that_is_not_on_the_board(monkeypatch: Patch) -> None:
    def lose(mine: Board, its: Board) -> None:
        del mine
        its.slots[AGENDA] = its.slots[AGENDA][:-1]

    monkeypatch.setattr(Fold, "at", at_with(lose))
    caught(check_branches)


# Values, cards, fingerprints.


def test_values_catch_a_write_that_keeps_the_cache(monkeypatch: Patch) -> None:
    def write(self: Board, slot: int, value: object) -> None:
        self.journal.setdefault(slot, self.slots[slot])
        self.slots[slot] = value

    monkeypatch.setattr(Board, "write", write)
    caught(check_values)


def test_df_catches_a_check_that_is_left_out(monkeypatch: Patch) -> None:
    monkeypatch.setitem(TASKS, CheckDf, lambda table, task: None)  # noqa: ARG005
    caught(check_df, anew=True)


def test_conservation_catches_a_handler_that_forgets_a_card(monkeypatch: Patch) -> None:
    def forget(board: Duel, happening: CardDrawn) -> None:
        board.write(board.layout.zone["deck"] + happening.seat, board.deck(happening.seat)[1:])

    monkeypatch.setitem(TOLD, CardDrawn, (forget, GAME.watch.get(CardDrawn)))
    caught(check_conserved, anew=True)


def test_conservation_catches_a_state_that_stays_behind(monkeypatch: Patch) -> None:
    def leave(self: Duel, card: Any, zone: str) -> None:
        self.move(card, zone, self.owner(card))

    monkeypatch.setattr(Duel, "leave", leave)
    caught(check_conserved, anew=True)


def test_fingerprints_catch_an_update_that_adds_only(monkeypatch: Patch) -> None:
    sound_update = Fingerprint.update

    def update(self: Fingerprint, replaced: Any, slots: list[Any]) -> None:
        if len(replaced) < len(self._hashes):
            for slot in replaced:
                self._hashes[slot] = 0
        sound_update(self, replaced, slots)

    monkeypatch.setattr(Fingerprint, "update", update)
    caught(check_fingerprints, anew=True)


def test_fingerprints_catch_a_kind_of_slot_left_out(monkeypatch: Patch) -> None:
    sound_init = Layout.__init__

    def init(self: Layout, *args: Any) -> None:
        sound_init(self, *args)
        self.kept = tuple(role == "game" for role in self.roles)

    monkeypatch.setattr(Layout, "__init__", init)

    def moves(duel: Played) -> None:
        """With the roles as they are said to be."""
        layout = duel.fold.board.layout
        layout.kept = tuple(role in ("game", "control") for role in layout.roles)
        check_moves(duel)

    caught(moves, anew=True)
