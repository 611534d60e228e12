"""A duel as a viewer may see it: pools, zones in table order, creatures as they are now.

Sources: K 2.2, 2.4, 2.5, 2.8.2.4; P.
"""

from dm_events.kernel.layout import CHAIN
from dm_events.kernel.sight import Sight, Viewer
from dm_events.kernel.view import (
    AttackView,
    BoardView,
    CardView,
    Lasting,
    Lies,
    LinkView,
    SeatView,
    shared,
    zone_view,
)
from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.abilities import Auto, CardEffect, Cast, MasterSkill, Skill
from dm_events.rulesets.dino_master.board import (
    HELD,
    SEATS,
    SPECIAL,
    Affliction,
    Attack,
    Change,
    Creature,
    Duel,
    Staying,
)
from dm_events.rulesets.dino_master.creatures import UNLOCKS
from dm_events.rulesets.dino_master.fits import cost_of, strength
from dm_events.rulesets.dino_master.phases import EXTRA
from dm_events.rulesets.dino_master.triggers import Use

TABLE: tuple[tuple[str, Lies], ...] = (
    ("deck", "pile"), ("hand", "hand"), ("graveyard", "pile"), ("out", "pile"),
    ("master", "row"), ("magic", "row"), ("defence", "row"), ("attack", "row"),
)  # fmt: skip
"""The zones of a seat from its edge of the table to the middle."""

MARKS = (
    "attacked",
    "skilled",
    "moved",
    "flocked",
    "spent",
    "lying",
    "doomed",
    "no_attack",
    "no_target",
)
KINDS = ((Cast, "cast"), (Auto, "auto"), (Skill, "skill"), (CardEffect, "effect"),
         (MasterSkill, "master-skill"))  # fmt: skip


def board_view(board: Duel, viewer: Viewer, step: int) -> BoardView:
    """Return the duel after step `step` for a viewer. Raises NoSuchViewer."""
    sight, turn = Sight(viewer, board), board.turn
    return BoardView(
        step=step, turn=turn.number, phase=turn.phase, turn_owner=turn.owner, battle=turn.step,
        seats=tuple(_seat(sight, board, seat) for seat in range(SEATS)),
        chain=tuple(_link(sight, board, link) for link in board.slots[CHAIN]),
        held=tuple(_link(sight, board, use) for use in board.slots[HELD]),
        attacks=tuple(_attack(sight, attack) for attack in board.attacks),
        **shared(sight),
    )  # fmt: skip


def _seat(sight: Sight, board: Duel, seat: int) -> SeatView:
    player = board.player(seat)
    limit = board.face(board.master(seat)).card.hand_limit
    flags = {
        "red-zone-open": player.turns >= UNLOCKS,
        "extra-draw-used": EXTRA in player.used,
        "no-orders": player.no_orders,
        "no-target": player.no_target,
    }
    counters = {"lp": player.lp, "dp": player.dp, "turns": player.turns, "hand_limit": limit}
    table = TABLE if SPECIAL.name not in board.layout.zone else ((SPECIAL.name, "pile"), *TABLE)
    zones = tuple(
        zone_view(sight, zone, seat, lies, lambda card: _card(board, card)) for zone, lies in table
    )
    return SeatView(seat, counters, zones, tuple(name for name, on in flags.items() if on))


def _card(board: Duel, card: CardId) -> CardView:
    """A card that the viewer can follow, wherever it is."""
    print_, state = board.face(card).card, board.state(card)
    printed = _printed(board, card)
    if isinstance(state, Staying):
        until = "leaves" if state.left is None else ""
        return CardView(card, print_.id, print_.name, print_.kind, printed, {}, (),
                        (Lasting("stays", {}, until, state.left),))  # fmt: skip
    if state is not None:
        return _creature(board, card, state, printed)
    zone, seat = board.place(card)
    stats = dict(printed)
    if zone == "hand" and "dp" in stats:
        stats["dp"] = cost_of(board, seat, card)
    elif zone == "master" and "lp" in stats:
        stats["lp"] = board.player(seat).lp
    used = zone == "master" and any(word.startswith(f"{card}#") for word in board.player(seat).used)
    return CardView(card, print_.id, print_.name, print_.kind, stats, _other(printed, stats),
                    ("skilled",) if used else ())  # fmt: skip


def _printed(board: Duel, card: CardId) -> dict[str, int]:
    """The figures that a card of its kind has."""
    print_ = board.face(card).card
    if print_.kind == "master":
        return {"lp": print_.lp}
    if print_.kind == "fusion":
        return {"at": print_.at, "df": print_.df}
    if print_.kind == "creature":
        return {"dp": print_.dp, "at": print_.at, "df": print_.df, "sh": print_.sh}
    return {"dp": print_.dp} if print_.kind == "action" else {}


def _other(printed: dict[str, int], now: dict[str, int]) -> dict[str, int]:
    return {name: value for name, value in printed.items() if now.get(name, value) != value}


def _creature(board: Duel, card: CardId, state: Creature, printed: dict[str, int]) -> CardView:
    """A creature on a line: its strength now, what it did, what lies on it."""
    print_ = board.face(card).card
    stats = dict(zip(("at", "df", "sh"), strength(board, card), strict=True))
    flags = [name for name, on in (("waiting", state.waiting >= 0), ("red", state.red)) if on]
    flags += [mark.replace("_", "-") for mark in MARKS if getattr(state, mark)]
    lasting = [Lasting(one.state, _amounts(one), "turn" if one.left == 0 else "", one.left or None)
               for one in state.afflictions]  # fmt: skip
    lasting += [Lasting(one.state, _amounts(one), one.until) for one in state.changes]
    members = () if state.flock is None else state.flock.members
    return CardView(card, print_.id, print_.name, print_.kind, stats, _other(printed, stats),
                    tuple(flags), tuple(lasting),
                    tuple(_card(board, member) for member in members))  # fmt: skip


def _amounts(one: Change | Affliction) -> dict[str, int]:
    return {name: value for name, value in (("at", one.at), ("df", one.df)) if value}


def _link(sight: Sight, board: Duel, use: Use) -> LinkView:
    """An ability or a cast card on the chain."""
    card = sight.let(use.card)
    ability = board.face(use.card).card.ability[use.ability]
    does = next((word for kind, word in KINDS if isinstance(ability, kind)), "")
    targets = sight.let_all(use.targets)
    return LinkView(use.seat, card, does, use.ability, targets, use.word)


def _attack(sight: Sight, attack: Attack) -> AttackView:
    details = [f"raised-{attack.raised}"] if attack.raised else []
    details += ["against-df"] if attack.against_df else []
    details += ["with-df"] if attack.own == "df" else []
    details += ["target-with-df"] if attack.theirs == "df" else []
    return AttackView(sight.let(attack.attacker), sight.let(attack.target), attack.status,
                      tuple(details))  # fmt: skip
