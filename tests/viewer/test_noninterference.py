"""What a viewer cannot know changes nothing that the viewer gets; a planted leak is caught."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from dm_events.kernel import sight, view
from dm_events.kernel.board import Board
from dm_events.kernel.chance import Stream
from dm_events.kernel.commands import Pass
from dm_events.kernel.fold import Fold
from dm_events.kernel.layout import CHOICE
from dm_events.kernel.offer import Offer, One, Picks
from dm_events.kernel.rule import illegal
from dm_events.kernel.sight import Sight, Viewer
from dm_events.kernel.table import Table
from dm_events.kernel.timeline import Step
from dm_events.kernel.view import offers_for, step_view
from dm_events.kernel.words import Event
from dm_events.rulesets.dino_master.abilities import Auto, Search
from dm_events.rulesets.dino_master.attack_order import OrderAttacks
from dm_events.rulesets.dino_master.cards import Card
from dm_events.rulesets.dino_master.flock import Flock
from dm_events.rulesets.dino_master.offers import Attacks, Flocks
from dm_events.rulesets.dino_master.opening import Deck, Decks, Position, SeatFound
from dm_events.rulesets.dino_master.turn import EnterPhase
from dm_events.service.play import play
from tests.laws.duels import GAME, Played, played
from tests.viewer.worlds import (
    leaked,
    mixed,
    moments,
    new_faces,
    other_world,
    shuffled,
    swapped,
    unknown,
)

KEPT_APART: tuple[Viewer, ...] = (0, 1, "public")
encode = msgspec.json.encode


def given(game: Any, viewer: Viewer, step: Step, before: Board, after: Board) -> bytes:
    """All that a viewer gets of a step."""
    told = view.step_view(game, step, viewer, before, after)
    table = Table(game, after, game.defaults)
    offered = [[words(one) for one in offers_for(game, table, seat, viewer)] for seat in (0, 1)]
    return encode((game.view(after, viewer, step.event.seq), told, offered))


def words(offer: Offer) -> Any:
    """An offer as plain values."""
    if isinstance(offer, One):
        return offer.command
    if isinstance(offer, Picks):
        return (offer.options, offer.least, offer.most)
    if isinstance(offer, Flocks):
        return [Flock(leader, members) for leader, members in offer.pairs.items()]
    assert isinstance(offer, Attacks)
    return [OrderAttacks(orders) for orders in offer.single.values()]


def check(game: Any, viewer: Viewer, step: Step, before: Board, after: Board) -> None:
    """In another world that the viewer cannot tell from this the viewer gets the same bytes."""
    between = (*moments(game, before, step), after)
    pick = Stream(f"{viewer}/{step.event.seq}".encode()).below
    hidden = unknown(viewer, *between)
    swap, faces = shuffled(hidden, pick), new_faces(game, hidden, pick)
    there = [mixed(other_world(board, swap, faces), viewer, pick) for board in (before, after)]
    here = given(game, viewer, step, before, after)
    assert here == given(game, viewer, swapped(step, swap), *there)
    assert not leaked(here.decode(), viewer, *between)


def steps(duel: Played) -> Iterator[tuple[Step, Board, Board]]:
    """The steps of a duel between their boards, each with a finding about every hidden card."""
    fold = duel.fold
    for number, step in enumerate(fold.steps, 1):
        before, after = fold.at(number - 1), fold.at(number)
        hidden = after.cards_in("deck", 0)[:1] + after.cards_in("hand", 1)[:1]
        found = tuple(illegal("dp/short", have=2, cost=card, card=card) for card in hidden)
        yield msgspec.structs.replace(step, findings=found), before, after


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 8))]
)
def test_hidden_places_and_faces_change_nothing(seed):
    duel = played(seed)
    for step, before, after in steps(duel):
        for viewer in KEPT_APART:
            check(duel.game, viewer, step, before, after)


def asks_by_hidden_cards(card: Card) -> bool:
    """Whether the game asks about this card only when hidden cards let it."""
    return any(
        isinstance(one, Auto) and (one.cost is not None or any(
            isinstance(effect, Search) for effect in one.effects))
        for one in card.ability
    ) or any(isinstance(effect, Search) for one in card.ability
             for effect in getattr(one, "effects", ()))  # fmt: skip


def silent_decks(seed: int) -> Decks:
    """Decks without cards whose question depends on what is hidden."""
    pick = Stream(b"silent/%d" % seed).below
    cards = [card for card in GAME.catalogue.values() if not asks_by_hidden_cards(card)]
    masters = [card.id for card in cards if card.kind == "master"]
    pool = [
        card.id for card in cards if card.kind in ("creature", "action") for _ in range(card.copies)
    ]

    def deck() -> Deck:
        left = list(pool)
        return Deck(
            masters[pick(len(masters))], tuple(left.pop(pick(len(left))) for _ in range(40))
        )

    return Decks((deck(), deck()))


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 6))]
)
def test_a_whole_match_is_the_same_whatever_was_never_seen(seed):
    """The other seat's cards that a viewer never saw were others: all that the viewer gets is equal."""
    events, fold = play(GAME, silent_decks(seed), GAME.defaults, seed)
    boards = [fold.at(number) for number in range(len(events) + 1)]
    for viewer in KEPT_APART:
        never = [card for card in unknown(viewer, *boards) if boards[0].owner(card) != viewer]
        faces = new_faces(GAME, never, Stream(b"never/%d" % seed).below)
        there = Fold(GAME, other_world(boards[0], {}, faces), GAME.defaults, fingerprints=True)
        there.extend(events)
        assert there.stopped is None
        for number, (step, other) in enumerate(zip(fold.steps, there.steps, strict=True)):
            before, after = there.at(number), there.at(number + 1)
            one = given_to(viewer, step, boards[number], boards[number + 1])
            assert one == given_to(viewer, other, before, after)


