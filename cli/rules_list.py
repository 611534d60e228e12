"""`dm rules list`: the rules of a game."""

import click

from cli import options
from cli.output import table, tell_json


@click.command("list", epilog=options.examples("dm rules list --chapter dp"))
@options.game
@click.option("--chapter", metavar="NAME", help="Only the rules of this chapter's file.")
@options.as_json
def command(*, game: str, chapter: str | None, as_json: bool) -> None:
    """List the rules of a game: where they stand, their sources, what they say."""
    from dm_events.service.not_there import NotThere
    from dm_events.service.rules import defined_value, rules_of

    rules = [defined_value(one) for one in rules_of(game)]
    chapters = dict.fromkeys(one["chapter"] for one in rules)
    if chapter is not None and chapter not in chapters:
        there_are = f"there are: {', '.join(chapters)}"
        raise NotThere(f"{game} has no chapter {chapter!r} with rules; {there_are}")
    rules = [one for one in rules if chapter in (None, one["chapter"])]
    if as_json:
        tell_json({"game": game, "rules": rules})
    else:
        table([(one["id"], one["chapter"], ", ".join(one["cites"]), one["says"]) for one in rules])
