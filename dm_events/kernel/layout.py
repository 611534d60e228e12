"""Where everything stands on a board: slots, their roles, and the zones of cards."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from dm_events.kernel.words import CardId

Role = Literal["game", "control", "record", "derived"]
"""Going back restores game and control; the record goes on; derived follows from the rest.

Who can point at a card goes back with where it lies (derived); who has ever seen it does not.
"""

AGENDA, CHOICE, WAITING, CHAIN, WINDOW = 0, 1, 2, 3, 4
ANSWERS, RESULT, NOTES = 5, 6, 7
SHARED: tuple[tuple[str, Role], ...] = (
    ("agenda", "control"), ("choice", "control"), ("waiting", "control"),
    ("chain", "control"), ("window", "control"),
    ("answers", "record"), ("result", "game"), ("notes", "record"),
)  # fmt: skip

HALTS = (-1,)
"""Marks the slots that hold what the match waits for: a choice, an answer, or nothing any more."""

KEPT: dict[Role, bool] = {"game": True, "control": True, "record": False, "derived": False}
"""Whether going back restores a slot, and a fingerprint is over it."""


class Zone(msgspec.Struct, frozen=True, gc=False):
    """A place for cards that every seat has one of, and who sees the faces there.

    `field`: abilities of cards that come and go there work while they are there.
    """

    name: str
    seen_by: Literal["all", "owner", "nobody"]
    field: bool = False


class Layout:
    """The slots of one match: shared ones, the game's own, zones, then some for each card.

    Zones come before cards, so a game knows their numbers whatever the decks.

    `stirs` says of each slot what a write to it makes stale. None: nothing; HALTS: whether the
    match goes on by itself; else the current values, and what the cards in play of these seats do.
    """

    def __init__(
        self, seats: int, own: Sequence[str], zones: Sequence[Zone], cards: Sequence[CardId]
    ) -> None:
        """Lay out `seats` seats; `own` names the game's slots (`name` or `name:seat`).

        Zones lie in the order given, so one that a match lacks leaves those before it in place.
        """
        self.seats = seats
        self.cards = tuple(cards)
        self.owner = {card: int(card[: card.index(":")]) for card in self.cards}
        self.zones = tuple(zones)
        self.names: list[str] = [name for name, _ in SHARED]
        self.roles: list[Role] = [role for _, role in SHARED]
        self._add(own, "game")
        self.zone: dict[str, int] = {}
        self.seen_by: dict[int, int] = {}
        self.zone_of_slot: dict[int, tuple[str, int]] = {}
        for zone in self.zones:
            self._add_zone(zone)
        self.where = self._each("where", "derived")
        self.points = self._each("points", "derived")
        self.seen = self._each("seen", "record")
        self.state = self._each("card", "game")
        self.face = self._each("face", "record")
        self.size = len(self.names)
        self.kept = tuple([KEPT[role] for role in self.roles])
        self.stirs = self._stirs()

    def _add_zone(self, zone: Zone) -> None:
        first = self._add([f"{zone.name}:{seat}" for seat in range(self.seats)], "game")
        self.zone[zone.name] = first
        for seat in range(self.seats):
            self.seen_by[first + seat] = self._mask(zone, seat)
            self.zone_of_slot[first + seat] = (zone.name, seat)

    def _stirs(self) -> list[tuple[int, ...] | None]:
        stirs: list[tuple[int, ...] | None] = [None] * self.size
        for slot in (CHOICE, WINDOW, RESULT):
            stirs[slot] = HALTS
        for slot in (*self.where.values(), *self.state.values()):
            stirs[slot] = ()
        for slot in self.face.values():
            stirs[slot] = tuple(range(self.seats))
        for zone in self.zones:
            if zone.field:
                for seat in range(self.seats):
                    stirs[self.zone[zone.name] + seat] = (seat,)
        return stirs

    def _each(self, what: str, role: Role) -> dict[CardId, int]:
        """Add a slot for each card; return where each card has it."""
        first = self._add([f"{what}:{card}" for card in self.cards], role)
        return dict(zip(self.cards, range(first, len(self.names)), strict=True))

    def _add(self, names: Sequence[str], role: Role) -> int:
        first = len(self.names)
        self.names += names
        self.roles += [role] * len(names)
        return first

    def blank(self) -> list[Any]:
        """Return the slots of an empty board: nothing pending, no card anywhere, nothing known."""
        slots: list[Any] = [()] * self.size
        for slot in (CHOICE, WINDOW, RESULT, *self.state.values()):
            slots[slot] = None
        for slot in (*self.points.values(), *self.seen.values()):
            slots[slot] = 0
        return slots

    def slot_of(self, name: str) -> int:
        """Return the slot of a name."""
        return self.names.index(name)

    def _mask(self, zone: Zone, seat: int) -> int:
        everyone = (1 << self.seats) - 1
        return {"all": everyone, "owner": 1 << seat, "nobody": 0}[zone.seen_by]
