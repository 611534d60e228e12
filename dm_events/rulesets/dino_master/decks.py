"""Decks: how many cards, of which kinds, in how many copies. Sources: K 2.1, 2.4; P."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from dm_events.kernel.rule import Question, Refusal, Rule, illegal
from dm_events.kernel.ruleset import Chapter, DeckList
from dm_events.rulesets.dino_master.board import SEATS
from dm_events.rulesets.dino_master.cards import UNKNOWN, Card
from dm_events.rulesets.dino_master.opening import Deck, Decks, Opening, cards_of
from dm_events.rulesets.dino_master.sources import K, L

R001 = Rule("R001", (K("2.1"),), "A main deck has at least 40 and at most 60 cards.")
R002 = Rule("R002", (K("2.1"),), "A main deck holds creature cards and magic cards.")
R003 = Rule("R003", (K("2.1"),), "At most 3 copies of the same card in a main deck.")
R008 = Rule("R008", (K("2.1"), K("2.4")), "Each player has exactly one Master card.")

C09 = Question(
    "C09", "copies", (K("2.1"), L()),
    "Are copies of a card the cards of its id, or all cards of its name?", ("id", "name"), "id",
)  # fmt: skip

LEAST, MOST = 40, 60
PARTS = ("master", "main")
MAIN_KINDS = ("creature", "action")


def may_bring(
    catalogue: Mapping[str, Card], deck: DeckList, answers: Mapping[str, str]
) -> Iterator[Refusal]:
    """Check a deck list: all that is wrong with it, in the order of the rules."""
    main = deck.get("main", ())
    if not LEAST <= len(main) <= MOST:
        yield illegal("deck/size", R001, have=len(main), least=LEAST, most=MOST)
    copies = Counter(main)
    for card in copies:
        if catalogue[card].kind not in MAIN_KINDS:
            yield illegal("deck/kind", R002, card=card, kind=catalogue[card].kind)
    for alike in _alike(catalogue, copies, by_name=answers[C09.id] == "name"):
        have, most = sum(copies[card] for card in alike), catalogue[alike[0]].copies
        if have > most:
            yield illegal("deck/copies", R003, card=alike[0], have=have, most=most)
    masters = deck.get("master", ())
    if len(masters) != 1:
        yield illegal("deck/masters", R008, have=len(masters))
    for card in masters:
        if catalogue[card].kind != "master":
            yield illegal("deck/no-master", R008, card=card, kind=catalogue[card].kind)


def _alike(
    catalogue: Mapping[str, Card], cards: Iterable[str], *, by_name: bool
) -> Iterable[list[str]]:
    """The ids that count as one card (R003, C09)."""
    found: dict[str, list[str]] = {}
    for card in cards:
        found.setdefault(catalogue[card].label if by_name else card, []).append(card)
    return found.values()


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
