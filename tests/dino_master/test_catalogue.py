"""The card files of Dino Master: they decode, and the printed facts in them are right."""

import copy
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dm_events.notation.tables import BadFile, read_cards
from dm_events.rulesets.dino_master import cards
from dm_events.rulesets.dino_master.abilities import Cast, Continuous, MasterSkill
from dm_events.rulesets.dino_master.cards import Card

FOLDER = Path(cards.__file__).parent / "cards"
FILES = (
    "original.toml",
    "enigma.toml",
    "new_master.toml",
    "re_enigma.toml",
    "step_next.toml",
    "special_deck.toml",
)
NO_ABILITY = ("CeratosaurusF1", "MegalosaurusM1", "2011NM-C038")
"""Creatures on which none is printed."""


def tables(file: str) -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads((FOLDER / file).read_text(encoding="utf-8"))


def decode(found: dict[str, list[dict[str, Any]]]) -> list[Card]:
    return msgspec.convert(found, type=dict[str, list[Card]])["card"]


@pytest.fixture(scope="module")
def catalogue() -> list[Card]:
    return [card for file in FILES for card in decode(tables(file))]


@pytest.fixture(scope="module")
def by_id(catalogue: list[Card]) -> dict[str, Card]:
    return {card.id: card for card in catalogue}


@pytest.mark.parametrize("file", FILES)
def test_a_file_holds_cards_and_nothing_else(file: str) -> None:
    found = tables(file)
    assert list(found) == ["card"]
    assert len(decode(found)) == len(found["card"])


def test_ids_are_unique(catalogue: list[Card]) -> None:
    assert [n for n in Counter(card.id for card in catalogue).items() if n[1] > 1] == []


def test_counts_by_kind_and_taxon(catalogue: list[Card]) -> None:
    kinds = Counter((card.set, card.kind) for card in catalogue)
    assert kinds == {
        ("Original", "creature"): 60,
        ("Original", "action"): 14,
        ("Enigma", "action"): 3,
        ("New Master", "creature"): 4,
        ("Enigma", "creature"): 1,
        ("Re-Enigma", "creature"): 1,
        ("New Master", "action"): 6,
        ("New Master", "master"): 12,
        ("Step Next", "creature"): 9,
        ("Step Next", "action"): 2,
        ("Step Next", "master"): 1,
        ("Enigma", "fusion"): 6,
        ("Enigma", "illusion"): 11,
        ("New Master", "armored"): 7,
    }
    taxa = Counter(taxon for card in catalogue for taxon in card.taxa if card.kind == "creature")
    assert taxa == {
        "bipedal": 15,
        "aquatic": 12,
        "long-necked": 11,
        "winged": 10,
        "armored": 15,
        "horned": 12,
    }


# id, English name, DP, AT, DF, rows of the flock table: (size, AT) or (size, AT, DF)
CREATURES = [
    ("D005-JU", "Dilophosaurus", 3, 500, 400, [(2, 1100), (3, 1600), (4, 2100)]),
    ("D007-JU", "Spinosaurus", 4, 600, 900, [(2, 1800, 2000)]),
    ("D009-JU", "Tyrannosaurus", 5, 800, 600, [(2, 1900)]),
    ("D013-JU", "Chasmosaurus", 3, 700, 700, [(2, 1700), (3, 2300)]),
    ("D016-JU", "Pachyrhinosaurus", 3, 850, 500, [(2, 2000)]),
    ("D022-JU", "Apatosaurus", 3, 600, 700, [(2, 1500), (3, 2300)]),
    ("D029-JU", "Shunosaurus", 3, 700, 800, [(2, 1800), (3, 2300)]),
    ("D034-JU", "Ichthyosaurus", 2, 600, 600, [(2, 1300), (3, 1900), (4, 2500)]),
    ("D040-JU", "Rhomaleosaurus", 5, 600, 800, [(2, 1300), (3, 1900)]),
    ("D044-JU", "Nyctosaurus", 3, 600, 800, [(2, 900), (3, 1300), (4, 1700)]),
    ("D052-JU", "Dravidosaurus", 3, 500, 500, [(2, 1600), (3, 2300)]),
    ("D060-JU", "Tuojiangosaurus", 3, 600, 700, [(2, 1400), (3, 2000)]),
]


def test_printed_facts_of_creatures_with_sh(by_id: dict[str, Card]) -> None:
    found = sorted((c.label, c.dp, c.at, c.df, c.sh, c.flock[-1].at, c.flock[-1].df)
                   for c in by_id.values() if c.sh)  # fmt: skip
    assert found == [
        ("Animantarx ramaljonesi", 1, 200, 400, 100, 800, 1200),
        ("Gargoyleosaurus parkpinorum", 1, 200, 400, 200, 1100, 1500),
        ("Gastonia burgei", 2, 300, 600, 400, 1500, 2700),
        ("Kronosaurus", 4, 1700, 1000, 100, 5300, 3200),
        ("Saltasaurus", 3, 500, 700, 200, 2300, 3200),
        ("Talarurus plicatospineus", 2, 300, 500, 200, 1400, 2200),
    ]


