"""Interpretations by name or file: those that come with a game, and a user's own TOML."""

from importlib.resources.abc import Traversable
from pathlib import Path

from dm_events.notation.interpretation import Interpretation, answers_of, read_interpretation
from dm_events.notation.tables import BadFile
from dm_events.notation.trouble import instead, listed, quoted
from dm_events.service.catalogue import folder, game

__all__ = [
    "Interpretation",
    "NoSuchInterpretation",
    "answers_of",
    "of_defaults",
    "resolve",
    "shipped",
]


class NoSuchInterpretation(BadFile):
    """Neither a name of an interpretation nor a file; the message lists the names."""


def shipped(game_name: str) -> dict[str, Traversable]:
    """Return the interpretations that come with a game, by name. Raises NoSuchGame."""
    files = folder(game_name).joinpath("interpretations").iterdir()
    tables = sorted(file.name for file in files if file.name.endswith(".toml"))
    place = folder(game_name).joinpath("interpretations")
    return {name.removesuffix(".toml"): place.joinpath(name) for name in tables}


def of_defaults(game_name: str) -> str:
    """Return the name of the reading that gives every question its default. Raises NoSuchGame."""
    for name, file in shipped(game_name).items():
        if not read_interpretation(file, game(game_name)).answers:
            return name
    raise NoSuchInterpretation(f"{game_name} has no reading of its defaults; name one.")


def resolve(game_name: str, name_or_path: str) -> Interpretation:
    """Return the interpretation of that name, else the one in the TOML file of that path.

    Raises NoSuchGame, NoSuchInterpretation, and BadFile for a file that is none.
    """
    known = shipped(game_name)
    if name_or_path in known:
        return read_interpretation(known[name_or_path], game(game_name))
    path = Path(name_or_path)
    if not is_file(path):
        others = f"{listed(known)}, or give the path of a TOML file"
        found = f"{game_name} has no interpretation {quoted(name_or_path)}"
        way_out = instead(name_or_path, known, others)
        if way_out != others:
            way_out = f"{way_out[:-1]}; {others}"
        raise NoSuchInterpretation(f"{found}; {way_out}.")
    return read_interpretation(path, game(game_name))


def is_file(path: Path) -> bool:
    """Tell whether a path leads to something that can be read; a hopeless path does not."""
    try:
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):
        return False
