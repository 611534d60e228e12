"""Logs as JSON Lines: a header line, then a line for each event. The format is docs/format.md."""

from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any, NamedTuple

from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.words import Command
from dm_events.notation.checks import Table, check_event, check_header
from dm_events.notation.codec import Codec, codec_of, encode, name_of_field
from dm_events.notation.lines import Line, lines_of
from dm_events.notation.pins import of_edition, with_pinned
from dm_events.notation.plain import plain
from dm_events.notation.record import FORMAT, Envelope, Header
from dm_events.notation.trouble import BadLine, NotJson, Wrong, instead, listed, quoted


class Log(NamedTuple):
    """A log as far as it could be read; `trouble` says why not further."""

    header: Header[Any]
    events: list[Envelope[Command]]
    trouble: BadLine | None


def read(stream: IO[bytes], place: str, games: Mapping[str, Ruleset]) -> Log:
    """Read a log; `place` is what sentences call it.

    Raises BadLine where the header cannot be read; what is wrong further on is `trouble`.
    """
    lines = lines_of(stream, place)
    first = next(lines, None)
    if first is None:
        raise BadLine(place, 0, Wrong("", "the file is empty", "the first line is the header"))
    try:
        header, codec, table = head(plain(first.body), games)
    except Wrong as wrong:
        raise _placed(place, first, wrong) from None
    events: list[Envelope[Command]] = []
    try:
        for line in lines:
            events.append(_next_event(line, place, len(events) + 1, codec, table))
    except BadLine as trouble:
        return Log(header, events, trouble)
    return Log(header, events, None)


def head(value: Any, games: Mapping[str, Ruleset]) -> tuple[Header[Any], Codec, Table]:
    """Return the header that a plain value is, with what its events are read by. Raises Wrong."""
    if isinstance(value, dict) and "command" in value:
        raise Wrong("", "an event stands where the header should", "the first line is the header")
    _check_format(value)
    name = name_of_field(value, "game")
    game = games.get(name)
    if game is None:
        raise Wrong("game", f"there is no game {quoted(name)}", instead(name, games, listed(games)))
    game = of_edition(game, name_of_field(value, "edition"))
    header = codec_of(game).header(value)
    codec = codec_of(with_pinned(game, header.cards))
    return header, codec, check_header(header, codec)


def _check_format(value: object) -> None:
    """Refuse other versions of the format before anything else is made of the header."""
    if not isinstance(value, dict) or "format" not in value:
        raise Wrong("format", "the field is missing", "the first line of a log is its header")
    if value["format"] != FORMAT:
        found = f"this version reads format {FORMAT}, not {quoted(value['format'])}"
        raise Wrong("format", found, "use the dm-events that wrote it, or a newer one")


def _next_event(
    line: Line, place: str, number: int, codec: Codec, table: Table
) -> Envelope[Command]:
    try:
        event = codec.event(line.body)
        check_event(event, number, table)
    except Wrong as wrong:
        raise _placed(place, line, wrong) from None
    return event


def _placed(place: str, line: Line, wrong: Wrong) -> BadLine:
    if isinstance(wrong, NotJson) and not line.ended:
        found = f"the line is cut off after {len(line.body)} bytes"
        before = "the lines before it are whole; " if line.number > 1 else ""
        wrong = NotJson("", found, f"{before}copy the file again")
    return BadLine(place, line.number, wrong)


def write(header: Header[Any], events: Iterable[Envelope[Any]]) -> Iterator[bytes]:
    """Yield the canonical lines of a log, each with its LF."""
    yield encode(header) + b"\n"
    for event in events:
        yield encode(event) + b"\n"


def dumps(header: Header[Any], events: Iterable[Envelope[Any]]) -> bytes:
    """Return the bytes of a whole log."""
    return b"".join(write(header, events))
