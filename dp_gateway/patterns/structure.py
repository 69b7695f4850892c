"""What a text is made of, by the shape of its lines: prose, code, tables, and keys with values.

A model that finds names in prose finds them everywhere in code. `ProseDetector` shows it the prose alone; patterns read
the rest by rules of its own (`patterns.keys`). Nothing here is parsed: a line is code by how it begins or ends, a table
is lines with the same separators, and all of it takes time in proportion to the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, groupby
from operator import itemgetter
from typing import NamedTuple

from dp_gateway.cache import Memory
from dp_gateway.languages import Passage, language_at, passages
from dp_gateway.patterns.lines import (
    COMMENT,
    JSON,
    LONGEST,
    SENTENCE,
    Kind,
    is_booked,
    is_plain,
    is_worded,
    kind_of,
    says,
)
from dp_gateway.patterns.paperwork import is_paperwork, is_setting
from dp_gateway.patterns.records import records
from dp_gateway.patterns.turns import turns
from dp_gateway.text.folding import lacks


class LineRegion(NamedTuple):
    """A stretch of whole lines of one kind.

    Attributes:
        start, end: where it stands.
        kind: what it is: "code" for programs, diffs, listings and logs, "keys" for JSON, YAML and settings.
    """

    start: int
    end: int
    kind: Kind


_LEAST_COLUMNS, _LEAST_ROWS, _MOST_COLUMNS = 2, 2, 60
CELL = 40
# Without one of these a text is prose; most messages are.
_SIGNS = "{}|`\t;<>=│"
_CALL, _GAP = re.compile(r"\w\(\)"), re.compile(r"\S {3,}\S")
_SUSPECT_LINE = re.compile(
    r"[ ]{4,}\S|\s{0,12}[\w.\"'-]{1,80}:(?:\s|$)|[+-]\S|[^\n,]{1,80},[^\s,]"
    r"|\[?[0-9]{4}-[0-9]{2}-[0-9]{2}|[$>#@]|(?:import|from|def|class|return|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|"
    r"DROP|FROM|WHERE|JOIN|GRANT|SET|echo|cd|ls|git|docker|kubectl|npm|pip|curl|ssh|sudo|cat|grep|export|diff|at)\s|"
    r"[^\s:]{1,60}:[0-9]+:|[A-Z][a-z]{2} [ 0-9][0-9] [0-9]{2}:|[\w.-]{1,40}@[\w.-]{1,60}:[~/]|[A-Z]{3,10} \S|"
    r"[0-9a-f]{7,12} \S|[IWEF][0-9]{4} [0-9]|[0-9]{2}[0-9:/-]{2}[0-9/:]|[0-9]{6} [0-9]|\[[ 0-9DIWEFC]|- [0-9]{10} ",
    re.MULTILINE,
)
_FENCE = re.compile(r"[ \t]{0,12}(?:```+|~~~+)[ \t]*(?P<language>[\w+#.-]*)")
_FENCE_END, _FENCES = "```", ("```", "~~~")
_LAID_OUT = re.compile(
    r"^(?:#{1,5} \S|```|~~~|\.\. [\w-]{2,30}::|[=~*-]{4,200}$|diff --git |\+\+\+ b/|"
    # what a maintainer signs in a list of changes, and a change of git
    r" -- [^\n<]{2,60} <[^\n>]{3,60}>  \w{3}, |commit [0-9a-f]{40}$)|\]\(https?:|<a name=\"",
    re.MULTILINE,
)
_ABOUT_PROGRAMS = re.compile(
    r"^[ \t]{0,12}(?:```|~~~|diff --git |[-+]{3} [ab]/)|`[^`\n]{2,60}`|git(?:hub|lab)\.com[/:]|\]\(https?:|"
    r"\b(?:npm|pip3?|brew|cargo|go|gem|apt|yarn|docker|git) (?:i|install|get|run|clone|add|pull)\b",
    re.MULTILINE,
)
# One of these stands in what it finds.
_OF_PROGRAMS = (
    *("`", "~~~", "diff --git ", "+ a/", "+ b/", "- a/", "- b/", "github.com", "gitlab.com", "](http"),
    *(f"{tool} " for tool in "npm pip pip3 brew cargo gem apt yarn docker git".split()),
    *(f"go {verb}" for verb in "i get run clone add pull".split()),
)
_SAID_SHARE = 0.5
# "Employee: Lorine Spry"
_NAMED = re.compile(r"(?<![\w.])[A-Z][a-z'’-]{1,30} [A-Z][a-z]")
# "NOTE:21 yo. Contributes USD 2,275 a month." of a vCard
_NOTED = re.compile(r"(?:NOTE|DESCRIPTION|SUMMARY|COMMENT)(?:;[^:\n]{1,60})?:\s?(?:[^\s:]{1,40} ){2}", re.IGNORECASE)
# What stands in a fence that names no language of programs may be a letter or notes.
_WRITTEN = frozenset(("", "text", "txt", "plain", "plaintext", "markdown", "md", "email", "eml", "mail"))
_LOG_CELLS = re.compile(r"\d{8}-\d{1,2}:\d{1,2}:\d{1,2}:\d{1,3}\|")
"""A row of a bank's statement: no program begins a line with a day and ends it with cents."""
# A word with a capital, or three words that follow each other.
_NAMES_OR_SAYS = re.compile(r"(?<![\w.])[A-Z][a-z]|[^\W\d_]{2,}[,;]? [^\W\d_]{2,}[,;]? [^\W\d_]{2,}|[^\x00-\x7f]")
_MOSTLY, _MOST_PRINTED = 0.5, 40
# The line below the head of a table: ----+-----.
_RULED = re.compile(r"\s*+[|+]?(?>(?:[-=:]{2,}[\s|+]*)+)\s*|[\s\u2500-\u257f]{2,}")
# A program has so many lines of code, in number and as a share.
_LEAST_CODE, _CODE_SHARE = 5, 0.2
_QUOTES, _QUOTE_SIGNS = re.compile(r"[rRbBuUfF]?(\"\"\"|\'\'\'|/\*)"), ('"""', "'''", "/*")
_DELIMITERS = ("\t", "|", "┆", "│", ";", ",")
_NAME = re.compile(r"[^\W\d]\w*+")
_USED_NAME = re.compile(r"\b([^\W\d]\w*+)(?:\s?=|\.\w|\(|\[)")
_ANNOTATION = re.compile(r"^[ \t]{0,40}(?:[*#/;-]{1,3}[ \t]{0,8})?@([A-Za-z][\w-]{0,40})(?=[\s({]|$)", re.MULTILINE)
_IMPORTED = re.compile(
    r"(?:^[ \t\"]{0,40}(?:import|from)[ \t]|\brequire(?:_relative)?[ (]['\"]|"
    r"\b(?:npm|pip3?|brew|cargo|gem|apt|apt-get|yarn|conda|poetry|go)[ \t](?:i|install|get|add)[ \t])"
    r"(?=[^\W\d])([\w-]{3,40})",
    re.MULTILINE,
)
_PACKAGED = re.compile(r"^(?:Name: |Package: |# )([A-Za-z][\w.-]{2,40})[ \t]*$", re.MULTILINE)
_IMAGES = re.compile(
    r"(?:\bimage:[ \t]{1,4}[\"']?|^FROM )(?:[\w.:-]{1,80}/){0,4}([a-z][\w-]{2,40})(?=[:@\s\"']|$)"
    r"|\bdocker (?:pull|run)\b[^\n]{0,300}?[ /]([a-z][\w-]{2,40}):(?:[0-9][\w.-]{0,30}|latest\b|alpine\b)"
    r"|^ {2}([a-z][\w-]{2,40}):[ ]*\n(?: {4}[^\n]{0,100}\n){0,2}? {4}(?:image|build):",
    re.MULTILINE,
)
_RUNS = ("image:", "FROM ", "docker ", "build:")
_USES = re.compile(r"\buses: [\"']?([a-z][\w-]{1,40})/([a-z][\w-]{1,40})[/@]")
_NAME_JOINT, _SHORT = re.compile("[._-]"), 4
_OF_MANUAL = re.compile(r"^(?:\.S[Hh] |\.\\?\" )", re.MULTILINE)
_LABELLED = re.compile(r"\b([A-Z]{2,3}) (?=[0-9]{1,2}\b)")
_LONGEST_LABEL, _LEAST_LABELLED = 3, 3
_read_lately = Memory(256, members=64)


