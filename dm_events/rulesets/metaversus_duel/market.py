"""The market: prices, gaining, sold out, restock by origin. Sources: G prep#5, prep#6, B, app-misc."""

from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening, Task
from dm_events.rulesets.metaversus_duel.board import (
    BASICS,
    COPIES,
    ORIGINS,
    SUPPLY,
    Duel,
    Pile,
    Table,
)
from dm_events.rulesets.metaversus_duel.occasions import occasion
from dm_events.rulesets.metaversus_duel.sources import G

MKT_01 = Rule("MKT-01", (G("prep#5"), G("B")), "Both duelists may buy from every pile.")
MKT_02 = Rule("MKT-02", (G("prep#6-2a"),), "When a pile runs out, one new kind is revealed from the "
              "pile its kind came from, and stocked.")  # fmt: skip
MKT_03 = Rule("MKT-03", (G("prep#6-2a"),), "A seat's kind is followed by one of that seat's pile, a "
              "neutral kind by one of the A or B that it came from.")  # fmt: skip
MKT_04 = Rule(
    "MKT-04", (G("prep#6-2a"),), "When a neutral pile has no kind left, the match goes on."
)
MKT_05 = Rule("MKT-05", (G("app-misc"),), "What the market holds is public.")
B_08 = Rule("B-08", (G("B"),), "A bought card goes to the play area unless it is said otherwise.")
B_13 = Rule("B-13", (G("B"),), "To gain is to take a card from the place said into the own deck.")
Q_43 = Rule("Q-43", (G("B"),), "Changes of a price are summed, then it is 0 at least.")
Q_47 = Rule("Q-47", (G("app-misc"), G("B")), "Whoever gains a card is the self of its text, whatever "
            "pack it is from.")  # fmt: skip

Q_15 = Question("Q-15", "when-restocked", (G("prep#6-2a"),),
    "When is a sold-out pile restocked?",
    ("at-once", "end-of-buy", "end-of-turn"), "at-once")  # fmt: skip
Q_16 = Question("Q-16", "gain-more-than-left", (G("prep#6-2a"), G("B")),
    "An effect gains more cards of a pile than are left: is it restocked in between?",
    ("fewer", "restock-between"), "fewer")  # fmt: skip
Q_17 = Question("Q-17", "own-pile-exhausted", (G("prep#6-2a"),),
    "A seat's restock pile has no kind left: does its place stay empty?",
    ("stays-empty", "seat-chooses"), "stays-empty")  # fmt: skip
Q_19 = Question("Q-19", "basic-piles", (G("B"),),
    "Are the starting deck's kinds on sale, and how many?",
    ("unlimited", "six", "not-on-sale"), "unlimited")  # fmt: skip
Q_55 = Question("Q-55", "own-kinds", (G("prep#5"),),
    "Own kinds are said to be a little in their owner's favour: is that a rule?",
    ("remark", "owner-pays-one-less"), "remark")  # fmt: skip
Q_56 = Question("Q-56", "gained-without-a-place", (G("B"), G("D")),
    "Where does a card go that an effect gains without naming a place?",
    ("play-area", "discard-deck", "draw-deck"), "play-area")  # fmt: skip
Q_61 = Question("Q-61", "sold-out", (G("prep#6-2a"),),
    "Is a pile restocked when its kind runs out, or when all of its origin have?",
    ("one-kind", "whole-origin"), "one-kind")  # fmt: skip
Q_62 = Question("Q-62", "other-neutral-pile", (G("prep#6-2a"),),
    "May the other neutral pile fill the place of an exhausted one?",
    ("stays-empty", "other-neutral"), "stays-empty")  # fmt: skip

BASIC_PILE = -1
UNNAMED = {"play-area": "play", "discard-deck": "discard", "draw-deck": "deck"}


class CardGained(Happening, frozen=True):
    """A seat took a copy of a kind into its deck: to `zone`, from a pile of the market."""

    seat: int
    card: CardId
    zone: str
    kind: str
    pile: int
    because: tuple[Rule, ...] = ()


