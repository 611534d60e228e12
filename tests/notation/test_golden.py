"""Golden bytes of format 1: every line of the golden files was written by hand from docs/format.md.

The lines stay as they are for ever: what a later version reads and writes for format 1 is this.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from dm_events.notation.codec import codec_of, encode
from dm_events.notation.plain import plain
from dm_events.notation.record import FORMAT
from dm_events.service.matches import GAMES

GOLDEN = Path(__file__).parent / "golden"


def lines_of(game: str) -> list[bytes]:
    return (GOLDEN / f"{game}.{FORMAT}.jsonl").read_bytes().splitlines()


def value_of(game: str, line: bytes) -> Any:
    """What a line is read as: a header or an event."""
    codec = codec_of(GAMES[game])
    return codec.header(plain(line)) if b'"format":' in line else codec.event(line)


LINES = [
    pytest.param(game, line, id=f"{game}-{number}")
    for game in GAMES
    for number, line in enumerate(lines_of(game), 1)
]


@pytest.mark.parametrize(("game", "line"), LINES)
def test_a_golden_line_is_read_and_written_as_it_is(game: str, line: bytes) -> None:
    value = value_of(game, line)
    assert encode(value) == line
    assert json.loads(json.dumps(msgspec.to_builtins(value))) == json.loads(line)


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_and_field_has_an_example(game: str) -> None:
    """Also one without each field that may be left out."""
    codec = codec_of(GAMES[game])
    given: set[tuple[str, str]] = set()
    left_out: set[tuple[str, str]] = set()
    for line in lines_of(game):
        for struct, fields in parts(value_of(game, line)):
            given |= {(struct, field) for field, told in fields.items() if told}
            left_out |= {(struct, field) for field, told in fields.items() if not told}
    structs = [
        *kinds(inspect.type_info(codec.header_type)),
        *kinds(inspect.type_info(codec.event_type)),
    ]
    assert {one.cls.__name__ for one in structs} - {"Pass"} >= {struct for struct, _ in given}
    for one in structs:
        for field in one.fields:
            where = (one.cls.__name__, field.name)
            assert where in given, f"no golden line gives {where}"
            assert field.required or where in left_out, f"no golden line leaves out {where}"


@pytest.mark.parametrize("game", GAMES)
def test_every_command_has_an_example(game: str) -> None:
    told = {
        type(value_of(game, line).command) for line in lines_of(game) if b'"format":' not in line
    }
    assert told == set(GAMES[game].commands)


def parts(value: Any) -> Iterator[tuple[str, dict[str, bool]]]:
    """Yield every struct in a value: its name, and for each field whether it is not the default."""
    if isinstance(value, msgspec.Struct):
        kind = type(value)
        told = msgspec.to_builtins(value)
        yield kind.__name__, {field: field in told for field in kind.__struct_fields__}
        value = [getattr(value, field) for field in kind.__struct_fields__]
    if isinstance(value, list | tuple):
        for one in value:
            yield from parts(one)


def kinds(kind: inspect.Type, seen: set[type] | None = None) -> Iterator[inspect.StructType]:
    """Yield every struct type in a type, once."""
    seen = set() if seen is None else seen
    if isinstance(kind, inspect.Metadata):
        yield from kinds(kind.type, seen)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from kinds(one, seen)
    elif isinstance(kind, inspect.VarTupleType):
        yield from kinds(kind.item_type, seen)
    elif isinstance(kind, inspect.TupleType):
        for one in kind.item_types:
            yield from kinds(one, seen)
    elif isinstance(kind, inspect.StructType) and kind.cls not in seen:
        seen.add(kind.cls)
        yield kind
        for field in kind.fields:
            yield from kinds(field.type, seen)
