"""Commands and happenings as judges write them; names mean cards by where they stand. Source: P."""

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec

from dm_events.kernel import commands as every_game
from dm_events.kernel import spoken
from dm_events.kernel.layout import CHAIN, CHOICE
from dm_events.kernel.ruleset import Unreadable
from dm_events.kernel.words import CardId, Command, Happening
from dm_events.rulesets.dino_master.abilities import CardEffect, MasterSkill, Skill
from dm_events.rulesets.dino_master.attack_order import AttackOrder, OrderAttacks
from dm_events.rulesets.dino_master.board import LINES, PHASES, Duel
from dm_events.rulesets.dino_master.creatures import Summon
from dm_events.rulesets.dino_master.deeds import CancelCast
from dm_events.rulesets.dino_master.flock import Flock, SplitFlock
from dm_events.rulesets.dino_master.given import Names, Pool, Speech, fold_name
from dm_events.rulesets.dino_master.moving_line import MoveLine
from dm_events.rulesets.dino_master.phases import DrawForDp, ExtraDraw
from dm_events.rulesets.dino_master.setup import StartSettled
from dm_events.rulesets.dino_master.triggers import Use
from dm_events.rulesets.dino_master.turn import EnterPhase
from dm_events.rulesets.dino_master.uses import CastAction, UseAbility, takes_cards, used_ability
from dm_events.rulesets.dino_master.wording_flock import (
    own,
    read_flock,
    read_move,
    read_split,
    say_flock,
)

KINDS = {"skill": Skill, "effect": CardEffect, "master skill": MasterSkill}
MASTER = "Master"


# Reading. Each reader gets the actor's speech and the parts of its pattern.

Read = Callable[..., Command]


def read_summon(speech: Speech, card: str, line: str) -> Command:
    """`summons X to attack | defence | red zone`."""
    return Summon(speech.card(card, speech.hand()), fold_name(line))


def read_cast(speech: Speech, name: str, on: str | None, word: str | None) -> Command:
    """`casts X on Y, Z for bipedal`."""
    card = speech.card(name, speech.hand())
    cast = speech.board.face(card).cast
    if on and cast is not None and any(isinstance(one, CancelCast) for one in cast[1].effects):
        _must_be_answered(speech, on)
        return CastAction(card, (), word or "")
    wanted = None if cast is None else cast[1].targets
    return CastAction(card, speech.cards(on, speech.targets(card, wanted)), word or "")


def _must_be_answered(speech: Speech, name: str) -> None:
    """A card that cancels a casting points at the last link; one may name it."""
    links = speech.board.slots[CHAIN]
    link = links[-1] if links else None
    if not isinstance(link, Use) or speech.board.face(link.card).card.id not in (
        speech.names.ids(name)
    ):  # fmt: skip
        raise Unreadable(f"{name!r} is not the last card of the chain, which is what it answers")


def read_use(
    speech: Speech, kind: str, number: str | None, name: str | None, on: str | None,
    discarding: str | None, removing: str | None,
) -> Command:  # fmt: skip
    """`uses skill of X on Y discarding Z removing W`; `skill 2` is the second of that kind."""
    board = speech.board
    card = board.master(speech.seat) if name is None else speech.card(name, _users(speech, kind))
    counts = tuple(len(one.split(",")) if one else 0 for one in (on, discarding, removing))
    ability = _ability(board, card, kind, int(number or 0), counts)
    used = used_ability(board, card, ability)
    wanted = None if used is None else used.targets
    of = None if used is None else used.cost.discard
    discards = speech.cards(discarding, speech.hand(of, card))
    if not discards and of is not None and of.whose == "self":
        discards = (card,)
    return UseAbility(card, ability, speech.cards(on, speech.targets(card, wanted)), discards,
                      speech.cards(removing, speech.hand()))  # fmt: skip


def _users(speech: Speech, kind: str) -> list[Pool]:
    """Own creatures; then cards on hand that are used from there."""
    board = speech.board
    held = [card for card in board.hand(speech.seat)
            if any(one.from_hand for _, one in board.face(card).used)]  # fmt: skip
    if kind == "master skill":
        return [speech.zone("master"), *speech.anywhere()]
    lines = [card for card in board.creatures(speech.seat)
             if any(not one.from_hand for _, one in board.face(card).used)]  # fmt: skip
    return [speech.zone(*LINES, among=lines), speech.zone("hand", among=held),
            speech.zone(*LINES), *speech.anywhere()]  # fmt: skip


