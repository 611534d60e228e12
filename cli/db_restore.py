"""`dm db restore`: bring a backup back."""

import click

from cli import options
from cli.db_report import tell_copied


@click.command("restore", epilog=options.examples("dm db restore monday.db --db league.db"))
@click.argument("file", metavar="FILE")
@options.db
@options.as_json
def command(*, file: str, db: str | None, as_json: bool) -> None:
    """Copy a backup into a store that holds no matches yet.

    All of it is checked before anything is written. What a restore that was cut short has left may
    be there: run it again. Compare receipts afterwards: `dm verify --receipts`.
    """
    from dm_events.service.backups import restore
    from dm_events.service.places import open_store

    with open_store(db) as store:
        tell_copied(store.medium.place, restore(file, store), as_json=as_json)
