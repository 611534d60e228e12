"""The laws, on 320 duels played to the end: 32 of them also by `./test --fast`.

`DM_LAW_BATCHES=100` in the environment makes it 3,200. A failure names its seed.
"""

import os
from collections.abc import Callable

import pytest

from tests.laws.duels import Played, played
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
