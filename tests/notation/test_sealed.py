"""Sealed records: the same match in another form, one spelling, and a sentence for anything else.

Planted fault: leave out the comparison with what would be written, or the check for NFC.
"""

import io
import random
import re
import tracemalloc
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dm_events.kernel.commands import Note
from dm_events.notation import sealed
from dm_events.notation.checks import MOST
from dm_events.notation.links import linked
from dm_events.notation.record import Envelope
from dm_events.notation.sealed import FORM, LARGEST, Seal, Sealed, dumps
from dm_events.notation.tables import BadFile
from dm_events.notation.verify import verify
from dm_events.service.matches import GAMES

pack = msgspec.msgpack.encode
replace = msgspec.structs.replace
SEAL = Seal(bytes(32), bytes(64))


def read(data: bytes) -> Sealed:
    return sealed.read(io.BytesIO(data), "final.msgpack", GAMES)


def whole(duel: Any) -> bytes:
    return dumps(duel.header, duel.events)


def parts(duel: Any) -> list[Any]:
    found: list[Any] = msgspec.msgpack.decode(whole(duel))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_a_duel_is_the_same_in_both_forms(play, seed: int) -> None:
    duel = play(seed)
    data = whole(duel)
    found = read(data)
    assert found == Sealed((duel.header, duel.events, None))  # type: ignore[arg-type]
    assert dumps(found.log.header, found.log.events) == data
    assert len(data) < 0.6 * len(duel.data)


def test_the_limits_are_those_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "format.md").read_text(encoding="utf-8")
    assert LARGEST == 16 << 20
    assert "at most 16 MiB" in page
    assert f"`{FORM}`" in page
    assert f"0x{sealed.FIRST.hex()}" in page


def test_the_seal_comes_back(duel) -> None:
    assert read(dumps(duel.header, duel.events, SEAL)).seal == SEAL


def test_its_bytes_are_these(duel) -> None:
    """By hand from docs/format.md; the header's own bytes are those of its canonical JSON."""
    header = replace(duel.header, answers={}, cards={}, seats=())
    note = Envelope(
        seq=1, by="official", command=Note("é"), fingerprint="0f" * 16, link="a1" * 32, id="a",
        entered_by="p", at=5, chance=(1, ("0:1", "0:2")), reveals={"0:1": "D009-JU"},  # type: ignore[arg-type, dict-item]
    )  # fmt: skip
    bare = Envelope(seq=2, by=1, command=Note(""))
    facts = msgspec.json.decode(msgspec.json.encode(header))
    assert dumps(header, [note, bare]) == (
        b"\x94" + b"\xb2dm-events/sealed/1"
        + msgspec.msgpack.encode(facts, order="sorted")
        + b"\x92"
        + b"\x99" + b"\xa8official" + b"\x82\xa2do\xa4Note\xa4text\xa2\xc3\xa9"
        + b"\xc4\x10" + b"\x0f" * 16 + b"\xc4\x20" + b"\xa1" * 32
        + b"\x92\x01\x92\xa30:1\xa30:2" + b"\x81\xa30:1\xa7D009-JU" + b"\xa1a" + b"\xa1p" + b"\x05"
        + b"\x99" + b"\x01" + b"\x82\xa2do\xa4Note\xa4text\xa0"
        + b"\xc4\x00\xc4\x00\x90\x80\xa0\xa0\xc0"
        + b"\xc0"
    )  # fmt: skip


def test_a_text_that_is_not_in_nfc_is_written_in_nfc_and_not_read_otherwise(duel) -> None:
    note = Envelope(seq=1, by="official", command=Note("e\u0301"))
    data = dumps(duel.header, [note])
    assert read(data).log.events[0].command == Note("\u00e9")
    wrong = data.replace(b"\xa2\xc3\xa9", b"\xa3e\xcc\x81")
    assert "event 1: a text of the event is not in Unicode NFC" in str(read(wrong).log.trouble)


