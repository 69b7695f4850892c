"""Finds what a reply may repeat of the texts of a request, as they were sent: lines, sentences, paths, words in a row.

`undoing` asks, where words were drawn.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np

from dp_gateway.pipeline.mending import ADDRESS, LONGEST_LINE, Places, beside_addresses, whole_lines
from dp_gateway.pipeline.words import Replaced
from dp_gateway.restore import Later, Replacement, is_restorable
from dp_gateway.restore.later import MOST_WORDS, beginnings, words_in
from dp_gateway.text import Span, Spans

_LINE = re.compile(r"\w[^\n]*[\w)\]}]")
_SENTENCE = re.compile(r"\w[^\n.!?]{0,400}(?:[.!?](?=\S)[^\n.!?]{1,400}){0,20}")
# From the beginning of a word alone: a long run of letters would be read once for each of them.
_PATH = re.compile(r"(?<!\w)\w+(?:[./\\_:-]+\w+){1,40}")
_WORD = re.compile(r"\w+")
_WHOLE_LINE = re.compile(r"[^\n]+")
_WORDS, _LEAST_WORDS, _LEAST_CHANGED = 5, 3, 2
_LEAST_OF_PROSE = 8
"""Words of a line that may go on in the next one."""
_LEAST_PATH = 6
_LONGEST_TEXT = 4000
"""Longer texts are files and listings: their lines are known again, not every five words of them."""
_LETTERS_AND_DIGITS = bytes(code for code in range(128) if chr(code).isalnum())
_AT_ENDS = bytes.maketrans(b"\n!?", b"...")
_ROW = re.compile(r"(?:[^A-Za-z0-9]*+[A-Za-z0-9]++){5}")
_LETTERS = re.compile(r"[a-z]{2}", re.IGNORECASE)
_JOINED = re.compile(r"[./\\_:-](?<=\w.)[./\\_:-]*+\w")
_UNCUT, _PIECES = 400, 20
"""Characters of each piece of a sentence that marks part, and how many of them are none too many."""


def echoes(parts: Iterable[tuple[str, Replaced]]) -> Iterator[Replacement]:
    """Find what undoes the echoes of some texts.

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


def made_later(parts: Iterable[tuple[str, Replaced]]) -> Later | None:
    """Make what holds back `echoes` and `mended` until a reply may repeat something; None where that cannot be told.
    `parts`: each text, and what was sent for it.
    """
    begins, rows, sure, leading = set[str](), list[str](), False, set[str]()
    for text, part in parts:
        sent, addressed = part.text, "@" in text or "://" in text or "www." in text
        if not sent.isascii() or "%20" in sent:
            return None
        if part.words is not None:
            # A long sentence may be cut within a word.
            if "_" in sent or not _is_uncut(text):
                return None
            words = words_in(sent)
            rows += (*words, "")
            if len(words) < MOST_WORDS:
                begins.add(" ".join(words))
            if addressed or not (_is_uncut(sent) and _is_alike(text, sent, words)):
                begins.update(_begin(new) for new, _ in _segments(text, sent, list(part.spans)))
                leading.update(_first_letters(part))
            else:
                # All that is known again begins with a word, and has as many words as a row, as many as it had.
                begins.update(_of_few_words(text, part))
        if addressed or not isinstance(part.spans, Spans):
            whole = whole_lines(text, part)
            pairs = [pair for pair in whole if pair[0] != pair[1]]
        else:
            lines, own = sent.split("\n"), text.split("\n")
            if len(lines) != len(own):
                return None
            pairs = [(new, old) for new, old in zip(lines, own, strict=True) if new != old]
        sure = sure or any(len(old) <= LONGEST_LINE and _LETTERS.search(new) for new, old in pairs)
        if len(max(text.split("\n"), key=len)) > LONGEST_LINE or not all(is_restorable(new) for new, _ in pairs):
            # It may be known again with the words around it, up to an address, and begin with any of them.
            if addressed:
                return None
            words = words_in(sent)
            begins.update(beginnings(words), (" ".join(words[-count:]) for count in range(1, MOST_WORDS)))
            leading.update(sent)
        begins.update(_begin(new) for new, _ in pairs if addressed or part.words is None or not _ROW.match(new))
        leading.update(new.lstrip()[:1] for new, _ in pairs)
    begins.discard("")
    marks = frozenset(char for char in leading if char and not char.isalnum() and not char.isspace())
    return Later(begins, sure=sure, marks=marks, rows=rows)