def _ability(board: Duel, card: CardId, kind: str, number: int, counts: tuple[int, ...]) -> int:
    """The number on the card of the ability that is meant; one past the last if there is none."""
    printed = board.face(card).card.ability
    if kind == "ability":
        return number - 1
    of_kind = [at for at, one in enumerate(printed) if isinstance(one, KINDS[kind])]
    if number:
        return of_kind[number - 1] if number <= len(of_kind) else len(printed)
    fitting = [at for at in of_kind if _takes(board, card, at, counts)]
    return next(iter(fitting or of_kind), len(printed))


def _takes(board: Duel, card: CardId, ability: int, counts: tuple[int, ...]) -> bool:
    """Whether so many targets, discards and removed cards are what an ability takes."""
    used = used_ability(board, card, ability)
    if used is None:
        return False
    on, discards, removes = counts
    kinds = [wanted for wanted, _ in used.sets(()) if wanted is not None]
    least, most = sum(one.least for one in kinds), sum(one.most for one in kinds)
    of = used.cost.discard
    itself = of is not None and of.whose == "self"
    given = discards or int(itself)
    return least <= on <= most and takes_cards(used.cost, given, removes)


ORDER = re.compile(r"(.+?)(?: \+(at|df))?( vs df)? -> (.+)")


def read_attacks(speech: Speech, orders: str) -> Command:
    """`attacks: A -> X, B -> Master, C +at -> Y, D vs df -> Z`."""
    found = []
    for text in orders.split(","):
        match = ORDER.fullmatch(text.strip())
        if match is None:
            raise Unreadable(f"{text.strip()!r} is no order; write A -> X")
        attacker, raised, against, target = match.groups()
        found.append(AttackOrder(
            speech.card(attacker, [speech.zone(*LINES), *speech.anywhere()]),
            _target(speech, target), raised or "", against is not None,
        ))  # fmt: skip
    return OrderAttacks(tuple(found))


def _target(speech: Speech, text: str) -> CardId:
    if fold_name(text) in (fold_name(MASTER), f"seat{speech.other}"):
        return speech.board.master(speech.other)
    return speech.card(text, [speech.zone(*LINES, seat=speech.other), *speech.anywhere()])


def read_phase(speech: Speech, phase: str) -> Command:
    """`enters battle`, `ends turn`."""
    for one in PHASES:
        if one == fold_name(phase):
            return EnterPhase(one)
    raise Unreadable(f"there is no phase {phase!r}; there are {', '.join(PHASES)}")


def read_picks(speech: Speech, picks: str) -> Command:
    """`picks X, Y`, `picks attack`, `picks nothing` (where yes or no is asked: no)."""
    choice = speech.board.slots[CHOICE]
    options = () if choice is None else choice.options
    if fold_name(picks) == "nothing":
        return every_game.Choose(("no",) if "no" in options else ())
    words = [part.strip() for part in picks.split(",")]
    if all(word in options for word in words) or options == ():
        return every_game.Choose(tuple(words))
    if not any(one in speech.board.layout.where for one in options):
        raise Unreadable(f"{picks!r} is not offered; there is {', '.join(options)}")
    return every_game.Choose(speech.cards(picks, speech.options()))


def read_time(speech: Speech, winner: str | None) -> Command:
    """`calls time, seat 1 wins | nobody wins`."""
    return every_game.CallTime(None if winner is None else int(winner))


def read_ruling(speech: Speech, question: str, answer: str, reason: str | None) -> Command:
    """`rules C01 = no because "…"`."""
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


def read_start(speech: Speech, agreed: str | None, lost: str | None) -> Command:
    """`starts`, perhaps with who was agreed on, or who lost the last game."""
    del speech
    if agreed is None and lost is None:
        return every_game.Start()
    return StartSettled(*(None if seat is None else int(seat) for seat in (agreed, lost)))


