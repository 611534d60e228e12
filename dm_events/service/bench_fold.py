"""Probes of the fold: each measures one thing once, in CPU time, and returns its figures."""

import random
from collections.abc import Mapping
from itertools import pairwise
from statistics import median
from time import process_time

from dm_events.adjudication.diff import diff
from dm_events.kernel.fold import Fold
from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.words import name_of
from dm_events.service.bench_matches import Matches, is_play, long_match

Figures = dict[str, float]
"""Microseconds by what took them."""

MICRO = 1e6
SHORT, LONG, FULL = 200, 2_000, 300
"""Lengths of the logs that are sought in."""
SEEKS = 2_000
DIFFERING = ("C01", "C03", "C35", "C36", "C39", "C110", "C111")
"""The seven questions that the second reading answers otherwise."""


def clock_cost() -> float:
    """Return the seconds that reading the clock once adds to what is measured."""
    reads = [process_time() for _ in range(2_001)]
    return median(after - before for before, after in pairwise(reads))


def fold_all(matches: Matches, *, fingerprints: bool = False) -> float:
    """Fold every match from its opening; return microseconds a command."""
    begun = process_time()
    for match in matches.played:
        matches.fold(match, fingerprints=fingerprints).extend(match.events)
    return (process_time() - begun) / matches.commands * MICRO


def fold_whole(matches: Matches) -> Figures:
    """Fold, without fingerprints and with them: one after the other, for the difference."""
    plain = fold_all(matches)
    return {"fold": plain, "fingerprint": fold_all(matches, fingerprints=True) - plain}


def fold_kinds(matches: Matches) -> Figures:
    """Fold, with the clock at every command: by its kind, and of all plays together.

    Plays are the commands that are neither passes nor phase changes.
    """
    cost = clock_cost()
    spent: dict[str, float] = {}
    plays = 0.0
    for match in matches.played:
        fold = matches.fold(match)
        for event in match.events:
            begun = process_time()
            fold.add(event)
            took = process_time() - begun - cost
            kind = name_of(event.command)
            spent[kind] = spent.get(kind, 0.0) + took
            plays += took if is_play(event) else 0.0
    each = {kind: total / matches.kinds[kind] * MICRO for kind, total in spent.items()}
    return {"play": plays / matches.plays * MICRO, **each}


def offers(matches: Matches) -> Figures:
    """Ask at every step what each seat may do: of any seat, and of those that may do something."""
    cost = clock_cost()
    every: list[float] = []
    some: list[float] = []
    for match in matches.played:
        fold = matches.fold(match)
        for event in match.events:
            for seat in range(fold.board.layout.seats):
                begun = process_time()
                found = matches.game.offers(fold.table, seat)
                spent = process_time() - begun - cost
                every.append(spent)
                if found:
                    some.append(spent)
            fold.add(event)
    return {
        "offers": sum(every) / len(every) * MICRO,
        "offers, acting": sum(some) / len(some) * MICRO,
    }


class Seeking:
    """Seeks in long logs, which are folded once."""

    def __init__(self, matches: Matches) -> None:
        """Fold a log of 2,000 commands and its first 200 and 300."""
        self._matches = matches
        self._match = max(matches.played, key=lambda match: len(match.events))
        self._events = long_match(self._match, LONG)
        self._long, self._short = self._folded(LONG), self._folded(SHORT)
        self._full = self._folded(FULL)
        self._random = random.Random(0)  # noqa: S311 - which steps to seek, nothing secret

    def _folded(self, commands: int) -> Fold:
        fold = self._matches.fold(self._match).extend(self._events[:commands])
        if len(fold.steps) != commands:
            msg = f"a log of {commands} stopped: {fold.stopped}"
            raise AssertionError(msg)
        return fold

    def measure(self) -> Figures:
        """Seek in each log, and fold that of 300 again."""
        begun = process_time()
        self._folded(FULL)
        refold = (process_time() - begun) * MICRO
        return {
            "refold 300": refold,
            "seek 300": self._seek(self._full),
            "seek 200": self._seek(self._short),
            "seek 2000": self._seek(self._long),
        }

    def _seek(self, fold: Fold) -> float:
        steps = [self._random.randrange(len(fold.steps) + 1) for _ in range(SEEKS)]
        begun = process_time()
        for step in steps:
            fold.at(step)
        return (process_time() - begun) / SEEKS * MICRO


def differing(rules: Ruleset) -> Mapping[str, str]:
    """Return the defaults, with the first other answer to the seven questions."""
    others = {
        name: next(one for one in rules.questions[name].answers if one != rules.defaults[name])
        for name in DIFFERING
    }
    return rules.defaults | others


def diffs(matches: Matches) -> Figures:
    """Compare two readings of every match; microseconds a command of the log."""
    rules, other = matches.game, differing(matches.game)
    begun = process_time()
    for match in matches.played:
        diff(rules, match.opening, match.events, rules.defaults, other)
    return {"diff": (process_time() - begun) / matches.commands * MICRO}
