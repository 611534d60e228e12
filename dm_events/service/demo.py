"""The demonstration: one duel, two pages of rules, two winners. What `./run` alone shows."""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from dm_events.kernel.rule import Question
from dm_events.kernel.sight import Viewer
from dm_events.kernel.view import BoardView, StepView
from dm_events.notation import jsonl
from dm_events.notation.words import Words
from dm_events.service.comparing import Comparison, HalfOfParting, compare
from dm_events.service.interpretations import resolve
from dm_events.service.matches import GAMES, Match, fold, match_of, verify
from dm_events.service.words import words_of
from dm_events.viewer.comparison import ending_line, left_out_lines, parted_lines, parting_line
from dm_events.viewer.sentences import Speaker, name_in
from dm_events.viewer.table import draw

SAMPLE = "dino-master/ten-dp.jsonl"
READINGS = ("corrected", "korean-dp")
DISPUTED = 8
BOARDS: Viewer = "public"
"""Boards are drawn as spectators see them; reasons are given as a judge may know them."""


def sample(name: str) -> Traversable:
    """Return a file of the samples: of the installed package, or of the checkout."""
    shipped = files("dm_events").joinpath("data/samples", name)
    return shipped if shipped.is_file() else Path(__file__).parents[2] / "samples" / name


def load_sample(name: str) -> Match:
    """Load a match of the samples."""
    with sample(name).open("rb") as stream:
        return match_of(jsonl.read(stream, f"samples/{name}", GAMES), f"samples/{name}")


class Demo:
    """The demonstration's facts, and the lines that tell them."""

    def __init__(self, language: str, columns: int) -> None:
        """Fold the sample under both readings; card names in `language`."""
        self.match = load_sample(SAMPLE)
        game = self.match.game
        self.words: Words = words_of(game.name, language)
        self.columns = columns
        self.checked = verify(self.match)
        first, second = (resolve(game.name, name) for name in READINGS)
        self.found: Comparison = compare(self.match, first, second)
        self.open: Comparison = compare(self.match, first, second, viewer=BOARDS)
        self.board = fold(self.match, at=DISPUTED - 1).view(BOARDS, DISPUTED - 1)
        self.speaker = Speaker(self.words, {})

    def lines(self) -> Iterator[str]:
        """Yield the whole demonstration."""
        yield from self.players()
        yield from self.disputed()
        yield from self.pages()
        yield from self.parting()
        yield from self.results()
        yield from self.record()

    def players(self) -> Iterator[str]:
        """Who plays what."""
        yield "One duel, read two ways (the players are invented, the cards are real)"
        yield ""
        for number, seat in enumerate(self.match.header.seats):
            view = self.board.seats[number]
            masters = [card for zone in view.zones if zone.name == "master" for card in zone.cards]
            name = name_in(masters[0].name, self.words.language)
            yield f"Seat {number} plays {seat.deck!r} with {name}."

    def disputed(self) -> Iterator[str]:
        """The board at the disputed step, and the command."""
        yield ""
        yield (f"The dispute: event {DISPUTED}, in seat 1's own first turn. Before it the table is, "
               f"as it was played ({READINGS[0]}):")  # fmt: skip
        yield from self.drawn(self.board)
        step = self._refused()
        yield f"Event {DISPUTED}: {Speaker(self.words, step.names).command(step.command, step.by)}."

    def pages(self) -> Iterator[str]:
        """What both pages say, and the refusal that follows from one."""
        question: Question = self.found.differing[0].question
        thai, korean = self.found.differing[0].a, self.found.differing[0].b
        step = self._refused()
        why = step.left_out
        yield ""
        sources = ", ".join(str(cite) for cite in question.cites)
        yield f"The question, {question.id}: {question.asks} ({sources})"
        yield f"  The Thai page (T, start phase) says {thai}: the summon stands."
        yield f"  The Korean page (K §2.7, §2.8.2.1) says {korean}: the summon is refused."
        if why is not None:
            short = why.args["cost"] - why.args["have"]
            said = Speaker(self.words, step.names).refusal(why, step.by)
            yield f"  {said} That is {short} DP short."

    def parting(self) -> Iterator[str]:
        """The first parting event with both boards."""
        part = self.found.partings[0]
        yield ""
        where = parting_line(part.first, part.joined, part.because)
        yield f"The readings part {where}."
        if self.open.parted is not None:
            for name, half in zip(READINGS, self.open.parted, strict=True):
                yield from self.half(name, half)

    def half(self, name: str, half: HalfOfParting) -> Iterator[str]:
        """One side of the parting."""
        yield ""
        yield f"After event {half.board.step} under {name}:"
        yield from parted_lines(half.step, half.only, self.words)
        yield from self.drawn(half.board)

    def results(self) -> Iterator[str]:
        """What was left out, and who wins under each reading."""
        b = self.found.b
        yield ""
        yield f"Left out under {b.interpretation}, with what depends on it:"
        yield from left_out_lines(b.left_out, self.words)
        yield ""
        for side in (self.found.a, b):
            how = ending_line(side.ending.result, side.ending.at, self.speaker)
            yield f"Under {side.interpretation}: {how}."

    def record(self) -> Iterator[str]:
        """Whether the record is whole."""
        checked = self.checked
        yield ""
        if checked.doubts:
            yield f"The record does NOT verify: {len(checked.doubts)} doubts."
        else:
            yield (f"The record verifies: {checked.events} events, links and fingerprints agree; "
                   f"head {checked.head[:16]}.")  # fmt: skip

    def drawn(self, board: BoardView) -> list[str]:
        """A board as lines."""
        return draw(board, self.words, columns=self.columns).splitlines()

    def _refused(self) -> StepView:
        return next(step for step in self.found.b.left_out if step.seq == DISPUTED)
