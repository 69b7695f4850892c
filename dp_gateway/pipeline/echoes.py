"""Where a reply repeats, word for word, what a request said in drawn words, and what stood there before.

A single drawn word of a reply may be the model's own, and stays. A line, a sentence, a path, or five words in a row are
no coincidence: coding agents repeat them to edit a file or to run a command. `Gateway` adds these to what undoes a
request, under policies that draw words.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator

from dp_gateway.pipeline.filling import Replaced
from dp_gateway.restore import Later, Replacement
from dp_gateway.restore.later import MOST_WORDS, beginnings, words_in
from dp_gateway.text import Span, Spans
from dp_gateway.text.unicode import IDEOGRAPHS

__all__ = ["echoes", "made_later", "mended"]

_LINE = re.compile(r"\w[^\n]*[\w)\]}]")
_SENTENCE = re.compile(r"\w[^\n.!?]{0,400}(?:[.!?](?=\S)[^\n.!?]{1,400}){0,20}")
# From the beginning of a word alone: a long run of letters would be read once for each of them.
_PATH = re.compile(r"(?<!\w)\w+(?:[./\\_:-]+\w+){1,40}")
_WORD = re.compile(r"\w+")
_WORDS, _LEAST_WORDS, _LEAST_CHANGED = 5, 3, 2
_LEAST_PATH = 6
_LONGEST_LINE = 2000
_LONGEST_TEXT = 4000
"""Longer texts are files and listings: their lines are known again, not every five words of them."""
_ADDRESS = re.compile(r"://|www\.|@")
_MARKS = " ,;|\t"
_SOLID, _CELL = re.compile(r"\S+"), re.compile(r"[^\s,;|\"]+")
_IDEOGRAPH = re.compile(f"[{IDEOGRAPHS}]")
_LETTERS_AND_DIGITS = bytes(code for code in range(128) if chr(code).isalnum())
_LETTERS = re.compile(r"[a-z]{2}", re.IGNORECASE)
_JOINED = re.compile(r"(?<=\w)[./\\_:-]+\w")
_UNCUT = 400


def echoes(parts: Iterable[tuple[str, Replaced]]) -> Iterator[Replacement]:
    """What undoes the echoes of some texts.

    Args:
        parts: each text, and what was sent for it.
    """
    undone: dict[str, str | None] = {}
    for text, part in parts:
        if part.words is None:
            continue
        for sent, original in _segments(text, part.text, list(part.spans)):
            # What stands for two things at once is no echo of either.
            undone[sent] = original if undone.get(sent, original) == original else None
    for sent, original in undone.items():
        if original is not None:
            yield Replacement(sent, original)


def made_later(
    parts: Iterable[tuple[str, Replaced]], make: Callable[[], list[Replacement]], digits: Iterable[str] = ()
) -> Later | None:
    """What holds back `echoes` and `mended` until a reply may repeat something; None where that cannot be told.

    Args:
        parts: each text, and what was sent for it.
        make: makes what undoes the request, those among it.
        digits: some of them stand in whatever else is held back.
    """
    begins, sure = set[tuple[str, ...]](), False
    for text, part in parts:
        sent, addressed = part.text, "@" in text or "://" in text or "www." in text
        if not sent.isascii() or "%20" in sent:
            return None
        if part.words is not None:
            sentences: list[str] = _SENTENCE.findall(text)
            # A long one may be cut within a word.
            if "_" in sent or any(len(sentence) > _UNCUT for sentence in sentences):
                return None
            begins.update(beginnings(words_in(sent)))
            # Elsewhere all that is known again has that many words, as many as it had.
            short = addressed or _JOINED.search(text) or any(map(_is_short, sentences))
            if short or not _is_alike(text, sent):
                begins.update(_begin(new) for new, _ in _segments(text, sent, list(part.spans)))
        if addressed or not isinstance(part.spans, Spans):
            whole = _whole_lines(text, sent, list(part.spans), _solid(part))
            pairs = [pair for pair in whole if pair[0] != pair[1]]
        else:
            lines, own = sent.split("\n"), text.split("\n")
            if len(lines) != len(own):
                return None
            pairs = [(new, old) for new, old in zip(lines, own, strict=True) if new != old]
        sure = sure or any(len(old) <= _LONGEST_LINE and _LETTERS.search(new) for new, old in pairs)
        begins.update(_begin(new) for new, _ in pairs)
    begins.discard(())
    return Later(make, begins, sure=sure, digits=digits)


def _is_short(sentence: str) -> bool:
    """Whether a sentence may be known again, and has fewer words than a row that is known again."""
    return not sentence.isascii() or _LEAST_WORDS <= len(words_in(sentence)) < _WORDS


def _is_alike(text: str, sent: str) -> bool:
    """Whether each word of a text was sent as one word, between the same marks; in doubt not."""
    if not text.isascii() or len(words_in(text)) != len(words_in(sent)):
        return False
    return text.encode().translate(None, _LETTERS_AND_DIGITS) == sent.encode().translate(None, _LETTERS_AND_DIGITS)


def _begin(new: str) -> tuple[str, ...]:
    return tuple(words_in(new)[:MOST_WORDS])


def mended(parts: Iterable[tuple[str, Replaced]], restore: Callable[[str, str], str]) -> list[Replacement]:
    """What else has to be undone so that every text that is repeated comes back as it was, to the byte.

    Values that touch each other or the words around them ("$88,861Boston") begin and end nowhere by the rules of a
    restorer; the whole line is then what is known again, or what of it stands beside its addresses.

    Args:
        parts: each text, and what was sent for it.
        restore: restores what was sent for the first text by all that is undone so far.
    """
    undone: dict[str, str] = {}
    for text, part in parts:
        spans = list(part.spans)
        for new, old in _whole_lines(text, part.text, spans, _solid(part)):
            if restore(text, new) != old:
                undone.setdefault(new, old)
        for new, old in _ideographs(text, part.text, spans):
            undone.setdefault(new, old)
    return [Replacement(new, old) for new, old in undone.items()]


def _solid(part: Replaced) -> re.Pattern[str]:
    """What stands between the marks of a line: of drawn words between white space alone."""
    return _CELL if part.words is None else _SOLID


def _whole_lines(text: str, sent: str, spans: list[Span], solid: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """The lines of a text in which something was replaced, as they were sent and as they were."""
    at = 0
    places = _Places(sent, spans)
    while at < len(spans):
        first = spans[at]
        start = text.rfind("\n", 0, first.start) + 1
        end = text.find("\n", first.end)
        end = len(text) if end < 0 else end
        while at < len(spans) and spans[at].start < end:
            last, at = spans[at].end, at + 1
            if last > end:
                end = text.find("\n", last)
                end = len(text) if end < 0 else end
        if end - start <= _LONGEST_LINE:
            for begin, stop in _beside_addresses(text, start, end, solid):
                # "t@x.org,+49 89 1234567,75481" is cut in a value, which is none of what stands beside the address.
                first, last = places.around(begin, stop)
                if first > begin and (found := _WORD.search(text, first, last)):
                    begin = found.start()  # noqa: PLW2901
                stop = last if last == stop else begin + len(text[begin:last].rstrip(_MARKS))  # noqa: PLW2901
                if new := places.sent(begin, stop):
                    yield new, text[begin:stop]


def _beside_addresses(text: str, start: int, end: int, solid: re.Pattern[str] = _SOLID) -> Iterator[tuple[int, int]]:
    """The parts of a line that hold no address, without white space around them."""
    begin = stop = start
    searched = _ADDRESS.search(text, start, end)
    for word in solid.finditer(text, start, end):
        if searched and _ADDRESS.search(word[0]):
            if stop > begin:
                yield begin, stop
            begin = stop = word.end()
            continue
        begin, stop = (begin if stop > begin else word.start()), word.end()
    if stop > begin:
        yield begin, stop


def _ideographs(text: str, sent: str, spans: list[Span]) -> Iterator[tuple[str, str]]:
    """Names of one ideograph with the characters beside them: alone, as parts of many words, they are not restored."""
    for at, span in enumerate(spans):
        if span.end - span.start != 1 or not _IDEOGRAPH.match(text, span.start):
            continue
        least, most = spans[at - 1].end if at else 0, spans[at + 1].start if at + 1 < len(spans) else len(text)
        start = span.start - (span.start > least and not text[span.start - 1].isspace())
        end = span.end + (span.end < most and not text[span.end].isspace())
        new = sent[span.sanitized_start - (span.start - start) : span.sanitized_end + (end - span.end)]
        if end - start > 1:
            yield new, text[start:end]


def _segments(text: str, sent: str, spans: list[Span]) -> Iterator[tuple[str, str]]:
    """Stretches of what was sent that cannot stand in a reply by chance, and of the text that they were made of."""
    places = _Places(sent, spans)
    for start, end, least in _stretches(text):
        new, old = places.sent(start, end, least), text[start:end]
        if new and new != old and not _ADDRESS.search(old):
            yield new, old


class _Places:
    """Where stretches of a text, at whose borders nothing is cut, stand in what was sent for it."""

    def __init__(self, sent: str, spans: list[Span]) -> None:
        self._sent, self._spans = sent, spans
        self._starts, self._ends = [span.start for span in spans], [span.end for span in spans]

    def around(self, start: int, end: int) -> tuple[int, int]:
        """A stretch without what is cut at its borders."""
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end)
        if first < last and self._spans[first].start < start:
            start = self._spans[first].end
        if first < last and self._spans[last - 1].end > end:
            end = self._spans[last - 1].start
        return start, end

    def sent(self, start: int, end: int, least: int = 1) -> str:
        """What was sent for a stretch; empty where fewer than the least number of units were replaced in it."""
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end)
        inside = self._spans[first:last]
        if len(inside) < least or inside[0].start < start or inside[-1].end > end:
            return ""
        begins = inside[0].sanitized_start - (inside[0].start - start)
        return self._sent[begins : inside[-1].sanitized_end + (end - inside[-1].end)]


def _stretches(text: str) -> Iterator[tuple[int, int, int]]:
    """Where lines, sentences, paths and words in a row stand, and how many units of each must have been drawn."""
    for pattern in (_LINE, _SENTENCE):
        for match in pattern.finditer(text):
            if match.end() - match.start() <= _LONGEST_LINE:
                for start, end in _beside_addresses(text, *match.span()):
                    if len(_WORD.findall(text, start, end)) >= _LEAST_WORDS:
                        yield start, end, _LEAST_CHANGED
    for match in _PATH.finditer(text):
        if len(match[0]) >= _LEAST_PATH:
            yield *match.span(), 1
    if len(text) <= _LONGEST_TEXT:
        words = [match.span() for match in _WORD.finditer(text)]
        for first, last in zip(words, words[_WORDS - 1 :], strict=False):
            yield first[0], last[1], _LEAST_CHANGED
