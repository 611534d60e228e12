"""What cards are called: ids, and names in every language that the catalogue has."""

import unicodedata
from functools import cache

from dm_events.kernel.ruleset import Ruleset
from dm_events.notation.trouble import Wrong, nearest, quoted


class CardNames:
    """The names of a game's catalogue. Case and the number of blanks do not matter."""

    def __init__(self, game: Ruleset) -> None:
        """Gather them."""
        self._game = game
        self._ids: dict[str, dict[str, None]] = {}
        self._spelt: dict[str, str] = {}
        for card in game.catalogue.values():
            for name in (card.id, *card.name.values()):
                self._ids.setdefault(folded(name), {})[card.id] = None
                self._spelt.setdefault(folded(name), name)

    def one(self, text: str, part: str = "") -> str:
        """Return the id of the card that is meant, in this part of a deck where there are several.

        Raises Wrong with what may be meant.
        """
        found = self._in(part, tuple(self._ids.get(folded(text), ())))
        if len(found) > 1:
            what = f"{quoted(text)} is the name of {len(found)} cards"
            raise Wrong("", what, f"write the id: {' or '.join(found)}")
        if not found:
            raise Wrong("", f"no card is called {quoted(text)}", self._way_out(text, part))
        return found[0]

    def _in(self, part: str, found: tuple[str, ...]) -> tuple[str, ...]:
        """Those of several cards that stand in this part of a deck, if any do."""
        if len(found) > 1 and part:
            return tuple(one for one in found if self._game.belongs(one, part)) or found
        return found

    def _way_out(self, text: str, part: str) -> str:
        near = nearest(folded(text), self._ids)
        return "look for it in the catalogue" if near is None else (
            f"did you mean {self._spelt[near]} ({' or '.join(self._in(part, tuple(self._ids[near])))})?"
        )  # fmt: skip


def folded(name: str) -> str:
    """Return a name as it is compared: NFC, without case, with single blanks."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


@cache
def names_of(game: Ruleset) -> CardNames:
    """Return the names of a game, gathered once."""
    return CardNames(game)
