"""Metaversus Duel as the kernel sees it: its chapters, its windows, the order of its triggers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dm_events.kernel import officials
from dm_events.kernel.board import Board
from dm_events.kernel.chain import OpenWindow, Window
from dm_events.kernel.offer import Offer
from dm_events.kernel.rule import Refusal
from dm_events.kernel.ruleset import DeckList, Ruleset
from dm_events.kernel.sight import Viewer
from dm_events.kernel.table import Table
from dm_events.kernel.view import BoardView
from dm_events.kernel.words import CardId, Command, Happening, Task
from dm_events.rulesets.metaversus_duel import (
    abilities,
    action,
    bans,
    buy,
    characters,
    choosing,
    combat,
    damage,
    discard,
    draw,
    effects,
    end,
    given,
    info,
    market,
    occasions,
    offers,
    packs,
    perform,
    playing,
    pools,
    setup,
    turn,
    view,
    wording,
    zones,
)
from dm_events.rulesets.metaversus_duel.abilities import UseAbility
from dm_events.rulesets.metaversus_duel.board import TURN, Duel, Faces
from dm_events.rulesets.metaversus_duel.cards import UNKNOWN_FACE, Card, Face, card_hash
from dm_events.rulesets.metaversus_duel.faults import faults
from dm_events.rulesets.metaversus_duel.names import Names
from dm_events.rulesets.metaversus_duel.occasions import Next
from dm_events.rulesets.metaversus_duel.opening import Opening, kinds_named, open_board
from dm_events.rulesets.metaversus_duel.playing import Interrupt, Play

CHAPTERS = (
    officials.CHAPTER, setup.CHAPTER, bans.CHAPTER, characters.CHAPTER, market.CHAPTER, turn.CHAPTER,
    perform.CHAPTER, playing.CHAPTER, action.CHAPTER, buy.CHAPTER, combat.CHAPTER,
    discard.CHAPTER, draw.CHAPTER, damage.CHAPTER, occasions.CHAPTER, abilities.CHAPTER,
    pools.CHAPTER, zones.CHAPTER, choosing.CHAPTER, effects.CHAPTER, info.CHAPTER, end.CHAPTER,
)  # fmt: skip


class MetaversusDuel(Ruleset):
    """The rules of Metaversus Duel, edition `2026.1` (open until release 0.1.0)."""

    name = "metaversus-duel"
    edition = "2026.1"
    responses: tuple[type[Command], ...] = (Interrupt, Play, UseAbility)
    meanwhile: tuple[type[Command], ...] = (characters.ChangeSide, info.Inspect)

    unknown = UNKNOWN_FACE
    opening_type = Opening
    given_type = given.Given
    deck_parts = packs.PARTS

    def __init__(self, catalogue: Mapping[str, Card]) -> None:
        """Play with the cards of a catalogue, by id."""
        super().__init__(CHAPTERS)
        self.catalogue = catalogue
        self._faces = Faces(catalogue)
        self._names = Names(catalogue)
        cards = catalogue.values()
        self.basics = tuple(card for card in cards if card.home == "start")
        self.basic_kinds = tuple(card.id for card in self.basics)
        self.other_side: dict[str, str] = {}
        for card in cards:
            if card.side_of:
                self.other_side |= {card.side_of: card.id, card.id: card.side_of}

    def kinds_of(self, pack: str) -> tuple[str, ...]:
        """The market kinds of a character's pack."""
        return tuple(card.id for card in self.catalogue.values() if card.home == pack)

    def open(self, opening: Opening) -> Duel:
        """Return the board of step 0."""
        return open_board(opening, self._faces, self.basics)

    def face(self, card: str) -> Face | None:
        """Return the face of a card id."""
        return self._faces.get(card)

    some_immediate = staticmethod(playing.some_immediate)

    def could_respond(self, table: Table[Any], window: OpenWindow) -> bool:
        """By public facts: an ability to go first with, or a card that may interrupt."""
        if window.why == "first":
            return abilities.could_go_first(table, window)
        return playing.could_interrupt(table, window)

    def responds(self, window: Window, command: type[Command]) -> bool:
        """An ability where it may go first; else a card, and what would have to wait (TURN-04)."""
        return command is UseAbility if window.why == "first" else command in self.responses

    def order_triggers(self, board: Board, waiting: tuple[Task, ...]) -> tuple[Task, ...]:
        """The turn player's first; what one seat has to do together (TURN-10)."""
        owner = board.slots[TURN].owner
        found = [task for task in waiting if isinstance(task, Next)]
        both = []
        for seat in (owner, 1 - owner):
            items = tuple(one for task in found if task.seat == seat for one in task.items)
            if items:
                both.append(Next(seat, items))
        return tuple(both)

    def offers(self, table: Table[Any], seat: int) -> tuple[Offer, ...]:
        """Everything a seat may do now."""
        return offers.offers(table, seat)

    def card_hash(self, card: str) -> str:
        """The hash of a definition's rules-relevant fields. Raises KeyError."""
        return card_hash(self.catalogue[card])

    def cards_of(self, opening: Opening) -> tuple[str, ...]:
        """The definitions that can come into a match from an opening."""
        named = dict.fromkeys((*kinds_named(opening), *self.basic_kinds))
        for kind in tuple(named):
            card = self.catalogue.get(kind)
            if card is not None and card.kind == "character":
                pack = card.side_of or card.id
                named |= dict.fromkeys((pack, *self.kinds_of(pack)))
                if pack in self.other_side:
                    named[self.other_side[pack]] = None
        return tuple(sorted(named))

    def faults(self, opening: Opening) -> Iterator[tuple[str, str]]:
        """What of an opening cannot be."""
        return faults(opening, self.catalogue)

    def may_bring(
        self, deck: DeckList, answers: Mapping[str, str] | None = None
    ) -> Iterator[Refusal]:
        """SET-25; no question is asked of a pack."""
        del answers
        return packs.may_bring(self.catalogue, deck)

    def opening_of(self, lists: Sequence[DeckList]) -> Opening:
        """A duel between two packs. Raises ValueError for another number of them."""
        return packs.opening_of(self.catalogue, lists)

    def view(
        self, board: Duel, viewer: Viewer, step: int, answers: Mapping[str, str] | None = None
    ) -> BoardView:
        """The board as a viewer may see it. Raises NoSuchViewer."""
        return view.board_view(board, viewer, step, (answers or self.defaults)[info.Q_52.id])

    def told_to(
        self, viewer: Viewer, happening: Happening, answers: Mapping[str, str] | None = None
    ) -> Happening:
        """What of a happening a viewer may know."""
        return view.told_to(viewer, happening, (answers or self.defaults)[info.Q_52.id])

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
        return wording.show(self._names, happening, board)

    def position(self, told: dict[str, Any], first: str = "") -> Opening:
        """The opening that a judge describes. Raises Unreadable with the field."""
        return given.position(self._names, told)

    def facts(self, board: Duel) -> dict[str, Any]:
        """What a judge sees on a board."""
        return given.facts(self._names, board)
