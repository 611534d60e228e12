"""A flock on the board: its values, who lies under whom, how it changes and leaves.

Sources: K 2.9.2 to 2.9.6; P. The commands are in `flock.py`.
"""

from collections.abc import Iterable, Iterator

import msgspec

from dm_events.kernel.rule import Question, Refusal, Rule, illegal
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening
from dm_events.rulesets.dino_master.abilities import Skill
from dm_events.rulesets.dino_master.board import Creature, Duel, Flock, Table
from dm_events.rulesets.dino_master.sources import K, L, P

R232 = Rule("R232", (K("2.9.1.1"),), "The top card leads: the flock has the values of its card, and "
            "its abilities work.")  # fmt: skip
R233 = Rule("R233", (K("2.9.1.1"), K("2.9.3")), "The cards below are members; their abilities do not "
            "show while the flock lasts.")  # fmt: skip
R241 = Rule("R241", (K("2.9.1"),), "A flock may attack, move, use an effect or a skill, each if that was "
            "not told before the flock formed.")  # fmt: skip
R242 = Rule("R242", (K("2.9.2"), P("flock row")), "A flock has the AT that its leader's card prints "
            "for its size.")  # fmt: skip
R243 = Rule("R243", (K("2.9.2"), P("flock row")), "It has the DF printed for its size; where none "
            "is, the leader's.")  # fmt: skip
R244 = Rule("R244", (K("2.9.2"),), "Where no SH is printed for a flock, it is the sum of the SH of all "
            "creatures in it.")  # fmt: skip
R245 = Rule("R245", (K("2.9.2"),), "A flock's DP is the sum of the DP of all creatures in it.")
R248 = Rule("R248", (K("2.9.4"),), "What worked on the leader before works on the flock.")
R249 = Rule("R249", (K("2.9.4"),), "What worked on a member runs on and counts down, but does not touch "
            "the leader.")  # fmt: skip
R250 = Rule("R250", (K("2.9.5"),), "A flock is one creature for counting and as a target; what hits it "
            "hits all of it.")  # fmt: skip
R253 = Rule("R253", (K("2.9.6"),), "After a split all creatures are on the flock's line.")
R254 = Rule("R254", (K("2.9.6"),), "What worked on the flock stays, after a split, on the creature that "
            "led it.")  # fmt: skip

C50 = Question(
    "C50", "flock-at-without-a-row", (K("2.9.2"), P("flock row")),
    "What AT has a flock for whose size its leader's card prints none?",
    ("leader", "sum"), "leader",
)  # fmt: skip
C51 = Question(
    "C51", "leader-removed", (K("2.9.5"), L()),
    "What leaves the field when the leader of a flock does: all of it, or the leader alone, and the "
    "next member leads?", ("whole-flock", "next-leads"), "whole-flock",
)  # fmt: skip
C54 = Question(
    "C54", "effects-after-a-split", (K("2.9.6"),),
    "On whom do effects stay that a flock was given: on who leads it at the split, or on every "
    "creature of it that ever led?", ("leader-at-the-split", "every-leader"), "leader-at-the-split",
)  # fmt: skip
C125 = Question(
    "C125", "defeat-of-a-flock", (K("2.8.2.4.4"), K("2.9.5"), P("ability text")),
    "Does a flock that loses a battle fall as a whole, or one creature of it after the other?",
    ("whole", "member-by-member"), "whole",
)  # fmt: skip

TOLD = ("move", "skill", "effect", "attack")
"""The commands that bind a flock if they were given before it formed (R241)."""


class FlockFormed(Happening, frozen=True):
    """Creatures are one flock now, or an old one has grown; AT, DF and SH are its own."""

    leader: CardId
    at: int
    df: int
    sh: int
    members: tuple[CardId, ...] = ()
    bound: tuple[str, ...] = ()
    because: tuple[Rule, ...] = ()


class FlockSplit(Happening, frozen=True):
    """A flock is apart: on its line, or (`back`) each creature on the line that it came from."""

    leader: CardId
    back: bool
    because: tuple[Rule, ...] = ()


