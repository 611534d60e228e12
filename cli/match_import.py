"""`dm match import`: take a recorded match into a store."""

import click

from cli import options
from cli.inputs import load
from cli.output import tell_json, tell_plain


@click.command("import", epilog=options.examples("dm match import duel.jsonl --id final"))
@options.file
@click.option(
    "--id", "match", type=options.TEXT, default="", metavar="ID", help="Store it under another id."
)
@options.db
@options.as_json
def command(*, where: str, match: str, db: str | None, as_json: bool) -> None:
    """Take a recorded match into a store, if it verifies.

    FILE is a log as JSON Lines, a sealed record, or `-` for stdin. All of it is stored or
    nothing. Taken in again it is answered as the first time; a log without an id gets one that is
    made of its last link.
    """
    from dm_events.service.beginning import import_
    from dm_events.service.places import open_store

    found = load(where, db)
    if found.trouble is not None:
        raise found.trouble
    with open_store(db) as store:
        receipt = import_(store, found, match)
        place = store.medium.place
    if as_json:
        tell_json(
            {"match": receipt.match, "seq": receipt.seq, "head": receipt.head, "place": place}
        )
    else:
        tell_plain(f"{receipt.match}: taken into {place}, receipt {receipt.seq}:{receipt.head}")
