"""The game as a record pins it: its edition, and card definitions that were replaced since."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from dm_events.kernel.ruleset import Ruleset
from dm_events.notation.trouble import Wrong, quoted

KEPT = 32
"""So many games with older cards are kept ready."""


def of_edition(game: Ruleset, edition: str) -> Ruleset:
    """Return the game by the rules of an edition. Raises Wrong for one that is not known."""
    found = game if edition == game.edition else game.editions.get(edition)
    if found is None:
        known = ", ".join(game.editions or (game.edition,))
        what = f"{game.name} has no edition {quoted(edition)}"
        raise Wrong("edition", what, f"this version knows {known}")
    return found


def with_pinned(game: Ruleset, pins: Mapping[str, str]) -> Ruleset:
    """Return the game with the definitions that are pinned, where it keeps them; else itself.

    Equal pins give the same object.
    """
    older = tuple(
        (card, pin)
        for (card, pin), kept in game.superseded.items()
        if pins.get(card) == pin and kept != game.catalogue.get(card)
    )
    return _with(game, older) if older else game


@lru_cache(KEPT)
def _with(game: Ruleset, older: tuple[tuple[str, str], ...]) -> Ruleset:
    make: Any = type(game)
    made: Ruleset = make(
        {**game.catalogue, **{card: game.superseded[card, pin] for card, pin in older}}
    )
    made.editions, made.superseded = game.editions, game.superseded
    return made


def is_read_as(game: Ruleset, card: str, pin: str) -> bool:
    """Whether a pin names, in an older form of definitions, the one that the game has."""
    return bool(game.superseded.get((card, pin)) == game.catalogue[card])
