"""What the text around a phrase says: whether somebody is spoken of, whether something is asked in general.

Nothing here looks at the phrase itself. Sentences are bounded stretches, so that all takes time in proportion to the
text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from dp_gateway.patterns.structure import Structure
from dp_gateway.patterns.terms import is_name
from dp_gateway.public import words
from dp_gateway.public.exercises import SHORT, is_exercise, is_reckoned
from dp_gateway.public.lists import is_holiday
from dp_gateway.public.world import NAMED, is_of_the_world
from dp_gateway.text.entities import IDENTIFIERS, Entity
from dp_gateway.text.folding import lacks

_REACH = 400
_LEAST_OF_KIND = 8
_LEAST_SAID, _LEAST_TOLD = 3, 10
_END = re.compile(
    r"[.!?](?<![.!?]{2})(?<![.\s][A-Z].)(?<!\b(?i:mr|ms|dr|st|mt|vs).)(?<!\bv.)(?<!\b(?i:mrs|gen|sen|gov).)(?<!\b(?i:pres|prof).)[.!?]*+"
    r"(?:[\"”’')\]*_]++\s++(?![a-z])|\s++)|;\s++(?=(?i:what|how|which|who|why|when|where|does|is|can)\s)|"
    r"\n[ \t\r]*+\n\s*+|\n(?=[ \t]*+(?:[-*•]|[0-9]{1,3}[.)])[ \t])"
)
WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_APOSTROPHES = re.compile("[’‘´`ʼ]")
_YEAR = re.compile(
    r"(?:(?:in|of|since|from|until|by|early|late|the)\s+)*(?:1\d{3}|20\d\d)s?|\d{1,2}(?:th|st|nd|rd) century", re.I
)
_OLD = re.compile(r"\b(?:1[0-8][0-9]{2}s?|century|centuries|BC|AD|BCE|CE|ancient|medieval|historically)\b")
_OF_OLD = ("1", "centur", "BC", "AD", "CE", "ancient", "medieval", "historically")
_FAMOUS = frozenset(("person", "work"))
_CALLED = frozenset(("person", "mononym", "eponym", "surname", "work"))
_ARTICLE = len("The ") + 1
_THE_ROLE = re.compile(
    rf"\b(?:the|this|that|my|our|your|his|her|their)\s(?:\w+\s)?(?:{'|'.join(sorted(words.ROLES))})\b", re.I
)
_PRONOUN = re.compile(
    r"\b(?:my|mine|our|ours|i['’](?:m|ve|d|ll)|we['’](?:re|ve|d|ll)|i (?:am|was|have|had|live|lived|work|worked|got|"
    r"just|grew|moved|need|want|study|studied|think|can|will|would|don['’]t)|we)\b",
    re.I,
)
_DONE_TO = re.compile(
    r"\b(?:left|leaves?|keeps?|kept|wants?|owe[sd]?|pays?|paid|paying|costs?|costing|charge[sd]?|charging|gave|gives?|lent|"
    r"lends?|bill(?:s|ed)|quote[sd]|sent|sends?|bought|sold|sells?|took|takes|lets?|made) (?:me|us)\b",
    re.I,
)
_MOVES = frozenset(
    "moved moving relocated relocating emigrated emigrating immigrated immigrating visa resettled".split()
)
_MOVED = re.compile(rf"\b(?:{'|'.join(sorted(_MOVES))})\b")
_THERE = re.compile(r"\b(\w+)\s+(?:over\s+|out\s+|up\s+|down\s+|back\s+)?there\b(?!\s+(?:is|are|was|were)\b)")
_PRIVATE = frozenset((*IDENTIFIERS, "STREET_ADDRESS", "POSTCODE", "AGE")) - {"URL"}

_FOR_FEW = frozenset(
    "press confidential embargo embargoed internally internal undisclosed leaked nda unpublished insider memo".split()
)
_UNPRINTED = re.compile(
    r"\b(?:confidential|embargo(?:ed)?|internally|undisclosed|leaked|nda|unpublished|insider)\b|"
    r"\binternal (?:memo|note|mail|use|only|document|report|announcement)\b|\bmemo to\b|"
    r"\b(?:draft|write|prepare|our|my|the) (?:a |an )?(?:draft )?press release\b",
    re.I,
)


class Sentence(NamedTuple):
    """The evidence of one sentence: what it says of somebody.

    Attributes:
        words: those in it, lower case.
        somebody: a person is spoken of, or there is an identifier.
        told: the same, by more than a word for somebody's part ("engineer", "patient").
        asker: the one who asks shows, and nothing else of somebody.
        asks: it is a question or an instruction.
        searched: it is a question of who, what, where, when or how in which nobody speaks of themselves.
        concrete: it speaks of a day or a week.
        dated: it speaks of a century or an old year, or asks or says something of a newer one.
        famous: a famous person is spoken of, and nobody else.
        english: there are English words, and no fewer than of other languages.
        subject: it begins with a known phrase that is no person.
        others: how many known phrases stand in it.
        lists: the lists of words in which one of its words stands, see `words.lists_of`.
    """

    start: int
    end: int
    words: frozenset[str]
    somebody: bool
    told: bool
    asker: bool
    asks: bool
    searched: bool
    concrete: bool
    dated: bool
    famous: bool
    english: bool
    subject: bool
    others: int
    lists: int

    def is_all_of(self, text: str) -> bool:
        """Return whether a text says nothing else."""
        return not text[: self.start].strip() and not text[self.end :].strip()


class Surroundings:
    """The sentences of a text, read when they are asked for. `entities`: all that was found in it, in order. `known`:
    for each the kinds of what everybody knows by that name; empty where nobody does.
    """

    def __init__(self, text: str, entities: Sequence[Entity], known: Sequence[frozenset[str]]) -> None:
        self._text, self._entities, self._known = text, entities, known
        self._structure = Structure(text)
        self._sentences: dict[int, Sentence] = {}
        self._told: dict[int, int] = {}
        self._starts = [entity.start for entity in entities]
        self.weights: dict[tuple[tuple[str, ...], int], int] = {}
        """What `weighing` has found a sentence to count for some kinds, by these and by where it begins."""
        self.names: dict[int, list[str]] = {}
        """What `weighing` has found to be so of a sentence, by where it begins."""

    @cached_property
    def _unknown(self) -> list[int]:
        """Where the names stand that not everybody knows."""
        each = zip(self._entities, self._known, strict=True)
        return [one.start for one, known in each if one.type in NAMED and not known]

    @cached_property
    def _begins(self) -> list[int]:
        return [0, *(match.end() for match in _END.finditer(self._text))]

    def sentence(self, entity: Entity) -> Sentence:
        """Find the sentence in which an entity stands."""
        at = bisect_right(self._begins, entity.start) - 1
        start = self._begins[at]
        end = self._begins[at + 1] if at + 1 < len(self._begins) else len(self._text)
        if end - start > 2 * _REACH:
            # Of an endless one a window, the same for all entities that stand in it.
            start = max(start, entity.start // _REACH * _REACH - _REACH)
            end = min(end, max(entity.end, start + 3 * _REACH))
        if start not in self._sentences:
            self._sentences[start] = self._read(start, end)
        return self._sentences[start]

    def told(self, sentence: Sentence) -> int:
        """Find where the first words of letters end that say something; behind the text where a sentence has fewer."""
        if sentence.start not in self._told:
            said = (word for word in WORD.finditer(self._text, sentence.start, sentence.end) if word[0].isalpha())
            last = next(islice(said, _LEAST_SAID - 1, None), None)
            self._told[sentence.start] = len(self._text) + 1 if last is None else last.end()
        return self._told[sentence.start]

    @cached_property
    def _lower(self) -> str:
        lower = self._text.lower()
        if len(lower) != len(self._text):
            # A letter whose lower case is two stays, so that offsets hold.
            lower = "".join(low if len(low := char.lower()) == 1 else char for char in self._text)
        return _plain(lower)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the text, lower case."""
        return frozenset(WORD.findall(self._lower))

    def region(self, entity: Entity) -> str:
        """Tell what kind of text an entity stands in, see `structure`."""
        return self._structure.kind_at(entity.start)

    @cached_property
    def cooks(self) -> bool:
        """Whether there are words of a recipe."""
        return not words.KITCHEN.isdisjoint(self.words)

    @cached_property
    def somebody(self) -> bool:
        """Whether the text speaks of somebody anywhere."""
        each = zip(self._entities, self._known, strict=True)
        if any(entity.type in _PRIVATE or (entity.type == "PERSON" and not known) for entity, known in each):
            return True
        return self.writer

    @cached_property
    def unprinted(self) -> bool:
        """Whether the text says that it is not published yet, or meant for few."""
        return not _FOR_FEW.isdisjoint(self.words) and _UNPRINTED.search(self._text) is not None

    @cached_property
    def impersonal(self) -> bool:
        """Whether nobody but who asks shows in the text, and nothing of anybody's life, work, health or money."""
        return (
            not self.identified
            and words.PERSONAL.isdisjoint(self.words)
            and not any(
                one.type == "PERSON" and not known for one, known in zip(self._entities, self._known, strict=True)
            )
        )

    @cached_property
    def is_told(self) -> bool:
        """Whether the text says what it is about: a number by itself answers what somebody was asked."""
        return sum(map(str.isalpha, self.words)) >= _LEAST_TOLD

    @cached_property
    def identified(self) -> bool:
        """Whether an identifier of somebody stands in the text, such as a number or an address."""
        return any(one.type in _PRIVATE and one.type != "AGE" for one in self._entities)

    @cached_property
    def writer(self) -> bool:
        """Whether who writes the text speaks of themselves, and does more than ask."""
        if words.FIRST.isdisjoint(self.words):
            return False
        if _PRONOUN.search(self._text) is None:
            return False
        return _PRONOUN.search(_without_numerals(words.without_requests(self._text))) is not None

    @cached_property
    def named(self) -> bool:
        """Whether a name stands in the text that not everybody knows."""
        return bool(self._unknown)

    @cached_property
    def pointed_at(self) -> list[Entity]:
        """The findings that are places, or that everybody knows by their names; none where anybody else is named."""
        each = list(zip(self._entities, self._known, strict=True))
        each = [(one, known) for one, known in each if known or not self._is_of_asking(one)]
        if any(one.type in ("PERSON", "ORGANIZATION") and not known for one, known in each):
            return []
        if self.identified:
            return []
        return [one for one, known in each if known or one.type == "LOCATION"]

    def _is_of_asking(self, entity: Entity) -> bool:
        """Whether words in which one asks are taken for a body: "IATA code"."""
        called = self._lower[entity.start : entity.end].split()
        return entity.type == "ORGANIZATION" and (words.ASKED_FOR | words.ASKING).issuperset(called)

    @cached_property
    def one_place(self) -> bool:
        """Whether the text names one place alone, however often, and no people."""
        found = (one for one in self._entities if one.type in ("LOCATION", "NRP", "POSTCODE"))
        return len({self._lower[one.start : one.end] for one in found}) <= 1

    @cached_property
    def about_programs(self) -> bool:
        """Whether the text has code, or tells how a program is installed."""
        return self._structure.is_about_programs

    @cached_property
    def exercise(self) -> bool:
        """Whether the text is an exercise, see `exercises`."""
        writer = self.writer or self.suffers
        return is_exercise(self._text, self.words, self._entities, self._known, writer=writer)

    @cached_property
    def suffers(self) -> bool:
        """Whether something is done to who writes: "Dad left us $900", "what is it going to cost me"."""
        if self.words.isdisjoint(("me", "us")):
            return False
        return _DONE_TO.search(words.without_requests(self._text)) is not None

    @cached_property
    def world(self) -> bool:
        """Whether the text is a short one about the world in which nobody shows, see `world`."""
        return is_of_the_world(self._text, self._entities, self._known) and not self._structure.is_about_programs

    @cached_property
    def reckoned(self) -> bool:
        """Whether the text says nothing but what is to be reckoned, see `exercises`."""
        if len(self._text) > SHORT:
            return False
        return is_reckoned(self._text, frozenset(WORD.findall(words.without_requests(self._lower))))

    @cached_property
    def there(self) -> bool:
        """Whether somebody lives, works or goes "there", wherever that is, or moved and does not say where."""
        if not _MOVES.isdisjoint(self.words) and (self.somebody or not words.THIRD.isdisjoint(self.words)):
            moves = _MOVED.finditer(self._lower)
            if any(not self._has_place(found.start()) for found in moves):
                return True
        if "there" not in self.words:
            return False
        return any(found[1] == "been" or found[1] in words.TIES for found in _THERE.finditer(self._lower))

    def _has_place(self, at: int) -> bool:
        """Whether a place stands in the sentence of an offset."""
        sentence = self.sentence(Entity(at, at + 1, "", 0, ""))
        first, last = bisect_right(self._starts, sentence.start - 1), bisect_right(self._starts, sentence.end - 1)
        return any(self._entities[one].type in ("LOCATION", "NRP") for one in range(first, last))

    @cached_property
    def roles(self) -> bool:
        """Whether a word for one person stands anywhere in the text, such as "patient"."""
        return bool(self.role_words)

    @cached_property
    def role_words(self) -> frozenset[str]:
        """Those words; in a sentence about nobody they are anybody ("the salary of a nurse")."""
        return words.ROLES & self.words

    @cached_property
    def recipe(self) -> bool:
        """Whether the text is a recipe, or the rules of a game, by how many words of one it has."""
        return any(len(kind & self.words) >= _LEAST_OF_KIND for kind in (words.KITCHEN, words.GAMES))

    @cached_property
    def medicines(self) -> bool:
        """Whether medicines are private here: the policy protects the topic."""
        return any(entity.type == "MEDICINE" for entity in self._entities)

    @cached_property
    def manual(self) -> int:
        """How many different words of recipes, or of manuals and exercises, stand in the text; the larger number."""
        return max(len(words.KITCHEN & self.words), len(words.GENERAL & self.words))

    def _read(self, start: int, end: int) -> Sentence:
        text = self._text[start:end]
        found = frozenset(WORD.findall(self._lower[start:end]))
        first, last = bisect_right(self._starts, start - 1), bisect_right(self._starts, end - 1)
        inside = range(first, last)
        lists = words.lists_of(found)
        begin = _FIRST_WORDS.match(text)
        first = _plain(begin[1].lower()) if begin else ""
        opens = bool(lists & words.BITS["OPENERS"])
        asks = _asks(text, found, first, lists) or (opens and self._asks_of(text, start, inside))
        own, asker = self._first_person(text, found)
        # "Is it realistic to drive from Windhoek to Etosha?" asks about nobody.
        only_asks = asks and not own and words.THIRD.isdisjoint(found) and words.ROLES.isdisjoint(found)
        at_persons = [
            at for at in inside if self._entities[at].type == "PERSON" and not (only_asks and self._is_no_name(at))
        ]
        persons = [self._known[at] for at in at_persons]
        famous = all(persons) and any(self._is_famous(at, start, asks=asks) for at in at_persons)
        private = any(self._entities[at].type in _PRIVATE for at in inside) or not all(persons)
        third = not famous and not words.THIRD.isdisjoint(found)
        subject = any(
            not _FAMOUS.intersection(self._known[at]) and self._known[at] and self._starts[at] - start < _ARTICLE
            for at in inside[:1]
        )
        # "Looking for a flat in Spain": the writer, without a word for it.
        told = private or own or third or first in words.IMPLIED
        dates = [self._entities[at] for at in inside if self._entities[at].type == "DATE_TIME"]
        return Sentence(
            start,
            end,
            found,
            told or _role(text, found, asks=asks),
            told,
            asker,
            asks,
            asks and not asker and not own and first in words.QUESTIONS,
            any(not _is_general(self._text[one.start : one.end]) for one in dates)
            or not words.CONCRETE.isdisjoint(found),
            (any(map(text.__contains__, _OF_OLD)) and _OLD.search(text) is not None)
            or ((asks or subject) and any(_YEAR.fullmatch(self._text[one.start : one.end]) for one in dates)),
            famous,
            _is_english(found),
            subject,
            sum(bool(self._known[at]) for at in inside),
            lists,
        )

    def _asks_of(self, text: str, start: int, inside: range) -> bool:
        """Whether a sentence asks about what everybody knows without a mark: "is ryanair strict"; a person may be at
        home: "is napoleon back yet".
        """
        first = _AUXILIARY.match(text) if inside else None
        if first is None or self._starts[inside[0]] != start + first.end():
            return False
        known, end = self._known[inside[0]], self._entities[inside[0]].end - start
        if "person" in known and _ASKED_OF_FAMOUS.match(text, end):
            # Of two persons who are compared both are known.
            return all("person" in self._known[at] for at in inside if self._entities[at].type == "PERSON")
        return bool(known) and (first["did"] is not None or known.isdisjoint(_CALLED))

    def _is_no_name(self, at: int) -> bool:
        """Whether what stands for a person is one word that no list of names has."""
        one = self._entities[at]
        written = self._text[one.start : one.end]
        return written.isalpha() and not self._known[at] and not is_name(written.lower())

    def is_asked_of_somebody(self, start: int) -> bool:
        """Return whether a name that not everybody knows stands before an offset, or in a question or an
        instruction.
        """
        each = zip(self._entities, self._known, strict=True)
        unknown = [one for one, known in each if one.type == "PERSON" and not known]
        return any(one.start < start or self.sentence(one).asks for one in unknown)

    def unknown(self, sentence: Sentence) -> bool:
        """Return whether a name stands in a sentence that not everybody knows."""
        starts = self._unknown
        return bisect_right(starts, sentence.start - 1) < bisect_right(starts, sentence.end - 1)

    def beside(self, entity: Entity) -> frozenset[str]:
        """Find the kinds of what everybody knows among the other findings of its sentence."""
        sentence = self.sentence(entity)
        first, last = bisect_right(self._starts, sentence.start - 1), bisect_right(self._starts, sentence.end - 1)
        others = (self._known[at] for at in range(first, last) if self._starts[at] != entity.start)
        return frozenset[str]().union(*others)

    def _is_famous(self, at: int, start: int, *, asks: bool) -> bool:
        """Whether a question, or a sentence that begins so, is about a person whom everybody knows."""
        if not _FAMOUS.isdisjoint(self._known[at]):
            return asks or self._starts[at] - start < _ARTICLE
        asked = self._text[start : self._starts[at]].lower()
        return asks and "mononym" in self._known[at] and asked.endswith(("who was ", "when was "))

    def _first_person(self, text: str, found: frozenset[str]) -> tuple[bool, bool]:
        """Whether the writer speaks of themselves, and whether they only ask."""
        if words.FIRST.isdisjoint(found):
            return False, False
        left = words.without_requests(text)
        if not _speaks(left):
            return False, False
        rest, asked = _ASKING.subn(" ", left)
        return not asked or _speaks(rest), True


