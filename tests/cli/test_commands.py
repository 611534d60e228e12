"""Each command on good input: what it prints, and what it leaves behind."""

import json
from pathlib import Path

import pytest

from tests.cli.running import CASES, DECKS, DUEL, dm, refused, there

# Looking.


def test_replay_shows_the_end_or_a_step_or_where_a_turn_begins(duel: str) -> None:
    end = dm("replay", duel).out
    last = dm("replay", duel, "--json").json["last"]
    assert f"Step {last} - turn" in end
    assert "has won" in end
    assert end == dm("replay", duel, "--at", str(last)).out
    assert "Step 0 - " in dm("replay", duel, "--at", "0").out
    begins = dm("replay", duel, "--turn", "3", "--json").json
    assert begins["turn"] == 3
    assert dm("replay", duel, "--at", str(begins["step"] - 1), "--json").json["turn"] == 2


def test_replay_json_has_every_zone_of_each_seat(duel: str) -> None:
    found = dm("replay", duel, "--at", "40", "--json").json
    zones = ["deck", "hand", "graveyard", "out", "master", "magic", "defence", "attack"]
    for number, seat in enumerate(found["seats"]):
        assert seat["seat"] == number
        assert isinstance(seat["lp"], int)
        assert isinstance(seat["dp"], int)
        assert list(seat["zones"]) == zones
        cards = [card for zone in seat["zones"].values() for card in zone["cards"]]
        assert len(cards) == sum(zone["count"] for zone in seat["zones"].values())
        for card in seat["zones"]["attack"]["cards"]:
            assert {"id", "name", "at", "df", "sh", "flags", "attachments"} <= set(card)


def test_replay_lists_what_was_illegal_and_what_was_left_out(duel: str) -> None:
    reading = ["replay", duel, "--interpretation", "korean-dp"]
    played = dm(*reading, "--treat", "as-played", "--hypothetical")
    assert "Illegal, and played:" in played.out
    left = dm(*reading, "--treat", "counterfactual", "--hypothetical")
    assert "Left out:" in left.out
    found = dm(*reading, "--treat", "counterfactual", "--hypothetical", "--json").json
    assert found["left_out"][0]["code"] == "dp/short"
    assert found["left_out"][0]["rules"] == ["R125"]
    assert found["treatment"] == "counterfactual"
    assert found["interpretation"] == "korean-dp"


def test_a_fold_that_stops_says_where_and_why(duel: str) -> None:
    ran = dm("replay", duel, "--interpretation", "korean-dp")
    assert ran.code == 1
    assert "the fold stops at event" in ran.err
    assert "DP; " in ran.err
    assert "[R125; K §2.7]" in ran.err
    stopped = dm("replay", duel, "--interpretation", "korean-dp", "--json").json["stopped"]
    assert stopped["code"] == "dp/short"


def test_an_interpretation_of_ones_own(duel: str, here: Path) -> None:
    own = 'name = "mine"\ngame = "dino-master"\nedition = "2026.1"\n[answers]\nC01 = "yes"\n'
    (here / "mine.toml").write_text(own, encoding="utf-8")
    mine = dm("log", duel, "--interpretation", "mine.toml")
    shipped = dm("log", duel, "--interpretation", "korean-dp")
    assert (mine.code, mine.out, mine.err) == (shipped.code, shipped.out, shipped.err)
    found = dm("replay", duel, "--interpretation", "mine.toml", "--json").json
    assert found["interpretation"] == "mine"


def test_log_tells_events_with_what_followed(duel: str) -> None:
    ran = dm("log", duel, "--from", "2", "--to", "4")
    assert [line[:4].strip() for line in ran.out.splitlines() if line[3] != " "] == ["2", "3", "4"]
    assert "The phase is main 1. [R127; T phases, K §2.8.2]" in ran.out
    brief = dm("log", duel, "--from", "2", "--to", "4", "--brief").out
    assert brief.count("\n") == 3
    events = dm("log", duel, "--from", "2", "--to", "4", "--json").json["events"]
    assert [event["seq"] for event in events] == [2, 3, 4]
    assert events[0]["happenings"][0]["text"].startswith("The phase is main 1.")


def test_a_log_of_nothing_yet(here: Path) -> None:
    assert dm("match", "new", *DUEL[1:6], "--id", "m").code == 0
    assert dm("log", "m").out == ""
    assert dm("replay", "m").code == 0


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Kentrosaurus"), ("ko", "켄트로사우루스"), ("th", "เคนโตรซอรัส")]
)
def test_names_in_three_languages(duel: str, language: str, name: str) -> None:
    assert name in dm("replay", duel, "--at", "0", "--lang", language).out
    assert name in dm("log", duel, "--lang", language).out
    assert name in dm("replay", duel, "--at", "0", "--lang", language, "--json").out


def test_a_file_stdin_and_the_store_show_the_same(kept: str, duel: str, duel_bytes: bytes) -> None:
    for args in (["replay"], ["log"], ["log", "--as", "0"]):
        shown = dm(args[0], duel, *args[1:])
        assert dm(args[0], "-", *args[1:], stdin=duel_bytes) == shown
    assert dm("log", kept).out == dm("log", duel).out
    assert dm("verify", "-", stdin=duel_bytes).code == 0


