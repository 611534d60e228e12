"""Stores to test: the same contract in memory and in an SQLite file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dm_events.store import MatchStore


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MatchStore]:
    """An empty store of each kind."""
    where = ":memory:" if request.param == "memory" else str(tmp_path / "matches.db")
    with MatchStore.open(where) as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where an SQLite file may be made; its folder is not there yet."""
    return tmp_path / "not yet" / "matches.db"
