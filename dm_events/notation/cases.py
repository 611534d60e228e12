"""Cases: tests that read like rulings. Files are TOML; see docs/cases.md."""

import re
from pathlib import Path
from typing import Any

import msgspec

from dm_events.kernel.chain import Window
from dm_events.kernel.commands import Pass
from dm_events.kernel.fold import Fold
from dm_events.kernel.layout import WINDOW
from dm_events.kernel.officials import AT_ANY_TIME
from dm_events.kernel.rule import Refusal, Rule
from dm_events.kernel.ruleset import Ruleset, UnknownCard, Unreadable
from dm_events.kernel.words import Command, Event, Happening, rules_of
from dm_events.notation.decktext import parse_deck
from dm_events.notation.shape import DOCS, convert
from dm_events.notation.tables import BadFile, Place
from dm_events.notation.toml import table_of
from dm_events.notation.trouble import BadLine, Wrong, sentence

DECK = "deck"


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One ruling: `given` a position, `when` commands, what is told and what stands then.

    Or a deck list: `given = { deck = "…" }` as a deck file has it, and why it is `refused`, if so.
    """

    name: str
    rules: tuple[str, ...]
    given: dict[str, Any]
    when: tuple[str, ...] = ()
    answers: dict[str, str] = {}
    then: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    refused: str | None = None
    board: dict[str, Any] = {}
    cites: tuple[str, ...] = ()


class CaseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All cases of a file. `game` is needed only where the folder does not name it."""

    case: tuple[Case, ...]
    game: str | None = None


def load_cases(file: Path | Place) -> CaseFile:
    """Read a case file. Raises BadFile with the file, the case and the field."""
    try:
        found = table_of(file)
    except Wrong as wrong:
        raise BadLine(str(file), 0, wrong) from None
    try:
        read = msgspec.convert(found, CaseFile)
    except msgspec.ValidationError as wrong:
        raise BadFile(f"{file}: {_named(str(wrong), found)}") from None
    names = [case.name for case in read.case]
    for name in names:
        if names.count(name) > 1:
            raise BadFile(f"{file}: two cases are named {name!r}")
    return read


def _named(message: str, found: dict[str, Any]) -> str:
    """Put the name of the case where msgspec writes its index."""
    path = re.search(r"`\$\.case\[(\d+)\](?:\.)?(.*?)`", message)
    tables = found.get("case")
    if path is None or not isinstance(tables, list):
        return message.replace("`$`", "the file").replace("`$.", "`")
    name = tables[int(path[1])].get("name", f"number {int(path[1]) + 1}")
    what = message[: path.start()].removesuffix(" - at ")
    return f"case {name!r}: {f'field {path[2]!r}: ' if path[2] else ''}{what}"


class Run:
    """One case being played: the fold so far, and every happening with its words."""

    def __init__(self, game: Ruleset, case: Case) -> None:
        """Open the position. Raises Unreadable."""
        self.game = game
        self.case = case
        first = case.when[0] if case.when else ""
        try:
            check_words(game, case.given)
            board = game.open(checked(game, game.position(case.given, first)))
        except UnknownCard as card:
            raise Unreadable(f"given: there is no card {card}") from None
        self.fold = Fold(game, board, game.defaults | case.answers, seed=b"case")
        self.told: list[tuple[tuple[str, ...], tuple[str, ...]]] = []

    def add(self, by: int | str, command: Command) -> bool:
        """Fold a command; tell whether it was accepted."""
        step = self.fold.add(Event(len(self.fold.steps) + 1, by, command))
        if step is None:
            return False
        self.told += [self._words(one) for one in step.happenings]
        return True

    def _words(self, happening: Happening) -> tuple[tuple[str, ...], tuple[str, ...]]:
        shown = self.game.show(happening, self.fold.board)
        return shown, tuple(rule.id for rule in rules_of(happening))

    def read(self, text: str) -> tuple[int | str, Command]:
        """Read a line at the board that it meets: what it passes has passed."""
        by: int | str
        try:
            by, command = self.game.parse(text, self.fold.board)
        except Unreadable:
            passed = self._passed()
            if passed is None:
                raise
            return self.game.parse(text, passed)
        passed = None if self.answers(by, command) else self._passed()
        return (by, command) if passed is None else self.game.parse(text, passed)

    def answers(self, by: int | str, command: Command) -> bool:
        """Whether this leaves the open window as it is, or answers in it."""
        window: Window | None = self.fold.board.slots[WINDOW]
        kind = type(command)
        return kind is Pass or kind in AT_ANY_TIME or kind in self.game.meanwhile or (
            window is not None and window.seat == by and self.game.responds(window, kind)
        )  # fmt: skip

    def _passed(self) -> Any:
        """The board after all open windows have passed; None where none is open."""
        if self.fold.board.slots[WINDOW] is None:
            return None
        branch = self.fold.branch(len(self.fold.steps))
        while (window := branch.board.slots[WINDOW]) is not None:
            branch.add(Event(len(branch.steps) + 1, window.seat, Pass()))
        return branch.board

    def pass_all(self) -> None:
        """Pass every open window, so that what was started is finished."""
        while (window := self.fold.board.slots[WINDOW]) is not None:
            self.add(window.seat, Pass())

    def reasons(self, by: int | str, command: Command) -> list[Refusal]:
        """Everything that speaks against a command now."""
        fold = self.fold.branch(len(self.fold.steps))
        fold.treatment = "as-played"
        step = fold.add(Event(len(fold.steps) + 1, by, command))
        stopped = [] if fold.stopped is None else [fold.stopped.why]
        return [*(() if step is None else step.findings), *stopped]


