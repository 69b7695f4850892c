"""Records of somebody that are written as settings are: "name=Anna Miller; age=34; job=nurse", or one pair a line.

Their keys tell them from settings of programs, and what stands in them is read as prose is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

_OF_SOMEBODY = frozenset(
    "name fullname firstname lastname surname givenname familyname caller applicant patient customer client tenant "
    "guest visitor passenger employee student candidate member insured age dob birthdate dateofbirth birthday born "
    "gender sex occupation job jobtitle profession role trade employer company worksfor workplace city town hometown "
    "address street zip postcode nationality citizenship mail email emailaddress phone phonenumber tel telephone "
    "mobile cell salary income rent spouse ssn diagnosis allergies bloodtype".split()
)
_LEAST = 3
"""Different keys of somebody by which pairs are a record."""
_LONGEST = 2000
_VALUE = r"[ \t]{0,2}=[ \t]{0,2}(?=[^\s=\"'`<>{(\[])(?!\$(?![0-9]))"
_IN_LINE = re.compile(rf"(?:^|[;,|\t])[ \t]{{0,3}}(?P<k>[A-Za-z][A-Za-z_ -]{{0,30}}+){_VALUE}")
_ALONE = re.compile(rf"[ \t]{{0,8}}(?P<k>[A-Za-z][A-Za-z_ -]{{0,30}}+){_VALUE}[^\n;{{}}()=]{{1,120}}+$", re.MULTILINE)
_BETWEEN = re.compile(r"[ _-]+")


def records(lines: Sequence[str]) -> Iterator[int]:
    """The numbers of the lines that are records, or parts of one."""
    run, keys = list[int](), set[str]()
    for at, line in enumerate((*lines, "")):
        alone = _ALONE.match(line)
        if alone is None:
            if len(keys) >= _LEAST:
                yield from run
            run, keys = list[int](), set[str]()
            if line.count("=") >= _LEAST and len(_keys(line)) >= _LEAST:
                yield at
        else:
            run.append(at)
            keys |= _of_somebody(alone["k"])


def record_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the lines of records stand in a stretch of a text."""
    lines = text[start:end].splitlines(keepends=True)
    ends = [start, *(start + length for length in accumulate(map(len, lines)))]
    return ((ends[at], ends[at + 1]) for at in records(lines))


def _keys(line: str) -> set[str]:
    return {key for pair in _IN_LINE.finditer(line, 0, _LONGEST) for key in _of_somebody(pair["k"])}


def _of_somebody(key: str) -> frozenset[str]:
    return _OF_SOMEBODY & {_BETWEEN.sub("", key).lower()}
