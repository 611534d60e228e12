"""What went wrong: one sentence on stderr and the exit code that belongs to it."""

import os
import re
import sys
import traceback
from contextlib import suppress

from cli.commands import path_of
from cli.exits import (
    BAD_INPUT,
    DIFFERS,
    FAULT,
    INTEGRITY,
    INTERRUPTED,
    NOT_FOUND,
    SAME_ID,
    STORAGE,
    USAGE,
)
from dm_events import __version__

PASSWORDS = re.compile(
    r"(?P<url>[a-z][a-z0-9+.-]*:/+)(?!USER:PASSWORD@)[^\s:@/'\"]*:[^\s'\"]*@"
    r"|(?P<word>\bpassword\s*=\s*)\S+|(?P<user>\bpostgres(?:ql)?\W{1,3}|/)(?!USER:)[^\s:@/'\"]*:[^\s'\"@]+@",
    re.IGNORECASE,
)
"""Where a sentence that quotes its argument would tell a password."""

LONGEST = 1_500
"""Signs of a sentence; of a longer one the middle is left out."""


class Failure(Exception):  # noqa: N818 - the word of the domain
    """A command cannot do it: a sentence, and the exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        """Keep both."""
        super().__init__(sentence)
        self.code = code


def explain(error: BaseException, args: list[str]) -> int:
    """Say on stderr, in one sentence, why `dm` failed; return the exit code."""
    path = path_of(args)
    found = _foreseen(error)
    if found is None:
        _debug(error)
        kind = type(error).__name__
        say(path, f"this is a fault of dm-events {__version__} ({kind}: {error}); please report it, "
                  "with the command and what DM_DEBUG=1 shows.")  # fmt: skip
        found = "", FAULT
    elif isinstance(error, OSError):
        _let_go_of_output()
    sentence, code = found
    if sentence:
        say(path, sentence)
    return code


def say(path: str, sentence: str) -> None:
    """Print `dm replay: …` on stderr: on one line, without signs that steer a terminal."""
    if sys.stderr is None:
        return
    line = one_line(f"{path}: {sentence}")
    with suppress(OSError, ValueError):  # where nobody reads that either
        sys.stderr.write(line + "\n")
        sys.stderr.flush()


def one_line(text: str) -> str:
    """Return a text on one line, of printable signs, not too long, with an end."""
    text = PASSWORDS.sub(lambda found: f"{found['url'] or found['word'] or found['user']}…", text)
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]}…{text[-LONGEST // 2 :]}"
    line = " ".join(text.split())
    line = "".join(sign if sign.isprintable() else "?" for sign in line)
    return line if line[-1:] in ".?!…])`" else line + "."


def code_of(error: BaseException) -> int:
    """Return the exit code of a foreseeable error, FAULT for any other."""
    found = _foreseen(error)
    return FAULT if found is None else found[1]


def text_of(error: BaseException) -> str:
    """Return the sentence of a foreseeable error."""
    found = _foreseen(error)
    return str(error) if found is None else found[0]


def _foreseen(error: BaseException) -> tuple[str, int] | None:
    """Return sentence and code of what can happen without any fault of the program."""
    if isinstance(error, Failure):
        return str(error), error.code
    if isinstance(error, KeyboardInterrupt):
        return "interrupted.", INTERRUPTED
    if isinstance(error, BrokenPipeError):
        return "whoever read the output stopped before its end.", STORAGE
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else "the output cannot be written: "
        return f"{where}{error.strerror or error}.", STORAGE
    if isinstance(error, MemoryError):
        return "there is not enough memory.", STORAGE
    return _of_arguments(error) or _of_the_library(error)


def _of_arguments(error: BaseException) -> tuple[str, int] | None:
    import click

    if isinstance(error, click.exceptions.Abort):
        return "interrupted.", INTERRUPTED
    if not isinstance(error, click.ClickException):
        return None
    path = "dm" if getattr(error, "ctx", None) is None else error.ctx.command_path  # type: ignore[attr-defined]
    text = error.format_message().rstrip().rstrip(".?")
    return f"{text}; see `{path} --help`.", USAGE


def _of_the_library(error: BaseException) -> tuple[str, int] | None:
    from dm_events import store
    from dm_events.kernel.ruleset import UnknownCard, Unreadable
    from dm_events.kernel.sight import NoSuchViewer
    from dm_events.notation.seal import NoSigning
    from dm_events.notation.tables import BadFile
    from dm_events.notation.trouble import Wrong
    from dm_events.service.catalogue import NoSuchGame
    from dm_events.service.decks import IllegalDeck
    from dm_events.service.interpretations import NoSuchInterpretation
    from dm_events.service.keeping import Differs
    from dm_events.service.keys import KeyExists
    from dm_events.service.matches import NotFound
    from dm_events.service.not_recorded import NotOver, NotWhole, Refused, SameId
    from dm_events.service.not_there import NotThere

    if isinstance(error, UnknownCard):
        return f"there is no card {str(error)!r}.", BAD_INPUT
    if isinstance(error, Wrong):
        where = f"{error.field}: " if error.field else ""
        return f"{where}{error.found}; {error.way_out}", BAD_INPUT
    codes: tuple[tuple[int, tuple[type[BaseException], ...]], ...] = (
        (USAGE, (store.BadPlace,)),
        (INTEGRITY, (NotWhole, store.BrokenStore)),
        (NOT_FOUND, (NoSuchInterpretation, NoSuchGame, NoSuchViewer, NotFound, NotThere, NotOver, KeyExists,
                     Refused, store.NoSuchMatch, store.MatchExists)),
        (BAD_INPUT, (BadFile, IllegalDeck, Unreadable, store.BadMatchId)),
        (SAME_ID, (SameId,)),
        (DIFFERS, (store.Conflict, Differs)),
        (STORAGE, (store.StoreError, NoSigning)),
    )  # fmt: skip
    return next(((str(error), code) for code, kinds in codes if isinstance(error, kinds)), None)


def _debug(error: BaseException) -> None:
    if os.environ.get("DM_DEBUG") == "1":
        with suppress(OSError, ValueError, AttributeError):
            traceback.print_exception(error)


def _let_go_of_output() -> None:
    """If the output takes no more, send the rest nowhere: the interpreter would try it again."""
    with suppress(ValueError, AttributeError):
        try:
            sys.stdout.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
