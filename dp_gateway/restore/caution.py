"""Where a reply states something about a value that was drawn near rather than kept: the user should be told.

The provider was asked about a stand-in, and what it says of it becomes a statement about the true value when that is
restored: "The capital of Mexico is Madrid". A sentence is suspected where it speaks of a stand-in, or answers a
question that does, and says what the request did not say: a name or a number that is new, or new words of the kind in
which facts are told. What only repeats or rephrases the user's own words is not, nor is what holds of the true value as
well: a fact that was put right or that both share (`facts`), or a bound on whose same side both lie ("one has to be 18
to vote", of 16 and of 15).
"""

from __future__ import annotations

import re
from calendar import day_name, month_name
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date
from functools import cached_property, lru_cache
from typing import NamedTuple

from dp_gateway.restore.facts import (
    asked_facts,
    asks_letters,
    asks_order_of_words,
    named_alike,
    questions,
    shared_facts,
)
from dp_gateway.restore.numbers import KIND_WORDS, label_words
from dp_gateway.text.folding import compared
from dp_gateway.vocabulary.numerals import NUMBER_WORDS
from dp_gateway.vocabulary.words import STOPWORDS

HOLDS = "\ufffc"
"""Stands where a reply told what was put right."""

_MOST_CHARACTERS = 65_536
_LISTED = 40
"""Stand-ins beyond which a sentence is a list: nothing is looked up that would make one of them harmless, since that
takes as long as the sentence for each."""

