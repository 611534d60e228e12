"""What a seat may do now: the checks, asked of every command that could be meant. Sources: G A to D, abil."""

from collections.abc import Iterator

from dm_events.kernel.chain import Window
from dm_events.kernel.commands import Pass
from dm_events.kernel.layout import CHOICE, WINDOW
from dm_events.kernel.offer import Offer, One, Picks
from dm_events.kernel.table import owed_by
from dm_events.kernel.words import Command
from dm_events.rulesets.metaversus_duel.abilities import UseAbility
from dm_events.rulesets.metaversus_duel.board import BASICS, PHASES, Table
from dm_events.rulesets.metaversus_duel.buy import Buy
from dm_events.rulesets.metaversus_duel.characters import ChangeSide
from dm_events.rulesets.metaversus_duel.combat import Strike
from dm_events.rulesets.metaversus_duel.playing import Interrupt, Play
from dm_events.rulesets.metaversus_duel.turn import EnterDiscard, EnterPhase


def offers(table: Table, seat: int) -> tuple[Offer, ...]:
    """Return what a seat may do; nothing while another seat is asked. The table is left as it was."""
    board = table.board
    before, table.seat = table.seat, seat
    asked, table.consulted = table.consulted, {}
    try:
        if board.over:
            return ()
        pending = board.slots[CHOICE]
        if pending is not None:
            choice = owed_by(pending, seat)
            found = tuple(_accepted(table, (ChangeSide(),)))
            if choice is not None:
                return (Picks(choice.options, choice.least, choice.most), *found)
            return found
        window: Window | None = board.slots[WINDOW]
        if window is not None and window.seat != seat:
            return ()
        tries = _commands(table, seat) if window is None else _answers(table, seat, window)
        return tuple(_accepted(table, tries))
    finally:
        table.seat, table.consulted = before, asked


def _answers(table: Table, seat: int, window: Window) -> Iterator[Command]:
    yield Pass()
    if window.why == "first":
        yield from _abilities(table, seat)
    else:
        yield from (Interrupt(card) for card in table.board.hand(seat))


def _commands(table: Table, seat: int) -> Iterator[Command]:
    board = table.board
    turn = board.turn
    if turn.owner == seat and turn.number:
        yield from (EnterPhase(phase) for phase in PHASES[1:])
        yield EnterDiscard()
        yield from (Play(card) for card in board.hand(seat))
        if turn.phase == "buy" and turn.buys:
            yield from _buys(table)
        elif turn.phase == "combat":
            yield Strike()
    if turn.number:
        yield from _abilities(table, seat)


def _buys(table: Table) -> Iterator[Buy]:
    market = table.board.market
    kinds = [pile.kind for pile in market]
    for pile in market:
        if pile.left:
            yield Buy(pile.kind, pile.origin if kinds.count(pile.kind) > 1 else "")
    yield from (Buy(kind) for kind, _ in table.board.slots[BASICS])


def _abilities(table: Table, seat: int) -> Iterator[UseAbility]:
    board = table.board
    for at, _ in board.face(board.character(seat)).actives:
        yield UseAbility(at)


def _accepted(table: Table, tries: "Iterator[Command] | tuple[Command, ...]") -> Iterator[Offer]:
    checks = table.game.commands
    for command in tries:
        if not any(True for _ in checks[type(command)][0](table, command)):
            yield One(command)
