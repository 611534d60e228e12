"""`dm person name`: keep a name outside the records."""

import click

from cli import options
from cli.output import tell_json, tell_plain


@click.command("name", epilog=options.examples('dm person name p-4c1d "Kim Ara"'))
@click.argument("person", type=options.TEXT, metavar="ID")
@click.argument("name", type=options.TEXT, metavar="NAME")
@options.db
@options.as_json
def command(*, person: str, name: str, db: str | None, as_json: bool) -> None:
    """Keep the name of a person whom records know by ID, under a key of that person.

    It lies in $DM_PEOPLE, else in `people` beside the store: see docs/operations.md.
    """
    from dm_events.service.people import folder, set_name

    kept = set_name(person, name, db)
    if as_json:
        tell_json({"id": kept.id, "name": kept.name, "place": str(folder(db))})
    else:
        tell_plain(f"{kept.id}: {kept.name} ({folder(db)})")
