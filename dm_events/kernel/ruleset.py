"""What a game gives the kernel: its chapters, gathered into tables of functions."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from dm_events.kernel.board import Board
from dm_events.kernel.chain import (
    OpenWindow,
    ResolveChain,
    Window,
    open_window,
    resolve_chain,
)
from dm_events.kernel.offer import Offer
from dm_events.kernel.rule import Question, Refusal, Rule
from dm_events.kernel.sight import Viewer
from dm_events.kernel.table import Table
from dm_events.kernel.view import BoardView
from dm_events.kernel.words import CardId, Command, Happening, Link, Task


class UnknownCard(Exception):  # noqa: N818 - the word of the domain
    """A card id that the catalogue does not hold; the message is the id."""


class Unreadable(Exception):  # noqa: N818 - the word of the domain
    """A text that the game cannot read; the message is a sentence that says why."""


DeckList = Mapping[str, Sequence[str]]
"""What a seat brings: card ids by the part of the deck that they are in."""

Check = Callable[[Table[Any], Any], Iterator[Refusal]]
Handle = Callable[[Table[Any], Any], None]
Apply = Callable[[Any, Any], None]


class Chapter:
    """One chapter of a rulebook: its rules and questions, and what carries them out."""

    def __init__(
        self,
        names: Mapping[str, Any],
        *,
        commands: Mapping[type[Command], tuple[Check, Handle]] | None = None,
        apply: Mapping[type[Happening], Apply] | None = None,
        tasks: Mapping[type[Task], Handle] | None = None,
        watch: Mapping[type[Happening], Handle] | None = None,
        uncut: Iterable[type[Task]] = (),
        resolvers: Mapping[type[Link], Handle] | None = None,
    ) -> None:
        """Gather a module's rules and questions (`names` is its `globals()`) and functions.

        `uncut` are tasks before which no waiting trigger may cut in.
        """
        values = [value for value in names.values() if isinstance(value, Rule | Question)]
        self.rules = {value.id: value for value in values if isinstance(value, Rule)}
        self.questions = {value.id: value for value in values if isinstance(value, Question)}
        self.commands = dict(commands or {})
        self.apply = dict(apply or {})
        self.tasks = dict(tasks or {})
        self.watch = dict(watch or {})
        self.uncut = tuple(uncut)
        self.resolvers = dict(resolvers or {})
        self.module = str(names["__name__"])


class Ruleset(ABC):
    """A game: the tables that the fold dispatches by, and what only the game can say.

    A game subclasses this and fills in the methods below; it is made from a catalogue alone.
    """

    name: str
    edition: str
    responses: tuple[type[Command], ...] = ()
    meanwhile: tuple[type[Command], ...] = ()
    """Commands that wait for no choice and pass no window."""
    between_links: tuple[Task, ...] = ()
    unknown: object = None
    opening_type: Any
    given_type: Any
    """What the `given` of a case is read into."""
    catalogue: Mapping[str, Any]
    """All card definitions by id; each has an `id` and a `name` in each language that it has."""
    superseded: Mapping[tuple[str, str], Any] = MappingProxyType({})
    """Definitions that were replaced, by id and the hash by which records pin them."""
    editions: Mapping[str, "Ruleset"] = MappingProxyType({})
    """The game by every edition's rules, where there are others."""
    deck_parts: tuple[str, ...] = ()
    """The parts of a deck list, in the order in which they are written."""

    def __init__(self, chapters: Iterable[Chapter]) -> None:
        """Merge the chapters; two that claim one rule, question or type are a mistake."""
        self.chapters = tuple(chapters)
        self.rules: dict[str, Rule] = {}
        self.questions: dict[str, Question] = {}
        self.commands: dict[type[Command], tuple[Check, Handle]] = {}
        self.apply: dict[type[Happening], Apply] = {}
        self.tasks: dict[type[Task], Handle] = {
            OpenWindow: open_window, ResolveChain: resolve_chain,
        }  # fmt: skip
        self.watch: dict[type[Happening], Handle] = {}
        self.uncut: dict[type[Task], None] = {ResolveChain: None}
        self.resolvers: dict[type[Link], Handle] = {}
        for chapter in self.chapters:
            self._take(chapter)
        self.told = {kind: (apply, self.watch.get(kind)) for kind, apply in self.apply.items()}
        """For each kind of happening how the board changes by it, and who takes note."""
        self.defaults = {question.id: question.default for question in self.questions.values()}

    def _take(self, chapter: Chapter) -> None:
        tables: tuple[tuple[dict[Any, Any], dict[Any, Any]], ...] = (
            (self.questions, chapter.questions), (self.commands, chapter.commands),
            (self.apply, chapter.apply), (self.tasks, chapter.tasks),
            (self.watch, chapter.watch), (self.resolvers, chapter.resolvers),
        )  # fmt: skip
        for mine, its in ((self.rules, chapter.rules), *tables):
            for key, value in its.items():
                if mine.get(key, value) is not value:
                    msg = f"{chapter.module} defines {key!r}, which another chapter has defined"
                    raise ValueError(msg)
                mine[key] = value
        self.uncut.update(dict.fromkeys(chapter.uncut))

    # What only the game can say.

    @abstractmethod
    def open(self, opening: Any) -> Board:
        """Return the board of step 0. Raises UnknownCard for an id that no catalogue has."""

    @abstractmethod
    def face(self, card: str) -> object | None:
        """Return the face of a card definition's id, None if there is no such card."""

    @abstractmethod
    def could_respond(self, table: Table[Any], window: OpenWindow) -> bool:
        """Tell by public facts alone whether the seat might have an answer."""

    def responds(self, window: Window, command: type[Command]) -> bool:
        """Tell whether the asked seat's command of a kind is an answer, or passes the window."""
        del window
        return command in self.responses

    @abstractmethod
    def order_triggers(self, board: Board, waiting: tuple[Task, ...]) -> tuple[Task, ...]:
        """Put the abilities that wait into the order in which they go on the chain."""

    @abstractmethod
    def offers(self, table: Table[Any], seat: int) -> tuple[Offer, ...]:
        """Return everything a seat may do now."""

    # What a match is made from.

    @abstractmethod
    def card_hash(self, card: str) -> str:
        """Return the hash of a definition's rules-relevant fields. Raises KeyError."""

    @abstractmethod
    def cards_of(self, opening: Any) -> tuple[str, ...]:
        """Return the ids of the definitions that an opening names, sorted."""

    @abstractmethod
    def faults(self, opening: Any) -> Iterator[tuple[str, str]]:
        """Yield what of an opening cannot be: the field, and what is wrong with it."""

    def belongs(self, card: str, part: str) -> bool:
        """Tell whether a card stands in this part of a deck list, where a name leaves a choice."""
        del card, part
        return True

    @abstractmethod
    def may_bring(
        self, deck: DeckList, answers: Mapping[str, str] | None = None
    ) -> Iterator[Refusal]:
        """Check a deck list of known cards before a match, under answers, or the defaults."""

    @abstractmethod
    def opening_of(self, decks: Sequence[DeckList]) -> Any:
        """Return the opening from decks, one for each seat, each of them allowed."""

    # What may be seen of it.

    @abstractmethod
    def view(
        self, board: Any, viewer: Viewer, step: int, answers: Mapping[str, str] | None = None
    ) -> BoardView:
        """Return the board after step `step` as a viewer may see it. Raises NoSuchViewer.

        `answers` are those that hold there; without them the defaults say what is open to see.
        """

    def told_to(
        self, viewer: Viewer, happening: Happening, answers: Mapping[str, str] | None = None
    ) -> Happening:
        """Return what a viewer may know of a happening in which hidden cards are hidden already.

        All of it, unless the game has other secrets. `answers` are those that held when it was told.
        """
        del viewer, answers
        return happening

    @abstractmethod
    def card_name(self, board: Any, card: CardId) -> dict[str, str]:
        """Return a card's name by language, for a viewer who can follow the card."""

    # How a judge writes it. `parse(say(by, command, board), board)` gives the same back.

    @abstractmethod
    def parse(self, text: str, board: Any) -> tuple[int | str, Command]:
        """Read who did what; names mean the cards of `board`. Raises Unreadable."""

    @abstractmethod
    def say(self, by: int | str, command: Command, board: Any) -> str:
        """Write a command down as it may be read again on the same board."""

    @abstractmethod
    def show(self, happening: Happening, board: Any) -> tuple[str, ...]:
        """Return a happening's word and its arguments, each as text."""

    @abstractmethod
    def position(self, given: dict[str, Any], first: str = "") -> Any:
        """Return the opening that a judge describes; `first` is the first command's text.

        Raises Unreadable with the field.
        """

    @abstractmethod
    def facts(self, board: Any) -> dict[str, Any]:
        """Return what a judge sees on a board, in the words of `position`.

        Plain values, nested; a list has an order that matters, a tuple has none.
        """