@pytest.mark.parametrize(("id_", "name", "dp", "at", "df", "rows"), CREATURES)
def test_printed_facts_of_a_creature(
    by_id: dict[str, Card],
    id_: str,
    name: str,
    dp: int,
    at: int,
    df: int,
    rows: list[tuple[int, ...]],
) -> None:
    card = by_id[id_]
    assert (card.label, card.dp, card.at, card.df, card.sh) == (name, dp, at, df, 0)
    printed = [(r.size, r.at) if r.df is None else (r.size, r.at, r.df) for r in card.flock]
    assert printed == rows


@pytest.mark.parametrize(
    ("id_", "name", "dp", "copies"),
    [
        ("AC001-MG", "Acid Rain", 2, 3),
        ("AC005-MG", "Fossil", 2, 1),
        ("AC007-MG", "Meteor Strike", 5, 3),
        ("AC010-MG", "Thunderbolt", 3, 3),
        ("AC013-MG", "Volcano Burst", 4, 3),
    ],
)
def test_printed_facts_of_an_action(
    by_id: dict[str, Card], id_: str, name: str, dp: int, copies: int
) -> None:
    card = by_id[id_]
    assert (card.label, card.dp, card.copies) == (name, dp, copies)


@pytest.mark.parametrize(
    ("id_", "name", "lp", "start_hand", "hand_limit"),
    [
        ("2011NM-MSAnya", "Master Anya", 2000, 7, 8),
        ("2011NM-MSBigben", "Master Bigben", 2100, 6, 6),
        ("2011NM-MSBobby", "Master Bobby", 2200, 6, 6),
        ("2011NM-MSFeel1", "Master Feel", 2100, 6, 6),
        ("2011NM-MSFeel2", "Master Feel", 2000, 6, 6),
    ],
)
def test_printed_facts_of_a_master(
    by_id: dict[str, Card], id_: str, name: str, lp: int, start_hand: int, hand_limit: int
) -> None:
    card = by_id[id_]
    printed = (card.label, card.lp, card.start_hand, card.hand_limit)
    assert printed == (name, lp, start_hand, hand_limit)


def test_every_creature_has_the_numbers_of_a_creature(catalogue: list[Card]) -> None:
    for card in catalogue:
        if card.kind == "creature":
            assert len(card.taxa) == 1, card.id
            assert min(card.dp, card.at, card.df) > 0, card.id
            assert card.lp == 0, card.id
            sizes = [row.size for row in card.flock]
            assert sizes == list(range(2, 2 + len(sizes))), card.id
            assert all(row.at > card.at for row in card.flock), card.id
            assert bool(card.ability) != (card.id in NO_ABILITY), card.id


def test_cards_of_the_special_deck_are_only_brought_so_far(catalogue: list[Card]) -> None:
    """Fusion monsters print two taxa, AT and DF; what else is on these cards is not encoded."""
    special = [card for card in catalogue if card.kind in cards.SPECIAL_KINDS]
    assert len(special) == 24
    for card in special:
        fusion = card.kind == "fusion"
        assert len(card.taxa) == {"fusion": 2, "illusion": 0, "armored": 1}[card.kind], card.id
        assert (card.at > 1000, card.df >= 400) == (fusion, fusion), card.id
        assert (card.dp, card.sh, card.lp, card.flock, card.ability) == (0, 0, 0, (), ()), card.id


def test_every_action_is_cast_and_has_no_strength(catalogue: list[Card]) -> None:
    for card in catalogue:
        if card.kind == "action":
            first, *rest = card.ability
            assert isinstance(first, Cast), card.id
            assert bool(rest) <= (first.stays is not None), card.id
            assert all(isinstance(one, Continuous) for one in rest), card.id
            assert (card.at, card.df, card.lp, card.taxa, card.flock) == (0, 0, 0, (), ()), card.id


def test_only_masters_have_lp_and_master_skills(catalogue: list[Card]) -> None:
    for card in catalogue:
        assert (card.lp > 0) == (card.kind == "master"), card.id
        if card.kind != "master":
            assert not any(isinstance(a, MasterSkill) for a in card.ability), card.id


def test_every_card_has_an_english_and_a_thai_name(catalogue: list[Card]) -> None:
    for card in catalogue:
        assert card.name["en"], card.id
        assert card.name["th"], card.id
        assert set(card.name) <= {"en", "th", "ko"}, card.id


def test_only_bipedal_cards_and_creatures_of_step_next_lack_a_korean_name(
    catalogue: list[Card],
) -> None:
    for card in catalogue:
        unlisted = (
            "bipedal" in card.taxa
            or (card.set == "Step Next" and card.kind == "creature")
            or card.kind in cards.SPECIAL_KINDS
        )
        assert ("ko" in card.name) != unlisted, card.id


MASTERS = [
    ["2011NM-MSFeel1", "2011NM-MSFeel2"],
    ["2011NM-MSTouch", "2011NM-MSTouch1", "Master-Touch"],
]
COME_BACK = [["D027-JU", "SaltasaurusF1"], ["D035-JU", "KronosaurusM1"]]
"""Creatures of the Original set whose name is on a card of Step Next too (R344)."""


