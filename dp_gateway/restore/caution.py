"""Where a reply states something about a value that was drawn near rather than kept: the user should be told.

The provider was asked about a stand-in, and what it says of it becomes a statement about the true value when that is
restored: "The capital of Mexico is Madrid". A sentence is suspected where it speaks of a stand-in, or answers a
question that does, and says what the request did not say: a name or a number that is new, or new words of the kind in
which facts are told. What only repeats or rephrases the user's own words is not. This reads the reply as the provider
wrote it, and knows nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from dp_gateway.text.folding import compared
from dp_gateway.vocabulary.stopwords import STOPWORDS

__all__ = ["Caution", "Cautions", "Near"]

_MOST_CHARACTERS = 65_536
_SENTENCE = re.compile(r"[^.!?\n]*(?:\.(?=\w)[^.!?\n]*)*[.!?]*")
_WORD = re.compile(r"[^\W_]+(?:[.,'’][^\W_]+)*")
_KEY = re.compile(r"[\"'][\w -]{1,40}[\"']\s*:")
_QUESTION = re.compile(
    r"[^.!?\n]*\?|\btell (?:me|us) (?:the|its|their|what|which|who|where|when|how|whether|if)\b[^.!?\n]*|"
    r"(?:(?<=[.!?\n] )|^)(?:name|explain|describe)\b[^.!?\n]*",
    re.IGNORECASE,
)
_TRANSLATES = re.compile(r"\btranslat|\b(?:in|into|to) (?:german|french|spanish|italian|dutch|polish)\b", re.IGNORECASE)
_YES_NO = re.compile(r"\s*(?:yes|no|not|correct|true|false)\b", re.IGNORECASE)
_POLITE = frozenset(
    "dear sincerely regards best hello hi thanks thank please note sure certainly here summary draft subject letter "
    "mail email reply answer re however also moreover furthermore overall additionally finally therefore".split()
)
_FACTS = frozenset(
    """
    capital population language languages currency located location founded established headquartered known famous
    provides provide offers offer produces produce manufactures specializes specialises company corporation largest
    smallest biggest city town country state province region climate president government legal law minimum maximum
    average typical typically usually generally eligible required allowed permitted equivalent equals converts speak
    speaks spoken border borders borders continent member industry sector services products brand chain subsidiary owned
    responsible involves treat treats diagnose diagnoses salary earns retirement voting drink drinking adult minor
    senior holiday celebrated season weekday falls worth approximately roughly about
    """.split()
)
_SHORT_ANSWER, _FEW, _LONG = 14, 3, 4


class Near(NamedTuple):
    """A value that was drawn near the true one.

    Attributes:
        surrogate, original: as sent and as typed.
        type: entity type.
    """

    surrogate: str
    original: str
    type: str


class Caution(NamedTuple):
    """The reply states something about a stand-in.

    Attributes:
        type: entity type.
        surrogate: what the provider spoke of.
        original: what the user reads there.
    """

    type: str
    surrogate: str
    original: str


class Cautions:
    """What replies to one request have to be looked at for.

    Args:
        near: the values of the request that were drawn near.
        sent: the texts of the request as they were sent.
        put_right: leaves out of a reply what is no statement about a stand-in any more: results that were worked out
            again from the true values.
    """

    def __init__(self, near: Iterable[Near], sent: Sequence[str], put_right: Callable[[str], str] = str) -> None:
        self._near = {_plain(one.surrogate): one for one in near}
        self._near.pop("", None)
        self._sent, self._put_right = sent, put_right

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
        found: dict[Near, None] = {}
        reply = _KEY.sub(" ", self._put_right(reply[:_MOST_CHARACTERS]))
        for sentence in _SENTENCE.findall(reply):
            if sentence.strip():
                found |= dict.fromkeys(self._suspected(sentence, first=not found and reply.startswith(sentence)))
        return [Caution(one.type, one.surrogate, one.original) for one in found]

    def _suspected(self, sentence: str, *, first: bool) -> Iterator[Near]:
        words = _WORD.findall(sentence)
        new = [word for word in words if self._is_new(word)]
        heading = len(words) > 1 and all(word[0].isupper() for word in words if len(word) >= _LONG)
        # Of another language each noun is new, and of German each has a capital.
        numbers = [word for word in new if word[0].isdigit()]
        names = numbers if self._translates else list(filter(_tells_by_itself, new))
        facts = any(compared(word) in _FACTS for word in new)
        spoken = self._spoken(sentence)
        if spoken:
            # The first word of a sentence has a capital anyway, and so have all of a heading.
            told = numbers if heading else [word for word in names if word != words[0]] or numbers
            if told or (facts and len(new) > 1) or (self._asked and not self._translates and len(new) > 1):
                yield from spoken
        answers = first or len(words) <= _SHORT_ANSWER
        said = names or facts or (first and new and (_YES_NO.match(sentence) or new[0] == words[0]))
        if answers and said:
            yield from self._asked

    def _is_new(self, word: str) -> bool:
        folded = compared(word)
        return _stem(folded) not in self._known and folded not in STOPWORDS and folded not in _POLITE

    def _spoken(self, sentence: str) -> list[Near]:
        plain = f" {_plain(sentence)} "
        return [one for name, one in self._near.items() if f" {name} " in plain]

    @cached_property
    def _known(self) -> Collection[str]:
        return {_stem(compared(word)) for text in self._sent for word in _WORD.findall(text)}

    @cached_property
    def _translates(self) -> bool:
        return bool(self._sent) and _TRANSLATES.search(self._sent[-1]) is not None

    @cached_property
    def _asked(self) -> Sequence[Near]:
        """The stand-ins in the questions of the last text that was sent; of a few, those of the text around them."""
        questions = [one for one in _QUESTION.findall(self._sent[-1]) if one.strip()] if self._sent else []
        asked = [one for question in questions for one in self._spoken(question)]
        around = self._spoken(self._sent[-1]) if questions and not asked else []
        return asked or (around if len(around) <= _FEW else [])


def _tells_by_itself(word: str) -> bool:
    """A name or a number."""
    return word[:1].isupper() or word[:1].isdigit()


def _plain(text: str) -> str:
    return " ".join(compared(word) for word in _WORD.findall(text))


def _stem(folded: str) -> str:
    for ending in ("ing", "ed", "es", "s", "'s", "ly"):
        if folded.endswith(ending) and len(folded) - len(ending) > 3:  # noqa: PLR2004
            return folded.removesuffix(ending)
    return folded
