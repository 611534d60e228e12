"""`dm deck check`: are decks allowed?"""

from collections import Counter
from typing import Any

import click

from cli import options
from cli.each import Wrong, each
from cli.exits import DIFFERS, FINE
from cli.inputs import by_hand, shown
from cli.output import tell_json, tell_plain


@click.command("check", epilog=options.examples("dm deck check mine.txt"))
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@options.game
@options.lang
@options.as_json
def command(*, paths: tuple[str, ...], game: str, language: str, as_json: bool) -> int:
    """Tell whether decks are allowed.

    FILE is a deck list (`-` for stdin): parts in brackets, then lines of a number and a card, by
    name in any language or by id. The exit code is 1 if a deck is not allowed.
    """
    found, code = each(paths, lambda path: _value(path, game, language))
    values = [one for one in found if not isinstance(one, Wrong)]
    if as_json:
        tell_json({"decks": values})
    else:
        for value in values:
            _print(value)
    return code or (FINE if all(value["allowed"] for value in values) else DIFFERS)


def _value(path: str, game_name: str, language: str) -> dict[str, Any]:
    from dm_events.service.catalogue import game
    from dm_events.service.decks import check
    from dm_events.service.values import refusal_value
    from dm_events.service.words import words_of
    from dm_events.viewer.sentences import Speaker

    checked = check(game_name, by_hand(path))
    names = {id: card.name for id, card in game(game_name).catalogue.items()}
    speaker = Speaker(words_of(game_name, language), names)
    return {
        "place": shown(checked.place),
        "allowed": not checked.refusals,
        "parts": {part: dict(Counter(cards)) for part, cards in checked.deck.items()},
        "refusals": [refusal_value(one, speaker.refusal(one)) for one in checked.refusals],
    }


def _print(value: dict[str, Any]) -> None:
    counts = ", ".join(f"{part} {sum(cards.values())}" for part, cards in value["parts"].items())
    state = "allowed" if value["allowed"] else "not allowed"
    tell_plain(f"{value['place']}: {state} ({counts})")
    for refusal in value["refusals"]:
        tell_plain(f"  {refusal['text']}")