@pytest.mark.parametrize(
    ("language", "also"),
    [
        ("en", COME_BACK),
        ("th", [["D014-JU", "EiniosaurusM1"], ["D035-JU", "KronosaurusM1"]]),
        ("ko", []),
    ],
)
def test_the_only_shared_names_are_those_of_masters_and_of_creatures_that_came_back(
    catalogue: list[Card], language: str, also: list[list[str]]
) -> None:
    names: dict[str, set[str]] = {}
    for card in catalogue:
        if language in card.name and card.kind not in cards.SPECIAL_KINDS:
            names.setdefault(card.name[language], set()).add(card.id)
    shared = sorted(sorted(ids) for ids in names.values() if len(ids) > 1)
    assert shared == [*MASTERS, *also]


def misspell(table: dict[str, Any], field: str, slip: str) -> None:
    table[slip] = table.pop(field)


@pytest.mark.parametrize(
    ("slip", "make"),
    [
        ("dfs", lambda card: misspell(card, "df", "dfs")),
        ("atk", lambda card: misspell(card["flock"][0], "at", "atk")),
        ("wen", lambda card: card["ability"][0].update(wen=card["ability"][0]["when"])),
        ("untill", lambda card: misspell(card["ability"][0]["effects"][0], "until", "untill")),
    ],
)
def test_a_misspelt_field_is_an_error_that_names_it(
    slip: str, make: Callable[[dict[str, Any]], None]
) -> None:
    dilophosaurus = next(t for t in tables("original.toml")["card"] if t["id"] == "D005-JU")
    assert decode({"card": [dilophosaurus]})
    wrong = copy.deepcopy(dilophosaurus)
    make(wrong)
    with pytest.raises(msgspec.ValidationError, match=slip):
        decode({"card": [wrong]})


def test_a_missing_field_is_an_error_that_names_it() -> None:
    wrong = copy.deepcopy(tables("original.toml")["card"][0])
    del wrong["kind"]
    with pytest.raises(msgspec.ValidationError, match="kind"):
        decode({"card": [wrong]})


@pytest.mark.parametrize(
    ("card", "slip", "says"),
    [
        ("D048-JU", {"targets": {"of": {}}}, "`discard` and `mill` name a player"),
        ("D059-JU", {"cost": {"remove": 1}}, "an automatic ability costs no `remove`"),
        ("D059-JU", {"cost": {"discard": {}, "graveyard": {}}}, "either `discard` or `graveyard`"),
        ("D047-JU", {"targets": {"of": {}, "most": 2}}, "`also` stands beside `targets`"),
        ("D047-JU", {"cost": {"graveyard": {}}}, "only an automatic ability costs a card"),
        (
            "D047-JU",
            {"effects": [{"do": "discard"}]},
            "`discard` and `mill` are for automatic abilities",
        ),
        (
            "AC001-MG",
            {"effects": [{"do": "discard"}]},
            "`discard` and `mill` are for automatic abilities",
        ),
    ],
)
def test_what_nobody_could_carry_out_is_an_error_that_names_its_place(
    card: str, slip: dict[str, Any], says: str
) -> None:
    wrong = copy.deepcopy(next(t for t in tables("original.toml")["card"] if t["id"] == card))
    wrong["ability"][0] |= slip
    with pytest.raises(msgspec.ValidationError, match=rf"{says}.*ability"):
        decode({"card": [wrong]})


@pytest.mark.parametrize(
    ("card", "old", "new", "said"),
    [
        ("D051-JU", 'taxa = ["armored"]', 'taxa = ["armoured"]', "no taxon 'armoured'"),
        ("D021-JU", 'taxa = ["long-necked"]', 'taxa = ["longneck"]', "horned, long-necked"),
        ("D003-JU", 'taxon = "bipedal"', 'taxon = "biped"', "no taxon 'biped'"),
        ("D012-JU", "cards = 1", "cards = -2", "`int` >= 1"),
        ("D012-JU", "cards = 1", "cards = 0", "`int` >= 1"),
        ("D002-JU", "at = 800", "at = -800", "`int` >= 0"),
        ("D002-JU", "size = 2", "size = 1", "`int` >= 2"),
        ("D003-JU", "dp = 2,", "dp = -2,", "`int` >= 0"),
        ("D038-JU", "turns = 1", "turns = -1", "`int` >= 0"),
        ("AC007-MG", "most = 2", "most = 0", "`int` >= 1"),
    ],
)
def test_a_number_or_taxon_that_cannot_be_is_refused_with_its_card(
    card: str, old: str, new: str, said: str, tmp_path: Path
) -> None:
    text = (FOLDER / "original.toml").read_text(encoding="utf-8")
    first, mark, rest = text.partition(f'id   = "{card}"')
    assert old in rest
    file = tmp_path / "wrong.toml"
    file.write_text(first + mark + rest.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        read_cards([file], Card)
    assert f"wrong.toml: {card}: " in str(caught.value)
    assert said in str(caught.value)
