"""What the heads of columns and the cells of a row tell: tables, CSV, columns set apart by spaces.

`keys` asks for it where a text has a table, `queries` where a statement has the rows of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise, zip_longest

from dp_gateway.patterns.lines import STATEMENT
from dp_gateway.patterns.names import ORDINARY, NameLists
from dp_gateway.patterns.owned import OF_SOMEBODY, looks_owned, type_if_owned
from dp_gateway.patterns.rules import Found
from dp_gateway.patterns.structure import LineRegion
from dp_gateway.patterns.told import BETWEEN_WORDS, NAMED_CELL, PARTS_OF_NAME, TOLD, fits, is_sum, type_of_key

# Of a row, by what parts its cells; quotes keep what parts them.
_CELLS = {
    mark[0]: re.compile(
        rf"(?:\"([^\"\n]{{0,200}})\"|'([^'\n]{{0,200}})'|([^{mark}\n]{{0,200}}))(?:[{mark}]|$)", re.MULTILINE
    )
    for mark in ("\t", "|", "┆│", "│", ";", ",")
}
_ALIGNED = re.compile(r"[^\s|](?:\S| (?=[^\s|])){0,80}")
_ONE_CELL, _WIDEST = 80, 400
_DIVIDER = re.compile(r"[\s|:+\u2500-\u257f-]+$")


def columns(text: str, region: LineRegion, names: NameLists | None) -> Iterator[Found]:
    """Find the cells of the columns whose head tells what they hold."""
    end = _line_end(text, region.start, region.end)
    mark = next((mark for mark in _CELLS if text.find(mark, region.start, end) >= 0), ",")
    labels = [text[slice(*cell)] for cell in _cells(text, region.start, end, mark)]
    if _is_form(labels, _shown(text, end, region.end, mark)):
        yield from _fields(text, region, mark, names)
        return
    heads = heads_of(labels)
    if names is not None and not any(kind for kind, _ in heads):
        yield from _unheaded(text, region, mark, names)
    if names is not None and ("PERSON", False) in heads:
        shown = list(_shown(text, end, region.end, mark))
        heads = [
            (None, True)
            if head == ("PERSON", False) and _are_things([row[i] for row in shown if i < len(row)], names)
            else head
            for i, head in enumerate(heads)
        ]
    yield from below(text, end, region.end, heads, mark, names)


def _is_form(first: Sequence[str], others: Iterable[Sequence[str]]) -> bool:
    """Whether the first cells of rows of two say what stands beside them, so that the first row heads nothing."""
    if not _is_pair(first) or of_row([*filter(None, first)][1]) is not None:
        return False
    return sum(_is_pair(row) and of_row(row[0]) is not None for row in others) >= _LEAST_OF_PERSONS


def _is_pair(row: Sequence[str]) -> bool:
    return len([*filter(None, row)]) == _FORM


def _fields(text: str, region: LineRegion, mark: str, names: NameLists | None) -> Iterator[Found]:
    """Find the second cells of such rows."""
    for row in _rows(text, region.start, region.end, mark):
        filled = [cell for cell in row if cell[0] < cell[1]]
        if len(filled) != _FORM:
            continue
        label, value = filled
        kind = of_row(text[slice(*label)])
        if kind and _is_filled_in(text[slice(*value)], kind, names):
            yield *value, kind, 0.9


_FORM = 2
"""Cells of a row of a form: a label and what stands there."""
# psql, with \x: a record as a column
_RECORDED = re.compile(r"^(?P<k>[A-Za-z]\w{1,40}) {0,40}\| (?P<v>[^\n|]{2,120})$", re.MULTILINE)


def recorded(text: str, names: NameLists | None) -> Iterator[Found]:
    """Find the values of records that psql prints as columns, beside labels that tell what they are."""
    fields = [*_RECORDED.finditer(text)] if "-[ RECORD" in text else []
    heads = heads_of([field["k"] for field in fields])
    persons = any(kind == "PERSON" for kind, _ in heads)
    for field, (kind, certain) in zip(fields, heads, strict=True):
        value = field["v"].rstrip()
        if certain is None:
            held = kind is not None and looks_owned(value, kind)
        else:
            held = kind is not None and (
                (persons and kind == "MONEY" and is_sum(value)) or fits(value, kind, certain, names)
            )
        if kind is not None and held:
            yield field.start("v"), field.start("v") + len(value), kind, 0.9


def _shown(text: str, at: int, last: int, mark: str) -> Iterator[list[str]]:
    """What stands in the first rows of a table."""
    for row in islice(_rows(text, at, last, mark), _SHOWN):
        yield [text[slice(*cell)] for cell in row]


def _rows(text: str, at: int, last: int, mark: str) -> Iterator[list[tuple[int, int]]]:
    """Where the cells of the rows of a table stand."""
    while at < last:
        end = _line_end(text, at, last)
        if not _DIVIDER.match(text, at, end):
            yield _cells(text, at, end, mark)
        at = end


def _are_things(cells: Sequence[str], names: NameLists) -> bool:
    """Whether most cells of a column headed "name" are ordinary words that few are called: "Code Playground"."""
    said = [words for cell in cells if (words := _WORD_OF_CELL.findall(cell.lower()))]
    ordinary = sum(
        all((word in names.common or word in ORDINARY) and word not in names.familiar for word in words)
        and names.sure_or_cued.isdisjoint(words)
        for words in said
    )
    return len(said) >= _LEAST_OF_THINGS and ordinary > _MOSTLY_THINGS * len(said)


_WORD_OF_CELL = re.compile(r"[^\W\d_]+")
_LEAST_OF_THINGS, _MOSTLY_THINGS = 3, 0.6
_SHOWN, ONE_NAME = 50, re.compile(r"[^\W\d_a-z][^\W\d_]*(?:['’-][^\W\d_]+){0,2}")


def _unheaded(text: str, region: LineRegion, mark: str, names: NameLists) -> Iterator[Found]:
    """The cells of a column of given names, and of the names beside it, in a table that has no head."""
    shown = list(_shown(text, region.start, region.end, mark))
    columns = list(zip(*shown, strict=False))
    if len(shown) < _LEAST_OF_PERSONS:
        return
    called = [all(ONE_NAME.fullmatch(cell) and cell.lower() not in names.common for cell in one) for one in columns]
    given = [called[i] and all(cell.lower() in names.given for cell in one) for i, one in enumerate(columns)]
    found = [i for i, one in enumerate(called) if one and any(given[max(0, i - 1) : i + 2])]
    for row in _rows(text, region.start, region.end, mark) if found else ():
        for i in found:
            if i < len(row) and ONE_NAME.fullmatch(text[slice(*row[i])]):
                yield *row[i], "PERSON", 0.9


def heads_of(labels: Sequence[str]) -> Heads:
    """Return what the columns of a table hold; in one of persons an employer is somebody's, and first and last are
    names.
    """
    heads = list(map(type_of_key, labels))
    folded = [label.lower() for label in labels]
    parts = [PARTS_OF_NAME.get(label) in folded for label in folded]
    heads = [("PERSON", True) if part else head for part, head in zip(parts, heads, strict=True)]
    if "given" in folded and not _FAMILIES.isdisjoint(folded):
        heads = [("PERSON", True) if label in _OF_FAMILIES else head for label, head in zip(folded, heads, strict=True)]
    if any(kind == "PERSON" for kind, _ in heads):
        beside = dict.fromkeys(_PAID, "MONEY") | dict.fromkeys(_HELD, "ID_NUMBER")
        pairs = zip(folded, heads, strict=True)
        heads = [(beside[label], True) if label in beside and not head[0] else head for label, head in pairs]
    if not _CONTACTS.isdisjoint(folded) and not _FIRMS.isdisjoint(folded):
        heads = [(kind or _OF_CONTACTS.get(label), True) for label, (kind, _) in zip(folded, heads, strict=True)]
    if len(_OF_PERSONS.intersection(kind for kind, _ in heads)) < _LEAST_OF_PERSONS:
        return with_owned(labels, heads)
    more = [
        (of_row(label), certain) if kind is None else (kind, certain)
        for label, (kind, certain) in zip(labels, heads, strict=True)
    ]
    return with_owned(labels, more)


def with_owned(labels: Sequence[str], heads: Heads) -> Heads:
    """Return heads with those that tell of a cell where somebody is told of in its row, if any tells of somebody."""
    if OF_SOMEBODY.isdisjoint(kind for kind, _ in heads):
        return heads
    pairs = zip(labels, heads, strict=True)
    return [head if head[0] or (kind := type_if_owned(label)) is None else (kind, None) for label, head in pairs]


Heads = Sequence[tuple[str | None, bool | None]]
"""What columns hold, and whether each head stands for that alone; None where it does in a row of somebody alone."""


def below(text: str, at: int, last: int, heads: Heads, mark: str, names: NameLists | None) -> Iterator[Found]:
    """Find the cells of rows that stand below heads that tell what they hold."""
    persons = any(kind == "PERSON" for kind, _ in heads)
    reached = persons or any(kind in _REACHED for kind, _ in heads)
    for row in _rows(text, at, last, mark) if any(kind for kind, _ in heads) else ():
        found: list[Found] = []
        for (kind, certain), cell in zip(heads, row, strict=False):
            value = text[slice(*cell)]
            if not kind or not value or certain is None:
                continue
            # Of a person a small amount is one, too: a number under "amount" may count much else.
            sum_of_somebody = persons and kind == "MONEY" and is_sum(value)
            account = reached and kind == "USERNAME" and _ACCOUNT.fullmatch(value) is not None
            if sum_of_somebody or account or fits(value, kind, True if kind == "PERSON" else certain, names):
                found.append((*cell, kind, 0.9 if kind == "PERSON" else TOLD))
        yield from found
        yield from _owned(text, zip(heads, row, strict=False), found)


_Placed = tuple[tuple[str | None, bool | None], tuple[int, int]]
"""A cell, with the head above it."""


def _of_row(text: str, cells: Iterable[_Placed], names: NameLists | None) -> Iterator[Found]:
    """The cells of a row whose heads tell of them."""
    placed = [*cells]
    found: list[Found] = [
        (*cell, kind, 0.9)
        for (kind, certain), cell in placed
        if kind and certain is not None and fits(text[slice(*cell)], kind, True if kind == "PERSON" else certain, names)
    ]
    yield from found
    yield from _owned(text, placed, found)


def _owned(text: str, cells: Iterable[_Placed], found: Sequence[Found]) -> Iterator[Found]:
    """The cells of a row whose heads tell of them where what was found in it tells of somebody."""
    if OF_SOMEBODY.isdisjoint(one[2] for one in found):
        return
    for (kind, certain), cell in cells:
        if kind and certain is None and looks_owned(text[slice(*cell)], kind):
            yield *cell, kind, 0.9


_REACHED = frozenset(("EMAIL_ADDRESS", "PHONE_NUMBER"))
# Beside where somebody is reached, a login of two words is somebody's, which elsewhere a program may be called by.
_ACCOUNT = re.compile(r"[a-z][a-z0-9]{1,24}[._][a-z][a-z0-9]{1,24}")
_ROW_TYPES = {
    key: kind
    for kind, keys in {
        "ORGANIZATION": "employer company firm nameoffirm nameofemployer organisation organization school university "
        "bank worksfor worksat workplace employedby employedat workingfor placeofwork hospital clinic insurer",
        "LOCATION": "place location residence placeofresidence livesin town hometown city village birthplace "
        "placeofbirth bornin comesfrom movedfrom",
        "JOB_TITLE": "job jobtitle occupation work profession position trade worksas employedas does",
    }.items()
    for key in keys.split()
}
"""Labels that say so in a form, where a key of a program or the head of a column may mean much else."""
_OF_PERSONS = frozenset(("PERSON", "AGE", "EMAIL_ADDRESS", "PHONE_NUMBER", "STREET_ADDRESS", "US_SSN"))
_FAMILIES = frozenset(("surname", "family", "family_name", "last_name", "lastname"))
_OF_FAMILIES = _FAMILIES | {"given"}
_PAID = frozenset(
    "copay|bill|price|gross|net|tax|gross pay|net pay|paye|pension|deductions|overtime|spend|spent|owed|paid|due|dues|"
    "maintenance|arrears|instalment|budget|mrr|ltv|lifetime_value|revenue".split("|")
)
"""What somebody is paid or pays, where a column beside it holds persons."""
_HELD = frozenset(("plot", "plot no", "plot_no", "flat no", "flat_no", "unit no", "unit_no", "meter", "locker"))
"""What somebody has that is numbered, likewise."""
_LEAST_OF_PERSONS = 2
"""Columns by which a table is one of persons."""
_CONTACTS = frozenset(("name", "contact", "client", "customer", "lead", "contact name", "full name"))
_FIRMS = frozenset(("company", "account", "organisation", "organization", "employer"))
_OF_CONTACTS = (
    dict.fromkeys(_FIRMS, "ORGANIZATION")
    | dict.fromkeys(("title", "role", "position"), "JOB_TITLE")
    | {"value": "MONEY"}
)
"""Heads of a table of business contacts, which has one of both of the first two."""
_RULED_ROW = re.compile(r"\n\|[ |:-]{3,200}$", re.MULTILINE)
_FORM_ROW = re.compile(
    r"^\|[ \t]*+(?P<k>[A-Za-z][A-Za-z /_-]{1,30}+)[ \t]*+\|[ \t]*+(?P<v>[^|\n]{1,80}+)[ \t]*+\|[ \t]*+$", re.MULTILINE
)


def rows(text: str, region: LineRegion, names: NameLists | None) -> Iterator[Found]:
    """Find the second cells of rows of two, of which the first says what stands there: a form as a table."""
    for match in _FORM_ROW.finditer(text, region.start, region.end):
        kind, value = of_row(match["k"]), match["v"].rstrip(" \t")
        if kind is None or of_row(value) is not None or _RULED_ROW.match(text, match.end()):
            continue
        if _is_filled_in(value, kind, names):
            yield *match.span("v"), kind, 0.9


def _is_filled_in(value: str, kind: str, names: NameLists | None) -> bool:
    """Whether a value is one of the type that the label of a form names."""
    return NAMED_CELL.fullmatch(value) is not None if kind == "LOCATION" else fits(value, kind, True, names)


def of_row(label: str) -> str | None:
    """Return what the second cell of a row holds, by the first; None where that tells nothing."""
    label = label.removesuffix("(s)")
    return _ROW_TYPES.get(BETWEEN_WORDS.sub("", label).lower()) or type_of_key(label)[0]


_RULER = re.compile(r"^[ \t]{0,4}-{2,200}(?:[ \t]{1,4}-{2,200}){1,40}[ \t]*$", re.MULTILINE)
_RUN_OF_RULER = re.compile("-{2,200}")


def ruled(text: str, names: NameLists | None) -> Iterator[Found]:
    """Find the cells below a head that a ruler of dashes underlines, column by column, as databases print them."""
    rulers = [*_RULER.finditer(text)] if "-- -" in text else []
    for ruler, following in zip_longest(rulers, rulers[1:]):
        extents = [run.span() for run in _RUN_OF_RULER.finditer(ruler[0])]
        head = text.rfind("\n", 0, max(0, ruler.start() - 1)) + 1
        line = text[head : ruler.start()].rstrip("\n")
        if not line.strip() or len(line) > _WIDEST * 2:
            continue
        heads = heads_of([line[start:end].strip() for start, end in extents])
        at, last = ruler.end() + 1, following.start() if following is not None else len(text)
        while at < last and any(kind for kind, _ in heads):
            end = _line_end(text, at, last)
            if not text[at:end].strip():
                break
            placed: list[_Placed] = []
            for head, (start, stop) in zip(heads, extents, strict=True):
                cell = text[at + start : min(at + stop, end)].strip()
                first = text.index(cell, at + start, end) if cell else at
                placed.append((head, (first, first + len(cell))))
            yield from _of_row(text, placed, names)
            at = end


def aligned(text: str, names: NameLists | None) -> Iterator[Found]:
    """Find the cells of columns that runs of spaces keep apart, below a head that tells what they hold; and the values
    of a form, beside labels in a column of their own.
    """
    heads: Heads = []
    at, form, starts = 0, False, list[int]()
    extents: list[tuple[int, int]] = []
    while at < len(text):
        end = _line_end(text, at, len(text))
        if not heads and end - at <= _ONE_CELL and _is_one_cell(text[at:end]):
            at = end
            continue
        found = [match.span() for match in _ALIGNED.finditer(text, at, end)] if end - at < _WIDEST else []
        if heads and len(found) == len(heads) + 1 and text[slice(*found[0])].isdecimal():
            del found[0]  # the number of a row, which has no head where a program printed the table
        if heads and 1 < len(found) < len(heads):
            found = _below_heads(text, at, end, starts) or found
        if heads and len(found) > 1 and len(found) != len(heads) and (placed := _placed(at, found, extents)):
            yield from _of_row(text, [(heads[head], cell) for head, cell in placed], names)
            at = end
            continue
        head = len(found) < len(heads) or not heads
        if head:
            labels = [text[start:stop] for start, stop in found]
            headed = (
                len(found) > 1
                and not any(map(_NO_HEAD.search, labels))
                and not _is_help(labels, indented=found[0][0] > at)
            )
            told = list(map(type_of_key, labels)) if headed else []
            heads = with_owned(labels, told) if any(kind for kind, _ in told) else []
            starts = [start - at for start, _ in found]
            extents = [(start - at, stop - at) for start, stop in found]
            # "SURNAME   OYEDIRAN" above "DATE OF BIRTH   09 AUG 1988" is no head.
            form = len(heads) == _FORM_CELLS and heads[1][0] is None and _labels_follow(text, end)
        if form and len(found) == _FORM_CELLS:
            heads = [(None, True), type_of_key(text[slice(*found[0])])]
        if (form or not head) and len(found) == len(heads):
            yield from _of_row(text, zip(heads, found, strict=True), names)
        at = end


def _below_heads(text: str, at: int, end: int, starts: Sequence[int]) -> list[tuple[int, int]]:
    """The cells of a row that begin where the heads do, though a space alone parts some; none where one does not."""
    edges = [*(at + start for start in starts), end]
    cells = [(first, first + len(text[first:last].rstrip())) for first, last in pairwise(edges) if first < last]
    begins = all(text[first : first + 1].strip() and (first == at or text[first - 1] == " ") for first, _ in cells)
    return cells if begins and len(cells) == len(starts) else []


_LEAST_HEADS = 3


def _placed(
    at: int, cells: Sequence[tuple[int, int]], extents: Sequence[tuple[int, int]]
) -> list[tuple[int, tuple[int, int]]]:
    """Each cell of a row with the head above it, where some cells are empty; none where one stands below no head, or
    two, or below the head of another.
    """
    if len(extents) < _LEAST_HEADS or len(cells) > len(extents):
        return []
    placed: list[tuple[int, tuple[int, int]]] = []
    for start, stop in cells:
        above = [i for i, (first, last) in enumerate(extents) if start - at < last and first < stop - at]
        if len(above) != 1 or (placed and placed[-1][0] >= above[0]):
            return []
        placed.append((above[0], (start, stop)))
    return placed


_FORM_CELLS, _FORM_LINES = 2, 4


def _labels_follow(text: str, at: int) -> bool:
    """Whether one of the next lines begins with a label of its own, as the lines of a form do."""
    for _ in range(_FORM_LINES):
        end = _line_end(text, at, len(text))
        first = _ALIGNED.search(text, at, end) if end - at < _WIDEST else None
        if first is not None and first.end() < end - 1 and type_of_key(first[0])[0]:
            return True
        at = end
    return False


_LEAST_BOOKED = 2


def statements(text: str) -> Iterator[Found]:
    """Find the days and amounts of the rows of a bank's statement, which say no currency."""
    booked = list(STATEMENT.finditer(text))
    for match in booked if len(booked) >= _LEAST_BOOKED else ():
        yield *match.span("d"), "DATE_TIME", 0.9
        yield *match.span("v"), "MONEY", 0.9
        if match["w"]:
            yield *match.span("w"), "MONEY", 0.9


