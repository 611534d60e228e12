"""Matches loaded from files, stdin and a store, and folded as recorded or otherwise."""

import io
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from dm_events.notation import jsonl
from dm_events.notation.links import linked
from dm_events.notation.tables import BadFile
from dm_events.service import matches
from dm_events.service.beginning import import_
from dm_events.service.interpretations import resolve
from dm_events.service.matches import GAMES, Match, NotFound, fold, load, verify
from dm_events.service.places import default_place
from dm_events.store import StoreUnavailable

replace = msgspec.structs.replace


@pytest.fixture
def file(tmp_path: Path, duel) -> Path:
    path = tmp_path / "duel.jsonl"
    path.write_bytes(duel.data)
    return path


def match_of(duel, events=None, **header) -> Match:
    log = jsonl.Log(replace(duel.header, **header), events or duel.events, None)
    return matches.match_of(log, "test")


def test_from_a_file(file: Path, duel, store) -> None:
    for where in (file, str(file)):
        found = load(where, store)
        assert (found.header, found.events, found.trouble) == (duel.header, duel.events, None)
        assert found.place == str(file)
        assert found.game is GAMES["dino-master"]


def test_from_stdin(duel, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(duel.data)))
    found = load("-")
    assert (found.place, found.events) == ("stdin", duel.events)


def test_from_a_store_with_its_links(duel, store) -> None:
    receipt = import_(store, match_of(duel))
    found = load("duel-1", store)
    assert (found.header, found.events, found.trouble) == (duel.header, duel.events, None)
    assert found.place == "match duel-1 in memory"
    assert receipt.head == found.events[-1].link


def test_a_file_goes_before_a_match(tmp_path: Path, duel, play, store, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    import_(store, match_of(play(2)), "same")
    assert load("same", store).header.match == "same"
    assert len(load("same", store).events) == len(play(2).events)
    Path("same").write_bytes(duel.data)
    assert load("same", store).events == duel.events


def test_neither_nor(store, duel, tmp_path: Path) -> None:
    import_(store, match_of(duel))
    with pytest.raises(NotFound) as found:
        load("duel-2", store)
    assert str(found.value) == (
        "There is neither a file 'duel-2' nor a match of that id in memory; did you mean duel-1?"
    )
    with pytest.raises(NotFound, match=r"There is no file '.*none.jsonl'; look at its path"):
        load(tmp_path / "none.jsonl", store)
    for odd in ("\0", "x" * 5000, ""):
        with pytest.raises(NotFound, match="look at the list of matches"):
            load(odd, store)


def test_a_folder_is_no_match(tmp_path: Path, store) -> None:
    with pytest.raises(BadFile, match=r"the file cannot be read \(Is a directory\)"):
        load(tmp_path, store)
    with pytest.raises(NotFound):
        load(str(tmp_path), store)


def test_a_broken_file_keeps_its_good_part(file: Path, duel) -> None:
    file.write_bytes(duel.data[:-30])
    found = load(file)
    assert found.events == duel.events[:-1]
    assert str(found.trouble).startswith(
        f"{file}, line {len(duel.events) + 1}: the line is cut off"
    )
    assert fold(found).steps[-1].event.seq == len(duel.events) - 1


def test_the_users_own_store_is_looked_into(tmp_path: Path, monkeypatch) -> None:
    place = tmp_path / "own.db"
    monkeypatch.setenv("DM_DB", str(place))
    with pytest.raises(NotFound, match=r"nor a match of that id in .*own.db; look at the list"):
        load("final")
    assert not place.exists()


@pytest.mark.parametrize(
    ("environment", "place"),
    [
        ({"DM_DB": "/x/y.db", "XDG_DATA_HOME": "/d"}, "/x/y.db"),
        ({"DM_DB": "", "XDG_DATA_HOME": "/d"}, "/d/dm-events/matches.db"),
        ({"XDG_DATA_HOME": "relative", "HOME": "/h"}, "/h/.local/share/dm-events/matches.db"),
        ({"HOME": "/h"}, "/h/.local/share/dm-events/matches.db"),
    ],
)
def test_where_matches_lie(monkeypatch, environment: dict[str, str], place: str) -> None:
    for name in ("DM_DB", "XDG_DATA_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert default_place() == place


def test_a_user_without_a_home(monkeypatch) -> None:
    monkeypatch.delenv("DM_DB", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError))
    with pytest.raises(StoreUnavailable, match="unknown: set DM_DB to a file"):
        default_place()


# Folding.


def test_as_recorded(duel) -> None:
    found = fold(match_of(duel), fingerprints=True)
    assert found.stopped is None
    assert found.board.slots == duel.fold.board.slots
    assert [step.fingerprint for step in found.steps] == [
        event.fingerprint for event in duel.events
    ]


def test_the_recorded_answers_are_the_default(duel, game) -> None:
    match = match_of(duel, answers={"C01": "yes"})
    assert match.answers == game.defaults | {"C01": "yes"}
    assert fold(match).answers == match.answers
    assert fold(match, resolve("dino-master", "corrected")).answers == game.defaults
    assert match_of(duel, answers={}).answers == game.defaults


def test_the_recorded_treatment_is_the_default(duel) -> None:
    assert fold(match_of(duel)).treatment == "strict"
    assert fold(match_of(duel, treatment="as-played")).treatment == "as-played"
    assert fold(match_of(duel), treatment="counterfactual").treatment == "counterfactual"


def test_up_to_an_event(duel) -> None:
    found = fold(match_of(duel), at=20)
    assert [step.event.seq for step in found.steps] == list(range(1, 21))
    assert found.board.slots == duel.fold.timeline.slots_at(20)
    assert len(fold(match_of(duel), at=0).steps) == 0


def test_what_the_log_does_not_hold_stops_the_fold_or_is_hypothetical(duel) -> None:
    events = [replace(duel.events[0], chance=()), *duel.events[1:]]
    match = match_of(duel, list(linked(duel.header, events)))
    stopped = fold(match)
    assert stopped.stopped is not None
    assert (stopped.stopped.seq, stopped.stopped.why.code) == (1, "chance/not-recorded")
    assumed = fold(match, hypothetical=True, at=1)
    assert assumed.stopped is None
    assert assumed.steps[0].hypothetical
    again = fold(match, hypothetical=True, at=1)
    assert again.board.slots == assumed.board.slots


def test_verifying_a_match(duel, file: Path) -> None:
    last = duel.events[-1]
    assert verify(load(file), receipt=(last.seq, last.link)).doubts == ()
    file.write_bytes(duel.data.replace(b'"by":0', b'"by":1', 1))
    assert verify(load(file)).doubts
