"""Which characters there are to choose from: revealed, banned, copied, dealt. Source: G prep#3."""

from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import Happening, Task
from dm_events.rulesets.metaversus_duel.board import SEATS, Duel, Table
from dm_events.rulesets.metaversus_duel.characters import apply_nothing, offered
from dm_events.rulesets.metaversus_duel.setup import ChooseCharacters, shuffled
from dm_events.rulesets.metaversus_duel.sources import G

SET_07 = Rule(
    "SET-07", (G("prep#3"),), "Characters are chosen after the neutral kinds are visible."
)
SET_08 = Rule("SET-08", (G("prep#3"),), "Packs may be read at any time before choosing.")
SET_09 = Rule("SET-09", (G("prep#3-1"),), "The character cards are shuffled and 7 revealed.")
SET_10 = Rule(
    "SET-10", (G("prep#3-2"),), "From the first player on, each may ban one revealed character."
)
SET_11 = Rule(
    "SET-11", (G("prep#3-3"), G("prep#3")), "Each takes a copy of every character that is left."
)
SET_15 = Rule("SET-15", (G("prep#3-1a"), G("prep#3")), "Variants: any character; only those of some grades of "
              "difficulty; one at random.")  # fmt: skip
Q_20 = Question("Q-20", "more-than-five-left", (G("prep#3-2"), G("prep#3-3")),
    "A ban was passed, so more than 5 characters are left: are all copied?",
    ("all", "first-removes", "random"), "all")  # fmt: skip
Q_54 = Question("Q-54", "bans-in-the-variant", (G("prep#3"), G("prep#3-1a")),
    "With characters of some grades only: are bans and copies kept?",
    ("kept", "no-bans"), "kept")  # fmt: skip

SHOWN, LEFT = 7, 5


class CharactersShuffled(Happening, frozen=True):
    """The characters' pile was shuffled."""

    order: tuple[str, ...]
    because: tuple[Rule, ...] = ()


class CharacterShown(Happening, frozen=True):
    """A character was revealed and may be chosen."""

    pack: str
    because: tuple[Rule, ...] = ()


class CharacterBanned(Happening, frozen=True):
    """A seat banned a character."""

    seat: int
    pack: str
    because: tuple[Rule, ...] = ()


class BanPassed(Happening, frozen=True):
    """A seat banned none."""

    seat: int
    because: tuple[Rule, ...] = ()


class CharacterDropped(Happening, frozen=True):
    """A character was taken out, so that 5 are left."""

    pack: str
    because: tuple[Rule, ...] = ()


class CandidatesCopied(Happening, frozen=True):
    """A seat took copies of so many characters into hand."""

    seat: int
    count: int
    because: tuple[Rule, ...] = ()


class CharacterDealt(Happening, frozen=True):
    """A seat drew a character at random; which one, only that seat sees."""

    seat: int
    character: str
    because: tuple[Rule, ...] = ()


class Ban(Task, frozen=True):
    """A seat may ban a character."""

    seat: int
    picks: tuple[str, ...] | None = None


class CopyAll(Task, frozen=True):
    """The characters left are copied to both hands."""

    picks: tuple[str, ...] = ()


def choose_characters(table: Table, task: ChooseCharacters) -> None:
    """By the rule, or by the variant that is played."""
    board = table.board
    setup = board.setup
    if setup.variant == "free":
        offered(table, setup.characters, setup.characters)
    elif setup.variant == "chosen":
        first = board.turn.first
        offered(table, setup.characters[first : first + 1], setup.characters[1 - first : 2 - first])
    elif setup.variant == "random":
        order = shuffled(table, setup.characters)
        table.tell(CharactersShuffled(order, (SET_15,)))
        for seat, one in zip((board.turn.first, 1 - board.turn.first), order, strict=False):
            table.tell(CharacterDealt(seat, one, (SET_15,)))
        offered(table, order[:1], order[1:2])
    else:
        draft(table)


def draft(table: Table) -> None:
    """Shuffle, reveal 7, ban."""
    board = table.board
    setup, first = board.setup, board.turn.first
    pile, bans = setup.characters, True
    if setup.variant == "difficulty":
        grades = setup.difficulties
        pile = tuple(one for one in pile if board.face_of(one).card.difficulty in grades)
        bans = table.ask(Q_54) == "kept"
    order = shuffled(table, pile)
    table.tell(CharactersShuffled(order, (SET_09,)))
    for one in order[:SHOWN]:
        table.tell(CharacterShown(one, (SET_09,)))
    if bans:
        table.then(Ban(first), Ban(1 - first))
    table.then(CopyAll())


def ban(table: Table, task: Ban) -> None:
    """Ask, then ban or pass."""
    candidates = table.board.setup.candidates
    if task.picks is None and len(candidates) > 1:
        table.choose(task.seat, "ban", candidates, 0, 1, Ban(task.seat, ()))
    elif task.picks:
        table.tell(CharacterBanned(task.seat, task.picks[0], (SET_10,)))
    else:
        table.tell(BanPassed(task.seat, (SET_10,)))


def copy_all(table: Table, task: CopyAll) -> None:
    """All that are left, or 5 of them (Q-20); then each picks one."""
    board = table.board
    left = board.setup.candidates
    drop: tuple[str, ...] = task.picks
    bans = board.setup.variant == "draft" or table.ask(Q_54) == "kept"
    if len(left) > LEFT and bans and not drop:
        how = table.ask(Q_20)
        if how == "first-removes":
            more = len(left) - LEFT
            table.choose(board.turn.first, "drop", left, more, more, task)
            return
        if how == "random":
            drop = shuffled(table, left)[LEFT:]
    for one in drop:
        table.tell(CharacterDropped(one, (SET_11,)))
    left = board.setup.candidates
    for seat in range(SEATS):
        table.tell(CandidatesCopied(seat, len(left), (SET_11,)))
    offered(table, left, left)


def apply_shown(board: Duel, happening: CharacterShown) -> None:
    """One more to choose from."""
    board.set_setup(candidates=(*board.setup.candidates, happening.pack))


def apply_gone(board: Duel, happening: CharacterBanned | CharacterDropped) -> None:
    """One less to choose from."""
    left = tuple(one for one in board.setup.candidates if one != happening.pack)
    board.set_setup(candidates=left)


TOLD = (CharactersShuffled, BanPassed, CandidatesCopied, CharacterDealt)

CHAPTER = Chapter(
    globals(),
    apply={
        CharacterShown: apply_shown,
        CharacterBanned: apply_gone,
        CharacterDropped: apply_gone,
        **dict.fromkeys(TOLD, apply_nothing),
    },
    tasks={ChooseCharacters: choose_characters, Ban: ban, CopyAll: copy_all},
)
