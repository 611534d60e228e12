"""Pins: what may be added to a game and what may not be changed under a match that was played.

The game of these tests is one that was changed since: the duel was recorded with the real one.
"""

import io
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from dm_events.kernel.rule import Question
from dm_events.kernel.ruleset import Ruleset
from dm_events.notation import jsonl
from dm_events.notation.tables import BadFile
from dm_events.notation.verify import verify
from dm_events.rulesets.dino_master.game import DinoMaster

replace = msgspec.structs.replace


@pytest.fixture
def later(game: Ruleset) -> Any:
    """The game again, to be changed."""
    return DinoMaster(dict(game.catalogue))


@pytest.fixture
def read_later(later: Any, duel: Any) -> Callable[[], jsonl.Log]:
    """Reads the duel with the changed game."""
    return lambda: jsonl.read(io.BytesIO(duel.data), "duel.jsonl", {later.name: later})


def test_a_card_may_be_added(duel, later, read_later) -> None:
    new = replace(later.catalogue["D009-JU"], id="D999-JU", at=9_000)
    later.catalogue[new.id] = new
    assert read_later() == (duel.header, duel.events, None)


def test_a_card_that_the_match_does_not_use_may_be_changed(duel, later, read_later) -> None:
    other = next(one for one in later.catalogue if one not in duel.header.cards)
    later.catalogue[other] = replace(later.catalogue[other], dp=99)
    assert read_later() == (duel.header, duel.events, None)


def test_names_and_sets_are_no_part_of_a_pin(duel, later, read_later) -> None:
    for card in duel.header.cards:
        facts = later.catalogue[card]
        later.catalogue[card] = replace(facts, name={"en": "x"}, set="another")
    assert read_later() == (duel.header, duel.events, None)


def test_a_card_that_the_match_uses_may_not(duel, later, read_later) -> None:
    used = next(iter(duel.header.cards))
    later.catalogue[used] = replace(later.catalogue[used], dp=99)
    with pytest.raises(BadFile, match=rf"cards\.{used}: the match was played with another text of"):
        read_later()


def test_a_card_that_the_match_uses_may_not_go(duel, later, read_later) -> None:
    used = next(iter(duel.header.cards))
    del later.catalogue[used]
    with pytest.raises(BadFile, match=rf"cards\.{used}: dino-master has no card '{used}'"):
        read_later()


def test_a_new_question_is_answered_as_the_edition_does(duel, later, read_later) -> None:
    """Its default must be what was played before it was asked; the fingerprints show it."""
    asked = Question("C999", "new", (), "Is it asked?", ("as-before", "else"), "as-before")
    later.questions[asked.id] = asked
    later.defaults = later.defaults | {asked.id: asked.default}
    log = read_later()
    assert log == (duel.header, duel.events, None)
    found = verify(log, later)
    assert found.doubts == ()
    assert "1 answers are not recorded: the defaults were taken" in map(str, found.unchecked)


def test_another_default_does_not_reach_a_record_that_lists_its_answers(
    duel, later, read_later
) -> None:
    later.defaults = later.defaults | {"C01": "yes"}
    assert verify(read_later(), later).doubts == ()


def test_a_question_or_an_answer_may_not_go(duel, later, read_later) -> None:
    c01 = later.questions["C01"]
    later.questions["C01"] = replace(c01, answers=("yes",))
    with pytest.raises(BadFile, match=r"answers\.C01: 'no' is no answer to C01"):
        read_later()
    del later.questions["C01"]
    with pytest.raises(BadFile, match=r"answers\.C01: dino-master asks no question 'C01'"):
        read_later()


def test_another_edition_is_named(duel, later, read_later) -> None:
    later.edition = "2027.1"
    with pytest.raises(
        BadFile, match=r"edition: dino-master has no edition '2026.1'; this version"
    ):
        read_later()
