"""Commands and happenings as judges write them. Source: the cards, for names."""

import json
import re
from collections.abc import Callable
from typing import Any, cast

import msgspec

from dm_events.kernel import commands as every_game
from dm_events.kernel import spoken
from dm_events.kernel.ruleset import Unreadable
from dm_events.kernel.words import CardId, Command, Happening
from dm_events.rulesets.metaversus_duel.abilities import UseAbility
from dm_events.rulesets.metaversus_duel.board import ORIGINS, Duel, Phase
from dm_events.rulesets.metaversus_duel.buy import Buy
from dm_events.rulesets.metaversus_duel.characters import ChangeSide
from dm_events.rulesets.metaversus_duel.combat import Strike
from dm_events.rulesets.metaversus_duel.info import WHATS, Inspect
from dm_events.rulesets.metaversus_duel.names import PLAYED, Names, Speech, fold_name
from dm_events.rulesets.metaversus_duel.playing import Interrupt, Play
from dm_events.rulesets.metaversus_duel.turn import EnterDiscard, EnterPhase

Read = Callable[..., Command]


def read_play(speech: Speech, name: str, at_once: str | None) -> Command:
    """`plays X`, `plays X immediately`."""
    card = speech.hand_card(name)
    return Interrupt(card) if at_once else Play(card)


def read_buy(speech: Speech, name: str, origin: str | None) -> Command:
    """`buys X of seat0`."""
    return Buy(speech.names.one(name, PLAYED), origin or "")


def read_phase(speech: Speech, phase: str) -> Command:
    """`enters combat`, `enters discard`."""
    name = fold_name(phase)
    return EnterDiscard() if name == "discard" else EnterPhase(cast("Phase", name))


def read_picks(speech: Speech, picks: str) -> Command:
    """`picks X, Y`, `picks yes`, `picks nothing` (where yes or no is asked: no)."""
    options = speech.options()
    if fold_name(picks) == "nothing":
        return every_game.Choose(("no",) if "no" in options else ())
    found: tuple[str, ...] = ()
    for word in picks.split(","):
        found = (*found, speech.pick(word.strip(), options, found))
    return every_game.Choose(found)


def read_inspect(speech: Speech, what: str, whose: str) -> Command:
    """`inspects deck of 0`."""
    for one in WHATS:
        if one == what:
            return Inspect(one, int(whose))
    raise Unreadable(f"nobody inspects {what!r}; there are {', '.join(WHATS)}")


def read_inspect_pack(speech: Speech, name: str) -> Command:
    """`inspects pack Ranger`."""
    try:
        return Inspect("pack", 0, speech.names.one(name, ("character",)))
    except Unreadable:
        return Inspect("pack", 0, name)  # which is refused


def read_time(speech: Speech, winner: str | None) -> Command:
    """`calls time, seat 1 wins | nobody wins`."""
    return every_game.CallTime(None if winner is None else int(winner))


def read_ruling(speech: Speech, question: str, answer: str, reason: str | None) -> Command:
    """`rules Q-12 = with-play-area because "…"`."""
    return every_game.GiveRuling(question, answer, _unquoted(reason))


def read_rewind(speech: Speech, step: str, reason: str | None) -> Command:
    """`rewinds to 3 because "…"`."""
    return every_game.Rewind(int(step), _unquoted(reason))


def _unquoted(text: str | None) -> str:
    if text is None:
        return ""
    try:
        return str(json.loads(text))
    except ValueError:
        raise Unreadable(f"{text} is not a text in quotes") from None


BECAUSE = r'(?: because (".*"))?'
PATTERNS: tuple[tuple[re.Pattern[str], Read], ...] = tuple(
    (re.compile(pattern), read) for pattern, read in (
        (r"plays (.+?)( immediately)?", read_play),
        (rf"buys (.+?)(?: of ({'|'.join(ORIGINS)}))?", read_buy),
        (r"strikes", lambda _: Strike()),
        (r"enters (.+)", read_phase),
        (r"ends turn", lambda _: EnterPhase("discard")),
        (r"uses ability(?: (\d+))?", lambda _, number: UseAbility(int(number or 1))),
        (r"turns character", lambda _: ChangeSide()),
        (r"inspects pack (.+)", read_inspect_pack),
        (r"inspects (\S+) of (\d+)", read_inspect),
        (r"passes", lambda _: every_game.Pass()),
        (r"picks (.+)", read_picks),
        (r"concedes", lambda _: every_game.Concede()),
        (r"records agreed draw", lambda _: every_game.AgreeDraw()),
        (r"calls time, (?:seat (\d+)|nobody) wins", read_time),
        (r"rules (\S+) = (\S+)" + BECAUSE, read_ruling),
        (r"rewinds to (\d+)" + BECAUSE, read_rewind),
        (r'notes (".*")', lambda _, text: every_game.Note(_unquoted(text))),
        (r"starts", lambda _: every_game.Start()),
    )
)  # fmt: skip
FORMS = (
    "plays X [immediately]", "buys X [of A | B | seat0 | seat1]", "strikes", "enters PHASE",
    "ends turn", "uses ability [N]", "turns character",
    "inspects hand | deck | discard | removed | restock of N", "inspects pack X", "passes",
    "picks X, Y | WORD | nothing", "concedes", "records agreed draw",
    "calls time, seat N wins | nobody wins", 'rules QUESTION = ANSWER [because "…"]',
    'rewinds to N [because "…"]', 'notes "…"', "starts",
)  # fmt: skip
"""What may follow the actor: a seat number, `service`, `official`, or `official (role)`."""


