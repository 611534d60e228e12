"""`dm verify`: is a record what it was?"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import options
from cli.each import Wrong, each
from cli.exits import FINE, INTEGRITY, NOT_FOUND, STORAGE
from cli.failing import Failure
from cli.inputs import by_hand, is_folder, is_there, load, shown
from cli.output import complain, progress, tell_json, tell_plain

if TYPE_CHECKING:
    from dm_events.service.matches import InStore, Match
    from dm_events.service.receipts import Receipts

RECORDS = (".jsonl", ".msgpack")
Checks = dict[str, Any]
RECEIPT = re.compile(r"[0-9]{1,9}:[0-9a-f]{64}")


@click.command(
    "verify",
    epilog=options.examples(
        "dm verify duel.jsonl",
        "dm verify archive/ --json",
        "dm verify --receipts kept.json",
        "dm verify --all --db league.db",
    ),
)
@click.argument("paths", metavar="FILE|DIR...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Every match of the store.")
@click.option("--receipt", metavar="SEQ:HEAD", help="What a store gave out for this record.")
@click.option("--receipts", metavar="FILE",
              help="Receipts of any matches, as match add --json prints them; alone: those matches.")  # fmt: skip
@click.option("--seed", metavar="HEX", help="The secret seed, given out when the match is over.")
@click.option("--key", metavar="NAME|FILE|HEX", help="The public key that must have sealed them.")
@options.db
@options.as_json
def command(
    *, paths: tuple[str, ...], every: bool, receipts: str | None, db: str | None, as_json: bool,
    **given: str | None,
) -> int:  # fmt: skip
    """Check that records are what they were.

    Links, fingerprints, chance and pinned cards are checked by folding the match again, and it is
    said what could not be checked. A FILE is a log, a sealed record, `-` for stdin, or the id of a
    match in the store; a DIR is searched for *.jsonl and *.msgpack. --all, and receipts alone, mean
    matches in the store, whatever files are here. A match in the store is compared
    with the head that is kept of it, and what is kept beside it (attempts, the secret seed) is
    checked too. The exit code is 5 if any record does not hold; the highest code counts.
    """
    from dm_events.notation.seal import NoSigning

    checks = {"receipt": _receipt(given["receipt"]), "secret": _seed(given["seed"])}
    kept = _kept(receipts)
    places = list(_places(paths))
    places += _in_store(places, db, kept, every=every)
    if not places and not every:
        raise click.UsageError(
            "Missing argument 'FILE|DIR...', or --receipts with a receipt in it, or --all"
        )
    if any(checks.values()) and len(places) > 1:
        raise click.UsageError("--receipt and --seed are those of one record; name one")
    checks["key"] = _key(given["key"])
    found, code = each(_counted(places), lambda place: _value(place, db, checks, kept))
    records = [one for one in found if not isinstance(one, Wrong)]
    if not all(record["whole"] for record in records):
        code = max(code, INTEGRITY)
    if checks["key"] and any(gap["code"] == "seal" for one in records for gap in one["unchecked"]):
        complain(str(NoSigning()))
        code = max(code, STORAGE)
    if as_json:
        tell_json({"whole": code == FINE, "records": records})
    elif not places:
        tell_plain("no matches")
    else:
        for record in records:
            _print(record)
    return code


def _in_store(
    places: list[str], db: str | None, kept: "Receipts", *, every: bool
) -> "list[InStore]":
    """Return the matches of a store that are meant without being named.

    With `every` those in it, those that are gone, and those of receipts; of receipts alone those.
    What is named by its id is not checked twice.
    """
    from dm_events.service.keeping import every_match, require_there
    from dm_events.service.matches import InStore
    from dm_events.service.places import open_store

    if not every and (places or not kept):
        return []
    with open_store(db) as store:
        require_there(store)
        found = dict.fromkeys([*(every_match(store) if every else ()), *kept])
    named = {place for place in places if place != "-" and not is_there(Path(place))}
    return [InStore(match) for match in found if match not in named]


def _counted(places: list[str]) -> Iterator[str]:
    """Yield the places, and say on a terminal how far it is."""
    for number, place in enumerate(places):
        progress(number, len(places), "records")
        yield place
    progress(1, 1)


def _value(place: str, db: str | None, checks: Checks, kept: "Receipts") -> dict[str, Any]:
    from dm_events.service.matches import verify
    from dm_events.service.receipts import verify_against

    match = _loaded(place, db, kept)
    its = kept.get(match.header.match, [])
    if checks["receipt"] is not None:
        its = sorted([*its, checks["receipt"]])
    rest = {name: one for name, one in checks.items() if name != "receipt"}
    checked = verify_against(match, its, **rest) if its else verify(match, **rest)
    return {
        "place": _called(place), "match": checked.match, "events": checked.events,
        "head": checked.head, "whole": not checked.doubts,
        "sealed_by": match.seal and match.seal.key.hex(),
        "doubts": [{"code": one.code, "seq": one.seq, "args": one.args, "text": str(one)}
                   for one in checked.doubts],
        "unchecked": [{"code": one.code, "number": one.number, "text": str(one)}
                      for one in checked.unchecked],
    }  # fmt: skip


def _called(place: str) -> str:
    from dm_events.service.matches import InStore

    return place if isinstance(place, InStore) else shown(place)


def _loaded(place: str, db: str | None, kept: "Receipts") -> "Match":
    """Load a record; a match that is gone, though a receipt was given out, is no mere wrong name."""
    from dm_events.service.matches import NotFound
    from dm_events.store import NoSuchMatch

    try:
        return load(place, db, fully=True)
    except (NotFound, NoSuchMatch):
        if place not in kept:
            raise
        seq = kept[place][-1][0]
        sentence = f"match {place!r} is gone; a receipt names its event {seq}."
        raise Failure(sentence, INTEGRITY) from None


def _kept(where: str | None) -> "Receipts":
    from dm_events.service.receipts import read

    return {} if where is None else read(by_hand(where))


def _print(record: dict[str, Any]) -> None:
    state = f"whole; receipt {record['events']}:{record['head']}" if record["whole"] else "broken"
    tell_plain(f"{record['place']}: {record['events']} events, {state}")
    if record["sealed_by"]:
        tell_plain(f"  sealed by {record['sealed_by']}")
    for doubt in record["doubts"]:
        tell_plain(f"  {doubt['text']}")
    for gap in record["unchecked"]:
        tell_plain(f"  not checked: {gap['text']}")


def _places(paths: tuple[str, ...]) -> Iterator[str]:
    """Yield the records themselves, and all *.jsonl in folders, in order."""
    for path in paths:
        if not is_folder(path):
            yield path
            continue
        found = [str(Path(folder, name)) for folder, _, names in os.walk(path)
                 for name in names if name.endswith(RECORDS)]  # fmt: skip
        if not found:
            raise Failure(
                f"{path}: there is no *.jsonl and no *.msgpack in this folder.", NOT_FOUND
            )
        yield from sorted(found)


def _receipt(text: str | None) -> tuple[int, str] | None:
    if text is None:
        return None
    seq, _, head = text.partition(":")
    if not RECEIPT.fullmatch(text):
        raise click.BadParameter(f"{text!r} is no receipt; write SEQ:HEAD", param_hint="--receipt")
    return int(seq), head


def _seed(text: str | None) -> bytes | None:
    try:
        return None if text is None else bytes.fromhex(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not hexadecimal", param_hint="--seed") from None


def _key(which: str | None) -> bytes | None:
    from dm_events.service.keys import public

    return None if which is None else public(which)
