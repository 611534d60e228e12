"""How fast this machine folds, seeks, compares and keeps: our own figures, for `dm bench`."""

import gc
from collections.abc import Callable, Mapping, Sequence
from statistics import median

import msgspec

from dm_events.service import bench_fold
from dm_events.service.bench_fold import Figures, Seeking
from dm_events.service.bench_matches import Matches, play_matches
from dm_events.service.bench_records import Records
from dm_events.service.bench_size import Sizes, sizes
from dm_events.service.bench_store import Shelf, shelf

Probe = Callable[[], Figures]
"""Measures something once."""
Progress = Callable[[int, int], None]
"""Told how many measurements are done, and of how many."""

PLAYS = "commands that are neither passes nor phase changes"
US, TIMES, BYTES, EACH = "µs", "×", "bytes", "a match"


class Row(msgspec.Struct, frozen=True):
    """One figure: what it is of, its value, the unit, and what to know about it."""

    name: str
    value: float
    unit: str
    note: str = ""


def measure(duels: int = 24, rounds: int = 7, progress: Progress | None = None) -> list[Row]:
    """Play `duels` with the bot, measure everything `rounds` times in turn, return the medians.

    CPU time, but for what waits for a disk. The matches are the same in every run.
    """
    matches = play_matches(duels)
    figures = interleaved(of_folding(matches), rounds, progress)
    with shelf(matches) as lent:
        figures |= interleaved(of_what_is_kept(matches, lent), rounds, progress)
    return rows(matches, figures, sizes(matches))


def of_folding(matches: Matches) -> list[Probe]:
    """Return what needs the matches alone. Measured before what follows fills the memory."""
    return [
        lambda: bench_fold.fold_whole(matches),
        lambda: bench_fold.fold_kinds(matches),
        lambda: bench_fold.offers(matches),
        lambda: bench_fold.diffs(matches),
    ]


def of_what_is_kept(matches: Matches, lent: Shelf) -> list[Probe]:
    """Return what is measured on long folds, records and stores, which are made here."""
    seeking = Seeking(matches)
    records = Records(matches)
    return [seeking.measure, records.reading, lent.reading, lent.appending]


def interleaved(tried: Sequence[Probe], rounds: int, progress: Progress | None = None) -> Figures:
    """Run all probes once a round, so that a slow minute slows them all; return the medians."""
    found: dict[str, list[float]] = {}
    gc.collect()
    gc.freeze()  # what one probe keeps for long is not gone through at the cost of the others
    for number in range(rounds):
        for at, probe in enumerate(tried):
            gc.collect()
            for name, value in probe().items():
                found.setdefault(name, []).append(value)
            if progress is not None:
                progress(number * len(tried) + at + 1, rounds * len(tried))
    return {name: median(values) for name, values in found.items()}


def rows(matches: Matches, figures: Mapping[str, float], kept: Sizes) -> list[Row]:
    """Put the figures into words."""
    return [
        *(
            Row(f"mix: {what}", value, EACH, PLAYS if what == "plays" else "")
            for what, value in matches.mix.items()
        ),
        *_of_the_fold(matches, figures),
        *_of_kinds(matches, figures),
        *_of_looking(figures),
        *_of_records(figures),
        *_of_keeping(figures, kept),
    ]


def _of_the_fold(matches: Matches, figures: Mapping[str, float]) -> list[Row]:
    fold = figures["fold"]
    by_plays = fold * matches.commands / matches.plays
    return [
        Row("fold", fold, US, "a command"),
        Row("fold, plays", figures["play"], US, "a play: time spent in plays ÷ their number"),
        Row(
            "fold, all by plays",
            by_plays,
            US,
            "a play: time spent in all commands ÷ number of plays",
        ),
        Row("fold, fingerprint", figures["fingerprint"], US, "more a command"),
        Row("fold ÷ decode", fold / figures["decode"], TIMES, "how far from the floor"),
        Row("diff", figures["diff"], US, "a command; seven answers differ"),
        Row("diff ÷ fold", figures["diff"] / fold, TIMES, "both readings, compared"),
    ]


def _of_kinds(matches: Matches, figures: Mapping[str, float]) -> list[Row]:
    duels = len(matches.played)
    return [
        Row(f"fold, {kind}", figures[kind], US, f"each; {count / duels:.1f} a match")
        for kind, count in matches.kinds.items()
    ]


def _of_looking(figures: Mapping[str, float]) -> list[Row]:
    fold, acting, every = figures["fold"], figures["offers, acting"], figures["offers"]
    refold, seek = figures["refold 300"], figures["seek 300"]
    late = figures["seek 2000"] / figures["seek 200"]
    return [
        Row("offers", acting, US, "of a seat that may do something"),
        Row("offers ÷ fold", acting / fold, TIMES, "of a seat that may do something ÷ a command"),
        Row("offers of any seat ÷ fold", every / fold, TIMES, "also of one that may do nothing"),
        Row("seek", seek, US, "to a random step of 300"),
        Row("re-fold ÷ seek", refold / seek, TIMES, "300 commands"),
        Row("seek 2000 ÷ 200", late, TIMES, "to a random step of 2,000 commands ÷ of 200"),
    ]


def _of_records(figures: Mapping[str, float]) -> list[Row]:
    log, record = figures["read log"], figures["read sealed"]
    return [
        Row("read a log", log, US, "an event, all checks of form and pins included"),
        Row("read a sealed record", record, US, "an event, with the same checks"),
        Row("log ÷ sealed record", log / record, TIMES, "to read the same match"),
        Row("sealed record ÷ log", figures["sealed size"], TIMES, "bytes"),
    ]


def _of_keeping(figures: Mapping[str, float], kept: Sizes) -> list[Row]:
    step = kept.journal + kept.rest
    copied = f"a copy of all components: {kept.board:,.0f} bytes"
    shared = f"a copy that shares the components: {kept.pointers:,.0f} bytes"
    reading = figures["repository.get"] / figures["read"]
    appending = figures["raw append"] / figures["append"]
    return [
        Row("kept", step, BYTES, "a step: changed slots, keyframes, findings"),
        Row("kept, happenings", kept.happenings, BYTES, "a step: what was told"),
        Row("kept ÷ board", step / kept.board, TIMES, copied),
        Row("kept ÷ pointers", step / kept.pointers, TIMES, shared),
        Row("decode", figures["decode"], US, "a line, by msgspec alone"),
        Row("decode, checked", figures["decode, checked"], US, "a line, as files are read"),
        Row("read", figures["read"], US, "a line out of the store, decoded"),
        Row("repository.get ÷ read", reading, TIMES, "the library's own aggregates ÷ our store"),
        Row("append", figures["append"], US, "one event, durable, wall clock"),
        Row("raw append ÷ append", appending, TIMES, "sqlite3, same pragmas ÷ our store"),
    ]
