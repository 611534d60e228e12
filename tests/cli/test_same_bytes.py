"""The same arguments give the same bytes: again, in another process, under any hash seed."""

import subprocess
from pathlib import Path

import pytest

from tests.cli.running import DM, DUEL, dm, environment

SEEDS = ("0", "1", "random")


def test_a_duel_played_twice(here: Path, duel_bytes: bytes) -> None:
    for name in ("one.jsonl", "two.jsonl"):
        assert dm(*DUEL, "-o", name).code == 0
        assert (here / name).read_bytes() == duel_bytes
    assert dm(*DUEL).out.encode() == duel_bytes
    assert dm(*DUEL[:-1], "8").out.encode() != duel_bytes


@pytest.mark.parametrize("seed", SEEDS)
def test_a_duel_played_by_another_process(duel_bytes: bytes, seed: str) -> None:
    ran = subprocess.run([*DM, *DUEL], capture_output=True, check=True, timeout=20,
                         env=environment(PYTHONHASHSEED=seed))  # fmt: skip
    assert ran.stdout == duel_bytes


@pytest.mark.parametrize(
    "args",
    [
        ["replay", "--at", "30", "--json"],
        pytest.param(["log", "--as", "0", "--json"], marks=pytest.mark.slow),
    ],
)
def test_what_is_shown_by_other_processes(duel: str, args: list[str]) -> None:
    call = [*DM, args[0], duel, *args[1:]]
    shown = {
        subprocess.run(call, capture_output=True, check=True, timeout=20,
                       env=environment(PYTHONHASHSEED=seed)).stdout
        for seed in SEEDS
    }  # fmt: skip
    assert shown == {dm(args[0], duel, *args[1:]).out.encode()}
