"""`dm rules show`: one rule or question in full."""

from typing import Any

import click

from cli import options
from cli.inputs import by_hand
from cli.output import tell_json, tell_plain


@click.command("show", epilog=options.examples("dm rules show C01"))
@click.argument("name", metavar="ID")
@click.option("--cases", metavar="PATH", help="Where cases are. Default: those of the source.")
@options.game
@options.as_json
def command(*, name: str, cases: str | None, game: str, as_json: bool) -> None:
    """Show one rule or question in full: sources, chapter, answers, the cases that test it."""
    from dm_events.service.rules import cases_for, defined_value, find, tests

    found = find(game, name)
    value = defined_value(found)
    paths = _paths(cases)
    value["cases"] = None if paths is None else [
        {"file": str(one.file), "name": one.case.name,
         "answer": one.case.answers.get(found.what.id)}
        for one in tests(found.what, cases_for(game, paths))
    ]  # fmt: skip
    if as_json:
        tell_json(value)
    else:
        _print(value)


def _paths(cases: str | None) -> Any:
    """Return where cases are; None where none came with this installation."""
    from dm_events.service.not_there import NotThere
    from dm_events.service.rules import own_cases

    try:
        return [own_cases() if cases is None else by_hand(cases, folders=True)]
    except NotThere:
        return None


def _print(value: dict[str, Any]) -> None:
    tell_plain(f"{value['id']}  {value.get('asks') or value['says']}")
    if "answers" in value:
        tell_plain(f"known as   {value['slug']}")
        tell_plain(f"answers    {', '.join(value['answers'])}")
        tell_plain(f"default    {value['default']}")
    tell_plain(f"sources    {', '.join(value['cites']) or '-'}")
    tell_plain(f"chapter    {value['module']}, line {value['line']}")
    if value["cases"] is None:
        tell_plain("cases      come with the source only; name some with --cases")
        return
    tell_plain(f"cases      {len(value['cases'])}")
    for case in value["cases"]:
        answer = f" ({case['answer']})" if case["answer"] else ""
        tell_plain(f"  {case['file'].rpartition('/')[2]}: {case['name']}{answer}")
