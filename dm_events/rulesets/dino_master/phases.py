"""What happens on entering each phase. Sources: K 2.8.2.1 to 2.8.2.6; T, the six phases."""

from collections.abc import Iterator

from dm_events.kernel.chain import OpenWindow
from dm_events.kernel.happenings import PlayerLost
from dm_events.kernel.rule import Question, Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Command, Happening, Task
from dm_events.rulesets.dino_master.board import Duel, Table
from dm_events.rulesets.dino_master.changes import CheckDf, CreatureDestroyed
from dm_events.rulesets.dino_master.costs import CardDiscarded
from dm_events.rulesets.dino_master.dp import R125, pay, reset_pools
from dm_events.rulesets.dino_master.durations import R161, end_of_turn, ready_creatures
from dm_events.rulesets.dino_master.flock_board import before_leaving
from dm_events.rulesets.dino_master.outcome import R138, R336
from dm_events.rulesets.dino_master.priority import C146, NORMAL, answer_to
from dm_events.rulesets.dino_master.sources import K, L, P, T
from dm_events.rulesets.dino_master.states import R309, count_turn
from dm_events.rulesets.dino_master.triggers import Activate, at_end_of_turn
from dm_events.rulesets.dino_master.turn import (
    R126,
    R127,
    BeginTurn,
    Enter,
    PhaseEntered,
    why_skipped,
)

R131 = Rule("R131", (K("2.8.2.1"), T("start phase")), "In the start phase only what works on "
            "entering a turn works; nothing else may be used.")  # fmt: skip
R133 = Rule("R133", (K("2.8.2.2"), T("draw phase")),
            "The turn owner draws 1 card from the main deck.")  # fmt: skip
R134 = Rule("R134", (K("2.8.2.2"), T("draw phase")), "After the draw the player may make an extra "
            "draw: remove 1 hand card from the game, then draw 1.")  # fmt: skip
R135 = Rule("R135", (K("2.8.2.2"), T("draw phase")),
            "This extra draw is possible once a turn, in the own draw phase.")  # fmt: skip
R136 = Rule("R136", (T("draw phase"),), "Once the draw phase is over it can no longer be done.")
R137 = Rule("R137", (K("2.8.2.2"), T("draw phase")), "In the draw phase only what is marked for it "
            "may be used.")  # fmt: skip
R150 = Rule("R150", (T("main phase 2"),), "On entering main 2 the turn owner with more than 6 cards "
            "in hand must discard down to 6.")  # fmt: skip
R151 = Rule("R151", (K("2.8.2.5"),), "If there are 6 cards, discard until 6.")
R152 = Rule("R152", (T("main phase 2"),), "If the player's maximum hand is larger than 6, discard "
            "down to that maximum instead.")  # fmt: skip
R153 = Rule("R153", (K("2.8.2.5"), T("main phase 2")),
            "The check happens at once on entering main 2.")  # fmt: skip
R154 = Rule("R154", (K("2.8.2.5"), T("main phase 2")),
            "Abilities of cards discarded by the check do not work.")  # fmt: skip
R156 = Rule("R156", (K("2.8.2.5"), T("main phase 2")), "In main 2: pay 4 DP to draw 1 card.")
R160 = Rule("R160", (K("2.8.2.6"), T("end phase")), "In the end phase nothing may be called or used "
            "that does not say so.")  # fmt: skip

C03 = Question(
    "C03", "hand-check", (K("2.8.2.5"), T("main phase 2"), P("Max Hand")),
    "What does the check of the hand on entering main 2 demand?",
    ("personal-maximum", "six", "literal"), "personal-maximum",
)  # fmt: skip
C04 = Question(
    "C04", "when-the-hand-is-checked", (K("2.8.2.5"), T("main phase 2")),
    "Is the hand checked on entering main 2 only, or again on entering the end phase?",
    ("main-2", "end-too"), "main-2",
)  # fmt: skip
C05 = Question(
    "C05", "draws-for-dp", (K("2.8.2.5"), T("main phase 2"), L()),
    "How often in a turn may 4 DP be paid for a card in main 2?",
    ("any-number", "once"), "any-number",
)  # fmt: skip
C06 = Question(
    "C06", "extra-draw-from-an-empty-deck", (K("2.8.2.2"), T("draw phase")),
    "May the extra draw be made with an empty deck?",
    ("not-allowed", "draws-nothing", "loses"), "not-allowed",
)  # fmt: skip

C07 = Question(
    "C07", "which-failed-draw-loses", (K("2.6(3)"), K("6.1.5")),
    "Does only the draw of the draw phase lose where there is no card, or any draw that fails?",
    ("draw-phase", "any-draw"), "draw-phase",
)  # fmt: skip

C79 = Question(
    "C79", "order-in-the-end-phase", (K("2.8.2.6"), T("end phase")),
    "Does what lasts to the end of the turn end before or after what happens when the turn ends?",
    ("before", "after"), "before",
)  # fmt: skip

