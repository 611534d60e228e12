"""Which attacks go on, who fights whom, and passing over a line to attack what is behind it. Sources: K 2.8.2.4.4; P."""

from msgspec.structs import replace

from dm_events.kernel.rule import Question
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.board import BATTLE, Attack, Duel, Table
from dm_events.rulesets.dino_master.fits import fits, holds
from dm_events.rulesets.dino_master.gifts import PassOver
from dm_events.rulesets.dino_master.sources import K

C134 = Question(
    "C134", "what-passing-over-lifts", (K("2.8.2.4.4"), K("2.5.2(1)"), K("2.5.2(2)"), K("2.5.3")),
    "Does passing over a line lift only the check before the damage to the Master, or also the duty "
    "to order attacks on what shields a target and the check of a battle on the defence line?",
    ("order-too", "damage-only"), "order-too",
)  # fmt: skip


def passes_over(board: Duel, attacker: CardId, target: CardId) -> bool:
    """Whether the attacker's abilities let it attack past the lines (C134)."""
    abilities = board.face(attacker).pass_over
    if not abilities:
        return False
    seat = board.controller(attacker)
    zone = board.place(target)[0]
    for one in abilities:
        gift = one.gift
        if not isinstance(gift, PassOver) or not holds(board, seat, attacker, one.condition):
            continue
        if zone == "master" and gift.master:
            return True
        if zone == "defence" and not gift.master and (
            gift.target is None or fits(board, seat, attacker, gift.target, target)
        ):  # fmt: skip
            return True
    return False


def passes_freely(table: Table, attacker: CardId, target: CardId) -> bool:
    """Whether an attacker that passes over need not take on what it passes (C134)."""
    return passes_over(table.board, attacker, target) and table.ask(C134) == "order-too"


def attacked_side(board: Duel) -> int:
    """The seat under attack: at a table the turn owner's opponent may have attacked."""
    return board.place(board.slots[BATTLE][0].target)[1]


def going_on(board: Duel) -> list[Attack]:
    """The attacks that have not failed, with both sides still there."""
    slots, where, place_of = board.slots, board.where_at, board.place_of
    return [
        attack for attack in board.slots[BATTLE]
        if attack.status == "attacking"
        and place_of[slots[where[attack.attacker]]][0] == "attack"
        and place_of[slots[where[attack.target]]][0] in ("attack", "defence", "master")
    ]  # fmt: skip


def called_off(board: Duel, attacker: CardId | None) -> bool:
    """Whether the order of an attacker was cancelled in the running battle."""
    return any(
        one.attacker == attacker and one.status == "cancelled" for one in board.slots[BATTLE]
    )


def set_status(board: Duel, attacker: CardId, status: str, rule: str = "") -> None:
    """Change the status of one attack."""
    attacks: tuple[Attack, ...] = board.slots[BATTLE]
    for at, one in enumerate(attacks):
        if one.attacker == attacker:
            changed = replace(one, status=status, rule=rule)
            board.set_attacks((*attacks[:at], changed, *attacks[at + 1 :]))
            return


def stands(board: Duel, line: str, side: int) -> bool:
    """Whether a creature remains on a line; one that only waits for the graveyard does not."""
    slots, at = board.slots, board.state_at
    for card in board.line(line, side):  # noqa: SIM110 - asked again and again in a battle
        if not slots[at[card]].doomed:
            return True
    return False


def foe_of(board: Duel, card: CardId) -> CardId | None:
    """Whom a creature fought: whom it attacked, or else who attacked it last."""
    by: CardId | None = None
    attacked: CardId | None = None
    for attack in board.slots[BATTLE]:
        if attack.attacker == card:
            attacked = attack.target
        elif attack.target == card:
            by = attack.attacker
    return attacked or by


CHAPTER = Chapter(globals())
