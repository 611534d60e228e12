"""Header, events and commands of a game as canonical JSON lines, and back.

The canonical line has its fields sorted, its strings in NFC and its defaults left out; it is UTF-8
without blanks. A line that a decoder reads and that is canonical hides nothing (no key stands
twice in it), so that only other lines need the slow and suspicious way.
"""

import unicodedata
from functools import cache, reduce
from operator import getitem, or_
from typing import Any

import msgspec

from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.words import Command
from dm_events.notation.plain import normal, plain
from dm_events.notation.record import Envelope, Header
from dm_events.notation.shape import convert
from dm_events.notation.trouble import Wrong, quoted

_encode = msgspec.json.Encoder(order="sorted").encode
_fit_in_64_bits = msgspec.msgpack.Encoder().encode  # which refuses other numbers


def encode(value: object) -> bytes:
    """Return the canonical line of a header, an event or any other part, without its LF.

    Raises Wrong for text that UTF-8 cannot hold.
    """
    try:
        line = _encode(value)
    except UnicodeEncodeError as wrong:
        found = f"{quoted(wrong.object)} holds half a surrogate pair"
        raise Wrong("", found, "write the character itself") from None
    if line.isascii() or unicodedata.is_normalized("NFC", line.decode()):
        return line
    return _encode(normal(msgspec.json.decode(line)))


def body_of(event: Envelope[Any]) -> bytes:
    """Return what the link of an event is taken over: its canonical line without the link."""
    return encode(msgspec.structs.replace(event, link="") if event.link else event)


class Codec:
    """The types of one game's lines. Everything raises Wrong with the field."""

    def __init__(self, game: Ruleset) -> None:
        """Take the commands and openings of `game`."""
        self.game = game
        self.command_type: Any = reduce(or_, game.commands)
        self.event_type = of_type(Envelope, self.command_type)
        self.header_type = of_type(Header, game.opening_type)
        self.card_hash = cache(game.card_hash)
        self._decode_event = msgspec.json.Decoder(self.event_type).decode

    def header(self, value: Any) -> Header[Any]:
        """Return the header that a plain value is."""
        header: Header[Any] = convert(value, self.header_type)
        return header

    def event(self, line: bytes) -> Envelope[Command]:
        """Return the event of a line."""
        try:
            event: Envelope[Command] = self._decode_event(line)
            _fit_in_64_bits(event)
            if encode(event) == line:
                return event
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, OverflowError):
            pass  # the slow way says what is wrong
        return self._suspect(line)

    def _suspect(self, line: bytes) -> Envelope[Command]:
        event: Envelope[Command] = convert(plain(line), self.event_type)
        return event

    def command(self, text: bytes) -> Command:
        """Return the command of a JSON text, as it stands in an event."""
        command: Command = convert(plain(text), self.command_type)
        return command


def of_type(kind: Any, what: Any) -> Any:
    """Return a generic type of what is known only when the program runs."""
    return getitem(kind, what)


@cache
def codec_of(game: Ruleset) -> Codec:
    """Return the codec of a game, made once."""
    return Codec(game)


def name_of_field(value: object, field: str) -> str:
    """Return a field of a plain object as text. Raises Wrong where it is missing or no text."""
    found = value.get(field) if isinstance(value, dict) else None
    if not isinstance(found, str):
        raise Wrong(
            field, "the field is missing or no text", "docs/format.md says what belongs there"
        )
    return found
