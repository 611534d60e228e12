"""What is wrong with a file, and where: one sentence with the way out."""

from collections.abc import Iterable
from difflib import get_close_matches

from dm_events.notation.tables import BadFile

SHOWN = 60
"""So many characters of what was found stand in a sentence."""
COMPARED = 100
"""Longer words are not compared with the known ones: they are no slip of the pen."""


class Wrong(Exception):  # noqa: N818 - the word of the domain
    """What is wrong with a value: the field (dotted, "" for the whole), what, and the way out."""

    def __init__(self, field: str, found: str, way_out: str) -> None:
        """Keep the three parts of the sentence."""
        super().__init__(field, found, way_out)
        self.field, self.found, self.way_out = field, found, way_out

    def under(self, field: str) -> "Wrong":
        """Return the same for a value that is the field `field` of another."""
        inner = "." + self.field if self.field and self.field[0] != "[" else self.field
        return type(self)(field + inner, self.found, self.way_out)


class NotJson(Wrong):
    """The text is no JSON: what happens to a line that was cut off."""


class BadLine(BadFile):
    """A place in a file that cannot be read. `line` counts from 1; 0 is the file as a whole.

    `unit` is what is counted, where a file has no lines.
    """

    def __init__(self, place: str, line: int, wrong: Wrong, unit: str = "line") -> None:
        """Say where the wrong value stands."""
        super().__init__(place, line, wrong, unit)
        self.place, self.line, self.wrong, self.unit = place, line, wrong, unit

    def __str__(self) -> str:
        """Return the sentence."""
        parts = [self.place, f"{self.unit} {self.line}" if self.line else "", self.wrong.field]
        where = ", ".join(part for part in parts if part)
        stop = "" if self.wrong.way_out.endswith("?") else "."
        return f"{where}: {self.wrong.found}; {self.wrong.way_out}{stop}"


def sentence(wrong: Wrong) -> str:
    """Return the three parts of what is wrong as one text."""
    return f"{wrong.field}: {wrong.found}; {wrong.way_out}"


def quoted(value: object) -> str:
    """Return a value as a sentence quotes it: printable and short."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…{text[-1]}"


def nearest(word: object, known: Iterable[str]) -> str | None:
    """Return the known word that was most likely meant."""
    if not isinstance(word, str) or len(word) > COMPARED:
        return None
    spelt = {one.casefold(): one for one in known}
    near = get_close_matches(word.casefold(), spelt, n=1)
    return spelt[near[0]] if near else None


def instead(word: object, known: Iterable[str], otherwise: str) -> str:
    """Return the way out for an unknown word: the nearest known one, or something else."""
    near = nearest(word, known)
    return otherwise if near is None else f"did you mean {near}?"


def listed(known: Iterable[str]) -> str:
    """Return the way out for a word where there are few: all of them."""
    return f"there are: {', '.join(known)}"
