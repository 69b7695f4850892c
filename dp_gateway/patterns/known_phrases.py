"""Known phrases in a text: those of a lexicon by type, and a list of the user's own, by Aho-Corasick.

`default_lexicon` has the public phrases that this package carries, and its lists of names. They are read from the
package itself, not from the lexicon that a user built and added to: every replica then finds the same. Pass a
`LexiconDetector` of your own phrases to `Detection` for more.
"""

from __future__ import annotations

import lzma
import re
import tomllib
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from dp_gateway.errors import ConfigurationError, InputError
from dp_gateway.languages.scripts import is_unspaced
from dp_gateway.patterns.names import NameLists
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import lower
from dp_gateway.vocabulary.lexicon.data import Phrases, read_data

_SPACE, _SEVERAL = re.compile(r"[^\S ]"), re.compile(" {2,}")
_SPACES_BEFORE = 40
_SENTENCE_ENDS = '.!?:\n"“”>*-•'


class WholePhrases:
    """An automaton over folded phrases: lower case, one space for any white space."""

    def __init__(self, phrases: Mapping[str, Iterable[str]]) -> None:
        import ahocorasick

        library: Any = ahocorasick
        self._automaton: Any = library.Automaton()
        kinds: dict[str, list[str]] = {}
        for kind, listed in phrases.items():
            for phrase in listed:
                folded = " ".join(lower(phrase).split())
                if folded and kind not in (of := kinds.setdefault(folded, [])):
                    of.append(kind)
        for folded, of in kinds.items():
            self._automaton.add_word(folded, (len(folded), of[0]))
        self.size = len(kinds)
        if kinds:
            self._automaton.make_automaton()

    def find(self, text: str, *, parts: bool = False) -> Iterator[tuple[int, int, str, str]]:
        """Start, end, type and folded phrase of whole-word matches, the longest where several begin at one place.
        `parts`: of words that are joined without a space, too: "kestrel" in "kestrel_v2", "KestrelApi" and "kestrel2".
        """
        if not self.size:
            return
        read = _folded(text)
        folded = read.text
        ends: Iterator[tuple[int, tuple[int, str]]] = self._automaton.iter(folded)
        for last, (length, kind) in ends:
            first = last - length + 1
            bounded = _bounded(folded, first, last + 1)
            if not bounded and not parts:
                continue
            start, end = read.place(first), read.place(last) + 1
            if bounded or _is_part(text, start, end):
                yield start, end, kind, folded[first : last + 1]


class _Folded(NamedTuple):
    """A text folded as phrases are. `text`: of it, runs of white space are one space. `places` and `lost`: from each of
    these places on, how many characters the runs before it lost.
    """

    text: str
    places: list[int]
    lost: list[int]

    def place(self, at: int) -> int:
        """Where a character came from."""
        run = bisect_right(self.places, at)
        return at + self.lost[run - 1] if run else at


def _folded(text: str) -> _Folded:
    folded = _SPACE.sub(" ", lower(text))
    places, lost, parts, position = list[int](), list[int](), list[str](), 0
    for match in _SEVERAL.finditer(folded):
        start, end = match.span()
        parts.append(folded[position : start + 1])
        places.append(start + 1 - (lost[-1] if lost else 0))
        lost.append((lost[-1] if lost else 0) + end - start - 1)
        position = end
    return _Folded("".join(parts) + folded[position:], places, lost)


