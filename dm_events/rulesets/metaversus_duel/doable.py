"""Whether anything of an instruction can be done. Sources: G abil, A; the cards."""

from typing import Any

from dm_events.kernel.words import CardId
from dm_events.rulesets.metaversus_duel import language as say
from dm_events.rulesets.metaversus_duel.board import SUPPLY, Table
from dm_events.rulesets.metaversus_duel.buy import Q_27
from dm_events.rulesets.metaversus_duel.choosing import fitting
from dm_events.rulesets.metaversus_duel.draw import fuel
from dm_events.rulesets.metaversus_duel.effects import holds
from dm_events.rulesets.metaversus_duel.gaining import options
from dm_events.rulesets.metaversus_duel.market import basics_left


def can_do(table: Table, seat: int, effect: Any) -> bool:
    """Whether anything of an instruction can be done now; counters can always be changed."""
    if isinstance(effect, say.Discard | say.Remove | say.Upgrade | say.PlayTreasure):
        return _from_hand(table, seat, effect)
    if isinstance(effect, say.Draw | say.Look | say.Peek | say.Sift | say.Search):
        return _from_deck(table, seat, effect)
    if isinstance(effect, say.Gain | say.GainNamed):
        return _from_market(table, seat, effect)
    board = table.board
    if isinstance(effect, say.Win):
        return holds(board, seat, effect)
    if isinstance(effect, say.Heal):
        return board.player(seat).hp < board.player(seat).max_hp
    if isinstance(effect, say.Stampede):
        return bool(board.beside(seat))
    if isinstance(effect, say.Mode):
        return any(can_do(table, seat, one) for some in effect.options.values() for one in some)
    return True


def _from_hand(table: Table, seat: int, effect: Any) -> bool:
    board = table.board
    if isinstance(effect, say.Discard):
        whose = {"self": (seat,), "opponent": (1 - seat,), "each": (0, 1)}[effect.who]
        return any(board.hand(one) for one in whose)
    if isinstance(effect, say.PlayTreasure):
        found = fitting(board, board.hand(seat), "treasure")
        return bool(found) and (not board.turn.bought or table.ask(Q_27) == "allowed")
    return bool(fitting(board, board.hand(seat), getattr(effect, "of", "any")))


def _from_deck(table: Table, seat: int, effect: Any) -> bool:
    each = isinstance(effect, say.Draw) and effect.each
    seats = (0, 1) if each else (seat,)
    if isinstance(effect, say.Search):
        return bool(table.board.deck(seat))
    return any(_cards(table, one) for one in seats)


def _cards(table: Table, seat: int) -> tuple[CardId, ...]:
    return table.board.deck(seat) or fuel(table, seat)


def _from_market(table: Table, seat: int, effect: Any) -> bool:
    board = table.board
    if isinstance(effect, say.GainNamed):
        whose = seat if effect.who == "self" else 1 - seat
        return bool(board.slots[SUPPLY + whose]) and basics_left(table, effect.kind) > 0
    if effect.to == "under" and not board.beside(seat):
        return False
    return bool(board.slots[SUPPLY + seat] and options(table, seat, effect.price))
