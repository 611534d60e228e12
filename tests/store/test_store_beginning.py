"""A match is begun, or taken in, once: whoever did not hear the answer sends it again."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from dm_events.kernel.commands import Note, Start
from dm_events.notation.codec import encode
from dm_events.service.beginning import About, import_, new
from dm_events.service.catalogue import game
from dm_events.service.interpretations import resolve
from dm_events.service.matches import Match, load, stored, verify
from dm_events.service.recording import Entry, add
from dm_events.store import MatchExists, MatchStore, Receipt, StoreUnavailable
from tests.store.lost_answer import between

GAME = game("dino-master")
SAMPLE = Path(__file__).parents[2] / "samples" / "dino-master" / "ten-dp.jsonl"
FINAL = About(match="final", event="Open", round=3)
START = Entry(by="service", command=Start())


@pytest.fixture(scope="module")
def sample() -> Match:
    return load(SAMPLE)


def begin(
    store: MatchStore, sample: Match, about: About = FINAL, read_so: str = "corrected"
) -> Receipt:
    return new(store, GAME, sample.header.opening, resolve(GAME.name, read_so), about)


@pytest.mark.parametrize("source", ["digital", "paper"])
def test_a_match_begun_again_has_the_receipt_of_the_first_time(
    store: MatchStore, sample: Match, source: Any
) -> None:
    about = About(match="final", event="Open", round=3, source=source)
    receipt = begin(store, sample, about)
    kept = store.attempts("final")
    assert begin(store, sample, about) == receipt
    first = START if source == "digital" else Entry(by="official", command=Note("late"))
    add(store, "final", 0, first)
    assert begin(store, sample, about) == receipt
    assert (store.head("final").seq, store.attempts("final")) == (1, kept)


@pytest.mark.parametrize(
    ("about", "read_so"),
    [(About(match="final", event="Open", round=4), "corrected"), (FINAL, "korean-dp"),
     (About(match="final", event="Open", round=3, source="paper"), "corrected")],
)  # fmt: skip
def test_another_match_of_the_id_is_refused(
    store: MatchStore, sample: Match, about: About, read_so: str
) -> None:
    receipt = begin(store, sample)
    with pytest.raises(MatchExists, match="is already in"):
        begin(store, sample, about, read_so)
    assert store.head("final") == receipt


def lose(monkeypatch: pytest.MonkeyPatch, *, before: bool) -> None:
    """Lose the next answer of a store: after it has stored a match, or before."""
    create = MatchStore.create

    def lost(store: MatchStore, match: str, header: bytes, events: Sequence[bytes] = (), *,
             beside: Sequence[bytes] = ()) -> Receipt:  # fmt: skip
        monkeypatch.setattr(MatchStore, "create", create)
        if not before:
            store.create(match, header, events, beside=beside)
        raise StoreUnavailable(store.medium.place, "was lost")

    monkeypatch.setattr(MatchStore, "create", lost)


def test_an_answer_to_a_beginning_that_was_lost_is_settled(
    store: MatchStore, sample: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose(monkeypatch, before=False)
    receipt = begin(store, sample)
    assert receipt == store.head("final") == begin(store, sample)
    assert add(store, "final", 0, START).receipt.seq == 1
    lose(monkeypatch, before=True)
    with pytest.raises(StoreUnavailable, match="was lost"):
        begin(store, sample, About(match="other"))
    assert store.matches() == ["final"]
    lose(monkeypatch, before=False)
    assert import_(store, sample, "ten-dp") == store.head("ten-dp")


def test_a_beginning_that_was_lost_by_a_real_server_is_settled(pg_url: str, sample: Match) -> None:
    if "host=%2F" not in pg_url:
        pytest.skip("needs a server on a unix socket")
    with TemporaryDirectory() as there, between(Path(there), pg_url) as link:
        with MatchStore.open(pg_url) as store:
            store.migrate()
        with MatchStore.open(link.url) as store:
            link.loses = True
            receipt = begin(store, sample)
            assert not link.loses
            assert receipt == store.head("final") == begin(store, sample)
            assert add(store, "final", 0, START).receipt.seq == 1
            link.loses = True
            assert import_(store, sample, "ten-dp") == store.head("ten-dp")


def test_a_match_taken_in_again_has_the_receipt_of_the_first_time(
    store: MatchStore, sample: Match
) -> None:
    receipt = import_(store, sample, "ten-dp")
    assert import_(store, sample, "ten-dp") == receipt
    line = encode(Entry(by=0, command=Note("later")))
    store.append("ten-dp", receipt.seq, [line])
    assert import_(store, sample, "ten-dp") == receipt
    shorter = load(SAMPLE)
    del shorter.events[-2:]
    assert import_(store, shorter, "ten-dp").seq == receipt.seq - 2
    assert store.head("ten-dp").seq == receipt.seq + 1
    import_(store, shorter, "shorter")
    with pytest.raises(MatchExists):
        import_(store, sample, "shorter")


def test_a_match_of_before_that_was_begun_without_its_seed_is_not_called_begun(
    store: MatchStore, sample: Match
) -> None:
    with MatchStore.open(None) as other:
        begin(other, sample)
        store.create("final", other.read("final")[0])
    with pytest.raises(MatchExists):
        begin(store, sample)
    assert [one.code for one in verify(stored(store, "final", fully=True)).doubts] == [
        "secret/missing"
    ]
