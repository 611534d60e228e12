"""The discard phase and the end of a turn. Sources: G D, 개요."""

from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening, Task
from dm_events.rulesets.metaversus_duel.board import (
    DISCARD,
    HAND,
    HAND_SIZE,
    PLAY,
    Duel,
    Table,
)
from dm_events.rulesets.metaversus_duel.damage import Q_33, ArmourLost
from dm_events.rulesets.metaversus_duel.draw import draw
from dm_events.rulesets.metaversus_duel.end import TurnOver, last_turn_over
from dm_events.rulesets.metaversus_duel.market import restock_due
from dm_events.rulesets.metaversus_duel.sources import G
from dm_events.rulesets.metaversus_duel.turn import TURN_03, BeginTurn, CleanUp, Tidy

D_01 = Rule("D-01", (G("D"),), "All cards played, gained and left in hand go to the discard deck, except "
            "those whose text keeps them out.")  # fmt: skip
D_02 = Rule("D-02", (G("D"),), "The order within the discard deck does not matter.")
D_03 = Rule("D-03", (G("D"),), "Then 5 cards are drawn.")
D_04 = Rule("D-04", (G("D"),), "If there are too few, those there are, then the discard deck is shuffled to "
            "a draw deck, then the rest.")  # fmt: skip
D_05 = Rule("D-05", (G("D"),), "If there are still too few, as many as possible are drawn.")
D_06 = Rule("D-06", (G("D"),), "Then the turn passes to the opponent.")

Q_14 = Question("Q-14", "hand-at-the-end-of-a-turn", (G("D"),),
    "Is the hand discarded and 5 cards drawn, or is the hand made up to 5?",
    ("discard-hand", "refill"), "discard-hand")  # fmt: skip


class CardsDiscarded(Happening, frozen=True):
    """A seat put so many cards into its discard deck at the end of its turn."""

    seat: int
    count: int
    cards: tuple[CardId, ...]
    because: tuple[Rule, ...] = ()


class TurnPassed(Happening, frozen=True):
    """A seat's turn is over."""

    seat: int
    because: tuple[Rule, ...] = ()


class NextTurn(Task, frozen=True):
    """The turn of a seat is over and everything in it is done."""

    seat: int


def clean_up(table: Table, task: CleanUp) -> None:
    """Discard all, draw 5; the turn is over."""
    tidy(table, Tidy(task.seat))
    table.then(TurnOver(task.seat))


def tidy(table: Table, task: Tidy) -> None:
    """Discard all, draw 5."""
    board, seat = table.board, task.seat
    hand, play = board.slots[HAND + seat], board.slots[PLAY + seat]
    keep = table.ask(Q_14) == "refill"
    cards = play if keep else (*play, *hand)
    table.tell(CardsDiscarded(seat, len(cards), cards, (D_01,)))
    wanted = HAND_SIZE - len(board.slots[HAND + seat])
    if wanted > 0:
        draw(table, seat, wanted, D_03, D_04)


def turn_over(table: Table, task: TurnOver) -> None:
    """What lasts to the end of the turn ends; one reading restocks now (Q-15)."""
    board, seat = table.board, task.seat
    armour = board.player(seat).armour
    if armour and table.ask(Q_33) == "ends-with-turn":
        table.tell(ArmourLost(seat, armour))
    restock_due(table, "end-of-turn")
    table.then(NextTurn(seat))


def next_turn(table: Table, task: NextTurn) -> None:
    """The match ends here, or the next turn begins."""
    seat = task.seat
    table.tell(TurnPassed(seat, (D_06, TURN_03)))
    if last_turn_over(table, seat):
        return
    extra = seat in table.board.end.extra
    table.then(BeginTurn(seat if extra else 1 - seat, extra))


def apply_discarded(board: Duel, happening: CardsDiscarded) -> None:
    """Hand and play area go to the discard deck, as far as they are named."""
    seat, cards = happening.seat, happening.cards
    slots, write, where = board.slots, board.write, board.layout.where
    for zone in (HAND + seat, PLAY + seat):
        old = slots[zone]
        if old:
            write(zone, tuple(card for card in old if card not in cards))
    write(DISCARD + seat, (*slots[DISCARD + seat], *cards))
    board.sort_discard(seat)
    for card in cards:
        write(where[card], DISCARD + seat)
        board.show(card, 3)


def apply_nothing(board: Duel, happening: object) -> None:
    """It is only told."""


CHAPTER = Chapter(
    globals(),
    apply={CardsDiscarded: apply_discarded, TurnPassed: apply_nothing},
    tasks={CleanUp: clean_up, Tidy: tidy, TurnOver: turn_over, NextTurn: next_turn},
)
