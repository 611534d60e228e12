"""`dm db migrate`: bring the tables of a store up to date."""

import click

from cli import options
from cli.db_report import tell_versions


@click.command("migrate", epilog=options.examples("dm db migrate --db league.db"))
@options.db
@options.as_json
def command(*, db: str | None, as_json: bool) -> None:
    """Bring the tables of a store up to this version, all at once or not at all.

    What is stored stays as it is, to the byte. Take a backup of the place first.
    """
    from dm_events.service.places import open_store

    with open_store(db) as store:
        tell_versions(store.medium.place, store.migrate(), as_json=as_json)
