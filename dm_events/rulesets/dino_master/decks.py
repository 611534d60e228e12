"""Decks: how many cards, of which kinds, in how many copies. Sources: K 2.1, 2.4; P."""

from collections import Counter
from collections.abc import Iterator, Mapping

from dm_events.kernel.rule import Refusal, Rule, illegal
from dm_events.kernel.ruleset import Chapter, DeckList
from dm_events.rulesets.dino_master.board import SEATS
from dm_events.rulesets.dino_master.cards import UNKNOWN, Card
from dm_events.rulesets.dino_master.opening import Deck, Decks, Opening, cards_of
from dm_events.rulesets.dino_master.sources import K

R001 = Rule("R001", (K("2.1"),), "A main deck has at least 40 and at most 60 cards.")
R002 = Rule("R002", (K("2.1"),), "A main deck holds creature cards and magic cards.")
R003 = Rule("R003", (K("2.1"),), "At most 3 copies of the same card in a main deck.")
R008 = Rule("R008", (K("2.1"), K("2.4")), "Each player has exactly one Master card.")

LEAST, MOST = 40, 60
PARTS = ("master", "main")
MAIN_KINDS = ("creature", "action")


def may_bring(catalogue: Mapping[str, Card], deck: DeckList) -> Iterator[Refusal]:
    """Check a deck list: all that is wrong with it, in the order of the rules."""
    main = deck.get("main", ())
    if not LEAST <= len(main) <= MOST:
        yield illegal("deck/size", R001, have=len(main), least=LEAST, most=MOST)
    copies = Counter(main)
    for card in copies:
        if catalogue[card].kind not in MAIN_KINDS:
            yield illegal("deck/kind", R002, card=card, kind=catalogue[card].kind)
    for card, have in copies.items():
        if have > catalogue[card].copies:
            yield illegal("deck/copies", R003, card=card, have=have, most=catalogue[card].copies)
    masters = deck.get("master", ())
    if len(masters) != 1:
        yield illegal("deck/masters", R008, have=len(masters))
    for card in masters:
        if catalogue[card].kind != "master":
            yield illegal("deck/no-master", R008, card=card, kind=catalogue[card].kind)


def opening_of(decks: tuple[DeckList, ...]) -> Decks:
    """Return the opening from decks that `may_bring` found nothing against. Raises ValueError."""
    if len(decks) != SEATS:
        msg = f"a duel is between {SEATS} decks, not {len(decks)}"
        raise ValueError(msg)
    first, second = (Deck(deck["master"][0], tuple(deck["main"])) for deck in decks)
    return Decks((first, second))


def named(opening: Opening) -> tuple[str, ...]:
    """Return the ids of the definitions that an opening names, sorted."""
    ids = {card: None for seat in cards_of(opening) for card in seat if card != UNKNOWN.id}
    return tuple(sorted(ids))


CHAPTER = Chapter(globals())