USES = (
    r"uses (master skill|skill|effect|ability)(?: (\d+))?(?: of (.+?))?(?: on (.+?))?"
    r"(?: discarding (.+?))?(?: removing (.+?))?"
)
BECAUSE = r'(?: because (".*"))?'
PATTERNS: tuple[tuple[re.Pattern[str], Read], ...] = tuple(
    (re.compile(pattern), read) for pattern, read in (
        (r"summons (.+) to (.+)", read_summon),
        (r"casts (.+?)(?: on (.+?))?(?: for (\S+))?", read_cast),
        (USES, read_use),
        (r"attacks: (.+)", read_attacks),
        (r"flocks (.+?) with (.+)", read_flock),
        (r"splits flock of (.+)", read_split),
        (r"moves (.+)", read_move),
        (r"enters (.+)", read_phase),
        (r"ends turn", lambda _: EnterPhase("end")),
        (r"draws extra, removing (.+)",
         lambda speech, card: ExtraDraw(speech.card(card, speech.hand()))),
        (r"draws for DP", lambda _: DrawForDp()),
        (r"passes", lambda _: every_game.Pass()),
        (r"picks (.+)", read_picks),
        (r"concedes", lambda _: every_game.Concede()),
        (r"records agreed draw", lambda _: every_game.AgreeDraw()),
        (r"calls time, (?:seat (\d+)|nobody) wins", read_time),
        (r"rules (\S+) = (\S+)" + BECAUSE, read_ruling),
        (r"rewinds to (\d+)" + BECAUSE, read_rewind),
        (r'notes (".*")', lambda _, text: every_game.Note(_unquoted(text))),
        (r"starts(?:, seat (\d+) agreed to begin)?(?:, seat (\d+) lost the last game)?", read_start),
    )
)  # fmt: skip
FORMS = (
    "summons X to attack | defence | red zone",
    "casts X [on Y, Z] [for TAXON]",
    "uses skill | effect [N] of X [on Y] [discarding Z] [removing Z]",
    "uses master skill [N] [on Y] [discarding Z] [removing Z]",
    "attacks: A -> X, B -> Master, C +at | +df -> Y, D vs df -> Z",
    "flocks X with Y, Z", "splits flock of X", "moves X",
    "enters PHASE", "ends turn", "draws extra, removing X", "draws for DP", "passes",
    "picks X, Y | WORD | nothing", "concedes", "records agreed draw",
    "calls time, seat N wins | nobody wins", 'rules QUESTION = ANSWER [because "…"]',
    'rewinds to N [because "…"]', 'notes "…"', "starts [, seat N agreed to begin] [, seat N lost the last game]",
)  # fmt: skip
"""What may follow the actor: a seat number, `service`, `official`, or `official (role)`."""


def parse(names: Names, text: str, board: Duel) -> tuple[int | str, Command]:
    """Read who did what. Raises Unreadable."""
    by, rest = spoken.actor(text)
    return by, spoken.command(rest, PATTERNS, FORMS, Speech(names, board, by))


# Writing: for each command, its text.


def say_use(speech: Speech, command: UseAbility) -> str:
    """The shortest text that means this very ability."""
    board, card = speech.board, command.card
    used = used_ability(board, card, command.ability)
    kind = next((word for word, type_ in KINDS.items() if isinstance(used, type_)), "ability")
    own_master = kind == "master skill" and card == board.master(speech.seat)
    of = None if used is None else used.cost.discard
    counts = tuple(len(one) for one in (command.targets, command.discards, command.removes))
    number = ""
    if kind == "ability":
        number = f" {command.ability + 1}"
    elif _ability(board, card, kind, 0, counts) != command.ability:
        before = board.face(card).card.ability[: command.ability]
        number = f" {1 + sum(isinstance(one, KINDS[kind]) for one in before)}"
    parts = [f"uses {kind}{number}"]
    if not own_master:
        parts.append(f"of {speech.name(card, _users(speech, kind))}")
    wanted = None if used is None else used.targets
    for word, cards, pools in (
        ("on", command.targets, speech.targets(card, wanted)),
        ("discarding", command.discards, speech.hand(of, card)),
        ("removing", command.removes, speech.hand()),
    ):
        if cards:
            parts.append(f"{word} {speech.list(cards, pools)}")
    return " ".join(parts)


