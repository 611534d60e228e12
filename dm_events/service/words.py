"""The words in which a game's codes are said."""

from functools import cache

import msgspec

from dm_events.notation.words import ENGLISH, Words, languages, read_words, shared_words
from dm_events.service.catalogue import folder

LANGUAGES = ("en", "ko", "th")
"""In which cards have names. What has no words in one of them is said in English."""


@cache
def words_of(game_name: str, language: str = ENGLISH) -> Words:
    """Return the words of a game, read once. Raises NoSuchGame."""
    folders = (shared_words(), folder(game_name).joinpath("words"))
    if language in languages(folders):
        return read_words(folders, language)
    return msgspec.structs.replace(read_words(folders), language=language)
