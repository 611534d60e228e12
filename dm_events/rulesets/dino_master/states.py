"""Abnormal states: what they do, how they are gained, how they are counted. Sources: K 5; P; L."""

from collections.abc import Iterator

from msgspec.structs import replace

from dm_events.kernel.rule import Question, Refusal, Rule, illegal
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening
from dm_events.rulesets.dino_master.board import (
    MAGIC,
    Affliction,
    Change,
    Creature,
    Duel,
    Spared,
    Table,
)
from dm_events.rulesets.dino_master.changes import CardUsedUp
from dm_events.rulesets.dino_master.costs import R027
from dm_events.rulesets.dino_master.durations import (
    R038,
    R131A,
    StateCounted,
    StateEnded,
    everybody,
    over,
)
from dm_events.rulesets.dino_master.fits import basic, holds, strength
from dm_events.rulesets.dino_master.flock_board import R250, scatter
from dm_events.rulesets.dino_master.gifts import Immune
from dm_events.rulesets.dino_master.sources import K, L, P, T
from dm_events.rulesets.dino_master.staying import R064, StayCounted, lying, why_held_down

R290 = Rule("R290", (K("5"),), "Abnormal states are of two groups: disruptive (sleep, confusion, panic, "
            "daze) and stat-changing (injury, poison, zombie, frenzy).")  # fmt: skip
R291 = Rule("R291", (K("5.1"),), "A disruptive state keeps a creature from being told something.")
R292 = Rule("R292", (K("5.1.1"),), "Sleep: it moves to the defence line, lies down and cannot be "
            "commanded for the stated time; a flock sleeps as a whole.")  # fmt: skip
R293 = Rule("R293", (K("5.1.2"),), "Confusion: it cannot be commanded for the stated time; it stays on "
            "its line.")  # fmt: skip
R294 = Rule(
    "R294", (K("5.1.2"),), "Confusion breaks a flock, and every creature of it is confused."
)
R295 = Rule("R295", (K("5.1.2"),), "A confused card can still be in a flock that an effect makes.")
R296 = Rule("R296", (K("5.1.3"), K("fn8")), "Panic: its stats change by the stated amount, and it "
            "neither flocks nor attacks for the stated time.")  # fmt: skip
R297 = Rule(
    "R297", (K("5.1.3"),), "Panic breaks a flock, and every creature of it panics, on its line."
)
R298 = Rule("R298", (K("5.1.4"),), "Daze: its AT is 0 and it cannot be commanded for the stated time; a "
            "flock does not break.")  # fmt: skip
R299 = Rule("R299", (K("5.2"),), "A stat-changing state leaves all actions possible.")
R300 = Rule("R300", (K("5.2"),), "Skills that make a stat-changing state can be used in the "
            "opponent's turn too.")  # fmt: skip
R301 = Rule("R301", (K("5.2.1"),), "Injury: lose the stated amount for the stated time; without a "
            "time, until it leaves the field.")  # fmt: skip
R302 = Rule("R302", (K("5.2.1"),), "When injury ends or is cured, the stat is as before.")
R303 = Rule("R303", (K("5.2.2"), L()), "Poison: for the stated time, or until it leaves the field, it "
            "loses the stated amount again for each turn completed.")  # fmt: skip
R304 = Rule("R304", (K("5.2.2"),), "A stat above its initial value first returns to it when the creature "
            "is poisoned.")  # fmt: skip
R305 = Rule("R305", (K("5.2.2"),), "While it is poisoned its stats are not raised or restored; they can "
            "be lowered.")  # fmt: skip
R306 = Rule(
    "R306", (K("5.2.2"),), "A poisoned creature can flock; the flock's values are basic ones."
)
R307 = Rule("R307", (K("5.2.3"),), "Zombie: its stats change as stated until the time is over; it cannot "
            "be cured.")  # fmt: skip
R308 = Rule("R308", (K("5.2.3"), L()), "A flock with a zombie in it is one; amounts and times of several "
            "are added up.")  # fmt: skip
