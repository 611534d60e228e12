"""Probes of logs at rest: decoding, reading from the store, appending durably."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import reduce
from operator import or_
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import msgspec

from dm_events.notation.codec import codec_of
from dm_events.notation.record import Envelope
from dm_events.service.bench_fold import MICRO, Figures
from dm_events.service.bench_matches import Matches
from dm_events.store import MatchStore
from dm_events.store.library import LibraryLog
from dm_events.store.mapper import encode_state
from dm_events.store.sqlite import INSERT
from dm_events.store.sqlite_tables import CREATE_TABLE

APPENDS = 40
"""How many events are appended, one by one, in a round."""
MATCH, OTHER = "bench", "other"


class Shelf:
    """The lines of all matches as one log: in our store, as a library's aggregate, in raw SQLite.

    Each is a file of its own.
    """

    def __init__(self, matches: Matches, folder: str) -> None:
        """Write all three into a folder."""
        self.lines = [line for match in matches.played for line in match.lines]
        codec = codec_of(matches.game)
        self._event = codec.event
        commands: Any = reduce(or_, matches.game.commands)
        self._decode = msgspec.json.Decoder(Envelope[commands]).decode
        self._store = MatchStore.open(str(Path(folder, "matches.db")))
        self._store.create(MATCH, b"{}", self.lines)
        self._library = LibraryLog(Path(folder, "es.db"), self.lines)
        self._head = self._store.create(OTHER, b"{}").seq
        self._raw = sqlite3.connect(Path(folder, "raw.db"), isolation_level=None)
        self._raw.execute("PRAGMA journal_mode=WAL")
        self._raw.execute("PRAGMA synchronous=FULL")
        self._raw.execute(CREATE_TABLE.format(table="records"))
        self._rows = 0

    def close(self) -> None:
        """Close every file."""
        self._store.close()
        self._library.close()
        self._raw.close()

    def reading(self) -> Figures:
        """Decode the lines: bare, then checked as a file's are; read them from both stores."""
        begun = process_time()
        for line in self.lines:
            self._decode(line)
        bare = process_time()
        for line in self.lines:
            self._event(line)
        checked = process_time()
        for line in self._store.read(MATCH, after=0):
            self._decode(line)
        ours = process_time()
        self._library.read()
        theirs = process_time()
        each = MICRO / len(self.lines)
        return {
            "decode": (bare - begun) * each,
            "decode, checked": (checked - bare) * each,
            "read": (ours - checked) * each,
            "repository.get": (theirs - ours) * each,
        }

    def appending(self) -> Figures:
        """Append single events durably, ours and raw in turn; medians of wall-clock time.

        Now one goes first, now the other: the second finds the disk just written to.
        """
        times: dict[str, list[float]] = {"append": [], "raw append": []}
        probes = [("append", self._append), ("raw append", self._insert)]
        for line in self.lines[:APPENDS]:
            for name, probe in probes:
                begun = perf_counter()
                probe(line)
                times[name].append(perf_counter() - begun)
            probes.reverse()
        return {name: median(taken) * MICRO for name, taken in times.items()}

    def _append(self, line: bytes) -> None:
        self._head = self._store.append(OTHER, self._head, [line]).seq

    def _insert(self, line: bytes) -> None:
        self._rows += 1
        row = (OTHER, self._rows, "bench", encode_state((line, "0" * 64)))
        self._raw.execute(INSERT.format(table="records"), row)


@contextmanager
def shelf(matches: Matches) -> Iterator[Shelf]:
    """Lend a shelf in a folder that is removed afterwards."""
    with (
        TemporaryDirectory(prefix="dm-events-bench-") as folder,
        closing(Shelf(matches, folder)) as lent,
    ):
        yield lent
