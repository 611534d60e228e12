"""What holds for every game's commands: the end, choices, windows; and officials' commands.

Rulebooks have no words for it; the rules M01 to M12 are ours.
"""

from collections.abc import Iterator
from typing import Any

from dm_events.kernel.board import Board
from dm_events.kernel.chain import close_window
from dm_events.kernel.commands import (
    AgreeDraw,
    CallTime,
    Choose,
    Concede,
    GiveRuling,
    Note,
    Pass,
    Rewind,
    Start,
)
from dm_events.kernel.happenings import (
    MatchDrawn,
    MatchWon,
    Noted,
    PlayerLost,
    Rewound,
    RulingGiven,
)
from dm_events.kernel.layout import ANSWERS, CHOICE, NOTES, RESULT, WINDOW
from dm_events.kernel.rule import Cite, Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.table import Table, owed_by
from dm_events.kernel.words import Command

OURS = Cite("M", "every match")

M01 = Rule("M01", (OURS,), "Only those at the table act: seats for themselves, officials and the "
           "service in their own name; officials' commands are given by officials.")  # fmt: skip
M02 = Rule(
    "M02", (OURS,), "A match that is over takes no command but notes, rulings and going back."
)
M03 = Rule(
    "M03", (OURS,), "Who must choose does so before the match goes on, among what is offered."
)
M04 = Rule("M04", (OURS,), "A seat may give up at any time and has then lost.")
M05 = Rule(
    "M05", (OURS,), "An official records an agreed draw, or the end by time, as it was decided."
)
M06 = Rule("M06", (OURS,), "An official's answer to a question holds from its event on.")
M07 = Rule("M07", (OURS,), "Going back restores the board of an earlier step; the record goes on.")
M08 = Rule("M08", (OURS,), "A note stands in the record and changes nothing.")
M09 = Rule("M09", (OURS,), "With two seats, where one has lost the other has won.")
M10 = Rule(
    "M10", (OURS,), "Random outcomes are those that the record holds, of the kind asked for."
)
M11 = Rule("M11", (OURS,), "A card that is revealed is one that can be there.")

M12 = Rule(
    "M12",
    (OURS,),
    "Who may respond is waited for; on paper a later command shows that they passed.",
)

AT_ANY_TIME: dict[type[Command], None] = dict.fromkeys((GiveRuling, Rewind, Note))
"""Commands that wait for no choice, pass no window, and are possible after the end."""
BY_OFFICIALS: dict[type[Command], None] = dict.fromkeys((GiveRuling, Rewind, AgreeDraw, CallTime))
ENDINGS: dict[type[Command], None] = dict.fromkeys((Concede, AgreeDraw, CallTime))


def may_act(table: Table[Any], command: Command, by: int | str) -> list[Refusal]:
    """Check what every command must respect, whatever the game."""
    kind, slots = type(command), table.board.slots
    choice = slots[CHOICE]
    found: list[Refusal] = []
    if isinstance(by, int):
        if not 0 <= by < table.board.layout.seats:
            found.append(impossible("seat/unknown", M01, seat=by))
        if kind in BY_OFFICIALS:
            found.append(illegal("official/only", M01, seat=by))
    elif kind not in BY_OFFICIALS and kind is not Note and not issubclass(kind, Start):
        found.append(impossible("seat/only", M01, by=by))
    if kind in AT_ANY_TIME:
        return found
    if slots[RESULT] is not None:
        found.append(impossible("match/over", M02))
    if choice is not None and not (
        kind is Choose or kind in ENDINGS or kind in table.game.meanwhile
    ):
        found.append(impossible("choice/pending", M03, seat=choice.seat, what=choice.what))
    return found


def may_choose(table: Table[Any], command: Choose) -> Iterator[Refusal]:
    """An answer must be to the pending choice, of what it offers, and of a number it allows."""
    choice = owed_by(table.board.slots[CHOICE], table.seat)
    if choice is None:
        yield impossible("choice/none", M03)
        return
    for at, pick in enumerate(command.picks):
        if pick not in choice.options or pick in command.picks[:at]:
            yield impossible("choice/not-offered", M03, pick=pick)
    if not choice.least <= len(command.picks) <= choice.most:
        yield impossible("choice/number", M03, have=len(command.picks), least=choice.least,
                         most=choice.most)  # fmt: skip


