"""`dm match show`: how a match stands."""

from typing import TYPE_CHECKING, Any

import click
import msgspec

from cli import options
from cli.output import table, tell_json, tell_plain

if TYPE_CHECKING:
    from dm_events.service.recording import Shown


@click.command(
    "show", epilog=options.examples("dm match show final", "dm replay final --as public")
)
@click.argument("match", type=options.TEXT, metavar="MATCH")
@options.db
@options.as_json
def command(*, match: str, db: str | None, as_json: bool) -> None:
    """Show what a match is, how it stands, and which commands were refused: for officials.

    When the match is over, the secret seed is given out; `dm verify --seed` checks the chance.
    """
    from dm_events.service.places import open_store
    from dm_events.service.recording import secret_of, show

    with open_store(db) as store:
        shown = show(store, match)
        seed = None if shown.fold.result is None else secret_of(store, match)
    value = _value(shown, seed)
    if as_json:
        tell_json(value)
    else:
        _print(value)


def _value(shown: "Shown", seed: bytes | None) -> dict[str, Any]:
    header, receipt, result = shown.match.header, shown.receipt, shown.fold.result
    return {
        "match": receipt.match, "place": shown.match.place, "game": header.game,
        "edition": header.edition, "source": header.source, "treatment": header.treatment,
        "interpretation": header.interpretation, "event": header.event, "round": header.round,
        "table": header.table, "seats": msgspec.to_builtins(header.seats),
        "events": receipt.seq, "head": receipt.head,
        "result": result and {"how": result[0], "seat": result[1] if result[1] >= 0 else None},
        "seed": seed and seed.hex(),
        "attempts": [msgspec.to_builtins(one) for one in shown.attempts],
    }  # fmt: skip


def _print(value: dict[str, Any]) -> None:
    seats = (f"{number}: {' '.join(filter(None, seat.values())) or '-'}"
             for number, seat in enumerate(value["seats"]))  # fmt: skip
    where = (value["event"], value["round"] and f"round {value['round']}", value["table"])
    result = value["result"]
    ended = "goes on" if result is None else (
        "a draw" if result["seat"] is None else f"seat {result['seat']} has won"
    )  # fmt: skip
    rows = [
        ("match", value["match"]),
        ("game", f"{value['game']} {value['edition']}, {value['source']}, {value['treatment']}"),
        ("reading", value["interpretation"] or "-"),
        ("seats", ", ".join(seats) or "-"),
        ("played", ", ".join(filter(None, where)) or "-"),
        ("stands", f"{value['events']} events, {ended}"),
        ("receipt", f"{value['events']}:{value['head']}"),
    ]
    table([*rows, ("seed", value["seed"])] if value["seed"] else rows)
    for one in value["attempts"]:
        rules = ", ".join(one.get("rules", ()))
        what = " ".join(str(part) for part in one["command"].values())
        tell_plain(
            f"refused after event {one['expected']}: {one['by']} {what}: {one['code']} [{rules}]"
        )
