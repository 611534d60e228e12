"""The Dino Master board: what is where, by the rulebook's names. Sources: K 2.5; T."""

from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from dm_events.kernel.board import Board
from dm_events.kernel.layout import SHARED, Layout, Zone
from dm_events.kernel.table import Table as AnyTable
from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.faces import Face

Phase = Literal["start", "draw", "main 1", "battle", "main 2", "end"]
PHASES: tuple[Phase, ...] = ("start", "draw", "main 1", "battle", "main 2", "end")
Line = Literal["attack", "defence"]
LINES: tuple[Line, ...] = ("attack", "defence")
SEATS = 2

ZONES = (
    Zone("hand", "owner"), Zone("deck", "nobody"), Zone("graveyard", "all"), Zone("out", "all"),
    Zone("master", "all"), Zone("magic", "all", field=True),
    Zone("attack", "all", field=True), Zone("defence", "all", field=True),
    Zone("under", "all", field=True),
)  # fmt: skip

SPECIAL = Zone("special", "owner")
"""The special deck: a zone only of matches in which somebody brings one."""

TURN = len(SHARED)
BATTLE, HELD, PLAYER = TURN + 1, TURN + 2, TURN + 3
OWN_SLOTS = ("turn", "battle", "held", "player:0", "player:1")
_PLAN = Layout(SEATS, OWN_SLOTS, ZONES, ())
HAND, DECK, MASTER, MAGIC, ATTACK, DEFENCE, UNDER = (
    _PLAN.zone[name] for name in ("hand", "deck", "master", "magic", "attack", "defence", "under")
)
"""The first slot of each zone: seat 0's; seat 1's is the next."""


