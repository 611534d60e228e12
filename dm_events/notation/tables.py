"""TOML files that hold tables of typed values: card catalogues first of all."""

import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

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
