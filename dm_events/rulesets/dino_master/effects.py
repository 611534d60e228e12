"""What effects do when a link resolves, in the order they are printed. Sources: P; K 2.3.1, 5."""

from collections.abc import Callable
from typing import Any

from dm_events.kernel.rule import Question
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.table import Table as AnyTable
from dm_events.kernel.words import CardId, Task
from dm_events.rulesets.dino_master import deeds as language
from dm_events.rulesets.dino_master.abilities import Auto, Cast, Manual, Skill
from dm_events.rulesets.dino_master.board import ATTACK, DEFENCE, LINES, Creature, Duel, Table
from dm_events.rulesets.dino_master.calls import open_places, put_down, put_down_choice
from dm_events.rulesets.dino_master.cancelled import R178, withdrawn
from dm_events.rulesets.dino_master.changes import (
    R034,
    R204,
    TEXT,
    AbilityFizzled,
    AbilityHeld,
    AbilityResolved,
    AttackForbidden,
    CannotBeAttacked,
    CannotBeDestroyed,
    CardReturned,
    CardUsedUp,
    CastCancelled,
    CheckDf,
    CreatureDestroyed,
    CreatureInjured,
    MasterRestored,
    OrdersForbidden,
    StatsChanged,
)
from dm_events.rulesets.dino_master.costs import R027
from dm_events.rulesets.dino_master.creatures import (
    C25,
    CreatureRevived,
    clear_red_zone,
    locked,
    no_creatures_now,
    readiness,
)
from dm_events.rulesets.dino_master.faces import Face
from dm_events.rulesets.dino_master.fits import candidates, strength
from dm_events.rulesets.dino_master.flock_board import before_leaving
from dm_events.rulesets.dino_master.hand_effects import (
    discard,
    discard_choice,
    draw_cards,
    mill,
    mill_choice,
    recover,
    search,
    search_choice,
    shuffle,
)
from dm_events.rulesets.dino_master.meaning import creatures_meant, in_graveyard, meant
from dm_events.rulesets.dino_master.pointing import seen_zones
from dm_events.rulesets.dino_master.priority import R285
from dm_events.rulesets.dino_master.sources import K
from dm_events.rulesets.dino_master.state_effects import (
    afflict,
    copy_states,
    cure,
    cure_choice,
    gather_states,
    mend,
    mend_choice,
)
from dm_events.rulesets.dino_master.states import R290, R299, R301
from dm_events.rulesets.dino_master.staying import graveyards_closed, stay
from dm_events.rulesets.dino_master.triggers import Use, fire
from dm_events.rulesets.dino_master.uses import R061

C112 = Question(
    "C112", "when-df-0-destroys", (K("2.2"),),
    "Is a creature whose DF is 0 destroyed when a whole ability has resolved, or in the midst of it?",
    ("after-resolution", "at-once"), "after-resolution",
)  # fmt: skip
C126 = Question(
    "C126", "target-gone", (K("3.2(3)"),),
    "What does an ability do when a card that it points at is gone: what it can, or nothing?",
    ("does-what-it-can", "fizzles"), "does-what-it-can",
)  # fmt: skip


class DoEffects(Task, frozen=True):
    """Do the effects of a used ability from number `at` on."""

    use: Use
    at: int = 0
    picks: tuple[str, ...] | None = None


class FinishCast(Task, frozen=True):
    """A cast action card has resolved."""

    use: Use


def resolve(table: Table, use: Use) -> None:
    """A link resolves: do its effects now, or hold them back to the end of the battle."""
    face: Face = table.board.slots[table.board.face_at[use.card]]
    ability = face.card.ability[use.ability]
    if isinstance(ability, Auto) and withdrawn(table.board, use, ability):
        table.tell(AbilityFizzled(use.seat, use.card, use.ability, (R178, R285)))
        return
    if use.targets and lost_target(table.board, use) and table.ask(C126) == "fizzles":
        table.tell(AbilityFizzled(use.seat, use.card, use.ability, (R285,)))
        if isinstance(ability, Cast):
            table.then(FinishCast(use))
        return
    table.tell(AbilityResolved(use.seat, use.card, use.ability, (R285,)))
    if isinstance(ability, Auto) and ability.later is not None and table.board.turn.step:
        table.tell(AbilityHeld(use, (R204,)))
    elif isinstance(ability, Cast):
        table.then(DoEffects(use), FinishCast(use))
    else:
        table.then(DoEffects(use))
        if isinstance(ability, Skill):
            fire(table, "skill-succeeds", use.card, None)


