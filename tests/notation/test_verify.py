"""Links and fingerprints: whatever is changed in a record is found, and where.

Planted fault: leave `chance` out of what the link is taken over, or compare fingerprints of the
whole fold only at its end.
"""

import hashlib
import random
from typing import Any

import msgspec
import pytest

from dm_events.kernel.chance import Stream
from dm_events.kernel.commands import Note, Rewind
from dm_events.notation import jsonl
from dm_events.notation.codec import body_of, encode
from dm_events.notation.links import first_link, head_of, linked, torn
from dm_events.notation.record import Envelope
from dm_events.notation.tables import BadFile
from dm_events.notation.verify import verify
from dm_events.store import link

replace = msgspec.structs.replace


def codes(log: jsonl.Log, game: Any, **more: Any) -> list[tuple[str, int]]:
    return [(doubt.code, doubt.seq) for doubt in verify(log, game, **more).doubts]


def log_of(duel: Any, events: list[Envelope[Any]] | None = None, **header: Any) -> jsonl.Log:
    changed = replace(duel.header, **header)
    return jsonl.Log(changed, duel.events if events is None else events, None)


def test_a_link_is_taken_over_the_link_before_and_the_line_without_its_link(duel) -> None:
    lines = duel.lines
    previous = hashlib.sha256(b"\n" + lines[0]).hexdigest()
    for line in lines[1:4]:
        tail = line.split(b'"link":"')[1][:64].decode()
        body = line.replace(b'"link":"' + tail.encode() + b'",', b"")
        previous = hashlib.sha256(previous.encode() + b"\n" + body).hexdigest()
        assert tail == previous


@pytest.mark.parametrize("seed", range(8))
def test_a_whole_duel_has_no_doubts(play, game, seed: int) -> None:
    duel = play(seed)
    found = verify(log_of(duel), game)
    assert (found.events, found.head, found.doubts) == (len(duel.events), duel.events[-1].link, ())
    assert [gap.code for gap in found.unchecked] == ["tail"]
    receipt = (len(duel.events), duel.events[-1].link)
    assert verify(log_of(duel), game, receipt=receipt).unchecked == ()


def test_every_flipped_bit_is_found(play, read, game) -> None:
    duel = play(3)
    whole = duel.data
    chance = random.Random(5)
    for _ in range(400):
        at = chance.randrange(len(whole))
        flipped = bytearray(whole)
        flipped[at] ^= 1 << chance.randrange(8)
        try:
            log = read(bytes(flipped))
        except BadFile:
            continue
        line = whole[:at].count(b"\n")
        if bytes(flipped) == jsonl.dumps(log.header, log.events) or log.trouble is not None:
            seqs = [*torn(log.header, log.events)]
            seqs += [] if log.trouble is None else [len(log.events) + 1]
            assert seqs, (at, whole[at], flipped[at])
            assert min(seqs) in (line, line + 1)
        else:  # another way to write the same line
            assert jsonl.dumps(log.header, log.events) == whole


def test_a_dropped_event_is_found_also_when_the_rest_is_numbered_anew(duel, game) -> None:
    for at in (0, 10, len(duel.events) - 2):
        rest = duel.events[:at] + duel.events[at + 1 :]
        anew = [replace(event, seq=n) for n, event in enumerate(rest, 1)]
        assert ("link/torn", at + 1) in codes(log_of(duel, anew), game)


def test_a_cut_tail_shows_against_the_receipt_only(duel, game) -> None:
    cut = log_of(duel, duel.events[:-3])
    last = duel.events[-1]
    assert codes(cut, game) == []
    assert codes(cut, game, receipt=(last.seq, last.link)) == [("head/missing", last.seq - 3)]
    other = log_of(duel, duel.events, match="other")
    again = jsonl.Log(other.header, list(linked(*other[:2])), None)
    assert codes(again, game) == []
    assert codes(again, game, receipt=(last.seq, last.link)) == [("head/differs", last.seq)]


def test_a_changed_event_with_new_links_is_found_by_the_board(duel, game) -> None:
    at = next(n for n, event in enumerate(duel.events) if event.chance)
    outcome = duel.events[at].chance
    cards = list(outcome[1])
    cards[0], cards[1] = cards[1], cards[0]
    changed = replace(duel.events[at], chance=(outcome[0], tuple(cards), *outcome[2:]))
    events = [*duel.events[:at], changed, *duel.events[at + 1 :]]
    log = log_of(duel, list(linked(duel.header, events)))
    found = codes(log, game)
    assert found[0] == ("fingerprint/differs", at + 1)


