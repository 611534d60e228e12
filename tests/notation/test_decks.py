"""Deck lists: read in three languages, refused with the way out, checked against the rules."""

import unicodedata
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dm_events.notation.decktext import parse_deck, write_deck
from dm_events.notation.tables import BadFile
from dm_events.service.catalogue import game as game_of
from dm_events.service.decks import IllegalDeck, check, opening_of, position_of

GAME = game_of("dino-master")
SAMPLES = sorted((Path(__file__).parents[2] / "samples" / "decks").glob("*.txt"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_sample_decks_are_legal(path: Path) -> None:
    found = check("dino-master", path)
    assert found.refusals == ()
    assert len(found.deck["main"]) >= 40
    assert len(found.deck["master"]) == 1


def test_two_sample_decks_open_a_match(game) -> None:
    board = game.open(opening_of("dino-master", SAMPLES[:2]))
    sizes = [len(check("dino-master", path).deck["main"]) for path in SAMPLES[:2]]
    assert [len(board.cards_in("deck", seat)) for seat in (0, 1)] == sizes


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("3 Tyrannosaurus", ("D009-JU",) * 3),
        ("3 tyrannoSAURUS  # the king", ("D009-JU",) * 3),
        ("2x D009-JU", ("D009-JU",) * 2),
        ("2 × d009-ju", ("D009-JU",) * 2),
        ("Minmi", ("D058-JU",)),
        ("1 ไทแรนโนซอรัส", ("D009-JU",)),
        ("1 켄트로사우루스", ("D012-JU",)),
        ("1 켄트로사우루스(검룡)", ("D057-JU",)),
        ("1 화산 폭발", ("AC013-MG",)),
        ("1   화산  폭발-1", ("AC014-MG",)),
        (unicodedata.normalize("NFD", "1 켄트로사우루스"), ("D012-JU",)),
        ("# nothing", ()),
        ("", ()),
    ],
)
def test_a_line(game, line: str, cards: tuple[str, ...]) -> None:
    assert parse_deck(f"[Main]\n{line}\n", "deck.txt", game)["main"] == cards


def test_a_name_in_two_parts_means_the_card_of_its_part(game) -> None:
    """Tyrannosaurus is a creature of the main deck, and an illusion of the special deck."""
    found = parse_deck("[Main]\nTyrannosaurus\n[Special]\nTyrannosaurus", "deck.txt", game)
    assert (found["main"], found["special"]) == (("D009-JU",), ("Illus011",))


def test_a_special_deck_is_brought(game) -> None:
    deck = {"master": MASTER, "main": main(), "special": ("SP001-JU", "Illus011")}
    board = game.open(game.opening_of([deck, {"master": MASTER, "main": main()}]))
    assert [[board.face(card).card.id for card in board.special(seat)] for seat in (0, 1)] == [
        ["SP001-JU", "Illus011"], [],
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["Master: Bobby", "[Master]\nMaster Bobby", "MASTER:\n1 บ็อบบี้",
                                  "[ master ]\n2011NM-MSBobby", "master:2011nm-msbobby # mine"])  # fmt: skip
def test_the_master(game, text: str) -> None:
    assert parse_deck(text, "deck.txt", game) == {
        "master": ("2011NM-MSBobby",),
        "main": (),
        "special": (),
    }


def test_a_part_before_a_colon_holds_for_its_line_only(game) -> None:
    found = parse_deck("[Main]\n1 Minmi\nMaster: Bobby\n1 Minmi", "deck.txt", game)
    assert found["main"] == ("D058-JU", "D058-JU")
    assert found["master"] == ("2011NM-MSBobby",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Master: Feel", "deck.txt, line 1: 'Feel' is the name of 2 cards; write the id: 2011NM-MSFeel1 or 2011NM-MSFeel2."),
        ("Master: ฟิว", "line 1: 'ฟิว' is the name of 2 cards; write the id: 2011NM-MSFeel1 or 2011NM-MSFeel2."),
        ("Master: Boby", "line 1: no card is called 'Boby'; did you mean Bobby (2011NM-MSBobby)?"),
        ("[Main]\n\n3 Tyranosaurus", "line 3: no card is called 'Tyranosaurus'; did you mean Tyrannosaurus (D009-JU)?"),
        ("[Main]\n3 D999-XX-YY-ZZ", "line 2: no card is called 'D999-XX-YY-ZZ'; look for it in the catalogue."),
        ("[Main]\n1 " + "x" * 10_000, "look for it in the catalogue."),
        ("3 Minmi", "line 1: a card stands before any part; there are: [Master], [Main], [Special]."),
        ("[Mian]", "line 1: a deck of dino-master has no part 'Mian'; did you mean main?"),
        ("Sideboard: Minmi", "line 1: a deck of dino-master has no part 'Sideboard'; there are: master, main, special."),
        ("[]", "line 1: a deck of dino-master has no part ''; there are: master, main, special."),
        ("[Main]\n0 Minmi", "line 2: so many copies: '0'; write a number from 1 to 99."),
        ("[Main]\n1000000000 Minmi", "line 2: so many copies: '1000000000'; write a number from 1 to 99."),
        ("[Main]\n3", "line 2: no card is called '3'"),
    ],
)  # fmt: skip
def test_a_wrong_text(game, text: str, sentence: str) -> None:
    with pytest.raises(BadFile) as found:
        parse_deck(text, "deck.txt", game)
    assert sentence in str(found.value)
    assert len(str(found.value)) < 250


