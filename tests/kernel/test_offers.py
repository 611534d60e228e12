"""What is offered for a choice: just the picks that it allows."""

from itertools import permutations, product

from dm_events.kernel.chance import Stream
from dm_events.kernel.commands import Choose, Pass
from dm_events.kernel.offer import One, Picks

OPTIONS = ("a", "b", "c")
ONE_OR_TWO = {picks for size in (1, 2) for picks in permutations(OPTIONS, size)}


def test_an_offer_holds_different_options_as_many_as_are_asked_for() -> None:
    offer = Picks(OPTIONS, 1, 2)
    tried = [picks for size in range(4) for picks in product((*OPTIONS, "d"), repeat=size)]
    assert {picks for picks in tried if offer.contains(Choose(picks))} == ONE_OR_TWO
    assert not offer.contains(Pass())


def test_an_option_that_is_there_twice_can_be_picked_twice() -> None:
    offer = Picks(("a", "a", "b"), 2, 3)
    assert offer.contains(Choose(("a", "a")))
    assert not offer.contains(Choose(("b", "b")))


def test_samples_are_all_that_is_offered() -> None:
    pick = Stream(b"samples").below
    offer = Picks(OPTIONS, 1, 2)
    assert {offer.sample(pick).picks for _ in range(200)} == ONE_OR_TWO


def test_no_more_is_offered_than_there_are() -> None:
    assert Picks(OPTIONS, 1, 9).words() == "Choose 1 to 3 of 3 (7 ways)"
    assert Picks(OPTIONS, 1, 2).words() == "Choose 1 to 2 of 3 (6 ways)"


def test_a_single_command_is_offered_and_no_other() -> None:
    offer = One(Choose(("a",)))
    assert offer.contains(Choose(("a",)))
    assert not offer.contains(Choose(("b",)))
    assert offer.sample(lambda _: 0) == Choose(("a",))
