"""What a seat may do now: the checks, asked of every command that could be meant."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice
from typing import Any

from msgspec.structs import astuple

from dm_events.kernel.commands import Pass
from dm_events.kernel.layout import CHOICE, WINDOW
from dm_events.kernel.offer import Offer, One, Pick, Picks
from dm_events.kernel.rule import Refusal
from dm_events.kernel.words import CardId, Command
from dm_events.rulesets.dino_master.abilities import Used
from dm_events.rulesets.dino_master.attack_order import (
    AttackOrder,
    OrderAttacks,
    again,
    fights_df,
    may_order,
)
from dm_events.rulesets.dino_master.board import PHASES, Duel, Table
from dm_events.rulesets.dino_master.costs import to_discard
from dm_events.rulesets.dino_master.creatures import PLACES, Summon, may_summon
from dm_events.rulesets.dino_master.filters import TAXA, Targets
from dm_events.rulesets.dino_master.fits import candidates
from dm_events.rulesets.dino_master.flock import Flock, SplitFlock, may_flock, may_split
from dm_events.rulesets.dino_master.moving_line import MoveLine, may_move
from dm_events.rulesets.dino_master.phases import (
    DrawForDp,
    ExtraDraw,
    may_draw_extra,
    may_draw_for_dp,
)
from dm_events.rulesets.dino_master.priority import FAST, MAIN, right_to_act
from dm_events.rulesets.dino_master.turn import EnterPhase, may_enter
from dm_events.rulesets.dino_master.uses import (
    CastAction,
    UseAbility,
    closed,
    may_cast,
    may_use,
)

Check = Callable[[Table, Any], Iterator[Refusal]]


class Aimed(One):
    """A card or ability in use; its targets and what it costs may be named in any order."""

    def contains(self, command: Command) -> bool:
        """Tell whether it is the one but for the order of cards."""
        return (
            isinstance(command, CastAction | UseAbility)
            and type(command) is type(self.command)
            and unordered(command) == unordered(self.command)
        )


def unordered(command: Command) -> list[object]:
    """What a command says, without the order in which it lists cards."""
    return [sorted(part) if isinstance(part, tuple) else part for part in astuple(command)]


class Flocks(Offer):
    """Every leader with every set of members that the checks let pass."""

    def __init__(self, table: Table, pairs: dict[CardId, tuple[CardId, ...]]) -> None:
        """Offer flocks made of `pairs`: for each leader, who alone may join it."""
        self._table = table
        self._seat = table.seat
        self.pairs = pairs

    def contains(self, command: Command) -> bool:
        """Ask the checks."""
        return isinstance(command, Flock) and accepted(self._table, self._seat, may_flock, command)

    def sample(self, pick: Pick) -> Flock:
        """Return an accepted flock: a leader, and members drawn as long as the checks let pass."""
        leaders = list(self.pairs)
        leader = leaders[pick(len(leaders))]
        left = list(self.pairs[leader])
        found = Flock(leader, (left.pop(pick(len(left))),))
        while left and pick(4):
            wider = Flock(leader, (*found.members, left.pop(pick(len(left)))))
            if self.contains(wider):
                found = wider
        return found

    def every(self) -> Iterator[Flock]:
        """Return accepted flocks, the smallest first."""
        for size in range(1, 1 + max(len(members) for members in self.pairs.values())):
            for leader, members in self.pairs.items():
                for some in combinations(members, size):
                    if self.contains(Flock(leader, some)):
                        yield Flock(leader, some)

    def words(self) -> str:
        """Say how many may lead."""
        return f"Flock with one of {len(self.pairs)} leaders"


def accepted(table: Table, seat: int, check: Check, command: Command) -> bool:
    """Whether a seat's command passes a check; the table is left as it was."""
    before, table.seat = table.seat, seat
    asked, table.consulted = table.consulted, {}
    passes = not any(True for _ in check(table, command))
    table.seat, table.consulted = before, asked
    return passes


