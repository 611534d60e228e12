"""Which cards an ability means: filters, conditions, and a creature's strength now."""

from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.abilities import (
    Auto,
    Cheaper,
    Condition,
    Continuous,
    EmptyLine,
    Filter,
    Present,
    Raise,
)
from dm_events.rulesets.dino_master.board import LINES, Creature, Duel
from dm_events.rulesets.dino_master.faces import Face

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
    print_ = board.face(card).card
    at, df, sh = print_.at, print_.df, print_.sh
    state = board.creature(card)
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
    return max(at, 0), max(df, 0), sh


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
    zone, side = board.place(card)
    return [
        gift
        for seat in (0, 1)
        for source, condition, gift in in_play(board, seat).raises
        if _fits_at(board, seat, source, gift.of, card, zone, side)
        and holds(board, seat, source, condition)
    ]


class InPlay:
    """What a seat's cards in play do by themselves: autos by their occasion, raises, lower costs.

    Each stands with its card, in the order in which the cards lie.
    """

    __slots__ = ("autos", "cheaper", "raises")

    def __init__(self, board: Duel, seat: int) -> None:
        """Gather from the Master, both lines and the magic zone."""
        self.autos: dict[str, list[tuple[CardId, int, Auto]]] = {}
        self.raises: list[tuple[CardId, Condition | None, Raise]] = []
        self.cheaper: list[tuple[CardId, Condition | None, Cheaper]] = []
        slots, face_at = board.slots, board.face_at
        for card in board.sources(seat):
            face: Face = slots[face_at[card]]
            for occasion, autos in face.autos.items():
                listed = self.autos.setdefault(occasion, [])
                for number, auto in autos:
                    listed.append((card, number, auto))
            if face.raises or face.cheaper:
                self._take(card, face.raises + face.cheaper)

    def _take(self, card: CardId, abilities: tuple[Continuous, ...]) -> None:
        for one in abilities:
            if isinstance(one.gift, Raise):
                self.raises.append((card, one.condition, one.gift))
            elif isinstance(one.gift, Cheaper):
                self.cheaper.append((card, one.condition, one.gift))


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
    places = ("master",) if condition.what == "master" else ("defence",)
    return any(board.place(attack.target) in [(place, seat) for place in places]
               for attack in board.attacks if attack.status in ("ordered", "attacking"))  # fmt: skip


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
    return tuple([
        card for side in sides for zone in zones for card in board.cards_in(zone, side)
        if _fits_at(board, seat, source, of, card, zone, side)
    ])  # fmt: skip


def fits(board: Duel, seat: int, source: CardId, of: Filter, card: CardId) -> bool:
    """Whether a card fits a filter, seen from the ability of `source` controlled by `seat`."""
    return _fits_at(board, seat, source, of, card, *board.place(card))


FIELD = (*LINES, "magic")
KINDS = {
    "creature": ("creature",),
    "action": ("action",),
    "magic": ("action",),
    "card": ("creature", "action", "unknown"),
}


def _fits_at(
    board: Duel, seat: int, source: CardId, of: Filter, card: CardId, zone: str, side: int
) -> bool:
    """The same for a card of which zone and side are known."""
    print_ = board.face(card).card
    return (
        (of.zone == zone or (of.zone == "field" and zone in FIELD))
        and (of.whose == "any" or _whose(of.whose, side == seat, card == source))
        and print_.kind in KINDS[of.kind]
        and (of.taxon is None or of.taxon in print_.taxa)
        and (of.line is None or of.line == zone)
        and (of.name is None or print_.label == _name(board, source, of.name))
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


def _whose(whose: str, own: bool, itself: bool) -> bool:  # noqa: FBT001
    if whose == "own":
        return own
    return itself if whose == "self" else not own


def _name(board: Duel, source: CardId, name: str) -> str:
    return board.face(source).card.label if name == "same" else name


def _fits_now(board: Duel, source: CardId, of: Filter, card: CardId) -> bool:
    """The part of a filter that looks at the card as it is now."""
    if of.state is not None:
        state = board.state(card)
        states = () if state is None else state.states
        if not states or (of.state != "any" and of.state not in states):
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
        wanted = ("attacking",) if of.attacking else ("ordered", "attacking")
        return any(one.attacker == card and one.status in wanted for one in board.attacks)
    return True


def _stat(board: Duel, card: CardId, which: int) -> int:
    if board.state(card) is not None:
        return strength(board, card)[which]
    print_ = board.face(card).card
    return print_.at if which == 0 else print_.df


def cost_of(board: Duel, seat: int, card: CardId) -> int:
    """The DP a seat pays to play a card now, never below 0 (R031, R075)."""
    print_ = board.face(card).card
    dp = print_.dp
    for source, condition, gift in in_play(board, seat).cheaper:
        if (
            (gift.of.taxon is None or gift.of.taxon in print_.taxa)
            and print_.kind == "creature"
            and holds(board, seat, source, condition)
        ):
            dp -= gift.dp
    return max(dp, 0)
