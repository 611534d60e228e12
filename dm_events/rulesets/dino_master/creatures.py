"""Creatures and how they enter. Sources: K 2.2, 2.5, 2.7; red zone K 2.5.2.1."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from dm_events.kernel.rule import Question, Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Command, Happening
from dm_events.rulesets.dino_master.board import (
    ATTACK,
    DEFENCE,
    HAND,
    PLAYER,
    TURN,
    Creature,
    Duel,
    Table,
    Turn,
)
from dm_events.rulesets.dino_master.changes import let_go
from dm_events.rulesets.dino_master.costs import R027, R028
from dm_events.rulesets.dino_master.decks import R004
from dm_events.rulesets.dino_master.dp import R125, pay
from dm_events.rulesets.dino_master.durations import R038
from dm_events.rulesets.dino_master.faces import Face
from dm_events.rulesets.dino_master.fits import candidates, cost_of
from dm_events.rulesets.dino_master.flock_board import before_leaving
from dm_events.rulesets.dino_master.priority import NORMAL, answer_to
from dm_events.rulesets.dino_master.sources import K, L, T
from dm_events.rulesets.dino_master.triggers import fire
from dm_events.rulesets.dino_master.turn import R126, R126A

R029 = Rule("R029", (K("2.5.1"),), "The sources do not say how many squares a line has, nor how many "
            "cards the magic zone.")  # fmt: skip
R030 = Rule("R030", (K("2.5.2"), K("2.5.3"), K("2.5.4")),
            "A creature is put on the attack or the defence line.")  # fmt: skip
R031 = Rule(
    "R031", (K("2.7"), K("2.3.2.2")), "Putting a creature on the field from hand costs its DP."
)
R039 = Rule("R039", (K("fn1"),), "Waiting blocks commands only: its abilities work at once.")
R040 = Rule(
    "R040", (K("2.2"),), "A creature with an ability for it can be used in the turn it enters."
)
R140 = Rule("R140", (T("main phase 1"),), "In main 1 the turn owner may call cards, use the master "
            "skills and command creatures.")  # fmt: skip
R158 = Rule(
    "R158", (K("2.8.2.5"), T("main phase 2")), "Putting creatures is not in the list for main 2."
)
R170 = Rule("R170", (T("battle phase"), K("2.8.2.4")), "From the announcement of the battle steps "
            "until the last is over, players cannot put creatures onto the field.")  # fmt: skip
R205 = Rule("R205", (K("2.5.2.1"),), "The red zone is one marked square of the own attack line.")
R206 = Rule("R206", (K("2.5.2.1"),), "Until it is unlocked no creature may be put there.")
R207 = Rule("R207", (K("2.5.2.1"),), "A player's red zone unlocks in that player's 4th turn.")
R208 = Rule("R208", (K("2.5.2.1"),), "Once unlocked, only a creature entering the field can be put "
            "there.")  # fmt: skip
R209 = Rule("R209", (K("2.5.2.1"),), "If it is occupied, the old creature is removed from play.")
R210 = Rule("R210", (K("2.1"), K("2.5.2.1")), "A creature in the red zone can be used at once.")

C24 = Question(
    "C24", "red-zone-unlocks", (K("2.5.2.1"), L()),
    "When is a red zone open: from the own 4th turn on, in the own 4th turn only, or from the 4th "
    "turn of the game on?", ("from-4th-turn", "4th-turn-only", "game-turn-4"), "from-4th-turn",
)  # fmt: skip
C25 = Question(
    "C25", "entering-the-red-zone", (K("2.5.2.1"),),
    "May a creature enter the red zone however it comes, or from the hand only?",
    ("any-way", "from-hand"), "any-way",
)  # fmt: skip
C26 = Question(
    "C26", "replaced-in-the-red-zone", (K("2.5.2.1"), L()),
    "Where does the creature go that is replaced in the red zone?",
    ("out-of-game", "graveyard", "hand"), "out-of-game",
)  # fmt: skip
C31 = Question(
    "C31", "squares-of-a-line", (K("2.5.1"), K("2.5.2.1")),
    "How many creatures have room on a line (the red zone is one of its squares, a flock takes one)?",
    ("unlimited", "five"), "unlimited",
)  # fmt: skip
C43 = Question(
    "C43", "creatures-during-battle", (K("2.8.2.4"), T("battle phase")),
    "Who may not put creatures onto the field during the battle steps?",
    ("everybody", "opponent-only"), "everybody",
)  # fmt: skip

PLACES = ("attack", "defence", "red zone")
UNLOCKS = 4
SQUARES = 5
GOES_TO = {"out-of-game": "out", "graveyard": "graveyard", "hand": "hand"}


class Summon(Command, frozen=True):
    """Put a creature from the hand onto a line, or into the red zone."""

    card: CardId
    line: str


class CreatureSummoned(Happening, frozen=True):
    """A creature entered from the hand. `line`: attack, defence or red zone; `ready`: no waiting."""

    seat: int
    card: CardId
    line: str
    ready: bool = False
    because: tuple[Rule, ...] = ()


class CreatureRevived(Happening, frozen=True):
    """A creature entered from the graveyard."""

    seat: int
    card: CardId
    line: str
    ready: bool = False
    because: tuple[Rule, ...] = ()


class CreatureReplaced(Happening, frozen=True):
    """The old creature of the red zone made room: out of the game, or to another zone (C26)."""

    card: CardId
    to: str = "out"
    because: tuple[Rule, ...] = ()


BY_SUMMONING: tuple[Rule, ...] = (R031,)
IN_THE_RED_ZONE: tuple[Rule, ...] = (R205, R208, R210)
FAST_RUN: tuple[Rule, ...] = (R040,)
WAITS: tuple[Rule, ...] = (R038,)


def locked(table: Table, seat: int) -> bool:
    """Whether a seat's red zone is locked (R207, C24). Nobody asks where all readings agree."""
    turn, turns = table.board.turn, table.board.player(seat).turns
    opens = (turns >= UNLOCKS, turns == UNLOCKS and turn.owner == seat, turn.number >= UNLOCKS)
    if all(opens) or not any(opens):
        return not opens[0]
    return not opens[C24.answers.index(table.ask(C24))]


