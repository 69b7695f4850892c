"""Detectors that read a part of each text, its prose or the passages in some languages, and findings that stand in
several parts. `Detection` wraps models of names and lists of phrases in them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from dp_gateway.languages import Passage, language_at, passages
from dp_gateway.patterns.base import Detector
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.lines import Kind
from dp_gateway.patterns.rules import beginning
from dp_gateway.patterns.structure import CELL, regions
from dp_gateway.text.entities import Entity

_NEXT_STAMP = re.compile(r"\n[\[(]?[0-9]{1,2}:[0-9]{2}")
_CELL_GAP, _WIDE_GAP = re.compile(r"\t| {2,}"), re.compile(r"\t| {3,}")
_IN_CELLS = frozenset(
    ("PERSON", "LOCATION", "ORGANIZATION", "NRP", "JOB_TITLE", "DATE_TIME", "ID_NUMBER", "STREET_ADDRESS")
)
_DATED = re.compile(
    r"[0-9?][-/.:][0-9?]|[0-9](?:st|nd|rd|th)\b|\b(?:19|20)[0-9]{2}\b|\b[0-9]{0,2}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|"
    r"nov|dec|mon|tue|wed|thu|fri|sat|sun|today|tomorrow|yesterday)",
    re.IGNORECASE,
)


def cells(text: str, entity: Entity) -> list[Entity]:
    """Return an entity, or one for each column where what was taken for one name stands in several."""
    if text[entity.start : entity.end].isalpha():
        return [entity]
    if entity.type == "DATE_TIME" and (stamp := _NEXT_STAMP.search(text, entity.start, entity.end)) is not None:
        # "still owes 32.50" and, on the next line of a chat, "14:07 <kestrel9>"
        return [entity._replace(end=stamp.start())]
    # Of some numbers two spaces part the halves.
    part = _WIDE_GAP if entity.type == "ID_NUMBER" else _CELL_GAP
    if entity.type not in _IN_CELLS or not part.search(text, entity.start, entity.end):
        return [entity]
    gaps = [at for gap in part.finditer(text, entity.start, entity.end) for at in gap.span()]
    ends = [entity.start, *gaps, entity.end]
    pairs = zip(ends[::2], ends[1::2], strict=True)
    return [
        entity._replace(start=start, end=end)
        for start, end in pairs
        if end - start > 1 and _may_be(entity.type, text[start:end])
    ]


_WORD_OF_STREET = re.compile(r"[^\W\d_]{2}")
_STREET = re.compile(r"[A-Z]\w{2,20} (?:St|Str|Rd|Ln|Ave?|Street|Road|Lane|Avenue|Row|Close|Way|Drive|Dr|Terrace)\b")


def _may_be(kind: str, cell: str) -> bool:
    """Whether one of several cells is of a type: a word is no date, and "blu   Pool, ln" no address."""
    if kind == "STREET_ADDRESS":
        return _STREET.search(cell) is not None or (
            any(map(str.isdigit, cell)) and _WORD_OF_STREET.search(cell) is not None
        )
    if kind == "PERSON":
        # "Miss Achebe\tRoom 12"
        names, _ = default_lexicon()
        return cell.lower() not in names.common or names.has_given(cell)
    if kind == "DATE_TIME":
        return _DATED.search(cell) is not None
    return kind != "ID_NUMBER" or not cell.isalpha()


# What somebody said, in a program or a printed object: content='I am Anna Miller from Boston.'
_SAID = re.compile(
    rf"{beginning('content text message body prompt query question answer summary comment note')}"
    r"['\"]?\s?[=:]\s?\\{0,3}['\"]"
    r"(?P<said>(?>(?:[^'\"\\\n]|(?<=\w)['\"](?=\w)|\\[^'\"\n]){12,}))",
)
# What begins a remark where nothing but spaces stands before it, and a change in what git lists.
_SIGN = re.compile(r"#|//|/\*|--|;;|;|%|\*|\n[0-9a-f]{7,12}(?= )")
_BEHIND_SIGN, _REMARK = re.compile(r"[:!]?[ \t]{1,8}"), re.compile(r"(?!via )[^\s*/#;%-][^\n]{3,400}")
_CHANGE, _INDENTED = re.compile(r"[0-9a-f]{7,12} "), 60
_NAMED_IN_REMARKS, _SURE_IN_REMARKS = "PERSON", 0.6


def _read(text: str, kinds: frozenset[Kind], *, remarks: bool) -> Iterator[tuple[int, int, bool]]:
    """Where what a model of prose reads stands: regions of some kinds, what is said in quotes in code, and, if wanted,
    comments of code, of which the last part tells.
    """
    for region in regions(text):
        if region.kind in kinds:
            yield region.start, region.end, False
        elif region.kind == "code":
            for said in _SAID.finditer(text, region.start, region.end):
                yield *said.span("said"), False
            for start, end in _remarks(text, region.start, region.end) if remarks else ():
                yield start, end, True
            for written in _WRITTEN.finditer(text, region.start, region.end) if remarks else ():
                if _NAMES_SOMETHING.search(text, *written.span("v")):
                    yield *written.span("v"), True


# What stands in quotes in a program, or between the tags of a page, in several words: "Welcome back, Ada Penhallow!"
_WRITTEN = re.compile(
    r"(?:(?P<q>[\"'`])(?=[^\W\d_])|<[a-z][a-z0-9]{0,10}(?: [^<>\n]{0,120})?>(?=[^\W\d_]))"
    r"(?P<v>[^\"'`<>\n\\]{1,40} [^\"`<>\n\\]{2,160}?)(?(q)(?P=q)|</)"
)
_NAMES_SOMETHING = re.compile(r"(?:(?<= )|\A)[^\W\d_a-z][^\W\d_A-Z]{1,20}(?:[ '’.,!?]|\Z)")


def _remarks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where comments stand in code, without the signs that begin them, and what git lists of its changes."""
    done = start
    if not start and (change := _CHANGE.match(text)) and (remark := _REMARK.match(text, change.end(), end)):
        done = remark.end()
        yield remark.span()
    for sign in _SIGN.finditer(text, max(start - 1, 0), end):
        first, last = sign.span()
        of_change = sign[0][0] == "\n"
        behind = _BEHIND_SIGN.match(text, last, end) if first + of_change >= done else None
        if behind is None or not (of_change or _begins_remark(text, first, sign[0])):
            continue
        remark = _REMARK.match(text, last + 1 if of_change else behind.end(), end)
        if remark is not None:
            done = remark.end()
            yield remark.span()


