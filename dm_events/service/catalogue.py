"""Which games there are. A new game is one folder and one line here."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable

from dm_events.kernel.ruleset import Ruleset
from dm_events.notation.tables import read_cards, read_superseded

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
    """Return a game by the rules of its newest edition with all its cards, read once.

    It knows its other editions and the definitions that were replaced. Raises NoSuchGame.
    """
    cards = sorted(
        (file for file in folder(name).joinpath("cards").iterdir() if file.name.endswith(".toml")),
        key=lambda file: file.name,
    )
    module = import_module(GAMES[name])
    known = read_cards(list(cards), module.Card)
    file = folder(name).joinpath("superseded.toml")
    older = read_superseded(file, module.Card, module.FORMS) if file.is_file() else {}
    editions: dict[str, Callable[[object], Ruleset]] = module.EDITIONS
    made = {edition: make(known) for edition, make in editions.items()}
    for one in made.values():
        one.editions, one.superseded = made, older
    return list(made.values())[-1]
