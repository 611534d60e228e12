"""The law of offers: every filling of an offer is accepted, everything outside is refused."""

import msgspec

from dm_events.kernel.commands import Pass
from dm_events.kernel.fold import Fold
from dm_events.kernel.layout import WINDOW
from dm_events.kernel.offer import Offer, One, Pick
from dm_events.kernel.words import Command, Event, Outcome
from dm_events.rulesets.dino_master.board import SEATS
from tests.laws.commands import every_command
from tests.laws.duels import Played
from tests.laws.folding import pick_for

SAMPLES = 30


def next_event(fold: Fold, by: int | str, command: Command) -> Event:
    """Return the event that would come next."""
    return Event(len(fold.steps) + 1, by, command)


def accepts(fold: Fold, seat: int, command: Command) -> bool:
    """Tell whether a strict fold accepts a command now; `fold` stays as it is."""
    before = list(fold.board.slots)
    branch = fold.branch(len(fold.steps))
    accepted = branch.add(next_event(fold, seat, command)) is not None
    assert fold.board.slots == before
    return accepted


def refuses(fold: Fold, seat: int, command: Command) -> bool:
    """Tell whether a strict fold refuses a command, on the fold itself: a refusal leaves no trace."""
    before = list(fold.board.slots)
    if fold.add(next_event(fold, seat, command)) is not None:
        return False
    fold.stopped = None
    assert fold.board.slots == before
    return True


def passed(fold: Fold, seat: int, command: Command, chance: tuple[Outcome, ...] = ()) -> Fold:
    """Return the fold after the passes that `command` of `seat` implies; `chance` is for them."""
    answers = type(command) in fold.game.responses
    branch = fold.branch(len(fold.steps))
    while (window := branch.board.slots[WINDOW]) is not None:
        if answers and window.seat == seat:
            break
        event = next_event(branch, window.seat, Pass())
        assert branch.add(msgspec.structs.replace(event, chance=chance)) is not None
        chance = chance[len(branch.table.chance.used) :]
    return branch


def offered(offers: tuple[Offer, ...], command: Command) -> bool:
    """Tell whether one of the offers holds the command."""
    return any(offer.contains(command) for offer in offers)


def check_accepted(fold: Fold, pick: Pick) -> None:
    """Whatever is offered, to whichever seat, is accepted."""
    for seat in range(SEATS):
        for offer in fold.game.offers(fold.table, seat):
            samples = 1 if isinstance(offer, One) else SAMPLES
            for _ in range(samples):
                command = offer.sample(pick)
                assert offer.contains(command), (seat, command)
                assert accepts(fold, seat, command), (len(fold.steps), seat, command)
            for command in list(getattr(offer, "every", tuple)())[:SAMPLES]:
                assert accepts(fold, seat, command), (len(fold.steps), seat, command)


def check_refused(fold: Fold, pick: Pick) -> None:
    """What is not offered, after the passes that it implies, is refused; what is, is accepted."""
    for seat in range(SEATS):
        there: dict[bool, tuple[Fold, tuple[Offer, ...]]] = {}
        for command in every_command(fold.board, seat, pick):  # type: ignore[arg-type]
            if type(command) is Pass:
                continue  # never illegal: where nobody is asked it does nothing
            answers = type(command) in fold.game.responses
            if answers not in there:
                after = passed(fold, seat, command)
                there[answers] = (after, fold.game.offers(after.table, seat))
            after, offers = there[answers]
            place = (len(fold.steps), seat, command)
            if offered(offers, command):
                assert accepts(after, seat, command), ("offered, refused", *place)
                assert accepts(fold, seat, command), ("a pass not implied", *place)
            else:
                assert refuses(after, seat, command), ("accepted, not offered", *place)
                if pick(50) == 0:
                    assert refuses(fold, seat, command), ("accepted after a pass", *place)
        for one in (fold, *(after for after, _ in there.values())):
            assert one.board.slots == one.at(len(one.steps)).slots, "a refusal left a trace"


def check_offers(duel: Played, steps: int = 1) -> None:
    """Offers = accepted, at steps drawn at random, for both seats."""
    pick = pick_for(duel, "offers")
    for _ in range(steps):
        fold = duel.fold.branch(pick(len(duel.events)))
        fold.seed = b"law"
        check_accepted(fold, pick)
        check_refused(fold, pick)
