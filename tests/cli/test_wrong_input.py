"""A wrong input gives one sentence with the place and its code, and changes nothing."""

import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import DECKS, DUEL, Change, Ran, dm, environment, refused, there

READERS = {
    "replay": ["replay", "bad.jsonl"],
    "log": ["log", "bad.jsonl"],
    "diff": ["diff", "bad.jsonl", "corrected", "corrected"],
    "schema check": ["schema", "check", "bad.jsonl"],
    "match import": ["match", "import", "bad.jsonl"],
}
"""What reads logs, besides `verify`, whose verdict is its result."""


def swap(old: bytes, new: bytes) -> Change:
    def change(lines: list[bytes]) -> bytes:
        whole = b"".join(lines)
        assert old in whole
        return whole.replace(old, new, 1)

    return change


LOGS: dict[str, tuple[Change, str]] = {
    "cut": (lambda lines: b"".join(lines)[:-60], "the line is cut off after"),
    "cut header": (lambda lines: lines[0][:60], "bad.jsonl, line 1: the line is cut off after 60"),
    "no header": (lambda lines: b"".join(lines[1:]), "an event stands where the header should"),
    "unknown field": (swap(b'"seq":3', b'"sek":1,"seq":3'), "sek: there is no such field; did you"),
    "key twice": (swap(b'"seq":3', b'"seq":3,"seq":3'), "seq: the key stands twice"),
    "unknown command": (swap(b'"do":"Start"', b'"do":"Stat"'), "there is no 'Stat'; did you mean"),
    "unknown card": (swap(b'"main":["', b'"main":["D999-XX","'), "has no card 'D999-XX'"),
    "unknown answer": (swap(b'"C01":"no"', b'"C01":"maybe"'), "'maybe' is no answer to C01"),
    "not UTF-8": (lambda lines: lines[0] + b"\xff\n", "bad.jsonl, line 2: byte 1 is not UTF-8"),
    "empty": (lambda _: b"", "bad.jsonl: the file is empty"),
    "binary": (lambda _: bytes(range(256)) * 9, "bad.jsonl, line 1: "),
    "another format": (swap(b'"format":1', b'"format":2'), "this version reads format 1, not 2"),
    "another game": (swap(b'"dino-master"', b'"dino-mastr"'), "did you mean dino-master?"),
    "a page": (lambda _: b"<!DOCTYPE html>\n<p>404\n", "bad.jsonl, line 1: this is no JSON"),
    "number": (swap(b'"seq":3', b'"seq":99999999999999999999'), "is beyond 64 bits"),
    "deep": (lambda lines: lines[0] + b"[" * 90_000 + b"\n", "lie more than 32 deep"),
    "escapes": (swap(b'"do":"Start"', b'"do":"\\u001b[2J\\n"'), "command.do"),
    "gap": (lambda lines: b"".join(lines[:4] + lines[5:]), "event 4 is missing"),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("wrong", LOGS)
def test_a_wrong_log(here: Path, duel_bytes: bytes, reader: str, wrong: str) -> None:
    change, says = LOGS[wrong]
    (here / "bad.jsonl").write_bytes(change(duel_bytes.splitlines(keepends=True)))
    said = refused(3, *READERS[reader])
    assert said.startswith(f"dm {reader}: bad.jsonl")
    assert says in said
    assert said.isprintable()
    assert there(here) == ["bad.jsonl"]


@pytest.mark.parametrize("wrong", LOGS)
def test_a_wrong_log_does_not_verify(here: Path, duel_bytes: bytes, wrong: str) -> None:
    change, says = LOGS[wrong]
    (here / "bad.jsonl").write_bytes(change(duel_bytes.splitlines(keepends=True)))
    ran = dm("verify", "bad.jsonl")
    assert ran.code in (3, 5)
    assert says in ran.out + ran.err
    assert ran.code == 3 or " events, broken\n" in ran.out


def test_the_good_part_of_a_broken_log_is_shown(here: Path, duel_bytes: bytes) -> None:
    lines = duel_bytes.splitlines(keepends=True)
    (here / "good.jsonl").write_bytes(b"".join(lines[:21]))
    (here / "bad.jsonl").write_bytes(b"".join(lines[:21]) + lines[21][:30])
    for command in ("replay", "log"):
        good, bad = dm(command, "good.jsonl"), dm(command, "bad.jsonl")
        assert (bad.code, good.code) == (3, 0)
        assert bad.out == good.out
    assert dm("replay", "bad.jsonl", "--at", "50").out == dm("replay", "good.jsonl").out
    assert dm("log", "bad.jsonl", "--from", "50").out == ""
    found = dm("replay", "bad.jsonl", "--json").json
    assert (found["step"], found["last"]) == (20, 20)
    assert "line 22" in found["trouble"]
    assert "line is cut" not in dm("replay", "bad.jsonl", "--as", "0", "--json").out


DECK = "[Master]\nBigben\n[Main]\n3 Minmi\n"
DECK_FILES: dict[str, tuple[bytes, str]] = {
    "unknown card": (b"[Main]\n3 Minmo\n", "bad.txt, line 2: no card is called 'Minmo'; did you mean"),
    "ambiguous name": (b"[Master]\nMaster Feel\n", "line 2: 'Master Feel' is the name of 2 cards"),
    "not UTF-8": (b"[Main]\n3 Minm\xff\n", "bad.txt: byte 14 is not UTF-8"),
    "binary": (bytes(range(256)), "bad.txt: byte 129 is not UTF-8"),
    "no part": (b"3 Minmi\n", "bad.txt, line 1: a card stands before any part"),
    "too many": (b"[Main]\n999 Minmi\n", "bad.txt, line 2: so many copies"),
    "large": (b"#" * 2_000_000, "bad.txt: the file is larger than"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", DECK_FILES)
def test_a_wrong_deck_list(here: Path, wrong: str) -> None:
    data, says = DECK_FILES[wrong]
    (here / "bad.txt").write_bytes(data)
    play = ["play", "dino-master", "--deck", DECKS[0], "--deck", "bad.txt", "--seed", "1"]
    for args in (
        ["deck", "check", "bad.txt"],
        [*play, "-o", "new.jsonl"],
        ["match", "new", *play[1:6]],
    ):
        assert says in refused(3, *args)
    assert there(here) == ["bad.txt"]


def test_a_deck_that_is_not_allowed(here: Path) -> None:
    (here / "bad.txt").write_text(DECK, encoding="utf-8")
    ran = dm("deck", "check", "bad.txt")
    assert (ran.code, ran.err) == (1, "")
    assert "The main deck has 3 cards; it must be 40 to 60. [R001" in ran.out
    play = ["play", "dino-master", "--deck", DECKS[0], "--deck", "bad.txt", "--seed", "1"]
    assert "bad.txt: the deck is not allowed: deck/size (R001)" in refused(
        3, *play, "-o", "new.jsonl"
    )
    assert there(here) == ["bad.txt"]


HEAD = 'name = "x"\ngame = "dino-master"\nedition = "2026.1"\n[answers]\n'
READINGS = {
    "unknown answer": (f'{HEAD}C01 = "maybe"', "bad.toml, answers.C01: 'maybe' is no answer to C01"),
    "unknown question": (f'{HEAD}C00 = "yes"', "asks no question 'C00'; did you mean"),
    "unknown field": (f"anwsers = {{}}\n{HEAD}", "anwsers: there is no such field; did you mean"),
    "another game": (HEAD.replace("dino-master", "sve"), "game: it reads 'sve'"),
    "no TOML": ("a = [", "bad.toml: this is no TOML"),
    "empty": ("", "name: the field is missing"),
    "deep": ("a = " + "[" * 5_000, "bad.toml: "),
}  # fmt: skip


@pytest.mark.parametrize("wrong", READINGS)
def test_a_wrong_interpretation(duel: str, here: Path, wrong: str) -> None:
    data, says = READINGS[wrong]
    (here / "bad.toml").write_text(data, encoding="utf-8")
    before = there(here)
    for args in (
        ["replay", duel, "--interpretation", "bad.toml"],
        ["log", duel, "--interpretation", "bad.toml"],
        ["diff", duel, "corrected", "bad.toml"],
        ["schema", "check", "bad.toml"],
        [*DUEL, "-o", "new.jsonl", "--interpretation", "bad.toml"],
        ["match", "new", *DUEL[1:6], "--interpretation", "bad.toml"],
    ):
        assert says in refused(3, *args)
    assert there(here) == before


CASE = '[[case]]\nname = "n"\nrules = []\ngiven = {}\nwhen = []\n'
CASE_FILES = {
    "unknown field": (f"{CASE}whenn = 1\n", "bad.toml: case 'n'"),
    "two of one name": (CASE + CASE, "bad.toml: two cases are named 'n'"),
    "no TOML": ("[[case", "bad.toml: "),
    "deep": ("case = " + "[" * 5_000, "bad.toml: "),
    "large": ("#" * 2_000_000, "bad.toml: the file is larger"),
    "no case": ("", "bad.toml: "),
}


@pytest.mark.parametrize("wrong", CASE_FILES)
def test_a_wrong_case_file(here: Path, wrong: str) -> None:
    data, says = CASE_FILES[wrong]
    (here / "bad.toml").write_text(data, encoding="utf-8")
    for args in (
        ["cases", "check", "bad.toml"],
        ["rules", "coverage", "bad.toml"],
        ["rules", "show", "R125", "--cases", "bad.toml"],
    ):
        assert says in refused(3, *args)


# Files that are none.

PLACES: dict[str, Callable[[str], list[str]]] = {
    "replay": lambda where: ["replay", where],
    "log": lambda where: ["log", where],
    "diff": lambda where: ["diff", where, "corrected", "korean-dp"],
    "match import": lambda where: ["match", "import", where],
    "schema check": lambda where: ["schema", "check", where],
    "deck check": lambda where: ["deck", "check", where],
    "play": lambda where: [*DUEL[:3], where, *DUEL[4:], "-o", "new.jsonl"],
    "match new": lambda where: ["match", "new", "dino-master", "--position", where],
}


@pytest.mark.parametrize("command", PLACES)
def test_a_folder_is_no_file(here: Path, command: str) -> None:
    (here / "folder").mkdir()
    said = refused(3, *PLACES[command]("folder"))
    assert said == f"dm {command}: folder: this is a folder; name a file in it."
    assert there(here) == ["folder"]


@pytest.mark.parametrize("command", [*PLACES, "verify", "cases check"])
@pytest.mark.parametrize("where", ["nothing", "a" * 5_000, "odd\nname\x1b[2J", "\udcff"])
def test_a_file_that_is_not_there(here: Path, command: str, where: str) -> None:
    args = PLACES[command](where) if command in PLACES else [*command.split(), where]
    said = refused(4, *args)
    assert said.startswith(f"dm {command}: ")
    assert re.search(r"there is (no|neither)", said.casefold())
    assert there(here) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("command", PLACES)
def test_a_file_that_may_not_be_read(here: Path, command: str) -> None:
    (here / "closed").touch(mode=0)
    assert "closed: the file cannot be read" in refused(3, *PLACES[command]("closed"))


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a file whose reading fails")
@pytest.mark.parametrize("command", PLACES)
def test_a_file_that_fails_while_it_is_read(here: Path, command: str) -> None:
    said = refused(3, *PLACES[command]("/proc/self/mem"))
    assert said.startswith(f"dm {command}: /proc/self/mem")
    assert "the file cannot be read" in said


@pytest.mark.parametrize(
    ("reader", "code"),
    [("replay", 3), ("verify", 3), ("schema check", 3), ("match import", 3), ("deck check", 3),
     ("cases check", 3)],
)  # fmt: skip
def test_a_line_of_100_mb_takes_little_memory_and_time(here: Path, reader: str, code: int) -> None:
    with (here / "huge.toml").open("wb") as file:
        file.write(b'{"format":1')
        file.truncate(100_000_000)
    ran = limited(
        [*reader.split(), "huge.toml", *(["--kind", "log"] if "schema" in reader else [])]
    )
    assert ran.code == code
    assert "huge.toml" in ran.err
    assert ran.err.count("\n") == 1
    assert ran.err.startswith(f"dm {reader}: ")


def limited(args: list[str]) -> Ran:
    """Call `dm` in a process that gets 200 MB of memory and 5 seconds."""
    code = (
        "import resource, sys; "
        f"resource.setrlimit(resource.RLIMIT_AS, (200 << 20, {resource.RLIM_INFINITY})); "
        "from cli.main import main; sys.exit(main())"
    )
    ran = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True,
                         env=environment(), timeout=5, check=False)  # fmt: skip
    return Ran(ran.returncode, ran.stdout, ran.stderr)


# Commands to be recorded.


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (["0 dances"], 3, "'dances' is no command"),
        (["passes"], 3, "'passes' must begin with a seat number"),
        (["0 passes", "--by", "1"], 3, "--by says 1, and the command begins with 0"),
        (["passes", "--by", "nobody"], 3, "'nobody' is nobody"),
        (['{"do":"Pass"}'], 3, "does not say who acts: give --by"),
        (['{"do":"Pas"}', "--by", "0"], 3, "the command, do: there is no 'Pas'; did you mean Pass?"),
        (['{"do":"Pass","do":"Pass"}', "--by", "0"], 3, "the key stands twice"),
        (['{"do":', "--by", "0"], 3, "this is no JSON"),
        (['{"do":"Concede"}', "--by", "7"], 4, "There is no seat 7"),
        (["0 concedes"], 4, "The match is over"),
        (["official rewinds to 9999"], 4, "There is no step 9999"),
        (["official rules C01 = maybe"], 3, "'maybe' is no answer to C01"),
        (['official notes "x"', "--as", "7"], 4, "'7' cannot look at this match"),
        (['official notes "x"', "--chance", "{"], 2, "is not a JSON list"),
        (['official notes "x"', "--chance", "[1]"], 4, "refused (chance/"),
        (['official notes "x"', "--reveal", "0:1"], 2, "'0:1' is not CARD=ID"),
    ],
)  # fmt: skip
def test_a_wrong_command_is_not_recorded(kept: str, args: list[str], code: int, says: str) -> None:
    def stored() -> str:
        return dm("match", "export", kept).out

    before, last = stored(), dm("match", "show", kept, "--json").json["events"]
    assert says in refused(code, "match", "add", kept, "--expect", str(last), *args)
    assert stored() == before


