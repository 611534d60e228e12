"""The damage step: who falls, who stays, what reaches the Master. Sources: K 2.4, 2.5, 2.8.2.4.4."""

from dm_events.kernel.happenings import MatchDrawn, PlayerLost
from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening, Task
from dm_events.rulesets.dino_master.battle import (
    R187,
    R188,
    R189,
    R192,
    AttackFailed,
    measure,
)
from dm_events.rulesets.dino_master.board import (
    BATTLE,
    LINES,
    Attack,
    Duel,
    Table,
)
from dm_events.rulesets.dino_master.defeat import defeat, draw_pair
from dm_events.rulesets.dino_master.fits import basic
from dm_events.rulesets.dino_master.outcome import R115, R335, R337
from dm_events.rulesets.dino_master.passing import (
    attacked_side,
    going_on,
    passes_freely,
    passes_over,
    stands,
)
from dm_events.rulesets.dino_master.shield import armed, fighting
from dm_events.rulesets.dino_master.sources import K
from dm_events.rulesets.dino_master.states import succeed
from dm_events.rulesets.dino_master.triggers import R202, fire

R116 = Rule("R116", (K("2.4"), K("2.8.2.4.4")), "An attack that gets through to the Master takes LP "
            "equal to the attacker's AT.")  # fmt: skip
R185 = Rule("R185", (K("2.8.2.4.3"),), "From the power comparison to the end of the battle a creature "
            "counts as attacking and battling.")  # fmt: skip
R193 = Rule("R193", (K("2.8.2.4.4"),), "Results are worked out line by line: attack line, defence "
            "line, Master.")  # fmt: skip
R196 = Rule("R196", (K("2.8.2.4.4"),), "A creature that won stays; its attack is successful.")
R197 = Rule("R197", (K("2.8.2.4.4"), K("2.5.2(1)")), "If a creature remains on the attack line, "
            "defence-line battles are not evaluated and fail.")  # fmt: skip
R198 = Rule("R198", (K("2.8.2.4.4"), K("2.5.2(2)")), "If a creature remains on the attack line, no "
            "damage reaches the Master.")  # fmt: skip
R199 = Rule("R199", (K("2.8.2.4.4"), K("2.5.3")), "If a creature remains on the defence line, no "
            "damage reaches the Master.")  # fmt: skip
R200 = Rule("R200", (K("2.8.2.4.4"),), "Damage that reaches the Master lowers its LP by the attacker's "
            "AT.")  # fmt: skip

C35 = Question(
    "C35", "draw-on-the-defence-line", (K("2.5.3.1"), K("2.8.2.4.4")),
    "Are both creatures destroyed by a draw on the defence line too?",
    ("everywhere", "attack-line-only"), "everywhere",
)  # fmt: skip
C36 = Question(
    "C36", "attacker-that-loses-to-a-df", (K("2.5.3.1"), K("2.8.2.4.4")),
    "Is an attacker destroyed that loses to the DF of a creature on the defence line?",
    ("destroyed", "survives"), "destroyed",
)  # fmt: skip
C37 = Question(
    "C37", "at-that-damages-the-master", (K("2.4"), K("2.8.2.4.4")),
    "Does a Master lose the attacker's AT as it is now, or as it is printed?",
    ("current", "printed"), "current",
)  # fmt: skip
C38 = Question(
    "C38", "surplus-damage", (K("2.8.2.4.4"),),
    "Does what the winner of a battle has more damage the Master, where nothing is left before it?",
    ("none", "to-master"), "none",
)  # fmt: skip
C40 = Question(
    "C40", "battle-not-evaluated", (K("2.5.2(1)"), K("2.8.2.4.4")),
    "What becomes of the attacker in a battle on the defence line that is not evaluated?",
    ("unharmed", "attacker-loses"), "unharmed",
)  # fmt: skip
C113 = Question(
    "C113", "both-masters-at-0", (K("2.4"), K("2.6(3)")),
    "Who has lost when the LP of both Masters are used up?",
    ("draw", "order-of-damage"), "draw",
)  # fmt: skip
C135 = Question(
    "C135", "master-and-raised-df", (K("2.4"), K("2.5.2.1"), K("2.8.2.4.4")),
    "Does a Master lose the AT or the DF of a creature of the red zone that attacks with raised DF?",
    ("at", "raised"), "at",
)  # fmt: skip


class DamageStep(Task, frozen=True):
    """The results are worked out."""


class AttackSucceeded(Happening, frozen=True):
    """An attack won its battle or reached the Master."""

    attacker: CardId
    because: tuple[Rule, ...] = ()


class MasterDamaged(Happening, frozen=True):
    """A Master lost LP by an attack."""

    seat: int
    lp: int
    attacker: CardId
    because: tuple[Rule, ...] = ()


