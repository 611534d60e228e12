"""Who is defeated in a battle: a creature, both, a flock. Sources: K 2.8.2.4.4, 2.9.5."""

from dm_events.kernel.rule import Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.kernel.words import CardId, Happening
from dm_events.rulesets.dino_master.board import Attack, Duel, Table
from dm_events.rulesets.dino_master.flock_board import C125, R250
from dm_events.rulesets.dino_master.sources import K

R194 = Rule("R194", (K("2.8.2.4.4"),), "A creature that lost is destroyed; it stays until the end of "
            "the battle.")  # fmt: skip
R195 = Rule("R195", (K("2.8.2.4.4"),), "After a draw both creatures are destroyed.")


class CreatureDefeated(Happening, frozen=True):
    """A creature lost a battle; it is destroyed at the end of the battle."""

    card: CardId
    because: tuple[Rule, ...] = ()


class MemberDefeated(Happening, frozen=True):
    """A flock lost a battle; one member of it is destroyed at the end of the battle (C125)."""

    leader: CardId
    member: CardId
    because: tuple[Rule, ...] = ()


class BattleDrawn(Happening, frozen=True):
    """Two creatures were equal. `both`: both are destroyed at the end of the battle."""

    attacker: CardId
    target: CardId
    both: bool
    because: tuple[Rule, ...] = ()


def defeat(table: Table, card: CardId, rule: Rule) -> None:
    """A creature is destroyed; a flock as a whole, or the member that joined last (C125).

    Not one that cannot be destroyed.
    """
    state = table.board.creature(card)
    flock = state.flock
    if state.spared:
        return
    if flock is not None and table.ask(C125) == "member-by-member":
        table.tell(MemberDefeated(card, flock.members[-1], (rule, R194, R250)))
    else:
        table.tell(CreatureDefeated(card, (rule, R194)))


def draw_pair(table: Table, attack: Attack, rule: Rule, *, both: bool) -> None:
    """Both are destroyed, or neither; of a flock perhaps one member only."""
    pair = (attack.attacker, attack.target)
    states = [table.board.creature(card) for card in pair]
    flocks = any(state.flock is not None for state in states)
    single = both and (
        any(state.spared for state in states) or (flocks and table.ask(C125) == "member-by-member")
    )
    table.tell(BattleDrawn(*pair, both and not single, (rule, R195)))
    if single:
        for card in pair:
            defeat(table, card, rule)


def apply_defeated(board: Duel, happening: CreatureDefeated) -> None:
    """It waits for the graveyard."""
    board.set_creature(happening.card, doomed=True)


def apply_member_defeated(board: Duel, happening: MemberDefeated) -> None:
    """The member waits for the graveyard."""
    board.set_creature(happening.member, doomed=True)


def apply_battle_drawn(board: Duel, happening: BattleDrawn) -> None:
    """Both wait for the graveyard."""
    if happening.both:
        board.set_creature(happening.attacker, doomed=True)
        board.set_creature(happening.target, doomed=True)


CHAPTER = Chapter(
    globals(),
    apply={
        CreatureDefeated: apply_defeated, MemberDefeated: apply_member_defeated,
        BattleDrawn: apply_battle_drawn,
    },
)  # fmt: skip
