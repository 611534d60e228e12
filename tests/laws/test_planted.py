"""Each law catches a fault planted in its territory; each test says which."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from dm_events.kernel.board import Board
from dm_events.kernel.fingerprint import Fingerprint
from dm_events.kernel.fold import Fold
from dm_events.kernel.layout import AGENDA, WINDOW, Layout
from dm_events.kernel.rule import Refusal
from dm_events.kernel.timeline import EVERY, Step, Timeline
from dm_events.rulesets.dino_master.board import Duel
from dm_events.rulesets.dino_master.creatures import Summon, summon
from dm_events.rulesets.dino_master.dp import DpPaid, apply_paid
from dm_events.rulesets.dino_master.game import DinoMaster
from dm_events.rulesets.dino_master.offers import Attacks
from dm_events.rulesets.dino_master.phases import CardDrawn
from tests.laws.duels import GAME, Played, played
from tests.laws.folding import (
    check_branches,
    check_conserved,
    check_fingerprints,
    check_moves,
    check_replay,
    check_seek,
    check_values,
)
from tests.laws.going_back import check_redo, check_ruling, check_undo
from tests.laws.illegal import check_executable, check_treatments
from tests.laws.offering import check_offers

SEEDS = range(12)
Patch = pytest.MonkeyPatch
SECOND = len(GAME.questions)
"""From this number on a ruling gives the second answer of a question, seldom the default."""
ACTS = [("on", 20), ("rule", SECOND + 3), ("note", 0), ("back", 10), ("on", 9), ("back", 31)]


@pytest.fixture(autouse=True)
def sound() -> None:
    """All duels are played before a fault is planted."""
    for seed in SEEDS:
        played(seed)


def folded(duel: Played) -> Played:
    """Return a duel whose fold was made under the planted fault."""
    return msgspec.structs.replace(duel, fold=duel.again().extend(duel.events))


def caught(check: Callable[..., None], *more: Any, anew: bool = False) -> None:
    """At least one of a few duels breaks the law."""
    broken = 0
    for seed in SEEDS:
        duel = folded(played(seed)) if anew else played(seed)
        try:
            check(duel, *more)
        except AssertionError:
            broken += 1
    assert broken, f"{check} lets the fault pass"


# Replay, seek, branch.


def test_replay_catches_a_handler_that_remembers_the_last_fold(monkeypatch: Patch) -> None:
    calls: list[int] = []

    def forgetful(board: Duel, happening: DpPaid) -> None:
        calls.append(1)
        if len(calls) % 101:
            apply_paid(board, happening)

    monkeypatch.setitem(GAME.apply, DpPaid, forgetful)
    caught(check_replay)


def test_seek_catches_keyframes_that_are_late_by_one(monkeypatch: Patch) -> None:
    def add(self: Timeline, step: Step, slots: list[Any]) -> None:
        self.steps.append(step)
        if len(self.steps) % EVERY == 1 and len(self.steps) > 1:
            self._keyframes.append(tuple(slots))

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


def test_conservation_catches_a_handler_that_forgets_a_card(monkeypatch: Patch) -> None:
    def forget(board: Duel, happening: CardDrawn) -> None:
        board.write(board.layout.zone["deck"] + happening.seat, board.deck(happening.seat)[1:])

    monkeypatch.setitem(GAME.apply, CardDrawn, forget)
    caught(check_conserved, anew=True)


def test_conservation_catches_a_state_that_stays_behind(monkeypatch: Patch) -> None:
    def leave(self: Duel, card: Any, zone: str) -> None:
        self.move(card, zone, self.owner(card))

    monkeypatch.setattr(Duel, "leave", leave)
    caught(check_conserved, anew=True)


def test_fingerprints_catch_an_update_that_adds_only(monkeypatch: Patch) -> None:
    sound_update = Fingerprint.update

    def update(self: Fingerprint, changes: Any) -> None:
        if len(changes) < len(self._hashes):
            for slot, _ in changes:
                self._hashes[slot] = 0
        sound_update(self, changes)

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


# Offers and illegal commands.


def test_offers_catch_one_that_is_left_out(monkeypatch: Patch) -> None:
    sound_offers = DinoMaster.offers
    monkeypatch.setattr(DinoMaster, "offers", lambda *args: sound_offers(*args)[:-1])
    caught(check_offers)


def test_offers_catch_a_domain_that_holds_too_much(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Attacks, "_passes", lambda self, command: bool(command.attacks))
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

    monkeypatch.setitem(GAME.commands, Summon, (GAME.commands[Summon][0], trusting))
    caught(check_executable)


def test_treatments_catch_an_illegal_act_without_a_finding(monkeypatch: Patch) -> None:
    sound_refusals = Fold._refusals

    def refusals(self: Fold, event: Any) -> Any:
        blind = self.treatment == "as-played" and self.seed is None
        every: list[Refusal] = list(sound_refusals(self, event))
        return [] if blind else every

    monkeypatch.setattr(Fold, "_refusals", refusals)
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
    monkeypatch.setattr(Timeline, "line", lambda self, step: tuple(range(1, step + 1)))
    caught(check_undo, ACTS)


def test_undo_catches_a_rewind_that_forgets_the_rulings(monkeypatch: Patch) -> None:
    sound_back = Fold._go_back

    def back(self: Fold, step: int) -> None:
        sound_back(self, step)
        self.table.answers = self.own_answers

    monkeypatch.setattr(Fold, "_go_back", back)
    caught(check_undo, ACTS)


def test_rulings_catch_one_that_nobody_hears(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Fold, "_hear_rulings", lambda self: None)
    caught(check_ruling)


def test_rulings_catch_one_that_is_heard_by_a_fold_that_should_not(monkeypatch: Patch) -> None:
    def hear(self: Fold) -> None:
        self.table.answers = self.own_answers | dict(self.board.rulings)

    monkeypatch.setattr(Fold, "_hear_rulings", hear)
    caught(check_ruling)
