"""The table: what a game's handlers see and do. They tell, ask, schedule, choose; nothing else."""

from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from dm_events.kernel.board import Board
from dm_events.kernel.chance import Chance
from dm_events.kernel.layout import AGENDA, CHAIN, CHOICE, RESULT, WAITING, WINDOW
from dm_events.kernel.rule import Question
from dm_events.kernel.words import Happening, Link, Task

if TYPE_CHECKING:
    from dm_events.kernel.ruleset import Ruleset


B = TypeVar("B", bound=Board)


class Choice(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A pending choice: who picks how many of which options, and the task that goes on with it."""

    seat: int
    what: str
    options: tuple[str, ...]
    least: int
    most: int
    then: Task


class Together(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Sealed choices that several seats owe at once: nobody sees a pick before all have picked.

    `picks` are those made so far, None where one is owed. `then` is entered with all of them.
    """

    choices: tuple[Choice, ...]
    picks: tuple[tuple[str, ...] | None, ...]
    then: Task

    @property
    def owing(self) -> Choice:
        """The first choice that is still owed."""
        return self.choices[self.picks.index(None)]

    @property
    def seat(self) -> int:
        """The first seat that owes a pick."""
        return self.owing.seat

    @property
    def what(self) -> str:
        """What that seat must choose."""
        return self.owing.what


Pending = Choice | Together | None
"""What the slot of choices holds."""


def owed_by(pending: Pending, seat: object) -> Choice | None:
    """Return the choice that a seat owes, if it owes one."""
    if isinstance(pending, Together):
        for choice, picks in zip(pending.choices, pending.picks, strict=True):
            if choice.seat == seat and picks is None:
                return choice
        return None
    return pending if pending is not None and pending.seat == seat else None


class Table(Generic[B]):
    """One event's work on a board, under an interpretation's answers."""

    __slots__ = (
        "_told",
        "answers",
        "board",
        "chance",
        "consulted",
        "game",
        "happenings",
        "scheduled",
        "seat",
        "seats",
        "seq",
    )  # fmt: skip

    def __init__(self, game: "Ruleset", board: B, answers: dict[str, str]) -> None:
        """Seat the handlers at `board`; `answers` holds one for each question of the game."""
        self.game = game
        self.board = board
        self.answers = answers
        self.seats = range(board.layout.seats)
        self._told = game.told
        self.begin(0, -1, Chance((), None))

    def begin(self, seq: int, seat: int, chance: Chance) -> None:
        """Make ready for the next event, by a seat (or -1: an official or the service)."""
        self.seq = seq
        self.seat = seat
        self.chance = chance
        self.consulted: dict[str, None] = {}
        self.happenings: list[Happening] = []
        self.scheduled: list[Task] = []
        """What goes before the agenda when the handler is done, in order."""

    def tell(self, happening: Happening) -> None:
        """Say what followed; the board changes by it at once, and abilities may take note."""
        self.happenings.append(happening)
        apply, watch = self._told[type(happening)]
        apply(self.board, happening)
        if watch is not None:
            watch(self, happening)

    def ask(self, question: Question) -> str:
        """Return the answer that holds now, and record that it was consulted."""
        self.consulted[question.id] = None
        return self.answers[question.id]

    def then(self, *tasks: Task) -> None:
        """Schedule tasks before all that is on the agenda, in the order given."""
        self.scheduled.extend(tasks)

    def choose(  # noqa: PLR0913 - what a choice is
        self,
        seat: int,
        what: str,
        options: tuple[str, ...],
        least: int,
        most: int,
        then: Task,
        *,
        hidden: bool = False,
        ordered: bool = False,
    ) -> None:
        """Wait for a seat to pick; `then` is entered again with its `picks` filled in.

        A choice with one outcome is not asked, unless its options are `hidden` from others: they
        would learn from the silence what is there. `ordered`: the order of the picks matters too.
        """
        asked = hidden or (ordered and len(options) > 1)
        if least >= len(options) and not asked:
            self.then(msgspec.structs.replace(then, picks=options))
        else:
            most = min(most, len(options))
            self.board.write(CHOICE, Choice(seat, what, options, min(least, most), most, then))

    def choose_together(
        self, choices: tuple[Choice, ...], then: Task, *, hidden: bool = False
    ) -> None:
        """Wait for sealed picks of several seats; `then` is entered with all of them, in order.

        Each choice's own task is done when its seat has picked, so that it can be told that it did.
        A choice with one outcome is not asked, unless the options are `hidden` from others.
        """
        picks: tuple[tuple[str, ...] | None, ...] = tuple(
            one.options if one.least >= len(one.options) and not hidden else None for one in choices
        )
        self.board.write(CHOICE, Together(choices, picks, then))
        for one, made in zip(choices, picks, strict=True):
            if made is not None:
                self._do(msgspec.structs.replace(one.then, picks=made))
        self._when_all_picked()

    def pick(self, seat: int, picks: tuple[str, ...]) -> None:
        """Take what a seat picks in a choice that it owes or, sealed, has answered before."""
        pending = self.board.slots[CHOICE]
        if not isinstance(pending, Together):
            self.board.write(CHOICE, None)
            self.then(msgspec.structs.replace(pending.then, picks=picks))
            return
        at = next(n for n, one in enumerate(pending.choices) if one.seat == seat)
        made = (*pending.picks[:at], picks, *pending.picks[at + 1 :])
        self.board.write(CHOICE, msgspec.structs.replace(pending, picks=made))
        if pending.picks[at] is None:
            self._do(msgspec.structs.replace(pending.choices[at].then, picks=picks))
        self._when_all_picked()

    def _when_all_picked(self) -> None:
        pending: Together = self.board.slots[CHOICE]
        if None not in pending.picks:
            self.board.write(CHOICE, None)
            self.then(msgspec.structs.replace(pending.then, picks=pending.picks))

    def _do(self, task: Task) -> None:
        self.game.tasks[type(task)](self, task)

    def wait(self, ability: Task) -> None:
        """Let a triggered ability wait for the next moment at which triggers may cut in."""
        board = self.board
        board.write(WAITING, (*board.slots[WAITING], ability))

    def settle(self) -> None:
        """Work the agenda off until somebody must decide, or nothing is left.

        What handlers scheduled comes first. The agenda's slot is written once, at the end.
        """
        board, scheduled = self.board, self.scheduled
        slots, tasks, uncut = board.slots, self.game.tasks, self.game.uncut
        before = slots[AGENDA]
        stack = list(before[::-1]) if before else []
        while True:
            if scheduled:
                scheduled.reverse()
                stack += scheduled
                scheduled.clear()
            if board.halted:
                break
            if slots[WAITING] and not slots[CHAIN] and (not stack or type(stack[-1]) not in uncut):
                self.cut_in()
            elif stack:
                task = stack.pop()
                tasks[type(task)](self, task)
            else:
                break
        if slots[RESULT] is not None:
            self.clear()
        elif stack or before:
            agenda = tuple(stack[::-1])
            if agenda != before:
                board.write(AGENDA, agenda)

    def cut_in(self) -> None:
        """Let what waits begin, in the game's order."""
        waiting = self.board.slots[WAITING]
        self.board.write(WAITING, ())
        self.scheduled += self.game.order_triggers(self.board, waiting)

    def clear(self) -> None:
        """Drop everything unfinished: the match is over."""
        for slot in (AGENDA, WAITING, CHAIN):
            if self.board.slots[slot]:
                self.board.write(slot, ())
        for slot in (CHOICE, WINDOW):
            if self.board.slots[slot] is not None:
                self.board.write(slot, None)

    def drop_link(self) -> None:
        """Take the last link off the chain: it was cancelled."""
        self.board.write(CHAIN, self.board.slots[CHAIN][:-1])

    @property
    def chain(self) -> tuple[Link, ...]:
        """The links of the chain, the last added last."""
        links: tuple[Link, ...] = self.board.slots[CHAIN]
        return links
