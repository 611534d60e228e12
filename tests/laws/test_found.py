"""Faults that the laws have found, each in the smallest match that shows it."""

from typing import Any

import pytest

from dm_events.kernel.commands import Choose, Pass, Start
from dm_events.kernel.fold import Fold, Treatment
from dm_events.kernel.layout import CHOICE, WINDOW
from dm_events.kernel.words import CardId, Command, Event
from dm_events.rulesets.dino_master.abilities import Auto, When
from dm_events.rulesets.dino_master.attack_order import AttackOrder, OrderAttacks
from dm_events.rulesets.dino_master.cards import Card
from dm_events.rulesets.dino_master.creatures import Summon
from dm_events.rulesets.dino_master.deeds import Draw
from dm_events.rulesets.dino_master.game import DinoMaster
from dm_events.rulesets.dino_master.opening import Found, Opening, Position, SeatFound
from dm_events.rulesets.dino_master.turn import EnterPhase
from dm_events.rulesets.dino_master.uses import CastAction, UseAbility
from tests.laws.duels import GAME, decks

CHRIS, DIMORPHODON, HYBODUS, RAPTOR, METEOR_STRIKE, TOXIC = (
    "2011NM-MSCMartin", "D042-JU", "D032-JU", "D010-JU", "AC007-MG", "AC002-MG",
)  # fmt: skip


def found(seat0: dict[str, Any], seat1: dict[str, Any], phase: Any = "main 1") -> Position:
    seats = (SeatFound(CHRIS, **seat0), SeatFound(CHRIS, **seat1))
    return Position(seats, phase=phase)


def folded(
    opening: Opening, *commands: tuple[int | str, Command], treatment: Treatment = "strict"
) -> Fold:
    """Fold commands, and let everybody who is asked pass."""
    fold = Fold(GAME, GAME.open(opening), GAME.defaults, treatment=treatment)
    for by, command in commands:
        fold.add(Event(len(fold.steps) + 1, by, command))
        while fold.stopped is None and (window := fold.board.slots[WINDOW]) is not None:
            fold.add(Event(len(fold.steps) + 1, window.seat, Pass()))
    return fold


def code(fold: Fold) -> str:
    """Why the fold stopped."""
    return "" if fold.stopped is None else fold.stopped.why.code


def test_a_triggered_price_is_paid_from_the_own_hand() -> None:
    """The opponent's hand was offered too, and the card went to the wrong graveyard."""
    mine, theirs = (DIMORPHODON, HYBODUS), (HYBODUS,)
    opening = found({"hand": mine}, {"hand": theirs, "attack": (Found(RAPTOR),)})
    summon = Summon(CardId("0:1"), "attack")
    asked = folded(opening, (0, summon), (0, Choose(("yes",))))
    assert asked.board.slots[CHOICE].options == ("0:2",)
    fold = folded(opening, (0, summon), (0, Choose(("yes",))), (0, Choose(("0:2",))))
    assert fold.board.place(CardId("0:2")) == ("graveyard", 0)
    none = folded(found({"hand": mine[:1]}, {"hand": theirs}), (0, summon))
    assert none.board.slots[CHOICE] is None


def test_a_word_that_no_card_asks_for_is_refused() -> None:
    """Any word was accepted, also where the card asks for none."""
    opening = found({"hand": (TOXIC,)}, {})
    card = CardId("0:1")
    assert code(folded(opening, (0, CastAction(card, word="feathered")))) == "word/not-offered"
    assert folded(opening, (0, CastAction(card, word="winged"))).stopped is None


@pytest.mark.parametrize("targets", [("0:1", "0:2"), ("0:2", "0:1")])
def test_targets_are_offered_in_any_order(targets: tuple[CardId, ...]) -> None:
    """Only one order of several targets was offered; all of them were accepted."""
    opening = found({"attack": (Found(RAPTOR),) * 2}, {"hand": (METEOR_STRIKE,)}, "battle")
    fold = Fold(GAME, GAME.open(opening), GAME.defaults)
    fold.add(Event(1, 0, OrderAttacks((AttackOrder(CardId("0:1"), CardId("1:0")),))))
    cast = CastAction(CardId("1:1"), targets)
    assert any(offer.contains(cast) for offer in GAME.offers(fold.table, 1))
    assert fold.add(Event(2, 1, cast)) is not None


def test_cards_of_a_price_are_offered_in_any_order() -> None:
    """Likewise for two cards that are removed from the hand."""
    price = UseAbility(CardId("0:0"), 1, removes=(CardId("0:3"), CardId("0:2")))
    fold = Fold(GAME, GAME.open(found({"hand": (RAPTOR,) * 3}, {})), GAME.defaults)
    assert any(offer.contains(price) for offer in GAME.offers(fold.table, 0))


def test_nothing_but_the_start_is_possible_before_it() -> None:
    """A phase could be entered before the match had begun."""
    opening = decks(GAME, 0)
    assert code(folded(opening, (0, EnterPhase("main 1")))) == "match/not-begun"
    fold = Fold(GAME, GAME.open(opening), GAME.defaults, seed=b"found")
    assert GAME.offers(fold.table, 0) == GAME.offers(fold.table, 1) == ()
    assert fold.add(Event(1, "service", Start())) is not None


def test_a_creature_is_ordered_once() -> None:
    """One creature could be ordered against two targets in one go."""
    opening = found({"attack": (Found(RAPTOR),)}, {"attack": (Found(RAPTOR),) * 2}, "battle")
    orders = tuple(AttackOrder(CardId("0:1"), CardId(target)) for target in ("1:1", "1:2"))
    assert code(folded(opening, (0, OrderAttacks(orders)))) == "attack/attacker-twice"
    assert folded(opening, (0, OrderAttacks(orders[:1]))).stopped is None


def test_an_attack_out_of_turn_reaches_the_master_it_was_aimed_at() -> None:
    """As played, it took LP from the attacker's own Master."""
    opening = found({"lp": 1000}, {"lp": 1000, "attack": (Found(RAPTOR),)}, "battle")
    order = OrderAttacks((AttackOrder(CardId("1:1"), CardId("0:0")),))
    fold = folded(opening, (1, order), treatment="as-played")
    assert fold.steps[0].findings
    assert [fold.board.player(seat).lp for seat in (0, 1)] == [500, 1000]  # type: ignore[attr-defined]


def test_an_ability_of_a_master_that_is_attacked_works_once() -> None:
    """It was set off as a card that works and once more as a card that has left."""
    ability = Auto(When("targeted"), (Draw(1),))
    master = Card("M", {"en": "Master"}, "master", "", lp=2000, ability=(ability,))
    game = DinoMaster({**GAME.catalogue, "M": master})
    seats = (SeatFound(CHRIS, attack=(Found(RAPTOR),)), SeatFound("M", deck=(RAPTOR,) * 5))
    fold = Fold(game, game.open(Position(seats, phase="battle")), game.defaults)
    fold.add(Event(1, 0, OrderAttacks((AttackOrder(CardId("0:1"), CardId("1:0")),))))
    assert len(fold.board.cards_in("hand", 1)) == 1
