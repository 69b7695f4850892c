"""Names of people: each part is drawn without looking at it, so that all forms of a name agree.

"Anna Miller", "Ms. Miller", "Anna", "MILLER, Anna" and anna.miller@... are made of the same parts; each part has one
surrogate in the scope, and a reply is restored part by part. What stays visible is which mentions share a part, how
many parts a name has and in which order, letter case, titles, and the gender of a given name (unless the policy says
otherwise) where the text or the public lists tell it.
"""

from __future__ import annotations

import math
import re
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from dp_gateway.errors import SurrogatesExhausted
from dp_gateway.languages.conventions import EUROPEAN
from dp_gateway.mentions.agreement import title_gender
from dp_gateway.randomness import below
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.base import UPPER, digits, in_case_of, letter_case, pick, usual, ways
from dp_gateway.surrogates.drawer import UNIFORM_TRIES, Drawer, Made
from dp_gateway.surrogates.native_forms import in_account
from dp_gateway.surrogates.native_names import NativeNames, NativePart, frame
from dp_gateway.text.entities import Clue
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.data import lean_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dp_gateway.mentions.name_parts import NamePart
    from dp_gateway.randomness import Stream
    from dp_gateway.surrogates.sources import Sources

_NO_LETTERS = re.compile(r"[\W_]+")

FAMILY_POOLS = ("SURNAME",)
"""The pool that family names are drawn from."""
_FOREIGN_POOLS = ("FOREIGN_NAME",)
_BOTH = ("GIVEN_NAME_FEMALE", "GIVEN_NAME_MALE")
_POOLS_OF = {"female": _BOTH[:1], "male": _BOTH[1:], "": _BOTH}
_GIVEN = {"female": "a woman's given name", "male": "a man's given name", "": "a given name"}


def draw_kind(pools: Sequence[str]) -> str:
    """Name what draws from some pools share; see `Drawer.draw`."""
    if pools[0].endswith(FAMILY_POOLS):
        return "name/family"
    if pools[0].endswith(_FOREIGN_POOLS):
        return "name/foreign"
    return "name/given" if pools[0].endswith(_BOTH) else f"phrase/{pools[0]}"


