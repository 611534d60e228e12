"""Two worlds that a viewer cannot tell apart: hidden cards change places and faces."""

import re
from typing import Any, TypeVar

import msgspec

from dm_events.kernel.board import Board
from dm_events.kernel.offer import Pick
from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.sight import HIDDEN, Sight, Viewer, sees_zone
from dm_events.kernel.timeline import Step
from dm_events.kernel.words import CardId

B = TypeVar("B", bound=Board)
V = TypeVar("V")
Swap = dict[str, str]
"""Which card lies where which card lay: hidden cards of one owner, each at another's place."""

NUMBER = re.compile(r"\d+:\d+")


def unknown(viewer: Viewer, *boards: Board) -> list[CardId]:
    """The cards that a viewer can follow on none of the boards."""
    known = [Sight(viewer, board).known for board in boards]
    return [card for card in boards[0].layout.cards if not any(one[card] for one in known)]


def moments(game: Ruleset, before: Board, step: Step) -> list[Board]:
    """The boards between the happenings of a step."""
    boards = [before]
    for happening in step.happenings:
        board = boards[-1].copy()
        game.apply[type(happening)](board, happening)
        boards.append(board)
    return boards


def shuffled(cards: list[CardId], pick: Pick) -> Swap:
    """A new place for each card, among the cards of its owner."""
    swap: Swap = {}
    for owner in dict.fromkeys(card.split(":")[0] for card in cards):
        own = [card for card in cards if card.split(":")[0] == owner]
        left = list(own)
        swap |= {card: left.pop(pick(len(left))) for card in own}
    return swap


def swapped(value: V, swap: Swap) -> V:
    """The value as it is in the other world."""
    other: Any
    if isinstance(value, msgspec.Struct):
        fields = {name: swapped(getattr(value, name), swap) for name in value.__struct_fields__}
        other = msgspec.structs.replace(value, **fields)
    elif isinstance(value, tuple | list):
        other = type(value)(swapped(one, swap) for one in value)
    elif isinstance(value, dict):
        other = {swapped(key, swap): swapped(one, swap) for key, one in value.items()}
    elif isinstance(value, str):
        other = NUMBER.sub(lambda found: swap.get(found[0], found[0]), value)
    else:
        other = value
    result: V = other
    return result


def other_world(board: B, swap: Swap, faces: dict[str, object]) -> B:
    """The board with hidden cards at each other's places, and with other faces."""
    layout = board.layout
    slots = [swapped(value, swap) for value in board.slots]
    for card in layout.cards:
        there = CardId(swap.get(card, card))
        for at in (layout.where, layout.points, layout.seen, layout.state):
            slots[at[there]] = swapped(board.slots[at[card]], swap)
        slots[layout.face[there]] = faces.get(there, board.slots[layout.face[there]])
    return type(board)(layout, slots)


def mixed(board: B, viewer: Viewer, pick: Pick) -> B:
    """The board with the cards in another order in every zone whose faces the viewer sees not."""
    slots = list(board.slots)
    for zone in board.layout.zones:
        for seat in range(board.layout.seats):
            if not sees_zone(board, viewer, zone.name, seat):
                left = list(board.cards_in(zone.name, seat))
                order = tuple(left.pop(pick(len(left))) for _ in range(len(left)))
                slots[board.layout.zone[zone.name] + seat] = order
    return type(board)(board.layout, slots)


def new_faces(game: Any, cards: list[CardId], pick: Pick) -> dict[str, object]:
    """Any face at all for each of the cards."""
    known = list(game.catalogue)
    return {card: game.face(known[pick(len(known))]) for card in cards}


def leaked(text: str, viewer: Viewer, *boards: Board) -> list[str]:
    """The numbers of cards in a text that the viewer can follow on none of the boards."""
    hidden = dict.fromkeys(unknown(viewer, *boards))
    assert HIDDEN not in boards[0].layout.cards
    return [one for one in NUMBER.findall(text) if one in hidden]