_TOTAL = re.compile(
    r"^[ \t|]{0,120}+(?:(?:sub|grand )?-?total|vat|gst|hst|(?:sales )?tax|shipping|postage|delivery|discount|deposit|"
    r"balance|amount|paid|tip|service charge|net|gross)\b(?: (?:due|paid|owing|payable))?"
    r"(?: \(?[0-9]{1,2}(?:\.[0-9]{1,2})? ?%\)?)?[ \t|:.]{1,120}+"
    r"(?P<v>[£$€]?-?[0-9]{1,3}(?:,?[0-9]{3}){0,3}\.[0-9]{2})[ \t|]{0,120}$",
    re.IGNORECASE | re.MULTILINE,
)
_OF_BILLS = re.compile(r"\b(?:amount|price|qty|invoice|receipt|bill(?:ed)? to|unit|description)\b", re.IGNORECASE)


def totals(text: str) -> Iterator[Found]:
    """Find the last lines of a bill, whose table may look like what a program lists: "Subtotal   2,024.00"."""
    found = list(_TOTAL.finditer(text))
    if len(found) > 1 and _OF_BILLS.search(text):
        yield from ((*match.span("v"), "MONEY", 0.9) for match in found)


# "Name    prometheus_remote_write", "UserId:  auth.User.Id,": a key and its value, above other keys.
_NO_HEAD = re.compile(r"[^\W_]_[a-z]|[:,]$|\w\.\w")


