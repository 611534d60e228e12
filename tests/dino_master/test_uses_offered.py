"""The uses of abilities that are offered: with all cards that can be given up, and no others."""

from dm_events.kernel.fold import Fold
from dm_events.rulesets.dino_master.uses import UseAbility
from dm_events.service.catalogue import game

DINO = game("dino-master")


def given_up(**seat0: object) -> list[tuple[int, ...]]:
    """For each use that is offered to seat 0 against Minmi, or without targets: the places in its
    hand of the cards that are given up for it.
    """
    found = {"phase": "main 1", "seat0": seat0, "seat1": {"attack": ["Minmi"]}}
    fold = Fold(DINO, DINO.open(DINO.position(found)), DINO.defaults)
    hand = fold.board.cards_in("hand", 0)
    minmi = fold.board.cards_in("attack", 1)
    uses = [getattr(offer, "command", None) for offer in DINO.offers(fold.table, 0)]
    return sorted(
        tuple(hand.index(card) for card in use.discards + use.removes)
        for use in uses if isinstance(use, UseAbility) and use.targets in ((), minmi)
    )  # fmt: skip


def test_ankylosaurus_takes_one_or_more_armored_cards() -> None:
    hand = ["Minmi", "Hybodus", "Edmontonia", "Sauropelta"]
    offered = given_up(attack=["Ankylosaurus"], hand=hand)
    assert offered == [(0,), (0, 2), (0, 2, 3), (0, 3), (2,), (2, 3), (3,)]


def test_carnotaurus_takes_one_bipedal_card() -> None:
    hand = ["Minmi", "Carnotaurus", "Utahraptor", "Acid Rain"]
    assert given_up(attack=["Carnotaurus"], hand=hand) == [(1,), (2,)]


def test_master_chris_takes_one_card_or_two() -> None:
    """One for LP, two so that the Master cannot be attacked."""
    offered = given_up(master="Master Chris", hand=["Minmi", "Hybodus", "Acid Rain"])
    assert offered == [(0,), (0, 1), (0, 2), (1,), (1, 2), (2,)]


def test_who_has_too_little_dp_is_offered_nothing() -> None:
    hand = ["Minmi"]  # 3 DP
    assert given_up(attack=["Ankylosaurus"], hand=hand, dp=2) == []
    assert given_up(attack=["Ankylosaurus"], hand=hand, dp=3) == [(0,)]