class FlockLed(Happening, frozen=True):
    """The leader has left a flock's head; another creature of it leads (C51)."""

    old: CardId
    leader: CardId
    at: int
    df: int
    sh: int
    because: tuple[Rule, ...] = ()


class FlockReduced(Happening, frozen=True):
    """A flock has a creature less; AT, DF and SH are what it has without it (C125)."""

    leader: CardId
    member: CardId
    at: int
    df: int
    sh: int
    because: tuple[Rule, ...] = ()


class EffectsShared(Happening, frozen=True):
    """A former leader keeps what a flock was given while it lasted (C54)."""

    card: CardId
    leader: CardId
    because: tuple[Rule, ...] = ()


# Its values.


def values(table: Table, leader: CardId, members: tuple[CardId, ...]) -> tuple[int, int, int]:
    """Return AT, DF and SH of a flock of these creatures (R242 to R244, C50)."""
    board = table.board
    at, df, shield = printed(board, leader, members)
    if at is None:
        alone = not members or table.ask(C50) == "leader"
        at = sum(board.face(card).card.at for card in ((leader,) if alone else (leader, *members)))
    return at, df, shield


def printed(
    board: Duel, leader: CardId, members: tuple[CardId, ...]
) -> tuple[int | None, int, int]:
    """Return the same as far as the cards say it: no AT where no row is printed for the size."""
    cards = [board.face(card).card for card in (leader, *members)]
    shield = sum(card.sh for card in cards)
    for row in cards[0].flock:
        if row.size == len(cards):
            return row.at, cards[0].df if row.df is None else row.df, shield
    return None, cards[0].df, shield


def told_before(board: Duel, card: CardId) -> tuple[str, ...]:
    """Return which of the commands of `TOLD` a creature was given this turn."""
    state = board.creature(card)
    if not (state.moved or state.skilled or state.attacked or state.used or state.bound):
        return ()
    printed = board.face(card).card.ability
    done = {
        "move": state.moved, "skill": state.skilled, "attack": state.attacked,
        "effect": any(not isinstance(printed[number], Skill) for number in state.used),
    }  # fmt: skip
    return tuple(word for word in TOLD if done[word] or word in state.bound)


def already_told(state: Creature, card: CardId, what: str) -> Iterator[Refusal]:
    """What a creature of this flock was told before it formed, the flock is not told (R241)."""
    if what in state.bound:
        yield illegal("flock/bound", R241, card=card, what=what)


def whole(board: Duel, cards: Iterable[CardId]) -> tuple[CardId, ...]:
    """Return the creatures and, after each, the members that lie under it."""
    found: list[CardId] = []
    for card in cards:
        found.append(card)
        flock = board.creature(card).flock
        if flock is not None:
            found += flock.members
    return tuple(found)


# Leaving, losing a creature, coming apart.


def before_leaving(table: Table, card: CardId, rule: Rule) -> None:
    """Call before a creature leaves the field: whether its flock goes with it (C51)."""
    state: Creature | None = table.board.state(card)
    if state is not None and state.flock is not None and table.ask(C51) == "next-leads":
        first, *rest = state.flock.members
        table.tell(FlockLed(card, first, *values(table, first, tuple(rest)), (rule,)))


def before_losing(table: Table, leader: CardId, member: CardId) -> None:
    """Call before a member alone leaves a flock (C125)."""
    flock = table.board.creature(leader).flock
    if flock is not None:
        rest = tuple(one for one in flock.members if one != member)
        table.tell(FlockReduced(leader, member, *values(table, leader, rest), (R250,)))


def leader_of(board: Duel, member: CardId) -> CardId | None:
    """Return the creature under which a member lies."""
    for card in board.creatures(board.controller(member)):
        flock = board.creature(card).flock
        if flock is not None and member in flock.members:
            return card
    return None


def scatter(table: Table, leader: CardId, *rules: Rule, back: bool = False) -> tuple[CardId, ...]:
    """Take a flock apart; return its creatures, the former leader first."""
    state = table.board.creature(leader)
    flock = state.flock
    if flock is None:
        return (leader,)
    given = any(one.flock for one in state.changes) or any(one.flock for one in state.afflictions)
    if given and flock.led and table.ask(C54) == "every-leader":
        for card in flock.led:
            table.tell(EffectsShared(card, leader, (R254,)))
    table.tell(FlockSplit(leader, back, rules))
    return (leader, *flock.members)


