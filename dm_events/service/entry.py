"""What is handed in to be recorded: a new match, a command; made what will be read again."""

import time
from typing import Any

import msgspec

from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.words import CardId, Command, Outcome
from dm_events.notation.checks import Table, check_event, check_header
from dm_events.notation.codec import codec_of, encode
from dm_events.notation.lines import LONGEST
from dm_events.notation.plain import plain
from dm_events.notation.record import Envelope, Header, Seat, Source
from dm_events.notation.trouble import BadLine, Wrong
from dm_events.service.matches import Match


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What a new match is: its id (made up if left out), who sits where, and where it is played.

    On paper what happened, happened: it is recorded as played, and chance is what the table saw.
    """

    match: str = ""
    source: Source = "digital"
    seats: tuple[Seat, ...] = ()
    event: str = ""
    round: int | None = None
    table: str = ""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A command to be recorded, with what only the sender knows: fields as in the envelope.

    Chance is given on paper only. Without `at` the service's clock is taken.
    """

    by: int | str
    command: Command
    id: str = ""
    entered_by: str = ""
    at: int | None = None
    chance: tuple[Outcome, ...] = ()
    reveals: dict[CardId, str] = {}


def read_back(header: Header[Any], game: Ruleset) -> Header[Any]:
    """Return a header in the form in which it will be read. Raises BadLine if it cannot be."""
    try:
        codec = codec_of(game)
        found = codec.header(plain(encode(header)))
        check_header(found, codec)
    except Wrong as wrong:
        raise BadLine("the new match", 0, wrong) from None
    return found


def as_event(found: Match, entry: Entry) -> Envelope[Command]:
    """Return an entry as the next event, in the form in which it will be read. Raises BadLine."""
    event = Envelope(
        seq=len(found.events) + 1,
        by=entry.by,
        command=entry.command,
        id=entry.id,
        entered_by=entry.entered_by,
        at=time.time_ns() // 1_000_000 if entry.at is None else entry.at,
        chance=entry.chance,
        reveals=entry.reveals,
    )
    try:
        line = encode(event)
        _check_length(line)
        event = codec_of(found.game).event(line)
        check_event(event, event.seq, Table(found.game, found.header.opening))
    except Wrong as wrong:
        raise BadLine("the command", 0, wrong) from None
    return event


def _check_length(line: bytes) -> None:
    """There must be room for what the service adds: chance, fingerprint, link."""
    if len(line) > LONGEST // 2:
        raise Wrong("", f"it is longer than {LONGEST // 2} bytes", "shorten it")
