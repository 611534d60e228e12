"""What a creature may be told to use: skills and effects. Sources: K 2.2, 2.8.2.3 to 2.8.2.5; T; L."""

from collections.abc import Iterator

from dm_events.kernel.chain import OpenWindow
from dm_events.kernel.rule import Question, Refusal, Rule, illegal
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.abilities import MasterSkill, Skill, Used
from dm_events.rulesets.dino_master.board import (
    ATTACK,
    DEFENCE,
    HAND,
    MAGIC,
    PLAYER,
    TURN,
    Creature,
    Duel,
    Table,
    Turn,
)
from dm_events.rulesets.dino_master.creatures import R158
from dm_events.rulesets.dino_master.deeds import Change, Swap
from dm_events.rulesets.dino_master.faces import STAT_CHANGING, Face, makes_state
from dm_events.rulesets.dino_master.filters import Cost
from dm_events.rulesets.dino_master.flock_board import already_told
from dm_events.rulesets.dino_master.priority import FAST, MAIN, NORMAL
from dm_events.rulesets.dino_master.sources import K, L, P, T
from dm_events.rulesets.dino_master.states import R300, cannot_be_commanded
from dm_events.rulesets.dino_master.staying import held_down
from dm_events.rulesets.dino_master.turn import GAME

R037 = Rule("R037", (K("2.2"),), "Creatures can be commanded only in their controller's turn, unless "
            "an ability says otherwise.")  # fmt: skip
R041 = Rule("R041", (K("2.8.2.3"), K("2.8.2.4"), T("main phase 1")), "Using a skill or an effect is a "
            "command to a creature.")  # fmt: skip
R042 = Rule("R042", (K("2.8.2.4"), K("2.8.2.5"), T("battle phase")),
            "A creature that attacked this turn cannot use a skill afterwards this turn.")  # fmt: skip
R043 = Rule("R043", (K("2.8.2.4"), T("battle phase")), "In the battle phase a creature that has "
            "neither used a skill nor attacked may use an effect or a skill.")  # fmt: skip
R044 = Rule("R044", (K("2.8.2.5"), T("main phase 2")), "In main 2 only a creature that has neither "
            "used a skill nor attacked may use a skill.")  # fmt: skip
R155 = Rule(
    "R155", (K("2.8.2.5"), T("main phase 2")), "In main 2: master skills, skills, action cards."
)

C87 = Question(
    "C87", "skills-in-the-opponents-turn", (K("2.2"), K("5.2"), L()),
    "Which skills and effects may be used in the opponent's turn: skills that make a stat-changing "
    "state; or any before the attack order, and after it those that only change stats, make such a "
    "state, or point at an attacking or attacked card?",
    ("state-changing", "community"), "state-changing",
)  # fmt: skip
C120 = Question(
    "C120", "how-often-skills", (K("2.8.2.3"), K("2.8.2.4"), K("2.8.2.5"), P("ability text")),
    "How often may a creature with several skills use them in main 1: each once, or one of them?",
    ("per-skill", "per-creature"), "per-skill",
)  # fmt: skip
C128 = Question(
    "C128", "abilities-while-waiting", (K("2.2"), K("fn1"), K("2.8.2.3")),
    "May a creature that waits be told to use a skill or an effect?",
    ("no-command", "every-ability"), "no-command",
)  # fmt: skip
C129 = Question(
    "C129", "effects-in-main-2", (K("2.8.2.5"), T("main phase 2")),
    "May an effect be used in main 2 only where its text says so, or like a skill?",
    ("text-only", "like-skills"), "text-only",
)  # fmt: skip
C148 = Question(
    "C148", "how-often-the-ultimate", (K("2.8.2.5"), T("main phase 1"), T("main phase 2")),
    "May the ultimate master skill be used once in a turn, or once in the game?",
    ("once-a-turn", "once-a-game"), "once-a-turn",
)  # fmt: skip


def may_tell(
    table: Table, card: CardId, number: int, ability: Used, targets: tuple[CardId, ...]
) -> Iterator[Refusal]:
    """A creature that takes commands, with a skill or effect left, in a turn that allows it."""
    board, turn = table.board, table.board.slots[TURN]
    state, skill = board.creature(card), isinstance(ability, Skill)
    foreign = turn.owner != table.seat and not (skill and makes_state(ability))
    if foreign and (table.ask(C87) == "state-changing" or not _community(board, ability, targets)):
        yield illegal("turn/not-owner", R037, R300, owner=turn.owner)
    for refusal in cannot_be_commanded(board, card):
        if refusal.code != "creature/waiting" or table.ask(C128) == "no-command":
            yield refusal
    yield from already_told(state, card, "skill" if skill else "effect")
    if turn.phase == "main 2" and not skill and table.ask(C129) == "text-only":
        yield illegal("phase/wrong", R044, R155, R158, now=turn.phase)
        return
    yield from _used_up(table, card, number, skill=skill)


