"""The raw lines of a log: ends and marks that editors leave are taken off, sizes are bounded."""

from collections.abc import Iterator
from typing import IO, NamedTuple

from dm_events.notation.trouble import BadLine, Wrong

LONGEST = 1 << 20
"""Bytes of a line."""
_MARK = b"\xef\xbb\xbf"


class Line(NamedTuple):
    """A line that is not blank: its number from 1, its bytes, and whether it came to its end."""

    number: int
    body: bytes
    ended: bool


def lines_of(stream: IO[bytes], place: str) -> Iterator[Line]:
    """Yield the lines of a log, without byte order mark, LF or CR LF.

    No more than one line is held. Raises BadLine for a line over LONGEST, which is not read to
    its end, and for a stream that fails.
    """
    number = 0
    while line := _read(stream, place, number + 1):
        number += 1
        if number == 1:
            line = line.removeprefix(_MARK)
        body = line.removesuffix(b"\n").removesuffix(b"\r")
        if len(body) > LONGEST:
            found = f"the line is longer than {LONGEST} bytes"
            raise BadLine(place, number, Wrong("", found, "a line holds one event: shorten it"))
        if body.strip():
            yield Line(number, body, ended=line.endswith(b"\n"))


def _read(stream: IO[bytes], place: str, number: int) -> bytes:
    try:
        return stream.readline(LONGEST + len(_MARK) + 2)
    except OSError as wrong:
        found = f"the file cannot be read on ({wrong.strerror or wrong})"
        raise BadLine(place, number, Wrong("", found, "look whether it is all there")) from None
