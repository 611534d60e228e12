"""The effect language: what an ability does when it resolves. See docs/effects.md."""

from typing import Literal

from dm_events.rulesets.dino_master.filters import Filter, Number, Part, Some

To = Literal["self", "target", "first", "second", "other", "subject", "each"]
"""Whom: the card itself; the chosen targets; where an ability points at two kinds of cards, the
one of the first or the ones of the second kind (Rhamphorhynchus); the card that fights it; the
card that the trigger speaks of; each card of the filter `of`."""

Until = Literal["battle", "turn", "leaves"]


class Effect(Part, frozen=True, tag_field="do"):
    """One thing that an ability does."""


class Change(Effect, frozen=True, tag="change"):
    """Raise or lower AT and DF; with a state, as that state (Dilophosaurus: injury AT-100).

    `per` multiplies by the number of such cards (Tuojiangosaurus), or of those discarded as its
    cost (Ankylosaurus).
    """

    at: int = 0
    df: int = 0
    to: To = "target"
    of: Filter | None = None
    per: Filter | Literal["discarded"] | None = None
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
    turns: Number | None = None
    at: int = 0
    df: int = 0
    to: To = "target"
    of: Filter | None = None


class CopyStates(Effect, frozen=True, tag="copy-states"):
    """Give every kind of state that other creatures on the field have (Hex the Symptoms)."""

    turns: Number
    to: To = "target"


class GatherStates(Effect, frozen=True, tag="gather-states"):
    """Move every abnormal state of other creatures to this one, as it is (Elasmosaurus)."""

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


class PutDown(Effect, frozen=True, tag="put-down"):
    """Put a creature of the own hand onto the field without its DP, if the user wants (Pycnonemosaurus)."""

    of: Filter


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

    cards: Some = 1


class Shuffle(Effect, frozen=True, tag="shuffle"):
    """Shuffle the own deck (Master Chen)."""


class MakeDiscard(Effect, frozen=True, tag="discard"):
    """A player whom the user names discards a card (Soldes); with `reveal` that player shows the
    hand and the user chooses (Tapejara imperator).
    """

    reveal: bool = False


class Mill(Effect, frozen=True, tag="mill"):
    """Cards go from the top of a deck to the graveyard: the user names the player, and how many from
    1 to `most` (Talarurus plicatospineus).
    """

    most: Some


class CancelCast(Effect, frozen=True, tag="cancel-cast"):
    """The answered action card does nothing (Thunderbolt)."""


class Forbid(Effect, frozen=True, tag="forbid"):
    """To the end of the turn: cannot attack (Blizzard), or cannot be attacked (Alkaloid Toxic)."""

    what: Literal["attack", "be-attacked"]
    to: To = "target"
    of: Filter | None = None
    taxon: Literal["chosen"] | None = None


class Spare(Effect, frozen=True, tag="spare"):
    """To the end of the turn they cannot be destroyed (Master Touch of Step Next)."""

    to: To = "target"
    of: Filter | None = None


class ForbidOrders(Effect, frozen=True, tag="forbid-orders"):
    """The opponent's creatures cannot be ordered to attack to the end of the turn (Volcano Burst)."""


class Restore(Effect, frozen=True, tag="restore"):
    """Give LP back, never above the Master's starting LP (Master Chris)."""

    lp: Some


class Mend(Effect, frozen=True, tag="mend"):
    """Give creatures AT or DF back, as the user says, never above what they began with
    (Master Lovena).
    """

    amount: Some
    to: To = "target"
    of: Filter | None = None


class Equip(Effect, frozen=True, tag="equip"):
    """Lay an armor of the hand on it at once, if the user wants (Torosaurus)."""

    to: To = "self"


AnyEffect = (
    Change
    | Swap
    | Afflict
    | CopyStates
    | GatherStates
    | Cure
    | Destroy
    | Return
    | Revive
    | PutDown
    | Recover
    | Search
    | Draw
    | Shuffle
    | MakeDiscard
    | Mill
    | CancelCast
    | Forbid
    | ForbidOrders
    | Spare
    | Restore
    | Mend
    | Equip
)
