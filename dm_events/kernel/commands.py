"""Commands that every game has: answering, passing, ending, and what officials do."""

from dm_events.kernel.words import Command


class Start(Command, frozen=True):
    """The service begins the match: shuffles, who is first, opening hands. A game may have a form of
    its own that says more.
    """


class Pass(Command, frozen=True):
    """A seat that was asked does not respond."""


class Choose(Command, frozen=True):
    """A seat answers the pending choice: card ids, or the words that were offered."""

    picks: tuple[str, ...] = ()


class Concede(Command, frozen=True):
    """A seat gives up."""


class AgreeDraw(Command, frozen=True):
    """An official records that all seats agreed on a draw."""


class CallTime(Command, frozen=True):
    """An official calls time; `winner` is the seat that has won by it, None for nobody."""

    winner: int | None = None


class Note(Command, frozen=True):
    """A remark anchored at this event; it changes nothing."""

    text: str


class GiveRuling(Command, frozen=True):
    """An official answers a question from this event on."""

    question: str
    answer: str
    reason: str = ""


class Rewind(Command, frozen=True):
    """An official takes the match back to the board after event `to`."""

    to: int
    reason: str = ""
