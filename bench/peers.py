"""This project and its peers, measured in the same rounds; prints the ratios with their targets."""

import argparse
import json
import operator
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import chess
import pokerkit

from dm_events.service.bench import interleaved, of_folding, of_what_is_kept, rows
from dm_events.service.bench_matches import play_matches
from dm_events.service.bench_size import sizes
from dm_events.service.bench_store import shelf

ROOT = Path(__file__).resolve().parent.parent
GAMES, PLIES = 24, 300
HANDS, PLAYERS, STACK = 60, 6, 200
STARTS = 21
MICRO = 1e6


# chess: a legality check, the move, and whether the game is over.


@cache
def chess_games() -> list[list[chess.Move]]:
    """Return seeded random games."""
    games = []
    for seed in range(GAMES):
        pick, board, moves = random.Random(seed), chess.Board(), []
        while board.outcome() is None and len(moves) < PLIES:
            moves.append(pick.choice(list(board.legal_moves)))
            board.push(moves[-1])
        games.append(moves)
    return games


def adjudicate() -> dict[str, float]:
    """Adjudicate every game; return microseconds a ply."""
    games = chess_games()
    begun = time.process_time()
    for moves in games:
        board = chess.Board()
        for move in moves:
            if not board.is_legal(move):
                raise AssertionError(move)
            board.push(move)
            board.outcome()
    return {"chess": (time.process_time() - begun) / sum(map(len, games)) * MICRO}


# pokerkit: no-limit hold'em. Deals are counted as actions too.

Deed = Callable[[pokerkit.State], object]
BY_HAND = (
    pokerkit.Automation.CARD_BURNING,
    pokerkit.Automation.HOLE_DEALING,
    pokerkit.Automation.BOARD_DEALING,
)
"""What a recorded hand says itself, so that every run deals the same cards."""
AUTOMATIC = tuple(one for one in pokerkit.Automation if one not in BY_HAND)


def new_hand() -> pokerkit.State:
    """Return a hand before the deal."""
    return pokerkit.NoLimitTexasHoldem.create_state(
        AUTOMATIC, ante_trimming_status=True, raw_antes=0, raw_blinds_or_straddles=(1, 2),
        min_bet=2, raw_starting_stacks=STACK, player_count=PLAYERS,
    )  # fmt: skip


@cache
def poker_hands() -> list[list[Deed]]:
    """Return seeded random hands, deals included."""
    hands = []
    for seed in range(HANDS):
        pick, state, deeds = random.Random(seed), new_hand(), []
        deck = [repr(card) for card in pokerkit.Deck.STANDARD]
        pick.shuffle(deck)
        while state.status:
            deeds.append(next_deed(state, pick, deck))
            deeds[-1](state)
        hands.append(deeds)
    return hands


def next_deed(state: pokerkit.State, pick: random.Random, deck: list[str]) -> Deed:
    """Return the deal that is due, or what a player who seldom folds might do."""
    if state.can_deal_hole():
        return operator.methodcaller("deal_hole", deck.pop() + deck.pop())
    if state.can_burn_card():
        return operator.methodcaller("burn_card", deck.pop())
    if state.can_deal_board():
        cards = [deck.pop() for _ in range(1 if state.board_cards else 3)]
        return operator.methodcaller("deal_board", "".join(cards))
    choice = pick.random()
    if choice < 0.2 and state.can_complete_bet_or_raise_to():
        least = state.min_completion_betting_or_raising_to_amount
        return operator.methodcaller("complete_bet_or_raise_to", least)
    if choice < 0.3 and state.can_fold():
        return operator.methodcaller("fold")
    return operator.methodcaller("check_or_call")


def deal() -> dict[str, float]:
    """Play every hand; return microseconds an action."""
    hands = poker_hands()
    begun = time.process_time()
    for deeds in hands:
        state = new_hand()
        for deed in deeds:
            deed(state)
    return {"pokerkit": (time.process_time() - begun) / sum(map(len, hands)) * MICRO}


# Starting up.


def starting() -> float | None:
    """Return how long `dm version` takes for one `python -c "import click"`; None: no ./run yet."""
    dm, python = ROOT / ".venv/bin/dm", ROOT / ".venv/bin/python"
    if not dm.exists():
        return None
    took: dict[str, list[float]] = {"dm": [], "click": []}
    for _ in range(STARTS):
        took["dm"].append(seconds([str(dm), "version"]))
        took["click"].append(seconds([str(python), "-c", "import click"]))
    return median(took["dm"]) / median(took["click"])


def seconds(command: list[str]) -> float:
    """Run a command once."""
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


# The ratios.


