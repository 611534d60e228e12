"""Which commands there are: a module each, loaded when it is called, and one line of help."""

from typing import NamedTuple


class Leaf(NamedTuple):
    """A command: the module that holds it as `command`, and what it does in one line."""

    module: str
    help: str


class Branch(NamedTuple):
    """Commands under one word."""

    help: str
    commands: dict[str, Leaf]


COMMANDS: dict[str, Leaf | Branch] = {
    "replay": Leaf("cli.replay", "Show the board of a match at any step."),
    "log": Leaf("cli.log", "Tell what happened in a match, event by event."),
    "diff": Leaf("cli.diff", "Fold a match under two readings and show where they part."),
    "verify": Leaf("cli.verify", "Check that a record is what it was."),
    "seal": Leaf("cli.seal", "Write a match as a record that a key vouches for."),
    "key": Branch(
        "Make and list the keys that seal matches.",
        {
            "new": Leaf("cli.key_new", "Make a key."),
            "list": Leaf("cli.key_list", "List keys."),
        },
    ),
    "person": Branch(
        "Keep names outside the records, and erase them.",
        {
            "name": Leaf("cli.person_name", "Keep a name."),
            "list": Leaf("cli.person_list", "List names."),
            "erase": Leaf("cli.person_erase", "Make what is kept about people unreadable."),
        },
    ),
    "match": Branch(
        "Record matches in a store, step by step.",
        {
            "new": Leaf("cli.match_new", "Begin a match."),
            "add": Leaf("cli.match_add", "Record one command."),
            "list": Leaf("cli.match_list", "List the matches of a store."),
            "show": Leaf("cli.match_show", "Show how a match stands, and what was refused."),
            "import": Leaf("cli.match_import", "Take a recorded match into a store."),
            "export": Leaf("cli.match_export", "Write a match as JSON Lines or sealed."),
        },
    ),
    "db": Branch(
        "Look after a store: its tables, backups, copies.",
        {
            "info": Leaf("cli.db_info", "Tell what a store is."),
            "init": Leaf("cli.db_init", "Make the tables of a store."),
            "migrate": Leaf("cli.db_migrate", "Bring the tables of a store up to date."),
            "backup": Leaf("cli.db_backup", "Copy a store into a new file, while it is used."),
            "restore": Leaf("cli.db_restore", "Bring a backup back."),
            "copy": Leaf("cli.db_copy", "Copy a store to another place."),
        },
    ),
    "play": Leaf("cli.play", "Let the bot play a duel and record it."),
    "deck": Branch(
        "Check deck lists.",
        {"check": Leaf("cli.deck_check", "Tell whether decks are allowed.")},
    ),
    "rules": Branch(
        "Look up rules and open questions.",
        {
            "list": Leaf("cli.rules_list", "List the rules of a game with their sources."),
            "show": Leaf("cli.rules_show", "Show one rule or question in full."),
            "questions": Leaf("cli.rules_questions", "List what the sources leave open."),
            "coverage": Leaf("cli.rules_coverage", "Name rules and answers that no case tests."),
        },
    ),
    "cases": Branch(
        "Check cases: rulings that run.",
        {"check": Leaf("cli.cases_check", "Play cases and tell what differs.")},
    ),
    "schema": Branch(
        "Look at the format of files.",
        {
            "list": Leaf("cli.schema_list", "List the JSON Schemas."),
            "check": Leaf("cli.schema_check", "Check the form of logs and interpretations."),
            "show": Leaf("cli.schema_show", "Print one JSON Schema."),
        },
    ),
    "bench": Leaf("cli.bench", "Measure how fast this machine folds, seeks and keeps."),
    "demo": Leaf("cli.demo", "Play the demonstration: one duel, two readings, two winners."),
    "version": Leaf("cli.version", "Print the version."),
}


def path_of(args: list[str]) -> str:
    """Return the words of `args` that name a command, after `dm`."""
    words = ["dm"]
    found = COMMANDS.get(args[0]) if args else None
    if found is not None:
        words.append(args[0])
    if isinstance(found, Branch) and args[1:] and args[1] in found.commands:
        words.append(args[1])
    return " ".join(words)
