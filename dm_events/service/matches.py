"""Matches from files, stdin and the store: loaded, folded, verified."""

import io
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import msgspec

from dm_events.kernel.fold import Fold, Treatment
from dm_events.kernel.ruleset import Ruleset
from dm_events.kernel.words import Command
from dm_events.notation import jsonl, sealed
from dm_events.notation.interpretation import Interpretation, answers_of
from dm_events.notation.links import linked, torn
from dm_events.notation.pins import of_edition, with_pinned
from dm_events.notation.plain import composed
from dm_events.notation.record import Envelope, Header
from dm_events.notation.seal import with_seal
from dm_events.notation.tables import BadFile
from dm_events.notation.trouble import BadLine, instead, quoted
from dm_events.notation.verify import Doubt, Verified
from dm_events.notation.verify import verify as check
from dm_events.service import catalogue
from dm_events.service.interpretations import is_file
from dm_events.service.kept import Secret, kept
from dm_events.service.places import open_store
from dm_events.store import BrokenStore, MatchStore, NoSuchMatch
from dm_events.store.naming import require_file

STDIN = "-"


class NotFound(Exception):  # noqa: N818 - the word of the domain
    """Neither a file nor a match of the store; the message says where it was looked for."""


class Games(Mapping[str, Ruleset]):
    """All games by name; a game is read when it is asked for."""

    def __getitem__(self, name: str) -> Ruleset:
        """Return the game of that name. Raises KeyError."""
        if name not in catalogue.GAMES:
            raise KeyError(name)
        return catalogue.game(name)

    def __iter__(self) -> Iterator[str]:
        """Go through the names."""
        return iter(catalogue.GAMES)

    def __len__(self) -> int:
        """Count the games."""
        return len(catalogue.GAMES)


GAMES = Games()


class Match(msgspec.Struct, frozen=True):
    """A recorded match, as far as its record could be read; `trouble` says why not further."""

    place: str
    game: Ruleset
    header: Header[Any]
    events: list[Envelope[Command]]
    trouble: BadLine | None = None
    seal: sealed.Seal | None = None
    store: str | None = None
    """What the store is opened by that it was looked for in; None for the user's own."""
    unborn: bool = False
    """Whether it was found to lie in a store without the seed from which it would begin."""

    @property
    def answers(self) -> dict[str, str]:
        """The answers that were in force; the default where the header leaves one out."""
        return self.game.defaults | self.header.answers

    @property
    def log(self) -> jsonl.Log:
        """The record itself."""
        return jsonl.Log(self.header, self.events, self.trouble)


class InStore(str):
    """The id of a match that lies in a store: no file of that name, nor stdin, is meant."""

    __slots__ = ()


def load(where: str | Path, store: MatchStore | None = None, *, fully: bool = False) -> Match:
    """Load a match from a file (a log, or a sealed record), from stdin (`-`), or from the store.

    A file goes before a match of the same name, but for an `InStore`. Without `store` the user's own
    is looked into. Of a match there all that is kept beside it is checked too, if `fully`.
    Raises NotFound, BadFile where not even a header can be read, and StoreError.
    """
    if not isinstance(where, InStore):
        if where == STDIN:
            return _of(store, _read(sys.stdin.buffer, "stdin"))
        if isinstance(where, Path) or is_file(Path(where)):
            with _opened(Path(where)) as stream:
                return _of(store, _read(stream, str(where)))
        where = composed(where)
    with open_store() if store is None else nullcontext(store) as opened:
        try:
            return stored(opened, where, fully=fully)
        except NoSuchMatch:
            known = opened.matches()
            if isinstance(where, InStore):
                raise
            require_file(str(where))
            found = f"There is neither a file {quoted(where)} nor a match of that id"
            where_else = f"{found} in {opened.medium.place}"
            raise NotFound(
                f"{where_else}; {instead(where, known, 'look at the list of matches.')}"
            ) from None


def _of(store: MatchStore | None, match: Match) -> Match:
    """Return a match with the store beside which names and notes are kept."""
    return match if store is None else msgspec.structs.replace(match, store=store.medium.where)


