"""The Metaversus Duel board: what is where, by the guide's names. Sources: G parts, prep."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from dm_events.kernel.board import Board
from dm_events.kernel.layout import SHARED, Layout, Zone
from dm_events.kernel.ruleset import UnknownCard
from dm_events.kernel.table import Table as AnyTable
from dm_events.kernel.words import CardId
from dm_events.rulesets.metaversus_duel.cards import UNKNOWN, UNKNOWN_FACE, Card, Face

Phase = Literal["setup", "action", "buy", "combat", "discard"]
PHASES: tuple[Phase, ...] = ("setup", "action", "buy", "combat", "discard")
SEATS = 2
COPIES = 6
HAND_SIZE = 5
BASIC = "basic"
"""The origin of the piles of the starting deck's kinds."""

ZONES = (
    Zone("hand", "owner"), Zone("deck", "nobody"), Zone("discard", "all"), Zone("play", "all"),
    Zone("beside", "all"), Zone("under", "owner"), Zone("removed", "all"), Zone("trash", "all"),
    Zone("character", "all"), Zone("supply", "nobody"),
)  # fmt: skip
"""`beside`: cards that stay out; `under`: cards set aside; `supply`: copies nobody has gained."""

TURN = len(SHARED)
END, MARKET, RESTOCK, BASICS, SETUP, PLAYER = (TURN + at for at in range(1, 7))
OWN_SLOTS = ("turn", "end", "market", "restock", "basics", "setup", "player:0", "player:1")
_PLAN = Layout(SEATS, OWN_SLOTS, ZONES, ())
HAND, DECK, DISCARD, PLAY, BESIDE, UNDER, REMOVED, CHARACTER, SUPPLY = (
    _PLAN.zone[name]
    for name in ("hand", "deck", "discard", "play", "beside", "under", "removed", "character",
                 "supply")
)  # fmt: skip
"""The first slot of each zone: seat 0's; seat 1's is the next."""
ORIGINS = ("A", "B", "seat0", "seat1")
"""Where market kinds come from: the neutral piles and each seat's pack."""


class Faces:
    """The faces of a match: one for each card definition, made once."""

    def __init__(self, catalogue: Mapping[str, Card]) -> None:
        """Read from a catalogue."""
        self._catalogue = catalogue
        self._made: dict[str, Face] = {UNKNOWN.id: UNKNOWN_FACE}

    def get(self, kind: str) -> Face | None:
        """Return the face of a definition's id, None where the catalogue has no such card."""
        face = self._made.get(kind)
        if face is None and kind in self._catalogue:
            face = self._made[kind] = Face(self._catalogue[kind])
        return face

    def of(self, kind: str) -> Face:
        """Return the face of a definition's id. Raises UnknownCard."""
        face = self.get(kind)
        if face is None:
            raise UnknownCard(kind)
        return face


class Plan(Layout):
    """The slots of one match, with the faces that gained copies take on."""

    def __init__(self, cards: Sequence[CardId], faces: Faces) -> None:
        """Lay out both seats with `cards`."""
        super().__init__(SEATS, OWN_SLOTS, ZONES, cards)
        self.faces = faces


