"""`dm person list`: the names that are kept."""

import click
import msgspec

from cli import options
from cli.output import table, tell_json


@click.command("list", epilog=options.examples("dm person list"))
@options.db
@options.as_json
def command(*, db: str | None, as_json: bool) -> None:
    """List the people whose names are kept, and the ids of those who were erased."""
    from dm_events.service.people import folder, people

    found = people(db)
    if as_json:
        tell_json({"place": str(folder(db)), "people": msgspec.to_builtins(found)})
    elif found:
        unread = {True: "(erased)", False: "(its key is not here)"}
        table([(one.id, unread[one.erased] if one.name is None else one.name) for one in found])
