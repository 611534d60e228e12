"""DP, the pool that pays for cards and abilities. Sources: K 2.7, 2.8.2.1; T, start phase."""

from msgspec.structs import replace

from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import Happening
from dm_events.rulesets.dino_master.board import PLAYER, Duel, Player, Table
from dm_events.rulesets.dino_master.sources import K, L, T

RESET = 8
FIRST, SECOND = 8, 10

R017 = Rule("R017", (K("2.7"),), "The first player starts with 8 DP.")
R018 = Rule("R018", (K("2.7"),), "The second player starts with 10 DP.")
R120 = Rule("R120", (K("2.7"),), "DP pays for cards and abilities, also for answers in the "
            "opponent's turn; the pool is limited.")  # fmt: skip
R121 = Rule("R121", (K("2.8.2.1"), T("start phase")),
            "In the start phase the turn owner's DP becomes 8: set, not added.")  # fmt: skip
R122 = Rule("R122", (T("start phase"),), "There is no reset in each player's own first turn.")
R123 = Rule("R123", (K("2.7"),), "The reset value is 8 for both players, whoever began.")
R124 = Rule("R124", (K("2.8.2.1"), T("start phase")), "Only the turn owner's DP is reset.")
R125 = Rule("R125", (K("2.7"),), "What costs more than the pool holds is refused.")

C01 = Question(
    "C01", "first-turn-dp", (K("2.7"), K("2.8.2.1"), T("start phase"), L()),
    "Is DP reset to 8 in a player's own first turn?", ("no", "yes"), "no",
)  # fmt: skip
C02 = Question(
    "C02", "whose-dp", (K("2.7"), K("2.8.2.1"), T("start phase")),
    "Whose DP is reset when a turn begins?", ("owner", "both"), "owner",
)  # fmt: skip


class DpReset(Happening, frozen=True):
    """A pool was set to a value."""

    seat: int
    dp: int
    because: tuple[Rule, ...] = ()


class DpPaid(Happening, frozen=True):
    """So much was taken from a pool."""

    seat: int
    dp: int
    because: tuple[Rule, ...] = ()


def reset_pools(table: Table, owner: int) -> None:
    """Reset what the start phase of `owner`'s turn resets."""
    first = table.board.player(owner).turns <= 1
    if not first or table.ask(C01) == "yes":
        table.tell(DpReset(owner, RESET, (R123,) if first else (R121, R123)))
        if table.ask(C02) == "both":
            table.tell(DpReset(1 - owner, RESET, (R123,)))


def pay(table: Table, seat: int, dp: int) -> None:
    """Pay a price; what a table let pass that could not be paid leaves the pool at 0."""
    if dp:
        table.tell(DpPaid(seat, dp, (R120,)))


def apply_reset(board: Duel, happening: DpReset) -> None:
    """Set the pool."""
    board.set_player(happening.seat, dp=happening.dp)


def apply_paid(board: Duel, happening: DpPaid) -> None:
    """Take from the pool."""
    slot = PLAYER + happening.seat
    player: Player = board.slots[slot]
    left = player.dp - happening.dp
    board.write(slot, replace(player, dp=max(0, left)))


CHAPTER = Chapter(globals(), apply={DpReset: apply_reset, DpPaid: apply_paid})
