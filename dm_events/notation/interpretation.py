"""Interpretations: named answers to a game's questions, as TOML. The format is docs/format.md."""

from typing import Any

import msgspec

from dm_events.kernel.ruleset import Ruleset
from dm_events.notation.checks import check_answer
from dm_events.notation.shape import convert
from dm_events.notation.tables import Place
from dm_events.notation.toml import table_of
from dm_events.notation.trouble import BadLine, Wrong, quoted


class Interpretation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How somebody reads a game's rules. `basis` says who, and why; `answers` holds only those
    that differ from the edition's defaults.
    """

    name: str
    game: str
    edition: str
    basis: str = ""
    answers: dict[str, str] = {}


def read_interpretation(file: Place, game: Ruleset) -> Interpretation:
    """Read an interpretation of `game` from a TOML file.

    Raises BadLine with the file, the field and, for an answer, the answers that there are.
    """
    try:
        return interpretation_of(table_of(file), game)
    except Wrong as wrong:
        raise BadLine(str(file), 0, wrong) from None


def interpretation_of(table: dict[str, Any], game: Ruleset) -> Interpretation:
    """Return the interpretation that a table is. Raises Wrong."""
    found: Interpretation = convert(table, Interpretation)
    if found.game != game.name:
        raise Wrong("game", f"it reads {quoted(found.game)}", f"one of {game.name} is needed")
    if found.edition != game.edition:
        what = f"{game.name} has no edition {quoted(found.edition)}"
        raise Wrong("edition", what, f"this version knows {game.edition}")
    for question, answer in found.answers.items():
        check_answer(game, question, answer, f"answers.{question}")
    return found


def answers_of(game: Ruleset, interpretation: Interpretation) -> dict[str, str]:
    """Return an answer for each question of the game: the interpretation's, else the default."""
    return game.defaults | interpretation.answers
