"""A match as lines: each event, and under it what followed."""

from collections.abc import Callable

from dm_events.kernel.view import StepView
from dm_events.kernel.words import Command
from dm_events.notation.words import Words
from dm_events.viewer.columns import plain
from dm_events.viewer.sentences import Speaker

Say = Callable[[Command, int | str], str]
"""Writes down who did what (a command and by whom), as a game's own notation has it."""


def step_lines(
    step: StepView, words: Words, *, say: Say | None = None, happenings: bool = True
) -> list[str]:
    """Return `12  seat 0 summons Hybodus to attack`, then indented what followed.

    `say` writes the command's line; it is asked for a judge only, since a game's notation can tell
    where a card lay among others. Without it, and for anybody else, the words say it.
    """
    speaker = Speaker(words, step.names)
    line = f"{step.seq:>4}  {_command(step, speaker, say)}"
    if step.hypothetical:
        line += f" ({speaker.word('assumed')})"
    lines = [line]
    left_out = () if step.left_out is None else (step.left_out,)
    for word, refusals in (("illegal", step.findings), ("left_out", left_out)):
        said = [speaker.refusal(one, step.by) for one in refusals]
        lines += [f"      {speaker.word(word)}: {text}" for text in said]
    if happenings:
        lines += [f"      {speaker.happening(one)}" for one in step.happenings]
    return lines


def _command(step: StepView, speaker: Speaker, say: Say | None) -> str:
    if say is not None and step.viewer == "judge":
        return plain(say(step.command, step.by))
    return speaker.command(step.command, step.by)
