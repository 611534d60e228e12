"""Flocking, splitting and moving as judges write them. Source: P for names."""

from dm_events.kernel.words import Command
from dm_events.rulesets.dino_master.board import LINES
from dm_events.rulesets.dino_master.flock import Flock, SplitFlock
from dm_events.rulesets.dino_master.given import Pool, Speech
from dm_events.rulesets.dino_master.moving_line import MoveLine


def own(speech: Speech) -> list[Pool]:
    """Own creatures, then anything."""
    return [speech.zone(*LINES), *speech.anywhere()]


def read_flock(speech: Speech, leader: str, members: str) -> Command:
    """`flocks X with Y, Z`: X leads."""
    first = speech.card(leader, own(speech))
    return Flock(first, speech.cards(members, own(speech)))


def read_split(speech: Speech, leader: str) -> Command:
    """`splits flock of X`."""
    return SplitFlock(speech.card(leader, own(speech)))


def read_move(speech: Speech, card: str) -> Command:
    """`moves X`."""
    return MoveLine(speech.card(card, own(speech)))


def say_flock(speech: Speech, command: Flock) -> str:
    """`flocks X with Y, Z`."""
    leader = speech.name(command.leader, own(speech))
    return f"flocks {leader} with {speech.list(command.members, own(speech))}"
