"""`dm demo`: one duel, two pages of rules, two winners."""

import click

from cli import options
from cli.exits import FINE, INTEGRITY
from cli.output import columns, tell, tell_json


@click.command("demo", epilog=options.examples("dm demo", "dm demo --lang th"))
@options.lang
@options.as_json
def command(*, language: str, as_json: bool) -> int:
    """Play the demonstration: one duel, two readings, two winners.

    A hand-written duel of real cards, in which the second player spends 10 DP in the own first
    turn. Two pages of the rules disagree about whether there are 10.
    """
    from dm_events.service.comparison_values import comparison_value
    from dm_events.service.demo import Demo

    demo = Demo(language, columns())
    if as_json:
        whole = not demo.checked.doubts
        tell_json(comparison_value(demo.found, demo.words) | {"verified": whole})
    else:
        for line in demo.lines():
            tell(line)
    return INTEGRITY if demo.checked.doubts else FINE
