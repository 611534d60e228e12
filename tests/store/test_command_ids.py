"""A command's id is its own for the life of the log, on every store and whatever way it took there."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest

from dm_events.kernel.commands import Note, Start
from dm_events.notation.codec import encode
from dm_events.notation.links import linked
from dm_events.notation.record import Envelope
from dm_events.service.backups import backup, restore
from dm_events.service.beginning import About, import_, new
from dm_events.service.catalogue import game
from dm_events.service.interpretations import resolve
from dm_events.service.keeping import copy
from dm_events.service.matches import load, match_of, stored, verify
from dm_events.service.not_recorded import NotWhole, SameId
from dm_events.service.recording import Entry, add
from dm_events.store import MatchStore, Receipt, StoreUnavailable
from tests.store.lost_answer import between

GAME = game("dino-master")
SAMPLE = Path(__file__).parents[2] / "samples" / "dino-master" / "ten-dp.jsonl"
MINE = Entry(by=0, command=Note("mine"), id="c-2", entered_by="p-1")


@pytest.fixture
def receipt(store: MatchStore) -> Receipt:
    """A match "final" with two commands that have ids; the receipt of the second."""
    new(store, GAME, load(SAMPLE).header.opening, resolve(GAME.name, "corrected"), About(match="final"))  # fmt: skip
    add(store, "final", 0, Entry(by="service", command=Start(), id="c-1"))
    told = add(store, "final", 1, MINE).receipt
    add(store, "final", 2, Entry(by=1, command=Note("theirs")))
    return told


def holds(store: MatchStore, receipt: Receipt) -> None:
    """The same command has its receipt, another of that id is told so, and nothing is stored."""
    assert add(store, "final", 1, MINE).receipt == receipt
    assert add(store, "final", 3, MINE).receipt == receipt
    for other in (
        msgspec.structs.replace(MINE, command=Note("changed")),
        msgspec.structs.replace(MINE, by=1),
        msgspec.structs.replace(MINE, entered_by="p-2"),
        Entry(by=1, command=Note("mine"), id="c-1"),
    ):
        with pytest.raises(SameId, match="give each command an id of its own"):
            add(store, "final", 3, other)
    assert store.head("final").seq == 3


def test_an_id_is_used_once(store: MatchStore, receipt: Receipt) -> None:
    holds(store, receipt)


def test_an_id_is_used_once_after_reopening(
    where: str, store: MatchStore, receipt: Receipt
) -> None:
    if where == ":memory:":
        return
    store.close()
    with MatchStore.open(where) as again:
        holds(again, receipt)


def test_an_id_is_used_once_after_a_copy_and_a_restore(
    store: MatchStore, receipt: Receipt, tmp_path: Path
) -> None:
    backup(store, str(tmp_path / "backup.db"))
    with MatchStore.open(None) as restored, MatchStore.open(str(tmp_path / "copy.db")) as copied:
        restore(str(tmp_path / "backup.db"), restored)
        list(copy(restored, copied))
        for one in (restored, copied):
            holds(one, receipt)
            assert verify(stored(one, "final")).doubts == ()


def test_an_id_is_used_once_after_an_import(store: MatchStore, receipt: Receipt) -> None:
    found = stored(store, "final")
    with MatchStore.open(None) as other:
        import_(other, found)
        holds(other, receipt)


def test_a_log_that_has_an_id_twice_is_not_taken_in(store: MatchStore, receipt: Receipt) -> None:
    found = stored(store, "final")
    twice: list[Envelope[Any]] = [
        *found.events,
        Envelope(seq=4, by=1, command=Note("again"), id="c-2"),
    ]
    log = found.log._replace(events=list(linked(found.header, twice)))
    with pytest.raises(NotWhole, match="event 4 has the command id c-2, which is that of event 2"):
        import_(store, match_of(log, "twice.jsonl"), "twice")
    store.append("final", 3, [encode(twice[3])])
    assert [str(doubt) for doubt in verify(stored(store, "final")).doubts] == [
        "event 4 has the command id c-2, which is that of event 2"
    ]


def test_an_answer_that_is_lost_after_the_commit_is_settled_by_the_id(pg_url: str) -> None:
    """The connection ends when the server has committed and before anybody is told."""
    if "host=%2F" not in pg_url:
        pytest.skip("needs a server on a unix socket")
    with TemporaryDirectory() as there, between(Path(there), pg_url) as link:
        with MatchStore.open(pg_url) as store:
            store.migrate()
            new(store, GAME, load(SAMPLE).header.opening, resolve(GAME.name, "corrected"), About(match="final"))  # fmt: skip
        with MatchStore.open(link.url) as store:
            add(store, "final", 0, Entry(by="service", command=Start(), id="c-1"))
            link.loses = True
            receipt = add(store, "final", 1, MINE).receipt
            assert (link.loses, receipt) == (False, store.head("final"))
            link.loses = True
            with pytest.raises(StoreUnavailable, match="send the command again with the same id"):
                add(store, "final", 2, Entry(by=1, command=Note("theirs")))
            assert store.head("final").seq == 3
            holds(store, receipt)
            store.verify("final")


def test_on_paper_a_command_sent_again_without_its_chance_is_another(store: MatchStore) -> None:
    """On paper the sender says what the table saw; in digital matches the service draws."""
    opening, read_so = load(SAMPLE).header.opening, resolve(GAME.name, "corrected")
    new(store, GAME, opening, read_so, About(match="digital"))
    start = Entry(by="service", command=Start(), id="s-1")
    drawn = add(store, "digital", 0, start)
    assert drawn.event.chance
    assert add(store, "digital", 0, start).receipt == drawn.receipt
    new(store, GAME, opening, read_so, About(match="paper", source="paper"))
    seen = msgspec.structs.replace(start, chance=drawn.event.chance)
    told = add(store, "paper", 0, seen)
    assert add(store, "paper", 0, seen).receipt == told.receipt
    with pytest.raises(SameId):
        add(store, "paper", 0, start)
