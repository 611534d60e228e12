"""Cards as small boxes: name, figures, marks, what lies on them."""

from collections.abc import Iterable

from dm_events.kernel.view import CardView, Lasting
from dm_events.notation.words import Words
from dm_events.viewer.columns import fold, pad, wrap
from dm_events.viewer.sentences import name_in

NARROWEST = 15
"""A box is at least so wide inside: `AT 1000 DF 1000` fits."""


def boxes(cards: Iterable[CardView], words: Words, columns: int, *, ids: bool) -> list[list[str]]:
    """Return bands of boxes, each at most `columns` wide; the boxes of a band are equally high."""
    cards = tuple(cards)
    across = max(1, (columns + 1) // (NARROWEST + 3))
    inside = (columns + 1) // across - 3
    bands = []
    for first in range(0, len(cards), across):
        inner = [card_lines(card, words, inside, ids=ids) for card in cards[first : first + across]]
        height = max(len(lines) for lines in inner)
        bands.append(_band([lines + [""] * (height - len(lines)) for lines in inner], inside))
    return bands


def _band(inner: list[list[str]], inside: int) -> list[str]:
    edge = " ".join(f"+{'-' * inside}+" for _ in inner)
    rows = zip(*inner, strict=True)
    return [edge, *(" ".join(f"|{pad(text, inside)}|" for text in row) for row in rows), edge]


def card_lines(card: CardView, words: Words, columns: int, *, ids: bool) -> list[str]:
    """Return what a box says of a card, line by line."""
    name = name_in(card.name, words.language)
    marks = [*figures(card, words), *(words.named("flag", flag) for flag in card.flags)]
    marks += [lasting(one, words) for one in card.states]
    lines = fold(f"{name} {card.id}" if ids else name, columns) + wrap(marks, columns)
    for one in card.attachments:
        lines += [f"+ {line}" for line in card_lines(one, words, columns - 2, ids=ids)]
    return lines


def figures(card: CardView, words: Words) -> list[str]:
    """Return `AT 400(500)`: as it is now and, where that differs, as it is printed.

    A figure of 0 that is in `word.no_zero` says nothing and is left out.
    """
    silent = words.word.get("no_zero", "").split()
    found = []
    for name, value in card.stats.items():
        printed = card.printed.get(name)
        if value or printed is not None or name not in silent:
            other = "" if printed is None else f"({printed})"
            found.append(f"{words.named('stat', name)} {value}{other}")
    return found


def lasting(one: Lasting, words: Words) -> str:
    """Return `sleep 2`, `injury AT-100`, `AT+200 this turn`."""
    parts = [words.named("state", one.name)] if one.name else []
    parts += [f"{words.named('stat', stat)}{amount:+}" for stat, amount in one.stats.items()]
    parts += [str(one.turns)] if one.turns is not None else []
    until = words.named("until", one.until) if one.until else ""
    return " ".join((*parts, until)).rstrip()
