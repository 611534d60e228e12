"""Fingerprints: 128 bits over the game and control slots, kept up to date slot by slot.

The sum of the slots' hashes (mod 2^128) does not depend on the way that led to a board. It
finds a fold that disagrees; that nobody changed a log is shown by the links, not by this.
"""

import hashlib
from functools import lru_cache
from typing import Any

import msgspec

from dm_events.kernel.board import Replaced
from dm_events.kernel.layout import Layout

_MASK = (1 << 128) - 1
_NOTHING_YET = object()
"""What every slot held before the opening."""
_encode = msgspec.msgpack.Encoder().encode
_blake = hashlib.blake2b
_number = int.from_bytes


@lru_cache(maxsize=1024)
def _empty(name: bytes, value: tuple[()] | None) -> int:
    """The hash of a slot that holds nothing: most of an opening's, and often a control slot."""
    return _number(_blake(name + _encode(value), digest_size=16).digest())


class Fingerprint:
    """The running fingerprint of one fold."""

    __slots__ = ("_hashes", "_names", "_total")

    def __init__(self, layout: Layout, slots: list[Any]) -> None:
        """Take the fingerprint of whole slots."""
        self._names = tuple(
            name.encode() if kept else None
            for name, kept in zip(layout.names, layout.kept, strict=True)
        )
        self._hashes = [0] * layout.size
        self._total = 0
        self.update(dict.fromkeys(range(layout.size), _NOTHING_YET), slots)

    def update(self, replaced: Replaced, slots: list[Any]) -> None:
        """Follow one step; `slots` are those after it."""
        names, hashes, total = self._names, self._hashes, self._total
        for slot, before in replaced.items():
            name, value = names[slot], slots[slot]
            if name is not None and value is not before:
                if value is None or value == ():
                    new = _empty(name, value)
                else:
                    new = _number(_blake(name + _encode(value), digest_size=16).digest())
                total += new - hashes[slot]
                hashes[slot] = new
        self._total = total & _MASK

    @property
    def hex(self) -> str:
        """The fingerprint as 32 hex digits."""
        return f"{self._total:032x}"
