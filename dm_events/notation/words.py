"""Words: templates and labels in a reader's language, read from `<language>.toml` files."""

import re
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from dm_events.notation.tables import BadFile

Place = Path | Traversable
Templates = dict[str, str | tuple[str, ...]]
"""By code or type name: a template, or several of which the first that can be filled is taken.

`{name}` stands for an argument; `{name?}` prints nothing and asks that there is one: that it is
not absent, empty or false.
"""

ENGLISH = "en"
BLANK = re.compile(r"\{([a-z_]+)(\??)\}")
LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})*")


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game's codes are said. `label` has short words by kind (flag, zone, stat, …).

    `part` says parts of a command or happening that are structs; `word` has single words.
    """

    language: str = ENGLISH
    command: Templates = {}
    happening: Templates = {}
    refusal: Templates = {}
    part: Templates = {}
    word: dict[str, str] = {}
    label: dict[str, dict[str, str]] = {}

    def named(self, kind: str, code: str) -> str:
        """Return the label of a code; one that has none is its own label."""
        return self.label.get(kind, {}).get(code, code)


def read_words(folders: Iterable[Place], language: str = ENGLISH) -> Words:
    """Return the words of several folders in a language, what it lacks in English.

    Later folders add to earlier ones. Raises BadFile for a file that is wrong, and for a language
    of which no folder has a file.
    """
    folders = tuple(folders)
    if not LANGUAGE.fullmatch(language):
        raise BadFile(f"{language!r} is no code of a language, such as en, ko, th")
    spoken = [_read(folder, language) for folder in folders]
    if not any(spoken):
        raise BadFile(f"no words in {language!r}; there are: {', '.join(languages(folders))}")
    words = Words(language)
    for found in (*(_read(folder, ENGLISH) for folder in folders), *spoken):
        words = words if found is None else _joined(words, found)
    return words


def languages(folders: Iterable[Place]) -> tuple[str, ...]:
    """Return the languages of which there are words."""
    found = {name.removesuffix(".toml"): None
             for folder in folders if folder.is_dir()
             for name in sorted(file.name for file in folder.iterdir()) if name.endswith(".toml")}  # fmt: skip
    return tuple(sorted(found))


def shared_words() -> Place:
    """Return the folder with the words that every game has."""
    return files("dm_events.notation").joinpath("shared_words")


def _joined(words: Words, more: Words) -> Words:
    label = dict(words.label)
    for kind, names in more.label.items():
        label[kind] = label.get(kind, {}) | names
    return Words(
        words.language, words.command | more.command, words.happening | more.happening,
        words.refusal | more.refusal, words.part | more.part, words.word | more.word, label,
    )  # fmt: skip


def _read(folder: Place, language: str) -> Words | None:
    file = folder.joinpath(f"{language}.toml")
    if not file.is_file():
        return None
    try:
        words = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Words)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as wrong:
        raise BadFile(f"words/{file.name}: {wrong}") from None
    for section in ("command", "happening", "refusal", "part"):
        for code, templates in getattr(words, section).items():
            for template in (templates,) if isinstance(templates, str) else templates:
                rest = BLANK.sub("", template)
                if "{" in rest or "}" in rest:
                    raise BadFile(f"words/{file.name}: {section} {code!r}: {template!r} has a "
                                  "brace that is no {name}")  # fmt: skip
    return words
