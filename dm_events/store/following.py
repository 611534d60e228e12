"""Following a store: what is recorded, in the order of its positions, also by other processes."""

from collections.abc import Sequence
from threading import Event
from typing import Protocol

from eventsourcing.persistence import ApplicationRecorder, ListenNotifySubscription

AT_LEAST_EVERY = 0.05
"""Seconds after which a subscription looks by itself: other processes tell it nothing."""


class Listened(Protocol):
    """A recorder that sets events when it has committed."""

    listeners: set[Event]


class Following(ListenNotifySubscription[ApplicationRecorder]):
    """The library's subscription, told after each commit of this process and looking for others'.

    A position is given inside the one transaction that writes, so none becomes visible late.
    """

    def __init__(
        self, recorder: ApplicationRecorder, gt: int | None = None, topics: Sequence[str] = ()
    ) -> None:
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        listeners: set[Event] = recorder.listeners  # type: ignore[attr-defined]
        listeners.add(self._has_been_notified)

    def stop(self) -> None:
        """Stop; an iteration that waits ends."""
        super().stop()
        self._recorder.listeners.discard(self._has_been_notified)  # type: ignore[attr-defined]

    def _loop_on_pull(self) -> None:
        try:
            while not self._has_been_stopped:
                self._pull()
                self._has_been_notified.wait(AT_LEAST_EVERY)
        except BaseException as error:  # noqa: BLE001 - raised in the thread that iterates
            self._thread_error = error
            self.stop()
