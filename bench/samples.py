"""Plays of every game's samples against chess adjudication, interleaved in one run.

Run it with bench/.venv/bin/python, which bench/run makes. A play is a command that is neither a
pass nor a phase change; its time is CPU time of the fold, with happenings and history kept.
"""

import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import chess
from peers import chess_games

from dm_events.kernel.fold import Fold
from dm_events.kernel.words import name_of
from dm_events.service.catalogue import GAMES
from dm_events.service.matches import Match, load

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
ROUNDS = 9
NO_PLAY = ("Pass", "EnterPhase")


def fold_plays(matches: Sequence[Match]) -> float:
    """Return microseconds a play."""
    spent, plays = 0.0, 0
    for match in matches:
        fold = Fold(match.game, match.game.open(match.header.opening), match.answers)
        for envelope in match.events:
            event = envelope.to_event()
            begun = time.thread_time()
            fold.add(event)
            if name_of(event.command) not in NO_PLAY:
                spent += time.thread_time() - begun
                plays += 1
    return spent / plays * 1e6


def adjudicate(games: Sequence[Sequence[chess.Move]]) -> float:
    """Return microseconds a ply: is it legal, make it, is the game over."""
    begun, plies = time.thread_time(), 0
    for moves in games:
        board = chess.Board()
        for move in moves:
            if not board.is_legal(move):
                raise ValueError(move)
            board.push(move)
            board.outcome()
            plies += 1
    return (time.thread_time() - begun) / plies * 1e6


def main() -> None:
    """Print the medians of interleaved rounds, a line for each game."""
    games = chess_games()
    samples = {name: [load(file) for file in sorted((SAMPLES / name).glob("*.jsonl"))]
               for name in GAMES}  # fmt: skip
    rounds = [
        ({name: fold_plays(matches) for name, matches in samples.items()}, adjudicate(games))
        for _ in range(ROUNDS)
    ]
    theirs = statistics.median(chess_ply for _, chess_ply in rounds)
    for name in samples:
        ours = statistics.median(each[name] for each, _ in rounds)
        print(f"{name}: {ours:.1f} µs a play, chess {theirs:.1f} µs a ply, "
              f"fold ÷ chess {theirs / ours:.2f}")  # fmt: skip


if __name__ == "__main__":
    main()
