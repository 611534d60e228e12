"""Faults planted in offers, treatments, rewinds and rulings: the laws catch them."""

from collections.abc import Callable
from typing import Any

import pytest

from dm_events.kernel.board import Board
from dm_events.kernel.fold import Fold
from dm_events.kernel.layout import WINDOW
from dm_events.kernel.rule import Refusal
from dm_events.kernel.table import Table
from dm_events.kernel.timeline import Timeline
from dm_events.rulesets.dino_master.creatures import Summon, summon
from dm_events.rulesets.dino_master.game import DinoMaster
from dm_events.rulesets.dino_master.offers import Attacks
from tests.laws.duels import GAME
from tests.laws.going_back import check_endings, check_redo, check_ruling, check_undo
from tests.laws.illegal import check_executable, check_treatments
from tests.laws.offering import check_offers
from tests.laws.planted import ACTS, caught

pytestmark = [pytest.mark.usefixtures("sound"), pytest.mark.slow]
Patch = pytest.MonkeyPatch
COMMANDS: dict[Any, Any] = GAME.commands


# Offers and illegal commands.


def test_offers_catch_one_that_is_left_out(monkeypatch: Patch) -> None:
    sound_offers = DinoMaster.offers
    monkeypatch.setattr(DinoMaster, "offers", lambda *args: sound_offers(*args)[:-1])
    caught(check_offers)


def test_offers_catch_a_domain_that_holds_too_much(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Attacks, "_passes", lambda _, command: bool(command.attacks))
    caught(check_offers, 8)


def test_offers_catch_a_refusal_that_leaves_a_trace(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Board, "roll_back", Board.commit)
    caught(check_offers, 4)


def test_execution_catches_a_handler_that_trusts_the_checks(monkeypatch: Patch) -> None:
    def trusting(table: Any, command: Summon) -> None:
        if table.seat == table.board.turn_owner:
            summon(table, command)
        else:
            hand = table.board.layout.zone["hand"] + table.seat
            table.board.write(hand, table.board.slots[hand][:-1])

    monkeypatch.setitem(COMMANDS, Summon, (GAME.commands[Summon][0], trusting))
    caught(check_executable)


def test_treatments_catch_an_illegal_act_without_a_finding(monkeypatch: Patch) -> None:
    sound_play = Fold._play

    def play(self: Fold, event: Any) -> Any:
        found = sound_play(self, event)
        blind = self.treatment == "as-played" and self.seed is None
        return ((), found[1]) if blind else found

    monkeypatch.setattr(Fold, "_play", play)
    caught(check_treatments)


def test_treatments_catch_a_strict_fold_that_goes_on(monkeypatch: Patch) -> None:
    sound_add = Fold.add

    def add(self: Fold, event: Any) -> Any:
        done = sound_add(self, event)
        if done is None and self.treatment == "strict":
            self.stopped = None
        return done

    monkeypatch.setattr(Fold, "add", add)
    caught(check_treatments)


def test_treatments_catch_a_command_left_out_by_halves(monkeypatch: Patch) -> None:
    sound_leave_out = Fold._leave_out

    def leave_out(self: Fold, event: Any, refusal: Refusal) -> Any:
        if isinstance(event.by, int):
            self.board.set_player(event.by, dp=0)  # type: ignore[attr-defined]
        return sound_leave_out(self, event, refusal)

    monkeypatch.setattr(Fold, "_leave_out", leave_out)
    caught(check_treatments)


# Going back, and rulings.


def go_back(*roles: str, but: int = -1) -> Callable[[Fold, int], None]:
    """Return a rewind that restores the slots of these roles, but one slot."""

    def back(self: Fold, step: int) -> None:
        board, then = self.board, self.timeline.slots_at(step)
        for slot, role in enumerate(board.layout.roles):
            if role in roles and slot != but:
                board.write(slot, then[slot])
        board.values.clear()

    return back


def test_undo_catches_a_rewind_that_restores_the_record(monkeypatch: Patch) -> None:
    roles = ("game", "control", "derived", "record")
    monkeypatch.setattr(Fold, "_go_back", go_back(*roles))
    caught(check_undo, ACTS)


def test_undo_catches_a_rewind_that_leaves_a_window_open(monkeypatch: Patch) -> None:
    back = go_back("game", "control", "derived", but=WINDOW)
    monkeypatch.setattr(Fold, "_go_back", back)
    caught(check_undo, ACTS)
    caught(check_redo)


def test_undo_catches_a_line_that_keeps_what_was_left(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Timeline, "line", lambda _, step: tuple(range(1, step + 1)))
    caught(check_undo, ACTS)


def test_undo_catches_a_rewind_that_forgets_the_rulings(monkeypatch: Patch) -> None:
    sound_back = Fold._go_back

    def back(self: Fold, step: int) -> None:
        sound_back(self, step)
        self.table.answers = self.own_answers

    monkeypatch.setattr(Fold, "_go_back", back)
    caught(check_undo, ACTS)


def test_rulings_catch_one_that_nobody_hears(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Fold, "_hear_rulings", lambda _: None)
    caught(check_ruling)


def test_rulings_catch_one_that_is_heard_by_a_fold_that_should_not(monkeypatch: Patch) -> None:
    def hear(self: Fold) -> None:
        self.table.answers = self.own_answers | dict(self.board.rulings)

    monkeypatch.setattr(Fold, "_hear_rulings", hear)
    caught(check_ruling)


def test_endings_catch_a_choice_that_outlives_the_match(monkeypatch: Patch) -> None:
    sound_clear = Table.clear

    def clear(self: Table[Any]) -> None:
        window = self.board.slots[WINDOW]
        sound_clear(self)
        self.board.write(WINDOW, window)

    monkeypatch.setattr(Table, "clear", clear)
    caught(check_endings)
