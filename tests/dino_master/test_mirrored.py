"""The rules know no seat: every case with the seats exchanged comes out the same, exchanged."""

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dm_events.notation.cases import DECK, Case, Run, load_cases
from dm_events.service.catalogue import game

DINO = game("dino-master")
FILES = sorted(Path(__file__).parents[1].joinpath("cases", "dino_master").glob("*.toml"))
SEAT = re.compile(r"(?<=seat)( ?)([01])\b|\b([01])(?=:\d)|^([01])(?= )")
"""`seat 1`, `seat1`, the seat of `1:17`, and who acts, at the beginning of a line."""


def exchanged(value: Any) -> Any:
    """The same with seat 0 and seat 1 exchanged, wherever a text names one."""
    if isinstance(value, str):
        return SEAT.sub(lambda found: found[0][:-1] + str(1 - int(found[0][-1])), value)
    if isinstance(value, list | tuple):
        return [exchanged(one) for one in value]
    if isinstance(value, dict):
        found = {exchanged(key): exchanged(one) for key, one in value.items()}
        return found | ({"owner": 1 - value["owner"]} if "owner" in value else {})
    return value


def outcome(case: Case) -> tuple[list[str], list[str], dict[str, Any]] | None:
    """What was told, why the last command is refused, and the board; None if it hung on a lot."""
    run = Run(DINO, case)
    why: list[str] = []
    for number, text in enumerate(case.when, 1):
        by, command = run.read(text)
        if case.refused is not None and number == len(case.when):
            why = [refusal.code for refusal in run.reasons(by, command)]
        else:
            assert run.add(by, command), (text, run.fold.stopped)
    run.pass_all()
    if any(step.hypothetical for step in run.fold.steps):
        return None
    told = sorted(type(one).__name__ for step in run.fold.steps for one in step.happenings)
    return told, why, DINO.facts(run.fold.board)


@cache
def cases(file: Path) -> list[Case]:
    return [case for case in load_cases(file).case
            if DECK not in case.given and case.given.get("turn") != 0]  # fmt: skip


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_cases_come_out_the_same_with_the_seats_exchanged(file: Path) -> None:
    for case in cases(file):
        given = exchanged({"owner": 0} | case.given)
        mirrored = msgspec.structs.replace(case, given=given, when=exchanged(case.when))
        there, here = outcome(case), outcome(mirrored)
        if there is None or here is None:
            continue
        assert here[:2] == there[:2], case.name
        assert sides(here[2]) == sides(exchanged(there[2])), case.name


def sides(facts: dict[str, Any]) -> Any:
    """Facts without the order in which cards lie in a graveyard or out of the game."""
    loose = ("graveyard", "out", "hand")
    plain = {
        key: {name: sorted(Counter(map(str, value)).items()) if name in loose else value
              for name, value in one.items()} if isinstance(one, dict) else one
        for key, one in facts.items()
    }  # fmt: skip
    return msgspec.json.decode(msgspec.json.encode(plain))  # tuples as lists