def damage_step(table: Table, task: DamageStep) -> None:
    """Line by line (R193): attack line, defence line, Master."""
    del task
    board = table.board
    side = attacked_side(board)
    alive = going_on(board)
    won = False
    for line in LINES:
        for attack in board.slots[BATTLE]:
            if attack.status in SETTLED and board.place(attack.target) == (line, side):
                if line == "defence" and stands(board, "attack", side) and not passes_freely(
                    table, attack.attacker, attack.target
                ):  # fmt: skip
                    not_reached(table, attack)
                else:
                    settle_pair(table, attack, line)
                    won |= attack.status == "won"
    for attack in alive:
        if board.place(attack.target)[0] == "master":
            reach_master(table, attack, side)
            if board.over:
                return
    if won and not any(stands(board, line, side) for line in LINES):
        surplus(table, side)


def not_reached(table: Table, attack: Attack) -> None:
    """A battle on the defence line is not evaluated and fails (R197, C40)."""
    table.tell(AttackFailed(attack.attacker, (R197, R193)))
    if table.ask(C40) == "attacker-loses":
        defeat(table, attack.attacker, R197)


def surplus(table: Table, side: int) -> None:
    """What the winners have more reaches the Master, if C38 says so."""
    if table.ask(C38) == "none":
        return
    for attack in table.board.slots[BATTLE]:
        if attack.status == "won":
            value, against, _, _ = measure(table, attack)
            if value > against:
                hit(table, side, value - against, attack.attacker)
                if table.board.over:
                    return


def settle_pair(table: Table, attack: Attack, line: str) -> None:
    """Who lost is destroyed; who won stays (R194 to R196)."""
    rule = RULE_BY_ID[attack.rule]
    if attack.status == "won":
        defeat(table, attack.target, rule)
        destroyed(table, attack)
        table.tell(AttackSucceeded(attack.attacker, (R196,)))
        success(table, attack.attacker, attack.target)
    elif attack.status == "drawn":
        draw_pair(table, attack, rule, both=line == "attack" or table.ask(C35) == "everywhere")
        destroyed(table, attack)
        table.tell(AttackFailed(attack.attacker, (rule,)))
    else:
        if line == "attack" or table.ask(C36) == "destroyed":
            defeat(table, attack.attacker, rule)
        table.tell(AttackFailed(attack.attacker, (rule,)))
        success(table, attack.target, attack.attacker, R202)


def destroyed(table: Table, attack: Attack) -> None:
    """Abilities of a creature that the attack destroys work before it leaves (R202, C94)."""
    if table.board.creature(attack.target).doomed:
        fire(table, "defeated", attack.target, attack.attacker)


def success(table: Table, card: CardId, foe: CardId | None, *rules: Rule) -> None:
    """A creature succeeded in a battle: frenzy, and abilities that wait for that (R201)."""
    succeed(table, card, *rules)
    fire(table, "succeeds", card, foe)


def reach_master(table: Table, attack: Attack, side: int) -> None:
    """Damage, if no creature remains before the Master (R198 to R200)."""
    board = table.board
    if not passes_over(board, attack.attacker, attack.target):
        for line, rule in (("attack", R198), ("defence", R199)):
            if stands(board, line, side):
                table.tell(AttackFailed(attack.attacker, (rule, R193)))
                return
    damage = damage_by(table, attack)
    battling = (R185,) if armed(board, attack.attacker) else ()
    table.tell(MasterDamaged(side, damage, attack.attacker, (R200, R116, *battling)))
    table.tell(AttackSucceeded(attack.attacker, (R196, R200)))
    success(table, attack.attacker, None)
    fall(table, side)


def damage_by(table: Table, attack: Attack) -> int:
    """What a Master loses by an attack: the attacker's AT (R200, C37, C135)."""
    raised = attack.raised == "df" and table.ask(C135) == "raised"
    now = fighting(table.board, attack.attacker)[raised]
    printed = basic(table.board, attack.attacker)[raised]
    return printed if now != printed and table.ask(C37) == "printed" else now


def hit(table: Table, side: int, lp: int, attacker: CardId) -> None:
    """A Master loses LP beside the battle that made it so."""
    table.tell(MasterDamaged(side, lp, attacker, (R200,)))
    fall(table, side)


def fall(table: Table, side: int) -> None:
    """Who has no LP left has lost; where both have none C113 says who (R115, R335)."""
    board = table.board
    if board.player(side).lp > 0:
        return
    if board.player(1 - side).lp > 0:
        table.tell(PlayerLost(side, (R115, R335)))
    elif table.ask(C113) == "draw":
        table.tell(MatchDrawn((R115, R335, R337)))
    else:
        table.tell(PlayerLost(1 - side, (R115, R335)))


def apply_success(_board: Duel, _happening: AttackSucceeded) -> None:
    """The board does not keep it beyond the battle."""


def apply_damaged(board: Duel, happening: MasterDamaged) -> None:
    """LP down, not below 0."""
    left = board.player(happening.seat).lp - happening.lp
    board.set_player(happening.seat, lp=max(left, 0))


SETTLED = ("won", "lost", "drawn")
RULE_BY_ID = {rule.id: rule for rule in (R187, R188, R189, R192)}

CHAPTER = Chapter(
    globals(),
    apply={AttackSucceeded: apply_success, MasterDamaged: apply_damaged},
    tasks={DamageStep: damage_step},
)
