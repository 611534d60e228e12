"""Sealed records on the command line: wherever a FILE is taken, with what a log gives."""

from pathlib import Path

import pytest

from tests.cli.running import dm, refused

COMMANDS = [
    ["replay", "FILE", "--at", "20"],
    ["log", "FILE", "--from", "3", "--to", "9"],
    ["diff", "FILE", "corrected", "korean-dp"],
    ["verify", "FILE"],
    ["verify", "FILE", "--json"],
    ["schema", "check", "FILE"],
]


@pytest.fixture
def record(duel: str) -> str:
    assert dm("match", "export", duel, "--sealed", "-o", "duel.msgpack").code == 0
    return "duel.msgpack"


@pytest.mark.parametrize("args", COMMANDS, ids=lambda args: " ".join(args[:1]))
def test_a_sealed_record_gives_what_the_log_gives(duel: str, record: str, args: list[str]) -> None:
    log = dm(*(duel if word == "FILE" else word for word in args))
    found = dm(*(record if word == "FILE" else word for word in args))
    assert found.out.replace("duel.msgpack", "duel.jsonl") == log.out
    assert (found.code, found.err) == (log.code, log.err)


def test_it_comes_on_stdin(record: str) -> None:
    ran = dm("verify", "-", stdin=Path(record).read_bytes())
    assert ran.code == 0
    assert ran.out.startswith("stdin: ")


def test_one_form_becomes_the_other_and_back(duel: str, record: str) -> None:
    assert dm("match", "export", record, "-o", "again.jsonl").code == 0
    assert Path("again.jsonl").read_bytes() == Path(duel).read_bytes()
    assert dm("match", "import", record, "--id", "bot-7").code == 0
    assert dm("match", "export", "bot-7", "--sealed", "-o", "again.msgpack").code == 0
    assert Path("again.msgpack").read_bytes() == Path(record).read_bytes()


def test_a_folder_is_searched_for_both_forms(duel: str, record: str) -> None:
    found = dm("verify", ".", "--json").json["records"]
    assert [one["place"] for one in found] == ["duel.jsonl", "duel.msgpack"]


def test_a_broken_log_is_not_sealed(duel: str) -> None:
    Path("cut.jsonl").write_bytes(Path(duel).read_bytes()[:-60])
    assert "cut off" in refused(3, "match", "export", "cut.jsonl", "--sealed", "-o", "out.msgpack")
    assert not Path("out.msgpack").exists()


def test_a_cut_record_is_verified_as_far_as_it_goes(record: str) -> None:
    Path("cut.msgpack").write_bytes(Path(record).read_bytes()[:-60])
    ran = dm("verify", "cut.msgpack")
    assert ran.code == 5
    assert "the record is cut off here" in ran.out
    other = refused(3, "verify", "--", "-", stdin=b"\x94nothing")
    assert "this is neither a log nor a sealed record" in other
