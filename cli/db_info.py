"""`dm db info`: what a store is."""

import click

from cli import options
from cli.exits import FINE, INTEGRITY
from cli.output import complain, tell_json, tell_plain


@click.command("info", epilog=options.examples("dm db info", "dm db info --db league.db --json"))
@options.db
@options.as_json
def command(*, db: str | None, as_json: bool) -> int:
    """Tell what a store is, and whether a match, or the end of one, was taken away from it.

    The exit code is 5 if its heads do not name the last event of every match. Nothing is made or
    changed; `dm verify --all` reads every event.
    """
    from dm_events.service.keeping import info
    from dm_events.service.places import open_store

    with open_store(db) as store:
        found = info(store)
    about = found.about
    if as_json:
        tell_json({"place": found.place, "kind": about.kind, "engine": about.engine,
                   "schema": about.schema, "current": about.current, "matches": found.matches,
                   "missing": list(found.missing),
                   "broken": [{"match": one.match, "seq": one.seq, "text": str(one)}
                              for one in found.broken]})  # fmt: skip
    elif not about.schema:
        tell_plain(f"{found.place}: nothing is there yet ({about.engine})")
    else:
        tables = f"tables of version {about.schema}"
        older = "" if about.schema == about.current else ", which `dm db migrate` brings up to date"
        tell_plain(f"{found.place}: {about.engine}, {tables}{older}; {found.matches} matches")
    for one in found.broken:
        complain(str(one))
    return INTEGRITY if found.broken else FINE
