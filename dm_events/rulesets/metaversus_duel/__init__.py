"""Metaversus Duel: a file for each phase or chapter of its guide."""

from dm_events.rulesets.metaversus_duel.cards import FORMS, Card
from dm_events.rulesets.metaversus_duel.game import MetaversusDuel

EDITIONS = {"2026.1": MetaversusDuel}

__all__ = ["EDITIONS", "FORMS", "Card"]
