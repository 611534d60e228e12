"""What a card of Dino Master is: the printed facts. Sources: P; K 2.1 to 2.4, 7."""

import hashlib
from typing import Annotated, Literal

import msgspec

from dm_events.rulesets.dino_master.abilities import Ability
from dm_events.rulesets.dino_master.filters import Number, check_taxa

Kind = Literal["creature", "action", "master", "fusion", "illusion", "armored", "unknown"]
SPECIAL_KINDS: tuple[Kind, ...] = ("fusion", "illusion", "armored")
"""The kinds of the special deck. Boosts belong there too, but no official one is known."""


class FlockRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One printed row of a flock table: so many creatures have this AT, and this DF if printed."""

    size: Annotated[int, msgspec.Meta(ge=2)]
    at: Number
    df: Number | None = None


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card definition: the identity is `id`; names are not unique (R343).

    `taxa` are of those in `filters.TAXA` (C121). `start_hand` and `hand_limit` are a Master's.
    `copies` is a lower copy limit printed on the card itself (Fossil); `family` is printed on
    creatures of New Master, Step Next and Re-Enigma, and is given where a card asks for it.
    """

    id: str
    name: dict[str, str]
    kind: Kind
    set: str
    taxa: tuple[str, ...] = ()
    dp: Number = 0
    at: Number = 0
    df: Number = 0
    sh: Number = 0
    lp: Number = 0
    start_hand: Number = 6
    hand_limit: Number = 6
    copies: Number = 3
    flock: tuple[FlockRow, ...] = ()
    ability: tuple[Ability, ...] = ()
    family: str = ""

    def __post_init__(self) -> None:
        """Refuse a taxon that there is not."""
        check_taxa(self.taxa)

    @property
    def label(self) -> str:
        """The English name."""
        return self.name["en"]


FORMS = ()
"""Definitions have had one form so far, see `read_superseded`."""

UNKNOWN = Card(id="?", name={"en": "unknown card", "th": "?", "ko": "?"}, kind="unknown", set="")
"""The face of a card that nobody at the table has seen."""

_CANON = msgspec.json.Encoder(order="sorted")


def card_hash(card: Card) -> str:
    """Return 16 hex digits over the rules-relevant fields: everything but names and set."""
    facts = msgspec.to_builtins(card)
    for words in ("name", "set"):
        facts.pop(words, None)
    return hashlib.blake2b(_CANON.encode(facts), digest_size=8).hexdigest()
