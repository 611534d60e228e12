"""Dino Master: a file for each chapter of its rules, in the order of the rulebook."""

from dm_events.rulesets.dino_master.cards import Card
from dm_events.rulesets.dino_master.game import DinoMaster as make  # noqa: N813 - how games are made

__all__ = ["Card", "make"]
