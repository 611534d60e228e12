"""`dm db copy`: copy a store to another place."""

import click

from cli import options
from cli.db_report import tell_copied


@click.command(
    "copy",
    epilog=options.examples(
        "dm db copy --to postgresql://localhost/league", "dm db copy --to b.db"
    ),
)
@click.option("--to", required=True, metavar="PATH|URL", help="Where to.")
@options.db
@options.as_json
def command(*, to: str, db: str | None, as_json: bool) -> None:
    """Copy every match of a store to another place, SQLite or PostgreSQL.

    What is there already is not copied again, so it may be repeated; another match of the same id
    ends it with exit code 1. Links are checked at both places.
    """
    from dm_events.service.keeping import copy
    from dm_events.service.places import open_store

    with open_store(db) as source, open_store(to) as target:
        tell_copied(target.medium.place, list(copy(source, target)), as_json=as_json)
