"""Finds what else has to be undone so that every text that is repeated comes back as it was, to the byte.

Values that touch each other or the words around them ("$88,861Boston") begin and end nowhere by the rules of a
restorer, a letter or a number of two digits is told from no other one, and two names may share what stands in for
them. Of these the text around them tells what they were: the whole line, and where that is not enough, or too long to
be repeated as a whole, the words on both sides, as many as it takes.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from dp_gateway.pipeline.words import Replaced
from dp_gateway.restore import Replacement, Restorer
from dp_gateway.restore.matching import Match
from dp_gateway.text import Span
from dp_gateway.text.unicode import IDEOGRAPH, IDEOGRAPHS

LONGEST_LINE = 2000
"""Characters of a stretch that is known again as a whole."""
_REACHES = (0, 3, 10, 30, 100)
"""Words on each side of what does not come back that tell it from others: as many as it takes; first its own word."""

ADDRESS = re.compile(r"://|www\.|@")
_WORD = re.compile(r"\w+")
_MARKS = " ,;|\t"
_SOLID, _CELL = re.compile(r"\S+"), re.compile(r"[^\s,;|\"]+")
_APART = re.compile(rf"[{IDEOGRAPHS}]|[^\s,;|\"{IDEOGRAPHS}]+")
_INSIDE = re.compile(rf"[{IDEOGRAPHS}]|[^\W{IDEOGRAPHS}]+")


def mended(
    parts: Sequence[tuple[str, Replaced]], undone: list[Replacement], restoring: Callable[[list[Replacement]], Restorer]
) -> list[Replacement]:
    """Find what else undoes some texts as they were sent, the first of it before all the rest. `undone`: what is undone
    so far. `restoring`: makes a restorer of what is undone.
    """
    more = _lines(parts, restoring(undone))
    # Where each word is drawn, nearly none beside a value is as it was.
    with_words = [(text, Places(part.text, list(part.spans))) for text, part in parts if part.words is None]
    if not with_words:
        return more
    changed = _all_changed(with_words, restoring([*more, *undone]))
    for reach in _REACHES:
        if found := _amid_words(with_words, changed, reach):
            more = [*found, *more]
            changed = _all_changed(with_words, restoring([*more, *undone]))
        elif reach:
            break
    return more


def _lines(parts: Iterable[tuple[str, Replaced]], restorer: Restorer) -> list[Replacement]:
    """What undoes whole lines, or what of them stands beside their addresses."""
    undone: dict[str, str] = {}
    for text, part in parts:
        of_text = restorer.within([text], [part.text])
        for new, old in whole_lines(text, part):
            if of_text.restore(new).text != old:
                undone.setdefault(new, old)
        for new, old in _ideographs(text, part.text, list(part.spans)):
            undone.setdefault(new, old)
    return [Replacement(new, old) for new, old in undone.items()]


def _all_changed(parts: Sequence[tuple[str, Places]], restorer: Restorer) -> list[list[tuple[int, int]]]:
    """Where each text does not come back."""
    return [list(_changed(text, places, restorer.matches(places.sent, 0, final=True)[0])) for text, places in parts]


def _amid_words(
    parts: Sequence[tuple[str, Places]], changed: Sequence[Sequence[tuple[int, int]]], reach: int
) -> list[Replacement]:
    """What undoes whatever does not come back, with so many words on both sides."""
    undone: dict[str, str] = {}
    for (text, places), of_text in zip(parts, changed, strict=True):
        for start, end in _with_words(text, places, of_text, reach):
            new, old = places.counterpart(start, end), text[start:end]
            # A word that was left as it was may stand for something elsewhere.
            if reach or new != old:
                undone.setdefault(new, old)
    return [Replacement(new, old) for new, old in undone.items()]


def _changed(text: str, places: Places, matches: Sequence[Match]) -> Iterator[tuple[int, int]]:
    """Where a text does not come back; what was replaced and what is undone is looked at together where it overlaps."""
    both = [(span.sanitized_start, span.sanitized_end) for span in places.spans]
    both += [(match.start, match.end) for match in matches]
    at = begin = end = 0
    for start, stop in [*sorted(both), (len(places.sent) + 1, 0)]:
        if start < end:
            end = max(end, stop)
            continue
        restored, done = list[str](), begin
        while at < len(matches) and matches[at].start < end:
            restored += places.sent[done : matches[at].start], matches[at].text
            done, at = matches[at].end, at + 1
        restored.append(places.sent[done:end])
        own = places.origin(begin), places.origin(end)
        if "".join(restored) != text[own[0] : own[1]]:
            yield own
        begin, end = start, stop


def _with_words(text: str, places: Places, changed: Iterable[tuple[int, int]], reach: int) -> Iterator[tuple[int, int]]:
    """Stretches of a text with words on both sides, none of which is an address; those that overlap are one."""
    words = list((_APART if reach else _INSIDE).finditer(text))
    starts, ends = [word.start() for word in words], [word.end() for word in words]
    addresses = {at for at, word in enumerate(words) if ADDRESS.search(word[0])}

    def may_be_in(word: int, far: int) -> bool:
        return far <= LONGEST_LINE and word not in addresses

    grown = list[tuple[int, int]]()
    for start, end in changed:
        begin, stop = start, end
        first, last = bisect_right(starts, start) - 1, bisect_left(ends, end)
        for word in range(first, max(first - reach - 1, -1), -1):
            if not may_be_in(word, start - starts[word]):
                break
            begin = starts[word]
        for word in range(last, min(last + reach + 1, len(words))):
            if not may_be_in(word, ends[word] - end):
                break
            stop = ends[word]
        begin, stop = places.uncut(min(begin, start), max(stop, end))
        if (begin, stop) == (start, end):
            continue
        if grown and begin < grown[-1][1]:
            if stop - grown[-1][0] <= LONGEST_LINE:
                begin, _ = grown.pop()
            elif end <= grown[-1][1]:
                continue
            else:
                behind = bisect_left(starts, grown[-1][1])
                begin = min([start, *starts[behind : behind + 1]])
        grown.append((begin, stop))
    return (one for one in grown if not ADDRESS.search(text, *one))


def _solid(part: Replaced) -> re.Pattern[str]:
    """What stands between the marks of a line: of drawn words between white space alone."""
    return _CELL if part.words is None else _SOLID


def whole_lines(text: str, part: Replaced) -> Iterator[tuple[str, str]]:
    """Find the lines of a text in which something was replaced, as they were sent and as they were."""
    at, spans = 0, list(part.spans)
    solid, places = _solid(part), Places(part.text, spans)
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
        if end - start <= LONGEST_LINE:
            for begin, stop in beside_addresses(text, start, end, solid):
                # "t@x.org,+49 89 1234567,75481" is cut in a value, which is none of what stands beside the address.
                first, last = places.around(begin, stop)
                if first > begin and (found := _WORD.search(text, first, last)):
                    begin = found.start()  # noqa: PLW2901
                stop = last if last == stop else begin + len(text[begin:last].rstrip(_MARKS))  # noqa: PLW2901
                if new := places.replaced(begin, stop):
                    yield new, text[begin:stop]


def beside_addresses(text: str, start: int, end: int, solid: re.Pattern[str] = _SOLID) -> Iterator[tuple[int, int]]:
    """Find the parts of a line that hold no address, without white space around them."""
    begin = stop = start
    searched = ADDRESS.search(text, start, end)
    for word in solid.finditer(text, start, end):
        if searched and ADDRESS.search(word[0]):
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
        if span.end - span.start != 1 or not IDEOGRAPH.match(text, span.start):
            continue
        least, most = spans[at - 1].end if at else 0, spans[at + 1].start if at + 1 < len(spans) else len(text)
        start = span.start - (span.start > least and not text[span.start - 1].isspace())
        end = span.end + (span.end < most and not text[span.end].isspace())
        new = sent[span.sanitized_start - (span.start - start) : span.sanitized_end + (end - span.end)]
        if end - start > 1:
            yield new, text[start:end]


class Places:
    """Finds where stretches of a text, at whose borders nothing is cut, stand in what was sent for it."""

    def __init__(self, sent: str, spans: list[Span]) -> None:
        self.sent, self.spans = sent, spans
        self._starts, self._ends = [span.start for span in spans], [span.end for span in spans]
        self._sent_ends = [span.sanitized_end for span in spans]

    def origin(self, at: int) -> int:
        """Return the place in the original text of a place in what was sent, at the border of what was replaced or
        outside of it.
        """
        before = bisect_right(self._sent_ends, at)
        return at if not before else at + self._ends[before - 1] - self._sent_ends[before - 1]

    def _place(self, at: int) -> int:
        """The place in what was sent of one in the text."""
        before = bisect_right(self._ends, at)
        return at if not before else at + self._sent_ends[before - 1] - self._ends[before - 1]

    def counterpart(self, start: int, end: int) -> str:
        """Return what was sent for a stretch."""
        return self.sent[self._place(start) : self._place(end)]

    def is_clear(self, start: int, end: int) -> bool:
        """Return whether nothing was replaced in a stretch of what was sent."""
        first = bisect_right(self._sent_ends, start)
        return first == len(self.spans) or self.spans[first].sanitized_start >= end

    def uncut(self, start: int, end: int) -> tuple[int, int]:
        """Widen a stretch to all of what is cut at its borders."""
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end)
        if first == last:
            return start, end
        return min(start, self._starts[first]), max(end, self._ends[last - 1])

    def around(self, start: int, end: int) -> tuple[int, int]:
        """Narrow a stretch by what is cut at its borders."""
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end)
        if first < last and self._starts[first] < start:
            start = self._ends[first]
        if first < last and self._ends[last - 1] > end:
            end = self._starts[last - 1]
        return start, end

    def replaced(self, start: int, end: int, least: int = 1) -> str:
        """Return what was sent for a stretch; empty where fewer than the least number of units were replaced in it."""
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end)
        if last - first < least or self._starts[first] < start or self._ends[last - 1] > end:
            return ""
        return self.counterpart(start, end)
