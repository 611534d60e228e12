"""Plants one fault after the other in a copy of the checkout, and counts those that a test finds."""

import argparse
import math
import os
import random
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
WRITTEN = (
    "tests/notation/test_schema.py::test_the_files_are_as_generated "
    "tests/notation/test_format_doc.py::test_the_generator_is_the_kernels"
)
TESTS = {
    "kernel": f"{DUEL} {WRITTEN} {LAWS}",
    "dino_master": f"{DUEL} {WRITTEN} {LAWS}",
    "metaversus_duel": "tests/test_cases.py tests/metaversus_duel",
}
"""The quick tests that concern an area, the quickest first; before them its cases are played."""
CASES = {
    "kernel": "tests/cases",
    **{area: f"tests/cases/{area}" for area in AREAS if area != "kernel"},
}
MOST_FOR_CASES = 15
"""Seconds of CPU; all cases take two."""
NOT_RUN = [
    "tests/test_cases.py::test_case",
    "tests/test_cases.py::test_case_files_round_trip",
    "tests/test_cases.py::test_every_refusal_is_documented",
    "tests/viewer/test_sentences.py::test_no_word_is_left_over",
    "tests/metaversus_duel/test_apart.py",
]
"""The first two were played before, or play nothing. The others read the source: they would find a
missing line because it is missing, not because something goes wrong."""
MOST_MEMORY = 4_000_000
"""In kilobytes. A fault that needs more is found, as is one that never ends (patience.py)."""
GIVEN_UP = 3600.0
"""Seconds, for what does not even work."""


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
        commands = {area: command(area) for area in planted}
        found: Counter[tuple[str, bool]] = Counter()
        try:
            for area, fault in sample(planted, asked):
                found[area, is_found(fault, commands[area])] += 1
                if found.total() % 10 == 0:
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
    for area in asked.areas:
        if area not in AREAS:
            parser.error(f"there is no area {area!r}; there are {', '.join(AREAS)}")
    asked.areas = list(dict.fromkeys(asked.areas)) or list(AREAS)
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


def command(area: str) -> str:
    """What plays the area's cases and runs its tests. They must pass as they are."""
    # Compiled code is believed by what its source says, so that no fault is missed in a hurry.
    subprocess.run([sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash",
                    "dm_events", "cli"], check=True)  # fmt: skip
    test = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-p",
            "tests.mutation.patience", "-m", "not slow", *TESTS[area].split(), *(f"--deselect={one}" for one in NOT_RUN)]  # fmt: skip
    dm = "import sys; from cli.main import main; sys.exit(main())"
    cases = shlex.join([sys.executable, "-c", dm, "cases", "check", CASES[area]])
    first = f"ulimit -v {MOST_MEMORY}; (ulimit -t {MOST_FOR_CASES}; exec {cases}) && "
    both = ["sh", "-c", f"{first}exec {shlex.join(test)}"]
    done = subprocess.run(both, env=env(), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the tests fail without any fault planted:\n{done.stdout}{done.stderr}")
    print(f"{area}: {done.stdout.splitlines()[-1]}", flush=True)
    return shlex.join(both)


def env() -> dict[str, str]:
    os.environ["PYTHONPATH"] = str(Path.cwd())
    return dict(os.environ)


def is_found(fault: MutationSpec, test: str) -> bool:
    result = mutate_and_test([fault], test, GIVEN_UP)
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
