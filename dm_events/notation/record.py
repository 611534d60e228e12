"""The written record of a match: a header, then one envelope for each event."""

from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from dm_events import __version__
from dm_events.kernel.fold import Treatment
from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.words import CardId, Command, Event, Outcome

FORMAT = 1
"""The version of the format that this program writes, and the only one that it reads."""

Source = Literal["paper", "digital"]
ACTORS = "a seat number, `service`, `official`, or `official:` and a role"
By = (
    int
    | Annotated[str, msgspec.Meta(pattern=r"^(service|official(:.+)?)(?!\n)$", description=ACTORS)]
)
Digest = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?$", description="64 hex digits")]
Print = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{32})?$", description="32 hex digits")]

OpeningT = TypeVar("OpeningT")
CommandT = TypeVar("CommandT", bound=Command)


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True,
           forbid_unknown_fields=True):  # fmt: skip
    """A piece of the record: a field that is not listed is refused, a default is not written."""


class Seat(Part, frozen=True):
    """Who sits at a seat: an opaque person id (names live elsewhere), and what the deck is called."""

    person: str = ""
    deck: str = ""


class Branch(Part, frozen=True):
    """Where a branch leaves another match: after event `seq`, whose link was `head`."""

    match: str
    seq: Annotated[int, msgspec.Meta(ge=0)]
    head: Digest = ""


class Header(Part, Generic[OpeningT], frozen=True):
    """The first line of a log: all that a fold needs besides the events.

    `answers` are the answers that were in force, one for each question of the game;
    `interpretation` is only the name they went by. `cards` pins each card definition by hash.
    `seed` is a public one (bots); `commitment` is the SHA-256 in hex of a secret one.
    """

    format: int
    game: str
    edition: str
    source: Source
    treatment: Treatment
    opening: OpeningT
    match: str = ""
    interpretation: str = ""
    answers: dict[str, str] = {}
    cards: dict[str, str] = {}
    seats: tuple[Seat, ...] = ()
    seed: str = ""
    commitment: Digest = ""
    event: str = ""
    round: int | None = None
    table: str = ""
    branch_of: Branch | None = None
    engine: str = ""


class Envelope(Part, Generic[CommandT], frozen=True):
    """One event as it is written.

    `id` is the client's name for the command, `entered_by` who typed it, `at` milliseconds since
    1970 in UTC. `fingerprint` is of the board after the event, as the header's answers have it.
    """

    seq: Annotated[int, msgspec.Meta(ge=1)]
    by: By
    command: CommandT
    id: str = ""
    entered_by: str = ""
    at: Annotated[int, msgspec.Meta(ge=0)] | None = None
    chance: tuple[Outcome, ...] = ()
    reveals: dict[CardId, str] = {}
    fingerprint: Print = ""
    link: Digest = ""

    def to_event(self) -> Event:
        """Return what the fold reads of it."""
        return Event(self.seq, self.by, self.command, self.chance, self.reveals)


def header_of(game: Ruleset, opening: Any, **facts: Any) -> Header[Any]:
    """Return a header that pins the edition, the answers and the opening's cards.

    `facts` are the other fields: `source` and `treatment` at least. Without `answers` they are
    the defaults.
    """
    facts = {"answers": game.defaults, "engine": __version__} | facts
    return Header(
        format=FORMAT,
        game=game.name,
        edition=game.edition,
        opening=opening,
        cards={card: game.card_hash(card) for card in game.cards_of(opening)},
        **facts,
    )


def envelope_of(event: Event, fingerprint: str = "") -> Envelope[Command]:
    """Return the envelope of an event that the fold has read."""
    return Envelope(
        seq=event.seq,
        by=event.by,
        command=event.command,
        chance=event.chance,
        reveals=event.reveals,
        fingerprint=fingerprint,
    )
