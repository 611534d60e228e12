"""Playing a card from the hand, and interrupting with one. Sources: G A, B, C, app-misc."""

from collections.abc import Iterator

from dm_events.kernel.chain import OpenWindow, Window, close_window
from dm_events.kernel.layout import AGENDA, WINDOW
from dm_events.kernel.rule import Question, Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Command, Happening
from dm_events.rulesets.metaversus_duel.action import A_04, A_07, may_play_action, play_action
from dm_events.rulesets.metaversus_duel.board import DECK, HAND, TURN, Duel, Table
from dm_events.rulesets.metaversus_duel.buy import (
    B_09,
    TURN_01,
    may_play_treasure,
    play_treasure,
)
from dm_events.rulesets.metaversus_duel.combat import may_play_weapon, play_weapon
from dm_events.rulesets.metaversus_duel.perform import TURN_04, Finish, perform
from dm_events.rulesets.metaversus_duel.pools import ApSpent
from dm_events.rulesets.metaversus_duel.sources import G

Q_40 = Question("Q-40", "interrupting-an-interrupt", (G("A"), G("app-misc")),
    "May an interrupt be interrupted?", ("nested", "once"), "nested")  # fmt: skip
Q_41 = Question("Q-41", "ap-of-an-interrupt", (G("A"),),
    "Does a card played immediately from hand cost its AP?", ("no-ap", "printed-ap"), "no-ap")  # fmt: skip


class Play(Command, frozen=True):
    """The turn player plays a card from the hand: which kind, the phase says."""

    card: CardId


class Interrupt(Command, frozen=True):
    """A seat plays a card immediately from hand, while an effect is performed."""

    card: CardId


class CardInterrupted(Happening, frozen=True):
    """A card was played immediately from hand."""

    seat: int
    card: CardId
    because: tuple[Rule, ...] = ()


def may_play(table: Table, command: Play) -> Iterator[Refusal]:
    """An own card, in the own turn, when and how its kind is played."""
    board, seat, card = table.board, table.seat, command.card
    if card not in board.slots[HAND + seat]:
        yield impossible("card/not-in-hand", B_09, card=card)
        return
    turn = board.slots[TURN]
    if not turn.number:
        yield impossible("match/not-begun", TURN_01)
    face = board.face(card)
    if face.kind not in ("action", "treasure", "weapon"):
        yield impossible("card/wrong-kind", B_09, card=card)
        return
    if turn.owner != seat:
        yield illegal("turn/not-owner", TURN_01, owner=turn.owner)
    if board.slots[WINDOW] is not None:
        yield illegal("effect/open", TURN_04, A_07)
    if face.kind == "action":
        yield from may_play_action(table, face)
    elif face.kind == "treasure":
        yield from may_play_treasure(table)
    else:
        yield from may_play_weapon(table)


def play(table: Table, command: Play) -> None:
    """Play it as its kind is played."""
    face = table.board.face(command.card)
    PLAYS[face.kind](table, table.seat, command.card, face)


PLAYS = {"action": play_action, "treasure": play_treasure, "weapon": play_weapon}


# Interrupts.


def may_interrupt(table: Table, command: Interrupt) -> Iterator[Refusal]:
    """Only who is asked, with a card that says that it interrupts this."""
    board, seat, card = table.board, table.seat, command.card
    if card not in board.slots[HAND + seat]:
        yield impossible("card/not-in-hand", B_09, card=card)
        return
    face = board.face(card)
    if face.kind not in ("action", "treasure", "weapon"):
        yield impossible("card/wrong-kind", B_09, card=card)
        return
    window: Window | None = board.slots[WINDOW]
    if window is None or window.seat != seat or window.why == "first":
        yield illegal("window/none", TURN_04)
    elif face.immediate != window.why:
        yield illegal("window/does-not-fit", TURN_04, card=card)
    have = board.turn.ap if seat == board.turn_owner else 0
    if face.card.ap > have and table.ask(Q_41) == "printed-ap":
        yield illegal("ap/short", A_04, have=have, cost=face.card.ap)


def interrupt(table: Table, command: Interrupt) -> None:
    """Follow it before what it interrupts goes on; then the seat is asked again."""
    board, seat, card = table.board, table.seat, command.card
    window: Window | None = board.slots[WINDOW]
    face = board.face(card)
    if window is not None:
        close_window(table)
    if face.card.ap and seat == board.turn_owner and table.ask(Q_41) == "printed-ap":
        table.tell(ApSpent(seat, min(face.card.ap, board.turn.ap), (A_04,)))
    answered = set_off_by(board, window)
    table.tell(CardInterrupted(seat, card, (TURN_04,)))
    if face.kind == "action" and table.game.some_immediate(  # type: ignore[attr-defined]
        board, 1 - seat, "opponent-action"
    ):
        table.then(OpenWindow(1 - seat, 0, "opponent-action"))
    perform(table, seat, card, face.text, "interrupt", answered)
    if window is not None:
        table.then(OpenWindow(seat, 0, window.why))


def set_off_by(board: Duel, window: Window | None) -> tuple[CardId, ...]:
    """The action card to which a window answers: its effect is the next that will be done."""
    if window is None or window.why != "opponent-action":
        return ()
    return next(((task.card,) for task in board.slots[AGENDA] if isinstance(task, Finish)), ())


def could_interrupt(table: Table, window: OpenWindow) -> bool:
    """By public facts: cards on hand, and one that interrupts this among those hidden."""
    board = table.board
    if not some_immediate(board, window.seat, window.why):
        return False
    return not board.turn.depth or table.ask(Q_40) == "nested"


def some_immediate(board: Duel, seat: int, why: str) -> bool:
    """Whether a seat may hold a card that interrupts this: all gains are public."""
    slots, face_at = board.slots, board.face_at
    hand = slots[HAND + seat]
    if not hand:
        return False
    for card in (*hand, *slots[DECK + seat]):
        if slots[face_at[card]].immediate == why:
            return True
    return any(slots[face_at[card]].kind == "unknown" for card in hand)


def apply_interrupted(board: Duel, happening: CardInterrupted) -> None:
    """To the play area, in the middle of something."""
    board.move(happening.card, "play", happening.seat)
    board.set_turn(depth=board.turn.depth + 1)


CHAPTER = Chapter(
    globals(),
    commands={Play: (may_play, play), Interrupt: (may_interrupt, interrupt)},
    apply={CardInterrupted: apply_interrupted},
    uncut=(OpenWindow,),
)