class Attacks(Offer):
    """Every joint attack order that the checks let pass."""

    def __init__(self, table: Table, single: dict[CardId, tuple[AttackOrder, ...]]) -> None:
        """Offer orders made of `single` ones: for each attacker, what it alone may be ordered."""
        self._table = table
        self._seat = table.seat
        self.single = single

    def contains(self, command: Command) -> bool:
        """Ask the checks."""
        if not isinstance(command, OrderAttacks):
            return False
        return all(
            order in self.single.get(order.attacker, ()) for order in command.attacks
        ) and self._passes(command)

    def _passes(self, command: OrderAttacks) -> bool:
        return accepted(self._table, self._seat, may_order, command)

    def sample(self, pick: Pick) -> OrderAttacks:
        """Return an accepted order: drawn at random, then cut to what the checks let pass."""
        orders: list[AttackOrder] = []
        for options in self.single.values():
            if pick(4):
                taken = [order.target for order in orders]
                free = [one for one in options if self._free(one, taken)]
                if free:
                    orders.append(free[pick(len(free))])
        for size in range(len(orders), 0, -1):
            for some in combinations(orders, size):
                command = OrderAttacks(some)
                if self.contains(command):
                    return command
        return self.first()

    def _free(self, order: AttackOrder, taken: list[CardId]) -> bool:
        return order.target not in taken or self._table.board.state(order.target) is None

    def first(self) -> OrderAttacks:
        """Return the simplest order that passes."""
        return next(iter(self.every()))

    def every(self, at_most: int = 1_000) -> Iterator[OrderAttacks]:
        """Return accepted orders, those with fewest attackers first, up to a number tried."""
        return (one for one in islice(self._tries(), at_most) if self.contains(one))

    def _tries(self) -> Iterator[OrderAttacks]:
        flat = [order for options in self.single.values() for order in options]
        for size in range(1, len(self.single) + 1):
            for some in combinations(flat, size):
                if len({order.attacker for order in some}) == size:
                    yield OrderAttacks(some)

    def words(self) -> str:
        """Say how many attackers have how many targets."""
        return f"OrderAttacks with up to {len(self.single)} attackers"


def offers(table: Table, seat: int) -> tuple[Offer, ...]:
    """Return what a seat may do; nothing while another seat is asked. The table is left as it was."""
    board = table.board
    before, table.seat = table.seat, seat
    asked, table.consulted = table.consulted, {}
    try:
        if board.over:
            return ()
        choice = board.slots[CHOICE]
        if choice is not None:
            mine = choice.seat == seat
            return (Picks(choice.options, choice.least, choice.most),) if mine else ()
        window = board.slots[WINDOW]
        if window is not None and window.seat != seat:
            return ()
        found: list[Offer] = [
            (Aimed if isinstance(command, CastAction | UseAbility) else One)(command)
            for command in _commands(table, seat)
        ]
        if window is not None:
            return (One(Pass()), *found)
        domains = (_flocks(table, seat), _attacks(table, seat))
        return (*found, *(domain for domain in domains if domain is not None))
    finally:
        table.seat, table.consulted = before, asked


def _commands(table: Table, seat: int) -> Iterator[Command]:
    board = table.board
    if board.slots[WINDOW] is None:
        if board.turn_owner != seat:
            yield from _responses(table, seat)
            return
        yield from _accepted(table, may_enter, (EnterPhase(phase) for phase in PHASES))
        if board.turn.phase == "main 1":
            creatures = [c for c in board.hand(seat) if board.face(c).card.kind == "creature"]
            tries = (Summon(card, place) for card in creatures for place in PLACES)
            yield from _accepted(table, may_summon, tries)
            own = board.creatures(seat)
            yield from _accepted(table, may_move, (MoveLine(card) for card in own))
            yield from _accepted(table, may_split, (SplitFlock(card) for card in own))
        elif board.turn.phase == "draw":
            yield from _accepted(table, may_draw_extra, (ExtraDraw(c) for c in board.hand(seat)))
        elif board.turn.phase == "main 2":
            yield from _accepted(table, may_draw_for_dp, (DrawForDp(),))
            own = board.creatures(seat)
            yield from _accepted(table, may_move, (MoveLine(card) for card in own))
    yield from _responses(table, seat)