def lost_target(board: Duel, use: Use) -> bool:
    """Whether a card that an ability points at is no longer where such cards are."""
    ability = board.face(use.card).card.ability[use.ability]
    if isinstance(ability, Manual):
        kinds = ability.sets(use.targets)
    else:
        kinds = ((ability.targets, use.targets),)  # type: ignore[union-attr]
    for wanted, cards in kinds:
        zones = () if wanted is None else seen_zones(wanted)
        for card in cards:
            if board.place(card)[0] not in zones:
                return True
    return False


def do_effects(table: Table, task: DoEffects) -> None:
    """Do one effect after the other; one that needs a choice comes back with the picks."""
    use, picks = task.use, task.picks
    face: Face = table.board.slots[table.board.face_at[use.card]]
    effects = face.card.ability[use.ability].effects  # type: ignore[union-attr]
    for at in range(task.at, len(effects)):
        effect = effects[at]
        need = CHOICES.get(type(effect))
        if need is not None and picks is None:
            asked = need(table, use, effect)
            if asked is not None:
                seat, what, options, least, most = asked
                hidden = isinstance(effect, language.Search | language.PutDown)
                table.choose(seat, what, options, least, most, DoEffects(use, at), hidden=hidden)
                return
        DOING[type(effect)](table, use, effect, picks)
        if picks is not None and isinstance(effect, language.Revive) and need is not None:
            more = need(table, use, effect)
            if more is not None:  # the next creature, perhaps onto another line
                seat, what, options, least, most = more
                table.choose(seat, what, options, least, most, DoEffects(use, at))
                return
        picks = None
        if (
            at + 1 < len(effects)
            and anybody_without_df(table.board)
            and table.ask(C112) == "at-once"
        ):
            check_df(table, CheckDf())


def finish_cast(table: Table, task: FinishCast) -> None:
    """The card goes to the graveyard (R061), or stays on the field (R062)."""
    card, face = task.use.card, table.board.face(task.use.card)
    how = None if face.cast is None else face.cast[1].stays
    if table.board.place(card)[0] == "magic" and not (how and stay(table, task.use, how)):
        table.tell(CardUsedUp(card, (R061, R027)))


def check_df(table: Table, task: CheckDf) -> None:
    """Destroy who has no DF left (R034, C112), also who leads a flock in such a one's place."""
    del task
    for seat in (0, 1):
        while (card := without_df(table.board, seat)) is not None:
            before_leaving(table, card, R034)
            table.tell(CreatureDestroyed(card, None, (R034,)))


def anybody_without_df(board: Duel) -> bool:
    """Whether somebody on the field has no DF left."""
    return without_df(board, 0) is not None or without_df(board, 1) is not None


def without_df(board: Duel, seat: int) -> CardId | None:
    """Return the first creature of a seat that something has left without DF."""
    slots, state_at = board.slots, board.state_at
    cards: tuple[CardId, ...] = slots[ATTACK + seat] + slots[DEFENCE + seat]
    for card in cards:
        state: Creature = slots[state_at[card]]
        touched = state.changes or state.afflictions
        if touched and _lowered(state) and strength(board, card)[1] <= 0 and not state.spared:
            return card
    return None


def _lowered(state: Creature) -> bool:
    """Whether something on a creature may have lowered its DF."""
    for one in state.changes:
        if one.df < 0:
            return True
    return bool(state.afflictions)


# The effects.


def change(table: Table, use: Use, effect: language.Change, picks: object) -> None:
    """Raise, lower, or injure (R301)."""
    del picks
    board = table.board
    times = 1
    if effect.per == "discarded":
        times = int(use.word)
    elif effect.per is not None:
        times = len(candidates(board, use.seat, use.card, effect.per))
    at, df = effect.at * times, effect.df * times
    for card in creatures_meant(table, use, effect):
        if effect.state is None:
            table.tell(StatsChanged(card, at, df, effect.until, (TEXT,)))
        else:
            table.tell(CreatureInjured(card, at, df, effect.until, (R301, R290, R299, TEXT)))


def swap(table: Table, use: Use, effect: language.Swap, picks: object) -> None:
    """Exchange AT and DF as they are now."""
    del picks
    for card in creatures_meant(table, use, effect):
        at, df, _ = strength(table.board, card)
        table.tell(StatsChanged(card, df - at, at - df, "turn", (TEXT,)))


def destroy(table: Table, use: Use, effect: language.Destroy, picks: object) -> None:
    """Creatures are destroyed; other cards on the field go to the graveyard."""
    del picks
    for card in meant(table, use, effect):
        if table.board.place(card)[0] in LINES:
            if table.board.creature(card).spared:
                continue
            before_leaving(table, card, TEXT)
            table.tell(CreatureDestroyed(card, use.card, (TEXT, R027)))
        elif table.board.place(card)[0] == "magic":
            table.tell(CardUsedUp(card, (TEXT, R027)))


