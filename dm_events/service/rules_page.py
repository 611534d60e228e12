"""The coverage page of a game: every rule and question, where it lives, which cases test it.

What is not played yet, and why, stands in `left_out.toml` beside the chapters.
"""

from collections.abc import Iterator, Sequence

import msgspec

from dm_events.notation.toml import table_of
from dm_events.service.catalogue import folder
from dm_events.service.rules import (
    SHOWN_BY_TESTS,
    Defined,
    Tested,
    cases_for,
    own_cases,
    questions_of,
    rules_of,
    tests,
)

WIDEST = 3
"""So many files of cases are named for a rule; the rest is counted."""


class RulesLeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules that are not played yet, and why."""

    ids: tuple[str, ...]
    why: str


class QuestionLeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point that is no question of the program, or not yet, and why."""

    id: str
    why: str


class LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game's chapters leave out."""

    rules: tuple[RulesLeftOut, ...] = ()
    questions: tuple[QuestionLeftOut, ...] = ()


def left_out(game_name: str) -> LeftOut:
    """Return what a game leaves out, nothing where it does not say. Raises NoSuchGame."""
    file = folder(game_name).joinpath("left_out.toml")
    return msgspec.convert(table_of(file), LeftOut) if file.is_file() else LeftOut()


def page(game_name: str) -> str:
    """Return the page as Markdown. Raises NoSuchGame, and NotThere in an installation."""
    cases = cases_for(game_name, [own_cases()])
    rules, questions = rules_of(game_name), questions_of(game_name)
    out = left_out(game_name)
    lines = [
        f"# {game_name}: rules, questions and their cases",
        "",
        "Generated from the chapters and the cases; a test says when it is behind. What is not played",
        "yet stands at the end, with the reason.",
        "",
        f"{len(rules)} rules, {len(questions)} questions, {len(cases)} cases.",
        "",
        "## Rules",
        "",
        "| rule | sources | chapter | cases |",
        "|---|---|---|---|",
        *(_rule(one, cases) for one in rules),
        "",
        "## Questions",
        "",
        "| question | asks | answer | chapter | cases |",
        "|---|---|---|---|---|",
        *(row for one in questions for row in _question(one, cases)),
        *_left_out("Not played yet", "rules", ((_span(one.ids), one.why) for one in out.rules)),
        *_left_out("No questions", "question", ((one.id, one.why) for one in out.questions)),
    ]
    return "\n".join(lines) + "\n"


def _left_out(title: str, what: str, rows: Iterator[tuple[str, str]]) -> Iterator[str]:
    """A section with a table, where there is anything to tell."""
    lines = [f"| {ids} | {why} |" for ids, why in rows]
    if lines:
        yield from ("", f"## {title}", "", f"| {what} | why |", "|---|---|", *lines)


def _span(ids: Sequence[str]) -> str:
    """Ids with runs of neighbours written as a span."""
    runs: list[list[str]] = []
    for one in ids:
        if runs and int(one[1:]) == int(runs[-1][-1][1:]) + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _rule(one: Defined, cases: Sequence[Tested]) -> str:
    what = one.what
    cites = ", ".join(str(cite) for cite in what.cites)
    shown = "tests of the fold" if what.id in SHOWN_BY_TESTS else _files(tests(what, cases))
    return f"| {what.id} | {cites} | {_chapter(one)} | {shown} |"


def _question(one: Defined, cases: Sequence[Tested]) -> Iterator[str]:
    """A row for each answer; the default is marked."""
    what = one.what
    for number, answer in enumerate(getattr(what, "answers", ())):
        found = [each for each in cases if each.case.answers.get(what.id) == answer]
        name = f"{answer} (default)" if answer == getattr(what, "default", "") else answer
        head = (what.id, getattr(what, "asks", "")) if number == 0 else ("", "")
        yield f"| {head[0]} | {head[1]} | {name} | {_chapter(one)} | {_files(found)} |"


def _chapter(one: Defined) -> str:
    return one.module.rpartition(".")[2]


def _files(found: Sequence[Tested]) -> str:
    """How many cases, and the files that hold them."""
    if not found:
        return "none"
    names = list(dict.fromkeys(one.file.stem for one in found))
    more = f" and {len(names) - WIDEST} more" if len(names) > WIDEST else ""
    return f"{len(found)}: {', '.join(names[:WIDEST])}{more}"
