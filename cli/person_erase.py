"""`dm person erase`: make names and notes of people unreadable for ever."""

import click

from cli import options
from cli.output import tell_json, tell_plain


@click.command("erase", epilog=options.examples("dm person erase p-4c1d"))
@click.argument("people", metavar="ID...", nargs=-1, required=True)
@options.as_json
def command(*, people: tuple[str, ...], as_json: bool) -> None:
    """Destroy the keys of people: their names, and notes about them, can never be read again.

    Records are not touched, so they still verify. The ids go on a list that is applied at every
    use: what is put back from a backup stays erased. It cannot be taken back.
    """
    from dm_events.service.people import erase

    new = erase(people)
    if as_json:
        tell_json({"erased": new, "before": [one for one in people if one not in new]})
    else:
        for one in people:
            tell_plain(f"{one}: {'erased' if one in new else 'was erased before'}")
