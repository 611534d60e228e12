"""`dm match export`: a match as JSON Lines, or as a sealed record."""

import click

from cli import options
from cli.inputs import load
from cli.output import tell_json, tell_plain
from cli.outputs import may_write, write


@click.command(
    "export",
    epilog=options.examples(
        "dm match export final -o final.jsonl",
        "dm match export final --sealed -o final.msgpack",
        "dm match export final.msgpack -o final.jsonl",
    ),
)
@options.file
@click.option("--sealed", is_flag=True, help="As one small MessagePack record, which reads faster.")
@click.option("-o", "--output", default="-", metavar="FILE", help="Where to. Default: stdout.")
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@options.db
@options.as_json
def command(
    *, where: str, sealed: bool, output: str, force: bool, db: str | None, as_json: bool
) -> None:
    """Write a match as JSON Lines, byte for byte as a store keeps it, or as a sealed record.

    The first FILE is the id of a match in the store, or a file of either form: so one form
    becomes the other. The FILE of -o is written whole or not at all.
    """
    from dm_events.service.recording import export, receipt_of

    if as_json and output == "-":
        raise click.UsageError("--json tells about the file that -o names; give -o FILE")
    may_write(output, force=force)
    found = load(where, db)
    receipt = receipt_of(found)
    write(output, list(export(found, sealed=sealed)), force=force)
    if as_json:
        tell_json(
            {"file": output, "match": receipt.match, "events": receipt.seq, "head": receipt.head}
        )
    elif output != "-":
        tell_plain(f"{output}: {receipt.match}, {receipt.seq} events")
