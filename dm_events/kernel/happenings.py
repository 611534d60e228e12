"""Happenings that every game has."""

from dm_events.kernel.rule import Rule
from dm_events.kernel.words import Happening


class PlayerLost(Happening, frozen=True):
    """A seat has lost."""

    seat: int
    because: tuple[Rule, ...] = ()


class MatchWon(Happening, frozen=True):
    """The match is over and this seat has won it."""

    seat: int
    because: tuple[Rule, ...] = ()


class MatchDrawn(Happening, frozen=True):
    """The match is over without a winner."""

    because: tuple[Rule, ...] = ()


class RulingGiven(Happening, frozen=True):
    """An official's answer holds from here on."""

    question: str
    answer: str
    because: tuple[Rule, ...] = ()


class Rewound(Happening, frozen=True):
    """The board is again what it was after that step; the record goes on."""

    step: int
    because: tuple[Rule, ...] = ()


class Noted(Happening, frozen=True):
    """Somebody's remark stands in the record."""

    text: str
    because: tuple[Rule, ...] = ()
