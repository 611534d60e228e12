"""The first words of every match: ids, events, commands, happenings, tasks."""

from typing import Any, NewType

import msgspec

from dm_events.kernel.rule import Rule

CardId = NewType("CardId", str)
"""A physical card of the match, `seat:number` in the order of the opening."""

Outcome = int | tuple[CardId, ...]
"""A random result: a number below a bound, or the new order of some cards."""


class Command(
    msgspec.Struct,
    frozen=True,
    tag=True,
    tag_field="do",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """What somebody did, in the imperative."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One command as the fold reads it.

    `by` is a seat number, or a word for who else acted: `official`, `service`, optionally with
    a role after a colon (`official:head judge`).
    """

    seq: int
    by: int | str
    command: Command
    chance: tuple[Outcome, ...] = ()
    reveals: dict[CardId, str] = {}


class Happening(
    msgspec.Struct, frozen=True, gc=False, tag=True, tag_field="happening", omit_defaults=True
):
    """What followed from a command, in the past tense. Each kind ends with its rules, `because`."""


class Task(msgspec.Struct, frozen=True, gc=False, tag=True, array_like=True):
    """A piece of work still to do: a value on the board's agenda."""


class Link(msgspec.Struct, frozen=True, gc=False, tag=True, array_like=True):
    """An ability or card on the chain of responses; games add their own kinds."""


def name_of(value: object) -> str:
    """Return the word by which a command, happening or task is known in records and cases."""
    return type(value).__name__


def rules_of(happening: Happening) -> tuple[Rule, ...]:
    """Return the rules that made a happening so."""
    because: Any = getattr(happening, "because", ())
    return tuple(because)
