"""What judges call cards: English and Korean names, and ids. Source: the cards."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from dm_events.kernel.layout import CHOICE
from dm_events.kernel.ruleset import Unreadable
from dm_events.kernel.table import owed_by
from dm_events.kernel.words import CardId
from dm_events.rulesets.metaversus_duel.board import SEATS, ZONES, Duel
from dm_events.rulesets.metaversus_duel.cards import UNKNOWN, Card

WORDS = ("yes", "no", "seat0", "seat1")
PLAYED: tuple[str, ...] = ("action", "treasure", "weapon")


def fold_name(text: str) -> str:
    """Make spellings equal that only differ in case, spaces or the composition of letters."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


class Names:
    """What the cards of a catalogue are called."""

    def __init__(self, catalogue: Mapping[str, Card]) -> None:
        """Gather the names."""
        self._ids: dict[str, list[str]] = defaultdict(list)
        self._spelt: dict[str, str] = {}
        self.catalogue = catalogue
        for card in (UNKNOWN, *catalogue.values()):
            for name in dict.fromkeys(fold_name(name) for name in (card.id, *card.name.values())):
                self._ids[name].append(card.id)
            self._spelt[fold_name(card.label)] = card.label

    def ids(self, text: str) -> tuple[str, ...]:
        """Return the definitions of that name. Raises Unreadable with what may be meant."""
        found = self._ids.get(fold_name(text))
        if found is None:
            near = get_close_matches(fold_name(text), self._ids, n=1)
            hint = f"; did you mean {self._spelt.get(near[0], near[0])}?" if near else ""
            raise Unreadable(f"no card is called {text!r}{hint}")
        return tuple(found)

    def one(self, text: str, kinds: tuple[str, ...], where: str = "") -> str:
        """Return the one definition of that name and kind. Raises Unreadable."""
        begin = f"{where}: " if where else ""
        try:
            ids = self.ids(text)
        except Unreadable as why:
            raise Unreadable(f"{begin}{why}") from None
        fitting = [one for one in ids if self.card(one).kind in kinds]
        if not fitting:
            raise Unreadable(f"{begin}{text!r} is a card of another kind")
        if len(fitting) > 1:
            raise Unreadable(f"{begin}{text!r} may be {' or '.join(fitting)}; write the id")
        return fitting[0]

    def card(self, kind: str) -> Card:
        """The definition of an id."""
        return UNKNOWN if kind == UNKNOWN.id else self.catalogue[kind]

    def label(self, kind: str) -> str:
        """The English name, or the id where a name is shared."""
        label = self.card(kind).label
        return label if len(self._ids[fold_name(label)]) == 1 else kind


class Speech:
    """What one actor says at one board."""

    def __init__(self, names: Names, board: Duel, by: int | str) -> None:
        """Speak for `by`."""
        self.names = names
        self.board = board
        self.seat = by if isinstance(by, int) and by in range(SEATS) else 0

    def options(self) -> tuple[str, ...]:
        """What the choice that the actor owes offers."""
        choice = owed_by(self.board.slots[CHOICE], self.seat)
        return () if choice is None else choice.options

    def hand_card(self, text: str) -> CardId:
        """A card of the own hand; if it is not there, one of that name anywhere."""
        board, rest = self.board, 1 - self.seat
        if text in board.layout.where:
            return CardId(text)
        ids = self.names.ids(text)
        zones = [zone.name for zone in ZONES if zone.name not in ("hand", "supply")]
        rows = [board.hand(self.seat)]
        rows += [board.cards_in(zone, seat) for seat in (self.seat, rest) for zone in zones]
        rows.append(board.hand(rest))
        for row in rows:
            for card in row:
                if board.face(card).cid in ids:
                    return card
        raise Unreadable(f"there is no {text!r} in this match")

    def name_in_hand(self, card: CardId) -> str:
        """The shortest text that means this card, played from the hand."""
        label = self.names.label(self.board.face(card).cid)
        return label if self.hand_card(label) == card else card

    def pick(self, text: str, options: Iterable[str], taken: tuple[str, ...]) -> str:
        """The option that a word or a name means. Raises Unreadable."""
        board, left = self.board, [one for one in options if one not in taken]
        if text in left or text in board.layout.where or text in WORDS or text.isdecimal():
            return text
        try:
            ids = self.names.ids(text.partition("@")[0])
        except Unreadable:
            if not any(self.names_a_card(one) for one in left):
                return text
            offered = ", ".join(self.option_name(one) for one in left) or "nothing"
            raise Unreadable(f"{text!r} is not offered; there is {offered}") from None
        for one in left:
            if one in board.layout.where:
                if board.face(CardId(one)).cid in ids:
                    return one
            elif one.partition("@")[0] in ids and one.partition("@")[2] == text.partition("@")[2]:
                return one
        return ids[0]

    def names_a_card(self, option: str) -> bool:
        """Whether an option is a card or a kind, not a word."""
        kind = option.partition("@")[0]
        return option in self.board.layout.where or kind in self.names.catalogue

    def option_name(self, one: str) -> str:
        """How an option is called."""
        if one in self.board.layout.where:
            return self.names.label(self.board.face(CardId(one)).cid)
        kind, at, origin = one.partition("@")
        if kind in self.names.catalogue:
            return self.names.label(kind) + at + origin
        return one
