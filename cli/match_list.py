"""`dm match list`: the matches of a store."""

import click
import msgspec

from cli import options
from cli.exits import FINE, INTEGRITY
from cli.output import complain, table, tell_json, tell_plain


@click.command("list", epilog=options.examples("dm match list"))
@options.db
@options.as_json
def command(*, db: str | None, as_json: bool) -> int:
    """List the matches of a store, the oldest first.

    One that cannot be read, or that is gone, is listed as such; the exit code is then 5. Where there
    is no store yet, that is said, with code 0.
    """
    from dm_events.service.places import open_store
    from dm_events.service.recording import list_matches

    with open_store(db) as store:
        found, there = list(list_matches(store)), bool(store.about().schema)
        place = store.medium.place
    if as_json:
        tell_json({"place": place, "there": there, "matches": [
            {"match": one.match, "events": one.receipt and one.receipt.seq,
             "head": one.receipt and one.receipt.head, "readable": one.header is not None}
            | ({} if one.header is None else {
                "game": one.header.game, "source": one.header.source, "event": one.header.event,
                "round": one.header.round, "table": one.header.table,
                "seats": msgspec.to_builtins(one.header.seats),
            })
            for one in found
        ]})  # fmt: skip
    elif not found:
        tell_plain(
            f"no matches in {place}" if there else f"no matches: there is no store at {place} yet"
        )
    else:
        table([
            (one.match, "-" if one.receipt is None else f"{one.receipt.seq} events",
             "cannot be read" if one.header is None else f"{one.header.game}, {one.header.source}")
            for one in found
        ])  # fmt: skip
    broken = [one.match for one in found if one.header is None]
    if broken:
        complain(f"{place}: {', '.join(broken)} cannot be read; dm match show says why")
    return INTEGRITY if broken else FINE
