"""Flocks: how creatures are told to flock and a flock to split. Sources: K 2.9.1, 2.9.6; T; L.

What a flock is once it has formed stands in `flock_board.py`.
"""

from collections.abc import Iterator

from dm_events.kernel.rule import Question, Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Command
from dm_events.rulesets.dino_master.board import LINES, Duel, Table
from dm_events.rulesets.dino_master.changes import CheckDf
from dm_events.rulesets.dino_master.creatures import R208
from dm_events.rulesets.dino_master.flock_board import (
    R232,
    R242,
    R243,
    R244,
    R253,
    FlockFormed,
    told_before,
    values,
    whole,
)
from dm_events.rulesets.dino_master.priority import NORMAL, answer_to
from dm_events.rulesets.dino_master.sources import K, L, T
from dm_events.rulesets.dino_master.states import (
    cannot_be_commanded,
    panics,
    take_apart,
    turn_flock,
)
from dm_events.rulesets.dino_master.turn import R126

R230 = Rule("R230", (K("2.9.1"), K("2.9.1.1")), "A flock is two or more creatures that share a taxon, "
            "stacked as one.")  # fmt: skip
R231 = Rule("R231", (K("2.9.1.1"), T("main phase 1")), "Creatures flock only in main 1.")
R234 = Rule("R234", (K("2.9.1.1"),), "A flock has no more creatures than its leader's card prints.")
R235 = Rule(
    "R235", (K("2.9.1.1"),), "Every creature that is told to flock must take commands then."
)
R236 = Rule(
    "R236", (K("2.9.1.1"),), "A flock may be enlarged; its leader or the new creature leads."
)
R237 = Rule("R237", (K("2.9.1.1"),), "Two flocks may become one under one of their leaders; its number "
            "is the limit.")  # fmt: skip
R238 = Rule("R238", (K("2.9.1.1"),), "A flock stands on the line where its leader stood.")
R239 = Rule("R239", (K("2.9.1.1"),), "A creature is told to flock once a turn at most.")
R240 = Rule("R240", (K("2.9.1.1"), K("5.2.2")), "Who was told to flock is not told again, nor the flock "
            "to split, until the next turn.")  # fmt: skip
R251 = Rule("R251", (K("2.9.6"), T("main phase 1")), "A flock is told to split only in main 1; all of "
            "its creatures separate.")  # fmt: skip
R252 = Rule("R252", (K("2.9.6"),), "Creatures that split do not flock again until the next turn.")

C47 = Question(
    "C47", "flocking-in-main-2", (K("2.9.1.1"), T("main phase 2"), L()),
    "May creatures that have not attacked flock in main 2 too?", ("main-1-only", "main-2-too"),
    "main-1-only",
)  # fmt: skip
C49 = Question(
    "C49", "flock-again-or-split", (K("2.9.1.1"), K("5.2.2"), L()),
    "What does the sentence forbid that speaks of moving as a flock and of splitting and moving: a "
    "second command to flock, or to split, in the turn; a second move, also through a flock; or to "
    "flock after a move?", ("told-once", "one-move", "no-flock-after-a-move"), "told-once",
)  # fmt: skip
C52 = Question(
    "C52", "number-on-the-leader", (K("2.9.1.1"),),
    "Does the number on the leader's card count the leader?", ("yes", "no"), "yes",
)  # fmt: skip
C53 = Question(
    "C53", "joining-a-fresh-flock", (K("2.9.1.1"),),
    "May a creature that was not told to flock join others that were told this turn?",
    ("no", "yes"), "no",
)  # fmt: skip
C140 = Question(
    "C140", "whose-commands-bind-a-flock", (K("2.9.1"), K("2.10")),
    "Whose earlier commands of the turn can a flock not be given again: those of any creature in "
    "it, or those of its leader?", ("any-creature", "leader-only"), "any-creature",
)  # fmt: skip
C142 = Question(
    "C142", "flock-in-the-red-zone", (K("2.5.2.1"), K("2.9.1.1"), K("2.9.6")),
    "May creatures on the field join a leader in the red zone?", ("allowed", "not-allowed"),
    "allowed",
)  # fmt: skip
C149 = Question(
    "C149", "line-after-a-split", (K("2.9.6"),),
    "On which line are creatures after a split: the flock's, or each its own from before?",
    ("flock-line", "own-line"), "flock-line",
)  # fmt: skip


class Flock(Command, frozen=True):
    """Stack creatures under a leader. A member that leads a flock brings it along."""

    leader: CardId
    members: tuple[CardId, ...]


class SplitFlock(Command, frozen=True):
    """Take the flock of a leader apart."""

    leader: CardId


def may_flock(table: Table, command: Flock) -> Iterator[Refusal]:
    """Own creatures on the lines that share a taxon, commandable, as many as the leader takes."""
    board, seat = table.board, table.seat
    listed = (command.leader, *command.members)
    for at, card in enumerate(listed):
        if card not in board.layout.where or board.place(card) not in [
            (one, seat) for one in LINES
        ]:
            yield impossible("card/not-on-field", R230, card=card)
            return
        if card in listed[:at]:
            yield impossible("target/twice", R230, card=card)
            return
    if not command.members:
        yield impossible("flock/alone", R230, card=command.leader)
        return
    yield from _when(table, listed)
    if board.creature(command.leader).red and table.ask(C142) == "not-allowed":
        yield illegal("red-zone/no-flock", R208, card=command.leader)
    yield from _one_taxon(board, listed)
    for card in listed:
        yield from cannot_be_commanded(board, card)
        yield from panics(board, card)
        yield from _told_already(table, card, joins=card != command.leader)
    yield from _too_many(table, command.leader, listed)


