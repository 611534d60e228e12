"""Frozen matches: whatever the program becomes, each folds to the boards it had when it was played.

Planted fault: any change of a rule or a card that a match of them uses.
"""

from pathlib import Path

import pytest

from dm_events.service.matches import GAMES, fold, load, verify
from tests.frozen.record import FOLDER, results_of

FILES = [
    pytest.param(path, id=f"{game}/{path.stem}")
    for game in GAMES
    for path in sorted((FOLDER / game).iterdir())
    if path.suffix != ".json"
]


@pytest.mark.parametrize("path", FILES)
def test_a_frozen_match_has_the_boards_and_the_result_it_had(path: Path) -> None:
    match = load(path)
    assert match.trouble is None
    assert all(event.link and event.fingerprint for event in match.events)
    assert verify(match).doubts == ()
    then = results_of(path.parent.name)[path.name]
    folded = fold(match, fingerprints=True)
    how, seat = folded.result or ("open", -1)
    assert then == {
        "how": how, "seat": seat, "events": len(match.events),
        "findings": sum(len(step.findings) for step in folded.steps),
        "last": folded.steps[-1].fingerprint,
    }  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_frozen_matches_of_both_forms_and_none_is_lost(game: str) -> None:
    names = {path.name for path in (FOLDER / game).iterdir()} - {"results.json"}
    assert names == set(results_of(game))
    assert {Path(name).suffix for name in names} == {".jsonl", ".msgpack"}
