"""How a match gets into a store: begun there, or taken in with all its events.

A digital match draws its chance from 32 random bytes. The header commits to them (SHA-256), the
store keeps them apart from the log, beside the refused attempts, and gives them out once the match
is over. What each event drew is recorded in it; event n draws from the kernel's named generator,
seeded by those bytes and n.
"""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from dm_events.kernel.ruleset import Ruleset
from dm_events.notation.codec import body_of, encode
from dm_events.notation.interpretation import Interpretation, answers_of
from dm_events.notation.links import head_of
from dm_events.notation.plain import composed
from dm_events.notation.record import Header, header_of
from dm_events.notation.tables import BadFile
from dm_events.service.entry import About, read_back
from dm_events.service.kept import Secret
from dm_events.service.matches import STDIN, Match, stored, verify
from dm_events.service.not_recorded import NotWhole
from dm_events.store import (
    BadMatchId,
    BrokenStore,
    MatchExists,
    MatchStore,
    Receipt,
    StoreError,
    StoreUnavailable,
    link,
)

__all__ = ["About", "import_", "new"]

MADE_UP = 12
"""Hexadecimal digits of an id that nobody chose."""


def new(
    store: MatchStore,
    game: Ruleset,
    opening: Any,
    interpretation: Interpretation,
    about: About | None = None,
) -> Receipt:
    """Begin a match; the receipt names it. Begun again with the same facts it has the same receipt.

    Raises BadLine for facts that a header cannot hold, MatchExists if another match has the id,
    BadMatchId and StoreError.
    """
    about = about or About()
    digital = about.source == "digital"
    secret = secrets.token_bytes(32)
    header = header_of(
        game,
        opening,
        match=about.match or secrets.token_hex(MADE_UP // 2),
        source=about.source,
        treatment="strict" if digital else "as-played",
        interpretation=interpretation.name,
        answers=answers_of(game, interpretation),
        seats=about.seats,
        event=about.event,
        round=about.round,
        table=about.table,
        commitment=hashlib.sha256(secret).hexdigest() if digital else "",
    )
    header = read_back(header, game)  # as it will be read: in NFC
    beside = [encode(Secret(seed=secret.hex()))] if digital else []
    return _stored_once(store, header.match, [encode(header)], beside, lambda: _same(store, header))


def _same(store: MatchStore, asked: Header[Any]) -> bool:
    """Tell whether a stored match was begun as is asked: all but its chance, by whichever version."""
    found = stored(store, asked.match, fully=True)
    told = msgspec.structs.replace(asked, commitment="", engine="")
    return told == msgspec.structs.replace(found.header, commitment="", engine="") and (
        bool(found.header.commitment) == bool(asked.commitment) and not found.unborn
    )


def import_(store: MatchStore, found: Match, match: str = "") -> Receipt:
    """Store a loaded match, under another id if one is given; once, if it is taken in again.

    A log without an id gets one that is made of its last link, so that it is known again.

    Raises NotWhole, MatchExists if another match has the id, BadMatchId and StoreError.
    """
    if doubts := verify(found).doubts:
        raise NotWhole(found.place, doubts)
    header = found.header
    if match or not header.match:
        own = head_of(header, found.events)[:MADE_UP]
        header = msgspec.structs.replace(header, match=composed(match) or own)
    lines = [encode(header), *(body_of(event) for event in found.events)]
    return _stored_once(
        store, header.match, lines, [],
        lambda: store.read(header.match, verify=True)[: len(lines)] == lines,
    )  # fmt: skip


def _stored_once(
    store: MatchStore, match: str, lines: Sequence[bytes], beside: Sequence[bytes],
    is_same: Callable[[], bool],
) -> Receipt:  # fmt: skip
    """Store the first lines of a match; what is there already as the same is answered as the first time.

    So is what was stored although the answer was lost: what lies there tells, never the error alone.
    Raises BrokenStore if that is not what was stored.
    """
    if match == STDIN:
        raise BadMatchId(match)
    try:
        return store.create(match, lines[0], lines[1:], beside=beside)
    except (MatchExists, StoreUnavailable):
        try:
            same = is_same()
        except BrokenStore:
            raise
        except (StoreError, BadFile):
            same = False
        if not same:
            raise
    return _receipt(match, store.read(match, limit=len(lines)))


def _receipt(match: str, lines: Sequence[bytes]) -> Receipt:
    head = ""
    for line in lines:
        head = link(head, line)
    return Receipt(match, len(lines) - 1, head)
