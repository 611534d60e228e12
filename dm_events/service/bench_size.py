"""What a step keeps in memory, and what a copy of the board would."""

from collections.abc import Iterable
from sys import getsizeof
from typing import Any

import msgspec

from dm_events.kernel.fold import Fold
from dm_events.kernel.rule import Rule
from dm_events.kernel.timeline import EVERY
from dm_events.service.bench_matches import Matches


class Sizes(msgspec.Struct, frozen=True):
    """Bytes a step, on average.

    `journal`: the changed slots with their new components, and a share of the keyframes.
    `happenings`: what was told. `rest`: the step itself and its findings. A copy of the board
    is `pointers` where it shares the components, `board` where each is copied too.
    """

    journal: float
    happenings: float
    rest: float
    pointers: float
    board: float


class Scales:
    """Weighs values by what they hold that was not weighed before.

    Only tuples, lists, dicts, structs, texts and numbers count: rules and the faces of cards are
    made once for all matches.
    """

    def __init__(self, known: Iterable[Any] = ()) -> None:
        """Take `known` values as weighed."""
        self._weighed: dict[int, Any] = {}
        for one in known:
            self.weigh(one)

    def weigh(self, value: Any) -> int:
        """Return the bytes of what is new in a value."""
        counts = isinstance(value, tuple | list | dict | str | int | bytes | msgspec.Struct)
        if not counts or isinstance(value, Rule | bool) or id(value) in self._weighed:
            return 0
        self._weighed[id(value)] = value  # kept, so that its id is not given to another
        return getsizeof(value) + sum(self.weigh(part) for part in parts_of(value))


def parts_of(value: object) -> tuple[Any, ...]:
    """Return what a container holds."""
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.astuple(value)
    if isinstance(value, dict):
        return (*value, *value.values())
    return tuple(value) if isinstance(value, tuple | list) else ()


def sizes(matches: Matches) -> Sizes:
    """Weigh every step of every match."""
    journal = happenings = rest = pointers = board = 0
    for match in matches.played:
        fold = matches.fold(match)
        for event in match.events:
            fold.add(event)
            pointers += getsizeof(fold.board.slots)
            board += copied(fold)
        scales = Scales((fold.board.layout.cards, fold.at(0).slots, match.events))
        for step in fold.steps:
            journal += scales.weigh(step.replaced)
            happenings += scales.weigh(step.happenings)
            rest += scales.weigh(step)
        journal += getsizeof(tuple(fold.board.slots)) * (len(fold.steps) // EVERY)
    steps = matches.commands
    return Sizes(*(total / steps for total in (journal, happenings, rest, pointers, board)))


def copied(fold: Fold) -> int:
    """Return the bytes of a board whose components are all copied; ids and faces are shared."""
    return Scales((fold.board.layout.cards,)).weigh(fold.board.slots)
