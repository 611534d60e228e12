"""A recorded match as somebody may see it, under one reading: boards, steps, what was illegal."""

from collections.abc import Iterator
from functools import cached_property

import msgspec

from dm_events.kernel.fold import Fold, Treatment
from dm_events.kernel.rule import Refusal
from dm_events.kernel.sight import NoSuchViewer, Viewer, redact, viewer_of
from dm_events.kernel.view import BoardView, StepView, step_view
from dm_events.kernel.words import CardId
from dm_events.notation.words import Words
from dm_events.service.interpretations import resolve
from dm_events.service.matches import Match, fold
from dm_events.service.not_there import NotThere
from dm_events.service.people import opened
from dm_events.service.words import words_of
from dm_events.viewer.log import step_lines
from dm_events.viewer.sentences import Speaker


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """How a match is read, and for whom. What is None is as the match's header says."""

    viewer: str = "judge"
    language: str = "en"
    interpretation: str | None = None
    treatment: Treatment | None = None
    hypothetical: bool = False


class Spoken(msgspec.Struct, frozen=True):
    """A finding, or why a command was left out: of which event, by whom, and as a sentence."""

    seq: int
    by: int | str
    refusal: Refusal
    text: str


class Look:
    """A match folded for one viewer. Everything it returns is redacted for that viewer."""

    def __init__(self, match: Match, reading: Reading, *, notes: bool = True) -> None:
        """Fold the whole match. Raises BadFile and NoSuchViewer.

        Without `notes` those about people are not read, whoever looks: for what is kept elsewhere.
        """
        name = reading.interpretation
        read_so = None if name is None else resolve(match.game.name, name)
        match = opened(match, readable=notes and reading.viewer == "judge")
        self.match = match
        self.game = match.game
        self.interpretation = match.header.interpretation if read_so is None else read_so.name
        self.fold = fold(
            match,
            read_so,
            reading.treatment,
            hypothetical=reading.hypothetical,
            fingerprints=True,
        )
        self.viewer: Viewer = viewer_of(reading.viewer, self.fold.board.layout.seats)
        self.words = words_of(match.game.name, reading.language)

    @property
    def last(self) -> int:
        """The last step that there is."""
        return len(self.fold.steps)

    @property
    def whole(self) -> bool:
        """Whether the record could be read, and folded, to its end."""
        return self.match.trouble is None and self.fold.stopped is None

    # Steps.

    def step(self, at: int | None = None, turn: int | None = None) -> int:
        """Return a step that is there: `at`, or where `turn` begins, or the last. Raises NotThere.

        Of a record that breaks off, the last step stands for all that would have come after it.
        """
        if turn is not None:
            return self._turn(turn)
        if at is None or (at > self.last and not self.whole):
            return self.last
        if not 0 <= at <= self.last:
            raise NotThere(f"{self.match.place}: there is no step {at}; the last is {self.last}")
        return at

    def _turn(self, turn: int) -> int:
        highest = 0
        for step in range(self.last + 1):
            found = self.board(step).turn
            if found == turn:
                return step
            highest = max(found, highest)
        if turn > highest and not self.whole:
            return self.last
        raise NotThere(f"{self.match.place}: there is no turn {turn}; the last is {highest}")

    def board(self, step: int) -> BoardView:
        """Return the board after a step that is there."""
        return self.fold.view(self.viewer, step)

    def steps(self, first: int, last: int) -> Iterator[StepView]:
        """Yield the events from `first` to `last`, both of them steps that are there."""
        before = self.fold.at(first - 1)
        for step in range(first, last + 1):
            after = self.fold.at(step)
            yield step_view(
                self.game, self.fold.steps[step - 1], self.viewer, before, after,
                self.fold.answers_at(before),
            )  # fmt: skip
            before = after

    def lines(self, step: StepView, *, brief: bool = False) -> list[str]:
        """Return an event as lines; a judge who reads English sees commands as they are written."""
        before = self.fold.at(step.seq - 1)
        written = self.viewer == "judge" and self.words.language == "en" and not step.left_out
        return step_lines(
            step,
            self.words,
            say=(lambda command, by: self.game.say(by, command, before)) if written else None,
            happenings=not brief,
        )

    # What was not right.

    def findings(self, upto: int) -> list[Spoken]:
        """Return what was illegal and carried out, up to a step."""
        return [one for step in self._told(upto) for one in self._spoken(step, step.findings)]

    def left_out(self, upto: int) -> list[Spoken]:
        """Return what a counterfactual fold left out, up to a step."""
        return [one for step in self._told(upto) if step.left_out is not None
                for one in self._spoken(step, (step.left_out,))]  # fmt: skip

    def _told(self, upto: int) -> Iterator[StepView]:
        for step in self.fold.steps[:upto]:
            if step.findings or step.left_out is not None:
                yield from self.steps(step.event.seq, step.event.seq)

    def _spoken(self, step: StepView, refusals: tuple[Refusal, ...]) -> Iterator[Spoken]:
        speaker = Speaker(self.words, step.names)
        for refusal in refusals:
            yield Spoken(step.seq, step.by, refusal, speaker.refusal(refusal, step.by))

    @cached_property
    def trouble(self) -> str | None:
        """Why the record cannot be read on."""
        return trouble_text(self.match, self.viewer)

    @cached_property
    def stopped(self) -> Spoken | None:
        """Where and why the fold stops before the record ends."""
        stop = self.fold.stopped
        if stop is None:
            return None
        by = self.match.events[stop.seq - 1].by
        why = redact(stop.why, self.viewer, self.fold.board, self.fold.board)
        return Spoken(stop.seq, by, why, said(self.fold, why, by, self.words))


def trouble_text(match: Match, viewer: Viewer) -> str | None:
    """Return why a record cannot be read on; what stands there is for a judge's eyes."""
    bad = match.trouble
    if bad is None or viewer == "judge":
        return None if bad is None else str(bad)
    return f"{bad.place}, {bad.unit} {bad.line}: this cannot be read; a judge can see why."


def refusal_text(fold: Fold, refusal: Refusal, by: int | str, reading: Reading) -> str:
    """Return why a command is refused at the last step of a fold, as a viewer may know it.

    A viewer that this match has not sees what the public sees.
    """
    seats = fold.board.layout.seats
    try:
        viewer = viewer_of(reading.viewer, seats)
    except NoSuchViewer:
        viewer = "public"
    why = redact(refusal, viewer, fold.board, fold.board)
    return said(fold, why, by, words_of(fold.game.name, reading.language))


def said(fold: Fold, refusal: Refusal, by: int | str, words: Words) -> str:
    """Return the sentence of a refusal with the names of all cards that it names."""
    board = fold.board
    words_in = [value for value in refusal.args.values() if isinstance(value, str)]
    cards = [CardId(word) for word in words_in if word in board.layout.where]
    names = {card: fold.game.card_name(board, card) for card in cards}
    return Speaker(words, names).refusal(refusal, by)
