"""`dm db backup`: copy a store into a new file."""

import click

from cli import options
from cli.db_report import tell_copied


@click.command("backup", epilog=options.examples("dm db backup monday.db"))
@click.argument("file", metavar="FILE")
@options.db
@options.as_json
def command(*, file: str, db: str | None, as_json: bool) -> None:
    """Copy a store into a new SQLite file, while others go on writing.

    Every link is checked on the way and again in the file, which gets its name when it is whole and
    can be read by its owner only. Names of people are not in it: see docs/operations.md.
    """
    from dm_events.service.backups import backup
    from dm_events.service.places import open_store

    with open_store(db) as store:
        tell_copied(file, backup(store, file), as_json=as_json)
