"""How a duel ends: the latch, the last turn, the comparison, special wins. Sources: G end, 개요, D."""

from dm_events.kernel.happenings import MatchDrawn, MatchWon, PlayerLost
from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import Happening, Task
from dm_events.rulesets.metaversus_duel.board import PLAYER, Duel, Table, second
from dm_events.rulesets.metaversus_duel.sources import G

END_01 = Rule("END-01", (G("개요"), G("end")), "If at any time a duelist's HP is 0 or less, the match "
              "ends after the second player's turn.")  # fmt: skip
END_02 = Rule(
    "END-02", (G("end"),), "Once set off, that end stays, whatever HP or armour comes back."
)
END_03 = Rule("END-03", (G("end"),), "After the second player's 30th turn the match ends.")
END_04 = Rule("END-04", (G("개요"), G("end")), "Then higher HP wins; armour does not count.")
END_05 = Rule(
    "END-05", (G("개요"), G("end")), "At equal HP the first player wins; there is no draw."
)
END_06 = Rule("END-06", (G("end"),), "An effect that says that a duelist wins or loses the match ends "
              "it at once, whatever else holds.")  # fmt: skip
END_07 = Rule("END-07", (G("D"), G("app-draw")), "Running out of cards is no loss.")
Q_48 = Rule("Q-48", (G("app-misc"),), "A mandatory effect that was missed: the duelists agree, or an "
           "official goes back or rules.")  # fmt: skip
Q_51 = Rule("Q-51", (G("app-misc"),), "Conceding and time are not in the guide: who gives up has lost, "
           "the rest an official records.")  # fmt: skip

Q_01 = Question("Q-01", "second-at-zero-in-firsts-turn", (G("개요"), G("end")),
    "The second player falls to 0 in the first player's turn: is there still a second player's turn?",
    ("full-turn", "at-once"), "full-turn")  # fmt: skip
Q_02 = Question("Q-02", "first-at-zero-in-seconds-turn", (G("개요"), G("end")),
    "The first player falls to 0 in the second player's turn: is that turn finished?",
    ("finish-turn", "at-once"), "finish-turn")  # fmt: skip
Q_03 = Question("Q-03", "first-at-zero-in-own-turn", (G("개요"), G("end")),
    "The first player falls to 0 in the own turn: is that turn finished?",
    ("finish-turn", "turn-stops"), "finish-turn")  # fmt: skip
Q_04 = Question("Q-04", "hp-below-zero", (G("end"),),
    "Can HP be less than 0?", ("negative", "floor-zero"), "negative")  # fmt: skip
Q_05 = Question("Q-05", "at-zero-within-an-effect", (G("end"),),
    "HP falls to 0 and comes back within one effect: is the end set off?",
    ("at-once", "after-effect"), "at-once")  # fmt: skip
Q_06 = Question("Q-06", "special-win-after-the-trigger", (G("end"),),
    "Does a special win count once the end by HP has been set off?",
    ("special-win", "first-condition"), "special-win")  # fmt: skip
Q_07 = Question("Q-07", "both-win", (G("end"), G("A")),
    "One effect says of both duelists that they win: who does?",
    ("text-order", "turn-player", "draw"), "text-order")  # fmt: skip
Q_08 = Question("Q-08", "thirtieth-turn", (G("end"), G("parts")),
    "Which turn of the second player is the 30th?",
    ("own-with-extra", "own-without-extra", "shared-counter"), "own-with-extra")  # fmt: skip
Q_53 = Question("Q-53", "who-fell-first", (G("intro"), G("end")),
    "Both fell to 0: does the higher HP win, or who brought the other down first?",
    ("higher-hp", "first-to-fall-loses"), "higher-hp")  # fmt: skip

CAP = 30


class EndTriggered(Happening, frozen=True):
    """A duelist's HP is 0 or less: the match will end."""

    seat: int
    because: tuple[Rule, ...] = ()


class CapReached(Happening, frozen=True):
    """The second player's last possible turn is over."""

    because: tuple[Rule, ...] = ()


class TurnCutShort(Happening, frozen=True):
    """The running turn stops here."""

    seat: int
    because: tuple[Rule, ...] = ()


class WinIgnored(Happening, frozen=True):
    """An effect says that a duelist wins; the end is fixed already."""

    seat: int
    because: tuple[Rule, ...] = ()


class WinClaimed(Happening, frozen=True):
    """An effect that says of both that they win has said it of this one."""

    seat: int
    because: tuple[Rule, ...] = ()


class WinsSettled(Happening, frozen=True):
    """The effect that says of duelists that they win is done."""

    because: tuple[Rule, ...] = ()


class TurnOver(Task, frozen=True):
    """A seat's turn is over."""

    seat: int


