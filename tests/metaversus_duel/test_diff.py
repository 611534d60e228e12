"""Two readings of the bot's matches: as folding both whole, and never a stop without a reason."""

import pytest

from dm_events.adjudication.diff import brute_diff, diff
from dm_events.kernel.chance import Stream
from dm_events.kernel.fold import Fold
from dm_events.service.interpretations import answers_of, resolve
from tests.metaversus_duel.matches import GAME, played

OTHER = answers_of(GAME, resolve(GAME.name, "other-branch"))


def readings(seed: int) -> tuple[dict[str, str], dict[str, str]]:
    """Return the answers of a match, and some that differ: every fourth time all of them."""
    mine = played(seed).answers
    if seed % 4 == 0:
        return mine, OTHER
    pick = Stream(b"differ/%d" % seed).below
    names = list(GAME.questions)
    some = [names[pick(len(names))] for _ in range(3)]
    return mine, mine | {name: OTHER[name] for name in some}


@pytest.mark.parametrize("seed", range(40))
def test_a_diff_is_as_both_readings_folded_whole(seed: int) -> None:
    match, (a, b) = played(seed), readings(seed)
    found = diff(GAME, match.opening, match.events, a, b, seed=b"other")
    both = []
    for side, answers in ((found.a, a), (found.b, b)):
        whole = Fold(GAME, GAME.open(match.opening), answers, treatment="counterfactual",
                     seed=b"other").extend(match.events)  # fmt: skip
        assert side.ending.result == whole.result
        assert side.ending.stopped == whole.stopped
        both.append(whole)
    parted = tuple((one.first, one.joined) for one in found.partings)
    assert parted == brute_diff(both[0], both[1], len(match.events))
    assert found.a.ending.result == match.fold.result
