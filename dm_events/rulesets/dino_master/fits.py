"""Which cards an ability means: filters, conditions, and a creature's strength now."""

from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.abilities import Auto
from dm_events.rulesets.dino_master.board import LINES, Creature, Duel, Staying
from dm_events.rulesets.dino_master.cards import Card
from dm_events.rulesets.dino_master.faces import Face
from dm_events.rulesets.dino_master.filters import (
    Condition,
    EmptyLine,
    Every,
    Filter,
    InTurn,
    Present,
    Untargeted,
)
from dm_events.rulesets.dino_master.gifts import Cheaper, Raise

Strength = tuple[int, int, int]
"""AT, DF and SH as they are now, none below 0 (C112)."""


def strength(board: Duel, card: CardId) -> Strength:
    """Return AT, DF, SH of a creature on the field after every effect; kept until a write."""
    known = board.values.get(card)
    if known is None:
        known = board.values[card] = _strength(board, card)
    value: Strength = known
    return value


def _strength(board: Duel, card: CardId) -> Strength:
    slots = board.slots
    print_: Card = slots[board.face_at[card]].card
    at, df, sh = print_.at, print_.df, print_.sh
    state: Creature = slots[board.state_at[card]]
    if state.flock is not None:
        at, df, sh = state.flock.at, state.flock.df, state.flock.sh
    if state.afflictions:
        return (*_afflicted(board, card, state, (at, df)), sh)
    for change in state.changes:
        at += change.at
        df += change.df
    for gift in raises_of(board, card):
        at += gift.at
        df += gift.df
    return max(0, at), max(0, df), sh


def basic(board: Duel, card: CardId) -> Strength:
    """Return AT, DF and SH as they are printed, for a flock its own."""
    print_, state = board.face(card).card, board.creature(card)
    own = print_ if state.flock is None else state.flock
    return own.at, own.df, own.sh


def _afflicted(
    board: Duel, card: CardId, state: Creature, first: tuple[int, int]
) -> tuple[int, int]:
    """AT and DF of a creature with states: poison lets nothing be added (R305), daze leaves no AT."""
    dazed = [one.fixed for one in state.afflictions if one.state == "daze"]
    poisoned = any(one.state == "poison" for one in state.afflictions)
    own = [(one.at, one.df) for one in state.afflictions if one.state != "poison"]
    own += [(one.at, one.df) for one in state.changes]
    own += [(one.at, one.df) for one in raises_of(board, card)]
    if poisoned:
        own = [(min(at, 0), min(df, 0)) for at, df in own]
    at = (0 if dazed else first[0]) + sum(at for at, _ in own)
    return 0 if any(dazed) else max(at, 0), max(first[1] + sum(df for _, df in own), 0)


def raises_of(board: Duel, card: CardId) -> list[Raise]:
    """Every continuous raise that a creature has now."""
    found: list[Raise] = []
    for seat in (0, 1):
        here: InPlay = board.in_play[seat] or in_play(board, seat)
        for source, condition, gift in here.raises:
            if fits(board, seat, source, gift.of, card) and holds(board, seat, source, condition):
                found.append(gift if gift.per is None else _times(board, seat, source, gift))
    return found


def _times(board: Duel, seat: int, source: CardId, gift: Raise) -> Raise:
    """A raise for each card of a kind, multiplied."""
    number = 0 if gift.per is None else len(candidates(board, seat, source, gift.per))
    return Raise(gift.of, gift.at * number, gift.df * number)


class InPlay:
    """What a seat's cards in play do by themselves: autos by their occasion, raises, lower costs.

    Each stands with its card, in the order in which the cards lie.
    """

    __slots__ = ("autos", "cheaper", "raises")

    def __init__(self, board: Duel, seat: int) -> None:
        """Gather from the Master, both lines and the magic zone."""
        autos: dict[str, list[tuple[CardId, int, Auto]]] = {}
        self.autos = autos
        self.raises: list[tuple[CardId, Condition | None, Raise]] = []
        self.cheaper: list[tuple[CardId, Condition | None, Cheaper]] = []
        slots, face_at = board.slots, board.face_at
        for card in board.sources(seat):
            face: Face = slots[face_at[card]]
            if not face.works:
                continue
            for occasion, number, auto in face.waiting:
                if occasion in autos:
                    autos[occasion].append((card, number, auto))
                else:
                    autos[occasion] = [(card, number, auto)]
            for condition, raised in face.raises:
                self.raises.append((card, condition, raised))
            for condition, cheaper in face.cheaper:
                self.cheaper.append((card, condition, cheaper))


def in_play(board: Duel, seat: int) -> InPlay:
    """Return what is in play on a seat's side, kept until one of its cards comes or goes."""
    found: InPlay | None = board.in_play[seat]
    if found is None:
        found = board.in_play[seat] = InPlay(board, seat)
    return found


def holds(board: Duel, seat: int, source: CardId, condition: Condition | None) -> bool:
    """Whether a condition is met, for the ability of `source`, controlled by `seat`."""
    if condition is None:
        return True
    if isinstance(condition, Present):
        return len(candidates(board, seat, source, condition.of)) >= condition.at_least
    if isinstance(condition, EmptyLine):
        side = seat if condition.whose == "own" else 1 - seat
        return not board.line(condition.line, side)
    if isinstance(condition, Every):
        return all(holds(board, seat, source, one) for one in condition.of)
    if isinstance(condition, InTurn):
        return (board.turn_owner == seat) == (condition.whose == "own")
    if isinstance(condition, Untargeted):
        return targeted_mark(source) not in board.player(seat).used
    sides = (seat,) if condition.whose == "own" else (0, 1)
    return any(board.place(attack.target) in [(condition.what, side) for side in sides]
               for attack in board.attacks if attack.status in ("ordered", "attacking"))  # fmt: skip


