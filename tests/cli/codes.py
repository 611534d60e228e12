"""For each command and exit code that docs/cli.md names, a call that ends with it."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from dm_events.service import catalogue, keys, people
from tests.cli.running import CASES, DECKS, DUEL, ROOT, dm

NEW = ["match", "new", *DUEL[1:6]]
SAMPLE = str(ROOT / "samples" / "dino-master" / "ten-dp.jsonl")
LAST = "LAST"
"""Stands for the number of the last event of `final`."""
ADD = ["match", "add", "final", "--expect", LAST]


def damage() -> None:
    """Change one byte of a stored event behind the back of the store."""
    with sqlite3.connect("matches.db") as store:
        for (name,) in store.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            store.execute(f"DROP TRIGGER {name}")
        (state,) = store.execute(
            "SELECT state FROM records WHERE originator_version = 9"
        ).fetchone()
        changed = state[:-1] + bytes([state[-1] ^ 1])
        store.execute("UPDATE records SET state = ? WHERE originator_version = 9", (changed,))
    store.close()


def cut() -> None:
    whole = Path("duel.jsonl").read_bytes()
    Path("cut.jsonl").write_bytes(whole[:-60])
    Path("headless.jsonl").write_bytes(whole[:60])


def torn() -> None:
    whole = Path("duel.jsonl").read_bytes()
    Path("torn.jsonl").write_bytes(whole.replace(b'"main 1"', b'"main 2"', 1))


def small() -> None:
    Path("small.txt").write_text("[Master]\nBigben\n[Main]\n3 Minmi\n", encoding="utf-8")
    Path("odd.txt").write_text("3 Minmi\n", encoding="utf-8")


def cases() -> None:
    case = 'game = "dino-master"\n[[case]]\nname = "n"\nrules = []\ngiven = {}\nwhen = ["0 ends turn"]\n'
    Path("holds.toml").write_text(case, encoding="utf-8")
    Path("fails.toml").write_text(case + "board = { turn = 99 }\n", encoding="utf-8")
    Path("odd.toml").write_text("case = 1\n", encoding="utf-8")
    Path("none").mkdir()


def cover() -> None:
    """Write cases that name every rule and set every answer."""
    game = catalogue.game("dino-master")
    head = "[[case]]\nname = {name!r}\nrules = {rules}\ngiven = {{}}\nwhen = []\nanswers = {{ {answer} }}\n"
    text = "".join(
        head.format(name=f"{one.id} {answer}", rules=list(game.rules), answer=f"{one.id} = {answer!r}")
        for one in game.questions.values() for answer in one.answers
    )  # fmt: skip
    Path("all.toml").write_text('game = "dino-master"\n' + text, encoding="utf-8")


def key() -> None:
    keys.new("judge")


def odd_key() -> None:
    keys.new("judge")
    (keys.folder() / "odd.pub").write_text("odd", encoding="utf-8")


def torn_and_key() -> None:
    torn()
    key()


def text() -> None:
    Path("text.db").write_text("hello" * 99, encoding="utf-8")


def gone() -> None:
    """Take a match away behind the back of the store."""
    with sqlite3.connect("matches.db") as store:
        store.execute("DROP TRIGGER IF EXISTS records_no_DELETE")
        store.execute("DELETE FROM records")
    store.close()


def another() -> None:
    dm(*NEW, "--id", "final", "--db", "copy.db")


def named() -> None:
    last = str(len(Path("duel.jsonl").read_bytes().splitlines()) - 1)
    assert (
        dm("match", "add", "final", "--expect", last, 'official notes "seen"', "--id", "a1").code
        == 0
    )


def name() -> None:
    people.set_name("p-1", "Kim Ara")


def erased() -> None:
    people.erase(["p-1"], unseen=True)


def odd_people() -> None:
    erased()
    (people.folder() / "keys.json").write_text("odd", encoding="utf-8")


def nothing() -> None:
    pass


def filled(args: list[str]) -> list[str]:
    """Put the number of the last event where it is meant."""
    last = str(len(Path("duel.jsonl").read_bytes().splitlines()) - 1)
    return [last if word == LAST else word for word in args]


Call = tuple[Callable[[], None], list[str]]

PROVOKED: dict[tuple[str, int], Call] = {
    ("replay", 0): (nothing, ["replay", "duel.jsonl"]),
    ("replay", 1): (nothing, ["replay", "duel.jsonl", "--interpretation", "korean-dp"]),
    ("replay", 3): (cut, ["replay", "cut.jsonl"]),
    ("replay", 4): (nothing, ["replay", "duel.jsonl", "--at", "40000"]),
    ("replay", 5): (damage, ["replay", "final"]),
    ("log", 0): (nothing, ["log", "duel.jsonl"]),
    ("log", 1): (nothing, ["log", "duel.jsonl", "--interpretation", "korean-dp"]),
    ("log", 3): (cut, ["log", "cut.jsonl"]),
    ("log", 4): (nothing, ["log", "duel.jsonl", "--from", "40000"]),
    ("log", 5): (damage, ["log", "final"]),
    ("diff", 0): (nothing, ["diff", "duel.jsonl", "corrected", "corrected"]),
    ("diff", 1): (nothing, ["diff", "duel.jsonl", "corrected", "korean-dp"]),
    ("diff", 3): (cut, ["diff", "cut.jsonl", "corrected", "korean-dp"]),
    ("diff", 4): (nothing, ["diff", "duel.jsonl", "corrected", "nobody"]),
    ("diff", 5): (damage, ["diff", "final", "corrected", "korean-dp"]),
    ("verify", 0): (nothing, ["verify", "duel.jsonl"]),
    ("verify", 3): (cut, ["verify", "headless.jsonl"]),
    ("verify", 4): (nothing, ["verify", "nothing.jsonl"]),
    ("verify", 5): (torn, ["verify", "torn.jsonl"]),
    ("seal", 0): (key, ["seal", "duel.jsonl", "--key", "judge", "-o", "sealed.msgpack"]),
    ("seal", 3): (cut, ["seal", "cut.jsonl", "--key", "judge", "-o", "sealed.msgpack"]),
    ("seal", 4): (nothing, ["seal", "duel.jsonl", "--key", "judge", "-o", "sealed.msgpack"]),
    ("seal", 5): (torn_and_key, ["seal", "torn.jsonl", "--key", "judge", "-o", "sealed.msgpack"]),
    ("key new", 0): (nothing, ["key", "new", "judge"]),
    ("key new", 3): (nothing, ["key", "new", "../judge"]),
    ("key new", 4): (key, ["key", "new", "judge"]),
    ("key list", 0): (key, ["key", "list"]),
    ("key list", 3): (odd_key, ["key", "list"]),
    ("person name", 0): (nothing, ["person", "name", "p-1", "Kim"]),
    ("person name", 3): (nothing, ["person", "name", "", "Kim"]),
    ("person name", 4): (erased, ["person", "name", "p-1", "Kim"]),
    ("person list", 0): (erased, ["person", "list"]),
    ("person list", 3): (odd_people, ["person", "list"]),
    ("person erase", 0): (name, ["person", "erase", "p-1"]),
    ("person erase", 4): (name, ["person", "erase", "p-2"]),
    ("person erase", 3): (nothing, ["person", "erase", "a:b"]),
    ("match new", 0): (nothing, NEW),
    ("match new", 3): (small, ["match", "new", "dino-master", "--deck", "odd.txt", "--deck", "odd.txt"]),
    ("match new", 4): (nothing, [*NEW, "--id", "final"]),
    ("match new", 5): (damage, [*NEW, "--id", "final"]),
    ("match add", 0): (nothing, [*ADD, 'official notes "seen"']),
    ("match add", 1): (nothing, ["match", "add", "final", "--expect", "5", "0 concedes"]),
    ("match add", 3): (nothing, [*ADD, "0 dances"]),
    ("match add", 4): (nothing, [*ADD, "0 concedes"]),
    ("match add", 5): (damage, [*ADD, "0 concedes"]),
    ("match list", 0): (nothing, ["match", "list"]),
    ("match list", 5): (damage, ["match", "list"]),
    ("match show", 0): (nothing, ["match", "show", "final"]),
    ("match show", 4): (nothing, ["match", "show", "semifinal"]),
    ("match show", 5): (damage, ["match", "show", "final"]),
    ("match import", 0): (nothing, ["match", "import", "duel.jsonl"]),
    ("match import", 3): (cut, ["match", "import", "cut.jsonl", "--id", "cut"]),
    ("match import", 4): (nothing, ["match", "import", SAMPLE, "--id", "final"]),
    ("match import", 5): (torn, ["match", "import", "torn.jsonl", "--id", "torn"]),
    ("match export", 0): (nothing, ["match", "export", "final"]),
    ("match export", 3): (cut, ["match", "export", "cut.jsonl"]),
    ("match export", 4): (nothing, ["match", "export", "final", "-o", "duel.jsonl"]),
    ("match export", 5): (damage, ["match", "export", "final"]),
    ("match add", 7): (named, [*ADD, 'official notes "other"', "--id", "a1"]),
    ("db info", 0): (nothing, ["db", "info"]),
    ("db info", 5): (gone, ["db", "info"]),
    ("db init", 0): (nothing, ["db", "init", "--db", "new.db"]),
    ("db init", 5): (text, ["db", "init", "--db", "text.db"]),
    ("db migrate", 0): (nothing, ["db", "migrate"]),
    ("db migrate", 4): (nothing, ["db", "migrate", "--db", "no.db"]),
    ("db migrate", 5): (text, ["db", "migrate", "--db", "text.db"]),
    ("db backup", 0): (nothing, ["db", "backup", "copy.db"]),
    ("db backup", 4): (nothing, ["db", "backup", "copy.db", "--db", "no.db"]),
    ("db backup", 5): (damage, ["db", "backup", "copy.db"]),
    ("db restore", 0): (nothing, ["db", "restore", "matches.db", "--db", "new.db"]),
    ("db restore", 4): (nothing, ["db", "restore", "no.db", "--db", "new.db"]),
    ("db restore", 5): (text, ["db", "restore", "text.db", "--db", "new.db"]),
    ("db copy", 0): (nothing, ["db", "copy", "--to", "copy.db"]),
    ("db copy", 1): (another, ["db", "copy", "--to", "copy.db"]),
    ("db copy", 4): (nothing, ["db", "copy", "--to", "copy.db", "--db", "no.db"]),
    ("db copy", 5): (damage, ["db", "copy", "--to", "copy.db"]),
    ("play", 0): (nothing, DUEL),
    ("play", 3): (small, ["play", "dino-master", "--deck", "small.txt", "--deck", DECKS[0], "--seed", "1"]),
    ("play", 4): (nothing, [*DUEL, "-o", "duel.jsonl"]),
    ("deck check", 0): (nothing, ["deck", "check", *DECKS]),
    ("deck check", 1): (small, ["deck", "check", DECKS[0], "small.txt"]),
    ("deck check", 3): (small, ["deck", "check", "odd.txt"]),
    ("deck check", 4): (nothing, ["deck", "check", "nothing.txt"]),
    ("rules list", 0): (nothing, ["rules", "list"]),
    ("rules list", 4): (nothing, ["rules", "list", "--chapter", "nothing"]),
    ("rules show", 0): (nothing, ["rules", "show", "R125"]),
    ("rules show", 3): (cases, ["rules", "show", "R125", "--cases", "odd.toml"]),
    ("rules show", 4): (nothing, ["rules", "show", "R999"]),
    ("rules questions", 0): (nothing, ["rules", "questions"]),
    ("rules questions", 4): (nothing, ["rules", "questions", "--game", "chess"]),
    ("rules coverage", 0): (cover, ["rules", "coverage", "all.toml"]),
    ("rules coverage", 1): (cases, ["rules", "coverage", "holds.toml"]),
    ("rules coverage", 3): (cases, ["rules", "coverage", "odd.toml"]),
    ("rules coverage", 4): (cases, ["rules", "coverage", "none"]),
    ("cases check", 0): (nothing, ["cases", "check", f"{CASES}/dp.toml"]),
    ("cases check", 1): (cases, ["cases", "check", "holds.toml", "fails.toml"]),
    ("cases check", 3): (cases, ["cases", "check", "odd.toml"]),
    ("cases check", 4): (cases, ["cases", "check", "none"]),
    ("schema list", 0): (nothing, ["schema", "list"]),
    ("schema list", 4): (nothing, ["schema", "list", "--game", "chess"]),
    ("schema check", 0): (nothing, ["schema", "check", "duel.jsonl"]),
    ("schema check", 3): (cut, ["schema", "check", "duel.jsonl", "cut.jsonl"]),
    ("schema check", 4): (nothing, ["schema", "check", "nothing.jsonl"]),
    ("schema check", 5): (damage, ["schema", "check", "final"]),
    ("schema show", 0): (nothing, ["schema", "show", "event"]),
    ("schema show", 4): (nothing, ["schema", "show", "nothing"]),
    ("bench", 0): (nothing, ["bench", "--duels", "1", "--rounds", "1"]),
    ("demo", 0): (nothing, ["demo"]),
    ("version", 0): (nothing, ["version"]),
}  # fmt: skip
"""Each with what is to be prepared, in a folder with `duel.jsonl` and a store that holds `final`."""
