"""What every store promises, whatever it lies on."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from threading import Thread

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent
from hypothesis import given, settings
from hypothesis import strategies as st

from dm_events.service.keeping import Differs, copy
from dm_events.store import (
    BadMatchId,
    Conflict,
    MatchExists,
    MatchStore,
    NoSuchMatch,
    Record,
    StoreError,
    StoreUnavailable,
    link,
)
from dm_events.store.log import Log
from dm_events.store.mapper import RECORD_TOPIC, encode_state

HEADER = b'{"format":1,"match":"final"}'
EVENTS = [b'{"seq":1}', b'{"seq":2}', b'{"seq":3}']


def linked(*lines: bytes) -> str:
    head = ""
    for line in lines:
        head = link(head, line)
    return head


def test_a_link_is_sha256_over_the_previous_link_and_the_line() -> None:
    first = link("", b"header")
    # printf '\nheader' | sha256sum, then that digest in front of '\nevent'
    assert first == "8c2d7f6e0253afe4b8922b38ff3caffdd89f0ff6d92a1da0e2333a4579b00e29"
    assert (
        link(first, b"event") == "d1a5bf08d6ad7e81b10ed6b12e5bd5ebb8e21b0dd24eb2b266e31064050eb140"
    )


def test_lines_come_back_in_order(store: MatchStore) -> None:
    store.create("final", HEADER, EVENTS[:1])
    store.append("final", 1, EVENTS[1:2])
    store.append("final", 2, EVENTS[2:])
    assert store.read("final") == [HEADER, *EVENTS]


def test_a_receipt_names_the_last_record_and_its_link(store: MatchStore) -> None:
    created = store.create("final", HEADER)
    assert (created.match, created.seq, created.head) == ("final", 0, linked(HEADER))
    appended = store.append("final", 0, EVENTS)
    assert (appended.seq, appended.head) == (3, linked(HEADER, *EVENTS))
    assert store.head("final") == appended


def test_a_batch_links_as_single_appends_do(store: MatchStore) -> None:
    store.create("batch", HEADER, EVENTS)
    store.create("single", HEADER)
    for seq, line in enumerate(EVENTS):
        store.append("single", seq, [line])
    assert store.head("batch").head == store.head("single").head


@pytest.mark.parametrize(
    ("after", "limit", "expected"),
    [
        (-1, None, [HEADER, *EVENTS]),
        (-7, None, [HEADER, *EVENTS]),
        (0, None, EVENTS),
        (1, 1, [EVENTS[1]]),
        (-1, 2, [HEADER, EVENTS[0]]),
        (2, 9, [EVENTS[2]]),
        (3, None, []),
        (99, None, []),
        (2**70, 2**70, []),
        (-1, 0, []),
        (-1, -1, []),
    ],
)
def test_a_part_is_read_by_after_and_limit(
    store: MatchStore, after: int, limit: int | None, expected: list[bytes]
) -> None:
    store.create("final", HEADER, EVENTS)
    assert store.read("final", after, limit) == expected
    assert store.read("final", after, limit, verify=True) == expected


@pytest.mark.parametrize("expected", [-1, 0, 2, 4, 99])
def test_appending_elsewhere_than_at_the_end_is_a_conflict(
    store: MatchStore, expected: int
) -> None:
    store.create("final", HEADER, EVENTS)
    with pytest.raises(Conflict) as caught:
        store.append("final", expected, [b"late"])
    assert (caught.value.match, caught.value.expected, caught.value.actual) == (
        "final",
        expected,
        3,
    )
    assert store.read("final") == [HEADER, *EVENTS]


def test_a_batch_that_conflicts_leaves_nothing_behind(store: MatchStore) -> None:
    store.create("final", HEADER, EVENTS[:1])
    with pytest.raises(Conflict):
        store.append("final", 0, [b"a", b"b", b"c"])
    assert store.read("final") == [HEADER, EVENTS[0]]
    assert store.append("final", 1, EVENTS[1:]).seq == 3


def test_appending_nothing_gives_the_receipt_of_the_end(store: MatchStore) -> None:
    receipt = store.create("final", HEADER, EVENTS)
    assert store.append("final", 3, []) == receipt
    with pytest.raises(Conflict):
        store.append("final", 2, [])


def test_a_match_is_created_once(store: MatchStore) -> None:
    store.create("final", HEADER, EVENTS)
    with pytest.raises(MatchExists) as caught:
        store.create("final", b"another header")
    assert (caught.value.match, caught.value.actual) == ("final", 3)
    assert store.read("final") == [HEADER, *EVENTS]


def test_what_is_not_there_is_said_to_be_missing(store: MatchStore) -> None:
    store.create("final", HEADER)
    calls: list[Callable[[], object]] = [
        lambda: store.read("semifinal"),
        lambda: store.read("semifinal", limit=0),
        lambda: store.head("semifinal"),
        lambda: store.append("semifinal", 0, EVENTS),
        lambda: store.attempts("semifinal"),
        lambda: store.keep_attempt("semifinal", b"{}"),
        lambda: store.verify("semifinal"),
        lambda: store.read("\udcff\x00"),
    ]
    for call in calls:
        with pytest.raises(NoSuchMatch, match="There is no match"):
            call()
    assert store.matches() == ["final"]


@pytest.mark.parametrize("match", ["", "a\nb", "nul\x00", "\udcff", "x" * 201])
def test_an_id_that_cannot_be_shown_is_refused(store: MatchStore, match: str) -> None:
    with pytest.raises(BadMatchId, match="1 to 200 printable characters"):
        store.create(match, HEADER)
    assert store.matches() == []


@pytest.mark.parametrize(
    "match", ["결승전", "รอบชิง 1", "a/b?c#d%20", "'; DROP TABLE records", "x" * 200]
)
def test_any_printable_id_is_kept_as_it_is(store: MatchStore, match: str) -> None:
    store.create(match, HEADER, EVENTS)
    assert store.matches() == [match]
    assert store.read(match) == [HEADER, *EVENTS]


def test_matches_are_listed_in_order_of_creation(store: MatchStore) -> None:
    for match in ("zeta", "alpha", "mu"):
        store.create(match, HEADER)
    store.append("alpha", 0, EVENTS)
    store.keep_attempt("zeta", b"refused")
    assert store.matches() == ["zeta", "alpha", "mu"]


def test_matches_do_not_mix(store: MatchStore) -> None:
    store.create("a", b"header a")
    store.create("b", b"header b")
    store.append("a", 0, [b"a1"])
    store.append("b", 0, [b"b1"])
    store.append("a", 1, [b"a2"])
    assert store.read("a") == [b"header a", b"a1", b"a2"]
    assert store.read("b") == [b"header b", b"b1"]


def test_any_bytes_are_kept_exactly(store: MatchStore) -> None:
    lines = [
        b"",
        b"\x00\xff\n\r\n",
        "공룡 ไดโนเสาร์ e\u0301 🦕".encode(),
        bytes(range(256)),
        b"x" * 2**20,
    ]
    store.create("final", HEADER, lines)
    assert store.read("final", after=0) == lines
    store.verify("final")


def test_refused_commands_are_kept_apart(store: MatchStore) -> None:
    receipt = store.create("final", HEADER, EVENTS)
    store.create("other", HEADER)
    for line in (b"first", b"second", b"first"):
        store.keep_attempt("final", line)
    assert store.attempts("final") == [b"first", b"second", b"first"]
    assert store.attempts("other") == []
    assert store.head("final") == receipt
    assert store.read("final") == [HEADER, *EVENTS]
    store.verify("final")


def test_a_match_begins_with_what_is_kept_beside_it_or_not_at_all(
    where: str, store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.create("final", HEADER, EVENTS, beside=[b"seed"])
    assert store.attempts("final") == [b"seed"]
    with pytest.raises(MatchExists):
        store.create("final", HEADER, beside=[b"another seed"])
    assert store.attempts("final") == [b"seed"]
    if where == ":memory:":
        return  # ends with its process

    def interrupted(self: Log, batch: list[Record]) -> Record:
        if self.noun == "attempt":
            raise KeyboardInterrupt
        return insert(self, batch)

    insert = Log.insert
    monkeypatch.setattr(Log, "insert", interrupted)
    with pytest.raises(KeyboardInterrupt):
        store.create("other", HEADER, beside=[b"seed"])
    monkeypatch.undo()
    assert store.matches() == ["final"]
    store.create("other", HEADER, beside=[b"seed"])
    for match in ("final", "other"):
        store.verify(match)


def test_threads_that_share_a_store_lose_nothing(store: MatchStore) -> None:
    store.create("final", HEADER)

    def write(name: bytes) -> None:
        for number in range(20):
            store.keep_attempt("final", b"%s%d" % (name, number))

    threads = [Thread(target=write, args=(name,)) for name in (b"a", b"b", b"c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = store.attempts("final")
    assert sorted(kept) == sorted(
        b"%s%d" % (name, n) for name in (b"a", b"b", b"c") for n in range(20)
    )
    assert [line for line in kept if line[:1] == b"a"] == [b"a%d" % n for n in range(20)]


def test_a_closed_store_says_so(store: MatchStore) -> None:
    store.create("final", HEADER)
    store.close()
    store.close()
    for call in (lambda: store.read("final"), lambda: store.create("other", HEADER), store.matches):
        with pytest.raises(StoreUnavailable, match="is closed; open the store again"):
            call()


@pytest.mark.parametrize("seq", [0, 2, 4, 9])
def test_a_recorder_takes_no_gap_and_nothing_twice(store: MatchStore, seq: int) -> None:
    store.create("final", HEADER, EVENTS[:2])
    row = StoredEvent("final", seq, RECORD_TOPIC, encode_state((b"x", "0" * 64)))
    with store.medium.writing() as logs:
        with pytest.raises(IntegrityError):
            logs.records.recorder.insert_events([row])
        begun = StoredEvent("other", 1, RECORD_TOPIC, row.state)
        with pytest.raises(IntegrityError):
            logs.records.recorder.insert_events([begun])
    assert store.read("final") == [HEADER, *EVENTS[:2]]
    store.verify("final")


def test_heads_say_how_far_each_match_goes(store: MatchStore) -> None:
    receipts = [store.create("a", HEADER), store.create("b", HEADER, EVENTS)]
    receipts[0] = store.append("a", 0, EVENTS[:2])
    with store.medium.reading() as logs:
        heads = [logs.records.recorder.head(match) for match in ("a", "b")]
        assert logs.records.recorder.head("c") is None
    assert heads == [(one.match, one.seq, one.head) for one in receipts]
    assert store.missing() == []


def test_everything_is_there_after_reopening(where: str, store: MatchStore) -> None:
    if where == ":memory:":
        return
    store.create("b", HEADER)
    store.create("a", HEADER)
    receipt = store.append("b", 0, EVENTS)
    store.keep_attempt("b", b"refused")
    store.close()
    with MatchStore.open(where) as again:
        assert again.matches() == ["b", "a"]
        assert again.read("b", verify=True) == [HEADER, *EVENTS]
        assert again.head("b") == receipt
        assert again.attempts("b") == [b"refused"]
        assert again.append("b", 3, [b"more"]).seq == 4


def test_a_copy_holds_the_same_and_can_be_repeated(where: str, store: MatchStore) -> None:
    with MatchStore.open(None) as source:
        source.create("b", HEADER, EVENTS)
        source.create("a", HEADER)
        source.keep_attempt("b", b"one", b"two")
        assert [one.new for one in copy(source, store)] == [4, 1]
        source.append("a", 0, EVENTS)
        assert [one.new for one in copy(source, store)] == [0, 3]
        for match in ("a", "b"):
            assert store.read(match) == source.read(match)
            assert store.attempts(match) == source.attempts(match)
        assert store.matches() == ["b", "a"]
        with MatchStore.open(None) as other:
            other.create("b", b"another header")
            with pytest.raises(Differs, match="another match 'b'"):
                list(copy(other, store))
        with MatchStore.open(None) as other:
            other.create("b", HEADER, [*EVENTS, b"more"], beside=[b"other"])
            with pytest.raises(Differs, match="another match 'b'"):
                list(copy(other, store))
    assert store.read("b") == [HEADER, *EVENTS]
    assert store.attempts("b") == [b"one", b"two"]


@pytest.mark.parametrize(
    "error",
    [
        BadMatchId("\udcff"),
        MatchExists("final", 3, "memory"),
        NoSuchMatch("\udcff", "memory"),
        Conflict("final", 3, 5, "memory"),
        Conflict("final", 5, 3, "memory"),
        StoreUnavailable("matches.db", "is closed"),
    ],
)
def test_an_error_is_one_sentence_and_travels_between_processes(error: StoreError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), vars(again), str(again)) == (type(error), vars(error), str(error))
    sentence = str(error)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    sentence.encode()


def test_the_storage_library_is_loaded_only_when_a_store_is_opened() -> None:
    code = "import sys, dm_events.store; print('eventsourcing' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"


steps = st.lists(
    st.tuples(st.integers(-1, 6), st.lists(st.binary(max_size=8), max_size=3)), max_size=12
)


@settings(deadline=None)
@given(steps)
def test_a_store_does_what_a_list_with_a_guard_does(steps: list[tuple[int, list[bytes]]]) -> None:
    model = [HEADER]
    with MatchStore.open(None) as store:
        store.create("final", HEADER)
        for expected, lines in steps:
            if expected == len(model) - 1:
                model += lines
                assert store.append("final", expected, lines).seq == len(model) - 1
            else:
                with pytest.raises(Conflict) as caught:
                    store.append("final", expected, lines)
                assert caught.value.actual == len(model) - 1
        assert store.read("final") == model
        assert store.head("final").head == linked(*model)
        store.verify("final")
