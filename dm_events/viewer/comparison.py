"""Two readings of one match, told to a person.

The parts take plain views and answers, so that a demonstration can use them one by one.
"""

from collections.abc import Callable, Iterator, Sequence

from dm_events.kernel.rule import Question
from dm_events.kernel.view import BoardView, StepView
from dm_events.notation.words import Words
from dm_events.viewer.log import step_lines
from dm_events.viewer.sentences import Speaker

Draw = Callable[[BoardView], str]
AFTER_THE_END = "match/over"


def ending_line(result: tuple[str, int] | None, at: int, speaker: Speaker) -> str:
    """Return how a reading ended: who won at which event, or that it is undecided."""
    if result is None:
        return f"undecided after event {at}"
    how, seat = result
    return f"draw at event {at}" if how == "draw" else f"{_seat(seat, speaker)} wins at event {at}"


def _seat(seat: int, speaker: Speaker) -> str:
    return speaker.word("seat", seat=seat)


def parting_line(first: int, joined: int | None, because: Sequence[str]) -> str:
    """Return from where to where the readings differ, and which answers make it so."""
    cause = ", ".join(because) or "what went before"
    if joined is None:
        return f"from event {first} to the end, because of {cause}"
    if joined == first:
        return f"at event {first} alone, because of {cause}"
    return f"from event {first} until they agree again after event {joined}, because of {cause}"


def question_lines(question: Question, a: str, b: str) -> Iterator[str]:
    """Yield a question with both answers and its sources."""
    cites = ", ".join(str(cite) for cite in question.cites)
    yield f"{question.id} ({question.slug}): {question.asks}"
    yield f"    A answers {a}, B answers {b}. Sources: {cites}."


def left_out_lines(steps: Sequence[StepView], words: Words) -> Iterator[str]:
    """Yield what a reading left out, and why; what came after the end is counted."""
    late = [step for step in steps if _code(step) == AFTER_THE_END]
    for step in steps:
        if step not in late:
            speaker = Speaker(words, step.names)
            said = speaker.command(step.command, step.by)
            why = speaker.refusal(step.left_out, step.by) if step.left_out is not None else ""
            yield f"{step.seq:>4}  {said}"
            yield f"      {why}"
    if late:
        span = f"{late[0].seq}" if len(late) == 1 else f"{late[0].seq} to {late[-1].seq}"
        yield f"{span:>4}  found the match over."


def _code(step: StepView) -> str:
    return "" if step.left_out is None else step.left_out.code


def parted_lines(step: StepView | None, only: Sequence[int], words: Words) -> Iterator[str]:
    """Yield what only this side did at the parting."""
    if step is None:
        yield "      this side had stopped"
        return
    speaker = Speaker(words, step.names)
    if step.left_out is not None or step.findings:
        yield from step_lines(step, words, happenings=False)[1:]
    for number in only:
        yield f"      {speaker.happening(step.happenings[number])}"
    if not only and step.left_out is None:
        yield "      nothing that the other side does not do"
