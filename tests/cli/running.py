"""`dm` called as a function: what it prints and returns. Nothing may ever show a traceback."""

import io
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import msgspec
import pytest

from cli.main import main

ROOT = Path(__file__).resolve().parents[2]
DECKS = [str(ROOT / "samples" / "decks" / f"{name}.txt")
         for name in ("bipedal-and-winged", "horned-and-armored")]  # fmt: skip
CASES = str(ROOT / "tests" / "cases" / "dino_master")
DUEL = ["play", "dino-master", "--deck", DECKS[0], "--deck", DECKS[1], "--seed", "7"]


def but_slow(paths: Iterable[Any]) -> list[Any]:
    """The same, with those that measure for seconds left to the whole run."""
    return [
        pytest.param(*values, marks=pytest.mark.slow) if "bench" in values else one
        for one in paths
        for values in [one if isinstance(one, tuple) else (one,)]
    ]


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.out)


def dm(*args: str, stdin: bytes = b"", out: io.RawIOBase | None = None) -> Ran:
    """Call `dm`; what it says on stderr must be sentences of their own lines."""
    printed, said = text(io.BytesIO() if out is None else out), text(io.BytesIO())
    with (
        mock.patch.object(sys, "stdin", text(io.BytesIO(stdin))),
        redirect_stdout(printed),
        redirect_stderr(said),
    ):
        code = main(args)
    ran = Ran(code, "" if out is not None else told(printed), told(said))
    assert "Traceback" not in ran.out + ran.err
    for line in ran.err.splitlines():
        assert line.startswith("dm"), line
    if code not in (0, 1, 5):
        assert ran.err, ran
    return ran


def text(stream: Any) -> io.TextIOWrapper:
    return io.TextIOWrapper(stream, encoding="utf-8", newline="")


def told(stream: Any) -> str:
    stream.flush()
    return str(stream.buffer.getvalue().decode())


def refused(code: int, *args: str, stdin: bytes = b"") -> str:
    """Call `dm`, which must fail with this code and one sentence; return the sentence."""
    ran = dm(*args, stdin=stdin)
    assert ran.code == code, ran
    assert ran.err.count("\n") == 1, ran.err
    assert ran.err[-2] in ".?!…])`", ran.err
    return ran.err.rstrip("\n")


def there(folder: Path) -> list[str]:
    """The names in a folder."""
    return sorted(path.name for path in folder.iterdir())


def environment(**more: str) -> dict[str, str]:
    """The environment of a process that is to find the checkout."""
    return os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "100"} | more


DM = [sys.executable, "-c", "import sys; from cli.main import main; sys.exit(main())"]

Change = Callable[[list[bytes]], bytes]
