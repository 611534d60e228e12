"""The sources that rules and questions cite, by letter (see docs/sources.md)."""

from dm_events.kernel.rule import Cite


def K(place: str) -> Cite:  # noqa: N802 - the letter of the source
    """Cite the Korean rules page by its section number or footnote."""
    return Cite("K", place)


def T(place: str = "") -> Cite:  # noqa: N802
    """Cite the Thai page on turns and phases."""
    return Cite("T", place)


def L(place: str = "") -> Cite:  # noqa: N802
    """Cite what the players' community practises."""
    return Cite("L", place)


def P(place: str = "") -> Cite:  # noqa: N802
    """Cite printed cards."""
    return Cite("P", place)
