"""Duels without a fault, for the tests that plant one."""

import pytest

from tests.laws.duels import played
from tests.laws.planted import SEEDS


@pytest.fixture(scope="session")
def sound() -> None:
    """All duels are played before a fault is planted."""
    for seed in SEEDS:
        played(seed)
