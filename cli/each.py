"""Files checked one after the other: what is wrong with one does not hide the others."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from cli.exits import BAD_INPUT, FINE, INTEGRITY, NOT_FOUND
from cli.failing import code_of, text_of
from cli.output import complain

T = TypeVar("T")
OF_ONE_FILE = (BAD_INPUT, NOT_FOUND, INTEGRITY)


class Wrong(tuple[str, str]):
    """A file that cannot be checked: its name, and the sentence that says why."""

    __slots__ = ()


def each(paths: Iterable[str], check: Callable[[str], T]) -> tuple[list[T | Wrong], int]:
    """Check each file; return what was found, and the highest exit code of those that cannot be.

    What is wrong with one file is said on stderr; what is wrong with all (the store, the disk) is
    raised.
    """
    found: list[T | Wrong] = []
    code = FINE
    for path in paths:
        try:
            found.append(check(path))
        except Exception as error:
            its = code_of(error)
            if its not in OF_ONE_FILE:
                raise
            complain(text_of(error))
            found.append(Wrong((path, text_of(error))))
            code = max(code, its)
    return found, code
