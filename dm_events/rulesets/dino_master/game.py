"""Dino Master as the kernel sees it: its chapters, its windows, the order of its triggers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dm_events.kernel import officials
from dm_events.kernel.board import Board
from dm_events.kernel.chain import OpenWindow
from dm_events.kernel.offer import Offer
from dm_events.kernel.rule import Refusal
from dm_events.kernel.ruleset import DeckList, Ruleset
from dm_events.kernel.sight import Viewer
from dm_events.kernel.table import Table
from dm_events.kernel.view import BoardView
from dm_events.kernel.words import CardId, Command, Happening, Task
from dm_events.rulesets.dino_master import (
    attack_order,
    battle,
    calls,
    cancelled,
    changes,
    commanded,
    costs,
    creatures,
    damage,
    decks,
    defeat,
    dp,
    durations,
    effects,
    flock,
    flock_board,
    given,
    moving_line,
    offers,
    outcome,
    passing,
    phases,
    priority,
    setup,
    shield,
    states,
    staying,
    top_card,
    triggers,
    turn,
    uses,
    view,
    wording,
)
from dm_events.rulesets.dino_master.board import TURN, Duel
from dm_events.rulesets.dino_master.cards import Card, card_hash
from dm_events.rulesets.dino_master.changes import CheckDf
from dm_events.rulesets.dino_master.faces import UNKNOWN_FACE, Face
from dm_events.rulesets.dino_master.opening import Faces, Opening, open_board
from dm_events.rulesets.dino_master.opening import faults as opening_faults
from dm_events.rulesets.dino_master.triggers import Activate, CutIn
from dm_events.rulesets.dino_master.uses import CastAction, UseAbility

CHAPTERS = (
    officials.CHAPTER, decks.CHAPTER, setup.CHAPTER, costs.CHAPTER, creatures.CHAPTER, dp.CHAPTER,
    turn.CHAPTER, phases.CHAPTER, durations.CHAPTER, attack_order.CHAPTER, cancelled.CHAPTER,
    battle.CHAPTER, damage.CHAPTER, passing.CHAPTER,
    shield.CHAPTER, defeat.CHAPTER,
    priority.CHAPTER, triggers.CHAPTER, commanded.CHAPTER, uses.CHAPTER, changes.CHAPTER,
    effects.CHAPTER, calls.CHAPTER, flock.CHAPTER, flock_board.CHAPTER, moving_line.CHAPTER, states.CHAPTER, staying.CHAPTER,
    outcome.CHAPTER, top_card.CHAPTER,
)  # fmt: skip


class DinoMaster(Ruleset):
    """The rules of Dino Master, edition `2026.1` (open until release 0.1.0)."""

    name = "dino-master"
    edition = "2026.1"
    responses: tuple[type[Command], ...] = (CastAction, UseAbility)
    between_links: tuple[Task, ...] = (CheckDf(), CutIn())

    unknown = UNKNOWN_FACE
    opening_type = Opening
    given_type = given.Given
    deck_parts = decks.PARTS

    def __init__(self, catalogue: Mapping[str, Card]) -> None:
        """Play with the cards of a catalogue, by id."""
        super().__init__(CHAPTERS)
        self.catalogue = catalogue
        self._faces = Faces(catalogue)
        self._names = given.Names(catalogue)
        self.cheapest_action = min(
            (card.dp for card in catalogue.values() if card.kind == "action"), default=0
        )

    def open(self, opening: Opening) -> Duel:
        """Return the board of step 0."""
        return open_board(opening, self._faces)

    def face(self, card: str) -> Face | None:
        """Return the face of a card id."""
        return self._faces.get(card)

    def could_respond(self, table: Table[Any], window: OpenWindow) -> bool:
        """By public facts: cards on hand and DP for an action, or a skill that could answer."""
        return commanded.could_answer(table, window, self.cheapest_action)

    def order_triggers(self, board: Board, waiting: tuple[Task, ...]) -> tuple[Task, ...]:
        """The turn owner's first, each seat's as they were set off (C90)."""
        if len(waiting) == 1:
            return waiting
        owner = board.slots[TURN].owner
        mine = [task for task in waiting if isinstance(task, Activate) and task.use.seat == owner]
        rest = [task for task in waiting if task not in mine]
        return (*mine, *rest)

    def offers(self, table: Table[Any], seat: int) -> tuple[Offer, ...]:
        """Everything a seat may do now."""
        return offers.offers(table, seat)

    def card_hash(self, card: str) -> str:
        """The hash of a definition's rules-relevant fields. Raises KeyError."""
        return card_hash(self.catalogue[card])

    def cards_of(self, opening: Opening) -> tuple[str, ...]:
        """The definitions that an opening names."""
        return decks.named(opening)

    def faults(self, opening: Opening) -> Iterator[tuple[str, str]]:
        """What of an opening cannot be."""
        return opening_faults(opening, self.catalogue)

    def may_bring(
        self, deck: DeckList, answers: Mapping[str, str] | None = None
    ) -> Iterator[Refusal]:
        """R001 to R008."""
        return decks.may_bring(self.catalogue, deck, answers or self.defaults)

    def belongs(self, card: str, part: str) -> bool:
        """By its kind."""
        return decks.belongs(self.catalogue[card], part)

    def opening_of(self, lists: Sequence[DeckList]) -> Opening:
        """A duel from two decks. Raises ValueError for another number of them."""
        return decks.opening_of(tuple(lists))

    def view(
        self, board: Duel, viewer: Viewer, step: int, answers: Mapping[str, str] | None = None
    ) -> BoardView:
        """The board as a viewer may see it; no answer changes that. Raises NoSuchViewer."""
        del answers
        return view.board_view(board, viewer, step)

    def card_name(self, board: Duel, card: CardId) -> dict[str, str]:
        """A card's name by language."""
        return board.face(card).card.name

    def parse(self, text: str, board: Duel) -> tuple[int | str, Command]:
        """Read who did what. Raises Unreadable."""
        return wording.parse(self._names, text, board)

    def say(self, by: int | str, command: Command, board: Duel) -> str:
        """Write down who did what."""
        return wording.say(self._names, by, command, board)

    def show(self, happening: Happening, board: Duel) -> tuple[str, ...]:
        """A happening's word and its arguments."""
        return wording.show(happening, board)

    def position(self, told: dict[str, Any], first: str = "") -> Opening:
        """The opening that a judge describes. Raises Unreadable with the field."""
        return given.position(self._names, told, first)

    def facts(self, board: Duel) -> dict[str, Any]:
        """What a judge sees on a board."""
        return given.facts(board)
