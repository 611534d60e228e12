"""Where everything stands on a board: slots, their roles, and the zones of cards."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from dm_events.kernel.words import CardId

Role = Literal["game", "control", "record", "derived"]
"""Going back restores game and control; the record goes on; derived follows from the rest."""

AGENDA, CHOICE, WAITING, CHAIN, WINDOW = 0, 1, 2, 3, 4
ANSWERS, POINTS, SEEN, NOTES = 5, 6, 7, 8
RESULT = 9
SHARED: tuple[tuple[str, Role], ...] = (
    ("agenda", "control"), ("choice", "control"), ("waiting", "control"),
    ("chain", "control"), ("window", "control"),
    ("answers", "record"), ("points", "record"), ("seen", "record"), ("notes", "record"),
    ("result", "game"),
)  # fmt: skip


class Zone(msgspec.Struct, frozen=True, gc=False):
    """A place for cards that every seat has one of, and who sees the faces there."""

    name: str
    seen_by: Literal["all", "owner", "nobody"]
    field: bool = False


class Layout:
    """The slots of one match: shared ones, the game's own, zones, then one of each a card.

    Slots from `loud` on can change a current value, so that writing one empties the value cache.
    """

    def __init__(
        self, seats: int, own: Sequence[str], zones: Sequence[Zone], cards: Sequence[CardId]
    ) -> None:
        """Lay out `seats` seats; `own` names the game's slots (`name` or `name:seat`)."""
        self.seats = seats
        self.cards = tuple(cards)
        self.zones = tuple(sorted(zones, key=lambda zone: zone.field))
        self.names: list[str] = [name for name, _ in SHARED]
        self.roles: list[Role] = [role for _, role in SHARED]
        self.slot = {name: slot for slot, name in enumerate(self.names)}
        self._add(own, "game")
        self.where = self._add((f"where:{card}" for card in self.cards), "derived")
        self.zone: dict[str, int] = {}
        self.seen_by: dict[int, int] = {}
        self.zone_of_slot: dict[int, tuple[str, int]] = {}
        loud = None
        for zone in self.zones:
            first = self._add((f"{zone.name}:{seat}" for seat in range(seats)), "game")
            loud = first if zone.field and loud is None else loud
            self.zone[zone.name] = first
            for seat in range(seats):
                self.seen_by[first + seat] = self._mask(zone, seat)
                self.zone_of_slot[first + seat] = (zone.name, seat)
        self.state = self._add((f"card:{card}" for card in self.cards), "game")
        self.face = self._add((f"face:{card}" for card in self.cards), "record")
        self.loud = self.state if loud is None else loud
        self.number = {card: number for number, card in enumerate(self.cards)}
        self.size = len(self.names)
        self.kept = tuple(role in ("game", "control") for role in self.roles)

    def _add(self, names: Iterable[str], role: Role) -> int:
        first = len(self.names)
        for name in names:
            self.slot[name] = len(self.names)
            self.names.append(name)
            self.roles.append(role)
        return first

    def slot_of(self, name: str) -> int:
        """Return the slot of a name."""
        return self.slot[name]

    def _mask(self, zone: Zone, seat: int) -> int:
        everyone = (1 << self.seats) - 1
        return {"all": everyone, "owner": 1 << seat, "nobody": 0}[zone.seen_by]
