"""The buy phase: treasures, gems, buying. Source: G B."""

from collections.abc import Iterator

from dm_events.kernel.rule import Question, Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Command, Happening
from dm_events.rulesets.metaversus_duel.board import SUPPLY, TURN, Duel, Table
from dm_events.rulesets.metaversus_duel.cards import Face
from dm_events.rulesets.metaversus_duel.market import (
    B_08,
    B_13,
    BASIC_PILE,
    MKT_01,
    MKT_02,
    Q_19,
    after_gain,
    basic_kinds,
    basics_left,
    find_pile,
    gain,
    price_of,
)
from dm_events.rulesets.metaversus_duel.perform import perform
from dm_events.rulesets.metaversus_duel.pools import B_05, GemsGained
from dm_events.rulesets.metaversus_duel.sources import G
from dm_events.rulesets.metaversus_duel.zones import CardPlayed

B_01 = Rule("B-01", (G("B"),), "In the buy phase treasures are played from the hand to the play area, any "
            "number in any order.")  # fmt: skip
B_02 = Rule("B-02", (G("B"),), "A treasure gives gems equal to its value, not to its price.")
B_03 = Rule("B-03", (G("B"),), "Text after the value is followed from top to bottom.")
B_06 = Rule("B-06", (G("B"),), "A buy gains one market card whose price is not above the gems held, which "
            "go down by the price.")  # fmt: skip
B_07 = Rule("B-07", (G("B"),), "A card of price 0 uses a buy and no gems.")
B_09 = Rule("B-09", (G("B"),), "A card just gained cannot be used at once unless it is said.")
B_10 = Rule("B-10", (G("B"),), "After the first buy no treasure may be played this turn.")
B_11 = Rule("B-11", (G("B"),), "Buying is optional; fewer buys than allowed are fine.")
B_12 = Rule(
    "B-12", (G("B"),), "Played treasures are not used up: they are discarded and stay in the deck."
)
Q_28 = Rule("Q-28", (G("B"), G("D")), "Extra buys got after the buy phase are wasted.")
Q_29 = Rule("Q-29", (G("B"),), "Treasures are played first, then cards are bought.")

Q_27 = Question("Q-27", "treasure-by-an-effect-after-a-buy", (G("B"),),
    "May an effect play a treasure after the first buy?", ("allowed", "forbidden"), "allowed")  # fmt: skip

PLAYED, VALUE = (B_01,), (B_02,)


class Buy(Command, frozen=True):
    """The turn player buys a card of a kind; `origin` where two piles of it stand."""

    kind: str
    origin: str = ""


class CardBought(Happening, frozen=True):
    """A seat used a buy and so many gems for a card of a kind."""

    seat: int
    kind: str
    gems: int
    because: tuple[Rule, ...] = ()


def may_play_treasure(table: Table) -> Iterator[Refusal]:
    """In the buy phase, before the first buy."""
    turn = table.board.slots[TURN]
    if turn.phase != "buy":
        yield illegal("phase/wrong", B_01, phase=turn.phase)
    if turn.bought:
        yield illegal("buy/bought-already", B_10)


def play_treasure(table: Table, seat: int, card: CardId, face: Face) -> None:
    """Show it, take its value, follow its text."""
    table.tell(CardPlayed(seat, card, None, PLAYED))
    if face.card.value:
        table.tell(GemsGained(seat, face.card.value, VALUE))
    if face.text:
        perform(table, seat, card, face.text, "treasure")


def may_buy(table: Table, command: Buy) -> Iterator[Refusal]:
    """In the own buy phase, with a buy and the gems, what the market holds."""
    turn = table.board.slots[TURN]
    if not turn.number:
        yield impossible("match/not-begun", TURN_01)
        return
    yield from not_there(table, command)
    if turn.owner != table.seat:
        yield illegal("turn/not-owner", TURN_01, owner=turn.owner)
    if turn.phase != "buy":
        yield illegal("phase/wrong", B_06, phase=turn.phase)
    if turn.buys < 1:
        yield illegal("buys/none", B_05)
    price = price_at(table, command)
    if price > turn.gems:
        yield illegal("gems/short", B_06, have=turn.gems, cost=price)


def not_there(table: Table, command: Buy) -> Iterator[Refusal]:
    """A kind must have a pile, and the pile a card."""
    board, kind = table.board, command.kind
    if kind in basic_kinds(table) and not command.origin:
        if table.ask(Q_19) == "not-on-sale":
            yield impossible("market/no-such-pile", MKT_01, card=kind)
        elif basics_left(table, kind) <= 0:
            yield impossible("market/sold-out", MKT_02, card=kind)
        return
    at = find_pile(board, kind, command.origin)
    if at is None:
        yield impossible("market/no-such-pile", MKT_01, card=kind)
    elif not board.market[at].left or not board.slots[SUPPLY + table.seat]:
        yield impossible("market/sold-out", MKT_02, card=kind)


TURN_01 = Rule("TURN-01", (G("개요"), G("D")), "Turns alternate, the first player's is first.")


def price_at(table: Table, command: Buy) -> int:
    """What the turn player would pay."""
    at = find_pile(table.board, command.kind, command.origin)
    origin = "" if at is None else table.board.market[at].origin
    return price_of(table, table.seat, command.kind, origin)


def buy(table: Table, command: Buy) -> None:
    """Pay, take the card to the play area; a pile that runs out is restocked."""
    board, seat = table.board, table.seat
    basic = command.kind in basic_kinds(table) and command.origin == ""
    found = BASIC_PILE if basic else find_pile(board, command.kind, command.origin)
    at = BASIC_PILE if found is None else found
    price = price_at(table, command)
    table.tell(CardBought(seat, command.kind, price, PAID if price else FREE))
    gain(table, seat, at, command.kind, "play", B_08, B_13)
    after_gain(table, at)


PAID, FREE = (B_06,), (B_06, B_07)


def apply_bought(board: Duel, happening: CardBought) -> None:
    """Fewer gems and buys; no more treasures this turn."""
    turn = board.slots[TURN]
    board.set_turn(gems=max(0, turn.gems - happening.gems), buys=max(0, turn.buys - 1), bought=True)


CHAPTER = Chapter(globals(), commands={Buy: (may_buy, buy)}, apply={CardBought: apply_bought})
