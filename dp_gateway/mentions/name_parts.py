"""Taking a person's name apart: given names, family names, initials, and the titles around them.

A title is one only at its proper end of a name (Dr., Mr. in front; Jr., MD behind), and never the only given or family
name. A word that is a title and a name as well ("Judge", "Major") is a title only with a dot behind it or in front of
a given and a family name; in doubt it is a part of the name, and drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from dp_gateway.cache import Memory

_TITLES = frozenset(
    "mr mrs ms miss mx dr prof professor sir madam rev reverend father sister brother capt col gen lt sgt rep gov "
    "senator herr frau monsieur madame mme señor señora senor senora signor signora".split()
)
_TITLES_AND_NAMES = frozenset(
    "judge justice captain major president sen hon doctor dame lord lady master prince princess sergeant".split()
)
_BEFORE_GIVEN = frozenset("sir dame lord lady father sister brother prince princess".split())
"""Titles that a given name alone stands behind as well: "Sister Mary", "Father Brown"."""

_SUFFIXES = frozenset("jr sr ii iii iv phd md esq dds rn cpa msc bsc mba ph.d m.d".split())
_OF_LANGUAGES = {
    "ar": "abu al bin bint el ibn",
    "ca": "i",
    "de": "der vom von zu zum zur",
    "en": "of st",
    "es": "de del el la las los y",
    "fr": "de des du la le les",
    "it": "da dalla de degli dei del della dello di lo",
    "nl": "de den der op s t te ten ter van",
    "pt": "da das de do dos e",
    "sv": "af av",
}
PARTICLES = frozenset(" ".join(_OF_LANGUAGES.values()).split())
"""What stands before family names, in small letters: "van der Berg"."""

PARTICLES_IN_ENGLISH = PARTICLES - frozenset("do e i las lo los of op s t te y".split())
"""The others are words of English, and parts of names of people from elsewhere: "Thi Do Nguyen"."""
_POSSESSIVE = re.compile(r"['\u2019\u02bc][sS]$")
_POSSESSIVES = ("'s", "\u2019s", "\u02bcs")
_HYPHENS = ("-", "\u2010", "\u2011")
_FULL, _LOOKED_AT = 2, 4
"""Words of a full name, and words behind a title among which they are looked for."""


class NamePart(NamedTuple):
    """One part of a name that is replaced. `start` and `end`: where it stands in the mention. `role`: "given",
    "family", "either" for a lone name, "initial", or "digits".
    """

    start: int
    end: int
    role: str


_Group = list[re.Match[str]]


def name_parts(
    mention: str,
    *,
    titles: frozenset[str] = frozenset(),
    particles: frozenset[str] = PARTICLES_IN_ENGLISH,
    compound_given: bool = False,
    particle_first: bool = False,
) -> list[NamePart]:
    """Find the parts of a name that are replaced, in order; of its letters and digits only titles are in none.

    A particle belongs to the family name behind it ("van der Berg" is one part).

    Args:
        titles: of another language, folded and without a dot, beside those of English.
        particles: what stands before family names.
        compound_given: given names that a hyphen joins ("Jean-Pierre") are one part.
        particle_first: a particle with a capital may begin a name ("Mevrouw De Smedt").
    """
    words = list(_words().finditer(mention))
    first, last = _without_titles(mention, words, titles)
    groups: list[_Group] = []
    for word in words[first:last]:
        if groups and mention[groups[-1][-1].end() : word.start()] in _HYPHENS:
            groups[-1].append(word)
        else:
            groups.append([word])
    comma = mention.find(",")
    first_behind = comma >= 0 and any(group[0].start() > comma for group in groups)
    titled = first > 0 and _plain(words[first - 1]) not in _BEFORE_GIVEN
    parts: Iterable[NamePart] = _with_roles(
        mention, groups, comma if first_behind else -1, particles, titled=titled, first=particle_first
    )
    if compound_given:
        parts = _joined_given(mention, parts)
    digits = (NamePart(*found.span(), "digits") for found in re.finditer(r"\d+", mention))
    return sorted([*parts, *digits])


def names_behind_title(found: str, titles: frozenset[str] = frozenset()) -> bool:
    """Return whether a title stands there with a name behind it: "Dr. Keller" is nobody's form of address. `found`:
    what was taken for a title. `titles`: of other languages, as for `name_parts`.
    """
    known = titles | _TITLES | _TITLES_AND_NAMES | _SUFFIXES
    first, *others = [_plain(word) for word in _words().finditer(found)] or [""]
    return first in known and not known.issuperset(others)


def remembered_parts(name: str, memory: Memory) -> Sequence[NamePart]:
    """Return the parts of a name, worked out once: mentions are looked for by them, and surrogates drawn by them."""
    return memory.recall(lambda: tuple(name_parts(name)), "parts", name)


def _joined_given(mention: str, parts: Iterable[NamePart]) -> Iterator[NamePart]:
    """The parts, given names between which only a hyphen stands as one."""
    last: NamePart | None = None
    for part in parts:
        if last and last.role == part.role == "given" and mention[last.end : part.start] in _HYPHENS:
            last = last._replace(end=part.end)
            continue
        if last:
            yield last
        last = part
    if last:
        yield last


@cache
def _words() -> re.Pattern[str]:
    """Letters with the marks that belong to them, apostrophes inside, a dot behind; "Ph.D." is one word."""
    from dp_gateway.text.unicode import MARK, tables

    starts, kinds = tables().starts, tables().kind
    ends = [*starts[1:].tolist(), len(kinds)]
    runs = [(start, end - 1) for start, end in zip(starts.tolist(), ends, strict=True) if kinds[start] == MARK]
    marks = "".join(f"{chr(start)}-{chr(end)}" for start, end in runs)
    run = rf"(?:[^\W\d_][{marks}]*)+"
    return re.compile(rf"(?:(?i:Ph\.\s?D|M\.D)(?!\w)|{run}(?:['\u2019\u02bc]{run})*)\.?")


def _without_titles(mention: str, words: Sequence[re.Match[str]], titles: frozenset[str]) -> tuple[int, int]:
    """The words (first, last) that are no titles; all of them where there would be none left."""
    first, last = 0, len(words)
    while first < last - 1 and (_is_title(mention, words, first) or _plain(words[first]) in titles):
        first += 1
    named = sum(not _is_suffix(word[0]) for word in words[first:last]) + (first > 0)
    while last - first > 1 and named >= _FULL and _is_suffix(words[last - 1][0]):
        last -= 1
    return first, last


def _is_title(mention: str, words: Sequence[re.Match[str]], place: int) -> bool:
    word, follows = words[place], mention[words[place].end() : words[place + 1].start()]
    plain = _plain(word)
    if not follows.isspace():
        return False
    return plain in _TITLES or (
        plain in _TITLES_AND_NAMES and (word[0].endswith(".") or _is_full(words[place + 1 : place + 1 + _LOOKED_AT]))
    )


def _is_full(words: Sequence[re.Match[str]]) -> bool:
    """Whether a given and a family name stand there, each longer than an initial."""
    return sum(len(word[0].rstrip(".")) > 1 and not _is_suffix(word[0]) for word in words) >= _FULL


def _plain(word: re.Match[str]) -> str:
    return word[0].lower().rstrip(".")


def _is_suffix(word: str) -> bool:
    return re.sub(r"\s", "", word.lower()).rstrip(".") in _SUFFIXES


def _with_roles(
    mention: str, groups: Sequence[_Group], comma: int, particles: frozenset[str], *, titled: bool, first: bool
) -> Iterator[NamePart]:
    particle: int | None = None
    for place, group in enumerate(groups):
        start, last = group[0].start(), place == len(groups) - 1
        text = mention[start : group[-1].end()].rstrip(".")
        behind = place or comma >= 0 or text.islower() or first
        # A capital alone is an initial.
        lone = len(text) == 1 and text.isupper()
        if len(group) == 1 and text.lower() in particles and not last and behind and not lone:
            particle = start if particle is None else particle
            continue
        family = start < comma if comma >= 0 else (last and len(groups) > 1) or (titled and len(groups) == 1)
        if particle is not None:
            yield NamePart(particle, _end(group[-1]), "family")
            particle = None
            continue
        for word in group:
            if word.end() - word[0].endswith(".") - word.start() == 1:
                yield NamePart(word.start(), word.start() + 1, "initial")
            else:
                yield NamePart(word.start(), _end(word), _role(family, groups))


def _end(word: re.Match[str]) -> int:
    """Where a word ends without its dot and its possessive s."""
    possessive = _POSSESSIVE.search(word[0])
    return word.start() + possessive.start() if possessive else word.end() - word[0].endswith(".")


def _role(family: bool, groups: Sequence[object]) -> str:
    return "family" if family else "given" if len(groups) > 1 else "either"


class _Part(Protocol):
    """Where a part of a name stands."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


def left_of_name(mention: str, parts: Sequence[_Part]) -> tuple[str, ...]:
    """Name the letters of a mention that are in no part, each as a report counts it."""
    covered = {place for part in parts for place in range(part.start, part.end)}
    left = [word for word in _words().finditer(mention) if word.start() not in covered]
    possessive = any(mention[part.end : part.end + 2].lower() in _POSSESSIVES for part in parts)
    return (*("title of a name" for _ in left), *(("possessive s of a name",) if possessive else ()))