# How the board changes.


def apply_formed(board: Duel, happening: FlockFormed) -> None:
    """The members go under the leader, with whoever lay under them."""
    leader = happening.leader
    state = board.creature(leader)
    old = state.flock or Flock()
    lines, led = list(old.lines), list(old.led)
    for card in happening.members[len(old.members) :]:
        mine = board.creature(card)
        if board.place(card)[0] != "under":
            line = board.place(card)[0]
            led += [card] * (mine.flock is not None)
            led += () if mine.flock is None else mine.flock.led
            lines += (line, *(() if mine.flock is None else mine.flock.lines))
            board.move(card, "under", board.controller(leader))
        board.set_creature(card, flock=None, flocked=True, red=False)
    flock = Flock(
        happening.members, tuple(lines), happening.at, happening.df, happening.sh, tuple(led)
    )
    board.set_creature(leader, flock=flock, flocked=True, bound=happening.bound)
    if not board.turn.acted:
        board.set_turn(acted=True)


def apply_split(board: Duel, happening: FlockSplit) -> None:
    """Every creature stands for itself; what the flock was told this turn they all were told."""
    leader = happening.leader
    state = board.creature(leader)
    flock = state.flock
    if flock is None:
        return
    line, seat = board.place(leader)
    for card, own in zip(flock.members, flock.lines, strict=True):
        board.move(card, own if happening.back else line, seat)
        mine = board.creature(card)
        board.set_creature(card, flocked=True, moved=mine.moved or state.moved,
                           skilled=mine.skilled or state.skilled,
                           attacked=mine.attacked or state.attacked)  # fmt: skip
    board.set_creature(leader, flock=None, flocked=True)


def apply_led(board: Duel, happening: FlockLed) -> None:
    """The next creature takes the old leader's place; what the flock was told holds for it."""
    old, leader = happening.old, happening.leader
    state, mine = board.creature(old), board.creature(leader)
    flock = state.flock
    if flock is None:
        return
    line, seat = board.place(old)
    board.move(leader, line, seat)
    rest = None
    if len(flock.members) > 1:
        led = tuple(card for card in flock.led if card != leader)
        rest = Flock(flock.members[1:], flock.lines[1:], happening.at, happening.df, happening.sh,
                     led)  # fmt: skip
    board.set_state(leader, msgspec.structs.replace(
        mine, flock=rest, red=state.red, attacked=state.attacked, skilled=state.skilled,
        moved=state.moved, flocked=state.flocked, bound=state.bound))  # fmt: skip
    board.set_creature(old, flock=None, red=False)


def apply_reduced(board: Duel, happening: FlockReduced) -> None:
    """One member is no longer part of it."""
    flock = board.creature(happening.leader).flock
    if flock is None:
        return
    at = flock.members.index(happening.member)
    rest = flock.members[:at] + flock.members[at + 1 :]
    left = Flock(rest, flock.lines[:at] + flock.lines[at + 1 :], happening.at, happening.df,
                 happening.sh, flock.led) if rest else None  # fmt: skip
    board.set_creature(happening.leader, flock=left)


def apply_shared(board: Duel, happening: EffectsShared) -> None:
    """A copy of what the leader was given as a flock."""
    state, mine = board.creature(happening.leader), board.creature(happening.card)
    changes = tuple(one for one in state.changes if one.flock)
    afflictions = tuple(one for one in state.afflictions if one.flock)
    board.set_creature(happening.card, changes=mine.changes + changes,
                       afflictions=mine.afflictions + afflictions)  # fmt: skip


CHAPTER = Chapter(
    globals(),
    apply={
        FlockFormed: apply_formed, FlockSplit: apply_split, FlockLed: apply_led,
        FlockReduced: apply_reduced, EffectsShared: apply_shared,
    },
)  # fmt: skip
