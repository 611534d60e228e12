"""Every rule and every answer of the game has a case; the readings that come with it are whole."""

from pathlib import Path

import pytest

from dm_events.kernel.words import rules_of
from dm_events.notation.cases import Case, load_cases
from dm_events.service.catalogue import game
from dm_events.service.interpretations import answers_of, resolve
from tests.metaversus_duel.matches import played

CASES = Path(__file__).parents[1] / "cases" / "metaversus_duel"
GAME = game("metaversus-duel")
SHARED = "M"
"""Rules of every match begin with it: their cases are not a game's."""


def cases() -> list[Case]:
    return [case for file in sorted(CASES.glob("*.toml")) for case in load_cases(file).case]


def test_there_are_at_least_220_cases() -> None:
    assert len(cases()) >= 220


def test_every_rule_has_a_case() -> None:
    tested = {rule for case in cases() for rule in case.rules}
    own = {rule for rule in GAME.rules if not rule.startswith(SHARED) or rule.startswith("MKT")}
    assert own - tested == set()


def test_every_answer_of_every_question_has_a_case() -> None:
    tested = {pair for case in cases() for pair in case.answers.items()}
    asked = {(one.id, answer) for one in GAME.questions.values() for answer in one.answers}
    assert asked - tested == set()


def test_guide_is_the_defaults_and_other_branch_is_the_second_answers() -> None:
    assert answers_of(GAME, resolve(GAME.name, "guide")) == GAME.defaults
    other = answers_of(GAME, resolve(GAME.name, "other-branch"))
    assert {name for name, answer in other.items() if answer == GAME.defaults[name]} == {"Q-16"}
    assert all(answer == GAME.questions[name].answers[1]
               for name, answer in other.items() if name != "Q-16")  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_a_happening_cites_each_rule_once(seed: int) -> None:
    for step in played(seed).fold.steps:
        for one in step.happenings:
            cited = [rule.id for rule in rules_of(one)]
            assert len(cited) == len(set(cited)), (step.event.seq, one)
