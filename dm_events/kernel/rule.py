"""Rules, questions and refusals: what a judge quotes."""

from typing import Any

import msgspec


class Cite(msgspec.Struct, frozen=True, gc=False):
    """A place in a source text: its letter and the section there."""

    source: str
    place: str

    def __str__(self) -> str:
        """Return the citation as judges write it: `K §2.7`."""
        if self.place[:1].isdigit():
            return f"{self.source} §{self.place}"
        return f"{self.source} {self.place}".rstrip()


class Rule(msgspec.Struct, frozen=True, gc=False):
    """A numbered statement of a rulebook, in our words, with its sources."""

    id: str
    cites: tuple[Cite, ...]
    says: str


class Question(msgspec.Struct, frozen=True, gc=False):
    """A point that the texts leave open or contradict; `answers` are all readings of it."""

    id: str
    slug: str
    cites: tuple[Cite, ...]
    asks: str
    answers: tuple[str, ...]
    default: str


class Refusal(msgspec.Struct, frozen=True):
    """Why a command may not be done.

    `certain` refusals are impossible: it cannot have happened. The others are illegal: it can
    have happened at a table, against rule `because`. `args` hold typed values for a sentence.
    """

    code: str
    certain: bool
    because: tuple[Rule, ...]
    args: dict[str, Any]


def impossible(code: str, *because: Rule, **args: Any) -> Refusal:
    """Refuse what cannot have happened at all."""
    return Refusal(code, certain=True, because=because, args=args)


def illegal(code: str, *because: Rule, **args: Any) -> Refusal:
    """Refuse what can happen at a table but breaks a rule."""
    return Refusal(code, certain=False, because=because, args=args)
