"""The effect language: what a card can do, as data. Each construct names a card that needs it.

Cards are TOML; these types are what the loader decodes them into, so a slip in a card file is
an error that names the field. Words follow design: trigger, condition, cost, targets, effects,
duration.
"""

from functools import cached_property
from typing import Literal

import msgspec

Stat = Literal["at", "df"]
State = Literal["sleep", "confusion", "panic", "daze", "injury", "poison", "zombie", "frenzy"]
Whose = Literal["any", "own", "opposing", "self"]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all parts of an ability share: unknown fields are refused."""


class Filter(Part, frozen=True, dict=True):
    """Which cards are meant; every field given must fit.

    `lower`: has less of that stat than the card whose ability it is (Spinosaurus).
    `ordered`: has been ordered to attack (Earthquake); `other`: not the card itself; `flock`: leads
    a flock (Destroy The Assembly).
    """

    zone: Literal["field", "hand", "graveyard", "deck"] = "field"
    kind: Literal["creature", "action", "magic", "card"] = "creature"
    whose: Whose = "any"
    taxon: str | None = None
    name: str | None = None
    dp_at_most: int | None = None
    at_at_most: int | None = None
    line: Literal["attack", "defence"] | None = None
    state: State | Literal["any"] | None = None
    lower: Stat | None = None
    ordered: bool = False
    attacking: bool = False
    other: bool = False
    flock: bool = False

    @cached_property
    def asks_more(self) -> bool:
        """Whether it asks for more than the zone, the side, the kind and the taxon."""
        facts = zip(self.__struct_fields__, self.__struct_defaults__, strict=True)
        return any(getattr(self, name) != usual for name, usual in facts if name not in COMMON)


COMMON = ("zone", "kind", "whose", "taxon")


class Targets(Part, frozen=True):
    """A choice of cards that an ability points at when it is used."""

    of: Filter
    least: int = 1
    most: int = 1


class Cost(Part, frozen=True):
    """What must be given up: DP, LP, cards discarded or removed from the hand."""

    dp: int = 0
    lp: int = 0
    discard: Filter | None = None
    discards: int = 1
    remove: int = 0


# --- conditions -------------------------------------------------------------------------------


class Present(Part, frozen=True, tag_field="is", tag="present"):
    """At least so many such cards are there (Chasmosaurus: an abnormal state on the field)."""

    of: Filter
    at_least: int = 1


class EmptyLine(Part, frozen=True, tag_field="is", tag="empty-line"):
    """A player's line has no creature (Elasmosaurus)."""

    whose: Literal["own", "opposing"]
    line: Literal["attack", "defence"]


class Targeted(Part, frozen=True, tag_field="is", tag="targeted"):
    """An own card of that place is the target of an attack (Meteor Rain, Meteor Strike)."""

    what: Literal["defence", "master"]


Condition = Present | EmptyLine | Targeted

# --- effects ----------------------------------------------------------------------------------

To = Literal["self", "target", "other", "subject", "each"]
"""Whom: the card itself; the chosen targets; the card that fights it; the card that the trigger
speaks of; each card of the filter `of`."""

Until = Literal["battle", "turn", "leaves"]


class Effect(Part, frozen=True, tag_field="do"):
    """One thing that an ability does."""


class Change(Effect, frozen=True, tag="change"):
    """Raise or lower AT and DF; with a state, as that state (Dilophosaurus: injury AT-100).

    `per` multiplies by the number of such cards (Tuojiangosaurus).
    """

    at: int = 0
    df: int = 0
    to: To = "target"
    of: Filter | None = None
    per: Filter | None = None
    state: Literal["injury"] | None = None
    until: Until = "turn"


class Swap(Effect, frozen=True, tag="swap"):
    """Exchange AT and DF to the end of the turn (Spinosaurus, Moon Control)."""

    to: To = "target"


class Afflict(Effect, frozen=True, tag="afflict"):
    """Give a state for a number of turns (Muraenosaurus), 0: to the end of the turn, none: as long
    as the creature is on the field (Body Recall). `at`, `df`: what it changes (Berserk), or what
    poison takes each turn (Spread Poison).
    """

    state: Literal["sleep", "confusion", "panic", "poison", "zombie", "frenzy"]
    turns: int | None = None
    at: int = 0
    df: int = 0
    to: To = "target"
    of: Filter | None = None


class CopyStates(Effect, frozen=True, tag="copy-states"):
    """Give every kind of state that other creatures on the field have (Hex the Symptoms)."""

    turns: int
    to: To = "target"


class Cure(Effect, frozen=True, tag="cure"):
    """End abnormal states: all kinds, or one kind that the user chooses (Ophthalmosaurus)."""

    kinds: Literal["one", "all"]
    to: To = "target"
    of: Filter | None = None


class Destroy(Effect, frozen=True, tag="destroy"):
    """Send cards on the field to the graveyard as destroyed (Earthquake)."""

    to: To = "target"


class Return(Effect, frozen=True, tag="return"):
    """Put cards on the field into their owners' hands (Tornado, Titanosaurus)."""

    to: To = "target"


class Revive(Effect, frozen=True, tag="revive"):
    """Put a creature from the graveyard onto the user's field (Fossil)."""

    to: To = "target"


class Recover(Effect, frozen=True, tag="recover"):
    """Take a card from the graveyard into the hand (Pteranodon, Edmontonia)."""

    to: To = "target"


class Search(Effect, frozen=True, tag="search"):
    """Look through the own deck for a card, take it into the hand, shuffle (Bambiraptor).

    `name = "same"` in the filter means the name of the card itself.
    """

    of: Filter
    show: bool = False


class Draw(Effect, frozen=True, tag="draw"):
    """Draw cards from the own deck (Centrosaurus)."""

    cards: int = 1


