"""Matches for the laws: played by the bot from the beginning, each made once.

Every fourth is played under random answers to all questions; all five ways to choose characters
are among them.
"""

from functools import cache
from typing import Any

import msgspec

from dm_events.kernel.chance import Stream
from dm_events.kernel.fold import Fold, Treatment
from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.words import Event
from dm_events.rulesets.metaversus_duel.opening import Match
from dm_events.rulesets.metaversus_duel.packs import match
from dm_events.service.catalogue import game
from dm_events.service.play import play

GAME: Any = game("metaversus-duel")


class Played(msgspec.Struct, frozen=True):
    """A match that the bot played: all that a fold sees, and the bot's own fold of it."""

    seed: int
    game: Ruleset
    opening: Match
    answers: dict[str, str]
    events: tuple[Event, ...]
    fold: Fold

    def again(
        self, *, treatment: Treatment = "strict", fingerprints: bool = True,
        heed_rulings: bool = True,
    ) -> Fold:  # fmt: skip
        """Return a new fold of the opening, before any event."""
        return Fold(
            self.game, self.game.open(self.opening), self.answers, treatment=treatment,
            fingerprints=fingerprints, heed_rulings=heed_rulings,
        )  # fmt: skip


def opening_of(seed: int) -> Match:
    """Return the opening of a seed."""
    catalogue = GAME.catalogue
    pick = Stream(b"opening/%d" % seed).below
    variant = ("draft", "free", "difficulty", "random", "chosen")[seed % 5]
    if variant == "chosen":
        packs = [card.id for card in catalogue.values() if card.difficulty and not card.side_of]
        mine = packs[pick(len(packs))]
        theirs = mine if pick(4) == 0 else packs[pick(len(packs))]
        return match(catalogue, variant=variant, characters=(mine, theirs))
    grades = ("very easy", "easy") if variant == "difficulty" else ()
    new = ((), (0,), (1,), (0, 1))[pick(4)]
    return match(catalogue, variant=variant, difficulties=grades, newcomers=new)


def answers_of(seed: int) -> dict[str, str]:
    """Return the answers of a match: the defaults for three of four, else each drawn at random."""
    if seed % 4 < 3:
        return dict(GAME.defaults)
    pick = Stream(b"answers/%d" % seed).below
    return {one.id: one.answers[pick(len(one.answers))] for one in GAME.questions.values()}


@cache
def played(seed: int) -> Played:
    """Return the match of a seed."""
    opening, answers = opening_of(seed), answers_of(seed)
    events, fold = play(GAME, opening, answers, seed)
    return Played(seed, GAME, opening, answers, tuple(events), fold)
