"""What the benchmark folds: matches that the bot plays with four fixed decks of real cards."""

from collections import Counter
from itertools import permutations
from typing import Any

import msgspec

from dm_events.kernel.commands import Rewind
from dm_events.kernel.fold import Fold
from dm_events.kernel.ruleset import DeckList, Ruleset
from dm_events.kernel.words import Event, name_of
from dm_events.notation.codec import encode
from dm_events.notation.record import envelope_of
from dm_events.service.catalogue import game
from dm_events.service.play import play

GAME = "dino-master"
DECKS = {
    "2011NM-MSBobby": """
        D001-JU D002-JU D003-JU D004-JU D005-JU D006-JU D007-JU D008-JU D009-JU D010-JU D052-JU
        AC001-MG AC004-MG AC009-MG AC010-MG""",
    "2011NM-MSTouch": """
        D012-JU D013-JU D015-JU D021-JU D022-JU D023-JU D025-JU D026-JU D027-JU D029-JU D030-JU
        AC002-MG AC003-MG AC007-MG AC012-MG""",
    "2011NM-MSCMartin": """
        D016-JU D032-JU D033-JU D034-JU D035-JU D036-JU D037-JU D038-JU D039-JU D040-JU D056-JU
        AC001-MG AC010-MG AC013-MG AC014-MG""",
    "2011NM-MSFeel2": """
        D041-JU D042-JU D043-JU D044-JU D045-JU D050-JU D054-JU D057-JU D058-JU D060-JU
        AC003-MG AC005-MG AC009-MG AC012-MG AC014-MG""",
}
"""By Master, the cards of which the deck holds as many copies as it may.

Between them they hold 43 creatures of all six taxa and 11 actions.
"""

QUIET = ("Pass", "EnterPhase")
"""Commands that only let the game go on: half of all, and most of them cheap."""

MIX = ("commands", "plays", "attacks", "chain links", "abilities", "happenings")
"""What is counted: plays are the commands that are not QUIET."""

MEANS = {
    "AttackOrdered": ("attacks",),
    "CardCast": ("chain links",),
    "AbilityUsed": ("chain links", "abilities"),
    "AbilityTriggered": ("chain links", "abilities"),
}


class Match(msgspec.Struct, frozen=True):
    """What a fold needs, and the lines that a file would hold."""

    opening: Any
    events: list[Event]
    lines: list[bytes]


class Matches(msgspec.Struct, frozen=True):
    """The matches of one benchmark; how many commands, plays and commands of each kind they have in
    all, and what one has on average.
    """

    game: Ruleset
    played: list[Match]
    commands: int
    plays: int
    kinds: dict[str, int]
    mix: dict[str, float]

    def fold(self, match: Match, *, fingerprints: bool = False) -> Fold:
        """Return a strict fold of the opening, before any event."""
        board = self.game.open(match.opening)
        return Fold(self.game, board, self.game.defaults, fingerprints=fingerprints)


def is_play(event: Event) -> bool:
    """Whether an event is neither a pass nor a change of the phase."""
    return name_of(event.command) not in QUIET


def deck(rules: Ruleset, master: str, cards: str) -> DeckList:
    """Return a deck with as many copies of each card as the card allows."""
    main = tuple(card for card in cards.split() for _ in range(rules.catalogue[card].copies))
    return {"master": (master,), "main": main}


def play_matches(duels: int) -> Matches:
    """Let the bot play so many duels, each pair of decks in turn; the same ones every time."""
    rules = game(GAME)
    decks = [deck(rules, *one) for one in DECKS.items()]
    pairs = list(permutations(decks, 2))
    played: list[Match] = []
    counts: Counter[str] = Counter()
    for seed in range(duels):
        opening = rules.opening_of(pairs[seed % len(pairs)])
        events, fold = play(rules, opening, rules.defaults, seed)
        lines = [
            encode(envelope_of(event, step.fingerprint))
            for event, step in zip(events, fold.steps, strict=True)
        ]
        played.append(Match(opening, events, lines))
        counts.update(_counted(fold))
    kinds = Counter(name_of(event.command) for match in played for event in match.events)
    plays = sum(count for kind, count in kinds.items() if kind not in QUIET)
    mix = {what: counts[what] / duels for what in MIX}
    return Matches(rules, played, kinds.total(), plays, dict(kinds.most_common()), mix)


def _counted(fold: Fold) -> Counter[str]:
    counts: Counter[str] = Counter(commands=len(fold.steps))
    for step in fold.steps:
        counts["plays"] += is_play(step.event)
        counts["happenings"] += len(step.happenings)
        for happening in step.happenings:
            counts.update(MEANS.get(name_of(happening), ()))
    return counts


def long_match(match: Match, commands: int) -> list[Event]:
    """Return a log of just so many events: the match, taken back to its opening and played again."""
    events: list[Event] = []
    while len(events) < commands:
        if events:
            events.append(Event(len(events) + 1, "official", Rewind(0)))
        begun = len(events)
        events += (msgspec.structs.replace(event, seq=begun + event.seq) for event in match.events)
    return events[:commands]
