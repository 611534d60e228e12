"""docs/format.md: its examples are what they say."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dm_events.kernel.chance import ALGORITHM, Stream
from dm_events.notation import jsonl
from dm_events.notation.checks import MOST
from dm_events.notation.codec import codec_of, encode
from dm_events.notation.decktext import parse_deck
from dm_events.notation.lines import LONGEST
from dm_events.notation.plain import DEEPEST
from dm_events.notation.record import FORMAT, Envelope, Header
from dm_events.service.interpretations import resolve
from dm_events.service.matches import fold, match_of, verify

DOC = (Path(__file__).parents[2] / "docs" / "format.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", DOC, re.MULTILINE | re.DOTALL)


BY_HAND, RECORDED, HEADER, EVENTS = blocks("jsonl")


def test_the_log_by_hand_folds_to_its_end(read) -> None:
    log = read(BY_HAND.encode())
    assert log.trouble is None
    assert fold(match_of(log, "doc")).result == ("won", 0)


def test_the_recorded_log_is_canonical_and_verifies(read) -> None:
    log = read(RECORDED.encode())
    assert log.trouble is None
    assert jsonl.dumps(log.header, log.events) == RECORDED.encode()
    found = verify(match_of(log, "doc"))
    assert found.doubts == ()
    assert "links" not in {gap.code for gap in found.unchecked}
    assert fold(match_of(log, "doc")).result == ("won", 0)


def test_the_header_is_canonical(read) -> None:
    header, events, trouble = read(HEADER.encode())
    assert (events, trouble) == ([], None)
    assert jsonl.dumps(header, []) == HEADER.encode()


@pytest.mark.parametrize("line", EVENTS.splitlines())
def test_the_events_are_canonical(game, line: str) -> None:
    assert encode(codec_of(game).event(line.encode())) == line.encode()


@pytest.mark.parametrize("kind", [Header, Envelope])
def test_every_field_is_described(kind: Any) -> None:
    rows = re.findall(r"^\| (`[^|]*) \|", DOC, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert set(kind.__struct_fields__) <= named


def test_needed_fields_are_marked() -> None:
    needed = re.findall(r"^\| ([^|]*) \| needed \|", DOC, re.MULTILINE)
    named = [name for row in needed for name in re.findall(r"`(\w+)`", row)]
    required = [
        name
        for kind in (Header, Envelope)
        for name in kind.__struct_fields__[: -len(kind.__struct_defaults__)]
    ]
    assert sorted(named) == sorted(required)


def test_the_limits_are_those_of_the_code() -> None:
    assert f"version {FORMAT}" in DOC
    assert LONGEST == 1 << 20
    assert "over 1 MiB" in DOC
    assert f"more than {MOST:,} events; nesting over {DEEPEST}" in DOC


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="needs the shell's sha256sum")
def test_the_shell_recipe_gives_the_links(tmp_path: Path, duel) -> None:
    (recipe,) = blocks("sh")
    for data in (RECORDED.encode(), b"\n".join(duel.lines[:20]) + b"\n"):
        (tmp_path / "match.jsonl").write_bytes(data)
        said = subprocess.check_output(["sh", "-c", recipe], cwd=tmp_path, text=True)
        assert said.split() == re.findall(r'"link":"([0-9a-f]{64})"', data.decode())


def test_the_generator_is_the_kernels() -> None:
    (code,) = blocks("python")
    names: dict[str, Any] = {}
    exec(code, names)
    cards: Any = [f"0:{n}" for n in range(40)]
    assert f"`{ALGORITHM}`" in DOC
    for seq in range(1, 30):
        seed = b"32 bytes that nobody knows" + b"/%d" % seq
        ours, theirs = Stream(seed), names["numbers"](seed)
        bounds = (2, 7, 60, 3 << 62)  # of the last a quarter of the numbers is skipped
        assert [ours.below(n) for n in bounds] == [names["below"](theirs, n) for n in bounds]
        for _ in range(2):
            assert list(ours.shuffled(cards)) == names["shuffled"](theirs, cards)


def test_the_interpretation_is_one(tmp_path: Path) -> None:
    (text,) = blocks("toml")
    path = tmp_path / "club.toml"
    path.write_text(text, encoding="utf-8")
    assert resolve("dino-master", str(path)).answers == {"C01": "yes"}


def test_the_deck_list_is_one(game) -> None:
    (text,) = blocks("deck")
    deck = parse_deck(text, "doc", game)
    assert deck["master"] == ("2011NM-MSBobby",)
    assert deck["main"] == ("D009-JU",) * 3 + ("D045-JU",) * 3 + ("AC013-MG",) * 2 + ("AC005-MG",)
