"""The coverage page of a game: every rule and question, where it lives, which cases test it."""

from collections.abc import Iterator, Sequence

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


def page(game_name: str) -> str:
    """Return the page as Markdown. Raises NoSuchGame, and NotThere in an installation."""
    cases = cases_for(game_name, [own_cases()])
    rules, questions = rules_of(game_name), questions_of(game_name)
    lines = [
        f"# {game_name}: rules, questions and their cases",
        "",
        "Generated from the chapters and the cases; a test says when it is behind. A rule that is not",
        "listed is not played yet.",
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
    ]
    return "\n".join(lines) + "\n"


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
