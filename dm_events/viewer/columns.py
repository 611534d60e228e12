"""Text in columns of a terminal: widths that count Korean as two and Thai marks as none."""

import unicodedata
from collections.abc import Iterable

from wcwidth import wcswidth, wcwidth

SAFE = ("\u200c", "\u200d")
"""Joiners that scripts need; every other invisible sign could turn or overwrite a line."""
STEERING = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def plain(text: str) -> str:
    """Return a text on one line without signs that steer a terminal (`?` stands for them)."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(sign if _harmless(sign) else " " if sign.isspace() else "?" for sign in composed)


def _harmless(sign: str) -> bool:
    return sign in SAFE or unicodedata.category(sign) not in STEERING


def width(text: str) -> int:
    """Return how many columns a plain text takes."""
    return max(wcswidth(text), 0)


def clip(text: str, columns: int) -> str:
    """Return as much of a text as fits, with `~` where it was cut; no mark loses its letter."""
    if width(text) <= columns:
        return text
    taken, used = "", 0
    for sign in text:
        used += max(wcwidth(sign), 0)
        if used >= columns:
            break
        taken += sign
    return taken + "~" if columns else ""


def pad(text: str, columns: int) -> str:
    """Return a text cut or filled with spaces to exactly so many columns."""
    cut = clip(text, columns)
    return cut + " " * (columns - width(cut))


def fold(text: str, columns: int) -> list[str]:
    """Break a text into lines of at most so many columns: between words, else between letters."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}") <= columns:
            lines[-1] += f" {word}"
            continue
        lines.append("")
        for sign in word:
            if lines[-1] and width(lines[-1] + sign) > columns:
                lines.append("")
            lines[-1] += sign
    return lines


def wrap(items: Iterable[str], columns: int, between: str = " ") -> list[str]:
    """Put items on lines of at most so many columns; an item that is longer is cut."""
    lines: list[str] = []
    for item in items:
        longer = lines[-1] + between + item if lines else item
        if lines and width(longer) <= columns:
            lines[-1] = longer
        else:
            lines.append(clip(item, columns))
    return [line.rstrip() for line in lines]
