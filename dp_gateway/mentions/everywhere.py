"""Nothing that was found once is missed elsewhere: names and identifiers of a request, looked for in all its texts.

`find_mentions` calls it with what was detected: forms of a name (its parts, other letter case, logins that are made of
it), digits without their separators.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import accumulate, chain, groupby
from operator import itemgetter
from typing import Any, Protocol

from dp_gateway.cache import Memory
from dp_gateway.mentions.bare_numbers import Said
from dp_gateway.mentions.name_parts import NamePart, remembered_parts
from dp_gateway.mentions.written_apart import WrittenApart
from dp_gateway.policy import Rules
from dp_gateway.text.entities import VALUE_TYPES, Entity
from dp_gateway.text.escapes import escaped
from dp_gateway.text.folding import fold, in_two_letters, unaccented
from dp_gateway.text.unicode import IDEOGRAPH
from dp_gateway.vocabulary.lexicon.firms import legal_form
from dp_gateway.vocabulary.numerals import VALUE_WORDS

_EVERYWHERE_PARTS = 3
_LEAST_CHARACTERS = 4
_LEAST_JOINED = 8
_FIRM = "ORGANIZATION in one word"
"""The type, until it is found, of a firm as accounts, hosts and variables have it: "com.initech.erp"."""
_MADE = frozenset(("USERNAME", _FIRM))
_HUMPED, _LEAST_HUMP = frozenset(("USERNAME", "PERSON", _FIRM)), 5
_LEGAL = legal_form(*r"ab s\.a bv nv oy oyj as a/s spa srl sarl kg pty pte pvt cic".split(), "pty ltd", "pvt ltd")
"""What legal form a firm says it has, behind a name that others call it by."""
_LONGEST_WANTED = 400
"""Longer phrases are not looked for elsewhere: one that repeats itself would be compared with itself at every place."""
_SHORT = 2000
_LEAST_IDEOGRAPHS = {"PERSON": 2, "LOCATION": 3, "ORGANIZATION": 3}
_JOINTS = ("", ".", "_", "-")
_NAMES = frozenset(("PERSON", "LOCATION", "ORGANIZATION", "NRP", "JOB_TITLE", "USERNAME"))
_LETTERS = re.compile(r"[^\W\d_]+")
_RUN = re.compile(rb"\x01+")
_LEAST_DIGITS, _NATIONAL = 7, 10
OF_DIGITS = frozenset(
    ("PHONE_NUMBER", "US_SSN", "US_ITIN", "CREDIT_CARD", "US_BANK_NUMBER", "US_PASSPORT", "UK_NHS", "ID_NUMBER")
)
GUESSED = frozenset(("LOCATION", "ORGANIZATION", "NRP", "JOB_TITLE"))
_LOOSE = " \t\r\n\u00a0,;:/"
_ORDINARY = "PERSON in a sentence"
"""The type, until it is found, of a part of a name that is a word as well: "Frost", "Will"."""
_SPOKEN_OF = re.compile(
    r"\b(?:for|with|by|to|from|and|or|of|about|that|if|when|because|but|did|does|is|was|has|let|says|said|dr|mr|mrs|ms|prof|dear|"
    r"told|tell|asked|ask|answer|thank|thanks|call|email|contact|meet|met|visit|remind|inform|pay|paid|give|gave|send|sent|"
    r"invite|text|phone|hired|fired|know|knows)\b\.?,?[ ]$",
    re.I,
)
_BEFORE_NAME = 10
# Of an address on a host of its own: who provides mail for everybody is named in other ways, too.
_HOST_OF_ADDRESS = re.compile(
    r"@(?!(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|proton|protonmail|gmx|web|mail|zoho|"
    r"yandex|qq|163|126|libero|orange|free|wanadoo|laposte|t-online|posteo|mailbox|fastmail|google|microsoft|apple|amazon|"
    r"docker|redhat|mozilla|apache|gnu|debian|kernel|python|freedesktop|ubuntu|suse|openssl|postgresql|perl|cpan|x|"
    r"freebsd|openbsd|netbsd|llvm|nodejs|npmjs|golang|rust-lang|ruby-lang|php|w3|ietf|palletsprojects|pytest|ibm|intel|example|users\.noreply\.github)\.)"
    r"(?P<v>(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24})$"
)
# Of two parts or with digits; "info" and "sales" are words.
_ACCOUNT = re.compile(r"(?=[\w+.-]{5,64}$)[^\W\d_]+(?:[._-][^\W\d_]+\d*|\d+)(?:[._-]\w+)*")
# A character of an URL, or of a mail in quoted-printable.
_CODED = re.compile("[%=][0-9A-F]{2}")
_BREAKS = ("\\n", "\\r", "\\t")
AREAS_OF_ZONES = "Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific"
_OF_ZONE = re.compile(rf"\b(?:{AREAS_OF_ZONES})/(?:[A-Za-z_]{{1,20}}/)?\Z")
_LONGEST_AREA = 32
_VALUES = frozenset(VALUE_TYPES)
_SURE, _ONE_WORD = 0.95, frozenset(("PERSON", "ORGANIZATION", "LOCATION", "NRP", "JOB_TITLE"))
_NOT_REPEATED = _VALUES | {"DATE_TIME", "TITLE", "POSTCODE", "WORD"}


class WordSet(Protocol):
    """A container that is asked whether a word is in it: a set, or a pool of the lexicon."""

    def __contains__(self, item: object, /) -> bool:
        """Whether a word is one of them."""
        ...


_Forms = tuple[tuple[str, str, bool], ...]
"""Phrases with their types, and whether one counts only where nothing else is written so."""
_Wanted = dict[str, tuple[str, int]]
"""The type of each phrase that is looked for, and the turn in which it was first found."""
_Hit = tuple[int, int, str, int]
"""Where a phrase stands, its type, and the turn in which it was first found."""


def everywhere(
    texts: Sequence[str],
    entities: list[list[Entity]],
    rules: Rules,
    said: Said,
    written: Sequence[Sequence[Entity]],
    *,
    common_words: WordSet,
    memory: Memory,
    well_known: Callable[[str], bool] | None = None,
) -> list[list[Entity]]:
    """Add the places where a detected name or identifier stands undetected. `rules`: of the policy. `written`: public
    references in what the model wrote; what was first found in the same turn is not looked for in them: the provider
    has them as they are. `well_known`: tells of a word whether everybody knows it, as "docker" of Docker Inc.
    """

    def forms(phrase: str, kind: str) -> _Forms:
        make = partial(_forms, phrase, kind, common_words, memory, well_known or _is_never)
        return memory.recall(make, "forms", kind, phrase)

    turns = said.turns
    wanted = _wanted(texts, entities, rules, forms, said)
    if not wanted:
        return entities
    search = _Search(wanted, texts[0] if len(texts) == 1 and len(texts[0]) <= _SHORT else None)
    found: list[list[Entity]] = []
    for text, of_text, turn, own in zip(texts, entities, turns, written, strict=True):
        make = partial(_with_missed, text, of_text, search, turn, own)
        # What is first found in later turns is not looked for here, so an earlier turn is read once.
        # Of plain tuples it takes a third of the time.
        all_found = repr(([*map(tuple, of_text)], [*map(tuple, own)]))
        name = "everywhere", search.upto(turn), str(turn), all_found, text
        found.append([*memory.recall(make, *name)])
    return found


class _Search:
    """Looks for phrases in texts; what it needs is made when the first text is searched. `only`: the one text that is
    searched, a short one: most of the phrases do not stand in it.
    """

    def __init__(self, wanted: _Wanted, only: str | None = None) -> None:
        self._wanted, self._only = wanted, only
        self._automaton: Any = None
        self._apart: WrittenApart | None = None
        self._turns: list[int] = []
        self._hashes: list[str] = []
        state = hashlib.blake2b(digest_size=16)
        known = sorted((since, phrase, kind) for phrase, (kind, since) in wanted.items())
        for since, found in groupby(known, itemgetter(0)):
            state.update(repr(list(found)).encode("utf-8", "surrogatepass"))
            self._turns.append(since)
            self._hashes.append(state.hexdigest())

    def upto(self, turn: int) -> str:
        """A hash of what is looked for in a turn."""
        at = bisect_right(self._turns, turn)
        return self._hashes[at - 1] if at else ""

    def hits(self, text: str, turn: int) -> Iterator[tuple[int, int, str, int]]:
        """Where phrases stand as words, with their type and the turn they were found in, up to that of the text."""
        if self._automaton is None:
            automaton = self._automaton = import_module("ahocorasick").Automaton()
            for phrase, (kind, since) in self._wanted.items():
                if self._only is not None and phrase not in self._only:
                    continue
                automaton.add_word(phrase, (phrase, kind, since))
            automaton.make_automaton()
        if self._apart is None:
            self._apart = WrittenApart(self._wanted)
        if len(self._automaton):
            yield from _hits(text, self._automaton, turn)
        yield from self._apart.hits(text, turn)


def _with_missed(
    text: str, found: list[Entity], search: _Search, turn: int, written: Sequence[Entity]
) -> tuple[Entity, ...]:
    """What was found in a text, and what was missed; a name inside of a value is a name, and the rest the value."""
    hits = [*search.hits(text, turn)]
    if any(one.type in GUESSED for one in found):
        # What a model takes for a firm is a login, where it is made of a name of the request.
        logins = _covered(text, (hit for hit in hits if hit[2] == "USERNAME"))
        found = [one for one in found if one.type not in GUESSED or 1 not in logins[one.start : one.end]]
    parts = _parts_of_known(found, hits)
    if not parts:
        return _with_hits(text, found, hits, turn, written)
    whole = _with_hits(text, [one for one in found if one not in parts], hits, turn, written)
    covered = _covered(text, whole)
    return (*whole, *(one for one in parts if 1 not in covered[one.start : one.end]))


def _parts_of_known(found: Sequence[Entity], hits: Sequence[_Hit]) -> set[Entity]:
    """What a model took for something by itself, and is a part of what was found as a whole elsewhere.

    So is what it took for another kind of number: a telephone number without its spaces.
    """
    guessed = [one for one in found if one.detector.startswith("tagger")]
    if not guessed or not hits:
        return set()
    ends: dict[int, tuple[int, str]] = {}
    for start, end, kind, _ in hits:
        if kind != "USERNAME":
            ends[start] = max(ends.get(start, (0, "")), (end, kind))
    starts = sorted(ends)
    furthest = [*accumulate((ends[start][0] for start in starts), max)]
    parts: set[Entity] = set()
    for one in guessed:
        before = bisect_left(starts, one.start)
        end, kind = ends.get(one.start, (0, ""))
        within = end > one.end or (before > 0 and furthest[before - 1] >= one.end)
        if within or (end == one.end and kind in OF_DIGITS and kind != one.type):
            parts.add(one)
    return parts


def _with_hits(
    text: str, found: list[Entity], hits: Sequence[_Hit], turn: int, written: Sequence[Entity]
) -> tuple[Entity, ...]:
    values = [one for one in found if one.type in _VALUES and _telling(text[one.start : one.end])]
    if not values:
        return (*found, *_missed(text, found, hits, turn, written))
    held = set(values)
    kept = [one for one in found if one not in held]
    within = _covered(text, values)
    for one in _missed(text, kept, hits, turn, written):
        if 1 not in within[one.start : one.end]:
            kept.append(one)
        elif one.type in _NAMES and all(map(_telling, text[one.start : one.end].split())):
            kept.append(one)
            within[one.start : one.end] = bytes(one.end - one.start)
    for value in values:
        pieces = _RUN.finditer(within, value.start, value.end)
        spans = (_trimmed(text, *piece.span()) for piece in pieces)
        kept += [value._replace(start=start, end=end) for start, end in spans if start < end]
    return tuple(kept)


def _covered(text: str, spans: Iterable[tuple[Any, ...]]) -> bytearray:
    """A 1 for each character of a text that lies in one of some spans, which begin with their start and end."""
    covered = bytearray(len(text))
    for start, end, *_ in spans:
        covered[start:end] = b"\1" * (end - start)
    return covered


def _telling(text: str) -> bool:
    """Whether there is a word that says nothing of a value."""
    return any(word.casefold() not in VALUE_WORDS for word in _LETTERS.findall(text))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without spaces and commas on either side; empty where no letter or digit is left."""
    while start < end and text[start] in _LOOSE:
        start += 1
    while start < end and text[end - 1] in _LOOSE:
        end -= 1
    return (start, end) if any(map(str.isalnum, text[start:end])) else (start, start)


