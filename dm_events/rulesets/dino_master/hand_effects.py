"""Effects on decks and hands: search, draw, shuffle, discard, recover. Source: P."""

from typing import Any

from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master import deeds as language
from dm_events.rulesets.dino_master.board import Table
from dm_events.rulesets.dino_master.changes import (
    TEXT,
    CardMilled,
    CardRecovered,
    CardSearched,
    HandRevealed,
)
from dm_events.rulesets.dino_master.costs import R027, CardDiscarded
from dm_events.rulesets.dino_master.fits import candidates
from dm_events.rulesets.dino_master.meaning import in_graveyard, meant
from dm_events.rulesets.dino_master.phases import draw
from dm_events.rulesets.dino_master.setup import CardsShuffled
from dm_events.rulesets.dino_master.triggers import PLAYERS, Use, fire


def recover(table: Table, use: Use, effect: language.Recover, picks: object) -> None:
    """From the graveyard to the hand."""
    del picks
    for card in in_graveyard(table, meant(table, use, effect)):
        table.tell(CardRecovered(table.board.owner(card), card, (TEXT,)))


def search_choice(table: Table, use: Use, effect: language.Search) -> Any:
    """Which card of the deck, or none: the deck is hidden, so nobody can be held to find one.

    It is asked whenever there is a deck, also if nothing in it fits.
    """
    found = candidates(table.board, use.seat, use.card, effect.of)
    own = tuple(card for card in found if table.board.place(card) == ("deck", use.seat))
    return (use.seat, "search", own, 0, 1) if table.board.deck(use.seat) else None


def search(table: Table, use: Use, effect: language.Search, picks: tuple[str, ...] | None) -> None:
    """Take it, then shuffle what is left."""
    for card in picks or ():
        table.tell(CardSearched(use.seat, CardId(card), effect.show, (TEXT,)))
    shuffle(table, use, effect, None)


def shuffle(table: Table, use: Use, effect: object, picks: object) -> None:
    """The own deck, and who waits for that."""
    del effect, picks
    deck = table.board.deck(use.seat)
    table.tell(CardsShuffled(use.seat, table.chance.shuffle(deck), (TEXT,)))
    fire(table, "shuffles", table.board.master(use.seat), None)


def draw_cards(table: Table, use: Use, effect: language.Draw, picks: object) -> None:
    """Draw; an empty deck gives nothing (C07)."""
    del picks
    for _ in range(effect.cards):
        draw(table, use.seat, TEXT)


def discard_choice(table: Table, use: Use, effect: language.MakeDiscard) -> Any:
    """The named player picks a card of the own hand, or the user one of the hand that was shown."""
    seat = PLAYERS.index(use.word)
    hand = table.board.hand(seat)
    if not hand:
        return None
    if effect.reveal:
        table.tell(HandRevealed(seat, (TEXT,)))
    return (use.seat if effect.reveal else seat, "discard", hand, 1, 1)


def discard(table: Table, use: Use, effect: object, picks: tuple[str, ...] | None) -> None:
    """To the graveyard."""
    del effect
    for card in picks or ():
        seat = PLAYERS.index(use.word)
        table.tell(CardDiscarded(seat, CardId(card), by=use.card, because=(TEXT, R027)))


def mill_choice(table: Table, use: Use, effect: language.Mill) -> Any:
    """How many cards of the named player's deck."""
    deck = table.board.deck(PLAYERS.index(use.word))
    numbers = tuple(str(one) for one in range(1, 1 + min(effect.most, len(deck))))
    return (use.seat, "how many", numbers, 1, 1) if numbers else None


def mill(table: Table, use: Use, effect: object, picks: tuple[str, ...] | None) -> None:
    """From the top of the deck to the graveyard, one after the other."""
    del effect
    seat = PLAYERS.index(use.word)
    for card in table.board.deck(seat)[: int(picks[0]) if picks else 0]:
        table.tell(CardMilled(seat, card, use.card, (TEXT, R027)))
