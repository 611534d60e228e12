"""docs/rules/<game>.md is what the chapters and the cases say now.

Written anew by `python -m tests.test_rules_page`, with the checkout on the path.
"""

from pathlib import Path

import pytest

from dm_events.service.catalogue import GAMES
from dm_events.service.rules import questions_of, rules_of
from dm_events.service.rules_page import left_out, page

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
    assert questions.partition("\n## ")[0].count("\n| ") - 1 == answers
    assert "| none |" not in text


@pytest.mark.parametrize("name", GAMES)
def test_what_is_left_out_is_not_there(name: str) -> None:
    """An id that has been declared after all leaves the list, and nothing is on it twice."""
    out = left_out(name)
    ids = [id for one in out.rules for id in one.ids] + [one.id for one in out.questions]
    assert len(dict.fromkeys(ids)) == len(ids)
    there = [one.what.id for one in (*rules_of(name), *questions_of(name))]
    assert [id for id in ids if id in there] == []


if __name__ == "__main__":
    for game_name in GAMES:
        file_of(game_name).write_text(page(game_name), encoding="utf-8")
