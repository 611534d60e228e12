"""Attack, power comparison, damage, end of battle. Sources: K 2.5.2, 2.5.3, 2.8.2.4.2 to 5."""

from dm_events.kernel.chain import OpenWindow
from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening, Task
from dm_events.rulesets.dino_master.board import (
    BATTLE,
    HELD,
    Attack,
    Duel,
    Table,
)
from dm_events.rulesets.dino_master.cancelled import CANCELLED, R179, unspent
from dm_events.rulesets.dino_master.changes import TEXT, CheckDf, CreatureDestroyed
from dm_events.rulesets.dino_master.defeat import R194
from dm_events.rulesets.dino_master.durations import end_changes
from dm_events.rulesets.dino_master.effects import DoEffects
from dm_events.rulesets.dino_master.fits import targeted_mark
from dm_events.rulesets.dino_master.flock_board import (
    before_leaving,
    before_losing,
    leader_of,
)
from dm_events.rulesets.dino_master.passing import (
    attacked_side,
    foe_of,
    going_on,
    set_status,
)
from dm_events.rulesets.dino_master.priority import NORMAL
from dm_events.rulesets.dino_master.shield import (
    ChooseStat,
    StatChosen,
    all_round,
    armed,
    ask_stat,
    fighting,
    mutual,
    outcome_of,
    shielded,
)
from dm_events.rulesets.dino_master.sources import K, T
from dm_events.rulesets.dino_master.triggers import R184, fire

R032 = Rule("R032", (K("2.2"),), "AT is the attacking strength.")
R033 = Rule("R033", (K("2.2"),), "DF is the strength used on the defence line.")
R169 = Rule("R169", (K("2.8.2.4"), T("battle phase")), "A battle has five steps: attack order, attack, "
            "power comparison, damage, end of battle.")  # fmt: skip
R183 = Rule(
    "R183", (K("2.8.2.4.2"),), "From this step to the end of the battle it counts as attacking."
)
R186 = Rule("R186", (K("2.8.2.4.3"),), "In-battle abilities work where strengths are compared.")
R187 = Rule(
    "R187", (K("2.5.2.2"), K("2.8.2.4.3")), "Attack line against attack line: higher AT wins."
)
R188 = Rule("R188", (K("2.5.2.2"), K("2.8.2.4.3")), "At equal AT the higher DF wins.")
R189 = Rule("R189", (K("2.5.2.2"), K("2.8.2.4.3")), "Equal AT and equal DF: draw.")
R190 = Rule("R190", (K("2.5.3.1"), K("2.8.2.4.3")), "Attack line against defence line: the attacker's "
            "AT against the defender's DF.")  # fmt: skip
R192 = Rule("R192", (K("2.5.3.1"), K("2.8.2.4.3")), "The higher value wins; equal is a draw.")
R203 = Rule("R203", (K("2.8.2.4.5"),), "Creatures that lost or drew go to the graveyard now.")
R211 = Rule("R211", (K("2.5.2.1"),), "A red-zone creature that attacks may get AT+500 or DF+500 to the "
            "end of the battle.")  # fmt: skip
R212 = Rule("R212", (K("2.5.2.1"),), "A red-zone creature that raised a stat attacks with it only.")

C27 = Question(
    "C27", "what-fights-when-df-is-raised", (K("2.5.2.1"),),
    "Does a creature of the red zone that raised its DF fight with that DF, or with its AT all the "
    "same?", ("raised-stat", "bonus-only"), "raised-stat",
)  # fmt: skip


class AttackStep(Task, frozen=True):
    """The creatures attack as ordered."""


class PowerComparison(Task, frozen=True):
    """Strengths are compared."""


class EndOfBattle(Task, frozen=True):
    """Who lost leaves; held-back abilities work."""


class BattleOver(Task, frozen=True):
    """What lasted to the end of the battle ends."""


class AttackDeclared(Happening, frozen=True):
    """A creature attacks its target."""

    attacker: CardId
    target: CardId
    because: tuple[Rule, ...] = ()


class StrengthsCompared(Happening, frozen=True):
    """Two creatures measured their strength. `won`: the attacker's result."""

    attacker: CardId
    value: int
    target: CardId
    against: int
    won: str = ""
    because: tuple[Rule, ...] = ()