def _is_general(date: str) -> bool:
    """Whether a date is a year, or a feast."""
    return _YEAR.fullmatch(date) is not None or is_holiday(date)


def _plain(text: str) -> str:
    """The text with one kind of apostrophes."""
    return text if text.isascii() else _APOSTROPHES.sub("'", text)


_NUMERAL = re.compile(
    r"(?<=\bworld war )i\b|(?<=\bthe )us\b|"
    r"\b(?:the|an?|\w{3,20}est|salt|gold|silver|copper|coal|iron|tin|diamond|uranium|ore|open-pit|land) mine\b",
    re.I,
)
"""A numeral, a country or a pit, and no word for who writes."""
_CUES_OF_NUMERALS = ("mine", "the us", "world war i")


def _without_numerals(text: str) -> str:
    """The text without what is no word for who writes, though it is written so."""
    return text if lacks(text, _CUES_OF_NUMERALS) else _NUMERAL.sub(" ", text)


def _speaks(text: str) -> bool:
    """Whether there is a word for the writer; "US" is none."""
    return any(word != "US" and word.lower() in words.FIRST for word in WORD.findall(_without_numerals(_plain(text))))


def _role(text: str, found: frozenset[str], *, asks: bool) -> bool:
    """Whether one person is spoken of: in a question "the patient" is somebody, and "a patient" anybody."""
    return not words.ROLES.isdisjoint(found) and (not asks or _THE_ROLE.search(text) is not None)