def main(**other: int) -> tuple[str, ...]:
    """40 creatures, three of each, then some others."""
    ids = [card.id for card in GAME.catalogue.values() if card.kind == "creature"]
    cards = [card for card in ids for _ in range(3)][:40]
    return tuple(cards) + tuple(card for card, count in other.items() for _ in range(count))


MASTER = ("2011NM-MSBobby",)


@pytest.mark.parametrize(
    ("deck", "refusals"),
    [
        ({"master": MASTER, "main": main()}, []),
        ({"master": MASTER, "main": main()[1:]}, [("deck/size", "R001", {"have": 39, "least": 40, "most": 60})]),
        ({"master": MASTER, "main": main(**{"D058-JU": 3, "D060-JU": 3, "D057-JU": 3, "D056-JU": 3, "D054-JU": 3, "D052-JU": 3, "AC001-MG": 3})},
         [("deck/size", "R001", {"have": 61, "least": 40, "most": 60})]),
        ({"master": MASTER, "main": main(**{"D060-JU": 4})}, [("deck/copies", "R003", {"card": "D060-JU", "have": 4, "most": 3})]),
        ({"master": MASTER, "main": main(**{"AC005-MG": 2})}, [("deck/copies", "R003", {"card": "AC005-MG", "have": 2, "most": 1})]),
        ({"master": MASTER, "main": main(**{"AC005-MG": 1, "D060-JU": 3})}, []),
        ({"master": MASTER, "main": main(**{"2011NM-MSAnya": 1})}, [("deck/kind", "R002", {"card": "2011NM-MSAnya", "kind": "master"})]),
        ({"master": (), "main": main()}, [("deck/masters", "R008", {"have": 0})]),
        ({"master": MASTER * 2, "main": main()}, [("deck/masters", "R008", {"have": 2})]),
        ({"master": ("D058-JU",), "main": main()}, [("deck/no-master", "R008", {"card": "D058-JU", "kind": "creature"})]),
        ({}, [("deck/size", "R001", {"have": 0, "least": 40, "most": 60}), ("deck/masters", "R008", {"have": 0})]),
    ],
)  # fmt: skip
def test_the_rules(game, deck, refusals) -> None:
    found = [(one.code, one.because[0].id, one.args) for one in game.may_bring(deck)]
    assert found == refusals
    assert not any(one.certain for one in game.may_bring(deck))


def test_a_reprint_under_another_id_is_another_card(game) -> None:
    """R003 and R343: the id counts, not the name (two Masters of one name are two cards)."""
    one, other = "2011NM-MSFeel1", "2011NM-MSFeel2"
    assert game.catalogue[one].name == game.catalogue[other].name
    found = game.may_bring({"master": MASTER, "main": main(**{one: 3, other: 3})})
    assert [refusal.code for refusal in found] == ["deck/kind", "deck/kind"]


def test_an_illegal_deck_opens_no_match(tmp_path: Path) -> None:
    path = tmp_path / "few.txt"
    path.write_text("Master: Bobby\n[Main]\n4 Minmi\n", encoding="utf-8")
    with pytest.raises(IllegalDeck) as found:
        opening_of("dino-master", [path, SAMPLES[0]])
    assert [one.code for one in found.value.refusals] == ["deck/size", "deck/copies"]
    assert "few.txt: the deck is not allowed: deck/size (R001), deck/copies (R003)" in str(
        found.value
    )


def test_a_duel_has_two_decks() -> None:
    with pytest.raises(ValueError, match="a duel is between 2 decks, not 1"):
        opening_of("dino-master", SAMPLES[:1])


def test_no_file_and_no_text(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"none.txt: the file cannot be read"):
        check("dino-master", tmp_path / "none.txt")
    with pytest.raises(BadFile, match="the file cannot be read"):
        check("dino-master", tmp_path)
    (tmp_path / "latin.txt").write_bytes(b"[Main]\n1 \xe9")
    with pytest.raises(BadFile, match=r"latin.txt: byte 10 is not UTF-8; save the file as UTF-8"):
        check("dino-master", tmp_path / "latin.txt")


DECKS = st.fixed_dictionaries(
    {
        "master": st.lists(st.sampled_from(sorted(GAME.catalogue)), max_size=2),
        "main": st.lists(st.sampled_from(sorted(GAME.catalogue)), max_size=60),
        "special": st.lists(st.sampled_from(sorted(GAME.catalogue)), max_size=15),
    }
)


@given(DECKS)
def test_a_deck_reads_back(deck) -> None:
    ordered = {part: tuple(sorted(cards)) for part, cards in deck.items()}
    assert parse_deck(write_deck(ordered, GAME), "deck.txt", GAME) == ordered


@given(st.text(max_size=80))
def test_any_text_is_a_deck_or_a_sentence(text: str) -> None:
    with suppress(BadFile):
        parse_deck(text, "deck.txt", GAME)


def test_a_position_from_a_file(tmp_path: Path, game) -> None:
    path = tmp_path / "found.toml"
    path.write_text('turn = 9\n[seat0]\nlp = 700\nhand = ["Minmi"]\n', encoding="utf-8")
    board = game.open(position_of("dino-master", path))
    assert (board.turn.number, board.player(0).lp, len(board.hand(0))) == (9, 700, 1)
    path.write_text('[seat0]\nhand = ["Minmy"]\n', encoding="utf-8")
    with pytest.raises(BadFile, match=r"found.toml: .*Minmy.*did you mean Minmi"):
        position_of("dino-master", path)
