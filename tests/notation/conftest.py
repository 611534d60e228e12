"""Duels for the record: real cards, random choice among the offers, each played once."""

import io
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

from dm_events.kernel.chance import Stream
from dm_events.kernel.commands import Start
from dm_events.kernel.fold import Fold
from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.words import Command, Event
from dm_events.notation import jsonl
from dm_events.notation.links import linked
from dm_events.notation.record import Envelope, Header, envelope_of, header_of
from dm_events.service.catalogue import game as game_of
from dm_events.service.matches import GAMES
from dm_events.store import MatchStore

GAME = game_of("dino-master")
KIND: dict[str, list[Any]] = {
    kind: [card for card in GAME.catalogue.values() if card.kind == kind]
    for kind in ("creature", "action", "master")
}


class Duel(NamedTuple):
    header: Header[Any]
    events: list[Envelope[Command]]
    fold: Fold

    @property
    def data(self) -> bytes:
        return jsonl.dumps(self.header, self.events)

    @property
    def lines(self) -> list[bytes]:
        return self.data.splitlines()


def deck(pick: Any) -> dict[str, tuple[str, ...]]:
    """A legal deck of 40 cards."""
    pool = [card for kind in ("creature", "action") for card in KIND[kind]]
    main: list[str] = []
    while len(main) < 40:
        card = pool.pop(pick(len(pool)))
        main += [card.id] * min(card.copies, 40 - len(main))
    return {"master": (KIND["master"][pick(len(KIND["master"]))].id,), "main": tuple(main)}


@cache
def play(seed: int, at_most: int = 2_000) -> Duel:
    """A duel to its end, as its record has it."""
    pick = Stream(b"notation/%d" % seed).below
    opening = GAME.opening_of([deck(pick), deck(pick)])
    fold = Fold(GAME, GAME.open(opening), GAME.defaults, seed=b"%d" % seed, fingerprints=True)
    events: list[Envelope[Command]] = []
    while fold.result is None and len(events) < at_most:
        by, command = decide(fold, pick) if events else ("service", Start())
        event = Event(len(events) + 1, by, command)
        step = fold.add(event)
        assert step is not None, fold.stopped
        event = msgspec.structs.replace(event, chance=tuple(fold.table.chance.used))
        events.append(envelope_of(event, step.fingerprint))
    header = header_of(
        GAME, opening, match=f"duel-{seed}", source="digital", treatment="strict",
        interpretation="corrected", seed=str(seed),
    )  # fmt: skip
    return Duel(header, list(linked(header, events)), fold)


def decide(fold: Fold, pick: Any) -> tuple[int, Command]:
    """The next command: any that is offered to the first seat that may do something."""
    for seat in (0, 1):
        offers = GAME.offers(fold.table, seat)
        if offers:
            return seat, offers[pick(len(offers))].sample(pick)
    raise AssertionError("nobody may do anything")


def read_bytes(data: bytes, place: str = "duel.jsonl") -> jsonl.Log:
    return jsonl.read(io.BytesIO(data), place, GAMES)


@pytest.fixture(scope="session")
def game() -> Ruleset:
    return GAME


@pytest.fixture(scope="session", name="play")
def play_fixture() -> Callable[..., Duel]:
    """The duel of a seed."""
    return play


@pytest.fixture(scope="session")
def read() -> Callable[..., jsonl.Log]:
    """What a log's bytes are read as."""
    return read_bytes


@pytest.fixture(scope="session")
def duel() -> Duel:
    return play(1)


@pytest.fixture
def store() -> Iterator[MatchStore]:
    with MatchStore.open(":memory:") as opened:
        yield opened
