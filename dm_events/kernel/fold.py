"""The fold: events in, steps out, under one interpretation and one treatment."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Literal, Self

import msgspec

from dm_events.kernel.board import Board
from dm_events.kernel.chain import close_window
from dm_events.kernel.chance import BadChance, Chance, Undetermined
from dm_events.kernel.commands import Choose, GiveRuling, Pass, Rewind
from dm_events.kernel.fingerprint import Fingerprint
from dm_events.kernel.knowledge import reveal
from dm_events.kernel.layout import CHOICE, RESULT, WINDOW
from dm_events.kernel.officials import AT_ANY_TIME, BY_OFFICIALS, ENDINGS, M01, M10, may_act
from dm_events.kernel.rule import Refusal, impossible
from dm_events.kernel.ruleset import Check, Handle, Ruleset
from dm_events.kernel.sight import Viewer
from dm_events.kernel.table import Table
from dm_events.kernel.timeline import Step, Timeline
from dm_events.kernel.view import BoardView
from dm_events.kernel.words import Command, Event

NO_CHANCE = Chance((), None)
"""For events that recorded none, where there is no seed: any draw is Undetermined."""
Treatment = Literal["strict", "as-played", "counterfactual"]
Played = tuple[tuple[Refusal, ...], Refusal | None]
"""The findings of an event, and why it was left out, if it was."""


def _unknown(table: Table[Any], command: Command) -> Iterator[Refusal]:
    """The game has no such command."""
    del table
    yield impossible("command/unknown", M01, command=type(command).__name__)


NO_SUCH_COMMAND: tuple[Check, Handle] = (_unknown, lambda _table, _command: None)


class _Refused(Exception):  # noqa: N818 - the word of the domain
    """The fold stops at an event."""

    def __init__(self, why: Refusal) -> None:
        super().__init__()
        self.why = why


def _why(stopping: Exception) -> Refusal:
    """What refuses an event at which the fold stops."""
    if isinstance(stopping, _Refused):
        return stopping.why
    if isinstance(stopping, BadChance):
        return impossible("chance/does-not-fit", M10, what=str(stopping))
    return impossible("chance/not-recorded", M10)


class Stop(msgspec.Struct, frozen=True):
    """Why a fold ended before the log did: at which event, and the refusal that says it."""

    seq: int
    why: Refusal


class Fold:
    """One match folded: `board` is the state after the last step, `timeline` all of them.

    `seed` derives outcomes that the log does not hold (they are flagged hypothetical); without
    it a fold that needs one stops. Happenings and fingerprints can be left off for bulk work.
    """

    def __init__(  # noqa: PLR0913 - each is a switch of the fold
        self,
        game: Ruleset,
        board: Board,
        answers: dict[str, str],
        *,
        treatment: Treatment = "strict",
        seed: bytes | None = None,
        fingerprints: bool = False,
        heed_rulings: bool = True,
        timeline: Timeline | None = None,
    ) -> None:
        """Begin at `board`, with one answer for each question of the game.

        `timeline` holds the steps that led to the board; without it the board is an opening.
        """
        self.game = game
        self.board = board
        self.treatment = treatment
        self.seed = seed
        self.stopped: Stop | None = None
        self.own_answers = answers
        self._heed = heed_rulings
        self.table: Table[Any] = Table(game, board, answers)
        if timeline is None:
            self.table.settle()
            board.commit()
            timeline = Timeline(board)
        timeline.board = board
        self.timeline = timeline
        self._print = Fingerprint(board.layout, board.slots) if fingerprints else None
        self._hear_rulings()

    @property
    def steps(self) -> Sequence[Step]:
        """The steps folded so far; step n is at index n - 1."""
        return self.timeline.steps

    def extend(self, events: Iterable[Event]) -> Self:
        """Fold events until they end or the fold stops."""
        for event in events:
            if self.stopped is not None:
                break
            self.add(event)
        return self

    def add(self, event: Event) -> Step | None:
        """Fold one event; None when the fold stops at it (the board stays as it was before)."""
        board, table, by = self.board, self.table, event.by
        chance = self._chance_of(event) if event.chance or self.seed is not None else NO_CHANCE
        table.begin(len(self.timeline.steps) + 1, by if isinstance(by, int) else -1, chance)
        try:
            findings, left_out = self._play(event)
        except (_Refused, Undetermined, BadChance) as stopping:
            board.roll_back()
            self.stopped = Stop(event.seq, _why(stopping))
            return None
        replaced = board.commit()
        printed = ""
        if self._print is not None:
            self._print.update(replaced, board.slots)
            printed = self._print.hex
        command = event.command
        step = Step(
            event, tuple(table.happenings), findings, left_out, tuple(table.consulted), replaced,
            chance.derived, printed,
            command.to if type(command) is Rewind and left_out is None else None,
        )  # fmt: skip
        self.timeline.add(step)
        return step

    def _chance_of(self, event: Event) -> Chance:
        return Chance(event.chance, None if self.seed is None else self.seed + b"/%d" % event.seq)

    def _play(self, event: Event) -> Played:
        """Carry an event out as the treatment says. Raises _Refused where the fold stops."""
        table, board, command, by = self.table, self.board, event.command, event.by
        kind = type(command)
        if event.reveals:
            wrong = reveal(self.game, board, event.reveals)
            if wrong is not None:
                raise _Refused(wrong)
        if board.slots[WINDOW] is not None and kind is not Pass:
            self._pass_windows(event)
        findings: tuple[Refusal, ...] = ()
        check, handle = self.game.commands.get(kind, NO_SUCH_COMMAND)
        refusals = check(table, command)
        if board.halted or kind in BY_OFFICIALS or by not in table.seats:
            refusals = chain(may_act(table, command, by), refusals)
        for refusal in refusals:
            if self.treatment == "as-played" and not refusal.certain:
                findings = (*findings, refusal)
                continue
            if self.treatment == "counterfactual":
                return self._leave_out(event, refusal)
            raise _Refused(refusal)
        handle(table, command)
        if kind in AT_ANY_TIME:
            self._heed_official(command)
        table.settle()
        return findings, None

    def _heed_official(self, command: Command) -> None:
        if isinstance(command, Rewind):
            self._go_back(command.to)
        elif isinstance(command, GiveRuling):
            self._hear_rulings()

    def _leave_out(self, event: Event, refusal: Refusal) -> Played:
        """Leave a command out. That it was given still shows that whoever was asked passed.

        Where a choice waits that the log does not answer before it goes on, the fold stops. A pass
        goes on with nothing: it was asked for under the other reading only.
        """
        kind = type(event.command)
        waits = kind is not Choose and kind is not Pass and kind not in self.game.meanwhile
        if waits and self.board.slots[CHOICE] is not None:
            raise _Refused(refusal)
        return (), refusal

    def _pass_windows(self, event: Event) -> None:
        """Let whoever is asked pass, as far as this event shows that they did."""
        board, table = self.board, self.table
        kind = type(event.command)
        if kind in AT_ANY_TIME or kind in self.game.meanwhile:
            return
        while (window := board.slots[WINDOW]) is not None:
            answers = window.seat == event.by and self.game.responds(window, kind)
            if answers or kind in ENDINGS:
                return
            close_window(table)
            table.settle()

    def _go_back(self, step: int) -> None:
        board = self.board
        then = self.timeline.slots_at(step)
        for slot, role in enumerate(board.layout.roles):
            if role != "record" and board.slots[slot] != then[slot]:
                board.write(slot, then[slot])
        board.forget()

    # Looking elsewhere.

    def at(self, step: int) -> Board:
        """Return the board after step `step`, as an independent value."""
        return type(self.board)(self.board.layout, self.timeline.slots_at(step))

    def view(self, viewer: Viewer, step: int) -> BoardView:
        """Return the board after step `step` as a viewer may see it, under the answers there."""
        board = self.at(step)
        return self.game.view(board, viewer, step, self.answers_at(board))

    def answers_at(self, board: Board) -> dict[str, str]:
        """Return the answers that hold at a board of this fold."""
        return self.own_answers | (dict(board.rulings) if self._heed else {})

    def branch(self, step: int, answers: dict[str, str] | None = None) -> "Fold":
        """Return a fold that goes on from step `step`, under other answers if given."""
        answers = self.own_answers if answers is None else answers
        return self.beside(step, answers, self.timeline.branch(step))

    def beside(self, step: int, answers: dict[str, str], timeline: Timeline) -> "Fold":
        """Return a fold from the board at `step` with a past of its own, which ends there."""
        return Fold(
            self.game,
            self.at(step),
            answers,
            treatment=self.treatment,
            seed=self.seed,
            fingerprints=self._print is not None,
            heed_rulings=self._heed,
            timeline=timeline,
        )

    def _hear_rulings(self) -> None:
        """Let officials' answers override the interpretation, if this fold heeds them."""
        if self._heed:
            self.table.answers = self.own_answers | dict(self.board.rulings)

    @property
    def answers(self) -> dict[str, str]:
        """The answers that hold at the last step."""
        return self.table.answers

    @property
    def result(self) -> tuple[str, int] | None:
        """(`won`, seat), (`draw`, -1), or None while undecided."""
        result: tuple[str, int] | None = self.board.slots[RESULT]
        return result
