"""What may be looked through. Sources: G app-misc, app-draw, prep#3 to #7."""

from collections.abc import Iterator
from typing import Literal

from dm_events.kernel.rule import Question, Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import Command, Happening
from dm_events.rulesets.metaversus_duel.bans import SET_08
from dm_events.rulesets.metaversus_duel.board import SEATS, Duel, Table
from dm_events.rulesets.metaversus_duel.sources import G
from dm_events.rulesets.metaversus_duel.zones import Q_60

INFO_01 = Rule("INFO-01", (G("app-misc"),), "The market and cards played face up are public.")
INFO_02 = Rule("INFO-02", (G("app-misc"), G("app-draw")), "Both discard decks and the removed cards may be "
               "looked through at any time.")  # fmt: skip
INFO_03 = Rule("INFO-03", (G("prep#3"), G("prep#7")), "Hands, draw decks, restock piles and picks that are "
               "not turned up are hidden.")  # fmt: skip
Q_52 = Question("Q-52", "sizes-of-hidden-piles", (G("app-misc"),),
    "Are the sizes of draw decks and restock piles public?", ("public", "hidden"), "public")  # fmt: skip

What = Literal["hand", "deck", "discard", "removed", "restock", "pack"]
WHATS: tuple[What, ...] = ("hand", "deck", "discard", "removed", "restock", "pack")


class Inspect(Command, frozen=True):
    """A seat asks to look through cards of a seat; of hidden ones it asks how many. `pack`: which."""

    what: What
    whose: int = 0
    pack: str = ""


class Inspected(Happening, frozen=True):
    """A seat looked through so many cards, or was told how many they are."""

    seat: int
    whose: int
    what: str
    count: int | None
    because: tuple[Rule, ...] = ()


def may_inspect(table: Table, command: Inspect) -> Iterator[Refusal]:
    """Open cards at any time; of hidden ones only the number, and that is a question."""
    if command.what not in WHATS or command.whose not in range(SEATS):
        yield impossible("info/nothing-there", INFO_02)
    elif command.what == "pack":
        if not table.game.kinds_of(command.pack):  # type: ignore[attr-defined]
            yield impossible("info/nothing-there", INFO_02)
        elif table.board.turn.number and command.pack not in table.board.setup.packs:
            yield illegal("info/hidden", SET_08)
    elif (command.what == "hand" and command.whose != table.seat) or (
        command.what in ("deck", "restock") and table.ask(Q_52) == "hidden"
    ):
        yield illegal("info/hidden", INFO_03)


def inspect(table: Table, command: Inspect) -> None:
    """It is told; the board does not change."""
    board, whose, what = table.board, command.whose, command.what
    rule = INFO_02
    if what == "pack":
        count, rule = len(table.game.kinds_of(command.pack)), SET_08  # type: ignore[attr-defined]
    elif what == "restock":
        count, rule = len(board.restock(f"seat{whose}")), INFO_03
    elif what == "removed" and table.ask(Q_60) != "one-a-seat":
        zone = "removed" if table.ask(Q_60) == "shared" else "trash"
        count = len(board.cards_in(zone, 0))
    else:
        count = len(board.cards_in(what, whose))
        rule = INFO_03 if what in ("hand", "deck") else INFO_02
    table.tell(Inspected(table.seat, whose, what, count, (rule,)))


def apply_nothing(board: Duel, happening: object) -> None:
    """It is only told."""


CHAPTER = Chapter(
    globals(),
    commands={Inspect: (may_inspect, inspect)},
    apply={Inspected: apply_nothing},
)