WRONG: dict[str, tuple[Any, str]] = {
    "not an array": (lambda _: {"by": 1}, "event 3: the event cannot be read"),
    "too short": (lambda event: event[:-1], "event 3: the event cannot be read"),
    "too long": (lambda event: [*event, 1], "event 3: the event cannot be read"),
    "actor": (lambda event: ["judge", *event[1:]], "event 3, by: 'judge' does not fit; write a seat"),
    "command": (lambda event: [0, {"do": "Sumon"}, *event[2:]],
                "event 3, command.do: there is no 'Sumon'; did you mean Summon?"),
    "field": (lambda event: [0, {"do": "Pass", "x": 1}, *event[2:]], "event 3, command.x: there is no such field"),
    "float": (lambda event: [*event[:8], 1.5], "event 3, at: expected `int | null`, got `float`"),
    "below 0": (lambda event: [*event[:8], -1], "event 3, at: expected `int` >= 0"),
    "bytes": (lambda event: [0, {"do": b"Pass"}, *event[2:]], "event 3, command"),
    "link": (lambda event: [*event[:3], b"abc", *event[4:]], "event 3: a fingerprint has 16 bytes and a link 32"),
    "unknown card": (lambda event: [*event[:5], {"0:1": "D9"}, *event[6:]], "event 3, reveals.0:1: dino-master has no card 'D9'"),
    "deep": (lambda event: [*event[:4], deep(40), *event[5:]], "event 3: arrays and maps lie more than 32 deep"),
}  # fmt: skip


