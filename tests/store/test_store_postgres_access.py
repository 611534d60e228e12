"""Who may use a PostgreSQL store, who has to wait, and what is told to those who are not let in."""

import re
from itertools import islice
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from dm_events.service.backups import backup
from dm_events.store import MatchStore, StoreUnavailable, postgres_session

HEADER, EVENT = b'{"format":1}', b'{"seq":1}'


def rights() -> list[str]:
    """The rights that the manual gives to a recording user, as statements for `{user}`."""
    manual = Path(__file__).parents[2] / "docs" / "operations.md"
    found = re.findall(r"^GRANT [^;]*;", manual.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(found) == 4
    return found


def test_the_rights_of_the_manual_are_enough_and_no_more(ready: str, tmp_path: Path) -> None:
    """Whoever has just these records, follows, copies and verifies, and changes nothing."""
    user = f"dm_{uuid4().hex[:12]}"
    with psycopg.connect(ready, autocommit=True) as raw:
        (schema,) = raw.execute("SELECT current_schema()").fetchone() or ("",)
        raw.execute(f"CREATE ROLE {user} LOGIN".encode())
        for statement in rights():
            text = statement.replace("league", schema).replace("recorder", user)
            raw.execute(text.encode())
    url = make_conninfo_url(ready, user)
    try:
        with MatchStore.open(url) as store:
            store.create("new", HEADER, beside=[b"seed"])
            store.append("new", 0, [EVENT])
            store.keep_attempt("new", b"refused")
            for match in store.matches():
                store.verify(match)
            assert store.broken() == []
            assert store.about().schema == 3
            with store.follow() as following:
                assert [one.seq for one in islice(following, 4)] == [0, 1, 0, 1]
            assert len(backup(store, str(tmp_path / "b.db"))) == 2
        with psycopg.connect(url, autocommit=True) as raw:
            for forbidden in ("DELETE FROM records", "TRUNCATE records_heads", "DROP TABLE records",
                              "UPDATE records SET topic = 'x'", "UPDATE dm_events_schema SET version = 9",
                              "ALTER TABLE records DISABLE TRIGGER USER"):  # fmt: skip
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    raw.execute(forbidden.encode())
    finally:
        with psycopg.connect(ready, autocommit=True) as raw:
            raw.execute(f"DROP OWNED BY {user}".encode())
            raw.execute(f"DROP ROLE {user}".encode())


def make_conninfo_url(url: str, user: str) -> str:
    """The same URL for another user, without a password."""
    head, _, rest = url.partition("://")
    return f"{head}://{user}@{rest.partition('@')[2]}"


def test_who_waits_for_another_transaction_is_told_after_a_while(
    ready: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_session, "BUSY_SECONDS", 0.1)
    with psycopg.connect(ready) as slow, MatchStore.open(ready) as store:
        insert = (
            "INSERT INTO records (position, originator_id, originator_version, topic, state)"
            " SELECT pg_current_xact_id()::text::bigint << 20, 'final', 2, topic, state FROM records"
            " WHERE originator_id = 'final' AND originator_version = 1"
        )
        slow.execute(insert.encode())
        with pytest.raises(StoreUnavailable, match="is locked by another program; try again"):
            store.append("final", 1, [EVENT])
        assert store.read("final") == [HEADER, EVENT]
        slow.rollback()
        assert store.append("final", 1, [EVENT]).seq == 2


def test_who_is_not_let_in_is_told_why(pg_url: str) -> None:
    head, _, rest = pg_url.partition("://")
    _, _, host = rest.partition("@")
    place, _, options = host.partition("?")
    server_of = place.rpartition("/")[0]
    for url, says in (
        (f"{head}://{rest.partition('@')[0]}@{server_of}/no_such_database?{options}", "make the database first"),
        (f"{head}://nobody_of_that_name@{place}?{options}", "look at the name of the user"),
    ):  # fmt: skip
        with MatchStore.open(url) as store, pytest.raises(StoreUnavailable) as caught:
            store.create("final", HEADER)
        assert "cannot be reached" in str(caught.value)
        assert "nothing was sent" in str(caught.value)
        assert says in str(caught.value)
        assert "send the command again" not in str(caught.value)


def test_a_schema_that_is_not_there_is_told(pg_url: str) -> None:
    url = re.sub(r"search_path%3Ddm_[0-9a-f]+", "search_path%3Dno_such_schema", pg_url)
    assert url != pg_url
    with MatchStore.open(url) as store:
        assert store.about().schema == 0
        with pytest.raises(StoreUnavailable) as caught:
            store.migrate()
    assert "has no schema to keep tables in; make it first (CREATE SCHEMA)" in str(caught.value)
