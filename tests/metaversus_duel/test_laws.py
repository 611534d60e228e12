"""The laws, on 100 matches played to the end, on 500 with the slow ones. A failure names its seed."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest

from dm_events.kernel.commands import Choose, Pass
from dm_events.kernel.fold import Fold
from dm_events.kernel.happenings import MatchWon
from dm_events.kernel.layout import CHOICE, RESULT, WINDOW
from dm_events.kernel.offer import One
from dm_events.kernel.sight import HIDDEN
from dm_events.kernel.table import Together, owed_by
from dm_events.kernel.view import step_view
from dm_events.kernel.words import CardId, Command
from dm_events.rulesets.metaversus_duel.abilities import UseAbility
from dm_events.rulesets.metaversus_duel.board import BASICS, MARKET, ORIGINS, PHASES, SEATS, Duel
from dm_events.rulesets.metaversus_duel.buy import Buy
from dm_events.rulesets.metaversus_duel.characters import ChangeSide
from dm_events.rulesets.metaversus_duel.combat import Strike
from dm_events.rulesets.metaversus_duel.draw import DeckMade
from dm_events.rulesets.metaversus_duel.market import CardGained, PileStocked
from dm_events.rulesets.metaversus_duel.playing import Interrupt, Play
from dm_events.rulesets.metaversus_duel.turn import EnterDiscard, EnterPhase, TurnBegan
from tests.laws.folding import (
    check_branches,
    check_ended,
    check_fingerprints,
    check_moves,
    check_replay,
    check_seek,
    pick_for,
)
from tests.laws.going_back import check_redo, check_ruling, check_undo
from tests.laws.offering import accepts, next_event, refuses
from tests.metaversus_duel.matches import GAME, Played, played

BATCH = 25
BATCHES, FAST = 20, 1


def ended(match: Any) -> None:
    """It came to a winner; an end by HP or by the cap is after the second player's turn."""
    check_ended(match)
    told = [one for step in match.fold.steps for one in step.happenings]
    assert isinstance(told[-1], MatchWon) or match.fold.result[0] == "draw"
    assert sum(isinstance(one, TurnBegan) for one in told) <= 62


def branches(match: Any) -> None:
    """Branch anywhere = fold."""
    fold, pick = match.fold, pick_for(match, "branch")
    owed = [number for number, step in enumerate(fold.steps, 1)
            if fold.at(number).slots[CHOICE] is not None or fold.at(number).slots[WINDOW]]  # fmt: skip
    steps = [pick(len(fold.steps) + 1) for _ in range(2)]
    check_branches(match, [*steps, *(owed[pick(len(owed))] for _ in range(2) if owed)])


def check_cards(board: Duel, stocked: Counter[str]) -> None:
    """Each card is in one zone and knows which; of each kind as many as were stocked are there."""
    found: list[CardId] = []
    there: Counter[str] = Counter()
    for zone in board.layout.zone:
        for seat in range(SEATS):
            for card in board.cards_in(zone, seat):
                found.append(card)
                assert board.place(card) == (zone, seat), card
                assert (board.state(card) is not None) == (zone == "under"), card
                if zone not in ("supply", "character"):
                    there[board.face(card).cid] += 1
    assert len(found) == len(board.layout.cards)
    assert set(found) == set(board.layout.cards)
    for pile in board.slots[MARKET]:
        if pile.left:
            there[pile.kind] += pile.left
    for kind, gained in board.slots[BASICS]:
        there[kind] -= gained
    assert +there == stocked


def conserved(match: Any) -> None:
    """Cards are conserved at every step, the market counted."""
    stocked: Counter[str] = Counter()
    for card in GAME.catalogue.values():
        if card.home == "start":
            stocked[card.id] += SEATS * card.copies
    fold = match.fold
    check_cards(fold.at(0), stocked)
    for number, step in enumerate(fold.steps, 1):
        for one in step.happenings:
            if isinstance(one, PileStocked) and one.count:
                stocked[one.kind] += one.count
        check_cards(fold.at(number), stocked)


def every_command(board: Duel, seat: int) -> Iterator[Command]:
    """Commands of every type with every card, kind and phase of the match."""
    yield Strike()
    yield ChangeSide()
    for phase in PHASES:
        yield EnterPhase(phase)
    yield EnterDiscard()
    for number in range(4):
        yield UseAbility(number)
    for card in (*board.hand(0), *board.hand(1), *board.play_area(seat), CardId("2:0")):
        yield Play(card)
        yield Interrupt(card)
    kinds = [pile.kind for pile in board.market]
    for kind in (*dict.fromkeys(kinds), *GAME.basic_kinds, "nothing"):
        if kinds.count(kind) < 2:
            yield Buy(kind)
    for pile in board.market:
        if kinds.count(pile.kind) > 1:
            yield Buy(pile.kind, pile.origin)
    choice = owed_by(board.slots[CHOICE], seat)
    options = ("yes", "seat1") if choice is None else (*choice.options[:6], "nowhere")
    for size in range(3):
        for picks in permutations(options, size):
            yield Choose(picks)


def offers(match: Any) -> None:
    """Offers = accepted, at steps drawn at random, for both seats."""
    pick = pick_for(match, "offers")
    for _ in range(4):
        fold = match.fold.branch(pick(len(match.events)))
        fold.seed = b"law"
        for seat in range(SEATS):
            there = GAME.offers(fold.table, seat)
            for offer in there:
                for _ in range(1 if isinstance(offer, One) else 6):
                    command = offer.sample(pick)
                    assert offer.contains(command)
                    assert accepts(fold, seat, command), (len(fold.steps), seat, command)
            if fold.board.slots[WINDOW] is not None:
                continue
            for command in every_command(fold.board, seat):
                held = any(offer.contains(command) for offer in there)
                place = (len(fold.steps), seat, command)
                assert held == accepts(fold, seat, command), place
                assert held or refuses(fold, seat, command), place


