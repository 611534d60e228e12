"""A stored line, the link that ties it to the line before, and what a writer gets back."""

from hashlib import sha256

import msgspec


class Record(msgspec.Struct, frozen=True, gc=False):
    """One stored line of a match: seq 0 is the header, 1..n are the events."""

    match: str
    seq: int
    line: bytes
    link: str

    @property
    def originator_id(self) -> str:
        """The match, by the name that the `eventsourcing` library uses."""
        return self.match

    @property
    def originator_version(self) -> int:
        """The seq, by the name that the `eventsourcing` library uses."""
        return self.seq


class Receipt(msgspec.Struct, frozen=True, gc=False):
    """What a writer keeps: the match, the seq of its last record, and that record's link."""

    match: str
    seq: int
    head: str


def link(previous: str, body: bytes) -> str:
    """Tie a line to the one before: SHA-256 in hex over `previous`, LF, `body`.

    The first line's `previous` is "".
    """
    return sha256(previous.encode() + b"\n" + body).hexdigest()
