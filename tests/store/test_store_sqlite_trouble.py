"""The SQLite file in trouble: what is refused, and what a person is told."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

from dm_events.store import (
    BrokenStore,
    MatchStore,
    StoreUnavailable,
    sqlite_connection,
    sqlite_schema,
)
from dm_events.store import sqlite as recorder

HEADER, EVENT = b'{"format":1}', b'{"seq":1}'


def refuse(path: Path, kind: type[Exception], *words: str) -> None:
    """Reading and writing are both refused with these words, and the file stays as it is."""
    before = path.read_bytes() if path.is_file() else None
    with MatchStore.open(str(path)) as store:
        for call in (store.matches, lambda: store.create("final", HEADER)):
            with pytest.raises(kind) as caught:
                call()
            assert str(path) in str(caught.value)
            for word in words:
                assert word in str(caught.value)
    assert before == (path.read_bytes() if path.is_file() else None)


def test_a_file_that_is_not_sqlite_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("4 Dilophosaurus\n" * 100)
    refuse(path, BrokenStore, "not an SQLite file", "left as it is")


def test_a_file_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("CREATE TABLE bookmarks (url TEXT)")
    refuse(path, BrokenStore, "belongs to another program")


def test_an_empty_file_that_another_program_marked_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("PRAGMA user_version = 9")
    refuse(path, BrokenStore, "belongs to another program")


def test_a_newer_schema_is_refused(path: Path) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("other", HEADER)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("PRAGMA user_version = 4")
    refuse(path, BrokenStore, "version 4, known is 3", "newer dm-events")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    refuse(tmp_path, StoreUnavailable, "see that it is a file")


def test_missing_tables_are_named(path: Path) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("DROP TABLE records")
    refuse(path, BrokenStore, "no such table: records")


def test_damaged_pages_are_named(path: Path) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER, [b"x" * 1000] * 100)
    body = bytearray(path.read_bytes())
    body[4096:] = b"\xa5" * (len(body) - 4096)
    path.write_bytes(body)
    with MatchStore.open(str(path)) as store, pytest.raises(BrokenStore, match="is damaged"):
        store.read("final")


def test_a_path_below_a_file_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "folder" / "matches.db"
    with MatchStore.open(str(path)) as store:
        assert store.matches() == []
        with pytest.raises(StoreUnavailable) as caught:
            store.create("final", HEADER)
    assert str(caught.value) == (
        f"{path} cannot be used (Not a directory); see to its path and permissions."
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere; run as a user")
def test_a_read_only_file_is_named(path: Path) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER)
    path.chmod(0o444)
    with MatchStore.open(str(path)) as store:
        assert store.read("final") == [HEADER]
        with pytest.raises(StoreUnavailable, match="is read-only"):
            store.append("final", 0, [EVENT])


def test_a_locked_file_is_waited_for_and_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_connection, "BUSY_SECONDS", 0.05)
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreUnavailable, match="is locked by another program"):
                store.append("final", 0, [EVENT])
            assert store.read("final") == [HEADER]
            other.execute("ROLLBACK")
        assert store.append("final", 0, [EVENT]).seq == 1


def test_a_full_disk_keeps_what_was_stored_and_goes_on_when_there_is_room(
    path: Path,
) -> None:
    """The database is given a highest number of pages, which SQLite reports as a full disk."""
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER)
        datastore = store.medium.file.datastore  # type: ignore[attr-defined]
        with datastore.transaction(commit=False) as cursor:
            recorder.pragma(cursor, "max_page_count=20")
        lines = [b"x" * 10_000] * 20
        with pytest.raises(StoreUnavailable, match="the disk is full; nothing was written"):
            store.append("final", 0, lines)
        assert store.read("final") == [HEADER]
        assert store.append("final", 0, [EVENT]).seq == 1
        with datastore.transaction(commit=False) as cursor:
            recorder.pragma(cursor, "max_page_count=1000")
        assert store.append("final", 1, lines).seq == 21
        store.verify("final")


WRITE_UNTIL_IT_FAILS = """
import resource, sys
from dm_events.store import MatchStore, StoreUnavailable
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
with MatchStore.open(sys.argv[1]) as store:
    seq = store.create("final", b"header").seq
    try:
        while True:
            seq = store.append("final", seq, [b"x" * 5000, b"y" * 5000]).seq
    except StoreUnavailable as error:
        print(seq, error)
"""


def test_a_write_that_the_system_cuts_short_tears_no_batch(path: Path) -> None:
    """The process may make no file longer than 200,000 bytes."""
    found = subprocess.run(
        [sys.executable, "-c", WRITE_UNTIL_IT_FAILS, str(path)],
        capture_output=True,
        text=True,
        check=True,
    )
    seq, sentence = found.stdout.split(" ", 1)
    assert int(seq) > 0
    assert int(seq) % 2 == 0
    assert "error of the disk" in sentence
    with MatchStore.open(str(path)) as store:
        store.verify("final")
        assert store.head("final").seq == int(seq)


def test_a_connection_that_another_thread_keeps_is_named(path: Path) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER)
        datastore = store.medium.file.datastore  # type: ignore[attr-defined]
        datastore.patience = 0.05
        kept, done = Event(), Event()

        def keep() -> None:
            with datastore.transaction(commit=False):
                kept.set()
                done.wait(30)

        keeper = Thread(target=keep)
        keeper.start()
        kept.wait(30)
        with pytest.raises(StoreUnavailable, match="use by another thread"):
            store.read("final")
        done.set()
        keeper.join()
        assert store.read("final") == [HEADER]


def test_a_disk_without_write_ahead_log_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_schema, "set_wal", lambda _cursor: "delete")
    with MatchStore.open(str(path)) as store:
        with pytest.raises(StoreUnavailable, match=r"\(journal delete, synchronous 2\)"):
            store.create("final", HEADER)
        assert store.matches() == []


def test_a_row_refused_without_a_conflict_is_no_conflict(path: Path) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(
            "CREATE TRIGGER guard BEFORE INSERT ON records WHEN NEW.originator_version = 2"
            " BEGIN SELECT RAISE(ABORT, 'not today'); END"
        )
    with MatchStore.open(str(path)) as store:
        with pytest.raises(BrokenStore, match="was refused") as caught:
            store.append("final", 0, [EVENT, EVENT])
        assert (caught.value.match, caught.value.seq) == ("final", 1)
        assert store.read("final") == [HEADER]


@pytest.mark.parametrize("change", [Path.unlink, lambda path: path.rename(f"{path}.old")])
def test_a_file_taken_away_while_in_use_is_noticed(
    path: Path, change: Callable[[Path], object]
) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER)
        change(path)
        for call in (store.matches, lambda: store.append("final", 0, [EVENT])):
            with pytest.raises(StoreUnavailable, match="moved, replaced or deleted"):
                call()
    assert not path.exists()
