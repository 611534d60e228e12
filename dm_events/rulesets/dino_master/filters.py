"""The effect language: which cards are meant, what it costs, when it holds. See docs/effects.md.

Each construct names a card that needs it. These types are what the loader decodes card files
into, so a slip in a card file is an error that names the field.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Literal

import msgspec

Number = Annotated[int, msgspec.Meta(ge=0)]
Some = Annotated[int, msgspec.Meta(ge=1)]
TAXA = ("bipedal", "horned", "long-necked", "aquatic", "winged", "armored")
"""The taxa that the cards of the sets that are played print (C121); an action that names one takes one
of them.
"""

Stat = Literal["at", "df"]
State = Literal["sleep", "confusion", "panic", "daze", "injury", "poison", "zombie", "frenzy"]
Whose = Literal["any", "own", "opposing", "self"]


def check_taxa(taxa: Iterable[str]) -> None:
    """Raise ValueError for a taxon that no card prints."""
    for taxon in taxa:
        if taxon not in TAXA:
            msg = f"there is no taxon {taxon!r}; there are: {', '.join(TAXA)}"
            raise ValueError(msg)


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all parts of an ability share: unknown fields are refused."""


class Filter(Part, frozen=True, dict=True):
    """Which cards are meant; every field given must fit.

    `lower`: has less of that stat than the card whose ability it is (Spinosaurus).
    `ordered`: has been ordered to attack (Earthquake); `other`: not the card itself; `flock`: leads
    a flock (Destroy The Assembly). `wearing`: has an armor on it (Styracosaurus), or has none
    (Tornado); armor cannot be played yet, so nobody has one. `staying`: an action card that stays
    on the field (Magic Denied). `family`: of that family (Pycnonemosaurus).
    """

    zone: Literal["field", "hand", "graveyard", "deck"] = "field"
    kind: Literal["creature", "action", "armor", "magic", "card"] = "creature"
    whose: Whose = "any"
    taxon: str | None = None
    name: str | None = None
    dp_at_most: Number | None = None
    at_at_most: Number | None = None
    line: Literal["attack", "defence"] | None = None
    state: State | Literal["any"] | None = None
    lower: Stat | None = None
    ordered: bool = False
    attacking: bool = False
    other: bool = False
    flock: bool = False
    wearing: bool | None = None
    staying: bool = False
    family: str | None = None

    def __post_init__(self) -> None:
        """Refuse a taxon that there is not."""
        if self.taxon is not None:
            check_taxa((self.taxon,))

    @cached_property
    def asks_more(self) -> bool:
        """Whether it asks for more than the zone, the side, the kind and the taxon."""
        facts = zip(self.__struct_fields__, self.__struct_defaults__, strict=True)
        return any(getattr(self, name) != usual for name, usual in facts if name not in COMMON)


COMMON = ("zone", "kind", "whose", "taxon")


class Targets(Part, frozen=True):
    """A choice of cards that an ability points at when it is used."""

    of: Filter
    least: Number = 1
    most: Some = 1


class Cost(Part, frozen=True, dict=True):
    """What must be given up: DP, a card discarded, cards of the hand removed from the game.

    `number`: so many are discarded (Pycnonemosaurus); `more`: as many more as its user wants
    (Ankylosaurus); `graveyard`: a card there that is removed from the game (Stegosaurus); `armors`:
    so many on it are destroyed (Pentaceratops).
    """

    dp: Number = 0
    discard: Filter | None = None
    number: Some = 1
    more: bool = False
    remove: Number = 0
    graveyard: Filter | None = None
    armors: Number = 0

    @cached_property
    def discards(self) -> int:
        """How many cards are discarded at least."""
        return 0 if self.discard is None else self.number


class Present(Part, frozen=True, tag_field="is", tag="present"):
    """At least so many such cards are there (Chasmosaurus: an abnormal state on the field)."""

    of: Filter
    at_least: Some = 1


class EmptyLine(Part, frozen=True, tag_field="is", tag="empty-line"):
    """A player's line has no creature (Elasmosaurus)."""

    whose: Literal["own", "opposing"]
    line: Literal["attack", "defence"]


class Targeted(Part, frozen=True, tag_field="is", tag="targeted"):
    """A card of that place is the target of an attack: an own one (Meteor Strike) or anybody's
    (Meteor Rain).
    """

    what: Literal["defence", "master"]
    whose: Literal["own", "any"] = "own"


class Untargeted(Part, frozen=True, tag_field="is", tag="untargeted"):
    """The card itself was not the target of an attack this turn (Seismosaurus)."""


class InTurn(Part, frozen=True, tag_field="is", tag="in-turn"):
    """It is that player's turn (Seismosaurus: a turn in which its side defends)."""

    whose: Literal["own", "opposing"]


class Every(Part, frozen=True, tag_field="is", tag="every"):
    """All of several conditions hold (Elasmosaurus)."""

    of: "tuple[Condition, ...]"


Condition = Present | EmptyLine | Targeted | Untargeted | InTurn | Every
