"""Case files checked against the games: what `dm cases check` does."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from dm_events.kernel.ruleset import Ruleset
from dm_events.notation.cases import Case, load_cases, run_case
from dm_events.notation.tables import BadFile
from dm_events.service.catalogue import GAMES, game


class Result(msgspec.Struct, frozen=True):
    """How one case went. `differences` are sentences; without any the case holds."""

    file: Path
    case: Case
    differences: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether the game does what the case says."""
        return not self.differences


def case_files(paths: Iterable[Path]) -> list[Path]:
    """Return the files themselves and all `.toml` files in folders, in order."""
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise BadFile(f"{path}: there is no such file or folder")
        found += sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return found


def game_of(file: Path, named: str | None) -> Ruleset:
    """Return the game of a case file: as it says, else as its folder is called, else the only one.

    Raises BadFile, or NoSuchGame for a name that no game has.
    """
    folder = file.resolve().parent.name.replace("_", "-")
    if named is None and folder not in GAMES and len(GAMES) > 1:
        raise BadFile(f"{file}: say which game: game = {' or '.join(map(repr, GAMES))}")
    return game(named or (folder if folder in GAMES else next(iter(GAMES))))


def check_cases(paths: Iterable[Path]) -> list[Result]:
    """Play every case of these files and folders. Raises BadFile for one that cannot be read."""
    results = []
    for file in case_files(paths):
        read = load_cases(file)
        rules = game_of(file, read.game)
        results += [Result(file, case, run_case(rules, case)) for case in read.case]
    return results
