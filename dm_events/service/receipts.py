"""Receipts that somebody kept: JSON objects one after the other, as `dm match new` and `add` print them
with --json, or each on a line of its own.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from dm_events.notation.tables import BadFile
from dm_events.notation.verify import Doubt, Verified, against_receipt
from dm_events.service.matches import Match, NotFound, verify

LONGEST = 1 << 20
"""Bytes of a receipt with all that stands around it."""

Receipts = dict[str, list[tuple[int, str]]]


class Kept(msgspec.Struct, frozen=True):
    """One receipt; what else stands in its object is left aside."""

    match: str
    seq: int
    head: str


_decode = msgspec.json.Decoder(Kept).decode


def read(where: Path) -> Receipts:
    """Return the receipts of a file by match, each match's by seq. Raises NotFound and BadFile."""
    found: Receipts = {}
    try:
        with where.open("rb") as lines:
            for number, body in _objects(lines):
                one = _one(where, number, body)
                found.setdefault(one.match, []).append((one.seq, one.head))
    except OSError as wrong:
        raise NotFound(f"{where}: it cannot be read ({wrong.strerror}); name a file.") from None
    return {match: sorted(those) for match, those in found.items()}


def _objects(lines: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield each object with the number of its first line: one line, or up to a line of `}` alone."""
    begun, body = 0, b""
    for number, line in enumerate(iter(lambda: lines.readline(LONGEST), b""), 1):
        if not body and not line.strip():
            continue
        begun, body = (begun, body + line) if body else (number, line)
        if body.strip() != b"{" and (begun == number or line.rstrip() == b"}"):
            yield begun, body
            body = b""
        elif len(body) > LONGEST:
            break
    if body:
        yield begun, body


def _one(where: Path, number: int, line: bytes) -> Kept:
    try:
        return _decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
        found = f"{where}, line {number}: this is no receipt ({wrong})"
        raise BadFile(f"{found}; keep what dm match add --json prints.") from None


def verify_against(
    match: Match, receipts: list[tuple[int, str]], **checks: bytes | None
) -> Verified:
    """Verify a match, and compare it with every receipt that was kept of it."""
    checked = verify(match, receipt=receipts[-1], **checks)
    more = [doubt for seq, head in receipts[:-1] for doubt in against_receipt(match.log, seq, head)]
    doubts: list[Doubt] = sorted([*checked.doubts, *more], key=lambda doubt: doubt.seq)
    return msgspec.structs.replace(checked, doubts=tuple(doubts))
