"""The beginning of a duel. Sources: K 2.1, 2.4, 2.6, 2.7; P."""

from collections.abc import Iterator

from dm_events.kernel.commands import Start
from dm_events.kernel.rule import Question, Refusal, Rule, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening
from dm_events.rulesets.dino_master.board import SEATS, Duel, Table
from dm_events.rulesets.dino_master.dp import FIRST, R017, R018, SECOND, DpReset
from dm_events.rulesets.dino_master.phases import CardDrawn
from dm_events.rulesets.dino_master.sources import K, L, P
from dm_events.rulesets.dino_master.turn import BeginTurn

R009 = Rule("R009", (K("2.4"),), "Starting LP is the value on the Master.")
R010 = Rule("R010", (K("2.1"), K("2.5.2.1")), "Each player marks one square of the own attack line as "
            "the red zone.")  # fmt: skip
R015 = Rule(
    "R015", (K("2.5.5"),), "Decks, graveyard and the area out of the game lie outside the field."
)
R016 = Rule("R016", (K("2.6"),), "First all cards are prepared on the field, then the game starts.")
R019 = Rule("R019", (P("Start Hand"), K("2.7")), "Who begins is drawn by lot; the opening hand is the "
            "Master's number, 6 where none is printed.")  # fmt: skip
R020 = Rule("R020", (K("2.5.1"),), "Each field has an attack, a defence and a master line.")
R021 = Rule("R021", (K("2.5.4"),), "The master line has a magic, a master and a commander zone.")
R023 = Rule("R023", (K("2.5.4(2)"),), "The Master card is in the master zone.")
R026 = Rule("R026", (K("2.1"), K("2.5.5.1")), "Draws come from the top of the main deck.")


C117 = Question(
    "C117", "who-begins", (K("2.6"), K("2.7")),
    "Who begins: whom the lot says, whom the players agreed on, or who lost the last game (the lot, where "
    "nobody is named)?", ("lot", "agreed", "loser"), "lot",
)  # fmt: skip
C118 = Question(
    "C118", "opening-hand", (P("Start Hand"), K("2.7"), L()),
    "How many cards does the opening hand have: the Master's number (6 where none is printed), or "
    "a number for everybody?", ("master", "five", "six"), "master",
)  # fmt: skip
NUMBERS = {"five": 5, "six": 6}


class StartSettled(Start, frozen=True):
    """The service begins a match of which it is known whom the players agreed on to begin, or who
    lost the last game between them (C117).
    """

    agreed: int | None = None
    lost: int | None = None


class FirstPlayerNamed(Happening, frozen=True):
    """This seat begins: it was agreed on, or lost the last game."""

    seat: int
    because: tuple[Rule, ...] = ()


class FirstPlayerDrawn(Happening, frozen=True):
    """The lot said who begins."""

    seat: int
    because: tuple[Rule, ...] = ()


class CardsShuffled(Happening, frozen=True):
    """A deck was shuffled into an order that nobody saw."""

    seat: int
    order: tuple[CardId, ...]
    because: tuple[Rule, ...] = ()


def may_start(table: Table, command: Start) -> Iterator[Refusal]:
    """Only once, before anything else; who is named sits at the table."""
    if table.board.turn.number:
        yield impossible("match/begun", R016)
    if isinstance(command, StartSettled):
        for seat in (command.agreed, command.lost):
            if seat is not None and seat not in range(SEATS):
                yield impossible("seat/unknown", R019, seat=seat)


def start(table: Table, command: Start) -> None:
    """Draw lots, shuffle, deal the opening hands; then the first turn begins."""
    board = table.board
    first = named_to_begin(table, command)
    if first is None:
        first = table.chance.below(SEATS)
        table.tell(FirstPlayerDrawn(first, (R019,)))
    else:
        table.tell(FirstPlayerNamed(first, (R019,)))
    for seat in range(SEATS):
        table.tell(CardsShuffled(seat, table.chance.shuffle(board.deck(seat)), (R016,)))
    for seat in range(SEATS):
        table.tell(DpReset(seat, FIRST if seat == first else SECOND,
                           (R017 if seat == first else R018,)))  # fmt: skip
        for _ in range(opening_hand(table, seat)):
            table.tell(CardDrawn(seat, board.deck(seat)[0], (R019, R026)))
    table.then(BeginTurn(first))


def named_to_begin(table: Table, command: Start) -> int | None:
    """The seat that begins without a lot, if one is named for the reading that holds (C117)."""
    if not isinstance(command, StartSettled):
        return None
    return {"lot": None, "agreed": command.agreed, "loser": command.lost}[table.ask(C117)]


def opening_hand(table: Table, seat: int) -> int:
    """How many cards a seat begins with (R019, C118)."""
    number = NUMBERS.get(table.ask(C118))
    board = table.board
    return board.face(board.master(seat)).card.start_hand if number is None else number


def apply_first(board: Duel, happening: FirstPlayerDrawn | FirstPlayerNamed) -> None:
    """The turn's owner is known once it begins."""
    del board, happening


def apply_shuffled(board: Duel, happening: CardsShuffled) -> None:
    """A new order; nobody can point at these cards any longer."""
    board.reorder("deck", happening.seat, happening.order)


CHAPTER = Chapter(
    globals(),
    commands={Start: (may_start, start), StartSettled: (may_start, start)},
    apply={
        FirstPlayerDrawn: apply_first, FirstPlayerNamed: apply_first, CardsShuffled: apply_shuffled,
    },
)  # fmt: skip
