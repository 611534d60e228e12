"""Abnormal states: who may not be commanded, what changes, how long. Sources: K 5; P; L."""

from collections.abc import Iterator

from dm_events.kernel.rule import Refusal, Rule, illegal
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId
from dm_events.rulesets.dino_master.board import Duel
from dm_events.rulesets.dino_master.durations import R038
from dm_events.rulesets.dino_master.sources import K

R290 = Rule("R290", (K("5"),), "Abnormal states are of two groups: disruptive (sleep, confusion, panic, "
            "daze) and stat-changing (injury, poison, zombie, frenzy).")  # fmt: skip
R291 = Rule("R291", (K("5.1"),), "A disruptive state keeps a creature from being told something.")
R292 = Rule("R292", (K("5.1.1"),), "Sleep: it moves to the defence line, lies down and cannot be "
            "commanded for the stated time.")  # fmt: skip
R293 = Rule("R293", (K("5.1.2"),), "Confusion: it cannot be commanded for the stated time.")
R299 = Rule("R299", (K("5.2"),), "A stat-changing state leaves all actions possible.")
R300 = Rule("R300", (K("5.2"),), "Skills that make a stat-changing state can be used in the "
            "opponent's turn too.")  # fmt: skip
R301 = Rule("R301", (K("5.2.1"),), "Injury: lose the stated amount for the stated time; without a "
            "time, until it leaves the field.")  # fmt: skip
R302 = Rule("R302", (K("5.2.1"),), "When injury ends or is cured, the stat is as before.")

STOPS = {"sleep": R292, "confusion": R293}
"""The states in which a creature takes no command."""


def cannot_be_commanded(board: Duel, card: CardId) -> Iterator[Refusal]:
    """A creature that waits, sleeps or is confused takes no command."""
    state = board.creature(card)
    if state.waiting >= 0:
        yield illegal("creature/waiting", R038, card=card)
    for one in state.afflictions:
        if one.state in STOPS:
            yield illegal("creature/cannot-be-commanded", R291, STOPS[one.state], card=card,
                          state=one.state)  # fmt: skip
            return


CHAPTER = Chapter(globals())
