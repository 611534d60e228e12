"""`dm match new`: begin a match."""

from typing import Any

import click

from cli import options
from cli.inputs import by_hand
from cli.output import tell_json, tell_plain


@click.command(
    "new",
    epilog=options.examples("dm match new dino-master --deck mine.txt --deck yours.txt --id final"),
)
@click.argument("game", metavar="GAME")
@click.option("--deck", "decks", multiple=True, metavar="D", help="A deck list; one for each seat.")
@click.option("--position", metavar="TOML", help="Begin at a position instead of with decks.")
@click.option("--paper", is_flag=True,
              help="Cards on a table: what happened is recorded as played, with the chance seen.")  # fmt: skip
@click.option(
    "--id",
    "match",
    type=options.TEXT,
    default="",
    metavar="ID",
    help="The match's id. Default: made up.",
)
@click.option(
    "--person",
    "persons",
    type=options.TEXT,
    multiple=True,
    metavar="ID",
    help="Who sits there, seat by seat.",
)
@click.option(
    "--event", type=options.TEXT, metavar="TEXT", default="", help="The event that it belongs to."
)
@click.option("--round", "round_", type=int, help="Which round.")
@click.option("--table", type=options.TEXT, metavar="TEXT", default="", help="Which table.")
@options.interpretation
@options.db
@options.as_json
def command(*, game: str, db: str | None, as_json: bool, **facts: Any) -> None:
    """Begin a match in the store, from decks or from a position.

    The answer is a receipt: the match, the last event (0), and the link of the record so far. If it
    was lost, send the same again with the same --id: a match is begun once.
    """
    from dm_events.service.beginning import new
    from dm_events.service.interpretations import of_defaults, resolve
    from dm_events.service.places import open_store

    opening, deck_names = _opening(game, facts["decks"], facts["position"])
    name = options.path_text(facts["interpretation"]) or of_defaults(game)
    about = _about(facts, deck_names)
    read_so = resolve(game, name)
    with open_store(db) as store:
        receipt = new(store, _game(game), opening, read_so, about)
        place = store.medium.place
    if as_json:
        tell_json(
            {"match": receipt.match, "seq": receipt.seq, "head": receipt.head, "place": place}
        )
    else:
        tell_plain(f"{receipt.match}: begun in {place}, receipt {receipt.seq}:{receipt.head}")


def _game(name: str) -> Any:
    from dm_events.service.catalogue import game

    return game(name)


def _opening(game: str, decks: tuple[str, ...], position: str | None) -> tuple[Any, list[str]]:
    """Return the opening, and what the decks are called."""
    from dm_events.service.decks import opening_of, position_of

    if bool(decks) == (position is not None):
        raise click.UsageError("give a --deck for each seat, or a --position")
    if position is not None:
        return position_of(game, by_hand(position)), []
    try:
        return opening_of(game, [by_hand(deck) for deck in decks]), [by_hand(d).stem for d in decks]
    except ValueError as wrong:  # so many decks
        raise click.BadParameter(str(wrong), param_hint="--deck") from None


def _about(facts: dict[str, Any], decks: list[str]) -> Any:
    from dm_events.notation.record import Seat
    from dm_events.service.beginning import About

    persons = facts["persons"]
    if persons and decks and len(persons) != len(decks):
        raise click.UsageError(
            f"there are {len(decks)} seats; --person was given {len(persons)} times"
        )
    seats = [Seat(person=person) for person in persons] or [Seat() for _ in decks]
    named = zip(seats, decks or [""] * len(seats), strict=True)
    return About(
        match=facts["match"],
        source="paper" if facts["paper"] else "digital",
        seats=tuple(Seat(person=seat.person, deck=deck) for seat, deck in named),
        event=facts["event"],
        round=facts["round_"],
        table=facts["table"],
    )
