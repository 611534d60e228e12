"""A board as it lies on the table, in plain text: the other side above, the own side below.

Lines, corners and dashes are ASCII: terminals set to Korean draw other line signs two wide.
"""

from collections.abc import Iterator

from dm_events.kernel.sight import HIDDEN
from dm_events.kernel.view import BoardView, CardView, LinkView, SeatView, ZoneView
from dm_events.notation.words import Words
from dm_events.viewer.boxes import boxes
from dm_events.viewer.columns import fold, pad, plain, width, wrap
from dm_events.viewer.sentences import Speaker, name_in

STRONG = "\x1b[1m{}\x1b[0m"
NARROWEST = 60
"""Columns below which no board can be read."""


def draw(
    board: BoardView, words: Words, *, columns: int = 100, emphasis: bool = False, ids: bool = False
) -> str:
    """Return the board, every line `columns` wide (at least 60).

    Names of cards are in the language of the words, else in English. `emphasis` makes the head
    and the turn owner's line strong by ANSI codes; `ids` adds the cards' numbers.
    """
    picture = Picture(board, words, max(columns, NARROWEST), emphasis=emphasis, ids=ids)
    return "\n".join(picture.lines()) + "\n"


def size(zone: ZoneView) -> str:
    """How many cards lie in a zone, as far as the viewer may know."""
    return "?" if zone.count is None else str(zone.count)


