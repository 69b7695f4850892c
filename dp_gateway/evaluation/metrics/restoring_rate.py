"""Restoring rate: of the surrogates that a provider writes, bent as it likes, the share that is put back.

Counted are words of the reply. A word *should be restored* where a reader takes it for (a part of) a surrogate:

- a word of three letters or more that is a word of a person's surrogate and begins with a capital, or of any other
  surrogate and neither a common English word nor a legal form (LLP); letter case, accents, a plural s do not count;
- any word of a surrogate that stands whole, whatever its case, marks and white space;
- a number of five digits or more, separators left out, that is the number of a surrogate.

All else is the model's own: words that sound like the surrogate ("Kowalsky"), other people. Words that a token
mechanism drew are not restored by design, and not counted. A surrogate *is restored* where a match of the restorer
covers it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterator, Sequence
from functools import cache
from typing import Any

from dp_gateway.attacks.base import wilson
from dp_gateway.errors import InputError
from dp_gateway.evaluation.metrics import Skipped
from dp_gateway.evaluation.metrics.computing import Computed, Found
from dp_gateway.pipeline import Sanitized
from dp_gateway.text.types import UNITS
from dp_gateway.vocabulary.lexicon import default_lexicon

__all__ = ["RestoringRate", "mentioned"]

_WORD = re.compile(r"[^\W\d_]{3,}|\d[\d.,()\s-]*\d")
_LEGAL = frozenset({"inc", "llc", "llp", "ltd", "plc", "corp", "gmbh"})
_LEAST_DIGITS = 5


class RestoringRate(Computed):
    """Share of words of surrogates in the provider's replies that are restored; Wilson's 95 % interval.

    `originals` are the private documents and `released` the replies as the provider wrote them.

    Args:
        sent: what was sent for each document.
    """

    name: str = "restoring_rate"

    def __init__(self, sent: Sequence[Sanitized[Any]] | None = None) -> None:
        self._sent = sent

    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> Found | Skipped:
        """Compute the metric of documents and what was released for them, one for one."""
        if self._sent is None:
            return self.skipped("it needs what was sent to the provider: RestoringRate(sent=[gateway.sanitize(...)])")
        if len(self._sent) != len(originals):
            raise InputError(
                f"restoring_rate: there are {len(originals)} documents and {len(self._sent)} requests",
                hint="give what was sent for each document, in the same order",
            )
        common = default_lexicon().pool("COMMON_WORDS")
        mentions = restored = 0
        for request, reply in zip(self._sent, released, strict=True):
            matches, _ = request.restorer.matches(reply, 0, final=True)
            for start, end in mentioned(reply, request, common):
                mentions += 1
                restored += any(match.start < end and start < match.end for match in matches)
        if not mentions:
            return self.skipped("no reply holds a surrogate")
        return Found(restored / mentions, wilson(restored, mentions), "none", mentions)


def mentioned(reply: str, request: Sanitized[Any], common: Container[str]) -> Iterator[tuple[int, int]]:
    """Where words stand that should be restored.

    Args:
        reply: as the provider wrote it.
        request: what was sent.
        common: words, in lower case, that are not taken for surrogates.
    """
    people, words, numbers, whole = set[str](), set[str](), set[str](), list[str]()
    for span in request.spans:
        if span.unit in UNITS:
            continue
        surrogate = request.text[span.sanitized_start : span.sanitized_end]
        whole.append(r"[\W_]+".join(map(re.escape, re.findall(r"[^\W_]+", _plain(surrogate)))))
        for word in _WORD.findall(surrogate):
            if word[0].isdigit():
                numbers.add(_digits(word))
            elif span.unit == "PERSON":
                people.add(_plain(word))
            elif _plain(word) not in common and _plain(word) not in _LEGAL:
                words.add(_plain(word))
    plain = _plain(reply)
    inside = [found.span() for form in whole if form for found in re.finditer(rf"\b{form}\b", plain)]
    for found in _WORD.finditer(reply):
        start, end = found.span()
        word = plain[start:end]
        forms = {word, word.removesuffix("s")}
        if word[0].isdigit():
            named = len(_digits(word)) >= _LEAST_DIGITS and _digits(word) in numbers
        else:
            named = bool(forms & words or (forms & people and found[0][0].isupper()))
        if named or any(first <= start and end <= last for first, last in inside):
            yield start, end


def _plain(text: str) -> str:
    """Lower case without accents, as long as it was."""
    return "".join(map(_plain_letter, text))


@cache
def _plain_letter(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[0].lower()[0]


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdigit())
