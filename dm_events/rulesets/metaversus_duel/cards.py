"""What a card of Metaversus Duel is: the printed facts. Sources: G parts, A, B, C; the cards."""

import hashlib
from typing import Any, Literal

import msgspec

from dm_events.rulesets.metaversus_duel.language import Active, Effect, Passive

Kind = Literal["action", "treasure", "weapon", "character", "unknown"]
Difficulty = Literal["", "very easy", "easy", "normal", "tricky", "hard", "very hard"]
DIFFICULTIES: tuple[Difficulty, ...] = (
    "very easy", "easy", "normal", "tricky", "hard", "very hard",
)  # fmt: skip
Immediate = Literal["", "damage", "damaged", "opponent-action"]
"""When a card may be played immediately from hand: about to be dealt damage, after damage, the
opponent has played an action card."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card definition. `invented`: which of its facts no source states; all unless listed.

    `home` is A or B for a neutral kind, the id of the character for a pack's kind, `start` for
    the starting deck, of which a duelist has `copies`. `side_of`: the character whose alternate
    side this is. `below` is done at the start of each own turn while the card stays out, once for
    each name; `shield`: the opponent may damage it instead of the duelist.
    """

    id: str
    name: dict[str, str]
    kind: Kind
    home: str = ""
    invented: bool | tuple[str, ...] = True
    copies: int = 0
    price: int = 0
    ap: int = 0
    value: int = 0
    damage: int = 0
    immediate: Immediate = ""
    text: tuple[Effect, ...] = ()
    below: tuple[Effect, ...] = ()
    shield: bool = False
    hp: int = 0
    difficulty: Difficulty = ""
    side_of: str = ""
    extra: tuple[Effect, ...] = ()
    ability: tuple[Active | Passive, ...] = ()

    @property
    def label(self) -> str:
        """The English name."""
        return self.name["en"]

    @property
    def stays(self) -> bool:
        """Whether it can stay out."""
        return any(type(one).__name__ == "Stay" for one in self.text)


def _win_by_number(facts: dict[str, Any]) -> dict[str, Any]:
    """Form 1 named what a win needs, and the number stood in the program."""
    needs = {"ten-treasures": {"treasures": 10}, "both-low": {"hp": 5}}

    def newer(effect: dict[str, Any]) -> dict[str, Any]:
        its = dict(effect)
        return its | needs.get(its.pop("if_", ""), {})

    text = [newer(effect) for effect in facts.get("text", ())]
    ability = [
        {**one, "effects": [newer(effect) for effect in one.get("effects", ())]}
        for one in facts.get("ability", ())
    ]
    return {**facts, "text": text, "ability": ability}


FORMS = (_win_by_number,)
"""Each turns a definition of a form into one of the next, see `read_superseded`."""

UNKNOWN = Card(id="?", name={"en": "unknown card", "ko": "?"}, kind="unknown")
"""The face of a card that nobody at the table has seen."""

_CANON = msgspec.json.Encoder(order="sorted")


def card_hash(card: Card) -> str:
    """Return 16 hex digits over the rules-relevant fields: everything but names and marks."""
    facts = msgspec.to_builtins(card)
    for words in ("name", "invented"):
        facts.pop(words, None)
    return hashlib.blake2b(_CANON.encode(facts), digest_size=8).hexdigest()


class Face:
    """A card's printed side, made ready for quick reading. Cards of one definition share one."""

    __slots__ = ("actives", "card", "cid", "immediate", "kind", "passives", "shield", "stays",
                 "text", "wins")  # fmt: skip

    def __init__(self, card: Card) -> None:
        """Read `card` once."""
        self.card = card
        self.cid = card.id
        self.kind = card.kind
        self.text = card.text
        self.immediate = card.immediate
        self.shield = card.shield
        self.stays = card.stays
        self.wins = sum(type(one).__name__ == "Win" for one in card.text)
        self.actives = tuple(
            (at, one) for at, one in enumerate(card.ability, 1) if isinstance(one, Active)
        )
        self.passives: dict[str, tuple[tuple[int, Passive], ...]] = {}
        for at, one in enumerate(card.ability, 1):
            if isinstance(one, Passive):
                self.passives[one.when] = (*self.passives.get(one.when, ()), (at, one))

    def __eq__(self, other: object) -> bool:
        """Two faces are one if they show one card."""
        return isinstance(other, Face) and self.card == other.card

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Name the card."""
        return f"Face({self.card.id})"


UNKNOWN_FACE = Face(UNKNOWN)
