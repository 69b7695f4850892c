"""What statements of SQL tell of the values in them, and the fields that a program compares with values.

`keys` asks where a text has such a statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from dp_gateway.patterns.columns import ONE_NAME, below, heads_of
from dp_gateway.patterns.names import NameLists
from dp_gateway.patterns.owned import looks_owned
from dp_gateway.patterns.rules import Found
from dp_gateway.patterns.structure import LineRegion
from dp_gateway.patterns.told import DATE, TOLD, fits, is_sum, type_of_key
from dp_gateway.patterns.windows import Reading

# COPY people (first_name, dob) FROM stdin; and its rows, which tabs part.
_COPIED = re.compile(r"^COPY [\w.\"]{1,80} \((?P<heads>[\w\s,\"]{1,2000})\) FROM stdin;\n", re.MULTILINE)
# INSERT INTO people (first_name, dob) VALUES ('Ada', '1948-07-22'), (...)
_INSERTED = re.compile(
    r"\b(?:INSERT(?:\s{1,3}(?:IGNORE|OR\s{1,3}(?:IGNORE|REPLACE)))?|REPLACE)\s{1,3}INTO\s{1,3}(?P<table>[\w.\"`\[\]]{1,80})\s{0,3}"
    r"(?:\((?P<heads>[\w\s,\"`\[\]]{1,2000})\)\s{0,3})?VALUES\s{0,3}",
    re.IGNORECASE,
)
_LONGEST_HEAD = 600
# CREATE TABLE people (id INTEGER PRIMARY KEY, first_name TEXT, fee DECIMAL(8,2));
_CREATED = re.compile(
    r"\bCREATE\s{1,3}TABLE\s{1,3}(?:IF\s{1,3}NOT\s{1,3}EXISTS\s{1,3})?(?P<table>[\w.\"`\[\]]{1,80})\s{0,3}"
    r"\((?P<columns>(?>(?:[^();]|\([^();]{0,400}\)){1,4000}))\)",
    re.IGNORECASE,
)
_COLUMN = re.compile(r"(?:^|,)\s{0,40}(?P<label>[\w\"`\[\]]{1,80})\s[^,()]{1,200}(?:\([^()]{0,200}\)[^,()]{0,200})?")
_NO_COLUMNS = frozenset("primary foreign unique constraint key index check fulltext".split())
_ROW = re.compile(
    r"\s{0,9}\((?P<row>(?>(?:[^'\"()]|'(?:[^'\n]|'')*'|\"[^\"\n]*\"|\([^()]*\)){1,4000}))\)\s{0,3}(?:,|;|$|[\"'`]{1,3}\s{0,3}[);,])",
    re.MULTILINE,
)
# A cell from its beginning on: E'...' is one, and '...'::date.
_VALUE = re.compile(
    r"\s*+(?:\w{0,8}+'(?P<a>(?>(?:[^'\n]|'')*))'|\"(?P<q>[^\"\n]*+)\"|(?P<b>[^,'\"]*+))[^,'\"]*+(?:,|\Z)"
)


def copied(text: str, names: NameLists | None) -> Iterator[Found]:
    """Find the values of rows that a dump copies into a table, whose column tells what they are."""
    for match in _COPIED.finditer(text) if "COPY " in text else ():
        stop = text.find("\n\\.", match.end())
        heads = heads_of([head.strip().strip('"') for head in match["heads"].split(",")])
        yield from below(text, match.end(), stop if stop >= 0 else len(text), heads, "\t", names)


def inserted(text: str, region: LineRegion, names: NameLists | None, tables: CreatedTables) -> Iterator[Found]:
    """Find values of rows that an SQL statement inserts, whose column tells what they are, there or in the table."""
    # The statement may begin in lines above that are no code by themselves.
    for match in _INSERTED.finditer(text, max(0, region.start - _LONGEST_HEAD), region.end):
        if match.end() <= region.start:
            continue
        labels = match["heads"].split(",") if match["heads"] else tables.columns.get(_bare(match["table"]), ())
        heads = heads_of([_bare(label) for label in labels])
        at, persons = match.end(), any(kind == "PERSON" for kind, _ in heads)
        told = persons or any(kind == "ID_NUMBER" for kind, _ in heads)
        spans: list[tuple[int, int]] = []
        while (row := _ROW.match(text, at)) is not None:
            at, end = row.span("row")
            spans.append((at, end))
            for kind, certain in heads:
                if (value := _VALUE.match(text, at, end)) is None:
                    break
                group, at = value.lastgroup or "b", value.end()
                said = value[group].replace("''", "'")
                paid = persons and kind == "MONEY" and is_sum(said.strip())
                if kind and certain is None:
                    owned = said and looks_owned(said.strip(), kind)
                else:
                    owned = kind and said and (paid or fits(said, kind, bool(certain) or kind == "PERSON", names))
                if owned and kind:
                    yield *value.span(group), kind, TOLD
                elif told and said and DATE.fullmatch(said):
                    yield *value.span(group), "DATE_TIME", TOLD
            at = row.end()
        if not heads and names is not None and not _OF_THINGS.search(match["table"]):
            yield from _called(text, spans, names)


def _called(text: str, spans: Sequence[tuple[int, int]], names: NameLists) -> Iterator[Found]:
    """The cells of columns that are names in all rows, given ones in some, and days there: two side by side, or
    one of whole names.
    """
    rows = [[cell.span(cell.lastgroup or "b") for cell in _VALUE.finditer(text, *span)] for span in spans]
    width = min(map(len, rows), default=0)
    called = [all(ONE_NAME.fullmatch(text, *row[i]) for row in rows) for i in range(width)]
    given = [any(_is_given(text[slice(*row[i])].lower(), names) for row in rows) for i in range(width)]
    both = [i for i in range(width - 1) if called[i] and called[i + 1] and (given[i] or given[i + 1])]
    found = {*both, *(i + 1 for i in both)}
    for i in range(width):
        cells = [text[slice(*row[i])] for row in rows]
        whole = all(map(_WHOLE_NAME.fullmatch, cells))
        if whole and 2 * sum(_is_whole(cell.lower().split(), names) for cell in cells) > len(rows):
            found.add(i)
    for row in rows if found else ():
        for i, cell in enumerate(row):
            if i in found:
                yield *cell, "PERSON", TOLD
            elif DATE.fullmatch(text[slice(*cell)]):
                yield *cell, "DATE_TIME", TOLD


_OF_THINGS = re.compile(
    r"(?:cit(?:y|ies)|towns?|places?|countr(?:y|ies)|regions?|states?|airports?|products?|items?)\W?\Z", re.I
)
_WHOLE_NAME = re.compile(r"[^\W\d_a-z][\w'’-]{1,20}(?: [^\W\d_a-z][\w.'’-]{0,20}){1,2}")


def _is_whole(words: list[str], names: NameLists) -> bool:
    """Whether the first of some words is a given name, or the last a family name, and neither a word."""
    if words[0] in names.common or words[-1] in names.common:
        return False
    return names.has_given(words[0]) or words[-1] in names.surnames


def _is_given(word: str, names: NameLists) -> bool:
    return word not in names.common and names.has_given(word)


def _bare(label: str) -> str:
    """A name of SQL without quotes, and without that of its schema."""
    return label.strip().rpartition(".")[2].strip('"`[]')


class CreatedTables:
    """The tables that a text creates, read once, when a row is inserted without saying its columns."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def columns(self) -> Mapping[str, Sequence[str]]:
        """The columns of each table, by its name."""
        found: dict[str, list[str]] = {}
        for table in _CREATED.finditer(self._text):
            labels = (_bare(column["label"]) for column in _COLUMN.finditer(table["columns"]))
            found[_bare(table["table"])] = [label for label in labels if label.lower() not in _NO_COLUMNS]
        return found


