"""Laws of what officials do: the undo algebra of rewinds, and rulings that hold from here on."""

from collections.abc import Sequence
from typing import Any

import msgspec

from dm_events.kernel.commands import AgreeDraw, CallTime, Concede, GiveRuling, Note, Rewind, Start
from dm_events.kernel.fold import Fold
from dm_events.kernel.happenings import Noted
from dm_events.kernel.layout import CHOICE
from dm_events.kernel.offer import Pick
from dm_events.kernel.rule import Question
from dm_events.kernel.words import Command, Event
from dm_events.service.play import decide
from tests.laws.duels import Played
from tests.laws.folding import pick_for
from tests.laws.offering import next_event

OFFICIAL = "official"
Act = tuple[str, int]
"""`on`: so many commands by the bot; `back`: a rewind; `rule`: an answer; `note`."""


def slots_of(fold: Fold, step: int, *roles: str) -> list[Any]:
    """Return the slots of these roles after a step."""
    board = fold.at(step)
    there = zip(board.slots, board.layout.roles, strict=True)
    return [value for value, role in there if role in roles]


def do(fold: Fold, command: Any, by: int | str = OFFICIAL) -> None:
    """Add a command that must be accepted."""
    assert fold.add(next_event(fold, by, command)) is not None, (command, fold.stopped)


