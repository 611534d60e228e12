"""What threatens a tournament's record: each threat provoked, and counted what is lost: nothing.

The long form is `DM_LONG=1 ./test tests/store/test_store_reliability.py -s`.
"""

import os
import random
import subprocess
import sys
from itertools import islice
from pathlib import Path
from threading import Timer

import pytest

from dm_events.service.backups import backup, restore
from dm_events.store import MatchStore, StoreUnavailable
from tests.store.writers import BATCH

ROOT = Path(__file__).parents[2]
LONG = os.environ.get("DM_LONG") == "1"
KILLS = 100 if LONG else 25
EVENTS = 100_000 if LONG else 4_000
OPERATIONS = 10_200 if LONG else 1_200
WRITERS, RACERS = 8, 6


@pytest.fixture(params=["sqlite", "postgresql"])
def durable(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place that outlives its programs."""
    where = str(tmp_path / "matches.db") if request.param == "sqlite" else ""
    where = where or request.getfixturevalue("pg_url")
    with MatchStore.open(where) as store:
        store.migrate()
    return where


def said(text: str) -> None:
    """Shown with -s, and where a test fails."""
    sys.stdout.write(text + "\n")


def program(*args: object) -> "subprocess.Popen[bytes]":
    words = [sys.executable, "-m", "tests.store.writers", *map(str, args)]
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE)


def kill_after(place: str, receipts: int) -> int:
    """Kill a program with signal 9 after so many receipts; the last seq that it has told."""
    with program("acknowledge", place) as writer:
        assert writer.stdout is not None
        for _ in range(receipts):
            assert writer.stdout.readline()
        writer.kill()
        told = writer.stdout.read().splitlines(keepends=True)
    whole = [int(line) for line in told if line.endswith(b"\n")]
    return max(whole, default=0)


def kill_and_look(place: str, kills: int) -> None:
    seed = random.randrange(2**32)
    said(f"seed {seed}, {kills} kills")
    chance, last = random.Random(seed), 0
    with MatchStore.open(place) as store:
        store.create("final", b"header")
    for _ in range(kills):
        told = kill_after(place, chance.randint(1, 12))
        with MatchStore.open(place) as store:
            seq = store.head("final").seq
            assert seq >= max(told, last + BATCH)
            assert seq % BATCH == 0
            assert store.read("final", last, verify=True) == [
                b"%d" % number for number in range(last + 1, seq + 1)
            ]
            store.verify("final")
        last = seq


def test_nothing_acknowledged_is_lost_by_a_kill(durable: str) -> None:
    kill_and_look(durable, 2)


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_by_many_kills(durable: str) -> None:
    kill_and_look(durable, KILLS)


def test_a_backup_made_while_a_program_writes_is_whole(durable: str, tmp_path: Path) -> None:
    with MatchStore.open(durable) as store:
        store.create("final", b"header")
        store.keep_attempt("final", b"refused")
        with program("acknowledge", durable) as writer:
            assert writer.stdout is not None
            before = int(writer.stdout.readline())
            (copied,) = backup(store, str(tmp_path / "backup.db"))
            assert writer.stdout.readline()
            writer.kill()
            writer.stdout.read()
        after = store.head("final").seq
    assert before <= copied.seq <= after
    with MatchStore.open(str(tmp_path / "backup.db")) as kept, MatchStore.open(None) as again:
        kept.verify("final")
        assert copied.seq % BATCH == 0
        restored = restore(str(tmp_path / "backup.db"), again)
        assert restored == [copied]
        assert again.read("final") == kept.read("final")
        assert again.attempts("final") == [b"refused"]
        again.create("other", b"header")
        with pytest.raises(StoreUnavailable, match="holds other matches already"):
            restore(str(tmp_path / "backup.db"), again)
        with pytest.raises(StoreUnavailable, match="is there already"):
            backup(again, str(tmp_path / "backup.db"))


def race(place: str, operations: int) -> None:
    seqs = operations // RACERS
    racers = [program("race", place, name, seqs) for name in range(RACERS)]
    won = []
    for name, racer in enumerate(racers):
        out, _ = racer.communicate(timeout=500)
        assert racer.returncode == 0
        won += [(int(seq), name) for seq in out.split()]
    assert sorted(seq for seq, _ in won) == list(range(1, seqs + 1))
    with MatchStore.open(place) as store:
        store.verify("final")
        assert store.read("final", after=0) == [b"%d %d" % (name, seq) for seq, name in sorted(won)]


@pytest.mark.slow
def test_six_programs_and_one_match_have_one_winner_for_each_seq(durable: str) -> None:
    race(durable, OPERATIONS)


def follow_all(url: str, events: int) -> None:
    seed = random.randrange(2**32)
    said(f"seed {seed}, {events} events")
    each = events // WRITERS
    with MatchStore.open(url) as store:
        store.migrate()
        with store.follow() as following:
            writers = [program("follow", url, name, each, seed) for name in range(WRITERS)]
            patience = Timer(500, following.stop)
            patience.start()
            told = list(islice(following, each * WRITERS))
            patience.cancel()
        for writer in writers:
            writer.communicate(timeout=60)
            assert writer.returncode == 0
        assert len(told) == each * WRITERS
        positions = [one.position for one in told]
        assert positions == sorted(set(positions))
        for name in map(str, range(WRITERS)):
            assert [one.seq for one in told if one.match == name] == list(range(each))
            store.verify(name)


@pytest.mark.slow
def test_who_follows_eight_writers_skips_nothing(pg_url: str) -> None:
    follow_all(pg_url, EVENTS)
