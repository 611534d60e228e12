"""Sentences for codes: what happened, why something is refused, with rules and sources."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from dm_events.kernel.rule import Refusal, Rule
from dm_events.kernel.sight import HIDDEN
from dm_events.kernel.words import Command, Happening, name_of, rules_of
from dm_events.notation.words import BLANK, ENGLISH, Words
from dm_events.viewer.columns import plain

Names = Mapping[Any, dict[str, str]]
"""Names of cards, by number in the match (or by id of the definition), in each language."""


def name_in(name: Mapping[str, str], language: str) -> str:
    """Return a name in a language, else in English, else in any."""
    found = name.get(language) or name.get(ENGLISH) or next(iter(name.values()), "?")
    return plain(found)


def cited(rules: Iterable[Rule]) -> str:
    """Return `[R125, R126; K §2.7, T turns]`, each source once; nothing without rules."""
    rules = tuple(rules)
    if not rules:
        return ""
    sources = dict.fromkeys(str(cite) for rule in rules for cite in rule.cites)
    parts = [", ".join(rule.id for rule in rules), ", ".join(sources)]
    return f"[{'; '.join(part for part in parts if part)}]"


class Speaker:
    """Says things in the language of its words, with the names of the cards that occur."""

    def __init__(self, words: Words, names: Names) -> None:
        """Speak with `words` of the cards in `names`."""
        self.words = words
        self.names = names

    def happening(self, happening: Happening) -> str:
        """Return what followed, as a sentence with its rules."""
        text = self._say(self.words.happening, name_of(happening), _fields(happening))
        return _with(text, cited(rules_of(happening)))

    def refusal(self, refusal: Refusal, by: int | str | None = None) -> str:
        """Return why something may not be done, with its rules. `by`: who wanted to do it."""
        args = dict(refusal.args)
        if isinstance(by, int):
            args.setdefault("seat", by)
        return _with(self._say(self.words.refusal, refusal.code, args), cited(refusal.because))

    def command(self, command: Command, by: int | str) -> str:
        """Return who did what, for the eye; not a form that can be read back."""
        who = self.word("seat", seat=by) if isinstance(by, int) else by
        fields = {"by": who} | _fields(command)
        return self._say(self.words.command, name_of(command), fields, first_up=False)

    def word(self, code: str, **args: object) -> str:
        """Return a single word or phrase of the language."""
        return self._fill(self.words.word.get(code, code), args) or code

    def card(self, card: str) -> str:
        """Return a card's name; one that is hidden has none."""
        if card == HIDDEN:
            return self.word("hidden")
        name = self.names.get(card)
        return plain(self.words.named("value", card)) if name is None else (
            name_in(name, self.words.language)
        )  # fmt: skip

    # From templates to text.

    def _say(
        self, templates: Mapping[str, Any], code: str, args: Mapping[str, Any], *,
        first_up: bool = True,
    ) -> str:  # fmt: skip
        """Fill the first template that can be filled; what has none is named with its arguments."""
        found = templates.get(code, ())
        for template in (found,) if isinstance(found, str) else found:
            text = self._fill(template, args)
            if text is not None:
                return text[:1].upper() + text[1:] if first_up else text
        given = (f"{name} {self.value(value)}" for name, value in args.items() if _there(value))
        return " ".join((code, *given))

    def _fill(self, template: str, args: Mapping[str, Any]) -> str | None:
        parts, end = [], 0
        for blank in BLANK.finditer(template):
            value = args.get(blank[1])
            if not _there(value):
                return None
            parts += [template[end : blank.start()], "" if blank[2] else self.value(value)]
            end = blank.end()
        return "".join((*parts, template[end:]))

    def value(self, value: Any) -> str:
        """Return an argument as text."""
        if isinstance(value, str):
            return self.card(value)
        if isinstance(value, tuple | list):
            return self._listed(value)
        if isinstance(value, msgspec.Struct):
            return self._say(self.words.part, name_of(value), _fields(value), first_up=False)
        return str(value)

    def _listed(self, values: "tuple[Any, ...] | list[Any]") -> str:
        """Return a list with commas; hidden cards are counted."""
        hidden = sum(value == HIDDEN for value in values)
        said = [self.value(value) for value in values if value != HIDDEN]
        if hidden:
            said.append(self.word("hidden") if hidden == 1 else self.word("hiddens", count=hidden))
        return ", ".join(said)


def _fields(value: msgspec.Struct) -> dict[str, Any]:
    """The arguments of a command or happening, without its rules."""
    return {name: getattr(value, name) for name in value.__struct_fields__ if name != "because"}


def _there(value: object) -> bool:
    """Whether a template can say something of a value: a number always, also 0."""
    return value is not None and value is not False and value not in ("", (), [])


def _with(text: str, cites: str) -> str:
    return f"{text} {cites}".rstrip()
