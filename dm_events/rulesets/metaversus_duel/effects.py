"""What simple instructions do: icons, HP, cards moved without a choice. Sources: G A to D; the cards."""

from collections.abc import Callable
from typing import Any

from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import Happening
from dm_events.rulesets.metaversus_duel import language as say
from dm_events.rulesets.metaversus_duel.board import Duel, Table
from dm_events.rulesets.metaversus_duel.choosing import CHOOSING
from dm_events.rulesets.metaversus_duel.damage import C_03, ArmourGained, Hit, heal, lose_hp
from dm_events.rulesets.metaversus_duel.draw import DRAW_01, draw
from dm_events.rulesets.metaversus_duel.end import lose, win
from dm_events.rulesets.metaversus_duel.gaining import GAINING
from dm_events.rulesets.metaversus_duel.perform import TURN_09, Do
from dm_events.rulesets.metaversus_duel.pools import (
    A_05,
    B_04,
    B_05,
    ApGained,
    BuysGained,
    DamageCounted,
    GemsGained,
)
from dm_events.rulesets.metaversus_duel.sources import G
from dm_events.rulesets.metaversus_duel.zones import (
    CardDiscarded,
    CardKept,
    CardMoved,
    can_move_this,
    discard_staying,
    remove,
)

Q_46 = Rule("Q-46", (G("B"),), "A gained card in the play area was not played.")

Q_30 = Question("Q-30", "text-that-reads-the-damage", (G("C"),),
    "When is a weapon's text followed that reads the damage?",
    ("after-the-sum", "at-play"), "after-the-sum")  # fmt: skip
Q_31 = Question("Q-31", "damage-icon-of-an-action", (G("A"), G("C")),
    "Does the damage of an action card join the sum of the combat phase?",
    ("at-once", "joins-sum"), "at-once")  # fmt: skip
Q_57 = Question("Q-57", "extra-buys-in-the-buy-phase", (G("B"),),
    "Do extra buys count that come from a treasure or an ability in the buy phase?",
    ("count", "only-from-action-phase"), "count")  # fmt: skip


class PricesChanged(Happening, frozen=True):
    """Cards that can stay out cost so much less this turn."""

    seat: int
    less: int
    because: tuple[Rule, ...] = ()


class ExtraTurnGranted(Happening, frozen=True):
    """A seat has one more turn after this one."""

    seat: int
    because: tuple[Rule, ...] = ()


def do(table: Table, task: Do) -> None:
    """Follow one instruction."""
    DOING[type(task.effect)](table, task, task.effect)


def do_draw(table: Table, task: Do, effect: say.Draw) -> None:
    """+n cards, for the performer or for each duelist."""
    owner = table.board.turn_owner
    for seat in (owner, 1 - owner) if effect.each else (task.seat,):
        draw(table, seat, effect.n, DRAW_01)


def do_ap(table: Table, task: Do, effect: say.Ap) -> None:
    """+n AP."""
    table.tell(ApGained(task.seat, effect.n, BY_AP))


def do_gems(table: Table, task: Do, effect: say.Gems) -> None:
    """+n gems."""
    table.tell(GemsGained(task.seat, effect.n, BY_GEMS))


BY_AP, BY_GEMS, BY_BUYS = (A_05,), (B_04,), (B_05,)


def do_buys(table: Table, task: Do, effect: say.Buys) -> None:
    """+n buys; in the buy phase a question."""
    if table.board.turn.phase == "buy" and table.ask(Q_57) != "count":
        return
    table.tell(BuysGained(task.seat, effect.n, BY_BUYS))


def do_damage(table: Table, task: Do, effect: say.Damage) -> None:
    """N damage now, or with the weapons' sum."""
    seat = task.seat if effect.to == "self" else 1 - task.seat
    action = task.kind == "action" and seat != task.seat
    if action and table.ask(Q_31) == "joins-sum":
        table.tell(DamageCounted(task.seat, effect.n, (C_03,)))
    else:
        table.then(Hit(seat, effect.n, task.seat))


def do_more(table: Table, task: Do, effect: say.More) -> None:
    """The weapon counts more for each card of a sort."""
    board = table.board
    if effect.each == "stays":
        cards = len(board.beside(task.seat))
    else:
        cards = sum(card != task.card for card in board.turn.weapons)
    if cards:
        table.tell(DamageCounted(task.seat, effect.n * cards, (C_03,)))


def do_armour(table: Table, task: Do, effect: say.Armour) -> None:
    """+n armour."""
    table.tell(ArmourGained(task.seat, effect.n))


def do_heal(table: Table, task: Do, effect: say.Heal) -> None:
    """N HP back."""
    heal(table, task.seat, effect.n)


