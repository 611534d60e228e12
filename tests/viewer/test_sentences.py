"""Every code and every type has a sentence; sentences name cards, rules and sources."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dm_events.kernel import happenings as every_game
from dm_events.kernel.commands import CallTime, Choose, GiveRuling, Note
from dm_events.kernel.happenings import PlayerLost
from dm_events.kernel.rule import Cite, Refusal, Rule, illegal
from dm_events.kernel.sight import HIDDEN
from dm_events.kernel.view import StepView, step_view
from dm_events.kernel.words import CardId, Command, Happening
from dm_events.notation.words import BLANK, Words, read_words, shared_words
from dm_events.rulesets.dino_master.attack_order import AttackOrder, OrderAttacks
from dm_events.rulesets.dino_master.changes import CreatureDestroyed
from dm_events.rulesets.dino_master.creatures import Summon
from dm_events.rulesets.dino_master.phases import CardDrawn
from dm_events.rulesets.dino_master.triggers import Use
from dm_events.rulesets.dino_master.uses import UseAbility
from dm_events.service import recording
from dm_events.service.catalogue import folder
from dm_events.viewer.log import step_lines
from dm_events.viewer.sentences import Speaker, cited
from tests.laws.duels import GAME, played

WORDS = read_words([shared_words(), folder("dino-master").joinpath("words")])
KENTRO, HYBO = CardId("0:4"), CardId("1:7")
NAMES = {KENTRO: {"en": "Centrosaurus", "ko": "켄트로사우루스"}, HYBO: {"en": "Hybodus"}}
SPEAKER = Speaker(WORDS, NAMES)
R125 = Rule("R125", (Cite("K", "2.7"),), "")
SOURCES = [*Path(every_game.__file__).parent.glob("*.py"),
           *Path(str(folder("dino-master"))).glob("*.py"),
           *Path(recording.__file__).parent.glob("*.py")]  # fmt: skip


def codes() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every code that is given to illegal() or impossible() in the code, and its arguments."""
    for source in SOURCES:
        tree = ast.parse(source.read_text(encoding="utf-8"))
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in (
                "illegal",
                "impossible",
            ):
                args = tuple(one.arg for one in call.keywords if one.arg)
                yield from ((code, args) for code in constants(call.args[0], tree))


def constants(value: ast.expr, tree: ast.Module) -> list[str]:
    """The texts that an expression can be: one itself, or those that its name is set to."""
    if isinstance(value, ast.Name):
        found = [one.value for one in ast.walk(tree) if isinstance(one, ast.Assign)
                 and any(ast.dump(target) == ast.dump(ast.Name(value.id, ast.Store()))
                         for target in one.targets)]  # fmt: skip
    else:
        found = [value]
    texts = [leaf.value for one in found for leaf in ast.walk(one)
             if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str) and "/" in leaf.value]  # fmt: skip
    assert texts, f"line {value.lineno}: a refusal's code cannot be found"
    return texts


CODES = sorted(dict.fromkeys(codes()))


@pytest.mark.parametrize(("code", "args"), CODES)
def test_every_refusal_has_a_sentence(code, args):
    said = SPEAKER.refusal(illegal(code, R125, **dict.fromkeys(args, 3)), 0)
    assert said.endswith(". [R125; K §2.7]")
    assert code not in said
    if "card" in args and not code.startswith("deck/"):
        assert "hidden card" in SPEAKER.refusal(illegal(code, card=HIDDEN), 0).casefold()


OURS = ("dm_events.kernel.", "dm_events.rulesets.dino_master.")
"""Where the types stand that these words are for: other games have tests of their own."""


def types_of(kind: type[Any]) -> list[Any]:
    return [one for below in kind.__subclasses__() for one in (below, *types_of(below))
            if one.__module__.startswith(OURS)]  # fmt: skip


@pytest.mark.parametrize("kind", types_of(Happening))
def test_every_happening_has_a_sentence(kind):
    for filled in (True, False):
        said = SPEAKER.happening(example(kind, filled=filled))
        assert not said.startswith(f"{kind.__name__} ")
        assert said.endswith(".")
        assert "{" not in said


@pytest.mark.parametrize("kind", types_of(Command))
def test_every_command_is_said(kind):
    for filled in (True, False):
        said = SPEAKER.command(example(kind, filled=filled), 0)
        assert said.startswith("seat 0 ")
        assert "{" not in said


def example(kind: Any, *, filled: bool) -> Any:
    """One with arguments in all fields, or with none in those that may be left out."""
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if field.name == "because" or not (filled or field.required):
            continue
        text = str(field.type)
        if field.type is Use:
            values[field.name] = Use(0, HYBO, 0)
        elif "AttackOrder" in text:
            values[field.name] = (AttackOrder(HYBO, KENTRO),)
        elif "tuple" in text:
            values[field.name] = (HYBO,)
        else:
            values[field.name] = (3 if "int" in text else True if "bool" in text else
                                  HYBO if "CardId" in text else "main 1")  # fmt: skip
    return kind(**values)


@pytest.mark.parametrize("section", ["happening", "command"])
def test_every_blank_of_a_template_is_a_field(section):
    kinds = {kind.__name__: kind for base in (Happening, Command) for kind in types_of(base)}
    for name, templates in getattr(WORDS, section).items():
        fields = {*kinds[name].__struct_fields__, "by"}
        for template in (templates,) if isinstance(templates, str) else templates:
            assert {blank[1] for blank in BLANK.finditer(template)} <= fields, name


def test_no_word_is_left_over():
    known = {code for code, _ in CODES}
    assert sorted(WORDS.refusal) == sorted(known)
    assert {*WORDS.happening} == {kind.__name__ for kind in types_of(Happening)}


