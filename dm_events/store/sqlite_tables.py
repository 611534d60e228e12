"""The tables of an SQLite store, and the triggers that keep them: nothing changes, nothing is left out.

Each table of lines has a table of heads beside it: the last seq of every match and its link, which
stand at the end of a row's state (see `mapper`). SQLite itself keeps it, so a row that is taken away
behind its back shows.
"""

# The position is called rowid because the library's notification queries ask for that name.
CREATE_TABLE = """CREATE TABLE IF NOT EXISTS {table} (
    rowid INTEGER PRIMARY KEY AUTOINCREMENT,
    originator_id TEXT NOT NULL,
    originator_version INTEGER NOT NULL,
    topic TEXT NOT NULL,
    state BLOB NOT NULL,
    UNIQUE (originator_id, originator_version)
) STRICT"""

CREATE_INDEX = """CREATE INDEX IF NOT EXISTS {table}_begun
    ON {table} (rowid, originator_id) WHERE originator_version = 0"""

CREATE_HEADS = """CREATE TABLE IF NOT EXISTS {table}_heads (
    originator_id TEXT NOT NULL PRIMARY KEY,
    originator_version INTEGER NOT NULL,
    link TEXT NOT NULL
) STRICT, WITHOUT ROWID"""

FILL_HEADS = """INSERT INTO {table}_heads
    SELECT originator_id, originator_version, CAST(substr(state, -64) AS TEXT) FROM {table} AS one
    WHERE originator_version = (
        SELECT max(originator_version) FROM {table} WHERE originator_id = one.originator_id)"""
"""For a file of schema 1, which had no heads."""

NO_GAP = """CREATE TRIGGER IF NOT EXISTS {table}_no_gap BEFORE INSERT ON {table}
    WHEN NEW.originator_version <> 1 + coalesce((
        SELECT originator_version FROM {table}_heads
        WHERE originator_id = NEW.originator_id), -1)
    BEGIN SELECT RAISE(ABORT, '{table}: this seq does not follow the last one'); END"""

KEEP_HEAD = """CREATE TRIGGER IF NOT EXISTS {table}_keep_head AFTER INSERT ON {table}
    BEGIN
        INSERT INTO {table}_heads
        VALUES (NEW.originator_id, NEW.originator_version, CAST(substr(NEW.state, -64) AS TEXT))
        ON CONFLICT (originator_id) DO UPDATE
        SET originator_version = excluded.originator_version, link = excluded.link;
    END"""

NO_CHANGE = """CREATE TRIGGER IF NOT EXISTS {table}_no_{change} BEFORE {change} ON {table}
    BEGIN SELECT RAISE(ABORT, '{table}: what is stored stays as it is'); END"""

HEADS_GO_ON = """CREATE TRIGGER IF NOT EXISTS {table}_heads_go_on BEFORE UPDATE ON {table}_heads
    WHEN NEW.originator_id <> OLD.originator_id
        OR NEW.originator_version <> OLD.originator_version + 1
    BEGIN SELECT RAISE(ABORT, '{table}_heads: a head only goes on'); END"""


def table_statements(table: str) -> list[str]:
    """What makes a table of lines and its index."""
    return [text.format(table=table) for text in (CREATE_TABLE, CREATE_INDEX)]


def guard_statements(table: str) -> list[str]:
    """What makes the heads of a table, from the rows that are there, and guards both."""
    made = [text.format(table=table) for text in (CREATE_HEADS, FILL_HEADS, NO_GAP, KEEP_HEAD)]
    kept = [
        NO_CHANGE.format(table=name, change=change)
        for name, changes in ((table, ("UPDATE", "DELETE")), (f"{table}_heads", ("DELETE",)))
        for change in changes
    ]
    return [*made, *kept, HEADS_GO_ON.format(table=table)]
