"""`dm rules questions`: what the sources of a game leave open."""

import click

from cli import options
from cli.output import table, tell_json


@click.command("questions", epilog=options.examples("dm rules questions"))
@options.game
@options.as_json
def command(*, game: str, as_json: bool) -> None:
    """List what the sources leave open or contradict, with all answers; * marks the default.

    An interpretation is a set of answers. `dm rules show C01` tells more about one question.
    """
    from dm_events.service.rules import defined_value, questions_of

    questions = [defined_value(one) for one in questions_of(game)]
    if as_json:
        tell_json({"game": game, "questions": questions})
        return
    table([(one["id"], one["slug"], _answers(one["answers"], one["default"]), one["asks"])
           for one in questions])  # fmt: skip


def _answers(answers: list[str], default: str) -> str:
    return ", ".join(f"{one}*" if one == default else one for one in answers)
