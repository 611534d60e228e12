"""Commands as somebody enters them: as JSON, or as a judge writes them."""

import re

from dm_events.kernel.fold import Fold
from dm_events.kernel.ruleset import Unreadable
from dm_events.kernel.words import Command
from dm_events.notation.cases import Run
from dm_events.notation.codec import codec_of
from dm_events.notation.trouble import BadLine, Wrong

By = int | str
ACTOR = re.compile(r"([0-9]+|service|official(:.+)?)", re.DOTALL)
WRITTEN = re.compile(r"([0-9]+|service|official)\b")


class Reader(Run):
    """Reads text at the board where a fold stands now."""

    def __init__(self, fold: Fold) -> None:
        """Read at the last step."""
        self.game, self.fold = fold.game, fold


def actor_of(text: str) -> By:
    """Return who `--by` names: a seat number, service, official, official:role. Raises Unreadable."""
    if not ACTOR.fullmatch(text):
        raise Unreadable(
            f"{text!r} is nobody: write a seat number, service, official or official:ROLE"
        )
    return int(text) if text.isdecimal() else text


def command_of(fold: Fold, text: str, by: By | None) -> tuple[By, Command]:
    """Return who does what: of a JSON object, or of a text that may leave out who acts.

    Raises Unreadable, and BadLine for JSON that is no command.
    """
    text = text.strip()
    if text.startswith("{"):
        if by is None:
            raise Unreadable("a command in JSON does not say who acts: give --by")
        return by, _of_json(fold, text)
    if by is not None and not WRITTEN.match(text):
        text = f"{_written(by)} {text}"
    actor, command = Reader(fold).read(text)
    if by not in (None, actor):
        raise Unreadable(
            f"--by says {by}, and the command begins with {actor}: leave one of them out"
        )
    return actor, command


def _of_json(fold: Fold, text: str) -> Command:
    try:
        return codec_of(fold.game).command(text.encode("utf-8", "surrogateescape"))
    except Wrong as wrong:
        raise BadLine("the command", 0, wrong) from None


def _written(by: By) -> str:
    role = by.removeprefix("official:") if isinstance(by, str) else ""
    return f"official ({role})" if role and role != by else str(by)
