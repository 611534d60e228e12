"""The chain of responses: links, windows to respond, passing, resolving from the last link."""

from typing import TYPE_CHECKING, Any

import msgspec

from dm_events.kernel.layout import CHAIN, WINDOW
from dm_events.kernel.words import Link, Task

if TYPE_CHECKING:
    from dm_events.kernel.table import Table


class Window(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A seat may respond now. `speed`: the slowest that may answer; `why`: the occasion."""

    seat: int
    speed: int
    why: str


class OpenWindow(Task, frozen=True):
    """Ask a seat whether it responds, if by public facts it could."""

    seat: int
    speed: int
    why: str


class ResolveChain(Task, frozen=True):
    """Take the last link off and resolve it; again until none is left."""


RESOLVE = ResolveChain()


def open_window(table: "Table[Any]", task: OpenWindow) -> None:
    """Open the window if the game says that the seat could have an answer."""
    if table.game.could_respond(table, task):
        table.board.write(WINDOW, Window(task.seat, task.speed, task.why))


def close_window(table: "Table[Any]") -> None:
    """The asked seat passes."""
    table.board.write(WINDOW, None)


def add_link(table: "Table[Any]", link: Link, *asked: OpenWindow) -> None:
    """Put a link on the chain; `asked` are the windows that open before it resolves."""
    board = table.board
    links = board.slots[CHAIN]
    board.write(CHAIN, (*links, link))
    if board.slots[WINDOW] is not None:
        board.write(WINDOW, None)
    table.scheduled += asked
    if not links:
        table.scheduled.append(RESOLVE)


def resolve_chain(table: "Table[Any]", task: ResolveChain) -> None:
    """Let the game resolve the last link, then go on with the rest."""
    links = table.board.slots[CHAIN]
    if links:
        link = links[-1]
        table.board.write(CHAIN, links[:-1])
        table.game.resolvers[type(link)](table, link)
        table.scheduled += table.game.between_links
        table.scheduled.append(task)
