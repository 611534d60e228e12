"""Moving from line to line. Sources: K 2.11, 2.5.2.1; T, main phase 1."""

from collections.abc import Iterator

from dm_events.kernel.rule import Question, Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Command, Happening
from dm_events.rulesets.dino_master.board import LINES, Duel, Table
from dm_events.rulesets.dino_master.creatures import R029, R208, SQUARES, full
from dm_events.rulesets.dino_master.flock_board import already_told
from dm_events.rulesets.dino_master.priority import NORMAL, answer_to
from dm_events.rulesets.dino_master.sources import K, T
from dm_events.rulesets.dino_master.states import cannot_be_commanded
from dm_events.rulesets.dino_master.turn import R126

R272 = Rule("R272", (K("2.11"), K("2.11.1"), T("main phase 1")), "A creature moves from the attack line "
            "to the defence line or back, only in main 1.")  # fmt: skip
R273 = Rule("R273", (K("2.11.1"),), "A creature moves once a turn at most.")
R274 = Rule(
    "R274", (K("2.11.1"),), "After moving it may still attack, use an effect or use a skill."
)
R275 = Rule("R275", (K("2.5.2.1"),), "No creature moves into the red zone.")

C28 = Question(
    "C28", "moving-out-of-the-red-zone", (K("2.5.2.1"), K("2.11.1")),
    "May a creature move out of the red zone?", ("allowed", "not-allowed"), "allowed",
)  # fmt: skip
C48 = Question(
    "C48", "moving-in-main-2", (K("2.11.1"), K("2.8.2.5"), T("main phase 2")),
    "May creatures move from line to line in main 2 too?", ("main-1-only", "main-2-too"),
    "main-1-only",
)  # fmt: skip


class MoveLine(Command, frozen=True):
    """Move a creature to the other line."""

    card: CardId


class LineMoved(Happening, frozen=True):
    """A creature, with the flock that it leads, is on the other line."""

    card: CardId
    line: str
    because: tuple[Rule, ...] = ()


def may_move(table: Table, command: MoveLine) -> Iterator[Refusal]:
    """An own creature that takes commands and has not moved, in the own main 1."""
    board, seat, turn, card = table.board, table.seat, table.board.turn, command.card
    if card not in board.layout.where or board.place(card) not in [(one, seat) for one in LINES]:
        yield impossible("card/not-on-field", R272, card=card)
        return
    if turn.owner != seat:
        yield illegal("turn/not-owner", R126, R272, owner=turn.owner)
    if turn.phase != "main 1" and (turn.phase != "main 2" or table.ask(C48) == "main-1-only"):
        yield illegal("phase/wrong", R272, now=turn.phase)
    yield from cannot_be_commanded(board, card)
    state = board.creature(card)
    if state.moved:
        yield illegal("creature/already-moved", R273, card=card)
    yield from already_told(state, card, "move")
    if state.red and table.ask(C28) == "not-allowed":
        yield illegal("red-zone/no-way-out", R208, R272, card=card)
    line = other_line(board, card)
    if full(table, line, seat):
        yield illegal("line/full", R029, R272, line=line, most=SQUARES)


def other_line(board: Duel, card: CardId) -> str:
    """The line on which a creature does not stand."""
    return "defence" if board.place(card)[0] == "attack" else "attack"


def move(table: Table, command: MoveLine) -> None:
    """To the other line, beside the red zone and not into it (R275); the opponent may answer."""
    line = other_line(table.board, command.card)
    table.tell(LineMoved(command.card, line, (R272, R274, R275)))
    table.then(answer_to(table.seat, NORMAL, "command given"))


def apply_moved(board: Duel, happening: LineMoved) -> None:
    """On the other line, out of the red zone; what lies under it stays there."""
    card = happening.card
    board.move(card, happening.line, board.controller(card))
    board.set_creature(card, moved=True, red=False)
    if not board.turn.acted:
        board.set_turn(acted=True)


CHAPTER = Chapter(globals(), commands={MoveLine: (may_move, move)}, apply={LineMoved: apply_moved})
