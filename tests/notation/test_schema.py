"""The JSON Schemas: as generated, true of what is written, and not true of anything."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dm_events.notation.codec import codec_of, encode
from dm_events.notation.schema import rendered, schemas
from dm_events.notation.trouble import Wrong
from dm_events.service.interpretations import shipped
from dm_events.service.matches import GAMES

ROOT = Path(__file__).parents[2]
WRITE = (
    "from pathlib import Path; from dm_events.notation.schema import write_all; "
    "from dm_events.service.matches import GAMES; write_all(GAMES.values(), Path('schemas'))"
)
NAMES = [name for game in GAMES.values() for name in schemas(game)]


def validator(name: str) -> Any:
    schema = json.loads((ROOT / "schemas" / name).read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


HEADER = validator("dino-master.header.schema.json")
EVENT = validator("dino-master.event.schema.json")
INTERPRETATION = validator("dino-master.interpretation.schema.json")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_files_are_as_generated(game) -> None:
    for name, schema in schemas(game).items():
        stored = (ROOT / "schemas" / name).read_bytes()
        assert stored == rendered(schema), (
            f"schemas/{name} is behind; write it: python -c {WRITE!r}"
        )


def test_there_is_no_schema_that_nothing_generates() -> None:
    games = tuple(f"{game}." for game in GAMES)
    found = [path.name for path in (ROOT / "schemas").glob("*.schema.json")]
    assert sorted(name for name in found if name.startswith(games)) == sorted(NAMES)


def test_every_process_generates_the_same() -> None:
    code = (
        "from dm_events.notation.schema import rendered, schemas; import hashlib; "
        "from dm_events.service.matches import GAMES; print(hashlib.sha256(b''.join("
        "rendered(one) for game in GAMES.values() for one in schemas(game).values())).hexdigest())"
    )
    seen = {
        subprocess.check_output(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        )
        for seed in ("0", "1", "2")
    }
    assert len(seen) == 1


@pytest.mark.parametrize("seed", range(6))
def test_duels_are_valid(play, seed: int) -> None:
    header, *events = (json.loads(line) for line in play(seed).lines)
    HEADER.validate(header)
    for event in events[:120]:
        EVENT.validate(event)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "samples").rglob("*.jsonl")), ids=lambda path: path.stem
)
def test_the_samples_are_valid(path: Path) -> None:
    header, *events = (json.loads(line) for line in path.read_bytes().splitlines())
    validator(f"{header['game']}.header.schema.json").validate(header)
    event_schema = validator(f"{header['game']}.event.schema.json")
    for event in events:
        event_schema.validate(event)


def test_positions_are_valid(game) -> None:
    opening = game.position({"seat0": {"attack": ["Minmi"], "hand": ["?"]}, "seat1": {"deck": 3}})
    HEADER.validate(
        {"format": 1, "game": "dino-master", "edition": "2026.1", "source": "paper",
         "treatment": "as-played", "opening": json.loads(encode(opening))}
    )  # fmt: skip


@pytest.mark.parametrize("name", shipped("dino-master"))
def test_shipped_interpretations_are_valid(name: str) -> None:
    table = tomllib.loads(shipped("dino-master")[name].read_text(encoding="utf-8"))
    INTERPRETATION.validate(table)


@pytest.mark.parametrize(
    "change",
    [
        {"seq": 0}, {"seq": "1"}, {"seq": None}, {"by": "judge"}, {"by": 1.5}, {"sek": 1},
        {"command": {"do": "Sumon"}}, {"command": {"do": "Pass", "card": "0:1"}},
        {"command": {"do": "Summon", "card": "0:1"}}, {"command": "Pass"},
        {"command": {"do": "EnterPhase", "phase": "main 3"}}, {"chance": [None]},
        {"reveals": {"0:1": 3}}, {"fingerprint": "xyz"}, {"link": "abc"}, {"at": -1},
    ],
    ids=str,
)  # fmt: skip
def test_a_wrong_event_is_neither_valid_nor_read(game, change: dict[str, Any]) -> None:
    event = {"seq": 1, "by": 0, "command": {"do": "Pass"}}
    EVENT.validate(event)
    codec_of(game).event(json.dumps(event).encode())
    wrong = event | change
    with pytest.raises(jsonschema.ValidationError):
        EVENT.validate(wrong)
    with pytest.raises(Wrong):
        codec_of(game).event(json.dumps(wrong).encode())


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2}, {"game": "chess"}, {"edition": "1999"}, {"source": "memory"},
        {"treatment": "mild"}, {"answers": {"C01": "maybe"}}, {"answers": {"C00": "no"}},
        {"opening": {"from": "nowhere"}}, {"seats": [{"name": "somebody"}]}, {"players": 2},
    ],
    ids=str,
)  # fmt: skip
def test_a_wrong_header_is_neither_valid_nor_read(duel, read, change: dict[str, Any]) -> None:
    wrong = json.loads(duel.lines[0]) | change
    with pytest.raises(jsonschema.ValidationError):
        HEADER.validate(wrong)
    with pytest.raises(Exception, match=r"^duel\.jsonl, line 1"):
        read(json.dumps(wrong).encode())


@pytest.mark.parametrize(
    "change", [{"game": "chess"}, {"answers": {"C01": "maybe"}}, {"answers": {"C00": "no"}}, {"why": ""}],
    ids=str,
)  # fmt: skip
def test_a_wrong_interpretation_is_not_valid(change: dict[str, Any]) -> None:
    right = {"name": "x", "game": "dino-master", "edition": "2026.1", "answers": {"C01": "yes"}}
    INTERPRETATION.validate(right)
    with pytest.raises(jsonschema.ValidationError):
        INTERPRETATION.validate(right | change)