def _bounded(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (
        (before and (before.isalnum() or before == "_") and _in_word(text[start]))
        or (after and (after.isalnum() or after == "_") and _in_word(text[end - 1]))
    )


def _is_part(text: str, start: int, end: int) -> bool:
    """Whether a stretch is whole parts of a word of a program: between underscores, up to a capital or a number."""
    before, after = text[start - 1 : start], text[end : end + 1]
    opens = not before.isalnum() or (before.islower() and text[start].isupper())
    closes = not after.isalnum() or (after.isupper() and text[end - 1].islower())
    if opens and not closes and after.isdigit() and not text[end - 1].isdigit():
        closes = not text[end:].lstrip("0123456789")[:1].isalnum()
    return opens and closes


def _in_word(character: str) -> bool:
    """Whether a letter or digit beside this one belongs to the same word; Chinese, Japanese and Thai have no spaces."""
    return (character.isalnum() or character == "_") and not is_unspaced(character)


_SCORE, _IN_LOWER_CASE = 0.7, "JOB_TITLE"
"""How sure a match is, and the type whose phrases are written in lower case."""


class LexiconDetector:
    """Known phrases by type.

    A phrase counts where it stands as whole words and begins with a capital, which a job need not. One that is a common
    word, too ("Will", "Nice", "Reading"), counts neither at the start of a sentence nor in a text that is all capitals.
    `phrases`: type to phrases, e.g. `{"LOCATION": ["New York", ...]}`; a phrase of several types gets the first.
    `common`: phrases, lower case, that are common words too.
    """

    def __init__(self, phrases: Mapping[str, Iterable[str]], *, common: Collection[str] = frozenset()) -> None:
        self.name = "lexicon"
        self._phrases = WholePhrases(phrases)
        self._common = common

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, in code points; overlaps not resolved."""
        return [
            [
                Entity(start, end, kind, _SCORE, self.name)
                for start, end, kind, phrase in self._phrases.find(text)
                if self._counts(text, start, end, kind, phrase)
            ]
            for text in texts
        ]

    def _counts(self, text: str, start: int, end: int, kind: str, phrase: str) -> bool:
        if kind == _IN_LOWER_CASE:
            return phrase not in self._common
        first = text[start]
        if first.islower():
            return False
        if phrase not in self._common:
            return True
        before = text[max(0, start - _SPACES_BEFORE) : start].rstrip(" \t")
        opens = not before or before[-1] in _SENTENCE_ENDS
        shouted = end - start > 1 and text[start:end].isupper()
        return not opens and not shouted


_LIKE_THIS = 'give a list: {"PROJECT": ["Blue Heron"]}'
_BETWEEN = re.compile(r"[\s_\-\u2010\u2011]+")
_JOINED = (" ", "-", "\u2010", "\u2011", "_", "")
_INSIDE = re.compile(r"(?<=\w)[_\-\u2010\u2011](?=\w)")
_SHORTEST_JOINED, _SHORTEST_NUMBERED = 6, 3
"""More letters has a phrase that is found without the spaces between its words; one with a digit ("X-47b")."""

_SHORTEST_WITH_PLURAL = 3
_HISSING = ("s", "x", "z", "ch", "sh")
_VOWELS = "aeiou"


def _spelled(phrase: str) -> Iterator[str]:
    """The forms in which a phrase of the user is found: as it is, joined or apart ("blue-heron", "BlueHeron",
    "Zephyr 9" and "Zephyr9" for "Zephyr-9"), in the plural.
    """
    words = [word for word in _BETWEEN.split(phrase) if word]
    shortest = _SHORTEST_NUMBERED if any(map(str.isdigit, phrase)) else _SHORTEST_JOINED
    joined: list[str] = []
    if len(words) > 1 and len(phrase) > shortest:
        joined = [*(between.join(words) for between in _JOINED), *(_INSIDE.sub(one, phrase) for one in (" ", ""))]
    for form in dict.fromkeys((phrase, *joined)):
        yield form
        end = lower(form[-2:])
        if len(form) >= _SHORTEST_WITH_PLURAL and end.isascii() and end.isalpha():
            if end.endswith("y") and end[0] not in _VOWELS:
                yield form[:-1] + "ies"
            yield form + ("es" if end.endswith(_HISSING) else "s")


def _listed(phrases: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """The phrases of each type, refused where they are something else."""
    if not isinstance(cast(object, phrases), Mapping):
        raise ConfigurationError("a sensitive list has types, each with its phrases", hint=_LIKE_THIS)
    listed: dict[str, list[str]] = {}
    for kind, of in phrases.items():
        if isinstance(of, str):
            raise ConfigurationError(
                f"the phrases of {kind} in a sensitive list are one text, whose letters would be the phrases",
                hint=_LIKE_THIS,
            )
        texts = list(of) if isinstance(cast(object, of), Iterable) else [cast(str, of)]
        if not all(isinstance(cast(object, text), str) for text in texts):
            raise ConfigurationError(f"a phrase of {kind} in a sensitive list is no text", hint=_LIKE_THIS)
        if not re.fullmatch("[A-Z][A-Z0-9_]*", kind):
            raise ConfigurationError(
                "a type of a sensitive list is not written in capitals", hint='name it like "PROJECT" or "PERSON"'
            )
        listed[kind] = texts
    return listed


class SensitiveList:
    """A list of the user's own: whole words in any case, in the plural, and joined as names of programs and files are.

    Args:
        phrases: type to phrases, e.g. `{"PROJECT": ["Blue Heron"]}`; types are known ones or your own, in capitals.

    Raises:
        ConfigurationError: the phrases are no mapping of types to lists of texts, a type is not written in capitals, or
            there is no phrase.
    """

    def __init__(self, phrases: Mapping[str, Iterable[str]]) -> None:
        listed = _listed(phrases)
        self._phrases = WholePhrases(
            {kind: [form for phrase in of for form in _spelled(phrase)] for kind, of in listed.items()}
        )
        if not self._phrases.size:
            raise ConfigurationError(
                "the sensitive list holds no phrase", hint="add one phrase a line, or leave it out"
            )
        self.types = tuple(sorted(listed))
        self.name = "sensitive"

    @classmethod
    def from_file(cls, path: str | Path, *, kind: str = "SENSITIVE") -> SensitiveList:
        """Read a list: TOML (`PROJECT = ["Blue Heron"]`) if the name ends so, else one phrase a line, "#" for comments.

        Args:
            path: the file, UTF-8.
            kind: type of the phrases of a plain list.

        Raises:
            InputError: the file cannot be read, or is not what its name says.
            ConfigurationError: it holds no phrase, or a type that is not written in capitals.
        """
        path = Path(path)
        try:
            content = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError.unreadable(path, error) from None
        if path.suffix != ".toml":
            lines = (line.strip() for line in content.splitlines())
            return cls({kind: [line for line in lines if line and not line.startswith("#")]})
        return cls(_tables(content, path))

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, in code points, with score 1."""
        return [
            [Entity(start, end, kind, 1.0, self.name) for start, end, kind, _ in self._phrases.find(text, parts=True)]
            for text in texts
        ]


def _tables(content: str, path: Path) -> dict[str, list[str]]:
    try:
        loaded: dict[str, Any] = tomllib.loads(content)
    except tomllib.TOMLDecodeError:
        # The parser's own message may quote the line.
        raise InputError(f"{path} is not TOML", hint='write lists of strings: PROJECT = ["Blue Heron"]') from None
    for listed in loaded.values():
        if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):  # pyright: ignore
            raise InputError(f"{path} holds something else than lists of strings", hint='PROJECT = ["Blue Heron"]')
    return loaded


