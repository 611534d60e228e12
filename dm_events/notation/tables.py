"""TOML files that hold tables of typed values: card catalogues first of all."""

import tomllib
from collections.abc import Callable, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
Place = Path | Traversable


class BadFile(Exception):  # noqa: N818 - the word of the domain
    """A file that cannot be read as what it should be; the message says where and why."""


def read_cards(files: list[Place], kind: type[T]) -> dict[str, T]:
    """Read `[[card]]` tables into values of `kind`, by their `id`.

    Raises BadFile with the file, the card and the field.
    """
    cards: dict[str, T] = {}
    for file in files:
        for number, table in enumerate(_tables(file), 1):
            try:
                card = msgspec.convert(table, kind)
            except msgspec.ValidationError as wrong:
                name = table.get("id", f"card {number}") if isinstance(table, dict) else number
                msg = f"{file.name}: {name}: {wrong}"
                raise BadFile(msg) from None
            key = str(getattr(card, "id", number))
            if key in cards:
                msg = f"{file.name}: {key} is defined twice"
                raise BadFile(msg)
            cards[key] = card
    return cards


def read_superseded(
    file: Place, kind: type[T], forms: Sequence[Callable[[dict[str, Any]], dict[str, Any]]]
) -> dict[tuple[str, str], T]:
    """Read definitions that were replaced, by id and `pin`, the hash by which records know them.

    An entry stands there in the form that definitions had then: `form` 1 is the first, without it
    it is today's. Each of `forms` turns one of a form into one of the next. Raises BadFile.
    """
    found = {}
    for number, table in enumerate(_tables(file), 1):
        try:
            facts: dict[str, Any] = msgspec.convert(table, dict[str, Any])
            pin = msgspec.convert(facts.pop("pin", None), str)
            for newer in forms[msgspec.convert(facts.pop("form", len(forms) + 1), int) - 1 :]:
                facts = newer(facts)
            found[str(facts["id"]), pin] = msgspec.convert(facts, kind)
        except (msgspec.ValidationError, KeyError) as wrong:
            msg = f"{file.name}: card {number}: {wrong}"
            raise BadFile(msg) from None
    return found


def _tables(file: Place) -> list[object]:
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        msg = f"{file.name}: {wrong}"
        raise BadFile(msg) from None
    tables = found.get("card")
    if not isinstance(tables, list):
        msg = f"{file.name}: no [[card]] table"
        raise BadFile(msg)
    return tables
