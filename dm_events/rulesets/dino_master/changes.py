"""What effects tell, and how the board changes by it. Sources: P; K 2.3.1, 2.5, 5."""

from msgspec.structs import replace

from dm_events.kernel.rule import Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening, Task
from dm_events.rulesets.dino_master.board import HELD, MAGIC, Change, Duel, Spared, Staying, Table
from dm_events.rulesets.dino_master.costs import R027, CardDiscarded
from dm_events.rulesets.dino_master.sources import K, P
from dm_events.rulesets.dino_master.triggers import Use, fire

R034 = Rule("R034", (K("2.2"),), "A creature whose DF is 0 is destroyed and goes to the graveyard.")
R204 = Rule("R204", (K("2.8.2.4.5"),), "End-of-battle effects and held-back abilities work at the end "
            "of the battle.")  # fmt: skip
TEXT = Rule("TEXT", (P("ability text"),), "A card does what is printed on it.")


class CheckDf(Task, frozen=True):
    """Creatures whose DF is 0 are destroyed."""


class AbilityResolved(Happening, frozen=True):
    """A link of the chain resolved: what follows is what its card says."""

    seat: int
    card: CardId
    ability: int = 0
    because: tuple[Rule, ...] = ()


class AbilityFizzled(Happening, frozen=True):
    """A link of the chain does nothing: a card that it pointed at is gone (C126), or the attack
    order that set it off was cancelled (R178).
    """

    seat: int
    card: CardId
    ability: int = 0
    because: tuple[Rule, ...] = ()


class AbilityHeld(Happening, frozen=True):
    """An ability waits for the end of the battle."""

    use: Use
    because: tuple[Rule, ...] = ()


class CardUsedUp(Happening, frozen=True):
    """An action card resolved and went to the graveyard."""

    card: CardId
    because: tuple[Rule, ...] = ()


class CastCancelled(Happening, frozen=True):
    """A cast action card does nothing and goes to the graveyard; its DP stays paid (C131)."""

    card: CardId
    because: tuple[Rule, ...] = ()


class StatsChanged(Happening, frozen=True):
    """AT and DF of a creature changed by an amount, for a time."""

    card: CardId
    at: int
    df: int
    until: str = "turn"
    because: tuple[Rule, ...] = ()


class CreatureInjured(Happening, frozen=True):
    """A creature is injured: an amount until cured or until the time is over."""

    card: CardId
    at: int
    df: int
    until: str = "leaves"
    because: tuple[Rule, ...] = ()


class CreatureDestroyed(Happening, frozen=True):
    """A creature was destroyed and went to the graveyard. `by` is the card that did it."""

    card: CardId
    by: CardId | None = None
    because: tuple[Rule, ...] = ()


class CardReturned(Happening, frozen=True):
    """A card went from the field to its owner's hand."""

    card: CardId
    because: tuple[Rule, ...] = ()


class CardRecovered(Happening, frozen=True):
    """A card went from the graveyard to the hand."""

    seat: int
    card: CardId
    because: tuple[Rule, ...] = ()


class CardSearched(Happening, frozen=True):
    """A card went from the deck to the hand by a search. `shown`: the opponent saw it."""

    seat: int
    card: CardId
    shown: bool = False
    because: tuple[Rule, ...] = ()


class CardMilled(Happening, frozen=True):
    """A card went from the top of a deck to the graveyard; `by` made it so."""

    seat: int
    card: CardId
    by: CardId | None = None
    because: tuple[Rule, ...] = ()


class HandRevealed(Happening, frozen=True):
    """A seat showed its whole hand."""

    seat: int
    because: tuple[Rule, ...] = ()


class AttackForbidden(Happening, frozen=True):
    """A creature cannot attack this turn."""

    card: CardId
    because: tuple[Rule, ...] = ()


class CannotBeAttacked(Happening, frozen=True):
    """A card cannot be the target of attacks this turn."""

    card: CardId
    because: tuple[Rule, ...] = ()


class CannotBeDestroyed(Happening, frozen=True):
    """A creature cannot be destroyed this turn."""

    card: CardId
    because: tuple[Rule, ...] = ()


class OrdersForbidden(Happening, frozen=True):
    """A seat's creatures cannot be ordered to attack this turn."""

    seat: int
    because: tuple[Rule, ...] = ()


class MasterRestored(Happening, frozen=True):
    """A Master's LP went up."""

    seat: int
    lp: int
    because: tuple[Rule, ...] = ()


def apply_nothing(board: Duel, happening: object) -> None:
    """Resolving alone changes nothing."""
    del board, happening


def apply_held(board: Duel, happening: AbilityHeld) -> None:
    """Keep it for the end of the battle."""
    board.write(HELD, (*board.slots[HELD], happening.use))


def apply_to_graveyard(board: Duel, happening: CardUsedUp | CastCancelled) -> None:
    """To the graveyard."""
    board.leave(happening.card, "graveyard")


