"""One connection to PostgreSQL, made when it is needed and made anew when it was lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

import psycopg

CONNECT_SECONDS = 10
BUSY_SECONDS = 5
"""How long a statement waits for what another transaction has locked, or has stored and not committed."""


class NotConnected(psycopg.OperationalError):
    """No connection came about: nothing was sent."""


def connect(url: str) -> psycopg.Connection:
    """Connect; each statement is a transaction of its own. Raises NotConnected."""
    try:
        return psycopg.connect(
            url, autocommit=True, connect_timeout=CONNECT_SECONDS, prepare_threshold=2
        )
    except psycopg.OperationalError as error:
        raise NotConnected(str(error)) from error


class Session:
    """A connection that threads use in turn; each transaction is committed or leaves nothing."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.lock = RLock()
        self.connection: psycopg.Connection | None = None
        self.within: psycopg.Connection | None = None
        """The connection while a transaction is open on it."""

    @contextmanager
    def transaction(self) -> Iterator[psycopg.Cursor]:
        """A cursor in a transaction; within another of this thread it is a part of that.

        When the connection is lost meanwhile, only reading it again tells whether it was committed.
        """
        with self.lock:
            if self.within is not None:
                with self.within.cursor() as cursor:
                    yield cursor
                return
            connection = self.connected()
            with connection.transaction(), connection.cursor() as cursor:
                self.within = connection
                try:
                    yield cursor
                finally:
                    self.within = None

    def connected(self) -> psycopg.Connection:
        """The connection; made durable whatever the user's defaults are."""
        if self.connection is None or self.connection.closed or self.connection.broken:
            self.connection = connect(self.url)
            self.connection.execute("SET synchronous_commit = on")
            self.connection.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'".encode())
            self.connection.execute("SET client_min_messages = warning")
        return self.connection

    def close(self) -> None:
        """Let go of the connection."""
        with self.lock:
            if self.connection is not None:
                self.connection.close()
