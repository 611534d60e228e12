"""How long reading a match takes from its log and from its sealed record, and how long each is."""

from io import BytesIO
from time import process_time

from dm_events.notation import jsonl, sealed
from dm_events.notation.links import linked
from dm_events.notation.record import envelope_of, header_of
from dm_events.service.bench_fold import Figures
from dm_events.service.bench_matches import Match, Matches

AT_MOST = 8
"""So many matches are read."""


class Records:
    """The first matches of a benchmark, as files of both forms."""

    def __init__(self, matches: Matches) -> None:
        """Write them, in memory."""
        self.games = {matches.game.name: matches.game}
        files = [_both(matches, match) for match in matches.played[:AT_MOST]]
        self.logs = [log for log, _ in files]
        self.sealed = [record for _, record in files]
        self.events = sum(len(match.events) for match in matches.played[:AT_MOST])

    def reading(self) -> Figures:
        """Read all of them in either form; microseconds an event, and the size as a ratio."""
        begun = process_time()
        for data in self.logs:
            jsonl.read(BytesIO(data), "a log", self.games)
        between = process_time()
        for data in self.sealed:
            sealed.read(BytesIO(data), "a record", self.games)
        ended = process_time()
        return {
            "read log": (between - begun) / self.events * 1e6,
            "read sealed": (ended - between) / self.events * 1e6,
            "sealed size": sum(map(len, self.sealed)) / sum(map(len, self.logs)),
        }


def _both(matches: Matches, match: Match) -> tuple[bytes, bytes]:
    """Return a match as a log and as a sealed record, with all that a recorded match has."""
    fold = matches.fold(match, fingerprints=True).extend(match.events)
    header = header_of(matches.game, match.opening, source="digital", treatment="strict")
    events = linked(header, [envelope_of(step.event, step.fingerprint) for step in fold.steps])
    told = list(events)
    return jsonl.dumps(header, told), sealed.dumps(header, told)
