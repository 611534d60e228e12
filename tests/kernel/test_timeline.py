"""Every board that was is found again: along one line, a branch, and a line that joins another."""

import pytest

from dm_events.kernel.board import Board
from dm_events.kernel.commands import Note
from dm_events.kernel.layout import NOTES, Layout
from dm_events.kernel.timeline import EVERY, Step, Timeline
from dm_events.kernel.words import Event

LENGTH = 3 * EVERY + 5
EDGES = [step + near for step in range(0, LENGTH - 5, EVERY) for near in (0, 1, EVERY - 1)]
"""The steps around those at which a keyframe is kept."""


def empty() -> Board:
    layout = Layout(2, (), (), ())
    return Board(layout, layout.blank())


def go_on(timeline: Timeline, until: int, word: str) -> None:
    """Take steps, each of which leaves its number and the word on the board."""
    board = timeline.board
    for number in range(len(timeline.steps) + 1, until + 1):
        board.write(NOTES, (f"{word}{number}",))
        event = Event(number, 0, Note(word))
        timeline.add(Step(event, (), (), None, (), board.commit(), False, "", None))


def line(word: str) -> Timeline:
    timeline = Timeline(empty())
    go_on(timeline, LENGTH, word)
    return timeline


def found(timeline: Timeline) -> list[str]:
    """What every board says of itself, the opening left out."""
    return [timeline.slots_at(step)[NOTES][0] for step in range(1, len(timeline.steps) + 1)]


def said(word: str, first: int, last: int) -> list[str]:
    return [f"{word}{number}" for number in range(first, last + 1)]


def with_board(timeline: Timeline, slots: list[object]) -> Timeline:
    timeline.board = Board(empty().layout, slots)
    return timeline


def test_every_board_of_a_line_is_found() -> None:
    timeline = line("a")
    assert found(timeline) == said("a", 1, LENGTH)
    assert timeline.slots_at(0) == empty().slots


@pytest.mark.parametrize("step", [0, 1, EVERY, LENGTH - 1, LENGTH])
def test_what_a_step_that_is_being_taken_has_written_is_in_no_board(step: int) -> None:
    timeline = line("a")
    before = timeline.slots_at(step)
    timeline.board.write(NOTES, ("not yet",))
    assert timeline.slots_at(step) == before
    assert timeline.board.slots[NOTES] == ("not yet",)


@pytest.mark.parametrize("step", [-1, LENGTH + 1])
def test_there_is_no_board_outside(step: int) -> None:
    with pytest.raises(IndexError, match=f"step {step} is not between 0 and {LENGTH}"):
        line("a").slots_at(step)


@pytest.mark.parametrize("step", EDGES)
def test_a_branch_shares_what_was_and_goes_its_own_way(step: int) -> None:
    trunk = line("a")
    branch = with_board(trunk.branch(step), trunk.slots_at(step))
    go_on(branch, LENGTH, "b")
    assert found(branch) == said("a", 1, step) + said("b", step + 1, LENGTH)
    assert found(trunk) == said("a", 1, LENGTH)


@pytest.mark.parametrize("parted", EDGES)
def test_a_line_that_joins_another_and_leaves_it_again_finds_every_board(parted: int) -> None:
    other = line("a")
    for joined in (step for step in EDGES if step >= parted):
        mine = other.branch(parted)
        mine.follow(other, joined)
        go_on(with_board(mine, other.slots_at(joined)), LENGTH, "b")
        assert found(mine) == said("a", 1, joined) + said("b", joined + 1, LENGTH), joined


def test_a_line_leaves_out_what_a_rewind_took_back() -> None:
    timeline = Timeline(empty())
    for number, back in enumerate((None, None, None, 1, None, 0, None), 1):
        event = Event(number, 0, Note("a"))
        timeline.add(Step(event, (), (), None, (), timeline.board.commit(), False, "", back))
    # Step 4 went back to 1, step 6 to the opening.
    assert [timeline.line(step) for step in range(8)] == [
        (), (1,), (1, 2), (1, 2, 3), (1, 4), (1, 4, 5), (6,), (6, 7),
    ]  # fmt: skip
