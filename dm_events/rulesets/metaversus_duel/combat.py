"""The combat phase: weapons, and their sum dealt as one damage. Source: G C."""

from collections.abc import Iterator

from dm_events.kernel.rule import Question, Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Command, Happening, Task
from dm_events.rulesets.metaversus_duel.board import PLAYER, TURN, Duel, Table
from dm_events.rulesets.metaversus_duel.buy import TURN_01
from dm_events.rulesets.metaversus_duel.cards import Face
from dm_events.rulesets.metaversus_duel.damage import C_03, Hit
from dm_events.rulesets.metaversus_duel.effects import Q_30
from dm_events.rulesets.metaversus_duel.language import IfHpLost
from dm_events.rulesets.metaversus_duel.occasions import occasion
from dm_events.rulesets.metaversus_duel.perform import Finish, perform
from dm_events.rulesets.metaversus_duel.sources import G
from dm_events.rulesets.metaversus_duel.zones import CardPlayed

C_01 = Rule("C-01", (G("C"),), "In the combat phase weapons are played from the hand to the play area, any "
            "number in any order.")  # fmt: skip
C_02 = Rule("C-02", (G("C"),), "Text after the damage is followed from top to bottom.")
C_05 = Rule("C-05", (G("C"),), "After the damage no more weapons may be played.")

Q_32 = Question("Q-32", "no-weapons", (G("C"),),
    "Is damage of 0 dealt when no weapon was played?", ("none", "zero-damage"), "none")  # fmt: skip

PLAYED, SUM = (C_01,), (C_03,)


class Strike(Command, frozen=True):
    """The turn player has played all weapons: their sum is dealt."""


class StrikeNow(Task, frozen=True):
    """The sum of the weapons' damage is dealt, unless that has been done."""

    seat: int


class AfterStrike(Task, frozen=True):
    """The damage was dealt: texts that read it are followed. `hp`: the opponent's before it."""

    seat: int
    hp: int


class WeaponsCounted(Happening, frozen=True):
    """The damage of the weapons was summed; it is dealt now."""

    seat: int
    damage: int
    because: tuple[Rule, ...] = ()


def may_play_weapon(table: Table) -> Iterator[Refusal]:
    """In the combat phase, before the damage."""
    turn = table.board.slots[TURN]
    if turn.phase != "combat":
        yield illegal("phase/wrong", C_01, phase=turn.phase)
    if turn.struck:
        yield illegal("combat/struck", C_05)


def play_weapon(table: Table, seat: int, card: CardId, face: Face) -> None:
    """Show it, count its damage, follow its text."""
    table.tell(CardPlayed(seat, card, face.card.damage, PLAYED))
    occasion(table, "opponent-weapon", 1 - seat)
    if face.text:
        perform(table, seat, card, face.text, "weapon")


def may_strike(table: Table, command: Strike) -> Iterator[Refusal]:
    """Once, in the own combat phase."""
    turn = table.board.slots[TURN]
    if not turn.number:
        yield impossible("match/not-begun", TURN_01)
    if turn.owner != table.seat:
        yield illegal("turn/not-owner", TURN_01, owner=turn.owner)
    if turn.phase != "combat":
        yield illegal("phase/wrong", C_03, phase=turn.phase)
    if turn.struck:
        yield illegal("combat/struck", C_05)


def strike(table: Table, command: Strike) -> None:
    """Deal the sum."""
    _deal(table, table.board.turn_owner)


def strike_now(table: Table, task: StrikeNow) -> None:
    """On the way out of the combat phase."""
    turn = table.board.slots[TURN]
    if turn.struck or turn.owner != task.seat or table.board.end.cut:
        return
    if turn.weapons or turn.damage or table.ask(Q_32) == "zero-damage":
        _deal(table, task.seat)


def _deal(table: Table, seat: int) -> None:
    board = table.board
    turn = board.slots[TURN]
    table.tell(WeaponsCounted(seat, turn.damage, SUM))
    if not turn.weapons and not turn.damage and table.ask(Q_32) == "none":
        return
    before = board.slots[PLAYER + 1 - seat].hp
    table.then(Hit(1 - seat, turn.damage, seat, weapons=True), AfterStrike(seat, before),
               Finish(seat, board.character(seat), "strike"))  # fmt: skip


def after_strike(table: Table, task: AfterStrike) -> None:
    """Texts that read the damage, of the weapons in the order in which they were played (Q-30)."""
    board = table.board
    lowered = board.player(1 - task.seat).hp < task.hp
    for card in board.turn.weapons:
        for one in board.face(card).text:
            if isinstance(one, IfHpLost) and table.ask(Q_30) == "after-the-sum" and lowered:
                perform(table, task.seat, card, one.then, "below")


def apply_counted(board: Duel, happening: WeaponsCounted) -> None:
    """No more weapons this turn."""
    board.set_turn(struck=True)


CHAPTER = Chapter(
    globals(),
    commands={Strike: (may_strike, strike)},
    apply={WeaponsCounted: apply_counted},
    tasks={StrikeNow: strike_now, AfterStrike: after_strike},
    uncut=(AfterStrike,),
)
