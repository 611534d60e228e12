"""A store of two matches as `dm` makes it, and SQL that changes it behind its back."""

import sqlite3
from contextlib import closing

import psycopg

from tests.cli.running import DUEL, dm

NEW = ["match", "new", *DUEL[1:6], "--id"]


def record(where: str) -> None:
    """Two digital matches; `final` has three events and two refused commands."""
    for match in ("final", "other"):
        assert dm(*NEW, match, "--db", where).code == 0
        assert add(where, match, 0, "service starts") == 0
    assert add(where, "final", 1, 'official notes "seen"') == 0
    for _ in range(2):
        assert add(where, "final", 2, "0 dances to attack") == 3
        assert add(where, "final", 2, '{"do":"Start"}', "--by", "service") == 4
    assert add(where, "final", 2, 'official notes "again"') == 0


def add(where: str, match: str, expect: int, text: str, *more: str) -> int:
    return dm("match", "add", match, "--expect", str(expect), text, *more, "--db", where).code


def edit(where: str, *statements: str) -> None:
    """Run SQL that the guards do not see; each statement must change something."""
    if where.startswith("postgresql:"):
        with psycopg.connect(where) as server:
            server.execute("SET LOCAL session_replication_role = replica")
            for statement in statements:
                assert server.execute(statement.encode()).rowcount != 0, statement
        return
    with closing(sqlite3.connect(where)) as raw, raw:
        guards = raw.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in guards:
            raw.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert raw.execute(statement).rowcount != 0, statement
        for _, text in guards:
            raw.execute(text)