def regions(text: str) -> list[LineRegion]:
    """Return the regions of a text, in order; together they are all of it."""
    if not text or not _suspect(text):
        return [LineRegion(0, len(text), "prose")]
    # Each detector that reads prose, or code, asks for those of the same text.
    return list(_read_lately.recall(lambda: _regions(text), text))


# Between two rulers, what is set of a document: "name: Azure Policy Analyzer", "description: ...".
_SETTINGS = re.compile(r"(?:\A|(?<=\n))---[ \t]*\n(?P<block>(?:(?!---)[^\n]{0,2000}\n){1,40}?)---[ \t]*(?:\n|\Z)")
_DESCRIBED = re.compile(r"\n(?:description|permalink|layout|globs|tools|author|tags|categories|slug):")
_TITLE = re.compile(r"^(?:name|title):[ \t]{0,4}[\"']?(?P<v>[^\n\"']{1,100})", re.MULTILINE)


class Structure:
    """A text whose regions, languages and names are read once, when somebody asks.

    Who asks about every finding of a text asks here: to find in memory what was read of a text takes as long as the
    text.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def kind_at(self, place: int) -> Kind:
        """Return the kind of the region that a place stands in."""
        regions = self._regions
        if len(regions) == 1:
            return regions[0].kind
        return regions[bisect_right(regions, place, key=lambda region: region.start) - 1].kind

    def language_at(self, place: int) -> str:
        """Return the code of the language that a place stands in."""
        return language_at(self._passages, place)

    def uses(self, name: str) -> bool:
        """Return whether a name stands more than once, and somewhere as programs use it: assigned, called, asked."""
        return self._names[name] > 1 and name in self._used

    def counts_by(self, name: str) -> bool:
        """Return whether short capitals stand before small numbers again and again: "make a DC 15 check, or DC 20"."""
        return len(name) <= _LONGEST_LABEL and name.isupper() and self._labels[name] >= _LEAST_LABELLED

    @cached_property
    def annotations(self) -> frozenset[str]:
        """What stands behind "@" at the beginning of lines of code or of comments: "@spec", "@author"."""
        found = _ANNOTATION.finditer(self.text) if "@" in self.text else ()
        return frozenset(match[1] for match in found if self.kind_at(match.start(1)) == "code")

    @cached_property
    def claims(self) -> bool:
        """Whether the sign of a copyright stands in the text, which few texts have."""
        return not lacks(self.text, ("copyr", "©", "(c)"))

    @cached_property
    def styles(self) -> bool:
        """Whether the word for a typeface stands in the text, as in a style sheet."""
        return "font" in self.text

    @cached_property
    def _labels(self) -> Counter[str]:
        return Counter(_LABELLED.findall(self.text))

    @cached_property
    def imported(self) -> frozenset[str]:
        """The modules and packages that lines of the text import or install, lower case."""
        if not self.is_about_programs and "import" not in self.text and "require" not in self.text:
            return frozenset()
        return frozenset(match[1].lower() for match in _IMPORTED.finditer(self.text))

    @cached_property
    def packages(self) -> frozenset[str]:
        """The packages that a text is about, and the longer words of their names: it installs, imports or heads them.

        Of names that people have, none.
        """
        titled = (match[1].lower() for match in _PACKAGED.finditer(self.text))
        named = {*self.imported, *titled}
        return frozenset(named | {part for name in named for part in _NAME_JOINT.split(name) if len(part) > _SHORT})

    @cached_property
    def services(self) -> frozenset[str]:
        """What its containers run, in small letters: names of images and of services, which logins, passwords and hosts
        are called by. "image: nextcloud" stands beside "MYSQL_USER=nextcloud", and is the login of nobody.
        """
        if not any(sign in self.text for sign in _RUNS):
            return frozenset()
        return frozenset(match[match.lastindex or 0] for match in _IMAGES.finditer(self.text))

    @cached_property
    def used(self) -> frozenset[str]:
        """Who publishes the actions that a workflow uses, and what they are called: "uses: gradle/actions/setup@v4"."""
        return frozenset(name for match in _USES.finditer(self.text) for name in match.groups())

    @cached_property
    def titles(self) -> Sequence[tuple[int, int]]:
        """Where what a document is called stands in the settings above it, which say more of it, too."""
        text = self.text
        if "---" not in text or ("name:" not in text and "title:" not in text):
            return ()
        blocks = [block.span("block") for block in _SETTINGS.finditer(text)]
        described = [span for span in blocks if _DESCRIBED.search(text, span[0] - 1, span[1])]
        return [match.span("v") for span in described for match in _TITLE.finditer(text, *span)]

    @cached_property
    def has_code(self) -> bool:
        """Whether some of a text is code, or settings."""
        return any(region.kind in ("code", "keys") for region in self._regions)

    @cached_property
    def is_mostly_code(self) -> bool:
        """Whether more than half of a text is code, as in a file of a program with what is said at its head."""
        code = sum(region.end - region.start for region in self._regions if region.kind == "code")
        return code > _MOSTLY * len(self.text)

    @cached_property
    def is_document(self) -> bool:
        """Whether a text is laid out as files about programs are: with headings, fences or links."""
        return _LAID_OUT.search(self.text) is not None

    @cached_property
    def is_manual(self) -> bool:
        """Whether a text is the source of a page of the manual, which dates nothing with points."""
        return _OF_MANUAL.search(self.text) is not None

    @cached_property
    def is_about_programs(self) -> bool:
        """Whether a text has code, or tells where a program lies or how it is installed; a memo has none."""
        return _is_about_programs(self.text)

    @cached_property
    def _regions(self) -> list[LineRegion]:
        return regions(self.text)

    @cached_property
    def _passages(self) -> list[Passage]:
        return passages(self.text)

    @cached_property
    def _names(self) -> Counter[str]:
        return Counter(_NAME.findall(self.text))

    @cached_property
    def _used(self) -> frozenset[str]:
        return frozenset(_USED_NAME.findall(self.text))


def _regions(text: str) -> list[LineRegion]:
    lines = [*_lines(text)]
    kinds = _smooth(
        lines, _tables(lines, _commented(lines, _read_as_prose(lines, _beside_booked(lines, _kinds(lines)))))
    )
    for at in records(lines) if "=" in text else ():
        kinds[at] = "prose"
    if "keys" in kinds and (said := turns(text)):
        # "mei: late, sorry": who speaks, and no key.
        starts = [*accumulate(map(len, lines), initial=0)]
        spoken = {bisect_right(starts, match.start("v")) - 1 for match in said}
        kinds = ["prose" if kind == "keys" and at in spoken else kind for at, kind in enumerate(kinds)]
    coded = [at for at, kind in enumerate(kinds) if kind == "code"]
    if coded and len(lines) > 1 and not _is_about_programs(text) and is_paperwork(lines[at] for at in coded):
        for at in coded:
            kinds[at] = "keys" if is_setting(lines[at]) else "prose"
    if "BEGIN:V" in text:
        kinds = ["prose" if _NOTED.match(line) else kind for kind, line in zip(kinds, lines, strict=True)]
    found: list[LineRegion] = []
    start = 0
    for kind, alike in groupby(zip(kinds, map(len, lines), strict=True), itemgetter(0)):
        end = start + sum(length for _, length in alike)
        found.append(LineRegion(start, end, kind))
        start = end
    return found


def _is_about_programs(text: str) -> bool:
    return any(map(text.__contains__, _OF_PROGRAMS)) and _ABOUT_PROGRAMS.search(text) is not None


def _suspect(text: str) -> bool:
    """Whether something in a text says that it may be more than prose."""
    if any(map(text.__contains__, _SIGNS)) or ("()" in text and _CALL.search(text)):
        return True
    at = 0
    while at >= 0:
        if _SUSPECT_LINE.match(text, at):
            return True
        at = text.find("\n", at) + 1 or -1
    return "   " in text and _GAP.search(text) is not None


def _lines(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        yield text[at:end]
        at = end


def _kinds(lines: Sequence[str]) -> list[Kind | None]:
    """What each line is by itself; None for a blank one."""
    kinds: list[Kind | None] = []
    opened: tuple[int, str] | None = None
    for index, line in enumerate([*lines, _FENCE_END]):
        fence = _FENCE.match(line) if any(map(line.__contains__, _FENCES)) else None
        if opened is None:
            if fence is not None:
                opened = index, fence["language"].lower()
            else:
                kind = kind_of(line)
                kinds.append("prose" if kind == "code" and is_plain(line) else kind)
        elif fence is not None:
            kinds += _fenced(lines[opened[0] : index + 1], opened[1])
            opened = None
    return kinds[: len(lines)]


def _fenced(lines: Sequence[str], language: str) -> list[Kind | None]:
    """What a fence and its lines are: code, unless no language is named, and half of the lines are sentences, or some
    have names and none has a sign of a program.
    """
    if language in _WRITTEN:
        solid = [line for line in lines if line.strip() and not _FENCE.match(line)]
        said = sum(map(says, solid)) >= _SAID_SHARE * len(solid)
        if solid and (said or (any(map(_NAMED.search, solid)) and is_paperwork(solid))):
            return [None if _FENCE.match(line) else kind_of(line) for line in lines]
    return ["code"] * len(lines)


def _commented(lines: Sequence[str], kinds: list[Kind | None]) -> list[Kind | None]:
    """The kinds, with "code" for what stands in comments and strings of several lines of a program."""
    solid = [index for index, kind in enumerate(kinds) if kind is not None]
    code = [index for index in solid if kinds[index] == "code"]
    if len(code) < _LEAST_CODE or len(code) < len(solid) * _CODE_SHARE:
        return kinds
    quote, opened = "", 0
    for index in solid:
        line = lines[index][:LONGEST]
        if COMMENT.match(line):
            kinds[index] = "code"
        if quote:
            kinds[index] = "code"
            quote = "" if quote in line else quote
            continue
        found = _QUOTES.search(line) if any(map(line.__contains__, _QUOTE_SIGNS)) else None
        if found is None:
            continue
        if line.strip() == found[0] and kinds[max(index - 1, 0)] == "prose":
            # Where a file is shown from its middle on, this one closes.
            kinds[opened : index + 1] = ["code" if kind else None for kind in kinds[opened : index + 1]]
        elif line.count(found[1]) == 1:
            quote = found[1]
        kinds[index], opened = "code", index
    return kinds


_AROUND_BOOKED, _SIGNS_OF_CODE = 2, frozenset("{}()<>;=")


# "101   Marquez, Luis   06/30/25    $1,450  $0.00": a column of amounts, as ledgers have and no program prints.
_PRICED = re.compile(
    r"  [-+(]?[$€£¥₹₦₱] ?[0-9]{1,3}(?:(?:,[0-9]{2,3}){1,3}(?:\.[0-9]{2})?|\.[0-9]{2})\)?(?=[ ]{2}|\s*+\Z)"
)


def _beside_booked(lines: Sequence[str], kinds: list[Kind | None]) -> list[Kind | None]:
    """The kinds, with "prose" for what stands beside the rows of a statement or a ledger: its head, its account."""
    if "code" not in kinds:
        return kinds
    for at in [at for at, line in enumerate(lines) if is_booked(line) or _PRICED.search(line)]:
        for near in range(max(0, at - _AROUND_BOOKED), min(len(lines), at + _AROUND_BOOKED + 1)):
            if kinds[near] == "code" and _SIGNS_OF_CODE.isdisjoint(lines[near]):
                kinds[near] = "prose"
    return kinds


def _read_as_prose(lines: Sequence[str], kinds: list[Kind | None]) -> list[Kind | None]:
    """The kinds, with "prose" for lines of code that are words alone and name something, and have no code beside them.

    "FROM Anna Miller TO Peter Novak", "the tenant, Mr. Boateng, pays;", "// Anna said yes": between lines of a program
    such a line is one of it.
    """
    solid = [index for index, kind in enumerate(kinds) if kind is not None]
    worded = {index for index in solid if kinds[index] == "code" and is_worded(lines[index][:LONGEST])}
    if not worded:
        return kinds
    places = groupby(range(len(solid)), key=lambda at: solid[at] in worded)
    for run in [list(run) for chosen, run in places if chosen]:
        around = {kinds[solid[at]] for at in (run[0] - 1, run[-1] + 1) if 0 <= at < len(solid)}
        if "code" not in around:
            for at in run:
                kinds[solid[at]] = "prose"
    return kinds


def _smooth(lines: Sequence[str], kinds: list[Kind | None]) -> list[Kind]:
    """Blank lines and short ones between two lines of a kind are of that kind; one key alone is prose."""
    solid = [index for index, kind in enumerate(kinds) if kind is not None]
    for before, index, after in zip([None, *solid], solid, [*solid[1:], None], strict=False):
        around = {kinds[one] for one in (before, after) if one is not None}
        if kinds[index] == "keys" and "keys" not in around and not JSON.match(lines[index][:LONGEST]):
            bare = lines[index].lstrip()[:1] in "{}[]\"'"
            kinds[index] = "code" if "code" in around or bare else "prose"
        elif kinds[index] == "prose" and before is not None and kinds[before] == "keys":
            if COMMENT.match(lines[index][:LONGEST]):
                kinds[index] = "keys"
        elif kinds[index] == "prose" and before is not None and kinds[before] == "code":
            # What is indented below code belongs to it, and so does what stands between two lines of it.
            indented = before == index - 1 and lines[index][0] in " \t"
            enclosed = after is not None and kinds[after] == "code"
            if (indented or enclosed) and not SENTENCE.match(lines[index][:LONGEST]):
                kinds[index] = "code"
    _fill(lines, kinds, solid)
    smoothed: list[Kind] = []
    last: Kind | None = next((kind for kind in kinds if kind is not None), None)
    for kind in kinds:
        last = last if kind is None else kind
        smoothed.append("prose" if last is None else last)
    return smoothed


def _fill(lines: Sequence[str], kinds: list[Kind | None], solid: Sequence[int]) -> None:
    """Make code of what stands between lines of code and says nothing: what a program prints, names of columns.

    Where a text is code for the most part, its first and last lines stand between such, too.
    """
    mostly = sum(kinds[index] == "code" for index in solid) > _MOSTLY * len(solid)
    places = groupby(range(len(solid)), key=lambda at: kinds[solid[at]] == "prose")
    for run in [list(run) for is_prose, run in places if is_prose]:
        edges = [at for at in (run[0] - 1, run[-1] + 1) if 0 <= at < len(solid)]
        enclosed = len(edges) > 1 or (mostly and edges)
        if (
            enclosed
            and len(run) <= _MOST_PRINTED
            and all(kinds[solid[at]] == "code" for at in edges)
            and not any(_NAMES_OR_SAYS.search(lines[solid[at]][:LONGEST]) for at in run)
        ):
            for at in run:
                kinds[solid[at]] = "code"


def _tables(lines: Sequence[str], kinds: list[Kind | None]) -> list[Kind | None]:
    """The kinds, with "table" for two lines and more that one separator cuts into as many cells."""
    index = 0
    while index < len(lines):
        columns, delimiter = _columns(lines[index]) if kinds[index] in ("prose", "code") else (0, "")
        if columns and _LOG_CELLS.match(lines[index]):
            columns = 0
        last = index + 1
        if columns >= _LEAST_COLUMNS:
            count = _separators(lines[index], delimiter)
            while last < len(lines) and (
                _separators(lines[last], delimiter) == count or _RULED.fullmatch(lines[last][:LONGEST])
            ):
                last += 1
            if last - index > _LEAST_ROWS and last + 1 == len(lines) and delimiter in lines[last]:
                last += 1  # the row that a listing is cut off in
        if last - index >= _LEAST_ROWS:
            table: list[Kind | None] = ["table"] * (last - index)
            kinds[index:last] = table
        index = last
    return kinds


# A cell in quotes may hold what parts cells: "Okafor, Ngozi".
_QUOTED_CELL = re.compile(r"(?:(?<=[,;\t])|^)\"[^\"\n]{0,200}\"(?=[,;\t]|\s*$)")


def _separators(line: str, delimiter: str) -> int:
    """How many separators part the cells of a line."""
    count = line.count(delimiter)
    return _QUOTED_CELL.sub("", line).count(delimiter) if count and '"' in line else count


def _columns(line: str) -> tuple[int, str]:
    """How many cells a header has, and what cuts them; 0 where a line is none."""
    for delimiter in _DELIMITERS:
        count = line.count(delimiter)
        if count and count < _MOST_COLUMNS and (delimiter != "," or ", " not in line):
            cells = [cell.strip() for cell in line.strip().strip("|│").split(delimiter)]
            if len(cells) >= _LEAST_COLUMNS and all(0 < len(cell) <= CELL for cell in cells):
                return len(cells), delimiter
    return 0, ""