_SENTENCE = re.compile(r"[^.!?\n]*(?:\.(?=\w)[^.!?\n]*)*[.!?]*")
_WORD = re.compile(r"[^\W_]+(?:[.,'’][^\W_]+)*")
_SEPARATOR, _PADDING = re.compile(r"(?<=\d),(?=\d{3})"), re.compile(r"\A0+(?=\d)|\.0+\Z")
_MONTHS = {name.lower(): str(number) for number, name in enumerate(month_name) if name}
_CURRENCIES = {"$": "usd dollar dollars", "€": "eur euro euros", "£": "gbp pound pounds sterling"}
_KEY = re.compile(r"[\"'][\w -]{1,40}[\"']\s*:")
_MAY_TELL = {
    "MONEY": ("MONEY", "PERCENTAGE"),
    "AGE": ("AGE", "DATE_TIME"),
    "PERCENTAGE": ("PERCENTAGE", "MONEY"),
    "QUANTITY": ("QUANTITY",),
    "DURATION": ("DURATION", "DATE_TIME"),
}
"""From what a number may be worked out that stands under the key of an amount, an age and so on."""
_FIELD = re.compile(
    r"[\"']([A-Za-z][\w -]{0,39})[\"']\s*:\s*[\"']?([0-9]{1,15}(?:,[0-9]{3})*(?:\.[0-9]{1,6})?)(?![-/:.]?\w)"
)
"""A key of JSON and its number."""
_TOLD_BY_KEY = {word: frozenset(_MAY_TELL[kind]) for kind in _MAY_TELL for word in label_words(KIND_WORDS[kind])}
_PARTS_OF_DAY = frozenset(("day", "month", "year"))
_LEAST_TOLD = 10
"""A smaller whole number under a key may count anything."""
_TRANSLATES = re.compile(r"\btranslat|\b(?:in|into|to) (?:german|french|spanish|italian|dutch|polish)\b", re.IGNORECASE)
# What such a text has one of, see `facts`.
_TRANSLATED = "translat", "german", "french", "spanish", "italian", "dutch", "polish"
_OF_IT = re.compile(
    r"\A\W*(?:(?:and|but|so) )?(?:at |in |on |for |from |to )?(?:which|what|when|where|why|how)\b[^?]{0,60}"
    r"\b(?:he|she|it|they|there|its|their)\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"\bhow (?:(?:do|can|could|should|would|might) (?:i|we|you)|(?:can|could|should|might) (?:he|she|they|one)|to)\b|"
    r"\bwhat (?:do|can|should) (?:i|we) (?:do|say|write|reply|tell|answer)\b",
    re.IGNORECASE,
)
"""Asks what to do; where somebody lives or comes from, that a reply need not speak of."""
_OF_WORDING = re.compile(
    r"\b(?:commas?|spell(?:ed|ing)?|grammar|grammatical(?:ly)?|synonyms?|antonyms?|tone|tense|passive|wording|rhymes?|"
    r"typos?|punctuation|(?:which|what) language is (?:this|it)|polite|rude|subject line)\b",
    re.IGNORECASE,
)
"""Asks of the words of a text, and not of what they say."""
_YES_NO = re.compile(r"\s*(?:yes|no|not|correct|true|false)\b", re.IGNORECASE)
_POLITE = frozenset(
    "dear sincerely regards best hello hi thanks thank please note sure certainly here summary draft subject letter "
    "mail email reply answer re however also moreover furthermore overall additionally finally therefore "
    "sir madam yours faithfully truly hereby".split()
)
_SAID_ANYWAY = STOPWORDS | _POLITE
"""Words that are new in no reply."""
_FACTS = frozenset(
    """
    capital population language languages currency located location founded established headquartered known famous
    provides provide offers offer produces produce manufactures specializes specialises company corporation largest
    smallest biggest city town country state province region climate president government legal law minimum maximum
    average typical typically usually generally eligible required allowed permitted equivalent equals converts speak
    speaks spoken border borders borders continent member industry sector services products brand chain subsidiary owned
    responsible involves treat treats diagnose diagnoses salary earns retirement voting drink drinking adult minor
    senior holiday celebrated season weekday falls worth approximately roughly about north south east west northern
    lowest highest cheapest dearest safest richest poorest oldest best worst
    southern eastern western coast inland
    """.split()
)
_SAID_OF_FACTS = frozenset(
    """
    capital currency official language languages spoken speak speaks located lies lie country continent state city town
    part member used use uses using pay pays belongs belong answer called national people you your
    company business organisation organization firm institution operates operate provides provide offers offer offering
    services service products product industry sector field works work sells sell makes make produces produce active
    """.split()
)
"""Words in which it is said that something is a fact of a place or a firm, and which of them."""

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NUMERIC = frozenset(("AGE", "MONEY", "PERCENTAGE", "QUANTITY", "DURATION"))
_NO_FACT_OF = _NUMERIC | {"DATE_TIME"}
_PERIODS = frozenset(("7", "12", "52", "100", "365"))
"""Numbers with which is reckoned whoever asks."""
_RECKONS = re.compile(
    r"%|\b(?:how (?:many|much|old|long|far|high)|(?:total|sum|differ|remain|split|add|subtract|annual)\w*|"
    r"(?:month|year|week)ly|per|averages?|percent\w*|altogether|together|each|comes? to|left|earlier|later|until|"
    r"between|share|proportion|fraction|ratio|times as|week ?day|(?:which|what|by|on) (?:date|day)|when|sign)\b",
    re.IGNORECASE,
)
_DAY = re.compile(rf"(?:{'|'.join([*day_name, *filter(None, month_name)])})\b", re.IGNORECASE)
_KINDS = (
    (re.compile(r"[$€£]|\b(?:dollar|euro|pound)s?\b", re.IGNORECASE), frozenset(("MONEY", "PERCENTAGE"))),
    (re.compile(r"\b(?:day|night|week|month|year)s?\b|\bold\b", re.IGNORECASE), _NO_FACT_OF - {"MONEY", "QUANTITY"}),
)
"""Of which types that is worked out which a sentence tells."""
_MORE = (
    "more|less|higher|lower|older|younger|bigger|larger|smaller|cheaper|earlier|later|sooner|longer|shorter|faster|slower|"
    "heavier|lighter|taller|farther|further|nearer|closer"
)
_ORDERED = re.compile(
    r"\b(?:sort|rank|arrange|order (?:them|these|those|by)|in order|lowest|highest|smallest|largest|biggest|oldest|"
    r"youngest|cheapest|dearest|earliest|latest|heaviest|lightest|tallest|fastest|slowest|longest|shortest|farthest|"
    r"nearest|closest|warmest|coldest|hottest|newest|best|worst|comes? (?:first|last|next)|"
    r"(?:who|which|what) \w+ (?:first|last)|"
    rf"(?:a|de)scending|(?:which|who) (?:\w+ ){{0,3}}(?:{_MORE}|most|least)|"
    rf"(?:{_MORE}) than|minimum|maximum|limit|threshold|cut-?off|deadline|old enough|enough (?:to|for)|afford|"
    r"too (?:old|young|late|early|high|low)|qualif\w+|eligible|allowed|exceeds?|above|below|within|in time|on time|"
    r"expired?|overdue|yet)\b",
    re.IGNORECASE,
)
_WORKDAY = re.compile(r"\b(?:weekends?|week ?days?|(?:working|business|school) days?|workdays?)\b", re.IGNORECASE)
_SATURDAY = 5
_HOW_OLD = re.compile(r"\bhow old (?:will|would|am|is|are|was|were)\b", re.IGNORECASE)
_WITH_UNIT = re.compile(r"(\d[\d.,]*)[a-z]{1,3}")
_COMPARED = frozenset(
    f"{_MORE}|rose|rise|risen|fell|fall|fallen|dropped|drop|grew|grown|increase|increased|decrease|decreased|fewer|dearer|"
    "up|down|exceeds|exceed|above|below|loss|profit".split("|")
)
"""What a sentence says of two numbers that tells which of them is more."""
_BOUND = re.compile(
    r"(?:\b(?:at least|at most|over|under|above|below|until|before|after|than|reach\w*|turn\w*|minimum|maximum|limit|"
    r"median|average|age|be|at|from)\b[^.\d]{0,40}?[$€£]?(\d[\d,]*)"
    r"|(?<!\d)(?<!\d,)[$€£]?(\d[\d,]*+)[^.\d]{0,12}\b(?:or|and) "
    r"(?:older|over|above|up|more|younger|under|below|less)|\b(\d+) to \w+)",
    re.IGNORECASE,
)
_COUNTED = {name: str(number) for name, number in NUMBER_WORDS.items() if number in range(2, 13)}
_AGES: tuple[tuple[re.Pattern[str], Sequence[int]], ...] = (
    (re.compile(r"\bvot(?:e|ing|er)|\badults?\b|\bminors?\b|\bof age\b|\bmajority\b", re.IGNORECASE), (18,)),
    (re.compile(r"\bretire|\bpension|\bsenior\b", re.IGNORECASE), range(55, 71)),
    (re.compile(r"\bdrink|\balcohol|\bbeer\b|\bwine\b|\bcasino|\bgambl|\bsmok", re.IGNORECASE), range(16, 22)),
    (re.compile(r"\bdriv(?:e|ing)|\blicen[cs]e|\bmarry", re.IGNORECASE), range(14, 19)),
)
"""At which ages a yes may become a no, where a reply names none."""

