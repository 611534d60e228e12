"""`dm rules coverage`: what no case tests."""

import click

from cli import options
from cli.exits import DIFFERS, FINE
from cli.inputs import by_hand
from cli.output import tell, tell_json


@click.command("coverage", epilog=options.examples("dm rules coverage tests/cases"))
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@options.game
@options.as_json
def command(*, paths: tuple[str, ...], game: str, as_json: bool) -> int:
    """Name the rules that no case names, and the answers that no case sets.

    PATH is a file or folder of cases (`-` for stdin); default: those that come with the source.
    The exit code is 1 if there are gaps.
    """
    from dm_events.service.rules import cases_for, gaps, own_cases

    found = gaps(
        game, cases_for(game, [by_hand(path, folders=True) for path in paths] or [own_cases()])
    )
    whole = not found.rules and not found.answers
    if as_json:
        tell_json({
            "game": game, "cases": found.cases, "whole": whole,
            "rules": {"of": found.rules_of, "untested": list(found.rules)},
            "answers": {"of": found.answers_of, "untested": [list(one) for one in found.answers]},
        })  # fmt: skip
        return FINE if whole else DIFFERS
    tell(f"{found.cases} cases")
    tell(f"rules      {found.rules_of - len(found.rules)} of {found.rules_of} have a case")
    for id in found.rules:
        tell(f"  no case  {id}")
    tell(f"answers    {found.answers_of - len(found.answers)} of {found.answers_of} have a case")
    for question, answer in found.answers:
        tell(f"  no case  {question} = {answer}")
    return FINE if whole else DIFFERS