HAND = 6
EXTRA = "extra draw"
BOUGHT = "draw for DP"
DRAW_PRICE = 4


class ExtraDraw(Command, frozen=True):
    """Remove a hand card from the game and draw one (draw phase)."""

    card: CardId


class DrawForDp(Command, frozen=True):
    """Pay 4 DP and draw one (main 2)."""


class EndOnceMore(Task, frozen=True):
    """What was given in the end phase to the end of the turn ends too (C146)."""


class CheckHand(Task, frozen=True):
    """The turn owner discards what the hand holds too many."""

    seat: int
    picks: tuple[CardId, ...] | None = None


class EndChanges(Task, frozen=True):
    """What lasts to the end of the turn ends now, last of all."""


class CardDrawn(Happening, frozen=True):
    """A card went from the top of a deck to the hand."""

    seat: int
    card: CardId
    because: tuple[Rule, ...] = ()


class ExtraDrawn(Happening, frozen=True):
    """A hand card was removed from the game for an extra draw."""

    seat: int
    card: CardId
    because: tuple[Rule, ...] = ()


class CardBought(Happening, frozen=True):
    """A seat paid for a card in main 2; the draw follows."""

    seat: int
    because: tuple[Rule, ...] = ()


class HandChecked(Happening, frozen=True):
    """The hand was counted; so many cards must go."""

    seat: int
    cards: int
    because: tuple[Rule, ...] = ()


def enter_phase(table: Table, task: Enter) -> None:
    """Say it, then do what the phase begins with."""
    table.tell(PhaseEntered(task.phase, (R127,)))
    ENTERING[task.phase](table, table.board.turn_owner)


def enter_start(table: Table, seat: int) -> None:
    """Reset DP, ready the creatures, count durations; then the draw phase."""
    reset_pools(table, seat)
    ready_creatures(table, seat)
    if count_turn(table, seat):
        table.then(CheckDf())  # poison took, or what kept its DF up is over (R034)
    as_usual(table, seat, "start phase entered")
    if why_skipped(table, "draw") is None:
        table.then(Enter("draw"))


def as_usual(table: Table, owner: int, why: str) -> bool:
    """Let the opponent act in a phase in which only what is marked for it may be used (C146)."""
    free = table.ask(C146) == "as-usual"
    if free:
        table.then(OpenWindow(1 - owner, NORMAL, why))
    return free


def enter_draw(table: Table, seat: int) -> None:
    """The turn owner draws; an empty deck loses."""
    if not table.board.deck(seat):
        table.tell(PlayerLost(seat, (R138, R336)))
    else:
        draw(table, seat, R133)
        as_usual(table, seat, "draw phase entered")


def draw(table: Table, seat: int, rule: Rule) -> None:
    """Draw the top card, if there is one; where there is none C07 says what follows."""
    deck = table.board.deck(seat)
    if deck:
        table.tell(CardDrawn(seat, deck[0], (rule,)))
    elif table.ask(C07) == "any-draw":
        table.tell(PlayerLost(seat, (R336, rule)))


def enter_main_1(table: Table, seat: int) -> None:
    """Nothing happens by itself, and the opponent must wait for the owner (R286)."""


def enter_battle(table: Table, seat: int) -> None:
    """The opponent need not wait (R287)."""
    table.then(OpenWindow(1 - seat, NORMAL, "battle phase entered"))


def enter_main_2(table: Table, seat: int) -> None:
    """Check the hand at once (R153)."""
    table.then(CheckHand(seat))


def enter_end(table: Table, seat: int) -> None:
    """What lasts to the end of the turn ends; then the other seat's turn begins (R162).

    Who has no DF left without it is destroyed (R034).
    """
    board = table.board
    spent = [
        card for side in (seat, 1 - seat) for card, state in board.standing(side) if state.spent
    ]
    waits = [Activate(use) for use in at_end_of_turn(board, seat)]
    late = bool(spent or waits) and table.ask(C79) == "after"
    if not late:
        end_of_turn(table)
    for card in spent:
        if board.creature(card).spared:
            continue
        before_leaving(table, card, R309)
        table.tell(CreatureDestroyed(card, None, (R309, R161)))
    for ability in waits:
        table.wait(ability)
    if late:
        table.then(EndChanges())
    if len(table.board.hand(seat)) > HAND and table.ask(C04) == "end-too":
        table.then(CheckHand(seat))
    table.then(CheckDf())
    if as_usual(table, seat, "end phase entered"):
        table.then(EndOnceMore(), CheckDf())
    table.then(BeginTurn(1 - seat))


def end_once_more(table: Table, task: EndOnceMore) -> None:
    """On leaving the end phase."""
    del task
    end_of_turn(table)


def end_changes_late(table: Table, task: EndChanges) -> None:
    """What lasts to the end of the turn ends after all that happens when it ends (C79)."""
    del task
    end_of_turn(table)


