"""Decks: read from text, checked, made into an opening."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from dm_events.kernel.rule import Refusal
from dm_events.kernel.ruleset import DeckList, Unreadable
from dm_events.notation.decktext import read_deck
from dm_events.notation.tables import BadFile
from dm_events.notation.toml import table_of
from dm_events.notation.trouble import BadLine, Wrong
from dm_events.service.catalogue import game


class IllegalDeck(Exception):  # noqa: N818 - the word of the domain
    """A deck breaks rules of its game: `place` is its file, `refusals` say which."""

    def __init__(self, place: str, refusals: tuple[Refusal, ...]) -> None:
        """Keep both."""
        super().__init__(place, refusals)
        self.place, self.refusals = place, refusals

    def __str__(self) -> str:
        """Return one sentence with all codes and rules."""
        found = ", ".join(
            f"{one.code} ({', '.join(rule.id for rule in one.because)})" for one in self.refusals
        )
        return f"{self.place}: the deck is not allowed: {found}; `dm deck check` says it in words."


class Checked(msgspec.Struct, frozen=True):
    """A deck as it was read, and what is wrong with it."""

    place: str
    deck: DeckList
    refusals: tuple[Refusal, ...]


def check(game_name: str, path: str | Path) -> Checked:
    """Read and check a deck list. Raises NoSuchGame, and BadFile for what is no deck list."""
    rules = game(game_name)
    deck = read_deck(Path(path), rules)
    return Checked(str(path), deck, tuple(rules.may_bring(deck)))


def opening_of(game_name: str, paths: Sequence[str | Path]) -> Any:
    """Return the opening from deck files, one for each seat.

    Raises BadFile, IllegalDeck, and ValueError for a number of decks that the game has no seats for.
    """
    decks = []
    for path in paths:
        checked = check(game_name, path)
        if checked.refusals:
            raise IllegalDeck(checked.place, checked.refusals)
        decks.append(checked.deck)
    return game(game_name).opening_of(decks)


def position_of(game_name: str, path: str | Path) -> Any:
    """Return the opening from a TOML file that describes a position. Raises BadFile."""
    file = Path(path)
    try:
        return game(game_name).position(table_of(file))
    except Wrong as wrong:
        raise BadLine(str(file), 0, wrong) from None
    except Unreadable as why:
        msg = f"{file}: {why}."
        raise BadFile(msg) from None
