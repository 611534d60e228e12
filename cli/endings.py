"""How a command ends that showed a match: whole, stopped by a rule, or broken."""

from typing import TYPE_CHECKING

from cli.exits import BAD_INPUT, DIFFERS, FINE
from cli.output import complain

if TYPE_CHECKING:
    from dm_events.service.looking import Look


def ending(look: "Look") -> int:
    """Say why the match could not be shown to its end, if so; return the exit code."""
    if look.stopped is not None:
        stop = look.stopped
        way_out = (
            "; --hypothetical makes one up" if stop.refusal.code == "chance/not-recorded" else ""
        )
        text = stop.text.rstrip(".") if way_out else stop.text
        complain(f"{look.match.place}: the fold stops at event {stop.seq}: {text}{way_out}")
    if look.trouble is not None:
        complain(look.trouble)
        return BAD_INPUT
    return FINE if look.stopped is None else DIFFERS
