"""Views: a match as one seat, the public or a judge may see it, and nothing else of it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from dm_events.kernel.board import Board
from dm_events.kernel.chain import Window
from dm_events.kernel.commands import Choose
from dm_events.kernel.layout import CHOICE, NOTES, RESULT, WINDOW
from dm_events.kernel.offer import Offer
from dm_events.kernel.rule import Refusal
from dm_events.kernel.sight import HIDDEN, Sight, Viewer, sees_zone
from dm_events.kernel.table import Table, Together, owed_by
from dm_events.kernel.timeline import Step
from dm_events.kernel.words import CardId, Command, Happening, Outcome

if TYPE_CHECKING:
    from dm_events.kernel.ruleset import Ruleset

Lies = Literal["row", "pile", "hand"]
"""How the cards of a zone lie: side by side on the table, one on the other, or in a hand."""


class View(msgspec.Struct, frozen=True):
    """A part of what a viewer gets: plain values, no board behind it."""


class Lasting(View, frozen=True):
    """What lies on a card for a time: a state by its `name`, or (`""`) a change of its stats.

    `until`: the moment that ends it, in the game's words; `turns`: how many are left.
    """

    name: str = ""
    stats: dict[str, int] = {}
    until: str = ""
    turns: int | None = None


class CardView(View, frozen=True):
    """A card that the viewer can follow. `card` is its definition, `?` if nobody has named it.

    `stats` are as they are now; `printed` has those that are printed otherwise. `name` is by
    language.
    """

    id: CardId
    card: str
    name: dict[str, str]
    kind: str = ""
    stats: dict[str, int] = {}
    printed: dict[str, int] = {}
    flags: tuple[str, ...] = ()
    states: tuple[Lasting, ...] = ()
    attachments: tuple["CardView", ...] = ()


class ZoneView(View, frozen=True):
    """A zone: how many cards lie there (`count`, None if hidden), and those among them that the viewer can follow.

    They are in the order in which they lie if the viewer sees the zone, else by number: how cards
    lie among hidden ones nobody is told. `lies` says how the zone is drawn.
    """

    name: str
    owner: int
    lies: Lies
    count: int | None
    cards: tuple[CardView, ...] = ()


class SeatView(View, frozen=True):
    """A seat: its counters (life, what it pays with, …), flags, and zones from its edge inwards."""

    seat: int
    counters: dict[str, int]
    zones: tuple[ZoneView, ...]
    flags: tuple[str, ...] = ()


class LinkView(View, frozen=True):
    """An ability or card on the chain: whose, which card does what kind of thing, at which cards."""

    seat: int
    card: CardId
    does: str
    ability: int = 0
    targets: tuple[CardId, ...] = ()
    word: str = ""


class AttackView(View, frozen=True):
    """An attack of the running battle."""

    attacker: CardId
    target: CardId
    status: str
    details: tuple[str, ...] = ()


class ChoiceView(View, frozen=True):
    """Who must choose what. Options and their number are told to the chooser and to a judge only.

    Which cards are offered can say what the others are, so nobody else learns even how many.
    """

    seat: int
    what: str
    options: tuple[str, ...] | None = None
    least: int | None = None
    most: int | None = None


class WindowView(View, frozen=True):
    """Who is asked to respond, at which speed at least, and on what occasion."""

    seat: int
    speed: int
    why: str


class Result(View, frozen=True):
    """How the match ended; `seat` has won it."""

    how: str
    seat: int | None = None


class StepView(View, frozen=True):
    """An event and what followed. `names` are those of all cards that occur, by language.

    `chance`, `consulted` (questions) and `fingerprint` are empty for all but a judge.
    """

    viewer: Viewer
    seq: int
    by: int | str
    command: Command
    happenings: tuple[Happening, ...]
    findings: tuple[Refusal, ...] = ()
    left_out: Refusal | None = None
    names: dict[CardId, dict[str, str]] = {}
    reveals: dict[CardId, str] = {}
    hypothetical: bool = False
    back_to: int | None = None
    chance: tuple[Outcome, ...] = ()
    consulted: tuple[str, ...] = ()
    fingerprint: str = ""


class BoardView(View, frozen=True):
    """A board after step `step`. `battle` is the step of the battle that runs, if one does.

    Of a choice, everybody learns who must choose what; `window` says who is asked to respond.
    `held` are abilities that wait for a later moment, `rulings` officials' answers so far.
    """

    viewer: Viewer
    step: int
    turn: int
    phase: str
    turn_owner: int
    seats: tuple[SeatView, ...]
    battle: str = ""
    result: Result | None = None
    chain: tuple[LinkView, ...] = ()
    held: tuple[LinkView, ...] = ()
    choice: ChoiceView | None = None
    window: WindowView | None = None
    attacks: tuple[AttackView, ...] = ()
    rulings: dict[str, str] = {}
    notes: tuple[str, ...] = ()


# What games build their views with.


def zone_view(
    sight: Sight, zone: str, seat: int, lies: Lies, card_view: Callable[[CardId], CardView]
) -> ZoneView:
    """Return a zone with the cards that may be shown; `card_view` is asked for no other."""
    board = sight.board
    there = board.cards_in(zone, seat)
    cards = [card for card in there if sight.known[card]]
    if not sees_zone(board, sight.viewer, zone, seat):
        cards = [card for card in board.layout.cards if card in cards]
    return ZoneView(zone, seat, lies, len(there), tuple(card_view(card) for card in cards))


def choice_view(sight: Sight) -> ChoiceView | None:
    """Return the pending choice as the viewer may know it."""
    pending = sight.board.slots[CHOICE]
    if pending is None:
        return None
    choice = owed_by(pending, pending.seat if sight.judge else sight.viewer)
    if choice is not None:
        return ChoiceView(choice.seat, choice.what, choice.options, choice.least, choice.most)
    return ChoiceView(pending.seat, pending.what)


def shared(sight: Sight) -> dict[str, Any]:
    """Return the fields of a BoardView that every game fills alike."""
    board = sight.board
    window: Window | None = board.slots[WINDOW]
    result = board.slots[RESULT]
    return {
        "viewer": sight.viewer,
        "choice": choice_view(sight),
        "window": window and WindowView(window.seat, window.speed, window.why),
        "result": result and Result(result[0], result[1] if result[0] == "won" else None),
        "rulings": dict(board.rulings),
        "notes": sight.redact(board.slots[NOTES]),
    }


# What happened.


def step_view(
    game: "Ruleset", step: Step, viewer: Viewer, before: Board, after: Board,
    answers: Mapping[str, str] | None = None,
) -> StepView:  # fmt: skip
    """Return what a viewer may know of a step between two boards.

    The command, and what is said about it, show the cards that the viewer can follow before or
    after the step; each happening those before or after that happening, so that a card that is
    drawn and then discarded does not become the one that was drawn. `answers` are those that held;
    without them the defaults say what is open to see.
    """
    whole = Sight(viewer, before).also(Sight(viewer, after))
    event, judge = whole.redact(step.event), whole.judge
    findings, left_out = whole.redact(step.findings), whole.redact(step.left_out)
    if _sealed(step, before) and not judge and viewer != event.by:
        event = msgspec.structs.replace(event, command=Choose((HIDDEN,)))
        left_out = left_out and msgspec.structs.replace(left_out, args={})
    happenings, shown = _told(game, step, viewer, before, answers)
    return StepView(
        viewer, event.seq, event.by, event.command, happenings, findings, left_out,
        {card: game.card_name(after, card) for card in (*whole.shown, *shown)},
        event.reveals, step.hypothetical, step.back_to, event.chance,
        step.consulted if judge else (), step.fingerprint if judge else "",
    )  # fmt: skip


def _sealed(step: Step, before: Board) -> bool:
    """Whether a command is a pick that others learn only from what follows when all have picked."""
    return isinstance(before.slots[CHOICE], Together) and isinstance(step.event.command, Choose)


def _told(
    game: "Ruleset", step: Step, viewer: Viewer, before: Board, answers: Mapping[str, str] | None
) -> tuple[tuple[Happening, ...], tuple[CardId, ...]]:
    """The happenings as they became known, one after the other, and the cards shown in them.

    Who answers a choice among cards has them in view throughout the step.
    """
    board = before.copy()
    then = Sight(viewer, board)
    told: list[Happening] = []
    shown: dict[CardId, None] = {}
    for happening in step.happenings:
        game.apply[type(happening)](board, happening)
        now = Sight(viewer, board)
        both = then.also(now)
        told.append(game.told_to(viewer, both.redact(happening), answers))
        shown |= both.shown
        then = now
    return tuple(told), tuple(shown)


def offers_for(game: "Ruleset", table: Table[Any], seat: int, viewer: Viewer) -> tuple[Offer, ...]:
    """Return what a seat may do, if the viewer may know it: that seat itself, or a judge.

    Anybody else gets nothing: what a seat may do, and how much, says what it holds.
    """
    return game.offers(table, seat) if viewer in (seat, "judge") else ()