_ASKING = re.compile(r"\b(?:can|could|should|do|may|must|would|shall|how do|how can|how should) (?:i|we)\b", re.I)
_AUXILIARY = re.compile(
    r"[\s\"'“‘*#>_-]*+(?:(?:ok|so|and|hi|hey),? )?(?:is|are|was|were|(?P<did>does|did)) (?:the )?", re.I
)
_ASKED_OF_FAMOUS = re.compile(
    r" (?:(?:born|assassinated|executed|beheaded|crowned|knighted|exiled|elected) |"
    r"(?:really |still )?(?:an? )?(?:better|greater|faster|richer|older|more \w{3,12})(?: \w{3,12})? than )",
    re.I,
)
_FIRST_WORDS = re.compile(
    r"[\s\"'“‘*#>_-]*(?:(?:and|but|so|then|also|now|ok|okay|please|hi|hello|hey|in (?!what|which|whose)\w+|q|question|"
    r"(?:in|on|at|by|of|from|to|for|about|with)(?= (?:what|which|whose|whom) ))[,:]?\s+)*"
    r"([^\W\d_]+(?:['’]s)?)",
    re.I,
)


def _is_english(found: frozenset[str]) -> bool:
    foreign = len(words.FOREIGN & found)
    if len(words.SURELY_ENGLISH & found) >= max(1, foreign):
        return True
    return not foreign and not words.ORDINARY.isdisjoint(found)


