"""A cancelled attack order: by what, and what it takes along. Sources: K 2.8.2.4.1, fn4."""

from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening
from dm_events.rulesets.dino_master.abilities import Auto
from dm_events.rulesets.dino_master.board import BATTLE, Duel, Table
from dm_events.rulesets.dino_master.changes import TEXT, AttackForbidden
from dm_events.rulesets.dino_master.passing import called_off, set_status
from dm_events.rulesets.dino_master.sources import K
from dm_events.rulesets.dino_master.states import R296, StateGained
from dm_events.rulesets.dino_master.triggers import BY_ORDER, Use

R177 = Rule(
    "R177", (K("2.8.2.4.1"),), "An attack order can be cancelled by an ability that says so."
)
R178 = Rule("R178", (K("2.8.2.4.1"),), "A cancelled attack does not go on to the next steps, and "
            "its on-attack abilities are cancelled.")  # fmt: skip
R179 = Rule("R179", (K("fn4"),), "A cancelled attack counts as failed, and so does one that has lost "
            "its attacker or its target.")  # fmt: skip

C92 = Question(
    "C92", "cancelled-attack", (K("2.8.2.4.1"), K("fn4")),
    "Has a creature attacked whose attack order was cancelled?", ("spent", "not-spent"), "spent",
)  # fmt: skip

CANCELLED = (R177, R178, R179)


class AttackCancelled(Happening, frozen=True):
    """An attack order is cancelled: it does not go on to the next steps."""

    attacker: CardId
    because: tuple[Rule, ...] = ()


class AttackUnspent(Happening, frozen=True):
    """A creature whose attack was cancelled counts as not having attacked (C92)."""

    card: CardId
    because: tuple[Rule, ...] = ()


def cancel_order(table: Table, card: CardId, rule: Rule) -> None:
    """Cancel the order of a creature that cannot attack any more; not an attack that has begun."""
    if any(one.attacker == card and one.status == "ordered" for one in table.board.slots[BATTLE]):
        table.tell(AttackCancelled(card, (R177, R178, rule)))


def withdrawn(board: Duel, use: Use, ability: Auto) -> bool:
    """Whether an ability on the chain was set off by an attack order that was cancelled (R178)."""
    return ability.when.on in BY_ORDER and called_off(board, use.subject)


def unspent(table: Table, card: CardId) -> None:
    """Let a creature whose attack was cancelled count as not having attacked, if C92 says so."""
    if table.ask(C92) == "not-spent":
        table.tell(AttackUnspent(card, (R178,)))


def apply_cancelled(board: Duel, happening: AttackCancelled) -> None:
    """It is no longer under order."""
    set_status(board, happening.attacker, "cancelled")


def apply_unspent(board: Duel, happening: AttackUnspent) -> None:
    """It has not attacked this turn."""
    board.set_creature(happening.card, attacked=False)


def watch_forbidden(table: Table, happening: AttackForbidden) -> None:
    """Who cannot attack any more is no longer under order (R177)."""
    cancel_order(table, happening.card, TEXT)


def watch_state(table: Table, happening: StateGained) -> None:
    """Likewise who panics (R296); other states only keep a creature from being told something."""
    if happening.state == "panic":
        cancel_order(table, happening.card, R296)


CHAPTER = Chapter(
    globals(),
    apply={AttackCancelled: apply_cancelled, AttackUnspent: apply_unspent},
    watch={AttackForbidden: watch_forbidden, StateGained: watch_state},
)
