"""Sight: which cards a viewer can follow, and hiding the others in every value that has words."""

import re
from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from dm_events.kernel.board import Board
from dm_events.kernel.layout import CHOICE
from dm_events.kernel.rule import Cite, Question, Refusal, Rule
from dm_events.kernel.table import owed_by
from dm_events.kernel.timeline import Step
from dm_events.kernel.words import CardId, Event

Viewer = int | Literal["public", "judge"]
"""A seat's number; `public`: whoever watches, and sees what all seats see; `judge`: everything."""

HIDDEN = CardId("hidden")
"""Stands wherever a card is meant that the viewer cannot follow."""

V = TypeVar("V")
Hide = Callable[[Any, "Sight"], Any]


class NoSuchViewer(Exception):  # noqa: N818 - the word of the domain
    """Nobody of that name can look at this match; the message says who can."""


def viewer_of(text: str, seats: int) -> Viewer:
    """Return the viewer that `public`, `judge` or a seat's number names. Raises NoSuchViewer."""
    if text == "public":
        return "public"
    if text == "judge":
        return "judge"
    if text.isascii() and text.isdecimal() and int(text) < seats:
        return int(text)
    numbers = ", ".join(str(seat) for seat in range(seats))
    raise NoSuchViewer(f"{text!r} cannot look at this match; there are {numbers}, public and judge")


def sees_zone(board: Board, viewer: Viewer, zone: str, seat: int) -> bool:
    """Whether the faces that lie in a zone are open to a viewer by the rules."""
    layout = board.layout
    seen_by = layout.seen_by[layout.zone[zone] + seat]
    if isinstance(viewer, int):
        return bool(seen_by >> viewer & 1)
    return viewer == "judge" or seen_by == (1 << layout.seats) - 1


def can_point(board: Board, viewer: Viewer, card: CardId) -> bool:
    """Whether a viewer knows where this very card is, though it lies where the viewer sees no face.

    The public can point at what every seat can. That holds as long as no seat alone is shown a
    card that all others know already: a game with such a look must keep apart what the public
    knows.
    """
    if isinstance(viewer, int):
        return board.can_point(viewer, card)
    return all(board.can_point(seat, card) for seat in range(board.layout.seats))


def _followed(board: Board, viewer: Viewer) -> dict[CardId, bool]:
    """For each card whether the viewer knows which card it is and where."""
    layout = board.layout
    known = dict.fromkeys(layout.cards, False)
    for zone in layout.zones:
        for seat in range(layout.seats):
            seen = sees_zone(board, viewer, zone.name, seat)
            for card in board.cards_in(zone.name, seat):
                known[card] = seen or can_point(board, viewer, card)
    return known


