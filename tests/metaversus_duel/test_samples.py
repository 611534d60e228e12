"""The samples of the game tell their stories: who wins under which reading."""

import pytest

from dm_events.service.comparing import Comparison, compare
from dm_events.service.interpretations import Interpretation, resolve
from dm_events.service.matches import load
from tests.cli.page import BLOCK, answered, entries
from tests.cli.running import ROOT

SAMPLES = ROOT / "samples" / "metaversus-duel"
TABLE_12 = resolve("metaversus-duel", str(SAMPLES / "table-12.toml"))
GUIDE = resolve("metaversus-duel", "guide")


def reading(**answers: str) -> Interpretation:
    answers = {name.replace("_", "-"): answer for name, answer in answers.items()}
    return Interpretation(
        name="other", game=GUIDE.game, edition=GUIDE.edition, basis="", answers=answers
    )


def compared(
    name: str, a: Interpretation, b: Interpretation, *, hypothetical: bool = False
) -> Comparison:
    return compare(load(SAMPLES / f"{name}.jsonl"), a, b, hypothetical=hypothetical)


def test_there_are_six_samples() -> None:
    assert len(list(SAMPLES.glob("*.jsonl"))) >= 6


def test_whether_the_play_area_is_shuffled_decides_the_match() -> None:
    """Seat 1 draws the Halberd that it gained this turn and wins; by the guide it cannot be drawn."""
    found = compared("q12-shuffle", TABLE_12, GUIDE, hypothetical=True)
    assert [one.question.id for one in found.differing] == ["Q-12"]
    assert found.a.ending.result == ("won", 1)
    assert found.b.ending.result == ("won", 0)
    assert [step.left_out.code for step in found.b.left_out if step.left_out] == [
        "card/not-in-hand"
    ]
    assert {name for one in found.partings for name in one.because} == {"Q-12"}


def test_the_page_shows_the_dispute_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs/metaversus-duel.md").read_text(encoding="utf-8")
    examples = [one for block in BLOCK.finditer(page) for one in entries(block[1])]
    monkeypatch.chdir(ROOT)
    assert examples
    for command, expected in examples:
        assert answered((command, expected)) == f"$ {command}\n{expected}"


def test_a_shuffle_of_other_cards_is_drawn_where_that_is_asked_for() -> None:
    """At the end of that turn other cards are shuffled than the record holds an order of."""
    found = compared("q12-shuffle", TABLE_12, GUIDE)
    assert found.b.ending.stopped is not None
    assert found.b.ending.stopped.why.code == "chance/does-not-fit"
    assert compared("q12-shuffle", TABLE_12, GUIDE, hypothetical=True).b.ending.stopped is None


def test_the_second_buy_takes_the_new_kind_only_where_it_is_restocked_at_once() -> None:
    found = compared("q15-restock", GUIDE, reading(Q_15="end-of-turn"))
    assert [step.left_out.code for step in found.b.left_out if step.left_out] == [
        "market/no-such-pile"
    ]


def test_an_end_that_was_set_off_stays_though_hp_came_back() -> None:
    found = compared("latched-end", GUIDE, reading(Q_05="after-effect"))
    assert found.a.ending.result == ("won", 1)
    assert found.b.ending.result is None
