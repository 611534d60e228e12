"""Cards that effects move: discarded, removed, kept out, taken, set aside. Sources: G D, app-misc."""

from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening
from dm_events.rulesets.metaversus_duel.board import TURN, UNDER, Duel, Table
from dm_events.rulesets.metaversus_duel.sources import G

Q_45 = Question("Q-45", "lost-track", (G("A"), G("app-misc")),
    "A card was moved by another effect: does a later instruction still move it?",
    ("nothing", "follows"), "nothing")  # fmt: skip
Q_60 = Question("Q-60", "removed-cards", (G("app-misc"), G("parts")),
    "Where do removed cards lie?", ("one-a-seat", "shared", "trash"), "one-a-seat")  # fmt: skip


class CardPlayed(Happening, frozen=True):
    """A card went from the hand to the play area. `damage`: what it adds to the weapons' sum."""

    seat: int
    card: CardId
    damage: int | None = None
    because: tuple[Rule, ...] = ()


class CardDiscarded(Happening, frozen=True):
    """An effect put a card into a seat's discard deck."""

    seat: int
    card: CardId
    because: tuple[Rule, ...] = ()


class CardRemoved(Happening, frozen=True):
    """A card was removed; `zone` and `pile`: where it lies (Q-60)."""

    seat: int
    card: CardId
    zone: str
    pile: int
    because: tuple[Rule, ...] = ()


class CardKept(Happening, frozen=True):
    """A card stays out: it lies outside the play area."""

    seat: int
    card: CardId
    because: tuple[Rule, ...] = ()


class CardTaken(Happening, frozen=True):
    """A card went to the hand without being drawn."""

    seat: int
    card: CardId
    because: tuple[Rule, ...] = ()


class CardSetAside(Happening, frozen=True):
    """A card lies under another one."""

    seat: int
    card: CardId
    under: CardId
    because: tuple[Rule, ...] = ()


class CardMoved(Happening, frozen=True):
    """A card went on top of the draw deck."""

    seat: int
    card: CardId
    zone: str
    because: tuple[Rule, ...] = ()


def remove(table: Table, seat: int, card: CardId, *because: Rule) -> None:
    """Remove a card to where removed cards lie."""
    how = table.ask(Q_60)
    zone, pile = {"one-a-seat": ("removed", seat), "shared": ("removed", 0), "trash": ("trash", 0)}[
        how
    ]
    table.tell(CardRemoved(seat, card, zone, pile, because))


def under(board: Duel, seat: int, host: CardId) -> tuple[CardId, ...]:
    """The cards set aside under a card."""
    return tuple(card for card in board.slots[UNDER + seat] if board.state(card) == host)


def discard_staying(table: Table, seat: int, card: CardId, *because: Rule) -> None:
    """Discard a card that stays out; what lies under it goes to the hand."""
    table.tell(CardDiscarded(seat, card, because))
    for one in under(table.board, seat, card):
        table.tell(CardTaken(seat, one, because))


def can_move_this(table: Table, seat: int, card: CardId) -> bool:
    """Whether an instruction about the card being performed still finds it (Q-45)."""
    board = table.board
    if board.place(card) == ("play", seat):
        return True
    if board.place(card)[0] in ("supply", "character"):
        return False
    return table.ask(Q_45) == "follows"


def free(board: Duel, card: CardId) -> None:
    """A card leaves what it lay under."""
    if board.state(card) is not None:
        board.set_state(card, None)


def apply_played(board: Duel, happening: CardPlayed) -> None:
    """To the play area; a weapon of the turn player counts for the sum."""
    board.move(happening.card, "play", happening.seat)
    if happening.damage is not None:
        turn = board.slots[TURN]
        if happening.seat == turn.owner:
            board.set_turn(damage=turn.damage + happening.damage,
                           weapons=(*turn.weapons, happening.card))  # fmt: skip


def apply_discarded(board: Duel, happening: CardDiscarded) -> None:
    """To the discard deck."""
    board.move(happening.card, "discard", happening.seat)
    board.sort_discard(happening.seat)


def apply_removed(board: Duel, happening: CardRemoved) -> None:
    """To the removed cards."""
    board.move(happening.card, happening.zone, happening.pile)


def apply_kept(board: Duel, happening: CardKept) -> None:
    """Beside the play area."""
    board.move(happening.card, "beside", happening.seat)


def apply_taken(board: Duel, happening: CardTaken) -> None:
    """To the hand."""
    free(board, happening.card)
    board.move(happening.card, "hand", happening.seat)


def apply_set_aside(board: Duel, happening: CardSetAside) -> None:
    """Under the card."""
    board.move(happening.card, "under", happening.seat)
    board.set_state(happening.card, happening.under)


def apply_moved(board: Duel, happening: CardMoved) -> None:
    """To the top of a zone."""
    board.move(happening.card, happening.zone, happening.seat, top=True)


CHAPTER = Chapter(
    globals(),
    apply={
        CardPlayed: apply_played, CardDiscarded: apply_discarded, CardRemoved: apply_removed, CardKept: apply_kept,
        CardTaken: apply_taken, CardSetAside: apply_set_aside, CardMoved: apply_moved,
    },
)  # fmt: skip
