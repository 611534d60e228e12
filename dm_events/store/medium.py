"""Where logs lie: a medium gives its logs for reading or for writing, and can be closed."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager

from dm_events.store.log import Logs


class Medium(ABC):
    """One place of logs. Inside `reading` and `writing` only store errors come out."""

    place: str
    """How sentences name it."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[Logs]:
        """The logs as they are; a place that does not exist yet is empty and is not made."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[Logs]:
        """The logs, ready to be written; the place is made if need be."""

    @abstractmethod
    def close(self) -> None:
        """Let go of files; closing twice is fine, any other use afterwards is StoreUnavailable."""
