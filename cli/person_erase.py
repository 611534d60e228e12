"""`dm person erase`: make names and notes of people unreadable for ever."""

import click

from cli import options
from cli.output import tell_json, tell_plain


@click.command("erase", epilog=options.examples("dm person erase p-4c1d"))
@click.argument("people", type=options.TEXT, metavar="ID...", nargs=-1, required=True)
@click.option("--unseen", is_flag=True,
              help="Put ids on the list although nothing is kept about them here.")  # fmt: skip
@options.db
@options.as_json
def command(*, people: tuple[str, ...], unseen: bool, db: str | None, as_json: bool) -> None:
    """Destroy the keys of people: their names, and notes about them, can never be read again.

    Records are not touched, so they still verify. The ids go on a list that is applied at every
    use: what is put back from a backup stays erased. It cannot be taken back. It is done in the
    folder that belongs to the store, which is named; an id of which it knows nothing is refused.
    """
    from dm_events.service.people import erase, folder

    new, place = erase(people, db, unseen=unseen), folder(db)
    if as_json:
        before = [one for one in people if one not in new]
        tell_json({"erased": new, "before": before, "place": str(place)})
    else:
        for one in people:
            tell_plain(f"{one}: {'erased' if one in new else 'was erased before'} ({place})")
