"""The command `dm`: from arguments to an exit code, whatever happens. Imports nothing heavy."""

import sys
from collections.abc import Sequence

from cli.exits import FINE
from dm_events import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run `dm` with these arguments, by default those of the process; return the exit code."""
    args = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _run(args)
        sys.stdout.flush()
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001 - the last resort: no traceback, ever
        from cli.failing import explain

        return explain(error, args)
    return code


def _run(args: list[str]) -> int:
    if sys.stdout is None:
        raise OSError(9, "the output is closed")
    if args in (["version"], ["--version"]):
        sys.stdout.write(f"{__version__}\n")
        return FINE
    from cli.group import run

    return run(args)
