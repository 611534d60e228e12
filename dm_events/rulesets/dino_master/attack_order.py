"""The first battle step: who attacks whom. Sources: K 2.5.2, 2.5.3, 2.8.2.4.1, fn3, fn4; T."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from dm_events.kernel.rule import Question, Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Command, Happening
from dm_events.rulesets.dino_master.abilities import Skill
from dm_events.rulesets.dino_master.battle import (
    R211,
    AttackStep,
    EndOfBattle,
    PowerComparison,
)
from dm_events.rulesets.dino_master.board import (
    BATTLE,
    LINES,
    MAGIC,
    TURN,
    Attack,
    Change,
    Creature,
    Duel,
    Table,
    Turn,
)
from dm_events.rulesets.dino_master.commanded import R042
from dm_events.rulesets.dino_master.damage import DamageStep
from dm_events.rulesets.dino_master.faces import Face
from dm_events.rulesets.dino_master.fits import candidates, fits, holds
from dm_events.rulesets.dino_master.flock_board import R241, already_told
from dm_events.rulesets.dino_master.gifts import AgainstDf, NoTarget
from dm_events.rulesets.dino_master.passing import passes_freely
from dm_events.rulesets.dino_master.priority import NORMAL, answer_to
from dm_events.rulesets.dino_master.sources import K, L, T
from dm_events.rulesets.dino_master.states import cannot_be_commanded, panics
from dm_events.rulesets.dino_master.triggers import fire
from dm_events.rulesets.dino_master.turn import R126

R145 = Rule(
    "R145", (T("battle phase"), K("2.8.2.4")), "Attacks are ordered only in the battle phase."
)
R145A = Rule(
    "R145a", (T("battle phase"),), "A creature can be ordered to attack only when it is ready."
)
R165 = Rule("R165", (K("2.5.2"),), "Creatures on the attack line attack and shield what is behind.")
R166 = Rule("R166", (K("2.5.2"), K("2.5.2.2")), "Only creatures on the attack line attack.")
R167 = Rule(
    "R167", (K("2.5.3"),), "Creatures on the defence line protect the Master; DF counts there."
)
R171 = Rule("R171", (K("2.8.2.4.1"),), "The turn owner picks opposing creatures or the Master as "
            "targets, for ready creatures, all at the same time.")  # fmt: skip
R172 = Rule("R172", (K("fn3"),), "Several attacks must be ordered together in one go.")
R173 = Rule(
    "R173", (K("2.8.2.4.1"),), "A creature under attack order does not yet count as attacking."
)
R175 = Rule(
    "R175", (K("2.8.2.4.1"),), "Two creatures cannot be ordered to attack the same creature."
)
R176 = Rule("R176", (K("2.8.2.4.1"),), "Any number of creatures can attack the same Master.")
R180 = Rule("R180", (K("2.5.2(1)"),), "Whoever attacks a defence-line creature must also attack the "
            "attack-line creatures that shield it.")  # fmt: skip
R181 = Rule("R181", (K("2.5.2(2)"),), "Whoever attacks the Master must also attack the attack-line "
            "creatures that shield it.")  # fmt: skip
R182 = Rule("R182", (K("2.5.3"),), "Likewise for the Master and the creatures on the defence line.")

C39 = Question(
    "C39", "whom-an-order-must-take-on", (K("2.5.2(1)"), K("2.5.2(2)"), K("2.5.3")),
    "How many of the creatures that shield a target must be attacked along with it?",
    ("at-least-one", "all", "in-front"), "at-least-one",
)  # fmt: skip
C45 = Question(
    "C45", "skill-and-attack", (K("2.8.2.4"), K("2.8.2.5"), K("2.9.1"), K("2.11.1")),
    "May a creature that used a skill this turn still attack?", ("one-of", "both"), "one-of",
)  # fmt: skip
C116 = Question(
    "C116", "master-behind-manned-lines", (K("2.5.2(2)"), K("2.5.3"), L()),
    "May the Master be attacked together with what shields it, or only behind two empty lines?",
    ("with-blockers", "empty-lines"), "with-blockers",
)  # fmt: skip
C139 = Question(
    "C139", "who-is-ready-to-attack", (T("battle phase"), K("2.8.2.4.1")),
    "T breaks off where it says when a creature can be ordered to attack: only one that has not "
    "attacked this turn, or is nothing more asked than other rules ask?", ("ready", "nothing-more"), "ready",
)  # fmt: skip

RAISE = 500
ORDERED = (R171, R173)
BEFORE = {"defence": (("attack", R180),), "master": (("attack", R181), ("defence", R182))}
"""The lines that stand before a target, with the rule that says so."""
NOWHERE = ("", -1)
ATTACKABLE = (*LINES, "master")
RAISES = ("", "at", "df")


class AttackOrder(msgspec.Struct, frozen=True, gc=False, omit_defaults=True,
                  forbid_unknown_fields=True):  # fmt: skip
    """One attack: `target` is a creature or a Master card. `raised`: `at` or `df`, in the red
    zone; `against_df`: fight against the target's DF, where the attacker's card lets one choose.
    """

    attacker: CardId
    target: CardId
    raised: str = ""
    against_df: bool = False


class OrderAttacks(Command, frozen=True):
    """All attacks of the battle, ordered in one go."""

    attacks: tuple[AttackOrder, ...]


class AttackOrdered(Happening, frozen=True):
    """A creature is under order to attack a target."""

    attacker: CardId
    target: CardId
    raised: str = ""
    against_df: bool = False
    because: tuple[Rule, ...] = ()


def may_order(table: Table, command: OrderAttacks) -> Iterator[Refusal]:
    """Each attacker, each target, and what shields it."""
    board, seat, turn = table.board, table.seat, table.board.slots[TURN]
    yield from _malformed(board, seat, command.attacks)
    if not command.attacks:
        yield impossible("attack/none", R171)
        return
    if turn.owner != seat or turn.phase != "battle" or turn.rounds or turn.step:
        yield from _not_now(board, seat, command.attacks)
    if board.player(seat).no_orders:
        yield illegal("attack/forbidden", R171, seat=seat)
    taken: list[CardId] = []
    for order in command.attacks:
        if not _untouched(board, order):
            yield from _attacker_ready(table, order)
        yield from _target_closed(board, order.target)
        if order.target in taken and board.state(order.target) is not None:
            yield illegal("attack/same-target", R175, card=order.target)
        taken.append(order.target)
    for order in command.attacks:
        if board.place_of[board.slots[board.where_at[order.target]]][0] != "attack":
            yield from _shielded(table, order, taken)


def _not_now(board: Duel, seat: int, orders: tuple[AttackOrder, ...]) -> Iterator[Refusal]:
    """Attacks are ordered in the own battle phase, once; a second round is of such as may twice (C42)."""
    turn = board.slots[TURN]
    if turn.owner != seat:
        yield illegal("turn/not-owner", R126, R171, owner=turn.owner)
    if turn.phase != "battle":
        yield illegal("phase/wrong", R145, now=turn.phase)
    second = turn.rounds == 1 and all(again(board, order.attacker) for order in orders)
    if turn.step or (turn.rounds and not second):
        yield illegal("attack/round-over", R172)


def again(board: Duel, card: CardId) -> bool:
    """Whether a creature may be ordered to attack a second time."""
    seat = board.controller(card)
    return any(holds(board, seat, card, one.condition) for one in board.face(card).attack_twice)


def _malformed(board: Duel, seat: int, orders: tuple[AttackOrder, ...]) -> list[Refusal]:
    """Cards that are not there, two orders for one attacker, a raise that there is not."""
    found: list[Refusal] = []
    attackers: list[CardId] = []
    for order in orders:
        missing = _missing(board, seat, order)
        if missing is not None:
            found.append(missing)
        if order.attacker in attackers:
            found.append(impossible("attack/attacker-twice", R145A, card=order.attacker))
        if order.raised and order.raised not in RAISES:
            found.append(impossible("word/not-offered", R211, word=order.raised))
        attackers.append(order.attacker)
    return found


def _missing(board: Duel, seat: int, order: AttackOrder) -> Refusal | None:
    """Refuse what is not an own creature on the field, or no opposing creature or Master."""
    slots, here, place_of = board.slots, board.where_at, board.place_of
    card = order.attacker
    zone, side = place_of[slots[here[card]]] if card in here else NOWHERE
    if side != seat or zone not in LINES:
        return impossible("card/not-on-field", R166, card=card)
    card = order.target
    zone, side = place_of[slots[here[card]]] if card in here else NOWHERE
    if side != 1 - seat or zone not in ATTACKABLE:
        return impossible("target/not-there", R171, card=card)
    return None


def _untouched(board: Duel, order: AttackOrder) -> bool:
    """Whether nothing has happened to an attacker, and nothing is chosen, that could forbid it."""
    card, slots = order.attacker, board.slots
    state: Creature = slots[board.state_at[card]]
    return not (
        state.waiting >= 0 or state.attacked or state.skilled or state.afflictions
        or state.bound or state.no_attack or order.raised or order.against_df
        or slots[board.face_at[card]].attack_needs or slots[MAGIC] or slots[MAGIC + 1]
    ) and board.place_of[slots[board.where_at[card]]][0] == "attack"  # fmt: skip


def _attacker_ready(table: Table, order: AttackOrder) -> Iterator[Refusal]:
    """On the attack line, ready, and with the choices that are open to it."""
    board, card = table.board, order.attacker
    state = board.creature(card)
    if board.place(card)[0] != "attack":
        yield illegal("attack/not-attack-line", R166, card=card)
    yield from cannot_be_commanded(board, card)
    if state.afflictions:
        yield from panics(board, card)
    if state.bound:
        yield from already_told(state, card, "attack")
    yield from _may_attack(table, card)
    yield from _skill_bars(table, card, state)
    if state.no_attack:
        yield illegal("attack/forbidden", R171, card=card)
    if order.raised and not state.red:
        yield illegal("attack/raise", R211, card=card)
    if order.against_df and not fights_df(board, board.face(card), order, must=False):
        yield illegal("attack/versus", R171, card=card)


def _may_attack(table: Table, card: CardId) -> Iterator[Refusal]:
    """It has not attacked, or may twice; and there is what it needs for an attack."""
    board = table.board
    spent = board.creature(card).attacked and not (
        board.slots[TURN].rounds == 1 and again(board, card)
    )
    if spent and table.ask(C139) == "ready":
        yield illegal("creature/already-attacked", R145A, card=card)
    for needed in board.face(card).attack_needs:
        if not candidates(board, board.controller(card), card, needed):
            yield illegal("attack/condition", R171, card=card)


def _skill_bars(table: Table, card: CardId, state: Creature) -> Iterator[Refusal]:
    """Who used a skill does not attack (C45), nor a flock that its creature's skill binds (C140)."""
    board = table.board
    inside = () if state.flock is None or "skill" not in state.bound else state.flock.members
    for one in (card, *inside):
        if board.creature(one).skilled and not _keeps_attack(board, one):
            if table.ask(C45) == "one-of":
                rules = (R042, R145A) if one == card else (R241, R042, R145A)
                yield illegal("creature/already-skilled", *rules, card=one)
            return