def test_sentences_end_with_rules_and_sources():
    assert SPEAKER.refusal(illegal("dp/short", R125, have=2, cost=5, card=KENTRO), 0) == (
        "Seat 0 has 2 DP; Centrosaurus costs 5. [R125; K §2.7]"
    )
    assert SPEAKER.refusal(illegal("dp/short", R125, have=2, cost=4), 1) == (
        "Seat 1 has 2 DP; it costs 4. [R125; K §2.7]"
    )
    assert SPEAKER.refusal(illegal("dp/short", R125, card=HIDDEN), 1) == (
        "There is not enough DP for a hidden card. [R125; K §2.7]"
    )
    two = (R125, Rule("R122", (Cite("T", "start phase"), Cite("K", "2.7")), ""))
    assert cited(two) == "[R125, R122; K §2.7, T start phase]"
    assert cited((Rule("R1", (), ""),)) == "[R1]"
    assert cited(()) == ""


def test_the_first_template_that_can_be_filled_is_taken():
    assert SPEAKER.happening(CreatureDestroyed(HYBO, KENTRO)) == (
        "Hybodus is destroyed by Centrosaurus and goes to the graveyard."
    )
    assert SPEAKER.happening(CreatureDestroyed(HYBO)) == (
        "Hybodus is destroyed and goes to the graveyard."
    )
    assert SPEAKER.happening(CardDrawn(1, HIDDEN)) == "Seat 1 draws a hidden card."


def test_commands_are_said_with_names():
    orders = OrderAttacks(
        (AttackOrder(HYBO, KENTRO, "at"), AttackOrder(KENTRO, HYBO, against_df=True))
    )
    said: list[tuple[Command, int | str, str]] = [
        (Summon(HYBO, "attack"), 0, "seat 0 summons Hybodus to attack"),
        (Choose((HIDDEN, HYBO, HIDDEN)), 1, "seat 1 picks Hybodus, 2 hidden cards"),
        (Choose(()), 1, "seat 1 picks nothing"),
        (orders, 0, ("seat 0 orders attacks: Hybodus -> Centrosaurus with AT+500, "
                     "Centrosaurus -> Hybodus against DF")),
        (UseAbility(HYBO, 0, (KENTRO,), (HIDDEN,)), 0,
         "seat 0 uses Hybodus on Centrosaurus, discarding a hidden card"),
        (GiveRuling("C01", "no"), "official", "official rules C01 = no"),
        (CallTime(0), "official", "official calls time: seat 0 wins"),
        (Note("a\x1b[2Jb\u202e\nc"), "official:head judge", "official:head judge notes: a?[2Jb? c"),
    ]  # fmt: skip
    for command, by, text in said:
        assert SPEAKER.command(command, by) == text


def test_names_come_in_the_readers_language_else_in_english():
    words = msgspec.structs.replace(WORDS, language="ko")
    assert Speaker(words, NAMES).happening(CardDrawn(1, KENTRO)) == "Seat 1 draws 켄트로사우루스."
    assert Speaker(words, NAMES).happening(CardDrawn(1, HYBO)) == "Seat 1 draws Hybodus."


def test_an_unknown_code_is_named_with_its_arguments():
    assert SPEAKER.refusal(Refusal("new/code", certain=True, because=(), args={"have": 2})) == (
        "new/code have 2"
    )


def view(viewer: Any, **fields: Any) -> StepView:
    return StepView(viewer, 12, 0, Summon(HYBO, "attack"), (CardDrawn(0, KENTRO), PlayerLost(1)),
                    names=NAMES, **fields)  # fmt: skip


def test_a_log_has_the_event_and_under_it_what_followed():
    assert step_lines(view(0), WORDS) == [
        "  12  seat 0 summons Hybodus to attack",
        "      Seat 0 draws Centrosaurus.",
        "      Seat 1 loses.",
    ]
    short = illegal("dp/short", R125, have=2, cost=5, card=HYBO)
    assert step_lines(view(0, findings=(short,)), WORDS, happenings=False)[1:] == [
        "      illegal: Seat 0 has 2 DP; Hybodus costs 5. [R125; K §2.7]"
    ]
    assert step_lines(view(0, left_out=short), WORDS, happenings=False)[1:] == [
        "      left out: Seat 0 has 2 DP; Hybodus costs 5. [R125; K §2.7]"
    ]
    assert "does not hold" in step_lines(view(0, hypothetical=True), WORDS)[0]


def test_a_games_own_notation_is_for_judges():
    def say(command: Command, by: int | str) -> str:
        return f"{by} summons Hybodus#2 to {getattr(command, 'line', '')}"

    assert step_lines(view("judge"), WORDS, say=say)[0] == "  12  0 summons Hybodus#2 to attack"
    for viewer in (0, 1, "public"):
        assert (
            step_lines(view(viewer), WORDS, say=say)[0] == "  12  seat 0 summons Hybodus to attack"
        )


def test_the_log_of_a_duel_has_a_sentence_on_every_line():
    duel = played(0)
    words: Words = WORDS
    for number, step in enumerate(duel.fold.steps, 1):
        before, after = duel.fold.at(number - 1), duel.fold.at(number)
        for viewer in (0, "public", "judge"):
            seen: Any = viewer
            lines = step_lines(step_view(GAME, step, seen, before, after), words)
            assert len(lines) == 1 + len(step.happenings)
            assert all(line.startswith("      ") and "]" in line for line in lines[1:])
            assert not any(re.search("[a-z][A-Z]|[{}]", line) for line in lines)