_ENDINGS = ("ing", "ed", "es", "s", "'s", "ly")
_SHORT_ANSWER, _FEW, _LONG, _PHRASING = 14, 3, 4, 1


class Near(NamedTuple):
    """A value that was drawn near the true one.

    Attributes:
        surrogate, original: as sent and as typed.
        type: entity type.
        days: of a date the two days, as sent and as typed.
    """

    surrogate: str
    original: str
    type: str
    days: tuple[date, date] | None = None


class Caution(NamedTuple):
    """The reply states something about a stand-in.

    Attributes:
        type: entity type.
        surrogate: what the provider spoke of.
        original: what the user reads there.
        stated: the words of the first such sentence that are new, as the provider wrote them; empty where the
            provider itself named the stand-in.
    """

    type: str
    surrogate: str
    original: str
    stated: str = ""


class Cautions:
    """What replies to one request have to be looked at for.

    Args:
        near: the values of the request that were drawn near.
        sent: the texts of the request as they were sent.
        put_right: puts `HOLDS` where a reply tells what is restored to what is true: results that were worked out again
            from the true values, and facts of the true places.
    """

    def __init__(self, near: Sequence[Near], sent: Sequence[str], put_right: Callable[[str], str] = str) -> None:
        self._all_near, self._sent, self._put_right = near, sent, put_right
        self._both: dict[Near, Collection[str]] = {}

    def __bool__(self) -> bool:
        return bool(self._near)

    def about(self, name: str) -> Caution | None:
        """The caution of a stand-in that the provider itself names; None where it names none."""
        near = self._near.get(_plain(name))
        return None if near is None else Caution(near.type, near.surrogate, near.original)

    def of(self, reply: str) -> list[Caution]:
        """The stand-ins about which a reply states something; each once, in the order of the reply.

        Args:
            reply: as the provider wrote it.
        """
        found: dict[Near, str] = {}
        if not (
            self._asked or self._reckoned or self._turned or self._other_days or self._may_speak(reply) or '":' in reply
        ):
            return []
        reply = self._put_right(reply[:_MOST_CHARACTERS])
        found |= self._told_by_keys(reply)
        reply = _KEY.sub(" ", reply)
        for sentence in _SENTENCE.findall(reply):
            if sentence.strip():
                found |= self._suspected(sentence, found, first=not found and reply.startswith(sentence))
        return [Caution(one.type, one.surrogate, one.original, stated) for one, stated in found.items()]

    def _may_speak(self, reply: str) -> bool:
        """Whether a reply has all words of a stand-in, in whatever order."""
        words = set(_plain(reply[:_MOST_CHARACTERS]).split(" "))
        return any(words.issuperset(name) for word in words & self._rarest.keys() for name in self._rarest[word])

    def _told_by_keys(self, reply: str) -> dict[Near, str]:
        """The values from which a new number under a key of JSON may be worked out, or of which it is a part."""
        found: dict[Near, str] = {}
        told: set[str | tuple[str, str]] = set()
        # What is told once is told: each value is looked at once.
        for field in _FIELD.finditer(reply):
            key, number = field[1].casefold(), field[2]
            if key in _PARTS_OF_DAY:
                if (key, number) not in told:
                    told.add((key, number))
                    found |= dict.fromkeys(self._by_part.get((key, number), ()), number)
            elif _digits(number) not in self._known and ("." in number or float(_digits(number)) >= _LEAST_TOLD):
                kinds = {kind for word in label_words(field[1]) for kind in _TOLD_BY_KEY.get(word, ())} - told
                told |= kinds
                found |= {one: number for kind in sorted(kinds) for one in self._by_type.get(kind, ())}
        return found

    @cached_property
    def _by_type(self) -> dict[str, list[Near]]:
        """The values that were drawn near, by type."""
        by_type: dict[str, list[Near]] = {}
        for one in self._near.values():
            by_type.setdefault(one.type, []).append(one)
        return by_type

    @cached_property
    def _by_part(self) -> dict[tuple[str, str], list[Near]]:
        """The days that were drawn near, by those of their parts that are other ones than the true day's."""
        by_part: dict[tuple[str, str], list[Near]] = {}
        for one in self._near.values():
            for part in _PARTS_OF_DAY if one.days else ():
                sent, true = (str(getattr(day, part)) for day in one.days or ())
                if sent != true:
                    by_part.setdefault((part, sent), []).append(one)
        return by_part

    def _suspected(self, sentence: str, found: Collection[Near], *, first: bool) -> dict[Near, str]:
        """Further stand-ins about which a sentence states something, and its new words."""
        words = _WORD.findall(sentence)
        folded = _folded(words)
        spoken = self._named_in(" ".join(folded))
        about = dict.fromkeys(self._about(sentence, words, folded, spoken, first=first))
        alike = [one for one in spoken if one.type == "LOCATION" and self._is_named_alike(one)]
        listed = len(about) > _LISTED
        suspected = [one for one in about if one not in found and (listed or not self._holds(one, sentence))]
        if self._turned and (self._orders or any(one in _COMPARED and self._is_unknown(one) for one in folded)):
            alike += self._turned
        if self._displaced:
            alike += [one for one in spoken if one in self._displaced]
        # A weekday that was put right tells which of the two it is.
        alike += self._other_days if HOLDS not in sentence else ()
        suspected += [one for one in alike if one not in found]
        stated = ""
        if suspected:
            stated = " ".join([word for word, one in zip(words, folded, strict=True) if self._is_unknown(one)])
        return dict.fromkeys(suspected, stated)

    def _about(
        self, sentence: str, words: list[str], folded: list[str], spoken: list[Near], *, first: bool
    ) -> Iterator[Near]:
        short = first or len(words) <= _SHORT_ANSWER
        asked, reckoned = (self._asked, self._reckoned) if short else ((), ())
        if not spoken and not asked and not reckoned:
            return
        pairs = [pair for pair in zip(words, folded, strict=True) if self._is_unknown(pair[1])]
        new = [word for word, _ in pairs]
        heading = len(words) > 1 and all(word[0].isupper() for word in words if len(word) >= _LONG)
        # Of another language each noun is new, and of German each has a capital.
        numbers = [word for word in new if word[0].isdigit()]
        names = numbers if self._translates else list(filter(_tells_by_itself, new))
        facts = any(one in _FACTS for _, one in pairs)
        if spoken:
            # The first word of a sentence has a capital anyway, and so have all of a heading.
            told = numbers if heading else [word for word in names if word != words[0]] or numbers
            if told or (facts and len(new) > 1) or (self._asked and not self._translates and len(new) > 1):
                yield from spoken
        opened = first and new and (_YES_NO.match(sentence) or new[0] == words[0])
        of_it = self._asks_of_it and len(new) > _PHRASING
        if self._asks_advice:
            names, opened, of_it = [word for word in names if word != words[0]], False, False
        if names or opened or of_it or (new and self._asks_letters):
            yield from asked
        elif facts:
            yield from (one for one in asked if self._asks_directly or one.type not in _NUMERIC)
        # "28 - 14 = 14": a result that is one of the numbers is no new one.
        equals = "=" in sentence and HOLDS not in sentence
        if equals or (not asked and (numbers or any(map(_DAY.fullmatch, names)))):
            kinds = next((kinds for sign, kinds in _KINDS if sign.search(sentence)), _NO_FACT_OF)
            yield from (one for one in reckoned if one.type in kinds)

    def _holds(self, near: Near, sentence: str) -> bool:
        """Whether all that a sentence tells holds of the true value as it does of the stand-in."""
        if self._facts and near.type in _NO_FACT_OF and not _NUMBER.search(sentence):
            # For how long somebody is in a town decides nothing of its currency.
            return True
        if near.type in _NUMERIC:
            others = set(_NUMBER.findall(_without(sentence, near.surrogate)))
            return (HOLDS in sentence and others <= _PERIODS) or self._same_side(near, sentence)
        known = self._shared(near)
        # "Their field is foods", of Calloway Foods: a word of the name, said by itself, tells something.
        own = set(map(_stem, _folded(_WORD.findall(near.surrogate))))
        words = _WORD.findall(_without(sentence, near.surrogate))
        each = zip(words, _folded(words), strict=True)
        told = [(word, folded) for word, folded in each if self._is_unknown(folded) or _stem(folded) in own]
        rest = [(word, folded) for word, folded in told if _stem(folded) not in known]
        if len(rest) == len(told) and HOLDS not in sentence:
            return False
        rest = [(word, folded) for word, folded in rest if folded not in _SAID_OF_FACTS]
        first = next(iter(_WORD.findall(sentence)), "")
        names = any(_tells_by_itself(word) for word, _ in rest if word != first)
        return not names and len(rest) <= _PHRASING and all(folded not in _FACTS for _, folded in rest)

    def _is_named_alike(self, near: Near) -> bool:
        return named_alike(self._facts, near.surrogate)

    def _shared(self, near: Near) -> Collection[str]:
        if near not in self._both:
            facts = shared_facts(near.surrogate, near.original, near.type, self._facts)
            self._both[near] = {_stem(word) for word in facts}
        return self._both[near]

    def _same_side(self, near: Near, sentence: str) -> bool:
        """Whether a number and its stand-in lie on the same side of each bound that a sentence names."""
        values = sorted(map(_value, near[:2]))
        if values[0] < 0:
            return False
        if near.type in ("AGE", "DURATION") and _NUMBER.search(sentence) and any(map(_HOW_OLD.search, self._questions)):
            return False  # "She will be 9" names no bound.
        rest = _without(sentence, near.surrogate)
        bounds = [_value("".join(found)) for found in _BOUND.findall(rest)]
        numbers = [_value(number) for number in _NUMBER.findall(rest)]
        if near.type == "AGE" and not numbers:
            bounds = [*self._ages_asked, *_ages_in(sentence)]
        return bool(bounds) and set(numbers) <= set(bounds) and not any(values[0] < one <= values[1] for one in bounds)

    def _is_unknown(self, folded: str) -> bool:
        """Whether a word of the reply is none of the request."""
        # "That's" is no new word either.
        plain = folded.partition("'")[0] if "'" in folded else folded
        if plain in _SAID_ANYWAY or _stem(folded) in self._known:
            return False
        if plain[:1].isdigit() and (unit := _WITH_UNIT.fullmatch(plain)):
            plain = unit[1]  # "80kg"
        return not (plain[:1].isdigit() and _digits(plain) in self._known)

    def _spoken(self, text: str) -> list[Near]:
        return self._named_in(_plain(text))

    def _named_in(self, words: str) -> list[Near]:
        plain = f" {words} "
        written = set(plain.split())
        written.update([word[:-1] for word in written if word[-1] == "s"])
        places = {at for word in self._first.keys() & written for at in self._first[word]}
        named = [self._named[at] for at in sorted(places)]
        # "Sikhs wear turbans", of one who is Sikh.
        return [self._near[name] for name in named if f" {name} " in plain or f" {name}s " in plain]

    @cached_property
    def _near(self) -> dict[str, Near]:
        """The values by their words."""
        return {name: one for one in self._all_near if (name := _plain(one.surrogate))}

    @cached_property
    def _named(self) -> list[str]:
        return list(self._near)

    @cached_property
    def _first(self) -> dict[str, list[int]]:
        """Where in the list of names those stand that begin with a word."""
        first: dict[str, list[int]] = {}
        for at, name in enumerate(self._named):
            first.setdefault(name.partition(" ")[0], []).append(at)
        return first

    @cached_property
    def _rarest(self) -> dict[str, list[list[str]]]:
        """The words of each name, by the one of them that the fewest names have."""
        names = [name.split(" ") for name in self._near]
        having = Counter(word for name in names for word in name)
        found: dict[str, list[list[str]]] = {}
        for name in names:
            found.setdefault(min(name, key=having.__getitem__), []).append(name)
        return found

    @cached_property
    def _known(self) -> Collection[str]:
        written = {word for text in self._sent for word in _folded(_WORD.findall(text))}
        words = set(map(_stem, written)).union(digits for name, digits in _COUNTED.items() if name in written)
        words.update(_digits(one) for one in written if one[:1].isdigit())
        # An amount and a date may be written in another form.
        if any(one.type == "DATE_TIME" for one in self._near.values()):
            words.update(*(pair for pair in _MONTHS.items() if not words.isdisjoint(pair)))
        words.update(
            *(names.split() for sign, names in _CURRENCIES.items() if any(sign in text for text in self._sent))
        )
        return words

    @cached_property
    def _facts(self) -> Sequence[str]:
        """What the last text that was sent asks to be told of places."""
        return asked_facts(self._sent[-1]) if self._sent else ()

    @cached_property
    def _ages_asked(self) -> Sequence[int]:
        """Ages at which an answer to the last text may change."""
        return _ages_in(self._sent[-1]) if self._sent else ()

    @cached_property
    def _translates(self) -> bool:
        last = self._sent[-1] if self._sent else ""
        folded = last.casefold()
        return any(sign in folded for sign in _TRANSLATED) and _TRANSLATES.search(last) is not None

    @cached_property
    def _questions(self) -> Sequence[str]:
        """What the last text that was sent asks, each with what stands before it in its sentence."""
        return questions(self._sent[-1]) if self._sent else ()

    @cached_property
    def _asks_directly(self) -> bool:
        """Whether a stand-in stands in a question, and not in the text around it alone."""
        return any(map(self._spoken, self._questions))

    @cached_property
    def _asks_advice(self) -> bool:
        """Whether the last text asks what to do, and tells around the question where, or who it is that asks."""
        return not self._asks_directly and any(map(_ADVICE.search, self._questions))

    @cached_property
    def _asked(self) -> Sequence[Near]:
        """The stand-ins in the questions of the last text that was sent; of a few, those of the text around them."""
        letters = self._asks_letters
        questions = [one for one in self._questions if one.strip() and (letters or not _OF_WORDING.search(one))]
        asked = [one for question in questions for one in self._spoken(question)]
        around = self._spoken(self._sent[-1]) if questions and not asked else []
        return asked or (around if len(around) <= _FEW else [])

    @cached_property
    def _asks_of_it(self) -> bool:
        """Whether the last text asks of a stand-in what no text tells: "Why does he wear a turban?"."""
        return not self._translates and any(map(_OF_IT.search, self._questions))

    @cached_property
    def _reckoned(self) -> Sequence[Near]:
        """The numbers and dates from which an answer may be worked out, where the last text asks for one."""
        asks = any(map(_RECKONS.search, self._questions))
        return [one for one in self._near.values() if one.type in _NO_FACT_OF][-_LISTED:] if asks else []

    @cached_property
    def _orders(self) -> bool:
        """Whether the last text asks which of several is more, or for them in order."""
        return bool(self._sent) and _ORDERED.search(self._sent[-1]) is not None

    @cached_property
    def _other_days(self) -> list[Near]:
        """The dates at the weekend of which the true one is not, or the other way round, where that is asked."""
        if not self._sent or not _WORKDAY.search(self._sent[-1]):
            return []
        dated = ((one, one.days) for one in self._near.values())
        return [one for one, days in dated if days and len({day.weekday() >= _SATURDAY for day in days}) > 1]

    @cached_property
    def _asks_letters(self) -> bool:
        """Whether the last text asks of a name as a word, and for no order of several."""
        return bool(self._sent) and asks_letters(self._sent[-1]) and not asks_order_of_words(self._sent[-1])

    @cached_property
    def _displaced(self) -> Collection[Near]:
        """The names that stand in another order of the alphabet than the true ones, where that is asked."""
        if not self._sent or not asks_order_of_words(self._sent[-1]):
            return ()
        names = [one for one in self._near.values() if one.type not in _NO_FACT_OF][-_LISTED:]
        if len(names) < 2:  # noqa: PLR2004
            return ()
        orders = (
            [sorted(names, key=lambda one: compared(of(one)).split(" ")[place]) for of in (_sent_of, _true_of)]
            for place in (0, -1)
        )
        return {one for drawn, true in orders for one, other in zip(drawn, true, strict=True) if one != other}

    @cached_property
    def _turned(self) -> Sequence[Near]:
        """The numbers and dates of which two stand in another order than the true ones."""
        numbers = [one for one in self._near.values() if one.type in _NUMERIC or one.days][-_LISTED:]
        values = [_values(one) for one in numbers]
        return [
            one
            for one, (drawn, true) in zip(numbers, values, strict=True)
            if any(
                one.type == other.type and (drawn < at) != (true < of) and drawn != at
                for other, (at, of) in zip(numbers, values, strict=True)
            )
        ]