def deep(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_event_is_named_and_those_before_it_are_read(duel, name: str) -> None:
    change, sentence = WRONG[name]
    form, header, events, seal = parts(duel)
    events[2] = change(events[2])
    log = read(msgspec.msgpack.encode([form, header, events, seal], order="sorted")).log
    assert log[:2] == (duel.header, duel.events[:2])
    assert str(log.trouble).startswith(f"final.msgpack, {sentence}")


SPELLINGS = {
    "a number": (b"\x99\x00\x82\xa2do", b"\x99\xcc\x00\x82\xa2do"),
    "a key twice": (b"\x82\xa2do\xaaEnterPhase", b"\x83\xa2do\xa4Pass\xa2do\xaaEnterPhase"),
    "a default": (b"\x81\xa2do\xa5Start", b"\x82\xa2do\xa5Start\xa2do\xa5Start"),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_another_spelling_is_refused(duel, name: str) -> None:
    old, new = SPELLINGS[name]
    data = whole(duel)
    assert old in data
    trouble = str(read(data.replace(old, new, 1)).log.trouble)
    assert re.search(r"event \d+: the event (is not written as|cannot be read \()", trouble)


HEADS = {
    "another file": (b"\x94abc", "this is neither a log nor a sealed record"),
    "another version": (b"\x94\xb2dm-events/sealed/2", "this version reads sealed records of version 1, not '2'"),
    "nothing after the form": (b"\x94" + pack(FORM), "the record is cut off here; copy the file again"),
    "half the form": (b"\x94\xb2dm-ev", "the record is cut off here"),
    "no header": (b"\x94" + pack(FORM) + b"\x01\x90\xc0", "format: the field is missing"),
    "deep header": (b"\x94" + pack(FORM) + b"\x91" * 50 + b"\x01\x90\xc0", "lie more than 32 deep"),
    "very deep": (b"\x94" + pack(FORM) + b"\x91" * 100_000, "lie more than 32 deep"),
    "an extension": (b"\x94" + pack(FORM) + b"\x81\xa1a\xd4\x01\x01\x90\xc0", "begins with byte 0xd4"),
    "unhashable key": (b"\x94" + pack(FORM) + b"\x81\x80\x01\x90\xc0", "the header is no MessagePack"),
    "odd key": (b"\x94" + pack(FORM) + b"\x81\x01\x01\x90\xc0", "a field of the header is called 1"),
    "huge string": (b"\x94" + pack(FORM) + b"\xdb\xff\xff\xff\xff", "the record is cut off here"),
}  # fmt: skip


@pytest.mark.parametrize("name", HEADS)
def test_a_wrong_head(name: str) -> None:
    data, sentence = HEADS[name]
    with pytest.raises(BadFile) as found:
        read(data)
    assert str(found.value).startswith("final.msgpack")
    assert sentence in str(found.value)


def test_the_header_gets_the_checks_of_a_log(duel) -> None:
    for field, value, sentence in (
        ("game", "chess", "game: there is no game 'chess'"),
        ("edition", "1999", "edition: dino-master has no edition '1999'"),
        ("format", 2, "format: this version reads format 1, not 2"),
        ("answers", {"C01": "maybe"}, "answers.C01: 'maybe' is no answer"),
    ):
        form, header, events, seal = parts(duel)
        with pytest.raises(BadFile, match=sentence):
            read(msgspec.msgpack.encode([form, header | {field: value}, events, seal]))
    form, header, events, seal = parts(duel)
    backwards = dict(reversed(header.items()))
    with pytest.raises(BadFile, match="the header is not written as this program writes it"):
        read(pack([form, backwards, events, seal]))


def test_after_the_events_comes_a_seal_or_nothing(duel) -> None:
    form, header, events, _ = parts(duel)
    for seal in (1, [bytes(31), bytes(64)], [bytes(32), bytes(64), 1]):
        log = read(msgspec.msgpack.encode([form, header, events, seal], order="sorted")).log
        assert "the seal after the last event is none" in str(log.trouble)
    assert "3 bytes follow its end" in str(read(whole(duel) + b"abc").log.trouble)


def test_a_cut_record_gives_its_whole_events(duel) -> None:
    data = whole(duel)
    start = data.index(b"\xa5Start")
    for cut in range(start + 200, len(data), 397):
        log = read(data[:cut]).log
        number = len(log.events)
        assert log.events == duel.events[:number]
        assert str(log.trouble) == (
            f"final.msgpack, event {number + 1}: the record is cut off here; copy the file again."
        )
    assert str(read(data[:-1]).log.trouble).startswith(
        f"final.msgpack, event {len(duel.events) + 1}:"
    )


@pytest.mark.slow
def test_a_flipped_bit_is_found(play, game) -> None:
    """Read, then verified: nothing of a record can be another unseen."""
    duel = play(11)
    data = whole(duel)
    chance = random.Random(8)
    places = {8 * 25, 8 * len(data) - 9, *(chance.randrange(8 * len(data)) for _ in range(250))}
    for place in places:
        flipped = bytearray(data)
        flipped[place // 8] ^= 1 << place % 8
        try:
            found = read(bytes(flipped))
        except BadFile:
            continue
        if found.log.trouble is None:
            assert verify(found.log, game).doubts, place


def test_what_is_claimed_costs_no_memory(duel) -> None:
    start = b"\x94" + pack(FORM) + msgspec.msgpack.encode(parts(duel)[1], order="sorted")
    huge = (1 << 32) - 1
    for body in (
        b"\xdd" + huge.to_bytes(4), b"\xdd\x00\x01\x00\x00", b"\x91\x99\x00\xdf" + huge.to_bytes(4),
        b"\x91\x99\x00\x81\xa2do\xa4Pass\xc4\x00\xc4\x00\xdd" + huge.to_bytes(4),
        b"\xdd" + (MOST + 1).to_bytes(4) + b"\xc0" * (MOST + 1),
    ):  # fmt: skip
        tracemalloc.start()
        log = read(start + body).log
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert log.events == []
        assert log.trouble is not None
        assert most < 3_000_000


def test_a_record_over_the_limit_is_not_read_to_its_end() -> None:
    class Endless(io.RawIOBase):
        given = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            buffer[:] = b"\x94" * len(buffer)
            self.given += len(buffer)
            return len(buffer)

    raw = Endless()
    with pytest.raises(BadFile, match=f"the record is longer than {LARGEST} bytes"):
        sealed.read(io.BufferedReader(raw), "final.msgpack", GAMES)
    assert raw.given < 2 * LARGEST


def test_a_failing_disk_is_a_sentence() -> None:
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError(5, "Input/output error")

    with pytest.raises(BadFile, match=r"cannot be read \(Input/output error\)"):
        sealed.read(Failing(), "disk.msgpack", GAMES)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_record_is_a_record_or_a_sentence(duel, data) -> None:
    some = bytearray(dumps(duel.header, duel.events[:5]))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(some) - 1))
        some[at : at + data.draw(st.integers(0, 6))] = data.draw(st.binary(max_size=5))
    try:
        found = read(bytes(some))
    except BadFile as wrong:
        assert str(wrong).startswith("final.msgpack")  # noqa: PT017
        return
    if found.log.trouble is None:
        assert dumps(*found.log[:2], found.seal) == bytes(some)
    else:
        assert str(found.log.trouble).startswith("final.msgpack, event ")


def test_a_log_without_links_stays_without(duel) -> None:
    events = [replace(event, link="", fingerprint="") for event in duel.events]
    assert read(dumps(duel.header, events)).log.events == events
    torn = [replace(event, link="ab" * 32) for event in linked(duel.header, events)]
    assert read(dumps(duel.header, torn)).log.events == torn
