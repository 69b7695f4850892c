"""Weighs all that speaks for and against a statement about a stand-in, where single rules find too much or too little.

What is so of a request and of the reply to it ("names a stand-in in its question", "a new number", "asks for advice")
has a weight each; `weights.txt` holds them. They are the coefficients of a logistic regression on the labelled
replies of `benchmarks/cautions.txt`, written by release/caution_weights.py.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache, cached_property
from pathlib import Path

from dp_gateway.restore import signs
from dp_gateway.restore.facts import same_country
from dp_gateway.restore.standins import folded_words
from dp_gateway.restore.statements import HOLDS, Statements, Told, without_layout
from dp_gateway.text.lists import weights_of

WEIGHTS = Path(__file__).with_name("weights.txt")
LEAST = 0.62
"""The logarithm of the odds, of 65 to 35, from which a weight overrules the rules."""
_MOST_SENTENCES, _MOST_STAND_INS, _MOST_REQUEST = 20, 8, 2_000
"""Beyond these a reply is not weighed: the labelled ones are those of a chat."""
_QUOTED = re.compile(r"[\"“][^\"”]{1,400}[\"”]")
_ASKED_FOR = {
    name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for name, words in {
        "a rewording": "rewrite|rephrase|shorten|correct|fix|polish|make (?:it|this|my)|turn|convert|put|say (?:it|in)|"
        "fill|format|remove|continue",
        "an extract": "extract|list|classify|summari[sz]e|summary|json|yaml|csv|table|bullets?|pull out|find",
        "a message": "write|draft|compose|reply|thank|ask|tell|remind|invite|congratulate|complain|decline|mail|letter|"
        "note|card|message|text",
        "an invention": "suggest|name|title|slogan|poem|story|haiku|joke|ad|advertisement|bio|caption|toast|nickname|"
        "ideas?|plan|packing|recommend|introduce|speech",
        "wording": "spelling|grammar|correct|sentence|word|tone|mail|polite|sentiment|topic|mean|plural|spell",
        "what is allowed": "legal|law|must|may|allowed|need|required|have to|permit|licen[cs]e",
        "a place": "where|far|near|north|south|weather|snow|rain|sea|river|airport|train|bus|trains|museum|sights|food|"
        "dish|restaurant|there|local|people|city|town|country|region|county|team|mayor|famous|known",
        "what a text says": "according|mention|in the (?:text|note|mail)",
        "how much": "how (?:many|much|old|long|far|big|high|often|early|late|fast)",
        "a fact": "which|what|who|where|when",
        "a reason": "why",
        "a way": "how (?:do|can|should|to|does|would)",
        "a choice": "should|could|can|shall",
        "of oneself": "i|my|we|our|me|us",
        "of another": "it|its|there|they|their|them|he|she|his|her|him",
        "of that": "that|this|these|those",
    }.items()
}
_OF_QUESTION = {
    "a recommendation": signs.RECOMMENDS,
    "how to say it": signs.OF_SAYING,
    "words": signs.OF_WORDING,
    "a value": signs.OF_VALUE,
    "a judgement": signs.JUDGES,
    "a country": signs.OF_COUNTRY,
    "theirs": signs.OF_THEIRS,
    "work": signs.OF_WORK,
    "whether": signs.OF_WHETHER,
    "what": signs.WHAT,
}


class Weighed(Statements):
    """Replies as they are weighed; arguments as of `caution.Cautions`."""

    def weigh(self, reply: str) -> float:
        """Weigh how much more speaks for a statement about a stand-in than against one. `reply`: as the provider wrote
        it, with `HOLDS` where it is put right.
        """
        weights = _weights()
        return sum(weights.get(name, 0.0) for name in set(self.signals(reply)))

    def is_settled(self, reply: str, found: Collection[Told]) -> bool:
        """Return whether nothing is to be weighed: rules know what is so, or a reply is none of a chat. `reply`: as of
        `weigh`. `found`: what is told by rule.
        """
        sentences = [one for one in signs.SENTENCE.findall(without_layout(reply)) if one.strip()]
        last = self._sent[-1] if self._sent else ""
        if (
            not 0 < len(sentences) <= _MOST_SENTENCES
            or len(self._near.by_name) > _MOST_STAND_INS
            or len(last) > _MOST_REQUEST
        ):
            return True
        if found:
            return any(one.sure for one in found)
        asked, numbers = self._asked, self._near.numbers
        words = folded_words(signs.WORD.findall(reply))
        alike = len(numbers) > 1 and not asked.turned and not signs.COMPARED.isdisjoint(words)
        repeats = not any(map(self._is_unknown, words)) and not signs.YES_NO.match(reply)
        within = numbers and all(self._same_side(one, said) for one in numbers for said in sentences)
        return bool(
            HOLDS in reply
            or alike
            or repeats
            or within
            or signs.KEY.search(reply) is not None
            or asked.orders
            or asked.only_compares
            or any(map(signs.WORKDAY.search, asked.questions))
            or signs.OF_ANYBODY.search(reply) is not None
            or self._repeats(folded_words(signs.WORD.findall(sentences[0])))
        )

    def new_words(self, text: str) -> str:
        """Find the words of a text that are none of the request."""
        words = signs.WORD.findall(text)
        return " ".join(word for word, one in zip(words, folded_words(words), strict=True) if self._is_unknown(one))

    def signals(self, reply: str) -> Iterator[str]:
        """Name all signals that hold; `reply` as of `weigh`."""
        yield "any"
        yield from self._signals_of_request
        yield from self._of_reply(without_layout(reply))
        if HOLDS in reply:
            yield "put right"
        if self._told_by_keys(reply):
            yield "told by keys"

    @cached_property
    def _signals_of_request(self) -> frozenset[str]:
        """Those that hold whatever the reply is."""
        return frozenset((*self._of_request(), *self._of_stand_ins()))

    def _of_request(self) -> Iterator[str]:
        asked, last, near = self._asked, self._sent[-1], self._near.by_name.values()
        so = {
            "question": asked.questions,
            "question names it": asked.directly,
            "question is about it": asked.named,
            "question by itself": asked.questions and all(map(signs.BY_ITSELF.match, asked.questions)),
            "advice": asked.advice,
            "what no text tells": asked.of_it,
            "reckons": asked.reckoned,
            "translation": asked.translates,
            "ranks": asked.ranked,
            "order of names": asked.displaced,
            "kind of day": asked.other_days,
            "letters": asked.letters,
            "other order": asked.turned and asked.orders,
            "quoted": any(one.surrogate in said for said in _QUOTED.findall(last) for one in near),
        }
        yield from (name for name, is_so in so.items() if is_so)
        wanted, kind = (" ".join(asked.questions), "asks") if asked.questions else (last, "wants")
        yield from (f"{kind} {name}" for name, sign in _ASKED_FOR.items() if sign.search(wanted))
        yield from (
            f"question: {name}" for name, sign in _OF_QUESTION.items() if any(map(sign.search, asked.questions))
        )

    def _of_stand_ins(self) -> Iterator[str]:
        near = self._near.by_name.values()
        yield from {one.type for one in near}
        so = {
            "number": self._near.numbers,
            "date": any(one.type == "DATE_TIME" for one in near),
            "thing": self._near.things,
            "no thing": not self._near.things,
            "one country": any(one.type == "LOCATION" and same_country(one.surrogate, one.original) for one in near),
        }
        yield from (name for name, is_so in so.items() if is_so)

    def _of_reply(self, reply: str) -> Iterator[str]:
        sentences = [one for one in signs.SENTENCE.findall(reply) if one.strip()]
        words = [signs.WORD.findall(one) for one in sentences]
        folded = [folded_words(one) for one in words]
        new = [
            [word for word, one in zip(*pair, strict=True) if self._is_unknown(one)]
            for pair in zip(words, folded, strict=True)
        ]
        every, unknown = [word for one in words for word in one], [word for one in new for word in one]
        known_by = {word for one in folded for word in one}
        unknown_folded = {one for one in known_by if self._is_unknown(one)}
        spoken = [self._near.spoken(one) for one in sentences]
        begin = {line.strip().split(" ")[0].strip('"“-*(') for line in reply.split("\n") if line.strip()}
        begin |= {one[0] for one in words if one}
        heading = len(words[0]) > 1 and all(one[0].isupper() for one in words[0] if len(one) >= signs.LONG)
        names = [word for word in unknown if word[0].isupper() and word not in begin and not heading]
        each = list(zip(sentences, words, folded, spoken, strict=True))
        so = {
            "heading": heading,
            "nothing new": not unknown,
            "new first": len(new[0]) > 0,
            "several new first": len(new[0]) > 1,
            "many new first": len(new[0]) >= signs.LONG,
            "new": unknown,
            "several new": len(unknown) > 1,
            "many new": len(unknown) >= signs.LONG,
            "very many new": len(unknown) >= 2 * signs.LONG,
            "half new": len(unknown) * 2 > len(every),
            "nearly all new": len(unknown) * 4 > 3 * len(every),
            "short": len(every) < signs.LONG,
            "long": len(every) > signs.SHORT_ANSWER,
            "name": names,
            "several names": len(names) > 1,
            "new number": any(word[0].isdigit() for word in unknown),
            "spelled number": not unknown_folded.isdisjoint(signs.SPELLED),
            "facts": not unknown_folded.isdisjoint(signs.FACTS),
            "compares": not known_by.isdisjoint(signs.COMPARED),
            "names it": any(spoken),
            "new beside it": any(of and len(one) > 1 for of, one in zip(spoken, new, strict=True)),
            "told behind it": any(True for one in each for _ in self._told_behind(one[0], one[3])),
            "of its land": any(True for one in each if one[1] for _ in self._of_its_land(one[0], one[1])),
            "worked out": any(self._worked_out(one[2]) for one in each),
            "made of it": not self._asked.translates and any(self._made_of(one[2]) for one in each),
            "other order told": self._asked.turned and not known_by.isdisjoint(signs.COMPARED),
            "yes or no": signs.YES_NO.match(reply),
            "declines": signs.DECLINES.search(reply),
            "asks back": reply.rstrip().endswith("?"),
            "anybody": signs.OF_ANYBODY.search(reply),
            "of age": signs.AT_AGE.search(reply),
            "repeats": folded[0] and self._repeats(folded[0]),
            "chooses": self._asked.choices and self._chooses(known_by),
            "holds of numbers": self._near.numbers
            and all(self._same_side(one, said) for one in self._near.numbers for said in sentences),
            "holds of things": self._near.things
            and all(self._holds(one, said) for one in self._near.things for said in sentences),
        }
        yield from (name for name, is_so in so.items() if is_so)


@cache
def _weights() -> dict[str, float]:
    return weights_of(WEIGHTS)
