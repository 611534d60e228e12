"""Play and fold duels in this process; print a hash of every byte. With `--fault`: see the test."""

import hashlib
import sys

from dm_events.rulesets.dino_master.game import DinoMaster
from tests.laws.duels import played
from tests.laws.folding import as_bytes


def plant() -> None:
    """Put the offers into the order of a set of words."""
    sound = DinoMaster.offers

    def offers(self: DinoMaster, table: object, seat: int) -> object:
        found = sound(self, table, seat)  # type: ignore[arg-type]
        by_word = {str(getattr(one, "command", one.words())): one for one in found}
        return tuple(by_word[word] for word in set(by_word))

    DinoMaster.offers = offers  # type: ignore[method-assign, assignment]


def digest(seeds: range) -> str:
    """Return the hash of these duels: events, steps, boards."""
    whole = hashlib.blake2b(digest_size=16)
    for seed in seeds:
        duel = played(seed)
        whole.update(as_bytes(duel.fold))
        whole.update(as_bytes(duel.again().extend(duel.events)))
    return whole.hexdigest()


if __name__ == "__main__":
    if "--fault" in sys.argv:
        plant()
    sys.stdout.write(digest(range(int(sys.argv[1]))))
