"""The output on terminals, pipes and full disks; interruptions; faults of the program itself."""

import io
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import DM, DUEL, dm, environment


def run(
    *args: str, stdout: Any = subprocess.PIPE, **env: str
) -> subprocess.CompletedProcess[bytes]:
    """Call `dm` as a process."""
    return subprocess.run(
        [*DM, *args],
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment(**env),
        check=False,
        timeout=20,
    )


def test_a_reader_that_stops(duel: str) -> None:
    read, write = os.pipe()
    os.close(read)
    ran = run("log", duel, stdout=write)
    os.close(write)
    assert (ran.returncode, ran.stderr) == (
        6,
        b"dm log: whoever read the output stopped before its end.\n",
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk without space")
@pytest.mark.parametrize("args", [["version"], ["replay", "duel.jsonl"], ["--help"]])
def test_a_disk_without_space(duel: str, args: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = run(*args, stdout=full)
    assert ran.returncode == 6
    assert ran.stderr.count(b"\n") == 1
    assert b"the output cannot be written: No space left on device." in ran.stderr


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_closed_streams(duel: str, closed: int) -> None:
    script = (
        'n=$1; shift; case $n in 0) exec "$@" <&-;; 1) exec "$@" >&-;; 2) exec "$@" 2>&-;; esac'
    )
    call = ["sh", "-c", script, "sh", str(closed), *DM, "replay", "-" if closed == 0 else duel]
    ran = subprocess.run(call, capture_output=True, env=environment(), check=False, timeout=20)
    assert ran.returncode == {0: 3, 1: 6, 2: 0}[closed]
    assert b"Traceback" not in ran.stderr
    assert ran.stderr.count(b"\n") == (1 if closed < 2 else 0)


@pytest.mark.parametrize(
    "encoding",
    [
        "ascii",
        *(pytest.param(one, marks=pytest.mark.slow) for one in ("latin-1", "euc-kr", "utf-16")),
    ],
)
def test_a_terminal_that_is_not_utf_8(duel: str, encoding: str) -> None:
    for args in (["replay", duel, "--lang", "ko"], ["log", duel, "--lang", "th"],
                 ["replay", duel, "--lang", "th", "--json"]):  # fmt: skip
        ran = run(*args, PYTHONIOENCODING=encoding)
        assert (ran.returncode, ran.stderr) == (0, b"")


def test_an_interruption(here: Path) -> None:
    os.mkfifo("slow.jsonl")
    call = [*DM, "replay", "slow.jsonl"]
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(
            call,
            stdout=pipe,
            stderr=pipe,
            env=environment(),
            preexec_fn=heed_interrupts,  # noqa: PLW1509 - the tests start no threads
        ) as process,
        Path("slow.jsonl").open("wb"),  # waits until it is opened for reading
    ):
        out, err = interrupted(process)
    assert (process.returncode, out, err) == (130, b"", b"dm replay: interrupted.\n")


def heed_interrupts() -> None:
    """Let a program be interrupted also where the tests run in the background of a shell."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(process: "subprocess.Popen[bytes]") -> tuple[bytes, bytes]:
    """Interrupt it as a person does: again, where the signal came just before it began to wait."""
    for _ in range(20):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=2)
    raise AssertionError("it does not stop")


# Faults.


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_fault_is_one_sentence_that_asks_to_report_it(
    duel: str, monkeypatch: pytest.MonkeyPatch, debug: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from cli.main import main
    from dm_events.service import matches

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("two\nlines")

    monkeypatch.setattr(matches, "load", fail)
    monkeypatch.setenv("DM_DEBUG", debug)
    assert main(["replay", duel]) == 70
    err = capsys.readouterr().err
    assert ("Traceback" in err) is (debug == "1")
    said = err.splitlines()[-1]
    assert said.startswith("dm replay: this is a fault of dm-events ")
    assert "(ZeroDivisionError: two lines); please report it" in said


@pytest.mark.parametrize(("error", "code"), [(MemoryError(), 6), (KeyboardInterrupt(), 130)])
def test_what_can_happen_anywhere(
    duel: str, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int
) -> None:
    from dm_events.service import matches

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(matches, "load", fail)
    ran = dm("replay", duel)
    assert ran.code == code
    assert ran.err.count("\n") == 1


# Colour and progress.


def on_terminal(*args: str, **env: str) -> str:
    """What `dm` writes on a terminal of 80 columns, stdout and stderr together."""
    master, slave = pty.openpty()
    environ = environment(TERM="xterm", **env)
    environ.pop("COLUMNS")
    process = subprocess.Popen([*DM, *args], stdin=slave, stdout=slave, stderr=slave, env=environ)
    os.close(slave)
    written = b""
    while True:
        try:
            piece = os.read(master, 65_536)
        except OSError:
            break
        if not piece:
            break
        written += piece
    os.close(master)
    process.wait(timeout=10)
    return written.decode()


def test_emphasis_is_for_terminals_only(duel: str) -> None:
    assert "\x1b[1m" in on_terminal("replay", duel)
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        if "TERM" not in env:
            assert "\x1b" not in on_terminal("replay", duel, **env)
    assert "\x1b" not in run("replay", duel).stdout.decode()
    assert "\x1b" not in run("replay", duel, NO_COLOR="1").stdout.decode()


def test_progress_is_for_terminals_only(here: Path, duel_bytes: bytes) -> None:
    for number in range(3):
        (here / f"{number}.jsonl").write_bytes(duel_bytes)
    assert "2 of 3 records" in on_terminal("verify", ".")
    assert run("verify", ".").stderr == b""


def test_words_of_a_file_do_not_steer_the_terminal(here: Path) -> None:
    odd = "x\x1b[2J\u202ey"
    case = f'[[case]]\nname = "x\\u001b[2J\\u202ey"\nrules = []\ngiven = {{}}\nwhen = ["{"0 z"}"]\n'
    (here / "odd.toml").write_text(case, encoding="utf-8")
    dm("match", "new", *DUEL[1:6], "--id", "m", "--event", odd, "--person", odd, "--person", odd)
    for args in (["cases", "check", "odd.toml"], ["match", "show", "m"], ["match", "list"],
                 ["replay", odd], ["verify", odd]):  # fmt: skip
        ran = dm(*args)
        assert "\x1b" not in ran.out + ran.err
        assert "\u202e" not in ran.out + ran.err


def test_a_note_does_not_steer_the_terminal(here: Path) -> None:
    dm("match", "new", *DUEL[1:6], "--id", "m")
    note = '{"do":"Note","text":"x\\u001b[2J\\u202ey"}'
    added = dm("match", "add", "m", "--expect", "0", note, "--by", "official")
    for ran in (added, dm("log", "m"), dm("replay", "m")):
        assert ran.code == 0
        assert "\x1b" not in ran.out
        assert "\u202e" not in ran.out


# What is loaded.


def test_the_entry_point_loads_nothing_heavy() -> None:
    code = ("import sys; from cli.main import main; main(['version']); "
            "print([name for name in sys.modules if name.partition('.')[0] in "
            "('click', 'msgspec', 'eventsourcing', 'wcwidth', 'tomllib', 'json')])")  # fmt: skip
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(),
                         check=True)  # fmt: skip
    assert ran.stdout.splitlines()[1] == b"[]"


def test_help_loads_no_game() -> None:
    code = ("import sys; from cli.main import main; main(['--help']); "
            "print([name for name in sys.modules if name.startswith('dm_events.')])")  # fmt: skip
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(),
                         check=True)  # fmt: skip
    assert ran.stdout.splitlines()[-1] == b"[]"


def cpu(code: str) -> float:
    """The seconds of CPU that the quickest of a few processes takes."""

    def once() -> float:
        before = os.times()
        subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, env=environment(),
                       check=True)  # fmt: skip
        after = os.times()
        return after.children_user + after.children_system - before[2] - before[3]

    return min(once() for _ in range(8))


def test_version_is_quicker_than_click() -> None:
    version = "import sys; sys.argv = ['dm', 'version']; from cli.main import main; main()"
    assert cpu(version) <= 0.6 * cpu("import click")


def test_text_streams_without_reconfigure() -> None:
    out = io.StringIO()
    from contextlib import redirect_stdout

    from cli.main import main

    with redirect_stdout(out):
        assert main(["rules", "show", "R125"]) == 0
    assert out.getvalue().startswith("R125")
