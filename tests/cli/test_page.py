"""docs/cli.md and the help texts: examples that are played, keys that are there, codes that occur."""

import re
from collections.abc import Iterator
from typing import Any

import click
import pytest

from cli.commands import COMMANDS, Branch, Leaf
from cli.group import EXAMPLES, Lazy
from dm_events.service import keys, people
from tests.cli.codes import LAST, PROVOKED, filled
from tests.cli.page import PAGE, PROMPT, played
from tests.cli.running import CASES, DECKS, DUEL, but_slow, dm

TEXT = PAGE.read_text(encoding="utf-8")
LEAVES = {path: leaf for name, found in COMMANDS.items()
          for path, leaf in ([(name, found)] if isinstance(found, Leaf) else
                             [(f"{name} {sub}", one) for sub, one in found.commands.items()])}  # fmt: skip
"""Every command, by its words."""


@pytest.mark.slow
def test_the_examples_print_what_the_page_says() -> None:
    for block, now in played(PAGE):
        assert now == block[1]


def test_every_command_is_on_the_page_with_help_and_an_example() -> None:
    for path in LEAVES:
        assert f"{PROMPT}dm {path} --help\n" in TEXT
    shown = {
        path for path in LEAVES if re.search(rf"^\$ dm {path}(?! --help)( |$)", TEXT, re.MULTILINE)
    }
    assert shown == set(LEAVES)


# Help.


def helps() -> Iterator[tuple[list[str], click.Command]]:
    yield [], Lazy(COMMANDS, name="dm")
    for name, found in COMMANDS.items():
        if isinstance(found, Branch):
            yield [name], Lazy(found.commands, name=name)
    for path, leaf in LEAVES.items():
        yield path.split(), __import__(leaf.module, fromlist=["command"]).command


@pytest.mark.parametrize(("path", "command"), list(helps()), ids=str)
def test_every_help_has_an_example_that_can_be_read(
    path: list[str], command: click.Command
) -> None:
    ran = dm(*path, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"^  Examples?:\n    dm ", ran.out, re.MULTILINE)
    if not isinstance(command, click.Group):
        assert "--json" in ran.out
        for line in re.findall(r"^    (dm .*)$", ran.out, re.MULTILINE):
            arguments_of(line)


def arguments_of(line: str) -> dict[str, Any]:
    """Read an example as its command would, without running it."""
    import shlex

    words = shlex.split(line)[1:]
    path = " ".join(words[:2]) if " ".join(words[:2]) in LEAVES else words[0]
    command = __import__(LEAVES[path].module, fromlist=["command"]).command
    with command.make_context(path, words[len(path.split()) :]) as ctx:
        return dict(ctx.params)


def test_the_examples_of_dm_can_be_read() -> None:
    for line in EXAMPLES[:-1]:
        assert arguments_of(line)


@pytest.mark.parametrize("path", LEAVES)
def test_a_command_is_called_as_it_is_listed(path: str) -> None:
    command = __import__(LEAVES[path].module, fromlist=["command"]).command
    assert command.name == path.rsplit(maxsplit=1)[-1]
    assert LEAVES[path].help.endswith(".")


# Exit codes.


def table_of_codes() -> set[tuple[str, int]]:
    rows = re.findall(r"^\| `([a-z ]+)` \|(.*)\|$", TEXT.split("## Looking at")[0], re.MULTILINE)
    found = {(path, code) for path, cells in rows
             for code, cell in enumerate(cells.split("|"), 1) if cell.strip() != "-"}  # fmt: skip
    assert {path for path, _ in found} == set(LEAVES)
    return found | {(path, 0) for path in LEAVES}


def test_every_code_of_the_page_is_provoked() -> None:
    general = {(path, code) for path in LEAVES for code in (2, 6)}
    assert table_of_codes() == set(PROVOKED) | general


# Keys.


def documented(command: str) -> set[str]:
    """The keys that the page lists for a command."""
    keys: set[str] = set()
    for head, rows in re.findall(
        r"^([^\n|]*:)\n\n((?:\|.*\n)+)", TEXT.split("## JSON")[1], re.MULTILINE
    ):
        if f"`{command}`" in head:
            keys |= {key for row in rows.splitlines()[2:]
                     for key in re.findall(r"`([^`]+)`", row.split("|")[1])}  # fmt: skip
    return keys


def paths(value: Any, at: str = "") -> Iterator[str]:
    """Every path in a JSON value; a zone's name also as `*`."""
    if isinstance(value, dict):
        for key, one in value.items():
            for name in (key, "*") if at.endswith("zones") else (key,):
                path = f"{at}.{name}".lstrip(".")
                yield path
                yield from paths(one, path)
    if isinstance(value, list):
        for one in value:
            yield from paths(one, f"{at}[]")


ANSWERS = {
    "replay": ["replay", "duel.jsonl", "--at", "60"],
    "log": ["log", "duel.jsonl", "--to", "3"],
    "diff": ["diff", "duel.jsonl", "corrected", "korean-dp"],
    "verify": ["verify", "duel.jsonl"],
    "seal": ["seal", "duel.jsonl", "--key", "judge", "-o", "sealed.msgpack"],
    "key new": ["key", "new", "other"],
    "key list": ["key", "list"],
    "person name": ["person", "name", "p-1", "Kim Ara"],
    "person list": ["person", "list"],
    "person erase": ["person", "erase", "p-0"],
    "match new": ["match", "new", *DUEL[1:6]],
    "match add": ["match", "add", "final", "--expect", LAST, '0 notes "x"'],
    "match list": ["match", "list"],
    "match show": ["match", "show", "final"],
    "match import": ["match", "import", "duel.jsonl", "--id", "again"],
    "match export": ["match", "export", "final", "-o", "copy.jsonl"],
    "play": [*DUEL, "-o", "played.jsonl"],
    "deck check": ["deck", "check", *DECKS],
    "rules list": ["rules", "list"],
    "rules questions": ["rules", "questions"],
    "rules show": ["rules", "show", "R125"],
    "rules coverage": ["rules", "coverage", CASES],
    "cases check": ["cases", "check", f"{CASES}/dp.toml"],
    "schema list": ["schema", "list"],
    "schema check": ["schema", "check", "duel.jsonl"],
    "bench": ["bench", "--duels", "1", "--rounds", "1"],
    "demo": ["demo"],
    "version": ["version"],
}


@pytest.mark.parametrize("command", but_slow(ANSWERS))
def test_json_has_the_keys_of_the_page(kept: str, command: str) -> None:
    keys.new("judge")
    people.set_name("p-0", "Ara")
    ran = dm(*filled(ANSWERS[command]), "--json")
    assert ran.code in (0, 1), ran
    value = ran.json
    there, listed = set(paths(value)), documented(command)
    if command == "demo":
        listed = listed - {"place"} | {"verified"}
    assert listed, command
    assert listed <= there
    if command != "rules show":  # which has those of the rule besides
        assert set(value) == {re.split(r"[.\[]", key)[0] for key in listed}
