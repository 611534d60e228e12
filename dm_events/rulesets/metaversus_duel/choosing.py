"""Instructions that ask for a choice, or look at hidden cards. Sources: G A, app-draw, app-misc; the cards."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.table import Choice
from dm_events.kernel.words import CardId, Happening, Task
from dm_events.rulesets.metaversus_duel import language as say
from dm_events.rulesets.metaversus_duel.board import DECK, Duel, Table
from dm_events.rulesets.metaversus_duel.buy import Q_27, play_treasure
from dm_events.rulesets.metaversus_duel.draw import DRAW_01, draw, top
from dm_events.rulesets.metaversus_duel.perform import TURN_11, Do
from dm_events.rulesets.metaversus_duel.sources import G
from dm_events.rulesets.metaversus_duel.zones import (
    CardDiscarded,
    CardSetAside,
    CardTaken,
    remove,
    under,
)

Q_49 = Rule(
    "Q-49",
    (G("app-misc"),),
    "Who looks for a card in a hidden place must take one if there is one.",
)
Q_50 = Rule(
    "Q-50", (G("app-misc"),), "After looking through a draw deck it is shuffled as the card says."
)
Q_37 = Question("Q-37", "both-choose", (G("app-misc"),),
    "Both duelists are told to choose: one after the other, or hidden and together?",
    ("turn-player-first", "hidden-together"), "turn-player-first")  # fmt: skip


class ModeChosen(Happening, frozen=True):
    """A seat chose one of several things."""

    seat: int
    word: str
    because: tuple[Rule, ...] = ()


class CardsLooked(Happening, frozen=True):
    """A seat looked at so many cards of its draw deck; `through`: at the whole of it."""

    seat: int
    count: int | None
    cards: tuple[CardId, ...] = ()
    through: bool = False
    because: tuple[Rule, ...] = ()


class CardsShown(Happening, frozen=True):
    """So many cards of a draw deck were revealed."""

    seat: int
    count: int
    cards: tuple[CardId, ...] = ()
    because: tuple[Rule, ...] = ()


class CardsPutBack(Happening, frozen=True):
    """So many cards lie on top of the draw deck again, in an order of the seat's choice."""

    seat: int
    count: int
    order: tuple[CardId, ...] = ()
    because: tuple[Rule, ...] = ()


class DeckShuffled(Happening, frozen=True):
    """A draw deck was shuffled."""

    seat: int
    order: tuple[CardId, ...]
    because: tuple[Rule, ...] = ()


class PickMade(Task, frozen=True):
    """A seat has picked, and nobody else knows what."""

    seat: int
    picks: tuple[str, ...] = ()


class DiscardTogether(Task, frozen=True):
    """Both have picked what they discard."""

    seats: tuple[int, ...]
    picks: tuple[tuple[str, ...], ...] = ()


def fitting(board: Duel, cards: Iterable[CardId], of: say.Of) -> tuple[CardId, ...]:
    """The cards of a sort among some."""
    if of == "any":
        return tuple(cards)
    if of == "stays":
        return tuple(card for card in cards if board.face(card).stays)
    return tuple(card for card in cards if board.face(card).kind == "treasure")


def follow(table: Table, task: Do, effects: tuple[say.Effect, ...]) -> None:
    """If you did: what follows."""
    table.then(*(Do(task.seat, task.card, one, task.kind) for one in effects))


def do_remove(table: Table, task: Do, effect: say.Remove) -> None:
    """Ask which cards of the hand; remove them."""
    if not task.stage:
        cards = fitting(table.board, table.board.hand(task.seat), effect.of)
        if cards:
            least, most = min(effect.least, len(cards)), min(effect.most, len(cards))
            hidden = effect.of != "any"
            then = replace(task, stage=1)
            table.choose(task.seat, "remove", cards, least, most, then, hidden=hidden)
        return
    for card in task.picks:
        remove(table, task.seat, CardId(card))
    if task.picks:
        follow(table, task, effect.then)


def do_discard(table: Table, task: Do, effect: say.Discard) -> None:
    """Ask who must; discard; draw for each, and what follows."""
    board, seat = table.board, task.seat
    if effect.who == "each":
        _each_discards(table, task, effect)
        return
    if effect.who == "opponent":
        seat = 1 - seat
    if not task.stage:
        cards = board.hand(seat)
        if cards:
            least, most = min(effect.least, len(cards)), min(effect.most, len(cards))
            table.choose(seat, "discard", cards, least, most, replace(task, stage=1))
        return
    for card in task.picks:
        table.tell(CardDiscarded(seat, CardId(card)))
    if effect.draw and task.picks:
        draw(table, seat, len(task.picks), DRAW_01)
    if task.picks:
        follow(table, task, effect.then)


def _each_discards(table: Table, task: Do, effect: say.Discard) -> None:
    board = table.board
    owner = board.turn_owner
    seats = tuple(seat for seat in (owner, 1 - owner) if board.hand(seat))
    if len(seats) == 2 and table.ask(Q_37) == "hidden-together":
        choices = tuple(
            Choice(seat, "discard", board.hand(seat), effect.least, effect.most, PickMade(seat))
            for seat in seats
        )
        table.choose_together(choices, DiscardTogether(seats))
    else:
        one = replace(effect, who="self")
        table.then(*(Do(seat, task.card, one, task.kind) for seat in seats))


def pick_made(table: Table, task: PickMade) -> None:
    """Nothing is told before both have picked."""


def discard_together(table: Table, task: DiscardTogether) -> None:
    """All picks are turned up."""
    for seat, picks in zip(task.seats, task.picks, strict=True):
        for card in picks:
            table.tell(CardDiscarded(seat, CardId(card)))


