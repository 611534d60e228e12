"""A PostgreSQL server whose tables cannot grow: nothing that was answered is lost, and it goes on.

Without root: the server is started with a limit for the length of its files (RLIMIT_FSIZE), which its
own user may lift while it runs. Its answer is the one for a full disk where the limit cuts a page in
two, else that of a quota.
"""

import json
import os
import random

import psycopg
import pytest

from dm_events.store import MatchStore, StoreUnavailable
from tests.cli.running import DECKS, dm
from tests.store.server import GET_ONE, let_grow, own_server

PAGE = 8192


@pytest.mark.slow
@pytest.mark.parametrize("cut", [PAGE // 2, 0], ids=["full", "quota"])
def test_a_full_disk_loses_nothing_and_recording_goes_on_when_there_is_room(cut: int) -> None:
    with own_server(longest=300 * PAGE + cut) as url:
        if url is None:
            assert not os.environ.get("CI"), GET_ONE
            pytest.skip(GET_ONE)
        with MatchStore.open(url) as store:
            store.migrate()
            fill_and_go_on(store, url)


def fill_and_go_on(store: MatchStore, url: str) -> None:
    chance = random.Random(5)
    decks = [word for deck in DECKS for word in ("--deck", deck)]
    note = ["match", "add", "said", "--expect", "0", "--db", url, "--by", "official",
            json.dumps({"do": "Note", "text": chance.randbytes(60_000).hex()})]  # fmt: skip
    assert dm("match", "new", "dino-master", *decks, "--id", "said", "--db", url).code == 0
    told = [b"header"]
    store.create("final", told[0])
    told += until_full(store, chance)
    assert store.read("final", verify=True) == told
    ran = dm(*note)
    assert (ran.code, "free some room there and try again" in ran.err) == (6, True)
    assert store.head("said").seq == 0
    with psycopg.connect(url) as raw:
        let_grow(raw.info.backend_pid)
    for _ in range(3):
        told += append(store, len(told), chance)
    assert store.read("final", verify=True) == told
    assert dm(*note).code == 0
    for match in store.matches():
        store.verify(match)


def append(store: MatchStore, count: int, chance: random.Random) -> list[bytes]:
    batch = [chance.randbytes(50_000), chance.randbytes(50_000)]
    assert store.append("final", count - 1, batch).seq == count + 1
    return batch


def until_full(store: MatchStore, chance: random.Random) -> list[bytes]:
    """What was answered with a receipt before the disk was full."""
    told: list[bytes] = []
    with pytest.raises(StoreUnavailable, match="its disk is full; nothing was written"):
        fill(store, chance, told)
    assert len(told) > 10
    return told


def fill(store: MatchStore, chance: random.Random, told: list[bytes]) -> None:
    while len(told) < 1_000:
        told += append(store, len(told) + 1, chance)
