"""A card's face made ready for quick reading: its abilities by kind. Source: P."""

from dm_events.rulesets.dino_master.abilities import Auto, Cast, Continuous, Skill, Used
from dm_events.rulesets.dino_master.cards import UNKNOWN, Card
from dm_events.rulesets.dino_master.deeds import Effect
from dm_events.rulesets.dino_master.filters import Condition, Every, Untargeted
from dm_events.rulesets.dino_master.gifts import (
    AgainstDf,
    AllRound,
    AttackTwice,
    Cheaper,
    FastRun,
    Immune,
    InBattle,
    Needs,
    NoCommand,
    NoRevival,
    NoTarget,
    PassOver,
    Raise,
    SeesTop,
)


class Face:
    """The printed side of a card. Two cards of one definition share one face."""

    __slots__ = ("against_df", "all_round", "answers", "attack_needs", "attack_twice", "autos", "by_command", "card", "cast", "cheaper", "effects", "enter_needs", "fast_run", "immune", "in_battle",
                 "no_command", "no_revival", "no_target", "pass_over", "raises", "sees_top", "stating", "untargeted", "used", "waiting", "works")  # fmt: skip

    def __init__(self, card: Card) -> None:
        """Sort the abilities of `card`; each keeps its number on the card."""
        self.card = card
        self.autos: dict[str, tuple[tuple[int, Auto], ...]] = {}
        self.waiting: list[tuple[str, int, Auto]] = []
        gifts: list[Continuous] = []
        self.cast: tuple[int, Cast] | None = None
        self.effects: tuple[type[Effect], ...] = ()
        """The kinds of effects of a cast card."""
        self.used: tuple[tuple[int, Used], ...] = ()
        for number, ability in enumerate(card.ability):
            if isinstance(ability, Auto):
                on = ability.when.on
                self.autos[on] = (*self.autos.get(on, ()), (number, ability))
                self.waiting.append((on, number, ability))
            elif isinstance(ability, Continuous):
                gifts.append(ability)
            elif isinstance(ability, Cast):
                self.cast = (number, ability)
                self.effects = tuple(map(type, ability.effects))
            else:
                self.used = (*self.used, (number, ability))
        self.fast_run = any(isinstance(one.gift, FastRun) for one in gifts)
        self.all_round = any(isinstance(one.gift, AllRound) for one in gifts)
        self.immune = tuple(one for one in gifts if isinstance(one.gift, Immune))
        self.in_battle = tuple(one for one in gifts if isinstance(one.gift, InBattle))
        self.raises = tuple(
            (one.condition, one.gift) for one in gifts if isinstance(one.gift, Raise)
        )
        self.against_df = tuple(one for one in gifts if isinstance(one.gift, AgainstDf))
        self.pass_over = tuple(one for one in gifts if isinstance(one.gift, PassOver))
        self.no_target = tuple(one for one in gifts if isinstance(one.gift, NoTarget))
        self.cheaper = tuple(
            (one.condition, one.gift) for one in gifts if isinstance(one.gift, Cheaper)
        )
        needs = [one.gift for one in gifts if isinstance(one.gift, Needs)]
        self.attack_needs = tuple(one.of for one in needs if one.to == "attack")
        self.enter_needs = tuple(one.of for one in needs if one.to == "enter")
        self.attack_twice = tuple(one for one in gifts if isinstance(one.gift, AttackTwice))
        self.sees_top = any(isinstance(one.gift, SeesTop) for one in gifts)
        self.no_command = tuple(one.gift for one in gifts if isinstance(one.gift, NoCommand))
        self.no_revival = any(isinstance(one.gift, NoRevival) for one in gifts)
        self.untargeted = any(
            asks_untargeted(one.condition) for _, _, one in self.waiting if one.condition
        )
        """Whether the turn must remember that it was the target of an attack."""
        self.works = bool(self.waiting or self.raises or self.cheaper)
        """Whether it does something by itself that others must look for."""
        self.by_command = dict(self.used)
        self.answers = tuple((number, one) for number, one in self.used if not one.from_hand)
        """What is used on the field by command, and of that what can be in the opponent's turn."""
        self.stating = tuple(
            (number, one) for number, one in self.answers
            if isinstance(one, Skill) and makes_state(one)
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        """Two faces are one if they show one card."""
        return isinstance(other, Face) and self.card == other.card

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Name the card."""
        return f"Face({self.card.id})"


def asks_untargeted(condition: Condition) -> bool:
    """Whether a condition looks back at attacks of this turn."""
    if isinstance(condition, Every):
        return any(asks_untargeted(one) for one in condition.of)
    return isinstance(condition, Untargeted)


STAT_CHANGING = ("injury", "poison", "zombie", "frenzy")


def makes_state(ability: Used) -> bool:
    """Whether an ability makes a state of the stat-changing group (K 5.2)."""
    return any(getattr(effect, "state", None) in STAT_CHANGING for effect in ability.effects)


UNKNOWN_FACE = Face(UNKNOWN)
