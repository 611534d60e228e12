"""Where logs lie: a medium gives its logs for reading or for writing, and can be closed."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from typing import NamedTuple

from dm_events.store.log import Logs


class About(NamedTuple):
    """What a place is: its kind, the program behind it, and its schema (0: nothing is there yet)."""

    kind: str
    engine: str
    schema: int
    current: int
    """The schema of this version of dm-events."""


class Medium(ABC):
    """One place of logs. Inside `reading` and `writing` only store errors come out."""

    place: str
    """How sentences name it."""
    where: str
    """What it is opened by, without passwords."""
    moved = False
    """Whether `migrate` found that it came from another server, and let its positions go on."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[Logs]:
        """The logs as they are; a place that does not exist yet is empty and is not made."""

    @abstractmethod
    def writing(self, *, make: bool = True) -> AbstractContextManager[Logs]:
        """The logs, ready to be written; the place is made if need be.

        Without `make` a place that does not exist yet is empty and is not made.
        """

    @abstractmethod
    def about(self) -> About:
        """What the place is; it is not made."""

    @abstractmethod
    def migrate(self) -> tuple[int, int]:
        """Make the place or give it the current tables; the schema version before and after."""

    @abstractmethod
    def close(self) -> None:
        """Let go of files; closing twice is fine, any other use afterwards is StoreUnavailable."""
