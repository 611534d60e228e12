"""Whom an effect means: its targets, each card of a kind, the card itself. Source: P."""

from typing import Any

from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.board import LINES, Table
from dm_events.rulesets.dino_master.fits import candidates
from dm_events.rulesets.dino_master.triggers import Use


def meant(table: Table, use: Use, effect: Any) -> tuple[CardId, ...]:
    """The cards on which an effect works, without those that are gone (C126)."""
    to = effect.to
    if to == "target":
        cards = use.targets
    elif to == "first":
        cards = use.targets[:1]
    elif to == "second":
        cards = use.targets[1:]
    elif to == "each":
        return candidates(table.board, use.seat, use.card, effect.of)
    else:
        one = {"self": use.card, "other": use.other, "subject": use.subject}[to]
        cards = () if one is None else (one,)
    return cards


def creatures_meant(table: Table, use: Use, effect: Any) -> list[CardId]:
    """The same, as far as they are creatures on the field."""
    board = table.board
    return [card for card in meant(table, use, effect) if board.place(card)[0] in LINES]


def in_graveyard(table: Table, cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """Those of the cards that are in a graveyard."""
    return tuple(card for card in cards if table.board.place(card)[0] == "graveyard")
