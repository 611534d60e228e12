"""`dm match add`: record one command."""

import json
from typing import TYPE_CHECKING, Any

import click

from cli import options
from cli.exits import NOT_FOUND
from cli.failing import Failure
from cli.inputs import text_of_stdin
from cli.output import tell, tell_json

if TYPE_CHECKING:
    from dm_events.service.looking import Reading
    from dm_events.service.recording import Entry, Recorded, Shown
    from dm_events.store import MatchStore


@click.command(
    "add",
    epilog=options.examples(
        'dm match add final --expect 0 "service starts"',
        'dm match add final --expect 7 "1 summons Hybodus to attack"',
        'dm match add final --expect 8 --by 1 \'{"do":"EnterPhase","phase":"battle"}\'',
    ),
)
@click.argument("match", type=options.TEXT, metavar="MATCH")
@click.argument("text", metavar="[COMMAND]", required=False)
@click.option(
    "--expect",
    type=click.IntRange(min=0),
    required=True,
    metavar="N",
    help="The last event so far.",
)
@click.option("--by", metavar="SEAT|official[:ROLE]|service", help="Who acts.")
@click.option("--id", "--command-id", "id", type=options.TEXT, default="", metavar="ID",
              help="Your name for this command: sent twice, it is recorded once.")  # fmt: skip
@click.option("--entered-by", type=options.TEXT, default="", metavar="ID", help="Who typed it.")
@click.option("--chance", metavar="JSON", help="On paper: the random outcomes that the table saw.")
@click.option("--reveal", "reveals", multiple=True, metavar="CARD=ID",
              help="A card of the match shows which one it is, such as 1:17=D052-JU.")  # fmt: skip
@click.option("--about", type=options.TEXT, metavar="ID",
              help="The command is a note about this person: keep it under their key, and show it to nobody here.")  # fmt: skip
@click.option("--as", "viewer", metavar="judge|public|SEAT",
              help="Show what followed to this viewer. Default: who acts.")  # fmt: skip
@options.lang
@options.db
@options.as_json
def command(
    *, match: str, text: str | None, expect: int, db: str | None, as_json: bool, **facts: Any
) -> None:
    """Record one command of a match, if it is allowed.

    COMMAND is JSON or text as in cases (docs/cases.md), `-` or nothing for stdin. N is the number
    of the last event: if others recorded something since, nothing is written, and it is said what.
    A refused command is not recorded, but kept beside the match. What is printed may be kept as a
    receipt: it never holds the words of a note about a person.
    """
    from dm_events.service.places import open_store
    from dm_events.service.recording import show

    given = text_of_stdin() if text in (None, "-") else text or ""
    with open_store(db) as store:
        shown = show(store, match)
        entry = _entry(shown, given, expect, facts | {"place": store.medium.place})
        reading = _reading(shown, entry, facts)
        recorded = _add(store, shown, entry, reading, expect)
        _report(store, recorded, reading, as_json=as_json)


def _entry(shown: "Shown", text: str, expect: int, facts: dict[str, Any]) -> "Entry":
    from dm_events.service.entering import actor_of, command_of
    from dm_events.service.not_recorded import Overtaken
    from dm_events.service.recording import Entry, board_of

    named = facts["by"]
    try:
        live = shown.match.header.source == "digital"
        actor = None if named is None else actor_of(named)
        by, command = command_of(board_of(shown, facts["id"]), text, actor, live=live)
    except Exception:
        if expect != len(shown.match.events):  # read at another board than it was meant for
            raise Overtaken(shown.match, expect, facts["place"]) from None
        raise
    if facts["about"] is not None:
        command = _about(facts["about"], shown, command)
    return Entry(
        by=by,
        command=command,
        id=facts["id"],
        entered_by=facts["entered_by"],
        chance=_chance(facts["chance"]),
        reveals=dict(_reveal(one) for one in facts["reveals"]),
    )


def _about(person: str, shown: "Shown", command: Any) -> Any:
    """Return a note about somebody as the record holds it."""
    from dm_events.kernel.commands import Note
    from dm_events.service.people import note_about

    if not isinstance(command, Note):
        raise click.UsageError("--about is for notes; leave it out")
    match = shown.match
    return Note(note_about(person, match.header.match, command.text, match.store))


def _reading(shown: "Shown", entry: "Entry", facts: dict[str, Any]) -> "Reading":
    """Return for whom it is told what followed: who acted, if nobody else is named."""
    from dm_events.kernel.sight import viewer_of
    from dm_events.service.looking import Reading

    who = "public" if entry.by == "service" else "judge"
    viewer = facts["viewer"] or (str(entry.by) if isinstance(entry.by, int) else who)
    if facts["viewer"] is not None:
        viewer_of(viewer, shown.fold.board.layout.seats)
    return Reading(viewer=viewer, language=facts["language"])


def _add(
    store: "MatchStore", shown: "Shown", entry: "Entry", reading: "Reading", expect: int
) -> "Recorded":
    """Record it; say in full why it is refused."""
    from dm_events.service.looking import refusal_text
    from dm_events.service.not_recorded import Refused
    from dm_events.service.recording import add

    try:
        return add(store, shown.match.header.match, expect, entry)
    except Refused as refused:
        why = refusal_text(shown.fold, refused.refusal, entry.by, reading)
        sentence = f"{refused.match}: refused ({refused.refusal.code}): {why}"
        raise Failure(sentence, NOT_FOUND) from None


def _report(
    store: "MatchStore", recorded: "Recorded", reading: "Reading", *, as_json: bool
) -> None:
    from dm_events.service.looking import Look
    from dm_events.service.matches import stored
    from dm_events.service.values import step_value

    receipt = recorded.receipt
    look = Look(stored(store, receipt.match), reading, notes=False)
    (step,) = look.steps(receipt.seq, receipt.seq)
    if as_json:
        tell_json({"match": receipt.match, "seq": receipt.seq, "head": receipt.head,
                   "event": step_value(step, look.words)})  # fmt: skip
        return
    tell("\n".join(look.lines(step)))
    tell(f"receipt {receipt.seq}:{receipt.head}")


def _chance(text: str | None) -> tuple[Any, ...]:
    if text is None:
        return ()
    try:
        found = json.loads(text)
        return tuple(tuple(map(str, one)) if isinstance(one, list) else int(one) for one in found)
    except (ValueError, TypeError):
        hint = "a JSON list of numbers and lists of card numbers"
        raise click.BadParameter(f"{text!r} is not {hint}", param_hint="--chance") from None


def _reveal(text: str) -> tuple[Any, str]:
    card, _, face = text.partition("=")
    if not card or not face:
        raise click.BadParameter(f"{text!r} is not CARD=ID", param_hint="--reveal")
    return card, face
