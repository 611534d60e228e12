"""Backups: whole or not there, for one at a time; restores that were cut short; stores that are not there."""

import fcntl
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dm_events.service import backups
from dm_events.service.backups import backup, restore
from dm_events.service.keeping import NoSuchStore, copy
from dm_events.store import BrokenStore, MatchStore, StoreUnavailable
from tests.cli.running import dm, there
from tests.store.damage import edit

HEADER, EVENTS = b'{"format":1}', [b'{"seq":1}', b'{"seq":2}']


def fill(store: MatchStore) -> None:
    for match in ("a", "b", "c"):
        store.create(match, HEADER, EVENTS, beside=[b"seed"])


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A backup of three matches."""
    with MatchStore.open(None) as source:
        fill(source)
        backup(source, str(tmp_path / "kept.db"))
    return tmp_path / "kept.db"


def test_a_backup_leaves_nothing_but_itself_for_its_owner(kept: Path) -> None:
    assert there(kept.parent) == ["kept.db"]
    assert mode(kept) == 0o600


def test_what_an_ended_backup_left_is_used_again(store: MatchStore, tmp_path: Path) -> None:
    fill(store)
    for suffix in ("", "-wal", "-shm", "-lock"):
        (tmp_path / f"b.db.part{suffix}").write_bytes(b"half" * 999)
    (tmp_path / "b.db.part").chmod(0o644)
    assert len(backup(store, str(tmp_path / "b.db"))) == 3
    assert [name for name in there(tmp_path) if name.startswith("b.db")] == ["b.db"]
    assert mode(tmp_path / "b.db") == 0o600
    with MatchStore.open(str(tmp_path / "b.db")) as again:
        assert again.read("c", verify=True) == [HEADER, *EVENTS]


def test_a_second_backup_to_one_name_waits_for_nothing_and_breaks_nothing(
    store: MatchStore, tmp_path: Path
) -> None:
    fill(store)
    part = tmp_path / "b.db.part"
    part.write_bytes(b"of another")
    first = os.open(part, os.O_RDWR)
    fcntl.flock(first, fcntl.LOCK_EX)
    with pytest.raises(StoreUnavailable, match="is being written by another backup; wait"):
        backup(store, str(tmp_path / "b.db"))
    assert part.read_bytes() == b"of another"
    os.close(first)
    assert len(backup(store, str(tmp_path / "b.db"))) == 3


def test_a_backup_that_was_named_meanwhile_is_not_touched(
    store: MatchStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program finishes between our opening of the half-written file and our lock on it."""
    fill(store)
    part, path = tmp_path / "b.db.part", tmp_path / "b.db"
    part.write_bytes(b"of another")
    lock = fcntl.flock

    def late(handle: int, how: int) -> None:
        if part.exists():
            part.rename(path)
        lock(handle, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with pytest.raises(StoreUnavailable, match="is being written by another backup"):
        backup(store, str(path))
    assert path.read_bytes() == b"of another"


def test_a_backup_that_is_finished_but_for_its_other_name_is_not_written_into(
    store: MatchStore, kept: Path
) -> None:
    """The program ended between giving the name and taking `.part` away; the file was put elsewhere."""
    fill(store)
    store.create("d", HEADER)
    whole = kept.read_bytes()
    kept.with_name("b.db.part").hardlink_to(kept)
    assert len(backup(store, str(kept.with_name("b.db")))) == 4
    assert kept.read_bytes() == whole
    assert there(kept.parent)[0] == "b.db"
    assert not kept.with_name("b.db.part").exists()


def test_a_damaged_backup_changes_nothing(where: str, store: MatchStore, kept: Path) -> None:
    edit(
        str(kept),
        "UPDATE records SET state = x'00' WHERE originator_id = 'c' AND originator_version = 2",
    )
    with pytest.raises(BrokenStore, match="match 'c', record 2"):
        restore(str(kept), store)
    assert store.matches() == []
    edit(str(kept), "DELETE FROM records WHERE originator_id = 'b'")
    with pytest.raises(BrokenStore, match="match 'b', record 0"):
        restore(str(kept), store)
    assert store.matches() == []
    if where.endswith(".db"):
        assert not Path(where).exists()


def test_a_restore_that_was_cut_short_is_run_again(
    store: MatchStore, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = MatchStore.create

    def full(store: MatchStore, match: str, *lines: object, **beside: object) -> object:
        if match == "b":
            raise StoreUnavailable(store.medium.place, "cannot grow")
        return create(store, match, *lines, **beside)  # type: ignore[arg-type]

    monkeypatch.setattr(MatchStore, "create", full)
    with pytest.raises(StoreUnavailable, match="cannot grow"):
        restore(str(kept), store)
    monkeypatch.setattr(MatchStore, "create", create)
    assert store.matches() == ["a"]
    assert [one.new for one in restore(str(kept), store)] == [0, 3, 3]
    assert [one.new for one in restore(str(kept), store)] == [0, 0, 0]
    assert store.attempts("c") == [b"seed"]


@pytest.mark.parametrize("what", ["another", "further", "attempt", "other"])
def test_a_restore_over_other_matches_changes_nothing(
    store: MatchStore, kept: Path, what: str
) -> None:
    if what == "another":
        store.create("a", HEADER, [b"otherwise"])
    elif what == "further":
        store.create("a", HEADER, [*EVENTS, b"more"])
    elif what == "attempt":
        store.create("a", HEADER, EVENTS, beside=[b"another seed"])
    else:
        store.create("d", HEADER)
    before = store.matches()
    with pytest.raises(StoreUnavailable, match="holds other matches already"):
        restore(str(kept), store)
    assert store.matches() == before


def test_a_store_that_is_not_there_is_not_copied(store: MatchStore, tmp_path: Path) -> None:
    for name, content in (("slip.db", None), ("empty.db", b"")):
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        with MatchStore.open(str(path)) as slip:
            with pytest.raises(NoSuchStore, match="There is no store at"):
                list(copy(slip, store))
            with pytest.raises(NoSuchStore):
                backup(slip, str(tmp_path / "b.db"))
        with pytest.raises(NoSuchStore):
            restore(str(path), store)
    assert store.matches() == []
    assert "b.db" not in " ".join(there(tmp_path))


def test_a_slip_in_a_name_makes_no_files(tmp_path: Path) -> None:
    slip, other = str(tmp_path / "slip.db"), str(tmp_path / "other.db")
    for args in (["db", "backup", other, "--db", slip], ["db", "copy", "--to", other, "--db", slip],
                 ["db", "restore", slip, "--db", other], ["db", "migrate", "--db", slip], ["verify", "--all", "--db", slip],
                 ["db", "info", "--db", slip], ["match", "list", "--db", slip],
                 ["match", "show", "a", "--db", slip]):  # fmt: skip
        ran = dm(*args)
        assert ran.code == (0 if args[1] in ("info", "list") else 4), ran
    assert there(tmp_path) == []


def test_initialising_changes_no_older_tables(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with MatchStore.open(str(path)) as store:
        fill(store)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("PRAGMA user_version = 2")
    assert dm("db", "init", "--db", str(path), "--json").json == {
        "place": str(path), "before": 2, "after": 2, "moved": False,
    }  # fmt: skip
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (2,)
    assert dm("db", "init", "--db", str(tmp_path / "new.db"), "--json").json["before"] == 0


@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
def test_what_is_left_of_another_file_is_not_taken_into_a_backup(
    store: MatchStore, tmp_path: Path, suffix: str
) -> None:
    fill(store)
    left = tmp_path / f"b.db{suffix}"
    left.write_bytes(b"of another")
    with pytest.raises(StoreUnavailable, match=rf"b\.db{suffix}, which belongs to another file"):
        backup(store, str(tmp_path / "b.db"))
    assert left.read_bytes() == b"of another"
    assert not (tmp_path / "b.db").exists()


def test_a_backup_is_checked_under_its_own_name(
    store: MatchStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store)
    name = backups._name

    def another(part: Path, path: Path) -> None:
        name(part, path)
        edit(str(path), "UPDATE records SET state = CAST(replace(state, '}', ']') AS BLOB)")

    monkeypatch.setattr(backups, "_name", another)
    with pytest.raises(BrokenStore, match="was changed"):
        backup(store, str(tmp_path / "b.db"))
    assert not (tmp_path / "b.db").exists()


def test_two_copies_at_once_are_as_one(
    store: MatchStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each goes on with what the other has stored meanwhile, and keeps no attempt twice."""
    fill(store)
    read, other = MatchStore.attempts, str(tmp_path / "b.db")
    turns = iter((True, False, True))

    def overtaken(self: MatchStore, match: str) -> list[bytes]:
        found = read(self, match)
        if self is target and next(turns, False):
            with MatchStore.open(other) as second:
                list(copy(store, second))
        return found

    with MatchStore.open(other) as target:
        assert len(list(copy(store, target))) == 3
        store.append("a", 2, [b"{}"])
        store.keep_attempt("a", b"refused")
        monkeypatch.setattr(MatchStore, "attempts", overtaken)
        assert len(list(copy(store, target))) == 3
        assert read(target, "a") == read(store, "a") == [b"seed", b"refused"]
        assert target.read("a") == store.read("a")
