"""Turns and their four phases. Sources: G 개요, A, B, C, D."""

from collections.abc import Iterator

from dm_events.kernel.rule import Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import Command, Happening, Task
from dm_events.rulesets.metaversus_duel.action import A_01
from dm_events.rulesets.metaversus_duel.board import (
    PHASES,
    PLAYER,
    SEATS,
    TURN,
    Duel,
    Phase,
    Table,
    Turn,
)
from dm_events.rulesets.metaversus_duel.buy import TURN_01
from dm_events.rulesets.metaversus_duel.combat import StrikeNow
from dm_events.rulesets.metaversus_duel.end import TurnOver
from dm_events.rulesets.metaversus_duel.market import restock_due
from dm_events.rulesets.metaversus_duel.occasions import Next, occasion, turn_start
from dm_events.rulesets.metaversus_duel.pools import ApGained
from dm_events.rulesets.metaversus_duel.sources import G

TURN_02 = Rule("TURN-02", (G("개요"),), "A turn has four phases, once each in this order: action, buy, "
               "combat, discard.")  # fmt: skip
TURN_03 = Rule(
    "TURN-03", (G("A"), G("D")), "Unused AP, extra buys and gems vanish at the end of the turn."
)
Q_26 = Rule(
    "Q-26",
    (G("개요"), G("B")),
    "No card of a later phase is played earlier; a phase may be passed.",
)
SET_24 = Rule("SET-24", (G("prep#7"),), "The first player takes turn 1.")


class EnterPhase(Command, frozen=True):
    """The turn player goes on to a phase; those between are passed on the way."""

    phase: Phase


class EnterDiscard(Command, frozen=True):
    """The turn player discards and draws in the discard phase, and stays in it: abilities may be used
    until the turn is ended, which is to go on to the discard phase once more.
    """


class BeginTurn(Task, frozen=True):
    """A seat's turn begins. `extra`: an effect gave it."""

    seat: int
    extra: bool = False


class Enter(Task, frozen=True):
    """A phase of turn `number` begins."""

    phase: Phase
    number: int


class Arrive(Task, frozen=True):
    """The discard phase of turn `number` is done; the turn is not over yet."""

    number: int


class TurnBegan(Happening, frozen=True):
    """A seat's turn began: its own turn of that number."""

    seat: int
    turn: int
    extra: bool = False
    because: tuple[Rule, ...] = ()


class PhaseEntered(Happening, frozen=True):
    """The turn player is in a phase now."""

    phase: Phase
    because: tuple[Rule, ...] = ()


def may_enter(table: Table, command: EnterPhase) -> Iterator[Refusal]:
    """Only the turn player, only forward; in the discard phase it is to end the turn."""
    if command.phase not in PHASES[1:]:
        yield impossible("phase/unknown", TURN_02, phase=command.phase)
        return
    yield from _may_go(table, command.phase, ends=command.phase == "discard")


def may_enter_discard(table: Table, command: EnterDiscard) -> Iterator[Refusal]:
    """Only the turn player, once in a turn."""
    yield from _may_go(table, "discard", ends=False)


def _may_go(table: Table, phase: Phase, *, ends: bool) -> Iterator[Refusal]:
    turn = table.board.slots[TURN]
    if not turn.number:
        yield impossible("match/not-begun", SET_24)
        return
    if table.seat != turn.owner:
        yield illegal("turn/not-owner", TURN_01, owner=turn.owner)
    if PHASES.index(phase) < PHASES.index(turn.phase) + (not ends):
        yield illegal("phase/passed", TURN_02, phase=phase, now=turn.phase)


def enter(table: Table, command: EnterPhase) -> None:
    """Leave the running phase and enter what lies on the way."""
    turn = table.board.slots[TURN]
    if command.phase == turn.phase == "discard":
        table.then(TurnOver(turn.owner))
        return
    here, there = PHASES.index(turn.phase), PHASES.index(command.phase)
    if there <= here:  # it happened, against the rules: the phase is what it is said to be
        table.tell(PhaseEntered(command.phase, ENTERED))
        return
    _go(table, PHASES[here + 1 : there + 1], Enter("discard", turn.number))


