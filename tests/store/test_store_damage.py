"""What was changed behind a store's back is named with match and seq, by the commands that read it."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.cli.running import Ran, dm
from tests.store.damage import edit, record

ONE = "WHERE originator_id = 'final'"
LAST = f"{ONE} AND originator_version = 3"
TABLES = ("records", "records_heads", "attempts", "attempts_heads")

ENDS: dict[str, tuple[int, str, list[str]]] = {
    "last record deleted": (3, "record", [f"DELETE FROM records {LAST}"]),
    "last record renamed": (3, "record", [f"UPDATE records SET originator_id = 'fioal' {LAST}"]),
    "last record renumbered": (3, "record", [f"UPDATE records SET originator_version = 7 {LAST}"]),
    "link of the head": (3, "record", [f"UPDATE records_heads SET link = upper(link) {ONE}"]),
    "head further": (4, "record", [f"UPDATE records_heads SET originator_version = 4 {ONE}"]),
    "head back": (3, "record", [f"UPDATE records_heads SET originator_version = 2 {ONE}"]),
    "head deleted": (3, "record", [f"DELETE FROM records_heads {ONE}"]),
    "first record deleted": (0, "record", [f"DELETE FROM records {ONE} AND originator_version = 0"]),
    "all records deleted": (0, "record", [f"DELETE FROM records {ONE}"]),
    "all records and the head deleted": (
        0, "record", [f"DELETE FROM records {ONE}", f"DELETE FROM records_heads {ONE}"],
    ),
    "no beginning, no head": (
        0, "record", [f"DELETE FROM records {ONE} AND originator_version = 0",
                      f"DELETE FROM records_heads {ONE}"],
    ),
    "last attempt deleted": (2, "attempt", [f"DELETE FROM attempts {ONE} AND originator_version = 2"]),
    "all attempts deleted": (0, "attempt", [f"DELETE FROM attempts {ONE}"]),
    "head of the attempts deleted": (2, "attempt", [f"DELETE FROM attempts_heads {ONE}"]),
    "link of the head of the attempts": (
        2, "attempt", [f"UPDATE attempts_heads SET link = upper(link) {ONE}"],
    ),
}  # fmt: skip
"""What shows at the ends of logs, with the seq that is named."""

INSIDE: dict[str, tuple[int, str, list[str]]] = {
    "seed deleted": (0, "attempt", [f"DELETE FROM attempts {ONE} AND originator_version = 0"]),
    "seed changed": (0, "attempt", [
        f"UPDATE attempts SET state = {{changed}} {ONE} AND originator_version = 0"]),
    "attempt changed": (1, "attempt", [
        f"UPDATE attempts SET state = {{changed}} {ONE} AND originator_version = 1"]),
    "record changed": (2, "record", [
        f"UPDATE records SET state = {{changed}} {ONE} AND originator_version = 2"]),
    "record deleted": (1, "record", [f"DELETE FROM records {ONE} AND originator_version = 1"]),
    "position moved": (2, "record", [
        f"UPDATE records SET {{position}} = {{position}} + 8192 {ONE} AND originator_version = 2"]),
    "position of the last moved": (3, "record", [
        f"UPDATE records SET {{position}} = {{position}} + 64 {LAST}"]),
    "position of the beginning moved": (0, "record", [
        f"UPDATE records SET {{position}} = -1 {ONE} AND originator_version = 0"]),
}  # fmt: skip
"""What does not show at the ends."""

SQL = {
    "sqlite": {"position": "rowid", "changed": "CAST(replace(state, '}', ']') AS BLOB)"},
    "postgresql": {"position": "position", "changed": "set_byte(state, 9, get_byte(state, 9) # 1)"},
}


@pytest.fixture(params=["sqlite", "postgresql"])
def recorded(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store that outlives its programs, with matches."""
    where = str(tmp_path / "matches.db") if request.param == "sqlite" else ""
    where = where or request.getfixturevalue("pg_url")
    assert dm("db", "init", "--db", where).code == 0
    record(where)
    return where


def damage(where: str, statements: list[str]) -> None:
    words = SQL[where.partition(":")[0] if where.startswith("postgresql:") else "sqlite"]
    if words["position"] == "position" and any("{position}" in one for one in statements):
        edit(where, "ALTER TABLE records DROP CONSTRAINT records_position")
    edit(where, *(statement.format(**words) for statement in statements))


def names(ran: Ran, seq: int, noun: str, match: str = "final") -> bool:
    place = f"match {match!r}, record {seq}: this {noun} "
    return ran.code == 5 and any(place in line for line in ran.err.splitlines())


