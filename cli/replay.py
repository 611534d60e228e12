"""`dm replay`: the board of a match at any step."""

from typing import TYPE_CHECKING

import click

from cli import options
from cli.endings import ending
from cli.inputs import load
from cli.output import columns, strong, tell, tell_json

if TYPE_CHECKING:
    from dm_events.service.looking import Look, Reading, Spoken


@click.command(
    "replay",
    epilog=options.examples(
        "dm replay duel.jsonl --turn 3 --as 0",
        "dm replay duel.jsonl --at 40 --interpretation korean-dp --treat counterfactual",
    ),
)
@options.file
@click.option("--at", type=int, metavar="SEQ", help="The step after this event; 0: the opening.")
@click.option("--turn", type=int, metavar="N", help="The step at which this turn begins.")
@options.reading
@click.option("--ids", is_flag=True, help="Write the number of each card.")
@options.db
@options.as_json
def command(
    *,
    where: str,
    at: int | None,
    turn: int | None,
    reading: "Reading",
    ids: bool,
    db: str | None,
    as_json: bool,
) -> int:
    """Show the board of a match at any step.

    Without --at and --turn it is the end. FILE is a log as JSON Lines, `-` for stdin, or the id of
    a match in the store. What was illegal and played, or left out, up to that step is listed below
    the board. Of a log that is broken, the part before the break is shown.
    """
    from dm_events.service.looking import Look

    if at is not None and turn is not None:
        raise click.UsageError("--at and --turn name two steps; give one of them")
    look = Look(load(where, db), reading)
    step = look.step(at, turn)
    if as_json:
        _json(look, step)
    else:
        _draw(look, step, ids=ids)
    return ending(look)


def _json(look: "Look", step: int) -> None:
    from dm_events.service.values import board_value, match_value, spoken_value

    tell_json(
        match_value(look)
        | board_value(look.board(step), look.words)
        | {
            "findings": [spoken_value(one) for one in look.findings(step)],
            "left_out": [spoken_value(one) for one in look.left_out(step)],
        }
    )


def _draw(look: "Look", step: int, *, ids: bool) -> None:
    from dm_events.viewer.table import draw

    board = look.board(step)
    picture = draw(board, look.words, columns=columns(), emphasis=strong(), ids=ids)
    tell(picture.rstrip("\n"))
    _list("Illegal, and played:", look.findings(step))
    _list("Left out:", look.left_out(step))


def _list(head: str, found: "list[Spoken]") -> None:
    if found:
        tell(head)
    for one in found:
        tell(f"{one.seq:>4}  {one.text}")
