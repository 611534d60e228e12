"""Who may look at the top card of the own deck at any time. Source: P (Master Keiko)."""

from dm_events.kernel.rule import Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening
from dm_events.rulesets.dino_master.board import MASTER, Duel, Table
from dm_events.rulesets.dino_master.changes import TEXT
from dm_events.rulesets.dino_master.phases import CardDrawn
from dm_events.rulesets.dino_master.setup import CardsShuffled


class TopCardSeen(Happening, frozen=True):
    """A seat that may always look at the top card of its deck knows this one."""

    seat: int
    card: CardId
    because: tuple[Rule, ...] = ()


def watch_top(table: Table, happening: CardDrawn | CardsShuffled) -> None:
    """Another card lies on top of the deck now."""
    board, seat = table.board, happening.seat
    slots = board.slots
    if slots[board.face_at[slots[MASTER + seat][0]]].sees_top and board.deck(seat):
        table.tell(TopCardSeen(seat, board.deck(seat)[0], (TEXT,)))


def apply_seen(board: Duel, happening: TopCardSeen) -> None:
    """The seat knows it."""
    board.show(happening.card, 1 << happening.seat)


CHAPTER = Chapter(
    globals(),
    apply={TopCardSeen: apply_seen},
    watch={CardDrawn: watch_top, CardsShuffled: watch_top},
)
