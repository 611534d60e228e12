"""The PostgreSQL place: who makes its tables, what it refuses, what a person is told."""

import os
import subprocess
import sys
from itertools import islice, product
from pathlib import Path
from random import Random
from urllib.parse import quote

import psycopg
import pytest

from dm_events.store import BrokenStore, MatchStore, StoreUnavailable
from tests.cli.running import dm
from tests.store.server import binaries, server

HEADER, EVENT = b'{"format":1}', b'{"seq":1}'


OF_VERSION_2 = (
    "DROP TRIGGER begins ON {0}_heads",
    "DROP FUNCTION {0}_head_begins",
    """CREATE OR REPLACE FUNCTION {0}_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO {0}_heads VALUES (NEW.originator_id, NEW.originator_version,
            convert_from(substring(NEW.state FROM octet_length(NEW.state) - 63), 'UTF8'))
        ON CONFLICT (originator_id) DO UPDATE
        SET originator_version = excluded.originator_version, link = excluded.link;
        RETURN NULL;
    END $$""",
)
"""What makes the guards of a table those that it had in version 2."""


def test_tables_are_made_on_request_only(pg_url: str) -> None:
    with MatchStore.open(pg_url) as store:
        for call in (store.matches, lambda: store.create("final", HEADER)):
            with pytest.raises(StoreUnavailable, match="has no tables yet; run `dm db init`"):
                call()
        assert store.about().schema == 0
        assert store.migrate() == (0, 3)
        assert store.migrate() == (3, 3)
        assert store.about().schema == store.about().current == 3
        assert store.matches() == []


def test_tables_of_version_1_are_migrated_on_request(ready: str) -> None:
    with psycopg.connect(ready, autocommit=True) as raw:
        for table in ("records", "attempts"):
            raw.execute(
                f"ALTER TABLE {table} DROP CONSTRAINT {table}_position, "
                f"ADD CONSTRAINT {table}_check CHECK (position >> 20 = tx::text::bigint)".encode()
            )
            for text in OF_VERSION_2:
                raw.execute(text.format(table).encode())
        raw.execute("ALTER TABLE dm_events_schema DROP COLUMN moved")
        raw.execute("UPDATE dm_events_schema SET version = 1")
    with MatchStore.open(ready) as store:
        for call in (store.matches, lambda: store.create("other", HEADER)):
            with pytest.raises(StoreUnavailable, match=r"tables of version 1.*dm db migrate"):
                call()
        assert store.migrate() == (1, 3)
        goes_on(store)


def goes_on(store: MatchStore) -> None:
    """The place is whole, can be recorded in, and followers are told all of it in order."""
    store.verify("final")
    store.append("final", 1, [EVENT])
    store.create("new", HEADER)
    with store.follow() as following:
        told = list(islice(following, 4))
    assert [(one.match, one.seq) for one in told] == [
        ("final", 0), ("final", 1), ("final", 2), ("new", 0)]  # fmt: skip
    assert [one.position for one in told] == sorted({one.position for one in told})
    with store.follow(after=told[1].position) as following:
        assert list(islice(following, 2)) == told[2:]


def refused_until_migrated(store: MatchStore) -> None:
    for call in (lambda: store.append("final", 1, [EVENT]), store.follow):
        with pytest.raises(StoreUnavailable, match=r"came from another server.*dm db migrate"):
            call()
    assert store.read("final") == [HEADER, EVENT]
    assert store.attempts("final") == [EVENT]
    assert store.migrate() == (3, 3)


def test_positions_of_another_server_are_not_passed_by(ready: str) -> None:
    """As if they were written where a thousand million transactions more had been."""
    with psycopg.connect(ready, autocommit=True) as raw:
        for table in ("records", "attempts"):
            raw.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER".encode())
            raw.execute(
                f"UPDATE {table} SET position = position + (1000000000::bigint << 20), "
                "tx = (tx::text::bigint + 1000000000)::text::xid8".encode()
            )
            raw.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER".encode())
    with MatchStore.open(ready) as store:
        refused_until_migrated(store)
        goes_on(store)
    with MatchStore.open(ready) as store:
        assert store.append("final", 2, [EVENT]).seq == 3
        store.verify("final")
    flips = ("tx = (tx::text::bigint # 4)::text::xid8", "position = position + (1::bigint << 22)",
             "position = position + 64", "tx = (tx::text::bigint - 1)::text::xid8")  # fmt: skip
    for seq, change in product(range(4), flips):
        with psycopg.connect(ready, autocommit=True) as raw, MatchStore.open(ready) as store:
            raw.execute("ALTER TABLE records DISABLE TRIGGER USER")
            raw.execute("ALTER TABLE records DROP CONSTRAINT IF EXISTS records_position")
            where = f"WHERE originator_id = 'final' AND originator_version = {seq}"
            was = raw.execute(f"SELECT position, tx FROM records {where}".encode()).fetchone()
            raw.execute(f"UPDATE records SET {change} {where}".encode())
            with pytest.raises(BrokenStore, match="was never given to it") as caught:
                store.verify("final")
            assert (caught.value.match, caught.value.seq) in {("final", seq), ("final", seq + 1)}
            raw.execute(f"UPDATE records SET position = %s, tx = %s {where}".encode(), was)
            store.verify("final")


