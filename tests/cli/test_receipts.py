"""Receipts against a store: what was cut off or taken away is named; a lost answer is settled by its id."""

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from dm_events.store import MatchStore, StoreUnavailable
from dm_events.store.records import Receipt
from tests.cli.running import DUEL, dm, refused

NEW = ["match", "new", *DUEL[1:6], "--id", "m", "--json"]
START = ["match", "add", "m", "--expect", "0", "service starts", "--id", "a1", "--json"]
NOTE = ["match", "add", "m", "--expect", "1", 'official notes "seen"', "--id", "a2", "--json"]


@pytest.fixture
def kept(here: Path) -> Path:
    """A file to which the receipts of a match of two events were appended as they were printed."""
    file = here / "kept.jsonl"
    file.write_text("".join(dm(*args).out for args in (NEW, START, NOTE)), encoding="utf-8")
    return file


def behind_its_back(here: Path, *statements: str) -> None:
    with closing(sqlite3.connect(here / "matches.db")) as raw, raw:
        for (name,) in raw.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            raw.execute(statement)


def test_a_store_that_keeps_its_word(kept: Path) -> None:
    ran = dm("verify", "--receipts", str(kept))
    assert ran.code == 0, ran
    assert "without a receipt" not in ran.out


def test_receipts_may_stand_on_a_line_each(kept: Path) -> None:
    text = kept.read_text(encoding="utf-8")
    kept.write_text(text.replace("\n}", "}").replace("\n ", " "), encoding="utf-8")
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 3
    assert dm("verify", "--receipts", str(kept)).code == 0
    wrong = text.replace('"seq": 2', '"seq": 1')
    kept.write_text(wrong, encoding="utf-8")
    assert dm("verify", "--receipts", str(kept)).code == 5


@pytest.mark.parametrize(
    ("more", "says"),
    [("{", "line [0-9]{2,}: this is no receipt"), ("[" * 100_000, "no receipt"), ("NaN", "no receipt"),
     ("7" * 5000, "no receipt"), ("\xff", "it is not UTF-8"), ('{"match": 1}', "no receipt")],
)  # fmt: skip
def test_what_follows_the_receipts_is_looked_at_too(kept: Path, more: str, says: str) -> None:
    with kept.open("ab") as file:
        file.write(more.encode("latin-1"))
    assert re.search(says, refused(3, "verify", "--receipts", str(kept)))


def test_a_tail_that_was_cut_with_its_head_is_named(kept: Path, here: Path) -> None:
    behind_its_back(
        here,
        "DELETE FROM records WHERE originator_version = 2",
        "UPDATE records_heads SET originator_version = 1, link = (SELECT CAST(substr(state, -64) AS"
        " TEXT) FROM records WHERE originator_version = 1)",
    )
    assert dm("verify", "m").code == 0
    ran = dm("verify", "--receipts", str(kept))
    assert ran.code == 5
    assert "the log ends at event 1, the receipt names event 2" in ran.out


def test_a_tail_that_was_cut_from_its_head_is_named_without_a_receipt(
    kept: Path, here: Path
) -> None:
    behind_its_back(here, "DELETE FROM records WHERE originator_version = 2")
    for args in (["verify", "m"], ["match", "show", "m"], ["verify", "--receipts", str(kept)]):
        assert "match 'm', record 2: this record is missing" in refused(5, *args)
    add = ["match", "add", "m", "--expect", "1", 'official notes "again"']
    assert "match 'm', record 2: this record is missing" in refused(5, *add)


def test_a_changed_seed_is_named(kept: Path, here: Path) -> None:
    behind_its_back(
        here, "UPDATE attempts SET state = CAST(replace(state, 'seed', 'deed') AS BLOB)"
    )
    assert "match 'm', record 0: this attempt" in refused(5, "verify", "m")


def test_a_match_that_was_taken_away_is_named(kept: Path, here: Path) -> None:
    behind_its_back(here, "DELETE FROM records")
    assert "match 'm', record 0" in dm("verify", "--receipts", str(kept)).err
    behind_its_back(here, "DELETE FROM records_heads")
    assert "match 'm', record 0" in dm("verify", "--receipts", str(kept)).err  # its seed is left
    behind_its_back(here, "DELETE FROM attempts", "DELETE FROM attempts_heads")
    ran = dm("verify", "--receipts", str(kept))
    assert ran.code == 5
    assert "match 'm' is gone; a receipt names its event 2" in ran.err


def test_another_match_in_its_place_is_named(kept: Path, here: Path) -> None:
    (here / "matches.db").unlink()
    dm(*NEW)
    dm(*START)
    dm(*NOTE)
    ran = dm("verify", "--receipts", str(kept))
    assert ran.code == 5
    assert [doubt["seq"] for doubt in dm("verify", "--receipts", str(kept), "--json").json["records"][0]["doubts"]] == [0, 1, 2]  # fmt: skip


def test_a_file_of_no_receipts_is_refused(here: Path) -> None:
    (here / "odd.jsonl").write_text('{"match": "m"}\n', encoding="utf-8")
    assert "odd.jsonl, line 1: this is no receipt" in refused(
        3, "verify", "--receipts", "odd.jsonl"
    )
    (here / "empty.jsonl").touch()
    assert "Missing argument 'FILE|DIR...', or --receipts" in refused(
        2, "verify", "--receipts", "empty.jsonl"
    )
    refused(4, "verify", "--receipts", "nothing.jsonl")


def test_an_answer_that_was_lost_after_the_commit_is_settled_by_the_id(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dm(*NEW)
    dm(*START)
    append = MatchStore.append

    def lose(store: MatchStore, match: str, expected: int, lines: Sequence[bytes]) -> Receipt:
        append(store, match, expected, lines)
        raise StoreUnavailable(store.medium.place, "was lost")

    monkeypatch.setattr(MatchStore, "append", lose)
    ran = dm(*NOTE)
    assert ran.code == 0, ran
    assert ran.json["seq"] == 2
    without = ["match", "add", "m", "--expect", "2", 'official notes "more"']
    assert "was lost" in refused(6, *without)
    monkeypatch.setattr(MatchStore, "append", append)
    assert dm(*NOTE).json == ran.json
    assert dm("verify", "m", "--json").json["records"][0]["events"] == 3


@pytest.mark.parametrize("text", ['official notes "more"', "0 dances"])
def test_who_is_overtaken_is_told_the_place_once(here: Path, text: str) -> None:
    dm(*NEW)
    dm(*START)
    said = refused(1, "match", "add", "m", "--expect", "0", text)
    assert f"Match 'm' in {here / 'matches.db'} is at event 1, not 0" in said
    assert said.count("match m in") == 0