class MakeDiscard(Effect, frozen=True, tag="discard"):
    """The opponent discards a card; with `reveal` the user sees the hand and chooses
    (Soldes, Tapejara).
    """

    reveal: bool = False


class CancelCast(Effect, frozen=True, tag="cancel-cast"):
    """The answered action card does nothing (Thunderbolt)."""


class Forbid(Effect, frozen=True, tag="forbid"):
    """To the end of the turn: cannot attack (Blizzard), or cannot be attacked (Alkaloid Toxic)."""

    what: Literal["attack", "be-attacked"]
    to: To = "target"
    of: Filter | None = None
    taxon: Literal["chosen"] | None = None


class ForbidOrders(Effect, frozen=True, tag="forbid-orders"):
    """The opponent's creatures cannot be ordered to attack to the end of the turn (Volcano Burst)."""


class Restore(Effect, frozen=True, tag="restore"):
    """Give LP back, never above the Master's starting LP (Master Chris)."""

    lp: int


AnyEffect = (
    Change | Swap | Afflict | CopyStates | Cure | Destroy | Return | Revive | Recover
    | Search | Draw | MakeDiscard | CancelCast | Forbid | ForbidOrders | Restore
)  # fmt: skip

# --- continuous gifts -------------------------------------------------------------------------


class Gift(Part, frozen=True, tag_field="gives"):
    """What a continuous ability gives while it holds."""


class FastRun(Gift, frozen=True, tag="fast-run"):
    """The creature need not wait (Tyrannosaurus)."""


class Raise(Gift, frozen=True, tag="raise"):
    """Such cards have more AT or DF (Master Bobby, Master Feel)."""

    of: Filter
    at: int = 0
    df: int = 0


class AgainstDf(Gift, frozen=True, tag="against-df"):
    """It fights against the target's DF on the attack line too: always (Baryonyx) or when its
    controller says so (`may`: Euoplocephalus, Chasmosaurus).
    """

    may: bool = False
    target: Filter | None = None


class PassOver(Gift, frozen=True, tag="pass-over"):
    """It may attack such creatures on the defence line past the attack line (Quetzalcoatlus),
    or the Master past both lines (`master`: Elasmosaurus).
    """

    target: Filter | None = None
    master: bool = False


class NoTarget(Gift, frozen=True, tag="no-target"):
    """It cannot be the target of attacks (Diplodocus), or of skills of creatures that fit `of`
    (Giganotosaurus).
    """

    by: Literal["attack", "skill"]
    of: Filter | None = None


class Cheaper(Gift, frozen=True, tag="cheaper"):
    """Such creatures cost their owner less (Ichthyosaurus)."""

    of: Filter
    dp: int = 1


class InBattle(Gift, frozen=True, tag="in-battle"):
    """Where strengths are compared it has as much more AT as it has SH (Gastonia burgei)."""

    at: Literal["sh"]


class Immune(Gift, frozen=True, tag="immune"):
    """It cannot have a state (Tyrannotitan chubutensis)."""

    state: State


class AllRound(Gift, frozen=True, tag="all-round"):
    """Where strengths are compared its controller may say that it fights with its DF; then its SH
    lowers the AT that fights it (Saltasaurus).
    """


AnyGift = FastRun | Raise | AgainstDf | PassOver | NoTarget | Cheaper | InBattle | Immune | AllRound

# --- abilities --------------------------------------------------------------------------------

Occasion = Literal[
    "enters",
    "orders-attack",
    "attacks",
    "targeted",
    "to-graveyard",
    "to-hand",
    "skill-succeeds",
    "end-of-turn",
]


class When(Part, frozen=True):
    """The event that sets an automatic ability off.

    `subject` is what the happening is about (the card that enters, that is targeted, that goes to
    the graveyard), `by` the other card in it (the attacker; the card that destroyed it).
    Without `subject` it is the card itself.
    """

    on: Occasion
    subject: Filter | None = None
    by: Filter | None = None


class Auto(Part, frozen=True, tag_field="pattern", tag="auto"):
    """Works by itself when its event happens. `later`: what it does waits for that moment.

    `may`: its controller can decline. `unless_targeted`: only in a turn in which this card was
    not the target of an attack (Seismosaurus).
    """

    when: When
    effects: tuple[AnyEffect, ...]
    condition: Condition | None = None
    may: bool = False
    cost: Cost | None = None
    targets: Targets | None = None
    later: Literal["end-of-battle"] | None = None


class Continuous(Part, frozen=True, tag_field="pattern", tag="cont"):
    """Holds as long as the card is on the field and its condition is met."""

    gift: AnyGift
    condition: Condition | None = None


class Manual(Part, frozen=True, tag_field="pattern"):
    """Used by command, once a turn."""

    effects: tuple[AnyEffect, ...]
    condition: Condition | None = None
    cost: Cost = Cost()
    targets: Targets | None = None
    keeps_attack: bool = False
    from_hand: bool = False


class Skill(Manual, frozen=True, tag="skill"):
    """A creature's skill. `keeps_attack`: it may still attack this turn (Triceratops)."""


class CardEffect(Manual, frozen=True, tag="effect"):
    """A creature's effect that is used by command (Pachyrhinosaurus)."""


class MasterSkill(Manual, frozen=True, tag="master-skill"):
    """A Master's skill that is used by command (Master Chris)."""


class Cast(Part, frozen=True, tag_field="pattern", tag="cast"):
    """What an action card does when it is cast."""

    effects: tuple[AnyEffect, ...]
    condition: Condition | None = None
    targets: Targets | None = None
    taxon: bool = False


Ability = Auto | Continuous | Skill | CardEffect | MasterSkill | Cast
Used = Skill | CardEffect | MasterSkill
