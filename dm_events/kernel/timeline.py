"""A timeline: every step of a fold, for seeking and branching without folding again."""

from typing import Any, Self

import msgspec

from dm_events.kernel.board import Board, Replaced
from dm_events.kernel.rule import Refusal
from dm_events.kernel.words import Event, Happening

EVERY = 32
"""A keyframe (all slots) is kept for each so many steps."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """What one event did, and what it wrote over: going back from the board after it gives the one
    before it. `left_out` is why a counterfactual fold did not carry it out.
    """

    event: Event
    happenings: tuple[Happening, ...]
    findings: tuple[Refusal, ...]
    left_out: Refusal | None
    consulted: tuple[str, ...]
    replaced: Replaced
    hypothetical: bool
    fingerprint: str
    back_to: int | None


def _undo(slots: list[Any], replaced: Replaced) -> None:
    for slot, before in replaced.items():
        slots[slot] = before


class Timeline:
    """The steps of a fold and the boards between them.

    `board` is the fold's, after the last step. A timeline that was branched off, or that followed
    another, needs the board with which it goes on before it is sought in.
    """

    __slots__ = ("_keyframes", "board", "steps")

    def __init__(self, board: Board) -> None:
        """Begin at step 0."""
        self.board = board
        self.steps: list[Step] = []
        self._keyframes: list[tuple[Any, ...]] = [tuple(board.slots)]

    def add(self, step: Step) -> None:
        """Append a step, which the board has just taken."""
        steps = self.steps
        steps.append(step)
        if not len(steps) % EVERY:
            self._keyframes.append(tuple(self.board.slots))

    def slots_at(self, step: int) -> list[Any]:
        """Return a new list of the slots as they were after step `step` (0: the opening)."""
        if not 0 <= step <= len(self.steps):
            msg = f"step {step} is not between 0 and {len(self.steps)}"
            raise IndexError(msg)
        frame = -(-step // EVERY)
        if frame < len(self._keyframes):
            slots, last = list(self._keyframes[frame]), frame * EVERY
        else:
            slots, last = self.board.slots.copy(), len(self.steps)
            _undo(slots, self.board.journal)
        for done in self.steps[step:last][::-1]:
            _undo(slots, done.replaced)
        return slots

    def branch(self, step: int) -> Self:
        """Return a timeline that shares everything up to step `step`."""
        other = type(self).__new__(type(self))
        other.steps = self.steps[:step]
        other._keyframes = self._keyframes[: step // EVERY + 1]  # noqa: SLF001 - the same class
        return other

    def follow(self, other: Self, step: int) -> None:
        """Go on with the steps of another timeline up to `step`: from here on both are the same."""
        here = len(self.steps)
        self.steps += other.steps[here:step]
        first, last = here // EVERY + 1, step // EVERY + 1
        self._keyframes += other._keyframes[first:last]

    def line(self, step: int) -> tuple[int, ...]:
        """Return the steps that led to this one, without those that a rewind left."""
        path: list[int] = []
        while step > 0:
            path.append(step)
            back = self.steps[step - 1].back_to
            step = step - 1 if back is None else back
        return tuple(reversed(path))
