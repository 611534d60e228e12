"""Damage and HP: armour first, redirected damage, lost and regained HP. Sources: G C, end, parts (7)."""

from dm_events.kernel.chain import OpenWindow
from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening, Task
from dm_events.rulesets.metaversus_duel.board import BESIDE, PLAYER, Duel, Table
from dm_events.rulesets.metaversus_duel.end import END_02, Q_04, fallen
from dm_events.rulesets.metaversus_duel.occasions import occasion
from dm_events.rulesets.metaversus_duel.sources import G
from dm_events.rulesets.metaversus_duel.zones import discard_staying

C_04 = Rule(
    "C-04", (G("C"),), "Damage lowers armour first; what is left when armour is 0 lowers HP."
)

Q_33 = Question("Q-33", "armour-lasts", (G("parts"), G("end")),
    "Does armour last over turns?", ("lasts", "ends-with-turn"), "lasts")  # fmt: skip
Q_34 = Question("Q-34", "losing-hp", (G("C"), G("end")),
    "Does losing HP, which is no damage, lower armour first?",
    ("hp-only", "armour-first"), "hp-only")  # fmt: skip
Q_44 = Question("Q-44", "redirected-damage", (G("C"),),
    "Damage may be dealt to a card instead: the whole sum, or a part of it?",
    ("whole", "split"), "whole")  # fmt: skip
Q_64 = Question("Q-64", "damage-outside-combat", (G("C"),),
    "Does damage outside the combat phase lower armour first?",
    ("armour-first", "straight-to-hp"), "armour-first")  # fmt: skip


class DamageDealt(Happening, frozen=True):
    """A duelist was dealt damage: so much of it took armour, so much HP."""

    seat: int
    amount: int
    armour: int
    hp: int
    because: tuple[Rule, ...] = ()


class CardDamaged(Happening, frozen=True):
    """A card was dealt damage instead of its duelist."""

    card: CardId
    amount: int
    because: tuple[Rule, ...] = ()


class HpLost(Happening, frozen=True):
    """A duelist lost HP."""

    seat: int
    hp: int
    because: tuple[Rule, ...] = ()


class HpGained(Happening, frozen=True):
    """A duelist got HP back."""

    seat: int
    hp: int
    because: tuple[Rule, ...] = ()


class ArmourGained(Happening, frozen=True):
    """A duelist got armour."""

    seat: int
    armour: int
    because: tuple[Rule, ...] = ()


class ArmourLost(Happening, frozen=True):
    """A duelist's armour is less by so much."""

    seat: int
    armour: int
    because: tuple[Rule, ...] = ()


class Hit(Task, frozen=True):
    """Damage on its way to a duelist, from `by`. `weapons`: it is the sum of the combat phase;
    `asked`: of so many cards it was asked whether they take it.
    """

    seat: int
    amount: int
    by: int
    weapons: bool = False
    asked: int = 0
    picks: tuple[str, ...] = ()


class Deal(Task, frozen=True):
    """Damage arrives at a duelist."""

    seat: int
    amount: int
    weapons: bool = False


def hit(table: Table, task: Hit) -> None:
    """The attacker may turn it on a card; then the duelist may interrupt; then it is dealt."""
    board, seat, amount = table.board, task.seat, task.amount
    cards = board.slots[BESIDE + seat]
    shields = [card for card in cards if board.face(card).shield] if cards else []
    if task.picks:
        left = _redirect(table, task, shields)
        if left is None:
            return
        amount = left
    elif shields and task.by != seat and amount:
        _ask(table, task, shields)
        return
    deal_to(table, seat, amount, weapons=task.weapons, all_gone=task.amount > 0 and not amount)


def _ask(table: Table, task: Hit, shields: list[CardId]) -> None:
    if table.ask(Q_44) == "whole":
        options: tuple[str, ...] = (f"seat{task.seat}", *shields)
    else:
        options = tuple(str(n) for n in range(task.amount + 1))
    table.choose(task.by, "target", options, 1, 1, task)


def _redirect(table: Table, task: Hit, shields: list[CardId]) -> int | None:
    """Damage a card; return what is left for the duelist, None while the attacker is asked."""
    pick = task.picks[0]
    if not pick.isdecimal():
        if not pick.startswith("seat"):
            damage_card(table, task.seat, CardId(pick), task.amount)
            return 0
        return task.amount
    if int(pick):
        damage_card(table, task.seat, shields[task.asked], int(pick))
        shields = [*shields[: task.asked], *shields[task.asked + 1 :]]
        asked = task.asked
    else:
        asked = task.asked + 1
    left = task.amount - int(pick)
    if left and asked < len(shields):
        again = Hit(task.seat, left, task.by, task.weapons, asked)
        _ask(table, again, shields)
        return None
    return left


