"""Which games there are. A new game is one folder and one line here."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable

from dm_events.kernel.ruleset import Ruleset
from dm_events.notation.tables import read_cards

GAMES = {
    "dino-master": "dm_events.rulesets.dino_master",
    "metaversus-duel": "dm_events.rulesets.metaversus_duel",
}


class NoSuchGame(Exception):  # noqa: N818 - the word of the domain
    """No game of that name; the message lists those there are."""


def folder(name: str) -> Traversable:
    """Return the package folder of a game. Raises NoSuchGame."""
    if name not in GAMES:
        msg = f"there is no game {name!r}; there are: {', '.join(GAMES)}"
        raise NoSuchGame(msg)
    return files(GAMES[name])


@cache
def game(name: str) -> Ruleset:
    """Return a game with all its cards, read once. Raises NoSuchGame."""
    cards = sorted(
        (file for file in folder(name).joinpath("cards").iterdir() if file.name.endswith(".toml")),
        key=lambda file: file.name,
    )
    module = import_module(GAMES[name])
    make: Callable[[object], Ruleset] = module.make
    return make(read_cards(list(cards), module.Card))
