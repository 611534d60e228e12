"""Determinism: the same duels in other processes, whatever PYTHONHASHSEED, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.laws.one_process import digest

ROOT = Path(__file__).parents[2]
DUELS = 8


def elsewhere(hash_seed: str, duels: int, *more: str) -> str:
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.laws.one_process", str(duels), *more]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_two_processes_and_this_one_give_equal_bytes() -> None:
    assert elsewhere("0", DUELS) == elsewhere("random", DUELS) == digest(range(DUELS))


@pytest.mark.slow
def test_an_order_taken_from_a_set_is_caught() -> None:
    found = {elsewhere(hash_seed, 1, "--fault") for hash_seed in ("0", "1", "2")}
    assert len(found) > 1
