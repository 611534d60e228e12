"""`dm play`: a duel by the bot, as a record."""

from typing import TYPE_CHECKING

import click

from cli import options
from cli.inputs import by_hand
from cli.output import tell_json, tell_plain
from cli.outputs import may_write, write

if TYPE_CHECKING:
    from dm_events.service.matches import Match


@click.command(
    "play",
    epilog=options.examples(
        "dm play dino-master --deck mine.txt --deck yours.txt --seed 7 -o duel.jsonl"
    ),
)
@click.argument("game", metavar="GAME")
@click.option("--deck", "decks", multiple=True, required=True, metavar="D",
              help="A deck list; one for each seat.")  # fmt: skip
@click.option(
    "--seed", type=int, required=True, metavar="N", help="The same number, the same duel."
)
@click.option("-o", "--output", default="-", metavar="FILE", help="Where to. Default: stdout.")
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@click.option("--id", "match", default="", metavar="ID", help="The match's id. Default: bot-N.")
@options.interpretation
@options.as_json
def command(  # noqa: PLR0913 - its options
    *,
    game: str,
    decks: tuple[str, ...],
    seed: int,
    output: str,
    force: bool,
    match: str,
    interpretation: str | None,
    as_json: bool,
) -> None:
    """Let the bot play a duel and record it.

    Every command is allowed under the interpretation. The same decks, seed and interpretation give
    the same bytes. FILE is written whole or not at all.
    """
    from dm_events.notation.jsonl import write as lines_of
    from dm_events.service.interpretations import of_defaults, resolve
    from dm_events.service.playing import played

    if as_json and output == "-":
        raise click.UsageError("--json tells about the file that -o names; give -o FILE")
    may_write(output, force=force)
    read_so = resolve(game, options.path_text(interpretation) or of_defaults(game))
    try:
        duel = played(game, [by_hand(deck) for deck in decks], read_so, seed, match)
    except ValueError as wrong:  # so many decks
        raise click.BadParameter(str(wrong), param_hint="--deck") from None
    write(output, lines_of(duel.header, duel.events), force=force)
    if output != "-":
        _report(duel, output, as_json=as_json)


def _report(duel: "Match", output: str, *, as_json: bool) -> None:
    from dm_events.service.matches import fold

    result, last = fold(duel).result, duel.events[-1]
    if as_json:
        how = result and {"how": result[0], "seat": result[1] if result[0] == "won" else None}
        tell_json({"file": output, "match": duel.header.match, "events": last.seq,
                   "head": last.link, "result": how})  # fmt: skip
        return
    ended = "undecided" if result is None else (
        f"seat {result[1]} wins" if result[0] == "won" else "a draw"
    )  # fmt: skip
    tell_plain(f"{output}: {ended} after {last.seq} events")
