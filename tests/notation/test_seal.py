"""Seals and links: flip any bit, drop any event, cut the tail: found, and the event is named.

Planted fault: leave the seq out of what is signed, or take the links of the record unchecked.
"""

import random
import sys
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from dm_events.notation import jsonl, seal
from dm_events.notation.links import linked
from dm_events.notation.sealed import Seal
from dm_events.notation.tables import BadFile
from dm_events.service.matches import match_of, verify

replace = msgspec.structs.replace


@pytest.fixture(scope="module")
def duel(play: Any) -> Any:
    """A short one: it is verified over and over."""
    return play(11)


PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))
KEY = PRIVATE.public_key().public_bytes_raw()


def sealed(duel: Any) -> Seal:
    return seal.sign(PRIVATE, duel.header, duel.events)


def doubts(log: jsonl.Log, its: Seal | None, key: bytes | None = KEY) -> list[tuple[str, int]]:
    found = verify(match_of(log, "duel", its), key=key)
    return [(one.code, one.seq) for one in found.doubts]


def log_of(duel: Any, events: list[Any], **header: Any) -> jsonl.Log:
    return jsonl.Log(replace(duel.header, **header), events, None)


def test_what_is_signed_is_the_receipt(duel) -> None:
    """Any program with the public key can check it: four lines, and the signature of them."""
    last = duel.events[-1]
    signed = f"dm-events/seal/1\n{duel.header.match}\n{last.seq}\n{last.link}\n".encode()
    assert seal.statement(duel.header, duel.events) == signed
    PRIVATE.public_key().verify(sealed(duel).signature, signed)


def test_a_sealed_duel_holds_with_the_public_key_alone(duel) -> None:
    found = verify(match_of(log_of(duel, duel.events), "duel", sealed(duel)), key=KEY)
    assert (found.doubts, found.unchecked) == ((), ())
    found = verify(match_of(log_of(duel, duel.events), "duel", sealed(duel)))
    assert found.doubts == ()
    assert [gap.code for gap in found.unchecked] == ["tail", "key"]


def test_another_key_another_match_and_no_seal(duel) -> None:
    whole, last = log_of(duel, duel.events), len(duel.events)
    assert doubts(whole, seal.sign(OTHER, duel.header, duel.events)) == [("seal/other-key", last)]
    forged = Seal(KEY, seal.sign(OTHER, duel.header, duel.events).signature)
    assert doubts(whole, forged) == [("seal/broken", last)]
    assert doubts(whole, None) == [("seal/missing", last)]
    header = replace(duel.header, match="other")
    again = jsonl.Log(header, list(linked(header, duel.events)), None)
    assert doubts(again, sealed(duel)) == [("seal/broken", last)]


@pytest.mark.parametrize("left", [0, 1, 20, -2, -1])
def test_a_cut_tail_is_found_also_when_it_was_one_event(duel, left: int) -> None:
    rest = duel.events[:left]
    assert doubts(log_of(duel, rest), sealed(duel)) == [("seal/broken", len(rest))]


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_any_dropped_event_is_named(duel, data) -> None:
    number = len(duel.events)
    at = data.draw(st.sampled_from([1, 2, number - 1, number]) | st.integers(1, number))
    rest = duel.events[: at - 1] + duel.events[at:]
    anew = [replace(event, seq=seq) for seq, event in enumerate(rest, 1)]
    found = doubts(log_of(duel, anew), sealed(duel))
    assert ("link/torn", at) in found or at == number
    assert ("seal/broken", number - 1) in found or at < number
    linked_anew = list(linked(duel.header, anew))
    assert ("seal/broken", number - 1) in doubts(log_of(duel, linked_anew), sealed(duel))


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_any_flipped_bit_names_its_event_or_the_next(duel, read, data) -> None:
    """In header, first, last or any event: the line itself, or the link that is taken over it."""
    lines = duel.lines
    ends = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines) + 1)]
    last = len(lines) - 1
    number = data.draw(st.sampled_from([0, 1, last]) | st.integers(0, last))
    at = data.draw(st.integers(ends[number], ends[number + 1] - 1))
    flipped = bytearray(duel.data)
    flipped[at] ^= 1 << data.draw(st.integers(0, 7))
    try:
        log = read(bytes(flipped))
    except BadFile:
        assert number == 0
        return
    if jsonl.dumps(*log[:2]) == duel.data:
        return  # another way to write the same line
    found = doubts(log, sealed(duel))
    assert found
    assert min(seq for code, seq in found if not code.startswith("seal/")) in (number, number + 1)


@pytest.mark.slow
def test_each_dropped_event_and_each_cut_tail_is_found(duel) -> None:
    its, number = sealed(duel), len(duel.events)
    for at in range(1, number + 1):
        rest = duel.events[: at - 1] + duel.events[at:]
        anew = [replace(event, seq=seq) for seq, event in enumerate(rest, 1)]
        assert doubts(log_of(duel, anew), its)[0] in (
            ("link/torn", at),
            ("seal/broken", number - 1),
        )
        assert ("seal/broken", at - 1) in doubts(log_of(duel, duel.events[: at - 1]), its)


@pytest.mark.slow
def test_a_flipped_bit_in_every_seventh_byte_is_found(duel, read) -> None:
    its, chance = sealed(duel), random.Random(4)
    for at in range(0, len(duel.data), 7):
        flipped = bytearray(duel.data)
        flipped[at] ^= 1 << chance.randrange(8)
        with suppress(BadFile):
            log = read(bytes(flipped))
            if jsonl.dumps(*log[:2]) != duel.data:
                number = duel.data[:at].count(b"\n")
                found = [seq for code, seq in doubts(log, its) if not code.startswith("seal/")]
                assert min(found) in (number, number + 1)


def test_without_the_package_it_is_said(duel, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("cryptography")]:
        monkeypatch.setitem(sys.modules, name, None)
    its = Seal(KEY, bytes(64))
    found = verify(match_of(log_of(duel, duel.events), "duel", its))
    assert found.doubts == ()
    assert [gap.code for gap in found.unchecked] == ["tail", "seal"]
    with pytest.raises(seal.NoSigning, match=r"cryptography is missing; install dm-events\[sign\]"):
        seal.holds(its, duel.header, duel.events)