class Names:
    """The names of one request. `sources`: where given names and surnames come from. `mentions`: all mentions of people
    in the request, what the text says of each, and the language that it stands in: a lone word that is a family name in
    one of them is one everywhere.
    """

    def __init__(self, drawer: Drawer, sources: Sources, mentions: Iterable[tuple[str, Clue, str]]) -> None:
        self._drawer, self._lexicon, self._parts = drawer, sources.lexicon, sources.parts
        self._never_self, self._keep_gender = sources.policy.never_self, sources.policy.keep_gender
        self._roles: dict[str, str] = {}
        self._genders: dict[str, str] = {}
        self._lone: set[str] = set()
        # Parts of accounts that are no name of the request, and the language of the text around the first of them.
        self._of_accounts: dict[str, str] = {}
        # Names as they stand in addresses: without an apostrophe.
        self._joined: dict[str, str] = {}
        # The part that an initial beside another part of the same full name stands for.
        self._initials: dict[tuple[str, str], tuple[str, str]] = {}
        # Full names as they stand in addresses, in one word: "annamiller".
        self._together: dict[str, list[tuple[str, str]]] = {}
        self._seen: list[tuple[str, str]] = []
        self._whole: list[dict[str, tuple[str, str]]] = []
        self._native = NativeNames(self._keep_gender)
        self.meet(mentions)

    def meet(self, mentions: Iterable[tuple[str, Clue, str]]) -> None:
        """Learn from further mentions, those of a later turn."""
        listed = dict.fromkeys(mentions)
        for mention, _, _ in self._native.meet(listed):
            told = self._native.told(mention)
            for part in self._native.parts(mention):
                # Further given names are those of fathers, or say nothing more.
                self._learn_native(part, told)
                told = told if part.role != "given" else ""
            self._learn_initials(self._native.parts(mention))
        for mention, clue, _ in listed:
            if not self._native.reads(mention):
                self._learn(mention, clue)

    def _learn_native(self, part: NativePart, told: str) -> None:
        lemma, role = part.lemma, part.role
        if role in ("given", "family"):
            self._roles.setdefault(lemma, role)
            for latin in part.latin:
                self._joined.setdefault(latin, lemma)
        if role == "given":
            self._genders.setdefault(lemma, part.given_gender(told) if self._keep_gender else "")

    def _learn_initials(self, parts: Sequence[NativePart]) -> None:
        given = next((part for part in parts if part.role == "given"), None)
        family = next((part for part in reversed(parts) if part.role == "family"), None)
        if given and family and given.language in EUROPEAN:
            for first, last in product(given.latin, family.latin):
                self._initials.setdefault((first[0], last), (given.lemma, "given"))

    def _learn(self, mention: str, clue: Clue) -> None:
        parts = [(fold(mention[part.start : part.end]), part.role) for part in self._parts(mention)]
        if len(parts) == 1 and parts[0][1] == "either" and (clue.titled or clue.related):
            parts = [(parts[0][0], "family" if clue.titled else "given")]
        title = title_gender(mention)
        said = Clue(title) if title else clue
        for value, role in parts:
            if role in ("given", "family"):
                self._roles.setdefault(value, role)
                self._joined.setdefault(_NO_LETTERS.sub("", value), value)
            if role == "either":
                self._lone.add(value)
            if role in ("given", "either"):
                self._genders.setdefault(value, _gender(value, said) if self._keep_gender else "")
        given = [value for value, role in parts if role == "given"]
        family = [value for value, role in parts if role == "family"]
        if given and family:
            self._initials.setdefault((given[0][0], family[-1]), (given[0], "given"))
            self._initials.setdefault((family[-1][0], given[0]), (family[-1], "family"))
            first, last = [(given[0], "given")], [(value, "family") for value in family]
            for both in (first + last, last + first, first + last[-1:]):
                self._together.setdefault("".join(_NO_LETTERS.sub("", value) for value, _ in both), both)

    def surrogate(self, mention: str) -> str:
        """Draw what stands in for a mention: part by part, everything between the parts kept."""
        if self._native.reads(mention):
            return self._native.surrogate(mention, self.token, self._part_without_list)
        result: list[str] = []
        drawn: dict[str, tuple[str, str]] = {}
        at = 0
        parts = self._parts(mention)
        beside = self._beside_initial(mention, parts)
        for number, part in enumerate(parts):
            text = mention[part.start : part.end]
            if part.role in ("initial", "digits"):
                new = self._part_without_list(text, part.role, number, beside)
            else:
                value = self._joined.get(fold(text), fold(text))
                # A name in Latin letters beside the same in another script: "沈越 (SHEN YUE)".
                native = value != fold(text) and value in self._native.languages
                value = value if native else fold(text)
                role = self._roles[value] if native else self._role_of(value, part.role)
                spelled = self.token(value, role)
                spelled = self._native.in_latin(value, spelled, role) if native else spelled
                new = in_case_of(text, spelled)
                self._seen.append((spelled, text))
                # The first given name and the last family name are the ones that are cut to initials.
                if role == "family" or role not in drawn:
                    drawn[role] = spelled, text
            result += [mention[at : part.start], new]
            at = part.end
        self._whole.append(drawn)
        return "".join(result) + mention[at:]

    def _part_without_list(self, text: str, role: str, number: int, beside: str = "") -> str:
        """What stands in for an initial or digits."""
        if role == "digits":
            return self._drawer.first_made("name/digits", f"{number} {text}", partial(_digits, len(text))).text
        letter = self.initial(fold(text), beside, number)
        return letter.lower() if text.islower() else letter

    @staticmethod
    def _beside_initial(mention: str, parts: Sequence[NamePart]) -> str:
        """The one part that is written out beside initials; empty where there are more, or none."""
        written = [part for part in parts if part.role not in ("initial", "digits")]
        return fold(mention[written[0].start : written[0].end]) if len(written) == 1 else ""

    def _role_of(self, value: str, role: str) -> str:
        """Given or family name, of a lone word by what the request or the public lists say."""
        if role != "either":
            return role
        if value in self._roles:
            return self._roles[value]
        given = any(value in self._lexicon.pool(name) for name in ("GIVEN_NAMES_ALL", *_BOTH))
        return "given" if given or value not in self._lexicon.pool("SURNAMES_ALL") else "family"

    def token(self, value: str, role: str) -> str:
        """Draw the surrogate of one folded part, spelled as in its pool."""
        pools = self.pools(value, role)

        def make(stream: Stream) -> Made:
            drawn = _draw(stream, [self._lexicon.pool(name) for name in pools])
            return Made(drawn, drawn, self._never_self and fold(drawn) == value)

        joint = self._native.joint(value)

        def make_two(stream: Stream) -> Made:
            drawn = joint.join(_draw(stream, [self._lexicon.pool(name) for name in pools]) for _ in range(2))
            return Made(drawn, drawn)

        try:
            return self._drawer.draw(f"name/{role}", value, make, form="+".join(pools), tries=UNIFORM_TRIES).text
        except SurrogatesExhausted:
            # Of more names than the list has: a double-barrelled one.
            return self._drawer.draw(f"name/{role}/two", value, make_two, form="+".join(pools)).text

    def pools(self, value: str, role: str) -> tuple[str, ...]:
        """Return the names of the pools that a folded part is drawn from."""
        value = self._joined.get(value, value)
        pools = _POOLS_OF[self._genders.get(value, "")] if role == "given" else FAMILY_POOLS
        pools = _FOREIGN_POOLS if role == "foreign" else pools
        named = value in self._roles or value in self._lone
        code = self._native.languages.get(value) or ("" if named else self._of_accounts.get(value))
        return tuple(f"{code}/{name}" for name in pools) if code else pools

    def meet_account(self, words: Iterable[str], language: str) -> None:
        """Learn in which language the folded words of an account stand, of which each is drawn from then on."""
        for word in words:
            self._of_accounts.setdefault(word, language if language in EUROPEAN else "")

    def of_account(self, word: str) -> str:
        """Draw a family name, as addresses have it, in the place of a folded word of an account that is no name."""
        drawn = self.token(word, "family")
        code = self._of_accounts.get(word)
        return in_account(drawn, code) if code and word not in self._native.languages else drawn

    @property
    def surnames(self) -> Sequence[str]:
        """The pool of family names."""
        return self._lexicon.pool("SURNAME")

    def role(self, value: str) -> str | None:
        """Return the role of a folded part that stands in a name of the request; None where there is none."""
        value = self._joined.get(value, value)
        return self._role_of(value, "either") if value in self._roles or value in self._lone else None

    def known(self, value: str) -> str | None:
        """Return the surrogate of a folded part that stands in a name of the request; None where there is none."""
        role = self.role(value)
        if role is None:
            return None
        name = self._joined.get(value, value)
        return self._native.in_latin(name, self.token(name, role), role, written=value)

    def initial(self, letter: str, beside: str, number: int = 0) -> str:
        """Return the initial of the other part where the request has a full name that agrees, else a uniform letter.

        Args:
            letter: folded.
            beside: the part beside which it stands, folded; empty where there is none.
            number: its place in the mention.
        """
        meant = self._of_initial(letter, beside) if beside else None
        if meant is not None:
            return self._native.in_latin(meant[0], self.token(*meant), meant[1])[0].upper()
        return self._drawer.first_made("name/initial", f"{number} {letter} {beside}", _initial).text

    def written_together(self, token: str) -> list[tuple[str, str]] | None:
        """Find the parts, with their roles, of the full name that a folded word of an account is made of."""
        return self._together.get(token)

    def meant(self, beside: str, letter: str) -> list[tuple[str, str]]:
        """Find the parts of names, with their roles, that stand in a name with an initial joined to it."""
        parts = [(self._joined.get(beside, beside), self.role(beside) or "family")]
        meant = self._of_initial(letter, beside)
        return [*parts, meant] if meant else parts

    def agrees(self, letter: str, beside: str) -> bool:
        """Return whether an initial is that of a full name of the request."""
        return bool(beside) and self._of_initial(letter, beside) is not None

    def _of_initial(self, letter: str, beside: str) -> tuple[str, str] | None:
        """The part, with its role, that an initial stands for beside another one, which may be written in one word."""
        found = self._initials.get((letter, beside))
        return found or self._initials.get((letter, self._joined.get(beside, beside)))

    def read(self, mention: str) -> Sequence[NamePart | NativePart]:
        """Read the parts of a mention of the request."""
        return self._native.parts(mention) if self._native.reads(mention) else self._parts(mention)

    def drawn_from(self, mention: str) -> list[tuple[str, ...]]:
        """Return, for each part of a mention that is drawn from public names, the pools."""
        if self._native.reads(mention):
            read = self._native.parts(mention)
            return [self.pools(part.lemma, part.role) for part in read if part.role not in ("initial", "digits")]
        parts = self._parts(mention)
        beside = self._beside_initial(mention, parts)
        named: list[tuple[str, str]] = []
        for part in parts:
            value = fold(mention[part.start : part.end])
            meant = self._of_initial(value, beside) if part.role == "initial" and beside else None
            if meant is not None:
                named.append(meant)
            elif part.role not in ("initial", "digits"):
                named.append((value, self._role_of(value, part.role)))
        return [self.pools(value, role) for value, role in named]

    def outputs(self, mention: str) -> float:
        """Count the texts that can stand in for a mention of initials and digits alone."""
        parts = self.read(mention)
        return math.prod(
            ways(10, part.end - part.start) if part.role == "digits" else float(len(UPPER)) for part in parts
        )

    def kept(self, mention: str) -> tuple[str, ...]:
        """Describe what is kept of a mention: the kind of each part, in order, and what stands around them."""
        if self._native.reads(mention):
            return self._native.kept(mention, self._genders)
        kinds: list[str] = []
        seen: set[tuple[str, str]] = set()
        parts = self._parts(mention)
        beside = self._beside_initial(mention, parts)
        for part in parts:
            text = mention[part.start : part.end]
            role = self._role_of(fold(text), part.role)
            if role == "initial":
                agrees = self.agrees(fold(text), beside)
                kind = "an initial that agrees with a full name of the text" if agrees else "an initial"
            elif role == "digits":
                kind = f"{len(text)} digits"
            else:
                kind = _GIVEN[self._genders.get(fold(text), "")] if role == "given" else "a family name"
            again = (fold(text), role) in seen and role in ("given", "family")
            seen.add((fold(text), role))
            kinds.append(f"{kind}{letter_case(text)}{', the same again' if again else ''}")
        around = frame(mention, parts)
        plain = " ".join("…" * len(parts))
        return f"that it is {' and '.join(kinds)}", *(() if around == plain else (f'written as "{around}"',))

    def replacements(self) -> Iterator[Replacement]:
        """Yield what undoes the names in a reply: every part, and initials with the other part."""
        undo: dict[str, Replacement] = {}
        for spelled, original in self._seen:
            # A reply is restored in its own letter case, so what is kept is the usual spelling.
            if original.isupper() or original.islower():
                undo.setdefault(spelled, Replacement(spelled, usual(original), plural=True))
            else:
                undo[spelled] = Replacement(spelled, original, plural=True)
        for drawn in self._whole:
            if len(drawn) > 1:
                (given, old_given), (family, old_family) = drawn["given"], drawn["family"]
                short = f"{given[0]}. {family}", f"{given} {family[0]}."
                undo.setdefault(short[0], Replacement(short[0], f"{old_given[0]}. {old_family}", plural=True))
                undo.setdefault(short[1], Replacement(short[1], f"{old_given} {old_family[0]}."))
                undo.setdefault(
                    f"{given} {family}",
                    Replacement(f"{given} {family}", usual(f"{old_given} {old_family}"), plural=True),
                )
                # In user names and hashtags.
                for new, old in zip(_joined(given, family), _joined(old_given, old_family), strict=True):
                    undo.setdefault(new, Replacement(new, old))
                for login, old in zip(_logins(given, family), _logins(old_given, old_family), strict=True):
                    if login != f"{family.lower()}s":  # "the Cottinghams", and no name of a user
                        undo.setdefault(login, Replacement(login, old))
        for replacement in self._native.replacements():
            undo.setdefault(replacement.surrogate, replacement)
        yield from undo.values()


