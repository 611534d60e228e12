"""Abilities: announcing the active ones, whose come first; following them, counting uses. Source: G abil."""

from collections.abc import Iterator

from dm_events.kernel.chain import OpenWindow, Window, close_window
from dm_events.kernel.layout import WINDOW
from dm_events.kernel.rule import Question, Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import Command, Happening, Task
from dm_events.rulesets.metaversus_duel import language as say
from dm_events.rulesets.metaversus_duel.board import Table
from dm_events.rulesets.metaversus_duel.doable import can_do
from dm_events.rulesets.metaversus_duel.occasions import (
    ABIL_02,
    ABIL_05,
    ABIL_06,
    ABIL_07,
    AbilityDeclined,
    AbilityPerformed,
    Offer,
    Spend,
    ability_of,
    apply_nothing,
    uses_left,
)
from dm_events.rulesets.metaversus_duel.perform import TURN_04, perform
from dm_events.rulesets.metaversus_duel.sources import G

ABIL_01 = Rule("ABIL-01", (G("abil"),), "Both duelists may use their character's abilities.")
ABIL_03 = Rule("ABIL-03", (G("abil"),), "Using an ability is announced or clearly shown.")
ABIL_04 = Rule("ABIL-04", (G("abil"),), "An ability without a condition may be used at any time at which no "
               "effect is being performed.")  # fmt: skip

Q_35 = Question("Q-35", "abilities-in-the-others-turn", (G("abil"),),
    "May abilities be used at any time in the opponent's turn too?",
    ("both-turns", "own-turn"), "both-turns")  # fmt: skip
Q_36 = Question("Q-36", "both-want-to-act", (G("abil"), G("app-misc")),
    "Both want to use an ability at the same moment: who goes first?",
    ("turn-player-first", "first-declared"), "turn-player-first")  # fmt: skip
Q_59 = Question("Q-59", "nothing-to-do", (G("abil"),),
    "A limited ability is announced and nothing of it can be done: is a use gone?",
    ("not-spent", "spent"), "not-spent")  # fmt: skip


class UseAbility(Command, frozen=True):
    """A seat announces an active ability of its character, by its number."""

    ability: int = 1


class Perform(Task, frozen=True):
    """An announced ability is performed."""

    seat: int
    ability: int


class AbilityUsed(Happening, frozen=True):
    """A seat announced an ability."""

    seat: int
    ability: int
    because: tuple[Rule, ...] = ()


def may_use(table: Table, command: UseAbility) -> Iterator[Refusal]:
    """An active ability with uses left, at a time that it names."""
    board, seat = table.board, table.seat
    ability = ability_of(board, seat, command.ability)
    if ability is None:
        yield impossible("ability/none", ABIL_01, number=command.ability)
        return
    turn = board.turn
    if not turn.number:
        yield impossible("match/not-begun", ABIL_01)
    if not isinstance(ability, say.Active):
        yield illegal("ability/passive", ABIL_02, number=command.ability)
    elif ability.phase and (turn.phase != ability.phase or turn.owner != seat):
        yield illegal("phase/wrong", ABIL_04, phase=turn.phase)
    elif turn.owner != seat and table.ask(Q_35) == "own-turn":
        yield illegal("ability/own-turn", ABIL_04)
    window: Window | None = board.slots[WINDOW]
    if window is not None and window.why != "first":
        yield illegal("effect/open", TURN_04)
    if uses_left(table, seat, command.ability) == 0:
        yield illegal("ability/used-up", ABIL_07, number=command.ability)


def use(table: Table, command: UseAbility) -> None:
    """Announce it; in the opponent's turn the turn player may go first (Q-36)."""
    board, seat = table.board, table.seat
    window: Window | None = board.slots[WINDOW]
    if window is not None and window.why == "first":
        close_window(table)
    table.tell(AbilityUsed(seat, command.ability, (ABIL_03,)))
    owner = board.turn_owner
    if seat != owner and has_active(table, owner) and table.ask(Q_36) == "turn-player-first":
        table.then(OpenWindow(owner, 0, "first"))
    table.then(Perform(seat, command.ability))


def has_active(table: Table, seat: int) -> bool:
    """Whether a seat could use an active ability now, by what is public."""
    board = table.board
    turn = board.turn
    return any(
        one.phase in ("", turn.phase) and uses_left(table, seat, at) != 0
        for at, one in board.face(board.character(seat)).actives
    )


def could_go_first(table: Table, window: OpenWindow) -> bool:
    """Whether the turn player is asked before the opponent's ability."""
    return has_active(table, window.seat)


def perform_ability(table: Table, task: Perform) -> None:
    """An announced ability is followed."""
    ability = ability_of(table.board, task.seat, task.ability)
    if ability is not None:
        follow(table, task.seat, task.ability, ability)


def follow(table: Table, seat: int, number: int, ability: say.Ability) -> None:
    """Follow the text; count the use, unless nothing can be done (Q-59)."""
    spent = ability.uses and (
        any(can_do(table, seat, one) for one in ability.effects) or table.ask(Q_59) == "spent"
    )
    perform(table, seat, table.board.character(seat), ability.effects, "ability")
    if spent:
        table.then(Spend(seat, number))


def offer(table: Table, task: Offer) -> None:
    """Mandatory: perform it. Optional: ask, and perform it if the duelist wants."""
    board, seat, number = table.board, task.seat, task.ability
    ability = ability_of(board, seat, number)
    if not isinstance(ability, say.Passive):
        raise TypeError(ability)
    if (ability.staying and not board.beside(seat)) or uses_left(table, seat, number) == 0:
        return
    if ability.may and not task.picks:
        table.choose(seat, "may", ("yes", "no"), 1, 1, task)
        return
    if task.picks == ("no",):
        table.tell(AbilityDeclined(seat, number, (ABIL_05,)))
        return
    table.tell(AbilityPerformed(seat, number, (ABIL_05,) if ability.may else (ABIL_06,)))
    follow(table, seat, number, ability)


CHAPTER = Chapter(
    globals(),
    commands={UseAbility: (may_use, use)},
    apply={AbilityUsed: apply_nothing},
    tasks={Perform: perform_ability, Offer: offer},
    uncut=(Perform, Offer),
)
