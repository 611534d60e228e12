"""Following a PostgreSQL store: told by NOTIFY after each commit, by whichever process."""

from collections.abc import Sequence

import psycopg
from eventsourcing.persistence import ApplicationRecorder, ListenNotifySubscription

from dm_events.store.postgres_session import connect
from dm_events.store.postgres_tables import CHANNEL

AT_LEAST_EVERY = 0.1
"""Seconds after which it looks by itself: a row may wait for an older transaction to end, which
tells nobody when it stored nothing."""


class PostgresFollowing(ListenNotifySubscription[ApplicationRecorder]):
    """The library's subscription on a connection of its own that listens."""

    def __init__(
        self,
        recorder: ApplicationRecorder,
        url: str,
        gt: int | None = None,
        topics: Sequence[str] = (),
    ) -> None:
        self.ears = connect(url)
        try:
            self.ears.execute(f"LISTEN {CHANNEL}")
        except psycopg.Error:
            self.ears.close()
            raise
        super().__init__(recorder=recorder, gt=gt, topics=topics)

    def _loop_on_pull(self) -> None:
        try:
            with self.ears:
                while not self._has_been_stopped:
                    self._pull()
                    for _ in self.ears.notifies(timeout=AT_LEAST_EVERY, stop_after=1):
                        pass
        except BaseException as error:  # noqa: BLE001 - raised in the thread that iterates
            self._thread_error = error
            self.stop()
