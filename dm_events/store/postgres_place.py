"""A PostgreSQL database as a medium. Its tables are made by `dm db init` alone."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg.conninfo import conninfo_to_dict

from dm_events.store.errors import BadPlace, BrokenStore, StoreUnavailable
from dm_events.store.log import Logs, logs_of
from dm_events.store.medium import About, Medium
from dm_events.store.naming import NEVER_SHOWN, shown
from dm_events.store.postgres import PostgresRecorder
from dm_events.store.postgres_session import Session
from dm_events.store.postgres_tables import BEYOND, MIGRATIONS, MOVE, VERSION, statements
from dm_events.store.postgres_trouble import plain_errors

SCHEMA = 3
OLDEST = 130000
"""The first server with xid8."""
TABLES = (RECORDS, ATTEMPTS) = ("records", "attempts")

FOUND = "SELECT to_regclass('dm_events_schema') IS NOT NULL, to_regclass('records') IS NOT NULL"
DURABLE = (
    "SELECT current_setting('fsync'), current_setting('synchronous_commit'), "
    "current_setting('server_encoding')"
)
INIT_LOCK = 0x646D6576
"""The advisory lock under which tables are made."""


class PostgresPlace(Medium):
    """A database by URL, in the first schema of its search path. Safe to share among threads."""

    def __init__(self, url: str) -> None:
        """BadPlace for a URL that PostgreSQL's own library cannot read."""
        require_readable(url)
        self.place = self.where = shown(url)
        self.session = Session(url)
        recorders = [PostgresRecorder(self.session, table) for table in TABLES]
        self.logs = logs_of(self.place, *recorders)
        self.readable = self.writable = self.closed = False

    @contextmanager
    def reading(self) -> Iterator[Logs]:
        """See Medium. StoreUnavailable where the tables are not there, or of another version."""
        with plain_errors(self.place):
            self.require_usable()
            if not self.readable:
                self.require_tables()
            yield self.logs

    @contextmanager
    def writing(self, *, make: bool = True) -> Iterator[Logs]:
        """See Medium. The tables have to be there."""
        del make
        with self.reading() as logs:
            if not self.writable:
                self.require_durable()
                self.require_here()
                self.writable = True
            yield logs

    def about(self) -> About:
        """See Medium. BrokenStore for tables of a newer version."""
        with plain_errors(self.place):
            self.require_usable()
            version = self.version()
            self.require_known(version)
            engine = self.session.connected().info.server_version
        return About(
            "postgresql", f"PostgreSQL {engine // 10000}.{engine % 10000}", version, SCHEMA
        )

    def migrate(self) -> tuple[int, int]:
        """See Medium."""
        with plain_errors(self.place):
            self.require_usable()
            self.require_durable()
            with self.session.transaction() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", (INIT_LOCK,))
                version = self.version()
                if not version:
                    for statement in (VERSION, *statements(TABLES)):
                        cursor.execute(statement.encode())
                    cursor.execute("INSERT INTO dm_events_schema VALUES (%s)", (SCHEMA,))
                self.require_known(version)
                for old in range(version or SCHEMA, SCHEMA):
                    for statement in MIGRATIONS[old]:
                        cursor.execute(statement.encode())
                if is_beyond(cursor):
                    for statement in MOVE:
                        cursor.execute(statement.encode())
                    self.moved = True
        return version, SCHEMA

    def close(self) -> None:
        """See Medium."""
        self.closed = True
        self.session.close()

    def version(self) -> int:
        """The version of the tables, 0 if there are none; BrokenStore if they are not ours."""
        with self.session.transaction() as cursor:
            ours, records = cursor.execute(FOUND).fetchone() or (False, False)
            if not ours:
                if records:
                    found = "its table records is not of dm-events; use another database or schema"
                    raise BrokenStore(self.place, found)
                return 0
            (version,) = cursor.execute("SELECT max(version) FROM dm_events_schema").fetchone() or (
                0,
            )
        return int(version or 0)

    def require_tables(self) -> None:
        """Refuse a database that was not made ready for this version."""
        version = self.version()
        if not version:
            raise StoreUnavailable(self.place, "has no tables yet; run `dm db init`")
        self.require_known(version)
        if version < SCHEMA:
            found = f"has tables of version {version}, and this is version {SCHEMA}"
            raise StoreUnavailable(self.place, f"{found}; take a dump, then run `dm db migrate`")
        self.readable = True

    def require_known(self, version: int) -> None:
        """Refuse tables of a newer version."""
        if version > SCHEMA:
            found = f"its tables are of version {version}, known is {SCHEMA}"
            raise BrokenStore(self.place, f"{found}; use a newer dm-events")

    def require_durable(self) -> None:
        """See that a commit is on the disk when it is answered, and that every sign can be kept."""
        with self.session.transaction() as cursor:
            fsync, commit, encoding = cursor.execute(DURABLE).fetchone() or ("", "", "")
        server = self.session.connected().info.server_version
        if server < OLDEST:
            raise StoreUnavailable(self.place, "is older than PostgreSQL 13; use a newer server")
        if fsync != "on" or commit == "off":
            found = f"does not write durably (fsync {fsync}, synchronous_commit {commit})"
            raise StoreUnavailable(self.place, f"{found}; turn both on")
        if encoding != "UTF8":
            found = f"keeps text as {encoding}"
            raise StoreUnavailable(self.place, f"{found}; make the database with ENCODING 'UTF8'")

    def require_here(self) -> None:
        """Refuse to go on after positions that are beyond this server's: readers would miss rows."""
        with self.session.transaction() as cursor:
            beyond = is_beyond(cursor)
        if beyond:
            found = "came from another server, whose transaction ids went further (pg_dump)"
            raise StoreUnavailable(
                self.place, f"{found}; run `dm db migrate` once, before recording"
            )

    def require_usable(self) -> None:
        """Refuse a store that was closed."""
        if self.closed:
            raise StoreUnavailable(self.place, "is closed; open the store again")


def is_beyond(cursor: psycopg.Cursor) -> bool:
    """Whether a table holds positions of another server, beyond those that this one gives now."""
    found = [cursor.execute(BEYOND.format(table=table).encode()).fetchone() for table in TABLES]
    return any(row is not None and row[0] for row in found)


def require_readable(url: str) -> None:
    """Look at a URL before it is used: what the library says of it may quote a password."""
    try:
        conninfo_to_dict(url)
    except psycopg.Error:
        raise BadPlace(
            f"PostgreSQL cannot read this URL ({NEVER_SHOWN}); look at its options, and write signs "
            "such as @ / : % in it as %40 %2F %3A %25"
        ) from None
