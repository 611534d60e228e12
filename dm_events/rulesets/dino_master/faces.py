"""A card's face made ready for quick reading: its abilities by kind. Source: P."""

from dm_events.rulesets.dino_master.abilities import (
    AgainstDf,
    AllRound,
    Auto,
    Cast,
    Cheaper,
    Continuous,
    Effect,
    FastRun,
    Immune,
    InBattle,
    NoTarget,
    PassOver,
    Raise,
    Skill,
    Used,
)
from dm_events.rulesets.dino_master.cards import UNKNOWN, Card


class Face:
    """The printed side of a card. Two cards of one definition share one face."""

    __slots__ = ("against_df", "all_round", "answers", "autos", "by_command", "card", "cast", "cheaper", "effects", "fast_run", "immune", "in_battle",
                 "no_target", "pass_over", "raises", "stating", "used", "waiting", "works")  # fmt: skip

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
        self.in_battle = any(isinstance(one.gift, InBattle) for one in gifts)
        self.raises = tuple(
            (one.condition, one.gift) for one in gifts if isinstance(one.gift, Raise)
        )
        self.against_df = tuple(one for one in gifts if isinstance(one.gift, AgainstDf))
        self.pass_over = tuple(one for one in gifts if isinstance(one.gift, PassOver))
        self.no_target = tuple(one for one in gifts if isinstance(one.gift, NoTarget))
        self.cheaper = tuple(
            (one.condition, one.gift) for one in gifts if isinstance(one.gift, Cheaper)
        )
        self.works = bool(self.waiting or self.raises or self.cheaper)
        """Whether it does something by itself that others must look for."""
        self.by_command = dict(self.used)
        self.answers = tuple((number, one) for number, one in self.used if not one.from_hand)
        """What is used on the field by command, and of that what can be in the opponent's turn."""
        self.stating = tuple(
            (number, one) for number, one in self.answers
            if isinstance(one, Skill) and makes_state(one)
        )  # fmt: skip

    @property
    def injures(self) -> bool:
        """Whether it has a skill that makes a stat-changing state (R300)."""
        return any(isinstance(ability, Skill) and makes_state(ability) for _, ability in self.used)

    def __eq__(self, other: object) -> bool:
        """Two faces are one if they show one card."""
        return isinstance(other, Face) and self.card == other.card

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Name the card."""
        return f"Face({self.card.id})"


STAT_CHANGING = ("injury", "poison", "zombie", "frenzy")


def makes_state(ability: Used) -> bool:
    """Whether an ability makes a state of the stat-changing group (K 5.2)."""
    return any(getattr(effect, "state", None) in STAT_CHANGING for effect in ability.effects)


UNKNOWN_FACE = Face(UNKNOWN)
