"""`dm log`: what happened in a match, event by event."""

from typing import TYPE_CHECKING

import click

from cli import options
from cli.endings import ending
from cli.inputs import load
from cli.output import tell, tell_json

if TYPE_CHECKING:
    from dm_events.service.looking import Reading


@click.command(
    "log",
    epilog=options.examples(
        "dm log duel.jsonl --from 20 --to 24", "dm log duel.jsonl --as 1 --lang th"
    ),
)
@options.file
@click.option("--from", "first", type=click.IntRange(min=1), metavar="SEQ", help="The first event.")
@click.option("--to", "last", type=click.IntRange(min=1), metavar="SEQ", help="The last event.")
@click.option("--brief", is_flag=True, help="Leave out what followed from each event.")
@options.reading
@options.db
@options.as_json
def command(
    *,
    where: str,
    first: int | None,
    last: int | None,
    brief: bool,
    reading: "Reading",
    db: str | None,
    as_json: bool,
) -> int:
    """Tell what happened in a match, event by event.

    Below each event stands what followed from it, with the rules that made it so. FILE is a log as
    JSON Lines, `-` for stdin, or the id of a match in the store.
    """
    from dm_events.service.looking import Look
    from dm_events.service.values import match_value, step_value

    if first is not None and last is not None and first > last:
        raise click.UsageError(f"--from {first} comes after --to {last}")
    look = Look(load(where, db), reading)
    end = look.step(last)
    start = (
        (first or 1)
        if look.last < (first or 1) and not look.whole
        else look.step(first or min(1, end))
    )
    steps = look.steps(start, end) if 0 < start <= end else iter(())
    if as_json:
        events = [step_value(step, look.words) for step in steps]
        tell_json(match_value(look) | {"events": events})
    else:
        for step in steps:
            tell("\n".join(look.lines(step, brief=brief)))
    return ending(look)
