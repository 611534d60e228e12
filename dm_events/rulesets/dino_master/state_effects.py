"""Effects on abnormal states and on what a creature has lost. Sources: P; K 5."""

from typing import Any

from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master import deeds as language
from dm_events.rulesets.dino_master.board import Duel, Table
from dm_events.rulesets.dino_master.changes import TEXT, CreatureInjured, StatsChanged
from dm_events.rulesets.dino_master.durations import StateEnded
from dm_events.rulesets.dino_master.fits import basic, strength
from dm_events.rulesets.dino_master.meaning import creatures_meant
from dm_events.rulesets.dino_master.states import R290, R299, R301, R302, gain
from dm_events.rulesets.dino_master.triggers import Use


def afflict(table: Table, use: Use, effect: language.Afflict, picks: object) -> None:
    """Give a state for a time."""
    del picks
    for card in creatures_meant(table, use, effect):
        gain(table, card, effect.state, effect.turns, effect.at, effect.df, TEXT)


def copy_states(table: Table, use: Use, effect: language.CopyStates, picks: object) -> None:
    """Every kind of state that another creature has, with that one's amounts."""
    del picks
    board = table.board
    for card in creatures_meant(table, use, effect):
        amounts: dict[str, tuple[int, int]] = {}
        for other in board.creatures(use.seat) + board.creatures(1 - use.seat):
            if other != card:
                state = board.creature(other)
                for name, at, df in state.amounts:
                    amounts.setdefault(name, (at, df))
        for name, (at, df) in amounts.items():
            gain(table, card, name, effect.turns, at, df, TEXT)


def gather_states(table: Table, use: Use, effect: language.GatherStates, picks: object) -> None:
    """Every state of other creatures ends there and is gained here, with its amounts and time."""
    del picks
    board = table.board
    for card in creatures_meant(table, use, effect)[:1]:
        found = [(other, state) for seat in (use.seat, 1 - use.seat)
                 for other, state in board.standing(seat) if other != card and state.states]  # fmt: skip
        for other, state in found:
            for name in dict.fromkeys(state.states):
                table.tell(StateEnded(other, name, (TEXT,)))
        for _, state in found:
            for one in state.afflictions:
                gain(table, card, one.state, one.left, one.at, one.df, TEXT, one.seat)
            for change in state.changes:
                if change.state:
                    amounts = (change.at, change.df, change.until)
                    table.tell(CreatureInjured(card, *amounts, (R301, R290, R299, TEXT)))


def cure_choice(table: Table, use: Use, effect: language.Cure) -> Any:
    """Which kind of state to cure, where there are several."""
    cards = creatures_meant(table, use, effect)
    if effect.kinds == "all" or not cards:
        return None
    kinds = curable(table, cards[0])
    return (use.seat, "state to cure", kinds, 1, 1) if kinds else None


def cure(table: Table, use: Use, effect: language.Cure, picks: tuple[str, ...] | None) -> None:
    """End the states."""
    for card in creatures_meant(table, use, effect):
        for state in curable(table, card) if effect.kinds == "all" else picks or ():
            table.tell(StateEnded(card, state, (TEXT, R302)))


def curable(table: Table, card: CardId) -> tuple[str, ...]:
    """The kinds of states of a creature, without what cannot be cured (R307)."""
    states = dict.fromkeys(table.board.creature(card).states)
    return tuple(state for state in states if state != "zombie")


def mend_choice(table: Table, use: Use, effect: language.Mend) -> Any:
    """Whether they get AT or DF back: asked while one of them has lost some."""
    lost = [mendable(table.board, card) for card in creatures_meant(table, use, effect)]
    stats = tuple(stat for stat, of in (("at", 0), ("df", 1)) if any(one[of] for one in lost))
    return (use.seat, "stat to restore", stats, 1, 1) if stats else None


def mend(table: Table, use: Use, effect: language.Mend, picks: tuple[str, ...] | None) -> None:
    """Up to what each began with; who is poisoned gets nothing back (R305)."""
    for card in creatures_meant(table, use, effect) if picks else ():
        at, df = (min(lost, effect.amount) for lost in mendable(table.board, card))
        back = (at, 0) if picks == ("at",) else (0, df)
        if any(back):
            table.tell(StatsChanged(card, *back, "leaves", (TEXT,)))


def mendable(board: Duel, card: CardId) -> tuple[int, int]:
    """How much AT and DF a creature has lost, as far as it can be restored."""
    if "poison" in board.creature(card).states:
        return 0, 0
    now, first = strength(board, card), basic(board, card)
    return max(first[0] - now[0], 0), max(first[1] - now[1], 0)
