"""Fields of forms: a label, then what is filled in, behind a colon, points, a gap or a sign of equality.

`keys` asks, where no line of a text is code. `told` knows what keys of programs and of tables hold; here are words that
say so in a form alone, where a key of a program may mean much else: "out", "ref", "owner".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dp_gateway.patterns.columns import of_row
from dp_gateway.patterns.names import CALENDAR, NOT_NAMES, NameLists
from dp_gateway.patterns.rules import Found
from dp_gateway.patterns.structure import LineRegion
from dp_gateway.patterns.told import BETWEEN_WORDS, fits
from dp_gateway.patterns.told_jobs import all_jobs
from dp_gateway.patterns.turns import turns
from dp_gateway.text.entities import NAME_TYPES
from dp_gateway.text.lists import named_by_words, word_lists

_LISTS = word_lists(__file__)
_TYPES = named_by_words(_LISTS, "LABELS")
"""Types by label, in small letters without what stands between its words; PARTY is a person or an organisation."""
_LONGEST_LINE, _LONGEST_LABEL = 400, 34
_CELL = re.compile(r"[^\s|](?:[^\s|]|[ ](?=[^\s|])){0,160}")
_BULLET = re.compile(r"(?:[-*•☐☑✓]{1,2} |\[.?\] ?|\(?[A-Z]?[0-9]{1,2}[.)]{1,2} |[A-Z][0-9]{1,2} |[A-Z][.)] )")
_FIELD = re.compile(
    r"(?P<k>[A-Za-z/][\w ./&'’#-]{0,33}?)(?: ?\([^()\n]{1,20}\))?(?:\s?(?::|=|\.{2,}|…|_{2,})[ .…_]{0,60}|$)(?P<v>.*)"
)
_NOTE = re.compile(r"\s*\([^()]*\)|[.?]+\Z")
_SCORE = 0.92

_NAME = r"(?:[^\W\d_a-z][\w.'’-]{0,30}|\"[^\"\n]{2,20}\"|(?:de|la|van|von|der|den|bin|al|el|di|du|y|e)(?= ))"
# The label of the next field: "Hunter Vasquez-Ory, ID 0077341"
_NEXT = r"(?:ID|DOB|DOD|MRN|REF|REG|TEL|MOB|PH|NHS|NOK|NO|VAT|PO|EXT|FAX|AGE|APT|RN|MD)\b"
_TITLES = r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Sr|Fr|Rev|Revd|Prof|Sir|Mx)\b\.? )?"
_WORD_OF_FIRM = r"[^\W_a-z][\w.'’&+-]{0,30}"
_MONTH = r"(?i:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}"
# "Lam, Wing-Kei", and no list of names
_INVERTED = rf"(?:, (?!{_NEXT}){_NAME}(?: {_NAME}){{0,2}}(?=\s*(?:\(|\Z)))?"
_SHAPES = {
    "PERSON": re.compile(rf"{_TITLES}(?P<v>{_NAME}(?: (?!{_NEXT}){_NAME}){{0,4}}{_INVERTED})"),
    "ORGANIZATION": re.compile(
        rf"(?P<v>{_WORD_OF_FIRM}(?: (?:(?:&|\+|and|of|the|de|la) ){{0,2}}(?![0-9]){_WORD_OF_FIRM}){{0,6}})"
    ),
    "LOCATION": re.compile(r"(?P<v>[^\W\d_a-z][\w.'’-]{1,30}(?: [^\W\d_a-z][\w.'’-]{0,30}){0,3})"),
    "STREET_ADDRESS": re.compile(
        r"(?P<v>(?=[0-9]|(?:Flat|Unit|Apt|Lot|Suite|Plot|No\.?) [0-9A-Z])[^\W_][^,;|\n]{4,50})"
    ),
    "POSTCODE": re.compile(r"(?P<v>[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}|[0-9]{4,6}(?:-[0-9]{3,4})?)(?!\w)"),
    "ID_NUMBER": re.compile(
        r"(?:(?:no|nr|ref|num)\b\.? ?|# ?)?(?P<v>(?=[A-Z]{1,6} [0-9]|\S{0,12}[0-9])[A-Z0-9*][\w*/.-]{0,30}"
        r"(?: (?=[A-Z0-9*/-]{0,9}[0-9*])[A-Z0-9*][\w*/.-]{0,15}){0,5})"
    ),
    "DATE_TIME": re.compile(
        r"(?P<v>(?:(?i:mon|tues?|weds?|thur?s?|fri|sat|sun)[a-z]{0,6}\.?,? )?"
        r"(?:[0-9?]{1,4}[-/.][0-9?]{1,2}(?:[-/.](?:[0-9]{4}|[0-9]{2}))?(?![\w%/]|[.:][0-9])|"
        rf"[0-9]{{1,2}}(?:st|nd|rd|th)?[ -]?{_MONTH}(?:[ ,-]{{1,2}}(?:[0-9]{{4}}|[0-9]{{2}}))?|"
        rf"{_MONTH}[ -][0-9]{{1,4}}))(?!\w)"
    ),
    "MONEY": re.compile(
        r"(?P<v>(?:[A-Z]{3} ?|[A-Z]{0,2}[£$€₹] ?|R ?)?-?"
        r"[0-9]{1,3}(?:[,. '’]?[0-9]{3}){0,3}(?:[.,][0-9]{1,2}|k)?(?:[-–][0-9.,]{1,9}k?)?)"
        r"(?![\w%:/]|[.,'’][0-9]| ?(?:x|kg|g|ml|l|hrs?|h|days?|m|cm|mm|pcs?|off)\b)"
    ),
    "AGE": re.compile(r"(?P<v>[1-9][0-9]?)(?![\w/.:%]|,[0-9]| (?:x|kg|st|lb)\b)"),
    "API_KEY": re.compile(
        r"(?P<v>(?=\S{0,30}[0-9])(?![0-9]+\.[0-9]+ )[^\s,;()]{4,40}(?<![.:])|[0-9]{3,8}(?! [A-Za-z])|"
        r"[A-Z] [0-9]{1,2}(?: [A-Z] [0-9]{1,2}){1,4})(?=[\s,;)]|\Z)"
    ),
    "JOB_TITLE": re.compile(r"(?P<v>[A-Za-z][\w/&'’-]{1,20}(?: [A-Za-z&/][\w/&'’-]{0,20}){0,4})(?=\s*(?:[(,;]|\Z))"),
    "USERNAME": re.compile(r"(?P<v>[A-Za-z][\w.@-]{2,30})\Z"),
    "PHONE_NUMBER": re.compile(r"(?P<v>\+?[0-9(][0-9 ()-]{6,18}[0-9])(?!\w)"),
}
"""What is filled in looks like, by type, from its beginning."""
_OF_FIRM = re.compile(
    r"\b(?:Ltd|Inc|LLC|Co|Bros|Sons|Club|Shed|School|Church|Surgery|Clinic|Garage|Hotel|Hall|Trust|Society|Assoc|Care|Deli|"
    r"Caf[eé]|Bakery|Farm|Centre|Center|Lodge|Services?|Shop|Pub|Inn|Motors|Interiors|Studio|Group|Council|College|the|and|of|The)\b|&"
)


def fields(text: str, regions: Sequence[LineRegion], names: NameLists | None) -> Iterator[Found]:
    """Find what is filled in beside labels that say what it is, in a text without code."""
    if any(region.kind == "code" for region in regions):
        return
    # "Klient: Tak" is said in a talk.
    said = frozenset(turn.end() for turn in turns(text))
    for region in regions:
        if region.kind in ("prose", "keys"):
            at = region.start
            while at < region.end:
                found = text.find("\n", at, region.end)
                end = region.end if found < 0 else found
                if end - at <= _LONGEST_LINE:
                    fields_of_line = _of_line(text, at, end, names, rows=region.kind == "prose")
                    yield from (one for one in fields_of_line if one[0] not in said)
                at = end + 1


def _of_line(text: str, start: int, end: int, names: NameLists | None, *, rows: bool) -> Iterator[Found]:
    cells = [match.span() for match in _CELL.finditer(text, start, end)]
    for at, (first, last) in enumerate(cells):
        bullet = _BULLET.match(text, first, last)
        numbered = _NUMBERED.fullmatch(text, first, last)
        if numbered is not None and type_of_label(numbered["k"], rows=rows) == "ID_NUMBER":
            yield *numbered.span("v"), "ID_NUMBER", _SCORE
            continue
        field = _FIELD.match(text, first if bullet is None else bullet.end(), last)
        if field is None:
            continue
        value = field.span("v")
        alone = value[0] >= value[1]
        if alone:
            # A label has a gap behind it, or stands above nothing; of cells without a sign the first alone is one.
            sign = text[field.end("k") : last].strip(" ")
            if at + 1 == len(cells) or (not sign and at > 0 and len(cells) > _PAIRED):
                continue
            value = cells[at + 1]
        if (two := _of_two(text, field["k"], value)) is not None:
            for kind, part in two:
                yield from _filled_in(text, kind, part, names)
            continue
        kind = type_of_label(field["k"], rows=rows)
        if kind is not None and not field["k"].rstrip(" .").endswith(_OF_MANY):
            yield from _filled_in(text, kind, value, names)


def _of_two(text: str, label: str, value: tuple[int, int]) -> list[tuple[str, tuple[int, int]]] | None:
    """Return the two values of a label of two, with their types: "Occupation / employer: scaffolder / Low Tide"; None
    where it is one of something else.
    """
    at = text.find(_SLASH, *value) if _SLASH in label else -1
    kinds = [kind for part in label.split(_SLASH) if (kind := type_of_label(part)) is not None]
    if at < 0 or len(set(kinds)) != len("ab"):
        return None
    return list(zip(kinds, ((value[0], at), (at + len(_SLASH), value[1])), strict=True))


_SLASH = " / "
# "JOB 24771   IN 17/02"
_NUMBERED = re.compile(r"(?P<k>[A-Z]{2,10}(?: NO\.?)?) #?(?P<v>[A-Z]{0,4}-?[0-9]{3,12})")
_PAIRED, _LEAST_DIGITS = 4, 2
_OF_MANY = ("numbers", "ees", "ers", "ors", "nos", "ids", "refs")
"""How labels end behind which several stand: "Attendees", "Case numbers"."""


def _filled_in(text: str, kind: str, value: tuple[int, int], names: NameLists | None) -> Iterator[Found]:
    if kind == "PARTY":
        kind = "ORGANIZATION" if _OF_FIRM.search(text, *value) else "PERSON"
    shape = _SHAPES.get(kind)
    match = shape.match(text, *value) if shape is not None else None
    if match is None:
        return
    if not _is_no_value(text, kind, value, match, names):
        start, end = match.span("v")
        yield start, start + _end_of_name(match["v"], names) if kind == "PERSON" else end, kind, _SCORE


def _is_no_value(text: str, kind: str, value: tuple[int, int], match: re.Match[str], names: NameLists | None) -> bool:
    """Whether what looks like the value of a label is another label, goes on with words, or says nothing."""
    said = match["v"]
    if type_of_label(text[slice(*value)].rstrip(" :")) is not None:
        return True  # heads of columns side by side
    if kind == "ID_NUMBER":
        # "Vehicle: 2014 Kia Soul"
        model = _YEAR_OF_MODEL.match(text, match.start("v"), value[1]) is not None
        return model or sum(map(str.isdigit, said)) < _LEAST_DIGITS
    if kind == "JOB_TITLE":
        return said.split()[-1].lower() not in all_jobs()
    first, _, rest = said.partition(" ")
    if kind == "ORGANIZATION" and rest and type_of_label(first) in ("PERSON", "PARTY"):
        return True  # "for the insurer: Claimant Joyce Abernathy"
    # "Subject: Bill for the hygienist"
    mailed = _MAILED.search(text, max(0, value[0] - len("subject: ")), value[0]) is not None
    if mailed and match.end("v") < value[0] + len(text[slice(*value)].rstrip()):
        return True
    return kind in NAME_TYPES and not _may_be_called(said, kind, names)


def _end_of_name(said: str, names: NameLists | None) -> int:
    """How long the name is of what stands behind a label: "To: J. Arkwright, Housing Officer" says the job, too."""
    name, _, behind = said.partition(", ")
    words = behind.lower().split()
    return len(name) if words and names is not None and all(word in names.common for word in words) else len(said)


_MAILED = re.compile(r"(?i:subject): ?\Z")
_YEAR_OF_MODEL = re.compile(r"(?:19|20)[0-9]{2}(?= [A-Z][a-z])")


def _may_be_called(said: str, kind: str, names: NameLists | None) -> bool:
    """Whether words behind a label are a name, and not all of them words of sentences."""
    words = [word.strip(".,'’\"").lower() for word in said.split()]
    common = names.common if names is not None else frozenset[str]()
    ordinary = all(word in CALENDAR or (word in common and not (names and names.has_given(word))) for word in words)
    if all(word in NOT_NAMES for word in words) or (ordinary and (kind != "ORGANIZATION" or len(words) == 1)):
        return False
    return kind != "PERSON" or fits(said.replace('"', ""), kind, True, names)


def type_of_label(label: str, *, rows: bool = True) -> str | None:
    """Return what stands behind a label of a form; None where it tells nothing. `rows`: whether it is one if a key of
    a program or a head of a table says so, too.
    """
    plain = _NOTE.sub("", label.strip())
    compact = BETWEEN_WORDS.sub("", plain).lower()
    kind = _TYPES.get(compact) or (of_row(plain) if rows else None)
    if kind is None and compact.startswith("placeof"):
        kind = "LOCATION"
    if kind is None and " " in plain:
        last = BETWEEN_WORDS.sub("", plain.split()[-1]).lower()
        kind = _TYPES.get(last) if len(plain.split()) <= _WORDS_OF_LABEL else None
    return kind


_WORDS_OF_LABEL = 3