def check_words(game: Ruleset, given: dict[str, Any]) -> None:
    """Refuse an unknown field or word of a position with those that there are. Raises Unreadable.

    What else is wrong with a position the game says when it reads it.
    """
    try:
        convert(given, game.given_type)
    except Wrong as wrong:
        if DOCS not in wrong.way_out:
            raise Unreadable(sentence(wrong.under("given"))) from None


def checked(game: Ruleset, opening: Any) -> Any:
    """Return an opening that keeps the limits of the format. Raises Unreadable."""
    try:
        msgspec.convert(msgspec.to_builtins(opening), game.opening_type)
    except msgspec.ValidationError as wrong:
        raise Unreadable(as_given(str(wrong).replace("`$.", "`given."))) from None
    for field, found in game.faults(opening):
        raise Unreadable(f"{as_given(field.replace('opening', 'given'))}: {found}")
    return opening


def as_given(field: str) -> str:
    """Name a field as a case writes it: the seats of an opening are `seat0` and `seat1` there."""
    return re.sub(r"seats\[(\d+)\]", r"seat\1", field)


def run_case(game: Ruleset, case: Case) -> tuple[str, ...]:
    """Play a case; return the differences from what it says, in plain words; none: it holds."""
    wrong = [f"rule {one} is not one of {game.name}'s" for one in case.rules
             if one not in game.rules]  # fmt: skip
    told = [kind.__name__ for kind in game.apply]
    wrong += [f"{line!r}: there is no such happening; the word comes first"
              for line in (*case.then, *case.never) if line.partition(" ")[0] not in told]  # fmt: skip
    for question, answer in case.answers.items():
        known = game.questions.get(question)
        if known is None or answer not in known.answers:
            answers = "" if known is None else f"; its answers are {', '.join(known.answers)}"
            return (*wrong, f"answers: {question} = {answer!r} is no question and answer{answers}")
    if DECK in case.given:
        return (*wrong, *_deck(game, case))
    try:
        run = Run(game, case)
        wrong += _play(run)
    except Unreadable as why:
        return (*wrong, str(why))
    return (*wrong, *_told(run), *_stands(game.facts(run.fold.board), case.board, "board"))


def _deck(game: Ruleset, case: Case) -> list[str]:
    """Check a deck list against what the case says of it."""
    try:
        parts = parse_deck(str(case.given[DECK]), "given.deck", game)
    except BadFile as bad:
        return [str(bad)]
    found = list(game.may_bring(parts, game.defaults | case.answers))
    shown = ", ".join(show_refusal(why) for why in found) or "nothing"
    if case.refused is None:
        return [f"the deck is refused: {shown}"] if found else []
    code, wanted = _parts(case.refused)
    fits = any(why.code == code and _among(wanted, why.because) for why in found)
    return [] if fits else [f"the deck should be refused with {case.refused}, it was: {shown}"]


def _play(run: Run) -> list[str]:
    """Fold all commands; say which were refused or accepted against the case."""
    last = len(run.case.when) - 1
    for number, text in enumerate(run.case.when):
        try:
            by, command = run.read(text)
        except Unreadable as unread:
            raise Unreadable(f"when: {text!r}: {unread}") from None
        expected = run.case.refused if number == last else None
        if expected is not None:
            return _refused(run, by, command, expected)
        if not run.add(by, command):
            stopped = run.fold.stopped
            why = "" if stopped is None else show_refusal(stopped.why)
            return [f"when: {text!r} was refused: {why}"]
    run.pass_all()
    return []


