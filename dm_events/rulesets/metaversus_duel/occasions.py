"""Occasions: passive abilities and texts below a line, and who orders them. Sources: G abil, app-misc."""

from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening, Task
from dm_events.rulesets.metaversus_duel.board import CHARACTER, Duel, Table
from dm_events.rulesets.metaversus_duel.language import Ability
from dm_events.rulesets.metaversus_duel.perform import TURN_06, perform
from dm_events.rulesets.metaversus_duel.sources import G

TURN_10 = Rule("TURN-10", (G("app-misc"),), "Several things to do at once without an order: that "
               "duelist picks the order.")  # fmt: skip
ABIL_02 = Rule("ABIL-02", (G("abil"),), "Abilities are active or passive.")
ABIL_05 = Rule("ABIL-05", (G("abil"),), "What can or may be performed is optional; if nothing was "
               "performed, no use is counted.")  # fmt: skip
ABIL_06 = Rule("ABIL-06", (G("abil"),), "What is performed is mandatory if it is possible.")
ABIL_07 = Rule("ABIL-07", (G("abil"),), "Some abilities have a limited number of uses.")
ABIL_08 = Rule(
    "ABIL-08", (G("abil"),), "An ability is no effect of an action, treasure or weapon card."
)
Q_39 = Rule(
    "Q-39", (G("abil"),), "An optional text that is met several times is offered each time."
)
Q_58 = Question("Q-58", "limit-without-a-time", (G("abil"),),
    "Does a limit of uses that names no time hold for the match or for a turn?",
    ("match", "turn"), "match")  # fmt: skip


class Next(Task, frozen=True):
    """Things that a duelist does at once: abilities (`ability 1`) and texts of cards that stay out."""

    seat: int
    items: tuple[str, ...]
    picks: tuple[str, ...] = ()


class Offer(Task, frozen=True):
    """A passive ability may be performed, or not."""

    seat: int
    ability: int
    picks: tuple[str, ...] = ()


class Spend(Task, frozen=True):
    """An ability was performed: a use of it is counted."""

    seat: int
    ability: int


class AbilityPerformed(Happening, frozen=True):
    """A passive ability is performed."""

    seat: int
    ability: int
    because: tuple[Rule, ...] = ()


class AbilityDeclined(Happening, frozen=True):
    """A passive ability could have been performed; its duelist did not want it."""

    seat: int
    ability: int
    because: tuple[Rule, ...] = ()


class UseSpent(Happening, frozen=True):
    """One use of a limited ability is gone; so many are left."""

    seat: int
    ability: int
    left: int
    because: tuple[Rule, ...] = ()


class TextPerformed(Happening, frozen=True):
    """The text below the line of a card that stays out is performed."""

    card: CardId
    because: tuple[Rule, ...] = ()


def occasion(table: Table, when: str, seat: int) -> None:
    """Something happened to a seat: its passive abilities wait for the effect to be finished."""
    board = table.board
    face = board.slots[board.face_at[board.slots[CHARACTER + seat][0]]]
    if face.passives:
        found = face.passives.get(when)
        if found:
            items = tuple(f"ability {at}" for at, _ in found if uses_left(table, seat, at) != 0)
            if items:
                table.wait(Next(seat, items))


def turn_start(table: Table, seat: int) -> tuple[str, ...]:
    """What a seat does at the start of its turn: each text below a line once for its name."""
    board = table.board
    passives = board.face(board.character(seat)).passives.get("start-of-turn", ())
    items = [f"ability {at}" for at, _ in passives if uses_left(table, seat, at) != 0]
    names: dict[str, str] = {}
    for card in board.beside(seat):
        face = board.face(card)
        if face.card.below:
            names.setdefault(face.cid, card)
    return (*items, *names.values())


def next_item(table: Table, task: Next) -> None:
    """Do the one that was picked, or the only one; else ask which comes first."""
    items = tuple(dict.fromkeys(task.items))
    if not items:
        return
    if len(items) > 1 and not task.picks:
        table.choose(task.seat, "next", items, 1, 1, task)
        return
    one = task.picks[0] if task.picks else items[0]
    rest = list(task.items)
    rest.remove(one)
    do_item(table, task.seat, one)
    if rest:
        table.then(Next(task.seat, tuple(rest)))


def do_item(table: Table, seat: int, item: str) -> None:
    """Perform an ability, or the text of a card that still stays out."""
    board = table.board
    if item.startswith("ability "):
        table.then(Offer(seat, int(item[8:])))
        return
    card = CardId(item)
    if board.place(card) == ("beside", seat):
        table.tell(TextPerformed(card, (TURN_06,)))
        perform(table, seat, card, board.face(card).card.below, "below")


def ability_of(board: Duel, seat: int, number: int) -> Ability | None:
    """An ability of a seat's character by its number, if there is one."""
    abilities = board.face(board.character(seat)).card.ability
    return abilities[number - 1] if 0 < number <= len(abilities) else None


def uses_left(table: Table, seat: int, number: int) -> int | None:
    """How many uses an ability has left; None where they are not limited (Q-58)."""
    board = table.board
    ability = ability_of(board, seat, number)
    if ability is None or not ability.uses:
        return None
    player = board.player(seat)
    per = ability.per or table.ask(Q_58)
    counts = player.used_turn if per == "turn" else player.used
    return max(0, ability.uses - (counts[number - 1] if number <= len(counts) else 0))


def spend(table: Table, task: Spend) -> None:
    """Count one use; a use beyond the limit, against the rules, leaves none either."""
    left = uses_left(table, task.seat, task.ability)
    if left is not None:
        table.tell(UseSpent(task.seat, task.ability, max(0, left - 1), (ABIL_07,)))


def apply_nothing(board: Duel, happening: object) -> None:
    """It is only told."""


def apply_spent(board: Duel, happening: UseSpent) -> None:
    """One use more, in this match and in this turn."""
    seat, at = happening.seat, happening.ability
    player = board.player(seat)
    board.set_player(seat, used=_more(player.used, at), used_turn=_more(player.used_turn, at))


def _more(counts: tuple[int, ...], at: int) -> tuple[int, ...]:
    counts = counts + (0,) * (at - len(counts))
    return (*counts[: at - 1], counts[at - 1] + 1, *counts[at:])


CHAPTER = Chapter(
    globals(),
    apply={
        AbilityPerformed: apply_nothing, AbilityDeclined: apply_nothing, UseSpent: apply_spent,
        TextPerformed: apply_nothing,
    },
    tasks={Next: next_item, Spend: spend},
    uncut=(Next, Spend),
)  # fmt: skip