# "whats the capital of peru": what is a question without its mark too.
_DEEDS = (
    "won|wins|sang|sings|sung|played|plays|wrote|writes|directed|invented|discovered|founded|built|owns?|owned|made|makes|"
    "created|produced|voiced|voices|starred|stars|designed|developed|composed|painted|assassinated|hosted|hosts|captained|"
    "led|ruled|succeeded|elects?|elected|picks|appoints|appointed|coached|coaches|holds|carried|expanded|destroyed|conquered|"
    "became|published|recorded|performed|performs|scored|defeated|introduced|established|devised|proposed|spoke"
)
"""What is asked of those whom everybody knows; who saw, told or reported somebody is asked of others."""
_ASKED = re.compile(
    r"[\s\"'“‘*#>_-]*+(?:(?:and|but|so|ok|okay|hi|hey|hello),?\s+)?"
    r"(?:(?:in|on|at|by|of|from|to|for|about)\s(?=(?:what|which|whose|whom)\s))?"
    r"(?:(?:what|who|where|when|why|how|(?:what|which) (?:\w{1,30} ){0,2}\w{1,30})"
    r"(?:['’]?s|\s(?:is|are|was|were|do|does|did|can|should|would|will|has|have))\s|"
    rf"(?:who|(?:which|whose) (?:(?!of\b)\w{{1,30}} ){{1,2}})\s?(?:{_DEEDS})\s(?!you\b|me\b|us\b|him\b|her\b|them\b)\w|"
    r"how\s(?:many|much|far|long|\w{3,12}\s(?:is|are|was|were|do|does|did))\s)",
    re.I,
)


