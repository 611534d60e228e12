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

NO_POSITION = """CREATE TRIGGER IF NOT EXISTS {table}_no_position BEFORE INSERT ON {table}
    WHEN NEW.rowid >= 0
    BEGIN SELECT RAISE(ABORT, '{table}: a position is given by the table alone'); END"""
"""INSERT OR REPLACE takes the row away that has the position, and asks no trigger whether it may. Of
a row without one NEW.rowid is -1 before the insert."""

LINK = "CAST(substr(NEW.state, -64) AS TEXT)"
HEAD_BEGUN = """CREATE TRIGGER IF NOT EXISTS {table}_head_begun AFTER INSERT ON {table}
    WHEN NEW.originator_version = 0
    BEGIN
        INSERT INTO {table}_heads VALUES (NEW.originator_id, 0, <LINK>);
    END""".replace("<LINK>", LINK)
HEAD_MOVED = """CREATE TRIGGER IF NOT EXISTS {table}_head_moved AFTER INSERT ON {table}
    WHEN NEW.originator_version > 0
    BEGIN
        UPDATE {table}_heads SET originator_version = NEW.originator_version, link = <LINK>
        WHERE originator_id = NEW.originator_id;
    END""".replace("<LINK>", LINK)

NO_CHANGE = """CREATE TRIGGER IF NOT EXISTS {table}_no_{change} BEFORE {change} ON {table}
    BEGIN SELECT RAISE(ABORT, '{table}: what is stored stays as it is'); END"""

NAMED = """EXISTS (
        SELECT 1 FROM {table} WHERE originator_id = NEW.originator_id
        AND originator_version = NEW.originator_version
        AND CAST(substr(state, -64) AS TEXT) = NEW.link)"""
"""Whether there is a row that a head names."""
HEADS_BEGIN = """CREATE TRIGGER IF NOT EXISTS {table}_heads_begin BEFORE INSERT ON {table}_heads
    WHEN NEW.originator_version <> 0 OR NOT <NAMED> OR EXISTS (
        SELECT 1 FROM {table}_heads WHERE originator_id = NEW.originator_id)
    BEGIN SELECT RAISE(ABORT, '{table}_heads: a head begins with the first record'); END""".replace(
    "<NAMED>", NAMED
)
HEADS_GO_ON = """CREATE TRIGGER IF NOT EXISTS {table}_heads_go_on BEFORE UPDATE ON {table}_heads
    WHEN NEW.originator_id <> OLD.originator_id
        OR NEW.originator_version <> OLD.originator_version + 1 OR NOT <NAMED>
    BEGIN SELECT RAISE(ABORT, '{table}_heads: a head only goes on'); END""".replace(
    "<NAMED>", NAMED
)

BEFORE_3 = ("{table}_keep_head", "{table}_heads_go_on")
"""Guards of schema 2 that 3 has otherwise."""


def table_statements(table: str) -> list[str]:
    """What makes a table of lines and its index."""
    return [text.format(table=table) for text in (CREATE_TABLE, CREATE_INDEX)]


def head_statements(table: str) -> list[str]:
    """What makes the heads of a table, from the rows that are there."""
    return [text.format(table=table) for text in (CREATE_HEADS, FILL_HEADS)]


def guard_statements(table: str) -> list[str]:
    """What guards a table and its heads."""
    heads = f"{table}_heads"
    kept = [
        NO_CHANGE.format(table=name, change=change)
        for name, change in ((table, "UPDATE"), (table, "DELETE"), (heads, "DELETE"))
    ]
    made = (NO_GAP, NO_POSITION, HEAD_BEGUN, HEAD_MOVED, HEADS_BEGIN, HEADS_GO_ON)
    return [*(text.format(table=table) for text in made), *kept]


def migration(table: str, version: int) -> list[str]:
    """What makes a table of an older schema one of schema 3."""
    if version == 1:
        return [*head_statements(table), *guard_statements(table)]
    dropped = [f"DROP TRIGGER IF EXISTS {name.format(table=table)}" for name in BEFORE_3]
    return [*dropped, *guard_statements(table)]