def targeted_mark(card: CardId) -> str:
    """What its controller's seat keeps to the end of the turn once a card was attacked."""
    return f"{card} targeted"


def candidates(board: Duel, seat: int, source: CardId, of: Filter) -> tuple[CardId, ...]:
    """All cards that fit, the ability's side first, in the order they lie."""
    if of.zone == "field":
        zones: tuple[str, ...] = LINES if of.kind == "creature" else FIELD
    else:
        zones = (of.zone,)
    if of.whose in ("own", "opposing"):
        sides: tuple[int, ...] = (seat if of.whose == "own" else 1 - seat,)
    else:
        sides = (seat, 1 - seat)
    lone = of.whose == "self"
    return tuple([
        card for side in sides for zone in zones for card in board.cards_in(zone, side)
        if (not lone or card == source) and itself_fits(board, source, of, card, zone)
    ])  # fmt: skip


def fits(board: Duel, seat: int, source: CardId, of: Filter, card: CardId) -> bool:
    """Whether a card fits a filter, seen from the ability of `source` controlled by `seat`."""
    zone, side = board.place_of[board.slots[board.where_at[card]]]
    return _fits_at(board, seat, source, of, card, zone, side)


FIELD = (*LINES, "magic")
KINDS: dict[str, tuple[str, ...]] = {
    "creature": ("creature",),
    "action": ("action",),
    "armor": (),
    "magic": ("action",),
    "card": ("creature", "action", "unknown"),
}


def _fits_at(
    board: Duel, seat: int, source: CardId, of: Filter, card: CardId, zone: str, side: int
) -> bool:
    """The same for a card of which zone and side are known."""
    if of.zone != zone and not (of.zone == "field" and zone in FIELD):
        return False
    whose = of.whose
    if whose == "own":
        if side != seat:
            return False
    elif whose == "self":
        if card != source:
            return False
    elif whose == "opposing" and side == seat:
        return False
    return itself_fits(board, source, of, card, zone)


def itself_fits(board: Duel, source: CardId, of: Filter, card: CardId, zone: str) -> bool:
    """Whether a card fits a filter, in whatever zone and on whose side ever it is."""
    print_: Card = board.slots[board.face_at[card]].card
    if print_.kind not in KINDS[of.kind] or (of.taxon is not None and of.taxon not in print_.taxa):
        return False
    return not of.asks_more or (
        (of.line is None or of.line == zone)
        and (of.name is None or print_.name["en"] == _name(board, source, of.name))
        and (of.family is None or print_.family == of.family)
        and (of.dp_at_most is None or dp_of(board, card) <= of.dp_at_most)
        and not (of.other and card == source)
        and _fits_now(board, source, of, card)
    )


def dp_of(board: Duel, card: CardId) -> int:
    """The DP of a card: what is printed; for a flock the sum over its creatures (R245)."""
    state: Creature | None = board.state(card)
    dp = board.face(card).card.dp
    if state is not None and state.flock is not None:
        dp += sum(board.face(member).card.dp for member in state.flock.members)
    return dp


def _name(board: Duel, source: CardId, name: str) -> str:
    return board.face(source).card.name["en"] if name == "same" else name


def _fits_now(board: Duel, source: CardId, of: Filter, card: CardId) -> bool:
    """The part of a filter that looks at the card as it is now."""
    if of.state is not None:
        state = board.state(card)
        states = () if state is None else state.states
        if not states or (of.state != "any" and of.state not in states):
            return False
    # no card of the catalogue is an armor, so nobody wears one
    if of.wearing or (of.staying and not isinstance(board.state(card), Staying)):
        return False
    if of.flock:
        state = board.state(card)
        if state is None or state.flock is None:
            return False
    if of.at_at_most is not None and _stat(board, card, 0) > of.at_at_most:
        return False
    if of.lower is not None:
        which = 0 if of.lower == "at" else 1
        if _stat(board, card, which) >= _stat(board, source, which):
            return False
    if of.ordered or of.attacking:
        wanted = ATTACKING if of.attacking else ("ordered", *ATTACKING)
        return any(one.attacker == card and one.status in wanted for one in board.attacks)
    return True


ATTACKING = ("attacking", "won", "lost", "drawn")
"""The attacks that go on: also after the comparison, to the end of the battle (R185)."""


def _stat(board: Duel, card: CardId, which: int) -> int:
    if board.state(card) is not None:
        return strength(board, card)[which]
    print_ = board.face(card).card
    return print_.at if which == 0 else print_.df


def cost_of(board: Duel, seat: int, card: CardId) -> int:
    """The DP a seat pays to play a card now, never below 0 (R031, R075)."""
    print_: Card = board.slots[board.face_at[card]].card
    dp = print_.dp
    here: InPlay = board.in_play[seat] or in_play(board, seat)
    if not here.cheaper:
        return dp
    for source, condition, gift in here.cheaper:
        if (
            (gift.of.taxon is None or gift.of.taxon in print_.taxa)
            and print_.kind == "creature"
            and holds(board, seat, source, condition)
        ):
            dp -= gift.dp
    return max(0, dp)
