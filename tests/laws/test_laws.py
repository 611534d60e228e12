"""The laws, on 320 duels played to the end: 32 of them also by `./test --fast`; those that say what
a duel is on 1,000 more.

`DM_LAW_BATCHES=100` in the environment makes it 3,200. A failure names its seed.
"""

import os
from collections.abc import Callable

import pytest

from tests.laws.duels import GAME, Played, decks, play_out, played
from tests.laws.folding import (
    check_branches,
    check_conserved,
    check_df,
    check_ended,
    check_fingerprints,
    check_moves,
    check_replay,
    check_seek,
    check_values,
)
from tests.laws.going_back import check_endings, check_redo, check_ruling
from tests.laws.illegal import check_executable, check_treatments
from tests.laws.offering import check_offers

BATCH = 32
FAST = 1
MANY, OF_THEM = 10, 100
BATCHES = int(os.environ.get("DM_LAW_BATCHES", "10"))

LAWS: dict[str, tuple[Callable[[Played], None], int]] = {
    "ended": (check_ended, 1),
    "replay": (check_replay, 1),
    "seek": (check_seek, 1),
    "branches": (check_branches, 2),
    "values": (check_values, 4),
    "df": (check_df, 2),
    "conserved": (check_conserved, 2),
    "fingerprints": (check_fingerprints, 1),
    "moves": (check_moves, 1),
    "offers": (check_offers, 2),
    "executable": (check_executable, 4),
    "treatments": (check_treatments, 16),
    "redo": (check_redo, 1),
    "ruling": (check_ruling, 2),
    "endings": (check_endings, 4),
}
"""Each law, and of how many duels it looks at one."""


def batches() -> list[object]:
    slow = pytest.mark.slow
    return [
        pytest.param(batch, marks=() if batch < FAST else slow, id=f"batch {batch}")
        for batch in range(BATCHES)
    ]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("batch", batches())
def test_law(batch: int, law: str) -> None:
    check, of = LAWS[law]
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        if seed % of != seed // of % of:
            continue
        try:
            check(played(seed))
        except BaseException as wrong:
            wrong.add_note(f"law {law}, seed {seed}")
            raise


def test_the_laws_are_held_on_at_least_300_duels() -> None:
    assert BATCHES * BATCH >= 300


SAY_WHAT_A_DUEL_IS: tuple[tuple[Callable[[Played], None], int], ...] = (
    (check_ended, 1), (check_conserved, 1), (check_df, 4), (check_values, 16), (check_executable, 16),
)  # fmt: skip
"""Each law, and of how many of the thousand it looks at one."""


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(MANY))
def test_a_thousand_duels_with_all_cards_are_played_to_the_end(batch: int) -> None:
    first = BATCHES * BATCH + batch * OF_THEM
    for seed in range(first, first + OF_THEM):
        try:
            duel = play_out(seed)
            for check, of in SAY_WHAT_A_DUEL_IS:
                if seed % of == 0:
                    check(duel)
        except BaseException as wrong:
            wrong.add_note(f"seed {seed}")
            raise


def test_all_cards_are_in_the_decks_of_the_laws() -> None:
    drawn: set[str] = set()
    for seed in range(BATCH):
        for deck in decks(GAME, seed).seats:
            drawn |= {deck.master, *deck.main, *deck.special}
    assert set(GAME.catalogue) == drawn