def test_verify_says_what_it_did_not_check_and_looks_into_folders(here: Path, duel: str) -> None:
    (here / "sub").mkdir()
    (here / "sub" / "two.jsonl").write_bytes((here / duel).read_bytes())
    ran = dm("verify", ".")
    assert [line.split(":")[0] for line in ran.out.splitlines()[::2]] == [
        "duel.jsonl",
        "sub/two.jsonl",
    ]
    assert "not checked: without a receipt" in ran.out
    receipt = dm("verify", duel, "--json").json["records"][0]
    with_it = dm("verify", duel, "--receipt", f"{receipt['events']}:{receipt['head']}")
    assert "not checked" not in with_it.out
    beyond = dm("verify", duel, "--receipt", f"{receipt['events'] + 1}:{receipt['head']}")
    assert beyond.code == 5
    assert "the receipt names event" in beyond.out


def test_verify_checks_the_others_when_one_cannot_be_read(here: Path, duel: str) -> None:
    (here / "bad.jsonl").write_bytes(b"{")
    ran = dm("verify", "bad.jsonl", duel, "--json")
    assert ran.code == 3
    assert "bad.jsonl, line 1" in ran.err
    assert [record["whole"] for record in ran.json["records"]] == [True]
    assert ran.json["whole"] is False


# Recording.


def test_a_match_from_its_beginning_to_its_seed(here: Path) -> None:
    assert dm("match", "new", *DUEL[1:6], "--id", "final", "--person", "p1", "--person", "p2",
              "--event", "Cup", "--round", "2").code == 0  # fmt: skip
    started = dm("match", "add", "final", "--expect", "0", "service starts")
    assert "Seat 0 draws a hidden card." in started.out
    passed = dm("match", "add", "final", "--expect", "1", "-", "--by", "official:head judge",
                stdin='{"do":"Note","text":"ไม่ 카드"}'.encode())  # fmt: skip
    assert 'official (head judge) notes "ไม่ 카드"' in passed.out
    asked = dm("match", "add", "final", "--expect", "2", "concedes", "--by", "1", "--json").json
    assert (asked["seq"], asked["event"]["command"]) == (3, {"do": "Concede"})
    shown = dm("match", "show", "final", "--json").json
    assert shown["result"] == {"how": "won", "seat": 0}
    assert (shown["event"], shown["round"], shown["seats"][1]["person"]) == ("Cup", 2, "p2")
    assert dm("verify", "final", "--seed", shown["seed"]).code == 0
    assert dm("verify", "final", "--seed", "00" * 32).code == 5
    assert dm("match", "list", "--json").json["matches"][0]["events"] == 3


def test_a_refused_command_is_kept_as_an_attempt(here: Path) -> None:
    dm("match", "new", *DUEL[1:6], "--id", "m")
    said = refused(4, "match", "add", "m", "--expect", "0", "official rewinds to 7")
    assert "refused (rewind/no-such-step): There is no step 7" in said
    attempt = dm("match", "show", "m", "--json").json["attempts"][0]
    assert (attempt["code"], attempt["expected"]) == ("rewind/no-such-step", 0)
    assert "refused after event 0: official Rewind 7" in dm("match", "show", "m").out


def test_a_conflict_says_what_came_in_between(here: Path) -> None:
    dm("match", "new", *DUEL[1:6], "--id", "m")
    dm("match", "add", "m", "--expect", "0", "service starts")
    ran = dm("match", "add", "m", "--expect", "0", "0 concedes")
    assert ran.code == 1
    assert "is at event 1, not 0: in between came 1 (Start by service)" in ran.err


def test_a_command_sent_twice_is_recorded_once(here: Path) -> None:
    dm("match", "new", *DUEL[1:6], "--id", "m")
    send = ["match", "add", "m", "--expect", "0", "service starts", "--command-id", "a1", "--json"]
    assert dm(*send).json == dm(*send).json
    other = ["match", "add", "m", "--expect", "1", "0 concedes", "--command-id", "a1"]
    assert "is that of event 1" in refused(7, *other)


def test_a_match_from_a_position(here: Path) -> None:
    position = 'turn = 3\nseat0 = { dp = 5, hand = ["Minmi"] }\nseat1 = { attack = ["Hybodus"] }\n'
    (here / "table.toml").write_text(position, encoding="utf-8")
    assert (
        dm("match", "new", "dino-master", "--position", "table.toml", "--paper", "--id", "m").code
        == 0
    )
    assert dm("match", "add", "m", "--expect", "0", "0 summons Minmi to attack").code == 0
    seat = dm("replay", "m", "--json").json["seats"][0]
    assert [card["name"] for card in seat["zones"]["attack"]["cards"]] == ["Minmi"]
    assert dm("match", "show", "m", "--json").json["source"] == "paper"