def damage_card(table: Table, seat: int, card: CardId, amount: int) -> None:
    """The card is damaged, and by its text discarded."""
    table.tell(CardDamaged(card, amount))
    discard_staying(table, seat, card)


def deal_to(table: Table, seat: int, amount: int, *, weapons: bool, all_gone: bool) -> None:
    """Let the duelist interrupt, if by public facts there could be a way; then deal."""
    if all_gone:
        return
    game = table.game
    if game.some_immediate(table.board, seat, "damage"):  # type: ignore[attr-defined]
        table.then(OpenWindow(seat, 0, "damage"), Deal(seat, amount, weapons))
    else:
        deal(table, Deal(seat, amount, weapons))


def deal(table: Table, task: Deal) -> None:
    """Armour first, then HP; then look whether somebody has fallen."""
    board, seat, amount = table.board, task.seat, task.amount
    player = board.slots[PLAYER + seat]
    armour = min(player.armour, amount)
    if armour and not task.weapons and table.ask(Q_64) == "straight-to-hp":
        armour = 0
    hp = lowered(table, player.hp, amount - armour)
    table.tell(DamageDealt(seat, amount, armour, hp, WEAPONS if task.weapons else OTHERS))
    if hp:
        fallen(table, seat)
    if board.over:
        return
    if table.game.some_immediate(board, seat, "damaged"):  # type: ignore[attr-defined]
        table.then(OpenWindow(seat, 0, "damaged"))
    occasion(table, "damaged", seat)


C_03 = Rule(
    "C-03", (G("C"),), "The sum of the damage of the weapons played is dealt as one damage."
)
WEAPONS, OTHERS = (C_03, C_04), (C_04,)


def lowered(table: Table, hp: int, by: int) -> int:
    """How much HP goes down (Q-04)."""
    if by > hp and table.ask(Q_04) == "floor-zero":
        return max(0, hp)
    return by


def lose_hp(table: Table, seat: int, amount: int, *because: Rule) -> None:
    """A duelist loses HP, which is no damage (Q-34)."""
    player = table.board.player(seat)
    armour = 0
    if player.armour and table.ask(Q_34) == "armour-first":
        armour = min(player.armour, amount)
        table.tell(ArmourLost(seat, armour, because))
    hp = lowered(table, player.hp, amount - armour)
    if hp:
        table.tell(HpLost(seat, hp, because))
        fallen(table, seat)


def heal(table: Table, seat: int, amount: int) -> None:
    """A duelist gets HP back, to the max HP at most."""
    player = table.board.player(seat)
    hp = min(amount, player.max_hp - player.hp)
    if hp > 0:
        table.tell(HpGained(seat, hp, (END_02,)))


def apply_damage(board: Duel, happening: DamageDealt) -> None:
    """Both counters go down."""
    player = board.slots[PLAYER + happening.seat]
    board.set_player(happening.seat, hp=player.hp - happening.hp,
                     armour=player.armour - happening.armour)  # fmt: skip


def apply_lost(board: Duel, happening: HpLost) -> None:
    """HP goes down."""
    board.set_player(happening.seat, hp=board.player(happening.seat).hp - happening.hp)


def apply_gained(board: Duel, happening: HpGained) -> None:
    """HP goes up."""
    board.set_player(happening.seat, hp=board.player(happening.seat).hp + happening.hp)


def apply_armour(board: Duel, happening: ArmourGained) -> None:
    """Armour goes up."""
    seat = happening.seat
    board.set_player(seat, armour=board.player(seat).armour + happening.armour)


def apply_armour_lost(board: Duel, happening: ArmourLost) -> None:
    """Armour goes down."""
    seat = happening.seat
    board.set_player(seat, armour=board.player(seat).armour - happening.armour)


def apply_nothing(board: Duel, happening: object) -> None:
    """It is only told."""


CHAPTER = Chapter(
    globals(),
    apply={
        DamageDealt: apply_damage, CardDamaged: apply_nothing, HpLost: apply_lost,
        HpGained: apply_gained, ArmourGained: apply_armour, ArmourLost: apply_armour_lost,
    },
    tasks={Hit: hit, Deal: deal},
    uncut=(Hit, Deal),
)  # fmt: skip