def _when(table: Table, listed: tuple[CardId, ...]) -> Iterator[Refusal]:
    """In the own main 1 (R231, C47)."""
    turn = table.board.turn
    if turn.owner != table.seat:
        yield illegal("turn/not-owner", R126, R231, owner=turn.owner)
    if turn.phase == "main 2" and table.ask(C47) == "main-2-too":
        for card in listed:
            if table.board.creature(card).attacked:
                yield illegal("creature/already-attacked", R231, card=card)
    elif turn.phase != "main 1":
        yield illegal("phase/wrong", R231, now=turn.phase)


def _one_taxon(board: Duel, listed: tuple[CardId, ...]) -> Iterator[Refusal]:
    """A taxon that all creatures share (R230, C57)."""
    cards = [board.face(card).card.taxa for card in whole(board, listed)]
    if not any(all(taxon in other for other in cards) for taxon in cards[0]):
        yield illegal("flock/taxon", R230, card=listed[0])


def _told_already(table: Table, card: CardId, *, joins: bool) -> Iterator[Refusal]:
    """Once a turn (R239, R240, R252); what a move forbids (C49)."""
    state = table.board.creature(card)
    if state.flocked and (joins or table.ask(C53) == "no"):
        yield illegal("flock/told-already", R239, R240, R252, card=card)
    if state.moved and table.ask(C49) == "no-flock-after-a-move":
        yield illegal("creature/already-moved", R240, card=card)


def most(table: Table, leader: CardId) -> int | None:
    """Return how many creatures a leader's flock takes (R234, C52); None where nothing is printed."""
    rows = table.board.face(leader).card.flock
    if not rows:
        return None
    return rows[-1].size + (table.ask(C52) == "no")


def _too_many(table: Table, leader: CardId, listed: tuple[CardId, ...]) -> Iterator[Refusal]:
    have, limit = len(whole(table.board, listed)), most(table, leader)
    if limit is not None and have > limit:
        yield illegal("flock/too-many", R234, R236, R237, have=have, most=limit, card=leader)


def flock(table: Table, command: Flock) -> None:
    """Stack them; the opponent may answer a command that was given."""
    board, leader = table.board, command.leader
    members = whole(board, (leader, *command.members))[1:]
    bound = bound_by(table, leader, members)
    at, df, sh = values(table, leader, members)
    rules = (R230, R232, R238, R242, R243, *((R244,) if sh else ()))
    table.tell(FlockFormed(leader, at, df, sh, members, bound, rules))
    turn_flock(table, leader, command.members)
    table.then(CheckDf(), answer_to(table.seat, NORMAL, "command given"))


def bound_by(table: Table, leader: CardId, members: tuple[CardId, ...]) -> tuple[str, ...]:
    """Return the commands that a new flock cannot be given this turn (R241, C140)."""
    board = table.board
    mine = told_before(board, leader)
    theirs = [word for card in members for word in told_before(board, card) if word not in mine]
    if not theirs:
        return mine
    if table.ask(C140) == "leader-only":
        theirs = ["move"] if "move" in theirs and table.ask(C49) == "one-move" else []
    return (*mine, *dict.fromkeys(theirs))


def may_split(table: Table, command: SplitFlock) -> Iterator[Refusal]:
    """An own flock that takes commands and was not told to flock this turn, in main 1."""
    board, seat, turn = table.board, table.seat, table.board.turn
    card = command.leader
    if card not in board.layout.where or board.place(card) not in [(one, seat) for one in LINES]:
        yield impossible("card/not-on-field", R251, card=card)
        return
    state = board.creature(card)
    if state.flock is None:
        yield impossible("flock/none", R251, card=card)
        return
    if turn.owner != seat:
        yield illegal("turn/not-owner", R126, R251, owner=turn.owner)
    if turn.phase != "main 1":
        yield illegal("phase/wrong", R251, now=turn.phase)
    yield from cannot_be_commanded(board, card)
    if state.flocked and table.ask(C49) == "told-once":
        yield illegal("flock/told-already", R240, card=card)
    if state.moved and table.ask(C49) == "no-flock-after-a-move":
        yield illegal("creature/already-moved", R240, card=card)


def split(table: Table, command: SplitFlock) -> None:
    """Every creature stands for itself again; the opponent may answer."""
    board, leader = table.board, command.leader
    state = board.creature(leader)
    line = board.place(leader)[0]
    apart = state.flock is not None and any(one != line for one in state.flock.lines)
    back = apart and table.ask(C149) == "own-line"
    take_apart(table, leader, R251, R252, R253, back=back)
    table.then(CheckDf(), answer_to(table.seat, NORMAL, "command given"))


CHAPTER = Chapter(globals(), commands={Flock: (may_flock, flock), SplitFlock: (may_split, split)})