R309 = Rule("R309", (K("5.2.4"), P("Berserk")), "Frenzy: its stats change as stated until the time is "
            "over; if it succeeds in a battle it is destroyed when the turn ends.")  # fmt: skip

C78 = Question(
    "C78", "whose-turns-count", (K("2.8.2.1"), T("start phase")),
    "With whose start phases is a time of turns counted: with those of the seat in whose turn it "
    "was given, or with everybody's?", ("seat-of-the-turn", "everybody"), "seat-of-the-turn",
)  # fmt: skip
C80 = Question(
    "C80", "first-loss-by-poison", (K("5.2.2"), L()),
    "When does poison take its amount for the first time: at once, or with the first turn that is "
    "complete?", ("at-once", "first-complete-turn"), "at-once",
)  # fmt: skip
C84 = Question(
    "C84", "daze-and-bonuses", (K("5.1.4"),),
    "Is the AT of a dazed creature 0 whatever is added to it?", ("fixed", "bonuses-count"), "fixed",
)  # fmt: skip
C85 = Question(
    "C85", "zombies-after-a-split", (K("5.2.3"), K("2.9.6"), L()),
    "Are the members zombies too when a flock that was a zombie splits?", ("yes", "no"), "yes",
)  # fmt: skip

WHY_STOPPED = {"sleep": R292, "confusion": R293, "daze": R298}
BREAKS = {"confusion": R294, "panic": R297}
"""The states that take a flock apart."""
RULES = {
    "sleep": (R292, R290), "confusion": (R293, R290), "panic": (R296, R290), "daze": (R298, R290),
    "injury": (R301, R290, R299), "poison": (R303, R290, R299), "zombie": (R307, R290, R299),
    "frenzy": (R309, R290, R299),
}  # fmt: skip


class StateGained(Happening, frozen=True):
    """A creature has a state for a number of turns counted with `seat`'s; 0: to the end of the
    turn, None: until it leaves. AT and DF are what it changes, or what poison takes each turn.
    """

    card: CardId
    state: str
    turns: int | None
    seat: int
    at: int
    df: int
    fixed: bool
    because: tuple[Rule, ...] = ()


class StatsReset(Happening, frozen=True):
    """What changed AT or DF of a creature is gone: the stat is its initial one again."""

    card: CardId
    at: bool = False
    df: bool = False
    because: tuple[Rule, ...] = ()


class PoisonTook(Happening, frozen=True):
    """Poison took its amount once more; it does not come back."""

    card: CardId
    at: int
    df: int
    because: tuple[Rule, ...] = ()


class ZombieTurned(Happening, frozen=True):
    """By its flock a creature is a zombie, with these amounts and turns instead of its own."""

    card: CardId
    turns: int | None
    seat: int
    at: int
    df: int
    because: tuple[Rule, ...] = ()


class FrenzySucceeded(Happening, frozen=True):
    """A creature in frenzy succeeded in a battle: it is destroyed when the turn ends."""

    card: CardId
    because: tuple[Rule, ...] = ()


# What a state forbids.


def cannot_be_commanded(board: Duel, card: CardId) -> Iterator[Refusal]:
    """A creature that waits, sleeps, is confused or dazed takes no command."""
    state = board.creature(card)
    if state.waiting >= 0:
        yield illegal("creature/waiting", R038, card=card)
    if state.afflictions:
        stopped = state.stopped
        if stopped:
            yield illegal("creature/cannot-be-commanded", R291, WHY_STOPPED[stopped], card=card,
                          state=stopped)  # fmt: skip
    if board.slots[MAGIC] or board.slots[MAGIC + 1]:
        yield from why_held_down(board, card)


def panics(board: Duel, card: CardId) -> Iterator[Refusal]:
    """A creature in panic neither flocks nor attacks."""
    if any(one.state == "panic" for one in board.creature(card).afflictions):
        yield illegal("creature/panics", R291, R296, card=card)