def _is_uncut(text: str) -> bool:
    """Whether no sentence of a text is too long to be one."""
    if len(text) <= _UNCUT:
        return True
    pieces = text.encode("utf-8", "surrogatepass").translate(_AT_ENDS).split(b".")
    if len(pieces) <= _PIECES and len(max(pieces, key=len)) <= _UNCUT:
        return True
    return all(end - start <= _UNCUT for start, end in _spans(_SENTENCE, text))


def _spans(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    return (found.span() for found in pattern.finditer(text))


def _first_letters(part: Replaced) -> Iterable[str]:
    """How the words begin that were drawn."""
    sent = part.text
    if not isinstance(part.spans, Spans):
        return [sent[span.sanitized_start : span.sanitized_start + 1] for span in part.spans]
    codes = np.frombuffer(f"{sent} ".encode(), np.uint8)
    return "".join(codes[block.new_starts + block.after].tobytes().decode() for block in part.spans.blocks)


def _is_alike(text: str, sent: str, words: list[str]) -> bool:
    """Whether each word of a text was sent as one word, between the same marks; in doubt not. What an apostrophe joins
    counts as one. `words`: that were sent.
    """
    typed, solid = text.replace("'", ""), sent.replace("'", "")
    if not typed.isascii() or _marks(typed) != _marks(solid):
        return False
    return len(words_in(typed)) == len(words if solid == sent else words_in(solid))


def _marks(text: str) -> bytes:
    return text.encode().translate(None, _LETTERS_AND_DIGITS)


def _of_few_words(text: str, part: Replaced) -> Iterator[str]:
    """What was sent for the sentences, paths and rows of a text that is alike, where it has fewer words than a row."""
    sent = part.text
    # Both have the same sentences and paths.
    for pattern in (_SENTENCE, _PATH) if _JOINED.search(sent) else (_SENTENCE,):
        for start, end in _spans(pattern, sent):
            if not _ROW.match(sent, start, end):
                yield " ".join(words_in(sent[start:end]))
    if "'" in text and _marks(text) != _marks(sent):
        # Of a word that was drawn an apostrophe made two.
        spans = list(part.spans)
        parted = [span.start for span in spans if "'" in text[span.start : span.end]]
        places = Places(sent, spans)
        for start, end in _rows(text):
            if bisect_left(parted, start) != bisect_left(parted, end):
                yield _begin(places.replaced(start, end, _LEAST_CHANGED))


def _begin(new: str) -> str:
    return " ".join(words_in(new)[:MOST_WORDS])


def _segments(text: str, sent: str, spans: list[Span]) -> Iterator[tuple[str, str]]:
    """Stretches of what was sent that cannot stand in a reply by chance, and of the text that they were made of."""
    places = Places(sent, spans)
    for start, end, least in _stretches(text):
        new, old = places.replaced(start, end, least), text[start:end]
        if new and new != old and not ADDRESS.search(old):
            yield new, old


def _stretches(text: str) -> Iterator[tuple[int, int, int]]:
    """Where lines, sentences, paths and words in a row stand, and how many units of each must have been drawn."""
    for pattern in (_LINE, _SENTENCE):
        for match in pattern.finditer(text):
            if match.end() - match.start() <= LONGEST_LINE:
                for start, end in beside_addresses(text, *match.span()):
                    if len(_WORD.findall(text, start, end)) >= _LEAST_WORDS:
                        yield start, end, _LEAST_CHANGED
    for match in _PATH.finditer(text):
        if len(match[0]) >= _LEAST_PATH:
            yield *match.span(), 1
    if len(text) <= _LONGEST_TEXT:
        for start, end in _rows(text):
            yield start, end, _LEAST_CHANGED


def _rows(text: str) -> Iterator[tuple[int, int]]:
    """Where five words in a row stand, and more that end a line, so that none of it is left over.

    They go on into the next line where both are prose: a short line is known again as a whole, and nothing that begins
    before it may take words of it.
    """
    lines = [[match.span() for match in _WORD.finditer(text, *line.span())] for line in _WHOLE_LINE.finditer(text)]
    for words, behind in pairwise([*lines, []]):
        count = len(words)
        joined = [*words, *behind[: _WORDS - 1]] if min(count, len(behind)) >= _LEAST_OF_PROSE else words
        for at, (start, _) in enumerate(words):
            if at + _WORDS <= len(joined):
                yield start, joined[at + _WORDS - 1][1]
            if _WORDS < count - at < 2 * _WORDS:
                yield start, words[-1][1]
