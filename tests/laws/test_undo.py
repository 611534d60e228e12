"""Undo algebra: any sequence of play, rewinds, rulings and notes, as hypothesis finds it."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from tests.laws.duels import played
from tests.laws.going_back import Act, check_undo

ACTS = some.lists(
    some.one_of(
        some.tuples(some.just("on"), some.integers(1, 25)),
        some.tuples(some.just("back"), some.integers(0, 10_000)),
        some.tuples(some.just("rule"), some.integers(0, 100)),
        some.tuples(some.just("note"), some.integers(0, 9)),
    ),
    min_size=1,
    max_size=10,
)


@given(seed=some.integers(0, 31), acts=ACTS)
@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
def test_undo_algebra(seed: int, acts: list[Act]) -> None:
    check_undo(played(seed), acts)


def test_undo_of_an_undo_across_a_ruling() -> None:
    acts = [("on", 20), ("rule", 1), ("on", 5), ("back", 8), ("back", 40), ("on", 9), ("back", 0)]
    for seed in range(8):
        check_undo(played(seed), [*acts, ("note", 1), ("back", 15)])
