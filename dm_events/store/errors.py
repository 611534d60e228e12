"""What can go wrong with a store: each error names the place, what was found and the way out."""

# ruff: noqa: N818 -- an error is called after what happened, as in the sentence it makes


class StoreError(Exception):
    """Any trouble of a store. `str()` is one sentence for a person."""


class BadPlace(StoreError):
    """No store can have this name, which is not repeated: it may hold a password."""

    def __init__(self, found: str) -> None:
        super().__init__(found)
        self.found = found

    def __str__(self) -> str:
        """Say what is wrong, and what a store may be called."""
        return f"{self.found}."


class BadMatchId(StoreError):
    """A match cannot be stored under this id."""

    def __init__(self, match: str) -> None:
        super().__init__(match)
        self.match = match

    def __str__(self) -> str:
        """Say what an id must be."""
        return f"{self.match!a} is no match id: use 1 to 200 printable characters, and not - alone."


class MatchExists(StoreError):
    """`create` met a match of the same id; `actual` is the seq of its last record."""

    def __init__(self, match: str, actual: int, place: str) -> None:
        super().__init__(match, actual, place)
        self.match, self.actual, self.place = match, actual, place

    def __str__(self) -> str:
        """Say where the match is and how far it goes."""
        return (
            f"Match {self.match!r} is already in {self.place}, up to record {self.actual}; "
            "append to it or choose another id."
        )


class NoSuchMatch(StoreError):
    """The store holds no match of this id."""

    def __init__(self, match: str, place: str) -> None:
        super().__init__(match, place)
        self.match, self.place = match, place

    def __str__(self) -> str:
        """Say where it was looked for."""
        found = f"There is no match {self.match!a} in {self.place}"
        return f"{found}; look at its list of matches, or create it first."


class Conflict(StoreError):
    """The match goes on differently than the writer believed: seq `expected`, stored `actual`."""

    def __init__(self, match: str, expected: int, actual: int, place: str) -> None:
        super().__init__(match, expected, actual, place)
        self.match, self.expected, self.actual, self.place = match, expected, actual, place

    def __str__(self) -> str:
        """Say which records to read before trying again."""
        match = f"Match {self.match!r} in {self.place}"
        found = f"{match} ends with record {self.actual}, not {self.expected}"
        if self.actual > self.expected:
            return f"{found}; read what came after {self.expected} and decide again."
        return f"{found}; read the match again."


class BrokenStore(StoreError):
    """The stored bytes are not what a store wrote; `match` and `seq` say where, if known."""

    def __init__(
        self, place: str, found: str, match: str | None = None, seq: int | None = None
    ) -> None:
        super().__init__(place, found, match, seq)
        self.place, self.found, self.match, self.seq = place, found, match, seq

    def __str__(self) -> str:
        """Say where, and what was found there."""
        where = self.place
        if self.match is not None:
            where += f", match {self.match!r}"
        if self.seq is not None:
            where += f", record {self.seq}"
        return f"{where}: {self.found}."


class StoreUnavailable(StoreError):
    """The store cannot be used now: locked, read-only, full, not permitted, closed."""

    def __init__(self, place: str, found: str) -> None:
        super().__init__(place, found)
        self.place, self.found = place, found

    def __str__(self) -> str:
        """Say why, and what to do about it."""
        return f"{self.place} {self.found}."
