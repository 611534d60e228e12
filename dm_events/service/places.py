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
    return str(_data() / FILE)


def beside(name: str, variable: str) -> Path:
    """Return a folder for what is kept beside the default store: `$variable`, else `name`.

    Where that store is no file, it is in the user's data folder. Raises StoreUnavailable.
    """
    named = os.environ.get(variable)
    if named:
        return Path(named)
    place = default_place()
    is_file = "://" not in place and place != ":memory:"
    return (Path(place) if is_file else _data() / FILE).parent / name


def _data() -> Path:
    data = os.environ.get("XDG_DATA_HOME", "")
    if Path(data).is_absolute():
        return Path(data)
    try:
        home = Path.home()
    except RuntimeError:
        raise StoreUnavailable(
            "The user's data folder", "is unknown: set DM_DB to a file"
        ) from None
    return home / ".local" / "share"


def open_store(where: str | None = None) -> MatchStore:
    """Open the store at a path, else the user's own. Nothing is made before something is stored."""
    return MatchStore.open(where or default_place())
