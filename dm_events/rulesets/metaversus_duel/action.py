"""The action phase: action cards and what they cost. Source: G A."""

from collections.abc import Iterator

from dm_events.kernel.chain import OpenWindow
from dm_events.kernel.rule import Question, Refusal, Rule, illegal
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId
from dm_events.rulesets.metaversus_duel.board import TURN, Table
from dm_events.rulesets.metaversus_duel.cards import Face
from dm_events.rulesets.metaversus_duel.perform import perform
from dm_events.rulesets.metaversus_duel.pools import ApSpent
from dm_events.rulesets.metaversus_duel.sources import G
from dm_events.rulesets.metaversus_duel.zones import CardPlayed

A_01 = Rule("A-01", (G("A"),), "Who enters the action phase gets 1 AP.")
A_02 = Rule("A-02", (G("A"),), "In the action phase action cards are played from the hand to the play "
            "area and shown.")  # fmt: skip
A_03 = Rule("A-03", (G("A"),), "A card with required AP costs so much AP; with 0 it is free.")
A_04 = Rule("A-04", (G("A"),), "Without enough AP the card cannot be played.")
A_06 = Rule(
    "A-06", (G("A"),), "Playing is optional; what is not played is discarded in the discard phase."
)
A_07 = Rule("A-07", (G("A"),), "While an action card is followed no other is played, except by an effect "
            "that says so.")  # fmt: skip

Q_25 = Question("Q-25", "action-cards-later", (G("A"), G("D")),
    "May action cards be played with AP left in a later phase?",
    ("action-phase-only", "any-phase"), "action-phase-only")  # fmt: skip

PLAYED, SPENT = (A_02,), (A_03,)


def may_play_action(table: Table, face: Face) -> Iterator[Refusal]:
    """In the action phase, with enough AP."""
    turn = table.board.slots[TURN]
    if turn.phase != "action" and table.ask(Q_25) == "action-phase-only":
        yield illegal("phase/wrong", A_02, phase=turn.phase)
    if face.card.ap > turn.ap:
        yield illegal("ap/short", A_04, have=turn.ap, cost=face.card.ap)


def play_action(table: Table, seat: int, card: CardId, face: Face) -> None:
    """Show it, pay for it, let the opponent interrupt, follow it."""
    board = table.board
    if face.card.ap:
        cost = min(face.card.ap, board.slots[TURN].ap)
        if cost:
            table.tell(ApSpent(seat, cost, SPENT))
    table.tell(CardPlayed(seat, card, None, PLAYED))
    if table.game.some_immediate(board, 1 - seat, "opponent-action"):  # type: ignore[attr-defined]
        table.then(OpenWindow(1 - seat, 0, "opponent-action"))
    perform(table, seat, card, face.text, "action")


CHAPTER = Chapter(globals())
