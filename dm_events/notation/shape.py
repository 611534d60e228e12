"""Types looked at from outside: why a plain value does not fit one, in words for a person."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import inspect

from dm_events.notation.trouble import Wrong, instead, listed, quoted

_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_NAMED = re.compile(r"`([^`]*)`")
UNNAMED = "..."
"""How the decoder writes the key of a mapping in a path."""
MANY = 12
"""More words than that are not listed in a sentence."""
DOCS = "docs/format.md says what belongs there"


def convert(value: Any, kind: Any) -> Any:
    """Return a plain value as a value of `kind`. Raises Wrong with the field."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as wrong:
        raise _in_words(str(wrong), value, kind) from None


def _in_words(message: str, value: Any, kind: Any) -> Wrong:
    """Turn a sentence of the decoder, which knows no way out, into one that does."""
    what, _, where = message.partition(" - at `")
    path = where.removeprefix("key in `").lstrip("$").rstrip("`")
    steps: Sequence[str] = [name or number for name, number in _STEP.findall(path)]
    field = path.removeprefix(".")
    named = _NAMED.findall(what)
    if what.startswith("Object contains unknown field"):
        known = _words(inspect.type_info(kind), value, steps)
        return Wrong(
            _join(field, named[0]), "there is no such field", instead(named[0], known, DOCS)
        )
    if what.startswith("Object missing required field"):
        return Wrong(_join(field, named[0]), "the field is missing", DOCS)
    found = _follow(value, steps)
    if what.startswith(("Invalid value", "Invalid enum value")):
        known = _words(inspect.type_info(kind), value, steps)
        otherwise = listed(known) if 0 < len(known) <= MANY else DOCS
        return Wrong(field, f"there is no {quoted(found)}", instead(found, known, otherwise))
    wanted = _described(_at(inspect.type_info(kind), value, steps))
    if wanted:
        return Wrong(field, f"{quoted(found)} does not fit", f"write {wanted}")
    stands = "" if UNNAMED in steps else f"{quoted(found)} stands there; "
    return Wrong(field, f"{what[:1].lower()}{what[1:]}", f"{stands}{DOCS}")


def _join(field: str, name: str) -> str:
    return f"{field}.{name}" if field else name


def _follow(value: Any, steps: Sequence[str]) -> Any:
    """Return what stands at a path; None where the path does not say it (a value of a mapping)."""
    for step in steps:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and step.isdigit():
            value = value[int(step)]
        else:
            return None
    return value


def _at(kind: inspect.Type | None, value: Any, steps: Sequence[str]) -> inspect.Type | None:
    """Return the type of what belongs at a path, as far as the value says which it is."""
    for number, step in enumerate(steps):
        kind = _one_of(kind, value)
        if isinstance(kind, inspect.UnionType):  # none has the tag that stands there
            return kind
        kind = _inside(kind, step)
        value = _follow(value, steps[number : number + 1])
    return kind


def _words(kind: inspect.Type, value: Any, steps: Sequence[str]) -> list[str]:
    """Return what may stand at a path: the fields of an object, or the words of a choice."""
    found = _one_of(_at(kind, value, steps), _follow(value, steps))
    if isinstance(found, inspect.UnionType):
        tags = [str(one.tag) for one in found.types if isinstance(one, inspect.StructType)]
        return tags or [word for one in found.types for word in _of_choice(one)]
    if isinstance(found, inspect.LiteralType):
        return _of_choice(found)
    if isinstance(found, inspect.StructType):
        return [field.encode_name for field in found.fields]
    return []


def _of_choice(kind: inspect.Type) -> list[str]:
    return [str(word) for word in kind.values] if isinstance(kind, inspect.LiteralType) else []


def _described(kind: inspect.Type | None) -> str:
    """Return the description that a type carries, or one of a union does."""
    parts = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    for part in parts:
        if isinstance(part, inspect.Metadata) and part.extra_json_schema:
            return str(part.extra_json_schema.get("description", ""))
    return ""


def _one_of(kind: inspect.Type | None, value: Any) -> inspect.Type | None:
    """Strip what surrounds a type, and of a union take the struct whose tag the value names."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType) and isinstance(value, dict):
        for one in kind.types:
            if isinstance(one, inspect.StructType) and (
                one.tag_field is None or value.get(one.tag_field) == one.tag
            ):
                return one
    return kind


def _inside(kind: inspect.Type | None, step: str) -> inspect.Type | None:
    if isinstance(kind, inspect.StructType):
        return next((field.type for field in kind.fields if field.encode_name == step), None)
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return kind.item_type
    if isinstance(kind, inspect.TupleType):
        return kind.item_types[int(step)]
    return kind.value_type if isinstance(kind, inspect.DictType) else None
