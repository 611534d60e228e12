"""Names and notes under keys: readable for officials, gone when the key is, records untouched."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.codes import filled
from tests.cli.running import dm, refused

TEXT = "has hearing aids · 청각"


def note(*more: str, text: str = TEXT) -> list[str]:
    return filled(["match", "add", "final", "--expect", "LAST", f'official notes "{text}"', *more])


@pytest.fixture
def noted(kept: str) -> str:
    assert dm("person", "name", "p-1", "Kim Ara").code == 0
    assert dm(*note("--about", "p-1", "--id", "n-1")).code == 0
    return kept


def test_a_name_and_a_note_are_read_by_officials_and_stand_nowhere(noted: str, here: Path) -> None:
    assert dm("person", "list").out == "p-1  Kim Ara\n"
    for args in (["log", "final"], ["log", "final", "--json"], ["replay", "final"]):
        assert TEXT in dm(*args).out
        for viewer in ("public", "0"):
            assert TEXT not in dm(*args, "--as", viewer).out
    assert "a note about p-1, which cannot be read here" in dm("log", "final", "--as", "0").out
    for file in here.rglob("*"):
        if file.is_file():
            assert TEXT.encode() not in file.read_bytes()
            assert b"Kim Ara" not in file.read_bytes()


def test_an_erased_person_is_gone_and_the_record_verifies(noted: str, here: Path) -> None:
    key = (here / "people" / "keys.json").read_bytes()
    before = dm("match", "export", "final").out
    assert dm("person", "erase", "p-1").out == "p-1: erased\n"
    assert dm("match", "export", "final").out == before
    assert dm("verify", "final").code == 0
    assert TEXT not in dm("log", "final").out
    assert dm("person", "list").out == "p-1  (erased)\n"
    assert key[8:-2] not in (here / "people" / "keys.json").read_bytes()
    assert dm("person", "erase", "p-1").out == "p-1: was erased before\n"
    assert "was erased" in refused(4, "person", "name", "p-1", "Kim Ara")


@pytest.mark.parametrize("read", [lambda: dm("log", "final"), lambda: dm("person", "list")])
def test_what_is_put_back_from_a_backup_stays_erased(
    noted: str, here: Path, read: Callable[[], object]
) -> None:
    """Even if somebody had copied the keys: the list is applied at the next use."""
    backup = {name: (here / "people" / name).read_bytes() for name in ("names.json", "keys.json")}
    dm("person", "erase", "p-1")
    for name, data in backup.items():
        (here / "people" / name).write_bytes(data)
    read()
    for name, data in backup.items():
        assert (here / "people" / name).read_bytes() == b"{}" != data
    assert TEXT not in dm("log", "final").out
    assert dm("person", "list").out == "p-1  (erased)\n"


def test_without_the_keys_nothing_can_be_read_and_nothing_fails(noted: str, here: Path) -> None:
    (here / "people" / "keys.json").unlink()
    assert dm("person", "list").out == "p-1  (its key is not here)\n"
    assert "cannot be read here" in dm("log", "final").out
    shutil.rmtree(here / "people")
    assert "cannot be read here" in dm("log", "final").out
    assert not (here / "people").exists()


def test_a_note_sent_twice_is_recorded_once(noted: str) -> None:
    first = dm("match", "show", "final", "--json").json["events"]
    assert dm(*note("--about", "p-1", "--id", "n-1")).code == 0
    assert dm("match", "show", "final", "--json").json["events"] == first


def test_keys_are_for_nobody_else(noted: str, here: Path) -> None:
    assert (here / "people" / "keys.json").stat().st_mode & 0o77 == 0


def test_a_note_of_another_match_or_a_changed_one_is_not_read(noted: str) -> None:
    log = dm("match", "export", "final").out.replace('"match":"final"', '"match":"other"', 1)
    Path("other.jsonl").write_text(log, encoding="utf-8")
    assert "cannot be read here" in dm("log", "other.jsonl").out


def test_wrong_input_is_a_sentence(kept: str, here: Path) -> None:
    assert "--about is for notes" in refused(
        2, *filled(["match", "add", "final", "--expect", "LAST", "0 concedes", "--about", "p-1"])
    )
    assert "is no id of a person" in refused(3, "person", "name", "a:b", "x")
    assert not (here / "people").exists()
    (here / "people").mkdir()
    (here / "people" / "keys.json").write_text("odd", encoding="utf-8")
    assert "no table of texts" in refused(3, "person", "list")