# How states are gained.


def gain(  # noqa: PLR0913, PLR0917 - what a state is
    table: Table, card: CardId, state: str, turns: int | None, at: int, df: int, rule: Rule,
    counted: int | None = None,
) -> None:  # fmt: skip
    """Give a creature a state, or every creature of a flock that the state breaks.

    `counted`: the seat with whose turns it is counted, if not the turn owner.
    """
    if immune(table.board, card, state):
        return
    breaks = state in BREAKS and table.board.creature(card).flock is not None
    cards = take_apart(table, card, BREAKS[state]) if breaks else (card,)
    seat = table.board.turn_owner if counted is None else counted
    rules = (*RULES[state], *((BREAKS[state],) if breaks else ()), rule)
    for one in cards:
        _gain(table, one, StateGained(one, state, turns, seat, at, df,
                                      state == "daze" and table.ask(C84) == "fixed", rules))  # fmt: skip


def _gain(table: Table, card: CardId, gained: StateGained) -> None:
    if gained.state == "poison":
        now, first = strength(table.board, card), basic(table.board, card)
        above = (now[0] > first[0], now[1] > first[1])
        if any(above):
            table.tell(StatsReset(card, *above, (R304,)))
    table.tell(gained)
    if gained.state == "poison" and table.ask(C80) == "at-once":
        table.tell(PoisonTook(card, gained.at, gained.df, (R303,)))


def immune(board: Duel, card: CardId, state: str) -> bool:
    """Whether a creature's own ability keeps it from having a state (Tyrannotitan)."""
    seat = board.controller(card)
    return any(
        isinstance(one.gift, Immune) and one.gift.state == state
        and holds(board, seat, card, one.condition) for one in board.face(card).immune
    )  # fmt: skip


# Zombies and flocks.


def zombie_of(state: Creature) -> Affliction | None:
    """Return what makes a creature a zombie, amounts and turns added up; None if nothing does."""
    found = [one for one in state.afflictions if one.state == "zombie"]
    if not found:
        return None
    times = [one.left for one in found if one.left is not None]
    left = sum(times) if len(times) == len(found) else None
    at, df = sum(one.at for one in found), sum(one.df for one in found)
    return Affliction("zombie", left, found[0].seat, at=at, df=df)


def turn_flock(table: Table, leader: CardId, joined: tuple[CardId, ...]) -> None:
    """A flock is a zombie if a creature that joined it is one (R308)."""
    board = table.board
    found = [zombie_of(board.creature(card)) for card in (leader, *joined)]
    if any(found[1:]):
        both = Creature(afflictions=tuple(one for one in found if one is not None))
        _turn(table, leader, zombie_of(both), R250)


def take_apart(table: Table, leader: CardId, *rules: Rule, back: bool = False
               ) -> tuple[CardId, ...]:  # fmt: skip
    """Take a flock apart; its zombie state goes to the members too (C85)."""
    zombie = zombie_of(table.board.creature(leader))
    cards = scatter(table, leader, *rules, back=back)
    if zombie is not None and len(cards) > 1 and table.ask(C85) == "yes":
        for card in cards[1:]:
            _turn(table, card, zombie)
    return cards


def _turn(table: Table, card: CardId, zombie: Affliction | None, *rules: Rule) -> None:
    if zombie is not None:
        table.tell(ZombieTurned(card, zombie.left, zombie.seat, zombie.at, zombie.df,
                                (R308, *rules)))  # fmt: skip


# How states are counted, and how frenzy ends.


def count_turn(table: Table, seat: int) -> bool:
    """Times of turns count one complete (R131a, C78); poison takes its amount again (R303).

    Returns whether anybody's AT or DF may be another by it.
    """
    counted = False
    slots = table.board.slots
    if slots[MAGIC] or slots[MAGIC + 1]:
        count_stays(table, seat)
    for card, state in everybody(table.board):
        for one in dict.fromkeys(each.seat for each in state.afflictions):
            if one == seat or table.ask(C78) == "everybody":
                counted |= _count(table, card, one)
    return counted


