"""Hidden picks: characters with a side, then four kinds; both turned up together. Source: G prep#3 to #5."""

from collections.abc import Iterator

from dm_events.kernel.layout import CHOICE
from dm_events.kernel.rule import Question, Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.table import Choice, Together
from dm_events.kernel.words import Command, Happening, Task
from dm_events.rulesets.metaversus_duel.board import SEATS, Duel, Table
from dm_events.rulesets.metaversus_duel.damage import ArmourGained
from dm_events.rulesets.metaversus_duel.language import Armour
from dm_events.rulesets.metaversus_duel.setup import OpenMarket
from dm_events.rulesets.metaversus_duel.sources import G

SET_12 = Rule(
    "SET-12", (G("prep#3-4"),), "Each places one face down; those not chosen leave the game."
)
SET_13 = Rule("SET-13", (G("prep#3-4b"),), "The side of a character that has two is chosen just before it is "
              "placed; after it is turned up it cannot be changed.")  # fmt: skip
SET_14 = Rule("SET-14", (G("prep#3-5"),), "When both have chosen, both are turned up.")
SET_16 = Rule(
    "SET-16", (G("prep#3"),), "Both may play the same pack; what is set up for all is set up once."
)
SET_17 = Rule(
    "SET-17", (G("prep#4-1"),), "HP and max HP begin at the max HP printed on the character."
)
SET_18 = Rule("SET-18", (G("prep#4-2"),), "Each takes the own pack; extra components are set up as its "
              "summary says.")  # fmt: skip
SET_19 = Rule(
    "SET-19", (G("prep#5"),), "Each puts 4 kinds of the own pack face down into the market."
)
SET_25 = Rule("SET-25", (G("parts"),), "Each duelist plays one pack.")
Q_24 = Rule(
    "Q-24",
    (G("prep#3-5"), G("prep#5")),
    "The opponent's character is known when the kinds are chosen.",
)

Q_23 = Question("Q-23", "order-of-hidden-picks", (G("prep#3-4"), G("prep#5")),
    "Are hidden picks made in any order, or by the first player first?",
    ("commit-reveal", "sequential"), "commit-reveal")  # fmt: skip
Q_63 = Question("Q-63", "side-after-placing", (G("prep#3-4b"),),
    "May the side be changed after placing, before the characters are turned up?",
    ("no", "yes"), "no")  # fmt: skip

KINDS = 4


class ChangeSide(Command, frozen=True):
    """A seat turns its placed character to the other side."""


class CharacterPlaced(Happening, frozen=True):
    """A seat placed a character face down."""

    seat: int
    because: tuple[Rule, ...] = ()


class CandidatesDeleted(Happening, frozen=True):
    """The characters that a seat did not choose left the game."""

    seat: int
    because: tuple[Rule, ...] = ()


class SideChanged(Happening, frozen=True):
    """A seat turned its character to the other side; `now` once it is face up."""

    seat: int
    now: str = ""
    because: tuple[Rule, ...] = ()


class CharacterRevealed(Happening, frozen=True):
    """A seat's character was turned up."""

    seat: int
    character: str
    because: tuple[Rule, ...] = ()


class HpSet(Happening, frozen=True):
    """HP and max HP of a seat."""

    seat: int
    hp: int
    because: tuple[Rule, ...] = ()


class PackTaken(Happening, frozen=True):
    """A seat took its pack."""

    seat: int
    pack: str
    kinds: tuple[str, ...] = ()
    because: tuple[Rule, ...] = ()


class ExtraSetUp(Happening, frozen=True):
    """A pack's extra components were set up."""

    pack: str
    because: tuple[Rule, ...] = ()


class KindsPlaced(Happening, frozen=True):
    """A seat put so many kinds face down into the market."""

    seat: int
    count: int
    because: tuple[Rule, ...] = ()


class Place(Task, frozen=True):
    """A seat has placed its character."""

    seat: int
    picks: tuple[str, ...] = ()


class PlaceKinds(Task, frozen=True):
    """A seat has put its kinds into the market."""

    seat: int
    picks: tuple[str, ...] = ()


class Hidden(Task, frozen=True):
    """Seats pick one after the other, hidden; `made` are the picks so far (Q-23)."""

    what: str
    options: tuple[tuple[str, ...], ...]
    made: tuple[tuple[str, ...], ...] = ()
    picks: tuple[tuple[str, ...], ...] = ()


class TurnUp(Task, frozen=True):
    """Both have placed: turn the characters up. `picks`: the first player's, then the other's."""

    picks: tuple[tuple[str, ...], ...] = ()


def sides(table: Table, characters: tuple[str, ...]) -> tuple[str, ...]:
    """Characters with their other sides."""
    other: dict[str, str] = table.game.other_side  # type: ignore[attr-defined]
    return tuple(
        side for one in characters for side in ((one, other[one]) if one in other else (one,))
    )


def offered(table: Table, first: tuple[str, ...], second: tuple[str, ...]) -> None:
    """Both choose a character and its side, hidden."""
    table.then(Hidden("character", (sides(table, first), sides(table, second))))


# Hidden picks.


def hidden(table: Table, task: Hidden) -> None:
    """Both at once, or one after the other (Q-23).

    A character drawn at random only its seat knows: whether it has another side shows in no silence.
    """
    first = table.board.turn.first
    seats = (first, 1 - first)
    number = KINDS if task.what == "kinds" else 1
    kind = PlaceKinds if task.what == "kinds" else Place
    after = OpenMarket() if task.what == "kinds" else TurnUp()
    choices = tuple(
        Choice(seat, task.what, some, min(number, len(some)), number, kind(seat))
        for seat, some in zip(seats, task.options, strict=True)
    )
    drawn = task.what == "character" and table.board.setup.variant == "random"
    made = task.made + task.picks
    if table.ask(Q_23) == "commit-reveal":
        table.choose_together(choices, after, hidden=drawn)
    elif len(made) < SEATS:
        again = Hidden(task.what, task.options, made)
        table.choose_together(choices[len(made) : len(made) + 1], again, hidden=drawn)
    else:
        table.then(type(after)(made))