def _wanted(
    texts: Sequence[str], entities: list[list[Entity]], rules: Rules, forms: Callable[[str, str], _Forms], said: Said
) -> _Wanted:
    """The phrases that are looked for, in the ways that they may be written."""
    wanted: _Wanted = {}
    for at in sorted(range(len(texts)), key=said.turns.__getitem__):
        text, found, turn = texts[at], entities[at], said.turns[at]
        programs = said.programs[at] if said.programs else ()
        for one in found:
            start, end, kind = one[:3]
            # A name or password that is what the program is called as well is no sign of itself elsewhere.
            common = text[start:end].lower() in programs
            if rules[kind].treatment == "keep" or kind in _NOT_REPEATED or common:
                continue
            # Amid a program other letter cases of one word that is guessed are the program's: "Waker", "waker.rs".
            as_written = bool(programs) and one.score < _SURE and kind in _ONE_WORD and text[start:end].isalpha()
            for form, of, first_only in forms(text[start:end], kind):
                if as_written and form != text[start:end]:
                    continue
                if len(form) > _LONGEST_WANTED or form.lower() in programs:
                    continue
                # A firm whose name a program of the request has is that program's.
                if of == _FIRM and any(form.lower() in names for names in said.programs or ()):
                    continue
                known = wanted.get(form)
                # What a model takes for a firm is a login, where it is made of a name of the request.
                if (
                    known is None
                    or (first_only and known[0] in GUESSED)
                    or (known[1] == turn and not first_only and not (known[0] in _MADE and of in GUESSED))
                ):
                    wanted[form] = of, turn
    return wanted


