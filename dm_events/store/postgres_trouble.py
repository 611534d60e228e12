"""PostgreSQL's troubles as store errors. Codes: PostgreSQL manual, appendix A."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from eventsourcing.domain import EventSourcingError

from dm_events.store.errors import BrokenStore, StoreError, StoreUnavailable
from dm_events.store.postgres_session import NotConnected

NO_ROOM = "cannot grow, its disk is full; nothing was written, free some room there and try again"
GROWING = ("mdextend", "mdzeroextend")
"""Where in the server a table grows. Of a quota or a limit it does not say that the disk is full."""
BY_CODE = {
    "53100": NO_ROOM,
    "53300": "has no connection left; end other programs and try again",
}
BY_CLASS = {
    "53": "has no memory left or is at a limit; nothing was written, try again",
    "58": "met an error of its disk; see to the server's log, then read the match to see what was kept",
    "28": "does not let this user in; look at the user and the password",
    "3D": "is a database that is not there; make it first (createdb), then run `dm db init`",
    "3F": "has no schema to keep tables in; make it first (CREATE SCHEMA), or look at the search_path",
    "25": "is read-only now; write to the server that takes writes",
    "55": "is locked by another program; try again when that has finished",
    "40": "could not bring two writers into one order; nothing was written, try again",
}
NOT_PERMITTED = "42501"
NOT_REACHED = "cannot be reached ({why}); nothing was sent: {way_out}"
WAYS_OUT = (
    (("database", "does not exist"), "make the database first (createdb), then run `dm db init`"),
    (("role", "does not exist"), "look at the name of the user"),
    (("password",), "look at the user and the password"),
    (("pg_hba.conf",), "ask for this user to be let in there"),
    (("",), "look at the host and its port, and see that the server runs"),
)
"""What to do by what the server says, which has no code for those whom it does not let in."""
LOST = (
    "was lost or cannot be reached ({why}); see to it, then send the command again with the same id: "
    "what was stored is answered as the first time"
)


@contextmanager
def plain_errors(place: str) -> Iterator[None]:
    """Turn the errors of PostgreSQL and of the library in a block into store errors."""
    try:
        yield
    except psycopg.Error as error:
        raise as_store_error(place, error) from error
    except EventSourcingError as error:
        cause = error.__cause__
        if isinstance(cause, psycopg.Error):
            raise as_store_error(place, cause) from error
        raise StoreUnavailable(place, f"cannot be followed ({error}); try again") from error


def as_store_error(place: str, error: psycopg.Error) -> StoreError:
    """The store error that says what an error of PostgreSQL means."""
    code = error.sqlstate or ""
    why = " ".join((error.diag.message_primary or str(error)).split()) or type(error).__name__
    if isinstance(error, NotConnected):
        way_out = next(way for words, way in WAYS_OUT if all(word in why for word in words))
        return StoreUnavailable(place, NOT_REACHED.format(why=why, way_out=way_out))
    if code == NOT_PERMITTED:
        return StoreUnavailable(place, f"does not permit it ({why}); ask for the right to write")
    if code in BY_CODE or error.diag.source_function in GROWING:
        return StoreUnavailable(place, BY_CODE.get(code, NO_ROOM))
    if code[:2] in BY_CLASS:
        return StoreUnavailable(place, BY_CLASS[code[:2]])
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return StoreUnavailable(place, LOST.format(why=why))
    return BrokenStore(place, f"PostgreSQL says {why!r}; see to the database, or restore it")
