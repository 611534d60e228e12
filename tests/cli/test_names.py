"""Names in all their spellings: composed or not, of a file that is also a match, of no use as an id."""

import sqlite3
import unicodedata
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.running import DUEL, dm, refused

NFC = "fünf-점"
NFD = unicodedata.normalize("NFD", NFC)
NEW = ["match", "new", *DUEL[1:6]]


def test_matches_are_checked_in_the_store_whatever_files_are_here(kept: str, here: Path) -> None:
    ran = dm("match", "add", kept, "--expect", last(kept), 'official notes "x"', "--json")
    (here / "receipts.json").write_text(ran.out)
    (here / kept).write_bytes((here / "duel.jsonl").read_bytes().replace(b"final", b"other"))
    for args in (["--all"], ["--receipts", "receipts.json"]):
        (record,) = dm("verify", *args, "--json").json["records"]
        assert (record["match"], record["events"]) == (kept, ran.json["seq"])
    both = dm("verify", kept, "--all", "--json").json["records"]
    assert [one["events"] for one in both] == [ran.json["seq"] - 1, ran.json["seq"]]


def last(match: str) -> str:
    return str(dm("match", "show", match, "--json").json["events"])


def test_receipts_of_a_store_that_is_not_there_are_a_slip(kept: str, here: Path) -> None:
    (here / "r.json").write_text('{"match":"final","seq":0,"head":"%s"}' % ("0" * 64))
    said = refused(4, "verify", "--receipts", "r.json", "--db", "lague.db")
    assert "There is no store at lague.db" in said
    (here / "r.json").write_text('{"match":"gone","seq":0,"head":"%s"}' % ("0" * 64))
    assert "match 'gone' is gone" in dm("verify", "--receipts", "r.json").err


def test_a_match_cannot_be_called_as_stdin_is(duel: str, here: Path) -> None:
    assert "is no match id" in refused(3, *NEW, "--id", "-")
    assert "is no match id" in refused(3, "match", "import", duel, "--id", "-")


def test_an_old_match_that_is_called_so_is_checked_in_the_store(duel: str, here: Path) -> None:
    from dm_events.store import MatchStore

    lines = Path(duel).read_bytes().replace(b'"match":"', b'"match":"-","was":"', 1).splitlines()
    with MatchStore.open("matches.db") as store:
        store.create("-", lines[0])
    ran = dm("verify", "--all", stdin=Path(duel).read_bytes())
    assert "stdin" not in ran.out + ran.err


def test_a_match_is_one_however_its_id_is_typed(duel: str) -> None:
    assert dm("match", "import", duel, "--id", NFD, "--json").json["match"] == NFC
    for args in (["match", "show"], ["log"], ["verify"]):
        assert dm(*args, NFD).code == dm(*args, NFC).code == 0
    assert dm("verify", "--all").code == dm("match", "list").code == 0


def test_begun_again_with_the_same_facts_it_has_the_same_receipt(here: Path) -> None:
    deck = here / f"{NFD}.txt"
    deck.write_bytes(Path(DUEL[3]).read_bytes())
    args = ["match", "new", "dino-master", "--deck", str(deck), "--deck", DUEL[5], "--id", NFD,
            "--event", NFD, "--table", NFD, "--person", NFD, "--person", "p-2"]  # fmt: skip
    first = dm(*args)
    assert first.code == 0
    assert dm(*args).out == first.out
    shown = dm("match", "show", NFC, "--json").json
    assert (shown["event"], shown["table"], shown["seats"][0]["person"]) == (NFC, NFC, NFC)
    assert shown["seats"][0]["deck"] == NFC


def test_a_person_is_one_however_the_id_is_typed(kept: str, here: Path) -> None:
    assert dm("person", "name", NFD, "Kim Ara").code == 0
    said = dm("match", "add", kept, "--expect", last(kept), 'official notes "seen"', "--about", NFD)
    assert said.code == 0
    assert "seen" in dm("log", kept).out
    assert dm("person", "erase", NFD).code == 0
    assert "seen" not in dm("log", kept).out
    assert (here / "people" / "keys.json").read_text() == "{}"


def test_a_key_that_was_kept_in_another_spelling_is_erased_too(here: Path) -> None:
    dm("person", "name", "p", "Kim Ara")
    for name in ("keys.json", "names.json"):
        file = here / "people" / name
        file.write_text(file.read_text().replace('"p"', f'"{NFD}"'), encoding="utf-8")
    assert dm("person", "erase", NFC).code == 0
    for name in ("keys.json", "names.json"):
        assert (here / "people" / name).read_text() == "{}"


def test_a_log_without_an_id_is_known_again(duel: str, here: Path) -> None:
    import msgspec

    head, rest = (here / duel).read_bytes().split(b"\n", 1)
    header = msgspec.json.decode(head)
    header.pop("match", None)
    events = [msgspec.json.decode(line) for line in rest.splitlines()]
    for event in events:
        event.pop("link", None)
    lines = [msgspec.json.encode(one) for one in (header, *events)]
    (here / "nameless.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    first = dm("match", "import", "nameless.jsonl")
    assert first.code == 0
    assert dm("match", "import", "nameless.jsonl").out == first.out
    assert len(dm("match", "list", "--json").json["matches"]) == 1


def test_what_is_taken_in_again_is_compared_up_to_its_head(kept: str, here: Path) -> None:
    args = ["match", "import", "duel.jsonl", "--id", kept]
    assert dm(*args).code == 0
    with closing(sqlite3.connect(here / "matches.db")) as raw, raw:
        for (name,) in raw.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute("UPDATE records_heads SET link = upper(link)")
    assert "is not the one that the head names" in refused(5, *args)


@pytest.mark.parametrize("text", [b"\xef\xbb\xbfp-1\r\np-2\r\n", b"  p-1 \n\np-2"])
def test_a_list_that_another_program_saved_is_read_whole(here: Path, text: bytes) -> None:
    for person in ("p-1", "p-2"):
        assert dm("person", "name", person, "Kim Ara").code == 0
    (here / "people" / "erased.txt").write_bytes(text)
    assert dm("person", "list").out == "p-1  (erased)\np-2  (erased)\n"
    assert (here / "people" / "keys.json").read_text() == "{}"


def test_a_list_with_a_line_that_is_no_id_is_refused(here: Path) -> None:
    assert dm("person", "name", "p-1", "Kim Ara").code == 0
    (here / "people" / "erased.txt").write_bytes("p-1\n".encode("utf-16"))
    assert "is no id of a person" in refused(3, "person", "list")
    assert "is no id of a person" in refused(3, "person", "erase", "p-1")
    assert (here / "people" / "keys.json").read_text() == "{}"


def test_keys_behind_a_link_are_erased_where_they_are(here: Path) -> None:
    assert dm("person", "name", "p-1", "Kim Ara").code == 0
    keys, elsewhere = here / "people" / "keys.json", here / "elsewhere.json"
    keys.rename(elsewhere)
    keys.symlink_to(elsewhere)
    assert dm("person", "erase", "p-1").code == 0
    assert elsewhere.read_text() == "{}"
    assert keys.is_symlink()
