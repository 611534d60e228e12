"""Counts what the interpreter does for a command and for a chess ply: the same on every machine.

Run it with bench/.venv/bin/python, which bench/run makes. It counts bytecode instructions and
calls of Python functions (each entry into a generator too).
"""

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType

import chess
from peers import chess_games

from dm_events.kernel.words import name_of
from dm_events.service.bench_matches import is_play, play_matches

DUELS = 12


class Counts:
    """Instructions and calls, by what they were counted for."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self.times: Counter[str] = Counter()
        self.instructions: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()

    def of(self, what: str, do: Callable[[], object]) -> None:
        """Do something once, and count it under `what`."""

        def inside(_frame: FrameType, event: str, _arg: object) -> object:
            self.instructions[what] += event == "opcode"
            return inside

        def called(frame: FrameType, _event: str, _arg: object) -> object:
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
            self.calls[what] += 1
            return inside

        self.times[what] += 1
        sys.settrace(called)
        do()
        sys.settrace(None)

    def show(self) -> None:
        """Print the averages."""
        print(f"{'':14} {'counted':>8} {'instructions':>13} {'calls':>7}")
        for what, times in self.times.most_common():
            each = self.instructions[what] / times, self.calls[what] / times
            print(f"{what:14} {times:8} {each[0]:13,.0f} {each[1]:7,.1f}")


def main() -> None:
    """Count every command of the matches, the plays among them together, and chess plies."""
    counts = Counts()
    matches = play_matches(DUELS)
    for match in matches.played:
        fold = matches.fold(match)
        for event in match.events:
            counts.of(name_of(event.command), lambda fold=fold, event=event: fold.add(event))
    for moves in chess_games()[:4]:
        board = chess.Board()
        for move in moves:
            counts.of("chess ply", lambda board=board, move=move: adjudicate(board, move))
    plays = {name_of(event.command) for match in matches.played for event in match.events
             if is_play(event)}  # fmt: skip
    for table in (counts.times, counts.instructions, counts.calls):
        table["all plays"] = sum(table[kind] for kind in plays)
    counts.show()


def adjudicate(board: chess.Board, move: chess.Move) -> None:
    """Adjudicate one ply."""
    board.is_legal(move)
    board.push(move)
    board.outcome()


if __name__ == "__main__":
    main()
