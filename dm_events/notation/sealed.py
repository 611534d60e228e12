"""A whole match as one MessagePack value: small, quick to read. The form is in docs/format.md.

It has one spelling: what is read is written again and compared, so that nothing hides in it.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from typing import IO, Annotated, Any, Generic

import msgspec

from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.words import CardId, Command, Outcome
from dm_events.notation.checks import MOST, Table, check_event
from dm_events.notation.codec import encode, of_type
from dm_events.notation.jsonl import Log, head
from dm_events.notation.lines import LONGEST
from dm_events.notation.packed import Cut, begun, end_of
from dm_events.notation.plain import normal
from dm_events.notation.record import By, CommandT, Envelope, Header
from dm_events.notation.shape import convert
from dm_events.notation.trouble import BadLine, Wrong, quoted

FORM = "dm-events/sealed/1"
"""The first word of a sealed record: what it is, and the version of the form."""
FIRST = b"\x94"
"""The first byte of a sealed record; no text in UTF-8 begins so."""
LARGEST = 1 << 24
"""Bytes of a sealed record."""
AGAIN = "seal the match again from its log"

Stamp = Annotated[int, msgspec.Meta(ge=0)] | None


class Seal(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Who vouches for a record: an Ed25519 public key, and its signature (dm_events.notation.seal)."""

    key: Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
    signature: Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]


