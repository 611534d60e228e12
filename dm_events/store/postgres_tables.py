"""The tables of a PostgreSQL store, and the functions and triggers that keep them.

A position is made of the transaction's id and the row's number in it. Readers that go through all
matches read below the oldest transaction that is still running (`pg_snapshot_xmin`): whatever
commits later has a higher id, hence higher positions, so that nobody who remembers a position misses
a row. No table is locked.

Another server's ids begin elsewhere. Where a database has come from one whose ids went further, `moved`
(see `MIGRATIONS`, `MOVE`) is added to the ids of this one, so that positions go on where they ended. Each
move is a row more: of any position the last `moved` up to it tells which transaction id it is made of.
"""

SHIFT = 20
"""Bits of a position that number the rows of one transaction."""

CHANNEL = "dm_events"
"""Told at each commit; whoever listens looks what there is."""

LINES = """CREATE TABLE {table} (
    position bigint PRIMARY KEY,
    tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
    originator_id text COLLATE "C" NOT NULL,
    originator_version bigint NOT NULL,
    topic text NOT NULL,
    state bytea NOT NULL,
    UNIQUE (originator_id, originator_version),
    CONSTRAINT {table}_position CHECK (position >> 20 >= tx::text::bigint)
)"""

BEGUN = "CREATE INDEX {table}_begun ON {table} (position) WHERE originator_version = 0"

HEADS = """CREATE TABLE {table}_heads (
    originator_id text COLLATE "C" PRIMARY KEY,
    originator_version bigint NOT NULL,
    link text NOT NULL
)"""

STAYS = """CREATE OR REPLACE FUNCTION {table}_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '%: what is stored stays as it is', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END $$"""

FOLLOWS = """CREATE OR REPLACE FUNCTION {table}_follows() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.originator_version <> 1 + coalesce((
            SELECT originator_version FROM {table}_heads
            WHERE originator_id = NEW.originator_id), -1)
        THEN
            RAISE EXCEPTION '{table}: this seq does not follow the last one'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$"""

LINK = "convert_from(substring(NEW.state FROM octet_length(NEW.state) - 63), 'UTF8')"
GOES_ON = """CREATE OR REPLACE FUNCTION {table}_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.originator_version = 0 THEN
            INSERT INTO {table}_heads VALUES (NEW.originator_id, 0, <LINK>);
        ELSE
            UPDATE {table}_heads SET originator_version = NEW.originator_version, link = <LINK>
            WHERE originator_id = NEW.originator_id;
        END IF;
        RETURN NULL;
    END $$""".replace("<LINK>", LINK)

NAMED = """EXISTS (
            SELECT 1 FROM {table} WHERE originator_id = NEW.originator_id
            AND originator_version = NEW.originator_version
            AND substring(state FROM octet_length(state) - 63) = convert_to(NEW.link, 'UTF8'))"""
"""Whether there is a row that a head names."""
HEAD_BEGINS = """CREATE OR REPLACE FUNCTION {table}_head_begins() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.originator_version <> 0 OR NOT <NAMED> THEN
            RAISE EXCEPTION '{table}_heads: a head begins with the first record'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$""".replace("<NAMED>", NAMED)
HEAD_GOES_ON = """CREATE OR REPLACE FUNCTION {table}_head_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.originator_id <> OLD.originator_id
            OR NEW.originator_version <> OLD.originator_version + 1 OR NOT <NAMED>
        THEN
            RAISE EXCEPTION '{table}_heads: a head only goes on'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$""".replace("<NAMED>", NAMED)

HEADS_BEGIN = (
    "CREATE TRIGGER begins BEFORE INSERT ON {table}_heads FOR EACH ROW "
    "EXECUTE FUNCTION {table}_head_begins()"
)
TRIGGERS = (
    "CREATE TRIGGER follows BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_follows()",
    "CREATE TRIGGER goes_on AFTER INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_goes_on()",
    "CREATE TRIGGER stays BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_stays()",
    "CREATE TRIGGER stays_all BEFORE TRUNCATE ON {table} EXECUTE FUNCTION {table}_stays()",
    HEADS_BEGIN,
    "CREATE TRIGGER goes_on BEFORE UPDATE ON {table}_heads FOR EACH ROW EXECUTE FUNCTION {table}_head_goes_on()",
    "CREATE TRIGGER stays BEFORE DELETE ON {table}_heads FOR EACH ROW EXECUTE FUNCTION {table}_stays()",
    "CREATE TRIGGER stays_all BEFORE TRUNCATE ON {table}_heads EXECUTE FUNCTION {table}_stays()",
)

VERSION = """CREATE TABLE dm_events_schema (
    version integer NOT NULL, moved bigint NOT NULL DEFAULT 0
)"""

MIGRATIONS = {
    1: (
        "ALTER TABLE dm_events_schema ADD COLUMN moved bigint NOT NULL DEFAULT 0",
        ("ALTER TABLE records DROP CONSTRAINT records_check, "
        "ADD CONSTRAINT records_position CHECK (position >> 20 >= tx::text::bigint)"),
        ("ALTER TABLE attempts DROP CONSTRAINT attempts_check, "
        "ADD CONSTRAINT attempts_position CHECK (position >> 20 >= tx::text::bigint)"),
        "UPDATE dm_events_schema SET version = 2",
    ),
    2: (
        *(text.format(table=table) for table in ("records", "attempts")
          for text in (HEAD_BEGINS, HEAD_GOES_ON, GOES_ON, HEADS_BEGIN)),
        "UPDATE dm_events_schema SET version = 3",
    ),
}  # fmt: skip
"""What makes tables of a version those of the next. 2 has `moved`, 3 guards beginnings of heads too."""

BEYOND = """SELECT coalesce(max(position) >> 20, 0) >= (SELECT max(moved) FROM dm_events_schema)
    + pg_snapshot_xmax(pg_current_snapshot())::text::bigint FROM {table}"""
"""Whether the last position is of a transaction that this server has not had yet."""

MOVE = (
    "LOCK TABLE records, attempts IN EXCLUSIVE MODE",
    """INSERT INTO dm_events_schema SELECT max(version), 1 + greatest(
        (SELECT max(position) >> 20 FROM records), (SELECT max(position) >> 20 FROM attempts))
        FROM dm_events_schema""",
)


def statements(tables: tuple[str, ...]) -> list[str]:
    """What makes all tables of lines."""
    made = (
        LINES, BEGUN, HEADS, STAYS, FOLLOWS, GOES_ON, HEAD_BEGINS, HEAD_GOES_ON, *TRIGGERS,
    )  # fmt: skip
    return [text.format(table=table) for table in tables for text in made]
