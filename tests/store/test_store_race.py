"""Processes on one file and one match: one winner for every seq, nothing lost."""

from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import pytest

from dm_events.store import Conflict, MatchExists, MatchStore

APPENDS = 200

Result = tuple[str, bool, list[int], list[tuple[int, int]]]


FILES = 80
"""Without waiting for the write-ahead log about one file in ten gives an error."""


def release(queue: "Queue[Any]") -> None:
    queue.close()
    queue.join_thread()


def write(name: str, path: str, start: Barrier, results: "Queue[Result]") -> None:
    """Create the match, then try every seq once; report what was won and how often it was lost."""
    won, lost, created = [], [], True
    with MatchStore.open(path) as store:
        start.wait(timeout=30)
        try:
            store.create("final", b"header")
        except MatchExists:
            created = False
        for expected in range(APPENDS):
            try:
                receipt = store.append("final", expected, [f"{name} {expected + 1}".encode()])
                won.append(receipt.seq)
            except Conflict as conflict:
                lost.append((conflict.expected, conflict.actual))
    results.put((name, created, won, lost))


def test_two_processes_racing_lose_nothing(path: Path) -> None:
    context = get_context("spawn")
    start, results = context.Barrier(2), context.Queue()
    writers = [
        context.Process(target=write, args=(name, str(path), start, results)) for name in ("a", "b")
    ]
    for writer in writers:
        writer.start()
    reports = [results.get(timeout=60) for _ in writers]
    for writer in writers:
        writer.join(timeout=60)
        assert writer.exitcode == 0
    release(results)

    assert sorted(created for _, created, _, _ in reports) == [False, True]
    conflicts = [pair for *_, lost in reports for pair in lost]
    assert sorted(expected for expected, _ in conflicts) == list(range(APPENDS))
    assert all(actual > expected for expected, actual in conflicts)
    winners = {seq: name for name, _, won, _ in reports for seq in won}
    assert sorted(seq for _, _, won, _ in reports for seq in won) == list(range(1, APPENDS + 1))
    with MatchStore.open(str(path)) as store:
        store.verify("final")
        lines = store.read("final", after=0)
        assert lines == [f"{winners[seq]} {seq}".encode() for seq in range(1, APPENDS + 1)]


def create_all(folder: str, together: Barrier, results: "Queue[list[int]]") -> None:
    """Create the same match in every new file, all at the same time; report where that won."""
    won = []
    for number in range(FILES):
        with MatchStore.open(f"{folder}/{number}.db") as store:
            together.wait(timeout=30)
            try:
                store.create("final", b"header")
                won.append(number)
            except MatchExists:
                pass
            together.wait(timeout=30)
    results.put(won)


@pytest.mark.slow
def test_processes_that_make_a_file_at_once_agree_who_did(tmp_path: Path) -> None:
    context = get_context("spawn")
    together, results = context.Barrier(4), context.Queue()
    creators = [
        context.Process(target=create_all, args=(str(tmp_path), together, results))
        for _ in range(4)
    ]
    for creator in creators:
        creator.start()
    for creator in creators:
        creator.join(timeout=60)
        assert creator.exitcode == 0
    assert sorted(number for _ in creators for number in results.get(timeout=5)) == list(
        range(FILES)
    )
    release(results)
