"""The sources that rules and questions cite (see docs/sources.md)."""

from dm_events.kernel.rule import Cite


def G(place: str) -> Cite:  # noqa: N802 - the letter of the source
    """Cite the game's guide by chapter: `prep#3` is step 3 of the preparation, A to D the phases."""
    return Cite("G", place)
