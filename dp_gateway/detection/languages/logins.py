"""Logins of letters alone: a word behind "Benutzername" or "insta" that the language does not have.

What has digits, dots or lines in it is told by its form (`values.txt`). "Meu usuário no portal é passarim" is not:
there the words between label and login are ordinary ones, and the login is the first that is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from dp_gateway.detection.languages.ordinary import is_common
from dp_gateway.detection.languages.tables import compiled
from dp_gateway.detection.languages.tagger import frequency_band
from dp_gateway.patterns.rules import Found
from dp_gateway.text.folding import lower

_SCORE = 0.82
_REACH, _MOST_BETWEEN = 60, 4
_LEAST = 4
_PERSONS = (
    "anmeldename|benutzer(?:in)?|nutzer(?:in)?|mitglied|utilisat(?:eur|rice)|usuari[oa]|utente|gebruiker|usuári[oa]|"
    "utilizador|użytkowni(?:k|ka|kowi|czka)|insta(?:gram)?\\w{0,3}|snap(?:chat)?\\w{0,3}|discord\\w{0,4}|telegram\\w{0,3}|"
    "steam\\w{0,3}|twitch\\w{0,2}|tiktok\\w{0,2}|vinted"
)
_END = re.compile(r"[.!?;\n](?:\s|\Z)|\n|,")
_WORD = re.compile(r"(?<![\w@.-])[\w'’]+(?:[.-]\w+)*")
_LOGIN = re.compile(r"[a-z][a-z0-9]+(?:[._-][a-z0-9]+){0,4}")
# Nobody writes "gino.fotografo" in prose.
_DOTTED = re.compile(r"[a-z]{3,20}\.[a-z]{1,20}(?:\.[a-z]{1,20})?")
_PART = re.compile("['’.-]")
# What follows a login that stands apart from its label.
_GOES_ON = re.compile(r"[,.;:!?)\"”»]|\s?\Z|\s(?:und|aber|et|mais|y|pero|e|ma|en|maar|mas|i|ale|a)\s")
# "Nome utente e password", "login failed": what else is said in other words than those of the language.
_NEVER = frozenset(
    "password passwort passwd login logout username user account admin email mail website web app browser server error "
    "failed online offline link reset windows linux android iphone apple google microsoft outlook chrome firefox wifi "
    "wlan router update upgrade backup cookie cookies chat post posts story stories feed reels premium".split()
)


def logins(text: str, start: int, end: int, language: str) -> Iterator[Found]:
    """The logins of a stretch of a language in Latin letters."""
    folded = lower(text)
    for label in _labels().finditer(folded, start, end):
        at = label.end()
        stop = _END.search(folded, at, min(end, at + _REACH))
        words = _WORD.finditer(folded, at, stop.start() if stop else min(end, at + _REACH))
        for count, word in enumerate(words):
            if count > _MOST_BETWEEN:
                break
            dotted = _DOTTED.fullmatch(text, *word.span()) is not None
            said = not dotted and all(_is_said(part, language) for part in _PART.split(word[0]))
            if len(word[0]) < _LEAST or said:
                continue
            whole = text[word.start()].islower() and _LOGIN.fullmatch(word[0]) and word.end() < at + _REACH
            if whole and (not count or _GOES_ON.match(folded, word.end())):
                yield *word.span(), "USERNAME", _SCORE
            break


def _is_said(word: str, language: str) -> bool:
    """Whether a word is one of the language, or of computers."""
    return (
        len(word) < _LEAST or word in _NEVER or is_common(word, language) or frequency_band(language, word) is not None
    )


@cache
def _labels() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w@./-])(?:{compiled('USER').pattern}|{_PERSONS})(?![\w@/-])")
