"""Laws of the fold: replay, seek, branches, cached values, fingerprints, conserved cards."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import msgspec

from dm_events.kernel.board import Board
from dm_events.kernel.chance import Stream
from dm_events.kernel.fingerprint import Fingerprint
from dm_events.kernel.fold import Fold
from dm_events.kernel.layout import AGENDA, CHAIN, CHOICE, WINDOW
from dm_events.kernel.offer import Pick
from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.board import LINES, SEATS, Duel, Staying
from dm_events.rulesets.dino_master.fits import strength
from tests.laws.duels import Played

_encode = msgspec.json.Encoder(enc_hook=repr).encode


def pick_for(duel: Played, law: str) -> Pick:
    """Return a law's own chance for a duel: the same in every run."""
    return Stream(f"{law}/{duel.seed}".encode()).below


def as_bytes(fold: Fold) -> bytes:
    """Return all that a fold gives, encoded: steps, answers, every slot of the last board."""
    return _encode([fold.steps, fold.stopped, fold.answers, fold.board.slots])


def check_ended(duel: Played) -> None:
    """The bot's duel came to a result, and its fold ran to the end."""
    assert duel.fold.stopped is None
    assert duel.fold.result is not None
    assert len(duel.fold.steps) == len(duel.events)


def check_replay(duel: Played, bytes_of_one_in: int = 8) -> None:
    """Replay = fold: another fold of the events gives the same steps, slots and fingerprints."""
    one = duel.again().extend(duel.events)
    assert one.stopped is None
    assert one.board.slots == duel.fold.board.slots
    assert one.steps == duel.fold.steps
    assert one.result == duel.fold.result
    if duel.seed % bytes_of_one_in == 0:
        assert as_bytes(one) == as_bytes(duel.fold)


def check_seek(duel: Played, jumps: int = 40) -> None:
    """Seek = fold: a board sought in random order is that of a fold of the first n events."""
    fold, fresh = duel.fold, duel.again()
    reached = [list(fresh.board.slots)]
    for event in duel.events:
        assert fresh.add(event) is not None
        reached.append(list(fresh.board.slots))
    pick = pick_for(duel, "seek")
    for _ in range(jumps):
        step = pick(len(reached))
        board = fold.at(step)
        assert board.slots == reached[step], step
        board.slots[:] = []  # nothing of it may be left over
    assert fold.board.slots == reached[-1]


def net_changes(fold: Fold) -> list[dict[int, Any]]:
    """Return for each step the slots that are not as they were before it, with what they hold."""
    slots = [fold.timeline.slots_at(number) for number in range(len(fold.steps) + 1)]
    return [
        {slot: new for slot, (old, new) in enumerate(zip(before, after, strict=True)) if new != old}
        for before, after in pairwise(slots)
    ]


def moments(fold: Fold, pick: Pick) -> list[int]:
    """Return steps of every sort: in a choice, a chain, a window, a battle, and any."""
    sorts: dict[str, list[int]] = {name: [] for name in ("choice", "chain", "window", "battle")}
    for number in range(1, len(fold.steps) + 1):
        slots = fold.timeline.slots_at(number)
        if slots[CHOICE] is not None:
            sorts["choice"].append(number)
        if slots[CHAIN]:
            sorts["chain"].append(number)
        if slots[WINDOW] is not None and slots[AGENDA]:
            sorts["window"].append(number)
        if type(fold.board)(fold.board.layout, slots).turn.step:  # type: ignore[attr-defined]
            sorts["battle"].append(number)
    found = [steps[pick(len(steps))] for steps in sorts.values() if steps]
    return [*found, pick(len(fold.steps) + 1)]


def check_branches(duel: Played, at: Iterable[int] | None = None) -> None:
    """Branch anywhere = fold: the rest, folded from any step with empty caches, gives the same."""
    fold = duel.fold
    for step in moments(fold, pick_for(duel, "branch")) if at is None else at:
        branch = fold.branch(step)
        assert not branch.board.values, step
        assert branch.board.slots == fold.at(step).slots, step
        for event, done in zip(duel.events[step:], fold.steps[step:], strict=True):
            assert branch.add(event) == done, (step, event.seq)
        assert branch.board.slots == fold.board.slots, step
        assert branch.steps == fold.steps, step
        assert fold.at(len(fold.steps)).slots == fold.board.slots


