"""Metaversus Duel: a file for each phase or chapter of its guide."""

from dm_events.rulesets.metaversus_duel.cards import Card
from dm_events.rulesets.metaversus_duel.game import (
    MetaversusDuel as make,  # noqa: N813 - how games are made
)

__all__ = ["Card", "make"]
