"""A board: who sees what lies in a zone, and a step that is taken back leaves nothing."""

from dm_events.kernel.board import Board
from dm_events.kernel.layout import CHOICE, Layout, Zone
from dm_events.kernel.words import CardId

CARD = CardId("0:0")
ZONES = (Zone("deck", "nobody"), Zone("hand", "owner"), Zone("table", "all", field=True))


def board(seats: int = 2) -> Board:
    layout = Layout(seats, (), ZONES, (CARD,))
    found = Board(layout, layout.blank())
    deck = layout.zone["deck"]
    found.write(deck, (CARD,))
    found.write(layout.where[CARD], deck)
    found.commit()
    return found


def test_a_zone_is_seen_by_all_by_its_owner_or_by_nobody() -> None:
    there = board(3)
    for zone, seats in (("deck", 0b000), ("hand", 0b010), ("table", 0b111)):
        other = there.copy()
        other.move(CARD, zone, 1)
        layout = other.layout
        assert (other.slots[layout.points[CARD]], other.slots[layout.seen[CARD]]) == (seats, seats)


def test_a_step_that_is_taken_back_leaves_nothing() -> None:
    there = board()
    before = there.slots.copy()
    there.move(CARD, "table", 0)
    there.write(CHOICE, "a choice")
    there.values[CARD] = "what it was worth on the table"
    there.in_play[:] = ["what it did there", "and what another did"]
    halted = there.halted
    there.roll_back()
    assert there.slots == before
    assert (halted, there.halted) == (True, False)
    assert (there.values, there.in_play) == ({}, [None, None])
    assert not there.commit()
