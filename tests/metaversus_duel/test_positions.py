"""What cannot be on a table is refused with its field, in a case and in the header of a log."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dm_events.notation.cases import Case, run_case
from dm_events.notation.tables import BadFile
from dm_events.service.matches import load
from tests.metaversus_duel.matches import GAME

NEUTRAL = {"a": ["Lantern", "Bandage"], "b": ["Halberd", "Firebolt"]}

GIVEN: list[tuple[dict[str, Any], str]] = [
    ({"seat0": {"deck": 99_999_999}}, "`int` <= 200 - at `given.seat0.deck`"),
    ({"seat1": {"deck": -4}}, "`int` >= 0 - at `given.seat1.deck`"),
    ({"seat0": {"hand": ["Stone"] * 201}}, "length <= 200 - at `given.seat0.hand`"),
    ({"seat0": {"play": ["Stone"] * 201}}, "length <= 200 - at `given.seat0.play`"),
    ({"seat0": {"armour": -5}}, "`int` >= 0 - at `given.seat0.armour`"),
    ({"seat0": {"max_hp": -1}}, "`int` >= 0 - at `given.seat0.max_hp`"),
    ({"seat0": {"hp": 10**20}}, "<= 1000000 - at `given.seat0.hp`"),
    ({"seat0": {"used": [-5], "character": "Ranger"}}, "`int` >= 0 - at `given.seat0.used[0]`"),
    ({"seat0": {"used": [1, 1], "character": "Ranger"}}, "seat0.used: Ranger (RANGER) has abilities: 1"),
    ({"seat1": {"used_turn": [1], "character": "Bard", "used": [0, 1]}}, "given.seat1.used: Bard"),
    ({"seat0": {"turns": 2, "extra": 3}}, "given.seat0.extra: the seat has begun 2 turns"),
    ({"down": 7}, "`int` <= 1 - at `given.down`"),
    ({"down": -2}, "`int` >= -1 - at `given.down`"),
    ({"owner": 2}, "`int` <= 1 - at `given.owner`"),
    ({"first": -1}, "`int` >= 0 - at `given.first`"),
    ({"turn": -5}, "`int` >= 1 - at `given.turn`"),
    ({"turn": 0}, "`int` >= 1 - at `given.turn`"),
    ({"counter": 0}, "`int` >= 1 - at `given.counter`"),
    ({"phase": "setup"}, "given.phase: there is no 'setup'; there are: action, buy, combat, discard"),
    ({"ap": -1}, "`int` >= 0 - at `given.ap`"),
    ({"gems": -1}, "`int` >= 0 - at `given.gems`"),
    ({"buys": -1}, "`int` >= 0 - at `given.buys`"),
    ({"damage": -1}, "`int` >= 0 - at `given.damage`"),
    ({"market": [{"kind": "Lantern", "left": -3}]}, "`int` >= 0 - at `given.market[0].left`"),
    ({"market": [{"kind": "Lantern", "left": 13}]}, "`int` <= 12 - at `given.market[0].left`"),
    ({"market": ["Lantern"] * 201}, "length <= 200 - at `given.market`"),
    ({"basics": {"Stone": -4}}, "`int` >= 0 - at `given.basics"),
    ({"basics": {"Lantern": 1}}, "given.basics: Lantern (A1) is no kind of the starting deck"),
    ({"start": NEUTRAL | {"a": ["Lantern"]}}, "given.start.a: 2 kinds of A are revealed (SET-03)"),
    ({"start": NEUTRAL | {"b": []}}, "given.start.b: 2 kinds of B are revealed (SET-03)"),
    ({"start": NEUTRAL | {"a": ["Lantern"] * 2}}, "given.start.a[1]: A1 is there already"),
    ({"start": NEUTRAL | {"a": ["Longsword", "Lantern"]}}, "a[0]: Longsword (K1) is no kind of the neutral"),
    ({"start": NEUTRAL | {"a": ["Lantern", "Halberd"]}}, "a[1]: Halberd (B2) is no kind of the neutral pile A"),
    ({"start": {"characters": ["Knight", "Knight"]}}, "given.start.characters[1]: KNIGHT is there already"),
    ({"start": {"characters": ["Duelist Unmasked"]}}, "characters[0]: Duelist Unmasked (DUELIST-U) is no"),
    ({"start": {"variant": "chosen", "characters": ["Knight", "Bard", "Smith"]}}, "brings one, here are 3"),
    ({"start": {"variant": "chosen", "characters": ["Knight"]}}, "characters: this way of choosing needs 2"),
    ({"start": {"variant": "best"}}, "given.start.variant: there are draft, free"),
    ({"start": {"difficulties": ["mad"]}}, "given.start.difficulties[0]: there are very easy, easy"),
    ({"start": {"newcomers": [0, 0]}}, "given.start.newcomers[1]: seat 0 is there already"),
    ({"start": {"newcomers": [2]}}, "`int` <= 1 - at `given.start.newcomers[0]`"),
]  # fmt: skip


def differences(given: dict[str, Any], when: tuple[str, ...] = ()) -> str:
    case = {"name": "n", "rules": [], "given": given, "when": when}
    return "\n".join(run_case(GAME, msgspec.convert(case, Case)))


@pytest.mark.parametrize(("given", "says"), GIVEN)
def test_a_position_that_cannot_be_is_refused_in_one_sentence(
    given: dict[str, Any], says: str
) -> None:
    said = differences(given)
    assert says in said
    assert "\n" not in said


def test_what_stands_at_the_limit_is_played() -> None:
    assert not differences(
        {
            "down": 1, "market": [{"kind": "Lantern", "left": 12}, {"kind": "Bandage", "left": 0}],
            "seat0": {"deck": 200, "hp": -1_000_000, "hand": ["Stone"] * 200},
        },
        ("0 enters buy",),
    )  # fmt: skip
    mirror = {"start": NEUTRAL | {"variant": "chosen", "characters": ["Bard", "Bard"]}}
    assert not differences(mirror, ("service starts",))


POSITION: dict[str, Any] = {"from": "position", "seats": [{"character": "RANGER"}, {}]}
MATCH: dict[str, Any] = {
    "from": "match", "a": ["A1", "A2"], "b": ["B1", "B2"], "characters": ["KNIGHT", "BARD"],
    "start": ["S1"] * 7, "variant": "chosen",
}  # fmt: skip


@pytest.mark.parametrize(
    ("opening", "says"),
    [
        (POSITION | {"seats": [{"deck": 99_999_999}, {}]}, "opening.seats[0].deck: expected `int` <= 200"),
        (POSITION | {"seats": [{}, {"gained": 1}]}, "opening.seats[1].gained: the play area holds 0"),
        (POSITION | {"down": 7}, "opening.down: expected `int` <= 1; 7 stands there"),
        (POSITION | {"counter": 0}, "opening.counter: expected `int` >= 1"),
        (POSITION | {"phase": "setup"}, "opening.phase: there is no 'setup'"),
        (POSITION | {"market": [{"kind": "A1", "origin": "A", "left": -3}]}, "opening.market[0].left: expected"),
        (POSITION | {"market": [{"kind": "", "origin": "A", "left": 3}]}, "an empty place holds no cards"),
        (POSITION | {"restock": [[], []]}, "opening.restock: expected"),
        (MATCH | {"characters": ["KNIGHT", "BARD", "SMITH"]}, "opening.characters: each of two seats brings"),
        (MATCH | {"a": ["A1"]}, "opening.a: 2 kinds of A are revealed (SET-03), here are 1"),
        (MATCH | {"start": ["S1", "A1"]}, "opening.start[1]: Lantern (A1) is no kind of the starting deck"),
    ],
)  # fmt: skip
def test_a_header_that_cannot_be_is_refused_with_its_field(
    tmp_path: Path, opening: dict[str, Any], says: str
) -> None:
    header = {
        "format": 1, "game": GAME.name, "edition": GAME.edition, "source": "paper",
        "treatment": "strict", "opening": opening,
    }  # fmt: skip
    log = tmp_path / "m.jsonl"
    log.write_bytes(msgspec.json.encode(header, order="sorted") + b"\n")
    with pytest.raises(BadFile) as bad:
        load(log)
    assert says in str(bad.value)
    log.write_text(
        json.dumps(header | {"opening": MATCH}, sort_keys=True, separators=(",", ":")) + "\n"
    )
    assert load(log).trouble is None