ENTERING = {
    "start": enter_start, "draw": enter_draw, "main 1": enter_main_1,
    "battle": enter_battle, "main 2": enter_main_2, "end": enter_end,
}  # fmt: skip


def too_many(table: Table, seat: int) -> int:
    """How many cards the hand check takes (C03)."""
    board = table.board
    have = len(board.hand(seat))
    if have <= HAND:
        return 0
    answer = table.ask(C03)
    if answer == "literal":
        return 0
    limit = HAND if answer == "six" else board.face(board.master(seat)).card.hand_limit
    return max(0, have - limit)


def check_hand(table: Table, task: CheckHand) -> None:
    """Ask for what is too much, then discard it without its abilities (R150 to R154)."""
    if task.picks is None:
        extra = too_many(table, task.seat)
        if extra:
            six = table.ask(C03) == "six"
            table.tell(HandChecked(task.seat, extra, (R150,) if six else (R150, R152, R153)))
            hand = table.board.hand(task.seat)
            table.choose(task.seat, "hand check", hand, extra, extra, task)
        return
    for card in task.picks:
        table.tell(CardDiscarded(task.seat, card, silent=True, because=(R150, R154)))


def may_draw_extra(table: Table, command: ExtraDraw) -> Iterator[Refusal]:
    """Once, in the own draw phase, with a card to remove and a card to draw."""
    board, turn = table.board, table.board.turn
    if command.card not in board.hand(table.seat):
        yield impossible("card/not-in-hand", R134, card=command.card)
        return
    if turn.owner != table.seat:
        yield illegal("turn/not-owner", R135, owner=turn.owner)
    if turn.phase != "draw":
        yield illegal("phase/wrong", R135, R136, now=turn.phase)
    if EXTRA in board.player(table.seat).used:
        yield illegal("draw/extra-used", R135)
    if not board.deck(table.seat) and table.ask(C06) == "not-allowed":
        yield illegal("draw/empty-deck", R134)


def draw_extra(table: Table, command: ExtraDraw) -> None:
    """Remove, then draw."""
    seat = table.seat
    table.tell(ExtraDrawn(seat, command.card, (R134,)))
    if table.board.deck(seat):
        draw(table, seat, R134)
    elif table.ask(C06) == "loses":
        table.tell(PlayerLost(seat, (R134, R336)))


def may_draw_for_dp(table: Table, command: DrawForDp) -> Iterator[Refusal]:
    """In the own main 2, for 4 DP, as often as C05 says."""
    del command
    board, turn = table.board, table.board.turn
    if turn.owner != table.seat:
        yield illegal("turn/not-owner", R126, R156, owner=turn.owner)
    if turn.phase != "main 2":
        yield illegal("phase/wrong", R156, now=turn.phase)
    if not board.deck(table.seat):
        yield illegal("draw/empty-deck", R156)
    if BOUGHT in board.player(table.seat).used and table.ask(C05) == "once":
        yield illegal("draw/extra-used", R156)
    if board.player(table.seat).dp < DRAW_PRICE:
        yield illegal("dp/short", R125, R156, have=board.player(table.seat).dp, cost=DRAW_PRICE)


def draw_for_dp(table: Table, command: DrawForDp) -> None:
    """Pay and draw; the opponent may answer a command that was given (R288)."""
    del command
    pay(table, table.seat, DRAW_PRICE)
    table.tell(CardBought(table.seat, (R156,)))
    draw(table, table.seat, R156)
    table.then(answer_to(table.seat, NORMAL, "command given"))


def apply_drawn(board: Duel, happening: CardDrawn) -> None:
    """To the hand."""
    board.move(happening.card, "hand", happening.seat)


def apply_extra_drawn(board: Duel, happening: ExtraDrawn) -> None:
    """Out of the game; the extra draw is used."""
    board.move(happening.card, "out", happening.seat)
    used = board.player(happening.seat).used
    board.set_player(happening.seat, used=(*used, EXTRA))


def apply_bought(board: Duel, happening: CardBought) -> None:
    """Once this turn it was done."""
    used = board.player(happening.seat).used
    if BOUGHT not in used:
        board.set_player(happening.seat, used=(*used, BOUGHT))


def apply_hand_checked(board: Duel, happening: HandChecked) -> None:
    """Counting changes nothing."""
    del board, happening


CHAPTER = Chapter(
    globals(),
    commands={
        ExtraDraw: (may_draw_extra, draw_extra), DrawForDp: (may_draw_for_dp, draw_for_dp),
    },
    apply={
        CardDrawn: apply_drawn, ExtraDrawn: apply_extra_drawn, CardBought: apply_bought,
        HandChecked: apply_hand_checked,
    },
    tasks={
        Enter: enter_phase, CheckHand: check_hand, EndChanges: end_changes_late,
        EndOnceMore: end_once_more,
    },
)  # fmt: skip
