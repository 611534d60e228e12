"""Law: a record reads back to what was written, and writes back to the same bytes.

Planted fault: let `encode` leave NFC out, or the header's `answers` fall back to the defaults
before writing.
"""

import io
import random
import unicodedata
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from dm_events.kernel.commands import Note
from dm_events.notation import jsonl
from dm_events.notation.codec import codec_of, encode
from dm_events.notation.plain import normal
from dm_events.notation.record import Branch, Envelope, Header, Seat, envelope_of
from dm_events.service.catalogue import game as game_of
from dm_events.service.matches import GAMES

GAME = game_of("dino-master")
CODEC = codec_of(GAME)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.text(
    'ae\u0301\u0323\u1100\u1161가ำ\n"\\\u0000\u2028', max_size=8
)
INTS = st.integers(-(1 << 63), (1 << 64) - 1)
HEX = "0123456789abcdef"


def values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Any value of a type of the commands."""
    if isinstance(kind, inspect.UnionType):
        return st.one_of(*(values(one) for one in kind.types))
    if isinstance(kind, inspect.StructType):
        fields = {field.name: values(field.type) for field in kind.fields}
        return st.fixed_dictionaries(fields).map(lambda found: kind.cls(**found))
    if isinstance(kind, inspect.VarTupleType):
        return st.lists(values(kind.item_type), max_size=3).map(tuple)
    if isinstance(kind, inspect.LiteralType):
        return st.sampled_from(kind.values)
    simple = {inspect.StrType: TEXT, inspect.IntType: INTS, inspect.NoneType: st.none(),
              inspect.BoolType: st.booleans()}  # fmt: skip
    return simple[type(kind)]


COMMANDS = values(inspect.type_info(CODEC.command_type)).filter(
    lambda command: type(command).__name__ != "GiveRuling"
)
OPENING = GAME.position({})
CARDS = st.sampled_from(GAME.open(OPENING).layout.cards)
BY = (
    st.integers(0, 3)
    | st.sampled_from(["service", "official"])
    | TEXT.map(lambda role: "official:" + "".join(role.split("\n")) + "x")
)
PRINT = st.just("") | st.text(HEX, min_size=32, max_size=32)
DIGEST = st.just("") | st.text(HEX, min_size=64, max_size=64)
EVENTS = st.builds(
    Envelope,
    seq=st.just(1), by=BY, command=COMMANDS, id=TEXT, entered_by=TEXT,
    at=st.none() | st.integers(0, (1 << 63) - 1),
    chance=st.lists(st.integers(0, 60) | st.lists(CARDS).map(tuple), max_size=3).map(tuple),
    reveals=st.dictionaries(CARDS, st.sampled_from(sorted(GAME.catalogue)), max_size=3),
    fingerprint=PRINT, link=DIGEST,
)  # fmt: skip
PIN = st.sampled_from(sorted(GAME.catalogue))
ANSWERS = st.fixed_dictionaries(
    {}, optional={one.id: st.sampled_from(one.answers) for one in GAME.questions.values()}
)
HEADERS = st.builds(
    Header,
    format=st.just(1), game=st.just(GAME.name), edition=st.just(GAME.edition),
    source=st.sampled_from(["paper", "digital"]),
    treatment=st.sampled_from(["strict", "as-played", "counterfactual"]),
    opening=st.just(OPENING), match=TEXT, interpretation=TEXT, answers=ANSWERS,
    cards=st.lists(PIN).map(lambda ids: {card: GAME.card_hash(card) for card in ids}),
    seats=st.just(()) | st.tuples(*[st.builds(Seat, person=TEXT, deck=TEXT)] * 2),
    seed=TEXT, commitment=DIGEST, event=TEXT, round=st.none() | INTS, table=TEXT,
    branch_of=st.none() | st.builds(Branch, match=TEXT, seq=st.integers(0, 999), head=DIGEST),
    engine=TEXT,
)  # fmt: skip


def in_nfc(value: Any, kind: Any) -> Any:
    return msgspec.convert(normal(msgspec.json.decode(msgspec.json.encode(value))), kind)


@settings(max_examples=300, deadline=None)
@given(EVENTS)
def test_an_event_reads_back(event: Envelope[Any]) -> None:
    line = encode(event)
    found = CODEC.event(line)
    assert found == in_nfc(event, CODEC.event_type)
    assert encode(found) == line
    assert b"\n" not in line
    assert unicodedata.normalize("NFC", found.id) == found.id


@settings(max_examples=100, deadline=None)
@given(HEADERS, st.lists(EVENTS, max_size=4))
def test_a_log_reads_back(header: Header[Any], events: list[Envelope[Any]]) -> None:
    numbered = [msgspec.structs.replace(event, seq=n) for n, event in enumerate(events, 1)]
    data = jsonl.dumps(header, numbered)
    found = jsonl.read(io.BytesIO(data), "any", GAMES)
    assert found.trouble is None
    assert found.events == [in_nfc(event, CODEC.event_type) for event in numbered]
    assert found.header == in_nfc(header, CODEC.header_type)
    assert jsonl.dumps(found.header, found.events) == data


@pytest.mark.parametrize("seed", range(12))
def test_a_duel_reads_back(play, read, seed) -> None:
    duel = play(seed)
    found = read(duel.data)
    assert found == (duel.header, duel.events, None)
    assert jsonl.dumps(found.header, found.events) == duel.data
    folded = [envelope_of(event.to_event(), event.fingerprint) for event in found.events]
    assert [one.to_event() for one in folded] == [step.event for step in again(duel).steps]


def again(duel: Any) -> Any:
    game = GAME
    fold = type(duel.fold)(game, game.open(duel.header.opening), game.defaults)
    return fold.extend(event.to_event() for event in duel.events)


@pytest.mark.slow
def test_ten_thousand_logs_read_back(play, read) -> None:
    duels = [play(seed) for seed in range(12)]
    chance = random.Random(2)
    for number in range(10_000):
        duel = chance.choice(duels)
        start = chance.randrange(len(duel.events))
        some = duel.events[start : start + 1 + chance.randrange(4)]
        header = msgspec.structs.replace(duel.header, match=f"log-{number}", round=number)
        events = [
            msgspec.structs.replace(event, seq=n, at=chance.randrange(1 << 41), id=f"{number}/{n}")
            for n, event in enumerate(some, 1)
        ]
        data = jsonl.dumps(header, events)
        found = read(data)
        assert found == (header, events, None)
        assert jsonl.dumps(found.header, found.events) == data


def test_sorted_fields_nfc_and_no_defaults() -> None:
    event = Envelope(seq=1, by=0, command=Note("กำ cafe\u0301"), entered_by="\u1100\u1161")
    line = '{"by":0,"command":{"do":"Note","text":"กำ café"},"entered_by":"\uac00","seq":1}'
    assert encode(event) == line.encode()
    assert encode(CODEC.event(line.replace("é", "e\u0301").encode())) == line.encode()


def test_a_line_break_before_a_mark_stays_a_line_break() -> None:
    """In JSON text the mark would join the n of the escape."""
    event = Envelope(seq=1, by=0, command=CODEC.command(b'{"do":"Note","text":"a"}'), id="\n\u0303")
    assert (
        encode(event)
        == '{"by":0,"command":{"do":"Note","text":"a"},"id":"\\n\u0303","seq":1}'.encode()
    )
    assert CODEC.event(encode(event)) == event


@pytest.mark.parametrize(
    "line",
    [
        b'{ "seq": 1, "by": 0, "command": {"do": "Pass"} }',
        b'{"command":{"do":"Pass"},"seq":1,"by":0}',
        b'{"by":0,"command":{"do":"Pass"},"seq":1,"chance":[],"link":""}',
        b'{"by":0,"command":{"do":"\\u0050ass"},"seq":1}',
    ],
    ids=["blanks", "order", "defaults", "escapes"],
)
def test_other_ways_to_write_a_line_are_read_and_become_canonical(line: bytes) -> None:
    assert encode(CODEC.event(line)) == b'{"by":0,"command":{"do":"Pass"},"seq":1}'
