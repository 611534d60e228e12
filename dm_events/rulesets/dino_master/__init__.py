"""Dino Master: a file for each chapter of its rules, in the order of the rulebook."""

from dm_events.rulesets.dino_master.cards import FORMS, Card
from dm_events.rulesets.dino_master.game import DinoMaster

EDITIONS = {"2026.1": DinoMaster}

__all__ = ["EDITIONS", "FORMS", "Card"]
