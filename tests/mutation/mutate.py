"""Plants one fault after the other in a copy of the checkout, and counts those that a test finds."""

import argparse
import math
import os
import random
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_item import MutationSpec

from tests.mutation.faults import faults

ROOT = Path(__file__).parents[2]
RULESETS = "dm_events/rulesets"
AREAS = {
    "kernel": "dm_events/kernel",
    "dino_master": f"{RULESETS}/dino_master",
    "metaversus_duel": f"{RULESETS}/metaversus_duel",
}
DUEL = "tests/test_cases.py tests/kernel tests/dino_master tests/viewer tests/test_samples.py"
LAWS = "tests/laws/test_laws.py tests/laws/test_undo.py tests/laws/test_found.py"
TESTS = {
    "kernel": f"{DUEL} {LAWS}",
    "dino_master": f"{DUEL} {LAWS}",
    "metaversus_duel": "tests/test_cases.py tests/metaversus_duel",
}
"""The quick tests that concern an area, the quickest first."""
READ_THE_SOURCE = [
    "tests/test_cases.py::test_every_refusal_is_documented",
    "tests/viewer/test_sentences.py::test_no_word_is_left_over",
    "tests/metaversus_duel/test_apart.py",
]
"""They find a missing line because it is missing, not because something goes wrong."""
TIMES_AS_LONG = 4
"""A fault that makes the tests work this many times as long is one that never ends: found."""
MOST_MEMORY = 4_000_000
"""In kilobytes; a fault that needs more is found as well."""


def main() -> int:
    asked = arguments()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="dm-events-") as folder:
        copy = Path(folder, "checkout")
        shutil.copytree(
            ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".*", "__pycache__")
        )
        os.chdir(copy)
        planted = {area: faults(sorted(Path(AREAS[area]).rglob("*.py"))) for area in asked.areas}
        print(commit())
        commands = {tests: command(tests) for tests in {TESTS[area]: 0 for area in planted}}
        found: Counter[tuple[str, bool]] = Counter()
        try:
            for area, fault in sample(planted, asked):
                found[area, is_found(fault, *commands[TESTS[area]])] += 1
                if found.total() % 25 == 0:
                    print(together(found), flush=True)
        except KeyboardInterrupt:
            print("stopped early: a smaller sample, as random as the whole", flush=True)
    for area in planted:
        print(area, figure(found[area, True], found[area, False]))
    print(together(found))
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tests/mutation/run",
        description="Plants one fault after the other in a copy of the checkout, and counts those "
        "that a quick test finds. Prints the faults that none found, then the share with its 95 % "
        "confidence interval (Wilson). Interrupted, it prints the figure so far.",
    )
    parser.add_argument("areas", nargs="*", metavar="AREA", help=f"of {', '.join(AREAS)} (all)")
    parser.add_argument("--sample", type=int, metavar="N", help="this many at random (every one)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the sample (1)")
    asked = parser.parse_args()
    asked.areas = asked.areas or list(AREAS)
    for area in asked.areas:
        if area not in AREAS:
            parser.error(f"there is no area {area!r}; there are {', '.join(AREAS)}")
    if asked.sample is not None and asked.sample < 1:
        parser.error(f"--sample is at least 1, not {asked.sample}")
    return asked


def sample(
    planted: dict[str, list[MutationSpec]], asked: argparse.Namespace
) -> Iterable[tuple[str, MutationSpec]]:
    all_ = [(area, fault) for area, there in planted.items() for fault in there]
    count = len(all_) if asked.sample is None else min(asked.sample, len(all_))
    print(*(f"{area}: {len(there)} faults" for area, there in planted.items()), sep="\n")
    print(f"{count} of {len(all_)} are planted, seed {asked.seed}", flush=True)
    return random.Random(asked.seed).sample(all_, count)


def commit() -> str:
    git = ["git", "-C", str(ROOT)]
    try:
        head = said(*git, "rev-parse", "HEAD").strip()
        changed = said(*git, "status", "--short", *AREAS.values(), "tests")
    except OSError:
        return "commit unknown: git is missing"
    return f"commit {head or 'unknown'}{', changed since' if changed else ''}"


def said(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout


def command(tests: str) -> tuple[str, float]:
    """What runs the tests, and after how long it is given up. They must pass as they are."""
    # Compiled code is believed by what its source says, so that no fault is missed in a hurry.
    subprocess.run([sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash",
                    "dm_events", "cli"], check=True)  # fmt: skip
    test = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-m",
            "not slow", *tests.split(), *(f"--deselect={one}" for one in READ_THE_SOURCE)]  # fmt: skip
    before = work()
    done = subprocess.run(test, env=env(), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the tests fail without any fault planted:\n{done.stdout}{done.stderr}")
    limit = TIMES_AS_LONG * math.ceil(work() - before)
    print(f"{done.stdout.splitlines()[-1]}; limit {limit} s of CPU", flush=True)
    limited = f"ulimit -t {limit}; ulimit -v {MOST_MEMORY}; exec {shlex.join(test)}"
    return shlex.join(["sh", "-c", limited]), limit * 10


def work() -> float:
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def env() -> dict[str, str]:
    os.environ["PYTHONPATH"] = str(Path.cwd())
    return dict(os.environ)


def is_found(fault: MutationSpec, test: str, given_up: float) -> bool:
    result = mutate_and_test([fault], test, given_up)
    if result.test_outcome is None or result.test_outcome == "incompetent":
        sys.exit(f"{fault.module_path} {fault.operator_name} could not be tested: {result.output}")
    if not result.is_killed:
        changed = [line for line in result.diff.splitlines()[3:] if line[:1] in "-+@"]
        print(f"{fault.module_path}:{fault.start_pos[0]} {fault.operator_name}", *changed,
              sep="\n    ", flush=True)  # fmt: skip
    return bool(result.is_killed)


def together(found: Counter[tuple[str, bool]]) -> str:
    killed = sum(count for (_, seen), count in found.items() if seen)
    return f"together {figure(killed, found.total() - killed)}"


def figure(killed: int, alive: int) -> str:
    """The share of faults found, with its 95 % confidence interval (Wilson)."""
    n = killed + alive
    if not n:
        return "none tried"
    z = 1.96
    middle = (killed / n + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(killed * alive / n**3 + z * z / (4 * n * n)) / (1 + z * z / n)
    low, high = 100 * (middle - half), 100 * (middle + half)
    return f"{killed} of {n} found: {100 * killed / n:.1f} % (95 %: {low:.1f} to {high:.1f})"


if __name__ == "__main__":
    sys.exit(main())
