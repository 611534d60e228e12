"""Wherever a password stands in an argument, nothing that is printed repeats it, and no file is made."""

import sys
from pathlib import Path

import pytest

from tests.cli.running import DUEL, dm, there
from tests.store.test_naming import BAD_URLS

WRONG_PLACES = [
    ["match", "list", "--db"],
    ["match", "new", *DUEL[1:6], "--db"],
    ["db", "init", "--db"],
    ["db", "info", "--db"],
    ["db", "copy", "--to"],
    ["db", "backup"],
    ["db", "restore"],
    ["person", "erase", "p-1", "--db"],
    ["verify"],
    ["log"],
]


@pytest.mark.parametrize("url", BAD_URLS)
@pytest.mark.parametrize("args", WRONG_PLACES, ids=" ".join)
def test_a_bad_url_is_refused_without_being_told(here: Path, args: list[str], url: str) -> None:
    ran = dm(*args, url)
    assert ran.code == (4 if args[0] == "person" and "nonsense" in url else 2), ran
    assert ran.err.count("\n") == 1
    assert not [part for part in ("SECRET", "SEC", "RET@") if part in ran.out + ran.err], ran
    assert there(here) == []


@pytest.mark.parametrize("args", [["db", "backup"], ["db", "restore"], ["verify"]], ids=" ".join)
def test_a_server_is_no_file(here: Path, args: list[str]) -> None:
    ran = dm(*args, "postgresql://dm:SECRET@h/x")
    assert (ran.code, there(here)) == (2, [])
    assert "SECRET" not in ran.err


@pytest.mark.parametrize(
    "args",
    [["match", "show"], ["match", "add", "--expect", "0", "x"], ["seal", "--key", "a", "-o", "b"],
     ["rules", "show"], ["deck", "check"], ["replay", "duel.jsonl", "--at"], ["nothing"]],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.parametrize(
    "url",
    [
        "postgresql://dm:SECRET@h/x",
        "host=h password=SECRET",
        "x:/dm:SEC/RET@SECRET@h",
        "postgresql//dm:SECRET@h/x",
        "postgres:dm:SECRET@h",
    ],
)
def test_a_password_that_went_astray_is_not_told(duel: str, args: list[str], url: str) -> None:
    ran = dm(*args, url)
    assert ran.code
    assert "SECRET" not in ran.out + ran.err


def test_without_the_package_nothing_of_the_url_is_told(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if "postgres_place" in name or name == "psycopg"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    ran = dm("match", "list", "--db", "postgresql://dm:SECRET@h/x")
    assert ran.code == 6
    assert "install dm-events[postgres]" in ran.err
    assert "SECRET" not in ran.err


@pytest.mark.parametrize("args", [["match", "list", "--db"], ["match", "new", *DUEL[1:6], "--db"],
                                  ["db", "copy", "--to"], ["db", "backup"]], ids=" ".join)  # fmt: skip
def test_memory_is_no_place_for_a_match(here: Path, args: list[str]) -> None:
    ran = dm(*args, ":memory:")
    assert (ran.code, ran.out, there(here)) == (2, "", [])


def test_the_way_out_is_told_whole(here: Path) -> None:
    said = dm("db", "info", "--db", "postgresql:/dm:SECRET@h/x").err
    assert "postgresql://USER:PASSWORD@HOST/DATABASE" in said
