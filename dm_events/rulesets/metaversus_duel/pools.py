"""The pools of a turn: AP, gems, buys, the sum of the weapons' damage. Sources: G A, B, C."""

from dm_events.kernel.rule import Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import Happening
from dm_events.rulesets.metaversus_duel.board import TURN, Duel
from dm_events.rulesets.metaversus_duel.sources import G

A_05 = Rule("A-05", (G("A"),), "X AP adds AP; there is no limit in a turn.")
B_04 = Rule("B-04", (G("B"),), "Gems to spend are those from effects of this turn and the values of the "
            "treasures played.")  # fmt: skip
B_05 = Rule("B-05", (G("B"),), "One buy a turn; X buys adds X.")


class ApGained(Happening, frozen=True):
    """A seat has so much more AP."""

    seat: int
    ap: int
    because: tuple[Rule, ...] = ()


class ApSpent(Happening, frozen=True):
    """A seat spent AP."""

    seat: int
    ap: int
    because: tuple[Rule, ...] = ()


class GemsGained(Happening, frozen=True):
    """A seat has so many more gems."""

    seat: int
    gems: int
    because: tuple[Rule, ...] = ()


class BuysGained(Happening, frozen=True):
    """A seat may buy so many cards more."""

    seat: int
    buys: int
    because: tuple[Rule, ...] = ()


class DamageCounted(Happening, frozen=True):
    """So much more is in the sum of the combat phase."""

    seat: int
    damage: int
    because: tuple[Rule, ...] = ()


def mine(board: Duel, seat: int) -> bool:
    """Only the turn player has pools: what others get would vanish with this turn unused."""
    owner: int = board.slots[TURN].owner
    return seat == owner


def apply_ap(board: Duel, happening: ApGained) -> None:
    """More AP."""
    if mine(board, happening.seat):
        board.set_turn(ap=board.slots[TURN].ap + happening.ap)


def apply_ap_spent(board: Duel, happening: ApSpent) -> None:
    """Less AP."""
    if mine(board, happening.seat):
        board.set_turn(ap=board.slots[TURN].ap - happening.ap)


def apply_gems(board: Duel, happening: GemsGained) -> None:
    """More gems."""
    if mine(board, happening.seat):
        board.set_turn(gems=board.slots[TURN].gems + happening.gems)


def apply_buys(board: Duel, happening: BuysGained) -> None:
    """More buys."""
    if mine(board, happening.seat):
        board.set_turn(buys=board.slots[TURN].buys + happening.buys)


def apply_damage(board: Duel, happening: DamageCounted) -> None:
    """A bigger sum."""
    if mine(board, happening.seat):
        board.set_turn(damage=board.slots[TURN].damage + happening.damage)


CHAPTER = Chapter(
    globals(),
    apply={
        ApGained: apply_ap, ApSpent: apply_ap_spent, GemsGained: apply_gems,
        BuysGained: apply_buys, DamageCounted: apply_damage,
    },
)  # fmt: skip
