"""Action cards that stay on the field: how long, and what they forbid meanwhile. Sources: K 2.3.1; P."""

from collections.abc import Iterator

from dm_events.kernel.rule import Refusal, Rule, illegal
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening
from dm_events.rulesets.dino_master.abilities import Stays
from dm_events.rulesets.dino_master.board import LINES, MAGIC, Duel, Staying, Table
from dm_events.rulesets.dino_master.changes import TEXT
from dm_events.rulesets.dino_master.fits import fits
from dm_events.rulesets.dino_master.sources import K
from dm_events.rulesets.dino_master.triggers import Use

R062 = Rule("R062", (K("2.3.1"),), "An action card with a duration stays on the field after it was "
            "cast, until the duration ends.")  # fmt: skip
R063 = Rule("R063", (K("2.3.1"),), "An action card that stays counts as a card on the field and can be "
            "targeted.")  # fmt: skip
R064 = Rule("R064", (K("2.3.1"),), "When its duration ends it goes to the graveyard.")
R065 = Rule("R065", (K("2.3.1"),), "A duration that is written in the ability text only has the same "
            "force.")  # fmt: skip


class CardStays(Happening, frozen=True):
    """An action card stays in the magic zone for a number of turns counted with `seat`'s, or, with
    None, for ever; `on` are the cards on which it was cast.
    """

    card: CardId
    turns: int | None
    seat: int
    on: tuple[CardId, ...] = ()
    because: tuple[Rule, ...] = ()


class StayCounted(Happening, frozen=True):
    """One turn of an action card that stays is complete."""

    card: CardId
    because: tuple[Rule, ...] = ()


def stay(table: Table, use: Use, how: Stays) -> bool:
    """Leave a resolved action card on the field; not one that was cast on what is gone by now."""
    board = table.board
    if any(board.place(card)[0] not in LINES for card in use.targets):
        return False
    rules = (R065 if how.in_text else R062, R063)
    table.tell(CardStays(use.card, how.turns, board.turn_owner, use.targets, rules))
    return True


def lying(board: Duel) -> list[tuple[CardId, int, Staying]]:
    """The action cards that stay, seat 0's first, with the seat on whose side each is."""
    found = []
    for seat in (0, 1):
        for card in board.slots[MAGIC + seat]:
            state = board.state(card)
            if state is not None:
                found.append((card, seat, state))
    return found


def held_down(board: Duel, card: CardId) -> CardId | None:
    """Return an action card by which a creature cannot be commanded, if there is one."""
    for source, seat, state in lying(board):
        for gift in board.face(source).no_command:
            if card in state.on if gift.of is None else fits(board, seat, source, gift.of, card):
                return source
    return None


def why_held_down(board: Duel, card: CardId) -> Iterator[Refusal]:
    """A creature that an action card keeps from being commanded."""
    by = held_down(board, card)
    if by is not None:
        yield illegal("creature/held-down", TEXT, R062, card=card, by=by)


def graveyards_closed(board: Duel) -> CardId | None:
    """Return an action card by which no card comes from a graveyard to the field, if there is one."""
    if not (board.slots[MAGIC] or board.slots[MAGIC + 1]):
        return None
    return next((card for card, _, _ in lying(board) if board.face(card).no_revival), None)


def apply_stays(board: Duel, happening: CardStays) -> None:
    """It lies in the magic zone already."""
    board.set_state(happening.card, Staying(happening.turns, happening.seat, happening.on))


def apply_counted(board: Duel, happening: StayCounted) -> None:
    """A turn less to go."""
    state: Staying = board.state(happening.card)
    left = None if state.left is None else state.left - 1
    board.set_state(happening.card, Staying(left, state.seat, state.on))


CHAPTER = Chapter(globals(), apply={CardStays: apply_stays, StayCounted: apply_counted})