def executable(match: Any) -> None:
    """Illegal is executable: as played it happens with a finding, and the match can go on."""
    pick = pick_for(match, "illegal")
    here = 2 + pick(len(match.events) - 2)
    for seat in range(SEATS):
        for command in every_command(match.fold.at(here), seat):
            strict = match.fold.branch(here)
            strict.seed = b"law"
            if strict.add(next_event(strict, seat, command)) is not None:
                continue
            if strict.stopped.why.certain:
                continue
            done = match.fold.branch(here)
            done.treatment, done.seed = "as-played", b"law"
            step = done.add(next_event(done, seat, command))
            if step is None:  # later on something was impossible too
                assert done.stopped.why.certain, (here, seat, command)
                continue
            assert step.findings[0] == strict.stopped.why
            layout = done.board.layout
            lying = [card for zone in layout.zone for one in range(SEATS)
                     for card in done.board.cards_in(zone, one)]  # fmt: skip
            assert sorted(lying) == sorted(layout.cards), (here, seat, command)


def undo(match: Any) -> None:
    """Rewinds of rewinds, across rulings."""
    check_undo(match, [("on", 3), ("back", 7), ("rule", 5), ("on", 2), ("back", 11), ("on", 4)])


def sealed(match: Any) -> None:
    """What a seat picked hidden stands in no view of the other, before all have picked."""
    fold = match.fold
    for number, step in enumerate(fold.steps, 1):
        pending = fold.at(number).slots[CHOICE]
        before = fold.at(number - 1).slots[CHOICE]
        picked = isinstance(before, Together) and isinstance(step.event.command, Choose)
        if not picked:
            continue

        for viewer in (1 - step.event.by, "public"):
            seen = step_view(GAME, step, viewer, fold.at(number - 1), fold.at(number))
            assert seen.command == Choose((HIDDEN,))
            if pending is not None and pending.what == before.choices[0].what:
                text = repr(seen)
                for one in step.event.command.picks:
                    assert f"'{one}'" not in text


LAWS: dict[str, tuple[Callable[[Any], None], int]] = {
    "ended": (ended, 1), "replay": (check_replay, 1), "seek": (check_seek, 2),
    "branches": (branches, 2), "conserved": (conserved, 5),
    "fingerprints": (check_fingerprints, 5), "moves": (check_moves, 1), "offers": (offers, 2),
    "executable": (executable, 5), "redo": (check_redo, 1), "ruling": (check_ruling, 2),
    "undo": (undo, 5), "sealed": (sealed, 10),
}  # fmt: skip
"""Each law, and of how many matches it looks at one."""


def batches() -> list[object]:
    slow = pytest.mark.slow
    return [
        pytest.param(
            batch, law, marks=() if batch < FAST and law not in DEAR else slow,
            id=f"batch {batch}-{law}",
        )
        for batch in range(BATCHES) for law in LAWS
    ]  # fmt: skip


DEAR = ("offers", "moves")
"""Laws that take long: their first batch is with the slow tests too."""


@pytest.mark.parametrize(("batch", "law"), batches())
def test_law(batch: int, law: str) -> None:
    check, of = LAWS[law]
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        if seed % of != seed // of % of:
            continue
        try:
            check(played(seed))
        except BaseException as wrong:
            wrong.add_note(f"law {law}, seed {seed}")
            raise


@pytest.mark.slow
def test_the_matches_show_all_the_game_has() -> None:
    """Shuffles in a turn, restocks, interrupts, abilities, all ends: the laws see them."""
    told: Counter[str] = Counter()
    for seed in range(BATCH * 4):
        match: Played = played(seed)
        told.update(type(one).__name__ for step in match.fold.steps for one in step.happenings)
        told.update([f"result {match.fold.result}"])
    for word in ("DeckMade", "PileSoldOut", "CardInterrupted", "AbilityUsed", "AbilityPerformed",
                 "CardKept", "EndTriggered", "CardRemoved",
                 "UseSpent", "TextPerformed", "result ('won', 0)", "result ('won', 1)"):  # fmt: skip
        assert told[word], word


def test_a_shuffle_never_takes_cards_that_lie_in_the_draw_deck() -> None:
    for seed in range(BATCH):
        match = played(seed)
        fold = match.fold
        for number, step in enumerate(fold.steps, 1):
            made = [one for one in step.happenings if isinstance(one, DeckMade)]
            gained = [one for one in step.happenings if isinstance(one, CardGained)]
            if made and not gained and len(made) == 1:
                before: Any = fold.at(number - 1)
                assert not set(made[0].order) & set(before.deck(made[0].seat))


def test_nothing_is_over_before_it_began() -> None:
    fold = Fold(GAME, GAME.open(played(0).opening), GAME.defaults)
    assert fold.board.slots[RESULT] is None
    assert GAME.offers(fold.table, 0) == ()
    for command in (Pass(), Play(CardId("0:1")), Strike(), EnterPhase("buy")):
        refused = fold.add(next_event(fold, 0, command)) is None
        fold.stopped = None
        assert refused != isinstance(command, Pass)
    assert all(not fold.board.slots[MARKET] for _ in ORIGINS)
