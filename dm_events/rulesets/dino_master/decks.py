"""Decks: how many cards, of which kinds, in how many copies. Sources: K 2.1, 2.4; P."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from dm_events.kernel.rule import Question, Refusal, Rule, illegal
from dm_events.kernel.ruleset import Chapter, DeckList
from dm_events.rulesets.dino_master.board import SEATS
from dm_events.rulesets.dino_master.cards import SPECIAL_KINDS, UNKNOWN, Card
from dm_events.rulesets.dino_master.changes import TEXT
from dm_events.rulesets.dino_master.opening import Deck, Decks, Opening, cards_of
from dm_events.rulesets.dino_master.sources import K, L

R001 = Rule("R001", (K("2.1"),), "A main deck has at least 40 and at most 60 cards.")
R002 = Rule("R002", (K("2.1"),), "A main deck holds creature cards and magic cards.")
R003 = Rule("R003", (K("2.1"),), "At most 3 copies of the same card in a main deck.")
R004 = Rule("R004", (K("2.1"), K("2.5.5.2")), "A special deck is for the cards of the special deck: "
            "boosts, fusion monsters, illusions and the like; they lie there and on no hand.")  # fmt: skip
R005 = Rule("R005", (K("2.1"),), "A special deck may be empty.")
R006 = Rule("R006", (K("2.1"),), "A special deck has at most 10 to 15 cards.")
R007 = Rule("R007", (K("2.1"),), "At most 3 copies of the same card in a special deck.")
R008 = Rule("R008", (K("2.1"), K("2.4")), "Each player has exactly one Master card.")

C08 = Question(
    "C08", "special-deck-size", (K("2.1"), L()),
    "How many cards may a special deck have: up to 15, up to 10, or none, else 10 to 15?",
    ("fifteen", "ten", "none-or-10-to-15"), "fifteen",
)  # fmt: skip
C09 = Question(
    "C09", "copies", (K("2.1"), L()),
    "Are copies of a card the cards of its id, or all cards of its name?", ("id", "name"), "id",
)  # fmt: skip

C127 = Question(
    "C127", "kinds-in-the-special-deck", (K("2.1"), K("2.5.5.2"), L()),
    "Which cards may be in a special deck: all that are marked for it, or only the boosts, fusion "
    "monsters and illusions that K names?", ("marked", "named-only"), "marked",
)  # fmt: skip

LEAST, MOST = 40, 60
COPIES = 3
"""So many copies R003 and R007 allow; a card may print fewer (Fossil)."""
SPECIAL_MOST = {"fifteen": 15, "ten": 10, "none-or-10-to-15": 15}
SPECIAL_LEAST = 10
PARTS = ("master", "main", "special")
MAIN_KINDS = ("creature", "action")
NAMED_KINDS = ("fusion", "illusion")


def may_bring(
    catalogue: Mapping[str, Card], deck: DeckList, answers: Mapping[str, str]
) -> Iterator[Refusal]:
    """Check a deck list: all that is wrong with it, in the order of the rules."""
    main = deck.get("main", ())
    if not LEAST <= len(main) <= MOST:
        yield illegal("deck/size", R001, have=len(main), least=LEAST, most=MOST)
    yield from _may_hold(catalogue, main, MAIN_KINDS, answers, (R002, R003))
    yield from _may_bring_special(catalogue, deck.get("special", ()), answers)
    masters = deck.get("master", ())
    if len(masters) != 1:
        yield illegal("deck/masters", R008, have=len(masters))
    for card in masters:
        if catalogue[card].kind != "master":
            yield illegal("deck/no-master", R008, card=card, kind=catalogue[card].kind)


def _may_bring_special(
    catalogue: Mapping[str, Card], special: Sequence[str], answers: Mapping[str, str]
) -> Iterator[Refusal]:
    """Check a special deck; none is always allowed (R005)."""
    if not special:
        return
    have, most = len(special), SPECIAL_MOST[answers[C08.id]]
    if answers[C08.id] == "none-or-10-to-15":
        if not SPECIAL_LEAST <= have <= most:
            yield illegal(
                "deck/special-size", R005, R006, have=have, least=SPECIAL_LEAST, most=most
            )
    elif have > most:
        yield illegal("deck/special-size", R005, R006, have=have, most=most)
    kinds = SPECIAL_KINDS if answers[C127.id] == "marked" else NAMED_KINDS
    yield from _may_hold(catalogue, special, kinds, answers, (R004, R007))


def _may_hold(
    catalogue: Mapping[str, Card], cards: Sequence[str], kinds: Sequence[str],
    answers: Mapping[str, str], rules: tuple[Rule, Rule],
) -> Iterator[Refusal]:  # fmt: skip
    """Check the kinds and the copies of a deck, by the rules of these two things."""
    copies = Counter(cards)
    for card in copies:
        if catalogue[card].kind not in kinds:
            yield illegal("deck/kind", rules[0], card=card, kind=catalogue[card].kind)
    for alike in _alike(catalogue, copies, by_name=answers[C09.id] == "name"):
        have, most = sum(copies[card] for card in alike), catalogue[alike[0]].copies
        if have > most:
            printed = (TEXT,) if most < COPIES else ()
            yield illegal("deck/copies", rules[1], *printed, card=alike[0], have=have, most=most)


def _alike(
    catalogue: Mapping[str, Card], cards: Iterable[str], *, by_name: bool
) -> Iterable[list[str]]:
    """The ids that count as one card (R003, R007, C09)."""
    found: dict[str, list[str]] = {}
    for card in cards:
        found.setdefault(catalogue[card].label if by_name else card, []).append(card)
    return found.values()


def opening_of(decks: tuple[DeckList, ...]) -> Decks:
    """Return the opening from decks that `may_bring` found nothing against. Raises ValueError."""
    if len(decks) != SEATS:
        msg = f"a duel is between {SEATS} decks, not {len(decks)}"
        raise ValueError(msg)
    first, second = (
        Deck(deck["master"][0], tuple(deck["main"]), tuple(deck.get("special", ())))
        for deck in decks
    )
    return Decks((first, second))


def belongs(card: Card, part: str) -> bool:
    """Whether a card is of a kind that stands in this part of a deck list."""
    kinds = {"master": ("master",), "main": MAIN_KINDS, "special": SPECIAL_KINDS}
    return card.kind in kinds[part]


def named(opening: Opening) -> tuple[str, ...]:
    """Return the ids of the definitions that an opening names, sorted."""
    ids = {card: None for seat in cards_of(opening) for card in seat if card != UNKNOWN.id}
    return tuple(sorted(ids))


CHAPTER = Chapter(globals())
