"""docs/rules/<game>.md is what the chapters and the cases say now.

Written anew by `python -m tests.test_rules_page`, with the checkout on the path.
"""

from pathlib import Path

import pytest

from dm_events.service.catalogue import GAMES
from dm_events.service.rules import questions_of, rules_of
from dm_events.service.rules_page import page

PAGES = Path(__file__).resolve().parents[1] / "docs" / "rules"


def file_of(name: str) -> Path:
    return PAGES / f"{name.replace('-', '_')}.md"


@pytest.mark.parametrize("name", GAMES)
def test_the_page_is_as_generated(name: str) -> None:
    assert file_of(name).read_text(encoding="utf-8") == page(name)


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_and_answer_is_on_the_page_with_its_cases(name: str) -> None:
    text = page(name)
    for rule in rules_of(name):
        assert f"| {rule.what.id} | " in text
    answers = sum(len(getattr(one.what, "answers", ())) for one in questions_of(name))
    assert text.count("(default)") == len(questions_of(name))
    questions = text.partition("## Questions")[2]
    assert questions.count("\n| ") - 1 == answers
    assert "| none |" not in text


if __name__ == "__main__":
    for game_name in GAMES:
        file_of(game_name).write_text(page(game_name), encoding="utf-8")
