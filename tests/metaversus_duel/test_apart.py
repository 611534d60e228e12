"""The game stands apart: one line knows it, and no other game brings it along."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMES = ("metaversus", "Metaversus")
ONE_LINE = ROOT / "dm_events" / "service" / "catalogue.py"


def test_only_one_line_names_the_game() -> None:
    found = []
    for source in sorted([*ROOT.glob("dm_events/**/*.py"), *ROOT.glob("cli/**/*.py")]):
        if "rulesets/metaversus_duel" in source.as_posix():
            continue
        lines = source.read_text(encoding="utf-8").splitlines()
        found += [(source, line.strip()) for line in lines if any(name in line for name in NAMES)]
    assert found == [
        (ONE_LINE, '"metaversus-duel": "dm_events.rulesets.metaversus_duel",'),
    ]


def test_another_game_does_not_import_it() -> None:
    code = (
        "import sys; from dm_events.service.catalogue import game; game('dino-master');"
        "sys.exit(any('metaversus' in name for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == 0
