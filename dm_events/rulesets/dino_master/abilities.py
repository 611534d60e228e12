"""The effect language: what a card can do, as data. See docs/effects.md.

Words follow design: trigger, condition, cost, targets, effects, duration.
"""

from functools import cached_property
from typing import Literal

from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.deeds import AnyEffect, MakeDiscard, Mill
from dm_events.rulesets.dino_master.filters import (
    Condition,
    Cost,
    Filter,
    Number,
    Part,
    Some,
    Targets,
)
from dm_events.rulesets.dino_master.gifts import AnyGift

Occasion = Literal[
    "enters",
    "orders-attack",
    "attacks",
    "targeted",
    "to-graveyard",
    "to-hand",
    "skill-succeeds",
    "end-of-turn",
    "shuffles",
    "magic-to-graveyard",
    "succeeds",
    "defeated",
]


class When(Part, frozen=True):
    """The event that sets an automatic ability off.

    `subject` is what the happening is about (the card that enters, that is targeted, that goes to
    the graveyard), `by` the other card in it (the attacker; the card that destroyed it, or for
    which it was discarded). Without `subject` it is the card itself. `shuffles` is about the
    Master whose deck was shuffled, `magic-to-graveyard` about a magic card that lay on the field,
    `succeeds` about a creature that succeeded in a battle (Majungasaurus), `defeated` about one that
    an attack destroys, before it leaves (Sauropelta).
    """

    on: Occasion
    subject: Filter | None = None
    by: Filter | None = None


class Auto(Part, frozen=True, dict=True, tag_field="pattern", tag="auto"):
    """Works by itself when its event happens. `later`: what it does waits for that moment.

    `may`: its controller can decline.
    """

    when: When
    effects: tuple[AnyEffect, ...]
    condition: Condition | None = None
    may: bool = False
    cost: Cost | None = None
    targets: Targets | None = None
    later: Literal["end-of-battle"] | None = None

    def __post_init__(self) -> None:
        """Refuse what nobody could carry out."""
        if self.names_player and self.targets is not None:
            raise ValueError("`discard` and `mill` name a player: no `targets` beside them")
        cost = self.cost
        if cost is not None and (cost.remove or cost.more or cost.armors):
            raise ValueError("an automatic ability costs no `remove`, `more` or `armors`")
        if cost is not None and cost.discard is not None and cost.graveyard is not None:
            raise ValueError("an automatic ability costs either `discard` or `graveyard`")

    @cached_property
    def names_player(self) -> bool:
        """Whether its user names the player whom it hits."""
        return any(isinstance(effect, MakeDiscard | Mill) for effect in self.effects)


class Continuous(Part, frozen=True, tag_field="pattern", tag="cont"):
    """Holds as long as the card is on the field and its condition is met."""

    gift: AnyGift
    condition: Condition | None = None


class Manual(Part, frozen=True, tag_field="pattern"):
    """Used by command, once a turn. `also`: a second kind of targets, beside one of the first
    (Rhamphorhynchus).
    """

    effects: tuple[AnyEffect, ...]
    cost: Cost = Cost()
    targets: Targets | None = None
    also: Targets | None = None
    keeps_attack: bool = False
    from_hand: bool = False

    def __post_init__(self) -> None:
        """Refuse what nobody could carry out."""
        _by_trigger_only(self.effects)
        if self.cost.graveyard is not None:
            raise ValueError("only an automatic ability costs a card of the `graveyard`")
        if self.also is not None and (
            self.targets is None or (self.targets.least, self.targets.most) != (1, 1)
        ):
            raise ValueError("`also` stands beside `targets` that take one card")

    def sets(
        self, chosen: tuple[CardId, ...]
    ) -> tuple[tuple[Targets | None, tuple[CardId, ...]], ...]:
        """What it points at, by kind of target: chosen cards in the order they are named."""
        if self.also is None:
            return ((self.targets, chosen),)
        return ((self.targets, chosen[:1]), (self.also, chosen[1:]))


class Skill(Manual, frozen=True, tag="skill"):
    """A creature's skill. `keeps_attack`: it may still attack this turn (Triceratops)."""


class CardEffect(Manual, frozen=True, tag="effect"):
    """A creature's effect that is used by command (Pachyrhinosaurus)."""


class MasterSkill(Manual, frozen=True, tag="master-skill"):
    """A Master's skill that is used by command (Master Chris). `ultimate`: the ultimate master skill,
    `from_turn`: the first turn of the game in which it can be used (Master Touch of Step Next).
    """

    ultimate: bool = False
    from_turn: Number = 0


class Stays(Part, frozen=True):
    """An action card stays on the field for `turns`, without a number for ever (Seal Creature), until
    a card on which it was cast leaves. `in_text`: the turns stand in the ability text only (Temper
    in Waste).
    """

    turns: Some | None = None
    in_text: bool = False


class Cast(Part, frozen=True, tag_field="pattern", tag="cast"):
    """What an action card does when it is cast."""

    effects: tuple[AnyEffect, ...]
    condition: Condition | None = None
    targets: Targets | None = None
    taxon: bool = False
    stays: Stays | None = None

    def __post_init__(self) -> None:
        """Refuse what nobody could carry out."""
        _by_trigger_only(self.effects)


def _by_trigger_only(effects: tuple[AnyEffect, ...]) -> None:
    if any(isinstance(effect, MakeDiscard | Mill) for effect in effects):
        raise ValueError("`discard` and `mill` are for automatic abilities")


Ability = Auto | Continuous | Skill | CardEffect | MasterSkill | Cast
Used = Skill | CardEffect | MasterSkill
