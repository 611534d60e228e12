"""How a planted fault is looked for: at least one of a few duels must break the law."""

from collections.abc import Callable
from typing import Any

import msgspec

from tests.laws.duels import GAME, Played, played

SEEDS = range(24)
SECOND = len(GAME.questions)
"""From this number on a ruling gives the second answer of a question, seldom the default."""
ACTS = [("on", 20), ("rule", SECOND + 3), ("note", 0), ("back", 10), ("on", 9), ("back", 31)]


def folded(duel: Played) -> Played:
    """Return a duel whose fold was made under the planted fault."""
    return msgspec.structs.replace(duel, fold=duel.again().extend(duel.events))


def caught(check: Callable[..., None], *more: Any, anew: bool = False) -> None:
    """At least one duel breaks the law, or the fold itself; `anew`: the duel's own fold has the
    fault too.
    """
    broken = 0
    for seed in SEEDS:
        duel = folded(played(seed)) if anew else played(seed)
        try:
            check(duel, *more)
        except (AssertionError, IndexError):
            broken += 1
    assert broken, f"{check} lets the fault pass"
