"""What a header and an event must say about cards, questions and numbers. Raises Wrong."""

from functools import cached_property
from typing import Any

from dm_events.kernel.commands import GiveRuling
from dm_events.kernel.layout import Layout
from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.words import Command
from dm_events.notation.codec import Codec
from dm_events.notation.pins import is_read_as
from dm_events.notation.record import Envelope, Header
from dm_events.notation.trouble import Wrong, instead, listed, quoted

MOST = 100_000
"""Events of a match."""
SHOWN = 5
"""So many cards stand in a sentence."""
ANOTHER = "read it with the dm-events that wrote it (`engine`)"


def check_answer(game: Ruleset, question: str, answer: str, field: str) -> None:
    """The question is one of the game's, the answer one of the question's."""
    known = game.questions.get(question)
    if known is None:
        slugs = {one.slug: one.id for one in game.questions.values()}
        meant = slugs.get(question)
        way_out = f"did you mean {meant}?" if meant else instead(question, game.questions, ANOTHER)
        raise Wrong(field, f"{game.name} asks no question {quoted(question)}", way_out)
    if answer not in known.answers:
        found = f"{quoted(answer)} is no answer to {question} ({known.asks})"
        raise Wrong(field, found, listed(known.answers))


def check_card(game: Ruleset, card: str, field: str) -> None:
    """The catalogue holds the card."""
    if card not in game.catalogue:
        known = {name: one for one, each in game.catalogue.items() for name in each.name.values()}
        meant = known.get(card)
        way_out = f"did you mean {meant}?" if meant else instead(card, game.catalogue, ANOTHER)
        raise Wrong(field, f"{game.name} has no card {quoted(card)}", way_out)


def check_header(header: Header[Any], codec: Codec) -> "Table":
    """The header names what there is: questions, answers, cards as they are, seats."""
    game = codec.game
    for question, answer in header.answers.items():
        check_answer(game, question, answer, f"answers.{question}")
    check_pins(header, codec)
    for card in game.cards_of(header.opening):
        check_card(game, card, "opening")
    for field, found in game.faults(header.opening):
        raise Wrong(field, found, "correct the opening")
    table = Table(game, header.opening)
    if header.seats and len(header.seats) != table.layout.seats:
        found = f"{len(header.seats)} seats are listed"
        raise Wrong("seats", found, f"this match has {table.layout.seats}")
    return table


def check_pins(header: Header[Any], codec: Codec) -> None:
    """The cards are those that the match was played with; the sentence names all that are not."""
    for card in header.cards:
        check_card(codec.game, card, f"cards.{card}")
    pins = header.cards.items()
    other = [
        card
        for card, pin in pins
        if codec.card_hash(card) != pin and not is_read_as(codec.game, card, pin)
    ]
    if not other:
        return
    first = other[0]
    known = codec.game.catalogue
    names = [f"{known[card].name.get('en', 'a card')} ({card})" for card in other]
    found = (
        f"the match was played with another text of {', '.join(names[:SHOWN])}"
        f"{f' and {len(other) - SHOWN} more' if len(other) > SHOWN else ''}: it pins {first} as "
        f"{quoted(header.cards[first])}, this version has {quoted(codec.card_hash(first))}"
        f"{_kept(codec.game, first)}"
    )
    raise Wrong(f"cards.{first}", found, f"{written_by(header)}, or leave the pin out")


def _kept(game: Ruleset, card: str) -> str:
    """The definitions of a card that are kept beside the one in force, for a sentence."""
    kept = [quoted(pin) for one, pin in sorted(game.superseded) if one == card]
    return f", and of before {' and '.join(kept)}" if kept else ""


def written_by(header: Header[Any]) -> str:
    """Return the way out for a record that this version reads otherwise than its writer."""
    return f"read it with dm-events {header.engine}, which wrote it" if header.engine else ANOTHER


class Table:
    """What an opening lays on the table; looked up only for a log that needs it."""

    def __init__(self, game: Ruleset, opening: Any) -> None:
        """Take the opening of the match."""
        self.game = game
        self._opening = opening

    @cached_property
    def layout(self) -> Layout:
        """The seats and the physical cards."""
        return self.game.open(self._opening).layout


def check_event(event: Envelope[Command], number: int, table: Table) -> None:
    """The event is the next one, its reveals and its ruling name what there is."""
    if number > MOST:
        raise Wrong("", f"the log has more than {MOST} events", "no match is that long")
    if event.seq != number:
        raise Wrong("seq", *_out_of_order(event.seq, number))
    for card, face in event.reveals.items():
        if card not in table.layout.cards:
            found = f"{quoted(card)} is no card of this match"
            raise Wrong("reveals", found, "write seat:number as the opening counts")
        check_card(table.game, face, f"reveals.{card}")
    command = event.command
    if type(command) is GiveRuling:
        check_answer(table.game, command.question, command.answer, "command")


def _out_of_order(seq: int, number: int) -> tuple[str, str]:
    if seq >= number:
        gap = f"event {number} is" if seq == number + 1 else f"events {number} to {seq - 1} are"
        return f"event {seq} follows event {number - 1}: {gap} missing", "put back what is missing"
    return f"event {seq} stands a second time", f"the next one is event {number}"
