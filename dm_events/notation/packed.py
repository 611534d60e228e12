"""Where MessagePack values end: for bytes that a decoder refuses, to say which of them are whole."""

from dm_events.notation.plain import DEEPEST
from dm_events.notation.trouble import Wrong

_ALONE = dict.fromkeys((*range(0x80), *range(0xE0, 0x100), 0xC0, 0xC2, 0xC3), 1) | {
    0xCA: 5, 0xCB: 9, 0xCC: 2, 0xCD: 3, 0xCE: 5, 0xCF: 9, 0xD0: 2, 0xD1: 3, 0xD2: 5, 0xD3: 9,
}  # fmt: skip
"""Bytes of what has always the same size, by its first byte: numbers, nil, yes and no."""
_LONG = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
"""Bytes and texts: how many bytes their size takes."""
_ARRAYS = {0xDC: 2, 0xDD: 4}
_MAPS = {0xDE: 2, 0xDF: 4}


class Cut(Wrong):
    """The bytes end before the value does."""

    def __init__(self) -> None:
        """Make the sentence, which is always the same."""
        super().__init__("", "the record is cut off here", "copy the file again")


def end_of(data: bytes, at: int) -> int:
    """Return where the value that begins at `at` ends.

    Raises Cut, and Wrong for nesting beyond DEEPEST and for kinds of values that no record has.
    """
    to_come = [1]
    while to_come:
        if not to_come[-1]:
            to_come.pop()
            continue
        to_come[-1] -= 1
        at, inside = begun(data, at)
        if inside:
            to_come.append(inside)
        if len(to_come) > DEEPEST + 1:
            found = f"arrays and maps lie more than {DEEPEST} deep in one another"
            raise Wrong("", found, "no record needs that; write it anew")
    return at


def begun(data: bytes, at: int) -> tuple[int, int]:
    """Return where a value's own bytes end, and how many values follow that lie in it."""
    if at >= len(data):
        raise Cut
    first = data[at]
    inside = 0
    if first in _ALONE:
        at += _ALONE[first]
    elif 0x80 <= first < 0xA0:
        at, inside = at + 1, (first & 15) << (first < 0x90)
    elif 0xA0 <= first < 0xC0:
        at += 1 + (first & 31)
    elif first in _LONG:
        at, size = _size(data, at, _LONG[first])
        at += size
    elif first in _ARRAYS:
        at, inside = _size(data, at, _ARRAYS[first])
    elif first in _MAPS:
        at, pairs = _size(data, at, _MAPS[first])
        inside = 2 * pairs
    else:
        raise Wrong(
            "", f"no record has a value that begins with byte 0x{first:02x}", "write it anew"
        )
    if at > len(data):
        raise Cut
    return at, inside


def _size(data: bytes, at: int, width: int) -> tuple[int, int]:
    """Return what stands after a first byte as a number, and where it ends."""
    end = at + 1 + width
    if end > len(data):
        raise Cut
    return end, int.from_bytes(data[at + 1 : end])
