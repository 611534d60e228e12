"""What texts of cards and abilities can say. Sources: G A, B, C, abil; the cards."""

from typing import Literal

import msgspec

Who = Literal["self", "opponent"]
Place = Literal["", "play", "discard", "deck", "hand", "under"]
"""Where a gained card goes; empty: the text names no place."""
Of = Literal["any", "stays", "treasure"]
"""Which cards are meant: any, those that can stay out, treasures."""


class Text(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True,
           omit_defaults=True):  # fmt: skip
    """One instruction."""


class Draw(Text, frozen=True, tag="draw"):
    """+n cards; `each`: for every duelist, the turn player first."""

    n: int = 1
    each: bool = False


class Ap(Text, frozen=True, tag="ap"):
    """+n AP."""

    n: int = 1


class Gems(Text, frozen=True, tag="gems"):
    """+n gems."""

    n: int = 1


class Buys(Text, frozen=True, tag="buys"):
    """+n buys."""

    n: int = 1


class Damage(Text, frozen=True, tag="damage"):
    """n damage to somebody, at once."""

    n: int = 1
    to: Who = "opponent"


class More(Text, frozen=True, tag="more"):
    """A weapon counts n more for each card of a sort."""

    n: int = 1
    each: Literal["stays", "other-weapon"] = "stays"


class Armour(Text, frozen=True, tag="armour"):
    """+n armour."""

    n: int = 1


class Heal(Text, frozen=True, tag="heal"):
    """n HP back, to the max HP at most."""

    n: int = 1


class LoseHp(Text, frozen=True, tag="lose-hp"):
    """Somebody loses n HP, which is no damage."""

    n: int = 1
    who: Who = "self"


class Stay(Text, frozen=True, tag="stay"):
    """This card stays out: it lies outside the play area and is not discarded in D."""


class Stampede(Text, frozen=True, tag="discard-staying"):
    """Discard all own cards that stay out; n damage for each."""

    n: int = 2


class Remove(Text, frozen=True, tag="remove"):
    """Remove cards from the hand; `then` follows if one was removed."""

    least: int = 0
    most: int = 1
    of: Of = "any"
    then: tuple["Effect", ...] = ()


class Discard(Text, frozen=True, tag="discard"):
    """Somebody discards from the hand; `draw`: a card for each; `then` follows if one was."""

    least: int = 1
    most: int = 1
    who: Literal["self", "opponent", "each"] = "self"
    draw: bool = False
    then: tuple["Effect", ...] = ()


class Gain(Text, frozen=True, tag="gain"):
    """Gain `copies` of one market card of a price up to `price` (none: any price)."""

    price: int | None = None
    to: Place = ""
    copies: int = 1


class GainNamed(Text, frozen=True, tag="gain-named"):
    """Somebody gains a basic card by its id."""

    kind: str
    who: Who = "self"
    to: Place = "discard"


class Upgrade(Text, frozen=True, tag="upgrade"):
    """Remove a card from the hand; gain one that costs up to n more, to the hand."""

    n: int = 2


class Look(Text, frozen=True, tag="look"):
    """Look at the top n cards, take some to the hand, put the others back on top."""

    n: int = 1
    take: int = 0


class Peek(Text, frozen=True, tag="peek"):
    """Look at the top card; it may be discarded."""


class Search(Text, frozen=True, tag="search"):
    """Look at the whole draw deck, take one card of a sort; shuffle if one was taken."""

    of: Of = "any"


class Sift(Text, frozen=True, tag="reveal"):
    """Reveal the top n cards: treasures go to the hand, the others to the discard deck."""

    n: int = 3


class SetAside(Text, frozen=True, tag="set-aside"):
    """Set the top n cards aside under this card."""

    n: int = 2


class TakeAside(Text, frozen=True, tag="take-aside"):
    """Take what was set aside under this card to the hand."""


class Prices(Text, frozen=True, tag="prices"):
    """This turn the prices of all cards that can stay out are n lower."""

    n: int = 3


class Mode(Text, frozen=True, tag="choose-one"):
    """Choose one of several things to do."""

    options: dict[str, tuple["Effect", ...]]


class RemoveThis(Text, frozen=True, tag="remove-this"):
    """Remove this card."""


class ThisToDeck(Text, frozen=True, tag="this-to-deck"):
    """Put this card on top of the own draw deck."""


class Snatch(Text, frozen=True, tag="snatch"):
    """Put the action card that set this off into its owner's discard deck."""


class Win(Text, frozen=True, tag="win"):
    """Somebody wins the match. `hp`: only where both duelists have so much or less; `treasures`:
    only with so many treasures or more in the own discard deck and play area.
    """

    who: Who = "self"
    hp: int | None = None
    treasures: int = 0


class Lose(Text, frozen=True, tag="lose"):
    """The performer loses the match."""


class ExtraTurn(Text, frozen=True, tag="extra-turn"):
    """One more turn after this one."""


class PlayTreasure(Text, frozen=True, tag="play-treasure"):
    """Play a treasure from the hand."""


class IfHpLost(Text, frozen=True, tag="if-hp-lost"):
    """If the weapons' damage lowered HP."""

    then: tuple["Effect", ...]


class Pay(Text, frozen=True, tag="pay-hp"):
    """Lose n HP; if that was done, `then` follows."""

    n: int
    then: tuple["Effect", ...]


Effect = (
    Draw | Ap | Gems | Buys | Damage | More | Armour | Heal | LoseHp | Stay | Stampede | Remove
    | Discard | Gain | GainNamed | Upgrade | Look | Peek | Search | Sift | SetAside | TakeAside
    | Prices | Mode | RemoveThis | ThisToDeck | Snatch | Win | Lose | ExtraTurn | PlayTreasure
    | IfHpLost | Pay
)  # fmt: skip


class Ability(msgspec.Struct, frozen=True, gc=False, tag_field="kind", forbid_unknown_fields=True,
              omit_defaults=True):  # fmt: skip
    """An ability of a character. `uses`: how often, 0 for no limit; `per`: what the limit names."""

    effects: tuple[Effect, ...]
    uses: int = 0
    per: Literal["", "match", "turn"] = ""


class Active(Ability, frozen=True, tag="active"):
    """Used by announcing it; `phase`: only in this phase of the own turn."""

    phase: Literal["", "action", "buy", "combat"] = ""


When = Literal["start-of-turn", "start-of-buy", "damaged", "gain", "opponent-weapon"]
"""The occasions of passive abilities."""


class Passive(Ability, frozen=True, tag="passive", kw_only=True):
    """Performed on an occasion; `may`: if its duelist wants; `staying`: only with a card out."""

    when: When
    may: bool = False
    staying: bool = False
