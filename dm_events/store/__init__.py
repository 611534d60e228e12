"""Matches at rest: byte lines in order, linked by SHA-256, in memory or in one SQLite file.

Importing this package is cheap: the storage library is loaded by `MatchStore.open`.
"""

from dm_events.store.errors import (
    BadMatchId,
    BadPlace,
    BrokenStore,
    Conflict,
    MatchExists,
    NoSuchMatch,
    StoreError,
    StoreUnavailable,
)
from dm_events.store.match_store import MatchStore
from dm_events.store.records import Receipt, Record, link

__all__ = [
    "BadMatchId",
    "BadPlace",
    "BrokenStore",
    "Conflict",
    "MatchExists",
    "MatchStore",
    "NoSuchMatch",
    "Receipt",
    "Record",
    "StoreError",
    "StoreUnavailable",
    "link",
]
