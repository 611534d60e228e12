"""Making a draw deck, and drawing from it. Sources: G app-draw, D."""

from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening
from dm_events.rulesets.metaversus_duel.board import DECK, DISCARD, PLAY, Duel, Table
from dm_events.rulesets.metaversus_duel.sources import G

DRAW_01 = Rule("DRAW-01", (G("app-draw"),), "A draw deck is made when an effect draws, looks at, "
               "reveals or sets aside cards of it and there are too few.")  # fmt: skip
DRAW_02 = Rule("DRAW-02", (G("app-draw"),), "The shuffled discard deck goes face down under what is "
               "left of the draw deck.")  # fmt: skip
DRAW_03 = Rule("DRAW-03", (G("app-draw"),), "Afterwards the interrupted instruction goes on.")
DRAW_04 = Rule("DRAW-04", (G("app-draw"),), "If there are not enough cards even then, all there are "
               "are used.")  # fmt: skip
DRAW_05 = Rule("DRAW-05", (G("app-draw"),), "A draw deck is never made at will: not without a need, "
               "and not while cards are left that are enough.")  # fmt: skip
DRAW_06 = Rule("DRAW-06", (G("app-draw"),), "Cards played or gained before the draw deck is made are "
               "said to go into it.")  # fmt: skip
Q_13 = Rule("Q-13", (G("app-draw"),), "The card that causes a draw deck to be made is treated like "
            "all others in the play area.")  # fmt: skip

Q_09 = Question(
    "Q-09", "order-of-draw-and-shuffle", (G("D"), G("app-draw")),
    "When a draw runs short, are the cards left drawn before the discard deck is shuffled?",
    ("draw-then-shuffle", "shuffle-then-draw"), "draw-then-shuffle",
)  # fmt: skip
Q_10 = Question(
    "Q-10", "shuffle-with-cards-left", (G("app-draw"),),
    "Is the draw deck made anew while it still holds cards, but too few?",
    ("when-short", "only-at-zero"), "when-short",
)  # fmt: skip
Q_11 = Question(
    "Q-11", "look-at-too-few", (G("app-draw"),),
    "Does looking at more cards than there are look at those there are?",
    ("what-there-is", "nothing"), "what-there-is",
)  # fmt: skip
Q_12 = Question(
    "Q-12", "play-area-in-the-shuffle", (G("app-draw"), G("D")),
    "Are the cards in the play area shuffled into a draw deck that is made during a turn?",
    ("discard-only", "with-play-area"), "discard-only",
)  # fmt: skip


class CardDrawn(Happening, frozen=True):
    """A card went from the top of a draw deck to the hand."""

    seat: int
    card: CardId
    because: tuple[Rule, ...] = ()


class DeckMade(Happening, frozen=True):
    """So many cards were shuffled and put under the draw deck. `order`: how they lie."""

    seat: int
    count: int
    order: tuple[CardId, ...]
    because: tuple[Rule, ...] = ()


def fuel(table: Table, seat: int) -> tuple[CardId, ...]:
    """The cards that a draw deck would be made of now."""
    board = table.board
    cards = board.discard(seat)
    play = board.play_area(seat)
    if play and table.ask(Q_12) == "with-play-area":
        return (*cards, *play)
    return cards


def make_deck(table: Table, seat: int, *because: Rule) -> bool:
    """Shuffle what there is under the draw deck; tell whether there was anything."""
    cards = fuel(table, seat)
    if not cards:
        return False
    table.tell(DeckMade(seat, len(cards), table.chance.shuffle(cards), because))
    return True


def draw(table: Table, seat: int, count: int, *because: Rule) -> int:
    """Draw cards, making a draw deck when it runs short; return how many were drawn."""
    board, slot = table.board, DECK + seat
    made: tuple[Rule, ...] = because
    if len(board.slots[slot]) < count:
        made = (*because, *(one for one in (DRAW_01, DRAW_02) if one not in because))
        if table.ask(Q_09) == "shuffle-then-draw" and (
            not board.slots[slot] or table.ask(Q_10) == "when-short"
        ):
            make_deck(table, seat, *made)
    for drawn in range(count):
        if not board.slots[slot] and not make_deck(table, seat, *made):
            return drawn
        table.tell(CardDrawn(seat, board.slots[slot][0], because))
    return count


def top(table: Table, seat: int, count: int) -> tuple[CardId, ...]:
    """The top cards for looking, revealing and setting aside; fewer if there are no more."""
    board = table.board
    if len(board.deck(seat)) >= count:
        return board.deck(seat)[:count]
    if board.deck(seat) and table.ask(Q_10) == "only-at-zero":
        return board.deck(seat)
    make_deck(table, seat, DRAW_01, DRAW_02)
    if len(board.deck(seat)) < count and table.ask(Q_11) == "nothing":
        return ()
    return board.deck(seat)[:count]


def apply_drawn(board: Duel, happening: CardDrawn) -> None:
    """From the deck to the hand."""
    board.move(happening.card, "hand", happening.seat)


def apply_made(board: Duel, happening: DeckMade) -> None:
    """The cards lie under the draw deck; nobody can point at them any longer."""
    seat, order = happening.seat, happening.order
    slots, layout, write = board.slots, board.layout, board.write
    gone = frozenset(order)
    for zone in (DISCARD + seat, PLAY + seat):
        cards = slots[zone]
        if cards:
            write(zone, tuple(card for card in cards if card not in gone))
    write(DECK + seat, (*slots[DECK + seat], *order))
    for card in order:
        write(layout.where[card], DECK + seat)
        if slots[layout.points[card]]:
            write(layout.points[card], 0)


CHAPTER = Chapter(globals(), apply={CardDrawn: apply_drawn, DeckMade: apply_made})
