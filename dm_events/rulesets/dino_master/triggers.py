"""Automatic abilities: what sets them off, and how they go on the chain. Sources: K 3.2; P."""

from collections.abc import Iterator

from msgspec.structs import replace

from dm_events.kernel.chain import add_link
from dm_events.kernel.layout import CHAIN, WAITING
from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening, Link, Task
from dm_events.rulesets.dino_master.abilities import Auto
from dm_events.rulesets.dino_master.board import Duel, Table
from dm_events.rulesets.dino_master.costs import can_pay_extra, pay_extra, seems_payable, to_discard
from dm_events.rulesets.dino_master.faces import Face
from dm_events.rulesets.dino_master.filters import Filter
from dm_events.rulesets.dino_master.fits import (
    candidates,
    fits,
    holds,
    in_play,
    itself_fits,
)
from dm_events.rulesets.dino_master.passing import called_off
from dm_events.rulesets.dino_master.priority import NORMAL, R282, answer_to
from dm_events.rulesets.dino_master.sources import K

R174 = Rule("R174", (K("2.8.2.4.1"),), "On-attack and on-attack-order abilities work in the attack "
            "order step.")  # fmt: skip
R184 = Rule("R184", (K("2.8.2.4.2"),), "When-attacked and made-the-target abilities work in the "
            "attack step.")  # fmt: skip

R201 = Rule("R201", (K("2.8.2.4.4"),), "After damage and before the end of the battle abilities "
            "work that wait for a success.")  # fmt: skip
R202 = Rule("R202", (K("fn6"),), "Success in battle is also that of a creature which was attacked and "
            "won; the ability of one that was destroyed works before it leaves.")  # fmt: skip

C90 = Question(
    "C90", "set-off-while-a-chain-resolves", (K("3.2(1)"), K("3.2(3)")),
    "When does an ability go on a chain that is set off while another one resolves: when that is over, "
    "or at once, before its next link?", ("new-chain", "at-once"), "new-chain",
)  # fmt: skip

SET_OFF = {"orders-attack": (R282, R174), "attacks": (R282, R174), "targeted": (R282, R184),
           "succeeds": (R282, R201), "defeated": (R282, R201, R202)}  # fmt: skip
"""The rules of occasions that have one of their own."""
BY_ORDER = ("orders-attack", "attacks")
"""The occasions of an attack order: with it their abilities are cancelled (R178)."""
PLAYERS = ("seat0", "seat1")
MAY, NO = ("yes", "no"), ("no",)
IN_PLAY = ("master", "attack", "defence", "magic")
"""The zones in which abilities work."""


class Use(Link, frozen=True):
    """An ability in use: whose, of which card, which one, at what. `other` is the card that fights
    it, `subject` the card its trigger speaks of, `word` a chosen taxon.
    """

    seat: int
    card: CardId
    ability: int
    targets: tuple[CardId, ...] = ()
    other: CardId | None = None
    subject: CardId | None = None
    word: str = ""


class Activate(Task, frozen=True):
    """A triggered ability goes on the chain: decide, pay, pick targets. `stage` counts these."""

    use: Use
    stage: str = "decide"
    picks: tuple[str, ...] | None = None


class CutIn(Task, frozen=True):
    """Between two links of a chain: what was set off goes on the chain now, where C90 says so."""


class AbilityTriggered(Happening, frozen=True):
    """An automatic ability went on the chain."""

    seat: int
    card: CardId
    ability: int = 0
    because: tuple[Rule, ...] = ()


def fire(table: Table, occasion: str, subject: CardId, other: CardId | None) -> None:
    """Let every ability wait that this occasion sets off."""
    board = table.board
    first, second = board.in_play
    if first is None:
        first = in_play(board, 0)
    if second is None:
        second = in_play(board, 1)
    if occasion in first.autos:
        _match_each(table, 0, first.autos[occasion], subject, other)
    if occasion in second.autos:
        _match_each(table, 1, second.autos[occasion], subject, other)
    face: Face = board.slots[board.face_at[subject]]
    if occasion in face.autos and board.place(subject)[0] not in IN_PLAY:
        for number, auto in face.autos[occasion]:
            _match(table, board.owner(subject), subject, number, auto, subject, other)


def _match_each(
    table: Table, seat: int, waiting: list[tuple[CardId, int, Auto]], subject: CardId,
    other: CardId | None,
) -> None:  # fmt: skip
    for source, number, auto in waiting:
        if source == subject or auto.when.subject is not None:
            _match(table, seat, source, number, auto, subject, other)


def at_end_of_turn(board: Duel, owner: int) -> Iterator[Use]:
    """What works when a turn ends, the turn owner's first; its condition is looked at later."""
    for seat in (owner, 1 - owner):
        for source, number, _ in in_play(board, seat).autos.get("end-of-turn", ()):
            yield Use(seat, source, number, (), None, source)