def say_cast(speech: Speech, command: CastAction) -> str:
    """`casts X on Y for bipedal`."""
    cast = speech.board.face(command.card).cast
    pools = speech.targets(command.card, None if cast is None else cast[1].targets)
    on = f" on {speech.list(command.targets, pools)}" if command.targets else ""
    word = f" for {command.word}" if command.word else ""
    return f"casts {speech.name(command.card, speech.hand())}{on}{word}"


def say_attacks(speech: Speech, command: OrderAttacks) -> str:
    """`attacks: A -> X, B -> Master`."""
    own = [speech.zone(*LINES), *speech.anywhere()]
    theirs = [speech.zone(*LINES, seat=speech.other), *speech.anywhere()]
    orders = []
    for one in command.attacks:
        master = one.target == speech.board.master(speech.other)
        target = MASTER if master else speech.name(one.target, theirs)
        raised = f" +{one.raised}" if one.raised else ""
        against = " vs df" if one.against_df else ""
        orders.append(f"{speech.name(one.attacker, own)}{raised}{against} -> {target}")
    return "attacks: " + ", ".join(orders)


def say_start(speech: Speech, command: StartSettled) -> str:
    """`starts, seat 1 agreed to begin, seat 0 lost the last game`."""
    del speech
    facts = ((command.agreed, "agreed to begin"), (command.lost, "lost the last game"))
    return "starts" + "".join(f", seat {seat} {what}" for seat, what in facts if seat is not None)


def say_picks(speech: Speech, command: every_game.Choose) -> str:
    """`picks X, Y`; words as they were offered."""
    if not command.picks:
        return "picks nothing"
    if not all(one in speech.board.layout.where for one in command.picks):
        return "picks " + ", ".join(command.picks)
    return "picks " + speech.list((CardId(one) for one in command.picks), speech.options())


def _quoted(word: str, text: str) -> str:
    return f" {word} {json.dumps(text, ensure_ascii=False)}" if text else ""


SAYING: dict[type[Command], Callable[[Speech, Any], str]] = {
    Summon: lambda speech, c: f"summons {speech.name(c.card, speech.hand())} to {c.line}",
    CastAction: say_cast,
    UseAbility: say_use,
    OrderAttacks: say_attacks,
    Flock: say_flock,
    SplitFlock: lambda speech, c: f"splits flock of {speech.name(c.leader, own(speech))}",
    MoveLine: lambda speech, c: f"moves {speech.name(c.card, own(speech))}",
    EnterPhase: lambda _, c: "ends turn" if c.phase == "end" else f"enters {c.phase}",
    ExtraDraw: lambda speech, c: f"draws extra, removing {speech.name(c.card, speech.hand())}",
    DrawForDp: lambda *_: "draws for DP",
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
    StartSettled: say_start,
}


def say(names: Names, by: int | str, command: Command, board: Duel) -> str:
    """Write down who did what; `parse` reads it back on the same board."""
    who = str(by)
    if who.startswith("official:"):
        who = f"official ({who[len('official:') :]})"
    return f"{who} {SAYING[type(command)](Speech(names, board, by), command)}"


def show(happening: Happening, board: Duel) -> tuple[str, ...]:
    """A happening's word and its arguments, without its rules and what nobody may see."""
    words = [type(happening).__name__]
    for field in msgspec.structs.fields(happening):
        value = getattr(happening, field.name)
        if field.name == "members":
            words += [_shown(board, card) for card in value]
            continue
        if field.name == "because" or value is None or value == "" or isinstance(value, tuple):
            continue
        if isinstance(value, Use):
            words += [str(value.seat), _shown(board, value.card)]
        elif isinstance(value, bool):
            words += [field.name.replace("_", " ")] if value else []
        elif isinstance(value, str) and value in board.layout.where:
            seat = board.owner(CardId(value))
            master = field.name == "target" and value == board.master(seat)
            words.append(f"seat{seat}" if master else _shown(board, CardId(value)))
        else:
            words.append(str(value))
    return tuple(words)


def _shown(board: Duel, card: CardId) -> str:
    face = board.face(card).card
    return face.label if face.kind != "unknown" or card != board.master(board.owner(card)) else (
        f"seat{board.owner(card)}"
    )  # fmt: skip