# WHERE manager = 'Dubois', author ILIKE '%Dubois%', assignee IN ('Okafor', 'Lindqvist')
_CONDITION = re.compile(
    r"(?:=|<>|!=|\b(?:not\s)?(?:i?like|in)\b)\s{0,3}\(?\s{0,3}"
    r"(?P<row>'(?:[^'\n]|''){1,120}'(?:,\s{0,9}'(?:[^'\n]|''){1,120}'){0,99})",
    re.IGNORECASE,
)
_QUERIES = frozenset(("where", "having"))
_COMPARED = re.compile("'%?(?P<v>(?:[^'\\n%]|''){1,120})%?'")
# df["surname"] == "Oyelaran", user.lastName !== 'Oyelaran', df.surname.isin(["Oyelaran"])
_COMPARISON = re.compile(
    r"(?:[!=]==?\s{0,3}|\.(?:eq|ne|isin|equals)\(\s{0,3}\[?)"
    r"(?P<row>[\"'][^\"'\n]{1,120}[\"'](?:,\s{0,3}[\"'][^\"'\n]{1,120}[\"']){0,99})"
)
_OPERAND = re.compile("[\"'](?P<v>[^\"'\n]{1,120})[\"']")
_FIELD_BEFORE, _LONGEST_FIELD = re.compile(r"(?<!\w)(?P<k>[A-Za-z]\w{1,40})[\"'`]?\]?\)?\s{0,3}\Z"), 50
_OF_OBJECTS = frozenset(("id", "no", "number", "ref"))
_OBJECT_BEFORE = re.compile(
    r"(?i:customer|user|patient|member|employee|client|account|order|invoice|booking|claim|tenant|student|person)\.\Z"
)
_MEMBER_BEFORE = re.compile(r"(?<![\w.])(?P<given>[a-z]{3,20})\.(?P<family>[a-z]{3,20})\s{0,3}\Z")
_COMPARED_TYPES = frozenset("PERSON EMAIL_ADDRESS PHONE_NUMBER US_SSN STREET_ADDRESS DATE_TIME ID_NUMBER".split())

