"""The README shows what the program prints, and names files that are there."""

import re
from pathlib import Path

from dm_events.service.demo import Demo
from tests.cli.page import played

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_is_what_the_demonstration_prints() -> None:
    block = README.split("```text\n")[1].split("\n```")[0].splitlines()
    printed = iter(Demo("en", 100).lines())
    missing = [line for line in block if line and line not in printed]
    assert missing == []


def test_the_recording_is_what_the_program_prints() -> None:
    blocks = list(played(ROOT / "README.md"))
    assert len(blocks) == 1
    for block, now in blocks:
        assert now == block[1]


def test_links_lead_to_files() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
