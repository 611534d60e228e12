"""The SQLite file: when it is made, what is refused, and what a person is told."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

import pytest

from dm_events.service.people import folder
from dm_events.store import MatchStore, NoSuchMatch, StoreUnavailable, sqlite_connection
from dm_events.store import sqlite as recorder
from dm_events.store.sqlite_file import SqliteFile
from dm_events.store.sqlite_turns import Turns

HEADER, EVENT = b'{"format":1}', b'{"seq":1}'


def value_of(path: Path, pragma: str) -> Any:
    with closing(sqlite3.connect(path)) as raw:
        return raw.execute(f"PRAGMA {pragma}").fetchone()[0]


def names_in(folder: Path) -> list[str]:
    """What lies in a folder, without the lock that older SQLites need beside their files."""
    return [entry.name for entry in folder.iterdir() if not entry.name.endswith("-lock")]


def test_reading_does_not_make_the_file(path: Path) -> None:
    with MatchStore.open(str(path)) as store:
        assert store.matches() == []
        for call in (store.read, store.head, store.attempts, store.verify):
            with pytest.raises(NoSuchMatch):
                call("final")
        with pytest.raises(NoSuchMatch):
            store.append("final", 0, [EVENT])
        with pytest.raises(NoSuchMatch):
            store.keep_attempt("final", EVENT)
    assert not path.parent.exists()


def test_the_first_write_makes_the_file_and_its_folder(path: Path) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER)
        assert path.is_file()
    assert names_in(path.parent) == [path.name]


def test_everything_is_there_after_reopening(path: Path) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("b", HEADER)
        store.create("a", HEADER)
        receipt = store.append("b", 0, [EVENT, EVENT])
        store.keep_attempt("b", b"refused")
    for _ in range(2):
        with MatchStore.open(str(path)) as store:
            assert store.matches() == ["b", "a"]
            assert store.read("b") == [HEADER, EVENT, EVENT]
            assert store.head("b") == receipt
            assert store.attempts("b") == [b"refused"]
            receipt = store.append("b", receipt.seq, [])
    with MatchStore.open(str(path)) as store:
        assert store.append("b", 2, [EVENT]).seq == 3


def test_a_file_made_after_opening_is_found(path: Path) -> None:
    with MatchStore.open(str(path)) as reader, MatchStore.open(str(path)) as writer:
        assert reader.matches() == []
        writer.create("final", HEADER)
        assert reader.read("final") == [HEADER]
        writer.append("final", 0, [EVENT])
        assert reader.read("final") == [HEADER, EVENT]
        assert reader.append("final", 1, [EVENT]).seq == 2
        assert writer.head("final").seq == 2


def test_writes_are_durable(path: Path) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER)
        datastore = store.medium.file.datastore  # type: ignore[attr-defined]
        with datastore.transaction(commit=False) as cursor:
            assert recorder.pragma(cursor, "synchronous") == 2
            assert recorder.pragma(cursor, "journal_mode") == "wal"
    assert value_of(path, "journal_mode") == "wal"
    assert value_of(path, "user_version") == 3


def test_an_append_is_one_transaction(path: Path) -> None:
    """Reading what is last and storing what follows: no other program writes in between."""
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER)
        connection = store.medium.file.datastore.connection  # type: ignore[attr-defined]
        said: list[str] = []
        connection.set_trace_callback(said.append)
        store.append("final", 0, [EVENT])
        connection.set_trace_callback(None)
    words = [one.split()[0] for one in said]  # with those of the triggers
    assert (words[:3], words[-1]) == (["BEGIN", "SELECT", "INSERT"], "COMMIT")
    assert (words.count("BEGIN"), words.count("COMMIT")) == (1, 1)
    assert said[0] == "BEGIN IMMEDIATE"


def test_a_file_without_write_ahead_log_gets_it_at_the_next_write(path: Path) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER)
    assert value_of(path, "journal_mode=DELETE") == "delete"
    with MatchStore.open(str(path)) as store:
        assert store.read("final") == [HEADER]
        assert value_of(path, "journal_mode") == "delete"
        store.append("final", 0, [EVENT])
    assert value_of(path, "journal_mode") == "wal"


def test_the_write_ahead_log_is_set_when_a_reader_has_gone(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER)
    assert value_of(path, "journal_mode=DELETE") == "delete"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM records").fetchone()
        gone = Timer(0.1, reader.rollback)
        gone.start()
        with MatchStore.open(str(path)) as store:
            assert store.append("final", 0, [EVENT]).seq == 1
        gone.join()


def test_a_position_is_never_given_twice(path: Path) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER, [EVENT])
        store.create("other", HEADER)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("DROP TRIGGER records_no_DELETE")
        raw.execute("DELETE FROM records WHERE originator_id = 'other'")
    with MatchStore.open(str(path)) as store:
        store.append("final", 1, [EVENT])
        with store.medium.reading() as logs:
            assert logs.records.recorder.max_notification_id() == 4


@contextmanager
def unprivileged() -> Iterator[None]:
    """Be `nobody` for a while, if the tests run as root: only then permissions mean anything."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_store_on_read_only_media_is_read() -> None:
    with TemporaryDirectory() as name:
        folder, path = Path(name), Path(name, "matches.db")
        with MatchStore.open(str(path)) as store:
            store.create("final", HEADER, [EVENT])
        path.chmod(0o444)
        folder.chmod(0o555)
        with unprivileged(), MatchStore.open(str(path)) as store:
            assert store.read("final") == [HEADER, EVENT]
            store.verify("final")
            with pytest.raises(StoreUnavailable, match="is read-only"):
                store.append("final", 1, [EVENT])
            assert store.read("final", after=0) == [EVENT]
        folder.chmod(0o755)
        Path(folder, "matches.db-wal").write_bytes(b"records")
        folder.chmod(0o555)
        with (
            unprivileged(),
            MatchStore.open(str(path)) as store,
            pytest.raises(StoreUnavailable, match=r"matches\.db-wal beside it holds records"),
        ):
            store.read("final")
        folder.chmod(0o755)


