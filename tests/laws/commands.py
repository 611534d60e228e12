"""All commands that could be meant at a step: exhaustive for one card, a sample for many."""

from collections.abc import Iterator
from itertools import permutations

from dm_events.kernel.commands import Choose, Pass
from dm_events.kernel.layout import CHOICE
from dm_events.kernel.offer import Pick
from dm_events.kernel.words import CardId, Command
from dm_events.rulesets.dino_master.abilities import Cast
from dm_events.rulesets.dino_master.attack_order import AttackOrder, OrderAttacks
from dm_events.rulesets.dino_master.board import PHASES, Duel
from dm_events.rulesets.dino_master.creatures import PLACES, Summon
from dm_events.rulesets.dino_master.filters import TAXA
from dm_events.rulesets.dino_master.flock import Flock, SplitFlock
from dm_events.rulesets.dino_master.moving_line import MoveLine
from dm_events.rulesets.dino_master.phases import DrawForDp, ExtraDraw
from dm_events.rulesets.dino_master.turn import EnterPhase
from dm_events.rulesets.dino_master.uses import CastAction, UseAbility, used_ability

NOWHERE = "nowhere"
NO_CARD = CardId("2:0")
JOINT = 150
"""How many joint attack orders are drawn for a step."""


def every_command(board: Duel, seat: int, pick: Pick) -> Iterator[Command]:
    """Return commands of every type with every card, line, phase and target of the match."""
    cards = (*board.layout.cards, NO_CARD)
    yield Pass()
    yield DrawForDp()
    for phase in (*PHASES, NOWHERE):
        yield EnterPhase(phase)  # type: ignore[arg-type] # what a log may hold
    for card in cards:
        yield ExtraDraw(card)
        for line in (*PLACES, NOWHERE):
            yield Summon(card, line)
    yield from _flocks(board, cards)
    yield from _choices(board)
    yield from _casts(board, seat, cards)
    yield from _uses(board, seat, cards)
    yield from _orders(board, seat, pick)


def _flocks(board: Duel, cards: tuple[CardId, ...]) -> Iterator[Command]:
    field = (*board.creatures(0), *board.creatures(1), *board.under(0), *board.under(1))
    for card in cards:
        yield MoveLine(card)
        yield SplitFlock(card)
        yield Flock(card, ())
        yield Flock(card, field[:1])
    for leader, *members in permutations(field[:9], 2):
        yield Flock(leader, tuple(members))
    for leader, *members in permutations(field[:6], 3):
        yield Flock(leader, tuple(members))
    yield Flock(cards[0], field)
    yield Flock(NO_CARD, field)


def _choices(board: Duel) -> Iterator[Choose]:
    choice = board.slots[CHOICE]
    options = ("yes", "attack") if choice is None else (*choice.options, NOWHERE)
    for size in range(min(len(options), 3) + 1 if len(options) < 8 else 2):
        for picks in permutations(options, size):
            yield Choose(picks)
    yield Choose(options[:1] * 2)
    yield Choose(options[:-1])


def _casts(board: Duel, seat: int, cards: tuple[CardId, ...]) -> Iterator[CastAction]:
    for card in cards:
        yield CastAction(card)
    for card in board.hand(seat):
        print_ = board.face(card).card
        if print_.kind != "action":
            continue
        words = TAXA if any(one.taxon for one in print_.ability if isinstance(one, Cast)) else ()
        for word in (*words, NOWHERE):
            yield CastAction(card, (), word)
        for target in cards:
            yield CastAction(card, (target,))
        field = (*board.creatures(0), *board.creatures(1))
        for targets in permutations(field[:5] + field[-2:], 2):
            yield CastAction(card, targets)
        yield CastAction(card, field[:1] * 2)
        yield CastAction(card, field[:3])


def _uses(board: Duel, seat: int, cards: tuple[CardId, ...]) -> Iterator[UseAbility]:
    hand = board.hand(seat)
    for card in cards:
        yield UseAbility(card, 0)
        yield UseAbility(card, -1)
        yield UseAbility(card, 9)
    for card in (*board.sources(seat), *hand):
        for number in range(len(board.face(card).card.ability)):
            if used_ability(board, card, number) is None:
                yield UseAbility(card, number)
                continue
            gifts: tuple[tuple[CardId, ...], ...] = ((), *((one,) for one in hand), cards[:1])
            for gone in gifts:
                for target in cards:
                    yield UseAbility(card, number, (target,), gone)
                yield UseAbility(card, number, (), gone)
                yield UseAbility(card, number, (), (), gone)
            for two in permutations(hand[:4], 2):
                yield UseAbility(card, number, (), (), two)
                yield UseAbility(card, number, (), two)


def _orders(board: Duel, seat: int, pick: Pick) -> Iterator[OrderAttacks]:
    mine = (*board.creatures(seat), *board.hand(seat)[:1], board.master(seat), NO_CARD)
    theirs = (
        *board.creatures(1 - seat), board.master(1 - seat), board.hand(1 - seat)[0:1] or NO_CARD,
        board.master(seat),
    )  # fmt: skip
    targets = [card for card in theirs if isinstance(card, str)]
    singles = [
        AttackOrder(attacker, target, raised, against)
        for attacker in mine for target in targets
        for raised in ("", "at", "df", NOWHERE) for against in (False, True)
    ]  # fmt: skip
    yield OrderAttacks(())
    for order in singles:
        yield OrderAttacks((order,))
    plain = [order for order in singles if order.raised != NOWHERE and order.attacker != NO_CARD]
    for _ in range(JOINT):
        yield OrderAttacks(tuple(plain[pick(len(plain))] for _ in range(2 + pick(3))))
