"""What judges call things: names for cards, positions, boards told back. Source: P for names."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

import msgspec

from dm_events.kernel.layout import CHOICE, RESULT
from dm_events.kernel.ruleset import Unreadable
from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.board import LINES, SEATS, SPECIAL, Creature, Duel, Phase
from dm_events.rulesets.dino_master.cards import SPECIAL_KINDS, UNKNOWN, Card
from dm_events.rulesets.dino_master.filters import Filter, Targets
from dm_events.rulesets.dino_master.fits import candidates, strength
from dm_events.rulesets.dino_master.opening import (
    Found,
    FoundAction,
    FoundState,
    Position,
    SeatFound,
)


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a case's `given`: a field that is not listed here is refused."""


class Amounts(Part, frozen=True):
    """A change of AT and DF."""

    at: int = 0
    df: int = 0


class GivenCard(Part, frozen=True):
    """A creature on a line: `card` is a name or an id, `id` an id where names are shared.

    `at` and `df` change it to the end of the turn; `asleep` and `confused` are turns to go;
    `members` lie under it; `states` are others than these.
    """

    card: str = ""
    id: str = ""
    waiting: bool = False
    attacked: bool = False
    skilled: bool = False
    red: bool = False
    asleep: int = 0
    confused: int = 0
    injury: Amounts = Amounts()
    at: int = 0
    df: int = 0
    moved: bool = False
    flocked: bool = False
    members: "tuple[str | GivenCard, ...]" = ()
    states: tuple[FoundState, ...] = ()


class GivenAction(Part, frozen=True):
    """An action card that stays: its turns to go (left out: for ever), the numbers of the cards on
    which it was cast.
    """

    card: str
    turns: int | None = None
    on: tuple[str, ...] = ()


class GivenSeat(Part, frozen=True):
    """A seat's side of the table; cards are names or ids, `?` is one that nobody named.

    `turns` are own turns begun: 3, or none where turn 0 has not begun.
    """

    lp: int | None = None
    dp: int = 8
    master: str = UNKNOWN.id
    turns: int | None = None
    hand: tuple[str, ...] = ()
    deck: int | tuple[str, ...] = 10
    graveyard: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    attack: tuple[str | GivenCard, ...] = ()
    defence: tuple[str | GivenCard, ...] = ()
    special: tuple[str, ...] = ()
    magic: tuple[GivenAction, ...] = ()


class Given(Part, frozen=True):
    """A whole position."""

    turn: int = 5
    owner: int = 0
    phase: Phase | None = None
    seat0: GivenSeat = GivenSeat()
    seat1: GivenSeat = GivenSeat()