def test_who_writes_takes_a_turn(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an SQLite that has the WAL-reset fault no two connections write at once."""
    monkeypatch.setattr(sqlite_connection, "BUSY_SECONDS", 0.05)
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER)
        store.medium.file.datastore.turns.needed = True  # type: ignore[attr-defined]
        others = Turns(path, needed=True)
        others.take(1)
        with pytest.raises(StoreUnavailable, match="is locked by another program"):
            store.append("final", 0, [EVENT])
        assert store.read("final") == [HEADER]
        others.leave()
        assert store.append("final", 0, [EVENT]).seq == 1


def test_the_lock_file_is_for_whoever_may_write_the_store() -> None:
    """Two accounts of one group share a store: what the first has made the second can lock."""
    if not Turns(Path("any")).needed:
        pytest.skip("this SQLite needs no lock file")
    with TemporaryDirectory() as name:
        folder, path, lock = Path(name), Path(name, "matches.db"), Path(name, "matches.db-lock")
        with MatchStore.open(str(path)) as store:
            store.create("final", HEADER)
        folder.chmod(0o777)
        path.chmod(0o666)
        with MatchStore.open(str(path)) as store:
            store.append("final", 0, [EVENT])
        assert lock.stat().st_mode & 0o777 == 0o666
        lock.chmod(0o444)
        with unprivileged(), MatchStore.open(str(path)) as store:
            store.append("final", 1, [EVENT])
        if os.geteuid() == 0:
            lock.chmod(0o600)
            with (
                unprivileged(),
                MatchStore.open(str(path)) as store,
                pytest.raises(StoreUnavailable, match=r"Permission denied: .*matches\.db-lock"),
            ):
                store.append("final", 2, [EVENT])


def test_a_sound_sqlite_needs_no_turns(path: Path) -> None:
    Turns(path, needed=False).take(0)
    assert not path.parent.exists()
    needed = Turns(path).needed
    assert needed == (sqlite3.sqlite_version_info < (3, 51, 3))


@pytest.mark.parametrize("name", ["a b%20.db", "what?mode=memory#x", ":memory:.db", "공룡.db"])
def test_any_file_name_is_only_a_name(tmp_path: Path, name: str) -> None:
    with MatchStore.open(str(tmp_path / name)) as store:
        store.create("final", HEADER)
    assert names_in(tmp_path) == [name]


def test_an_empty_file_reads_as_empty_and_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    with MatchStore.open(str(path)) as store:
        assert store.matches() == []
        assert path.stat().st_size == 0
        store.create("final", HEADER)
        assert store.matches() == ["final"]


@pytest.mark.parametrize("where", [":memory:", "matches.db"])
def test_a_recorder_answers_as_the_library_asks(tmp_path: Path, where: str) -> None:
    with MatchStore.open(where if where == ":memory:" else str(tmp_path / where)) as store:
        store.create("a", HEADER, [EVENT] * 4)
        with store.medium.reading() as logs:
            select = logs.records.recorder.select_events
            assert [row.originator_version for row in select("a", gt=0, lte=3)] == [1, 2, 3]
            assert [row.originator_version for row in select("a", lte=3, desc=True, limit=2)] == [
                3,
                2,
            ]


def test_notifications_of_the_library_work_on_our_tables(path: Path) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("a", HEADER, [EVENT])
        store.create("b", HEADER)
        with store.medium.reading() as logs:
            records = logs.records.recorder
            found = records.select_notifications(None, 10)
            assert records.max_notification_id() == 3
    assert [(n.id, n.originator_id, n.originator_version) for n in found] == [
        (1, "a", 0),
        (2, "a", 1),
        (3, "b", 0),
    ]


def test_two_names_of_one_file_share_a_lock_and_its_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DM_PEOPLE", "DM_KEYS"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "real").mkdir()
    (tmp_path / "link.db").symlink_to(tmp_path / "real" / "league.db")
    for name in ("link.db", "real/league.db"):
        with MatchStore.open(str(tmp_path / name)) as store:
            store.create(name.replace("/", "-"), b"{}")
            assert isinstance(store.medium, SqliteFile)
            assert store.medium.path == tmp_path / "real" / "league.db"
        assert folder(str(tmp_path / name)) == tmp_path / "real" / "people"
    assert [one.name for one in tmp_path.iterdir() if one.name.endswith("-lock")] == []