def test_a_move_is_told(ready: str) -> None:
    with psycopg.connect(ready, autocommit=True) as raw:
        raw.execute("ALTER TABLE records DISABLE TRIGGER USER")
        raw.execute("UPDATE records SET position = position + (1000000000::bigint << 20)")
    for moved in (True, False):
        ran = dm("db", "migrate", "--db", ready)
        assert (ran.code, "came from another server" in ran.out) == (0, moved)


@pytest.mark.slow
@pytest.mark.skipif("DM_TEST_PG_URL" in os.environ, reason="needs two servers of its own")
def test_a_dump_goes_on_in_another_server(ready: str, tmp_path: Path) -> None:
    with psycopg.connect(ready, autocommit=True) as raw:
        for _ in range(3_000):  # transactions that the other server has not had
            raw.execute("SELECT pg_current_xact_id()")
        (schema,) = raw.execute("SELECT current_schema").fetchone() or ("",)
    with MatchStore.open(ready) as store:
        store.create("moved", HEADER)
    programs = next(one for one in binaries() if (one / "pg_dump").is_file())
    dump = str(tmp_path / "dump.sql")
    subprocess.run([programs / "pg_dump", "-n", schema, "-f", dump, ready], check=True)
    with server() as other:
        assert other is not None
        subprocess.run([programs / "psql", "-q", "-v", "ON_ERROR_STOP=1", "-f", dump, other],
                       check=True, capture_output=True)  # fmt: skip
        url = f"{other}&options={quote(f'-csearch_path={schema}', safe='')}"
        with MatchStore.open(url) as store:
            refused_until_migrated(store)
            store.append("final", 1, [EVENT])
            store.append("moved", 0, [EVENT])
            with store.follow() as following:
                told = [(one.match, one.seq) for one in islice(following, 5)]
            assert told == [("final", 0), ("final", 1), ("moved", 0), ("final", 2), ("moved", 1)]


def test_tables_of_version_2_are_migrated_to_all_guards(ready: str) -> None:
    with psycopg.connect(ready, autocommit=True) as raw:
        for table in ("records", "attempts"):
            for text in OF_VERSION_2:
                raw.execute(text.format(table).encode())
        raw.execute("UPDATE dm_events_schema SET version = 2")
    with MatchStore.open(ready) as store:
        with pytest.raises(StoreUnavailable, match=r"tables of version 2.*dm db migrate"):
            store.matches()
        assert store.migrate() == (2, 3)
        assert store.append("final", 1, [EVENT]).seq == 2
        store.create("other", HEADER)
        store.verify("final")
    with (
        psycopg.connect(ready, autocommit=True) as raw,
        pytest.raises(psycopg.IntegrityError, match="a head begins"),
    ):
        raw.execute("INSERT INTO records_heads VALUES ('ghost', 0, 'x')")


def test_newer_tables_are_refused(ready: str) -> None:
    with psycopg.connect(ready, autocommit=True) as raw:
        raw.execute("UPDATE dm_events_schema SET version = 9")
    ran = dm("db", "info", "--db", ready)
    assert ran.code == 5
    assert "migrate" not in ran.err
    with MatchStore.open(ready) as store, pytest.raises(BrokenStore, match="version 9, known is 3"):
        store.matches()


def test_tables_of_another_program_are_refused(pg_url: str) -> None:
    with psycopg.connect(pg_url, autocommit=True) as raw:
        raw.execute("CREATE TABLE records (url text)")
    with MatchStore.open(pg_url) as store, pytest.raises(BrokenStore, match="not of dm-events"):
        store.migrate()


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE records SET topic = 'x'", "stays as it is"),
        ("DELETE FROM attempts", "stays as it is"),
        ("TRUNCATE records", "stays as it is"),
        ("UPDATE records_heads SET originator_version = 2", "only goes on"),
        ("UPDATE records_heads SET originator_id = 'ghost'", "only goes on"),
        ("INSERT INTO records_heads VALUES ('ghost', 0, 'x')", "a head begins"),
        ("INSERT INTO attempts_heads VALUES ('ghost', 4, 'x')", "a head begins"),
        (
            (
                "INSERT INTO records_heads VALUES ('final', 2, 'x')"
                " ON CONFLICT (originator_id) DO UPDATE SET originator_version = 2"
            ),
            "a head begins",
        ),
        (
            (
                "INSERT INTO records_heads SELECT originator_id, 0, convert_from(substring(state"
                " FROM octet_length(state) - 63), 'UTF8') FROM records WHERE originator_version = 0"
            ),
            "duplicate key",
        ),
        ("DELETE FROM records_heads", "stays as it is"),
        ("UPDATE records_heads SET originator_version = 0", "only goes on"),
        (
            (
                "INSERT INTO records (position, originator_id, originator_version, topic, state)"
                " VALUES (pg_current_xact_id()::text::bigint << 20, 'final', 3, 't', 'x')"
            ),
            "does not follow",
        ),
    ],
)
def test_the_database_itself_refuses_changes_and_gaps(
    ready: str, statement: str, says: str
) -> None:
    with (
        psycopg.connect(ready, autocommit=True) as raw,
        pytest.raises(psycopg.IntegrityError, match=says),
    ):
        raw.execute(statement.encode())
    with MatchStore.open(ready) as store:
        store.verify("final")
        assert store.read("final") == [HEADER, EVENT]