def enter_discard(table: Table, command: EnterDiscard) -> None:
    """Leave the running phase, pass those on the way, and stop in the discard phase."""
    turn = table.board.slots[TURN]
    _go(table, PHASES[PHASES.index(turn.phase) + 1 :], Arrive(turn.number))


def _go(table: Table, phases: tuple[Phase, ...], last: Task) -> None:
    """Enter phase after phase; `last`: how the discard phase is entered."""
    turn = table.board.slots[TURN]
    for phase in phases:
        if phase == "combat":
            table.then(LeaveBuy())
        elif phase == "discard":
            table.then(StrikeNow(turn.owner), last)
            return
        table.then(Enter(phase, turn.number))


ENTERED = (TURN_02,)


class LeaveBuy(Task, frozen=True):
    """The buy phase is over."""


def leave_buy(table: Table, task: LeaveBuy) -> None:
    """One reading restocks now (Q-15)."""
    restock_due(table, "end-of-buy")


def enter_phase(table: Table, task: Enter) -> None:
    """The phase begins, if its turn still runs."""
    turn = table.board.slots[TURN]
    if turn.number != task.number or table.board.end.cut:
        return
    table.tell(PhaseEntered(task.phase, ENTERED))
    if task.phase == "action":
        table.tell(ApGained(turn.owner, 1, (A_01,)))
    elif task.phase == "buy":
        occasion(table, "start-of-buy", turn.owner)
    elif task.phase == "discard":
        table.then(CleanUp(turn.owner))


def arrive(table: Table, task: Arrive) -> None:
    """The discard phase is entered and done, if its turn still runs."""
    turn = table.board.slots[TURN]
    if turn.number == task.number and not table.board.end.cut:
        table.tell(PhaseEntered("discard", ENTERED))
        table.then(Tidy(turn.owner))


class CleanUp(Task, frozen=True):
    """The discard phase of a seat, and the end of its turn."""

    seat: int


class Tidy(Task, frozen=True):
    """A seat discards and draws; its turn is not over yet."""

    seat: int


def begin_turn(table: Table, task: BeginTurn) -> None:
    """Count the turn; what happens at its start; then the action phase."""
    board, seat = table.board, task.seat
    number = board.slots[TURN].number + 1
    why = SET_24 if number == 1 else TURN_01
    table.tell(TurnBegan(seat, board.player(seat).turns + 1, task.extra, (why, TURN_03)))
    items = turn_start(table, seat)
    if items:
        table.then(Next(seat, items))
    table.then(Enter("action", number))


def apply_began(board: Duel, happening: TurnBegan) -> None:
    """A new turn: nothing of the last one's pools is left."""
    old, seat = board.slots[TURN], happening.seat
    board.write(TURN, Turn(old.number + 1, seat, "action", old.first))
    if board.end.cut:
        board.set_end(cut=False)
    if happening.extra:
        extra = list(board.end.extra)
        extra.remove(seat)
        board.set_end(extra=tuple(extra))
    for one in range(SEATS):
        player = board.slots[PLAYER + one]
        if one == seat:
            board.set_player(one, turns=player.turns + 1, extra=player.extra + happening.extra,
                             used_turn=())  # fmt: skip
        elif player.used_turn:
            board.set_player(one, used_turn=())


def apply_entered(board: Duel, happening: PhaseEntered) -> None:
    """A new phase."""
    board.set_turn(phase=happening.phase)


CHAPTER = Chapter(
    globals(),
    commands={
        EnterPhase: (may_enter, enter), EnterDiscard: (may_enter_discard, enter_discard),
    },
    apply={TurnBegan: apply_began, PhaseEntered: apply_entered},
    tasks={BeginTurn: begin_turn, Enter: enter_phase, Arrive: arrive, LeaveBuy: leave_buy},
)  # fmt: skip