def count_stays(table: Table, seat: int) -> None:
    """The same for action cards that stay; whose duration ends goes to the graveyard (R064)."""
    for card, _, state in lying(table.board):
        if state.left is not None and (state.seat == seat or table.ask(C78) == "everybody"):
            table.tell(StayCounted(card, (R131A,)))
            if state.left <= 1:
                table.tell(CardUsedUp(card, (R064, R027)))


def _count(table: Table, card: CardId, seat: int) -> bool:
    board = table.board
    counted = [one for one in board.creature(card).afflictions if one.seat == seat]
    poisons = [one for one in counted if one.state == "poison"]
    if not poisons and all(one.left is None for one in counted):
        return False
    table.tell(StateCounted(card, seat, (R131A,)))
    for one in poisons:
        table.tell(PoisonTook(card, one.at, one.df, (R303,)))
    for name in over(board.creature(card)):
        table.tell(StateEnded(card, name, (R131A,)))
    return True


def succeed(table: Table, card: CardId, *rules: Rule) -> None:
    """A creature succeeded in a battle, also by `rules`; one in frenzy will pay for it (R309)."""
    afflictions = table.board.creature(card).afflictions
    if afflictions and any(one.state == "frenzy" for one in afflictions):
        table.tell(FrenzySucceeded(card, (R309, *rules)))


# How the board changes.


def apply_state(board: Duel, happening: StateGained) -> None:
    """One state more; who sleeps goes to the defence line and lies down."""
    card = happening.card
    state = board.creature(card)
    one = Affliction(happening.state, happening.turns, happening.seat, state.flock is not None,
                     happening.at, happening.df, happening.fixed)  # fmt: skip
    asleep = happening.state == "sleep"
    if asleep and board.place(card)[0] == "attack":
        board.move(card, "defence", board.controller(card))
    board.set_creature(card, afflictions=(*state.afflictions, one), lying=state.lying or asleep,
                       red=state.red and not asleep)  # fmt: skip


def apply_reset(board: Duel, happening: StatsReset) -> None:
    """Nothing changes AT, or DF, any more."""
    state = board.creature(happening.card)
    at, df = not happening.at, not happening.df
    changes = tuple(replace(one, at=one.at * at, df=one.df * df) for one in state.changes)
    afflictions = tuple(
        one if one.state == "poison" else
        Affliction(one.state, one.left, one.seat, one.flock, one.at * at, one.df * df, one.fixed)
        for one in state.afflictions
    )  # fmt: skip
    kept = tuple(one for one in changes if one.at or one.df or one.state or isinstance(one, Spared))
    board.set_creature(happening.card, changes=kept, afflictions=afflictions)


def apply_took(board: Duel, happening: PoisonTook) -> None:
    """A loss for as long as it is on the field."""
    state = board.creature(happening.card)
    loss = Change(happening.at, happening.df, "leaves", "", state.flock is not None)
    board.set_creature(happening.card, changes=(*state.changes, loss))


def apply_turned(board: Duel, happening: ZombieTurned) -> None:
    """One zombie state instead of those that it had."""
    state = board.creature(happening.card)
    others = tuple(one for one in state.afflictions if one.state != "zombie")
    one = Affliction("zombie", happening.turns, happening.seat, state.flock is not None,
                     happening.at, happening.df)  # fmt: skip
    board.set_creature(happening.card, afflictions=(*others, one))


def apply_succeeded(board: Duel, happening: FrenzySucceeded) -> None:
    """Until the turn ends."""
    board.set_creature(happening.card, spent=True)


CHAPTER = Chapter(
    globals(),
    apply={
        StateGained: apply_state, StatsReset: apply_reset, PoisonTook: apply_took,
        ZombieTurned: apply_turned, FrenzySucceeded: apply_succeeded,
    },
)  # fmt: skip
