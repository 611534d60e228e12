"""A log as the `eventsourcing` library keeps it by itself, on SQLite: what our own is measured against."""

from collections.abc import Iterable
from pathlib import Path
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Lines(Aggregate):
    """A log as an aggregate: each event holds a line as text."""

    def __init__(self) -> None:
        """Begin without lines."""
        self.count = 0

    @event("Added")
    def add(self, line: str) -> None:
        """Count one line more."""
        self.count += len(line) > 0


class LibraryLog:
    """One stored log, read back as a whole."""

    def __init__(self, file: Path, lines: Iterable[bytes]) -> None:
        """Store the lines in a file of its own."""
        settings = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(file)}
        self._application: Application[UUID] = Application(settings)
        aggregate = Lines()
        for line in lines:
            aggregate.add(line.decode())
        self._application.save(aggregate)
        self._aggregate = aggregate.id

    def read(self) -> None:
        """Read every line, as the library does."""
        self._application.repository.get(self._aggregate)

    def close(self) -> None:
        """Close the file."""
        self._application.close()