class Picture:
    """One board being drawn."""

    def __init__(
        self, board: BoardView, words: Words, columns: int, *, emphasis: bool, ids: bool
    ) -> None:
        """Draw `board` so many columns wide."""
        self.board = board
        self.words = words
        self.inside = columns - 4
        self.emphasis = emphasis
        self.ids = ids
        cards = [card for seat in board.seats for zone in seat.zones for card in zone.cards]
        self.speaker = Speaker(words, {card.id: card.name for card in cards})
        rows = [zone for seat in board.seats for zone in seat.zones if zone.lies == "row"]
        self.label = max((width(self._zone(zone)) for zone in rows), default=0) + 1

    def lines(self) -> Iterator[str]:
        """Yield every line of the picture, framed."""
        own = self.board.viewer if isinstance(self.board.viewer, int) else 0
        edge = f"+{'-' * (self.inside + 2)}+"
        yield edge
        yield self._line(self._head(), strong=True)
        yield edge
        for seat in self.board.seats:
            if seat.seat != own:
                yield from self._side(seat, above=True)
                yield self._line("- " * (self.inside // 2))
        yield from self._side(self.board.seats[own], above=False)
        yield edge
        going_on = [self._line(text) for text in self._going_on()]
        yield from (*going_on, edge) if going_on else ()

    def _line(self, text: str, *, strong: bool = False) -> str:
        padded = pad(text, self.inside)
        return f"| {STRONG.format(padded) if strong and self.emphasis else padded} |"

    def _head(self) -> str:
        board, word = self.board, self.speaker.word
        phase = self.words.named("value", board.phase)
        parts = [word("step", step=board.step), word("turn", turn=board.turn),
                 word("owner", seat=board.turn_owner), phase]  # fmt: skip
        parts += [self.words.named("value", board.battle)] if board.battle else []
        return " - ".join(part for part in parts if part)

    # One side of the table.

    def _side(self, seat: SeatView, *, above: bool) -> Iterator[str]:
        """Yield a seat's zones, its edge of the table outside."""
        head = [self._line(self._seat(seat), strong=seat.seat == self.board.turn_owner)]
        piles = [self._line(text) for text in self._piles(seat)]
        rows = [[self._line(text) for text in self._row(zone)]
                for zone in seat.zones if zone.lies == "row"]  # fmt: skip
        blocks = [head, piles, *rows]
        for block in blocks if above else reversed(blocks):
            yield from block

    def _seat(self, seat: SeatView) -> str:
        named = self.words.named
        counters = [f"{named('counter', name)} {value}" for name, value in seat.counters.items()]
        flags = [named("seat_flag", flag) for flag in seat.flags]
        name = self.speaker.word("seat", seat=seat.seat)
        return "   ".join((name[:1].upper() + name[1:], *counters, *flags))

    def _piles(self, seat: SeatView) -> Iterator[str]:
        """Yield the piles and the hand: bare numbers on one line, the others with their cards."""
        zones = [zone for zone in seat.zones if zone.lies != "row"]
        bare = [f"{self._zone(zone)} {size(zone)}" for zone in zones if not zone.cards]
        yield from wrap(bare, self.inside, "   ")
        for zone in zones:
            if zone.cards:
                yield from self._listed(f"{self._zone(zone)} {size(zone)}:", self._cards(zone))

    def _cards(self, zone: ZoneView) -> list[str]:
        cards = [self._name(card, costs=zone.lies == "hand") for card in zone.cards]
        hidden = 0 if zone.count is None else zone.count - len(zone.cards)
        return [*cards, self.speaker.word("rest", count=hidden)] if hidden else cards

    def _name(self, card: CardView, *, costs: bool) -> str:
        """A card's name; in a hand with its first figure, what it costs to play."""
        name = name_in(card.name, self.words.language)
        price = next(iter(card.stats.items()), None) if costs else None
        text = name if price is None else (
            f"{name} ({self.words.named('stat', price[0])} {price[1]})"
        )  # fmt: skip
        return f"{text} {card.id}" if self.ids else text

    def _row(self, zone: ZoneView) -> Iterator[str]:
        """Yield the cards that lie side by side, in as many bands as it takes."""
        label = pad(self._zone(zone), self.label)
        if not zone.count:
            yield label + self.speaker.word("empty")
            return
        hidden = zone.count - len(zone.cards)
        if hidden:
            yield label + self.speaker.word("rest", count=hidden)
        for band in boxes(zone.cards, self.words, self.inside - self.label, ids=self.ids):
            for at, text in enumerate(band):
                yield (label if at == 1 else " " * self.label) + text

    def _zone(self, zone: ZoneView) -> str:
        return self.words.named("zone", zone.name)

    def _listed(self, head: str, items: list[str]) -> Iterator[str]:
        """Yield a head and what belongs to it, further lines indented."""
        indent = "  "
        ends = [f"{item}," for item in items[:-1]] + items[-1:]
        lines = wrap([head, *ends], self.inside - len(indent))
        for at, line in enumerate(lines):
            yield line if at == 0 else indent + line

    # What is going on.

    def _going_on(self) -> Iterator[str]:
        board, word = self.board, self.speaker.word
        if board.result is not None:
            yield word(board.result.how, seat=board.result.seat)
        if board.attacks:
            yield from self._listed(word("attacks") + ":", list(self._attacks()))
        for name, links in (("chain", board.chain[::-1]), ("held", board.held)):
            if links:
                yield from self._listed(word(name) + ":", [self._link(link) for link in links])
        yield from self._asked()
        if board.rulings:
            given = [f"{question} = {answer}" for question, answer in board.rulings.items()]
            yield from self._listed(word("rulings") + ":", given)
        for note in board.notes:
            yield from fold(f"{word('notes')}: {plain(note)}", self.inside)

    def _attacks(self) -> Iterator[str]:
        for attack in self.board.attacks:
            details = [self.words.named("detail", one) for one in attack.details]
            said = [self.words.named("value", attack.status), *details]
            card = self.speaker.card
            yield f"{card(attack.attacker)} -> {card(attack.target)} ({', '.join(said)})"

    def _link(self, link: LinkView) -> str:
        speaker = self.speaker
        text = f"{speaker.word('seat', seat=link.seat)} {speaker.card(link.card)}"
        text += f" ({self.words.named('does', link.does)})"
        targets = [speaker.card(one) for one in (*link.targets, *filter(None, (link.word,)))]
        return f"{text} -> {', '.join(targets)}" if targets else text

    def _asked(self) -> Iterator[str]:
        """Yield who must choose, and who may respond."""
        board, word = self.board, self.speaker.word
        choice, window = board.choice, board.window
        if choice is not None:
            what = self.words.named("value", choice.what)
            head = word("chooses", seat=choice.seat, what=what)
            if choice.options is None:
                yield head
            else:
                number = word("exactly" if choice.least == choice.most else "number",
                              least=choice.least, most=choice.most)  # fmt: skip
                options = [self.speaker.card(option) for option in choice.options]
                yield from self._listed(f"{head} ({number}):", options or [HIDDEN])
        if window is not None:
            why = self.words.named("value", window.why)
            yield word("asked", seat=window.seat, why=why)