class PileSoldOut(Happening, frozen=True):
    """The last copy of a kind left the market."""

    kind: str
    origin: str
    pile: int
    because: tuple[Rule, ...] = ()


class KindRevealed(Happening, frozen=True):
    """A kind came from a pile to a place in the market."""

    kind: str
    origin: str
    pile: int
    because: tuple[Rule, ...] = ()


class PileStocked(Happening, frozen=True):
    """A kind was made up to so many copies."""

    kind: str
    count: int
    origin: str
    pile: int
    because: tuple[Rule, ...] = ()


class RestockFailed(Happening, frozen=True):
    """There is no kind left to restock with."""

    origin: str
    pile: int
    because: tuple[Rule, ...] = ()


class Restock(Task, frozen=True):
    """Put a new kind into an empty place of the market. `picks`: the kind a seat chose."""

    pile: int
    picks: tuple[str, ...] = ()


# Prices and copies.


def price_of(table: Table, seat: int, kind: str, origin: str) -> int:
    """What a kind costs a seat now."""
    face = table.board.face_of(kind)
    price = face.card.price
    turn = table.board.turn
    if turn.prices and face.stays:
        price = max(0, price - turn.prices)
    if origin == f"seat{seat}" and price and table.ask(Q_55) == "owner-pays-one-less":
        price -= 1
    return price


def basic_kinds(table: Table) -> tuple[str, ...]:
    """The kinds of the starting deck."""
    kinds: tuple[str, ...] = table.game.basic_kinds  # type: ignore[attr-defined]
    return kinds


def basics_left(table: Table, kind: str) -> int:
    """How many copies of a basic kind are on sale."""
    how = table.ask(Q_19)
    if how == "six":
        gained: int = dict(table.board.slots[BASICS]).get(kind, 0)
        return COPIES - gained
    return COPIES if how == "unlimited" else 0


def find_pile(board: Duel, kind: str, origin: str) -> int | None:
    """The place of a kind: one with copies left first."""
    found = [
        at for at, pile in enumerate(board.market)
        if pile.kind == kind and origin in ("", pile.origin)
    ]  # fmt: skip
    return next((at for at in found if board.market[at].left), found[0] if found else None)


def on_sale(table: Table, most: int | None, seat: int) -> list[tuple[str, int]]:
    """The kinds that can be gained, each with its place, up to a price."""
    found = []
    for at, pile in enumerate(table.board.market):
        if pile.left and (most is None or price_of(table, seat, pile.kind, pile.origin) <= most):
            found.append((pile.kind, at))
    for kind in basic_kinds(table):
        cheap = most is None or table.board.face_of(kind).card.price <= most
        if cheap and basics_left(table, kind) > 0:
            found += [(kind, BASIC_PILE)]
    return found


# Gaining and restocking.


def gain(table: Table, seat: int, at: int, kind: str, zone: str, *because: Rule) -> bool:
    """Take a copy from a place of the market; tell whether there was one."""
    board = table.board
    supply = board.slots[SUPPLY + seat]
    if not supply or (at == BASIC_PILE and basics_left(table, kind) <= 0):
        return False
    if at != BASIC_PILE and not board.market[at].left:
        return False
    if not zone:
        zone = UNNAMED[table.ask(Q_56)]
        because = (*because, B_08)
    table.tell(CardGained(seat, supply[0], zone, kind, at, because))
    occasion(table, "gain", seat)
    return True


def after_gain(table: Table, at: int) -> None:
    """If the place is sold out, say so and restock it when it is time."""
    if at == BASIC_PILE:
        return
    pile = table.board.market[at]
    if pile.left or not pile.kind or pile.due:
        return
    table.tell(PileSoldOut(pile.kind, pile.origin, at, (MKT_02,)))
    if table.ask(Q_61) == "whole-origin":
        others = [one for one in table.board.market if one.origin == pile.origin and one.left]
        if others:
            return
    if table.ask(Q_15) == "at-once":
        table.then(Restock(at))


