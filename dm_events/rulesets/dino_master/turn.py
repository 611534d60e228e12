"""Turns and their six phases. Sources: K 2.8, 4; T, turns and phases."""

from collections.abc import Iterator

from dm_events.kernel.chain import OpenWindow
from dm_events.kernel.rule import Question, Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import Command, Happening, Task
from dm_events.rulesets.dino_master.board import PHASES, TURN, Duel, Phase, Table, Turn
from dm_events.rulesets.dino_master.priority import NORMAL
from dm_events.rulesets.dino_master.sources import K, T

R126 = Rule("R126", (K("2.8.1"), T("turns")),
            "Turns alternate, beginning with the first player, until there is a winner.")  # fmt: skip
R126A = Rule("R126a", (K("2.8.1"), T("turns")), "Some actions are possible only in the own turn, "
             "some in the opponent's too.")  # fmt: skip
R127 = Rule("R127", (T("phases"), K("2.8.2")),
            "A turn has six phases: start, draw, main 1, battle, main 2, end.")  # fmt: skip
R128 = Rule("R128", (K("2.8.2"), T("phases")),
            "A phase that has passed does not come back in the same turn.")  # fmt: skip
R129 = Rule("R129", (K("2.8.2"), T("phases")),
            "Every phase must be entered; a player may do nothing in it.")  # fmt: skip
R132 = Rule("R132", (K("2.8.2.2"), T("draw phase")),
            "In the first turn of the game the first player has no draw phase.")  # fmt: skip
R162 = Rule("R162", (K("2.8.2.6"), T("end phase")),
            "After the end phase the opponent's turn begins.")  # fmt: skip
R168 = Rule("R168", (K("2.8.2.4"), T("battle phase")),
            "In the first turn of the game the first player has no battle phase.")  # fmt: skip

C110 = Question(
    "C110", "second-players-first-battle", (K("2.8.2.4"), T("battle phase")),
    "Does the second player have a battle phase in the own first turn?",
    ("possible", "skipped"), "possible",
)  # fmt: skip


class EnterPhase(Command, frozen=True):
    """The turn owner goes on to a phase; those between are entered on the way (R129)."""

    phase: Phase


class BeginTurn(Task, frozen=True):
    """A seat's turn begins with its start phase."""

    seat: int


class Enter(Task, frozen=True):
    """A phase of the running turn is entered."""

    phase: Phase


class Leave(Task, frozen=True):
    """The running phase ends: the opponent has a last chance in it (R288)."""


class TurnBegan(Happening, frozen=True):
    """A seat's turn began."""

    seat: int
    number: int
    because: tuple[Rule, ...] = ()


class PhaseEntered(Happening, frozen=True):
    """The turn owner is in a phase now."""

    phase: Phase
    because: tuple[Rule, ...] = ()


def why_skipped(table: Table, phase: Phase) -> Rule | None:
    """Return the rule by which the running turn lacks a phase, if it does."""
    number = table.board.turn.number
    if number == 1 and phase == "draw":
        return R132
    if phase == "battle" and (number == 1 or (number == 2 and table.ask(C110) == "skipped")):
        return R168
    return None


def may_enter(table: Table, command: EnterPhase) -> Iterator[Refusal]:
    """Only the turn owner, only forward, and no phase that this turn lacks."""
    turn = table.board.turn
    if command.phase not in PHASES:
        yield impossible("phase/unknown", R127, phase=command.phase)
        return
    if not turn.number:
        yield impossible("match/not-begun", R126)
        return
    if table.seat != turn.owner:
        yield illegal("turn/not-owner", R126, owner=turn.owner)
    ends = command.phase == turn.phase == "end"
    if PHASES.index(command.phase) <= PHASES.index(turn.phase) and not ends:
        yield illegal("phase/passed", R128, phase=command.phase, now=turn.phase)
    skipped = why_skipped(table, command.phase)
    if skipped is not None:
        yield illegal("phase/skipped", skipped, phase=command.phase)


def enter(table: Table, command: EnterPhase) -> None:
    """Leave the running phase and enter what lies on the way.

    A match stands still in an end phase only where it was found so; then the turn ends at once.
    """
    turn = table.board.turn
    if command.phase == turn.phase == "end":
        table.then(BeginTurn(1 - turn.owner))
        return
    here, there = PHASES.index(turn.phase), PHASES.index(command.phase)
    tasks: list[Task] = []
    for between in PHASES[here + 1 : there]:
        if why_skipped(table, between) is None:
            tasks += (Enter(between), Leave())
    table.then(Leave(), *tasks, Enter(command.phase))


def leave_phase(table: Table, task: Leave) -> None:
    """Main phases and the battle phase end with a chance for the opponent (C146)."""
    del task
    turn = table.board.turn
    if turn.phase == "battle" or (turn.phase in ("main 1", "main 2") and turn.acted):
        table.then(OpenWindow(1 - turn.owner, NORMAL, "end of phase"))


def begin_turn(table: Table, task: BeginTurn) -> None:
    """Count the turn and enter its start phase."""
    table.tell(TurnBegan(task.seat, table.board.turn.number + 1, (R126,)))
    table.then(Enter("start"))


GAME = "game "
"""With what a mark begins that a seat keeps for the rest of the game."""


def for_the_game(used: tuple[str, ...]) -> tuple[str, ...]:
    """The marks of what was used that outlast the turn (C148)."""
    return tuple(one for one in used if one.startswith(GAME)) if used else ()


def apply_turn_began(board: Duel, happening: TurnBegan) -> None:
    """A new turn: what was done in the last one no longer counts."""
    board.write(TURN, Turn(happening.number, happening.seat, "start"))
    for seat in (0, 1):
        player = board.player(seat)
        if player.used or player.no_orders or player.no_target or seat == happening.seat:
            board.set_player(seat, used=for_the_game(player.used), no_orders=False, no_target=False,
                             turns=player.turns + (seat == happening.seat))  # fmt: skip
        for card in board.creatures(seat) + board.under(seat):
            state = board.creature(card)
            if (
                state.attacked
                or state.skilled
                or state.used
                or state.moved
                or state.flocked
                or state.spent
            ):
                board.set_creature(card, attacked=False, skilled=False, used=(), moved=False,
                                   flocked=False, bound=(), spent=False)  # fmt: skip


def apply_phase_entered(board: Duel, happening: PhaseEntered) -> None:
    """A new phase: nobody has acted in it."""
    board.set_turn(phase=happening.phase, acted=False, step="")


CHAPTER = Chapter(
    globals(),
    commands={EnterPhase: (may_enter, enter)},
    apply={TurnBegan: apply_turn_began, PhaseEntered: apply_phase_entered},
    tasks={BeginTurn: begin_turn, Leave: leave_phase},
)
