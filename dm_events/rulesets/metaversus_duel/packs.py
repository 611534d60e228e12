"""What a duelist brings: a character pack. Source: G parts."""

from collections.abc import Iterator, Mapping, Sequence

from dm_events.kernel.rule import Refusal, illegal
from dm_events.kernel.ruleset import DeckList
from dm_events.rulesets.metaversus_duel.board import SEATS
from dm_events.rulesets.metaversus_duel.cards import Card
from dm_events.rulesets.metaversus_duel.characters import SET_25
from dm_events.rulesets.metaversus_duel.opening import Match

PARTS = ("character",)


def may_bring(catalogue: Mapping[str, Card], deck: DeckList) -> Iterator[Refusal]:
    """Exactly one pack, named by its character."""
    characters = deck.get("character", ())
    if len(characters) != 1:
        yield illegal("deck/characters", SET_25, have=len(characters))
    for card in characters:
        if catalogue[card].kind != "character":
            yield illegal("deck/no-character", SET_25, card=card, kind=catalogue[card].kind)


def opening_of(catalogue: Mapping[str, Card], decks: Sequence[DeckList]) -> Match:
    """Return the opening for packs agreed on beforehand. Raises ValueError for another number."""
    if len(decks) != SEATS:
        raise ValueError(f"a duel is between {SEATS} packs, not {len(decks)}")
    packs = []
    for deck in decks:
        card = catalogue[deck["character"][0]]
        packs.append(card.side_of or card.id)
    return match(catalogue, variant="chosen", characters=tuple(packs))


def match(
    catalogue: Mapping[str, Card], *, a: tuple[str, ...] | None = None,
    b: tuple[str, ...] | None = None, characters: tuple[str, ...] | None = None,
    variant: str = "draft", difficulties: tuple[str, ...] = (), newcomers: tuple[int, ...] = (),
) -> Match:  # fmt: skip
    """Return an opening with what the catalogue holds where nothing else is said."""
    cards = catalogue.values()
    if a is None:
        a = tuple(card.id for card in cards if card.home == "A")
    if b is None:
        b = tuple(card.id for card in cards if card.home == "B")
    if characters is None:
        characters = tuple(
            card.id for card in cards if card.kind == "character" and not card.side_of
        )
    start = tuple(card.id for card in cards if card.home == "start" for _ in range(card.copies))
    return Match(a, b, characters, start, variant, difficulties, newcomers)