def _is_never(_: str) -> bool:
    return False


def _forms(phrase: str, kind: str, common_words: WordSet, memory: Memory, well_known: Callable[[str], bool]) -> _Forms:
    """How a phrase may be written elsewhere, and the logins that are made of a name."""
    found: list[tuple[str, str, bool]] = []
    found += ((number, kind, False) for number in _plain_digits(phrase, kind))
    if kind == "EMAIL_ADDRESS":
        if (host := _HOST_OF_ADDRESS.search(phrase)) is not None:
            found.append((host["v"].lower(), "URL", True))
        account = phrase.partition("@")[0]
        if _ACCOUNT.fullmatch(account) and fold(account) not in common_words:
            found.append((account, "USERNAME", True))
    if kind == "PERSON":
        of_name = remembered_parts(phrase, memory)
        found += ((form, kind, False) for form in _forms_of_person(phrase, of_name, common_words))
        found += ((word, _ORDINARY, True) for word in _ordinary_parts(phrase, of_name, common_words))
        found += ((login, "USERNAME", True) for login in _logins(phrase, of_name))
    if kind == "ORGANIZATION":
        firm = (form for form in _as_one_word(phrase) if fold(form) not in common_words and not well_known(form))
        found += ((form, _FIRM, True) for form in firm)
    least = _LEAST_IDEOGRAPHS.get(kind, _LEAST_CHARACTERS) if IDEOGRAPH.match(phrase) else _LEAST_CHARACTERS
    if len(phrase) >= least and fold(phrase) not in common_words:
        found += ((form, kind, False) for form in (phrase, phrase.upper()))
        if not phrase.isascii():
            found.append((escaped(phrase, 1), kind, False))
        if not all(fold(word) in common_words for word in phrase.split()):
            found.append((phrase.lower(), kind, False))
    return tuple(found)


