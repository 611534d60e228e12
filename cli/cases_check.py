"""`dm cases check`: rulings that run."""

from typing import TYPE_CHECKING

import click

from cli import options
from cli.exits import DIFFERS, FINE, NOT_FOUND
from cli.failing import Failure
from cli.inputs import by_hand, shown
from cli.output import tell_json, tell_plain

if TYPE_CHECKING:
    from dm_events.service.cases import Result


@click.command("check", epilog=options.examples("dm cases check my-ruling.toml"))
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@options.as_json
def command(*, paths: tuple[str, ...], as_json: bool) -> int:
    """Play cases and tell in plain words what differs.

    PATH is a file of cases (TOML, as docs/cases.md says), a folder of such files, or `-` for
    stdin. The exit code is 1 if a case does not hold.
    """
    from dm_events.service.cases import check_cases

    results = check_cases([by_hand(path, folders=True) for path in paths])
    if not results:
        raise Failure(f"there are no cases in {', '.join(paths)}.", NOT_FOUND)
    if as_json:
        tell_json(_value(results))
    else:
        _print(results)
    return FINE if all(one.passed for one in results) else DIFFERS


def _value(results: "list[Result]") -> object:
    return {
        "cases": len(results),
        "passed": sum(one.passed for one in results),
        "results": [
            {"file": shown(one.file), "name": one.case.name, "passed": one.passed,
             "differences": list(one.differences)}
            for one in results
        ],
    }  # fmt: skip


def _print(results: "list[Result]") -> None:
    for one in results:
        if not one.passed:
            tell_plain(f"{shown(one.file)}: {one.case.name}")
        for difference in one.differences:
            tell_plain(f"  {difference}")
    passed = sum(one.passed for one in results)
    tell_plain(f"{passed} of {len(results)} cases hold")