class Model:
    """What a match must be after rewinds, kept without looking at the timeline."""

    def __init__(self, fold: Fold) -> None:
        """Begin with the steps that a fold has."""
        self.fold = fold
        self.lines = [tuple(range(1, step + 1)) for step in range(len(fold.steps) + 1)]
        self.rulings: list[tuple[str, str]] = list(fold.board.rulings)
        self.notes: list[int] = []

    def on(self, commands: int, pick: Pick) -> None:
        """Let the bot play."""
        for _ in range(commands):
            if self.fold.result is not None:
                return
            board = self.fold.board
            begun = board.turn.number or board.slots[CHOICE]  # type: ignore[attr-defined]
            by, command = decide(self.fold, pick) if begun else ("service", Start())
            do(self.fold, command, by)
            self._stepped()

    def back(self, number: int) -> None:
        """Rewind: game and control are as they were, the record goes on."""
        fold, here = self.fold, len(self.fold.steps)
        to = number % (here + 1)
        do(fold, Rewind(to))
        self.lines.append((*self.lines[to], here + 1))
        for roles, then in ((("game", "control", "derived"), to), (("record",), here)):
            assert slots_of(fold, here + 1, *roles) == slots_of(fold, then, *roles), (to, roles)
        if to:
            assert fold.steps[-1].fingerprint == fold.steps[to - 1].fingerprint
        assert fold.board.slots == fold.at(here + 1).slots

    def rule(self, number: int) -> None:
        """Answer a question: it holds from here on, also after a rewind."""
        questions = list(self.fold.game.questions.values())
        question = questions[number % len(questions)]
        answer = question.answers[number // len(questions) % len(question.answers)]
        self.rulings.append((question.id, answer))
        do(self.fold, GiveRuling(question.id, answer))
        self._stepped()

    def note(self, number: int) -> None:
        """Anchor a remark: nothing but the record changes by it."""
        do(self.fold, Note(f"remark {number}"))
        roles = self.fold.board.layout.roles
        assert all(roles[slot] == "record" for slot in self.fold.steps[-1].replaced)
        self._stepped()
        self.notes.append(len(self.fold.steps))

    def _stepped(self) -> None:
        self.lines.append((*self.lines[-1], len(self.lines)))

    def check(self) -> None:
        """Lines, answers and notes are what they must be."""
        fold = self.fold
        for step, line in enumerate(self.lines):
            assert fold.timeline.line(step) == line, step
        assert list(fold.board.rulings) == self.rulings
        assert fold.answers == fold.own_answers | dict(self.rulings)
        for seq in self.notes:
            assert isinstance(fold.steps[seq - 1].happenings[0], Noted)


def check_undo(duel: Played, acts: Sequence[Act]) -> None:
    """Undo algebra: rewinds, of rewinds, nested, across rulings and notes; then play goes on."""
    pick = pick_for(duel, "undo")
    fold = duel.fold.branch(1 + pick(len(duel.events)))
    fold.seed = b"undo"
    model = Model(fold)
    for name, number in acts:
        if name == "on":
            model.on(number, pick)
        else:
            getattr(model, name)(number)
        model.check()
    model.on(5, pick)
    model.check()
    again = duel.again()
    again.seed = b"undo"
    again.extend(step.event for step in fold.steps)
    assert again.stopped is None
    assert again.steps == fold.steps
    assert again.board.slots == fold.board.slots


def check_redo(duel: Played) -> None:
    """The same events after a rewind to the same place give the same match."""
    pick = pick_for(duel, "redo")
    end = 1 + pick(len(duel.events))
    to = pick(end)
    fold = duel.fold.branch(end)
    do(fold, Rewind(to))
    for event, done in zip(duel.events[to:end], duel.fold.steps[to:end], strict=True):
        step = fold.add(moved(event, fold))
        assert step is not None
        assert step.happenings == done.happenings, (to, end, event)
        assert step.fingerprint == done.fingerprint, (to, end, event)
    kept = ("game", "control", "derived")
    assert slots_of(fold, len(fold.steps), *kept) == slots_of(fold, end, *kept), (to, end)
    do(fold, Rewind(end))  # and the rewind of it all is where it was before
    assert slots_of(fold, len(fold.steps), *kept) == slots_of(fold, end, *kept), (to, end)


def moved(event: Event, fold: Fold) -> Event:
    """Return the event as the next one of a fold."""
    return msgspec.structs.replace(event, seq=len(fold.steps) + 1)


def another(question: Question, now: str, pick: Pick) -> str:
    """Return an answer other than the one that holds."""
    others = [answer for answer in question.answers if answer != now]
    return others[pick(len(others))]


def check_ruling(duel: Played) -> None:
    """A ruling changes an answer from there on: the rest is as under that answer all along."""
    pick = pick_for(duel, "ruling")
    here = pick(len(duel.events))
    asked = [
        *dict.fromkeys(name for step in duel.fold.steps[here:] for name in step.consulted),
        *duel.game.questions,
    ]
    question = duel.game.questions[asked[pick(3)]]
    answer = another(question, duel.fold.answers[question.id], pick)
    ruled = duel.fold.branch(here)
    do(ruled, GiveRuling(question.id, answer))
    other = duel.fold.branch(here, duel.answers | {question.id: answer})
    deaf = duel.again(heed_rulings=False).extend(duel.events[:here])
    do(deaf, GiveRuling(question.id, answer))
    for event in duel.events[here:]:
        mine, its = ruled.add(moved(event, ruled)), other.add(event)
        if mine is None or its is None:
            assert mine is its, event
            assert why(ruled) == why(other), event
            break
        assert (mine.happenings, mine.consulted) == (its.happenings, its.consulted), event
        assert mine.fingerprint == its.fingerprint, event
    assert deaf.extend(moved(event, deaf) for event in duel.events[here:]).stopped is None
    assert ruled.steps[:here] == duel.fold.steps[:here]
    assert ruled.answers == other.answers
    assert deaf.answers == duel.fold.answers
    assert slots_of(deaf, len(deaf.steps), "game") == slots_of(duel.fold, len(duel.events), "game")


def why(fold: Fold) -> object:
    """Why a fold stopped."""
    return None if fold.stopped is None else fold.stopped.why


def check_endings(duel: Played) -> None:
    """An end ends all: nothing unfinished, nothing offered; a rewind takes it back."""
    pick = pick_for(duel, "endings")
    here = pick(len(duel.events))
    kept = ("game", "control", "derived")
    before = slots_of(duel.fold, here, *kept)
    endings: tuple[tuple[int | str, Command, tuple[str, int]], ...] = (
        (0, Concede(), ("won", 1)), (1, Concede(), ("won", 0)),
        (OFFICIAL, AgreeDraw(), ("draw", -1)), (OFFICIAL, CallTime(1), ("won", 1)),
    )  # fmt: skip
    for by, command, result in endings:
        fold = duel.fold.branch(here)
        do(fold, command, by)
        assert fold.result == result
        assert not any(slots_of(fold, here + 1, "control")), (here, command)
        assert not any(fold.game.offers(fold.table, seat) for seat in (0, 1))
        do(fold, Note("over"))
        do(fold, Rewind(here))
        assert slots_of(fold, len(fold.steps), *kept) == before, (here, command)
        assert fold.extend(moved(event, fold) for event in duel.events[here:]).stopped is None