class Sight:
    """Which cards a viewer can follow at a board, as it is when the sight is made.

    Who must choose among cards looks at them meanwhile. `shown` are the cards that were let
    through to the viewer so far.
    """

    __slots__ = ("board", "known", "shown", "viewer")

    def __init__(self, viewer: Viewer, board: Board) -> None:
        """Look at `board` as `viewer`. Raises NoSuchViewer."""
        if isinstance(viewer, int):
            viewer = viewer_of(str(viewer), board.layout.seats)
        self.viewer = viewer
        self.board = board
        self.shown: dict[CardId, None] = {}
        self.known = _followed(board, viewer)
        choice = owed_by(board.slots[CHOICE], viewer)
        if choice is not None:
            self.known |= {CardId(one): True for one in choice.options if one in self.known}

    def also(self, other: "Sight") -> "Sight":
        """Return the sight of what can be followed here or there: before a step or after it."""
        both = object.__new__(Sight)
        both.viewer, both.board, both.shown = self.viewer, other.board, {}
        both.known = {card: known or other.known[card] for card, known in self.known.items()}
        return both

    @property
    def judge(self) -> bool:
        """Whether everything is open."""
        return self.viewer == "judge"

    def let(self, card: CardId) -> CardId:
        """Return the card if the viewer can follow it, else HIDDEN.

        A number that no card has is HIDDEN too, but a judge sees what was written.
        """
        if not self.known.get(card, self.judge):
            return HIDDEN
        if card in self.known:
            self.shown[card] = None
        return card

    def let_all(self, cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
        """Return the cards, each as far as the viewer can follow it."""
        return tuple(self.let(card) for card in cards)

    def redact(self, value: V) -> V:
        """Return a value of the same type without what the viewer may not know.

        A card that cannot be followed is HIDDEN, also where a text names it; hidden orders,
        chance, journals and fingerprints are empty; a refusal about a hidden card says nothing
        else about it. A judge gets the value as it is.
        """
        redacted: V = _any(value, self)
        return redacted


def redact(value: V, viewer: Viewer, before: Board, after: Board) -> V:
    """Return what a viewer may know of a value of a step between two boards."""
    return Sight(viewer, before).also(Sight(viewer, after)).redact(value)


# How values are hidden: by the annotated type of a field, worked out once for each type.

SECRET: dict[type, tuple[str, ...]] = {
    Event: ("chance",), Step: ("replaced", "consulted", "fingerprint"),
}  # fmt: skip
"""Fields for judges only. In every type so is a tuple named `order`: where hidden cards lie."""

OPEN = (Rule, Question, Cite, int, bool, float, NoneType)
"""Types that name no card."""

NUMBER = re.compile(r"(?<!\d)\d+:\d+(?!\d)")


def _card(card: CardId, sight: Sight) -> CardId:
    return sight.let(card)


def _text(text: str, sight: Sight) -> str:
    """A text that is a card's id is that card; within a text only what is hidden is replaced."""
    if text in sight.known:
        return sight.let(CardId(text))
    return NUMBER.sub(lambda found: HIDDEN if _unknown(found[0], sight) else found[0], text)


def _unknown(text: str, sight: Sight) -> bool:
    return not sight.known.get(CardId(text), True)


def _nothing(value: Any, sight: Sight) -> Any:
    return value if sight.judge else type(value)()


def _struct(value: msgspec.Struct, sight: Sight) -> Any:
    if isinstance(value, OPEN):
        return value
    if isinstance(value, Refusal):
        return _refusal(value, sight)
    changes: dict[str, Any] = {}
    for name, hide in _fields(type(value)):
        old = getattr(value, name)
        new = hide(old, sight)
        if new != old:
            changes[name] = new
    return msgspec.structs.replace(value, **changes) if changes else value


def _refusal(refusal: Refusal, sight: Sight) -> Refusal:
    """What it says about a hidden card (its cost, its name) would show the card."""
    args = _any(refusal.args, sight)
    if args == refusal.args:
        return refusal
    hidden = {name: HIDDEN for name, value in args.items() if value == HIDDEN}
    return msgspec.structs.replace(refusal, args=hidden)


def _entries(value: dict[Any, Any], sight: Sight) -> dict[Any, Any]:
    """An entry whose key is a hidden card is left out."""
    return {key: _any(one, sight) for key, one in value.items() if _any(key, sight) == key}


def _any(value: Any, sight: Sight) -> Any:
    """Hide by what a value is, where no annotation says more."""
    if isinstance(value, msgspec.Struct):
        return _struct(value, sight)
    if isinstance(value, str):
        return _text(value, sight)
    if isinstance(value, tuple | list):
        return type(value)(_any(one, sight) for one in value)
    return _entries(value, sight) if isinstance(value, dict) else value


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, Hide], ...]:
    """The fields of a type that can name a card or hold a secret, each with how to hide it."""
    secret = [name for base, names in SECRET.items() if issubclass(kind, base) for name in names]
    found: list[tuple[str, Hide]] = []
    for field in msgspec.structs.fields(kind):
        hide = _how(field.type)
        ordered = field.name == "order" and get_origin(_bare(field.type)) is tuple
        if field.name in secret or (ordered and hide is not None):
            hide = _nothing
        if hide is not None:
            found.append((field.name, hide))
    return tuple(found)


def _bare(kind: Any) -> Any:
    """A type without the limits that are annotated to it."""
    return _bare(get_args(kind)[0]) if get_origin(kind) is Annotated else kind


def _how(kind: Any) -> Hide | None:
    """How values of an annotated type are hidden; None: they name no card."""
    kind = _bare(kind)
    if kind is CardId:
        return _card
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _one_of(args)
    if origin is tuple and args[-1] is Ellipsis:
        return _each(_how(args[0]))
    if origin is Literal or (isinstance(kind, type) and issubclass(kind, OPEN)):
        return None
    return _any


def _one_of(kinds: tuple[Any, ...]) -> Hide | None:
    """Values of one of several types: a bare text is a card where cards are among them."""
    hows = [how for how in map(_how, kinds) if how is not None]
    if _card not in hows:
        return _any if hows else None
    return lambda value, sight: (_card if isinstance(value, str) else _any)(value, sight)


def _each(how: Hide | None) -> Hide | None:
    if how is None:
        return None
    return lambda values, sight: tuple(how(one, sight) for one in values)