def fold_name(text: str) -> str:
    """Make spellings equal that only differ in case, spaces or the composition of letters."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


class Names:
    """What cards are called: English, Thai and Korean names, and ids."""

    def __init__(self, catalogue: Mapping[str, Card]) -> None:
        """Gather the names of a catalogue."""
        self._ids: dict[str, list[str]] = defaultdict(list)
        self._spelt: dict[str, str] = {}
        for card in (UNKNOWN, *catalogue.values()):
            for name in dict.fromkeys(fold_name(name) for name in (card.id, *card.name.values())):
                self._ids[name].append(card.id)
            self._spelt[fold_name(card.label)] = card.label
        self._catalogue = catalogue

    def ids(self, text: str) -> tuple[str, ...]:
        """Return the definitions of that name. Raises Unreadable with what may be meant."""
        found = self._ids.get(fold_name(text))
        if found is None:
            near = get_close_matches(fold_name(text), self._ids, n=1)
            hint = f"; did you mean {self._spelt.get(near[0], near[0])}?" if near else ""
            raise Unreadable(f"no card is called {text!r}{hint}")
        return tuple(found)

    def one(self, text: str, kinds: tuple[str, ...], where: str) -> str:
        """Return the one definition of that name and kind. Raises Unreadable."""
        try:
            ids = self.ids(text)
        except Unreadable as why:
            raise Unreadable(f"{where}: {why}") from None
        fitting = [one for one in ids if self._kind(one) in kinds]
        if not fitting:
            raise Unreadable(f"{where}: {text!r} is a card of another kind")
        if len(fitting) > 1:
            raise Unreadable(f"{where}: {text!r} may be {' or '.join(fitting)}; write the id")
        return fitting[0]

    def _kind(self, card: str) -> str:
        return UNKNOWN.kind if card == UNKNOWN.id else self._catalogue[card].kind


PILES = ("hand", "graveyard", "deck", "out", SPECIAL.name)


class Pool:
    """Where a name is looked for next: rows of cards, and which of them are meant, if not all."""

    def __init__(self, rows: Iterable[tuple[CardId, ...]], among: Iterable[CardId] | None = None
                 ) -> None:  # fmt: skip
        """Look through `rows`; `#2` counts within a row."""
        self.rows = tuple(rows)
        self.among = None if among is None else tuple(among)


class Speech:
    """What one actor says at one board."""

    def __init__(self, names: Names, board: Duel, by: int | str) -> None:
        """Speak for `by`."""
        self.names = names
        self.board = board
        self.seat = by if isinstance(by, int) and by in range(SEATS) else 0
        self.other = 1 - self.seat

    # Where names are looked for.

    def zone(self, *zones: str, seat: int | None = None, among: Iterable[CardId] | None = None
             ) -> Pool:  # fmt: skip
        """The own zones of these names, or another seat's."""
        side = self.seat if seat is None else seat
        return Pool((self.board.cards_in(zone, side) for zone in zones), among)

    def anywhere(self) -> list[Pool]:
        """Every zone, what lies open first."""
        open_first: tuple[str, ...] = (
            *LINES,
            "under",
            "magic",
            "graveyard",
            "out",
            "master",
            "hand",
            "deck",
        )
        field = Pool(self.board.cards_in(line, side) for line in LINES for side in range(SEATS))
        open_first += (SPECIAL.name,) if SPECIAL.name in self.board.layout.zone else ()
        rest = [
            self.zone(zone, seat=side) for zone in open_first for side in (self.seat, self.other)
        ]
        return [field, *rest]

    def hand(self, of: Filter | None = None, source: CardId | None = None) -> list[Pool]:
        """The own hand; first what fits there."""
        pools = [self.zone("hand"), *self.anywhere()]
        if of is not None and source is not None:
            fitting = candidates(self.board, self.seat, source, of)
            pools.insert(0, self.zone("hand", among=fitting))
        return pools

    def targets(self, source: CardId, wanted: Targets | None) -> list[Pool]:
        """What an ability can point at, the opponent's first; then the field; then anywhere."""
        sides = (self.other, self.seat)
        pools = [self.zone(*LINES, seat=side) for side in sides]
        if wanted is not None:
            of = wanted.of
            zones = (*LINES, "magic") if of.zone == "field" else (of.zone,)
            fitting = candidates(self.board, self.seat, source, of)
            pools = [self.zone(*zones, seat=side, among=fitting) for side in sides] + pools
        return [*pools, *self.anywhere()]

    def options(self) -> list[Pool]:
        """The cards that the pending choice offers."""
        choice = self.board.slots[CHOICE]
        if choice is None:
            return self.anywhere()
        board = self.board
        cards = [CardId(one) for one in choice.options if one in board.layout.where]
        places = dict.fromkeys(board.place(card) for card in cards)
        return [Pool((board.cards_in(*place) for place in places), cards), *self.anywhere()]

    # From names to cards, and back.

    def card(self, text: str, pools: list[Pool], taken: tuple[CardId, ...] = ()) -> CardId:
        """The card that a name means. Raises Unreadable: unknown, not there, or ambiguous."""
        board = self.board
        if text in board.layout.where:
            return CardId(text)
        name, _, number = text.partition("#")
        ids = self.names.ids(name)
        for pool in pools:
            found = self._in_pool(pool, ids, number, taken)
            if len(found) == 1:
                return found[0]
            if found:
                where = "; ".join(f"{card} in seat {board.place(card)[1]}'s {board.place(card)[0]}"
                                  for card in found)  # fmt: skip
                raise Unreadable(f"{text!r} may mean {where}: write {name.strip()}#2 for the "
                                 "second from the left, or the number of the card")  # fmt: skip
        raise Unreadable(f"there is no {text!r} in this match")

    def _in_pool(
        self, pool: Pool, ids: tuple[str, ...], number: str, taken: tuple[CardId, ...]
    ) -> list[CardId]:
        board, found = self.board, []
        for row in pool.rows:
            alike = [card for card in row if board.face(card).card.id in ids]
            if number.isdecimal():
                alike = alike[int(number) - 1 : int(number)] if int(number) else []
            if pool.among is not None:
                alike = [card for card in alike if card in pool.among]
            if not number and alike and board.place(alike[0])[0] in PILES:
                alike = [card for card in alike if card not in taken][:1]
            found += alike
        return found

    def cards(self, text: str | None, pools: list[Pool]) -> tuple[CardId, ...]:
        """The cards of a list of names."""
        found: list[CardId] = []
        for one in text.split(",") if text else ():
            found.append(self.card(one.strip(), pools, tuple(found)))
        return tuple(found)

    def name(self, card: CardId, pools: list[Pool], taken: tuple[CardId, ...] = ()) -> str:
        """The shortest text that means this card."""
        label = self.board.face(card).card.label
        row = self.board.cards_in(*self.board.place(card))
        alike = [one for one in row if self.board.face(one) == self.board.face(card)]
        for text in (label, f"{label}#{alike.index(card) + 1}"):
            try:
                if self.card(text, pools, taken) == card:
                    return text
            except Unreadable:
                continue
        return card

    def list(self, cards: Iterable[CardId], pools: list[Pool]) -> str:
        """Names with commas between."""
        taken: tuple[CardId, ...] = ()
        words = []
        for card in cards:
            words.append(self.name(card, pools, taken))
            taken = (*taken, card)
        return ", ".join(words)


