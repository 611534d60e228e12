"""Deck lists as text: a part in brackets or before a colon, then lines of a number and a card."""

import re
from collections.abc import Iterator, Mapping

from dm_events.kernel.ruleset import Ruleset
from dm_events.notation.names import folded, names_of
from dm_events.notation.tables import Place
from dm_events.notation.toml import text_of
from dm_events.notation.trouble import BadLine, Wrong, instead, listed, quoted

MOST = 99
"""Copies on one line, and more than any deck holds."""

_HEADING = re.compile(r"\[(?P<bracket>[^\]]*)\]|(?P<colon>[^\W\d][^:#]*):(?P<rest>.*)")
_COUNT = re.compile(r"([0-9]+)(?:\s*[x×]\s+|\s+)")

Parts = Mapping[str, tuple[str, ...]]
"""Card ids by part, as `Ruleset.may_bring` reads them."""


def read_deck(file: Place, game: Ruleset) -> Parts:
    """Read a deck list of `game`; whether it is allowed is another question.

    Raises BadLine with the file and the line.
    """
    try:
        text = text_of(file)
    except Wrong as wrong:
        raise BadLine(str(file), 0, wrong) from None
    return parse_deck(text, str(file), game)


def parse_deck(text: str, place: str, game: Ruleset) -> Parts:
    """Return the deck that a text lists. Raises BadLine."""
    parts: dict[str, list[str]] = {part: [] for part in game.deck_parts}
    part = ""
    for number, line in enumerate(text.split("\n"), 1):
        try:
            part = _line(line.partition("#")[0].strip(), part, parts, game)
        except Wrong as wrong:
            raise BadLine(place, number, wrong) from None
    return {name: tuple(cards) for name, cards in parts.items()}


def _line(line: str, part: str, parts: dict[str, list[str]], game: Ruleset) -> str:
    """Read one line into its part; return the part that the next line belongs to."""
    heading = _HEADING.fullmatch(line)
    if heading:
        named = _part(heading["bracket"] or heading["colon"] or "", game)
        line = (heading["rest"] or "").strip()
        if line:
            parts[named] += _cards(line, named, game)
            return part
        return named
    if line:
        if not part:
            raise Wrong(
                "", "a card stands before any part", listed(f"[{one.title()}]" for one in parts)
            )
        parts[part] += _cards(line, part, game)
    return part


def _part(word: str, game: Ruleset) -> str:
    name = folded(word)
    if name not in game.deck_parts:
        otherwise = listed(game.deck_parts)
        raise Wrong("", f"a deck of {game.name} has no part {quoted(word.strip())}",
                    instead(name, game.deck_parts, otherwise))  # fmt: skip
    return name


def _cards(line: str, part: str, game: Ruleset) -> Iterator[str]:
    count = _COUNT.match(line)
    number = count[1] if count else "1"
    if len(number) > len(str(MOST)) or not 0 < int(number) <= MOST:
        raise Wrong("", f"so many copies: {quoted(number)}", f"write a number from 1 to {MOST}")
    card = names_of(game).one(line[count.end() :] if count else line, part)
    return iter([card] * int(number))


def write_deck(deck: Parts, game: Ruleset) -> str:
    """Return a deck as text that reads back to it: ids, with the English name behind a #."""
    lines: list[str] = []
    for part in game.deck_parts:
        counts: dict[str, int] = {}
        for card in deck.get(part, ()):
            counts[card] = counts.get(card, 0) + 1
        lines += [f"[{part.title()}]"]
        lines += [
            f"{count} {card}  # {game.catalogue[card].name['en']}" for card, count in counts.items()
        ]
    return "\n".join(lines) + "\n"