def restock_due(table: Table, moment: str) -> None:
    """Restock what was sold out, if its moment is now (Q-15)."""
    due = [at for at, pile in enumerate(table.board.market) if pile.due]
    if due and table.ask(Q_15) == moment:
        if table.ask(Q_61) == "whole-origin":
            left = {pile.origin for pile in table.board.market if pile.left}
            by_origin = {table.board.market[at].origin: at for at in due}
            due = [at for origin, at in by_origin.items() if origin not in left]
        table.then(*(Restock(at) for at in due))


def restock(table: Table, task: Restock) -> None:
    """Reveal the next kind of the pile that the old one came from (Q-17, Q-62)."""
    board = table.board
    origin = board.market[task.pile].origin
    kind = task.picks[0] if task.picks else ""
    source = next((one for one in ORIGINS if kind in board.restock(one)), origin)
    if not kind and not board.restock(origin):
        source = _instead(table, task, origin)
        if source == "ask":
            return
    if not kind:
        if not board.restock(source):
            table.tell(RestockFailed(origin, task.pile, (MKT_02, MKT_04)))
            return
        kind = board.restock(source)[0]
    table.tell(KindRevealed(kind, source, task.pile, (MKT_02, MKT_03)))
    table.tell(PileStocked(kind, COPIES, source, task.pile, (MKT_02,)))


def _instead(table: Table, task: Restock, origin: str) -> str:
    """Another pile than the exhausted one, where a reading has one.

    Kinds to choose from are listed by id: how they lie in the piles is hidden (SET-20).
    """
    board = table.board
    if origin in ("A", "B"):
        other = "B" if origin == "A" else "A"
        if board.restock(other) and table.ask(Q_62) == "other-neutral":
            return other
    else:
        kinds = tuple(sorted(dict.fromkeys(kind for one in ORIGINS for kind in board.restock(one))))
        if kinds and table.ask(Q_17) == "seat-chooses":
            table.choose(int(origin[-1]), "restock", kinds, 1, 1, task)
            return "ask"
    return origin


# How the board changes.


def apply_gained(board: Duel, happening: CardGained) -> None:
    """A copy gets its face and its place; its pile is one card smaller."""
    seat, card, at = happening.seat, happening.card, happening.pile
    board.write(board.face_at[card], board.face_of(happening.kind))
    board.move(card, happening.zone, seat, top=happening.zone == "deck")
    if happening.zone == "discard":
        board.sort_discard(seat)
    board.show(card, 3)
    if at == BASIC_PILE:
        kind = happening.kind
        board.write(BASICS, tuple((one, n + (one == kind)) for one, n in board.slots[BASICS]))
    else:
        pile = board.market[at]
        board.set_pile(at, Pile(pile.kind, pile.left - 1, pile.origin))


def apply_sold_out(board: Duel, happening: PileSoldOut) -> None:
    """The place is empty and waits."""
    board.set_pile(happening.pile, Pile(happening.kind, 0, happening.origin, due=True))


def apply_revealed(board: Duel, happening: KindRevealed) -> None:
    """The kind leaves its restock pile for its place in the market."""
    kind, origin = happening.kind, happening.origin
    rest = list(board.restock(origin))
    if kind in rest:
        rest.remove(kind)
        board.set_restock(origin, tuple(rest))
    board.set_pile(happening.pile, Pile(kind, 0, origin))


def apply_stocked(board: Duel, happening: PileStocked) -> None:
    """So many copies lie there."""
    board.set_pile(happening.pile, Pile(happening.kind, happening.count, happening.origin))


def apply_failed(board: Duel, happening: RestockFailed) -> None:
    """The place stays empty."""
    board.set_pile(happening.pile, Pile(board.market[happening.pile].kind, 0, happening.origin))


CHAPTER = Chapter(
    globals(),
    apply={
        CardGained: apply_gained, PileSoldOut: apply_sold_out, KindRevealed: apply_revealed,
        PileStocked: apply_stocked, RestockFailed: apply_failed,
    },
    tasks={Restock: restock},
    uncut=(Restock,),
)  # fmt: skip
