"""What a store keeps beside a match: refused attempts, and the secret seed of its chance."""

from typing import Any

import msgspec

from dm_events.notation.codec import encode
from dm_events.store import BrokenStore, MatchStore


class Kept(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="kept",
           omit_defaults=True):  # fmt: skip
    """A line beside the log. Players see none of them."""


class Attempt(Kept, frozen=True):
    """A command that was refused: when the match was at event `expected`, by which rules."""

    expected: int
    by: int | str
    command: dict[str, Any]
    code: str
    rules: tuple[str, ...] = ()
    id: str = ""
    entered_by: str = ""
    at: int | None = None


class Secret(Kept, frozen=True):
    """The seed that the header commits to, in hex. It decides what comes: it stays here."""

    seed: str


_decode = msgspec.json.Decoder(Attempt | Secret).decode


def keep(store: MatchStore, match: str, one: Attempt) -> None:
    """Keep a line beside a match. Raises NoSuchMatch."""
    store.keep_attempt(match, encode(one))


def kept(store: MatchStore, match: str) -> list[Attempt | Secret]:
    """Return what is kept beside a match. Raises NoSuchMatch, and BrokenStore for other lines."""
    try:
        return [_decode(line) for line in store.attempts(match)]
    except msgspec.MsgspecError as wrong:
        found = f"an attempt is not what was kept ({wrong}); restore it from a copy made before"
        raise BrokenStore(store.medium.place, found, match) from None