def check_values(duel: Played) -> None:
    """Warm = cold cache: at every step each creature's strength is as computed afresh."""
    fold = duel.again(fingerprints=False)
    board = fold.board
    assert isinstance(board, Duel)
    for event in duel.events:
        assert fold.add(event) is not None
        cold = board.copy()
        for card in board.creatures(0) + board.creatures(1):
            cold.values.clear()
            assert strength(board, card) == strength(cold, card), (event.seq, card)


def check_df(duel: Played) -> None:
    """Between commands nobody on a line is without DF (R034), unless an effect is still under way."""
    fold = duel.again(fingerprints=False)
    board = fold.board
    assert isinstance(board, Duel)
    for event in duel.events:
        assert fold.add(event) is not None
        if board.slots[CHOICE] is None and not board.over:
            for card in board.creatures(0) + board.creatures(1):
                assert strength(board, card)[1] > 0, (event.seq, card)


def check_cards(board: Board) -> None:
    """Each card is in one zone and knows which, off the lines in its owner's; a card on a line, or
    under one there, has a creature's state, and of others only an action card that stays.
    """
    layout = board.layout
    found: list[CardId] = []
    for zone in layout.zone:
        for seat in range(SEATS):
            for card in board.cards_in(zone, seat):
                found.append(card)
                assert board.place(card) == (zone, seat), card
                on_field = zone in (*LINES, "under")
                state = board.state(card)
                assert (state is not None) == on_field or (
                    zone == "magic" and isinstance(state, Staying)
                ), card
                assert on_field or board.owner(card) == seat, card
    check_flocks(board)
    assert len(found) == len(layout.cards)
    assert set(found) == set(layout.cards)


def check_flocks(board: Board) -> None:
    """Each card under another is a member of one flock, whose leader stands on a line."""
    for seat in range(SEATS):
        members: list[CardId] = []
        for line in LINES:
            for leader in board.cards_in(line, seat):
                flock = board.state(leader).flock
                members += () if flock is None else flock.members
        assert sorted(members) == sorted(board.cards_in("under", seat))
        assert all(board.state(card).flock is None for card in members)


def check_conserved(duel: Played) -> None:
    """Cards are conserved at every step."""
    for step in range(len(duel.fold.steps) + 1):
        check_cards(duel.fold.at(step))


def check_fingerprints(duel: Played, every: int = 20) -> None:
    """Fingerprints kept up slot by slot are those of whole boards; any kept slot moves them."""
    fold = duel.fold
    for step in range(1 + duel.seed % every, len(fold.steps) + 1, every):
        board = fold.at(step)
        whole = Fingerprint(board.layout, board.slots).hex
        assert fold.steps[step - 1].fingerprint == whole, step
    board = fold.board
    pick = pick_for(duel, "fingerprint")
    for _ in range(10):
        slot = pick(board.layout.size)
        print_ = Fingerprint(board.layout, board.slots)
        otherwise: list[Any] = board.slots.copy()
        otherwise[slot] = ["otherwise"]
        print_.update({slot: board.slots[slot]}, otherwise)
        kept = board.layout.roles[slot] in ("game", "control")
        assert (print_.hex != fold.steps[-1].fingerprint) == kept, board.layout.names[slot]


def check_moves(duel: Played) -> None:
    """Steps that changed a game or control slot moved the fingerprint; others left it."""
    kept = duel.fold.board.layout.kept
    before = ""
    for step, changed in zip(duel.fold.steps, net_changes(duel.fold), strict=True):
        moved = any(kept[slot] for slot in changed)
        assert before == "" or moved == (step.fingerprint != before), step.event.seq
        before = step.fingerprint
