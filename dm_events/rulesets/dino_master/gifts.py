"""The effect language: what a continuous ability gives while it holds. See docs/effects.md."""

from typing import Literal

from dm_events.rulesets.dino_master.filters import Filter, Part, Some, State


class Gift(Part, frozen=True, tag_field="gives"):
    """What a continuous ability gives while it holds."""


class FastRun(Gift, frozen=True, tag="fast-run"):
    """The creature need not wait (Tyrannosaurus)."""


class Raise(Gift, frozen=True, tag="raise"):
    """Such cards have more AT or DF (Master Bobby, Master Feel), `per`: for each card of this kind
    (Torosaurus).
    """

    of: Filter
    at: int = 0
    df: int = 0
    per: Filter | None = None


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
    """It cannot be the target of attacks (Diplodocus), of skills of creatures that fit `of`
    (Giganotosaurus), or of action cards (Pentaceratops).
    """

    by: Literal["attack", "skill", "action"]
    of: Filter | None = None


class Cheaper(Gift, frozen=True, tag="cheaper"):
    """Such creatures cost their owner less (Ichthyosaurus)."""

    of: Filter
    dp: Some = 1


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


class Needs(Gift, frozen=True, tag="needs"):
    """It can be ordered to attack (Brachiosaurus), or put on the field from the hand
    (Quetzalcoatlus), only while there is such a card.
    """

    of: Filter
    to: Literal["attack", "enter"]


class AttackTwice(Gift, frozen=True, tag="attack-twice"):
    """It may be ordered to attack a second time, in a second round (Triceratops, C42)."""


class SeesTop(Gift, frozen=True, tag="sees-top"):
    """Its controller may look at the top card of the own deck at any time (Master Keiko)."""


class NoCommand(Gift, frozen=True, tag="no-command"):
    """Such creatures, or without `of` the one on which the card was cast (Seal Creature), cannot be
    commanded (Confuse in Control).
    """

    of: Filter | None = None


class NoRevival(Gift, frozen=True, tag="no-revival"):
    """No card comes from a graveyard onto the field (Temper in Waste)."""


AnyGift = (
    FastRun
    | Raise
    | AgainstDf
    | PassOver
    | NoTarget
    | Cheaper
    | InBattle
    | Immune
    | AllRound
    | Needs
    | AttackTwice
    | SeesTop
    | NoCommand
    | NoRevival
)