def return_(table: Table, use: Use, effect: language.Return, picks: object) -> None:
    """Back to the owners' hands."""
    del picks
    for card in meant(table, use, effect):
        if table.board.place(card)[0] in (*LINES, "magic"):
            before_leaving(table, card, TEXT)
            table.tell(CardReturned(card, (TEXT,)))


def revive_choice(table: Table, use: Use, effect: language.Revive) -> Any:
    """Onto which line."""
    seat = use.seat
    if not in_graveyard(table, meant(table, use, effect)) or no_creatures_now(table, seat):
        return None
    if graveyards_closed(table.board) is not None:
        return None
    red = not locked(table, seat) and table.ask(C25) == "any-way"
    places = open_places(table, seat, red=red)
    return (seat, "line", places, 1, 1) if places else None


def revive(table: Table, use: Use, effect: language.Revive, picks: tuple[str, ...] | None) -> None:
    """Onto the user's field, one creature after the other."""
    if picks is None:
        return
    for card in in_graveyard(table, meant(table, use, effect))[:1]:
        if picks[0] == "red zone":
            clear_red_zone(table, use.seat)
        ready, rules = readiness(table, card, picks[0])
        table.tell(CreatureRevived(use.seat, card, picks[0], ready, (TEXT, *rules)))


def cancel_cast(table: Table, use: Use, effect: object, picks: object) -> None:
    """The link that this card answered is taken off the chain."""
    del use, effect, picks
    if table.chain and isinstance(table.chain[-1], Use):
        table.tell(CastCancelled(table.chain[-1].card, (TEXT,)))
        table.drop_link()


def forbid(table: Table, use: Use, effect: language.Forbid, picks: object) -> None:
    """Cannot attack, or cannot be attacked, this turn."""
    del picks
    board = table.board
    if effect.taxon == "chosen":
        cards: tuple[CardId, ...] = tuple(
            card for seat in (0, 1) for card in board.creatures(seat)
            if use.word in board.face(card).card.taxa
        )  # fmt: skip
    else:
        cards = meant(table, use, effect)
    for card in cards:
        if board.place(card)[0] in (*LINES, "master"):
            kind = AttackForbidden if effect.what == "attack" else CannotBeAttacked
            table.tell(kind(card, (TEXT,)))


def spare(table: Table, use: Use, effect: language.Spare, picks: object) -> None:
    """Cannot be destroyed this turn."""
    del picks
    for card in creatures_meant(table, use, effect):
        table.tell(CannotBeDestroyed(card, (TEXT,)))


def forbid_orders(table: Table, use: Use, effect: object, picks: object) -> None:
    """The opponent's creatures cannot be ordered to attack."""
    del effect, picks
    table.tell(OrdersForbidden(1 - use.seat, (TEXT,)))


def restore(table: Table, use: Use, effect: language.Restore, picks: object) -> None:
    """LP up to the Master's starting value."""
    del picks
    board = table.board
    full = board.face(board.master(use.seat)).card.lp
    gain = min(effect.lp, max(0, full - board.player(use.seat).lp))
    table.tell(MasterRestored(use.seat, gain, (TEXT,)))


def equip(table: Table, use: Use, effect: language.Equip, picks: object) -> None:
    """No card of the catalogue is an armor, so there is none on any hand to lay on it."""
    del table, use, effect, picks


DOING: dict[type, Callable[[AnyTable[Any], Use, Any, Any], None]] = {
    language.Change: change, language.Swap: swap, language.Afflict: afflict,
    language.CopyStates: copy_states, language.GatherStates: gather_states, language.Cure: cure,
    language.Shuffle: shuffle, language.Mend: mend, language.Equip: equip,
    language.Destroy: destroy, language.Return: return_, language.Revive: revive,
    language.Recover: recover, language.Search: search, language.Draw: draw_cards,
    language.MakeDiscard: discard, language.CancelCast: cancel_cast, language.Forbid: forbid,
    language.ForbidOrders: forbid_orders, language.Spare: spare, language.Restore: restore,
    language.PutDown: put_down, language.Mill: mill,
}  # fmt: skip
CHOICES: dict[type, Callable[[AnyTable[Any], Use, Any], Any]] = {
    language.Cure: cure_choice, language.Revive: revive_choice, language.Search: search_choice,
    language.MakeDiscard: discard_choice, language.Mend: mend_choice,
    language.PutDown: put_down_choice, language.Mill: mill_choice,
}  # fmt: skip


CHAPTER = Chapter(
    globals(),
    tasks={DoEffects: do_effects, FinishCast: finish_cast, CheckDf: check_df},
    uncut=(DoEffects, FinishCast, CheckDf),
    resolvers={Use: resolve},
)
