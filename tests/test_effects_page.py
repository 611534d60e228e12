"""docs/effects.md is what the effect language says now, each construct shown on a real card.

Written anew by `python -m tests.test_effects_page`, with the checkout on the path.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_args, get_origin

import msgspec

from dm_events.rulesets.dino_master import abilities, cards, deeds, filters, gifts
from dm_events.rulesets.dino_master.cards import Card

PAGE = Path(__file__).resolve().parents[1] / "docs" / "effects.md"
FOLDER = Path(cards.__file__).parent / "cards"
ABSTRACT = ("Part", "Effect", "Gift", "Manual")
SECTIONS: tuple[tuple[str, ModuleType], ...] = (
    ("Abilities: what sets them off, and how they are used", abilities),
    ("Which cards, at what cost, under what condition", filters),
    ("What an ability does", deeds),
    ("What a continuous ability gives", gifts),
)
HEAD = """# The effect language of Dino Master

A card is data: `dm_events/rulesets/dino_master/cards/<set>.toml`. What is printed on it is its abilities,
each a table `[[card.ability]]` made of the words below. A card of words that are here costs no Python: its
lines and a case. Each word came with a card that needs it, and is shown on one: the examples are the lines of
the card files. A word that is not here is refused, with the file, the card and the field.

A field that is not given has its usual value, which is in brackets. Words that may stand in a field are given
where they are few.

Armor cannot be played yet. Cards that speak of it (`wearing`, `armors`, `equip`, `kind = "armor"`) are written
as they are printed: nobody wears an armor, none lies on the field, none is on hand.
"""


def words_of(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The types of a file of the language, in its order."""
    return [
        one for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, msgspec.Struct)
        and one.__module__ == module.__name__ and one.__name__ not in ABSTRACT
    ]  # fmt: skip


def title(word: type[msgspec.Struct]) -> str:
    """How a card file writes a word: its tag, or the field in which it stands."""
    config = word.__struct_config__
    return f'{config.tag_field} = "{config.tag}"' if config.tag else word.__name__.lower()


# Where cards use the language.


@cache
def texts() -> dict[str, list[str]]:
    """For each card id the lines of its abilities, as they stand in the file."""
    found: dict[str, list[str]] = {}
    for file in sorted(FOLDER.glob("*.toml")):
        for block in file.read_text(encoding="utf-8").split("[[card]]\n")[1:]:
            number = re.search(r'^id\s*= "([^"]+)"', block, re.MULTILINE)
            assert number is not None
            parts = block.split("[[card.ability]]\n")[1:]
            found[number[1]] = [re.split(r"\n\s*(?:\n|#|$)", part)[0].strip() for part in parts]
    return found


@cache
def catalogue() -> list[Card]:
    """All cards, file by file."""
    found: list[Card] = []
    for file in sorted(FOLDER.glob("*.toml"), key=lambda path: path.name != "original.toml"):
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        found += msgspec.convert(table, type=dict[str, list[Card]])["card"]
    return found


Use = tuple[str, str, str]
"""A word, a field of it (or none), and a value that is one of few (or none)."""


def uses(value: object) -> Iterator[Use]:
    """Everything of the language that a value uses."""
    if isinstance(value, tuple):
        for one in value:
            yield from uses(one)
    elif isinstance(value, msgspec.Struct):
        word = type(value).__name__
        yield word, "", ""
        for field in msgspec.structs.fields(value):
            held = getattr(value, field.name)
            if field.required or held != field.default:
                yield word, field.name, ""
            if isinstance(held, str):
                yield word, field.name, held
            yield from uses(held)


@cache
def shown() -> dict[Use, tuple[Card, int]]:
    """For each use the card and ability that shows it: one that its docstring names, else the first."""
    found: dict[Use, tuple[Card, int]] = {}
    says = {one.__name__: one.__doc__ or "" for _, module in SECTIONS for one in words_of(module)}
    for named in (True, False):
        for card in catalogue():
            for number, ability in enumerate(card.ability):
                for use in uses(ability):
                    if not named or re.search(rf"\b{card.label}\b", says[use[0]]):
                        found.setdefault(use, (card, number))
    return found


