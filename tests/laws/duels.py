"""Duels for the laws: random legal decks of real cards, played by the bot, each made once.

Every fourth is played under random answers to all questions, every eighth from a position.
"""

from functools import cache

import msgspec

from dm_events.kernel.chance import Stream
from dm_events.kernel.fold import Fold, Treatment
from dm_events.kernel.offer import Pick
from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.words import Event
from dm_events.rulesets.dino_master.cards import SPECIAL_KINDS
from dm_events.rulesets.dino_master.opening import Deck, Decks, Found, Opening, Position, SeatFound
from dm_events.service.catalogue import game
from dm_events.service.play import play

GAME = game("dino-master")
COPIES = 3


class Played(msgspec.Struct, frozen=True):
    """A match that the bot played: all that a fold sees, and the bot's own fold of it."""

    seed: int
    game: Ruleset
    opening: Opening
    answers: dict[str, str]
    events: tuple[Event, ...]
    fold: Fold

    def again(
        self,
        *,
        treatment: Treatment = "strict",
        fingerprints: bool = True,
        heed_rulings: bool = True,
    ) -> Fold:
        """Return a new fold of the opening, before any event."""
        return Fold(
            self.game,
            self.game.open(self.opening),
            self.answers,
            treatment=treatment,
            fingerprints=fingerprints,
            heed_rulings=heed_rulings,
        )


def random_deck(game: Ruleset, pick: Pick) -> Deck:
    """Return a legal deck: a Master, 40 to 60 creatures and actions, no more copies than allowed,
    and in every second one a special deck.
    """
    cards = list(game.catalogue.values())
    masters = [card.id for card in cards if card.kind == "master"]
    pool = [card for card in cards if card.kind in ("creature", "action")]
    size = 40 + pick(21)
    main: list[str] = []
    while len(main) < size:
        card = pool[pick(len(pool))]
        if main.count(card.id) < min(COPIES, card.copies):
            main.append(card.id)
    return Deck(masters[pick(len(masters))], tuple(main), random_special(game, pick))


def random_special(game: Ruleset, pick: Pick) -> tuple[str, ...]:
    """Return no special deck, or one of up to 15 different cards."""
    pool = [card.id for card in game.catalogue.values() if card.kind in SPECIAL_KINDS]
    size = 0 if pick(2) else 1 + pick(15)
    return tuple(pool.pop(pick(len(pool))) for _ in range(size))


def decks(game: Ruleset, seed: int) -> Decks:
    """Return an opening from two random decks."""
    pick = Stream(b"decks/%d" % seed).below
    return Decks((random_deck(game, pick), random_deck(game, pick)))


def position(game: Ruleset, seed: int) -> Position:
    """Return a duel as an official may find it: creatures in every state, everything known."""
    pick = Stream(b"position/%d" % seed).below
    return Position((_found(game, pick), _found(game, pick)), turn=3 + pick(8), owner=pick(2))


def _found(game: Ruleset, pick: Pick) -> SeatFound:
    deck = random_deck(game, pick)
    cards = list(deck.main)
    creatures = [card for card in cards if game.catalogue[card].kind == "creature"]
    lines = [tuple(_creature(creatures.pop(), pick) for _ in range(pick(5))) for _ in range(2)]
    hand, grave = pick(8), pick(5)
    return SeatFound(
        deck.master, 300 * (1 + pick(7)), pick(11), pick(8), tuple(cards[:hand]),
        tuple(cards[hand:25]), tuple(cards[25 : 25 + grave]), (), lines[0], lines[1],
    )  # fmt: skip


def _creature(card: str, pick: Pick) -> Found:
    return Found(
        card, waiting=not pick(3), skilled=not pick(6), asleep=int(not pick(8)),
        confused=int(not pick(8)), injury=(-100 * (not pick(5)), 0),
        change=(0, 100 * (pick(4) - 1)),
    )  # fmt: skip


def answers_of(game: Ruleset, seed: int) -> dict[str, str]:
    """Return the answers of a duel: the defaults for three of four, else each drawn at random."""
    if seed % 4 < 3:
        return game.defaults
    pick = Stream(b"answers/%d" % seed).below
    return {one.id: one.answers[pick(len(one.answers))] for one in game.questions.values()}


def play_out(seed: int) -> Played:
    """Play the duel of a seed."""
    opening = position(GAME, seed) if seed % 8 == 5 else decks(GAME, seed)
    answers = answers_of(GAME, seed)
    events, fold = play(GAME, opening, answers, seed)
    return Played(seed, GAME, opening, answers, tuple(events), fold)


@cache
def played(seed: int) -> Played:
    """Return the duel of a seed, played once."""
    return play_out(seed)