def given_to(viewer: Viewer, step: Step, before: Board, after: Board) -> bytes:
    """What a viewer gets of a step but offers: own cards that were never drawn are the same."""
    told = step_view(GAME, step, viewer, before, after)
    return encode((GAME.view(after, viewer, step.event.seq), told))


# Planted leaks, one for each channel: the law above must catch it.


def hand_check() -> Iterator[tuple[Step, Board, Board]]:
    """Steps to a choice among cards on hand, of which the opponent knows two."""
    some = list(GAME.catalogue)[:8]
    masters = [card.id for card in GAME.catalogue.values() if card.kind == "master"]
    seats = (SeatFound(masters[0], hand=tuple(some)), SeatFound(masters[0]))
    fold = Fold(GAME, GAME.open(Position(seats, phase="main 1")), GAME.defaults)
    for card in fold.board.cards_in("hand", 0)[2:4]:
        fold.board.show(card, 0b11)
    for by, command in (
        (0, EnterPhase("battle")),
        (1, Pass()),
        (0, EnterPhase("main 2")),
    ):
        before = fold.board.copy()
        step = fold.add(Event(len(fold.steps) + 1, by, command))
        assert step is not None
        yield step, before, fold.board.copy()
    assert fold.board.slots[CHOICE] is not None


def situations() -> Iterator[tuple[Step, Board, Board]]:
    """Where each of the planted leaks shows."""
    yield from hand_check()
    yield from steps(played(0))


def caught() -> bool:
    """Whether the law finds that something is wrong somewhere."""
    for step, before, after in situations():
        for viewer in KEPT_APART:
            try:
                check(GAME, viewer, step, before, after)
            except AssertionError:
                return True
    return False


def test_no_leak_no_alarm():
    assert not caught()


def plant_zone_order(monkeypatch):
    monkeypatch.setattr(view, "sees_zone", lambda *_: True)


def plant_top_card(monkeypatch):
    def shown(board: Board, viewer: Viewer, step: int) -> Any:
        seen = true_view(board, viewer, step)
        return msgspec.structs.replace(seen, notes=board.cards_in("deck", 0)[:1])

    true_view = GAME.view
    monkeypatch.setattr(GAME, "view", shown)


def plant_face(monkeypatch):
    def shown(board: Any, viewer: Viewer, step: int) -> Any:
        seen = true_view(board, viewer, step)
        hand = board.cards_in("hand", 0)
        cost = sum(board.face(card).card.dp for card in hand)
        return msgspec.structs.replace(seen, rulings={"cost": str(cost)})

    true_view = GAME.view
    monkeypatch.setattr(GAME, "view", shown)


def plant_options(monkeypatch):
    true_choice = view.choice_view
    monkeypatch.setattr(view, "choice_view", lambda seen: true_choice(Sight("judge", seen.board)))


def plant_happenings(monkeypatch):
    monkeypatch.setattr(view, "_told", lambda game, step, viewer, before: (step.happenings, ()))


def plant_order(monkeypatch):
    monkeypatch.setattr(sight, "_nothing", lambda value, _: value)
    sight._fields.cache_clear()


def plant_fingerprint(monkeypatch):
    def told(game: Any, step: Step, viewer: Viewer, before: Board, after: Board) -> Any:
        seen = true_step(game, step, viewer, before, after)
        print_ = str(after.cards_in("deck", 1)).encode().hex()
        return msgspec.structs.replace(seen, fingerprint=print_)

    true_step = view.step_view
    monkeypatch.setattr(view, "step_view", told)


def plant_refusals(monkeypatch):
    monkeypatch.setattr(sight, "_refusal", lambda refusal, _: msgspec.structs.replace(
        refusal, args=refusal.args | {"card": "hidden"}))  # fmt: skip


def plant_offers(monkeypatch):
    true_offers = GAME.offers
    monkeypatch.setattr(
        "tests.viewer.test_noninterference.offers_for",
        lambda game, table, seat, viewer: true_offers(table, seat),
    )


def plant_names(monkeypatch):
    monkeypatch.setattr(Sight, "let", lambda self, card: (
        self.shown.update({card: None}), card if self.known.get(card, self.judge) else sight.HIDDEN,
    )[1])  # fmt: skip


PLANTS = {name.removeprefix("plant_"): plant for name, plant in dict(globals()).items()
          if name.startswith("plant_")}  # fmt: skip


@pytest.mark.parametrize("leak", PLANTS)
def test_a_planted_leak_is_caught(leak, monkeypatch):
    PLANTS[leak](monkeypatch)
    try:
        assert caught()
    finally:
        monkeypatch.undo()
        sight._fields.cache_clear()
