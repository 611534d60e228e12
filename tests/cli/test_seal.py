"""Sealing on the command line, and what keys are kept like."""

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from tests.cli.running import dm, refused

SEALED = ["seal", "duel.jsonl", "--key", "judge", "-o", "sealed.msgpack"]


@pytest.fixture
def public(duel: str) -> str:
    key: str = dm("key", "new", "judge", "--json").json["public"]
    return key


def test_a_private_key_is_for_nobody_else(public: str) -> None:
    private, open_to_all = Path("keys/judge.pem"), Path("keys/judge.pub")
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert open_to_all.read_text(encoding="utf-8") == public + "\n"
    assert dm("key", "list", "--json").json["keys"] == [{"name": "judge", "public": public}]


def test_a_seal_is_checked_without_the_private_key(public: str) -> None:
    assert dm(*SEALED).code == 0
    Path("keys/judge.pem").unlink()
    Path("elsewhere.pub").write_text(public, encoding="utf-8")
    for which in ("judge", "elsewhere.pub", public):
        ran = dm("verify", "sealed.msgpack", "--key", which)
        assert (ran.code, ran.err) == (0, "")
        assert f"  sealed by {public}\n" in ran.out
        assert "not checked" not in ran.out
    ran = dm("verify", "sealed.msgpack")
    assert ran.code == 0
    assert "without --key nothing shows whose it is" in ran.out


def test_a_log_and_a_record_of_another_key_do_not_hold(public: str) -> None:
    dm("key", "new", "other")
    assert dm(*SEALED).code == 0
    ran = dm("verify", "sealed.msgpack", "--key", "other")
    assert ran.code == 5
    assert f"was sealed by another key than was asked for: {public}" in ran.out
    ran = dm("verify", "duel.jsonl", "--key", "judge")
    assert ran.code == 5
    assert "the record carries no seal" in ran.out


def test_the_seal_stays_with_the_record_but_not_with_the_log(public: str) -> None:
    assert dm(*SEALED).code == 0
    dm("match", "export", "sealed.msgpack", "--sealed", "-o", "copy.msgpack")
    assert Path("copy.msgpack").read_bytes() == Path("sealed.msgpack").read_bytes()
    dm("match", "export", "sealed.msgpack", "-o", "copy.jsonl")
    assert Path("copy.jsonl").read_bytes() == Path("duel.jsonl").read_bytes()


def test_nothing_is_replaced(public: str) -> None:
    Path("sealed.msgpack").write_text("mine", encoding="utf-8")
    assert "give --force" in refused(4, *SEALED)
    assert Path("sealed.msgpack").read_text(encoding="utf-8") == "mine"
    assert "there is a key of that name" in refused(4, "key", "new", "judge")


def test_wrong_keys_are_a_sentence(public: str) -> None:
    assert "did you mean judge?" in refused(4, "verify", "duel.jsonl", "--key", "jugde")
    Path("odd.pub").write_text("odd", encoding="utf-8")
    assert "this is no public key" in refused(3, "verify", "duel.jsonl", "--key", "odd.pub")
    Path("keys/judge.pem").write_text("odd", encoding="utf-8")
    assert "this is no Ed25519 key in PEM" in refused(3, *SEALED)
    assert "is no name of a key" in refused(3, "key", "new", "a/b")


@pytest.mark.parametrize("place", ["postgresql://nobody@localhost/matches", ":memory:"])
def test_keys_of_a_store_that_is_no_file_lie_in_the_data_folder(
    here: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setenv("DM_DB", place)
    monkeypatch.setenv("XDG_DATA_HOME", str(here / "data"))
    assert dm("key", "new", "judge").code == 0
    assert (here / "data" / "dm-events" / "keys" / "judge.pub").exists()
    assert dm("person", "name", "p-1", "Ara").code == 0
    assert (here / "data" / "dm-events" / "people" / "names.json").exists()


def test_half_a_key_is_not_called_unknown(duel: str, here: Path) -> None:
    dm("key", "new", "judge")
    (here / "keys" / "judge.pem").unlink()
    said = refused(4, "seal", duel, "--key", "judge", "-o", "sealed.msgpack")
    assert "Of key 'judge' only the public half is in" in said
    assert "did you mean" not in said


def flipped(file: str) -> None:
    data = bytearray(Path(file).read_bytes())
    data[-1] ^= 1  # of the signature
    Path(file).write_bytes(data)


def test_a_seal_that_does_not_hold_is_taken_by_nobody(public: str) -> None:
    assert dm(*SEALED).code == 0
    flipped("sealed.msgpack")
    assert dm("verify", "sealed.msgpack").code == 5
    for args in (
        ["seal", "sealed.msgpack", "--key", "judge", "-o", "again.msgpack"],
        ["match", "import", "sealed.msgpack", "--id", "taken"],
        ["match", "export", "sealed.msgpack", "-o", "out.jsonl"],
        ["match", "export", "sealed.msgpack", "--sealed", "-o", "out.msgpack"],
    ):
        assert "the seal of key" in refused(5, *args)
    assert sorted(path.name for path in Path().iterdir()) == [
        "duel.jsonl",
        "keys",
        "sealed.msgpack",
    ]


def test_without_the_package_links_are_checked_and_the_rest_goes_on(
    public: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dm(*SEALED).code == 0
    dm("match", "import", "duel.jsonl", "--id", "final")
    show = dm("match", "show", "final", "--json").json
    note = ["match", "add", "final", "--expect", str(show["events"]), 'official notes "seen"']
    assert dm(*note, "--about", "p-1").code == 0
    for name in [name for name in sys.modules if name.startswith("cryptography")]:
        monkeypatch.setitem(sys.modules, name, None)
    ran = dm("verify", "sealed.msgpack", "duel.jsonl")
    assert (ran.code, ran.err) == (0, "")
    assert "not checked: the seal, because the package cryptography is missing" in ran.out
    ran = dm("verify", "sealed.msgpack", "sealed.msgpack", "--key", public)
    assert ran.code == 6
    assert ran.out.count("whole; receipt") == 2
    assert "[a note about p-1, which cannot be read here]" in dm("log", "final").out


def test_a_key_is_made_whole_or_not_at_all(duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fsync, which = os.fsync, ""

    def no_room(handle: int) -> None:
        if Path(f"/proc/self/fd/{handle}").readlink().name.startswith(f".judge.{which}"):
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(handle)

    monkeypatch.setattr(os, "fsync", no_room)
    for which in ("pem", "pub"):
        assert f"judge.{which}: No space left" in refused(6, "key", "new", "judge")
        assert list(Path("keys").iterdir()) == []


def test_a_public_half_that_is_lost_comes_back(public: str) -> None:
    Path("keys/judge.pub").unlink()
    assert dm(*SEALED).code == 0
    assert dm("verify", "sealed.msgpack", "--key", "judge").code == 0
    assert Path("keys/judge.pub").read_text() == f"{public}\n"
