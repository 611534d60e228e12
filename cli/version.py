"""`dm version`. Without options it is answered before any of this is loaded."""

import click

from cli import options
from cli.output import tell, tell_json
from dm_events import __version__


@click.command("version", epilog=options.examples("dm version --json"))
@options.as_json
def command(*, as_json: bool) -> None:
    """Print the version.

    With --json also the version of the format, and the games with their editions.
    """
    if not as_json:
        tell(__version__)
        return
    from dm_events.notation.record import FORMAT
    from dm_events.service.catalogue import GAMES, game

    editions = {name: game(name).edition for name in GAMES}
    tell_json({"version": __version__, "format": FORMAT, "games": editions})
