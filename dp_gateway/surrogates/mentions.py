"""From detected entities to mentions: one list per request, nothing overlapping, nothing that was found once missed
elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from dp_gateway.cache import Memory
from dp_gateway.detection.disguise import space_of
from dp_gateway.languages import Passage, language_at, passages
from dp_gateway.policy import Policy
from dp_gateway.restore import is_restorable
from dp_gateway.surrogates.amounts.units import VALUE_WORDS
from dp_gateway.surrogates.articles import ELIDED, ELIDED_BEFORE
from dp_gateway.surrogates.findings import all_private, as_persons, with_public, without_public
from dp_gateway.surrogates.gender import NO_CLUE, Clue, clue
from dp_gateway.surrogates.name_parts import NamePart, name_parts
from dp_gateway.surrogates.native_parts import title_before
from dp_gateway.surrogates.scripts import whole_words
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import fold
from dp_gateway.text.unicode import IDEOGRAPHS

__all__ = ["Mention", "as_declared", "between", "find_mentions"]

_EVERYWHERE_PARTS = 3
_LEAST_CHARACTERS = 4
_LONGEST_WANTED = 400
"""Longer phrases are not looked for elsewhere: one that repeats itself would be compared with itself at every place."""
_LEAST_IDEOGRAPHS = {"PERSON": 2, "LOCATION": 3, "ORGANIZATION": 3}
_IDEOGRAPH = re.compile(f"[{IDEOGRAPHS}]")
_LONGEST_ELIDED = 4
_NEAR = 60
_JOINTS = ("", ".", "_", "-")
_ARTICLE = re.compile(r"(?<![\w'])([Aa]n?|AN?)(\s+)$")
_WORD_BEFORE = re.compile(r"(?<![^\W\d_])[^\W\d_]+[\s:=,;(\"'>-]{1,4}$")
_WORD_AFTER = re.compile(r"[\s,;:)-]{0,3}[^\W\d_]{1,60}")
_WITH_ARTICLE = frozenset(("LOCATION", "ORGANIZATION", "NRP", "JOB_TITLE", "AGE", "QUANTITY", "DURATION"))
_LOCAL = frozenset(("DATE_TIME", "AGE", "DURATION", "MONEY", "PERCENTAGE", "QUANTITY", "PHONE_NUMBER", "ID_NUMBER"))
_OF_LANGUAGES = frozenset("PERSON LOCATION ORGANIZATION NRP JOB_TITLE STREET_ADDRESS".split()) | _LOCAL
_OF_WORDS = frozenset(("PERSON", "LOCATION", "ORGANIZATION", "NRP", "JOB_TITLE"))
# "E-48291", "AB1234", "10042": three digits at least, and no word of four letters ("1800Flowers").
_IDENTIFIER = re.compile(r"(?=(?:\D*+\d){3})(?>(?:(?:[^\W\d_]{1,3}(?![^\W\d_])|\d++)[-_/.]?)+)")
_NAMES = frozenset((*_OF_WORDS, "USERNAME"))
_LETTERS = re.compile(r"[^\W\d_]+")
_RUN = re.compile(rb"\x01+")
_AMOUNT = re.compile(
    r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]{1,2})?(?![0-9,])|[1-9][0-9]{0,14}(?:\.[0-9]{1,2})?(?![0-9,.]*[0-9kKmMbB])"
)
_LEAST_DIGITS, _NATIONAL = 7, 10
_OF_DIGITS = frozenset(
    ("PHONE_NUMBER", "US_SSN", "US_ITIN", "CREDIT_CARD", "US_BANK_NUMBER", "US_PASSPORT", "UK_NHS", "ID_NUMBER")
)
_GUESSED = frozenset(("LOCATION", "ORGANIZATION", "NRP", "JOB_TITLE"))
_LOOSE = " \t\r\n\u00a0,;:/"
_VALUES = frozenset(("AGE", "DURATION", "MONEY", "PERCENTAGE", "QUANTITY"))
_NOT_REPEATED = _VALUES | {"DATE_TIME", "TITLE", "POSTCODE", "WORD"}


class Mention(NamedTuple):
    """One entity of one text of a request.

    Attributes:
        text_number: which text.
        start, end: where it stands, an indefinite article before it included.
        type: entity type.
        text: the entity itself.
        article: the indefinite article and the space before it, or empty.
        before, after: the words around a number that is too short to be known by itself.
        clue: what the text around a person's name says of its gender.
        space: what stands for the spaces of the name where it is written ("%20"); empty for spaces.
        public: a public reference, which stays.
        language: ISO 639-1 of the passage that it stands in; empty for English.
    """

    text_number: int
    start: int
    end: int
    type: str
    text: str
    article: str = ""
    before: str = ""
    after: str = ""
    clue: Clue = NO_CLUE
    space: str = ""
    public: bool = False
    language: str = ""


class _Words(Protocol):
    def __contains__(self, item: object, /) -> bool: ...


def between(text: str, mentions: Iterable[Mention]) -> Iterator[str]:
    """The stretches of a text outside its mentions."""
    at = 0
    for mention in mentions:
        yield text[at : mention.start]
        at = mention.end
    yield text[at:]


def find_mentions(
    texts: Sequence[str],
    entities: Sequence[Sequence[Entity]],
    policy: Policy,
    common_words: _Words = frozenset(),
    parts: Callable[[str], Sequence[NamePart]] = name_parts,
    turns: Sequence[int] | None = None,
    memory: Memory | None = None,
    *,
    spoken: Sequence[bool] | None = None,
) -> list[Mention]:
    """The mentions of a request, in order of the texts.

    Args:
        texts: the texts of the request.
        entities: what was detected in each, without overlaps.
        policy: thresholds and what is kept.
        common_words: folded words that are no sign of a person where they stand alone.
        parts: `name_parts`, or what remembers them.
        turns: the turn of each text. What is found in one is not looked for in those before, which were sent without
            it; None where all are sent at once.
        memory: keeps how a phrase may be written elsewhere; None works it out each time.
        spoken: which texts the model did not write, where public references stay but for those of what is private in a
            text before; None where none stays.
    """
    turns = [0] * len(texts) if turns is None else turns
    entities = as_persons(texts, entities, turns)
    kinds = {found.type for of_text in entities for found in of_text}
    least = {kind: _threshold(policy, kind) for kind in kinds}
    kept = [
        [_as_identifier(text, entity) for entity in found if entity.score >= least[entity.type]]
        for text, found in zip(texts, entities, strict=True)
    ]
    public: list[list[Entity]] = [[] for _ in texts]
    if spoken is None:
        kept = all_private(kept)
    else:
        # The model had written its text before the next message was said.
        kept, public = without_public(kept, [2 * turn + one for turn, one in zip(turns, spoken, strict=True)])
    if policy.detection.everywhere:
        replaced = {kind for kind in kinds if policy.rule(kind).treatment != "keep"}

        def forms(phrase: str, kind: str) -> _Forms:
            make = partial(_forms, phrase, kind, common_words, parts)
            return make() if memory is None else memory.recall(make, "forms", kind, phrase)

        wanted = _wanted(texts, kept, replaced, forms, turns)
        written = [found if spoken and not one else [] for found, one in zip(public, spoken or turns, strict=True)]
        kept = _everywhere(texts, kept, wanted, turns, written) if wanted else kept
    kept = [with_public(*each) for each in zip(kept, public, strict=True)]
    mentions: list[Mention] = []
    for number, (text, found) in enumerate(zip(texts, kept, strict=True)):
        alone = _disjoint(found)
        ends = [0, *(entity.end for entity in alone)]
        starts = [*(entity.start for entity in alone[1:]), len(text)]
        for before, entity, after in zip(ends, alone, starts, strict=False):
            mentions.append(_mention(number, text, entity, before, after))
    mentions = _with_languages(texts, mentions)
    # Of words that are drawn themselves, the surrogate of a name must not tell.
    return _with_clues(texts, mentions) if policy.keep_gender and not policy.draws_words else mentions


def _with_languages(texts: Sequence[str], mentions: list[Mention]) -> list[Mention]:
    """The mentions whose surrogate depends on it, each with the language of its passage; French ones with "d'"."""
    found: dict[int, Sequence[Passage]] = {}
    known: list[Mention] = []
    for mention in mentions:
        number, text = mention.text_number, texts[mention.text_number]
        language = "en"
        if mention.type in _OF_LANGUAGES:
            known_passages = found.get(number)
            if known_passages is None:
                known_passages = found[number] = passages(text)
            # Most texts are in one language.
            one = len(known_passages) == 1
            language = known_passages[0].language if one else language_at(known_passages, mention.start)
        if language != "en" and mention.article:
            # What is an indefinite article in English is another word in other languages.
            mention = mention._replace(start=mention.start + len(mention.article), article="")  # noqa: PLW2901
        if language == "fr" and mention.type in ELIDED_BEFORE:
            last = known[-1].end if known and known[-1].text_number == number else 0
            before = ELIDED.search(text, max(mention.start - _LONGEST_ELIDED, last), mention.start)
            mention = mention._replace(start=before.start(), article=before[0]) if before else mention  # noqa: PLW2901
        known.append(mention if language == "en" else mention._replace(language=language))
    return known


def as_declared(text: str, entity_type: str, policy: Policy) -> Mention:
    """The one mention of a text that is said to be an entity as a whole."""
    entity = _as_identifier(text, Entity(0, len(text), entity_type, 1.0, "declared"))
    mention = Mention(0, 0, len(text), entity.type, text)
    return _with_clues([text], [mention])[0] if policy.keep_gender and not policy.draws_words else mention


def _with_clues(texts: Sequence[str], mentions: list[Mention]) -> list[Mention]:
    """What the text around the first mention of each person says, as far as the next person of the same text."""
    people = [place for place, mention in enumerate(mentions) if mention.type == "PERSON"]
    seen: set[str] = set()
    for number, place in enumerate(people):
        mention = mentions[place]
        if mention.text in seen:
            continue
        seen.add(mention.text)
        text, before = texts[mention.text_number], 0
        after = len(text)
        if number and (other := mentions[people[number - 1]]).text_number == mention.text_number:
            before = other.end
        if place != people[-1] and (other := mentions[people[number + 1]]).text_number == mention.text_number:
            after = other.start
        if mention.language:
            gender, titled = title_before(text, mention.start, mention.end)
            found = Clue(gender, titled=titled) if gender or titled else NO_CLUE
        else:
            found = clue(text, mention.start, mention.end, before, after)
        if found is not NO_CLUE:
            mentions[place] = mention._replace(clue=found)
    return mentions


def _as_identifier(text: str, entity: Entity) -> Entity:
    """A number that a model took for a name is an identifier: no phrase stands in for it. No letter is cut in two."""
    if not text.isascii():
        start, end = whole_words(text, entity.start, entity.end)
        entity = entity._replace(start=start, end=end)
    if entity.type in _OF_WORDS and _IDENTIFIER.fullmatch(text, entity.start, entity.end):
        return entity._replace(type="ID_NUMBER")
    return entity


def _disjoint(entities: Iterable[Entity]) -> list[Entity]:
    kept: list[Entity] = []
    for entity in sorted(entities):
        if not kept or entity.start >= kept[-1].end:
            kept.append(entity)
    return kept


def _threshold(policy: Policy, entity_type: str) -> float:
    threshold = policy.rule(entity_type).threshold
    return policy.detection.least_score if threshold is None else threshold


def _mention(number: int, text: str, entity: Entity, before: int, after: int) -> Mention:
    """An entity between two others, with what belongs to it."""
    stands = text[entity.start : entity.end]
    if entity.type in _OF_WORDS and (space := space_of(stands)):
        read = stands.replace(space, " ")
        return Mention(number, entity.start, entity.end, entity.type, read, space=space)
    # An article says how the hidden word begins ("an"), so both are replaced together.
    article = _article_before(text, before, entity.start) if entity.type in _WITH_ARTICLE else ""
    mention = Mention(
        number, entity.start - len(article), entity.end, entity.type, stands, article, public=entity.public
    )
    if article or stands[:2].isalpha() or is_restorable(stands):
        return mention
    # Further away than this a word says nothing about a number, and a search would read all that lies between.
    ahead, behind = (
        _WORD_BEFORE.search(text, max(before, entity.start - _NEAR), entity.start),
        _WORD_AFTER.match(text, entity.end, after),
    )
    return mention._replace(before=ahead[0] if ahead else "", after=behind[0] if behind else "")


def _article_before(text: str, before: int, start: int) -> str:
    """The indefinite article and the space that end at `start`; empty where there is none."""
    end = len(text[before:start].rstrip()) + before
    if end == start or text[end - 1] not in "aAnN":
        return ""
    found = _ARTICLE.search(text, max(end - 2, before), start)
    return found[0] if found else ""


_Forms = tuple[tuple[str, str, bool], ...]
"""Phrases with their types, and whether one counts only where nothing else is written so."""
_Wanted = dict[str, tuple[str, int]]
"""The type of each phrase that is looked for, and the turn in which it was first found."""


def _everywhere(
    texts: Sequence[str],
    entities: list[list[Entity]],
    wanted: _Wanted,
    turns: Sequence[int],
    written: Sequence[Sequence[Entity]],
) -> list[list[Entity]]:
    """Add the places where a detected name or identifier stands undetected.

    Args:
        texts, entities, turns: see `find_mentions`.
        wanted: what is looked for.
        written: public references in what the model wrote; what was first found in the same turn is not looked for in
            them: the provider has them as they are.
    """
    automaton: Any = import_module("ahocorasick").Automaton()
    for phrase, (kind, turn) in wanted.items():
        automaton.add_word(phrase, (phrase, kind, turn))
    automaton.make_automaton()
    each = zip(texts, entities, turns, written, strict=True)
    return [_with_missed(text, found, automaton, turn, own) for text, found, turn, own in each]


def _with_missed(
    text: str, found: list[Entity], automaton: Any, turn: int, written: Sequence[Entity] = ()
) -> list[Entity]:
    """What was found in a text, and what was missed; a name inside of a value is a name, and the rest the value."""
    if any(one.type in _GUESSED for one in found):
        # What a model takes for a firm is a login, where it is made of a name of the request.
        logins = [hit for hit in _hits(text, automaton, turn) if hit[2] == "USERNAME"]
        found = [
            one
            for one in found
            if one.type not in _GUESSED or not any(start < one.end and one.start < end for start, end, *_ in logins)
        ]
    values = [one for one in found if one.type in _VALUES and _telling(text[one.start : one.end])]
    if not values:
        return [*found, *_missed(text, found, automaton, turn, written)]
    held = set(values)
    kept = [one for one in found if one not in held]
    within = bytearray(len(text))
    for start, end, *_ in values:
        within[start:end] = b"\1" * (end - start)
    for one in _missed(text, kept, automaton, turn, written):
        if 1 not in within[one.start : one.end]:
            kept.append(one)
        elif one.type in _NAMES and all(map(_telling, text[one.start : one.end].split())):
            kept.append(one)
            within[one.start : one.end] = bytes(one.end - one.start)
    for value in values:
        pieces = _RUN.finditer(within, value.start, value.end)
        spans = (_trimmed(text, *piece.span()) for piece in pieces)
        kept += [value._replace(start=start, end=end) for start, end in spans if start < end]
    return kept


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
    texts: Sequence[str],
    entities: list[list[Entity]],
    replaced: set[str],
    forms: Callable[[str, str], _Forms],
    turns: Sequence[int],
) -> _Wanted:
    """The phrases that are looked for, in the ways that they may be written."""
    wanted: _Wanted = {}
    for at in sorted(range(len(texts)), key=turns.__getitem__):
        text, found, turn = texts[at], entities[at], turns[at]
        for start, end, kind, *_ in found:
            if kind not in replaced or (kind in _NOT_REPEATED and kind != "MONEY"):
                continue
            for form, of, first_only in forms(text[start:end], kind):
                if len(form) > _LONGEST_WANTED:
                    continue
                known = wanted.get(form)
                # What a model takes for a firm is a login, where it is made of a name of the request.
                if (
                    known is None
                    or (first_only and known[0] in _GUESSED)
                    or (known[1] == turn and not first_only and not (known[0] == "USERNAME" and of in _GUESSED))
                ):
                    wanted[form] = of, turn
    return wanted


def _forms(phrase: str, kind: str, common_words: _Words, parts: Callable[[str], Sequence[NamePart]]) -> _Forms:
    """How a phrase may be written elsewhere, and the logins that are made of a name."""
    found: list[tuple[str, str, bool]] = []
    if kind == "MONEY":
        return tuple((number, kind, False) for number in _plain_amounts(phrase))
    found += ((number, kind, False) for number in _plain_digits(phrase, kind))
    if kind == "PERSON":
        of_name = parts(phrase)
        found += ((form, kind, False) for form in _forms_of_person(phrase, of_name, common_words))
        found += ((login, "USERNAME", True) for login in _logins(phrase, of_name))
    least = _LEAST_IDEOGRAPHS.get(kind, _LEAST_CHARACTERS) if _IDEOGRAPH.match(phrase) else _LEAST_CHARACTERS
    if len(phrase) >= least and fold(phrase) not in common_words:
        found += ((form, kind, False) for form in (phrase, phrase.upper()))
        if not all(fold(word) in common_words for word in phrase.split()):
            found.append((phrase.lower(), kind, False))
    return tuple(found)


def _forms_of_person(phrase: str, parts: Sequence[NamePart], common_words: _Words) -> Iterator[str]:
    """The parts of a name, in the letter cases in which they stand elsewhere."""
    for word in _written_out(phrase, parts):
        if len(word) < _EVERYWHERE_PARTS or not word[0].isupper() or fold(word) in common_words:
            continue
        yield from (word, word.upper())
        if len(word) >= _LEAST_CHARACTERS:
            yield from (word.capitalize(), word.lower())


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
        yield f"{first[0]}{last}"


def _plain_digits(phrase: str, kind: str) -> Iterator[str]:
    """An identifier of digits as programs write it: without what separates them, of a telephone without its country."""
    if kind in _OF_DIGITS and not _LETTERS.search(phrase):
        digits = "".join(filter(str.isdecimal, phrase))
        lengths = (len(digits), _NATIONAL) if kind == "PHONE_NUMBER" else (len(digits),)
        yield from (digits[-length:] for length in lengths if _LEAST_DIGITS <= length <= len(digits))


def _plain_amounts(phrase: str) -> Iterator[str]:
    """An amount as columns and JSON have it, where it is too exact to be another one."""
    found = _AMOUNT.search(phrase)
    number = found[0].replace(",", "") if found else ""
    whole, _, cents = number.partition(".")
    if len(number.replace(".", "").strip("0")) >= _LEAST_CHARACTERS:
        yield from (number, f"{int(whole):,}" + (f".{cents}" if cents else ""))
        if not cents.strip("0"):
            yield from (whole, f"{whole}.0", f"{whole}.00", f"{int(whole):,}")


def _written_out(phrase: str, parts: Sequence[NamePart]) -> list[str]:
    return [phrase[part.start : part.end] for part in parts if part.role not in ("initial", "digits")]


def _hits(text: str, automaton: Any, turn: int) -> Iterator[tuple[int, int, str, int]]:
    """Where phrases that are looked for stand as words, with their type and the turn they were found in."""
    for last, (phrase, kind, since) in automaton.iter(text):
        start, end = last + 1 - len(phrase), last + 1
        coded = text.startswith("%20", start - 3) if start > 2 else False  # noqa: PLR2004
        inside = (text[start - 1 : start].isalnum() and not coded and not _IDEOGRAPH.match(phrase)) or (
            text[end : end + 1].isalnum() and not _IDEOGRAPH.match(phrase[-1])
        )
        if kind in _GUESSED:
            inside = inside or "_" in (text[start - 1 : start], text[end : end + 1])
        if since <= turn and not inside:
            yield start, end, kind, since


def _missed(text: str, found: list[Entity], automaton: Any, turn: int, written: Sequence[Entity]) -> Iterator[Entity]:
    covered = bytearray(len(text))
    for start, end, *_ in found:
        covered[start:end] = b"\1" * (end - start)
    shielded = bytearray(len(text) if written else 0)
    for start, end, *_ in written:
        shielded[start:end] = b"\1" * (end - start)
    hits = [
        (start, end, kind)
        for start, end, kind, since in _hits(text, automaton, turn)
        if 1 not in covered[start:end] and not (since == turn and 1 in shielded[start:end])
    ]
    for start, end, kind in sorted(hits, key=lambda hit: (hit[0] - hit[1], hit[0])):
        if 1 not in covered[start:end]:
            covered[start:end] = b"\1" * (end - start)
            yield Entity(start, end, kind, 1.0, "everywhere")
