"""Arguments and options that several commands take."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

Command = Callable[..., Any]

GAME = "dino-master"


def examples(*lines: str) -> str:
    """Return the end of a help text."""
    return "\n".join(
        ("\b", "Example:" if len(lines) == 1 else "Examples:", *(f"  {line}" for line in lines))
    )


class Text(click.types.StringParamType):
    """A word that records hold: in NFC, as they have it, however it was typed."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return it composed."""
        from dm_events.notation.plain import composed

        return composed(super().convert(value, param, ctx))


TEXT = Text()

file = click.argument("where", metavar="FILE")

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")

db = click.option(
    "--db",
    metavar="PATH|URL",
    help="The store of matches. Default: $DM_DB, else a file in your data folder.",
)
game = click.option("--game", default=GAME, show_default=True, help="The game.")
interpretation = click.option(
    "--interpretation",
    metavar="NAME|TOML",
    help="Read the rules so: a name, or a TOML file of your own.",
)
viewer = click.option(
    "--as",
    "viewer",
    default="judge",
    show_default=True,
    metavar="judge|public|SEAT",
    help="Show only what this viewer may know.",
)
lang = click.option(
    "--lang",
    "language",
    type=click.Choice(("en", "ko", "th")),
    default="en",
    show_default=True,
    help="The language of names and sentences.",
)
treat = click.option(
    "--treat",
    "treatment",
    type=click.Choice(("strict", "as-played", "counterfactual")),
    help="What an illegal command does: stop the fold, happen with a finding, or be left out. "
    "Default: as the record says.",
)
hypothetical = click.option(
    "--hypothetical",
    is_flag=True,
    help="Where another reading needs a random outcome that nobody saw, make one up.",
)

READING = (viewer, lang, interpretation, treat, hypothetical)


def reading(command: Command) -> Command:
    """Add the options that say how a match is read, and for whom; pass them as one `reading`."""

    @wraps(command)
    def bundled(
        *,
        viewer: str,
        language: str,
        interpretation: str | None,
        treatment: Any,
        hypothetical: bool,
        **rest: Any,
    ) -> Any:
        from dm_events.service.looking import Reading

        found = Reading(
            viewer=viewer,
            language=language,
            interpretation=path_text(interpretation),
            treatment=treatment,
            hypothetical=hypothetical,
        )
        return command(reading=found, **rest)

    for option in reversed(READING):
        bundled = option(bundled)
    return bundled


def path_text(name: str | None) -> str | None:
    """Return what leads to a file that is not a log: `-` is stdin."""
    return STDIN if name == "-" else name


STDIN = "/dev/stdin"
