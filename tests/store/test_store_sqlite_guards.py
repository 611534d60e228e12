"""What an SQLite file itself refuses, and files of older tables."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dm_events.store import MatchStore, StoreUnavailable

HEADER, EVENT = b'{"format":1}', b'{"seq":1}'


REFUSED = {
    "UPDATE records SET topic = 'x'": "stays as it is",
    "DELETE FROM records": "stays as it is",
    "UPDATE attempts SET state = x'00'": "stays as it is",
    "DELETE FROM attempts WHERE rowid = 1": "stays as it is",
    "DELETE FROM records_heads": "stays as it is",
    "UPDATE records_heads SET originator_version = 0": "only goes on",
    "REPLACE INTO records (originator_id, originator_version, topic, state)"
    " VALUES ('final', 1, 't', x'00')": "does not follow",
    "INSERT INTO records (originator_id, originator_version, topic, state)"
    " VALUES ('final', 3, 't', x'00')": "does not follow",
    "INSERT INTO records (originator_id, originator_version, topic, state)"
    " VALUES ('new', 1, 't', x'00')": "does not follow",
    "INSERT OR REPLACE INTO records (rowid, originator_id, originator_version, topic, state)"
    " SELECT rowid, 'final', 2, 't', state FROM records WHERE originator_version = 1": "by the table",
    "INSERT OR REPLACE INTO records (rowid, originator_id, originator_version, topic, state)"
    " SELECT max(rowid), 'new', 0, 't', state FROM records": "by the table",
    "INSERT INTO records (rowid, originator_id, originator_version, topic, state)"
    " VALUES (99, 'final', 2, 't', x'00')": "by the table",
    "INSERT OR REPLACE INTO records_heads VALUES ('final', 0, 'x')": "a head begins",
    "INSERT OR REPLACE INTO records_heads SELECT originator_id, 0,"
    " CAST(substr(state, -64) AS TEXT) FROM records WHERE originator_version = 0": "a head begins",
    "INSERT INTO records_heads VALUES ('ghost', 0, 'x')": "a head begins",
    "INSERT INTO attempts_heads VALUES ('ghost', 4, 'x')": "a head begins",
    "INSERT INTO records_heads VALUES ('final', 2, 'x')"
    " ON CONFLICT (originator_id) DO UPDATE SET originator_version = 2": "a head begins",
    "UPDATE records_heads SET originator_version = 2": "only goes on",
    "UPDATE OR REPLACE records_heads SET originator_id = 'ghost'": "only goes on",
    "UPDATE OR REPLACE records SET rowid = 1 WHERE originator_version = 1": "stays as it is",
}


@pytest.mark.parametrize("statement", REFUSED)
def test_the_file_itself_refuses_changes_and_gaps(path: Path, statement: str) -> None:
    guarded(path, statement)


def guarded(path: Path, statement: str) -> None:
    """A file with two records of a match, and an attempt, refuses a statement and stays whole."""
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER, [EVENT])
        store.keep_attempt("final", EVENT)
    with (
        closing(sqlite3.connect(path)) as raw,
        raw,
        pytest.raises(sqlite3.IntegrityError, match=REFUSED[statement]),
    ):
        raw.execute(statement)
    with MatchStore.open(str(path)) as store:
        store.verify("final")
        assert store.read("final") == [HEADER, EVENT]
        assert store.missing() == []


OF_SCHEMA_2 = (
    "DROP TRIGGER {0}_no_position",
    "DROP TRIGGER {0}_head_begun",
    "DROP TRIGGER {0}_head_moved",
    "DROP TRIGGER {0}_heads_begin",
    "DROP TRIGGER {0}_heads_go_on",
    """CREATE TRIGGER {0}_keep_head AFTER INSERT ON {0}
    BEGIN
        INSERT INTO {0}_heads
        VALUES (NEW.originator_id, NEW.originator_version, CAST(substr(NEW.state, -64) AS TEXT))
        ON CONFLICT (originator_id) DO UPDATE
        SET originator_version = excluded.originator_version, link = excluded.link;
    END""",
    """CREATE TRIGGER {0}_heads_go_on BEFORE UPDATE ON {0}_heads
    WHEN NEW.originator_id <> OLD.originator_id
        OR NEW.originator_version <> OLD.originator_version + 1
    BEGIN SELECT RAISE(ABORT, '{0}_heads: a head only goes on'); END""",
)
"""What makes the guards of a table those that it had in schema 2."""


@pytest.mark.parametrize("statement", REFUSED)
def test_a_file_of_schema_2_is_migrated_to_all_guards(path: Path, statement: str) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("older", HEADER, [EVENT])
        receipt = store.head("older")
    with closing(sqlite3.connect(path)) as raw, raw:
        for table in ("records", "attempts"):
            for text in OF_SCHEMA_2:
                raw.execute(text.format(table))
        raw.execute("PRAGMA user_version = 2")
    with MatchStore.open(str(path)) as store:
        with pytest.raises(StoreUnavailable, match=r"version 2.*dm db migrate"):
            store.matches()
        assert store.migrate() == (2, 3)
        assert store.append("older", 1, [EVENT]).seq == receipt.seq + 1
        store.verify("older")
    guarded(path, statement)


def to_schema_1(path: Path) -> None:
    """Make a file what it was before there were heads and triggers."""
    with closing(sqlite3.connect(path)) as raw, raw:
        unguarded = raw.execute(
            "SELECT type, name FROM sqlite_master WHERE type = 'trigger' OR name LIKE '%_heads'"
        ).fetchall()
        for kind, name in unguarded:
            raw.execute(f"DROP {kind} IF EXISTS {name}")
        raw.execute("PRAGMA user_version = 1")


def test_a_file_of_schema_1_is_refused_and_migrated_on_request(path: Path) -> None:
    with MatchStore.open(str(path)) as store:
        store.create("final", HEADER, [EVENT])
        receipt = store.head("final")
        store.keep_attempt("final", EVENT)
    to_schema_1(path)
    with MatchStore.open(str(path)) as store:
        for call in (store.matches, lambda: store.create("other", HEADER)):
            with pytest.raises(StoreUnavailable, match=r"version 1.*dm db migrate"):
                call()
        assert store.migrate() == (1, 3)
        assert store.migrate() == (3, 3)
        store.verify("final")
        assert store.head("final") == receipt
        assert store.append("final", 1, [EVENT]).seq == 2