def do_lose_hp(table: Table, task: Do, effect: say.LoseHp) -> None:
    """N HP gone."""
    lose_hp(table, task.seat if effect.who == "self" else 1 - task.seat, effect.n)


def do_pay(table: Table, task: Do, effect: say.Pay) -> None:
    """N HP gone, and what that pays for."""
    lose_hp(table, task.seat, effect.n)
    table.then(*(Do(task.seat, task.card, one, task.kind) for one in effect.then))


def do_stay(table: Table, task: Do, effect: say.Stay) -> None:
    """This card stays out, if it is where it was played."""
    if can_move_this(table, task.seat, task.card):
        table.tell(CardKept(task.seat, task.card))


def do_stampede(table: Table, task: Do, effect: say.Stampede) -> None:
    """All that stays out goes; damage for each."""
    cards = table.board.beside(task.seat)
    for card in cards:
        discard_staying(table, task.seat, card)
    if cards:
        do_damage(table, task, say.Damage(effect.n * len(cards)))


def do_remove_this(table: Table, task: Do, effect: say.RemoveThis) -> None:
    """This card is removed."""
    if can_move_this(table, task.seat, task.card):
        remove(table, task.seat, task.card)


def do_this_to_deck(table: Table, task: Do, effect: say.ThisToDeck) -> None:
    """This card goes on top of the draw deck."""
    if can_move_this(table, task.seat, task.card):
        table.tell(CardMoved(task.seat, task.card, "deck"))


def do_snatch(table: Table, task: Do, effect: say.Snatch) -> None:
    """The card that set this off goes to its owner's discard deck."""
    board = table.board
    for card in task.memo:
        if board.place(card) == ("play", 1 - task.seat):  # type: ignore[arg-type]
            table.tell(CardDiscarded(1 - task.seat, card))  # type: ignore[arg-type]


def do_prices(table: Table, task: Do, effect: say.Prices) -> None:
    """Cards that can stay out cost less."""
    table.tell(PricesChanged(task.seat, effect.n, (TURN_09,)))


def do_win(table: Table, task: Do, effect: say.Win) -> None:
    """Somebody wins, if what the text asks for is so."""
    if holds(table.board, task.seat, effect):
        seat = task.seat if effect.who == "self" else 1 - task.seat
        win(table, seat, both=table.board.face(task.card).wins > 1)


def holds(board: Duel, seat: int, effect: say.Win) -> bool:
    """Whether the conditions of a special win are met."""
    if effect.hp is not None and any(board.player(one).hp > effect.hp for one in (0, 1)):
        return False
    cards = (*board.discard(seat), *board.play_area(seat)) if effect.treasures else ()
    return sum(board.face(card).kind == "treasure" for card in cards) >= effect.treasures


def do_lose(table: Table, task: Do, effect: say.Lose) -> None:
    """The performer loses."""
    lose(table, task.seat)


def do_extra_turn(table: Table, task: Do, effect: say.ExtraTurn) -> None:
    """One more turn."""
    table.tell(ExtraTurnGranted(task.seat))


def do_if_hp_lost(table: Table, task: Do, effect: say.IfHpLost) -> None:
    """At play only where a reading says so: would the damage so far lower HP?"""
    board = table.board
    if table.ask(Q_30) == "at-play" and board.turn.damage > board.player(1 - task.seat).armour:
        table.then(*(Do(task.seat, task.card, one, task.kind) for one in effect.then))


def apply_prices(board: Duel, happening: PricesChanged) -> None:
    """One change more."""
    board.set_turn(prices=board.turn.prices + happening.less)


def apply_extra(board: Duel, happening: ExtraTurnGranted) -> None:
    """One turn more to come."""
    board.set_end(extra=(*board.end.extra, happening.seat))


Doing = Callable[[Table, Do, Any], None]
DOING: dict[type, Doing] = {
    say.Draw: do_draw, say.Ap: do_ap, say.Gems: do_gems, say.Buys: do_buys,
    say.Damage: do_damage, say.More: do_more, say.Armour: do_armour, say.Heal: do_heal,
    say.LoseHp: do_lose_hp, say.Pay: do_pay, say.Stay: do_stay, say.Stampede: do_stampede,
    say.RemoveThis: do_remove_this, say.ThisToDeck: do_this_to_deck, say.Snatch: do_snatch,
    say.Prices: do_prices, say.Win: do_win, say.Lose: do_lose, say.ExtraTurn: do_extra_turn,
    say.IfHpLost: do_if_hp_lost, **CHOOSING, **GAINING,
}  # fmt: skip

CHAPTER = Chapter(
    globals(),
    apply={PricesChanged: apply_prices, ExtraTurnGranted: apply_extra},
    tasks={Do: do},
)
