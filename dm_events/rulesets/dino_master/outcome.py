"""How a duel ends. Sources: K 2.4, 2.6, 6.1.5."""

from dm_events.kernel.rule import Rule
from dm_events.kernel.ruleset import Chapter
from dm_events.rulesets.dino_master.sources import K

R115 = Rule("R115", (K("2.4"),), "A player whose LP is used up loses at once.")
R138 = Rule("R138", (K("2.6(3)"), K("6.1.5")), "Who enters the draw phase with an empty main deck "
            "and so cannot draw loses.")  # fmt: skip
R335 = Rule("R335", (K("2.6(3)"),), "Whoever first has LP 0 loses.")
R336 = Rule("R336", (K("2.6(3)"),), "Whoever enters the draw phase with no card to draw loses.")
R337 = Rule("R337", (K("6.1.6"),), "Conceding, draws by agreement and time are not in the sources: "
            "who gives up has lost, the rest an official records.")  # fmt: skip

CHAPTER = Chapter(globals())
