"""The benchmark gives every figure; how large they are is the machine's affair."""

import math

import pytest

from dm_events.service.bench import Row, measure
from dm_events.service.bench_matches import DECKS, deck, long_match, play_matches
from dm_events.service.catalogue import game


@pytest.mark.slow
def test_every_figure_is_there_and_above_nothing():
    told = []
    rows = measure(duels=2, rounds=1, progress=lambda done, of: told.append((done, of)))
    names = [row.name for row in rows]
    assert len(set(names)) == len(names)
    assert {"fold", "fold, plays", "offers ÷ fold", "re-fold ÷ seek", "diff ÷ fold", "kept ÷ board",
            "decode", "read", "append", "mix: attacks"} <= set(names)  # fmt: skip
    for row in rows:
        assert isinstance(row, Row)
        assert row.unit
        assert math.isfinite(row.value)
        assert row.value > 0 or row.name == "fold, fingerprint", row
    assert told
    assert told[-1][0] == told[-1][1]


def test_the_matches_are_the_same_every_time_and_their_decks_are_allowed():
    rules = game("dino-master")
    for master, cards in DECKS.items():
        assert list(rules.may_bring(deck(rules, master, cards))) == []
    assert play_matches(2).played == play_matches(2).played


def test_a_long_log_folds_to_its_end():
    matches = play_matches(1)
    events = long_match(matches.played[0], 500)
    fold = matches.fold(matches.played[0]).extend(events)
    assert fold.stopped is None
    assert len(fold.steps) == len(events) == 500