def test_a_changed_fingerprint_is_named(duel, game) -> None:
    at = 20
    events = list(duel.events)
    events[at] = replace(events[at], fingerprint="0" * 32)
    log = log_of(duel, list(linked(duel.header, events)))
    assert codes(log, game) == [("fingerprint/differs", at + 1)]
    (doubt,) = verify(log, game).doubts
    assert str(doubt) == (
        f"after event 21 the board is another than recorded ({'0' * 32} recorded, "
        f"{duel.events[at].fingerprint} folded)"
    )


def test_the_recorded_answers_are_what_fingerprints_are_for(duel, game) -> None:
    log = log_of(duel, answers=game.defaults | {"C01": "yes"})
    found = codes(log, game)
    assert ("link/torn", 1) in found
    assert any(code in ("fingerprint/differs", "fold/stops") for code, _ in found)


def test_chance_that_nothing_asked_for(duel, game) -> None:
    events = list(duel.events)
    events[0] = replace(events[0], chance=(*events[0].chance, 1))
    assert ("chance/left-over", 1) in codes(log_of(duel, events), game)


def test_a_fold_that_stops(duel, game) -> None:
    events = list(duel.events)
    events[0] = replace(events[0], chance=())
    log = log_of(duel, list(linked(duel.header, events)))
    assert codes(log, game) == [("fold/stops", 1)]
    assert str(verify(log, game).doubts[0]) == "the fold stops at event 1: chance/not-recorded"


def test_a_broken_log_is_verified_as_far_as_it_goes(duel, read, game) -> None:
    log = read(duel.data[:-40])
    found = verify(log, game)
    assert [(one.code, one.seq) for one in found.doubts] == [("log/broken", len(duel.events))]
    assert "cut off" in str(found.doubts[0])
    assert found.events == len(duel.events) - 1


def test_what_is_left_out_is_named(duel, read, game) -> None:
    events = [replace(event, link="", fingerprint="") for event in duel.events]
    header = replace(duel.header, cards={}, answers={"C01": "no"}, commitment="0" * 64)
    found = verify(jsonl.Log(header, events, None), game)
    assert found.doubts == ()
    said = [str(gap) for gap in found.unchecked]
    number = len(events)
    assert said[:2] == [f"{number} events have no link", f"{number} events have no fingerprint"]
    assert said[2].endswith(" cards are not pinned")
    assert said[3] == f"{len(game.questions) - 1} answers are not recorded: the defaults were taken"
    assert [gap.code for gap in found.unchecked[4:]] == ["tail", "seed"]
    assert found.head == head_of(header, linked(header, events))


def test_links_may_be_left_out_here_and_there(duel) -> None:
    events = [replace(event, link="") if event.seq % 3 else event for event in duel.events]
    assert list(torn(duel.header, events)) == []
    events[4] = replace(events[4], by=1 - int(events[4].by))
    assert list(torn(duel.header, events)) == [6]


def test_the_seed_that_the_header_commits_to(play, game) -> None:
    duel = play(1)
    secret = b"1"  # what the duel of seed 1 was played with
    commitment = hashlib.sha256(secret).hexdigest()
    log = log_of(duel, commitment=commitment)
    log = jsonl.Log(log.header, list(linked(*log[:2])), None)
    assert codes(log, game, secret=secret) == []
    assert codes(log, game, secret=b"2") == [("secret/not-committed", 0)]
    other = hashlib.sha256(b"2").hexdigest()
    wrong = log_of(duel, commitment=other)
    wrong = jsonl.Log(wrong.header, list(linked(*wrong[:2])), None)
    found = codes(wrong, game, secret=b"2")
    assert found[0] == ("chance/not-of-seed", 1)
    assert {code for code, _ in found} == {"chance/not-of-seed"}


def test_a_rewound_match_verifies_with_its_own_chance(duel, game) -> None:
    fold = type(duel.fold)(
        game, game.open(duel.header.opening), game.defaults, seed=b"again", fingerprints=True
    )
    events = [event.to_event() for event in duel.events[:30]]
    fold.extend(events)
    told = [*duel.events[:30]]
    for by, command in (("official:head judge", Rewind(0)), ("official", Note("once more")),
                        ("service", duel.events[0].command)):  # fmt: skip
        event = type(events[0])(len(told) + 1, by, command)
        step = fold.add(event)
        assert step is not None, fold.stopped
        told.append(
            Envelope(
                seq=event.seq,
                by=by,
                command=command,
                fingerprint=step.fingerprint,
                chance=tuple(fold.table.chance.used),
            )
        )
    log = log_of(duel, list(linked(duel.header, told)))
    assert codes(log, game) == []
    assert told[-1].chance != duel.events[0].chance
    first = Stream(b"again/33").below(2)
    assert told[-1].chance[0] == first


def test_the_first_link_is_that_of_the_header(duel) -> None:
    assert first_link(duel.header) == link("", encode(duel.header))
    assert duel.events[0].link == link(first_link(duel.header), body_of(duel.events[0]))
