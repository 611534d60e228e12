"""Chance: recorded outcomes first; what a log does not hold is derived or stops the fold."""

import hashlib
from collections.abc import Sequence

from dm_events.kernel.words import CardId, Outcome

ALGORITHM = "blake2b-counter/1"
"""The named generator: a change to it is a new name."""


class Undetermined(Exception):  # noqa: N818 - the word of the domain
    """The fold needs a random outcome that the log does not hold."""


class BadChance(Exception):  # noqa: N818 - the word of the domain
    """A recorded outcome does not fit what the rules ask for; the message says how."""


class Stream:
    """Numbers from a seed: blake2b in counter mode, rejection sampling, no modulo bias."""

    def __init__(self, seed: bytes) -> None:
        """Start the stream of this seed."""
        self._seed = hashlib.blake2b(seed, digest_size=32).digest()
        self._count = 0

    def below(self, bound: int) -> int:
        """Return the next number in 0 .. bound - 1."""
        limit = (1 << 64) - (1 << 64) % bound
        while True:
            block = self._seed + self._count.to_bytes(8, "big")
            self._count += 1
            number = int.from_bytes(hashlib.blake2b(block, digest_size=8).digest(), "big")
            if number < limit:
                return number % bound

    def shuffled(self, cards: Sequence[CardId]) -> tuple[CardId, ...]:
        """Return the cards in a new order (Fisher and Yates, from the end)."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


def _same_cards(order: Sequence[CardId], cards: Sequence[CardId]) -> bool:
    """Whether an order holds just these cards, all of them different."""
    return len(order) == len(cards) and not set(cards).difference(order)


class Chance:
    """What one event draws on. A stream of `seed` fills in what `recorded` lacks; None: nothing does.

    What is recorded for another order or number than is asked for is one of another reading: with
    a seed it is set aside, and so is all that was recorded after it; without one it is BadChance.

    `used` is what was drawn, for the record; `derived` says that some of it was not recorded.
    """

    def __init__(self, recorded: Sequence[Outcome], seed: bytes | None) -> None:
        """Start with the outcomes an event recorded."""
        self._left = list(recorded)
        self._seed = seed
        self._stream: Stream | None = None
        self.used: list[Outcome] = []
        self.derived = False

    def below(self, bound: int) -> int:
        """Return a number in 0 .. bound - 1."""
        if self._left:
            outcome = self._left.pop(0)
            if not isinstance(outcome, int) or not 0 <= outcome < bound:
                outcome = self._instead(
                    f"a number below {bound} was needed, {outcome!r} is recorded"
                ).below(bound)
        else:
            outcome = self._more().below(bound)
        self.used.append(outcome)
        return outcome

    def shuffle(self, cards: Sequence[CardId]) -> tuple[CardId, ...]:
        """Return these cards in a random order."""
        if self._left:
            outcome = self._left.pop(0)
            if isinstance(outcome, int) or not _same_cards(outcome, cards):
                outcome = self._instead(
                    f"an order of {len(cards)} cards was needed, {outcome!r} is recorded"
                ).shuffled(cards)
            order = tuple(outcome)
        else:
            order = self._more().shuffled(cards)
        self.used.append(order)
        return order

    @property
    def left(self) -> int:
        """How many recorded outcomes were not needed."""
        return len(self._left)

    def _instead(self, wrong: str) -> Stream:
        """Draw where the record has something else. Raises BadChance where nothing may be drawn."""
        if self._seed is None:
            raise BadChance(wrong)
        self._left = []
        return self._more()

    def _more(self) -> Stream:
        if self._seed is None:
            raise Undetermined
        if self._stream is None:
            self._stream = Stream(self._seed)
        self.derived = True
        return self._stream
