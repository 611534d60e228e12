"""Attack, power comparison, damage, end of battle. Sources: K 2.5.2, 2.5.3, 2.8.2.4.2 to 5."""

from msgspec.structs import replace

from dm_events.kernel.chain import OpenWindow
from dm_events.kernel.happenings import PlayerLost
from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening, Task
from dm_events.rulesets.dino_master.board import (
    BATTLE,
    HELD,
    LINES,
    Attack,
    Duel,
    Table,
)
from dm_events.rulesets.dino_master.changes import TEXT, CheckDf, CreatureDestroyed
from dm_events.rulesets.dino_master.defeat import R194, defeat, draw_pair
from dm_events.rulesets.dino_master.durations import end_changes
from dm_events.rulesets.dino_master.effects import DoEffects
from dm_events.rulesets.dino_master.fits import strength
from dm_events.rulesets.dino_master.flock_board import (
    before_leaving,
    before_losing,
    leader_of,
)
from dm_events.rulesets.dino_master.outcome import R115, R335
from dm_events.rulesets.dino_master.passing import (
    attacked_side,
    foe_of,
    going_on,
    passes_over,
    stands,
)
from dm_events.rulesets.dino_master.priority import NORMAL
from dm_events.rulesets.dino_master.shield import (
    ChooseStat,
    StatChosen,
    all_round,
    ask_stat,
    fighting,
    outcome_of,
    shielded,
)
from dm_events.rulesets.dino_master.sources import K, T
from dm_events.rulesets.dino_master.states import succeed
from dm_events.rulesets.dino_master.triggers import R184, fire

R032 = Rule("R032", (K("2.2"),), "AT is the attacking strength.")
R033 = Rule("R033", (K("2.2"),), "DF is the strength used on the defence line.")
R116 = Rule("R116", (K("2.4"), K("2.8.2.4.4")), "An attack that gets through to the Master takes LP "
            "equal to the attacker's AT.")  # fmt: skip
R169 = Rule("R169", (K("2.8.2.4"), T("battle phase")), "A battle has five steps: attack order, attack, "
            "power comparison, damage, end of battle.")  # fmt: skip
R183 = Rule(
    "R183", (K("2.8.2.4.2"),), "From this step to the end of the battle it counts as attacking."
)
R178 = Rule("R178", (K("2.8.2.4.1"),), "A cancelled attack does not go on to the next steps, and "
            "its on-attack abilities are cancelled.")  # fmt: skip
R179 = Rule("R179", (K("fn4"),), "A cancelled attack counts as failed.")
R187 = Rule(
    "R187", (K("2.5.2.2"), K("2.8.2.4.3")), "Attack line against attack line: higher AT wins."
)
R188 = Rule("R188", (K("2.5.2.2"), K("2.8.2.4.3")), "At equal AT the higher DF wins.")
R189 = Rule("R189", (K("2.5.2.2"), K("2.8.2.4.3")), "Equal AT and equal DF: draw.")
R190 = Rule("R190", (K("2.5.3.1"), K("2.8.2.4.3")), "Attack line against defence line: the attacker's "
            "AT against the defender's DF.")  # fmt: skip
R192 = Rule("R192", (K("2.5.3.1"), K("2.8.2.4.3")), "The higher value wins; equal is a draw.")
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
R203 = Rule("R203", (K("2.8.2.4.5"),), "Creatures that lost or drew go to the graveyard now.")
R211 = Rule("R211", (K("2.5.2.1"),), "A red-zone creature that attacks may get AT+500 or DF+500 to the "
            "end of the battle.")  # fmt: skip
R212 = Rule("R212", (K("2.5.2.1"),), "A red-zone creature that raised a stat attacks with it only.")

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


class AttackStep(Task, frozen=True):
    """The creatures attack as ordered."""


class PowerComparison(Task, frozen=True):
    """Strengths are compared."""


class DamageStep(Task, frozen=True):
    """The results are worked out."""


class EndOfBattle(Task, frozen=True):
    """Who lost leaves; held-back abilities work."""


class BattleOver(Task, frozen=True):
    """What lasted to the end of the battle ends."""


class AttackDeclared(Happening, frozen=True):
    """A creature attacks its target."""

    attacker: CardId
    target: CardId
    because: tuple[Rule, ...] = ()


class AttackCancelled(Happening, frozen=True):
    """An attack order does not go on to the next steps."""

    attacker: CardId
    because: tuple[Rule, ...] = ()


class StrengthsCompared(Happening, frozen=True):
    """Two creatures measured their strength. `won`: the attacker's result."""

    attacker: CardId
    value: int
    target: CardId
    against: int
    won: str = ""
    because: tuple[Rule, ...] = ()


class AttackSucceeded(Happening, frozen=True):
    """An attack won its battle or reached the Master."""

    attacker: CardId
    because: tuple[Rule, ...] = ()


