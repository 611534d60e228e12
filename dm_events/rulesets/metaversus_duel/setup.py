"""The preparation: neutral kinds, who is first, characters, the market, hands. Sources: G prep, intro, parts."""

from collections.abc import Iterator, Sequence

from dm_events.kernel.commands import Start
from dm_events.kernel.rule import Question, Refusal, Rule, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening, Task
from dm_events.rulesets.metaversus_duel.board import (
    COPIES,
    HAND_SIZE,
    SEATS,
    Duel,
    Pile,
    Table,
)
from dm_events.rulesets.metaversus_duel.draw import draw
from dm_events.rulesets.metaversus_duel.market import KindRevealed, PileStocked
from dm_events.rulesets.metaversus_duel.sources import G
from dm_events.rulesets.metaversus_duel.turn import BeginTurn

SET_01 = Rule("SET-01", (G("intro"),), "Exactly two duelists play.")
SET_02 = Rule(
    "SET-02",
    (G("prep#1"),),
    "The neutral piles A and B are shuffled, each for itself, before all else.",
)
SET_03 = Rule("SET-03", (G("prep#1"),), "Two kinds of A and two of B are revealed to the market; the rest "
              "are restock piles.")  # fmt: skip
SET_04 = Rule("SET-04", (G("prep#2"),), "A die decides who is first.")
SET_05 = Rule(
    "SET-05", (G("prep#2"),), "If exactly one duelist is new to the game, that one is second."
)
SET_06 = Rule("SET-06", (G("prep#2"),), "The first player takes the token and keeps it.")
SET_21 = Rule(
    "SET-21", (G("prep#6-1"),), "All market cards are turned face up when both have chosen."
)
SET_22 = Rule("SET-22", (G("prep#6-2"),), "Every pile of the market is made up to 6 copies.")
SET_20 = Rule(
    "SET-20", (G("prep#5"),), "The pack's other kinds are shuffled to that seat's restock pile."
)
SET_23 = Rule("SET-23", (G("prep#7"),), "Each shuffles the starting deck and draws 5.")
Q_21 = Rule("Q-21", (G("prep#2"),), "Both new, or neither: the die decides.")
Q_22 = Rule("Q-22", (G("prep#2"),), "Who is not new cannot refuse to be first.")

Q_18 = Question("Q-18", "same-kind-twice", (G("prep#3"), G("prep#5")),
    "Both duelists bring the same kind: two piles, or one of 12?",
    ("two-piles", "merged"), "two-piles")  # fmt: skip


class KindsShuffled(Happening, frozen=True):
    """A pile of market kinds was shuffled: A, B, or a seat's."""

    pile: str
    order: tuple[str, ...]
    because: tuple[Rule, ...] = ()


class FirstPlayerDecided(Happening, frozen=True):
    """This seat is the first player."""

    seat: int
    because: tuple[Rule, ...] = ()


class TokenTaken(Happening, frozen=True):
    """The first player has the token."""

    seat: int
    because: tuple[Rule, ...] = ()


class CardsShuffled(Happening, frozen=True):
    """A starting deck was shuffled."""

    seat: int
    order: tuple[CardId, ...]
    because: tuple[Rule, ...] = ()


class PilesMerged(Happening, frozen=True):
    """A kind's second pile was put to the first player's: its own place is empty."""

    kind: str
    origin: str
    pile: int
    because: tuple[Rule, ...] = ()


class ChooseCharacters(Task, frozen=True):
    """The characters are chosen now."""


class OpenMarket(Task, frozen=True):
    """Both have chosen their kinds: the market is opened and the match begins."""

    picks: tuple[tuple[str, ...], ...] = ()


def may_start(table: Table, command: Start) -> Iterator[Refusal]:
    """Only once, before anything else."""
    if table.board.turn.number or table.board.market:
        yield impossible("match/begun", SET_04)


def start(table: Table, command: Start) -> None:
    """Neutral kinds, then who is first; then the characters."""
    board = table.board
    for pile in ("A", "B"):
        order = shuffled(table, board.restock(pile))
        table.tell(KindsShuffled(pile, order, (SET_02,)))
    for pile in ("A", "B"):
        for kind in board.restock(pile)[:2]:
            table.tell(KindRevealed(kind, pile, len(board.market), (SET_03,)))
    new = board.setup.newcomers
    if len(new) == 1:
        table.tell(FirstPlayerDecided(1 - new[0], (SET_05,)))
    else:
        table.tell(FirstPlayerDecided(table.chance.below(SEATS), (SET_04,)))
    table.tell(TokenTaken(board.turn.first, (SET_06,)))
    table.then(ChooseCharacters())


def shuffled(table: Table, kinds: Sequence[str]) -> tuple[str, ...]:
    """Kinds in a random order."""
    return tuple(table.chance.shuffle(tuple(CardId(kind) for kind in kinds)))


def open_market(table: Table, task: OpenMarket) -> None:
    """Turn the kinds up, stock all piles, shuffle and draw."""
    board, first = table.board, table.board.turn.first
    for seat, picks in zip((first, 1 - first), task.picks, strict=True):
        rest = [kind for kind in board.restock(f"seat{seat}") if kind not in picks]
        table.tell(KindsShuffled(f"seat{seat}", shuffled(table, rest), (SET_20,)))
    chosen = dict(zip((first, 1 - first), task.picks, strict=True))
    for seat in range(SEATS):
        for kind in chosen[seat]:
            table.tell(KindRevealed(kind, f"seat{seat}", len(board.market), (SET_21,)))
    _stock(table)
    for seat in range(SEATS):
        table.tell(CardsShuffled(seat, table.chance.shuffle(board.deck(seat)), (SET_23,)))
        draw(table, seat, HAND_SIZE, SET_23)
    table.then(BeginTurn(first))


def _stock(table: Table) -> None:
    """Six copies of each; a kind that both brought is a question (Q-18)."""
    board = table.board
    mine = f"seat{board.turn.first}"
    kinds = [pile.kind for pile in board.market]
    for at, pile in enumerate(board.market):
        count = COPIES
        if kinds.count(pile.kind) > 1 and table.ask(Q_18) == "merged":
            count = 2 * COPIES
            if pile.origin != mine:
                table.tell(PilesMerged(pile.kind, pile.origin, at, (SET_22,)))
                continue
        table.tell(PileStocked(pile.kind, count, pile.origin, at, (SET_22,)))


def apply_kinds(board: Duel, happening: KindsShuffled) -> None:
    """The restock pile lies in this order."""
    board.set_restock(happening.pile, happening.order)


def apply_first(board: Duel, happening: FirstPlayerDecided) -> None:
    """Who is first stays so."""
    board.set_turn(first=happening.seat, owner=happening.seat)


def apply_shuffled(board: Duel, happening: CardsShuffled) -> None:
    """A new order that nobody knows."""
    board.reorder("deck", happening.seat, happening.order)


def apply_merged(board: Duel, happening: PilesMerged) -> None:
    """The place is empty."""
    board.set_pile(happening.pile, Pile("", 0, happening.origin))


def apply_nothing(board: Duel, happening: object) -> None:
    """It is only told."""


CHAPTER = Chapter(
    globals(),
    commands={Start: (may_start, start)},
    apply={
        KindsShuffled: apply_kinds, FirstPlayerDecided: apply_first, TokenTaken: apply_nothing,
        CardsShuffled: apply_shuffled, PilesMerged: apply_merged,
    },
    tasks={OpenMarket: open_market},
)  # fmt: skip
