"""Interpretations: those that are shipped, a user's own TOML, and what a wrong one gets."""

from pathlib import Path

import pytest

from dm_events.notation.tables import BadFile
from dm_events.service.catalogue import NoSuchGame
from dm_events.service.interpretations import (
    NoSuchInterpretation,
    answers_of,
    resolve,
    shipped,
)

OWN = """
name    = "our club"
game    = "dino-master"
edition = "2026.1"
basis   = "How we have always played."

[answers]
C01 = "yes"
C02 = "both"
"""


def test_what_is_shipped() -> None:
    assert {"corrected", "korean-dp"} <= set(shipped("dino-master"))
    for name in shipped("dino-master"):
        found = resolve("dino-master", name)
        assert (found.name, found.game) == (name, "dino-master")
        assert found.basis.strip()


def test_corrected_is_the_defaults(game) -> None:
    found = resolve("dino-master", "corrected")
    assert found.answers == {}
    assert answers_of(game, found) == game.defaults


def test_korean_dp_resets_in_the_first_turn_too_and_nothing_else(game) -> None:
    found = resolve("dino-master", "korean-dp")
    assert found.answers == {"C01": "yes"}
    assert "K §2.7" in found.basis
    assert "K §2.8.2.1" in found.basis
    assert answers_of(game, found) == game.defaults | {"C01": "yes"}
    assert game.defaults["C01"] == "no"


def test_a_users_own_file(tmp_path: Path, game) -> None:
    path = tmp_path / "club.toml"
    path.write_text(OWN, encoding="utf-8")
    found = resolve("dino-master", str(path))
    assert found.name == "our club"
    assert answers_of(game, found) == game.defaults | {"C01": "yes", "C02": "both"}


def test_a_shipped_name_goes_before_a_file(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("korean-dp").write_text(OWN, encoding="utf-8")
    assert resolve("dino-master", "korean-dp").name == "korean-dp"
    assert resolve("dino-master", "./korean-dp").name == "our club"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "korean",
            "did you mean korean-dp; there are: community, corrected, korean-dp, source-literal, or give the path",
        ),
        (
            "CORRECTED",
            "did you mean corrected; there are: community, corrected, korean-dp, source-literal",
        ),
        (
            "zzz",
            "no interpretation 'zzz'; there are: community, corrected, korean-dp, source-literal, or give the path",
        ),
        (
            "none/of/them.toml",
            "there are: community, corrected, korean-dp, source-literal, or give the path of a TOML file.",
        ),
        ("", "there are: community, corrected"),
        ("\0", "there are: community, corrected"),
        ("x" * 5000, "there are: community, corrected"),
    ],
)
def test_a_wrong_name_gets_the_list(name: str, sentence: str) -> None:
    with pytest.raises(NoSuchInterpretation) as found:
        resolve("dino-master", name)
    assert sentence in str(found.value)
    assert len(str(found.value)) < 300


def test_a_wrong_game() -> None:
    with pytest.raises(NoSuchGame, match="there is no game 'chess'; there are: dino-master"):
        resolve("chess", "corrected")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('C01 = "yes"', 'C01 = "maybe"',
         ", answers.C01: 'maybe' is no answer to C01 (Is DP reset to 8 in a player's own first turn?); there are: no, yes."),
        ('C01 = "yes"', 'C99 = "yes"', ", answers.C99: dino-master asks no question 'C99'; did you mean"),
        ('C01 = "yes"', 'first-turn-dp = "yes"', "asks no question 'first-turn-dp'; did you mean C01?"),
        ('C01 = "yes"', "C01 = true", "expected `str`, got `bool`"),
        ('C01 = "yes"', 'C01 = "yes"\nC01 = "no"', ": this is no TOML: Cannot overwrite a value"),
        ('name    = "our club"', "", ", name: the field is missing"),
        ("basis", "basics", ", basics: there is no such field; did you mean basis?"),
        ('"dino-master"', '"chess"', ", game: it reads 'chess'; one of dino-master is needed."),
        ('"2026.1"', '"1999"', ", edition: dino-master has no edition '1999'; this version knows 2026.1."),
        ("[answers]", "[answers", ": this is no TOML:"),
        ("[answers]", "x = " + "[" * 5000, "; write it flat."),
    ],
)  # fmt: skip
def test_a_wrong_file_is_named_with_the_place(tmp_path, old: str, new: str, sentence: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(OWN.replace(old, new), encoding="utf-8")
    with pytest.raises(BadFile) as found:
        resolve("dino-master", str(path))
    said = str(found.value)
    assert said.startswith(str(path))
    assert sentence in said
    assert "\n" not in said


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"name = '\xe9'", "byte 9 is not UTF-8; save the file as UTF-8."),
        (b"#" * (1 << 20) + b"#", "the file is larger than 1048576 bytes"),
    ],
    ids=["latin-1", "large"],
)
def test_no_text(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "club.toml"
    path.write_bytes(data)
    with pytest.raises(BadFile, match=r"club.toml: ") as found:
        resolve("dino-master", str(path))
    assert sentence in str(found.value)


def test_marks_and_ends_of_editors_are_read(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_bytes(b"\xef\xbb\xbf" + OWN.replace("\n", "\r\n").encode())
    assert resolve("dino-master", str(path)).answers == {"C01": "yes", "C02": "both"}
