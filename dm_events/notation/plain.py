"""JSON read with suspicion: what a decoder would quietly take is refused, with the field."""

import json
import re
import unicodedata
from typing import Any, NoReturn

from dm_events.notation.trouble import NotJson, Wrong, quoted

DEEPEST = 32
"""Objects and arrays may lie so deep in one another; no record needs half of it."""
SMALLEST, LARGEST = -(1 << 63), (1 << 64) - 1
_DIGITS = 20

_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")


def plain(body: bytes) -> Any:
    """Return the value of one JSON text, its strings in NFC.

    Raises Wrong for what is not UTF-8 or no JSON, for a key that stands twice, a number with a
    fraction or beyond 64 bits, and nesting beyond DEEPEST.
    """
    text = as_text(body)
    _check_depth(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_fraction,
            parse_constant=_fraction,
        )
    except json.JSONDecodeError as wrong:
        found = f"this is no JSON (column {wrong.pos + 1}: {wrong.msg})"
        raise NotJson("", found, "write one JSON object on the line") from None
    return normal(value)


def as_text(body: bytes) -> str:
    """Return UTF-8 as text. Raises Wrong with the byte that is none."""
    try:
        return body.decode()
    except UnicodeDecodeError as wrong:
        found = f"byte {wrong.start + 1} is not UTF-8"
        kind = NotJson if wrong.end == len(body) else Wrong  # the last letter may be cut
        raise kind("", found, "save the file as UTF-8") from None


def normal(value: Any) -> Any:
    """Return a JSON value with its strings in NFC. Raises Wrong for half a surrogate pair."""
    if isinstance(value, str):
        return _normal_text(value)
    if isinstance(value, list):
        return [normal(one) for one in value]
    if isinstance(value, dict):
        return _object([(_normal_text(key), normal(one)) for key, one in value.items()])
    return value


def composed(text: str) -> str:
    """Return a text as records have it: in NFC."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _normal_text(text: str) -> str:
    if text.isascii():
        return text
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        found = f"{quoted(text)} holds half a surrogate pair"
        raise Wrong("", found, "write the character itself, in UTF-8")
    return composed(text)


def _check_depth(text: str) -> None:
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub("", text)):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST:
            found = f"objects and arrays lie more than {DEEPEST} deep in one another"
            raise Wrong("", found, "no field needs that; write it flat")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Wrong(twice, "the key stands twice in one object", "keep one of the two")
    return found


def _whole(digits: str) -> int:
    number = int(digits) if len(digits) <= _DIGITS else LARGEST + 1
    if not SMALLEST <= number <= LARGEST:
        found = f"the number {_short(digits)} is beyond 64 bits"
        raise Wrong("", found, f"use whole numbers from {SMALLEST} to {LARGEST}")
    return number


def _fraction(digits: str) -> NoReturn:
    raise Wrong("", f"{_short(digits)} is no whole number", "all numbers of a record are whole")


def _short(digits: str) -> str:
    return digits if len(digits) <= _DIGITS + 5 else digits[:_DIGITS] + "…"
