"""Stores to test: the same contract in memory, in an SQLite file and on PostgreSQL."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from dm_events.store import MatchStore
from tests.store.server import GET_ONE, new_place, server


@pytest.fixture(scope="session")
def pg_server() -> Iterator[str]:
    """The URL of a running server, one for each process of the tests."""
    with server() as url:
        if url is None:
            assert not os.environ.get("CI"), GET_ONE
            pytest.skip(GET_ONE)
        yield url


@pytest.fixture
def pg_url(pg_server: str) -> Iterator[str]:
    """The URL of a place without tables."""
    with new_place(pg_server) as url:
        yield url


@pytest.fixture
def ready(pg_url: str) -> str:
    """A place with a match of two records."""
    with MatchStore.open(pg_url) as store:
        store.migrate()
        store.create("final", b'{"format":1}', [b'{"seq":1}'])
        store.keep_attempt("final", b'{"seq":1}')
    return pg_url


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty place of each kind, ready for use."""
    if request.param == "memory":
        return ":memory:"
    if request.param == "sqlite":
        return str(tmp_path / "matches.db")
    url: str = request.getfixturevalue("pg_url")
    with MatchStore.open(url) as store:
        assert store.migrate() == (0, 3)
    return url


@pytest.fixture
def store(where: str) -> Iterator[MatchStore]:
    """An empty store of each kind."""
    with MatchStore.open(where) as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where an SQLite file may be made; its folder is not there yet."""
    return tmp_path / "not yet" / "matches.db"
