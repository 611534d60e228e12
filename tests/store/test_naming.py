"""What a store may be called; a name that is none is refused and never repeated."""

from pathlib import Path

import pytest

from dm_events.store import BadPlace, MatchStore
from dm_events.store.naming import kind_of, require_file, shown

BAD_URLS = [
    "mysql://dm:SECRET@h/x",
    "POSTGRESQL://dm:SECRET@h/x",
    "postgresql:/dm:SECRET@h/x",
    "postgresql+psycopg://dm:SECRET@h/x",
    "postgresql://dm:SEC%RET@h/x",
    "postgresql://dm:SEC/RET@h/x",
    "postgresql://dm:SEC@RET@h/x",
    "postgresql://dm:SEC?RET@h/x",
    "postgresql://dm:SEC#RET@h/x",
    "postgresql://dm:SEC RET@h/x",
    "postgresql://dm:SECRET@[::1/x",
    "postgresql://dm:SECRET",
    "postgresql://dm:SECRET@h/x?nonsense=SECRET",
    "postgresql://dm:SECRET@h/x?password=SEC@RET",
    " postgresql://dm:SECRET@h/x",
    "host=h dbname=x password=SECRET",
    "password = SECRET",
    "postgresql//dm:SECRET@h/x",
    "postgres:dm:SECRET@h",
    "postgresql;//dm:SECRET@h/x",
    "//dm:SECRET@h/x",
    "dm:SECRET@h/x",
]


@pytest.mark.parametrize("where", BAD_URLS)
def test_a_name_that_is_no_store_is_refused_and_not_repeated(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadPlace) as caught:
        MatchStore.open(where)
    told = f"{caught.value} {caught.value.__cause__} {shown(where)}"
    assert not [part for part in ("SECRET", "SEC", "RET@") if part in told]
    assert str(caught.value).endswith(".")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("postgresql://judge:secret@db/league?sslmode=require", "postgresql://judge@db/league"),
        ("postgresql:///league?password=secret", "postgresql:///league"),
        ("postgres://judge:s%40c%2Fret@[::1]:5432/league", "postgres://judge@[::1]:5432/league"),
        ("postgresql://a:secret@one:5432,two:5433/league", "postgresql://a@one:5432,two:5433/league"),
        ("postgresql://dm@/postgres?host=%2Frun", "postgresql://dm@/postgres"),
    ],
)  # fmt: skip
def test_no_password_is_told(where: str, told: str) -> None:
    assert kind_of(where) == "postgresql"
    assert shown(where) == told
    assert kind_of(told) == "postgresql"


@pytest.mark.parametrize(
    "name",
    [
        "a b%20.db",
        "what?mode=memory#x",
        "x@y.db",
        "hostel=1.db",
        "a/b:c.db",
        "./a:b@c.db",
        "/a:b@c.db",
        "postgres/a.db",
    ],
)
def test_any_other_name_is_a_file(name: str) -> None:
    assert kind_of(name) == "file"
    require_file(name)


def test_a_url_is_not_taken_for_a_file() -> None:
    with pytest.raises(BadPlace, match="is a URL of an unknown kind"):
        MatchStore.open("mysql://localhost/matches")
    with pytest.raises(BadPlace, match="cannot be used here"):
        require_file("postgresql://db/league")