def place(table: Table, task: Place) -> None:
    """It lies face down."""
    table.tell(CharacterPlaced(task.seat, (SET_12,)))
    table.tell(CandidatesDeleted(task.seat, (SET_12,)))


def place_kinds(table: Table, task: PlaceKinds) -> None:
    """They lie face down."""
    table.tell(KindsPlaced(task.seat, len(task.picks), (SET_19,)))


def turn_up(table: Table, task: TurnUp) -> None:
    """Both characters at once; their packs; then the kinds."""
    board = table.board
    first = board.turn.first
    chosen = {seat: picks[0] for seat, picks in zip((first, 1 - first), task.picks, strict=True)}
    for seat in range(SEATS):
        table.tell(CharacterRevealed(seat, chosen[seat], (SET_14,)))
    kinds: dict[int, tuple[str, ...]] = {}
    for seat in range(SEATS):
        card = board.face_of(chosen[seat]).card
        pack = card.side_of or card.id
        kinds[seat] = table.game.kinds_of(pack)  # type: ignore[attr-defined]
        table.tell(HpSet(seat, card.hp, (SET_17,)))
        table.tell(PackTaken(seat, pack, kinds[seat], (SET_18, SET_25)))
    for pack in dict.fromkeys(board.setup.packs):
        set_up(table, pack)
    table.then(Hidden("kinds", (kinds[first], kinds[1 - first])))


def set_up(table: Table, pack: str) -> None:
    """What a pack's summary says for all duelists, once."""
    extra = table.board.face_of(pack).card.extra
    if extra:
        table.tell(ExtraSetUp(pack, (SET_16, SET_18)))
        for one in extra:
            for seat in range(SEATS):
                if isinstance(one, Armour):
                    table.tell(ArmourGained(seat, one.n, (SET_18,)))


# The other side.


def may_change(table: Table, command: ChangeSide) -> Iterator[Refusal]:
    """A placed character that is not turned up yet, where a reading lets it (Q-63).

    Where none does, that is said first of every placed character: whether it has another side is hidden.
    """
    board, seat = table.board, table.seat
    other: dict[str, str] = table.game.other_side  # type: ignore[attr-defined]
    placed = _placed(table, seat)
    if placed is None and board.face(board.character(seat)).cid == "?":
        yield impossible("side/none", SET_13)
        return
    now = placed or board.face(board.character(seat)).cid
    if placed is not None and table.ask(Q_63) == "no":
        yield illegal("side/fixed", SET_13)
    if now not in other:
        yield impossible("side/none", SET_13)
    elif placed is None:
        yield illegal("side/fixed", SET_13)


def _placed(table: Table, seat: int) -> str | None:
    """What a seat has placed and not turned up."""
    pending = table.board.slots[CHOICE]
    if isinstance(pending, Together):
        for choice, picks in zip(pending.choices, pending.picks, strict=True):
            if choice.seat == seat and choice.what == "character" and picks is not None:
                return picks[0]
    return None


def change_side(table: Table, command: ChangeSide) -> None:
    """Turn it over: hidden before it is turned up; afterwards against the rules."""
    board, seat = table.board, table.seat
    other: dict[str, str] = table.game.other_side  # type: ignore[attr-defined]
    placed = _placed(table, seat)
    if placed is not None:
        table.tell(SideChanged(seat, "", (SET_13,)))
        table.pick(seat, (other[placed],))
    else:
        table.tell(SideChanged(seat, other[board.face(board.character(seat)).cid], (SET_13,)))


# How the board changes.


def apply_revealed(board: Duel, happening: CharacterRevealed) -> None:
    """The character card has its face."""
    card = board.character(happening.seat)
    board.write(board.face_at[card], board.face_of(happening.character))
    board.show(card, 3)
    if board.setup.candidates:
        board.set_setup(candidates=())


def apply_hp(board: Duel, happening: HpSet) -> None:
    """Both counters."""
    board.set_player(happening.seat, hp=happening.hp, max_hp=happening.hp)


def apply_pack(board: Duel, happening: PackTaken) -> None:
    """Its kinds are at that seat."""
    packs = list(board.setup.packs)
    packs[happening.seat] = happening.pack
    board.set_setup(packs=tuple(packs))
    board.set_restock(f"seat{happening.seat}", happening.kinds)


def apply_side(board: Duel, happening: SideChanged) -> None:
    """The other side, with its max HP."""
    if happening.now:
        card = board.character(happening.seat)
        face = board.face_of(happening.now)
        board.write(board.face_at[card], face)
        board.set_player(happening.seat, max_hp=face.card.hp)


def apply_nothing(board: Duel, happening: object) -> None:
    """It is only told."""


TOLD = (CharacterPlaced, CandidatesDeleted, ExtraSetUp, KindsPlaced)  # fmt: skip

CHAPTER = Chapter(
    globals(),
    commands={ChangeSide: (may_change, change_side)},
    apply={
        CharacterRevealed: apply_revealed, HpSet: apply_hp, PackTaken: apply_pack,
        SideChanged: apply_side, **dict.fromkeys(TOLD, apply_nothing),
    },
    tasks={
        Hidden: hidden,
        Place: place, PlaceKinds: place_kinds, TurnUp: turn_up,
    },
)  # fmt: skip
