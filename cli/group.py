"""Groups of commands that are loaded when they are called."""

import os
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from cli.commands import COMMANDS, Branch, Leaf
from cli.exits import FINE
from cli.options import examples
from cli.output import any_sign
from dm_events import __version__

COMPLETE = "_DM_COMPLETE"
"""Set by shells that complete commands; click answers them."""

ABOUT = "Replay, compare and record matches of card games, step by step."
EXAMPLES = (
    "dm replay duel.jsonl --turn 3",
    "dm diff duel.jsonl corrected korean-dp",
    "dm replay --help",
)


class Lazy(click.Group):
    """A group whose commands lie in modules of their own."""

    def __init__(self, table: Mapping[str, Leaf | Branch], **facts: Any) -> None:
        """Take the commands of a table."""
        super().__init__(no_args_is_help=False, **facts)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        found = self.table.get(cmd_name)
        if found is None:
            return None
        if isinstance(found, Branch):
            example = examples(f"dm {cmd_name} {next(iter(found.commands))} --help")
            return Lazy(found.commands, name=cmd_name, help=found.help, epilog=example)
        command: click.Command = import_module(found.module).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is meant; an unknown one is refused with the nearest."""
        if args[0] not in self.table:
            near = get_close_matches(args[0], self.table, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(self.table)}"
            ctx.fail(f"There is no command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that is named; without one, say which there are."""
        if not ctx.args and not getattr(ctx, "_protected_args", ()):
            ctx.fail(f"A command is missing; there are: {', '.join(self.table)}")
        return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, found.help) for name, found in self.table.items()])


def run(args: list[str]) -> int:
    """Run `dm` with these arguments; what a command returns is its exit code."""
    any_sign()
    dm = Lazy(COMMANDS, name="dm", help=ABOUT, epilog=examples(*EXAMPLES))
    dm = click.version_option(__version__, message="%(version)s")(dm)
    if COMPLETE in os.environ:
        dm.main(args, prog_name="dm")
    try:
        with dm.make_context("dm", args or ["--help"]) as ctx:
            code = dm.invoke(ctx)
    except click.exceptions.Exit as done:
        code = done.exit_code
    return code if isinstance(code, int) else FINE
