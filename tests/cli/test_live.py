"""A match in live play: M11 and M12. Nobody learns by asking, and nobody goes on too soon."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import DECKS, Ran, dm

POSITION = """
phase = "main 1"
owner = 0
seat0 = { hand = ["Blizzard", "Volcano Gas"], attack = ["Hybodus"] }
seat1 = { hand = ["Thunderbolt"], attack = ["Hydrotherosaurus"] }
"""
"""Seat 0 holds Blizzard and Volcano Gas, seat 1 Thunderbolt; a Hybodus faces Hydrotherosaurus."""


@pytest.fixture
def begun(here: Path) -> str:
    """A digital match from decks, begun; nobody has acted."""
    decks = [word for deck in DECKS for word in ("--deck", deck)]
    ran = dm("match", "new", "dino-master", *decks, "--id", "live")
    assert ran.code == 0, ran.err
    assert dm("match", "add", "live", "--expect", "0", "service starts").code == 0
    return "live"


@pytest.fixture
def facing(here: Path) -> str:
    """A digital match from a position."""
    (here / "found.toml").write_text(POSITION, encoding="utf-8")
    ran = dm("match", "new", "dino-master", "--position", "found.toml", "--id", "facing")
    assert ran.code == 0, ran.err
    return "facing"


def zones(match: str, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = dm("replay", match, "--json").json["seats"][seat]["zones"]
    return found


def add(match: str, expect: int, *args: str) -> Ran:
    return dm("match", "add", match, "--expect", str(expect), *args)


def test_a_name_tells_nothing_about_cards_that_lie_face_down(begun: str) -> None:
    """A card in the opponent's deck and one that is nowhere get the same answer."""
    hidden = {card["name"] for zone in ("hand", "deck") for card in zones(begun, 1)[zone]["cards"]}
    own = {card["name"] for zone in ("hand", "deck") for card in zones(begun, 0)[zone]["cards"]}
    there = min(hidden - own)
    nowhere = next(
        name for name in ("Kronosaurus", "Mosasaurus", "Titanosaurus", "Stegosaurus")
        if name not in hidden | own
    )  # fmt: skip
    answers = {
        (ran.code, ran.err.replace(name, "X"))
        for name in (there, nowhere)
        for ran in [add(begun, 1, "--as", "0", f"0 summons {name} to attack")]
    }
    assert len(answers) == 1


def test_no_card_is_guessed_by_revealing_it(begun: str) -> None:
    card = zones(begun, 1)["hand"]["cards"][0]
    other = "D033-JU" if card["card"] != "D033-JU" else "D032-JU"
    answers = {
        (ran.code, ran.err)
        for face in (card["card"], other)
        for ran in [add(begun, 1, "--reveal", f"{card['id']}={face}", "0 enters main 1")]
    }
    assert len(answers) == 1
    assert "reveal/by-service" in answers.pop()[1]


def test_the_turn_owner_waits_for_who_may_respond(facing: str) -> None:
    assert add(facing, 0, "0 casts Blizzard on Hydrotherosaurus").code == 0
    too_soon = add(facing, 1, "0 casts Volcano Gas on Hybodus")
    assert too_soon.code == 4
    assert "window/open" in too_soon.err
    assert "Seat 1 may respond first" in too_soon.err
    assert add(facing, 1, "1 casts Thunderbolt").code == 0


def test_what_needs_no_turn_need_not_wait(facing: str) -> None:
    assert add(facing, 0, "0 casts Blizzard on Hydrotherosaurus").code == 0
    assert add(facing, 1, 'official notes "slow play"').code == 0
    assert add(facing, 2, "0 concedes").code == 0


def test_on_paper_a_later_command_shows_that_the_others_passed(here: Path) -> None:
    (here / "found.toml").write_text(POSITION, encoding="utf-8")
    args = ("--position", "found.toml", "--id", "paper", "--paper")
    assert dm("match", "new", "dino-master", *args).code == 0
    assert add("paper", 0, "0 casts Blizzard on Hydrotherosaurus").code == 0
    assert add("paper", 1, "0 casts Volcano Gas on Hybodus").code == 0


def test_a_command_sent_again_is_read_at_the_board_it_was_meant_for(here: Path) -> None:
    """Two cards of one name: the second sending names the first of them, which has left the hand."""
    (here / "found.toml").write_text(
        'phase = "main 1"\nseat0 = { dp = 8, hand = ["Hybodus", "Hybodus"] }\nseat1 = {}\n', "utf-8"
    )
    args = ("--position", "found.toml", "--id", "two")
    assert dm("match", "new", "dino-master", *args).code == 0
    first = add("two", 0, "--id", "c-1", "0 summons Hybodus to attack")
    again = add("two", 0, "--id", "c-1", "0 summons Hybodus to attack")
    assert (again.code, again.out) == (0, first.out)
    other = add("two", 1, "--id", "c-1", "0 summons Hybodus to defence")
    assert (other.code, "the command id 'c-1' is that of event 1" in other.err) == (7, True)
    assert add("two", 1, "--id", "c-2", "0 summons Hybodus to attack").code == 0


def test_the_refused_are_kept_apart(facing: str) -> None:
    add(facing, 0, "0 casts Blizzard on Hydrotherosaurus")
    add(facing, 1, "0 casts Volcano Gas on Hybodus")
    shown = json.dumps(dm("match", "show", facing, "--json").json)
    assert "window/open" in shown
