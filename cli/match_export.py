"""`dm match export`: a match of a store as JSON Lines."""

import click

from cli import options
from cli.output import tell_json, tell_plain
from cli.outputs import may_write, write


@click.command("export", epilog=options.examples("dm match export final -o final.jsonl"))
@click.argument("match", metavar="MATCH")
@click.option("-o", "--output", default="-", metavar="FILE", help="Where to. Default: stdout.")
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@options.db
@options.as_json
def command(*, match: str, output: str, force: bool, db: str | None, as_json: bool) -> None:
    """Write a match of a store as JSON Lines, byte for byte as it is stored.

    FILE is written whole or not at all.
    """
    from dm_events.service.places import open_store
    from dm_events.service.recording import export

    if as_json and output == "-":
        raise click.UsageError("--json tells about the file that -o names; give -o FILE")
    may_write(output, force=force)
    with open_store(db) as store:
        lines = list(export(store, match))
        receipt = store.head(match)
    write(output, lines, force=force)
    if as_json:
        tell_json({"file": output, "match": match, "events": receipt.seq, "head": receipt.head})
    elif output != "-":
        tell_plain(f"{output}: {match}, {receipt.seq} events")
