"""Small files written by hand: their text, and TOML as plain tables. Sizes are bounded."""

import tomllib
from typing import Any

from dm_events.notation.plain import as_text, normal
from dm_events.notation.tables import BadFile, Place
from dm_events.notation.trouble import Wrong

LARGEST = 1 << 20
"""Bytes of a file written by hand."""


def text_of(file: Place) -> str:
    """Return the text of a UTF-8 file, without byte order mark and with LF ends.

    Raises Wrong for what is too large or not UTF-8, BadFile for what cannot be read at all.
    """
    try:
        with file.open("rb") as stream:
            found = stream.read(LARGEST + 1)
    except OSError as wrong:
        msg = f"{file}: the file cannot be read ({wrong.strerror or wrong}); look at its path."
        raise BadFile(msg) from None
    if len(found) > LARGEST:
        raise Wrong("", f"the file is larger than {LARGEST} bytes", "a file of this kind is small")
    text = as_text(found).removeprefix("\ufeff").replace("\r\n", "\n")
    return str(normal(text))


def table_of(file: Place) -> dict[str, Any]:
    """Return the tables of a TOML file as plain values. Raises as `text_of`, and Wrong for no TOML."""
    try:
        return tomllib.loads(text_of(file))
    except tomllib.TOMLDecodeError as wrong:
        raise Wrong("", f"this is no TOML: {wrong}", "mend that place") from None
    except RecursionError:
        raise Wrong(
            "", "its arrays or tables lie too deep in one another", "write it flat"
        ) from None
