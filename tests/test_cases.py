"""The cases of every game, how case files are read, and what docs/cases.md says about them."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dm_events.kernel.fold import Fold
from dm_events.kernel.ruleset import Unreadable
from dm_events.kernel.words import Happening
from dm_events.notation.cases import Case, load_cases, run_case
from dm_events.notation.tables import BadFile
from dm_events.rulesets.dino_master.opening import Deck, Decks
from dm_events.rulesets.dino_master.wording import FORMS
from dm_events.service.cases import case_files, check_cases, game_of
from dm_events.service.catalogue import game
from dm_events.service.play import play

TESTS = Path(__file__).parent
ROOT = TESTS.parent
DINO, DUEL = game("dino-master"), game("metaversus-duel")
ACID = 'name = "n"\nrules = []\ngiven = {}\nwhen = []\n'


@cache
def cases_in(folder: str) -> list[tuple[Path, Case]]:
    files = case_files([TESTS / folder])
    return [(file, case) for file in files for case in load_cases(file).case]


def cases(folder: str) -> Any:
    found = cases_in(folder)
    return pytest.mark.parametrize(
        ("file", "case"), found, ids=[f"{file.stem}: {case.name}" for file, case in found]
    )


@cases("cases")
def test_case(file: Path, case: Case) -> None:
    assert run_case(game_of(file, None), case) == ()


@cases("later")
def test_case_still_waits_for_its_card(file: Path, case: Case) -> None:
    differences = run_case(game_of(file, None), case)
    assert any("no card is called" in one for one in differences), "move it to tests/cases"


@cases("cases")
def test_case_files_round_trip(file: Path, case: Case) -> None:
    written = msgspec.json.encode(case)
    assert msgspec.json.decode(written, type=Case) == case
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert(msgspec.json.decode(written) | {"whenn": []}, Case)


def test_both_answers_of_a_question_have_a_case() -> None:
    tested = {pair for _, case in cases_in("cases") for pair in case.answers.items()}
    asked = {(question.id, answer) for question in DINO.questions.values()
             for answer in question.answers}  # fmt: skip
    assert asked - tested == set()


@pytest.mark.parametrize("question", DINO.questions)
def test_cases_of_a_question_share_a_position_and_part_by_the_answer(question: str) -> None:
    """One position and one line of play has a case for each answer; no two of them follow alike."""
    follow: dict[bytes, dict[str, list[bytes]]] = {}
    for file, case in cases_in("cases"):
        if question in case.answers and game_of(file, None) is DINO:
            others = {key: value for key, value in case.answers.items() if key != question}
            shared = msgspec.json.encode([case.given, case.when, others], order="sorted")
            seen = msgspec.json.encode([case.then, case.never, case.refused, case.board])
            follow.setdefault(shared, {}).setdefault(case.answers[question], []).append(seen)
    answers = set(DINO.questions[question].answers)
    complete = [group for group in follow.values() if set(group) == answers]
    assert complete, f"{question}: no position has a case for each of its answers"
    parted = {
        answer for group in follow.values() for answer, seen in group.items()
        for other in group if other != answer and seen != group[other]
    }  # fmt: skip
    assert parted == answers


# Reading.


def read(tmp_path: Path, text: str) -> Case:
    file = tmp_path / "one.toml"
    file.write_text(text, encoding="utf-8")
    return load_cases(file).case[0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"[[case]]\n{ACID}whenn = []", ["one.toml", "'n'", "whenn"]),
        (f"[[case]]\n{ACID}then = [1]", ["one.toml", "'n'", "then[0]", "Expected `str`"]),
        ('[[case]]\nname = "n"', ["one.toml", "'n'", "rules"]),
        ("[[case]]\nrules = []", ["one.toml", "number 1", "name"]),
        ("x = 1", ["one.toml", "x"]),
        ("[[case", ["one.toml", "end of document"]),
        (f"[[case]]\n{ACID}[[case]]\n{ACID}", ["one.toml", "two cases", "'n'"]),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_the_place(
    tmp_path: Path, text: str, says: list[str]
) -> None:
    with pytest.raises(BadFile) as bad:
        read(tmp_path, text)
    for word in (*says, str(tmp_path / "one.toml")):
        assert word in str(bad.value)


def test_a_path_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no such file"):
        check_cases([tmp_path / "none.toml"])


# What a case that does not hold says.


def differences(**fields: Any) -> str:
    start = {"name": "n", "rules": [], "given": {}, "when": []}
    return "\n".join(run_case(DINO, msgspec.convert(start | fields, Case)))


HIT = {
    "given": {"seat0": {"attack": ["Hybodus"]}},
    "when": ["0 attacks: Hybodus -> Master"],
}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"rules": ["R999"]}, "rule R999 is not one of"),
        (
            {"given": {"phase": "combat"}},
            "given.phase: there is no 'combat'; there are: battle, draw, end, main 1",
        ),
        (
            {"given": {"seat1": {"attack": [{"card": "Hybodus", "red": True, "waiting": True}]}}},
            "given.seat1.attack[0]: a creature in the red zone does not wait (R210)",
        ),
        ({"answers": {"C01": "perhaps"}}, "its answers are no, yes"),
        (
            {"given": {"seat0": {"hnd": []}}},
            "given.seat0.hnd: there is no such field; did you mean hand?",
        ),
        ({"given": {"seat0": {"hand": ["Hybodos"]}}}, "did you mean Hybodus"),
        ({"given": {"seat0": {"master": "Master Feel"}}}, "2011NM-MSFeel1 or 2011NM-MSFeel2"),
        ({"given": {"seat0": {"attack": ["Acid Rain"]}}}, "a card of another kind"),
        ({"when": ["0 dances"]}, "is no command"),
        ({"when": ["0 summons Hybodus"]}, "write summons X to attack"),
        ({"when": ["0 enters lunch"]}, "there are start, draw, main 1"),
        ({"when": ["0 summons Hybodus to attack"]}, "no 'Hybodus' in this match"),
        ({"when": ["passes"]}, "must begin with a seat number"),
        (HIT | {"then": ["MasterDamaged 1 600"]}, "told was: AttackOrdered Hybodus seat1"),
        (HIT | {"then": ["MasterDamaged 1 [R199]"]}, "'MasterDamaged 1 [R199]' was expected"),
        (HIT | {"never": ["MasterDamaged"]}, "told was: MasterDamaged 1 500 Hybodus [R200, R116]"),
        (HIT | {"never": ["MasterDamagd"]}, "'MasterDamagd': there is no such happening"),
        (HIT | {"board": {"seat1": {"lp": 0}}}, "board.seat1.lp: 0 was expected, it is 1600"),
        (HIT | {"board": {"seat1": {"pl": 0}}}, "there is no 'pl'; there is lp, dp"),
        (HIT | {"board": {"seat0": {"attack": [{"card": "Hybodus", "at": 1}]}}}, "(1).at: 1 was"),
        (HIT | {"board": {"seat0": {"attack": []}}}, "[] was expected, it is ['Hybodus']"),
        (HIT | {"refused": "dp/short"}, "was accepted"),
        ({"when": ["0 ends turn", "0 ends turn"]}, "was refused: turn/not-owner [R126]"),
        ({"when": ["1 ends turn"], "refused": "dp/short"}, "it was turn/not-owner [R126]"),
    ],
)
def test_a_difference_is_told_in_plain_words(fields: dict[str, Any], says: str) -> None:
    assert says in differences(**fields)


@pytest.mark.parametrize(
    ("board", "says"),
    [
        (
            {"play": ["Stone", {"card": "Stone", "gained": True}]},
            "play (2): here stands a name and no",
        ),
        ({"play": [{"card": "Stone"}, 3]}, "(1): 3 was expected, it is 'Stone'"),
        ({"play": {"card": "Stone"}}, "board.seat0.play: {'card': 'Stone'} was expected"),
        ("Stone", "board.seat0: 'Stone' was expected, it is {'hp': 20"),
    ],
)
def test_a_board_of_another_form_is_a_difference(board: Any, says: str) -> None:
    duel = game("metaversus-duel")
    start: dict[str, Any] = {"name": "n", "rules": [], "when": []}
    start |= {"given": {"seat0": {"play": ["Stone", "Stone"]}}, "board": {"seat0": board}}
    assert says in "\n".join(run_case(duel, msgspec.convert(start, Case)))


def test_two_creatures_of_one_name_are_told_apart() -> None:
    two = {"seat0": {"attack": ["Carnotaurus"]}, "seat1": {"attack": ["Hybodus", "Hybodus"]}}
    said = differences(given=two, when=["0 attacks: Carnotaurus -> Hybodus"])
    assert "'Hybodus' may mean 1:1 in seat 1's attack; 1:2 in seat 1's attack" in said
    for second in ("Hybodus#2", "1:2", "ไฮโบดัส#2", "히보두스#2", "D032-JU#2"):
        assert not differences(
            given=two, when=[f"0 attacks: Carnotaurus -> {second}"],
            then=["CreatureDestroyed Hybodus"],
        )  # fmt: skip


# A command said is the command read.


@cache
def duel(seed: int) -> tuple[Decks, list[Any]]:
    cards = [card for card in DINO.catalogue.values() if card.kind != "master"]
    masters = [card for card in DINO.catalogue.values() if card.kind == "master"]
    seats = []
    for seat in (0, 1):
        main = [cards[(seed * 7 + seat * 3 + n) % len(cards)] for n in range(25)]
        copies = [card.id for card in main for _ in range(min(2, card.copies))]
        seats.append(Deck(masters[(seed + seat) % len(masters)].id, tuple(copies)))
    opening = Decks((seats[0], seats[1]))
    return opening, play(DINO, opening, DINO.defaults, seed)[0]


@pytest.mark.parametrize("seed", range(12))
def test_what_is_said_is_read_again(seed: int) -> None:
    opening, events = duel(seed)
    fold = Fold(DINO, DINO.open(opening), DINO.defaults)
    for event in events:
        said = DINO.say(event.by, event.command, fold.board)
        assert DINO.parse(said, fold.board) == (event.by, event.command), said
        assert fold.add(event) is not None


@pytest.mark.parametrize(
    "text",
    [
        "official records agreed draw", "official calls time, seat 1 wins",
        "official calls time, nobody wins", "official (head judge) rules C01 = no",
        'official rules C01 = no because "T is the original: \\"except\\""',
        "official rewinds to 0", 'official rewinds to 3 because "wrong  card"',
        'official notes "seat 1 thinks, 3 minutes"', '0 notes "ไม่ 카드"', "1 concedes",
        "service starts", "0 passes", "0 picks nothing",
    ],
)  # fmt: skip
def test_what_is_read_is_said_again(text: str) -> None:
    board = DINO.open(DINO.position({}))
    assert DINO.say(*DINO.parse(text, board), board) == text


def test_an_unreadable_text_is_one_sentence() -> None:
    board = DINO.open(DINO.position({}))
    for text in ("", "0", "0 attacks: A", "official notes x", "nobody passes"):
        with pytest.raises(Unreadable) as why:
            DINO.parse(text, board)
        assert "\n" not in str(why.value)


# The documentation.

PAGE = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")
DUEL_PAGE = (ROOT / "docs" / "metaversus-duel.md").read_text(encoding="utf-8")


def rows(heading: str, page: str = PAGE) -> dict[str, str]:
    section = page.split(f"## {heading}\n")[1].split("\n## ", maxsplit=1)[0]
    return dict(re.findall(r"^\| `([^`]+)` \| ([^|]*?) \|", section, re.MULTILINE))


def test_the_example_of_the_documentation_holds(tmp_path: Path) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert blocks
    for number, block in enumerate(blocks):
        file = tmp_path / f"example{number}.toml"
        file.write_text(block, encoding="utf-8")
        results = check_cases([file])
        assert [result.differences for result in results] == [()] * len(results)


def test_every_field_and_form_is_documented() -> None:
    assert list(rows("The position")) == []
    fields = re.findall(r"^\| `(\w+)` \|", PAGE.split("## The position")[0], re.MULTILINE)
    assert sorted(fields) == sorted(Case.__struct_fields__)
    for form in FORMS:
        assert f"- `{form}`" in PAGE


def told_by(kinds: Iterable[type[Happening]]) -> dict[str, str]:
    return {
        kind.__name__: " · ".join(
            f.name for f in msgspec.structs.fields(kind) if f.name != "because"
        )
        for kind in kinds
    }


def refused_by(*folders: str) -> dict[str, str]:
    made: dict[str, str] = {}
    for folder in folders:
        for file in (ROOT / "dm_events" / folder).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            found = re.findall(r'(illegal|impossible)\(\s*"([a-z-]+/[a-z-]+)"', text)
            made |= {code: kind for kind, code in found}
    return made


def test_every_happening_is_documented() -> None:
    assert rows("Happenings") == told_by(DINO.apply)
    own = [kind for kind in DUEL.apply if not kind.__module__.startswith("dm_events.kernel")]
    assert rows("Happenings", DUEL_PAGE) == told_by(own)


def test_every_refusal_is_documented() -> None:
    assert rows("Refusals") == refused_by("kernel", "rulesets/dino_master")
    assert rows("Refusals", DUEL_PAGE) == refused_by("rulesets/metaversus_duel")