def test_a_changed_row_and_a_cut_tail_are_named(ready: str) -> None:
    with psycopg.connect(ready, autocommit=True) as raw, MatchStore.open(ready) as store:
        raw.execute("ALTER TABLE records DISABLE TRIGGER USER")
        raw.execute("UPDATE records SET state = set_byte(state, 3, get_byte(state, 3) # 1)"
                    " WHERE originator_version = 1")  # fmt: skip
        with pytest.raises(BrokenStore) as caught:
            store.verify("final")
        assert (caught.value.match, caught.value.seq) == ("final", 1)
        raw.execute("DELETE FROM records WHERE originator_version = 1")
        with pytest.raises(BrokenStore) as caught:
            store.verify("final")
        assert (caught.value.match, caught.value.seq) == ("final", 1)
        raw.execute("DELETE FROM records")
        assert store.missing() == ["final"]
        with pytest.raises(BrokenStore):
            store.head("final")


def test_any_flipped_bit_of_a_row_is_named(ready: str) -> None:
    seed = Random().randrange(2**32)
    sys.stdout.write(f"seed {seed}\n")
    chance = Random(seed)
    with psycopg.connect(ready, autocommit=True) as raw, MatchStore.open(ready) as store:
        raw.execute("ALTER TABLE records DISABLE TRIGGER USER")
        for _ in range(40):
            seq = chance.randrange(2)
            length = raw.execute("SELECT octet_length(state) FROM records"
                                 " WHERE originator_version = %s", (seq,)).fetchone()  # fmt: skip
            assert length is not None
            flip = (
                "UPDATE records SET state = set_bit(state, %(bit)s, 1 - get_bit(state, %(bit)s))"
                " WHERE originator_version = %(seq)s"
            )
            values = {"bit": chance.randrange(8 * length[0]), "seq": seq}
            raw.execute(flip, values)
            with pytest.raises(BrokenStore) as caught:
                store.verify("final")
            assert (caught.value.match, caught.value.seq) == ("final", seq)
            raw.execute(flip, values)
            store.verify("final")


def test_a_reader_waits_for_older_transactions(ready: str) -> None:
    """A row with a lower position that commits later is not passed by."""
    insert = (
        b"INSERT INTO records (position, originator_id, originator_version, topic, state)"
        b" VALUES (pg_current_xact_id()::text::bigint << 20, %s, 0, 'dm-events/record/1', %s)"
    )
    with MatchStore.open(ready) as store, psycopg.connect(ready) as slow:
        with store.medium.reading() as logs:
            records = logs.records.recorder
        state = records.rows("final", -1)[0][2]
        before = records.max_notification_id()
        slow.execute(insert, ("slow", state))
        store.create("quick", HEADER)
        assert store.read("quick") == [HEADER]
        assert records.select_notifications(before, 9, inclusive_of_start=False) == []
        slow.commit()
        told = records.select_notifications(before, 9, inclusive_of_start=False)
        assert [one.originator_id for one in told] == ["slow", "quick"]


def test_a_lost_connection_is_told_and_made_anew(ready: str) -> None:
    with MatchStore.open(ready) as store, psycopg.connect(ready, autocommit=True) as raw:
        assert store.matches() == ["final"]
        pid = store.medium.session.connection.info.backend_pid  # type: ignore[attr-defined]
        raw.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))
        with pytest.raises(StoreUnavailable, match="was lost or cannot be reached"):
            store.append("final", 1, [EVENT])
        assert store.read("final") == [HEADER, EVENT]
        assert store.append("final", 1, [EVENT]).seq == 2


def test_a_server_that_is_not_there_is_told(tmp_path: object) -> None:
    url = f"postgresql:///none?host={tmp_path}"
    with MatchStore.open(url) as store, pytest.raises(StoreUnavailable, match="cannot be reached"):
        store.matches()
