"""A folder, a store and a played duel for each test of the command line."""

from pathlib import Path

import pytest

from tests.cli.running import DUEL, dm


@pytest.fixture(scope="session")
def duel_bytes(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("duel") / "duel.jsonl"
    assert dm(*DUEL, "-o", str(file)).code == 0
    return file.read_bytes()


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, with a store of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DM_DB", str(tmp_path / "matches.db"))
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("NO_COLOR", "DM_DEBUG", "DM_KEYS", "DM_PEOPLE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def duel(here: Path, duel_bytes: bytes) -> str:
    (here / "duel.jsonl").write_bytes(duel_bytes)
    return "duel.jsonl"


@pytest.fixture(scope="session")
def store_bytes(duel_bytes: bytes, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("store")
    (folder / "duel.jsonl").write_bytes(duel_bytes)
    db = folder / "matches.db"
    log = str(folder / "duel.jsonl")
    assert dm("match", "import", log, "--id", "final", "--db", str(db)).code == 0
    return db.read_bytes()


@pytest.fixture
def kept(duel: str, here: Path, store_bytes: bytes) -> str:
    """A match in the store."""
    (here / "matches.db").write_bytes(store_bytes)
    return "final"