def full(table: Table, line: str, seat: int) -> bool:
    """Whether a line has no square left (R029, C31)."""
    return len(table.board.line(line, seat)) >= SQUARES and table.ask(C31) == "five"


def no_room(table: Table, place: str, seat: int) -> bool:
    """Whether nobody else can be put there; who is replaced in the red zone leaves a square."""
    slots = table.board.slots
    if len(slots[DEFENCE + seat if place == "defence" else ATTACK + seat]) < SQUARES:
        return False
    if place != "red zone":
        return full(table, place, seat)
    taken = any(state.red for _, state in table.board.standing(seat))
    return not taken and full(table, "attack", seat)


def no_creatures_now(table: Table, seat: int) -> bool:
    """Whether the battle steps keep this seat from putting creatures (R170)."""
    board = table.board
    return bool(board.turn.step) and (seat != board.turn_owner or table.ask(C43) == "everybody")


def not_on_hand(board: Duel, seat: int, card: CardId, rule: Rule) -> Refusal:
    """Why a card cannot be played from the hand: it is not there, but perhaps in the special deck."""
    if card in board.special(seat):
        return impossible("card/in-special-deck", R004, card=card)
    return impossible("card/not-in-hand", rule, card=card)


def may_summon(table: Table, command: Summon) -> Iterator[Refusal]:
    """A creature of the hand, in the own main 1, that can be paid, to a place that is open."""
    board, seat = table.board, table.seat
    turn: Turn = board.slots[TURN]
    dp, card = board.slots[PLAYER + seat].dp, command.card
    if card not in board.slots[HAND + seat]:
        yield not_on_hand(board, seat, card, R031)
        return
    if board.slots[board.face_at[card]].card.kind != "creature":
        yield impossible("card/not-creature", R030, card=command.card)
        return
    if command.line not in PLACES:
        yield impossible("line/unknown", R030, line=command.line)
        return
    if turn.owner != seat:
        yield illegal("turn/not-owner", R126, R126A, R140, owner=turn.owner)
    if turn.step and no_creatures_now(table, seat):
        yield illegal("battle/no-creatures", R170)
    if turn.phase != "main 1":
        yield illegal("phase/wrong", R140, R158, now=turn.phase)
    cost = cost_of(board, seat, command.card)
    if cost > dp:
        yield illegal("dp/short", R125, have=dp, cost=cost, card=command.card)
    yield from _lacks(board, seat, card)
    if command.line == "red zone" and locked(table, seat):
        yield illegal("red-zone/locked", R206, R207, turns=board.player(seat).turns)
    if no_room(table, command.line, seat):
        yield illegal("line/full", R029, R030, line=command.line, most=SQUARES)


