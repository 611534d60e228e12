"""SQLite's troubles as store errors. Codes: https://www.sqlite.org/rescode.html."""

import sqlite3

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


class plain_errors:  # noqa: N801 - used as a function; a class costs an append less
    """Turn the errors of SQLite, the library and the system in a block into store errors."""

    __slots__ = ("place",)

    def __init__(self, place: str) -> None:
        self.place = place

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None and (told := plain(self.place, error)) is not None:
            raise told from error


def plain(place: str, error: BaseException) -> StoreError | None:
    """The store error for an error of SQLite, the library or the system; None for any other."""
    if isinstance(error, sqlite3.Error | EventSourcingError):
        return as_store_error(place, error)
    if isinstance(error, TimeoutError):  # of our own turns, see sqlite_turns
        return StoreUnavailable(place, LOCKED)
    if isinstance(error, OSError):
        lock = str(error.filename) if str(error.filename).endswith("-lock") else ""
        why = f"{error.strerror or error}{lock and ': '}{lock}"
        found = f"cannot be used ({why}); see to its path and permissions"
        return StoreUnavailable(place, found)
    return None


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