def test_what_goes_in_comes_out_again(kept: str, here: Path, duel_bytes: bytes) -> None:
    assert dm("match", "import", "duel.jsonl").code == 0
    assert dm("match", "export", "bot-7").out.encode() == duel_bytes
    assert dm("match", "export", "bot-7", "-o", "out.jsonl").code == 0
    assert (here / "out.jsonl").read_bytes() == duel_bytes


def test_play_writes_a_log_that_verifies_and_folds_strictly(here: Path) -> None:
    ran = dm(*DUEL, "-o", "new.jsonl", "--interpretation", "korean-dp", "--json")
    header = json.loads((here / "new.jsonl").read_bytes().splitlines()[0])
    assert (header["interpretation"], header["answers"]["C01"]) == ("korean-dp", "yes")
    assert (header["seed"], header["treatment"]) == ("7", "strict")
    assert ran.json["result"]["how"] == "won"
    assert dm("verify", "new.jsonl").code == 0
    assert dm("replay", "new.jsonl").code == 0


def test_no_file_is_lost_or_left_half_written(here: Path) -> None:
    (here / "old.jsonl").write_text("precious", encoding="utf-8")
    assert "give --force to replace it" in refused(4, *DUEL, "-o", "old.jsonl")
    assert (here / "old.jsonl").read_text(encoding="utf-8") == "precious"
    assert dm(*DUEL, "-o", "old.jsonl", "--force").code == 0
    assert dm("verify", "old.jsonl").code == 0
    assert "no/new.jsonl: No such file" in refused(6, *DUEL, "-o", "no/new.jsonl")
    assert there(here) == ["old.jsonl"]
    assert dm(*DUEL, "-o", "/dev/null", "--force").code == 0
    assert Path("/dev/null").is_char_device()


# Decks, rules, cases, schemas.


def test_deck_check_reads_names_in_any_language(here: Path) -> None:
    assert dm("deck", "check", *DECKS).out.count("allowed") == 2
    assert dm("deck", "check", DECKS[0], "--json").json["decks"][0]["allowed"] is True


def test_rules_show_where_they_stand_and_what_tests_them() -> None:
    rules = dm("rules", "list", "--json").json["rules"]
    assert all(rule["module"] and rule["line"] for rule in rules)
    for rule in rules[:3]:
        source = Path(__file__).parents[2] / (rule["module"].replace(".", "/") + ".py")
        lines = source.read_text(encoding="utf-8").splitlines()[rule["line"] - 1 :][:2]
        assert f'"{rule["id"]}"' in "".join(lines)
    r125 = dm("rules", "show", "r125", "--json").json
    assert (r125["id"], r125["chapter"], r125["cites"]) == ("R125", "dp", ["K §2.7"])
    assert all(case["answer"] is None for case in r125["cases"])
    assert dm("rules", "show", "first-turn-dp").out == dm("rules", "show", "C01").out
    assert {case["answer"] for case in dm("rules", "show", "C01", "--json").json["cases"]} == {
        "no",
        "yes",
    }
    assert "did you mean" in refused(4, "rules", "show", "R1255")


def test_rules_questions_mark_the_default() -> None:
    assert "C01   first-turn-dp" in dm("rules", "questions").out
    assert "no*, yes" in dm("rules", "questions").out


def test_coverage_of_a_folder(here: Path) -> None:
    text = 'game = "dino-master"\n[[case]]\nname = "n"\nrules = ["R125"]\ngiven = {}\nwhen = []\nanswers = { C01 = "yes" }\n'
    (here / "one.toml").write_text(text, encoding="utf-8")
    found = dm("rules", "coverage", ".", "--json").json
    assert "R125" not in found["rules"]["untested"]
    assert "R001" in found["rules"]["untested"]
    assert ["C01", "no"] in found["answers"]["untested"]
    assert ["C01", "yes"] not in found["answers"]["untested"]


def test_cases_check_tells_what_differs(here: Path) -> None:
    assert dm("cases", "check", f"{CASES}/dp.toml").code == 0
    text = 'game = "dino-master"\n[[case]]\nname = "n"\nrules = []\ngiven = {}\nwhen = []\nboard = { turn = 9 }\n'
    (here / "mine.toml").write_text(text, encoding="utf-8")
    ran = dm("cases", "check", "mine.toml")
    assert ran.out == ("mine.toml: n\n  board.turn: 9 was expected, it is 5\n0 of 1 cases hold\n")
    assert dm("cases", "check", "mine.toml", "--json").json["results"][0]["passed"] is False


def test_schemas_are_the_files_of_the_source() -> None:
    for schema in dm("schema", "list", "--json").json["schemas"]:
        file = Path(__file__).parents[2] / "schemas" / schema["name"]
        assert dm("schema", "show", schema["name"]).out.encode() == file.read_bytes()
    assert dm("schema", "show", "header", "--json").json == dm("schema", "show", "header").json


def test_version() -> None:
    from dm_events import __version__

    assert dm("version").out == dm("--version").out == f"{__version__}\n"
    assert dm("version", "--json").json["version"] == __version__
    assert dm().out == dm("--help").out