def _lacks(board: Duel, seat: int, card: CardId) -> Sequence[Refusal]:
    """Some creatures are put on the field only while there is another such card."""
    needs = board.slots[board.face_at[card]].enter_needs
    if not needs:
        return ()
    return [
        illegal("ability/condition", R031, card=card)
        for needed in needs if not candidates(board, seat, card, needed)
    ]  # fmt: skip


def summon(table: Table, command: Summon) -> None:
    """Pay, put it there, and give the opponent the chance to answer a card that was played."""
    seat, card, line = table.seat, command.card, command.line
    pay(table, seat, cost_of(table.board, seat, card))
    if line == "red zone":
        clear_red_zone(table, seat)
    ready, rules = readiness(table, card, line)
    table.tell(CreatureSummoned(seat, card, line, ready, BY_SUMMONING + rules))
    table.then(answer_to(seat, NORMAL, "card played"))


def readiness(table: Table, card: CardId, line: str) -> tuple[bool, tuple[Rule, ...]]:
    """Whether a creature that enters need not wait, and the rules that say so."""
    if line == "red zone":
        return True, IN_THE_RED_ZONE
    face: Face = table.board.slots[table.board.face_at[card]]
    if face.fast_run:
        return True, FAST_RUN
    return False, WAITS


def clear_red_zone(table: Table, seat: int) -> None:
    """Remove the creature that stands where another enters (R209), a flock to its last card."""
    board = table.board
    while there := [card for card in board.line("attack", seat) if board.creature(card).red]:
        before_leaving(table, there[0], R209)
        to = GOES_TO[table.ask(C26)]
        table.tell(CreatureReplaced(there[0], to, (R209, R028 if to == "out" else R027)))


def enter_field(board: Duel, happening: CreatureSummoned | CreatureRevived) -> None:
    """Onto the line; waiting unless ready."""
    card, red = happening.card, happening.line == "red zone"
    waiting = -1 if happening.ready else board.slots[TURN].owner
    board.move(card, "attack" if red else happening.line, happening.seat)
    board.write(board.state_at[card], Creature(waiting, red))


def apply_summoned(board: Duel, happening: CreatureSummoned) -> None:
    """It enters; the turn owner has played a card."""
    enter_field(board, happening)
    turn: Turn = board.slots[TURN]
    if not turn.acted:
        board.write(TURN, replace(turn, acted=True))


def apply_replaced(board: Duel, happening: CreatureReplaced) -> None:
    """To its owner's cards there."""
    board.leave(happening.card, happening.to)


def watch_replaced(table: Table, happening: CreatureReplaced) -> None:
    """Abilities that wait for a card to go to the graveyard, or back to hand."""
    let_go(table, happening.card)
    if happening.to != "out":
        fire(table, f"to-{happening.to}", happening.card, None)


def watch_entering(table: Table, happening: CreatureSummoned | CreatureRevived) -> None:
    """Abilities that wait for a creature to enter."""
    fire(table, "enters", happening.card, None)


CHAPTER = Chapter(
    globals(),
    commands={Summon: (may_summon, summon)},
    apply={
        CreatureSummoned: apply_summoned, CreatureRevived: enter_field,
        CreatureReplaced: apply_replaced,
    },
    watch={
        CreatureSummoned: watch_entering, CreatureRevived: watch_entering,
        CreatureReplaced: watch_replaced,
    },
)  # fmt: skip
