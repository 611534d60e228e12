"""Views as plain values with keys that stay: what `--json` prints. docs/cli.md lists them."""

from typing import Any

import msgspec

from dm_events.kernel.rule import Refusal
from dm_events.kernel.view import BoardView, CardView, SeatView, StepView, ZoneView
from dm_events.kernel.words import rules_of
from dm_events.notation.words import Words
from dm_events.service.looking import Look, Spoken
from dm_events.viewer.sentences import Speaker, name_in

Value = dict[str, Any]


def board_value(board: BoardView, words: Words) -> Value:
    """Return a board: whose turn it is, the result, every seat with its zones and cards."""
    found: Value = msgspec.to_builtins(board)
    found["seats"] = [seat_value(seat, words) for seat in board.seats]
    return found


def seat_value(seat: SeatView, words: Words) -> Value:
    """Return a seat: its counters under their names, flags, zones by name."""
    zones = {zone.name: zone_value(zone, words) for zone in seat.zones}
    return {"seat": seat.seat, **seat.counters, "flags": list(seat.flags), "zones": zones}


def zone_value(zone: ZoneView, words: Words) -> Value:
    """Return how many cards lie there, and those that the viewer can follow."""
    return {"count": zone.count, "cards": [card_value(card, words) for card in zone.cards]}


def card_value(card: CardView, words: Words) -> Value:
    """Return a card: its name, its figures now (`at`, `df`, `sh`, …) and what lies on it."""
    return {
        "id": card.id, "card": card.card, "name": name_in(card.name, words.language),
        "kind": card.kind, **card.stats, "printed": card.printed, "flags": list(card.flags),
        "states": msgspec.to_builtins(card.states),
        "attachments": [card_value(one, words) for one in card.attachments],
    }  # fmt: skip


def step_value(step: StepView, words: Words) -> Value:
    """Return an event and what followed, each with its sentence."""
    speaker = Speaker(words, step.names)
    found: Value = msgspec.to_builtins(step)
    found |= {
        "text": speaker.command(step.command, step.by),
        "names": {card: name_in(name, words.language) for card, name in step.names.items()},
        "happenings": [happening | {"because": [rule.id for rule in rules_of(one)],
                                    "text": speaker.happening(one)}
                       for one, happening in zip(step.happenings, found["happenings"], strict=True)],
        "findings": [refusal_value(one, speaker.refusal(one, step.by)) for one in step.findings],
        "left_out": None if step.left_out is None else
                    refusal_value(step.left_out, speaker.refusal(step.left_out, step.by)),
    }  # fmt: skip
    return found


def refusal_value(refusal: Refusal, text: str) -> Value:
    """Return a refusal: its code, rules and arguments, and the sentence."""
    return {
        "code": refusal.code, "certain": refusal.certain,
        "rules": [rule.id for rule in refusal.because],
        "args": msgspec.to_builtins(refusal.args), "text": text,
    }  # fmt: skip


def spoken_value(spoken: Spoken) -> Value:
    """Return a finding with its event."""
    return {"seq": spoken.seq, "by": spoken.by} | refusal_value(spoken.refusal, spoken.text)


def match_value(look: Look) -> Value:
    """Return what every look at a match says of it."""
    header = look.match.header
    return {
        "place": look.match.place, "match": header.match, "game": header.game,
        "edition": header.edition, "interpretation": look.interpretation,
        "treatment": look.fold.treatment, "viewer": look.viewer, "last": look.last,
        "trouble": look.trouble,
        "stopped": None if look.stopped is None else spoken_value(look.stopped),
    }  # fmt: skip
