"""Commands as somebody enters them: as JSON, or as a judge writes them."""

import re

from dm_events.kernel.fold import Fold
from dm_events.kernel.ruleset import Unreadable
from dm_events.kernel.sight import Sight
from dm_events.kernel.words import Command
from dm_events.notation.cases import Run
from dm_events.notation.codec import codec_of
from dm_events.notation.trouble import BadLine, Wrong

By = int | str
ACTOR = re.compile(r"([0-9]+|service|official(:.+)?)", re.DOTALL)
WRITTEN = re.compile(r"([0-9]+|service|official)\b")


class Reader(Run):
    """Reads text at the board where a fold stands now."""

    def __init__(self, fold: Fold, seat: int | None = None) -> None:
        """Read at the last step; for a seat only the cards that it can follow have names.

        Otherwise what can be read would tell which cards lie face down.
        """
        self.game, self.fold = fold.game, fold
        if seat is not None:
            self.fold = fold.branch(len(fold.steps))
            board = self.fold.board
            known = Sight(seat, board).known
            for card in board.layout.cards:
                if not known[card]:
                    board.write(board.face_at[card], fold.game.unknown)


def actor_of(text: str) -> By:
    """Return who `--by` names: a seat number, service, official, official:role. Raises Unreadable."""
    if not ACTOR.fullmatch(text):
        raise Unreadable(
            f"{text!r} is nobody: write a seat number, service, official or official:ROLE"
        )
    return int(text) if text.isdecimal() else text


def command_of(fold: Fold, text: str, by: By | None, *, live: bool) -> tuple[By, Command]:
    """Return who does what: of a JSON object, or of a text that may leave out who acts.

    In `live` play a seat names only cards that it can follow. Raises Unreadable, and BadLine for JSON that is no command.
    """
    text = text.strip()
    if text.startswith("{"):
        if by is None:
            raise Unreadable("a command in JSON does not say who acts: give --by")
        return by, _of_json(fold, text)
    if by is not None and not WRITTEN.match(text):
        text = f"{_written(by)} {text}"
    actor, command = Reader(fold, _seat_of(text, fold) if live else None).read(text)
    if by not in (None, actor):
        raise Unreadable(
            f"--by says {by}, and the command begins with {actor}: leave one of them out"
        )
    return actor, command


def _seat_of(text: str, fold: Fold) -> int | None:
    """The seat at this table with whose number a text begins."""
    found = WRITTEN.match(text)
    number = found[1] if found is not None else ""
    known = number.isdecimal() and int(number) < fold.board.layout.seats
    return int(number) if known else None


def _of_json(fold: Fold, text: str) -> Command:
    try:
        return codec_of(fold.game).command(text.encode("utf-8", "surrogateescape"))
    except Wrong as wrong:
        raise BadLine("the command", 0, wrong) from None


def _written(by: By) -> str:
    role = by.removeprefix("official:") if isinstance(by, str) else ""
    return f"official ({role})" if role and role != by else str(by)
