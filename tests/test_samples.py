"""The samples: whole, valid, and of the outcome that their stories tell."""

from pathlib import Path

import msgspec
import pytest

from dm_events.service.comparing import compare
from dm_events.service.demo import DISPUTED, SAMPLE, Demo
from dm_events.service.interpretations import resolve
from dm_events.service.matches import fold, load, verify

SAMPLES = Path(__file__).parents[1] / "samples"
LOGS = sorted(SAMPLES.rglob("*.jsonl"))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_sample_verifies(log: Path) -> None:
    """Links, and the fingerprint of every step folded again: played and compared to the byte.

    A question that was declared later has no answer in the record: its default is taken.
    """
    match = load(log)
    checked = verify(match)
    assert match.trouble is None
    assert checked.doubts == ()
    assert {gap.code for gap in checked.unchecked} <= {"tail", "answers"}
    assert all(event.fingerprint and event.link for event in match.events)


def test_the_demonstration_tells_its_story() -> None:
    """The second player spends 10 DP in the own first turn; the Korean page leaves 8: 2 short."""
    demo = Demo("en", 100)
    text = "\n".join(demo.lines())
    for part in (
        "Event 8: seat 1 summons Kronosaurus to attack.",
        "Seat 1 has 3 DP; Kronosaurus costs 5. [R125; K §2.7] That is 2 DP short.",
        "The readings part from event 6 to the end, because of C01.",
        "Under corrected: seat 1 wins at event 36.",
        "Under korean-dp: seat 0 wins at event 28.",
        "The record verifies: 36 events",
    ):
        assert part in text


def test_the_second_player_spends_ten_in_the_own_first_turn() -> None:
    match = load(SAMPLES / SAMPLE)
    before, after = (
        match.game.view(fold(match, at=at).board, "judge", at) for at in (DISPUTED - 2, DISPUTED)
    )
    assert (before.turn, before.seats[1].counters["dp"]) == (2, 10)
    assert (after.turn, after.seats[1].counters["dp"]) == (2, 0)


def test_later_commands_stay_possible_on_both_sides() -> None:
    """Left out are the summon and what needs Kronosaurus; the rest is played till seat 0 wins."""
    match = load(SAMPLES / SAMPLE)
    found = compare(match, *(resolve("dino-master", one) for one in ("corrected", "korean-dp")))
    out = {step.seq: step.left_out.code for step in found.b.left_out if step.left_out is not None}
    assert {seq: code for seq, code in out.items() if code != "match/over"} == {
        8: "dp/short",
        21: "card/not-on-field",
        27: "card/not-on-field",
    }
    assert found.a.left_out == ()
    assert found.a.ending.result == ("won", 1)
    assert found.b.ending.result == ("won", 0)


# Hand-written disputes.

DEFENCE_LINE = SAMPLES / "dino-master/sh-on-the-defence-line.jsonl"
CONFUSION = SAMPLES / "dino-master/flock-hit-by-confusion.jsonl"


def test_what_sh_lowers_on_the_defence_line_decides_the_match() -> None:
    """850 against 600: less the defender's SH of 400 it loses, and Gastonia goes on shielding.

    Where SH is the attacker's (it has none), Gastonia falls and Hybodus takes the last 500 LP.
    """
    match = load(DEFENCE_LINE)
    rules = resolve("dino-master", "corrected")
    for answer in ("attackers-off-df", "attackers-off-own-at"):
        other = msgspec.structs.replace(rules, answers={**rules.answers, "C33": answer})
        found = compare(match, rules, other)
        assert (found.a.ending.result, found.b.ending.result) == (("won", 1), ("won", 0))
        assert [(part.first, part.because) for part in found.partings] == [(4, ("C33",))]


def test_a_creature_of_a_flock_that_confusion_broke_attacked_too_early() -> None:
    """Both are confused (R294) until seat 0's next start phase (C78); the attack before was none."""
    match = load(CONFUSION)
    played = fold(match)
    assert [
        (number, refusal.code)
        for number, step in enumerate(played.steps, 1) for refusal in step.findings
    ] == [(7, "creature/cannot-be-commanded")]  # fmt: skip
    assert played.timeline.line(len(played.steps))[5:8] == (6, 10, 11)
    assert played.result == ("won", 0)


def test_where_everybodys_turns_count_that_attack_was_allowed() -> None:
    match = load(CONFUSION)
    rules = resolve("dino-master", "corrected")
    other = msgspec.structs.replace(rules, answers={**rules.answers, "C78": "everybody"})
    assert not any(step.findings for step in fold(match, other).steps)


CANCELLED = SAMPLES / "dino-master/cancelled-attack-order.jsonl"


def test_whether_a_cancelled_attack_is_spent_decides_what_comes_of_the_match() -> None:
    """Spent (R179): no skill in main 2 (R044), so 500 meets 500 and both fall.

    Not spent: the skill takes 200 AT, Hybodus stays and takes the last 500 LP.
    """
    match = load(CANCELLED)
    rules = resolve("dino-master", "corrected")
    other = msgspec.structs.replace(rules, answers={**rules.answers, "C92": "not-spent"})
    found = compare(match, rules, other)
    left_out = [step.left_out.code for step in found.a.left_out if step.left_out is not None]
    assert left_out == ["creature/already-attacked", "card/not-on-field"]
    assert found.b.left_out == ()
    assert (found.a.ending.result, found.b.ending.result) == (None, ("won", 0))
    assert [part.because for part in found.partings] == [("C92",)]
