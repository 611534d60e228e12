"""`dm diff`: one match under two readings, where they part, and what it changes."""

from typing import TYPE_CHECKING, Any

import click

from cli import options
from cli.exits import BAD_INPUT, DIFFERS, FINE
from cli.inputs import load
from cli.output import columns, complain, strong, tell, tell_json

if TYPE_CHECKING:
    from dm_events.notation.words import Words
    from dm_events.service.comparing import Comparison


@click.command(
    "diff",
    epilog=options.examples(
        "dm diff duel.jsonl corrected korean-dp",
        "dm diff duel.jsonl corrected my-reading.toml --as public",
    ),
)
@options.file
@click.argument("a")
@click.argument("b")
@options.viewer
@options.lang
@click.option(
    "--treat",
    "treatment",
    type=click.Choice(("strict", "as-played", "counterfactual")),
    default="counterfactual",
    show_default=True,
    help="What an illegal command does on either side.",
)
@click.option("--no-rulings", is_flag=True, help="Let officials' rulings in the log not count.")
@options.hypothetical
@options.db
@options.as_json
def command(  # noqa: PLR0913 - one parameter for each argument and option
    *,
    where: str,
    a: str,
    b: str,
    viewer: str,
    language: str,
    treatment: Any,
    no_rulings: bool,
    hypothetical: bool,
    db: str | None,
    as_json: bool,
) -> int:
    """Fold a match under two readings and show where they part.

    A and B are names of interpretations, or TOML files of your own. Shown are the answers that
    differ, the first event at which the readings part with both boards, what each side left out
    and why, and the result under each. The exit code is 1 if they part, 0 if they do not.
    """
    from dm_events.kernel.sight import viewer_of
    from dm_events.service.comparing import compare
    from dm_events.service.interpretations import resolve
    from dm_events.service.looking import trouble_text
    from dm_events.service.words import words_of

    match = load(where, db)
    first, second = (resolve(match.game.name, options.path_text(name) or name) for name in (a, b))
    seats = match.game.open(match.header.opening).layout.seats
    found = compare(
        match, first, second, viewer=viewer_of(viewer, seats), treatment=treatment,
        heed_rulings=not no_rulings, hypothetical=hypothetical,
    )  # fmt: skip
    words = words_of(match.game.name, language)
    if as_json:
        from dm_events.service.comparison_values import comparison_value

        tell_json({"place": match.place} | comparison_value(found, words))
    else:
        _tell(found, words)
    if match.trouble is not None:
        complain(trouble_text(match, found.viewer) or "")
        return BAD_INPUT
    return FINE if found.same else DIFFERS


def _tell(found: "Comparison", words: "Words") -> None:
    from dm_events.viewer.comparison import (
        ending_line,
        left_out_lines,
        parting_line,
        question_lines,
    )
    from dm_events.viewer.sentences import Speaker

    tell(f"A is {found.a.interpretation}, B is {found.b.interpretation}.")
    for one in found.differing:
        for line in question_lines(one.question, one.a, one.b):
            tell(line)
    if not found.differing:
        tell("They give every question the same answer.")
    for part in found.partings:
        tell(f"They part {parting_line(part.first, part.joined, part.because)}.")
    if found.same:
        tell(f"They do not part in the {found.events} events of this match.")
    _tell_parting(found, words)
    for name, side in (("A", found.a), ("B", found.b)):
        if side.left_out:
            tell(f"\nLeft out under {name}:")
            for line in left_out_lines(side.left_out, words):
                tell(line)
    tell()
    speaker = Speaker(words, {})
    for name, side in (("A", found.a), ("B", found.b)):
        how = ending_line(side.ending.result, side.ending.at, speaker)
        tell(f"Under {name} ({side.interpretation}): {how}.{_why(side.ending.stopped)}")


def _why(stopped: Any) -> str:
    if stopped is None:
        return ""
    if stopped.why.code == "chance/not-recorded":
        return (f" Event {stopped.seq} needs a random outcome that the log does not hold;"
                " --hypothetical makes one up.")  # fmt: skip
    return f" The fold stops at event {stopped.seq} ({stopped.why.code})."


def _tell_parting(found: "Comparison", words: "Words") -> None:
    """Both sides of the first parting, with their boards."""
    from dm_events.viewer.comparison import parted_lines
    from dm_events.viewer.table import draw

    if found.parted is None:
        return
    for name, half in zip("AB", found.parted, strict=True):
        tell(f"\nAfter event {half.board.step} under {name}:")
        for line in parted_lines(half.step, half.only, words):
            tell(line)
        tell(draw(half.board, words, columns=columns(), emphasis=strong()).rstrip("\n"))