def parse(names: Names, text: str, board: Duel) -> tuple[int | str, Command]:
    """Read who did what. Raises Unreadable."""
    by, rest = spoken.actor(text)
    return by, spoken.command(rest, PATTERNS, FORMS, Speech(names, board, by))


# Writing: for each command, its text.


def say_picks(speech: Speech, command: every_game.Choose) -> str:
    """`picks X, Y`; words as they were offered."""
    if not command.picks:
        return "picks nothing"
    options, words = speech.options(), []
    taken: tuple[str, ...] = ()
    for one in command.picks:
        name = speech.option_name(one)
        words.append(name if _means(speech, name, options, taken) == one else one)
        taken = (*taken, one)
    return "picks " + ", ".join(words)


def _means(speech: Speech, name: str, options: tuple[str, ...], taken: tuple[str, ...]) -> str:
    try:
        return speech.pick(name, options, taken)
    except Unreadable:
        return ""


def say_inspect(speech: Speech, command: Inspect) -> str:
    """`inspects deck of 0`."""
    if command.what == "pack":
        known = command.pack in speech.names.catalogue
        return f"inspects pack {speech.names.label(command.pack) if known else command.pack}"
    return f"inspects {command.what} of {command.whose}"


def say_buy(speech: Speech, command: Buy) -> str:
    """`buys X of seat0`."""
    of = f" of {command.origin}" if command.origin else ""
    return f"buys {speech.names.label(command.kind)}{of}"


def _quoted(word: str, text: str) -> str:
    return f" {word} {json.dumps(text, ensure_ascii=False)}" if text else ""


SAYING: dict[type[Command], Callable[[Speech, Any], str]] = {
    Play: lambda speech, c: f"plays {speech.name_in_hand(c.card)}",
    Interrupt: lambda speech, c: f"plays {speech.name_in_hand(c.card)} immediately",
    Buy: say_buy,
    Strike: lambda *_: "strikes",
    EnterPhase: lambda _, c: "ends turn" if c.phase == "discard" else f"enters {c.phase}",
    EnterDiscard: lambda *_: "enters discard",
    UseAbility: lambda _, c: "uses ability" + (f" {c.ability}" if c.ability != 1 else ""),
    ChangeSide: lambda *_: "turns character",
    Inspect: say_inspect,
    every_game.Pass: lambda *_: "passes",
    every_game.Choose: say_picks,
    every_game.Concede: lambda *_: "concedes",
    every_game.AgreeDraw: lambda *_: "records agreed draw",
    every_game.CallTime: lambda _, c: (
        f"calls time, {'nobody' if c.winner is None else f'seat {c.winner}'} wins"
    ),
    every_game.GiveRuling: lambda _, c: (
        f"rules {c.question} = {c.answer}{_quoted('because', c.reason)}"
    ),
    every_game.Rewind: lambda _, c: f"rewinds to {c.to}{_quoted('because', c.reason)}",
    every_game.Note: lambda _, c: f"notes {json.dumps(c.text, ensure_ascii=False)}",
    every_game.Start: lambda *_: "starts",
}


def say(names: Names, by: int | str, command: Command, board: Duel) -> str:
    """Write down who did what; `parse` reads it back on the same board."""
    who = str(by)
    if who.startswith("official:"):
        who = f"official ({who[len('official:') :]})"
    return f"{who} {SAYING[type(command)](Speech(names, board, by), command)}"


KINDS = ("kind", "pack", "character", "now")
"""Fields of happenings that name a definition."""
UNSAID = ("because", "pile")


def show(names: Names, happening: Happening, board: Duel) -> tuple[str, ...]:
    """A happening's word and its arguments, without its rules and what nobody may see."""
    words = [type(happening).__name__]
    for field in msgspec.structs.fields(happening):
        value = getattr(happening, field.name)
        if value is None or value == "" or isinstance(value, tuple):
            continue
        if field.name in UNSAID and not isinstance(value, str):
            continue
        if isinstance(value, bool):
            words += [field.name.replace("_", " ")] if value else []
        elif isinstance(value, str) and value in board.layout.where:
            words.append(board.face(CardId(value)).card.label)
        elif field.name in KINDS and value in names.catalogue:
            words.append(names.card(value).label)
        else:
            words.append(str(value))
    return tuple(words)
