"""Where the user's own matches lie."""

import os
from pathlib import Path

from dm_events.store import MatchStore, StoreUnavailable

FILE = Path("dm-events", "matches.db")


def default_place() -> str:
    """Return the path of the store: `$DM_DB`, else a file in the user's data folder.

    Raises StoreUnavailable where there is no home.
    """
    named = os.environ.get("DM_DB")
    if named:
        return named
    data = os.environ.get("XDG_DATA_HOME", "")
    if Path(data).is_absolute():
        return str(data / FILE)
    try:
        home = Path.home()
    except RuntimeError:
        raise StoreUnavailable(
            "The user's data folder", "is unknown: set DM_DB to a file"
        ) from None
    return str(home / ".local" / "share" / FILE)


def open_store(where: str | None = None) -> MatchStore:
    """Open the store at a path, else the user's own. Nothing is made before something is stored."""
    return MatchStore.open(where or default_place())
