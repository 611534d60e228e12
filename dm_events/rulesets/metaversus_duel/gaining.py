"""Instructions that gain cards from the market. Sources: G A, B, prep#6; the cards."""

from typing import Any

from msgspec.structs import replace

from dm_events.kernel.words import CardId
from dm_events.rulesets.metaversus_duel import language as say
from dm_events.rulesets.metaversus_duel.board import SUPPLY, Table
from dm_events.rulesets.metaversus_duel.choosing import fitting
from dm_events.rulesets.metaversus_duel.market import (
    B_13,
    BASIC_PILE,
    Q_15,
    Q_16,
    after_gain,
    gain,
    on_sale,
    price_of,
)
from dm_events.rulesets.metaversus_duel.perform import Do
from dm_events.rulesets.metaversus_duel.zones import CardSetAside, remove


def options(table: Table, seat: int, price: int | None) -> dict[str, tuple[str, int]]:
    """What may be gained: words for the kinds, those of two piles with their origin."""
    found = on_sale(table, price, seat)
    kinds = [kind for kind, _ in found]
    market = table.board.market
    return {
        (f"{kind}@{market[at].origin}" if kinds.count(kind) > 1 else kind): (kind, at)
        for kind, at in found
    }


def do_gain(table: Table, task: Do, effect: say.Gain) -> None:
    """Ask which kind; gain it, or so many copies of it."""
    board, seat = table.board, task.seat
    if effect.to == "under" and not board.beside(seat):
        return
    if task.stage == 0:
        found = options(table, seat, effect.price)
        if found and board.slots[SUPPLY + seat]:
            table.choose(seat, "gain", tuple(found), 1, 1, replace(task, stage=1))
        return
    if task.stage == 1:
        word = task.picks[0]
        if effect.to == "under":
            then = replace(task, stage=2, memo=(word,), picks=())
            table.choose(seat, "set-aside", board.beside(seat), 1, 1, then)
        else:
            kind, at = options(table, seat, effect.price)[word]
            take_copies(table, task, effect, kind, at, effect.copies)
    elif task.stage == 2:
        kind, at = options(table, seat, effect.price)[task.memo[0]]
        card = board.slots[SUPPLY + seat][0]
        if gain(table, seat, at, kind, "under", B_13):
            table.tell(CardSetAside(seat, card, CardId(task.picks[0])))
            after_gain(table, at)
    else:
        at, left = int(task.memo[0]), int(task.memo[1])
        if board.market[at].left:
            take_copies(table, task, effect, board.market[at].kind, at, left)


def take_copies(table: Table, task: Do, effect: say.Gain, kind: str, at: int, copies: int) -> None:
    """Gain copies until there are enough, or the pile is sold out (Q-16)."""
    board = table.board
    for taken in range(copies):
        if not gain(table, task.seat, at, kind, effect.to, B_13):
            return
        sold_out = at != BASIC_PILE and not board.market[at].left
        if sold_out or taken == copies - 1:
            after_gain(table, at)
            left = copies - taken - 1
            if left and table.ask(Q_16) == "restock-between" and table.ask(Q_15) == "at-once":
                table.then(replace(task, stage=3, memo=(str(at), str(left)), picks=()))
            return


def do_gain_named(table: Table, task: Do, effect: say.GainNamed) -> None:
    """A basic card, for the performer or the opponent."""
    seat = task.seat if effect.who == "self" else 1 - task.seat
    gain(table, seat, BASIC_PILE, effect.kind, effect.to, B_13)


def do_upgrade(table: Table, task: Do, effect: say.Upgrade) -> None:
    """Remove a card; gain one that costs a little more."""
    board, seat = table.board, task.seat
    if not task.stage:
        cards = fitting(board, board.hand(seat), "any")
        if cards:
            table.choose(seat, "remove", cards, 1, 1, replace(task, stage=1))
        return
    card = CardId(task.picks[0])
    price = price_of(table, seat, board.face(card).cid, "") if board.face(card).cid != "?" else 0
    remove(table, seat, card)
    table.then(Do(seat, task.card, say.Gain(price + effect.n, "hand"), task.kind))


GAINING: dict[type, Any] = {
    say.Gain: do_gain, say.GainNamed: do_gain_named, say.Upgrade: do_upgrade,
}  # fmt: skip
