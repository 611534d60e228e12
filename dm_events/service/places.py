"""Where the user's own matches lie."""

import os
from pathlib import Path

from dm_events.service.whole_file import real
from dm_events.store import MatchStore, StoreUnavailable
from dm_events.store.naming import kind_of, require_file

FILE = Path("dm-events", "matches.db")


def default_place() -> str:
    """Return the path of the store: `$DM_DB`, else a file in the user's data folder.

    Raises StoreUnavailable where there is no home.
    """
    named = os.environ.get("DM_DB")
    if named:
        return named
    return str(_data() / FILE)


def beside(name: str, variable: str, store: str | None = None) -> Path:
    """Return a folder for what is kept beside a store: `$variable`, else `name`.

    `store` is what the store is opened by, the default one for None. Where it is no file, the folder
    is in the user's data folder; where it is a link, beside the file that is meant. Raises StoreUnavailable and BadPlace.
    """
    named = os.environ.get(variable)
    if named:
        return Path(named)
    place = store or default_place()
    file = Path(place) if kind_of(place) == "file" else _data() / FILE
    if file.is_symlink():
        file = real(file)
    return file.parent / name


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
    """Open the store at a path or URL, else the user's own. Nothing is made before something is stored.

    Raises StoreUnavailable, and BadPlace for a name that no store can have. Memory is refused too: what
    is kept there is gone when the program ends.
    """
    place = where or default_place()
    if kind_of(place) == "memory":
        require_file(place)
    return MatchStore.open(place)
