"""What goes to stdout and stderr: text, JSON, progress."""

import json
import os
import shutil
import sys
from contextlib import suppress
from typing import Any

import click

WIDE = 100
"""Columns where the output is no terminal."""
WIDEST = 160
DONE = "\r\x1b[K"


def any_sign() -> None:
    """Let no sign stop the output: what its encoding lacks is printed as `?`."""
    with suppress(AttributeError, ValueError):
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]


def tell(text: str = "") -> None:
    """Print a part of the result that this program made, with a line end."""
    click.echo(text)


def tell_plain(text: str) -> None:
    """Print a line with words from a file: no sign of it steers the terminal (`?` stands there)."""
    from dm_events.viewer.columns import plain

    click.echo(plain(text))


def tell_json(value: object) -> None:
    """Print a JSON value; where the output is not UTF-8, with escapes."""
    unicode = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"
    click.echo(json.dumps(value, indent=2, ensure_ascii=not unicode))


def tell_bytes(lines: bytes) -> None:
    """Print bytes as they are."""
    click.echo(lines, nl=False)


def complain(sentence: str) -> None:
    """Print what is wrong, on one line, for the command that runs."""
    from cli.failing import say

    say(click.get_current_context().command_path, sentence)


def columns() -> int:
    """Return how wide the output may be."""
    return min(shutil.get_terminal_size((WIDE, 24)).columns, WIDEST)


def strong() -> bool:
    """Whether text may be made strong: on a terminal that nobody asked to be plain."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


def progress(done: int, of: int, what: str = "") -> None:
    """Say on a terminal how far the work is; nothing is left of it at the end."""
    if of and sys.stderr is not None and sys.stderr.isatty():
        text = "" if done >= of else f"{done} of {of} {what}".rstrip()
        click.echo(f"{DONE}{text}", nl=False, err=True)


def table(rows: "list[tuple[Any, ...]]") -> None:
    """Print rows in columns; the last is as long as it is."""
    from dm_events.viewer.columns import pad, plain, width

    cells = [[plain(str(cell)) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = [pad(cell, wide) for cell, wide in zip(row[:-1], widths, strict=False)]
        tell("  ".join([*padded, row[-1]]).rstrip())
