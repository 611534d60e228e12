"""`dm schema list`: which JSON Schemas there are."""

import click

from cli import options
from cli.output import table, tell_json


@click.command("list", epilog=options.examples("dm schema list"))
@options.game
@options.as_json
def command(*, game: str, as_json: bool) -> None:
    """List the JSON Schemas of a game: for the header of a log, its events, interpretations."""
    from dm_events.notation.schema import schemas
    from dm_events.service.catalogue import game as game_of

    found = [(name, schema["title"]) for name, schema in schemas(game_of(game)).items()]
    if as_json:
        tell_json({"schemas": [{"name": name, "title": title} for name, title in found]})
    else:
        table(found)