def _values(near: Near) -> tuple[float, float]:
    """A number or a day as sent, and as typed."""
    if near.days:
        drawn, original = near.days
        return drawn.toordinal(), original.toordinal()
    return _value(near.surrogate), _value(near.original)


def _sent_of(near: Near) -> str:
    return near.surrogate


def _true_of(near: Near) -> str:
    return near.original


def _ages_in(text: str) -> list[int]:
    return [age for sign, ages in _AGES if sign.search(text) for age in ages]


def _without(sentence: str, surrogate: str) -> str:
    return sentence.replace(surrogate, " ")


def _value(text: str) -> float:
    """The first number of a text; -1 where it has none."""
    found = _NUMBER.search(text)
    return float(found[0].replace(",", "")) if found else -1.0


def _tells_by_itself(word: str) -> bool:
    """A name or a number."""
    return word[:1].isupper() or word[:1].isdigit()


def _plain(text: str) -> str:
    return " ".join(_folded(_WORD.findall(text)))


def _folded(words: list[str]) -> list[str]:
    """Words as they are compared; all at once, since one call for each takes longer."""
    return compared(" ".join(words)).split(" ") if words else []


def _digits(number: str) -> str:
    """A number without separators, and zeros that say nothing."""
    return _PADDING.sub("", _SEPARATOR.sub("", number))


@lru_cache(8192)
def _stem(folded: str) -> str:
    if not folded.endswith(_ENDINGS):
        return folded
    for ending in _ENDINGS:
        if folded.endswith(ending) and len(folded) - len(ending) > 3:  # noqa: PLR2004
            return folded.removesuffix(ending)
    return folded
