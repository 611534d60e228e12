"""What was replaced stays loadable: definitions that records pin, editions that headers name.

Real records of before a change, with their bytes as they were, are in tests/frozen.
"""

import hashlib
import io
import json
import tomllib
from typing import Any

import msgspec
import pytest

from dm_events.kernel.ruleset import Ruleset
from dm_events.notation import jsonl
from dm_events.notation.pins import of_edition, with_pinned
from dm_events.notation.tables import BadFile, read_superseded
from dm_events.notation.verify import fold_of
from dm_events.rulesets import dino_master, metaversus_duel
from dm_events.rulesets.dino_master.game import DinoMaster
from dm_events.service import catalogue
from dm_events.service.matches import GAMES

ASKS, TAKES = "135f7eed1210792d", "9a0c68a1ba1f69d7"
"""Pteranodon as it was until its print was read: it may take a Tornado; and as it is: it takes one."""
TORNADO = next(card.id for card in GAMES["dino-master"].catalogue.values() if card.label == "Tornado")  # fmt: skip
HEADER = {
    "format": 1, "game": "dino-master", "edition": "2026.1", "source": "paper",
    "treatment": "strict", "opening": {"from": "position", "seats": [
        {"dp": 8, "hand": ["D045-JU"], "graveyard": [TORNADO]}, {"lp": 300}]},
}  # fmt: skip
SUMMON = {"seq": 1, "by": 0, "command": {"do": "Summon", "card": "0:1", "line": "attack"}}


def read(header: dict[str, Any], game: Ruleset, *events: dict[str, Any]) -> jsonl.Log:
    data = "\n".join(map(json.dumps, (header, *events))).encode()
    return jsonl.read(io.BytesIO(data), "final.jsonl", {game.name: game})


def told(pin: str | None) -> list[str]:
    """What the summon of Pteranodon tells where it is pinned so."""
    game = GAMES["dino-master"]
    log = read({**HEADER, "cards": {"D045-JU": pin} if pin else {}}, game, SUMMON)
    assert log.trouble is None
    fold = fold_of(log.header, with_pinned(game, log.header.cards))
    fold.extend(event.to_event() for event in log.events)
    return [type(one).__name__ for one in fold.steps[-1].happenings]


def test_a_record_plays_the_definition_that_it_pins() -> None:
    assert "CardRecovered" in told(TAKES)
    assert "CardRecovered" not in told(ASKS)
    assert told(None) == told(TAKES)


def test_a_definition_that_is_not_kept_is_refused_with_those_that_are() -> None:
    header = {**HEADER, "cards": {"D045-JU": "0" * 16}}
    with pytest.raises(BadFile) as caught:
        read(header, GAMES["dino-master"])
    assert str(caught.value) == (
        "final.jsonl, line 1, cards.D045-JU: the match was played with another text of Pteranodon "
        f"(D045-JU): it pins D045-JU as '{'0' * 16}', this version has '{TAKES}', and of before "
        f"'{ASKS}'; read it with the dm-events that wrote it (`engine`), or leave the pin out."
    )


@pytest.mark.parametrize("module", [dino_master, metaversus_duel])
def test_what_is_kept_has_the_hash_that_it_is_kept_under(module: Any) -> None:
    """In today's form by today's hash, in an older form by the bytes that were hashed then."""
    name = next(name for name, where in catalogue.GAMES.items() if where == module.__name__)
    file = catalogue.folder(name).joinpath("superseded.toml")
    kept = read_superseded(file, module.Card, module.FORMS)
    assert kept == GAMES[name].superseded
    for facts in tomllib.loads(file.read_text(encoding="utf-8"))["card"]:
        pin = facts.pop("pin")
        if facts.pop("form", None):
            old = {key: value for key, value in facts.items() if key not in ("name", "invented")}
            body = msgspec.json.encode(old, order="sorted")
            assert hashlib.blake2b(body, digest_size=8).hexdigest() == pin
        else:
            assert module.cards.card_hash(kept[facts["id"], pin]) == pin
        assert pin != GAMES[name].card_hash(facts["id"])


def test_definitions_of_form_1_are_read_as_those_of_today() -> None:
    game = GAMES["metaversus-duel"]
    for card, pin in (("O1", "f00e664b564def43"), ("ORACLE-R", "862ecf8561383c6e")):
        assert game.superseded[card, pin] == game.catalogue[card]


class Later(DinoMaster):
    """An edition in which a player's first turn sets DP too."""

    edition = "2027.1"

    def __init__(self, cards: Any) -> None:
        super().__init__(cards)
        self.defaults |= {"C01": "yes"}


def test_the_edition_of_the_header_chooses_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(dino_master.EDITIONS, "2027.1", Later)
    newest = catalogue.game.__wrapped__("dino-master")
    assert newest.edition == "2027.1"
    for edition, answer in (("2026.1", "no"), ("2027.1", "yes")):
        header = {**HEADER, "edition": edition, "cards": {"D045-JU": ASKS}}
        log = read(header, newest, SUMMON)
        game = with_pinned(of_edition(newest, edition), log.header.cards)
        assert (game.edition, game.defaults["C01"]) == (edition, answer)
        assert game.card_hash("D045-JU") == ASKS
    with pytest.raises(BadFile, match=r"no edition '1999.1'; this version knows 2026.1, 2027.1"):
        read({**HEADER, "edition": "1999.1"}, newest)