def _refused(run: Run, by: int | str, command: Command, expected: str) -> list[str]:
    reasons = run.reasons(by, command)
    if not run.answers(by, command):
        run.pass_all()
    code, rules = _parts(expected)
    if any(why.code == code and _among(rules, why.because) for why in reasons):
        return []
    if not reasons:
        return [f"refused: {expected!r} was expected, but {run.case.when[-1]!r} was accepted"]
    return [f"refused: {expected!r} was expected, it was {', '.join(map(show_refusal, reasons))}"]


def show_refusal(why: Refusal) -> str:
    """Return `dp/short [R125] have 2 cost 5`."""
    rules = f" [{', '.join(rule.id for rule in why.because)}]" if why.because else ""
    return why.code + rules + "".join(f" {name} {value}" for name, value in why.args.items())


def _among(wanted: tuple[str, ...], because: tuple[Rule, ...]) -> bool:
    given = [rule.id for rule in because]
    return all(rule in given for rule in wanted)


def _parts(line: str) -> tuple[str, tuple[str, ...]]:
    """Split `CreatureDefeated Edmontonia [R188, R194]` into its words and its rules."""
    words, bracket, rules = line.partition("[")
    named = tuple(rule.strip() for rule in rules.rstrip("] ").split(",")) if bracket else ()
    return " ".join(words.split()), named


def fits_line(line: str, shown: tuple[str, ...], rules: tuple[str, ...]) -> bool:
    """Tell whether a happening is what a line of `then` says; later arguments may be left out."""
    words, named = _parts(line)
    starts = (" ".join(shown[:count]) for count in range(1, len(shown) + 1))
    return words in starts and all(rule in rules for rule in named)


def _told(run: Run) -> list[str]:
    """Compare what was told with `then` (in this order) and `never`."""
    wrong, at = [], 0
    for line in run.case.then:
        found = next((n for n in range(at, len(run.told)) if fits_line(line, *run.told[n])), None)
        if found is None:
            since = [show_told(*one) for one in run.told[at:]]
            wrong.append(f"then: {line!r} was expected, told was: {'; '.join(since) or 'nothing'}")
        else:
            at = found + 1
    for line in run.case.never:
        wrong += [f"never: {line!r}, but told was: {show_told(*one)}" for one in run.told
                  if fits_line(line, *one)]  # fmt: skip
    return wrong


def show_told(shown: tuple[str, ...], rules: tuple[str, ...]) -> str:
    """Return `CreatureDefeated Edmontonia [R188, R194]`."""
    return " ".join(shown) + (f" [{', '.join(rules)}]" if rules else "")


def _stands(now: Any, expected: Any, where: str) -> list[str]:
    """Compare exactly what is named; a number against cards is their number."""
    if isinstance(expected, dict) and isinstance(now, dict):
        wrong = []
        for key, value in expected.items():
            if key not in now:
                wrong.append(f"{where}: there is no {key!r}; there is {', '.join(now)}")
            else:
                wrong += _stands(now[key], value, f"{where}.{key}")
        return wrong
    if isinstance(expected, dict) and isinstance(now, str):
        return [f"{where}: here stands a name and no table; write {now!r} for what is there now"]
    if isinstance(expected, str):
        now = _name(now)
    elif isinstance(expected, list) and isinstance(now, list | tuple):
        return _cards_stand(now, expected, where)
    elif isinstance(now, list | tuple) and isinstance(expected, int):
        now = len(now)
    return [] if now == expected else [f"{where}: {expected!r} was expected, it is {now!r}"]


def _name(one: Any) -> Any:
    """A card that is told with more than its name goes by its name too."""
    return one.get("card", one) if isinstance(one, dict) else one


def _cards_stand(now: "list[Any] | tuple[Any, ...]", expected: list[Any], where: str) -> list[str]:
    """Compare lists, one by one; the order of a tuple does not matter."""
    if isinstance(now, tuple):
        now, expected = (sorted(ones, key=lambda one: str(_name(one))) for ones in (now, expected))
    if len(now) != len(expected):
        names = [_name(one) for one in now]
        return [f"{where}: {expected!r} was expected, it is {names!r}"]
    wrong = []
    for number, (one, other) in enumerate(zip(now, expected, strict=True), 1):
        wrong += _stands(one, other, f"{where} ({number})")
    return wrong
