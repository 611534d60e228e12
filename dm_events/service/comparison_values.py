"""A comparison of two readings as plain values with keys that stay: `dm diff --json`."""

from typing import Any

import msgspec

from dm_events.notation.words import Words
from dm_events.service.comparing import Comparison, HalfOfParting, Outcome
from dm_events.service.values import board_value, step_value

Value = dict[str, Any]


def comparison_value(found: Comparison, words: Words) -> Value:
    """Return the whole comparison. docs/cli.md lists the keys."""
    return {
        "viewer": found.viewer,
        "events": found.events,
        "treatment": found.treatment,
        "same": found.same,
        "differing": [
            {
                "question": one.question.id, "slug": one.question.slug, "asks": one.question.asks,
                "cites": [str(cite) for cite in one.question.cites], "a": one.a, "b": one.b,
            }
            for one in found.differing
        ],
        "partings": [msgspec.to_builtins(part) for part in found.partings],
        "before": None if found.before is None else board_value(found.before, words),
        "parted": None if found.parted is None else {
            side: _half(half, words) for side, half in zip("ab", found.parted, strict=True)
        },
        "a": _outcome(found.a, words),
        "b": _outcome(found.b, words),
    }  # fmt: skip


def _half(half: HalfOfParting, words: Words) -> Value:
    step = None if half.step is None else step_value(half.step, words)
    return {"step": step, "board": board_value(half.board, words), "only": list(half.only)}


def _outcome(outcome: Outcome, words: Words) -> Value:
    ending = outcome.ending
    result = None if ending.result is None else (
        {"how": ending.result[0], "seat": ending.result[1] if ending.result[0] == "won" else None}
    )  # fmt: skip
    stopped = ending.stopped
    return {
        "interpretation": outcome.interpretation,
        "result": result,
        "at": ending.at,
        "undecided": result is None,
        "stopped": None if stopped is None else {"seq": stopped.seq, "code": stopped.why.code},
        "left_out": [step_value(step, words) for step in outcome.left_out],
    }
