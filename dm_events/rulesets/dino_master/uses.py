"""Using cards and abilities by command: actions, skills, effects, master skills.

Sources: K 2.2, 2.3.1, 2.8.2.3 to 2.8.2.5, 3.1; T, main phases.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from dm_events.kernel.chain import add_link
from dm_events.kernel.layout import WINDOW
from dm_events.kernel.rule import Question, Refusal, Rule, illegal, impossible
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Command, Happening
from dm_events.rulesets.dino_master.abilities import Cast, MasterSkill, Skill, Used
from dm_events.rulesets.dino_master.board import (
    TURN,
    Duel,
    Table,
)
from dm_events.rulesets.dino_master.changes import TEXT
from dm_events.rulesets.dino_master.commanded import (
    C87,
    R037,
    R041,
    R043,
    R044,
    R155,
    may_tell,
    skill_left,
)
from dm_events.rulesets.dino_master.costs import pay_extra
from dm_events.rulesets.dino_master.creatures import R140, R170, no_creatures_now, not_on_hand
from dm_events.rulesets.dino_master.deeds import CancelCast, Revive
from dm_events.rulesets.dino_master.dp import R125, pay
from dm_events.rulesets.dino_master.faces import Face, makes_state
from dm_events.rulesets.dino_master.filters import TAXA, Cost
from dm_events.rulesets.dino_master.fits import cost_of, fits, holds
from dm_events.rulesets.dino_master.phases import R131, R137, R160
from dm_events.rulesets.dino_master.pointing import protected, wrong_targets
from dm_events.rulesets.dino_master.priority import (
    C146,
    FAST,
    NORMAL,
    R280,
    R281,
    VERY_FAST,
    answer_to,
    right_to_act,
)
from dm_events.rulesets.dino_master.sources import K, T
from dm_events.rulesets.dino_master.states import R300
from dm_events.rulesets.dino_master.staying import R062, graveyards_closed
from dm_events.rulesets.dino_master.triggers import Use
from dm_events.rulesets.dino_master.turn import GAME

R022 = Rule("R022", (K("2.5.4(1)"),), "Action and field cards in play are in the magic zone.")
R060 = Rule("R060", (K("2.3"),), "Magic cards are of five kinds: action, field, armor, boost, "
            "illusion; other cards are not cast.")  # fmt: skip
R061 = Rule("R061", (K("2.3.1"),), "An ordinary action card resolves and goes to the graveyard.")
R117 = Rule("R117", (T("main phase 1"), K("2.8.2.5")), "The master skill and the ultimate master skill "
            "can each be used once in a turn, in main 1 or 2.")  # fmt: skip
R141 = Rule("R141", (K("2.8.2.3"), T("main phase 1")), "Creature commands in main 1: move line, "
            "flock, combine, split a flock, use a skill, use an effect.")  # fmt: skip
C46 = Question(
    "C46", "master-skills-in-main-1", (K("2.8.2.3"), T("main phase 1")),
    "May master skills be used in main 1 (T lists them, K does not)?", ("T", "K"), "T",
)  # fmt: skip
FROM_HAND, FROM_FIELD = ("hand",), ("attack", "defence", "master")
BY_PHASE = {"main 1": R141, "battle": R043, "main 2": R044}
CLOSED = {"start": R131, "draw": R137, "end": R160}


class CastAction(Command, frozen=True):
    """Cast an action card from the hand. `word`: a taxon, where the card asks for one."""

    card: CardId
    targets: tuple[CardId, ...] = ()
    word: str = ""


class UseAbility(Command, frozen=True):
    """Use the skill, effect or master skill number `ability` of a card; with what it costs."""

    card: CardId
    ability: int
    targets: tuple[CardId, ...] = ()
    discards: tuple[CardId, ...] = ()
    removes: tuple[CardId, ...] = ()


class CardCast(Happening, frozen=True):
    """An action card was cast: it is in the magic zone, on the chain."""

    seat: int
    card: CardId
    because: tuple[Rule, ...] = ()


class AbilityUsed(Happening, frozen=True):
    """An ability was used by command. `skill`: it was a skill, which bars an attack (C45)."""

    seat: int
    card: CardId
    ability: int
    skill: bool = False
    because: tuple[Rule, ...] = ()


def closed(table: Table) -> bool:
    """Whether this phase keeps the seat from using what is not marked for it (C146)."""
    turn = table.board.slots[TURN]
    return turn.phase in CLOSED and (turn.owner == table.seat or table.ask(C146) == "marked-only")


def may_cast(table: Table, command: CastAction) -> Iterator[Refusal]:
    """An action card of the hand, at a moment it may be played, paid for, with fitting targets."""
    board, seat, turn = table.board, table.seat, table.board.slots[TURN]
    if command.card not in board.hand(seat):
        yield not_on_hand(board, seat, command.card, R061)
        return
    face = board.face(command.card)
    if face.cast is None:
        yield impossible("card/not-action", R060, R061, card=command.card)
        return
    if closed(table):
        yield illegal("phase/wrong", CLOSED[turn.phase], now=turn.phase)
    else:
        yield from right_to_act(table, speed_of(face))
    cost = cost_of(board, seat, command.card)
    if cost > board.player(seat).dp:
        yield illegal("dp/short", R125, have=board.player(seat).dp, cost=cost, card=command.card)
    cast = face.cast[1]
    if not holds(board, seat, command.card, cast.condition):
        yield illegal("ability/condition", R061, card=command.card)
    if Revive in face.effects and no_creatures_now(table, seat):
        yield illegal("battle/no-creatures", R170)
    if Revive in face.effects and (by := graveyards_closed(board)) is not None:
        yield illegal("graveyard/closed", TEXT, R062, by=by)
    yield from _cast_targets(table, command, face, cast)


def _cast_targets(table: Table, command: CastAction, face: Face, cast: Cast) -> Iterator[Refusal]:
    if CancelCast in face.effects:
        answered = table.chain[-1] if table.chain else None
        if not isinstance(answered, Use):
            yield illegal("ability/condition", R061, card=command.card)
        elif table.board.face(answered.card).card.kind != "action":
            yield impossible("target/wrong-kind", R061, card=answered.card)
            return
    if command.word and not (cast.taxon and command.word in TAXA):
        yield impossible("word/not-offered", R061, word=command.word)
        return
    if cast.taxon and not command.word:
        yield illegal("target/number", R061, have=0, least=1, most=1)
    yield from wrong_targets(table, command.card, table.seat, cast.targets, command.targets, R061)
    yield from protected(table, "action", command.card, command.targets, R061)


def cast(table: Table, command: CastAction) -> None:
    """Pay, put it on the chain, and let the other side answer with something as fast (R283)."""
    seat, board = table.seat, table.board
    pay(table, seat, cost_of(board, seat, command.card))
    face = board.face(command.card)
    if face.cast is None:  # the checks refuse this as impossible
        return
    number, _ = face.cast
    speed = speed_of(face)
    table.tell(CardCast(seat, command.card, (R022, R061, R280 if speed == FAST else R281)))
    add_link(table, Use(seat, command.card, number, command.targets, word=command.word),
             answer_to(seat, speed, "card cast"))  # fmt: skip


def speed_of(face: Face) -> int:
    """A cast action is fast, one that cancels a casting very fast (R280, R281, C144)."""
    return VERY_FAST if CancelCast in face.effects else FAST


def speed_of_use(ability: Used) -> int:
    """A skill or an effect is normal, the ultimate master skill fast (R279, R280)."""
    return FAST if isinstance(ability, MasterSkill) and ability.ultimate else NORMAL


def used_ability(board: Duel, card: CardId, number: int) -> Used | None:
    """The ability of that number, if it is one that is used by command."""
    face: Face = board.slots[board.face_at[card]]
    return face.by_command.get(number)


def may_use(table: Table, command: UseAbility) -> Iterator[Refusal]:
    """An own card with such an ability, not used this turn, when its kind may be used."""
    board, seat, turn = table.board, table.seat, table.board.slots[TURN]
    if command.card not in board.where_at:
        yield impossible("card/not-there", R041, card=command.card)
        return
    zone, side = board.place(command.card)
    if side != seat or zone not in ("hand", "attack", "defence", "master"):
        yield impossible("card/not-on-field", R041, card=command.card)
        return
    ability = used_ability(board, command.card, command.ability)
    if ability is None:
        yield impossible("ability/none", R041, card=command.card)
        return
    if zone not in (FROM_HAND if ability.from_hand else FROM_FIELD):
        code = "card/not-in-hand" if ability.from_hand else "card/not-on-field"
        yield impossible(code, R041, card=command.card)
        return
    if isinstance(ability, MasterSkill):
        yield from _may_use_master(table, command, ability)
    elif not ability.from_hand:
        yield from may_tell(table, command.card, command.ability, ability, command.targets)
    elif turn.owner != seat and table.ask(C87) == "state-changing":
        yield illegal("turn/not-owner", R037, owner=turn.owner)
    if closed(table):
        yield illegal("phase/wrong", CLOSED[turn.phase], now=turn.phase)
    elif turn.owner != seat or board.slots[WINDOW] is not None:
        yield from right_to_act(table, speed_of_use(ability))
    yield from _may_use_so(table, command, ability)


def _may_use_so(table: Table, command: UseAbility, ability: Used) -> Iterator[Refusal]:
    """What it costs, and its targets."""
    yield from _may_pay(table, command, ability)
    if ability.targets is not None or command.targets:
        yield from _use_targets(table, command, ability)


def _use_targets(table: Table, command: UseAbility, ability: Used) -> Iterator[Refusal]:
    for wanted, chosen in ability.sets(command.targets):
        yield from wrong_targets(table, command.card, table.seat, wanted, chosen, R041)
    if isinstance(ability, Skill):
        yield from protected(table, "skill", command.card, command.targets, R041)


def _may_use_master(table: Table, command: UseAbility, skill: MasterSkill) -> Iterator[Refusal]:
    turn = table.board.slots[TURN]
    if turn.owner != table.seat:
        yield illegal("turn/not-owner", R117, owner=turn.owner)
    if turn.phase not in ("main 1", "main 2") or (turn.phase == "main 1" and table.ask(C46) == "K"):
        yield illegal("phase/wrong", R117, R140, R155, now=turn.phase)
    if turn.number < skill.from_turn:
        yield illegal("ability/too-early", TEXT, R117, card=command.card, turn=skill.from_turn)
    if not skill_left(table, table.seat, command.card, command.ability, skill):
        yield illegal("ability/already-used", R117, card=command.card)


def takes_cards(cost: Cost, discards: int, removes: int) -> bool:
    """Whether a cost takes so many hand cards."""
    wanted = cost.discards
    enough = discards >= wanted if cost.more else discards == wanted
    return enough and removes == cost.remove


def _may_pay(table: Table, command: UseAbility, ability: Used) -> Iterator[Refusal]:
    board, seat, cost = table.board, table.seat, ability.cost
    given = command.discards + command.removes
    for at, card in enumerate(given):
        if card not in board.hand(seat):
            yield impossible("card/not-in-hand", R041, card=card)
            return
        if card in given[:at]:
            yield impossible("target/twice", R041)
            return
    if cost.dp > board.player(seat).dp:
        yield illegal("dp/short", R125, have=board.player(seat).dp, cost=cost.dp, card=command.card)
    wanted = cost.discards
    if cost.armors:  # it wears none: no card of the catalogue is an armor
        yield illegal("cost/cards", R041, have=0, needed=cost.armors)
    elif not takes_cards(cost, len(command.discards), len(command.removes)):
        yield illegal("cost/cards", R041, have=len(command.discards) + len(command.removes),
                      needed=wanted + cost.remove)  # fmt: skip
    if cost.discard is not None:
        for card in command.discards:
            if not fits(board, seat, command.card, cost.discard, card):
                yield illegal("cost/does-not-fit", R041, card=card)


def use(table: Table, command: UseAbility) -> None:
    """Pay, put it on the chain, and let the other side answer."""
    board, seat = table.board, table.seat
    ability = used_ability(board, command.card, command.ability)
    if ability is None:  # the checks refuse this as impossible
        return
    pay_extra(table, seat, command.card, ability.cost, command.discards, command.removes)
    word = str(len(command.discards)) if ability.cost.more else ""
    skill, turn = isinstance(ability, Skill), board.slots[TURN]
    if isinstance(ability, MasterSkill):
        rules: tuple[Rule, ...] = (R117, R140 if turn.phase == "main 1" else R155)
        if ability.ultimate:
            rules += (R280,)
    elif seat != turn.owner:
        rules = (R041, R300 if makes_state(ability) else R037)
    else:
        rules = (R041, BY_PHASE.get(turn.phase, R041))
    table.tell(AbilityUsed(seat, command.card, command.ability, skill, rules))
    add_link(table, Use(seat, command.card, command.ability, command.targets, word=word),
             answer_to(seat, speed_of_use(ability), "ability used"))  # fmt: skip


def apply_cast(board: Duel, happening: CardCast) -> None:
    """Into the magic zone; the turn owner has played a card."""
    board.move(happening.card, "magic", happening.seat)
    board.note_act(happening.seat)


def apply_used(board: Duel, happening: AbilityUsed) -> None:
    """It counts as used this turn."""
    card = happening.card
    state = board.state(card)
    if state is None:
        used = board.player(happening.seat).used
        mark = f"{card}#{happening.ability}"
        ability = used_ability(board, card, happening.ability)
        if isinstance(ability, MasterSkill) and ability.ultimate and f"{GAME}{mark}" not in used:
            used = (*used, f"{GAME}{mark}")
        board.set_player(happening.seat, used=(*used, mark))
    else:
        state = replace(state, used=(*state.used, happening.ability),
                        skilled=state.skilled or happening.skill)  # fmt: skip
        board.set_state(card, state)
    board.note_act(happening.seat)


CHAPTER = Chapter(
    globals(),
    commands={CastAction: (may_cast, cast), UseAbility: (may_use, use)},
    apply={CardCast: apply_cast, AbilityUsed: apply_used},
)
