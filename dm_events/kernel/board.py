"""The board: a flat list of immutable components, with what each step writes over."""

from collections.abc import Mapping
from typing import Any, Self

from dm_events.kernel.layout import ANSWERS, CHOICE, HALTS, RESULT, WINDOW, Layout
from dm_events.kernel.words import CardId

Replaced = Mapping[int, Any]
"""The slots that a step wrote, each with what it held before, in the order of the first writes."""


class Board:
    """All components of a match at one step. Games add accessors by name, never slots by number.

    Only happenings (through `tell`) write game slots; only the table's verbs write control slots.
    """

    __slots__ = (
        "face_at", "halted", "in_play", "journal", "layout", "place_of", "slots", "state_at", "stirs",
        "values",
        "where_at",
    )  # fmt: skip

    def __init__(self, layout: Layout, slots: list[Any]) -> None:
        """Wrap the slots of `layout`; the list is owned by the board from now on."""
        self.layout = layout
        self.stirs = layout.stirs
        self.where_at = layout.where
        self.place_of = layout.zone_of_slot
        self.state_at = layout.state
        self.face_at = layout.face
        self.slots = slots
        self.journal: dict[int, Any] = {}
        self.values: dict[CardId, Any] = {}
        """Current values of cards, kept until a write that can change one."""
        self.in_play: list[Any] = [None] * layout.seats
        """What a seat's cards in play do, kept until one comes, goes or is revealed."""
        self.halted = self._waits()
        """Whether somebody must choose or may answer, or the match is over."""

    def _waits(self) -> bool:
        slots = self.slots
        return not slots[CHOICE] is slots[WINDOW] is slots[RESULT] is None

    def write(self, slot: int, value: Any) -> None:
        """Set a slot, remembering what it held when the step began."""
        slots = self.slots
        journal = self.journal
        if slot not in journal:
            journal[slot] = slots[slot]
        slots[slot] = value
        stirred = self.stirs[slot]
        if stirred is HALTS:
            self.halted = value is not None or self._waits()
        elif stirred is not None:
            self.values.clear()
            for seat in stirred:
                self.in_play[seat] = None

    def forget(self) -> None:
        """Empty the caches."""
        self.values.clear()
        self.in_play = [None] * self.layout.seats

    def commit(self) -> Replaced:
        """End a step: return what it wrote over, and begin the next."""
        replaced = self.journal
        self.journal = {}
        return replaced

    def roll_back(self) -> None:
        """Undo the step that has begun."""
        for slot, old in self.journal.items():
            self.slots[slot] = old
        self.journal = {}
        self.halted = self._waits()
        self.forget()

    def copy(self) -> Self:
        """Return an independent board with the same components and cold caches."""
        return type(self)(self.layout, self.slots.copy())

    # Cards and zones.

    def cards_in(self, zone: str, seat: int) -> tuple[CardId, ...]:
        """Return the cards of a zone, in order (the top of a pile first)."""
        cards: tuple[CardId, ...] = self.slots[self.layout.zone[zone] + seat]
        return cards

    def place(self, card: CardId) -> tuple[str, int]:
        """Return the zone and the seat in whose zone a card is."""
        return self.place_of[self.slots[self.where_at[card]]]

    def state(self, card: CardId) -> Any:
        """Return the component of a card on the field, else None."""
        return self.slots[self.state_at[card]]

    def set_state(self, card: CardId, state: Any) -> None:
        """Write the component of a card."""
        self.write(self.state_at[card], state)

    def owner(self, card: CardId) -> int:
        """Return the seat that brought the card to the match."""
        return self.layout.owner[card]

    def move(self, card: CardId, zone: str, seat: int, *, top: bool = False) -> None:
        """Take a card from where it is to the end (or the top) of a zone."""
        slots, layout, keep = self.slots, self.layout, self.journal.setdefault
        here = self.where_at[card]
        source = slots[here]
        target = layout.zone[zone] + seat
        keep(source, cards := slots[source])
        at = cards.index(card)
        slots[source] = cards[:at] + cards[at + 1 :]
        keep(target, cards := slots[target])
        slots[target] = (card, *cards) if top else (*cards, card)
        keep(here, source)
        slots[here] = target
        self.values.clear()
        left, entered = self.stirs[source], self.stirs[target]
        if (left or entered) and self.works(card):
            for seats in (left, entered):
                if seats:
                    self.in_play[seats[0]] = None
        seen_by = layout.seen_by[target]
        if seen_by and (known := slots[at := layout.points[card]]) | seen_by != known:
            keep(at, known)
            slots[at] = known | seen_by
            keep(at := layout.seen[card], known := slots[at])
            slots[at] = known | seen_by

    def works(self, card: CardId) -> bool:
        """Tell whether a card does something by itself while it is in play. A game may know."""
        del card
        return True

    def reorder(self, zone: str, seat: int, order: tuple[CardId, ...]) -> None:
        """Put a zone into a new order that nobody saw: every pointing at its cards ends."""
        self.write(self.layout.zone[zone] + seat, order)
        slots, points = self.slots, self.layout.points
        if not any(map(slots.__getitem__, map(points.__getitem__, order))):
            return
        for card in order:
            if slots[points[card]]:
                self.write(points[card], 0)

    # Knowledge: for each card, a bit for each seat.

    def show(self, card: CardId, seats: int) -> None:
        """Let the seats of the mask see a card's face: they can point at it from now on."""
        slots, layout = self.slots, self.layout
        for at in (layout.points[card], layout.seen[card]):
            known = slots[at]
            if known | seats != known:
                self.write(at, known | seats)

    def can_point(self, seat: int, card: CardId) -> bool:
        """Tell whether a seat knows where this very card is."""
        return bool(self.slots[self.layout.points[card]] >> seat & 1)

    def has_seen(self, seat: int, card: CardId) -> bool:
        """Tell whether a seat has ever seen this card's face."""
        return bool(self.slots[self.layout.seen[card]] >> seat & 1)

    @property
    def over(self) -> bool:
        """Whether the match has a result."""
        return self.slots[RESULT] is not None

    @property
    def rulings(self) -> tuple[tuple[str, str], ...]:
        """The answers that officials have given from some event on, latest last."""
        given: tuple[tuple[str, str], ...] = self.slots[ANSWERS]
        return given