def _used_up(table: Table, card: CardId, number: int, *, skill: bool) -> Iterator[Refusal]:
    """Each once a turn; in the battle phase and main 2 only who has neither used nor attacked."""
    board, phase = table.board, table.board.slots[TURN].phase
    state = board.creature(card)
    barred = R044 if phase == "main 2" else R043
    if number in state.used:
        yield illegal("ability/already-used", R041, card=card)
    if state.skilled:
        if phase in ("battle", "main 2"):
            yield illegal("creature/already-skilled", barred, card=card)
        elif skill and not another_skill(table, state, board.face(card)):
            yield illegal("creature/already-skilled", R041, card=card)
    if state.attacked and (skill or phase in ("battle", "main 2")):
        yield illegal("creature/already-attacked", R042, barred, card=card)


def another_skill(table: Table, state: Creature, face: Face) -> bool:
    """Whether a creature that has used a skill may use another one in main 1 (C120).

    Where an official found that it used one and nobody said which, it has none left.
    """
    abilities = face.card.ability
    named = any(isinstance(abilities[number], Skill) for number in state.used)
    return named and table.ask(C120) == "per-skill"


def _community(board: Duel, ability: Used, targets: tuple[CardId, ...]) -> bool:
    """What the community lets be used in the opponent's turn (C87): all before the attack order."""
    if not board.slots[TURN].rounds:
        return True
    only_stats = all(
        isinstance(effect, Change | Swap) or getattr(effect, "state", None) in STAT_CHANGING
        for effect in ability.effects
    )
    fight = [card for one in board.attacks for card in (one.attacker, one.target)]
    return only_stats or any(card in fight for card in targets)


def could_answer(table: Table, window: OpenWindow, cheapest: int) -> bool:
    """Tell by what lies open whether a seat could answer: cards on hand and DP, or an ability.

    `cheapest` is the DP of the cheapest action card there is, whoever holds it.
    """
    board = table.board
    seat, slots = window.seat, board.slots
    dp = slots[PLAYER + seat].dp
    if dp >= cheapest and slots[HAND + seat]:
        return True
    turn: Turn = slots[TURN]
    own = seat == turn.owner
    if window.speed > NORMAL:
        return own and window.speed == FAST and _master_could(table, seat, fast=True)
    if own and _master_could(table, seat):
        return True
    for card in slots[ATTACK + seat] + slots[DEFENCE + seat]:
        face: Face = slots[board.face_at[card]]
        if face.answers:
            state: Creature = slots[board.state_at[card]]
            if _creature_could(table, seat, state, face, own=own) and not (
                (slots[MAGIC] or slots[MAGIC + 1]) and held_down(board, card)
            ):
                return True
    return False


def _master_could(table: Table, seat: int, *, fast: bool = False) -> bool:
    """Whether a master skill is left that could be paid, in a main phase of the own turn.

    `fast`: the ultimate master skill alone.
    """
    board = table.board
    if board.slots[TURN].phase not in MAIN:
        return False
    master, (dp, cards) = board.master(seat), _means(board, seat)
    return any(
        isinstance(ability, MasterSkill) and (ability.ultimate or not fast)
        and board.slots[TURN].number >= ability.from_turn
        and skill_left(table, seat, master, number, ability)
        and _payable(ability.cost, dp, cards)
        for number, ability in board.face(master).used
    )  # fmt: skip


def skill_left(table: Table, seat: int, master: CardId, number: int, skill: MasterSkill) -> bool:
    """Whether a master skill has not been used this turn, or, as C148 says, in this game."""
    mark, used = f"{master}#{number}", table.board.player(seat).used
    again = skill.ultimate and f"{GAME}{mark}" in used and table.ask(C148) == "once-a-game"
    return mark not in used and not again


def _creature_could(table: Table, seat: int, state: Creature, face: Face, *, own: bool) -> bool:
    """Whether a skill or an effect is left to a creature that takes commands.

    In the opponent's turn only what makes a stat-changing state, or what C87 adds.
    """
    if state.afflictions and state.stopped:
        return False
    dp, cards = _means(table.board, seat)
    left = [
        number for number, ability in face.answers
        if _left(table, state, face, number, ability) and _payable(ability.cost, dp, cards)
    ]  # fmt: skip
    if left and not own and not any(number in left for number, _ in face.stating):
        left = left if table.ask(C87) == "community" else []
    return bool(left) and (state.waiting < 0 or table.ask(C128) == "every-ability")


def _left(table: Table, state: Creature, face: Face, number: int, ability: Used) -> bool:
    """What was used or attacked bars skills, and in the battle phase effects too (R042 to R044)."""
    done, phase = state.skilled or state.attacked, table.board.slots[TURN].phase
    if number in state.used or (done and phase == "battle"):
        return False
    if isinstance(ability, Skill):
        return not done or (
            phase == "main 1" and not state.attacked and another_skill(table, state, face)
        )
    return phase != "main 2" or (not done and table.ask(C129) == "like-skills")


def _means(board: Duel, seat: int) -> tuple[int, int]:
    """The DP and the number of hand cards with which a seat could pay."""
    return board.slots[PLAYER + seat].dp, len(board.slots[HAND + seat])


def _payable(cost: Cost, dp: int, hand: int) -> bool:
    """Whether DP and the number of cards on hand, which all can see, are enough."""
    if cost.armors:  # nobody wears one: no card of the catalogue is an armor
        return False
    cards = cost.remove + cost.discards
    return cost.dp <= dp and cards <= hand


CHAPTER = Chapter(globals())
