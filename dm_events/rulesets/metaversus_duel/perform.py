"""Performing an effect: its instructions from top to bottom, then its end. Sources: G A, app-misc."""

from typing import Any

from dm_events.kernel.rule import Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening, Task
from dm_events.rulesets.metaversus_duel.board import Duel, Table
from dm_events.rulesets.metaversus_duel.end import TurnOver, look_at_hp, settle_wins
from dm_events.rulesets.metaversus_duel.language import Effect
from dm_events.rulesets.metaversus_duel.sources import G

TURN_04 = Rule("TURN-04", (G("A"), G("app-misc")), "An effect must be finished before another is "
               "performed, except by one that says that it interrupts.")  # fmt: skip
TURN_05 = Rule("TURN-05", (G("A"), G("B"), G("C")), "Instructions are followed from top to bottom.")
TURN_06 = Rule("TURN-06", (G("A"),), "What stands below a line is done when its condition is met.")
TURN_07 = Rule("TURN-07", (G("A"),), "A card may be played even if not all of it can be done; what can "
               "be done must be.")  # fmt: skip
TURN_08 = Rule(
    "TURN-08", (G("abil"), G("app-misc")), "Where no subject is named, the performer is meant."
)
TURN_09 = Rule(
    "TURN-09", (G("abil"), G("app-misc")), "Where no duration is named, it lasts this turn."
)
TURN_11 = Rule(
    "TURN-11", (G("app-misc"),), "Cards that are put back go in any order the duelist likes."
)
TURN_12 = Rule("TURN-12", (G("app-misc"),), "What is unclear the duelists decide in agreement.")
Q_38 = Rule(
    "Q-38", (G("abil"),), "Of a mandatory text that cannot all be done, what can be is done."
)
Q_42 = Rule("Q-42", (G("abil"), G("app-misc")), "What lasts for a turn and is performed in the "
            "opponent's turn ends with that turn.")  # fmt: skip


class Do(Task, frozen=True):
    """One instruction of an effect of `card`. `kind`: of what the effect is; `stage`, `memo`: how far
    it has come, `picks`: what was chosen.
    """

    seat: int
    card: CardId
    effect: Any
    kind: str
    stage: int = 0
    memo: tuple[str, ...] = ()
    picks: tuple[str, ...] = ()


class Finish(Task, frozen=True):
    """An effect is done."""

    seat: int
    card: CardId
    kind: str


class CardFinished(Happening, frozen=True):
    """The instructions of a card are done."""

    card: CardId
    interrupt: bool = False
    because: tuple[Rule, ...] = ()


def perform(
    table: Table, seat: int, card: CardId, effects: tuple[Effect, ...], kind: str,
    memo: tuple[str, ...] = (),
) -> None:  # fmt: skip
    """Schedule the instructions of an effect, and its end."""
    tasks: list[Task] = [Do(seat, card, effect, kind, 0, memo) for effect in effects]
    table.then(*tasks, Finish(seat, card, kind))


def finish(table: Table, task: Finish) -> None:
    """The effect is done: look at HP, at who won, and whether the turn stops."""
    board = table.board
    if task.kind not in ("ability", "below", "strike"):
        table.tell(CardFinished(task.card, task.kind == "interrupt", FINISHED))
    look_at_hp(table)
    if board.over:
        return
    if board.end.winners:
        settle_wins(table)
    elif board.end.cut and task.kind != "interrupt":
        table.then(TurnOver(board.turn_owner))


FINISHED = (TURN_05,)


def apply_finished(board: Duel, happening: CardFinished) -> None:
    """An interrupt is over."""
    if happening.interrupt:
        board.set_turn(depth=board.turn.depth - 1)


CHAPTER = Chapter(
    globals(),
    apply={CardFinished: apply_finished},
    tasks={Finish: finish},
    uncut=(Do, Finish),
)
