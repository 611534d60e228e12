"""Plays the matches that are kept for ever, and writes those that are not there yet.

    python -m tests.frozen.record

It replaces no file. While an edition is open, a change of the rules that moves stored boards is
named in CHANGELOG.md with its rule and the matches it moves; those are deleted and played anew.
Once the edition is frozen nobody deletes any.

Three are not of the plans and cannot be played anew: `pteranodon-asks-*` and `omen-in-words-0` are the
bytes of an earlier program, which pinned cards by definitions that were replaced since. The last is
the beginning of a match, up to where D-02 has moved its boards.
"""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from dm_events.kernel.commands import GiveRuling, Note, Rewind
from dm_events.kernel.fold import Fold
from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.words import Command, Event
from dm_events.notation import jsonl, sealed
from dm_events.notation.links import linked
from dm_events.notation.record import Envelope, Header, envelope_of, header_of
from dm_events.service.play import decide
from tests.laws import duels
from tests.metaversus_duel import matches

FOLDER = Path(__file__).parent


class Plan(NamedTuple):
    """A match to be kept: the game, the seed of opening and answers, and what is special."""

    name: str
    of: Any
    seed: int
    how: str = "bot"


PLANS = (
    *(Plan(f"duel-{seed}", duels, seed) for seed in (0, 1, 2)),
    Plan("other-answers-3", duels, 3),
    Plan("other-answers-7", duels, 7),
    Plan("position-5", duels, 5),
    Plan("officials-4", duels, 4, "officials"),
    Plan("misplayed-47", duels, 47, "as-played"),
    Plan("misplayed-59", duels, 59, "as-played"),
    *(Plan(f"{way}-{seed}", matches, seed)
      for seed, way in enumerate(("draft", "free", "difficulty"))),
    Plan("other-answers-3", matches, 3),
    Plan("other-answers-7", matches, 7),
    Plan("chosen-4", matches, 4),
    Plan("officials-9", matches, 9, "officials"),
    Plan("misplayed-31", matches, 31, "as-played"),
)  # fmt: skip
AS_LOG = ("duel-0", "officials-4", "misplayed-47", "chosen-4")
"""Kept as JSON Lines; the others as sealed records."""


def record(plan: Plan) -> tuple[Header[Any], list[Envelope[Command]], Fold]:
    """Play a match; equal plans give equal bytes."""
    played = plan.of.played(plan.seed)
    game, opening = played.game, played.opening
    answers, events, treatment = played.answers, list(played.events), "strict"
    if plan.how == "officials":
        events = with_officials(game, opening, answers, events)
    elif plan.how == "as-played":
        answers, treatment = game.defaults, "as-played"
    fold = Fold(game, game.open(opening), answers, treatment=treatment, fingerprints=True)  # type: ignore[arg-type]
    fold.extend(events)
    header = header_of(
        game, opening, match=plan.name, source="digital", treatment=treatment, answers=answers,
        engine="0.1.0.dev0",
    )  # fmt: skip
    told = [envelope_of(step.event, step.fingerprint) for step in fold.steps]
    return header, list(linked(header, told)), fold


def with_officials(
    game: Ruleset, opening: Any, answers: dict[str, str], events: list[Event]
) -> list[Event]:
    """Let officials speak after a third of a match, go back a quarter, rule; the bot plays on."""
    fold = Fold(game, game.open(opening), answers, seed=b"after the rewind")
    told = events[: len(events) // 3]
    fold.extend(told)
    question = next(one for one in game.questions.values() if len(one.answers) > 1)
    other = next(answer for answer in question.answers if answer != answers[question.id])
    said = [
        Note("ก: the opponent's card was read wrong · 심판"),
        Rewind(len(told) * 3 // 4, "read wrong"),
        GiveRuling(question.id, other, "as the case stands"),
    ]
    pick = random.Random(len(told)).randrange
    while fold.result is None and len(told) < 2_000:
        by, command = ("official:head judge", said.pop(0)) if said else decide(fold, pick)
        step = fold.add(Event(len(told) + 1, by, command))
        assert step is not None, fold.stopped
        told.append(msgspec.structs.replace(step.event, chance=tuple(fold.table.chance.used)))
    return told


def main() -> None:
    results = {module.GAME.name: results_of(module.GAME.name) for module in (duels, matches)}
    for plan in PLANS:
        name = f"{plan.name}.{'jsonl' if plan.name in AS_LOG else 'msgpack'}"
        path = FOLDER / plan.of.GAME.name / name
        if path.exists():
            continue
        header, events, fold = record(plan)
        dumps: Callable[..., bytes] = jsonl.dumps if path.suffix == ".jsonl" else sealed.dumps
        path.write_bytes(dumps(header, events))
        how, seat = fold.result or ("open", -1)
        results[plan.of.GAME.name][name] = {
            "how": how, "seat": seat, "events": len(events),
            "findings": sum(len(step.findings) for step in fold.steps),
            "last": events[-1].fingerprint,
        }  # fmt: skip
    for game, table in results.items():
        told = msgspec.json.encode(table, order="sorted")
        (FOLDER / game / "results.json").write_bytes(msgspec.json.format(told, indent=1) + b"\n")


def results_of(game: str) -> dict[str, dict[str, Any]]:
    """What came out of each match of a game when it was played, by its file's name."""
    path = FOLDER / game / "results.json"
    return json.loads(path.read_bytes()) if path.exists() else {}


if __name__ == "__main__":
    main()
