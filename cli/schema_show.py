"""`dm schema show`: one JSON Schema."""

import click

from cli import options
from cli.output import tell_bytes, tell_json

END = ".schema.json"


@click.command("show", epilog=options.examples("dm schema show event"))
@click.argument("name", metavar="NAME")
@options.game
@options.as_json
def command(*, name: str, game: str, as_json: bool) -> None:
    """Print one JSON Schema, as `schemas/` has it.

    NAME is what `dm schema list` says, or its middle: header, event, interpretation. The output is
    JSON also without --json.
    """
    from dm_events.notation.schema import rendered, schemas
    from dm_events.service.catalogue import game as game_of
    from dm_events.service.not_there import NotThere

    found = schemas(game_of(game))
    for known, schema in found.items():
        if name in (known, known.removesuffix(END), known.removesuffix(END).rpartition(".")[2]):
            if as_json:
                tell_json(schema)
            else:
                tell_bytes(rendered(schema))
            return
    raise NotThere(f"{game} has no schema {name!r}; there are: {', '.join(found)}")
