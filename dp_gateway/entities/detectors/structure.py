"""What a text is made of, by the shape of its lines: prose, code, tables, and keys with values.

A model that finds names in prose finds them everywhere in code. `ProseDetector` shows it the prose alone; patterns read
the rest by rules of its own (`patterns.keys`). Nothing here is parsed: a line is code by how it begins or ends, a table
is lines with the same separators, and all of it takes time in proportion to the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from dp_gateway.entities.detectors.base import Detector
from dp_gateway.entities.types import Entity

__all__ = ["ProseDetector", "Region", "regions"]

Kind = Literal["prose", "code", "table", "keys"]


class Region(NamedTuple):
    """A stretch of whole lines of one kind.

    Attributes:
        start, end: where it stands.
        kind: what it is: "code" for programs, diffs, listings and logs, "keys" for JSON, YAML and settings.
    """

    start: int
    end: int
    kind: Kind


# Longer lines are judged by their beginning.
_LINE = 400
_LEAST_COLUMNS, _LEAST_ROWS, _MOST_COLUMNS = 2, 2, 60
_CELL = 40
# Without one of these a text is prose; most messages are.
_SUSPECT = re.compile(
    r"[{}|`\t]|\w\(\)|(?m:[;<>=]|^[ ]{4,}\S|^\s{0,12}[\w.\"'-]{1,80}:(?:\s|$)|^[+-]\S|^[^\n,]{1,80},[^\s,]"
    r"|^\[?[0-9]{4}-[0-9]{2}-[0-9]{2}|^[$>#@]|^(?:import|from|def|class|return|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|"
    r"DROP|FROM|WHERE|JOIN|GRANT|SET|echo|cd|ls|git|docker|kubectl|npm|pip|curl|ssh|sudo|cat|grep|export|diff|at)\s|"
    r"^[^\s:]{1,60}:[0-9]+:|^[A-Z][a-z]{2} [ 0-9][0-9] [0-9]{2}:|^[\w.-]{1,40}@[\w.-]{1,60}:[~/]|"
    r"^[A-Z]{3,10} \S|\S {3,}\S)"
)
_FENCE = re.compile(r"[ \t]{0,12}(?:```|~~~)")
_CODE = re.compile(
    r"\s{0,200}(?:"
    r"(?:async )?def \w+\s?\(|class \w+\s?[(:{]|import [\w.{*]+|from [\w.]+ import |@\w[\w.]*(?:\(|$)|"
    r"return\b.*[;()\[\]]?$|"
    r"(?:if|elif|else|for|while|with|try|except|finally|switch|catch)\b.*[:{]\s*$|(?:const|let|var|val|auto) \w+|"
    r"(?:public|private|protected|static|final|export|override|extern|inline|virtual)\s+\w+|"
    r"func(?:tion)? \w*\s?\(|fn \w+|"
    r"#\s?(?:include|define|ifdef|ifndef|endif|pragma)\b|#!|package [\w.]+;?$|use [\w:]+;|using [\w.]+;|namespace \w+|"
    r"(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE (?:TABLE|INDEX|VIEW|USER|ROLE)|ALTER|DROP|FROM|"
    r"WHERE|JOIN|LEFT JOIN|"
    r"INNER JOIN|GROUP BY|ORDER BY|VALUES|GRANT|SET|LIMIT|HAVING|BEGIN|COMMIT)\b(?!\s+[a-z]+ [a-z]+ [a-z]+ [a-z])|"
    r"(?:echo|cd|ls|git|docker|kubectl|npm|pip|curl|ssh|scp|sudo|cat|grep|export|mkdir|chmod|psql|mysql|apt-get|make) "
    r"[-./~\w'\"$=]+|"
    r"(?:FROM|RUN|COPY|ADD|CMD|ENTRYPOINT|ENV|WORKDIR|EXPOSE|ARG|LABEL|VOLUME) [\w./\[\"$:@=-]+(?:\s\S+){0,6}\s*$|"
    r"[\w.-]{1,40}@[\w.-]{1,60}[: ][~/]|\S[^\n]*? {3,}\S[^\n]*? {2,}\S|"
    r"[$%>] ?\S|>>> |\.\.\. |\(venv\)|PS C:|C:\\|"
    r"diff --git |@@ |index [0-9a-f]{6,}|(?:---|\+\+\+) (?:[ab]/|/dev)|[+-](?:\s{2,}|\w+[\w.]*\s?[=(:]|[#@{}()\[\]/])|"
    r"Traceback \(|File \"|at [\w.$<>]+\(|Caused by: |\w+(?:\.\w+)*(?:Error|Exception)\b|goroutine \d|"
    r"#\d+ +0x|(?:[A-Z]:)?[\w./\\-]+:\d+(?::\d+)?:? |"
    r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|\[?(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE)\b[\]: ]|"
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d |\d{1,3}(?:\.\d{1,3}){3} - |"
    r"[d-][r-][w-][xst-][r-][w-]|total \d+$|[├└│]|<(?:/|!)[^\n]{0,300}>\s*$|"
    r"<[a-zA-Z][\w-]*[^>\n]{0,300}>\s*$|//|/\*|\*/|--\s|<\?|<!--|"
    r"[\w.\[\]'\"]+(?:, ?[\w.]+)*\s?(?::\s?\w+\s?)?(?:[+\-*/|&]?=|:=|=>|->)\s?\S|[\w.]+\(.*\)[;:{,]?\s*$|"
    r"[\[\](){}<>;,]+\s*$|.*(?:[;{}]|\)\s?=>|->|\\)\s*$"
    r")"
)
_KEYS = re.compile(
    r"\s{0,200}(?:- )?(?:\"[^\"\n]{1,80}\"\s?:|'[^'\n]{1,80}'\s?:|[a-z][\w.-]{0,60}:(?:\s|$)|"
    r"[A-Z][A-Z0-9_]{2,60}=|[{}\[\]]+,?\s*$)"
)
_JSON = re.compile(r"\s{0,20}[\[{]\s{0,20}[\"{\[]")
# A sentence is no code, though it ends in a bracket or begins with "from".
_SENTENCE = re.compile(r"\s{0,12}[A-Z\"“][\w'’,-]*(?: [\w'’,\"“”()-]+){4,}[.!?:]\s*$")
_DELIMITERS = ("\t", "|", ";", ",")


def regions(text: str) -> list[Region]:
    """The regions of a text, in order; together they are all of it."""
    if not text or not _SUSPECT.search(text):
        return [Region(0, len(text), "prose")]
    lines = [*_lines(text)]
    kinds = _smooth(lines, _tables(lines, _kinds(lines)))
    found: list[Region] = []
    at = 0
    for line, kind in zip(lines, kinds, strict=True):
        end = at + len(line)
        if found and found[-1].kind == kind:
            found[-1] = found[-1]._replace(end=end)
        else:
            found.append(Region(at, end, kind))
        at = end
    return found


def _lines(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        yield text[at:end]
        at = end


def _kinds(lines: Sequence[str]) -> list[Kind | None]:
    """What each line is by itself; None for a blank one."""
    kinds: list[Kind | None] = []
    fenced = False
    for line in lines:
        if _FENCE.match(line):
            fenced = not fenced
            kinds.append("code")
        elif fenced:
            kinds.append("code")
        else:
            kinds.append(_kind(line[:_LINE]))
    return kinds


def _kind(line: str) -> Kind | None:
    if not line.strip():
        return None
    if _JSON.match(line) or _KEYS.match(line):
        return "keys"
    if _SENTENCE.match(line):
        return "prose"
    return "code" if _CODE.match(line) else "prose"


def _smooth(lines: Sequence[str], kinds: list[Kind | None]) -> list[Kind]:
    """Blank lines and short ones between two lines of a kind are of that kind; one key alone is prose."""
    solid = [index for index, kind in enumerate(kinds) if kind is not None]
    for before, index, after in zip([None, *solid], solid, [*solid[1:], None], strict=False):
        around = {kinds[one] for one in (before, after) if one is not None}
        if kinds[index] == "keys" and "keys" not in around and not _JSON.match(lines[index][:_LINE]):
            bare = lines[index].lstrip()[:1] in "{}[]\"'"
            kinds[index] = "code" if "code" in around or bare else "prose"
        elif kinds[index] == "prose" and before is not None and kinds[before] == "code":
            # What is indented below code belongs to it, and so does what stands between two lines of it.
            indented = before == index - 1 and lines[index][0] in " \t"
            enclosed = after is not None and kinds[after] == "code"
            if (indented or enclosed) and not _SENTENCE.match(lines[index][:_LINE]):
                kinds[index] = "code"
    smoothed: list[Kind] = []
    last: Kind | None = next((kind for kind in kinds if kind is not None), None)
    for kind in kinds:
        last = last if kind is None else kind
        smoothed.append("prose" if last is None else last)
    return smoothed


def _tables(lines: Sequence[str], kinds: list[Kind | None]) -> list[Kind | None]:
    """The kinds, with "table" for two lines and more that one separator cuts into as many cells."""
    index = 0
    while index < len(lines):
        columns, delimiter = _columns(lines[index]) if kinds[index] in ("prose", "code") else (0, "")
        last = index + 1
        if columns >= _LEAST_COLUMNS:
            while last < len(lines) and lines[last].count(delimiter) == lines[index].count(delimiter):
                last += 1
        if last - index >= _LEAST_ROWS:
            table: list[Kind | None] = ["table"] * (last - index)
            kinds[index:last] = table
        index = last
    return kinds


def _columns(line: str) -> tuple[int, str]:
    """How many cells a header has, and what cuts them; 0 where a line is none."""
    for delimiter in _DELIMITERS:
        count = line.count(delimiter)
        if count and count < _MOST_COLUMNS and (delimiter != "," or ", " not in line):
            cells = [cell.strip() for cell in line.strip().strip("|").split(delimiter)]
            if len(cells) >= _LEAST_COLUMNS and all(0 < len(cell) <= _CELL for cell in cells):
                return len(cells), delimiter
    return 0, ""


class ProseDetector:
    """A detector that reads the prose of a text alone: a wrapper for models that find names in sentences.

    Args:
        detector: the detector.
        kinds: the kinds of regions that it reads.
    """

    def __init__(self, detector: Detector, *, kinds: Sequence[Kind] = ("prose",)) -> None:
        self.name = detector.name
        self._detector = detector
        self._kinds = frozenset(kinds)

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The entities of the prose of each text, in code points of the whole text."""
        pieces = [
            (number, region.start, text[region.start : region.end])
            for number, text in enumerate(texts)
            for region in regions(text)
            if region.kind in self._kinds
        ]
        found: list[list[Entity]] = [[] for _ in texts]
        for (number, offset, _), entities in zip(
            pieces, self._detector.detect([piece for _, _, piece in pieces]), strict=True
        ):
            found[number] += [one._replace(start=one.start + offset, end=one.end + offset) for one in entities]
        return found
