"""What elements and attributes of XML and HTML hold whose name tells what it is. `keys` asks, in any text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dp_gateway.patterns.names import NameLists
from dp_gateway.patterns.owned import beside_somebody, looks_owned, type_if_owned
from dp_gateway.patterns.rules import Found
from dp_gateway.patterns.secrets import is_variable
from dp_gateway.patterns.told import TOLD, told_value

# <trkpt lat="52.516275" lon="13.377704">
_TAG = re.compile(r"<[A-Za-z][\w:.-]{0,40}(?:\s{1,9}[\w:.-]{1,40}=(?:\"[^\"<>\n]{0,200}\"|'[^'<>\n]{0,200}')){1,30}")
_ATTRIBUTE = re.compile(r"\s(?:\w{1,20}:)?(?P<k>[A-Za-z][\w.-]{1,40})=(?P<o>[\"'])(?P<v>[^<>\n]{1,120}?)(?P=o)")
# <passportNumber>P4419027</passportNumber>
_ELEMENT = re.compile(
    r"<(?:\w{1,20}:)?(?P<k>[A-Za-z][\w-]{1,40})(?:\s[^<>\n]{0,200})?>(?P<v>[^<>\n]{1,120})(?=<|$)", re.MULTILINE
)


def elements(text: str, names: NameLists | None) -> Iterator[Found]:
    """Find what elements and attributes of XML hold whose name tells what it is, and of SGML, which ends no element."""
    found: list[Found] = []
    owned: list[Found] = []
    for tag in _TAG.finditer(text) if '="' in text or "='" in text else ():
        attributes = [*_ATTRIBUTE.finditer(text, *tag.span())]
        for match in attributes:
            if kind := told_value(match["k"], match["v"], names):
                found.append((*match.span("v"), kind, TOLD))
            elif (of_record := type_if_owned(match["k"])) and looks_owned(match["v"], of_record):
                owned.append((*match.span("v"), of_record, TOLD))
        found += _field(attributes, names)
    for match in _ELEMENT.finditer(text) if "</" in text else ():
        kind = told_value(match["k"], match["v"], names)
        if kind is None and match["k"].lower() in _OF_PAGES and _is_full_name(match["v"].strip(), names):
            kind = "PERSON"
        if kind is not None and not (kind == "API_KEY" and is_variable(text, *match.span("v"))):
            found.append((*match.span("v"), kind, TOLD))
        elif looks_owned(match["v"], "DATE_TIME"):
            owned.append((*match.span("v"), "DATE_TIME", TOLD))
        elif kind is None and (of_record := type_if_owned(match["k"])) and looks_owned(match["v"], of_record):
            owned.append((*match.span("v"), of_record, TOLD))
    found.sort()
    yield from found
    yield from beside_somebody(text, found, owned)


def _field(attributes: Sequence[re.Match[str]], names: NameLists | None) -> Iterator[Found]:
    """What stands in a field of a form whose name tells what it is: `<input name="full_name" value="...">`."""
    called = {match["k"].lower(): match for match in attributes}
    if (value := called.get("value") or called.get("content")) is None:
        return
    for key in _CALLED_BY:
        if key in called and (kind := told_value(called[key]["v"], value["v"], names)):
            yield *value.span("v"), kind, TOLD
            return


_CALLED_BY = ("name", "id", "itemprop", "property", "autocomplete")
_OF_PAGES = frozenset("h1 h2 h3 h4 p td th li span b strong em a dd dt label div caption".split())


def _is_full_name(value: str, names: NameLists | None) -> bool:
    """Whether what stands between two tags is a given name and a family name of the lists, no word among them."""
    words = value.split()
    if names is None or len(words) not in (2, 3) or not value.istitle():
        return False
    lower = [word.lower() for word in words]
    listed = lower[0] in names.given or lower[-1] in names.surnames
    return listed and not any(map(names.common.__contains__, lower))
