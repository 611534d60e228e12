"""Every flock that is offered is one that the cards print."""

from itertools import permutations

from dm_events.kernel.fold import Fold
from dm_events.rulesets.dino_master.flock import Flock
from dm_events.rulesets.dino_master.offers import Flocks
from dm_events.service.catalogue import game

DINO = game("dino-master")


def test_three_creatures_that_flock_in_twos_are_never_offered_together() -> None:
    # Carnotaurus prints flock size 2: a leader and one member.
    line = {"phase": "main 1", "seat0": {"attack": ["Carnotaurus"] * 3}, "seat1": {}}
    fold = Fold(DINO, DINO.open(DINO.position(line)), DINO.defaults)
    (offer,) = (one for one in DINO.offers(fold.table, 0) if isinstance(one, Flocks))
    pairs = permutations(fold.board.line("attack", 0), 2)  # type: ignore[attr-defined]
    assert list(offer.every()) == [Flock(leader, (member,)) for leader, member in pairs]
