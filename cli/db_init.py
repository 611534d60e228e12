"""`dm db init`: make the tables of a store."""

import click

from cli import options
from cli.db_report import tell_versions


@click.command("init", epilog=options.examples("dm db init --db league.db"))
@options.db
@options.as_json
def command(*, db: str | None, as_json: bool) -> None:
    """Make the tables of a store that has none yet.

    An SQLite file is made by the first match that is begun in it; a PostgreSQL database is only
    ever made ready here. Where tables are there already, nothing happens: older ones are brought up
    to date by `dm db migrate` alone.
    """
    from dm_events.service.places import open_store

    with open_store(db) as store:
        there = store.about().schema
        versions = (there, there) if there else store.migrate()
        tell_versions(store.medium.place, versions, as_json=as_json)
