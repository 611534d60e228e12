"""A duel that the bot plays, as a record."""

from collections.abc import Sequence
from pathlib import Path

from dm_events.notation.interpretation import Interpretation, answers_of
from dm_events.notation.links import linked
from dm_events.notation.record import Seat, envelope_of, header_of
from dm_events.service.catalogue import game
from dm_events.service.decks import opening_of
from dm_events.service.matches import Match
from dm_events.service.play import play


def played(
    game_name: str,
    decks: Sequence[Path],
    interpretation: Interpretation,
    seed: int,
    match: str = "",
) -> Match:
    """Return a match between decks from files; its seed is public and stands in the header.

    Equal arguments give equal bytes. Raises NoSuchGame, BadFile, IllegalDeck, and ValueError for
    a number of decks that the game has no seats for.
    """
    rules, opening = game(game_name), opening_of(game_name, decks)
    answers = answers_of(rules, interpretation)
    events, fold = play(rules, opening, answers, seed)
    header = header_of(
        rules, opening, match=match or f"bot-{seed}", source="digital", treatment="strict",
        interpretation=interpretation.name, answers=answers, seed=str(seed),
        seats=tuple(Seat(deck=deck.stem) for deck in decks),
    )  # fmt: skip
    told = [envelope_of(event, step.fingerprint)
            for event, step in zip(events, fold.steps, strict=True)]  # fmt: skip
    return Match("the duel", rules, header, list(linked(header, told)))
