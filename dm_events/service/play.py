"""A bot: a legal match by seeded random choice among the offers, weighed so that it looks like one.

A Dino Master duel of random decks comes to about 270 commands in 27 turns (half of all duels take
12 to 38): 96 EnterPhase, 92 Pass, 29 Summon, 14 OrderAttacks, 11 UseAbility, 10 Choose, 9 CastAction,
3 ExtraDraw, 2 each of MoveLine and Flock, 1 DrawForDp, in two of three a SplitFlock; half of them see
a chain of two links or more, nine of ten end by LP, the rest by an empty deck. A test keeps these
figures true.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from dm_events.kernel.chance import Stream
from dm_events.kernel.commands import Start
from dm_events.kernel.fold import Fold
from dm_events.kernel.offer import Offer, One, Pick
from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.words import Command, Event, name_of

WEIGHTS: Mapping[str, int] = {
    "Summon attack": 60,
    "Summon red zone": 12,
    "Summon defence": 5,
    "OrderAttacks": 40,
    "CastAction": 40,
    "UseAbility": 12,
    "Pass": 12,
    "EnterPhase": 8,
    "EnterDiscard": 1,
    "Flock": 2,
    "MoveLine": 1,
    "SplitFlock": 2,
    "DrawForDp": 1,
    "ExtraDraw": 1,
    "Play": 60,
    "Buy": 40,
    "Strike": 20,
    "Interrupt": 20,
}
"""How readily the bot does each kind of command; `Choose` and whatever is not here: OTHER."""

OTHER = 10
NEAREST = ("EnterPhase",)
"""Kinds of which the bot mostly takes the first that is offered: it seldom skips a phase."""
SKIPS_ONE_IN = 8
SAMPLES = 4
"""Of so many samples of a domain the bot takes the widest: it attacks with all it has."""

Found = list[tuple[int, Command]]
"""Commands of one kind that seats may give."""


class Stuck(Exception):  # noqa: N818 - the word of the domain
    """Nobody may do anything, and the match is not over: a fault of the game's rules."""


def play(
    game: Ruleset, opening: Any, answers: dict[str, str], seed: int, at_most: int = 3_000
) -> tuple[list[Event], Fold]:
    """Play a match to its end, or to `at_most` events.

    Returns the events, with all chance recorded, and a strict fold of them with fingerprints.
    Equal arguments give equal events, in any process. Raises Stuck.
    """
    pick = Stream(b"bot/%d" % seed).below
    fold = Fold(game, game.open(opening), answers, seed=b"match/%d" % seed)
    events = list(_events(fold, pick, at_most))
    return events, Fold(game, game.open(opening), answers, fingerprints=True).extend(events)


def _events(fold: Fold, pick: Pick, at_most: int) -> Iterator[Event]:
    begun = _add(fold, "service", Start())
    if begun is None:  # a position, where the match is under way
        fold.stopped = None
    else:
        yield begun
    while fold.result is None and len(fold.steps) < at_most:
        seat, command = decide(fold, pick)
        event = _add(fold, seat, command)
        if event is None:
            msg = f"{command} is offered to seat {seat} and refused: {fold.stopped}"
            raise AssertionError(msg)
        yield event


def _add(fold: Fold, by: int | str, command: Command) -> Event | None:
    """Fold a command; return the event with the chance it drew, None if it was refused."""
    event = Event(len(fold.steps) + 1, by, command)
    if fold.add(event) is None:
        return None
    return msgspec.structs.replace(event, chance=tuple(fold.table.chance.used))


def decide(fold: Fold, pick: Pick) -> tuple[int, Command]:
    """Return a seat and what it does next: first the kind by weight, then one of the kind."""
    kinds: dict[tuple[int, str], Found] = {}
    for seat in range(fold.board.layout.seats):
        for offer in fold.game.offers(fold.table, seat):
            command = widest(offer, pick)
            kinds.setdefault((seat, kind_of(command)), []).append((seat, command))
    if not kinds:
        msg = f"after event {len(fold.steps)} no seat may do anything"
        raise Stuck(msg)
    (_, word), found = _weighed(kinds, pick)
    if word in NEAREST and pick(SKIPS_ONE_IN):
        return found[0]
    return found[pick(len(found))]


def _weighed(kinds: dict[tuple[int, str], Found], pick: Pick) -> tuple[tuple[int, str], Found]:
    left = pick(sum(WEIGHTS.get(word, OTHER) for _, word in kinds))
    for key, found in kinds.items():
        left -= WEIGHTS.get(key[1], OTHER)
        if left < 0:
            return key, found
    raise AssertionError(left)


def kind_of(command: Command) -> str:
    """Return a command's name, with the line that it names, if it names one."""
    return f"{name_of(command)} {getattr(command, 'line', '')}".rstrip()


def widest(offer: Offer, pick: Pick) -> Command:
    """Return the command offered, or the one that says most of a few samples of a domain."""
    if isinstance(offer, One):
        return offer.command
    return max((offer.sample(pick) for _ in range(SAMPLES)), key=breadth)


def breadth(command: Command) -> int:
    """How many cards, words or orders a command lists."""
    return sum(len(part) for part in msgspec.structs.astuple(command) if isinstance(part, tuple))