_BEGIN_NAMES = frozenset(
    "De Del Della Den Der Des Di Da Dos Das Du El La Le Los Las Les Lo Ter Ten Von Vom Zu Zum Zur".split()
)
"""Particles that begin a family name and sentences ("De Smedt", "Le Goff"): alone they are articles."""


def _forms_of_person(phrase: str, parts: Sequence[NamePart], common_words: WordSet) -> Iterator[str]:
    """The parts of a name, in the letter cases in which they stand elsewhere."""
    words = _written_out(phrase, parts)
    for number, word in enumerate(words):
        if number == 0 and len(words) > 1 and word in _BEGIN_NAMES:
            continue
        if len(word) == _EVERYWHERE_PARTS - 1 and word.istitle() and fold(word) not in common_words:
            yield word  # "Vo" of "Minh-Anh Vo"
        if len(word) < _EVERYWHERE_PARTS or not word[0].isupper() or fold(word) in common_words:
            continue
        yield from (word, word.upper())
        if not word.isascii():
            yield from chain.from_iterable((one, one.upper()) for one in _without_accents(word))
        if len(word) >= _LEAST_CHARACTERS:
            yield from (word.capitalize(), word.lower())
            # "A n n a": spelled.
            yield from (sign.join(form) for form in (word, word.upper()) for sign in " -.")


