"""`dm bench`: how fast this machine is with matches."""

import click

from cli import options
from cli.output import progress, table, tell_json


@click.command("bench", epilog=options.examples("dm bench --duels 4 --rounds 3"))
@click.option("--duels", type=click.IntRange(1, 1_000), default=24, show_default=True,
              help="So many duels are played and measured.")  # fmt: skip
@click.option("--rounds", type=click.IntRange(1, 100), default=7, show_default=True,
              help="Everything is measured so often; the medians count.")  # fmt: skip
@options.as_json
def command(*, duels: int, rounds: int, as_json: bool) -> None:
    """Measure how fast this machine folds, offers, seeks, compares and keeps matches.

    The matches are the same in every run. docs/performance.md says what the figures mean.
    """
    from dm_events.service.bench import measure

    rows = measure(duels, rounds, lambda done, of: progress(done, of, "measurements"))
    if as_json:
        figures = [{"name": row.name, "value": row.value, "unit": row.unit, "note": row.note}
                   for row in rows]  # fmt: skip
        tell_json({"duels": duels, "rounds": rounds, "figures": figures})
    else:
        table([(row.name, f"{row.value:>12,.2f}", row.unit, row.note) for row in rows])
