"""Programs that write to a store until they have done their part, or are killed.

python -m tests.store.writers acknowledge PLACE
python -m tests.store.writers race PLACE NAME SEQS
python -m tests.store.writers follow PLACE NAME EVENTS SEED
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from random import Random
from time import sleep

import psycopg

from dm_events.store import Conflict, MatchExists, MatchStore
from dm_events.store.log import chained
from dm_events.store.mapper import RECORD_TOPIC, encode_state
from dm_events.store.postgres import INSERT
from dm_events.store.postgres_place import PostgresPlace
from dm_events.store.postgres_tables import SHIFT

BATCH = 3


def say(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


def acknowledge(place: str) -> None:
    """Append batches of three for ever, and say each receipt."""
    with MatchStore.open(place) as store:
        seq = store.head("final").seq
        while True:
            lines = [b"%d" % (seq + number) for number in range(1, BATCH + 1)]
            seq = store.append("final", seq, lines).seq
            say(seq)


def race(place: str, name: str, seqs: str) -> None:
    """Try every seq of one match once; say which were won."""
    with MatchStore.open(place) as store:
        with suppress(MatchExists):
            store.create("final", b"header")
        for expected in range(int(seqs)):
            try:
                store.append("final", expected, [f"{name} {expected + 1}".encode()])
                say(expected + 1)
            except Conflict as conflict:
                if conflict.actual <= expected:
                    raise


def follow(place: str, name: str, events: str, seed: str) -> None:
    """Record a match in batches, with delays before the commit, and batches that are taken back."""
    random = Random(f"{seed} {name}")
    insert = INSERT.format(table="records", shift=SHIFT).encode()
    with MatchStore.open(place) as store:
        store.create(name, b"header")
        assert isinstance(store.medium, PostgresPlace)
        left = int(events) - 1
        while left:
            last = store.medium.logs.records.last(name)
            batch = chained(name, last, [b"event"] * min(left, random.randint(1, 9)))
            stays = random.random() < 0.8
            with store.medium.session.transaction() as cursor:
                for number, one in enumerate(batch):
                    state = encode_state((one.line, one.link))
                    cursor.execute(insert, (number, name, one.seq, RECORD_TOPIC, state))
                if random.random() < 0.3:
                    sleep(random.random() * 0.01)  # what a slow program or network does
                if not stays:
                    raise psycopg.Rollback
            left -= len(batch) * stays


if __name__ == "__main__":
    parts: dict[str, Callable[..., None]] = {
        "acknowledge": acknowledge,
        "race": race,
        "follow": follow,
    }
    parts[sys.argv[1]](*sys.argv[2:])
