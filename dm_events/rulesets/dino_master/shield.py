"""SH in a battle: whose counts, and what it lowers; who fights with DF. Sources: K 2.2, 2.5.3.1; P."""

import msgspec

from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening, Task
from dm_events.rulesets.dino_master.board import Attack, Duel, Table
from dm_events.rulesets.dino_master.fits import Strength, holds, strength
from dm_events.rulesets.dino_master.sources import K, L

R035 = Rule("R035", (K("2.2"),), "SH is a stat only some creatures have; no SH counts as 0.")
R036 = Rule("R036", (K("2.2"),), "SH of a creature attacked on the defence line lowers the attacker's "
            "AT for that comparison.")  # fmt: skip
R191 = Rule("R191", (K("2.2"), K("fn5"), K("2.5.3.1")), "The defender's SH is taken off the attacker's "
            "AT first.")  # fmt: skip

C33 = Question(
    "C33", "whose-sh", (K("2.2"), K("2.5.3.1"), K("fn5"), L()),
    "What does SH lower in a battle on the defence line: the defender's the attacker's AT, the "
    "attacker's the defender's DF, or the attacker's its own AT?",
    ("defenders-off-at", "attackers-off-df", "attackers-off-own-at"), "defenders-off-at",
)  # fmt: skip


STATS = ("at", "df")


class ChooseStat(Task, frozen=True):
    """A creature's controller says whether it fights with AT or with DF."""

    card: CardId
    picks: tuple[str, ...] | None = None


class StatChosen(Happening, frozen=True):
    """A creature that may fight with AT or DF fights with this one."""

    card: CardId
    stat: str
    because: tuple[Rule, ...] = ()


def armed(board: Duel, card: CardId) -> bool:
    """Whether a creature has as much more AT as it has SH while it battles (R185, R186)."""
    abilities = board.face(card).in_battle
    if not abilities:
        return False
    seat = board.controller(card)
    return any(holds(board, seat, card, one.condition) for one in abilities)


def fighting(board: Duel, card: CardId) -> Strength:
    """AT, DF and SH with which a creature fights: some have more AT while they battle."""
    at, df, sh = strength(board, card)
    return (at + sh if sh and armed(board, card) else at), df, sh


def shielded(
    table: Table, stat: str, attacker: tuple[int, int], target: tuple[int, int]
) -> tuple[int, int, tuple[Rule, ...]]:
    """Values on the defence line after SH, from pairs of value and SH; no SH is 0 (R035, C33).

    `stat`: what the attacker fights with; SH lowers an AT, not a DF in its place (R036, R191).
    """
    (value, sh), (against, their_sh) = attacker, target
    answer = table.ask(C33)
    if answer == "attackers-off-df":
        return value, max(against - sh, 0), (R191,) if sh else ()
    if stat == "df":
        return value, against, ()
    if answer == "defenders-off-at":
        return max(value - their_sh, 0), against, (R191, R036) if their_sh else ()
    return max(value - sh, 0), against, (R191,) if sh else ()


def ask_stat(table: Table, attack: Attack) -> bool:
    """Ask who may fight with AT or DF and has not said; a target on the defence line has DF anyway."""
    board = table.board
    for card, chosen in ((attack.attacker, attack.own or attack.raised),
                         (attack.target, attack.theirs or board.place(attack.target)[0])):  # fmt: skip
        if board.face(card).all_round and chosen in ("", "attack"):
            table.choose(
                board.controller(card), "stat to fight with", STATS, 1, 1, ChooseStat(card)
            )
            return True
    return False


def all_round(board: Duel, attack: Attack, stat: str) -> bool:
    """Whether on the attack line somebody fights with DF whose card lets its SH work then."""
    return attack.theirs == "df" or (stat == "df" and board.face(attack.attacker).all_round)


def mutual(
    attack: Attack, stat: str, mine: tuple[int, int], theirs: tuple[int, int]
) -> tuple[int, int, tuple[Rule, ...]]:
    """The values on the attack line after SH, where `all_round`: of who fights with DF it lowers
    the AT with which the other fights; a DF it does not lower.
    """
    (value, sh), (against, their_sh) = mine, theirs
    if attack.theirs == "df":
        if stat == "at" and their_sh:
            return max(value - their_sh, 0), against, (R191,)
    elif stat == "df" and not attack.against_df and sh:
        return value, max(against - sh, 0), (R191,)
    return value, against, ()


def outcome_of(mine: int, theirs: int) -> str:
    """The attacker's result."""
    return "won" if mine > theirs else "lost" if mine < theirs else "drawn"


def apply_chosen(board: Duel, happening: StatChosen) -> None:
    """For the attack in which it fights."""
    card, stat = happening.card, happening.stat
    board.set_attacks(tuple([
        msgspec.structs.replace(one, own=stat) if one.attacker == card else
        msgspec.structs.replace(one, theirs=stat) if one.target == card else one
        for one in board.attacks
    ]))  # fmt: skip


CHAPTER = Chapter(globals(), apply={StatChosen: apply_chosen})