def do_mode(table: Table, task: Do, effect: say.Mode) -> None:
    """Ask which; do it."""
    if not task.picks:
        table.choose(task.seat, "mode", tuple(effect.options), 1, 1, task)
        return
    table.tell(ModeChosen(task.seat, task.picks[0]))
    follow(table, task, effect.options[task.picks[0]])


def do_look(table: Table, task: Do, effect: say.Look) -> None:
    """Look, take some, put the others back in the order chosen."""
    seat = task.seat
    if task.stage == 0:
        cards = top(table, seat, effect.n)
        if cards:
            table.tell(CardsLooked(seat, len(cards), cards, because=(DRAW_01,)))
            take = min(effect.take, len(cards))
            task = replace(task, stage=1, memo=cards)
            if take:
                table.choose(seat, "take", cards, take, take, task)
            else:
                do_look(table, task, effect)
    elif task.stage == 1:
        for card in task.picks:
            table.tell(CardTaken(seat, CardId(card)))
        rest = tuple(card for card in task.memo if card not in task.picks)
        if rest:
            task = replace(task, stage=2, memo=(), picks=())
            table.choose(seat, "put-back", rest, len(rest), len(rest), task, ordered=True)
    else:
        order = tuple(CardId(card) for card in task.picks)
        table.tell(CardsPutBack(seat, len(order), order, (TURN_11,)))


def do_peek(table: Table, task: Do, effect: say.Peek) -> None:
    """Look at the top card; ask whether it is discarded."""
    if not task.stage:
        cards = top(table, task.seat, 1)
        if cards:
            table.tell(CardsLooked(task.seat, 1, cards, because=(DRAW_01,)))
            table.choose(task.seat, "may", ("yes", "no"), 1, 1, replace(task, stage=1))
    elif task.picks == ("yes",):
        table.tell(CardDiscarded(task.seat, table.board.deck(task.seat)[0]))


def do_search(table: Table, task: Do, effect: say.Search) -> None:
    """Look through the draw deck, take one, shuffle."""
    board, seat = table.board, task.seat
    if not task.stage:
        cards = board.deck(seat)
        if cards:
            table.tell(CardsLooked(seat, len(cards), cards, through=True, because=(DRAW_01,)))
        found = fitting(board, cards, effect.of)
        if found:
            table.choose(seat, "take", found, 1, 1, replace(task, stage=1), hidden=True)
        return
    for card in task.picks:
        table.tell(CardTaken(seat, CardId(card), (Q_49,)))
    table.tell(DeckShuffled(seat, table.chance.shuffle(board.deck(seat)), (Q_50,)))


def do_sift(table: Table, task: Do, effect: say.Sift) -> None:
    """Reveal; treasures to the hand, the others to the discard deck."""
    cards = top(table, task.seat, effect.n)
    if cards:
        table.tell(CardsShown(task.seat, len(cards), cards, (DRAW_01,)))
    for card in cards:
        if table.board.face(card).kind == "treasure":
            table.tell(CardTaken(task.seat, card))
        else:
            table.tell(CardDiscarded(task.seat, card))


def do_set_aside(table: Table, task: Do, effect: say.SetAside) -> None:
    """The top cards go under this card."""
    for card in top(table, task.seat, effect.n):
        table.tell(CardSetAside(task.seat, card, task.card, (DRAW_01,)))


def do_take_aside(table: Table, task: Do, effect: say.TakeAside) -> None:
    """What lies under this card goes to the hand."""
    for card in under(table.board, task.seat, task.card):
        table.tell(CardTaken(task.seat, card))


def do_play_treasure(table: Table, task: Do, effect: say.PlayTreasure) -> None:
    """Ask which treasure; play it, after a buy too if a reading lets it (Q-27)."""
    board, seat = table.board, task.seat
    if not task.stage:
        cards = fitting(board, board.hand(seat), "treasure")
        if cards and (not board.turn.bought or table.ask(Q_27) == "allowed"):
            table.choose(seat, "play", cards, 1, 1, replace(task, stage=1), hidden=True)
        return
    card = CardId(task.picks[0])
    play_treasure(table, seat, card, board.face(card))


# How the board changes.


def apply_looked(board: Duel, happening: CardsLooked) -> None:
    """The seat knows these cards."""
    for card in happening.cards:
        board.show(card, 1 << happening.seat)


def apply_shown(board: Duel, happening: CardsShown) -> None:
    """Everybody knows these cards."""
    for card in happening.cards:
        board.show(card, 3)


def apply_put_back(board: Duel, happening: CardsPutBack) -> None:
    """On top, the first named first."""
    slot, order = DECK + happening.seat, happening.order
    board.write(slot, (*order, *(card for card in board.slots[slot] if card not in order)))


def apply_shuffled(board: Duel, happening: DeckShuffled) -> None:
    """Nobody can point at these cards any longer."""
    board.reorder("deck", happening.seat, happening.order)


def apply_nothing(board: Duel, happening: object) -> None:
    """It is only told."""


CHOOSING: dict[type, Any] = {
    say.Remove: do_remove, say.Discard: do_discard, say.Mode: do_mode, say.Look: do_look,
    say.Peek: do_peek, say.Search: do_search, say.Sift: do_sift, say.SetAside: do_set_aside,
    say.TakeAside: do_take_aside, say.PlayTreasure: do_play_treasure,
}  # fmt: skip

CHAPTER = Chapter(
    globals(),
    apply={
        ModeChosen: apply_nothing, CardsLooked: apply_looked, CardsShown: apply_shown,
        CardsPutBack: apply_put_back, DeckShuffled: apply_shuffled,
    },
    tasks={PickMade: pick_made, DiscardTogether: discard_together},
    uncut=(PickMade, DiscardTogether),
)  # fmt: skip