class Part(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A component of the board."""


class Turn(Part, frozen=True):
    """Whose turn it is and how far. `step`: the battle step, `acted`: the owner has played a
    card or given a command in this main phase (R286), `rounds`: attack rounds ordered (R172).
    """

    number: int
    owner: int
    phase: Phase
    step: str = ""
    acted: bool = False
    rounds: int = 0


class Player(Part, frozen=True):
    """A seat's pools. `turns`: own turns begun; `used`: what was used this turn; `no_orders`: own
    creatures cannot be ordered to attack this turn; `no_target`: the Master cannot be attacked.
    """

    lp: int
    dp: int
    turns: int = 0
    used: tuple[str, ...] = ()
    no_orders: bool = False
    no_target: bool = False


class Change(Part, frozen=True):
    """An amount on AT and DF, and how long: `battle`, `turn`, `leaves`. `state`: as an injury;
    `flock`: given to a flock (C54).
    """

    at: int
    df: int
    until: str
    state: str = ""
    flock: bool = False


class Spared(Change, frozen=True):
    """A change with which a creature cannot be destroyed (Master Touch of Step Next)."""

    spared: bool = True


STOPS = ("sleep", "confusion", "daze")
"""The states in which a creature takes no command."""


class Affliction(Part, frozen=True):
    """A state with a time: `left` start phases of `seat` to go; 0: to the end of the turn, None:
    until it leaves the field. `at`, `df`: what it changes, or what poison takes each turn;
    `flock`: given to a flock (C54); `fixed`: nothing is added to the AT of a dazed creature (C84).
    """

    state: str
    left: int | None
    seat: int
    flock: bool = False
    at: int = 0
    df: int = 0
    fixed: bool = False


class Flock(Part, frozen=True):
    """What a leader leads: the members, in the zone `under`, and the line that each came from.

    `at`, `df`, `sh` are the flock's own values (R242 to R244); `led` are members that led once.
    """

    members: tuple[CardId, ...] = ()
    lines: tuple[str, ...] = ()
    at: int = 0
    df: int = 0
    sh: int = 0
    led: tuple[CardId, ...] = ()


class Creature(Part, frozen=True):
    """A creature on the field. `waiting`: the seat in whose turn it entered, -1 when ready.

    `flocked`: told to flock, or split off, this turn; `bound`: what its flock cannot be told this
    turn (R241); `spent`: destroyed when the turn ends (R309). A member of a flock keeps its
    component; the leader's says who they are.
    """

    waiting: int = -1
    red: bool = False
    attacked: bool = False
    skilled: bool = False
    lying: bool = False
    doomed: bool = False
    no_attack: bool = False
    no_target: bool = False
    used: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    afflictions: tuple[Affliction, ...] = ()
    moved: bool = False
    flocked: bool = False
    bound: tuple[str, ...] = ()
    flock: Flock | None = None
    spent: bool = False

    @property
    def amounts(self) -> tuple[tuple[str, int, int], ...]:
        """Its abnormal states with what each changes, or takes each turn."""
        injured = tuple((one.state, one.at, one.df) for one in self.changes if one.state)
        return (*((one.state, one.at, one.df) for one in self.afflictions), *injured)

    @property
    def spared(self) -> bool:
        """Whether it cannot be destroyed."""
        return any(isinstance(one, Spared) for one in self.changes)

    @property
    def stopped(self) -> str:
        """The state in which it takes no command, if it has one."""
        return next((one.state for one in self.afflictions if one.state in STOPS), "")

    @property
    def states(self) -> tuple[str, ...]:
        """The names of its abnormal states."""
        injured = tuple(change.state for change in self.changes if change.state)
        return (*(each.state for each in self.afflictions), *injured)


class Staying(Part, frozen=True):
    """An action card that stays on the field: `left` start phases of `seat` to go (None: for ever),
    `on` the cards on which it was cast.
    """

    left: int | None
    seat: int
    on: tuple[CardId, ...] = ()

    flock: ClassVar[None] = None
    states: ClassVar[tuple[str, ...]] = ()


class Attack(Part, frozen=True):
    """An attack of the running battle. `raised`: the red zone's choice; `status`: ordered,
    attacking, failed, then won, lost or drawn; `rule`: which comparison decided it; `own` and
    `theirs`: the stat that attacker and target fight with, where their cards leave a choice.
    """

    attacker: CardId
    target: CardId
    raised: str = ""
    against_df: bool = False
    status: str = "ordered"
    rule: str = ""
    own: str = ""
    theirs: str = ""


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

    def player(self, seat: int) -> Player:
        """A seat's pools."""
        player: Player = self.slots[PLAYER + seat]
        return player

    @property
    def attacks(self) -> tuple[Attack, ...]:
        """The attacks of the running battle, in the order they were ordered."""
        attacks: tuple[Attack, ...] = self.slots[BATTLE]
        return attacks

    def face(self, card: CardId) -> Face:
        """What is printed on a card, made ready for quick reading."""
        face: Face = self.slots[self.face_at[card]]
        return face

    def works(self, card: CardId) -> bool:
        """Whether a card has automatic or continuous abilities."""
        face: Face = self.slots[self.face_at[card]]
        return face.works

    def creature(self, card: CardId) -> Creature:
        """The state of a creature on the field."""
        creature: Creature = self.slots[self.state_at[card]]
        return creature

    def hand(self, seat: int) -> tuple[CardId, ...]:
        """A seat's hand, the oldest card first."""
        hand: tuple[CardId, ...] = self.slots[HAND + seat]
        return hand

    def deck(self, seat: int) -> tuple[CardId, ...]:
        """A seat's main deck, the top card first."""
        deck: tuple[CardId, ...] = self.slots[DECK + seat]
        return deck

    def special(self, seat: int) -> tuple[CardId, ...]:
        """A seat's special deck, as it was brought (R004)."""
        return self.cards_in(SPECIAL.name, seat) if SPECIAL.name in self.layout.zone else ()

    def line(self, line: str, seat: int) -> tuple[CardId, ...]:
        """The creatures of a line, from the left."""
        cards: tuple[CardId, ...] = self.slots[self.layout.zone[line] + seat]
        return cards

    def creatures(self, seat: int) -> tuple[CardId, ...]:
        """All creatures of a seat: attack line, then defence line."""
        lines: tuple[CardId, ...] = self.slots[ATTACK + seat] + self.slots[DEFENCE + seat]
        return lines

    def standing(self, seat: int) -> list[tuple[CardId, Creature]]:
        """All creatures of a seat with their states, in the same order."""
        slots, at = self.slots, self.state_at
        return [(card, slots[at[card]]) for card in slots[ATTACK + seat] + slots[DEFENCE + seat]]

    def under(self, seat: int) -> tuple[CardId, ...]:
        """The members of a seat's flocks."""
        cards: tuple[CardId, ...] = self.slots[UNDER + seat]
        return cards

    def master(self, seat: int) -> CardId:
        """A seat's Master card."""
        card: CardId = self.slots[MASTER + seat][0]
        return card

    def sources(self, seat: int) -> tuple[CardId, ...]:
        """The cards of a seat whose abilities work: Master, both lines, magic zone."""
        slots = self.slots
        cards: tuple[CardId, ...] = (
            slots[MASTER + seat]
            + slots[ATTACK + seat]
            + slots[DEFENCE + seat]
            + slots[MAGIC + seat]
        )
        return cards

    def controller(self, card: CardId) -> int:
        """The seat on whose side a card is."""
        return self.place(card)[1]

    def set_attacks(self, attacks: tuple[Attack, ...]) -> None:
        """Change the attacks of the running battle; what a creature is worth can depend on them."""
        self.write(BATTLE, attacks)
        self.values.clear()

    def set_turn(self, **changes: object) -> None:
        """Change facts of the running turn."""
        self.write(TURN, replace(self.slots[TURN], **changes))

    def set_step(self, step: str) -> None:
        """Go on to a battle step (R169)."""
        turn: Turn = self.slots[TURN]
        if turn.step != step:
            self.write(TURN, replace(turn, step=step))

    def note_act(self, seat: int) -> None:
        """Keep that the turn owner has played a card or given a command in this phase (R286)."""
        turn: Turn = self.slots[TURN]
        if turn.owner == seat and not turn.acted:
            self.write(TURN, replace(turn, acted=True))

    def set_player(self, seat: int, **changes: object) -> None:
        """Change a seat's pools."""
        slot = PLAYER + seat
        self.write(slot, replace(self.slots[slot], **changes))

    def set_creature(self, card: CardId, **changes: object) -> None:
        """Change a creature's state."""
        slot = self.state_at[card]
        self.write(slot, replace(self.slots[slot], **changes))

    def leave(self, card: CardId, zone: str) -> None:
        """Take a card from the field, with the flock that it leads, to the owners' zones."""
        slot = self.state_at[card]
        state: Creature | Staying | None = self.slots[slot]
        if state is not None:
            self.write(slot, None)
            if state.flock is not None:
                for member in state.flock.members:
                    self.leave(member, zone)
        self.move(card, zone, self.owner(card))


Table = AnyTable[Duel]
"""The table of a duel."""
