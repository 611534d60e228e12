"""SQLite's troubles as store errors. Codes: https://www.sqlite.org/rescode.html."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.domain import EventSourcingError

from dm_events.store.errors import BrokenStore, StoreError, StoreUnavailable

PRIMARY = 0xFF
"""The low byte of a result code is its primary code."""

LOCKED = "is locked by another program; try again when that has finished"
NOT_PERMITTED = "may not be opened; ask for permission, or use another place"

UNAVAILABLE = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PERM: NOT_PERMITTED,
    sqlite3.SQLITE_AUTH: NOT_PERMITTED,
    sqlite3.SQLITE_READONLY: (
        "is read-only; ask for permission to write the file and its folder, or use another place"
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "cannot be opened; see that it is a file, and that its folder may be written"
    ),
    sqlite3.SQLITE_FULL: (
        "cannot grow, the disk is full; nothing was written, free some room and try again"
    ),
    sqlite3.SQLITE_IOERR: (
        "met an error of the disk; see to the disk, then read the match to see what was kept"
    ),
    sqlite3.SQLITE_NOMEM: "needs more memory than there is; end other programs and try again",
    sqlite3.SQLITE_TOOBIG: "cannot hold a line of that length; shorten it",
}

BROKEN = {
    sqlite3.SQLITE_NOTADB: "this is not an SQLite file; it was left as it is, name another",
    sqlite3.SQLITE_CORRUPT: "the SQLite file is damaged; restore it from a copy made before",
}


@contextmanager
def plain_errors(place: str) -> Iterator[None]:
    """Turn the errors of SQLite, the library and the system in a block into store errors."""
    try:
        yield
    except (sqlite3.Error, EventSourcingError) as error:
        raise as_store_error(place, error) from error
    except TimeoutError as error:  # of our own turns, see sqlite_turns
        raise StoreUnavailable(place, LOCKED) from error
    except OSError as error:
        found = f"cannot be used ({error.strerror or error}); see to its path and permissions"
        raise StoreUnavailable(place, found) from error


def as_store_error(place: str, error: Exception) -> StoreError:
    """The store error that says what an error of SQLite or of the library means."""
    cause = error if isinstance(error, sqlite3.Error) else error.__cause__
    if not isinstance(cause, sqlite3.Error):
        return StoreUnavailable(place, f"is in use by another thread ({error}); try again")
    code = sqlite_code(cause)
    if code in UNAVAILABLE:
        return StoreUnavailable(place, UNAVAILABLE[code])
    unforeseen = f"SQLite says {str(cause)!r}; restore the file from a copy made before"
    return BrokenStore(place, BROKEN.get(code, unforeseen))


def sqlite_code(error: sqlite3.Error) -> int:
    """The primary result code of an error, 0 if it comes from Python's module alone."""
    return getattr(error, "sqlite_errorcode", 0) & PRIMARY