def choose(table: Table[Any], command: Choose) -> None:
    """Enter the waiting task again with the picks; sealed picks wait for the others."""
    table.pick(table.seat, command.picks)


def nothing_against(table: Table[Any], command: Command) -> Iterator[Refusal]:
    """Nothing speaks against it beyond what holds for every command."""
    del table, command
    yield from ()


def pass_(table: Table[Any], command: Pass) -> None:
    """Close the window of the seat that passes; where none is open, nothing happens."""
    del command
    window = table.board.slots[WINDOW]
    if window is not None and window.seat == table.seat:
        close_window(table)


def concede(table: Table[Any], command: Concede) -> None:
    """The seat loses."""
    del command
    table.tell(PlayerLost(table.seat, (M04,)))


def agree_draw(table: Table[Any], command: AgreeDraw) -> None:
    """The match ends without a winner."""
    del command
    table.tell(MatchDrawn((M05,)))


def call_time(table: Table[Any], command: CallTime) -> None:
    """The match ends as the official says."""
    winner = command.winner
    table.tell(MatchDrawn((M05,)) if winner is None else MatchWon(winner, (M05,)))


def may_call_time(table: Table[Any], command: CallTime) -> Iterator[Refusal]:
    """The named winner must sit at the table."""
    if command.winner is not None and not 0 <= command.winner < table.board.layout.seats:
        yield impossible("seat/unknown", M01, seat=command.winner)


def may_rule(table: Table[Any], command: GiveRuling) -> Iterator[Refusal]:
    """The question must be one of the game's and the answer one of the question's."""
    question = table.game.questions.get(command.question)
    if question is None:
        yield impossible("ruling/no-such-question", M06, question=command.question)
    elif command.answer not in question.answers:
        yield impossible("ruling/no-such-answer", M06, question=command.question,
                         answer=command.answer, answers=list(question.answers))  # fmt: skip


def give_ruling(table: Table[Any], command: GiveRuling) -> None:
    """The answer holds from here on."""
    table.tell(RulingGiven(command.question, command.answer, (M06,)))


def may_rewind(table: Table[Any], command: Rewind) -> Iterator[Refusal]:
    """One can only go back to a step that was."""
    if not 0 <= command.to < table.seq:
        yield impossible("rewind/no-such-step", M07, step=command.to, last=table.seq - 1)


def rewind(table: Table[Any], command: Rewind) -> None:
    """Tell it; the fold, which keeps the steps, puts the board back."""
    table.tell(Rewound(command.to, (M07,)))


def note(table: Table[Any], command: Note) -> None:
    """Keep the remark."""
    table.tell(Noted(command.text, (M08,)))


def watch_lost(table: Table[Any], happening: PlayerLost) -> None:
    """With two seats the other has won; more seats are a matter of teams."""
    table.tell(MatchWon(1 - happening.seat, (*happening.because, M09)))


def apply_won(board: Board, happening: MatchWon) -> None:
    """Latch the result."""
    board.write(RESULT, ("won", happening.seat))


def apply_drawn(board: Board, happening: MatchDrawn) -> None:
    """Latch the result."""
    del happening
    board.write(RESULT, ("draw", -1))


def apply_ruling(board: Board, happening: RulingGiven) -> None:
    """Add to the answers given so far."""
    board.write(ANSWERS, (*board.slots[ANSWERS], (happening.question, happening.answer)))


def apply_note(board: Board, happening: Noted) -> None:
    """Add to the notes."""
    board.write(NOTES, (*board.slots[NOTES], happening.text))


def apply_nothing(board: Board, happening: object) -> None:
    """The happening is only told; the board does not change by it."""
    del board, happening


CHAPTER = Chapter(
    globals(),
    commands={
        Choose: (may_choose, choose), Pass: (nothing_against, pass_),
        Concede: (nothing_against, concede), AgreeDraw: (nothing_against, agree_draw),
        CallTime: (may_call_time, call_time), Note: (nothing_against, note),
        GiveRuling: (may_rule, give_ruling), Rewind: (may_rewind, rewind),
    },
    apply={
        PlayerLost: apply_nothing, MatchWon: apply_won, MatchDrawn: apply_drawn,
        RulingGiven: apply_ruling, Noted: apply_note, Rewound: apply_nothing,
    },
    watch={PlayerLost: watch_lost},
)  # fmt: skip