# password == "biryani-42", and neither "string" nor "RIGHT_PAREN"
_SECRET = re.compile(r"(?=[^0-9\s]*[0-9])(?=[^A-Za-z\s]*[A-Za-z])[^\s<>{}$]{6,100}")


def conditions(reading: Reading, names: NameLists | None) -> Iterator[Found]:
    """Find what the columns of a query are compared with, where one that may be a thing's has a person's name, and what
    fields are compared with in a program.
    """
    text = reading.text
    for match in _CONDITION.finditer(text) if reading.has(_QUERIES) else ():
        kind, _ = _type_before(text, match.start())
        for value in _COMPARED.finditer(text, *match.span("row")) if kind else ():
            # customer_name ILIKE '%vandenberg%'
            small = kind == "PERSON" and names is not None and value["v"] in names.surnames
            if small and names is not None and value["v"] not in names.common:
                yield *value.span("v"), "PERSON", TOLD
            if kind and fits(value["v"], kind, True, names):
                yield *value.span("v"), kind, TOLD
    for match in _COMPARISON.finditer(text):
        kind, certain = _type_before(text, match.start())
        values = _OPERAND.finditer(text, *match.span("row"))
        if kind in _COMPARED_TYPES:
            yield from ((*value.span("v"), kind, TOLD) for value in values if fits(value["v"], kind, certain, names))
        elif kind == "API_KEY":
            yield from ((*one.span("v"), kind, TOLD) for one in values if _SECRET.fullmatch(one["v"]))
        elif names is not None:
            # user.login === "anna.miller", and not "admin"
            accounts = values if kind == "USERNAME" else ()
            yield from ((*one.span("v"), "USERNAME", TOLD) for one in accounts if names.is_account(one["v"]))
            yield from _member_before(text, match.start(), names)


def _member_before(text: str, start: int, names: NameLists) -> Iterator[Found]:
    """What is compared, where it is somebody's whole name in small letters: "anna.miller === 'x'"."""
    member = _MEMBER_BEFORE.search(text, max(0, start - _LONGEST_FIELD), start)
    if member is not None and member["given"] in names.sure and names.is_family(member["family"]):
        yield member.start("given"), member.end("family"), "USERNAME", TOLD


def _type_before(text: str, start: int) -> tuple[str | None, bool]:
    """The type of what the field before an operator holds, and whether it stands for that alone."""
    field = _FIELD_BEFORE.search(text, max(0, start - _LONGEST_FIELD), start)
    if field is not None and field["k"].lower() in _OF_OBJECTS:
        # customer.id == "C-40417"
        whose = _OBJECT_BEFORE.search(text, max(0, field.start("k") - _LONGEST_FIELD), field.start("k"))
        return ("ID_NUMBER", True) if whose is not None else (None, False)
    return type_of_key(field["k"]) if field is not None else (None, False)
