"""`dm seal`: a match as a sealed record that somebody vouches for."""

import click

from cli import options
from cli.inputs import load
from cli.output import tell_json, tell_plain
from cli.outputs import may_write, write


@click.command(
    "seal",
    epilog=options.examples(
        "dm seal final --key head-judge -o final.msgpack",
        "dm verify final.msgpack --key head-judge",
    ),
)
@options.file
@click.option("--key", required=True, metavar="NAME", help="The key; `dm key new` makes one.")
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to.")
@click.option("--force", is_flag=True, help="Replace the FILE of -o if it is there.")
@options.db
@options.as_json
def command(
    *, where: str, key: str, output: str, force: bool, db: str | None, as_json: bool
) -> None:
    """Seal a match: write it as one record, signed up to its last event.

    The match is verified first. Whoever has the public key can check that no event was changed,
    dropped or cut off at the end since. FILE is a log, a sealed record, `-` for stdin, or the id
    of a match in the store; what is recorded in the store later is not covered.
    """
    from dm_events.service.recording import receipt_of, seal

    may_write(output, force=force)
    found, data = seal(load(where, db), key)
    write(output, [data], force=force)
    receipt, by = receipt_of(found), "" if found.seal is None else found.seal.key.hex()
    if as_json:
        tell_json({"file": output, "match": receipt.match, "events": receipt.seq,
                   "head": receipt.head, "key": by})  # fmt: skip
    else:
        tell_plain(f"{output}: {receipt.match}, {receipt.seq} events, sealed by {by}")
