"""`--as` covers everything printed: what a viewer cannot know changes no byte."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import dm

CUT = 40
"""So many events of the duel are looked at."""
CALLS = [
    ["replay"], ["replay", "--json"], ["replay", "--at", "17", "--ids"], ["replay", "--lang", "ko"],
    ["log"], ["log", "--json"], ["log", "--lang", "th"],
    ["replay", "--interpretation", "korean-dp", "--treat", "counterfactual", "--json"],
    ["replay", "--interpretation", "korean-dp", "--treat", "as-played"],
    ["log", "--interpretation", "korean-dp", "--treat", "counterfactual", "--json"],
    ["replay", "--interpretation", "korean-dp"],
]  # fmt: skip


@pytest.fixture
def records(here: Path, duel_bytes: bytes) -> tuple[str, str]:
    """Two records that differ in the order of cards that nobody draws in them."""
    lines = [json.loads(line) for line in duel_bytes.splitlines()[: CUT + 1]]
    for line in lines[1:]:
        line.pop("fingerprint")
        line.pop("link")
    save(here / "one.jsonl", lines)
    for seat, order in enumerate(orders(lines[1]["chance"])):
        left = dm("replay", "one.jsonl", "--json").json["seats"][seat]["zones"]["deck"]["count"]
        order[-left:] = reversed(order[-left:])
    save(here / "two.jsonl", lines)
    return "one.jsonl", "two.jsonl"


def orders(chance: list[Any]) -> Iterator[list[str]]:
    """The orders of the decks, seat by seat."""
    return (one for one in chance if isinstance(one, list))


def save(file: Path, lines: list[Any]) -> None:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
@pytest.mark.parametrize("viewer", ["0", "1", "public"])
def test_what_nobody_knows_changes_nothing(
    records: tuple[str, str], call: list[str], viewer: str
) -> None:
    one, two = (shown(file, call, viewer) for file in records)
    assert one == two
    assert one[1]


def test_a_judge_sees_the_difference(records: tuple[str, str]) -> None:
    one, two = (shown(file, ["replay"], "judge") for file in records)
    assert one != two


def shown(file: str, call: list[str], viewer: str) -> tuple[int, str, str]:
    ran = dm(call[0], file, *call[1:], "--as", viewer)
    return ran.code, ran.out.replace(file, "FILE"), ran.err.replace(file, "FILE")


def test_only_a_judge_sees_chance_fingerprints_and_questions(duel: str) -> None:
    for viewer, open_ in (("judge", True), ("0", False), ("public", False)):
        events = dm("log", duel, "--as", viewer, "--json").json["events"]
        for key in ("chance", "fingerprint", "consulted"):
            assert any(event[key] for event in events) is open_


def test_a_seat_does_not_see_the_others_hand(duel: str) -> None:
    for viewer, hands in (("0", [True, False]), ("1", [False, True]), ("public", [False, False])):
        seats = dm("replay", duel, "--at", "1", "--as", viewer, "--json").json["seats"]
        assert [bool(seat["zones"]["hand"]["cards"]) for seat in seats] == hands
        assert [seat["zones"]["hand"]["count"] for seat in seats] == [6, 6]


def test_why_a_record_breaks_off_is_for_a_judge(here: Path, duel_bytes: bytes) -> None:
    lines = duel_bytes.splitlines()
    secret = b'{"by":1,"command":{"do":"Summon","card":"1:17","lin":"attack"},"seq":3}'
    (here / "bad.jsonl").write_bytes(b"\n".join([*lines[:3], secret]))
    assert "command.lin" in dm("replay", "bad.jsonl").err
    for args in (["replay"], ["log"], ["replay", "--json"]):
        ran = dm(args[0], "bad.jsonl", *args[1:], "--as", "0")
        assert ran.code == 3
        assert "command.lin" not in ran.out + ran.err
        assert "bad.jsonl, line 4: this cannot be read; a judge can see why." in ran.err


def test_a_refused_command_does_not_name_a_hidden_card(here: Path) -> None:
    from tests.cli.running import DUEL

    dm("match", "new", *DUEL[1:6], "--id", "m")
    dm("match", "add", "m", "--expect", "0", "service starts")
    for card in ("0:17", "1:17", "1:30"):
        command = f'{{"do":"Summon","card":"{card}","line":"attack"}}'
        hand = dm("replay", "m", "--as", "0", "--json").json["seats"][0]["zones"]["hand"]["cards"]
        if card not in [one["id"] for one in hand]:
            said = dm("match", "add", "m", "--expect", "1", command, "--by", "0").err
            assert "A hidden card is not in the hand" in said
