"""Who speaks in chats and transcripts in other languages than English, at the lines they say and wherever they are
called.

`patterns.turns` knows how such lines begin, and `patterns.talk` finds the speakers of English ones. A part that anybody
has ("Kundin", "Rozmówca", "客服") is nobody's name, nor is an ordinary word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dp_gateway.detection.languages.given_names import key, names_of
from dp_gateway.detection.languages.ordinary import is_common, is_ordinary_run
from dp_gateway.detection.languages.tagger import is_persons
from dp_gateway.languages import LANGUAGES, language_at, passages
from dp_gateway.patterns.turns import turns
from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import alternatives, word_lists

_PARTS = frozenset(word_lists(__file__)["PARTS"])
"""What speakers are called by their part, in small letters."""
_SCORE, _SCORE_OF_MENTION = 0.95, 0.85
# "**camille.d**  09:03", "nahuel.f 11:40  no me anda", "Sol (IT) 11:42": who writes a message, and when.
_HEAD = re.compile(
    r"^[*_]{0,2}(?P<v>[^\W\d_][\w.'’-]{0,30}(?: [^\W\d_][\w.'’-]{0,30}){0,2})(?: \([^()\n]{1,20}\))?[*_]{0,2}"
    r"[ \t]{1,3}[\[(]?(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?[\])]?(?=[ \t]{2}|[ \t]?$)",
    re.MULTILINE,
)
_TIME = re.compile(r":[0-5][0-9]")
_ACCOUNT = re.compile(r"[0-9_]|\w\.\w")
_WORD = re.compile("[^\\W\\d_](?:[^\\W\\d_]|[\u0900-\u0903\u093a-\u094f\u064b-\u0652])*")
_LEAST, _LEAST_MENTIONED, _MOST_SPEAKERS = 2, 3, 40


class Speakers:
    """Finds the speakers of talks in other languages than English. `types`: types to look for; persons and logins by
    default.
    """

    name = "speakers of languages"

    def __init__(self, types: Sequence[str] | None = None) -> None:
        self._types = frozenset(("PERSON", "USERNAME") if types is None else types)

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the speakers of each text, in code points."""
        return [[one for one in self._found(text) if one.type in self._types] for text in texts]

    def _found(self, text: str) -> Iterator[Entity]:
        if "\n" not in text:
            return
        heads = [*_HEAD.finditer(text)] if _TIME.search(text) else []
        said = [*turns(text), *(heads if len(heads) >= _LEAST else ())]
        if not said:
            return
        found, called = passages(text), set[str]()
        for match in said:
            language = language_at(found, match.start("v"))
            if language == "en" or language not in LANGUAGES:
                continue
            name = match["v"]
            if name in called or _is_called(name, language, timed=_TIME.search(match[0]) is not None):
                called.add(name)
                yield self._entity(*match.span("v"), name, _SCORE)
        lone = {name for name in called if len(name) >= _LEAST_MENTIONED and name.isalpha() and name[0].isupper()}
        if 0 < len(lone) <= _MOST_SPEAKERS:
            for match in re.finditer(rf"(?<![\w@/.-])(?:{alternatives(map(re.escape, sorted(lone)))})(?![\w@/])", text):
                language = language_at(found, match.start())
                if language != "en" and language in LANGUAGES and not is_common(match[0].lower(), language):
                    yield self._entity(*match.span(), match[0], _SCORE_OF_MENTION)

    def _entity(self, start: int, end: int, name: str, score: float) -> Entity:
        return Entity(start, end, "USERNAME" if _ACCOUNT.search(name) else "PERSON", score, self.name)


def _is_called(label: str, language: str, *, timed: bool) -> bool:
    """Whether what stands before what is said is a name, and no part that anybody has or ordinary word; of a transcript
    whose turns are not `timed` the lists have to know it.
    """
    words = _WORD.findall(label)
    if not words or not _PARTS.isdisjoint({word.lower() for word in words} | {label.lower()}):
        return False
    if _ACCOUNT.search(label):
        return timed or label.islower()
    if language in ("zh", "ja") and not label.isascii():
        return len(label) >= _LEAST and not is_ordinary_run(label, language)
    ordinary = [_is_ordinary(word, language) for word in words]
    if not timed:  # many a part is in no list of parts
        return not all(ordinary) and any(_is_listed(word, language) for word in words)
    if len(words) > 1:
        return not any(ordinary)
    return len(words[0]) >= _LEAST and not ordinary[0]


def _is_ordinary(word: str, language: str) -> bool:
    return is_common(key(word.lower()), language) and not _is_listed(word, language)


def _is_listed(word: str, language: str) -> bool:
    """Whether a word is in the lists of names of persons."""
    if LANGUAGES[language].script == "Latin" or word.isascii():
        return is_persons(language, word)
    names = names_of(language)
    return key(word) in names.given or key(word) in names.family