def test_a_wrong_command_on_stdin(kept: str) -> None:
    add = ["match", "add", kept, "--expect", "9"]
    assert "byte 3 is not UTF-8" in refused(3, *add, stdin=b"0 \xff")
    assert "longer than" in refused(3, *add, "-", stdin=b"0" * 3_000_000)


# Stores.


@pytest.mark.parametrize(
    ("db", "code", "says"),
    [
        (".", 6, "cannot be opened"),
        ("mysql://host/db", 2, "is a URL"),
        ("text.db", 5, "this is not an SQLite file"),
    ],
)
def test_a_store_that_is_none(here: Path, duel: str, db: str, code: int, says: str) -> None:
    (here / "text.db").write_text("hello" * 99, encoding="utf-8")
    for args in (["match", "list"], ["match", "show", "m"], ["match", "import", duel],
                 ["replay", "m"], ["match", "add", "m", "--expect", "0", "0 passes"]):  # fmt: skip
        assert says in refused(code, *args, "--db", db)
    assert (here / "text.db").read_text(encoding="utf-8") == "hello" * 99


def test_a_store_that_cannot_be_made(duel: str) -> None:
    assert "/dev/null/x.db" in refused(6, "match", "import", duel, "--db", "/dev/null/x.db")


def test_looking_makes_no_store(here: Path) -> None:
    assert "no matches: there is no store at" in dm("match", "list").out
    refused(4, "replay", "nothing")
    assert there(here) == []
