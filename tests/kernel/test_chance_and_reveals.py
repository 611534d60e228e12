"""M10 and M11: random outcomes and revealed cards are those that can be. Cases cannot write them."""

from dm_events.kernel.commands import Start
from dm_events.kernel.fold import Fold
from dm_events.kernel.words import CardId, Event, Outcome
from dm_events.rulesets.dino_master.creatures import Summon
from dm_events.rulesets.dino_master.opening import Decks, Position, SeatFound
from tests.laws.duels import GAME, played


def begun(chance: tuple[Outcome, ...]) -> Fold:
    opening = played(0).opening
    assert isinstance(opening, Decks)
    return Fold(GAME, GAME.open(opening), GAME.defaults).extend(
        [Event(1, "service", Start(), chance)]
    )


def refused(fold: Fold) -> tuple[str, list[str]]:
    assert fold.stopped is not None
    return fold.stopped.why.code, [rule.id for rule in fold.stopped.why.because]


def revealing(hand: str, name: str, then: str = "") -> Fold:
    """Seat 0 summons its one hand card, which the event says is `name`, and after it `then`."""
    position = Position((SeatFound(hand=(hand,)), SeatFound()))
    fold = Fold(GAME, GAME.open(position), GAME.defaults)
    card = CardId("0:1")
    fold.add(Event(1, 0, Summon(card, "attack"), reveals={card: name}))
    if then:
        fold.add(Event(2, 0, Summon(card, "attack"), reveals={card: then}))
    return fold


def test_a_lot_that_the_log_does_not_hold_stops_the_fold() -> None:
    assert refused(begun(())) == ("chance/not-recorded", ["M10"])


def test_a_lot_of_the_wrong_kind_does_not_fit() -> None:
    for outcome in (-1, 2):  # it is 0 or 1
        assert refused(begun((outcome,))) == ("chance/does-not-fit", ["M10"])
    assert refused(begun(((CardId("0:1"),),))) == ("chance/does-not-fit", ["M10"])


def test_an_order_of_other_cards_does_not_fit() -> None:
    assert refused(begun((0, (CardId("0:1"),)))) == ("chance/does-not-fit", ["M10"])


def test_an_unknown_card_gets_the_face_that_is_revealed() -> None:
    fold = revealing("?", "D032-JU")
    assert fold.stopped is None
    assert fold.board.place(CardId("0:1")) == ("attack", 0)
    assert fold.board.has_seen(1, CardId("0:1"))


def test_a_revealed_card_must_exist() -> None:
    assert refused(revealing("?", "D999-JU")) == ("reveal/no-such-card", ["M11"])


def test_a_known_card_is_not_another() -> None:
    assert refused(revealing("D032-JU", "D033-JU")) == ("reveal/contradicts", ["M11"])
    assert refused(revealing("?", "D032-JU", "D033-JU")) == ("reveal/contradicts", ["M11"])


def test_a_refused_reveal_changes_nothing() -> None:
    fold = revealing("D032-JU", "D033-JU")
    fresh = GAME.open(Position((SeatFound(hand=("D032-JU",)), SeatFound())))
    assert fold.board.slots == fresh.slots
