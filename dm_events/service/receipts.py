"""Receipts that somebody kept: what `dm match new` and `add` print with --json, one after the other."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec

from dm_events.notation.tables import BadFile
from dm_events.notation.verify import Doubt, Verified, against_receipt
from dm_events.service.matches import Match, NotFound, verify

LARGEST = 1 << 28
"""Bytes of a file."""

Receipts = dict[str, list[tuple[int, str]]]


class Kept(msgspec.Struct, frozen=True):
    """One receipt; what else stands in its object is left aside."""

    match: str
    seq: int
    head: str


def read(where: Path) -> Receipts:
    """Return the receipts of a file by match, each match's by seq. Raises NotFound and BadFile.

    The file holds JSON objects one after the other, on a line each or on several.
    """
    found: Receipts = {}
    for one in _receipts(where, _text(where)):
        found.setdefault(one.match, []).append((one.seq, one.head))
    return {match: sorted(those) for match, those in found.items()}


def _text(where: Path) -> str:
    try:
        with where.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError as wrong:
        raise NotFound(f"{where}: it cannot be read ({wrong.strerror}); name a file.") from None
    if len(data) > LARGEST:
        raise BadFile(f"{where}: it is longer than {LARGEST} bytes; split it.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise _wrong(where, 1 + data.count(b"\n", 0, wrong.start), "it is not UTF-8") from None


def _receipts(where: Path, text: str) -> Iterator[Kept]:
    read_one = json.JSONDecoder().raw_decode
    at, line, counted = _after_space(text, 0), 1, 0
    while at < len(text):
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, end = read_one(text, at)
            yield msgspec.convert(value, Kept)
        except (ValueError, RecursionError, msgspec.ValidationError) as wrong:
            why = wrong.msg if isinstance(wrong, json.JSONDecodeError) else str(wrong)
            raise _wrong(where, line, why) from None
        at = _after_space(text, end)


def _after_space(text: str, at: int) -> int:
    """Return where the next sign stands that is no space between JSON values."""
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _wrong(where: Path, line: int, why: str) -> BadFile:
    found = f"{where}, line {line}: this is no receipt ({why})"
    return BadFile(f"{found}; keep what dm match add --json prints.")


def verify_against(
    match: Match, receipts: list[tuple[int, str]], **checks: bytes | None
) -> Verified:
    """Verify a match, and compare it with every receipt that was kept of it."""
    checked = verify(match, receipt=receipts[-1], **checks)
    more = [doubt for seq, head in receipts[:-1] for doubt in against_receipt(match.log, seq, head)]
    doubts: list[Doubt] = sorted([*checked.doubts, *more], key=lambda doubt: doubt.seq)
    return msgspec.structs.replace(checked, doubts=tuple(doubts))