class Ratio(NamedTuple):
    """A ratio, the value that it must have, and the one that we aim at."""

    name: str
    value: float
    least: float
    aim: float

    @property
    def verdict(self) -> str:
        """How the value stands to both."""
        good = operator.ge if self.aim > self.least else operator.le
        if good(self.value, self.aim):
            return "aim reached"
        return "enough" if good(self.value, self.least) else "MISSED"


NOT_MEASURED = "not measured here: Showdown, boardgame.io, corpus on two processes"


def ratios(found: Mapping[str, float]) -> list[Ratio]:
    """Return every ratio that can be measured now, from figures by name."""
    fold, play, spread = found["fold"], found["fold, plays"], found["fold, all by plays"]
    listed = [
        *(
            Ratio(f"fold ÷ {peer}, {which}", found[peer] / ours, least, aim)
            for peer, least, aim in (("chess", 0.7, 2), ("pokerkit", 2, 6))
            for which, ours in (
                ("all commands", fold), ("plays", play), ("all time, by plays", spread),
            )
        ),
        Ratio("fingerprint, µs a step", found["fold, fingerprint"], 6, 2),
        Ratio("offers of a seat ÷ fold", found["offers ÷ fold"], 5, 2),
        Ratio("read ÷ repository.get", found["repository.get ÷ read"], 7, 40),
        Ratio("re-fold ÷ seek, 300 commands", found["re-fold ÷ seek"], 200, 500),
        Ratio("seek at 2,000 ÷ at 200", found["seek 2000 ÷ 200"], 1.3, 1.1),
        Ratio("diff, seven answers ÷ fold", found["diff ÷ fold"], 2.1, 1.2),
        Ratio("append ÷ raw sqlite3", found["raw append ÷ append"], 0.6, 0.85),
        Ratio("bytes a step ÷ board", found["kept ÷ board"], 0.2, 0.1),
    ]  # fmt: skip
    if "dm version" in found:
        listed.append(Ratio("dm version ÷ import click", found["dm version"], 1.2, 0.5))
    return listed


def machine() -> str:
    """Name the interpreter and the processor."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    model = next((line.partition(": ")[2] for line in lines if "model name" in line), "")
    return f"Python {platform.python_version()}, {model or platform.machine()}"


def progress(done: int, of: int) -> None:
    """Show on a terminal how far it is."""
    if sys.stderr.isatty():
        end = "\n" if done == of else ""
        print(f"\r{done} of {of}", end=end, file=sys.stderr, flush=True)


def main() -> None:
    """Measure, then print figures and ratios."""
    wants = argparse.ArgumentParser(description=__doc__)
    wants.add_argument("--json", action="store_true", help="print JSON")
    wants.add_argument("--duels", type=int, default=24, help="matches to fold (24)")
    wants.add_argument("--rounds", type=int, default=25, help="rounds to take the median of (25)")
    given = wants.parse_args()
    matches = play_matches(given.duels)
    adjudicate()
    deal()
    figures = interleaved([*of_folding(matches), adjudicate, deal], given.rounds, progress)
    with shelf(matches) as lent:
        figures |= interleaved(of_what_is_kept(matches, lent), given.rounds, progress)
    ours = rows(matches, figures, sizes(matches))
    found = {row.name: row.value for row in ours} | figures
    started = starting()
    if started is not None:
        found["dm version"] = started
    show = as_json if given.json else partial(as_text, given.duels, given.rounds)
    show(ours, figures, ratios(found))


def as_json(ours: list, figures: Mapping[str, float], listed: list[Ratio]) -> None:
    """Print one JSON object."""
    print(
        json.dumps(
            {
                "machine": machine(),
                "ours": {row.name: [row.value, row.unit] for row in ours},
                "peers": {peer: figures[peer] for peer in ("chess", "pokerkit")},
                "ratios": [one._asdict() | {"verdict": one.verdict} for one in listed],
            },
            ensure_ascii=False,
        )
    )


def as_text(
    duels: int, rounds: int, ours: list, figures: Mapping[str, float], listed: list[Ratio]
) -> None:
    """Print tables for a person."""
    print(f"{machine()}; {duels} duels, medians of {rounds} rounds\n")
    for row in ours:
        print(f"{row.name:27} {row.value:12,.2f} {row.unit:8} {row.note}")
    for peer, what in (("chess", "a ply"), ("pokerkit", "an action")):
        print(f"{peer:27} {figures[peer]:12,.2f} {'µs':8} {what}")
    print(f"\n{'ratio':34} {'value':>9} {'at least':>9} {'aim':>6}")
    for one in listed:
        bound = "" if one.aim > one.least else "≤ "
        least, aim = f"{bound}{one.least:g}", f"{bound}{one.aim:g}"
        print(f"{one.name:34} {one.value:9,.2f} {least:>9} {aim:>6}  {one.verdict}")
    print(NOT_MEASURED)


if __name__ == "__main__":
    main()