def apply_changed(board: Duel, happening: StatsChanged | CreatureInjured) -> None:
    """One change more."""
    state = "injury" if isinstance(happening, CreatureInjured) else ""
    mine = board.creature(happening.card)
    flock = mine.flock is not None
    one = Change(happening.at, happening.df, happening.until, state, flock)
    board.set_state(happening.card, replace(mine, changes=(*mine.changes, one)))


def apply_milled(board: Duel, happening: CardMilled) -> None:
    """To the graveyard."""
    board.move(happening.card, "graveyard", happening.seat)


def apply_destroyed(board: Duel, happening: CreatureDestroyed) -> None:
    """To the owner's graveyard."""
    board.leave(happening.card, "graveyard")


def apply_to_hand(board: Duel, happening: CardReturned | CardRecovered) -> None:
    """To the owner's hand."""
    board.leave(happening.card, "hand")


def apply_searched(board: Duel, happening: CardSearched) -> None:
    """To the hand; who saw it knows it."""
    board.move(happening.card, "hand", happening.seat)
    if happening.shown:
        board.show(happening.card, 0b11)


def apply_revealed(board: Duel, happening: HandRevealed) -> None:
    """Both seats know the hand."""
    for card in board.hand(happening.seat):
        board.show(card, 0b11)


def apply_no_attack(board: Duel, happening: AttackForbidden) -> None:
    """Until the turn ends."""
    board.set_creature(happening.card, no_attack=True)


def apply_no_target(board: Duel, happening: CannotBeAttacked) -> None:
    """Until the turn ends: a creature, or the Master."""
    if board.state(happening.card) is None:
        board.set_player(board.owner(happening.card), no_target=True)
    else:
        board.set_creature(happening.card, no_target=True)


def apply_spared(board: Duel, happening: CannotBeDestroyed) -> None:
    """Until the turn ends."""
    mine = board.creature(happening.card)
    one = Spared(0, 0, "turn", "", mine.flock is not None)
    board.set_creature(happening.card, changes=(*mine.changes, one))


def apply_no_orders(board: Duel, happening: OrdersForbidden) -> None:
    """Until the turn ends."""
    board.set_player(happening.seat, no_orders=True)


def apply_restored(board: Duel, happening: MasterRestored) -> None:
    """LP up."""
    board.set_player(happening.seat, lp=board.player(happening.seat).lp + happening.lp)


def let_go(table: Table, card: CardId) -> None:
    """An action card that was cast on a creature goes to the graveyard when that one leaves."""
    board = table.board
    for seat in (0, 1):
        for source in board.slots[MAGIC + seat]:
            state: Staying | None = board.state(source)
            if state is not None and card in state.on:
                table.tell(CardUsedUp(source, (TEXT, R027)))


def watch_graveyard(table: Table, happening: CreatureDestroyed) -> None:
    """Abilities that wait for a creature to go to the graveyard."""
    let_go(table, happening.card)
    fire(table, "to-graveyard", happening.card, happening.by)


def watch_milled(table: Table, happening: CardMilled) -> None:
    """The same from the deck."""
    fire(table, "to-graveyard", happening.card, happening.by)


def watch_discard(table: Table, happening: CardDiscarded) -> None:
    """The same from the hand, unless the hand check took it (R154)."""
    if not happening.silent:
        fire(table, "to-graveyard", happening.card, happening.by)


def watch_magic(table: Table, happening: CardUsedUp | CastCancelled) -> None:
    """Abilities that wait for a magic card to go from the field to the graveyard."""
    fire(table, "magic-to-graveyard", happening.card, None)


def watch_return(table: Table, happening: CardReturned) -> None:
    """Abilities that wait for a card to go back to hand."""
    let_go(table, happening.card)
    fire(table, "to-hand", happening.card, None)


CHAPTER = Chapter(
    globals(),
    apply={
        AbilityResolved: apply_nothing,
        AbilityFizzled: apply_nothing,
        AbilityHeld: apply_held,
        CardUsedUp: apply_to_graveyard,
        CastCancelled: apply_to_graveyard,
        StatsChanged: apply_changed,
        CreatureInjured: apply_changed,
        CreatureDestroyed: apply_destroyed,
        CardReturned: apply_to_hand,
        CardRecovered: apply_to_hand,
        CardSearched: apply_searched,
        CardMilled: apply_milled,
        HandRevealed: apply_revealed,
        AttackForbidden: apply_no_attack,
        CannotBeAttacked: apply_no_target,
        CannotBeDestroyed: apply_spared,
        OrdersForbidden: apply_no_orders,
        MasterRestored: apply_restored,
    },
    watch={
        CreatureDestroyed: watch_graveyard,
        CardDiscarded: watch_discard,
        CardMilled: watch_milled,
        CardReturned: watch_return,
        CardUsedUp: watch_magic,
        CastCancelled: watch_magic,
    },
)
