"""Laws of illegal commands: each can be carried out, is found once, and is left out cleanly."""

from collections.abc import Iterator

import msgspec

from dm_events.kernel.fold import Fold
from dm_events.kernel.offer import Pick
from dm_events.kernel.words import Command, Event
from dm_events.rulesets.dino_master.board import SEATS
from dm_events.service.play import decide
from tests.laws.commands import every_command
from tests.laws.duels import Played
from tests.laws.folding import check_cards, pick_for
from tests.laws.offering import next_event, passed

OF_A_KIND = 3
"""How many commands of one type and one set of findings are tried at a step."""


def as_played(fold: Fold, step: int, seed: bytes = b"law") -> Fold:
    """Return a branch that carries out what is illegal."""
    branch = fold.branch(step)
    branch.treatment, branch.seed = "as-played", seed
    return branch


def illegal_commands(fold: Fold, pick: Pick) -> Iterator[tuple[int, Command, Fold]]:
    """Return commands that a strict fold refuses as illegal, each with the fold that did it."""
    tried: dict[tuple[object, ...], int] = {}
    strict, here = fold.branch(len(fold.steps)), len(fold.steps)
    strict.treatment = "strict"
    for seat in range(SEATS):
        for command in every_command(fold.board, seat, pick):  # type: ignore[arg-type]
            event = next_event(fold, seat, command)
            if strict.add(event) is not None:
                strict = fold.branch(here)
                strict.treatment = "strict"
                continue
            stop, strict.stopped = strict.stopped, None
            assert stop is not None
            kind = (type(command), seat, stop.why.code)
            tried[kind] = tried.get(kind, 0) + 1
            if stop.why.certain or tried[kind] > OF_A_KIND:
                continue
            done = as_played(fold, here)
            step = done.add(event)
            if step is None:  # later on something was impossible too
                assert done.stopped is not None
                assert done.stopped.why.certain, (here, seat, command)
                continue
            assert step.findings[0] == stop.why, (here, seat, command)
            yield seat, command, done


def finish(fold: Fold, pick: Pick, at_most: int) -> None:
    """Let the bot go on; whatever it does is legal."""
    while fold.result is None and len(fold.steps) < at_most:
        seat, command = decide(fold, pick)
        step = fold.add(next_event(fold, seat, command))
        assert step is not None, (seat, command, fold.stopped)
        assert step.findings == (), (seat, command, step.findings)


def check_executable(duel: Played) -> None:
    """Illegal is executable: as played it happens, cards are conserved, the match can go on."""
    pick = pick_for(duel, "illegal")
    found = []
    here = 1 + pick(len(duel.events) - 1)
    for seat, command, fold in illegal_commands(duel.fold.branch(here), pick):
        try:
            check_cards(fold.board)
        except AssertionError as wrong:
            raise AssertionError(here, seat, command) from wrong
        found.append(fold)
    for _ in range(min(2, len(found))):
        fold = found.pop(pick(len(found)))
        finish(fold, pick, here + 400)
        check_cards(fold.board)


def with_illegal_acts(duel: Played, acts: int) -> tuple[list[Event], list[int]]:
    """Return a log of a match with illegal acts in it, and the seqs of the acts."""
    pick = pick_for(duel, "acts")
    fold = as_played(duel.fold, 1, b"acts/%d" % duel.seed)
    fold.board.values.clear()
    events: list[Event] = [duel.events[0]]
    planted: list[int] = []
    while fold.result is None and len(fold.steps) < 400:
        event = None
        if len(planted) < acts and not pick(12):
            event = _one_act(fold, pick)
        if event is not None:
            planted.append(event.seq)
        event = event or next_event(fold, *decide(fold, pick))
        assert fold.add(event) is not None, (event, fold.stopped)
        chance = tuple(fold.table.chance.used)
        events.append(msgspec.structs.replace(event, chance=chance))
    return events, planted


def _one_act(fold: Fold, pick: Pick) -> Event | None:
    found = [(seat, command) for seat, command, _ in illegal_commands(fold, pick)]
    return next_event(fold, *found[pick(len(found))]) if found else None


def check_treatments(duel: Played, acts: int = 3) -> None:
    """As played: exactly those findings. Strict: stops at the first. Counterfactual: lists."""
    events, planted = with_illegal_acts(duel, acts)
    whole = duel.again(treatment="as-played").extend(events)
    assert whole.stopped is None
    assert [step.event.seq for step in whole.steps if step.findings] == planted
    if not planted:
        return
    first = planted[0]
    strict = duel.again().extend(events)
    assert strict.stopped is not None
    assert strict.stopped.seq == first
    assert strict.stopped.why == whole.steps[first - 1].findings[0]
    assert strict.steps == whole.steps[: first - 1]
    check_counterfactual(duel, events, strict)


def check_counterfactual(duel: Played, events: list[Event], strict: Fold) -> None:
    """What is left out leaves no trace but passes: the rest alone gives the same boards."""
    assert strict.stopped is not None
    without = duel.again(treatment="counterfactual").extend(events)
    left_out = [step.event.seq for step in without.steps if step.left_out is not None]
    end = len(events) if without.stopped is None else without.stopped.seq - 1
    assert [step.event.seq for step in without.steps] == [event.seq for event in events[:end]]
    if not left_out:  # a choice was pending: undecided from here on
        assert without.stopped == strict.stopped
        return
    assert left_out[0] == strict.stopped.seq
    assert without.steps[left_out[0] - 1].left_out == strict.stopped.why
    alone = duel.again(fingerprints=False)
    for event, step in zip(events, without.steps, strict=False):
        if step.left_out is None:
            assert alone.add(event) is not None, event
        else:  # that it was given shows that whoever was asked has passed
            assert isinstance(event.by, int)
            alone = passed(alone, event.by, event.command, event.chance)
        assert alone.board.slots == without.at(event.seq).slots, event
