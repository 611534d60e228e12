"""Every happening, command and refusal of the game has a sentence; kinds are called by their names."""

import ast
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dm_events.kernel.commands import Choose
from dm_events.kernel.rule import illegal
from dm_events.kernel.words import Command, Happening
from dm_events.notation.words import read_words, shared_words
from dm_events.rulesets.metaversus_duel.buy import Buy
from dm_events.service.catalogue import folder, game
from dm_events.viewer.sentences import Speaker
from tests.metaversus_duel.matches import played

GAME = game("metaversus-duel")
WORDS = read_words([shared_words(), folder(GAME.name).joinpath("words")])
SPEAKER = Speaker(WORDS, {})


def example(kind: Any) -> Any:
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if field.name != "because" and field.required:
            text = str(field.type)
            values[field.name] = () if "tuple" in text else 3 if "int" in text else "A1"
    return kind(**values)


@pytest.mark.parametrize("kind", GAME.apply)
def test_every_happening_has_a_sentence(kind: type[Happening]) -> None:
    said = SPEAKER.happening(example(kind))
    assert not said.startswith(f"{kind.__name__} ")
    assert said.endswith(".")


@pytest.mark.parametrize("kind", GAME.commands)
def test_every_command_is_said(kind: type[Command]) -> None:
    said = SPEAKER.command(example(kind), 0)
    assert said.startswith("seat 0 ")
    assert "{" not in said


def codes() -> list[str]:
    found: dict[str, None] = {}
    for source in sorted(Path(str(folder(GAME.name))).glob("*.py")):
        for call in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            named = getattr(call.func, "id", "") if isinstance(call, ast.Call) else ""
            if named in ("illegal", "impossible"):
                found[call.args[0].value] = None  # type: ignore[attr-defined]
    return list(found)


@pytest.mark.parametrize("code", codes())
def test_every_refusal_has_a_sentence(code: str) -> None:
    words = ("card", "have", "cost", "number", "owner", "phase", "now", "kind")
    said = SPEAKER.refusal(illegal(code, **dict.fromkeys(words, 3)), 0)
    assert code not in said
    assert said.endswith(".")


def test_kinds_are_called_by_their_names() -> None:
    assert SPEAKER.command(Buy("A1"), 1) == "seat 1 buys Lantern"
    for card in GAME.catalogue.values():
        assert WORDS.named("value", card.id) == card.label


@pytest.mark.parametrize("seed", range(10))
def test_what_is_said_is_read_again(seed: int) -> None:
    match = played(seed)
    fold = match.again()
    for event in match.events:
        said = GAME.say(event.by, event.command, fold.board)
        by, command = GAME.parse(said, fold.board)
        if isinstance(command, Choose):
            same = [fold.board.face(one).cid if one in fold.board.layout.where else one  # type: ignore[attr-defined]
                    for one in command.picks]  # fmt: skip
            meant = [fold.board.face(one).cid if one in fold.board.layout.where else one  # type: ignore[attr-defined]
                     for one in event.command.picks]  # type: ignore[attr-defined] # fmt: skip
            assert (by, same) == (event.by, meant), said
        else:
            assert (by, command) == (event.by, event.command), said
        assert fold.add(event) is not None


@pytest.mark.parametrize(
    "text",
    [
        "0 plays Lantern", "1 buys Stone", "1 buys Lantern of A", "0 strikes", "0 enters buy",
        "0 ends turn", "1 uses ability", "0 uses ability 2", "0 turns character",
        "1 inspects discard of 0", "0 inspects pack Ranger", "0 picks nothing", "0 passes",
        "official rules Q-12 = with-play-area", "official calls time, seat 1 wins", "1 concedes",
    ],
)  # fmt: skip
def test_what_is_read_is_said_again(text: str) -> None:
    board = GAME.open(GAME.position({"seat0": {"hand": ["Lantern"]}}))
    assert GAME.say(*GAME.parse(text, board), board) == text
