"""Where the labels of forms and the heads of tables stand, which are nobody's names: "Borrower: ...", "Faith   raised
Mennonite", "LOC   SKU   DESC". `Detection` asks about findings of all detectors.

A label alone looks like any speaker of a chat. Others in the same layout tell: where most of what stands before a
colon, before points or at the beginning of rows of two columns is a word or an abbreviation, all of it labels.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.names import NameLists
from dp_gateway.patterns.structure import regions
from dp_gateway.patterns.told import type_of_key
from dp_gateway.text.entities import Entity

_BULLET = r"(?:[-*•☐☑✓]{1,2} |\[.?\] ?|\(?[A-Z]?[0-9]{1,2}[.)]{0,2} |[A-Z][.)] )?"
_SIGN = r"(?:[\w/&'’().#+-]|[ ](?=[\w/&'’(]))"
_LABEL, _LONG_LABEL = (rf"(?P<k>[^\W_](?>{_SIGN}{{0,{most}}}))" for most in (30, 40))
_FIELDS = (
    # "Borrower:", "  Any allergies?", "Smoker Y/N      N": what stands behind a gap in the line, too
    re.compile(rf"(?:^|[ \t]{{2}})[ \t]{{0,12}}{_BULLET}{_LABEL}[ \t]?[:?](?=\s|$)", re.MULTILINE),
    re.compile(rf"^[ \t]{{0,12}}{_BULLET}(?P<k>[^\W_]{_SIGN}{{0,40}}?)[ \t]?(?:\.{{3,}}|…|_{{3,}})", re.MULTILINE),
    re.compile(rf"^[ \t]{{0,12}}{_BULLET}{_LABEL}(?:[ ]{{2,}}|\t)(?=\S)", re.MULTILINE),
    # "Trade / profession | stonemason": a form of two columns
    re.compile(rf"^{_LONG_LABEL}[ \t]{{0,24}}\|[ \t]{{1,4}}(?=[^\s|][^|\n]*$)", re.MULTILINE),
)
# "Amt:NGN 45,000.00 DR Desc:TRF", "{ nino: "QQ123456C" }": labels without a space behind, and keys of a map
_GLUED = (
    re.compile(r"(?<![\w:/.-])(?P<k>[A-Z][A-Za-z]{1,14}):(?=[A-Z0-9*])"),
    re.compile(r"(?<=[{,] )(?P<k>[a-z]\w{1,30}):(?= [\"'\d\[{])"),
)
_LAYOUTS = len(_FIELDS) + len(("heads", "sections", "tags", "glued", "maps"))
_LEAST, _MOSTLY = 3, 0.75
"""Different labels of a layout, and the share of them that must be ordinary words."""
_KINDS = frozenset("PERSON ORGANIZATION LOCATION STREET_ADDRESS POSTCODE USERNAME JOB_TITLE API_KEY NRP".split())
_PART = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SHORT, _VOWEL = 5, re.compile("[aeiouyAEIOUY]")
# A row of heads: cells that gaps part, none of them with a digit.
_HEADS = re.compile(
    r"^[ \t]{0,8}(?>(?:[^\s\d|;~](?>(?:[^\n\d\s|;~]|[ ](?=[^\s|;~])){0,30})"
    r"(?:[ ]{0,40}[|;~]{1,2}[ ]{0,40}|[ ]{2,40}|\t|$)){3,20})$",
    re.MULTILINE,
)
_CELL = re.compile(r"[^\s|;~](?:[^\n\s|;~]|[ ](?=[^\s|;~])){0,40}")
_CELL_OF_TABLE = re.compile(r"[^\s|┆│;,\"](?:[^\n\t|┆│;,\"]){0,40}")
_WIDEST, _BREAK = 300, re.compile("\n")
_SURE, _DOUBTFUL = 0.85, frozenset(("PERSON", "LOCATION", "ORGANIZATION", "STREET_ADDRESS"))
_WEEKDAY, _WORD = re.compile(r"(?i:mon|tues?|weds?|thur?s?|fri|sat|sun)[a-z]{0,6}\.?"), re.compile(r"[^\W\d_]{2}")
_DAY_OF_ROTA = re.compile(
    rf"^[ \t]{{0,8}}(?P<v>{_WEEKDAY.pattern})(?=:?(?:[ ]{{2}}|\t| [0-9]{{1,2}}[:.][0-9]{{2}}|[ ]?$))", re.MULTILINE
)
# "14:02 <kestrel9> morning all", "[00:00:03] HOST: ...", "Mon  08:00-16:30": when lines of a talk were said, and hours
# in columns
_AT = r"(?:[01]?[0-9]|2[0-4])"
_MINUTE = r"[:.][0-5][0-9]"
_HOURS = (
    rf"{_AT}:[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{{1,6}})?)?(?: ?[-–] ?{_AT}(?:{_MINUTE})?)?(?: ?[AaPp]\.?[Mm]\b\.?)?"
)
_STAMP = re.compile(
    rf"(?:^[ \t]{{0,8}}[\[(<]{{0,2}}|(?<=[ ]{{2}})|(?<=\t))(?P<v>{_HOURS})(?![\w:])|"
    rf"(?<![\w:.])(?P<w>{_HOURS})(?=[ ]{{2}}|\t)",
    re.MULTILINE,
)
_ZONE = re.compile("(?:[A-Z]{1,3}[SD]?T|UTC|GMT|Z)(?:[+-][0-9]{1,2})?")
# "NI QQ 12 34 56 C", "MC 5412 75XX", "DL# LA 0099": letters that say what the number behind them is
_CODE = re.compile(r"[A-Z]{2,3}(?:#|:)? {1,2}(?=[A-Z]{0,3} ?[0-9]{2})(?![0-9]{1,2}[/:.])")
_SIGNS_OF_NUMBER = 2
# "A-1,Tunde Abiodun,18342.77"
_SHORT_CELL = re.compile(r"[\n,;|\t](?:[A-Z]-?)?[0-9]{1,2}[,;|\t]")
_GAP, _COUNT = re.compile(r" {2,}|\t"), re.compile(r"[0-9][0-9.,]*")
_TIME = re.compile(r"(?:(?<=\n)|(?<=  )|\A)(?:[01][0-9]|2[0-3])[0-5][0-9](?= {2}|\n|\Z)")
_NUMERIC = frozenset(("DATE_TIME", "ID_NUMBER"))
# "B2 Place", "C1 Your vehicle": sections of a form
_SECTION = re.compile(r"^[ \t]{0,8}(?P<k>[A-Z][0-9]{1,2})[.):]? (?=\S)", re.MULTILINE)
# "J O B   C A R D"
_SPACED = re.compile(r"(?:[A-Z] ){2,20}[A-Z]")
_TAG = re.compile(r"^(?P<n>[0-9]{1,2}) (?:@\w{1,20}@ )?(?P<k>[A-Z_]{3,5})(?= |$)", re.MULTILINE)


class Labels:
    """Answers which findings of a text are its labels; their places are read when somebody asks for the first."""

    def __init__(self, text: str) -> None:
        self._text = text

    def hold(self, entity: Entity) -> bool:
        """Return whether a finding is a label or the head of a column, or begins with one."""
        start, end = entity.start, entity.end
        if entity.type in _NUMERIC:
            if entity.type == "DATE_TIME" and (_ZONE.fullmatch(self._text, start, end) or self._is_stamp(start, end)):
                return True
            return (start, end) in self._times or self._is_of_week(start, end) or self._counts(entity)
        if entity.type not in _KINDS:
            return False
        if self._is_sign(entity) or self._is_of_goods(entity):
            return True
        # Several layouts may read the same place.
        at = bisect_right(self._spans, (start, len(self._text)))
        return any(start < last and end <= last + 1 for _, last in self._spans[max(0, at - _LAYOUTS) : at])

    def _is_sign(self, entity: Entity) -> bool:
        """Whether a finding is a weekday of a timetable, letters before a number, or a head that is spaced out."""
        text, start, end = self._text, entity.start, entity.end
        week = _WEEKDAY.fullmatch(text, start, end) is not None and self._is_of_week(start, end)
        short = end - start <= len("DDD") and entity.type in ("PERSON", "ORGANIZATION")
        code = short and _CODE.match(text, start) is not None
        return week or code or _SPACED.fullmatch(text, start, end) is not None

    def _line(self, start: int, end: int) -> str:
        """The line of a finding, or its beginning."""
        before = bisect_left(self._breaks, start)
        first = self._breaks[before - 1] + 1 if before else 0
        behind = bisect_left(self._breaks, end)
        last = self._breaks[behind] if behind < len(self._breaks) else len(self._text)
        return self._text[first : min(last, first + _WIDEST)]

    @cached_property
    def _breaks(self) -> Sequence[int]:
        """Where lines end; looked for at each finding, a long line would be read as often as it has findings."""
        return [match.start() for match in _BREAK.finditer(self._text)]

    def _is_of_week(self, start: int, end: int) -> bool:
        """Whether a weekday is one of several that head columns: "Mon      Tue      Wed"."""
        if _WEEKDAY.fullmatch(self._text, start, end) is None:
            return False
        cells = _GAP.split(self._line(start, end).strip())
        return sum(_WEEKDAY.fullmatch(cell) is not None for cell in cells) >= _LEAST or start in self._days

    def _is_stamp(self, start: int, end: int) -> bool:
        """Whether a finding lies in one of several hours that begin lines or stand in columns."""
        last = self._stamps.get(start, start)
        return end <= last and len(self._stamps) > 1

    @cached_property
    def _stamps(self) -> dict[int, int]:
        """Where such hours end, by where they begin."""
        return {
            match.start(match.lastgroup or 0): match.end(match.lastgroup or 0) for match in _STAMP.finditer(self._text)
        }

    @cached_property
    def _days(self) -> frozenset[int]:
        """Where weekdays begin the lines of a timetable: "Mon  08:00-16:30" above "Tue  off"."""
        found = [*_DAY_OF_ROTA.finditer(self._text)]
        several = len({one["v"].lower()[:2] for one in found}) >= _LEAST
        return frozenset(one.start("v") for one in found if several)

    def _counts(self, entity: Entity) -> bool:
        """Whether a number of two signs is a cell of a row, as wards and sizes are: "JKL9087   5B   Dr Osei"."""
        if entity.type != "ID_NUMBER" or entity.end - entity.start > len("A-1"):
            return False
        if _SHORT_CELL.search(self._text, max(entity.start - len(",A-"), 0), entity.end + 1):
            return True
        if entity.end - entity.start > _SIGNS_OF_NUMBER:
            return False
        cells = _GAP.split(self._line(entity.start, entity.end).strip())
        return len(cells) >= _LEAST and self._text[entity.start : entity.end] in cells

    def _is_of_goods(self, entity: Entity) -> bool:
        """Whether a doubtful name in small letters stands in a row of things: "88177   labneh tub     12   10"."""
        found = self._text[entity.start : entity.end]
        no_street = entity.type == "STREET_ADDRESS" and _WORD.search(found) is None
        if entity.type not in _DOUBTFUL or not (no_street or (entity.score < _SURE and found.islower())):
            return False
        cells = _GAP.split(self._line(entity.start, entity.end).strip())
        return len(cells) >= _LEAST and (no_street or any(_COUNT.fullmatch(cell) for cell in cells))

    @cached_property
    def _times(self) -> frozenset[tuple[int, int]]:
        """Where times of day stand in columns without a sign between hours and minutes: "0915   12    A. Wojtowicz"."""
        found = [match.span() for match in _TIME.finditer(self._text)]
        return frozenset(found if len({self._text[slice(*one)] for one in found}) >= _LEAST else ())

    @cached_property
    def _spans(self) -> Sequence[tuple[int, int]]:
        names, _ = default_lexicon()
        text = self._text
        found = [*_heads(text, names), *_heads_of_tables(text, names), *_sections(text), *_tags(text)]
        for glued in _GLUED:
            keys = [match.span("k") for match in glued.finditer(text)]
            found += keys if len({text[slice(*key)] for key in keys}) >= _LEAST else ()
        for layout in _FIELDS:
            labels = [match.span("k") for match in layout.finditer(text)]
            read = {label: _reading(label, names) for label in {text[slice(*span)] for span in labels}}
            words = sum(said in ("key", "word") for said in read.values())
            counted = {"word"} if words >= max(_LEAST, _MOSTLY * len(read)) else set[str]()
            if counted and len(read) - words <= (1 - _MOSTLY) * len(read):
                counted.add("either")
            # "Borrower:", where each of some has his name behind it
            found += (span for span in labels if read[text[slice(*span)]] in {"key", *counted})
        return sorted(set(found))


def _reading(label: str, names: NameLists) -> str:
    """Return what a label is: a key that tells what stands beside it, words, what may be a name as well, or a name."""
    if type_of_key(label)[0] is not None:
        return "key"
    if " / " in label and any(_reading(part, names) in ("key", "word") for part in label.split(" / ", 1)):
        # "Âge / Age": in two languages
        return "key"
    parts = [part for part in _PART.findall(label) if not _is_short(part)]
    if not all(part.lower() in names.common for part in parts):
        return "name"
    if any(map(names.has_given, parts)):
        # "Faith   raised Mennonite"; "Sr Carmel   n/a" is who sits in that row
        return "either" if label.isalpha() else "name"
    return "word"


def _is_short(word: str) -> bool:
    """Whether a word is an abbreviation: capitals, or consonants."""
    return len(word) <= _SHORT and (word.isupper() or _VOWEL.search(word) is None)


def _heads(text: str, names: NameLists) -> Iterator[tuple[int, int]]:
    """Where the heads of columns stand, above rows of as many cells of which one has a digit."""
    for line in _HEADS.finditer(text):
        below = text[line.end() + 1 : line.end() + 1 + _WIDEST].split("\n", 1)[0]
        cells = [match.span() for match in _CELL.finditer(text, *line.span())]
        ordinary = sum(_reading(text[slice(*cell)], names) in ("key", "word") for cell in cells)
        if any(map(str.isdigit, below)) and len(_CELL.findall(below)) > 1 and 2 * ordinary > len(cells):
            yield from cells


def _heads_of_tables(text: str, names: NameLists) -> Iterator[tuple[int, int]]:
    """Where the heads of tables stand whose cells signs part: a first row without a digit, above one with some."""
    for region in regions(text):
        end = text.find("\n", region.start, region.end)
        if region.kind != "table" or end < 0 or any(map(str.isdigit, text[region.start : end])):
            continue
        if any(map(str.isdigit, text[end : min(region.end, end + _WIDEST)])):
            cells = [match.span() for match in _CELL_OF_TABLE.finditer(text, region.start, end)]
            words = _PART.findall(text[region.start : end].lower())
            if len(cells) >= _LEAST and not any(names.has_given(one) and one not in names.common for one in words):
                yield from cells


def _sections(text: str) -> Iterator[tuple[int, int]]:
    """Where the letters and numbers of sections stand, with the word behind them."""
    found = [match.span("k") for match in _SECTION.finditer(text)]
    if len({text[slice(*one)] for one in found}) >= _LEAST:
        yield from ((start, end) for start, end in found)


def _tags(text: str) -> Iterator[tuple[int, int]]:
    """Where the tags of a family tree stand, as GEDCOM writes them: "1 BIRT", "2 PLAC Muker"."""
    found = [*_TAG.finditer(text)]
    if len(found) > _LEAST and any(one["k"] in ("INDI", "BIRT", "NAME", "FAMS", "FAMC") for one in found):
        yield from (one.span() for one in found)
