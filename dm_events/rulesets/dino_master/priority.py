"""Speed, chain and the right to act. Sources: K 3, 4."""

from collections.abc import Iterator

from dm_events.kernel.chain import OpenWindow, Window
from dm_events.kernel.layout import WINDOW
from dm_events.kernel.rule import Question, Refusal, Rule, illegal
from dm_events.kernel.ruleset import Chapter
from dm_events.rulesets.dino_master.board import (
    TURN,
    Table,
    Turn,
)
from dm_events.rulesets.dino_master.sources import K, T

NORMAL, FAST, VERY_FAST = 0, 1, 2

R278 = Rule("R278", (K("3.1"),), "There are three speeds: normal, fast, very fast.")
R279 = Rule("R279", (K("3.1"),), "Normal: effect, skill, master skill.")
R280 = Rule("R280", (K("3.1"),), "Fast: ultimate master skill, cast action, armor abilities.")
R281 = Rule("R281", (K("3.1"), K("2.5.4.1")), "Very fast: every ability that cancels a calling or a "
            "casting (C144).")  # fmt: skip
R282 = Rule("R282", (K("3.2(1)"),), "Using an ability, or an event that sets an automatic one off, "
            "starts a chain and gives the opponent the chance to add.")  # fmt: skip
R283 = Rule("R283", (K("3.2(2)"),), "A link must be at least as fast as the one it answers.")
R284 = Rule("R284", (K("3.2(2)"),), "After each link the right to add returns to the other side, "
            "until nobody can add.")  # fmt: skip
R285 = Rule("R285", (K("3.2(3)"),), "The chain resolves from the last link to the first.")
R286 = Rule("R286", (K("4.1"),), "In a main phase the opponent may not play a card until the turn "
            "owner has played one.")  # fmt: skip
R287 = Rule("R287", (K("4.1"),), "On entering any other phase the opponent need not wait.")
R288 = Rule("R288", (K("4.2"),), "The opponent may start a chain when a phase is entered or ends, "
            "a card was played, an ability was used, a command was given.")  # fmt: skip
R289 = Rule("R289", (K("fn7"),), "Only who has the right to act at that time may do so.")

C91 = Question(
    "C91", "opponents-right-in-a-main-phase", (K("4.1"), K("4.2")),
    "Once the turn owner has played a card in a main phase, may the opponent act at any time in "
    "it, or only at the listed chances?", ("listed-chances", "rest-of-phase"), "listed-chances",
)  # fmt: skip

C146 = Question(
    "C146", "opponent-outside-the-main-phases",
    (K("4.1"), K("2.8.2.1"), K("2.8.2.2"), K("2.8.2.6"), T("start phase")),
    "May the opponent use in the start, draw and end phase only what is marked for it, or anything "
    "on entering them, as K 4.1 says of every phase but the main ones?",
    ("marked-only", "as-usual"), "marked-only",
)  # fmt: skip

MAIN = ("main 1", "main 2")


def right_to_act(table: Table, speed: int) -> Iterator[Refusal]:
    """Check that the seat may play something of this speed now (R283, R286 to R289)."""
    board = table.board
    window: Window | None = board.slots[WINDOW]
    if window is not None and window.seat == table.seat:
        if speed < window.speed:
            yield illegal("window/speed", R283, speed=speed, needed=window.speed)
        return
    turn: Turn = board.slots[TURN]
    if table.seat == turn.owner:
        return
    if turn.phase in MAIN and not turn.acted:
        yield illegal("window/owner-first", R286)
    elif turn.phase not in MAIN or table.ask(C91) == "listed-chances":
        yield illegal("window/none", R288, R289)


def answer_to(seat: int, speed: int, why: str) -> OpenWindow:
    """The chance of the other side to add to the chain, or to begin one (R282, R284, R288)."""
    return OpenWindow(1 - seat, speed, why)


CHAPTER = Chapter(globals())
