"""`dm schema check`: the form of files."""

from typing import Any

import click

from cli import options
from cli.each import Wrong, each
from cli.exits import FINE
from cli.inputs import by_hand, load, shown
from cli.output import tell_json, tell_plain

KINDS = ("log", "interpretation")


@click.command("check", epilog=options.examples("dm schema check duel.jsonl house-rules.toml"))
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@click.option("--kind", type=click.Choice(KINDS),
              help="What the files are. Default: *.toml are interpretations, others logs.")  # fmt: skip
@options.game
@options.db
@options.as_json
def command(
    *, paths: tuple[str, ...], kind: str | None, game: str, db: str | None, as_json: bool
) -> int:
    """Check the form of logs and interpretations: fields, types, cards, questions, order.

    Nothing is folded; `dm verify` does that. A FILE may be `-` for stdin, and a log the id of a
    match in the store. The exit code is 3 if one is not as it should be; the highest code counts.
    """
    found, code = each(paths, lambda path: _check(path, kind, game, db))
    files = [_wrong(*one) if isinstance(one, Wrong) else one for one in found]
    if as_json:
        tell_json({"fine": code == FINE, "files": files})
        return code
    for one in files:
        if one["fine"]:
            tell_plain(f"{one['place']}: fine, {one['what']}")
    return code


def _check(path: str, kind: str | None, game: str, db: str | None) -> dict[str, Any]:
    of_kind = kind or ("interpretation" if path.endswith(".toml") else "log")
    what = _log(path, db) if of_kind == "log" else _interpretation(path, game)
    return {"place": shown(path), "fine": True, "what": what, "wrong": None}


def _wrong(path: str, sentence: str) -> dict[str, Any]:
    return {"place": shown(path), "fine": False, "what": None, "wrong": sentence}


def _log(path: str, db: str | None) -> str:
    match = load(path, db)
    if match.trouble is not None:
        raise match.trouble
    return f"a log of {match.header.game} with {len(match.events)} events"


def _interpretation(path: str, game: str) -> str:
    from dm_events.service.interpretations import resolve

    found = resolve(game, str(by_hand(path)))
    return f"an interpretation of {found.game} with {len(found.answers)} answers of its own"
