"""Damage done to an SQLite file behind the store's back is found, and its place is named."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dm_events.store import BrokenStore, MatchStore, link
from dm_events.store.log import Log
from tests.cli.running import dm

LINES = [b'{"format":1}', *(b'{"seq":%d,"by":"seat 0"}' % seq for seq in range(1, 7))]


def write_match(path: Path) -> None:
    """A sound file of two matches, one with attempts."""
    with MatchStore.open(str(path)) as store:
        store.create("final", LINES[0], LINES[1:])
        store.create("other", LINES[0], LINES[1:])
        store.keep_attempt("final", b"refused 0")
        store.keep_attempt("final", b"refused 1")


def unguard(raw: sqlite3.Connection) -> None:
    """Take the triggers away, as somebody would who wants to change what is stored."""
    for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        raw.execute(f"DROP TRIGGER {name}")


def edit(path: Path, statement: str, *values: object) -> None:
    """Change a file with SQLite alone."""
    with closing(sqlite3.connect(path)) as raw, raw:
        unguard(raw)
        assert raw.execute(statement, values).rowcount != 0


def broken(path: Path, match: str = "final") -> BrokenStore:
    with MatchStore.open(str(path)) as store, pytest.raises(BrokenStore) as caught:
        store.verify(match)
    return caught.value


@pytest.fixture
def sound(path: Path) -> Path:
    write_match(path)
    return path


def test_a_sound_file_verifies(sound: Path) -> None:
    with MatchStore.open(str(sound)) as store:
        for match in store.matches():
            store.verify(match)
            assert store.read(match, verify=True) == LINES


@pytest.mark.parametrize("seq", range(6))
def test_a_removed_row_is_named(sound: Path, seq: int) -> None:
    edit(
        sound,
        "DELETE FROM records WHERE originator_id = 'final' AND originator_version = ?",
        seq,
    )
    error = broken(sound)
    assert (error.match, error.seq) == ("final", seq)
    assert str(error) == (
        f"{sound}, match 'final', record {seq}: this record is missing; "
        "restore the store from a copy made before."
    )
    with MatchStore.open(str(sound)) as store:
        with pytest.raises(BrokenStore):
            store.read("final")
        assert store.read("final", after=seq) == LINES[seq + 1 :]
        store.verify("other")


@pytest.mark.parametrize("seq", range(7))
def test_a_changed_line_is_named(sound: Path, seq: int) -> None:
    with MatchStore.open(str(sound)) as store:
        tie = store.head("final").head
    state = msgspec.msgpack.encode((b'{"forged":true}', tie))
    edit(
        sound,
        "UPDATE records SET state = ? WHERE originator_id = 'final' AND originator_version = ?",
        state,
        seq,
    )
    error = broken(sound)
    assert (error.match, error.seq) == ("final", seq)
    with MatchStore.open(str(sound)) as store:
        assert store.read("final")[seq] == b'{"forged":true}'
        with pytest.raises(BrokenStore) as caught:
            store.read("final", verify=True)
        assert caught.value.seq == seq
        store.read("final", limit=seq, verify=True)
        store.verify("other")


@pytest.mark.parametrize("seq", [0, 255, 256, 257, 511, 512, 599])
def test_damage_in_a_long_match_is_named(path: Path, seq: int) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("long", LINES[0], [b"event"] * 599)
        store.verify("long")
    edit(path, "UPDATE records SET state = x'92c4026869a0' WHERE originator_version = ?", seq)
    error = broken(path, "long")
    assert (error.match, error.seq) == ("long", seq)


def test_swapped_rows_are_named(sound: Path) -> None:
    for old, new in ((2, 99), (3, 2), (99, 3)):
        edit(
            sound,
            "UPDATE records SET originator_version = ?"
            " WHERE originator_id = 'final' AND originator_version = ?",
            new,
            old,
        )
    assert broken(sound).seq == 2


def test_a_cut_tail_shows_against_the_head(sound: Path) -> None:
    edit(sound, "DELETE FROM records WHERE originator_id = 'final' AND originator_version > 4")
    error = broken(sound)
    assert (error.match, error.seq) == ("final", 5)
    assert "is missing" in str(error)
    with MatchStore.open(str(sound)) as store:
        with pytest.raises(BrokenStore, match="record 5: this record is missing"):
            store.read("final", verify=True)
        assert store.read("final", limit=5, verify=True) == LINES[:5]


def test_a_tail_cut_with_its_head_shows_against_the_receipt(sound: Path) -> None:
    with MatchStore.open(str(sound)) as store:
        receipt = store.head("final")
        before = store.read("final", verify=True)
        tie = ""
        for line in before[:-1]:
            tie = link(tie, line)
    edit(sound, "DELETE FROM records WHERE originator_id = 'final' AND originator_version = 6")
    edit(sound, "UPDATE records_heads SET originator_version = 5, link = ? "
                "WHERE originator_id = 'final'", tie)  # fmt: skip
    with MatchStore.open(str(sound)) as store:
        store.verify("final")
        assert store.head("final") != receipt


def test_a_match_that_was_taken_away_is_missed(sound: Path) -> None:
    edit(sound, "DELETE FROM records WHERE originator_id = 'final'")
    error = broken(sound)
    assert (error.match, error.seq) == ("final", 0)
    with MatchStore.open(str(sound)) as store:
        assert store.matches() == ["other"]
        assert store.missing() == ["final"]
        store.verify("other")


def test_a_changed_head_is_named(sound: Path) -> None:
    edit(sound, "UPDATE records_heads SET link = upper(link) WHERE originator_id = 'final'")
    error = broken(sound)
    assert (error.match, error.seq) == ("final", 6)
    edit(sound, "DELETE FROM records_heads WHERE originator_id = 'final'")
    assert "has no head" in str(broken(sound))


def test_a_changed_attempt_is_named(sound: Path) -> None:
    edit(sound, "DELETE FROM attempts WHERE originator_version = 0")
    error = broken(sound)
    assert (error.match, error.seq) == ("final", 0)
    assert "this attempt is missing" in str(error)


def test_a_row_of_a_newer_version_is_not_guessed_at(sound: Path) -> None:
    edit(sound, "UPDATE records SET topic = 'dm-events/record/2' WHERE originator_version = 4")
    error = broken(sound)
    assert (error.match, error.seq) == ("final", 4)
    assert "use a newer dm-events" in str(error)


@pytest.fixture(scope="module")
def flipped(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int, int], Path]:
    """Copies a sound file with one bit of one column of one record the other way round."""
    folder = tmp_path_factory.mktemp("flips")
    write_match(folder / "sound.db")

    def flip(column: str, seq: int, bit: int) -> Path:
        path = folder / "flipped.db"
        shutil.copy(folder / "sound.db", path)
        with closing(sqlite3.connect(path)) as raw, raw:
            unguard(raw)
            where = "WHERE originator_id = 'final' AND originator_version = ?"
            query = f"SELECT CAST({column} AS BLOB) FROM records {where}"
            body = bytearray(raw.execute(query, (seq,)).fetchone()[0])
            body[bit // 8 % len(body)] ^= 1 << bit % 8
            kind = "BLOB" if column == "state" else "TEXT"
            raw.execute(
                f"UPDATE records SET {column} = CAST(? AS {kind}) {where}", (bytes(body), seq)
            )
        return path

    return flip


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(["state", "topic"]), st.integers(0, 6), st.integers(0, 8 * 110))
def test_any_flipped_bit_of_a_row_is_named(
    flipped: Callable[[str, int, int], Path], column: str, seq: int, bit: int
) -> None:
    path = flipped(column, seq, bit)
    error = broken(path)
    assert (error.match, error.seq) == ("final", seq)
    with MatchStore.open(str(path)) as store:
        store.verify("other")


@pytest.mark.parametrize("seq", range(7))
@pytest.mark.parametrize(
    "change",
    [
        "originator_id = 'fioal'",  # n and o differ in one bit
        "originator_version = originator_version + 8",
        "rowid = rowid + 64, originator_version = originator_version + 16",
    ],
)
def test_a_row_with_a_flipped_bit_in_its_key_is_missed(sound: Path, seq: int, change: str) -> None:
    edit(sound, f"UPDATE records SET {change} WHERE originator_id = 'final'"
                " AND originator_version = ?", seq)  # fmt: skip
    error = broken(sound)
    assert (error.match, error.seq) == ("final", seq)
    with MatchStore.open(str(sound)) as store:
        store.verify("other")


@pytest.mark.parametrize("seq", range(2))
def test_a_flipped_bit_of_an_attempt_is_named(sound: Path, seq: int) -> None:
    edit(sound, "UPDATE attempts SET state = CAST(replace(state, 'refused', 'sefused') AS BLOB)"
                " WHERE originator_version = ?", seq)  # fmt: skip
    assert (broken(sound).match, broken(sound).seq) == ("final", seq)


def test_who_writes_on_while_a_match_is_checked_breaks_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The head may name a record that was not there yet when the records were read."""
    sound = Log.check_head
    with MatchStore.open(None) as store:
        store.create("final", b"header", [b"one"])

        def write_first(self: Log, match: str, seq: int, tie: str) -> None:
            if seq == 1:  # the records; the attempts have none
                store.append(match, seq, [b"two"])
            sound(self, match, seq, tie)

        monkeypatch.setattr(Log, "check_head", write_first)
        store.verify("final")
        assert store.head("final").seq == 2


@pytest.mark.parametrize("table", ["records", "records_heads"])
@pytest.mark.parametrize("seq", [0, 3, 6])
def test_an_id_that_is_no_text_any_more_is_named_and_stops_no_other_match(
    sound: Path, table: str, seq: int
) -> None:
    one = "" if table == "records_heads" else f" AND originator_version = {seq}"
    edit(sound, f"UPDATE {table} SET originator_id = CAST(x'66e96e616c' AS TEXT)"
                f" WHERE originator_id = 'final'{one}")  # fmt: skip
    with MatchStore.open(str(sound)) as store:
        assert "other" in store.matches()
        store.verify("other")
        assert "f\ufffdnal" in store.missing()
        with pytest.raises(BrokenStore, match="is no text any more; it stands"):
            store.verify("f\ufffdnal")
        with pytest.raises(BrokenStore):
            store.verify("final")
    ran = dm("db", "info", "--db", str(sound))
    assert ran.code == 5
    assert "f\ufffdnal" in ran.err
    assert "'final'" in ran.err
