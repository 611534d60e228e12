"""`dm key list`: the keys that there are."""

import click

from cli import options
from cli.output import table, tell_json


@click.command("list", epilog=options.examples("dm key list"))
@options.as_json
def command(*, as_json: bool) -> None:
    """List the keys of $DM_KEYS, else of `keys` beside the store, with their public halves."""
    from dm_events.service.keys import folder, known

    keys = known()
    if as_json:
        named = [{"name": key.name, "public": key.public} for key in keys]
        tell_json({"place": str(folder()), "keys": named})
    elif keys:
        table([(key.name, key.public) for key in keys])