def _without_accents(word: str) -> Iterator[str]:
    """How a name is written where there are no letters with accents: "Mueller" and "Muller" of Müller."""
    for form in (in_two_letters(word), word):
        plain = unaccented(form)
        if plain.isascii() and len(plain) >= _LEAST_CHARACTERS:
            yield plain


def _ordinary_parts(phrase: str, parts: Sequence[NamePart], common_words: WordSet) -> Iterator[str]:
    """The parts of a name that are words as well; a name of one part says too little."""
    words = _written_out(phrase, parts)
    if len(words) > 1:
        yield from (word for word in words if word.istitle() and fold(word) in common_words)


def _logins(phrase: str, parts: Sequence[NamePart]) -> Iterator[str]:
    """The logins that people make of the first and the last part of a name."""
    words = _written_out(phrase, parts)
    if len(words) > 1 and words[0].isascii() and words[-1].isascii():
        given, family = words[0].lower(), words[-1].lower()
        joined = [(given, family), (family, given), (given[0], family)]
        logins = [f"{first}{sign}{last}" for first, last in joined for sign in _JOINTS]
        yield from (login for login in (*logins, f"{family}{given[0]}") if len(login) > _LEAST_CHARACTERS)
        # Names of files, classes and variables.
        first, last = words[0].capitalize(), words[-1].capitalize()
        for one, other in ((first, last), (last, first), (first.upper(), last.upper())):
            yield from (f"{one}{sign}{other}" for sign in _JOINTS)
        yield from (f"{given}{last}", f"{family}{first}")
        yield f"{first[0]}{last}"


def _as_one_word(phrase: str) -> Iterator[str]:
    """A firm as accounts, tags, hosts and variables have it: one of several words, and one without its legal form."""
    called = _LEGAL.sub("", phrase)
    words = called.split()
    if called != phrase and called.isalpha() and len(called) >= _LEAST_HUMP:
        yield from dict.fromkeys(
            form
            for name in (called, *_without_accents(called))
            for form in (name, name.lower(), name.upper(), name.capitalize())
        )
    phrase = called
    if len(words) > 1 and phrase.isascii() and all(map(str.isalnum, words)):
        given = "".join(words)
        if len(given) >= _LEAST_JOINED:
            yield from (given, given.lower(), given.upper())
            yield from (sign.join(words).lower() for sign in "-_")


