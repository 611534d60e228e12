"""Waiting, and how long things last. Sources: K 2.2, 2.8.2.1, 2.8.2.6; T, start and end phase."""

from collections.abc import Mapping

import msgspec

from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening
from dm_events.rulesets.dino_master.board import Affliction, Change, Creature, Duel, Table
from dm_events.rulesets.dino_master.sources import K, T

R038 = Rule("R038", (K("2.2"),), "A creature that entered this turn cannot be commanded until that "
            "turn is complete.")  # fmt: skip
R131A = Rule("R131a", (K("2.8.2.1"), T("start phase")), "A duration of 1 turn or more counts one "
             "turn complete on entering the start phase of that turn.")  # fmt: skip
R161 = Rule("R161", (K("2.8.2.6"), T("end phase")),
            "What lasts until the end of the turn ends on entering the end phase.")  # fmt: skip

C111 = Question(
    "C111", "waiting-one-turn", (K("2.2"), K("2.8.2.1"), T("start phase")),
    "When is a creature ready that had to wait for one turn?",
    ("next-own-turn", "end-of-current-turn", "one-turn-duration"), "next-own-turn",
)  # fmt: skip


class CreatureReady(Happening, frozen=True):
    """A creature need not wait any longer."""

    card: CardId
    because: tuple[Rule, ...] = ()


class ChangeEnded(Happening, frozen=True):
    """Changes of a creature that lasted so long are over: `turn` or `battle`."""

    card: CardId
    until: str
    because: tuple[Rule, ...] = ()


class StateCounted(Happening, frozen=True):
    """One turn of a creature's abnormal states is complete."""

    card: CardId
    seat: int
    because: tuple[Rule, ...] = ()


class StateEnded(Happening, frozen=True):
    """An abnormal state of a creature is over."""

    card: CardId
    state: str
    because: tuple[Rule, ...] = ()


def everybody(board: Duel) -> list[tuple[CardId, Creature]]:
    """All creatures on the field with their states, seat 0's first; then flocks' members (R249)."""
    slots, at = board.slots, board.state_at
    cards = board.creatures(0) + board.creatures(1) + board.under(0) + board.under(1)
    return [(card, slots[at[card]]) for card in cards]


def waiting(board: Duel) -> list[CardId]:
    """The creatures that still wait."""
    return [card for card, state in everybody(board) if state.waiting >= 0]


def ready_creatures(table: Table, seat: int) -> None:
    """At the start of a turn: whose waiting is over (R038, C111)."""
    board = table.board
    for card in waiting(board):
        answer = table.ask(C111)
        counted = board.creature(card).waiting if answer == "one-turn-duration" else None
        if seat == (board.controller(card) if counted is None else counted):
            table.tell(CreatureReady(card, (R038,)))


def end_changes(
    table: Table, until: str, rule: Rule, own: Mapping[CardId, tuple[Rule, ...]] | None = None
) -> None:
    """End every change that lasts until this moment, by `rule`, or by a card's `own` rules."""
    for card, state in everybody(table.board):
        if (state.changes and _ends(state.changes, until)) or (
            until == "turn"
            and (
                state.no_attack
                or state.no_target
                or (state.afflictions and outlived(state.afflictions, state))
            )
        ):
            table.tell(ChangeEnded(card, until, (own or {}).get(card, (rule,))))


def _ends(changes: tuple[Change, ...], until: str) -> bool:
    """Whether one of the changes lasts just so long."""
    for change in changes:  # noqa: SIM110 - asked of everybody at the end of every battle
        if change.until == until:
            return True
    return False


def outlived(afflictions: tuple[Affliction, ...], state: Creature) -> list[Affliction]:
    """Those whose time is over while another one of the same state lasts longer (R292)."""
    longer = [one.state for one in afflictions if one.left != 0]
    longer += [one.state for one in state.changes if one.until == "leaves"]
    return [one for one in afflictions if one.left == 0 and one.state in longer]


def over(state: Creature) -> list[str]:
    """The states of a creature that are over: every one of that name has run out."""
    kept = outlived(state.afflictions, state)
    names = [one.state for one in state.afflictions if one.left == 0 and one not in kept]
    return list(dict.fromkeys(names))


def end_of_turn(table: Table) -> None:
    """On entering the end phase (R161)."""
    end_changes(table, "turn", R161)
    for card, state in everybody(table.board):
        for name in over(state):
            table.tell(StateEnded(card, name, (R161,)))
    for card in waiting(table.board):
        if table.ask(C111) == "end-of-current-turn":
            table.tell(CreatureReady(card, (R038,)))


def apply_ready(board: Duel, happening: CreatureReady) -> None:
    """It waits no more."""
    board.set_creature(happening.card, waiting=-1)


def apply_change_ended(board: Duel, happening: ChangeEnded) -> None:
    """Drop the changes of that length."""
    state = board.creature(happening.card)
    kept = tuple(change for change in state.changes if change.until != happening.until)
    if happening.until == "turn":
        gone = outlived(state.afflictions, state)
        left = tuple(one for one in state.afflictions if one not in gone)
        board.set_creature(
            happening.card, changes=kept, no_attack=False, no_target=False, afflictions=left
        )
    else:
        board.set_creature(happening.card, changes=kept)


def apply_counted(board: Duel, happening: StateCounted) -> None:
    """One turn less; of two equal states the shorter is gone when it is over."""
    state = board.creature(happening.card)
    counted = tuple(
        msgspec.structs.replace(one, left=one.left - 1)
        if one.seat == happening.seat and one.left else one
        for one in state.afflictions
    )  # fmt: skip
    gone = outlived(counted, state)
    kept = tuple(one for one in counted if one not in gone)
    board.set_creature(happening.card, afflictions=kept)


def apply_state_ended(board: Duel, happening: StateEnded) -> None:
    """The state is gone: a time that ran out, or a cure. Who slept stands up."""
    state = board.creature(happening.card)
    left = tuple(one for one in state.afflictions if one.state != happening.state)
    changes = tuple(one for one in state.changes if one.state != happening.state)
    lying = state.lying and any(one.state == "sleep" for one in left)
    board.set_creature(happening.card, afflictions=left, changes=changes, lying=lying)


CHAPTER = Chapter(
    globals(),
    apply={
        CreatureReady: apply_ready, ChangeEnded: apply_change_ended,
        StateCounted: apply_counted, StateEnded: apply_state_ended,
    },
)  # fmt: skip