def test_a_sound_store_is_whole(recorded: str, tmp_path: Path) -> None:
    for args in (["verify", "final"], ["verify", "--all"], ["match", "list"], ["db", "info"],
                 ["match", "show", "final"], ["db", "backup", str(tmp_path / "b.db")]):  # fmt: skip
        ran = dm(*args, "--db", recorded)
        assert (ran.code, ran.err) == (0, ""), args
    every = dm("verify", "--all", "--json", "--db", recorded).json
    assert [(one["match"], one["events"]) for one in every["records"]] == [
        ("final", 3),
        ("other", 1),
    ]


def quick_first(names: Iterable[str], quick: int = 1) -> list[object]:
    """The first few, and the rest with the slow tests."""
    marks = pytest.mark.slow
    return [pytest.param(one, marks=marks if at >= quick else ()) for at, one in enumerate(names)]


@pytest.mark.parametrize("what", quick_first(ENDS))
def test_a_changed_end_is_named_by_all_that_read_it(
    recorded: str, tmp_path: Path, what: str
) -> None:
    seq, noun, statements = ENDS[what]
    damage(recorded, statements)
    for args in (["verify", "final"], ["verify", "--all"], ["db", "info"], ["match", "show", "final"],
                 ["db", "backup", str(tmp_path / "b.db")], ["db", "copy", "--to", str(tmp_path / "c.db")],
                 ):  # fmt: skip
        match = (
            "fioal" if what == "last record renamed" and args[1] in ("backup", "copy") else "final"
        )
        ran = dm(*args, "--db", recorded)
        assert names(ran, seq if match == "final" else 0, noun, match), (args, ran)
    assert not (tmp_path / "b.db").exists()
    assert "other: 1 events, whole" in dm("verify", "other", "--db", recorded).out
    if noun == "record":
        listed = dm("match", "list", "--json", "--db", recorded)
        assert listed.code == 5
        readable = {one["match"]: one["readable"] for one in listed.json["matches"]}
        assert (readable["final"], readable["other"]) == (False, True)
        for args in (["match", "export", "final"], ["log", "final"], ["replay", "final"]):
            assert dm(*args, "--db", recorded).code == 5


@pytest.mark.parametrize("what", quick_first(INSIDE))
def test_a_change_inside_is_named_by_verify(recorded: str, tmp_path: Path, what: str) -> None:
    seq, noun, statements = INSIDE[what]
    damage(recorded, statements)
    for args in (
        ["verify", "final"],
        ["verify", "--all"],
        ["db", "backup", str(tmp_path / "b.db")],
    ):
        ran = dm(*args, "--db", recorded)
        assert names(ran, seq, noun), (args, ran)
    assert dm("verify", "other", "--db", recorded).code == 0


def test_a_match_under_the_id_of_another_is_named(recorded: str) -> None:
    rename = "UPDATE {} SET originator_id = 'fioal' WHERE originator_id = 'final'"
    edit(recorded, *(rename.format(table) for table in TABLES))
    ran = dm("verify", "fioal", "--db", recorded)
    assert ran.code == 5
    assert "match 'fioal', record 0: this is the header of match 'final'" in ran.err


def test_a_match_of_before_without_its_seed_is_named(recorded: str) -> None:
    edit(recorded, "DELETE FROM records WHERE originator_id = 'other' AND originator_version = 1")
    tail = "CAST(substr(state, -64) AS TEXT)"
    if recorded.startswith("postgresql:"):
        tail = "convert_from(substring(state FROM octet_length(state) - 63), 'UTF8')"
    edit(
        recorded,
        "UPDATE records_heads SET originator_version = 0, link = "
        f"(SELECT {tail} FROM records WHERE originator_id = 'other') WHERE originator_id = 'other'",
        "DELETE FROM attempts WHERE originator_id = 'other'",
        "DELETE FROM attempts_heads WHERE originator_id = 'other'",
    )
    ran = dm("verify", "other", "--db", recorded)
    assert ran.code == 5
    assert "the secret seed that the header commits to is not in the store" in ran.out
    assert dm("verify", "final", "--db", recorded).code == 0


def test_all_of_an_empty_store_is_nothing(tmp_path: Path) -> None:
    where = str(tmp_path / "new.db")
    dm("db", "init", "--db", where)
    assert dm("verify", "--all", "--db", where).out == "no matches\n"
    assert dm("verify", "--all", "--json", "--db", where).json == {"whole": True, "records": []}


def test_all_of_a_store_that_is_not_there_is_a_slip(tmp_path: Path) -> None:
    for args in (["verify", "--all"],):
        ran = dm(*args, "--db", str(tmp_path / "no.db"))
        assert ran.code == 4
        assert "There is no store at" in ran.err