def fallen(table: Table, seat: int) -> None:
    """HP went down: look now, or leave it to the end of the effect (Q-05)."""
    down = table.board.slots[PLAYER + seat].hp <= 0 and table.board.end.down < 0
    if down and table.ask(Q_05) == "at-once":
        trigger(table, seat)


def look_at_hp(table: Table) -> None:
    """An effect is done: has somebody no HP left?"""
    board = table.board
    if board.end.down < 0 and not board.over:
        for seat in (board.turn_owner, 1 - board.turn_owner):
            if board.player(seat).hp <= 0 and board.end.down < 0:
                trigger(table, seat)


def trigger(table: Table, seat: int) -> None:
    """Set the end off; some readings stop the turn or the match here."""
    board = table.board
    table.tell(EndTriggered(seat, (END_01, END_02)))
    first, owner = board.turn.first, board.turn_owner
    if owner == first and seat != first:
        if table.ask(Q_01) == "at-once":
            finish(table, END_01)
    elif owner != first and seat == first:
        if table.ask(Q_02) == "at-once":
            finish(table, END_01)
    elif owner == first and table.ask(Q_03) == "turn-stops":
        table.tell(TurnCutShort(owner, (END_01,)))


def finish(table: Table, why: Rule) -> None:
    """Compare: higher HP, at equal HP the first player."""
    board = table.board
    first = board.turn.first
    mine, theirs = board.player(first).hp, board.player(1 - first).hp
    down = board.end.down
    if down >= 0 and table.ask(Q_53) == "first-to-fall-loses":
        table.tell(MatchWon(1 - down, (why,)))
    elif mine == theirs:
        table.tell(MatchWon(first, (why, END_05)))
    else:
        table.tell(MatchWon(first if mine > theirs else 1 - first, (why, END_04)))


def last_turn_over(table: Table, seat: int) -> bool:
    """A turn is over: end the match if it was the last. Tell whether it did."""
    board = table.board
    if seat != second(board):
        return False
    if board.end.down >= 0:
        finish(table, END_01)
    elif at_cap(table, seat):
        table.tell(CapReached((END_03,)))
        finish(table, END_03)
    return board.over


def at_cap(table: Table, seat: int) -> bool:
    """Whether the second player's turn that is over was the 30th (Q-08)."""
    board = table.board
    if board.turn.number < CAP:
        return False
    player = board.player(seat)
    how = table.ask(Q_08)
    if how == "shared-counter":
        return board.turn.number >= CAP
    return player.turns - (player.extra if how == "own-without-extra" else 0) >= CAP


def win(table: Table, seat: int, *, both: bool) -> None:
    """An effect says that a seat wins the match; `both`: it says so of both."""
    if table.board.end.down >= 0 and table.ask(Q_06) == "first-condition":
        table.tell(WinIgnored(seat, (END_01,)))
    elif both and table.ask(Q_07) != "text-order":
        table.tell(WinClaimed(seat, (END_06,)))
    else:
        table.tell(MatchWon(seat, (END_06,)))


def lose(table: Table, seat: int) -> None:
    """An effect says that a seat loses the match."""
    if table.board.end.down >= 0 and table.ask(Q_06) == "first-condition":
        table.tell(WinIgnored(1 - seat, (END_01,)))
    else:
        table.tell(PlayerLost(seat, (END_06,)))


def settle_wins(table: Table) -> None:
    """The effect is done: who wins, where it said so of both (Q-07)."""
    board = table.board
    winners = board.end.winners
    table.tell(WinsSettled((END_06,)))
    if len(winners) == 1:
        table.tell(MatchWon(winners[0], (END_06,)))
    elif table.ask(Q_07) == "draw":
        table.tell(MatchDrawn((END_06,)))
    else:
        table.tell(MatchWon(board.turn_owner, (END_06,)))


def apply_triggered(board: Duel, happening: EndTriggered) -> None:
    """It stays so."""
    board.set_end(down=happening.seat)


def apply_claimed(board: Duel, happening: WinClaimed) -> None:
    """One winner more."""
    winners = board.end.winners
    if happening.seat not in winners:
        board.set_end(winners=(*winners, happening.seat))


def apply_settled(board: Duel, happening: WinsSettled) -> None:
    """Nothing is claimed any longer."""
    board.set_end(winners=())


def apply_cut(board: Duel, happening: TurnCutShort) -> None:
    """The effect being performed is finished; nothing else is."""
    board.set_end(cut=True)


def apply_nothing(board: Duel, happening: object) -> None:
    """It is only told."""


CHAPTER = Chapter(
    globals(),
    apply={
        EndTriggered: apply_triggered, CapReached: apply_nothing, TurnCutShort: apply_cut,
        WinIgnored: apply_nothing, WinClaimed: apply_claimed, WinsSettled: apply_settled,
    },
)  # fmt: skip
