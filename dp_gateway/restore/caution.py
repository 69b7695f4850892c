"""Where a reply states something about a value that was drawn near rather than kept: the user should be told.

The provider was asked about a stand-in, and what it says of it becomes a statement about the true value when that is
restored: "The capital of Mexico is Madrid". A sentence is suspected where it speaks of a stand-in, or answers a
question that does, and says what the request did not say: a name or a number that is new, or new words of the kind in
which facts are told. What only repeats or rephrases the user's own words is not, nor is what holds of the true value as
well: a fact that was put right or that both share (`facts`), or a bound on whose same side both lie ("one has to be 18
to vote", of 16 and of 15).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date
from functools import cached_property, lru_cache
from typing import NamedTuple

from dp_gateway.restore import signs
from dp_gateway.restore.facts import (
    asked_facts,
    asks_letters,
    asks_order_of_words,
    named_alike,
    questions,
    shared_facts,
)
from dp_gateway.restore.numbers import label_words
from dp_gateway.text.folding import compared
from dp_gateway.vocabulary.numerals import NUMBER_WORDS

HOLDS = "\ufffc"
"""Stands where a reply told what was put right."""


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
        looked_for = self._asked or self._reckoned or self._turned or self._other_days or self._roots
        if not (looked_for or ":" in reply or self._may_speak(reply)):
            return []
        reply = self._put_right(reply[: signs.MOST_CHARACTERS])
        found |= self._told_by_keys(reply)
        reply = signs.KEY.sub(" ", reply)
        for sentence in signs.SENTENCE.findall(reply):
            if sentence.strip():
                found |= self._suspected(sentence, found, first=not found and reply.startswith(sentence))
        return [Caution(one.type, one.surrogate, one.original, stated) for one, stated in found.items()]

    def _may_speak(self, reply: str) -> bool:
        """Whether a reply has all words of a stand-in, in whatever order."""
        words = set(_plain(reply[: signs.MOST_CHARACTERS]).split(" "))
        return any(words.issuperset(name) for word in words & self._rarest.keys() for name in self._rarest[word])

    def _told_by_keys(self, reply: str) -> dict[Near, str]:
        """The values from which a new number under a key of JSON may be worked out, or of which it is a part."""
        found: dict[Near, str] = {}
        told: set[str | tuple[str, str]] = set()
        # What is told once is told: each value is looked at once.
        for field in signs.FIELD.finditer(reply):
            key, number = field[1].casefold(), signs.MONTHS.get(field[2].casefold(), field[2])
            if number != field[2] and key != "month":
                continue
            if key in signs.PARTS_OF_DAY:
                if (key, number) not in told:
                    told.add((key, number))
                    found |= dict.fromkeys(self._by_part.get((key, number), ()), number)
            elif _digits(number) not in self._known and (
                "." in number or float(_digits(number)) >= signs.LEAST_TOLD or key in signs.UNITS_OF_TIME
            ):
                kinds = {kind for word in label_words(field[1]) for kind in signs.TOLD_BY_KEY.get(word, ())} - told
                told |= kinds
                found |= {one: number for kind in sorted(kinds) for one in self._by_type.get(kind, ())}
        return found | self._told_by_flags(reply) | self._told_by_fields(reply)

    def _told_by_flags(self, reply: str) -> dict[Near, str]:
        """The numbers that lie beyond a bound of which a key of JSON says whether they do: `"senior": true`."""
        found: dict[Near, str] = {}
        for key, told in dict.fromkeys((flag[1], flag[2]) for flag in signs.FLAG.finditer(reply)):
            if self._words_sent.issuperset(_folded(signs.WORD.findall(key))):
                last = self._sent[-1]
                at = last.lower().find(key.lower())
                said = last[at : at + signs.NEAR_KEY] if at >= 0 else ""
                found |= {one: told for one in self._numbers if self._crosses(one, said)}
        return found

    def _told_by_fields(self, reply: str) -> dict[Near, str]:
        """The places, firms, jobs and peoples of which a field that was asked for tells a fact: `river: Vistula`."""
        found: dict[Near, str] = {}
        if not 0 < len(self._things) <= signs.FEW:
            return found
        for key, value in dict.fromkeys((field[1], field[2].strip()) for field in signs.TOLD.finditer(reply)):
            words = _folded(signs.WORD.findall(key))
            said = signs.WORD.findall(value)
            new = [word for word, one in zip(said, _folded(said), strict=True) if self._is_unknown(one)]
            fact = not signs.OF_A_FACT.isdisjoint(words) or (
                any(map(str.istitle, new)) and signs.OF_TEXT.isdisjoint(words)
            )
            if new and fact and self._words_sent.issuperset(words):
                found |= {one: value for one in self._things if not self._holds(one, f"is {value}")}
        return found

    @cached_property
    def _words_sent(self) -> frozenset[str]:
        """The words of the last text that was sent."""
        return frozenset(word for text in self._sent[-1:] for word in _folded(signs.WORD.findall(text)))

    @cached_property
    def _numbers(self) -> Sequence[Near]:
        """The numbers that were drawn near."""
        return [one for one in self._near.values() if one.type in signs.NUMERIC][: signs.LISTED]

    @cached_property
    def _things(self) -> Sequence[Near]:
        """The places, firms, jobs and peoples that were drawn near."""
        return [one for one in self._near.values() if one.type not in signs.NO_FACT_OF and one.type != "PERSON"]

    def _crosses(self, near: Near, said: str) -> bool:
        """Whether a bound that is told lies between a number and its stand-in."""
        bound = signs.BOUND.search(_without(said, near.surrogate)) or (near.type == "AGE" and _ages_in(said))
        return near.type in signs.NUMERIC and bool(bound) and not self._same_side(near, said)

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
            for part in signs.PARTS_OF_DAY if one.days else ():
                sent, true = (str(getattr(day, part)) for day in one.days or ())
                if sent != true:
                    by_part.setdefault((part, sent), []).append(one)
        return by_part

    def _suspected(self, sentence: str, found: Collection[Near], *, first: bool) -> dict[Near, str]:
        """Further stand-ins about which a sentence states something, and its new words."""
        words = signs.WORD.findall(sentence)
        folded = _folded(words)
        spoken = self._named_in(" ".join(folded))
        about = dict.fromkeys(self._about(sentence, words, folded, spoken, first=first))
        alike = [one for one in spoken if one.type == "LOCATION" and self._is_named_alike(one)]
        listed = len(about) > signs.LISTED
        suspected = [one for one in about if one not in found and (listed or not self._holds(one, sentence))]
        if self._turned and (self._orders or any(one in signs.COMPARED and self._is_unknown(one) for one in folded)):
            alike += self._turned
        if self._displaced or self._ranked:
            alike += [one for one in spoken if one in self._displaced or one in self._ranked]
        # A weekday that was put right tells which of the two it is.
        alike += self._other_days if HOLDS not in sentence else ()
        alike += [one for one in self._derived(folded) if not self._translates]
        suspected += [one for one in alike if one not in found and one not in suspected]
        stated = ""
        if suspected:
            stated = " ".join([word for word, one in zip(words, folded, strict=True) if self._is_unknown(one)])
        return dict.fromkeys(suspected, stated)

    def _chooses(self, folded: Collection[str]) -> bool:
        """Whether a sentence has one of two that are asked for, and not the other."""
        return any((one in folded) != (other in folded) for one, other in self._choices)

    @cached_property
    def _choices(self) -> Sequence[tuple[str, str]]:
        """The words of which a question asks which one is so, but for stand-ins: "in winter or in spring"."""
        near = {word for name in self._near for word in name.split(" ")}
        # Which kind of day a date is `_other_days` knows.
        asked = (question for question in self._questions if signs.WORKDAY.search(question) is None)
        pairs = ((compared(one), compared(other)) for each in asked for one, other in signs.EITHER.findall(each))
        each = (pair for pair in pairs if near.isdisjoint(pair) and not set(pair) & signs.SAID_ANYWAY)
        return list(dict.fromkeys(each))[: signs.LISTED]

    def _derived(self, folded: Collection[str]) -> list[Near]:
        """The jobs and peoples of whose names new words are made: "a welding helmet" for a welder, who is none."""
        return [
            one for root, one in self._roots if any(word.startswith(root) and self._is_unknown(word) for word in folded)
        ]

    @cached_property
    def _roots(self) -> list[tuple[str, Near]]:
        """What the last words of jobs and peoples are made of."""
        named = [(name.rpartition(" ")[2], one) for name, one in self._near.items() if one.type in signs.DERIVED_FROM]
        roots = ((signs.OF_ONE.sub("", word), one) for word, one in named)
        return [(root, one) for root, one in roots if len(root) >= signs.LONG and root not in _plain(one.original)][
            : signs.LISTED
        ]

    def _about(
        self, sentence: str, words: list[str], folded: list[str], spoken: list[Near], *, first: bool
    ) -> Iterator[Near]:
        short = first or len(words) <= signs.SHORT_ANSWER
        asked, reckoned = (self._asked, self._reckoned) if short else ((), ())
        if not spoken and not asked and not reckoned:
            return
        pairs = [pair for pair in zip(words, folded, strict=True) if self._is_unknown(pair[1])]
        new = [word for word, _ in pairs]
        heading = len(words) > 1 and all(word[0].isupper() for word in words if len(word) >= signs.LONG)
        # Of another language each noun is new, and of German each has a capital.
        numbers = [word for word in new if word[0].isdigit()]
        names = numbers if self._translates else list(filter(_tells_by_itself, new))
        facts = any(one in signs.FACTS for _, one in pairs)
        if spoken:
            # The first word of a sentence has a capital anyway, and so have all of a heading.
            told = numbers if heading else [word for word in names if word != words[0]] or numbers
            if told or (facts and len(new) > 1) or (self._asked and not self._translates and len(new) > 1):
                yield from spoken
        opened = first and new and (signs.YES_NO.match(sentence) or new[0] == words[0])
        of_it = self._asks_of_it and len(new) > signs.PHRASING
        if self._asks_advice:
            names, opened, of_it = [word for word in names if word != words[0]], False, False
        spelled = reckoned and any(
            signs.SPELLED.get(one, "2") not in self._known for _, one in pairs if one in signs.SPELLED
        )
        chosen = self._asks_directly and bool(self._choices) and self._chooses(folded)
        if names or opened or of_it or spelled or chosen or (new and self._asks_letters):
            yield from asked
        elif facts:
            yield from (one for one in asked if self._asks_directly or one.type not in signs.NUMERIC)
        if first and signs.YES_NO.match(sentence):
            yield from (one for one in asked if any(self._crosses(one, question) for question in self._questions))
        # "28 - 14 = 14": a result that is one of the numbers is no new one.
        equals = "=" in sentence and HOLDS not in sentence
        if equals or (not asked and (numbers or spelled or any(map(signs.DAY.fullmatch, names)))):
            kinds = next((kinds for sign, kinds in signs.KINDS if sign.search(sentence)), signs.NO_FACT_OF)
            yield from (one for one in reckoned if one.type in kinds)

    def _holds(self, near: Near, sentence: str) -> bool:
        """Whether all that a sentence tells holds of the true value as it does of the stand-in."""
        if self._facts and near.type in signs.NO_FACT_OF and not signs.NUMBER.search(sentence):
            # For how long somebody is in a town decides nothing of its currency.
            return True
        if near.type in signs.NUMERIC:
            others = set(signs.NUMBER.findall(_without(sentence, near.surrogate)))
            return (HOLDS in sentence and others <= signs.PERIODS) or self._same_side(near, sentence)
        known = self._shared(near)
        # "Their field is foods", of Calloway Foods: a word of the name, said by itself, tells something.
        own = set(map(_stem, _folded(signs.WORD.findall(near.surrogate))))
        words = signs.WORD.findall(_without(sentence, near.surrogate))
        each = zip(words, _folded(words), strict=True)
        told = [(word, folded) for word, folded in each if self._is_unknown(folded) or _stem(folded) in own]
        rest = [(word, folded) for word, folded in told if _stem(folded) not in known]
        if len(rest) == len(told) and HOLDS not in sentence:
            return False
        rest = [(word, folded) for word, folded in rest if folded not in signs.SAID_OF_FACTS]
        first = next(iter(signs.WORD.findall(sentence)), "")
        names = any(_tells_by_itself(word) for word, _ in rest if word != first)
        return not names and len(rest) <= signs.PHRASING and all(folded not in signs.FACTS for _, folded in rest)

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
        if (
            near.type in ("AGE", "DURATION")
            and signs.NUMBER.search(sentence)
            and any(map(signs.HOW_OLD.search, self._questions))
        ):
            return False  # "She will be 9" names no bound.
        rest = _without(sentence, near.surrogate)
        bounds = [_value("".join(found)) for found in signs.BOUND.findall(rest)]
        numbers = [_value(number) for number in signs.NUMBER.findall(rest)]
        if near.type == "AGE" and not numbers:
            bounds = [float(age) for age in (*self._ages_asked, *_ages_in(sentence))]
        if not numbers and signs.YES_NO.match(sentence):
            bounds = [*bounds, *self._bounds_asked]
        if near.type != "AGE":
            # "At least 3 kg", of 23 kg: no bound, but what is worked out of it.
            bounds = [one for one in bounds if values[0] <= signs.OF_ONE_SIZE * one <= signs.OF_ONE_SIZE**2 * values[1]]
        if not numbers and not bounds and signs.YES_NO.match(sentence) and self._only_compares:
            # Where two of them stand in another order, `_turned` has both.
            return len(self._by_type.get(near.type, ())) > 1
        return bool(bounds) and set(numbers) <= set(bounds) and not any(values[0] < one <= values[1] for one in bounds)

    def _is_unknown(self, folded: str) -> bool:
        """Whether a word of the reply is none of the request."""
        # "That's" is no new word either.
        plain = folded.partition("'")[0] if "'" in folded else folded
        if plain in signs.SAID_ANYWAY or _stem(folded) in self._known:
            return False
        if plain[:1].isdigit() and (unit := signs.WITH_UNIT.fullmatch(plain)):
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
        written = {word for text in self._sent for word in _folded(signs.WORD.findall(text))}
        words = set(map(_stem, written)).union(digits for name, digits in signs.COUNTED.items() if name in written)
        words.update(_digits(one) for one in written if one[:1].isdigit())
        # An amount and a date may be written in another form.
        if any(one.type == "DATE_TIME" for one in self._near.values()):
            words.update(*(pair for pair in signs.MONTHS.items() if not words.isdisjoint(pair)))
        words.update(
            *(names.split() for sign, names in signs.CURRENCIES.items() if any(sign in text for text in self._sent))
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
    def _without_near(self) -> str:
        """The last text that was sent without its stand-ins."""
        last = self._sent[-1] if self._sent else ""
        for one in list(self._near.values())[: signs.LISTED]:
            last = _without(last, one.surrogate)
        return last

    @cached_property
    def _bounds_asked(self) -> Sequence[float]:
        """The bounds that the last text tells, of which yes and no may tell on which side a stand-in lies."""
        return [_value("".join(found)) for found in signs.BOUND.findall(self._without_near)]

    @cached_property
    def _only_compares(self) -> bool:
        """Whether the last text asks which of two stand-ins is more, and by how much no word of it tells."""
        words = _folded(signs.WORD.findall(self._without_near))
        counts = any(one[:1].isdigit() or one in signs.SPELLED or one in NUMBER_WORDS for one in words if one != "one")
        return not counts and "%" not in self._without_near and (self._orders or not signs.COMPARED.isdisjoint(words))

    @cached_property
    def _translates(self) -> bool:
        last = self._sent[-1] if self._sent else ""
        folded = last.casefold()
        return any(sign in folded for sign in signs.TRANSLATED) and signs.TRANSLATES.search(last) is not None

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
        advice = (one for one in self._questions if signs.ADVICE.search(one))
        return not self._asks_directly and any(signs.OF_THEIRS.search(one) is None for one in advice)

    @cached_property
    def _asked(self) -> Sequence[Near]:
        """The stand-ins in the questions of the last text that was sent; of a few, those of the text around them."""
        letters = self._asks_letters
        questions = [one for one in self._questions if one.strip() and (letters or not signs.OF_WORDING.search(one))]
        asked = [one for question in questions for one in self._spoken(question)]
        around = self._spoken(self._sent[-1]) if questions and not asked else []
        return asked or (around if len(around) <= signs.FEW else [])

    @cached_property
    def _asks_of_it(self) -> bool:
        """Whether the last text asks of a stand-in what no text tells: "Why does he wear a turban?"."""
        of_work = any(one.type == "JOB_TITLE" for one in self._asked) and any(
            map(signs.OF_WORK.search, self._questions)
        )
        what = any(
            signs.WHAT.search(one) and not signs.ADVICE.search(one) and self._of_thing(one) for one in self._questions
        )
        return of_work or (not self._translates and (what or any(map(signs.OF_IT.search, self._questions))))

    def _of_thing(self, question: str) -> bool:
        """Whether a question names a place, a firm, a job or a people, and no number of which it may ask."""
        types = {one.type for one in self._spoken(question)}
        return bool(types) and types.isdisjoint(signs.NO_FACT_OF | {"PERSON"}) and not signs.OF_WORDING.search(question)

    @cached_property
    def _reckoned(self) -> Sequence[Near]:
        """The numbers and dates from which an answer may be worked out, where the last text asks for one."""
        asks = any(map(signs.RECKONS.search, self._questions))
        return [one for one in self._near.values() if one.type in signs.NO_FACT_OF][-signs.LISTED :] if asks else []

    @cached_property
    def _orders(self) -> bool:
        """Whether the last text asks which of several is more, or for them in order."""
        return bool(self._sent) and signs.ORDERED.search(self._sent[-1]) is not None

    @cached_property
    def _ranked(self) -> Collection[Near]:
        """The places and firms of which is asked which one is more, or their order, where no number tells it."""
        last = self._sent[-1] if self._sent else ""
        if signs.RANKS.search(last) is None or signs.NUMBER.search(last) or asks_order_of_words(last):
            return ()
        named = [one for one in self._spoken(last) if one.type in ("LOCATION", "ORGANIZATION")]
        return named if len(named) > 1 else ()

    @cached_property
    def _other_days(self) -> list[Near]:
        """The dates at the weekend of which the true one is not, or the other way round, where that is asked."""
        if not self._sent or not signs.WORKDAY.search(self._sent[-1]):
            return []
        dated = ((one, one.days) for one in self._near.values())
        return [one for one, days in dated if days and len({day.weekday() >= signs.SATURDAY for day in days}) > 1]

    @cached_property
    def _asks_letters(self) -> bool:
        """Whether the last text asks of a name as a word, and for no order of several."""
        return bool(self._sent) and asks_letters(self._sent[-1]) and not asks_order_of_words(self._sent[-1])

    @cached_property
    def _displaced(self) -> Collection[Near]:
        """The names that stand in another order of the alphabet than the true ones, where that is asked."""
        if not self._sent or not asks_order_of_words(self._sent[-1]):
            return ()
        names = [one for one in self._near.values() if one.type not in signs.NO_FACT_OF][-signs.LISTED :]
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
        numbers = [one for one in self._near.values() if one.type in signs.NUMERIC or one.days][-signs.LISTED :]
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
    return [age for sign, ages in signs.AGES if sign.search(text) for age in ages]


def _without(sentence: str, surrogate: str) -> str:
    return sentence.replace(surrogate, " ")


def _value(text: str) -> float:
    """The first number of a text; -1 where it has none."""
    found = signs.NUMBER.search(text)
    return float(found[0].replace(",", "")) if found else -1.0


def _tells_by_itself(word: str) -> bool:
    """A name or a number."""
    return word[:1].isupper() or word[:1].isdigit()


def _plain(text: str) -> str:
    return " ".join(_folded(signs.WORD.findall(text)))


def _folded(words: list[str]) -> list[str]:
    """Words as they are compared; all at once, since one call for each takes longer."""
    return compared(" ".join(words)).split(" ") if words else []


def _digits(number: str) -> str:
    """A number without separators, and zeros that say nothing."""
    return signs.PADDING.sub("", signs.SEPARATOR.sub("", number))


@lru_cache(8192)
def _stem(folded: str) -> str:
    if not folded.endswith(signs.ENDINGS):
        return folded
    for ending in signs.ENDINGS:
        if folded.endswith(ending) and len(folded) - len(ending) > 3:  # noqa: PLR2004
            return folded.removesuffix(ending)
    return folded
