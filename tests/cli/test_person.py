"""Names and notes under keys: readable for officials, gone when the key is, records untouched."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.codes import filled
from tests.cli.running import dm, refused

TEXT = "has hearing aids · 청각"


def note(*more: str, text: str = TEXT, last: int = 0) -> list[str]:
    """Add a note, after so many others."""
    args = filled(["match", "add", "final", "--expect", "LAST", f'official notes "{text}"', *more])
    args[4] = str(int(args[4]) + last)
    return args


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
    place = here / "people"
    assert dm("person", "erase", "p-1").out == f"p-1: erased ({place})\n"
    assert dm("match", "export", "final").out == before
    assert dm("verify", "final").code == 0
    assert TEXT not in dm("log", "final").out
    assert dm("person", "list").out == "p-1  (erased)\n"
    assert key[8:-2] not in (here / "people" / "keys.json").read_bytes()
    assert dm("person", "erase", "p-1").out == f"p-1: was erased before ({place})\n"
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
    assert TEXT not in str(read())
    assert "Kim Ara" not in str(read())
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


def test_the_first_use_after_a_restore_gives_nothing_away(noted: str, here: Path) -> None:
    """Also where that use goes wrong in the middle: the list is applied before anything is read."""
    names = {name: (here / "people" / name).read_bytes() for name in ("names.json", "keys.json")}
    dm("person", "erase", "p-1")
    for name, data in names.items():
        (here / "people" / name).write_bytes(data)
    assert "was erased" in refused(4, "person", "name", "p-1", "Kim Ara")
    for name in names:
        assert (here / "people" / name).read_bytes() == b"{}"


@pytest.mark.parametrize("use", [["person", "erase", "p-1"], ["person", "list"], ["log", "final"]])
def test_what_a_program_that_was_ended_left_is_removed(
    noted: str, here: Path, use: list[str]
) -> None:
    folder = here / "people"
    for name in ("keys.json", "names.json"):
        (folder / f".{name}.0a1b2c3d").write_bytes((folder / name).read_bytes())
    assert dm(*use).code == 0
    assert sorted(file.name for file in folder.iterdir() if file.name != "erased.txt") == [
        ".lock", "keys.json", "names.json",
    ]  # fmt: skip


@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_a_receipt_holds_no_words_of_a_note_about_a_person(kept: str, as_json: list[str]) -> None:
    told = dm(*note("--about", "p-1", *as_json))
    assert told.code == 0
    assert TEXT not in told.out
    assert "hearing aids" not in told.out
    assert "a note about p-1" in told.out
    assert TEXT in dm("log", "final").out
    assert TEXT in dm(*note(text=TEXT, last=1)).out


def test_who_is_not_known_is_not_called_erased(noted: str, here: Path) -> None:
    before = {file: file.read_bytes() for file in (here / "people").iterdir()}
    said = refused(4, "person", "erase", "p-1", "p-11")
    assert f"Nothing is kept about 'p-11' in {here / 'people'}; did you mean p-1?" in said
    assert {file: file.read_bytes() for file in (here / "people").iterdir()} == before
    assert "Kim Ara" in dm("person", "list").out
    assert dm("person", "erase", "p-11", "--unseen").code == 0
    assert "was erased" in refused(4, "person", "name", "p-11", "Kim Ara")


def test_people_belong_to_the_store_that_is_named(
    here: Path, kept: str, store_bytes: bytes
) -> None:
    other = here / "other" / "league.db"
    other.parent.mkdir()
    other.write_bytes(store_bytes)
    for args in (["person", "name", "p-1", "Kim Ara"], note("--about", "p-1")):
        assert dm(*args, "--db", str(other)).code == 0
    assert not (here / "people").exists()
    assert dm("person", "list").out == ""
    assert dm("person", "list", "--db", str(other)).out == "p-1  Kim Ara\n"
    assert TEXT in dm("log", "final", "--db", str(other)).out
    assert str(here / "people") in refused(4, "person", "erase", "p-1")
    assert dm("person", "erase", "p-1", "--db", str(other), "--json").json == {
        "erased": ["p-1"], "before": [], "place": str(other.parent / "people"),
    }  # fmt: skip
    assert TEXT not in dm("log", "final", "--db", str(other)).out


@pytest.mark.parametrize("damaged", ["names.json", "keys.json"])
def test_a_damaged_file_does_not_keep_anybody_from_being_erased(
    noted: str, here: Path, damaged: str
) -> None:
    folder = here / "people"
    whole = {name: (folder / name).read_bytes() for name in ("names.json", "keys.json")}
    (folder / damaged).write_bytes(whole[damaged][:-4])
    said = refused(3, "person", "erase", "p-1")
    assert damaged in said
    assert "The ids are on the list" in said
    assert (folder / "erased.txt").read_text() == "p-1\n"
    (other,) = whole.keys() - {damaged}
    assert (folder / other).read_bytes() == b"{}"
    (folder / damaged).write_bytes(whole[damaged])
    assert TEXT not in dm("log", "final").out
    assert (folder / damaged).read_bytes() == b"{}"


def test_a_damaged_key_is_a_sentence(noted: str, here: Path) -> None:
    (here / "people" / "keys.json").write_text('{"p-1":"odd"}', encoding="utf-8")
    assert "its key is not here" in dm("person", "list").out
    assert "cannot be read here" in dm("log", "final").out
    assert "A key of the folder is damaged" in refused(3, "person", "name", "p-1", "Kim")


@pytest.mark.parametrize("readable", [True, False])
def test_where_nothing_can_be_written_notes_are_read_as_they_are(
    noted: str, here: Path, monkeypatch: pytest.MonkeyPatch, readable: bool
) -> None:
    dm("person", "name", "p-2", "Lee Min")
    (here / "people" / "erased.txt").write_text("p-2\n")
    before = {file: file.read_bytes() for file in (here / "people").iterdir()}
    read, opened = Path.read_bytes, Path.open

    def refuse(path: Path, *how: object, **more: object) -> object:
        if path.name == ".lock" or (not readable and path.name.startswith("keys")):
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *how, **more)  # type: ignore[call-overload]

    def refuse_reading(path: Path) -> bytes:
        if not readable and path.name == "keys.json":
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(Path, "read_bytes", refuse_reading)
    ran = dm("log", "final")
    assert (ran.code, ran.err) == (0, "")
    assert (TEXT in ran.out) is readable
    if readable:
        assert dm("person", "list").out == "p-1  Kim Ara\np-2  (erased)\n"
    monkeypatch.undo()
    assert before == {file: file.read_bytes() for file in before}
