"""Boards in text: every row equally wide whatever the script, nothing lost, two drawn by hand."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from wcwidth import wcswidth

from dm_events.kernel.board import Board
from dm_events.kernel.commands import GiveRuling
from dm_events.kernel.fold import Fold
from dm_events.kernel.sight import Viewer
from dm_events.kernel.view import BoardView, CardView, Lasting, SeatView, ZoneView
from dm_events.kernel.words import CardId, Command, Event
from dm_events.notation.words import read_words, shared_words
from dm_events.rulesets.dino_master.attack_order import AttackOrder, OrderAttacks
from dm_events.rulesets.dino_master.cards import SPECIAL_KINDS
from dm_events.rulesets.dino_master.opening import Found, Position, SeatFound
from dm_events.rulesets.dino_master.turn import EnterPhase
from dm_events.rulesets.dino_master.uses import CastAction
from dm_events.service.catalogue import folder
from dm_events.viewer.boxes import boxes
from dm_events.viewer.columns import clip, fold, pad, plain, width, wrap
from dm_events.viewer.table import draw
from tests.laws.duels import GAME, played

ENGLISH = read_words([shared_words(), folder("dino-master").joinpath("words")])
WORDS = {lang: msgspec.structs.replace(ENGLISH, language=lang) for lang in ("en", "ko", "th")}
GOLDEN = Path(__file__).parent / "golden"
VIEWERS: tuple[Viewer, ...] = (0, 1, "public", "judge")


def rows(drawn: str) -> list[str]:
    assert drawn.endswith("\n")
    return drawn.removesuffix("\n").split("\n")


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("columns", [60, 80, 100, 120])
def test_every_row_is_equally_wide(language, columns):
    fold_ = played(1).fold
    for number in range(0, len(fold_.steps), 9):
        for viewer in VIEWERS:
            view = GAME.view(fold_.at(number), viewer, number)
            for row in rows(draw(view, WORDS[language], columns=columns, ids=number % 2 == 0)):
                assert wcswidth(row) == columns, row


def test_a_board_is_never_drawn_too_narrow_to_read():
    view = GAME.view(played(1).fold.board, "judge", 1)
    assert wcswidth(rows(draw(view, ENGLISH, columns=3))[0]) == 60


def test_every_card_on_the_table_is_drawn_with_its_name():
    fold_ = played(2).fold
    for number in range(0, len(fold_.steps), 7):
        view = GAME.view(fold_.at(number), "judge", number)
        text = draw(view, ENGLISH, columns=120)
        for seat in view.seats:
            for zone in seat.zones:
                for card in zone.cards:
                    word = card.name["en"].split()[-1]
                    assert word[:15] in text  # a box breaks a longer word


def test_emphasis_is_only_codes_around_the_same_text():
    view = GAME.view(played(1).fold.at(12), 0, 12)
    bare, strong = draw(view, ENGLISH), draw(view, ENGLISH, emphasis=True)
    assert "\x1b" not in bare
    assert strong.count("\x1b[1m") == strong.count("\x1b[0m") == 2
    assert strong.replace("\x1b[1m", "").replace("\x1b[0m", "") == bare


def test_the_viewers_side_is_below():
    board = played(1).fold.at(12)
    for viewer, below in ((0, 0), (1, 1), ("public", 0)):
        seen: Any = viewer
        text = draw(GAME.view(board, seen, 12), ENGLISH)
        assert text.index(f"Seat {1 - below} ") < text.index(f"Seat {below} ")


# Columns.


def test_widths_count_korean_twice_and_thai_marks_not_at_all():
    assert [width(text) for text in ("Fossil", "화석", "ไดโลโฟซอรัส", "บ็อบบี้", "")] == [
        6,
        4,
        10,
        4,
        0,
    ]
    assert width(plain("\u1112\u116a\u1109\u1165\u11a8")) == 4


@pytest.mark.parametrize("text", ["Pachyrhinosaurus", "파키리노사우루스", "บ็อบบี้ บ็อบบี้", "ก็็็", "가"])
def test_text_is_cut_and_filled_to_the_column(text):
    for columns in range(1, 20):
        assert width(pad(text, columns)) == columns
        assert width(clip(text, columns)) <= columns
        assert all(0 < width(line) <= max(columns, 2) for line in fold(text, columns))
        assert "".join(fold(text, columns)) == text.replace(" ", "") or " " in text


def test_a_mark_never_loses_its_letter():
    assert clip("บ็อบบี้", 3) == "บ็อ~"
    assert fold("บ็อบบี้", 2) == ["บ็อ", "บบี้"]


def test_items_are_wrapped():
    assert wrap(["AT 500", "DF 400", "waiting"], 14) == ["AT 500 DF 400", "waiting"]
    assert wrap(["abcdef"], 4) == ["abc~"]
    assert wrap([], 4) == []


def test_signs_that_steer_a_terminal_are_replaced():
    assert plain("a\x1b[31m\u202eb\tc\r\nd\u200d\u0007") == "a?[31m?b c  d\u200d?"


# A view of a game that is nobody's: attachments, many cards, hidden cards on the table.


def test_attachments_and_lasting_changes_stand_in_the_box():
    armor = CardView(CardId("0:2"), "A", {"en": "Shell"}, stats={"df": 200})
    card = CardView(
        CardId("0:1"), "B", {"en": "Turtle"}, stats={"at": 0, "sh": 0}, printed={"at": 100},
        flags=("red",), states=(Lasting("sleep", turns=1), Lasting("", {"at": -100}, "turn")),
        attachments=(armor,),
    )  # fmt: skip
    assert boxes([card], ENGLISH, 20, ids=False) == [[
        "+------------------+",
        "|Turtle            |",
        "|AT 0(100) red zone|",
        "|sleep 1           |",
        "|AT-100 this turn  |",
        "|+ Shell           |",
        "|+ DF 200          |",
        "+------------------+",
    ]]  # fmt: skip


def test_many_cards_lie_in_several_bands():
    cards = [CardView(CardId(f"0:{n}"), "B", {"en": f"Card {n}"}) for n in range(9)]
    bands = boxes(cards, ENGLISH, 71, ids=True)
    assert [len(band[0].split()) for band in bands] == [4, 4, 1]
    assert "Card 8 0:8" in bands[2][1]


def test_hidden_cards_on_the_table_are_counted():
    zones = (ZoneView("trap", 0, "row", 3), ZoneView("hand", 0, "hand", 2))
    view = BoardView(0, 1, 1, "main", 0, (SeatView(0, {"life": 20}, zones),), notes=("a\x1bb",))
    drawn = draw(view, ENGLISH, columns=60)
    assert "trap 3 hidden" in drawn
    assert "life 20" in drawn
    assert "Notes: a?b" in drawn


# Boards drawn by hand.


IDS = {
    print_.name["en"]: card for card, print_ in GAME.catalogue.items()
    if print_.kind not in SPECIAL_KINDS
}  # fmt: skip


def one(name: str) -> str:
    return IDS[name]


def all_of(*names: str) -> tuple[str, ...]:
    return tuple(IDS[name] for name in names)


def play(fold_: Fold, by: int | str, command: Command) -> Board:
    assert fold_.add(Event(len(fold_.steps) + 1, by, command)) is not None, fold_.stopped
    return fold_.board


def battle() -> Fold:
    """Seat 0 attacks with one of three; seat 1 has a sleeper, and a card to answer with."""
    own = SeatFound(
        one("Master Chris"), lp=1200, dp=5, turns=4, hand=all_of("Fossil", "Hybodus"),
        graveyard=all_of("Bambiraptor"), deck=12, defence=(Found(one("Euoplocephalus"), injury=(-100, 0)),),
        attack=(Found(one("Tyrannosaurus"), red=True), Found(one("Carnotaurus"), waiting=True),
                Found(one("Pachyrhinosaurus"), attacked=True)),
    )  # fmt: skip
    other = SeatFound(
        one("Master Anya"), dp=10, turns=3, hand=all_of("Thunderbolt", "Moon Control"), deck=20,
        attack=(Found(one("Dilophosaurus"), change=(200, 0)),),
        defence=(Found(one("Apatosaurus"), asleep=2),), out=all_of("Tsunami"),
    )  # fmt: skip
    fold_ = Fold(GAME, GAME.open(Position((own, other), phase="battle", turn=7)), GAME.defaults)
    attacker, target = fold_.board.cards_in("attack", 0)[0], fold_.board.cards_in("attack", 1)[0]
    play(fold_, 0, OrderAttacks((AttackOrder(attacker, target, "at"),)))
    return fold_


def answered() -> Fold:
    """In that battle seat 1 answers with an action card; an official has ruled and noted it."""
    fold_ = battle()
    board = fold_.board
    play(fold_, 1, CastAction(board.cards_in("hand", 1)[1], board.cards_in("attack", 0)[:1]))
    board = play(fold_, "official", GiveRuling("C91", "rest-of-phase"))
    board.write(board.layout.slot_of("notes"), ("ผู้เล่น 1 ตอบโต้",))
    return fold_


DRAWN: dict[str, Any] = {
    "battle-seat-0-en-80": (battle, 0, "en", 80),
    "answered-public-ko-100": (answered, "public", "ko", 100),
    "answered-seat-1-th-100": (answered, 1, "th", 100),
}


@pytest.mark.parametrize("name", DRAWN)
def test_boards_by_hand_are_drawn_as_they_lie(name):
    position, viewer, language, columns = DRAWN[name]
    fold_ = position()
    view = GAME.view(fold_.board, viewer, len(fold_.steps))
    expected = GOLDEN.joinpath(f"{name}.txt").read_text(encoding="utf-8")
    assert draw(view, WORDS[language], columns=columns) == expected


def test_a_finished_match_says_who_has_won():
    fold_ = played(1).fold
    assert fold_.result is not None
    text = draw(GAME.view(fold_.board, "public", len(fold_.steps)), ENGLISH)
    assert f"Seat {fold_.result[1]} has won" in text


def test_who_must_choose_sees_among_what():
    fold_ = Fold(GAME, GAME.open(Position((
        SeatFound(one("Master Chris"), hand=all_of(*["Hybodus"] * 3, *["Fossil"] * 4)),
        SeatFound(one("Master Anya")),
    ), phase="battle")), GAME.defaults)  # fmt: skip
    board = play(fold_, 0, EnterPhase("main 2"))
    assert "Seat 0 must choose: hand check (1): Hybodus, Hybodus, Hybodus, Fossil," in draw(
        GAME.view(board, 0, 1), ENGLISH
    )
    assert "| Seat 0 must choose: hand check  " in draw(GAME.view(board, 1, 1), ENGLISH)
