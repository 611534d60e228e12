"""Commands as somebody writes them: who acts, then one of the forms that a game knows."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from dm_events.kernel.ruleset import Unreadable
from dm_events.kernel.words import Command

OFFICIAL = re.compile(r"official \((.+?)\)")
Pattern = tuple[re.Pattern[str], Callable[..., Command]]


def actor(text: str) -> tuple[int | str, str]:
    """Return who acts, and what is left of the text. Raises Unreadable."""
    text = " ".join(text.split()) if '"' not in text else text.strip()
    role = OFFICIAL.match(text)
    if role is not None:
        return f"official:{role[1]}", text[role.end() :].strip()
    word, _, rest = text.partition(" ")
    if word in ("official", "service"):
        return word, rest
    if not word.isdecimal():
        raise Unreadable(f"{text!r} must begin with a seat number, official, or service")
    return int(word), rest


def command(rest: str, patterns: Sequence[Pattern], forms: Sequence[str], speech: Any) -> Command:
    """Read what is done by the first pattern that fits. Raises Unreadable, with the forms meant."""
    for pattern, read in patterns:
        match = pattern.fullmatch(rest)
        if match is not None:
            return read(speech, *match.groups())
    verb = rest.split(" ", maxsplit=1)[0]
    meant = [form for form in forms if form.split(" ")[0] == verb]
    raise Unreadable(f"{rest!r} is no command; write {' or '.join(meant or forms)}")
