"""Why a command, or a match, was not recorded."""

from dm_events.kernel.rule import Refusal
from dm_events.kernel.words import name_of
from dm_events.notation.tables import BadFile
from dm_events.notation.verify import Doubt
from dm_events.service.matches import Match
from dm_events.store import Conflict

NAMED = 5
"""So many events that came in between are named in a sentence."""


class Refused(Exception):  # noqa: N818 - the word of the domain
    """A command was not recorded; `refusal` says why, and the attempt is kept."""

    def __init__(self, match: str, refusal: Refusal) -> None:
        """Keep both."""
        super().__init__(match, refusal)
        self.match, self.refusal = match, refusal

    def __str__(self) -> str:
        """Return the code and the rules; a viewer has the sentence."""
        rules = ", ".join(rule.id for rule in self.refusal.because)
        return f"Match {self.match!r}: refused, {self.refusal.code}{rules and f' ({rules})'}."


class Overtaken(Conflict):
    """Others recorded something since event `expected`; `between` is what."""

    def __init__(self, found: Match, expected: int, place: str) -> None:
        """Compare what was expected with what is stored."""
        super().__init__(found.header.match, expected, len(found.events), place)
        self.between = found.events[max(expected, 0) :]

    def __str__(self) -> str:
        """Name the first events in between."""
        if not self.between:
            return super().__str__()
        named = ", ".join(
            f"{one.seq} ({name_of(one.command)} by {one.by})" for one in self.between[:NAMED]
        )
        more = ", …" if len(self.between) > NAMED else ""
        return (
            f"Match {self.match!r} in {self.place} is at event {self.actual}, not {self.expected}: "
            f"in between came {named}{more}; look at them and decide again."
        )


class SameId(Exception):  # noqa: N818 - the word of the domain
    """A command's id was used before, for something else: event `seq`."""

    def __init__(self, match: str, id: str, seq: int) -> None:
        """Keep what the sentence needs."""
        super().__init__(match, id, seq)
        self.match, self.id, self.seq = match, id, seq

    def __str__(self) -> str:
        """Say which event has the id."""
        used = f"Match {self.match!r}: the command id {self.id!r} is that of event {self.seq}"
        return f"{used}, which is another command; give each command an id of its own."


class NotWhole(BadFile):
    """A match does not verify or cannot be folded on, so that nothing may rest on it."""

    def __init__(self, place: str, doubts: tuple[Doubt, ...]) -> None:
        """Name the first doubt."""
        more = f" (and {len(doubts) - 1} more)" if len(doubts) > 1 else ""
        super().__init__(f"{place}: {doubts[0]}{more}; verify it, and take a copy that is whole.")
        self.place, self.doubts = place, doubts


class NotOver(Exception):  # noqa: N818 - the word of the domain
    """The secret seed is asked for while it still decides what comes."""
