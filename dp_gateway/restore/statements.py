"""Tells by rules whether a reply states something about a value that was drawn near rather than kept.

A sentence is suspected where it speaks of a stand-in, or answers a question that does, and says what the request did
not say: a name or a number that is new, or new words of the kind in which facts are told. Where what it says can be
worked out (the order of two numbers, a sum, a place of the same country), that is sure. What only repeats or rephrases
the user's own words is not suspected, nor is what holds of the true value as well: a fact that was put right or that
both share (`facts`), or a bound on whose same side both lie ("one has to be 18 to vote", of 16 and of 15).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from dp_gateway.restore import signs
from dp_gateway.restore.asked import Asked, ages_in
from dp_gateway.restore.facts import named_alike, same_country, shared_facts, tells_land
from dp_gateway.restore.labels import label_words
from dp_gateway.restore.standins import Near, StandIns, digits_of, folded_words, plain_words, stem, value_of, without

HOLDS = "\ufffc"
"""Stands where a reply told what was put right."""


class Told(NamedTuple):
    """A statement of a reply about a stand-in: the words that are new, and whether it is known or suspected."""

    words: str
    sure: bool = False


class Statements:
    """Applies the rules to the replies to one request; arguments as of `caution.Cautions`."""

    def __init__(self, near: Sequence[Near], sent: Sequence[str], put_right: Callable[[str], str] = str) -> None:
        self._near, self._sent, self._put_right = StandIns(near), sent, put_right
        self._asked = Asked(self._near, sent)
        self._both: dict[Near, Collection[str]] = {}

    def stated(self, reply: str) -> dict[Near, Told]:
        """Find the stand-ins about which a reply states something by rule, and what, in the order of the reply.
        `reply`: as the provider wrote it, with `HOLDS` where it is put right.
        """
        asked = self._asked
        looked_for = asked.named or asked.reckoned or asked.turned or asked.other_days or self._near.roots
        looked_for = looked_for or self._places or (self._near.numbers and signs.DIGITS.search(reply))
        if not (looked_for or ":" in reply or self._may_speak(reply)):
            return {}
        found = {one: Told(words, sure=True) for one, words in self._told_by_keys(reply).items()}
        reply = without_layout(reply)
        for sentence in signs.SENTENCE.findall(reply):
            # What asks back states nothing.
            if sentence.strip() and not sentence.rstrip().endswith("?"):
                found |= self._suspected(sentence, found, first=not found and reply.startswith(sentence))
        return found

    def _may_speak(self, reply: str) -> bool:
        """Whether a reply has all words of a stand-in, in whatever order."""
        words = set(plain_words(reply).split(" "))
        names = self._near.rarest
        return any(words.issuperset(name) for word in words & names.keys() for name in names[word])

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
                    found |= dict.fromkeys(self._near.by_part.get((key, number), ()), number)
            elif digits_of(number) not in (self._numbers if key in signs.UNITS_OF_TIME else self._known) and (
                "." in number or float(digits_of(number)) >= signs.LEAST_TOLD or key in signs.UNITS_OF_TIME
            ):
                kinds = {kind for word in label_words(field[1]) for kind in signs.TOLD_BY_KEY.get(word, ())} - told
                told |= kinds
                found |= {one: number for kind in sorted(kinds) for one in self._near.by_type.get(kind, ())}
        return found | self._told_by_flags(reply) | self._told_by_fields(reply)

    def _told_by_flags(self, reply: str) -> dict[Near, str]:
        """The numbers that lie beyond a bound of which a key of JSON says whether they do: `"senior": true`."""
        found: dict[Near, str] = {}
        for key, told in dict.fromkeys((flag[1], flag[2]) for flag in signs.FLAG.finditer(reply)):
            if self._words_sent.issuperset(folded_words(signs.WORD.findall(key))):
                last = self._sent[-1]
                at = last.lower().find(key.lower())
                said = last[at : at + signs.NEAR_KEY] if at >= 0 else ""
                found |= {one: told for one in self._near.numbers if self._crosses(one, said)}
        return found

    def _told_by_fields(self, reply: str) -> dict[Near, str]:
        """The places, firms, jobs and peoples of which a field that was asked for tells a fact: `river: Vistula`."""
        found: dict[Near, str] = {}
        if not 0 < len(self._near.things) <= signs.FEW:
            return found
        for key, value in dict.fromkeys((field[1], field[2].strip()) for field in signs.TOLD.finditer(reply)):
            words = folded_words(signs.WORD.findall(key))
            said = signs.WORD.findall(value)
            new = [word for word, one in zip(said, folded_words(said), strict=True) if self._is_unknown(one)]
            fact = not signs.OF_A_FACT.isdisjoint(words) or (
                any(map(str.istitle, new)) and signs.OF_TEXT.isdisjoint(words)
            )
            if new and fact and self._words_sent.issuperset(words):
                found |= {one: value for one in self._near.things if not self._holds(one, f"is {value}")}
        return found

    @cached_property
    def _words_sent(self) -> frozenset[str]:
        """The words of the last text that was sent."""
        return frozenset(word for text in self._sent[-1:] for word in folded_words(signs.WORD.findall(text)))

    def _crosses(self, near: Near, said: str) -> bool:
        """Whether a bound that is told lies between a number and its stand-in."""
        bound = signs.BOUND.search(without(said, near.surrogate)) or (near.type == "AGE" and ages_in(said))
        return near.type in signs.NUMERIC and bool(bound) and not self._same_side(near, said)

    def _suspected(self, sentence: str, found: Collection[Near], *, first: bool) -> dict[Near, Told]:
        """Further stand-ins about which a sentence states something, and its new words."""
        words = signs.WORD.findall(sentence)
        folded = folded_words(words)
        spoken = self._near.named_in(" ".join(folded))
        about = dict.fromkeys(self._about(sentence, words, folded, spoken, first=first))
        sure = [one for one in spoken if one.type == "LOCATION" and self._is_named_alike(one)]
        listed = len(about) > signs.LISTED
        suspected = [one for one in about if one not in found and (listed or not self._holds(one, sentence))]
        if self._asked.turned and (
            self._asked.orders or any(one in signs.COMPARED and self._is_unknown(one) for one in folded)
        ):
            sure += self._asked.turned
        if self._asked.displaced or self._asked.ranked:
            sure += [one for one in spoken if one in self._asked.displaced or one in self._asked.ranked]
        # A weekday that was put right tells which of the two it is.
        sure += self._asked.other_days if HOLDS not in sentence else ()
        sure += [one for one in self._made_of(folded) if not self._asked.translates]
        sure += self._worked_out(folded)
        sure += self._of_its_land(sentence, words)
        suspected += [one for one in sure if one not in found and one not in suspected]
        if not suspected:
            return {}
        stated = " ".join([word for word, one in zip(words, folded, strict=True) if self._is_unknown(one)])
        return {one: Told(stated, one in sure) for one in suspected}

    def _chooses(self, folded: Collection[str]) -> bool:
        """Whether a sentence has one of two that are asked for, and not the other."""
        return any((one in folded) != (other in folded) for one, other in self._asked.choices)

    def _worked_out(self, folded: Collection[str]) -> list[Near]:
        """The numbers of which a new one can be worked out."""
        if not self._near.numbers:
            return []
        new = (word for word in folded if word[0].isdigit() and self._is_unknown(word))
        numbers = (found[0] for word in new if (found := signs.NUMBER.fullmatch(word)))
        return [one for number in numbers for one in self._asked.derived.of(number)]

    @cached_property
    def _places(self) -> Sequence[Near]:
        """The places of which a reply may tell without being asked, where they are few."""
        places = self._near.by_type.get("LOCATION", ())
        return () if len(places) > signs.FEW or self._asked.translates else places

    def _of_its_land(self, sentence: str, words: Sequence[str]) -> Iterator[Near]:
        """The places of whose countries a name is told, whatever was asked: Tampere, of Espoo."""
        if not self._places:
            return
        runs = signs.NAMES.findall(sentence)
        each = (name for run in runs for name in dict.fromkeys((run, *run.split(" "))) if name != words[0])
        names = [name for name in each if self._is_unknown(folded_words([name])[0])][: signs.LISTED]
        if names:
            yield from (one for one in self._places if tells_land(one.surrogate, one.original, names))

    def _made_of(self, folded: Collection[str]) -> list[Near]:
        """The jobs and peoples of whose names new words are made: "a welding helmet" for a welder, who is none."""
        return [
            one
            for root, one in self._near.roots
            if any(word.startswith(root) and self._is_unknown(word) for word in folded)
        ]

    def _about(
        self, sentence: str, words: list[str], folded: list[str], spoken: list[Near], *, first: bool
    ) -> Iterator[Near]:
        short = first or len(words) <= signs.SHORT_ANSWER
        asked, reckoned = (self._asked.named, self._asked.reckoned) if short else ((), ())
        if not spoken and signs.OF_ANYBODY.search(sentence):
            asked = [one for one in asked if one.type in signs.NUMERIC]
        if not spoken and not asked and not reckoned:
            return
        pairs = [pair for pair in zip(words, folded, strict=True) if self._is_unknown(pair[1])]
        new = [word for word, _ in pairs]
        heading = len(words) > 1 and all(word[0].isupper() for word in words if len(word) >= signs.LONG)
        declines = signs.DECLINES.search(sentence) is not None
        # Of another language each noun is new, and of German each has a capital.
        numbers = [word for word in new if word[0].isdigit()]
        names = numbers if self._asked.translates else list(filter(tells_by_itself, new))
        if not first:
            names = [word for word in names if word != words[0]]
        of_age = not any(one.type == "AGE" for one in (*spoken, *asked))
        facts = any(one in signs.FACTS and not (of_age and one in signs.OF_AGE) for _, one in pairs)
        if spoken:
            # The first word of a sentence has a capital anyway, and so have all of a heading.
            told = numbers if heading else [word for word in names if word != words[0]] or numbers
            answers = facts or (self._asked.named and not self._asked.translates)
            if told or (answers and not declines and len(new) > 1):
                yield from spoken
            yield from self._told_behind(sentence, spoken)
        spelled = reckoned and any(
            signs.SPELLED.get(one, "2") not in self._known for _, one in pairs if one in signs.SPELLED
        )
        yield from self._of_ages(sentence, folded, new, asked)
        if first:
            yield from self._judged(sentence, asked)
        yes_no = signs.YES_NO.match(sentence) or (self._asked.whether and signs.WHETHER.match(sentence))
        opened = first and new and (not self._repeats(folded) if yes_no else new[0] == words[0])
        of_it = (self._asked.of_it or (first and self._asked.plainly)) and len(new) > signs.PHRASING and not declines
        if opened or yes_no or self._asked.advice:
            names = [word for word in names if word != words[0] or word[0].isdigit()]
        if self._asked.advice:
            opened, of_it, facts = False, False, False
        chosen = self._asked.directly and bool(self._asked.choices) and self._chooses(folded)
        told = names or of_it or spelled or chosen or (new and self._asked.letters)
        if told or opened:
            # "What are usual exercises?" of somebody who is 83: any words answer it.
            beside = not (told or yes_no or self._asked.directly)
            yield from (one for one in asked if not (beside and one.type == "AGE"))
        elif facts and not declines:
            yield from (one for one in asked if self._asked.of_number or one.type not in signs.NUMERIC)
        # "28 - 14 = 14": a result that is one of the numbers is no new one.
        equals = "=" in sentence and HOLDS not in sentence
        if equals or (not asked and (numbers or spelled or any(map(signs.DAY.fullmatch, names)))):
            kinds = next((kinds for sign, kinds in signs.KINDS if sign.search(sentence)), signs.NO_FACT_OF)
            yield from (one for one in reckoned if one.type in kinds)

    def _of_ages(
        self, sentence: str, folded: Collection[str], new: Collection[str], asked: Sequence[Near]
    ) -> Iterator[Near]:
        """The ages of which a word tells: "since you are past fifty", of somebody who is 52 or 49."""
        if not signs.TENS.isdisjoint(new) or signs.AT_AGE.search(sentence):
            called = [ages for word, ages in signs.CALLED_AT.items() if not {word, f"{word}s"}.isdisjoint(folded)]
            yield from (one for one in asked if one.type == "AGE" and not (called and self._within(one, called)))

    def _judged(self, sentence: str, asked: Sequence[Near]) -> Iterator[Near]:
        """The numbers that the first sentence judges, or says beyond which bound they lie."""
        if self._asked.judges and not signs.DECLINES.search(sentence):
            yield from (one for one in asked if one.type in signs.NUMERIC)
        if signs.YES_NO.match(sentence):
            yield from (one for one in asked if any(self._crosses(one, question) for question in self._asked.questions))

    @staticmethod
    def _within(age: Near, ages: Sequence[range]) -> bool:
        """Whether somebody is called after an age that is so called as sent and as typed."""
        return all({int(value_of(written)) in one for written in age[:2]} == {True} for one in ages)

    def _repeats(self, folded: Sequence[str]) -> bool:
        """Whether what stands behind a yes or no is what the request told, and not what it asks."""
        said = [one for one in folded[1:] if one not in signs.SAID_ANYWAY]
        return len(said) > 1 and self._asked.told.issuperset(map(stem, said))

    def _told_behind(self, sentence: str, spoken: Sequence[Near]) -> Iterator[Near]:
        """The places, firms, jobs and peoples behind which more is told of them: "Kaunas, close to the castle"."""
        if "," not in sentence:
            return
        for one in spoken[: signs.LISTED]:
            at = sentence.find(one.surrogate)
            added = signs.APPOSED.match(sentence, at + len(one.surrogate)) if at >= 0 else None
            told = folded_words(signs.WORD.findall(added[0])) if added else []
            if one.type not in signs.NO_FACT_OF and sum(map(self._is_unknown, told)) > signs.PHRASING:
                yield one

    def _holds(self, near: Near, sentence: str) -> bool:
        """Whether all that a sentence tells holds of the true value as it does of the stand-in."""
        if self._asked.facts and near.type in signs.NO_FACT_OF and not signs.NUMBER.search(sentence):
            # For how long somebody is in a town decides nothing of its currency.
            return True
        if near.type in signs.NUMERIC:
            others = set(signs.NUMBER.findall(without(sentence, near.surrogate)))
            return (HOLDS in sentence and others <= signs.PERIODS) or self._same_side(near, sentence)
        if self._asked.of_country and near.type == "LOCATION" and same_country(near.surrogate, near.original):
            return not any(map(str.istitle, signs.NAMES.findall(sentence)[1:]))
        known = self._shared(near)
        # "Their field is foods", of Calloway Foods: a word of the name, said by itself, tells something.
        own = set(map(stem, folded_words(signs.WORD.findall(near.surrogate))))
        words = signs.WORD.findall(without(sentence, near.surrogate))
        each = zip(words, folded_words(words), strict=True)
        told = [(word, folded) for word, folded in each if self._is_unknown(folded) or stem(folded) in own]
        rest = [(word, folded) for word, folded in told if stem(folded) not in known]
        if len(rest) == len(told) and HOLDS not in sentence:
            return False
        rest = [(word, folded) for word, folded in rest if folded not in signs.SAID_OF_FACTS]
        first = next(iter(signs.WORD.findall(sentence)), "")
        names = any(tells_by_itself(word) for word, _ in rest if word != first)
        return not names and len(rest) <= signs.PHRASING and all(folded not in signs.FACTS for _, folded in rest)

    def _is_named_alike(self, near: Near) -> bool:
        return named_alike(self._asked.facts, near.surrogate)

    def _shared(self, near: Near) -> Collection[str]:
        if near not in self._both:
            facts = shared_facts(near.surrogate, near.original, near.type, self._asked.facts)
            self._both[near] = {stem(word) for word in facts}
        return self._both[near]

    def _same_side(self, near: Near, sentence: str) -> bool:
        """Whether a number and its stand-in lie on the same side of each bound that a sentence names."""
        values = sorted(map(value_of, near[:2]))
        if values[0] < 0:
            return False
        if (
            near.type in ("AGE", "DURATION")
            and signs.NUMBER.search(sentence)
            and any(map(signs.HOW_OLD.search, self._asked.questions))
        ):
            return False  # "She will be 9" names no bound.
        rest = without(sentence, near.surrogate)
        bounds = [value_of("".join(found)) for found in signs.BOUND.findall(rest)]
        last = list(map(value_of, signs.RANGE.findall(rest)))
        numbers = [value_of(number) for number in signs.NUMBER.findall(rest)]
        if near.type == "AGE" and not numbers:
            bounds = [float(age) for age in (*self._asked.ages, *ages_in(sentence))]
        if not numbers and signs.YES_NO.match(sentence):
            bounds = [*bounds, *self._asked.bounds]
        if near.type != "AGE":
            # "At least 3 kg", of 23 kg: no bound, but what is worked out of it.
            bounds = [one for one in bounds if values[0] <= signs.OF_ONE_SIZE * one <= signs.OF_ONE_SIZE**2 * values[1]]
        if not numbers and not bounds and signs.YES_NO.match(sentence) and self._asked.only_compares:
            # Where two of them stand in another order, `_turned` has both.
            return len(self._near.by_type.get(near.type, ())) > 1
        crossed = any(values[0] < one <= values[1] for one in bounds)
        crossed = crossed or any(values[0] <= one < values[1] for one in last)
        return bool(bounds) and set(numbers) <= {*bounds, *last} and not crossed

    def _is_unknown(self, folded: str) -> bool:
        """Whether a word of the reply is none of the request."""
        # "That's" is no new word either.
        plain = folded.partition("'")[0] if "'" in folded else folded
        if plain in signs.SAID_ANYWAY or stem(folded) in self._known:
            return False
        if plain[:1].isdigit() and (unit := signs.WITH_UNIT.fullmatch(plain)):
            plain = unit[1]  # "80kg"
        return not (plain[:1].isdigit() and digits_of(plain) in self._known)

    @cached_property
    def _numbers(self) -> Collection[str]:
        """The numbers that were sent; how many months a year had in March is none of them."""
        return {digits_of(one) for text in self._sent for one in signs.NUMBER.findall(text)}

    @cached_property
    def _known(self) -> Collection[str]:
        written = {word for text in self._sent for word in folded_words(signs.WORD.findall(text))}
        words = set(map(stem, written)).union(digits for name, digits in signs.COUNTED.items() if name in written)
        words.update(digits_of(one) for one in written if one[:1].isdigit())
        # An amount and a date may be written in another form.
        if any(one.type == "DATE_TIME" for one in self._near.by_name.values()):
            words.update(*(pair for pair in signs.MONTHS.items() if not words.isdisjoint(pair)))
        words.update(
            *(names.split() for sign, names in signs.CURRENCIES.items() if any(sign in text for text in self._sent))
        )
        return words


def without_layout(reply: str) -> str:
    """Remove from a reply the keys of JSON and what a tag says of its looks."""
    return signs.LAYOUT.sub(" ", signs.KEY.sub(" ", reply))


def tells_by_itself(word: str) -> bool:
    """Return whether a value tells by itself what is meant: a name or a number."""
    return word[:1].isupper() or word[:1].isdigit()
