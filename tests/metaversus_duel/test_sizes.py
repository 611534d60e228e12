"""Q-52: where the sizes of hidden piles are not public, only a judge sees them."""

from tests.metaversus_duel.matches import GAME, played

FOLD = played(0).fold


def sizes(answer: str, viewer: object) -> list[object]:
    """The sizes of draw decks and restock piles that a viewer is shown."""
    answers = GAME.defaults | {"Q-52": answer}
    view = GAME.view(FOLD.board, viewer, len(FOLD.steps), answers)
    decks = [zone.count for seat in view.seats for zone in seat.zones if zone.name == "deck"]
    return [*decks, *(seat.counters.get("restock") for seat in view.seats)]


def test_public_sizes_are_shown_to_all() -> None:
    everything = sizes("public", "judge")
    assert None not in everything
    for viewer in (0, 1, "public"):
        assert sizes("public", viewer) == everything


def test_hidden_sizes_are_for_a_judge() -> None:
    assert sizes("hidden", "judge") == sizes("public", "judge")
    for viewer in (0, 1, "public"):
        assert sizes("hidden", viewer) == [None] * 4


def test_the_answer_of_the_match_counts() -> None:
    """A fold is looked at under the answers that hold at the step."""
    fold = played(0).again()
    fold.own_answers = fold.own_answers | {"Q-52": "hidden"}
    view = fold.view("public", 0)
    assert [zone.count for zone in view.seats[0].zones if zone.name == "deck"] == [None]
