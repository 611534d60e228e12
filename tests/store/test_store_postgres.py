"""The PostgreSQL place: who makes its tables, what it refuses, what a person is told."""

import psycopg
import pytest

from dm_events.store import BrokenStore, MatchStore, StoreUnavailable
from dm_events.store.postgres_place import shown

HEADER, EVENT = b'{"format":1}', b'{"seq":1}'


@pytest.fixture
def ready(pg_url: str) -> str:
    """A place with a match of two records."""
    with MatchStore.open(pg_url) as store:
        store.migrate()
        store.create("final", HEADER, [EVENT])
        store.keep_attempt("final", EVENT)
    return pg_url


def test_tables_are_made_on_request_only(pg_url: str) -> None:
    with MatchStore.open(pg_url) as store:
        for call in (store.matches, lambda: store.create("final", HEADER)):
            with pytest.raises(StoreUnavailable, match="has no tables yet; run `dm db init`"):
                call()
        assert store.about().schema == 0
        assert store.migrate() == (0, 1)
        assert store.migrate() == (1, 1)
        assert store.about().schema == store.about().current == 1
        assert store.matches() == []


def test_newer_tables_are_refused(ready: str) -> None:
    with psycopg.connect(ready, autocommit=True) as raw:
        raw.execute("UPDATE dm_events_schema SET version = 9")
    with MatchStore.open(ready) as store, pytest.raises(BrokenStore, match="version 9, known is 1"):
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


def test_no_password_is_told() -> None:
    assert shown("postgresql://judge:secret@db/league?sslmode=require") == (
        "postgresql://judge@db/league"
    )
    assert shown("postgresql:///league?password=secret") == "postgresql:///league"