def _keeps_attack(board: Duel, card: CardId) -> bool:
    """Whether every skill that it used says that it may still attack; one nobody named does not."""
    abilities = board.face(card).card.ability
    used = [abilities[number] for number in board.creature(card).used]
    skills = [one.keeps_attack for one in used if isinstance(one, Skill)]
    return bool(skills) and all(skills)


def fights_df(board: Duel, face: Face, order: AttackOrder | Attack, *, must: bool) -> bool:
    """Whether it fights against the target's DF: because it must, or because it may."""
    for one in face.against_df:
        gift = one.gift
        if isinstance(gift, AgainstDf) and gift.may != must:
            seat = board.controller(order.attacker)
            fitting = gift.target is None or fits(
                board, seat, order.attacker, gift.target, order.target
            )
            if fitting and holds(board, seat, order.attacker, one.condition):
                return True
    return False


def _target_closed(board: Duel, card: CardId) -> Sequence[Refusal]:
    """Why attacks cannot point at a target."""
    slots = board.slots
    side, state = board.place_of[slots[board.where_at[card]]][1], slots[board.state_at[card]]
    gifts = slots[board.face_at[card]].no_target
    closed = board.player(side).no_target if state is None else state.no_target
    if not (closed or gifts):
        return ()
    found = [illegal("target/protected", R171, card=card)] if closed else []
    for one in gifts:
        gift = one.gift
        if isinstance(gift, NoTarget) and gift.by == "attack" and (
            holds(board, side, card, one.condition)
        ):  # fmt: skip
            found.append(illegal("target/protected", R171, card=card))
    return found