class AttackFailed(Happening, frozen=True):
    """An attack came to nothing."""

    attacker: CardId
    because: tuple[Rule, ...] = ()


class MasterDamaged(Happening, frozen=True):
    """A Master lost LP by an attack."""

    seat: int
    lp: int
    attacker: CardId
    because: tuple[Rule, ...] = ()


class BattleEnded(Happening, frozen=True):
    """The five steps are over."""

    because: tuple[Rule, ...] = ()


def attack_step(table: Table, task: AttackStep) -> None:
    """Attackers and targets that are still there; then the opponent may respond (R184)."""
    del task
    board = table.board
    attacked = False
    slots, where, place_of = board.slots, board.where_at, board.place_of
    for attack in board.attacks:
        zone = place_of[slots[where[attack.attacker]]][0]
        gone = place_of[slots[where[attack.target]]][0] not in ("attack", "defence", "master")
        if zone != "attack" or gone or board.creature(attack.attacker).no_attack:
            table.tell(AttackFailed(attack.attacker, (R178, R179)))
        else:
            table.tell(AttackDeclared(attack.attacker, attack.target, DECLARED))
            attacked = True
    if attacked:
        table.then(OpenWindow(attacked_side(board), NORMAL, "attacked"))


def power_comparison(table: Table, task: PowerComparison) -> None:
    """Measure each pair of creatures (R187 to R192)."""
    del task
    board = table.board
    alive = going_on(board)
    for attack in board.attacks:
        if attack.status == "attacking" and attack not in alive:
            table.tell(AttackFailed(attack.attacker, (R178, R179)))
    pairs = [attack for attack in alive if board.state(attack.target) is not None]
    for attack in pairs:
        if ask_stat(table, attack):
            return
    for attack in pairs:
        compare(table, attack)


def choose_stat(table: Table, task: ChooseStat) -> None:
    """Say with what a creature fights, then go on with the comparison."""
    if task.picks is not None:
        table.tell(StatChosen(task.card, task.picks[0], (TEXT,)))
    table.then(PowerComparison())


def compare(table: Table, attack: Attack) -> None:
    """The attacker's value against the defender's."""
    board = table.board
    at, df, sh = fighting(board, attack.attacker)
    their_at, their_df, their_sh = fighting(board, attack.target)
    value = df if "df" in (attack.raised, attack.own) else at
    extra: tuple[Rule, ...] = (R212,) if attack.raised else ()
    if board.place(attack.target)[0] == "defence":
        rules, against = AT_TO_DF + extra, their_df
        if sh or their_sh:
            value, against, shields = shielded(table, (value, sh), (against, their_sh))
            rules += shields
    elif attack.against_df:
        rules, against = AT_TO_DF + extra, their_df
    elif "df" in (attack.own, attack.theirs):
        rules = (R192, TEXT, *extra)
        value, against = all_round(attack, value, (their_at, their_df), (sh, their_sh))
    elif value == their_at:
        won = outcome_of(df, their_df)
        rules = (R189 if won == "drawn" else R188, *extra)
        table.tell(StrengthsCompared(attack.attacker, value, attack.target, their_at, won, rules))
        return
    else:
        rules, against = AT_TO_AT + extra, their_at
    won = outcome_of(value, against)
    table.tell(StrengthsCompared(attack.attacker, value, attack.target, against, won, rules))


def damage_step(table: Table, task: DamageStep) -> None:
    """Line by line (R193): attack line, defence line, Master."""
    del task
    board = table.board
    side = attacked_side(board)
    alive = going_on(board)
    for line in LINES:
        for attack in board.attacks:
            if attack.status in SETTLED and board.place(attack.target) == (line, side):
                if line == "defence" and stands(board, "attack", side) and not passes_over(
                    board, attack.attacker, attack.target
                ):  # fmt: skip
                    table.tell(AttackFailed(attack.attacker, (R197, R193)))
                else:
                    settle_pair(table, attack, line)
    for attack in alive:
        if board.place(attack.target)[0] == "master":
            reach_master(table, attack, side)
            if board.over:
                return


def settle_pair(table: Table, attack: Attack, line: str) -> None:
    """Who lost is destroyed; who won stays (R194 to R196)."""
    rule = RULE_BY_ID[attack.rule]
    if attack.status == "won":
        defeat(table, attack.target, rule)
        table.tell(AttackSucceeded(attack.attacker, (R196,)))
        succeed(table, attack.attacker)
    elif attack.status == "drawn":
        draw_pair(table, attack, rule, both=line == "attack" or table.ask(C35) == "everywhere")
        table.tell(AttackFailed(attack.attacker, (rule,)))
    else:
        if line == "attack" or table.ask(C36) == "destroyed":
            defeat(table, attack.attacker, rule)
        table.tell(AttackFailed(attack.attacker, (rule,)))
        succeed(table, attack.target)


