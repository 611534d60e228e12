"""The law of non-interference over generated duels: step by step, and for whole matches."""

import pytest

from dm_events.kernel.board import Board
from dm_events.kernel.chance import Stream
from dm_events.kernel.fold import Fold
from dm_events.kernel.sight import Viewer
from dm_events.kernel.timeline import Step
from dm_events.kernel.view import step_view
from dm_events.rulesets.dino_master.opening import Deck, Decks
from dm_events.service.play import play
from tests.laws.duels import GAME, played
from tests.viewer.law import KEPT_APART, check, encode, steps
from tests.viewer.worlds import new_faces, other_world, unknown


@pytest.mark.parametrize("seed", [pytest.param(n, marks=pytest.mark.slow) for n in range(10)])
def test_hidden_places_and_faces_change_nothing(seed):
    duel = played(seed)
    for step, before, after in steps(duel):
        for viewer in KEPT_APART:
            check(duel.game, viewer, step, before, after)


def silent_decks(seed: int) -> Decks:
    """Decks of any cards, also such as ask about what is hidden."""
    pick = Stream(b"silent/%d" % seed).below
    cards = list(GAME.catalogue.values())
    masters = [card.id for card in cards if card.kind == "master"]
    pool = [
        card.id for card in cards if card.kind in ("creature", "action") for _ in range(card.copies)
    ]

    def deck() -> Deck:
        left = list(pool)
        return Deck(
            masters[pick(len(masters))], tuple(left.pop(pick(len(left))) for _ in range(40))
        )

    return Decks((deck(), deck()))


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 6))]
)
def test_a_whole_match_is_the_same_whatever_was_never_seen(seed):
    """The other seat's cards that a viewer never saw were others: all that the viewer gets is equal."""
    events, fold = play(GAME, silent_decks(seed), GAME.defaults, seed)
    boards = [fold.at(number) for number in range(len(events) + 1)]
    for viewer in KEPT_APART:
        never = [card for card in unknown(viewer, *boards) if boards[0].owner(card) != viewer]
        faces = new_faces(GAME, never, Stream(b"never/%d" % seed).below)
        there = Fold(GAME, other_world(boards[0], {}, faces), GAME.defaults, fingerprints=True)
        there.extend(events)
        assert there.stopped is None
        for number, (step, other) in enumerate(zip(fold.steps, there.steps, strict=True)):
            before, after = there.at(number), there.at(number + 1)
            one = given_to(viewer, step, boards[number], boards[number + 1])
            assert one == given_to(viewer, other, before, after)


def given_to(viewer: Viewer, step: Step, before: Board, after: Board) -> bytes:
    """What a viewer gets of a step but offers: own cards that were never drawn are the same."""
    told = step_view(GAME, step, viewer, before, after)
    return encode((GAME.view(after, viewer, step.event.seq), told))