def _shielded(table: Table, order: AttackOrder, taken: list[CardId]) -> Iterator[Refusal]:
    """What stands before a target must be attacked too, as far as C39 says (R180 to R182)."""
    board = table.board
    zone, side = board.place(order.target)
    if passes_freely(table, order.attacker, order.target):
        return
    for line, rule in BEFORE[zone]:
        there = board.line(line, side)
        shields = [card for card in there if not board.creature(card).doomed] if there else []
        if not shields:
            continue
        if zone == "master" and table.ask(C116) == "empty-lines":
            yield illegal("attack/lines-not-empty", rule, card=order.target, line=line)
            continue
        answer = table.ask(C39)
        if answer == "in-front" and zone == "defence":
            shields = _in_front(board, order.target, side)
        met = sum(card in taken for card in shields)
        if shields and met < (len(shields) if answer == "all" else 1):
            yield illegal("attack/blockers-left-out", rule, card=order.target, line=line)


def _in_front(board: Duel, card: CardId, side: int) -> list[CardId]:
    """The attack-line creature at the same place from the left, if there is one."""
    place = board.line("defence", side).index(card)
    return list(board.line("attack", side)[place : place + 1])


def order_attacks(table: Table, command: OrderAttacks) -> None:
    """Give the orders, then the steps of the battle one after the other (R169)."""
    board = table.board
    for order in command.attacks:
        face = board.face(order.attacker)
        against = order.against_df or (
            bool(face.against_df) and fights_df(board, face, order, must=True)
        )
        table.tell(AttackOrdered(order.attacker, order.target, order.raised, against, ORDERED))
    table.then(
        answer_to(table.seat, NORMAL, "attacks ordered"),
        AttackStep(), PowerComparison(), DamageStep(), EndOfBattle(),
    )  # fmt: skip


def apply_ordered(board: Duel, happening: AttackOrdered) -> None:
    """One more attack; the attacker's red-zone raise lasts to the end of the battle."""
    card = happening.attacker
    board.set_attacks((*board.slots[BATTLE], Attack(
        card, happening.target, happening.raised, happening.against_df)))  # fmt: skip
    state = replace(board.creature(card), attacked=True)
    if happening.raised:
        amount = (RAISE, 0) if happening.raised == "at" else (0, RAISE)
        state = replace(state, changes=(*state.changes, Change(*amount, "battle")))
    board.set_state(card, state)
    turn: Turn = board.slots[TURN]
    if turn.step != "attack order":
        board.write(TURN, replace(turn, step="attack order", rounds=turn.rounds + 1, acted=True))


def watch_ordered(table: Table, happening: AttackOrdered) -> None:
    """On-attack and on-attack-order abilities (R174)."""
    fire(table, "orders-attack", happening.attacker, happening.target)
    fire(table, "attacks", happening.attacker, happening.target)


CHAPTER = Chapter(
    globals(),
    commands={OrderAttacks: (may_order, order_attacks)},
    apply={AttackOrdered: apply_ordered},
    watch={AttackOrdered: watch_ordered},
)