class _Whole(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The outermost array."""

    form: str
    header: msgspec.Raw
    events: msgspec.Raw
    seal: Seal | None


class _Event(msgspec.Struct, Generic[CommandT], frozen=True, array_like=True,
             forbid_unknown_fields=True, gc=False):  # fmt: skip
    """An event: its seq is its place, and digests are bytes (none: no bytes)."""

    by: By
    command: CommandT
    fingerprint: bytes
    link: bytes
    chance: tuple[Outcome, ...]
    reveals: dict[CardId, str]
    id: str
    entered_by: str
    at: Stamp


_pack = msgspec.msgpack.Encoder(order="sorted").encode
_json = msgspec.json.Encoder().encode
_whole = msgspec.msgpack.Decoder(_Whole).decode
_raws = msgspec.msgpack.Decoder(list[msgspec.Raw]).decode
_REFUSED = (msgspec.MsgspecError, RecursionError, OverflowError, UnicodeDecodeError)


class Sealed(msgspec.Struct, frozen=True):
    """What a sealed record holds."""

    log: Log
    seal: Seal | None = None


# Writing.


def dumps(header: Header[Any], events: Iterable[Envelope[Any]], seal: Seal | None = None) -> bytes:
    """Return the bytes of a sealed record."""
    facts = msgspec.json.decode(encode(header))
    return _pack([FORM, facts, [_facts(event) for event in events], seal])


def _facts(event: Envelope[Any]) -> list[Any]:
    told = msgspec.json.decode(encode(event))
    digests = (bytes.fromhex(told.get(name, "")) for name in ("fingerprint", "link"))
    rest = (told.get("chance", ()), told.get("reveals", {}), told.get("id", ""),
            told.get("entered_by", ""), told.get("at"))  # fmt: skip
    return [told["by"], told["command"], *digests, *rest]


# Reading.


def read(stream: IO[bytes], place: str, games: Mapping[str, Ruleset]) -> Sealed:
    """Read a sealed record; `place` is what sentences call it.

    Raises BadLine where not even the header can be read; what is wrong further on is `trouble`.
    """
    try:
        data = _bytes_of(stream)
        _check_form(data)
        whole = _cut_up(data)
        header, codec, table = head(_plain(whole.header), games)
        _check_spelling(header, whole.header)
    except Wrong as wrong:
        raise BadLine(place, 0, wrong) from None
    events: list[Envelope[Command]] = []
    decode = _decoder(codec.command_type)
    trouble = whole.trouble
    try:
        for raw in whole.events:
            events.append(_event(raw, decode, codec.event_type, len(events) + 1, table))
    except Wrong as wrong:
        trouble = wrong
    if trouble is None:
        return Sealed(Log(header, events, None), whole.seal)
    return Sealed(Log(header, events, BadLine(place, len(events) + 1, trouble, "event")))


def _bytes_of(stream: IO[bytes]) -> bytes:
    try:
        data = stream.read(LARGEST + 1)
    except OSError as wrong:
        found = f"the file cannot be read ({wrong.strerror or wrong})"
        raise Wrong("", found, "look whether it is all there") from None
    if len(data) > LARGEST:
        raise Wrong("", f"the record is longer than {LARGEST} bytes", "no match is that long")
    return data


def _check_form(data: bytes) -> None:
    """Refuse other files, and other versions of the form, before anything else is made of them."""
    start = FIRST + _pack(FORM)
    if data.startswith(start):
        return
    if start.startswith(data):
        raise Cut
    if not data.startswith(start[:-1]):
        raise Wrong(
            "", "this is neither a log nor a sealed record", "look whether it is the right file"
        )
    version = quoted(chr(data[len(start) - 1]))
    found = f"this version reads sealed records of version 1, not {version}"
    raise Wrong("", found, "use the dm-events that wrote it, or a newer one")


class _Parts(msgspec.Struct, frozen=True):
    """A record cut into its parts, as far as they are whole; `trouble` says why not further."""

    header: bytes
    events: list[bytes]
    seal: Seal | None = None
    trouble: Wrong | None = None


def _cut_up(data: bytes) -> _Parts:
    try:
        whole = _whole(data)
        _check_number(bytes(memoryview(whole.events)[:5]))
        events = [bytes(raw) for raw in _raws(whole.events)]
    except _REFUSED:
        return _cut_slowly(data)
    header = bytes(whole.header)
    _check_size(header, "the header")
    return _Parts(header, events, whole.seal)


def _cut_slowly(data: bytes) -> _Parts:
    """Cut up what the decoder refuses: the good part, and what is wrong after it."""
    at = len(FIRST + _pack(FORM))
    end = end_of(data, at)
    header = data[at:end]
    _check_size(header, "the header")
    events: list[bytes] = []
    try:
        _check_number(data[end : end + 5])
        at, number = begun(data, end)
        for _ in range(number):
            end = end_of(data, at)
            events.append(data[at:end])
            at = end
        more = len(data) - end_of(data, at)
    except Wrong as wrong:
        return _Parts(header, events, trouble=wrong)
    found = f"{more} bytes follow its end" if more else "the seal after the last event is none"
    return _Parts(header, events, trouble=Wrong("", found, AGAIN))


def _check_spelling(header: Header[Any], raw: bytes) -> None:
    if _pack(msgspec.json.decode(encode(header))) != raw:
        raise Wrong("", "the header is not written as this program writes it", AGAIN)


def _check_number(start: bytes) -> None:
    """Refuse what is no array, or has too many elements, before anything is made of it."""
    first = start[0] if start else 0
    if not (0x90 <= first < 0xA0 or first in (0xDC, 0xDD)):
        raise Wrong("", "the events are no array", AGAIN)
    if begun(start, 0)[1] > MOST:
        raise Wrong("", f"the record has more than {MOST} events", "no match is that long")


def _check_size(part: bytes, what: str) -> None:
    if len(part) > LONGEST:
        raise Wrong("", f"{what} is longer than {LONGEST} bytes", "shorten it")


def _plain(header: bytes) -> Any:
    """Return the header as a plain value, with the checks that a header line gets."""
    end_of(header, 0)
    try:
        value = msgspec.msgpack.decode(header)
    except _REFUSED as wrong:
        raise Wrong("", f"the header is no MessagePack ({wrong})", AGAIN) from None
    _check_keys(value)
    return normal(value)


def _check_keys(value: Any) -> None:
    """Refuse maps with other keys than texts, which JSON does not know."""
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise Wrong("", f"a field of the header is called {quoted(key)}", AGAIN)
        value = list(value.values())
    for one in value if isinstance(value, list) else ():
        _check_keys(one)


@cache
def _decoder(command_type: Any) -> Any:
    return msgspec.msgpack.Decoder(of_type(_Event, command_type)).decode


def _event(
    raw: bytes, decode: Any, event_type: Any, number: int, table: Table
) -> Envelope[Command]:
    _check_size(raw, "the event")
    try:
        found = decode(raw)
    except _REFUSED as wrong:
        raise _why(raw, event_type, wrong) from None
    if _pack(found) != raw:
        raise Wrong("", "the event is not written as this program writes it", AGAIN)
    text = _json(found)
    if not (text.isascii() or unicodedata.is_normalized("NFC", text.decode())):
        raise Wrong("", "a text of the event is not in Unicode NFC", AGAIN)
    if len(found.fingerprint) not in (0, 16) or len(found.link) not in (0, 32):
        raise Wrong("", "a fingerprint has 16 bytes and a link 32, or none", AGAIN)
    event: Envelope[Command] = Envelope(
        seq=number, by=found.by, command=found.command, id=found.id, entered_by=found.entered_by,
        at=found.at, chance=found.chance, reveals=found.reveals,
        fingerprint=found.fingerprint.hex(), link=found.link.hex(),
    )  # fmt: skip
    check_event(event, number, table)
    return event


def _why(raw: bytes, event_type: Any, wrong: Exception) -> Wrong:
    """Say what is wrong with an event that the decoder refuses, with the field if it has one."""
    try:
        end_of(raw, 0)
        by, command, _, _, chance, reveals, name, entered_by, at = msgspec.msgpack.decode(raw)
        told = {"by": by, "command": command, "chance": chance, "reveals": reveals, "id": name,
                "entered_by": entered_by, "at": at}  # fmt: skip
        convert({"seq": 1} | told, event_type)
    except Wrong as found:
        return found
    except (TypeError, ValueError, *_REFUSED):
        pass
    return Wrong("", f"the event cannot be read ({wrong})", AGAIN)