# Positions and boards.

DECKED = ("creature", "action", UNKNOWN.kind)


def position(names: Names, given: dict[str, Any], first: str) -> Position:
    """Return the opening that `given` describes. Raises Unreadable with the field.

    Without a phase it is main 1, or the battle phase if the first command is an attack.
    """
    try:
        read = msgspec.convert(given, Given)
    except msgspec.ValidationError as wrong:
        raise Unreadable(str(wrong).replace("`$.", "`given.").replace("`$`", "`given`")) from None
    phase = read.phase or ("battle" if " attacks: " in first else "main 1")
    if read.owner not in range(SEATS):
        raise Unreadable(f"given.owner: there is no seat {read.owner}")
    begun = 3 if read.turn else 0
    seats = (_seat(names, read.seat0, "seat0", begun), _seat(names, read.seat1, "seat1", begun))
    return Position(seats, read.turn, read.owner, phase)


def _seat(names: Names, seat: GivenSeat, where: str, begun: int) -> SeatFound:
    def pile(zone: str, cards: tuple[str, ...], kinds: tuple[str, ...] = DECKED) -> tuple[str, ...]:
        return tuple(names.one(card, kinds, f"given.{where}.{zone}") for card in cards)

    def line(zone: str, cards: tuple[str | GivenCard, ...]) -> tuple[Found, ...]:
        return tuple(_found(names, card, f"given.{where}.{zone}") for card in cards)

    return SeatFound(
        names.one(seat.master, ("master", UNKNOWN.kind), f"given.{where}.master"),
        seat.lp, seat.dp, begun if seat.turns is None else seat.turns, pile("hand", seat.hand),
        seat.deck if isinstance(seat.deck, int) else pile("deck", seat.deck),
        pile("graveyard", seat.graveyard), pile("out", seat.out),
        line("attack", seat.attack), line("defence", seat.defence),
        pile("special", seat.special, (*SPECIAL_KINDS, UNKNOWN.kind)),
        tuple(
            FoundAction(names.one(one.card, ("action",), f"given.{where}.magic"), one.turns, one.on)
            for one in seat.magic
        ),
    )  # fmt: skip


def _found(names: Names, one: str | GivenCard, where: str) -> Found:
    if isinstance(one, str):
        return Found(names.one(one, ("creature",), where))
    return Found(
        names.one(one.id or one.card, ("creature",), where), one.waiting, one.attacked,
        one.skilled, one.red, one.asleep, one.confused,
        (one.injury.at, one.injury.df), (one.at, one.df), one.moved, one.flocked,
        tuple(_found(names, member, f"{where}.members") for member in one.members), one.states,
    )  # fmt: skip


def facts(board: Duel) -> dict[str, Any]:
    """Tell a board back: what stands where, and how strong it is now."""
    turn, result = board.turn, board.slots[RESULT]
    told: dict[str, Any] = {
        "turn": turn.number, "owner": turn.owner, "phase": turn.phase,
        "result": "undecided" if result is None else
                  "draw" if result[0] == "draw" else f"seat {result[1]} wins",
    }  # fmt: skip
    return told | {f"seat{seat}": _side(board, seat) for seat in range(SEATS)}


def _side(board: Duel, seat: int) -> dict[str, Any]:
    def names(zone: str) -> list[str]:
        return [board.face(card).card.label for card in board.cards_in(zone, seat)]

    told: dict[str, Any] = {"lp": board.player(seat).lp, "dp": board.player(seat).dp}
    told |= {zone: tuple(names(zone)) for zone in ("hand", "graveyard", "out")}
    told |= {zone: names(zone) for zone in ("deck", "magic")}
    told["special"] = tuple(board.face(card).card.label for card in board.special(seat))
    return told | {line: [_card(board, card) for card in board.line(line, seat)] for line in LINES}


def _card(board: Duel, card: CardId) -> dict[str, Any]:
    at, df, sh = strength(board, card)
    state = board.creature(card)
    members = () if state.flock is None else state.flock.members
    return {
        "card": board.face(card).card.label, "at": at, "df": df, "sh": sh,
        "members": [board.face(member).card.label for member in members],
        "flags": _flags(state), "states": tuple(dict.fromkeys(state.states)),
    }  # fmt: skip


def _flags(state: Creature) -> tuple[str, ...]:
    holds = {
        "waiting": state.waiting >= 0, "asleep": "sleep" in state.states,
        "confused": "confusion" in state.states, "lying": state.lying,
        "attacked": state.attacked, "skilled": state.skilled, "red": state.red,
        "moved": state.moved, "flocked": state.flocked, "spent": state.spent,
    }  # fmt: skip
    return tuple(flag for flag, held in holds.items() if held)
