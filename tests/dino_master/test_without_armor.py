"""What cards need armor for, tried on the same cards without that condition."""

from typing import Any

import msgspec
import pytest

from dm_events.kernel.fold import Fold
from dm_events.kernel.words import Event
from dm_events.notation.cases import Case, run_case
from dm_events.rulesets.dino_master.abilities import Auto, Continuous
from dm_events.rulesets.dino_master.cards import Card
from dm_events.rulesets.dino_master.filters import Filter
from dm_events.rulesets.dino_master.game import DinoMaster
from dm_events.rulesets.dino_master.gifts import Raise
from dm_events.service.catalogue import game

CATALOGUE = game("dino-master").catalogue


def with_card(card: Card) -> DinoMaster:
    return DinoMaster({**CATALOGUE, card.id: card})


def unconditional(number: str) -> DinoMaster:
    """A game in which a card's continuous abilities hold whatever it wears."""
    card = CATALOGUE[number]
    abilities = tuple(
        msgspec.structs.replace(one, condition=None) if isinstance(one, Continuous) else one
        for one in card.ability
    )
    return with_card(msgspec.structs.replace(card, ability=abilities))


def holds(rules: DinoMaster, **facts: Any) -> tuple[str, ...]:
    case = {"name": "a card without its condition", "rules": ("R172",), **facts}
    return run_case(rules, msgspec.convert(case, type=Case))


TRICERATOPS = unconditional("D020-JU")
TWICE = ["0 attacks: Triceratops -> Master", "0 attacks: Triceratops -> Master"]
ALONE = {"phase": "battle", "seat0": {"attack": ["Triceratops"]}, "seat1": {"dp": 0}}


def test_a_second_round_of_attacks() -> None:
    board = {"seat1": {"lp": 700}}
    assert holds(TRICERATOPS, given=ALONE, when=TWICE, board=board) == ()


def test_no_third_round() -> None:
    three = [*TWICE, TWICE[0]]
    refused = "attack/round-over [R172]"
    assert holds(TRICERATOPS, given=ALONE, when=three, refused=refused, board={}) == ()


def test_only_who_may_twice_is_ordered_in_the_second_round() -> None:
    given = {**ALONE, "seat0": {"attack": ["Triceratops", "Hybodus"]}}
    when = [TWICE[0], "0 attacks: Triceratops -> Master, Hybodus -> Master"]
    refused = "attack/round-over [R172]"
    assert holds(TRICERATOPS, given=given, when=when, refused=refused, board={}) == ()


def test_a_second_round_is_offered_to_whom_it_is_open() -> None:
    for rules, offered in ((TRICERATOPS, True), (game("dino-master"), False)):
        fold = Fold(rules, rules.open(rules.position(ALONE)), rules.defaults)
        fold.add(Event(1, *rules.parse(TWICE[0], fold.board)))
        words = [offer.words() for offer in rules.offers(fold.table, 0)]
        assert any("OrderAttacks" in one for one in words) == offered


@pytest.mark.parametrize("action", ["Acid Rain", "Moon Control"])
def test_action_cards_cannot_point_at_it(action: str) -> None:
    given = {"phase": "main 1", "seat0": {"hand": [action]}, "seat1": {"attack": ["Pentaceratops"]}}
    when = [f"0 casts {action} on Pentaceratops"]
    refused = "target/protected [R061]"
    rules = unconditional("D017-JU")
    assert holds(rules, given=given, when=when, refused=refused, board={}) == ()


def test_skills_still_point_at_it() -> None:
    given = {"phase": "main 1", "seat0": {"attack": ["Hybodus"]},
             "seat1": {"dp": 0, "attack": ["Pentaceratops"]}}  # fmt: skip
    when = ["0 uses skill of Hybodus on Pentaceratops"]
    board = {"seat1": {"attack": [{"card": "Pentaceratops", "at": 700}]}}
    assert holds(unconditional("D017-JU"), given=given, when=when, board=board) == ()


def test_past_the_attack_line() -> None:
    given = {"phase": "battle", "seat0": {"attack": ["Styracosaurus"]},
             "seat1": {"dp": 0, "attack": ["Edmontonia"], "defence": ["Hybodus"]}}  # fmt: skip
    when = ["0 attacks: Styracosaurus -> Hybodus"]
    board = {"seat1": {"attack": ["Edmontonia"], "defence": []}}
    assert holds(unconditional("D018-JU"), given=given, when=when, board=board) == ()


def test_a_raise_for_each_card_of_a_kind() -> None:
    """Torosaurus, counting own creatures instead of own armors: two of them."""
    card = CATALOGUE["D019-JU"]
    gift = Raise(Filter(whose="self"), at=200, per=Filter(whose="own"))
    rules = with_card(msgspec.structs.replace(card, ability=(Continuous(gift),)))
    given = {"seat0": {"attack": ["Torosaurus", "Hybodus"]}, "seat1": {"attack": ["Minmi"]}}
    board = {"seat0": {"attack": [{"card": "Torosaurus", "at": 1200}, "Hybodus"]}}
    assert holds(rules, given=given, when=["0 enters battle"], board=board) == ()


def test_armor_is_read_as_nobody_has_one() -> None:
    """Anchiceratops, looking for who wears none: it finds one; looking for who wears one: nobody."""
    card = CATALOGUE["D011-JU"]
    auto = card.ability[0]
    assert isinstance(auto, Auto)
    assert auto.targets is not None
    bare = msgspec.structs.replace(auto.targets.of, wearing=False, other=True)
    other = msgspec.structs.replace(auto, targets=msgspec.structs.replace(auto.targets, of=bare))
    rules = with_card(msgspec.structs.replace(card, ability=(other,)))
    given = {"phase": "main 1", "seat0": {"hand": ["Anchiceratops"], "attack": ["Centrosaurus"]},
             "seat1": {"dp": 0}}  # fmt: skip
    when = ["0 summons Anchiceratops to attack"]
    told = ["StatsChanged Centrosaurus 200 0"]
    assert holds(rules, given=given, when=when, then=told, board={}) == ()
    none = {"given": given, "when": when, "never": ["StatsChanged"], "board": {}}
    assert holds(with_card(card), **none) == ()