def _begins_remark(text: str, at: int, sign: str) -> bool:
    """Whether a sign stands where it begins a remark: behind a space, or at the beginning of its line."""
    if not at or text[at - 1] == "\n":
        return True
    if sign == "*":
        line = text.rfind("\n", max(0, at - _INDENTED - 1), at)
        return (line >= 0 or at <= _INDENTED) and not text[line + 1 : at].strip(" \t")
    return sign != ";" and text[at - 1] in " \t"


def _of_remark(remark: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """What counts of the findings in a comment: persons; beside some, their numbers, days of birth and streets."""
    named = [one for one in entities if one.type == _NAMED_IN_REMARKS and one.score >= _SURE_IN_REMARKS]
    yield from named
    for one in entities if named else ():
        if one.type == "DATE_TIME":
            counts = _BORN.search(remark, max(0, one.start - CELL), one.start) is not None
        else:
            digits = sum(map(str.isdigit, remark[one.start : one.end]))
            counts = one.type == "STREET_ADDRESS" or (one.type == "ID_NUMBER" and digits >= _LEAST_OF_NUMBER)
        if counts and one.score >= _CERTAIN_IN_REMARKS:
            yield one


_BORN = re.compile(r"(?i)\b(?:born|dob|birth(?:day)?)\b\W{0,4}(?:on |is |in )?\Z")
_LEAST_OF_NUMBER, _CERTAIN_IN_REMARKS = 5, 0.9


class ProseDetector:
    """A detector that reads the prose of a text and what is said in its code: for models that find names in sentences.

    Args:
        kinds: the kinds of regions that it reads.
        remarks: whether it reads comments of code, too, for persons: other names there are mostly those of programs.
    """

    def __init__(self, detector: Detector, *, kinds: Sequence[Kind] = ("prose",), remarks: bool = False) -> None:
        self.name = detector.name
        self._detector = detector
        self._kinds = frozenset(kinds)
        self._remarks = remarks

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of the prose of each text, in code points of the whole text."""
        pieces = [
            (number, start, text[start:end], remark)
            for number, text in enumerate(texts)
            for start, end, remark in _read(text, self._kinds, remarks=self._remarks)
        ]
        found: list[list[Entity]] = [[] for _ in texts]
        for (number, offset, piece, remark), entities in zip(
            pieces, self._detector.detect([piece for _, _, piece, _ in pieces]), strict=True
        ):
            found[number] += _moved(_of_remark(piece, entities) if remark else entities, offset)
        return found


class InLanguages:
    """A detector that reads the passages of a text that are in its languages. `detector`: the detector; it sees each
    passage as a text. `languages`: codes of languages, see `dp_gateway.languages`.
    """

    def __init__(self, detector: Detector, languages: Collection[str] = ("en",)) -> None:
        self.name = detector.name
        self._detector = detector
        self._languages = frozenset(languages)

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of the passages in those languages, in code points of the whole text."""
        pieces = [
            (number, start, text[start:end])
            for number, text in enumerate(texts)
            for start, end, language in passages(text)
            if language in self._languages
        ]
        found: list[list[Entity]] = [[] for _ in texts]
        if not pieces:
            return found
        answers = self._detector.detect([piece for _, _, piece in pieces])
        for (number, offset, _), entities in zip(pieces, answers, strict=True):
            found[number] += _moved(entities, offset)
        return found


def _moved(entities: Iterable[Entity], offset: int) -> Iterable[Entity]:
    """What was found in a piece of a text, in code points of the text."""
    return (one._replace(start=one.start + offset, end=one.end + offset) for one in entities) if offset else entities


def within(found: Sequence[Passage], entities: Iterable[Entity], language: str = "en") -> list[Entity]:
    """Return those of some entities that begin in passages of a language; all of them where there are no passages."""
    return [one for one in entities if not found or language_at(found, one.start) == language]
