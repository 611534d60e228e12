"""Exit codes: what a script learns of a command. docs/cli.md has the table by command."""

FINE = 0
DIFFERS = 1
"""It was looked at and does not hold: it differs, stops, is not allowed, has gaps."""
USAGE = 2
BAD_INPUT = 3
NOT_FOUND = 4
"""Something named is not there, or may not be done."""
INTEGRITY = 5
STORAGE = 6
"""The store, the disk, the output or the machine does not do its part."""
SAME_ID = 7
"""The command id was used before, for another command."""
FAULT = 70
"""A fault of this program."""
INTERRUPTED = 130
