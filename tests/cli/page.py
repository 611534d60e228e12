"""The examples of docs/cli.md and of the README: played, compared, and written anew.

    python -m tests.cli.page     writes what `dm` prints now into both

An example is a block of `$ dm …` lines with what they print, stdout before stderr; an exit code
other than 0 stands in brackets below. In what is expected, `…` stands for anything on its line, and
a line `…` for any lines.
"""

import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from unittest import mock

from tests.cli.running import ROOT, dm

PAGE = ROOT / "docs" / "cli.md"
README = ROOT / "README.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
PROMPT = "$ "


def played(page: Path) -> Iterator[tuple[re.Match[str], str]]:
    """Play every block of a page, in order and in one folder; yield it with what is printed."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for name in ("samples", "tests"):
            Path(name).symlink_to(ROOT / name)
        with mock.patch.dict(
            os.environ,
            {"DM_DB": "matches.db", "DM_KEYS": "keys", "DM_PEOPLE": "people", "COLUMNS": "100"},
        ):
            for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
                yield block, "".join(map(answered, entries(block[1])))


def entries(block: str) -> Iterator[tuple[str, str]]:
    """Yield each command of a block with what it is expected to print."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected


def answered(entry: tuple[str, str]) -> str:
    command, expected = entry
    words, _, file = command.partition(" < ")
    stdin = Path(file.strip()).read_bytes() if file else b""
    ran = dm(*shlex.split(words)[1:], stdin=stdin)
    printed = ran.out + ran.err + (f"[exit {ran.code}]\n" if ran.code else "")
    return f"{PROMPT}{command}\n{expected if fits(expected, printed) else printed}"


def fits(expected: str, printed: str) -> bool:
    pattern = "".join(
        r"(?:[^\n]*\n)*" if line == "…\n" else re.escape(line).replace("…", r"[^\n]*")
        for line in expected.splitlines(keepends=True)
    )
    return re.fullmatch(pattern, printed) is not None


def main() -> None:
    for page in (PAGE, README):
        text, end = page.read_text(encoding="utf-8"), 0
        parts = []
        for block, now in played(page):
            parts += [text[end : block.start(1)], now]
            end = block.end(1)
        page.write_text("".join((*parts, text[end:])), encoding="utf-8")


if __name__ == "__main__":
    main()