class Part(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A component of the board."""


class Turn(Part, frozen=True):
    """The running turn. `number`: turns begun by both seats; `first`: who is P1; `damage`: the sum
    of the weapons played (`weapons`); `prices`: how much less cards that stay out cost; `depth`:
    interrupts being performed.
    """

    number: int = 0
    owner: int = 0
    phase: Phase = "setup"
    first: int = 0
    ap: int = 0
    gems: int = 0
    buys: int = 1
    bought: bool = False
    struck: bool = False
    damage: int = 0
    weapons: tuple[CardId, ...] = ()
    prices: int = 0
    depth: int = 0


class End(Part, frozen=True):
    """What will end the match. `down`: who first had no HP left, -1 nobody; `extra`: seats with
    one more turn to come; `winners`: who wins by an effect that is not done yet; `cut`: the running turn
    stops.
    """

    down: int = -1
    extra: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    cut: bool = False


class Pile(Part, frozen=True):
    """A pile of the market: a kind, how many are left, where it came from.

    `due`: sold out, and its restock waits for a later moment.
    """

    kind: str
    left: int
    origin: str
    due: bool = False


class Setup(Part, frozen=True):
    """What the preparation needs: the characters in the pile, those still revealed, how the
    characters are chosen, by which grades, who is new, and the packs taken.
    """

    characters: tuple[str, ...] = ()
    variant: str = ""
    difficulties: tuple[str, ...] = ()
    newcomers: tuple[int, ...] = ()
    candidates: tuple[str, ...] = ()
    packs: tuple[str, ...] = ("", "")


class Player(Part, frozen=True):
    """A seat's counters. `used`: uses of ability 1, 2, … in this match, `used_turn` in this turn;
    `turns`: own turns begun, `extra` of them by an effect.
    """

    hp: int = 0
    max_hp: int = 0
    armour: int = 0
    turns: int = 0
    extra: int = 0
    used: tuple[int, ...] = ()
    used_turn: tuple[int, ...] = ()


class Duel(Board):
    """A board of two seats."""

    __slots__ = ()

    @property
    def turn(self) -> Turn:
        """The running turn."""
        turn: Turn = self.slots[TURN]
        return turn

    @property
    def turn_owner(self) -> int:
        """The seat whose turn it is."""
        owner: int = self.slots[TURN].owner
        return owner

    @property
    def end(self) -> End:
        """What will end the match."""
        end: End = self.slots[END]
        return end

    @property
    def market(self) -> tuple[Pile, ...]:
        """The piles of the market, in their places."""
        market: tuple[Pile, ...] = self.slots[MARKET]
        return market

    @property
    def setup(self) -> Setup:
        """The preparation."""
        setup: Setup = self.slots[SETUP]
        return setup

    def restock(self, origin: str) -> tuple[str, ...]:
        """The kinds that wait in a restock pile, the next one first."""
        kinds: tuple[str, ...] = self.slots[RESTOCK][ORIGINS.index(origin)]
        return kinds

    def player(self, seat: int) -> Player:
        """A seat's counters."""
        player: Player = self.slots[PLAYER + seat]
        return player

    def face(self, card: CardId) -> Face:
        """What is printed on a card."""
        face: Face = self.slots[self.face_at[card]]
        return face

    def face_of(self, kind: str) -> Face:
        """What is printed on copies of a kind."""
        plan: Plan = self.layout  # type: ignore[assignment]
        return plan.faces.of(kind)

    def hand(self, seat: int) -> tuple[CardId, ...]:
        """A seat's hand, the oldest card first."""
        hand: tuple[CardId, ...] = self.slots[HAND + seat]
        return hand

    def deck(self, seat: int) -> tuple[CardId, ...]:
        """A seat's draw deck, the top card first."""
        deck: tuple[CardId, ...] = self.slots[DECK + seat]
        return deck

    def discard(self, seat: int) -> tuple[CardId, ...]:
        """A seat's discard deck, by the cards' numbers."""
        discard: tuple[CardId, ...] = self.slots[DISCARD + seat]
        return discard

    def play_area(self, seat: int) -> tuple[CardId, ...]:
        """A seat's play area: cards played and gained this turn."""
        play: tuple[CardId, ...] = self.slots[PLAY + seat]
        return play

    def beside(self, seat: int) -> tuple[CardId, ...]:
        """A seat's cards that stay out."""
        beside: tuple[CardId, ...] = self.slots[BESIDE + seat]
        return beside

    def character(self, seat: int) -> CardId:
        """A seat's character card."""
        card: CardId = self.slots[CHARACTER + seat][0]
        return card

    def sort_discard(self, seat: int) -> None:
        """Let a discard deck lie by number: its order does not matter (D-02), so boards that differ
        in it are one.
        """
        cards = self.slots[DISCARD + seat]
        self.write(DISCARD + seat, tuple(sorted(cards, key=self.where_at.__getitem__)))

    def set_turn(self, **changes: object) -> None:
        """Change facts of the running turn."""
        self.write(TURN, msgspec.structs.replace(self.slots[TURN], **changes))

    def set_end(self, **changes: object) -> None:
        """Change what will end the match."""
        self.write(END, msgspec.structs.replace(self.slots[END], **changes))

    def set_setup(self, **changes: object) -> None:
        """Change facts of the preparation."""
        self.write(SETUP, msgspec.structs.replace(self.slots[SETUP], **changes))

    def set_player(self, seat: int, **changes: object) -> None:
        """Change a seat's counters."""
        self.write(PLAYER + seat, msgspec.structs.replace(self.slots[PLAYER + seat], **changes))

    def set_pile(self, at: int, pile: Pile) -> None:
        """Put another pile into a place of the market."""
        market = self.slots[MARKET]
        self.write(MARKET, (*market[:at], pile, *market[at + 1 :]))

    def set_restock(self, origin: str, kinds: tuple[str, ...]) -> None:
        """Put kinds into a restock pile."""
        piles, at = self.slots[RESTOCK], ORIGINS.index(origin)
        self.write(RESTOCK, (*piles[:at], kinds, *piles[at + 1 :]))


Table = AnyTable[Duel]
"""The table of a duel."""


def second(board: Duel) -> int:
    """The seat that is P2."""
    return 1 - board.turn.first