def choices(field: msgspec.structs.FieldInfo) -> tuple[str, ...]:
    """The words of which a field takes one, if it is such a field."""
    for one in (field.type, *get_args(field.type)):
        if get_origin(one) is Literal:
            return tuple(str(word) for word in get_args(one))
    return ()


# The page.


def page() -> str:
    """Return docs/effects.md."""
    lines = [HEAD]
    where, printed = shown(), texts()
    for heading, module in SECTIONS:
        lines.append(f"## {heading}\n")
        for word in words_of(module):
            lines += entry(word, where, printed)
    return "\n".join(lines)


def entry(word: type[msgspec.Struct], where: dict[Use, Any], printed: dict[str, list[str]]
          ) -> list[str]:  # fmt: skip
    """A word: what it says, its fields, and the cards that show them."""
    says = " ".join((word.__doc__ or "").split())
    lines = [f"### `{title(word)}`\n", f"{says}\n"]
    examples = [where[word.__name__, "", ""]]
    for field in msgspec.structs.fields(word):
        lines.append(row(field))
        used = where.get((word.__name__, field.name, ""))
        if used is not None and not any(covers(one, word, field.name) for one in examples):
            examples.append(used)
    lines += [""] * bool(msgspec.structs.fields(word))
    for card, number in examples:
        lines.append(f"```toml\n# {card.label} ({card.id})\n{printed[card.id][number]}\n```\n")
    return lines


def covers(example: tuple[Card, int], word: type[msgspec.Struct], field: str) -> bool:
    """Whether an example shows a field too."""
    card, number = example
    return (word.__name__, field, "") in set(uses(card.ability[number]))


def row(field: msgspec.structs.FieldInfo) -> str:
    """A field with its usual value and its words."""
    usual = "" if field.required else f" [{told(field.default)}]"
    few = choices(field)
    return f"- `{field.name}`{usual}" + (f": {', '.join(few)}" if few else "")


def told(value: object) -> str:
    """A usual value as a card file would write it."""
    if isinstance(value, msgspec.Struct):
        return "nothing"
    return {None: "none", True: "true", False: "false"}.get(value, str(value))  # type: ignore[call-overload,no-any-return]


# The tests.


def test_the_page_is_as_generated() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_word_and_field_of_the_language_is_used_by_a_card() -> None:
    used, commanded = (
        shown(),
        [one for one in words_of(abilities) if issubclass(one, abilities.Manual)],
    )
    for _, module in SECTIONS:
        for word in words_of(module):
            assert (word.__name__, "", "") in used, word.__name__
            alike = commanded if word in commanded else [word]
            for field in msgspec.structs.fields(word):
                if field.name not in WRITTEN_OUT:
                    assert any((one.__name__, field.name, "") in used for one in alike), (
                        word,
                        field,
                    )


WRITTEN_OUT = ("to", "cards", "dp")
"""Fields that every card of some word writes as they usually are: whom, one card, one DP."""


def test_every_occasion_and_every_whom_is_used_by_a_card() -> None:
    used = {value for _, _, value in shown()}
    for words in (abilities.Occasion, deeds.To, deeds.Until):
        assert set(get_args(words)) <= used


def test_the_examples_are_abilities_of_the_cards_that_they_name() -> None:
    by_id = {card.id: card for card in catalogue()}
    blocks = re.findall(
        r"```toml\n# [^\n]+ \(([^)]+)\)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL
    )
    assert len({number for number, _ in blocks}) > 30
    for number, text in blocks:
        ability = msgspec.convert(tomllib.loads(text), type=abilities.Ability)
        assert ability in by_id[number].ability


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
