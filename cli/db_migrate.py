"""`dm db migrate`: bring the tables of a store up to date."""

import click

from cli import options
from cli.db_report import tell_versions


@click.command("migrate", epilog=options.examples("dm db migrate --db league.db"))
@options.db
@options.as_json
def command(*, db: str | None, as_json: bool) -> None:
    """Bring the tables of a store up to this version, all at once or not at all.

    What is stored stays as it is, to the byte. Take a copy first, while no program writes: of an
    SQLite file with plain means, together with the -wal file if one lies beside it; of a PostgreSQL
    database with pg_dump. `dm db backup` reads tables of this version only. What is not there is not
    made: that is `dm db init`. A PostgreSQL store that came from another server (pg_dump) is told to
    be moved: positions go on where they ended there.
    """
    from dm_events.service.keeping import require_there
    from dm_events.service.places import open_store

    with open_store(db) as store:
        require_there(store)
        versions = store.migrate()
        tell_versions(store.medium.place, versions, as_json=as_json, moved=store.medium.moved)