def _responses(table: Table, seat: int) -> Iterator[Command]:
    board = table.board
    if closed(table) or any(True for _ in right_to_act(table, FAST)):
        return
    for card in board.hand(seat):
        face = board.face(card)
        if face.cast is not None:
            cast = face.cast[1]
            words = TAXA if cast.taxon else ("",)
            tries = (
                CastAction(card, targets, word)
                for targets in _target_sets(board, seat, card, cast.targets) for word in words
            )  # fmt: skip
            yield from _accepted(table, may_cast, tries)
        for number, ability in face.used:
            if ability.from_hand:
                yield from _uses(table, seat, card, number, ability)
    for card in board.sources(seat):
        for number, ability in board.face(card).used:
            yield from _uses(table, seat, card, number, ability)


def _uses(table: Table, seat: int, card: CardId, number: int, ability: Used) -> Iterator[Command]:
    board, cost = table.board, ability.cost
    if cost.dp > board.player(seat).dp:
        return
    discards: Iterable[tuple[CardId, ...]] = ((),)
    if cost.discard is not None:
        own = to_discard(board, seat, card, cost.discard)
        sizes = range(cost.discards, 1 + (len(own) if cost.more else cost.discards))
        discards = tuple(gone for size in sizes for gone in combinations(own, size))
    removes: Iterable[tuple[CardId, ...]] = ((),)
    if cost.remove:
        removes = tuple(combinations(board.hand(seat), cost.remove))
    tries = (
        UseAbility(card, number, targets, gone, out)
        for targets in _all_sets(board, seat, card, ability)
        for gone in discards for out in removes
    )  # fmt: skip
    yield from _accepted(table, may_use, tries)


def _all_sets(board: Duel, seat: int, card: CardId, ability: Used
              ) -> Iterator[tuple[CardId, ...]]:  # fmt: skip
    """Target sets of an ability, of each kind of targets that it has."""
    for first in _target_sets(board, seat, card, ability.targets):
        if ability.also is None:
            yield first
        else:
            for more in _target_sets(board, seat, card, ability.also):
                yield first + more


def _target_sets(board: Duel, seat: int, card: CardId, wanted: Targets | None
                 ) -> Iterator[tuple[CardId, ...]]:  # fmt: skip
    if wanted is None:
        yield ()
        return
    fitting = candidates(board, seat, card, wanted.of)
    for size in range(wanted.least, wanted.most + 1):
        yield from combinations(fitting, size)


def _accepted(table: Table, check: object, tries: Iterable[Command]) -> Iterator[Command]:
    for command in tries:
        if not any(True for _ in check(table, command)):  # type: ignore[operator]
            yield command


def _flocks(table: Table, seat: int) -> Flocks | None:
    """The flocks that can be formed, if there is one: whoever joins with others joins alone."""
    board = table.board
    if board.turn_owner != seat or board.turn.phase not in MAIN:
        return None
    own = board.creatures(seat)
    pairs: dict[CardId, tuple[CardId, ...]] = {}
    for leader in own:
        joins = tuple(card for card in own if card != leader
                      and not any(True for _ in may_flock(table, Flock(leader, (card,)))))  # fmt: skip
        if joins:
            pairs[leader] = joins
    return Flocks(table, pairs) if pairs else None


def _attacks(table: Table, seat: int) -> Attacks | None:
    """The joint attack orders, if at least one is possible."""
    board = table.board
    turn = board.turn
    if turn.owner != seat or turn.phase != "battle" or board.player(seat).no_orders:
        return None
    single: dict[CardId, tuple[AttackOrder, ...]] = {}
    line = board.line("attack", seat)
    for card in line if not turn.rounds else [card for card in line if again(board, card)]:
        orders = tuple(order for order in _orders(board, card, seat) if _alone(table, order))
        if orders:
            single[card] = orders
    found = Attacks(table, single)
    return found if single and next(iter(found.every()), None) is not None else None


def _orders(board: Duel, card: CardId, seat: int) -> Iterator[AttackOrder]:
    other = 1 - seat
    raises = ("", "at", "df") if board.creature(card).red else ("",)
    face = board.face(card)
    for target in (*board.creatures(other), board.master(other)):
        for raised in raises:
            order = AttackOrder(card, target, raised)
            yield order
            if fights_df(board, face, order, must=False):
                yield AttackOrder(card, target, raised, against_df=True)


ALONE = ("attack/blockers-left-out",)


def _alone(table: Table, order: AttackOrder) -> bool:
    """Whether nothing but what other attackers could mend speaks against an order."""
    return all(why.code in ALONE for why in may_order(table, OrderAttacks((order,))))
