"""Rules and questions of a game: where they stand, which cases test them, which nobody tests."""

import ast
import inspect
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from dm_events.kernel.rule import Question, Rule
from dm_events.kernel.ruleset import Ruleset
from dm_events.notation.cases import Case, load_cases
from dm_events.notation.trouble import nearest
from dm_events.service.cases import case_files, game_of
from dm_events.service.catalogue import game
from dm_events.service.not_there import NotThere

KINDS = (Rule.__name__, Question.__name__)


class Defined(msgspec.Struct, frozen=True):
    """A rule or question, and where the chapter that it belongs to defines it (line 0: unknown)."""

    what: Rule | Question
    module: str
    line: int


def defined_value(defined: Defined) -> dict[str, Any]:
    """Return a rule or question as plain values with keys that stay: what `--json` prints."""
    what = defined.what
    found: dict[str, Any] = msgspec.to_builtins(what)
    return found | {
        "cites": [str(cite) for cite in what.cites],
        "chapter": defined.module.rpartition(".")[2],
        "module": defined.module,
        "line": defined.line,
    }


class Tested(msgspec.Struct, frozen=True):
    """A case with its file; `answers` are those of the question asked for that it sets."""

    file: Path
    case: Case


class Gaps(msgspec.Struct, frozen=True):
    """What no case tests: ids of rules, and answers by question."""

    cases: int
    rules: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    rules_of: int
    answers_of: int


@cache
def places(rules: Ruleset) -> dict[str, tuple[str, int]]:
    """Return module and line by id. A chapter that uses a rule of another does not count."""
    found: dict[str, tuple[str, int]] = {}
    for chapter in rules.chapters:
        for id, line in _definitions(chapter.module):
            found.setdefault(id, (chapter.module, line))
    return found


def _definitions(module: str) -> Iterator[tuple[str, int]]:
    """Yield what a module calls `Rule("…", …)` or `Question("…", …)` on its own level, with the line."""
    try:
        source = inspect.getsource(import_module(module))
    except OSError:  # installed without sources
        return
    for one in ast.parse(source).body:
        call = one.value if isinstance(one, ast.Assign | ast.AnnAssign) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KINDS:
            for id in (*call.args[:1], *(word.value for word in call.keywords if word.arg == "id")):
                if isinstance(id, ast.Constant) and isinstance(id.value, str):
                    yield id.value, one.lineno


def rules_of(game_name: str) -> list[Defined]:
    """Return the rules of a game in the order of its chapters. Raises NoSuchGame."""
    rules = game(game_name)
    return [_defined(rules, rule) for rule in rules.rules.values()]


def questions_of(game_name: str) -> list[Defined]:
    """Return the questions of a game by id. Raises NoSuchGame."""
    rules = game(game_name)
    found = sorted(rules.questions.values(), key=lambda question: (len(question.id), question.id))
    return [_defined(rules, question) for question in found]


def _defined(rules: Ruleset, what: Rule | Question) -> Defined:
    return Defined(what, *places(rules).get(what.id, ("", 0)))


def find(game_name: str, name: str) -> Defined:
    """Return the rule or question of that id, or the question of that slug; case does not matter.

    Raises NoSuchGame, and NotThere with what may be meant.
    """
    rules = game(game_name)
    known: dict[str, Rule | Question] = {}
    for question in rules.questions.values():
        known |= {question.slug.casefold(): question, question.id.casefold(): question}
    known |= {rule.id.casefold(): rule for rule in rules.rules.values()}
    what = known.get(name.casefold())
    if what is None:
        near = nearest(name, known)
        hint = f"did you mean {known[near].id}?" if near else "`dm rules list` has all of them"
        raise NotThere(f"{game_name} has no rule or question {name!r}; {hint}")
    return _defined(rules, what)


def cases_for(game_name: str, paths: Iterable[Path]) -> list[Tested]:
    """Return the cases of a game in these files and folders. Raises BadFile, NotThere for none."""
    paths = tuple(paths)
    found = []
    for file in case_files(paths):
        read = load_cases(file)
        if game_of(file, read.game).name == game_name:
            found += [Tested(file, case) for case in read.case]
    if not found:
        raise NotThere(f"there are no cases of {game_name} in {', '.join(map(str, paths))}")
    return found


def tests(what: Rule | Question, cases: Iterable[Tested]) -> list[Tested]:
    """Return the cases that name a rule, or set an answer to a question."""
    return [one for one in cases if what.id in one.case.rules or what.id in one.case.answers]


SHOWN_BY_TESTS = ("M10", "M11", "M12")
"""Rules about chance, reveals and live play: a case has no words for them, tests of the fold show them."""


def gaps(game_name: str, cases: Iterable[Tested]) -> Gaps:
    """Return what none of these cases tests. Raises NoSuchGame."""
    rules, cases = game(game_name), tuple(cases)
    named = {id for one in cases for id in one.case.rules} | set(SHOWN_BY_TESTS)
    set_ = {pair for one in cases for pair in one.case.answers.items()}
    answers = [(one.id, answer) for one in rules.questions.values() for answer in one.answers]
    return Gaps(
        len(cases),
        tuple(id for id in rules.rules if id not in named),
        tuple(pair for pair in answers if pair not in set_),
        len(rules.rules),
        len(answers),
    )


def own_cases() -> Path:
    """Return the folder of the cases that come with the source. Raises NotThere in an installation."""
    folder = Path(__file__).resolve().parents[2] / "tests" / "cases"
    if not folder.is_dir():
        raise NotThere("cases come with the source only; name a file or folder of cases")
    return folder