class AttackFailed(Happening, frozen=True):
    """An attack came to nothing."""

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
    for attack in board.slots[BATTLE]:
        zone = place_of[slots[where[attack.attacker]]][0]
        gone = place_of[slots[where[attack.target]]][0] not in ("attack", "defence", "master")
        if attack.status == "cancelled":
            table.tell(AttackFailed(attack.attacker, CANCELLED))
            unspent(table, attack.attacker)
        elif zone != "attack" or gone:
            table.tell(AttackFailed(attack.attacker, FAILED))
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
    for attack in board.slots[BATTLE]:
        if attack.status == "attacking" and attack not in alive:
            table.tell(AttackFailed(attack.attacker, FAILED))
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
    value, against, won, rules = measure(table, attack)
    table.tell(StrengthsCompared(attack.attacker, value, attack.target, against, won, rules))


def measure(table: Table, attack: Attack) -> tuple[int, int, str, tuple[Rule, ...]]:
    """Return the attacker's value, the defender's, the attacker's result, and the rules of it."""
    board = table.board
    at, df, sh = fighting(board, attack.attacker)
    their_at, their_df, their_sh = fighting(board, attack.target)
    extra: tuple[Rule, ...] = (R212,) if attack.raised else ()
    stat = attack.own or "at"
    if (sh or their_sh) and (armed(board, attack.attacker) or armed(board, attack.target)):
        extra += (R186,)
    if attack.raised == "df":
        if table.ask(C27) == "raised-stat":
            stat = "df"
        else:
            extra = (R211, *extra[1:])
    value = df if stat == "df" else at
    if board.place(attack.target)[0] == "defence":
        rules, against = AT_TO_DF + extra, their_df
        if sh or their_sh:
            value, against, shields = shielded(table, stat, (value, sh), (against, their_sh))
            rules += shields
    elif all_round(board, attack, stat):
        rules = (R192, TEXT, *extra)
        against = their_df if attack.against_df or attack.theirs == "df" else their_at
        value, against, shields = mutual(attack, stat, (value, sh), (against, their_sh))
        rules += shields
    elif attack.against_df:
        rules, against = AT_TO_DF + extra, their_df
    elif value == their_at:
        won = outcome_of(df, their_df)
        return value, their_at, won, (R189 if won == "drawn" else R188, *extra)
    else:
        rules, against = AT_TO_AT + extra, their_at
    return value, against, outcome_of(value, against), rules


def end_of_battle(table: Table, task: EndOfBattle) -> None:
    """Who lost or drew goes to the graveyard; then what was held back (R203, R204)."""
    del task
    board = table.board
    owner = board.turn_owner
    for seat in (owner, 1 - owner):
        for card in board.creatures(seat):
            if board.slots[board.state_at[card]].doomed:
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
    for attack in table.board.slots[BATTLE]:
        state = table.board.state(attack.attacker) if attack.raised else None
        if state is not None:
            alone = sum(change.until == "battle" for change in state.changes) == 1
            raised[attack.attacker] = (R211,) if alone else (R211, TEXT)
    end_changes(table, "battle", TEXT, raised)
    table.tell(BattleEnded((R169,)))
    table.then(CheckDf())


def apply_declared(board: Duel, happening: AttackDeclared) -> None:
    """It counts as attacking; some targets will ask at the end of the turn whether they were one."""
    target = happening.target
    if board.face(target).untargeted:
        seat, mark = board.controller(target), targeted_mark(target)
        used = board.player(seat).used
        if mark not in used:
            board.set_player(seat, used=(*used, mark))
    set_status(board, happening.attacker, "attacking")
    board.set_step("attack")


def apply_failed(board: Duel, happening: AttackFailed) -> None:
    """It has come to nothing."""
    set_status(board, happening.attacker, "failed")


def apply_compared(board: Duel, happening: StrengthsCompared) -> None:
    """Keep the result and the rule that made it."""
    set_status(board, happening.attacker, happening.won, happening.because[0].id)
    board.set_step("power comparison")


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
FAILED = (R183, R179)
AT_TO_AT: tuple[Rule, ...] = (R187,)
AT_TO_DF: tuple[Rule, ...] = (R192, R190)
CHAPTER = Chapter(
    globals(),
    apply={
        AttackDeclared: apply_declared, AttackFailed: apply_failed,
        StrengthsCompared: apply_compared, BattleEnded: apply_ended,
    },
    tasks={
        AttackStep: attack_step, ChooseStat: choose_stat, PowerComparison: power_comparison,
        EndOfBattle: end_of_battle, BattleOver: battle_over,
    },
    watch={AttackDeclared: watch_declared},
)  # fmt: skip