def _match(
    table: Table, seat: int, source: CardId, number: int, auto: Auto, subject: CardId,
    other: CardId | None,
) -> None:  # fmt: skip
    """Let an ability wait if the occasion is about the cards that it waits for."""
    board, when = table.board, auto.when
    about = when.subject
    if subject != source if about is None else not _is_meant(board, seat, source, about, subject):
        return
    if when.by is None or (other is not None and _is_meant(board, seat, source, when.by, other)):
        table.wait(Activate(Use(seat, source, number, (), other, subject)))


def _is_meant(board: Duel, seat: int, source: CardId, about: Filter, subject: CardId) -> bool:
    """Like `fits`, wherever the subject has gone to by now; a card that left counts for its owner."""
    zone, side = board.place(subject)
    if zone in ("attack", "defence"):
        return fits(board, seat, source, about, subject)
    if about.whose == "self":
        return subject == source
    if about.whose != "any" and (about.whose == "own") != (side == seat):
        return False
    return itself_fits(board, source, about, subject, zone)


def cut_in(table: Table, task: CutIn) -> None:
    """Only where links are left: after the last one what waits begins a chain of its own."""
    del task
    slots = table.board.slots
    if slots[WAITING] and slots[CHAIN] and table.ask(C90) == "at-once":
        table.cut_in()


def activate(table: Table, task: Activate) -> None:
    """Go from stage to stage; whatever is missing ends it without a trace but the trigger."""
    use = task.use
    auto = table.board.face(use.card).card.ability[use.ability]
    if isinstance(auto, Auto) and not (
        auto.when.on in BY_ORDER and called_off(table.board, use.subject)
    ):
        STAGES[task.stage](table, task, auto)


def decide(table: Table, task: Activate, auto: Auto) -> None:
    """Is the condition met, can it be paid, are there targets, and does its controller want it?"""
    board, use = table.board, task.use
    if not holds(board, use.seat, use.card, auto.condition):
        return
    if auto.targets is not None:
        enough = len(candidates(board, use.seat, use.card, auto.targets.of))
        if enough < auto.targets.least or not enough:
            return
    cost = auto.cost
    if cost is not None and not seems_payable(board, use.seat, use.card, cost):
        return
    if auto.may or auto.cost is not None:
        if task.picks is None:
            can = auto.cost is None or can_pay_extra(board, use.seat, use.card, auto.cost)
            table.choose(use.seat, "use ability", MAY if can else NO, 1, 1, task, hidden=True)
            return
        if task.picks != ("yes",):
            return
    pay_cost(table, Activate(use, "pay"), auto)


def pay_cost(table: Table, task: Activate, auto: Auto) -> None:
    """Pay what it costs, if anything."""
    use = task.use
    if auto.cost is not None:
        which, given_up = auto.cost.discard, auto.cost.graveyard
        if which is not None and task.picks is None:
            cards = to_discard(table.board, use.seat, use.card, which)
            number = auto.cost.discards
            table.choose(use.seat, "discard", cards, number, number, task, hidden=True)
            return
        if given_up is not None and task.picks is None:
            cards = candidates(table.board, use.seat, use.card, given_up)
            table.choose(use.seat, "card of the graveyard", cards, 1, 1, task)
            return
        picked = cards_picked(task.picks)
        gone, removed = (picked, ()) if given_up is None else ((), picked)
        pay_extra(table, use.seat, use.card, auto.cost, gone, removed)
    target(table, Activate(use, "target"), auto)


def target(table: Table, task: Activate, auto: Auto) -> None:
    """Pick targets, then go on the chain."""
    use, wanted = task.use, auto.targets
    if auto.names_player:
        if task.picks is None:
            table.choose(use.seat, "player", PLAYERS, 1, 1, task)
            return
        use = replace(use, word=task.picks[0])
    if wanted is not None:
        if task.picks is None:
            cards = candidates(table.board, use.seat, use.card, wanted.of)
            table.choose(use.seat, "target", cards, wanted.least, wanted.most, task)
            return
        use = replace(use, targets=cards_picked(task.picks))
    rules = SET_OFF.get(auto.when.on, (R282,))
    if auto.when.on == "succeeds" and all(
        one.attacker != use.subject for one in table.board.attacks
    ):
        rules += (R202,)
    table.tell(AbilityTriggered(use.seat, use.card, use.ability, rules))
    add_link(table, use, answer_to(use.seat, NORMAL, "ability triggered"))


def cards_picked(picks: tuple[str, ...] | None) -> tuple[CardId, ...]:
    """The picks as the cards that they name."""
    return tuple(CardId(pick) for pick in picks or ())


STAGES = {"decide": decide, "pay": pay_cost, "target": target}


def apply_triggered(board: Duel, happening: AbilityTriggered) -> None:
    """Going on the chain changes nothing on the field."""
    del board, happening


CHAPTER = Chapter(
    globals(),
    apply={AbilityTriggered: apply_triggered},
    tasks={Activate: activate, CutIn: cut_in},
    uncut=(Activate,),
)