def _gender(value: str, clue: Clue) -> str:
    """The text decides where it is clear, then the lists, then what the text seems to say."""
    if clue.gender and clue.sure:
        return clue.gender
    lean = lean_of(value)
    return clue.gender if clue.gender and not (lean and lean.clear) else lean.gender if lean else ""


def _logins(given: str, family: str) -> tuple[str, ...]:
    """The logins that a model makes of a name by itself."""
    given, family = given.lower(), family.lower()
    return f"{given[0]}{family}", f"{given[0]}.{family}", f"{given[0]}_{family}", f"{family}{given[0]}"


def _joined(given: str, family: str) -> tuple[str, ...]:
    """A name as hashtags, files and lists have it."""
    return given + family, family + given, f"{family}, {given[0]}."


def _initial(stream: Stream) -> Made:
    letter = pick(stream, UPPER)
    return Made(letter, letter)


def _digits(count: int, stream: Stream) -> Made:
    drawn = digits(stream, count)
    return Made(drawn, drawn)


def _draw(stream: Stream, pools: Sequence[Sequence[str]]) -> str:
    """A uniform entry of all pools together."""
    place = below(stream, sum(map(len, pools)))
    for pool in pools[:-1]:
        if place < len(pool):
            return pool[place]
        place -= len(pool)
    return pools[-1][place]
