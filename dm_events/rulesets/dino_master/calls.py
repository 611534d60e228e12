"""Creatures that an ability puts onto the field from the hand. Sources: P; K 2.5, 2.8.2.4; T, battle phase."""

from typing import Any

from dm_events.kernel.rule import Question
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Task
from dm_events.rulesets.dino_master import deeds
from dm_events.rulesets.dino_master.board import LINES, Table
from dm_events.rulesets.dino_master.changes import TEXT
from dm_events.rulesets.dino_master.costs import to_discard
from dm_events.rulesets.dino_master.creatures import (
    PLACES,
    CreatureSummoned,
    clear_red_zone,
    locked,
    no_creatures_now,
    no_room,
    readiness,
)
from dm_events.rulesets.dino_master.sources import K, P, T
from dm_events.rulesets.dino_master.triggers import Use

C44 = Question(
    "C44", "cards-that-put-creatures-in-battle", (K("2.8.2.4"), T("battle phase"), P("ability text")),
    "May an ability that works in a battle put a creature onto the field during the battle steps, as "
    "its card says, or does the rule against that go before the card?", ("card", "rule"), "card",
)  # fmt: skip


class PlaceCreature(Task, frozen=True):
    """A creature of the hand is put down: its controller says where."""

    seat: int
    card: CardId
    picks: tuple[str, ...] | None = None


def open_places(table: Table, seat: int, *, red: bool) -> tuple[str, ...]:
    """The places of a seat with room for a creature that enters; `red`: whether the red zone counts."""
    places = PLACES if red and not locked(table, seat) else LINES
    return tuple(place for place in places if not no_room(table, place, seat))


def put_down_choice(table: Table, use: Use, effect: deeds.PutDown) -> Any:
    """Which creature of the hand, or none; asked of every hand, so that nobody learns what is there."""
    if no_creatures_now(table, use.seat) and table.ask(C44) == "rule":
        return None
    if not table.board.hand(use.seat) or not open_places(table, use.seat, red=True):
        return None
    own = to_discard(table.board, use.seat, use.card, effect.of)
    return (use.seat, "creature to put down", own, 0, 1)


def put_down(table: Table, use: Use, effect: object, picks: tuple[str, ...] | None) -> None:
    """Then its place is chosen."""
    del effect
    for card in picks or ():
        table.then(PlaceCreature(use.seat, CardId(card)))


def place(table: Table, task: PlaceCreature) -> None:
    """Ask for the place, then let it enter."""
    if task.picks is None:
        table.choose(task.seat, "line", open_places(table, task.seat, red=True), 1, 1, task)
        return
    line = task.picks[0]
    if line == "red zone":
        clear_red_zone(table, task.seat)
    ready, rules = readiness(table, task.card, line)
    table.tell(CreatureSummoned(task.seat, task.card, line, ready, (TEXT, *rules)))


CHAPTER = Chapter(globals(), tasks={PlaceCreature: place})
