"""JSON Schema (draft 2020-12) of a game's lines and interpretations, from the types that read them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from dm_events.kernel.ruleset import Ruleset
from dm_events.notation.codec import codec_of
from dm_events.notation.interpretation import Interpretation
from dm_events.notation.record import FORMAT

DRAFT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/{name}"


def schemas(game: Ruleset) -> dict[str, dict[str, Any]]:
    """Return the schemas of a game by file name."""
    codec = codec_of(game)
    kinds = {
        "header": (codec.header_type, f"The first line of a log of {game.name}"),
        "event": (codec.event_type, f"An event of {game.name}"),
        "interpretation": (Interpretation, f"An interpretation of {game.name} (a TOML file)"),
    }
    found = {}
    for word, (kind, title) in kinds.items():
        name = f"{game.name}.{word}.schema.json"
        found[name] = _narrowed({"$schema": DRAFT, "$id": name} | _schema(kind, title), game)
    return found


def rendered(schema: dict[str, Any]) -> bytes:
    """Return a schema as its file has it."""
    return json.dumps(schema, indent=2, ensure_ascii=False).encode() + b"\n"


def write_all(games: Iterable[Ruleset], folder: Path) -> list[Path]:
    """Write the schema files of some games into a folder; return their paths."""
    written = []
    for game in games:
        for name, schema in schemas(game).items():
            path = folder / name
            path.write_bytes(rendered(schema))
            written.append(path)
    return written


def _schema(kind: Any, title: str) -> dict[str, Any]:
    """Return the schema of a type, which is an object, with all others it needs in `$defs`."""
    (root,), parts = msgspec.json.schema_components((kind,), ref_template=REF)
    name = root["$ref"].removeprefix(REF.format(name=""))
    whole: dict[str, Any] = parts.pop(name)
    return whole | {"title": title, "$defs": dict(sorted(parts.items()))}


def _narrowed(schema: dict[str, Any], game: Ruleset) -> dict[str, Any]:
    """Let a schema say which game, edition, questions and answers there are."""
    properties = schema["properties"]
    pinned = (("format", FORMAT), ("game", game.name), ("edition", game.edition))
    for field, only in pinned:
        if field in properties:
            properties[field] = {"const": only}
    if "answers" in properties:
        properties["answers"] |= {
            "properties": {
                one.id: {"description": one.asks, "enum": list(one.answers)}
                for one in sorted(game.questions.values(), key=lambda one: one.id)
            },
            "additionalProperties": False,
        }
    return schema