# "  login       Log in to a registry": a command and what it does.
_COMMAND = re.compile(r"[a-z][a-z0-9-]*")
_DOING = re.compile(r"[A-Z][a-z]+ [a-z]\S*(?P<more> \S+ \S)?")


def _is_help(labels: Sequence[str], *, indented: bool) -> bool:
    """Whether a line is one of a program's help: the name of a command, in small letters, and a sentence."""
    if len(labels) != len("ab") or not _COMMAND.fullmatch(labels[0]):
        return False
    doing = _DOING.match(labels[1])
    return doing is not None and (indented or doing["more"] is not None)


def _is_one_cell(line: str) -> bool:
    """Whether a line is one cell at most, which no table begins with."""
    return "|" not in line and " ".join(line.split()) == line.strip()


def _line_end(text: str, start: int, end: int) -> int:
    found = text.find("\n", start, end)
    return end if found < 0 else found + 1


def _cells(text: str, start: int, end: int, mark: str) -> list[tuple[int, int]]:
    """Where the cells of a row stand, without quotes and spaces around; the bar at the beginning of a row begins
    none.
    """
    if text.startswith(("|", "│"), start):
        start += 1
    cells: list[tuple[int, int]] = []
    while start < end:
        match = _CELLS[mark].match(text, start, end)
        if match is None:
            break
        first, stop = match.span(match.lastindex or 0)
        value = text[first:stop]
        first += len(value) - len(value.lstrip())
        cells.append((first, first + len(value.strip())))
        if match.end() == start:
            break
        start = match.end()
    return cells
