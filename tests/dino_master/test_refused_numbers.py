"""The numbers in a refusal are those of the table and of the rules: a case compares only its code."""

from typing import Any

import pytest

from dm_events.kernel.fold import Fold
from dm_events.kernel.words import Event
from dm_events.service.catalogue import game

DINO = game("dino-master")
FULL = {"attack": ["Hybodus"] * 5}


def numbers(given: dict[str, Any], text: str) -> dict[str, dict[str, int]]:
    """For each refusal of a command, by its code: the numbers in it."""
    found = {"phase": "main 1", "seat1": {"dp": 0, "attack": ["Hybodus", "Minmi"]}} | given
    fold = Fold(
        DINO,
        DINO.open(DINO.position(found)),
        DINO.defaults | {"C31": "five"},
        treatment="as-played",
    )
    step = fold.add(Event(1, *DINO.parse(text, fold.board)))
    assert step is not None, fold.stopped
    return {
        why.code: {name: value for name, value in why.args.items() if isinstance(value, int)}
        for why in step.findings
    }


@pytest.mark.parametrize(
    ("given", "text", "code", "expected"),
    [
        ({"seat0": {"dp": 1, "hand": ["Hybodus"]}}, "summons Hybodus to attack",
         "dp/short", {"have": 1, "cost": 2}),
        ({"seat0": {"dp": 1, "hand": ["Acid Rain"]}}, "casts Acid Rain on Minmi",
         "dp/short", {"have": 1, "cost": 2}),
        ({"seat0": {"dp": 1, "attack": ["Muraenosaurus"]}}, "uses skill of Muraenosaurus on Minmi",
         "dp/short", {"have": 1, "cost": 2}),
        ({"phase": "main 2", "seat0": {"dp": 3}}, "draws for DP", "dp/short", {"have": 3, "cost": 4}),
        ({"seat0": {"hand": ["Acid Rain"]}}, "casts Acid Rain",
         "target/number", {"have": 0, "least": 1, "most": 1}),
        ({"seat0": {"hand": ["Acid Rain"]}}, "casts Acid Rain on Minmi, Hybodus",
         "target/number", {"have": 2, "least": 1, "most": 1}),
        ({"seat0": {"hand": ["Alkaloid Toxic"]}}, "casts Alkaloid Toxic",
         "target/number", {"have": 0, "least": 1, "most": 1}),
        ({"seat0": {"attack": ["Utahraptor"]}}, "uses effect of Utahraptor on Minmi",
         "cost/cards", {"have": 0, "needed": 1}),
        ({"seat0": {"master": "Master Chris", "hand": ["Hybodus"]}},
         "uses master skill 2 removing Hybodus", "cost/cards", {"have": 1, "needed": 2}),
        ({"seat0": {"hand": ["Hybodus", "Minmi"], "attack": ["Utahraptor"]}},
         "uses effect of Utahraptor on Minmi discarding Hybodus, Minmi",
         "cost/cards", {"have": 2, "needed": 1}),
        ({"turn": 4, "seat0": {"turns": 2, "master": "Master-Touch"}}, "uses master skill",
         "ability/too-early", {"turn": 5}),
        ({"seat0": FULL | {"hand": ["Minmi"]}}, "summons Minmi to attack",
         "line/full", {"most": 5}),
        ({"seat0": FULL | {"defence": ["Minmi"]}}, "moves Minmi", "line/full", {"most": 5}),
        ({"seat0": {"attack": ["Carnotaurus", "Carnotaurus", "Carnotaurus"]}},
         "flocks Carnotaurus#1 with Carnotaurus#2, Carnotaurus#3",
         "flock/too-many", {"have": 3, "most": 2}),
    ],
)  # fmt: skip
def test_a_refusal_says_how_many(
    given: dict[str, Any], text: str, code: str, expected: dict[str, int]
) -> None:
    assert numbers(given, f"0 {text}")[code] == expected
