"""`dm key new`: a key that seals matches."""

import click

from cli import options
from cli.output import tell_json, tell_plain


@click.command("new", epilog=options.examples("dm key new head-judge"))
@click.argument("name", metavar="NAME")
@options.as_json
def command(*, name: str, as_json: bool) -> None:
    """Make a key that seals matches (Ed25519).

    It lies in $DM_KEYS, else in `keys` beside the store: NAME.pem is private and stays there,
    NAME.pub is what others check seals with. Nothing is replaced.
    """
    from dm_events.service.keys import folder, new

    made, place = new(name), str(folder())
    if as_json:
        tell_json({"name": made.name, "public": made.public, "place": place})
    else:
        tell_plain(f"{made.name}: {made.public} (in {place})")