def reach_master(table: Table, attack: Attack, side: int) -> None:
    """Damage, if no creature remains before the Master (R198 to R200)."""
    board = table.board
    if not passes_over(board, attack.attacker, attack.target):
        for line, rule in (("attack", R198), ("defence", R199)):
            if stands(board, line, side):
                table.tell(AttackFailed(attack.attacker, (rule, R193)))
                return
    damage = strength(board, attack.attacker)[0]
    table.tell(MasterDamaged(side, damage, attack.attacker, (R200, R116)))
    table.tell(AttackSucceeded(attack.attacker, (R196, R200)))
    succeed(table, attack.attacker)
    if board.player(side).lp <= 0:
        table.tell(PlayerLost(side, (R115, R335)))


def end_of_battle(table: Table, task: EndOfBattle) -> None:
    """Who lost or drew goes to the graveyard; then what was held back (R203, R204)."""
    del task
    board = table.board
    owner = board.turn_owner
    for seat in (owner, 1 - owner):
        for card in board.creatures(seat):
            if board.creature(card).doomed:
                before_leaving(table, card, R203)
                table.tell(CreatureDestroyed(card, foe_of(board, card), (R203, R194)))
        for card in board.under(seat):
            leader = leader_of(board, card) if board.creature(card).doomed else None
            if leader is not None:
                before_losing(table, leader, card)
                table.tell(CreatureDestroyed(card, foe_of(board, leader), (R203, R194)))
    held = board.slots[HELD]
    if held:
        table.then(*map(DoEffects, held), CheckDf())
    table.then(BattleOver())


def battle_over(table: Table, task: BattleOver) -> None:
    """Changes to the end of the battle are over; who has no DF left without them is destroyed."""
    del task
    raised = {}
    for attack in table.board.attacks:
        state = table.board.state(attack.attacker) if attack.raised else None
        if state is not None:
            alone = sum(change.until == "battle" for change in state.changes) == 1
            raised[attack.attacker] = (R211,) if alone else (R211, TEXT)
    end_changes(table, "battle", TEXT, raised)
    table.tell(BattleEnded((R169,)))
    table.then(CheckDf())


def set_status(board: Duel, attacker: CardId, status: str, rule: str = "") -> None:
    """Change the status of one attack."""
    attacks: tuple[Attack, ...] = board.slots[BATTLE]
    board.set_attacks(tuple([
        replace(one, status=status, rule=rule) if one.attacker == attacker else one
        for one in attacks
    ]))  # fmt: skip


def apply_declared(board: Duel, happening: AttackDeclared) -> None:
    """It counts as attacking."""
    set_status(board, happening.attacker, "attacking")
    board.set_step("attack")


def apply_failed(board: Duel, happening: AttackFailed | AttackCancelled) -> None:
    """It has come to nothing."""
    set_status(board, happening.attacker, "failed")


def apply_compared(board: Duel, happening: StrengthsCompared) -> None:
    """Keep the result and the rule that made it."""
    set_status(board, happening.attacker, happening.won, happening.because[0].id)
    board.set_step("power comparison")


def apply_success(_board: Duel, _happening: AttackSucceeded) -> None:
    """The board does not keep it beyond the battle."""


def apply_damaged(board: Duel, happening: MasterDamaged) -> None:
    """LP down, not below 0."""
    left = board.player(happening.seat).lp - happening.lp
    board.set_player(happening.seat, lp=max(left, 0))


def apply_ended(board: Duel, happening: BattleEnded) -> None:
    """No attacks, no step, nothing held back."""
    del happening
    board.set_attacks(())
    if board.slots[HELD]:
        board.write(HELD, ())
    board.set_step("")


def watch_declared(table: Table, happening: AttackDeclared) -> None:
    """Abilities of who is attacked (R184)."""
    fire(table, "targeted", happening.target, happening.attacker)


DECLARED = (R183, R184)
AT_TO_AT: tuple[Rule, ...] = (R187,)
AT_TO_DF: tuple[Rule, ...] = (R192, R190)
SETTLED = ("won", "lost", "drawn")
RULE_BY_ID = {rule.id: rule for rule in (R187, R188, R189, R192)}

CHAPTER = Chapter(
    globals(),
    apply={
        AttackDeclared: apply_declared, AttackFailed: apply_failed, AttackCancelled: apply_failed,
        StrengthsCompared: apply_compared, AttackSucceeded: apply_success,
        MasterDamaged: apply_damaged, BattleEnded: apply_ended,
    },
    tasks={
        AttackStep: attack_step, ChooseStat: choose_stat, PowerComparison: power_comparison, DamageStep: damage_step,
        EndOfBattle: end_of_battle, BattleOver: battle_over,
    },
    watch={AttackDeclared: watch_declared},
)  # fmt: skip
