"""What a wrong log gets: one sentence with file, line, field and way out, and its good prefix."""

import io
import re
import tracemalloc
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dm_events.notation import jsonl
from dm_events.notation.lines import LONGEST
from dm_events.notation.tables import BadFile
from dm_events.service.matches import GAMES

PASS = b'{"by":0,"command":{"do":"Pass"},"seq":1}'
LINES = {
    "no JSON": (b'{"seq":', "line 2: this is no JSON (column 8: Expecting value); write one JSON object on the line."),
    "something after it": (PASS + b" x", "Extra data"),
    "not UTF-8": (b'{"id":"\xe9"}', "line 2: byte 8 is not UTF-8; save the file as UTF-8."),
    "key twice": (b'{"by":0,"by":1,"command":{"do":"Pass"},"seq":1}',
                  "line 2, by: the key stands twice in one object; keep one of the two."),
    "key twice, deeper": (b'{"by":0,"command":{"do":"Pass","do":"Pass"},"seq":1}', "line 2, do: the key"),
    "beyond 64 bits": (b'{"at":18446744073709551616,"by":0,"command":{"do":"Pass"},"seq":1}',
                       "the number 18446744073709551616 is beyond 64 bits; use whole numbers"),
    "beyond 64 bits in a command": (b'{"by":"official","command":{"do":"CallTime","winner":-9223372036854775809},"seq":1}',
                                    "the number -9223372036854775809 is beyond 64 bits"),
    "very long number": (b'{"seq":' + b"9" * 100_000 + b"}", "the number 99999999999999999999… is beyond"),
    "NaN": (b'{"seq":NaN}', "NaN is no whole number; all numbers of a record are whole."),
    "fraction": (b'{"by":0,"command":{"do":"Pass"},"seq":1.0}', "1.0 is no whole number"),
    "deep": (b"[" * 100_000, "lie more than 32 deep in one another; no field needs that; write it flat."),
    "half a pair": (b'{"id":"\\ud800"}', "holds half a surrogate pair; write the character itself"),
    "unknown field": (b'{"by":0,"command":{"do":"Pass"},"sek":1,"seq":1}',
                      "line 2, sek: there is no such field; did you mean seq?"),
    "unknown field of a command": (b'{"by":0,"command":{"do":"Pass","cards":1},"seq":1}',
                                   "line 2, command.cards: there is no such field; docs/format.md"),
    "unknown command": (b'{"by":0,"command":{"do":"Sumon","card":"0:1"},"seq":1}',
                        "line 2, command.do: there is no 'Sumon'; did you mean Summon?"),
    "missing": (b'{"by":0,"command":{"do":"Summon","card":"0:1"},"seq":1}',
                "line 2, command.line: the field is missing; docs/format.md"),
    "unknown phase": (b'{"by":0,"command":{"do":"EnterPhase","phase":"batle"},"seq":1}',
                      "line 2, command.phase: there is no 'batle'; did you mean battle?"),
    "wrong type": (b'{"by":0,"command":{"do":"Pass"},"seq":"1"}',
                   "line 2, seq: expected `int`, got `str`; '1' stands there; docs/format.md"),
    "wrong type in a list": (b'{"by":0,"command":{"do":"Choose","picks":["a",3]},"seq":1}',
                             "line 2, command.picks[1]: expected `str`, got `int`; 3 stands there"),
    "wrong type in a mapping": (b'{"by":0,"command":{"do":"Pass"},"reveals":{"0:1":7},"seq":1}',
                                "line 2, reveals[...]: expected `str`, got `int`; docs/format.md"),
    "no object": (b"[1]", "line 2: expected `object`, got `array`; [1] stands there"),
    "unknown actor": (b'{"by":"judge","command":{"do":"Pass"},"seq":1}',
                      "line 2, by: 'judge' does not fit; write a seat number, `service`"),
    "link of another length": (b'{"by":0,"command":{"do":"Pass"},"link":"abc","seq":1}',
                               "line 2, link: 'abc' does not fit; write 64 hex digits."),
    "seq 0": (b'{"by":0,"command":{"do":"Pass"},"seq":0}', "line 2, seq: expected `int` >= 1"),
    "gap": (PASS.replace(b":1}", b":4}"),
            "line 2, seq: event 4 follows event 0: events 1 to 3 are missing; put back what is missing."),
    "unknown card": (b'{"by":0,"command":{"do":"Pass"},"reveals":{"0:1":"d009-ju"},"seq":1}',
                     "line 2, reveals.0:1: dino-master has no card 'd009-ju'; did you mean D009-JU?"),
    "name instead of id": (b'{"by":0,"command":{"do":"Pass"},"reveals":{"0:1":"Minmi"},"seq":1}',
                           "has no card 'Minmi'; did you mean D058-JU?"),
    "card that is not there": (b'{"by":0,"command":{"do":"Pass"},"reveals":{"0:99":"D009-JU"},"seq":1}',
                               "line 2, reveals: '0:99' is no card of this match; write seat:number"),
    "unknown question": (b'{"by":"official","command":{"do":"GiveRuling","question":"C00","answer":"yes"},"seq":1}',
                         "line 2, command: dino-master asks no question 'C00'; did you mean C"),
    "unknown answer": (b'{"by":"official","command":{"do":"GiveRuling","question":"C01","answer":"maybe"},"seq":1}',
                       "'maybe' is no answer to C01 (Is DP reset to 8 in a player's own first turn?); there are: no, yes."),
}  # fmt: skip
HEADERS = {
    "format": (b'"format":1', b'"format":2', "format: this version reads format 1, not 2; use the dm-events that wrote it"),
    "no format": (b'"format":1,', b"", "format: the field is missing; the first line of a log is its header."),
    "game": (b'"dino-master"', b'"dino-mastr"', "game: there is no game 'dino-mastr'; did you mean dino-master?"),
    "no game": (b'"game":"dino-master",', b"", "game: the field is missing or no text"),
    "edition": (b'"2026.1"', b'"1999"', "edition: dino-master has no edition '1999'; this version knows 2026.1."),
    "question": (b'"C01":', b'"first-turn-dp":', "answers.first-turn-dp: dino-master asks no question 'first-turn-dp'; did you mean C01?"),
    "answer": (b'"C01":"no"', b'"C01":"maybe"', "answers.C01: 'maybe' is no answer to C01"),
    "source": (b'"digital"', b'"papr"', "source: there is no 'papr'; did you mean paper?"),
    "treatment": (b'"strict"', b'"mild"', "treatment: there is no 'mild'; there are: as-played, counterfactual, strict."),
    "opening": (b'"from":"decks"', b'"from":"deck"', "opening.from: there is no 'deck'; did you mean decks?"),
    "field of the opening": (b'"main":', b'"man":', "opening.seats[0].man: there is no such field; did you mean main?"),
    "card": (b'"main":["', b'"main":["D9", "', "opening: dino-master has no card 'D9'"),
    "pinned card": (b'"cards":{', b'"cards":{"D9":"",', "cards.D9: dino-master has no card 'D9'"),
    "seats": (b'"seed":', b'"seats":[{},{},{}],"seed":', "seats: 3 seats are listed; this match has 2."),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_a_wrong_line(duel, read, name: str) -> None:
    line, sentence = LINES[name]
    header, events, trouble = read(duel.lines[0] + b"\n" + line + b"\n")
    assert (header, events) == (duel.header, [])
    assert isinstance(trouble, BadFile)
    said = str(trouble)
    assert said.startswith("duel.jsonl, line 2")
    assert sentence in said
    assert said[-1] in ".?"
    assert len(said) < 300
    assert "\n" not in said


@pytest.mark.parametrize("name", HEADERS)
def test_a_wrong_header(duel, read, name: str) -> None:
    old, new, sentence = HEADERS[name]
    header = duel.lines[0]
    assert old in header
    with pytest.raises(BadFile) as found:
        read(header.replace(old, new, 1))
    said = str(found.value)
    assert said.startswith("duel.jsonl, line 1, ")
    assert sentence in said


def test_cards_that_have_changed_since_are_all_named(duel, game, read) -> None:
    one, other = list(duel.header.cards)[:2]
    line = duel.lines[0]
    for card in (one, other):
        line = re.sub(rb'("%s":)"[0-9a-f]{16}"' % card.encode(), rb'\1"00ff"', line)
    with pytest.raises(BadFile) as found:
        read(line)
    assert str(found.value) == (
        f"duel.jsonl, line 1, cards.{one}: the match was played with another text of "
        f"{game.catalogue[one].label} ({one}), {game.catalogue[other].label} ({other}): it pins "
        f"{one} as '00ff', this version has '{game.card_hash(one)}'; "
        f"read it with dm-events {duel.header.engine}, which wrote it, or leave the pin out."
    )


@pytest.mark.parametrize("data", [b"", b"\n", b"\xef\xbb\xbf", b"\r\n \n"])
def test_an_empty_file(read, data: bytes) -> None:
    with pytest.raises(
        BadFile, match=r"^duel.jsonl: the file is empty; the first line is the header.$"
    ):
        read(data)


def test_a_log_without_its_header(duel, read) -> None:
    with pytest.raises(BadFile, match="line 1: an event stands where the header should"):
        read(b"\n".join(duel.lines[1:]))


@pytest.mark.parametrize("at", [1, 40, 140])
def test_the_good_prefix_is_kept(duel, read, at: int) -> None:
    lines = duel.lines
    lines[at] = lines[at].replace(b'"do"', b'"did"')
    header, events, trouble = read(b"\n".join(lines))
    assert (header, events) == (duel.header, duel.events[: at - 1])
    assert trouble is not None
    assert (trouble.line, trouble.wrong.field) == (at + 1, "command.do")


def test_a_repeated_and_a_swapped_event(duel, read) -> None:
    lines = duel.lines
    found = read(b"\n".join([*lines[:6], lines[5], *lines[6:]]))
    assert len(found.events) == 5
    assert "line 7, seq: event 5 stands a second time; the next one is event 6." in str(
        found.trouble
    )
    lines[7], lines[8] = lines[8], lines[7]
    assert "event 8 follows event 6: event 7 is missing" in str(read(b"\n".join(lines)).trouble)


def test_a_cut_last_line(duel, read) -> None:
    whole, ends = duel.data, duel.data.rindex(b"\n", 0, -1) + 1
    for cut in range(ends + 1, len(whole) - 1):
        header, events, trouble = read(whole[:cut])
        assert (header, events) == (duel.header, duel.events[:-1])
        assert f"the line is cut off after {cut - ends} bytes" in str(trouble)
    assert read(whole[:-1]).trouble is None
    assert read(whole[:ends]).events == duel.events[:-1]


def test_a_line_cut_within_a_letter(duel, read) -> None:
    note = '{"by":0,"command":{"do":"Note","text":"กติกา"},"seq":1}'.encode()
    cut = note.index("กา".encode()) + 1
    found = read(duel.lines[0] + b"\n" + note[:cut])
    assert f"line 2: the line is cut off after {cut} bytes" in str(found.trouble)
    found = read(duel.lines[0] + b"\n" + note[:cut] + b"\n")
    assert f"line 2: byte {cut} is not UTF-8" in str(found.trouble)


def test_a_log_from_a_windows_editor(duel, read) -> None:
    data = b"\xef\xbb\xbf" + duel.data.replace(b"\n", b"\r\n") + b"\r\n"
    assert read(data) == read(duel.data)


class Endless(io.RawIOBase):
    """A file whose second line is 100 MB long; it counts what is read of it."""

    def __init__(self, first: bytes) -> None:
        self.first, self.given = first, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = min(len(buffer), 100_000_000 - self.given)
        piece = (self.first[self.given : self.given + size]).ljust(size, b"a")
        buffer[:size] = piece
        self.given += size
        return size


def test_a_line_of_100_mb_is_refused_early(duel) -> None:
    file = Endless(duel.lines[0] + b'\n{"id":"')
    tracemalloc.start()
    log = jsonl.read(io.BufferedReader(file), "huge.jsonl", GAMES)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert str(log.trouble) == (
        "huge.jsonl, line 2: the line is longer than 1048576 bytes; a line holds one event: shorten it."
    )
    assert file.given < 2 * LONGEST
    assert most < 8 * LONGEST


def test_a_line_of_just_the_longest_size_is_read(duel, read) -> None:
    frame = b'{"by":0,"command":{"do":"Note","text":""},"seq":1}'
    for extra, whole in ((0, True), (1, False)):
        text = b"a" * (LONGEST - len(frame) + extra)
        line = frame.replace(b'""', b'"' + text + b'"')
        assert (read(duel.lines[0] + b"\n" + line + b"\r\n").trouble is None) is whole


def test_a_failing_disk_is_trouble_not_a_traceback(duel) -> None:
    class Failing(io.BytesIO):
        def readline(self, size: int | None = -1) -> bytes:
            if self.tell():
                raise OSError(5, "Input/output error")
            return super().readline(size)

    log = jsonl.read(Failing(duel.data), "disk.jsonl", GAMES)
    assert log.header == duel.header
    assert "disk.jsonl, line 2: the file cannot be read on (Input/output error)" in str(log.trouble)


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_a_damaged_log_never_raises_anything_else(duel, read, data) -> None:
    whole = bytearray(b"\n".join(duel.lines[:12]) + b"\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(whole) - 1))
        piece = data.draw(st.sampled_from(PIECES) | st.binary(max_size=4))
        whole[at : at + data.draw(st.integers(0, 6))] = piece
    with suppress(BadFile):  # raised for the header only
        found = read(bytes(whole))
        assert found.trouble is None or str(found.trouble).startswith("duel.jsonl, line ")
        again = read(jsonl.dumps(found.header, found.events))
        assert again == (found.header, found.events, None)


PIECES = [b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\", b"null", b"1e9", b"-1", b"\n", b"\xff",
          b'"do"', b'"seq":2', b"\\ud800", "é".encode(), "e\u0301".encode(), b"true", b"[[[[[[[["]  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_any_bytes_are_a_log_or_a_sentence(read, data: bytes) -> None:
    with pytest.raises(BadFile, match=r"^duel\.jsonl"):
        read(data)
