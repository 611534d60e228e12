"""The shape of our SQLite files: whose they are, their version, and how they are made durable."""

import sqlite3
from time import monotonic, sleep

from eventsourcing.sqlite import SQLiteCursor

from dm_events.store.errors import BrokenStore, StoreUnavailable
from dm_events.store.sqlite import LineRecorder, pragma
from dm_events.store.sqlite_connection import BUSY_SECONDS, Datastore
from dm_events.store.sqlite_tables import migration
from dm_events.store.sqlite_trouble import sqlite_code

APPLICATION_ID = 0x646D6576
"""Marks our files among SQLite files: "dmev"."""

SCHEMA = 3
"""The version of the tables, kept in the file's user_version. 2 has heads and triggers, 3 guards the heads and positions too."""

TABLES = (RECORDS, ATTEMPTS) = ("records", "attempts")

FULL = 2
"""What SQLite answers for synchronous=FULL."""


def schema_of(datastore: Datastore, place: str) -> int:
    """The schema version of a file, 0 for an empty one; BrokenStore if it is not ours or newer."""
    with datastore.transaction(commit=False) as cursor:
        application, version = pragma(cursor, "application_id"), pragma(cursor, "user_version")
        cursor.execute("SELECT count(*) FROM sqlite_master")
        (tables,) = cursor.fetchone()
    if not (tables or application or version):
        return 0
    if application != APPLICATION_ID:
        found = "this SQLite file belongs to another program; it was left as it is, name another"
        raise BrokenStore(place, found)
    if not 1 <= version <= SCHEMA:
        found = f"its schema is version {version}, known is {SCHEMA}; use a newer dm-events"
        raise BrokenStore(place, found)
    return int(version)


def require_current(version: int, place: str) -> None:
    """Refuse an older schema: tables change on request only, see `migrate`."""
    if version != SCHEMA:
        found = f"has tables of version {version}, and this is version {SCHEMA}"
        raise StoreUnavailable(place, f"{found}; take a copy of the file, then run `dm db migrate`")


def migrate(datastore: Datastore, place: str) -> int:
    """Give a file the current tables, all at once or not at all; the version it had."""
    version = schema_of(datastore, place)
    if version in (0, SCHEMA):
        prepare(datastore, place)
        return version
    use_wal(datastore, place)
    with datastore.transaction(commit=True) as cursor:
        cursor.execute(f"PRAGMA application_id={APPLICATION_ID}")
        if pragma(cursor, "user_version") != version:  # somebody else did it meanwhile
            return version
        for table in TABLES:
            for statement in migration(table, version):
                cursor.execute(statement)
        cursor.execute(f"PRAGMA user_version={SCHEMA}")
    return version


def prepare(datastore: Datastore, place: str) -> None:
    """Make a file ready for durable writing, and its tables if it is empty."""
    version = schema_of(datastore, place)
    if version:
        require_current(version, place)
    use_wal(datastore, place)
    if version:
        return
    with datastore.transaction(commit=True) as cursor:
        cursor.execute(f"PRAGMA application_id={APPLICATION_ID}")  # from here on no other writes
        if pragma(cursor, "user_version"):
            return
        cursor.execute(f"PRAGMA user_version={SCHEMA}")
        for table in TABLES:
            for statement in LineRecorder(datastore, table).create_table_statements:
                cursor.execute(statement)


def use_wal(datastore: Datastore, place: str) -> None:
    """Set the write-ahead log, and see that it and synchronous=FULL are in force."""
    with datastore.outside() as cursor:
        mode, sync = set_wal(cursor), pragma(cursor, "synchronous")
    if mode != "wal" or sync != FULL:
        found = f"cannot be written durably (journal {mode}, synchronous {sync}); use a local disk"
        raise StoreUnavailable(place, found)


def set_wal(cursor: SQLiteCursor) -> str:
    """Ask for the write-ahead log until no other program is in the way; the mode in force."""
    deadline = monotonic() + BUSY_SECONDS
    while True:  # SQLite itself does not wait when two programs set it at once
        try:
            return str(pragma(cursor, "journal_mode=WAL"))
        except sqlite3.OperationalError as error:
            if sqlite_code(error) != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(0.01)
