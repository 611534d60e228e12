"""Files of words: languages that fall back to English, and slips that are named."""

from pathlib import Path

import pytest

from dm_events.notation.tables import BadFile
from dm_events.notation.words import languages, read_words, shared_words
from dm_events.service.catalogue import GAMES, folder


def write(path: Path, text: str, name: str = "en") -> Path:
    path.mkdir(exist_ok=True)
    path.joinpath(f"{name}.toml").write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_words_in_english(game):
    words = read_words([shared_words(), folder(game).joinpath("words")])
    assert words.language == "en"
    assert words.happening["PlayerLost"] == "Seat {seat} loses."
    assert words.named("stat", "no such") == "no such"


def test_what_a_language_lacks_is_said_in_english(tmp_path):
    every = write(tmp_path / "every", '[word]\nstep = "Step"\n[happening]\nA = "a"\nB = "b"')
    game = write(
        tmp_path / "game", '[happening]\nB = "b of the game"\n[label.stat]\nat = "AT"\ndf = "DF"'
    )
    write(game, '[happening]\nA = "가"\n[label.stat]\nat = "공격"', "ko")
    words = read_words([every, game], "ko")
    assert words.happening == {"A": "가", "B": "b of the game"}
    assert words.label == {"stat": {"at": "공격", "df": "DF"}}
    assert words.word == {"step": "Step"}
    assert languages([every, game]) == ("en", "ko")


@pytest.mark.parametrize(("text", "says"), [
    ('[happening]\nA = "{card.face}"', "words/en.toml: happening 'A': '{card.face}' has a brace"),
    ('[refusal]\n"a/b" = ["{ok}", "{"]', "words/en.toml: refusal 'a/b'"),
    ('[happenings]\nA = "a"', "words/en.toml: Object contains unknown field `happenings`"),
    ("[word]\nstep = 3", "words/en.toml: Expected `str`, got `int` - at `$.word"),
    ("[word", "words/en.toml: "),
])  # fmt: skip
def test_a_slip_is_named(text, says, tmp_path):
    with pytest.raises(BadFile) as wrong:
        read_words([write(tmp_path / "words", text)])
    assert str(wrong.value).startswith(says)


def test_a_language_that_nobody_wrote_is_refused_with_those_there_are(tmp_path):
    folder = write(tmp_path / "words", "")
    with pytest.raises(BadFile, match="no words in 'th'; there are: en"):
        read_words([folder], "th")
    with pytest.raises(BadFile, match=r"is no code of a language"):
        read_words([folder], "../en")