def _plain_digits(phrase: str, kind: str) -> Iterator[str]:
    """An identifier of digits as programs write it: without what separates them, of a telephone without its country."""
    if kind in OF_DIGITS and not _LETTERS.search(phrase):
        digits = "".join(filter(str.isdecimal, phrase))
        lengths = (len(digits), _NATIONAL) if kind == "PHONE_NUMBER" else (len(digits),)
        yield from (digits[-length:] for length in lengths if _LEAST_DIGITS <= length <= len(digits))


def _written_out(phrase: str, parts: Sequence[NamePart]) -> list[str]:
    return [phrase[part.start : part.end] for part in parts if part.role not in ("initial", "digits")]


def _hits(text: str, automaton: Any, turn: int) -> Iterator[tuple[int, int, str, int]]:
    """Where phrases that are looked for stand as words, with their type and the turn they were found in."""
    for last, (phrase, kind, since) in automaton.iter(text):
        start, end = last + 1 - len(phrase), last + 1
        coded = _CODED.fullmatch(text, max(start - 3, 0), start) or text[max(start - 2, 0) : start] in _BREAKS
        inside = (text[start - 1 : start].isalnum() and not coded and not IDEOGRAPH.match(phrase)) or (
            text[end : end + 1].isalnum()
            and not IDEOGRAPH.match(phrase[-1])
            and not _is_plural(text, phrase, end, kind)
        )
        inside = inside and not (kind in _HUMPED and _is_humped(text, phrase, start, end))
        if kind in GUESSED:
            # Parts of "shop_paris" and of the zone "Europe/Paris".
            inside = inside or "_" in (text[start - 1 : start], text[end : end + 1])
            inside = inside or _OF_ZONE.search(text, max(start - _LONGEST_AREA, 0), start) is not None
        if since > turn or inside:
            continue
        if kind != _ORDINARY:
            yield start, end, "ORGANIZATION" if kind == _FIRM else kind, since
        elif _SPOKEN_OF.search(text, max(start - _BEFORE_NAME, 0), start) or text[end : end + 2] in ("'s", "’s"):
            # "fine for Frost", "Frost's car", and not "Frost covered the field".
            yield start, end, "PERSON", since


def _is_plural(text: str, phrase: str, end: int, kind: str) -> bool:
    """Whether an "s" behind a name makes several of it, or says whose something is: "greenhalghs_essay.docx"."""
    return (
        kind == "PERSON"
        and len(phrase) >= _LEAST_HUMP
        and text[end : end + 1] in ("s", "S")
        and not text[end + 1 : end + 2].isalnum()
    )


def _is_humped(text: str, phrase: str, start: int, end: int) -> bool:
    """Whether a name is a part of words that are written as one: "getTomBakerHandler", "#JusticeForMarguerite"."""
    before, behind = text[start - 1 : start], text[end : end + 1]
    return (
        (any(map(str.isupper, phrase[1:])) or (len(phrase) >= _LEAST_HUMP and phrase.isalpha()))
        and any(map(str.islower, phrase))
        and (not before.isalnum() or (before.islower() and phrase[0].isupper()))
        and (not behind.isalnum() or behind.isupper() or behind.isdigit())
    )


def _missed(
    text: str, found: list[Entity], hits: Sequence[_Hit], turn: int, written: Sequence[Entity]
) -> Iterator[Entity]:
    covered, shielded = _covered(text, found), _covered(text, written)
    open_to = [
        (start, end, kind)
        for start, end, kind, since in hits
        if 1 not in covered[start:end] and not (since == turn and 1 in shielded[start:end])
    ]
    for start, end, kind in sorted(open_to, key=lambda hit: (hit[0] - hit[1], hit[0])):
        if 1 not in covered[start:end]:
            covered[start:end] = b"\1" * (end - start)
            yield Entity(start, end, kind, 1.0, "everywhere")
