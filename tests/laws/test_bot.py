"""The bot: its duels look like duels, and are the same whenever they are played."""

from collections import Counter

import pytest

from dm_events.kernel.layout import CHAIN
from dm_events.kernel.words import name_of
from dm_events.rulesets.dino_master.board import Duel
from dm_events.service.play import play
from tests.laws.duels import GAME, decks, played

SEEDS = [seed for seed in range(64) if seed % 8 != 5 and seed % 4 != 3]  # decks, default answers


@pytest.mark.slow
def test_the_mix_is_as_the_docstring_of_play_says() -> None:
    """Figures for a duel; the bounds are loose, the rulebook may move them a little."""
    seen = Counter(name_of(event.command) for seed in SEEDS for event in played(seed).events)
    mix = {name: count / len(SEEDS) for name, count in seen.items()}
    expected = {
        "EnterPhase": 96, "Pass": 92, "Summon": 29, "OrderAttacks": 14, "UseAbility": 11,
        "CastAction": 9, "Choose": 10, "ExtraDraw": 2.8, "DrawForDp": 1, "Start": 1,
        "Flock": 2.1, "MoveLine": 2.5, "SplitFlock": 0.7,
    }  # fmt: skip
    assert set(mix) == set(expected)
    for name, count in expected.items():
        assert count / 1.6 <= mix[name] <= count * 1.6, (name, mix)


@pytest.mark.slow
def test_most_duels_end_by_lp_after_a_few_turns() -> None:
    boards = [board for seed in SEEDS if isinstance(board := played(seed).fold.board, Duel)]
    by_lp = [min(board.player(0).lp, board.player(1).lp) == 0 for board in boards]
    turns = sorted(board.turn.number for board in boards)
    assert sum(by_lp) >= 0.8 * len(boards)
    assert 10 <= turns[len(turns) // 2] <= 38


@pytest.mark.slow
def test_half_of_the_duels_see_an_answer_to_an_answer() -> None:
    deepest = [
        max(len(fold.at(number).slots[CHAIN]) for number in range(len(fold.steps) + 1))
        for fold in (played(seed).fold for seed in SEEDS)
    ]  # fmt: skip
    assert 0.3 * len(SEEDS) <= sum(depth > 1 for depth in deepest) <= 0.7 * len(SEEDS)


def test_decks_are_legal() -> None:
    for seed in SEEDS:
        for deck in decks(GAME, seed).seats:
            assert 40 <= len(deck.main) <= 60
            assert GAME.catalogue[deck.master].kind == "master"
            for card, copies in Counter(deck.main).items():
                assert copies <= min(3, GAME.catalogue[card].copies)
                assert GAME.catalogue[card].kind in ("creature", "action")


def test_the_same_seed_gives_the_same_duel() -> None:
    duel = played(7)
    events, fold = play(GAME, duel.opening, duel.answers, 7)
    assert tuple(events) == duel.events
    assert fold.steps == duel.fold.steps
    other, _ = play(GAME, duel.opening, duel.answers, 8)
    assert tuple(other) != duel.events


@pytest.mark.slow
def test_all_chance_is_recorded() -> None:
    for seed in SEEDS:
        assert not any(step.hypothetical for step in played(seed).fold.steps)


def test_a_duel_can_be_cut_short() -> None:
    duel = played(7)
    events, fold = play(GAME, duel.opening, duel.answers, 7, at_most=10)
    assert tuple(events) == duel.events[:10]
    assert fold.result is None