def _read(stream: IO[bytes], place: str) -> Match:
    """Read a log or a sealed record: the first byte tells which."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(stream)  # type: ignore[type-var]
    try:
        is_sealed = buffered.peek(1)[:1] == sealed.FIRST
    except OSError:
        is_sealed = False  # the log's reader says what is wrong
    if not is_sealed:
        return match_of(jsonl.read(buffered, place, GAMES), place)
    found = sealed.read(buffered, place, GAMES)
    return match_of(found.log, place, found.seal)


def stored(store: MatchStore, match: str, *, fully: bool = False) -> Match:
    """Load a match of a store, its links checked up to its head. Raises NoSuchMatch and BrokenStore.

    If `fully`, what is kept beside it is checked too, and the places of its records.
    """
    if fully:
        store.verify(match)
    place = f"match {match} in {store.medium.place}"
    lines = store.read(match, verify=True)
    header, events, trouble = jsonl.read(BytesIO(b"\n".join(lines) + b"\n"), place, GAMES)
    if header.match != match:
        found = f"this is the header of match {quoted(header.match)}, stored under another id"
        raise BrokenStore(store.medium.place, f"{found}; restore the store from a copy", match, 0)
    found_match = match_of(jsonl.Log(header, list(linked(header, events)), trouble), place)
    unborn = fully and not events and _has_no_seed(store, header)
    return msgspec.structs.replace(found_match, store=store.medium.where, unborn=unborn)


def _has_no_seed(store: MatchStore, header: Header[Any]) -> bool:
    return bool(header.commitment) and not any(
        isinstance(one, Secret) for one in kept(store, header.match)
    )


def match_of(log: jsonl.Log, place: str, seal: sealed.Seal | None = None) -> Match:
    """Return the match that a log records."""
    header = log.header
    game = with_pinned(of_edition(GAMES[header.game], header.edition), header.cards)
    return Match(place, game, *log, seal)


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    try:
        with path.open("rb") as stream:
            yield stream
    except FileNotFoundError:
        msg = f"There is no file {str(path)!r}; look at its path."
        raise NotFound(msg) from None
    except OSError as wrong:
        msg = f"{path}: the file cannot be read ({wrong.strerror or wrong}); look at its path."
        raise BadFile(msg) from None


def untouched(match: Match) -> tuple[Doubt, ...]:
    """Return what shows that a record was changed: links that do not fit, a seal that is not its own."""
    sound = Verified(match.header.match, len(match.events), "", (), ())
    links = tuple(Doubt("link/torn", seq) for seq in torn(match.header, match.events))
    return links + with_seal(sound, match.header, match.events, match.seal, None).doubts


def fold(
    match: Match,
    interpretation: Interpretation | None = None,
    treatment: Treatment | None = None,
    *,
    at: int | None = None,
    hypothetical: bool = False,
    fingerprints: bool = False,
) -> Fold:
    """Fold a match, by default under the answers and the treatment that its header records.

    `at` ends the fold after that event. Outcomes that the log does not hold stop the fold, unless
    it is `hypothetical`: then they are derived from what the header says in public.
    """
    answers = match.answers if interpretation is None else answers_of(match.game, interpretation)
    begun = Fold(
        match.game,
        match.game.open(match.header.opening),
        answers,
        treatment=match.header.treatment if treatment is None else treatment,
        seed=public_seed(match.header) if hypothetical else None,
        fingerprints=fingerprints,
    )
    return begun.extend(event.to_event() for event in match.events[:at])


def public_seed(header: Header[Any]) -> bytes:
    """Return the seed for outcomes that did not happen: everybody may know it, nobody chose it."""
    return (header.seed or header.commitment or header.match).encode()


def verify(
    match: Match, *, receipt: tuple[int, str] | None = None, secret: bytes | None = None,
    key: bytes | None = None,
) -> Verified:  # fmt: skip
    """Check the record of a match against itself, and against a receipt and a seed if given.

    A seal is checked too; `key` is the public key that it must be by. Raises NoSigning.
    """
    checked = check(match.log, match.game, receipt=receipt, secret=secret)
    if match.unborn:
        doubts = (Doubt("secret/missing", 0), *checked.doubts)
        checked = msgspec.structs.replace(checked, doubts=doubts)
    return with_seal(checked, match.header, match.events, match.seal, key)
