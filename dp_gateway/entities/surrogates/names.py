"""Names of people: each part is drawn without looking at it, so that all forms of a name agree.

"Anna Miller", "Ms. Miller", "Anna", "MILLER, Anna" and anna.miller@... are made of the same parts; each part has one
surrogate in the scope, and a reply is restored part by part. What stays visible is which mentions share a part, how
many parts a name has, and the gender of a given name where the public lists know it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dp_gateway.entities.surrogates.characters import UPPER, below, pick
from dp_gateway.entities.surrogates.drawer import Drawer, Made
from dp_gateway.restore import Replacement
from dp_gateway.vocabulary.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dp_gateway.entities.sources import Sources
    from dp_gateway.randomness import Stream

__all__ = ["NAME_POOLS", "NamePart", "Names", "in_case_of", "name_parts"]

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019\u02bc][^\W\d_]+)*\.?")
_TITLES = frozenset(
    "mr mrs ms miss mx dr prof professor sir dame lord lady rev reverend father sister brother judge justice captain "
    "capt col gen lt sgt major president senator sen rep gov hon herr frau monsieur madame mme m. dr.med".split()
)
_SUFFIXES = frozenset("jr sr ii iii iv phd md esq dds rn cpa msc bsc mba".split())
_PARTICLES = frozenset(
    "van von der den de del della di da dos das du la le ter ten bin ibn al el abu af zu zur st".split()
)
_APOSTROPHE = re.compile(r"['\u2019\u02bc]")
_POSSESSIVE = re.compile(r"['\u2019\u02bc][sS]$")


NAME_POOLS = ("GIVEN_NAME_FEMALE", "GIVEN_NAME_MALE", "SURNAME")
"""The pools that names are drawn from."""


class NamePart(NamedTuple):
    """One part of a name: where it stands in the mention, and its role ("given", "family" or "initial")."""

    start: int
    end: int
    role: str


def name_parts(mention: str) -> list[NamePart]:
    """The parts of a name that are replaced, in order; titles and suffixes (Dr., Jr.) are none.

    A particle belongs to the family name behind it ("van der Berg" is one part).
    """
    words = [found for found in _WORD.finditer(mention) if not _is_affix(found[0], alone=found[0] == mention)]
    comma = mention.find(",")
    groups: list[list[re.Match[str]]] = []
    for word in words:
        joined = groups and mention[groups[-1][-1].end() : word.start()] in ("-", "\u2010", "\u2011")
        if joined:
            groups[-1].append(word)
        else:
            groups.append([word])
    first_behind = comma >= 0 and any(group[0].start() > comma for group in groups)
    return list(_with_roles(mention, groups, comma if first_behind else -1))


def _is_affix(word: str, *, alone: bool) -> bool:
    plain = word.lower().rstrip(".")
    return not alone and (plain in _TITLES or plain in _SUFFIXES)


def _with_roles(mention: str, groups: list[list[re.Match[str]]], comma: int) -> Iterator[NamePart]:
    particle: int | None = None
    for place, group in enumerate(groups):
        start, last = group[0].start(), place == len(groups) - 1
        text = mention[start : group[-1].end()].rstrip(".")
        if len(group) == 1 and text.lower() in _PARTICLES and not last and (place or comma >= 0 or text.islower()):
            particle = start if particle is None else particle
            continue
        behind_title = bool(_WORD.match(mention)) and start > 0 and len(groups) == 1
        family = start < comma if comma >= 0 else (last and len(groups) > 1) or behind_title
        if particle is not None:
            yield NamePart(particle, group[-1].end(), "family")
            particle = None
            continue
        for word in group:
            end = word.end() - word[0].endswith(".")
            if end - word.start() == 1:
                yield NamePart(word.start(), end, "initial")
            else:
                possessive = _POSSESSIVE.search(word[0])
                yield NamePart(
                    word.start(), word.start() + possessive.start() if possessive else end, _role(family, groups)
                )


def _role(family: bool, groups: Sequence[object]) -> str:
    return "family" if family else "given" if len(groups) > 1 else "either"


def in_case_of(mention: str, text: str) -> str:
    """A text in the letter case of a mention: all upper, all lower, else as it is spelled."""
    if mention.isupper() and sum(map(str.isalpha, mention)) > 1:
        return text.upper()
    return text.lower() if mention.islower() else text


class Names:
    """The names of one request.

    Args:
        drawer: the draws of the request.
        sources: where given names and surnames come from.
        mentions: all mentions of people in the request: a lone word that is a family name in one of them is one
            everywhere.
    """

    def __init__(self, drawer: Drawer, sources: Sources, mentions: Iterable[str]) -> None:
        self._drawer, self._lexicon, self._parts = drawer, sources.lexicon, sources.parts
        self._never_self = sources.policy.never_self
        self._roles: dict[str, str] = {}
        # Names as they stand in addresses: without an apostrophe.
        self._joined: dict[str, str] = {}
        self._seen: list[tuple[str, str]] = []
        self._whole: list[dict[str, tuple[str, str]]] = []
        self._full: dict[tuple[str, str], None] = {}
        self.meet(mentions)

    def meet(self, mentions: Iterable[str]) -> None:
        """Learn from further mentions, those of a later turn."""
        for mention in dict.fromkeys(mentions):
            self._learn(mention)

    def _learn(self, mention: str) -> None:
        parts = [(fold(mention[part.start : part.end]), part) for part in self._parts(mention)]
        for value, part in parts:
            if part.role in ("given", "family"):
                self._roles.setdefault(value, part.role)
                self._joined.setdefault(_APOSTROPHE.sub("", value), value)
        given = [value for value, part in parts if part.role == "given"]
        family = [value for value, part in parts if part.role == "family"]
        if given and family:
            self._full[given[0], family[-1]] = None

    def surrogate(self, mention: str) -> str:
        """What stands in for a mention: part by part, everything between the parts kept."""
        result: list[str] = []
        drawn: dict[str, tuple[str, str]] = {}
        at = 0
        parts = self._parts(mention)
        family = next((fold(mention[p.start : p.end]) for p in reversed(parts) if p.role == "family"), "")
        for part in parts:
            text = mention[part.start : part.end]
            if part.role == "initial":
                letter = self.initial(fold(text), family)
                new = letter.lower() if text.islower() else letter
            else:
                role = self._role_of(fold(text)) if part.role == "either" else part.role
                spelled = self.token(fold(text), role)
                new = in_case_of(text, spelled)
                self._seen.append((spelled, text))
                # The first given name and the last family name are the ones that are cut to initials.
                if role == "family" or role not in drawn:
                    drawn[role] = spelled, text
            result += [mention[at : part.start], new]
            at = part.end
        self._whole.append(drawn)
        return "".join(result) + mention[at:]

    def _role_of(self, value: str) -> str:
        if value in self._roles:
            return self._roles[value]
        given = any(value in self._lexicon.pool(name) for name in ("GIVEN_NAMES_ALL", *NAME_POOLS[:2]))
        return "given" if given or value not in self._lexicon.pool("SURNAMES_ALL") else "family"

    def token(self, value: str, role: str) -> str:
        """The surrogate of one folded part, spelled as in its pool."""

        def make(stream: Stream) -> Made:
            pools = self._pools(value) if role == "given" else (self._lexicon.pool("SURNAME"),)
            drawn = _draw(stream, pools)
            return Made(drawn, drawn, self._never_self and fold(drawn) == value)

        return self._drawer.draw(f"name/{role}", value, make).text

    @property
    def surnames(self) -> Sequence[str]:
        """The pool of family names."""
        return self._lexicon.pool("SURNAME")

    def known(self, value: str) -> str | None:
        """The surrogate of a folded part that stands in a name of the request; None where there is none."""
        value = self._joined.get(value, value)
        role = self._roles.get(value)
        return None if role is None else self.token(value, role)

    def _pools(self, value: str) -> tuple[Sequence[str], ...]:
        pools: list[Sequence[str]] = [self._lexicon.pool(name) for name in NAME_POOLS[:2]]
        of_gender = [pool for pool in pools if value in pool]
        return tuple(of_gender if len(of_gender) == 1 else pools)

    def initial(self, letter: str, family: str) -> str:
        """The initial of the person meant where the request names one, else a uniform letter."""
        for given, _ in sorted(self._full, key=lambda full: full[1] != family):
            if given.startswith(letter):
                return self.token(given, "given")[0].upper()
        return self._drawer.first("name/initial", f"{letter} {family}", _initial).text

    def replacements(self) -> Iterator[Replacement]:
        """What undoes the names in a reply: every part, and initials with the other part."""
        undo: dict[str, Replacement] = {}
        for spelled, original in self._seen:
            # A reply is restored in its own letter case, so what is kept is the usual spelling.
            if original.isupper() or original.islower():
                undo.setdefault(spelled, Replacement(spelled, original.title(), plural=True))
            else:
                undo[spelled] = Replacement(spelled, original, plural=True)
        for drawn in self._whole:
            if len(drawn) > 1:
                (given, old_given), (family, old_family) = drawn["given"], drawn["family"]
                short = f"{given[0]}. {family}", f"{given} {family[0]}."
                undo.setdefault(short[0], Replacement(short[0], f"{old_given[0]}. {old_family}", plural=True))
                undo.setdefault(short[1], Replacement(short[1], f"{old_given} {old_family[0]}."))
                # In user names and hashtags.
                undo.setdefault(given + family, Replacement(given + family, old_given + old_family))
        yield from undo.values()


def _initial(stream: Stream) -> Made:
    letter = pick(stream, UPPER)
    return Made(letter, letter)


def _draw(stream: Stream, pools: Sequence[Sequence[str]]) -> str:
    """A uniform entry of all pools together."""
    place = below(stream, sum(map(len, pools)))
    for pool in pools[:-1]:
        if place < len(pool):
            return pool[place]
        place -= len(pool)
    return pools[-1][place]