RARE_NAMES_FILE = Path(__file__).with_name("rare_names.txt.xz")
"""Given names of the US Social Security Administration, and of this project's own list, that no other list has;
`release.training rare-names` writes the file."""

_TYPES = {
    "CITY": "LOCATION",
    "COUNTRY": "LOCATION",
    "REGION": "LOCATION",
    "ORGANIZATION": "ORGANIZATION",
    "JOB_TITLE": "JOB_TITLE",
}
_SHORTEST = 4
# The list begins with the largest towns.
_WELL_KNOWN = 1500
# The list begins with the most frequent names.
_FREQUENT = 2500
# A small town's name of one word is more often something else.
_LARGE = 5000
# A job title of one word says as much about a program or a page as about a person: patterns find those in context.
_NO_JOBS = frozenset("activities aid copy logistics planning sub".split())
"""Last words of what the list calls a job, and a text hardly ever: "outdoor activities"."""
_SINGLE_WORDS_LEFT_OUT = frozenset({"JOB_TITLE"})

_UNLISTED = ("New York", "Türkiye", "Cape Verde", "Timor-Leste", "Curaçao", "Réunion", "Côte d’Ivoire", "Côte d'Ivoire")


@cache
def default_lexicon() -> tuple[NameLists, LexiconDetector]:
    """Return names, with the common words among them (some 40,000, folded), and towns, regions, countries,
    organisations and job titles; nationalities are left to patterns: they know languages.
    """
    data = read_data()
    names = _names(data)
    return names, _phrases(data, names)


def _names(data: Phrases) -> NameLists:
    common = frozenset(map(str.lower, data.pools["COMMON_WORDS"]))
    places = (*data.types["CITY"][:_WELL_KNOWN], *data.types["COUNTRY"], *_UNLISTED, *data.aliases.get("COUNTRY", ()))
    return NameLists(
        given=frozenset(map(str.lower, data.pools["GIVEN_NAMES_ALL"])),
        surnames=frozenset(map(str.lower, data.pools["SURNAMES_ALL"])),
        common=common,
        places=frozenset(map(str.lower, places)),
        familiar=frozenset(map(str.lower, data.pools["SURNAMES_ALL"][:_FREQUENT])) & common,
        rare=frozenset(lzma.decompress(RARE_NAMES_FILE.read_bytes()).decode().split()),
    )


def _phrases(data: Phrases, names: NameLists) -> LexiconDetector:
    phrases: dict[str, list[str]] = {}
    for source in ("COUNTRY", "REGION", "CITY", "ORGANIZATION", "JOB_TITLE"):
        listed = [*data.types[source], *data.aliases.get(source, {})]
        kept = [phrase for phrase in listed if len(phrase) >= _SHORTEST]
        if source == "CITY":
            kept = [phrase for index, phrase in enumerate(kept) if index < _LARGE or " " in phrase]
        if source in _SINGLE_WORDS_LEFT_OUT:
            kept = [phrase for phrase in kept if " " in phrase and phrase.rpartition(" ")[2] not in _NO_JOBS]
        phrases.setdefault(_TYPES[source], []).extend(kept)
    return LexiconDetector(phrases, common=frozenset(names.common) | frozenset(names.given))
