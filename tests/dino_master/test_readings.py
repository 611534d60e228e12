"""The readings that come with the game: what they answer, why, and that each can be played."""

import pytest

from dm_events.service.interpretations import answers_of, resolve, shipped
from dm_events.service.play import play
from tests.laws.duels import GAME, decks

NAMES = list(shipped("dino-master"))


def test_four_readings_are_shipped() -> None:
    assert NAMES == ["community", "corrected", "korean-dp", "source-literal"]


@pytest.mark.parametrize("name", NAMES)
def test_a_reading_names_declared_answers_that_differ_from_the_defaults(name: str) -> None:
    for question, answer in resolve("dino-master", name).answers.items():
        assert answer in GAME.questions[question].answers
        assert answer != GAME.defaults[question]


@pytest.mark.parametrize("name", ["source-literal", "community"])
def test_each_answer_stands_under_its_basis(name: str) -> None:
    """The line before an answer says which words of the source give it."""
    lines = shipped("dino-master")[name].read_text(encoding="utf-8").splitlines()
    answers = lines[lines.index("[answers]") + 1 :]
    given = [at for at, line in enumerate(answers) if not line.startswith("#")]
    assert [answers[at].split()[0] for at in given] == list(resolve("dino-master", name).answers)
    assert all(answers[at - 1].startswith("# ") for at in given)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", NAMES)
def test_a_duel_under_a_reading_is_played_to_its_end(name: str, seed: int) -> None:
    answers = answers_of(GAME, resolve("dino-master", name))
    events, fold = play(GAME, decks(GAME, seed), answers, seed)  # raises where the fold refuses
    assert fold.result is not None
    assert len(fold.steps) == len(events)
