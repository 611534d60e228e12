"""The law of non-interference: what a viewer cannot know changes nothing that the viewer gets."""

from collections.abc import Iterator
from typing import Any

import msgspec

from dm_events.kernel import view
from dm_events.kernel.board import Board
from dm_events.kernel.chance import Stream
from dm_events.kernel.offer import Offer, One, Picks
from dm_events.kernel.rule import illegal
from dm_events.kernel.sight import Viewer
from dm_events.kernel.table import Table
from dm_events.kernel.timeline import Step
from dm_events.rulesets.dino_master.attack_order import OrderAttacks
from dm_events.rulesets.dino_master.flock import Flock
from dm_events.rulesets.dino_master.offers import Attacks, Flocks
from tests.laws.duels import Played
from tests.viewer.worlds import (
    leaked,
    mixed,
    moments,
    new_faces,
    other_world,
    shuffled,
    swapped,
    unknown,
)

KEPT_APART: tuple[Viewer, ...] = (0, 1, "public")
encode = msgspec.json.encode


def given(game: Any, viewer: Viewer, step: Step, before: Board, after: Board) -> bytes:
    """All that a viewer gets of a step."""
    told = view.step_view(game, step, viewer, before, after)
    table = Table(game, after, game.defaults)
    offered = [
        [words(one) for one in view.offers_for(game, table, seat, viewer)] for seat in (0, 1)
    ]
    return encode((game.view(after, viewer, step.event.seq), told, offered))


def words(offer: Offer) -> Any:
    """An offer as plain values."""
    if isinstance(offer, One):
        return offer.command
    if isinstance(offer, Picks):
        return (offer.options, offer.least, offer.most)
    if isinstance(offer, Flocks):
        return [Flock(leader, members) for leader, members in offer.pairs.items()]
    assert isinstance(offer, Attacks)
    return [OrderAttacks(orders) for orders in offer.single.values()]


def check(game: Any, viewer: Viewer, step: Step, before: Board, after: Board) -> None:
    """In another world that the viewer cannot tell from this the viewer gets the same bytes."""
    between = (*moments(game, before, step), after)
    pick = Stream(f"{viewer}/{step.event.seq}".encode()).below
    hidden = unknown(viewer, *between)
    swap, faces = shuffled(hidden, pick), new_faces(game, hidden, pick)
    there = [mixed(other_world(board, swap, faces), viewer, pick) for board in (before, after)]
    here = given(game, viewer, step, before, after)
    assert here == given(game, viewer, swapped(step, swap), *there)
    assert not leaked(here.decode(), viewer, *between)


def steps(duel: Played) -> Iterator[tuple[Step, Board, Board]]:
    """The steps of a duel between their boards, each with a finding about every hidden card."""
    fold = duel.fold
    for number, step in enumerate(fold.steps, 1):
        before, after = fold.at(number - 1), fold.at(number)
        hidden = after.cards_in("deck", 0)[:1] + after.cards_in("hand", 1)[:1]
        found = tuple(illegal("dp/short", have=2, cost=card, card=card) for card in hidden)
        yield msgspec.structs.replace(step, findings=found), before, after