_INVERTED = re.compile(
    r"[\s\"'“‘*#>_-]*+(?:(?:ok|okay|so|and|but|hi|hey|hello),?\s+)?(?:(?:is|was|does|did|can|could|should|would|will)\s(?:it|this|"
    r"that|there|they|you|we|i|one|people|anyone|someone)|(?:are|were|do)\s(?:there|they|you|we|i|people|these|those))\s",
    re.I,
)
"""By the order of its words a question: "is it legal to"."""

# "capital of peru", as it is typed into a search box.
_FACET_OF = re.compile(rf"[\s\"'“‘]*+(?:the )?(?:\w{{1,20}} )?(?:{'|'.join(sorted(words.FACETS))}) (?:of|in) ", re.I)
_SEARCHED = 60
_HEADED = re.compile(
    r"[\s\"'“‘*#>_-]*+(?:the )?(?:(?:main |key |biggest )?(?:pros and cons|advantages(?: and disadvantages)?|"
    r"disadvantages|causes(?: and effects)?|consequences|effects) of|(?:differences?|similarities|comparison) between|"
    r"best (?:times?|ways?|months?|seasons?|places?|areas?|beaches|restaurants|hikes|museums|books|movies|films|songs|"
    r"albums|series|documentaries|\w+ (?:documentaries|movies|films|series|shows|books)) "
    r"(?:to|of|in|for|near|about|by|from)|(?:top|best) \d{1,3} (?:[\w-]+ ){0,3}\w+s (?:of|in|from|by|near|for)|"
    r"(?:cheapest|fastest|easiest|quickest|safest) (?:ways?|time|places?|airline|flights?) (?:to|of|in|from)|"
    r"(?:(?:hotel|restaurant|travel|book|film|movie|sightseeing) (?:suggestions?|tips|recommendations?|ideas)|"
    r"packing list|itinerary|things to (?:do|see)|what to (?:do|see|eat|pack)) (?:for|in|near|about|around|on|to)) ",
    re.I,
)
"""What one types to be told of it: "pros and cons of nuclear power in"."""


def _asks(text: str, found: frozenset[str], word: str, lists: int) -> bool:
    """Whether a sentence is an instruction, or a question with a question word: "A flat in Spain?" is neither.

    Args:
        text: the sentence.
        found: its words, lower case.
        word: with which it begins.
        lists: in which its words stand, see `words.lists_of`.
    """
    if word in words.IMPERATIVES:
        return True
    if lists & words.BITS["OPENERS"] and (_ASKED.match(text) or _INVERTED.match(text)):
        return True
    own = words.FIRST | words.BUSINESS
    if (len(text) < _SEARCHED and _FACET_OF.match(text)) or (own.isdisjoint(found) and _HEADED.match(text)):
        return True
    return "?" in text and (word in words.OPENERS or not words.QUESTIONS.isdisjoint(found))
