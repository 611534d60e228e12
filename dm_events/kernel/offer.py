"""Offers: what a seat may do now. Concrete commands, and domains where they are too many."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import comb

from dm_events.kernel.commands import Choose
from dm_events.kernel.words import Command

Pick = Callable[[int], int]
"""A number below a bound: the caller's chance."""


class Offer(ABC):
    """A set of commands that would all be accepted."""

    @abstractmethod
    def contains(self, command: Command) -> bool:
        """Tell whether this very command is offered."""

    @abstractmethod
    def sample(self, pick: Pick) -> Command:
        """Return one of the commands."""

    @abstractmethod
    def words(self) -> str:
        """Describe the offer in one line."""


class One(Offer):
    """A single command."""

    def __init__(self, command: Command) -> None:
        """Offer `command`."""
        self.command = command

    def contains(self, command: Command) -> bool:
        """Tell whether it is the one."""
        return command == self.command

    def sample(self, pick: Pick) -> Command:
        """Return the one."""
        del pick
        return self.command

    def words(self) -> str:
        """Name the command."""
        return type(self.command).__name__


class Picks(Offer):
    """Every choice of `least` to `most` different options, in any order."""

    def __init__(self, options: tuple[str, ...], least: int, most: int) -> None:
        """Offer picks among `options`."""
        self.options = options
        self.least = least
        self.most = min(most, len(options))

    def contains(self, command: Command) -> bool:
        """Tell whether the picks are different, offered, and neither too few nor too many."""
        if not isinstance(command, Choose) or not self.least <= len(command.picks) <= self.most:
            return False
        rest = list(self.options)
        for one in command.picks:
            if one not in rest:
                return False
            rest.remove(one)
        return True

    def sample(self, pick: Pick) -> Choose:
        """Return picks of a random size."""
        rest = list(self.options)
        size = self.least + pick(self.most - self.least + 1)
        return Choose(tuple(rest.pop(pick(len(rest))) for _ in range(size)))

    def words(self) -> str:
        """Say how many of how many."""
        total = sum(comb(len(self.options), n) for n in range(self.least, self.most + 1))
        return f"Choose {self.least} to {self.most} of {len(self.options)} ({total} ways)"
