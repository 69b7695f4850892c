"""What keys and columns tell about the value beside them: in code, settings and logs.

Identifiers that their form gives away are the other rules'; here the key says what a plain value is: a login in
`"login": "tbaker"`, a column headed `patient`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dp_gateway.patterns.columns import aligned, columns, recorded, rows, ruled, statements, totals
from dp_gateway.patterns.elements import elements
from dp_gateway.patterns.forms import fields
from dp_gateway.patterns.logins import authors, commands, home_folders, logged, logins_in_prose, passwords, told_logins
from dp_gateway.patterns.named_things import named_things
from dp_gateway.patterns.names import CALENDAR, NameLists
from dp_gateway.patterns.owned import beside_somebody, looks_owned, type_if_owned
from dp_gateway.patterns.queries import CreatedTables, conditions, copied, inserted
from dp_gateway.patterns.records import hl7_values, record_spans
from dp_gateway.patterns.rules import Found
from dp_gateway.patterns.secrets import is_variable
from dp_gateway.patterns.structure import LineRegion
from dp_gateway.patterns.systems import LISTED, LISTS, LISTS_PEOPLE, LONGEST_LISTING, PAIRS, system_values
from dp_gateway.patterns.told import (
    DATE,
    NOBODY,
    PARTS_OF_KEY,
    PARTS_OF_NAME,
    TOLD,
    fits,
    is_called,
    told_value,
    type_of_key,
)
from dp_gateway.patterns.value_rows import listed_values
from dp_gateway.patterns.windows import Reading

# At most 41 signs; what is longer is no key.
_KEY = r"(?P<k>(?![\w.-]{42})[A-Za-z][\w-]*+(?>(?:\.(?=\w)[\w-]*+)*))"
# The same; a line that a patch takes away begins with a hyphen. The engine skips to letters.
_PAIR = re.compile(
    r"(?P<k>[A-Za-z](?:(?<![\w.\\/-].)|(?<=\n-.)|(?<=[{,] \..))(?![\w.-]{41})[\w-]*+(?>(?:\.(?=\w)[\w-]*+)*))"
    r"[\"']?[ \t]{0,24}(?P<s>:=|=>|:(?![:/=])|=(?![=>~]))[ \t]{0,3}"
    r"(?:(?:new )?(?:Decimal|BigDecimal|Money|SecretStr|str|String|date|Date|datetime|(?:date|datetime)\.fromisoformat|"
    r"LocalDate\.parse|UUID|Email|EmailStr|Phone|PhoneNumber|Name)\()?"
    r"(?:\\?\"(?P<q>[^\"\n\\]{1,120})\\?\"|'(?P<a>[^'\n\\]{1,120})'|(?P<b>[^\s\"'{}\[\],;()<>|&]{1,80}(?=(?P<more>[^\n#;{}\[\]\"'<>|&]{0,80}))))"
)
NAMING = frozenset(("name", "key", "system"))
"""Keys whose value is itself the key of what stands under "value" beside it."""
_NAMED_VALUE = re.compile(
    r"\b(?:name|key|system)[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?P<k>[A-Za-z][\w:/.#-]{1,60})[\"']?,?\s{1,40}[\"']?value[\"']?\s{0,3}[:=]\s{0,3}"
    r"(?P<o>[\"']?)(?P<v>[^\s\"'{}][^\"'\n{}]{2,200})(?P=o)"
)
_VALUED = re.compile(r"value[\"']?\s{0,3}[:=]")
# "member=LM-330917"
_NUMBERED = re.compile(r"[A-Z]{0,5}[-_]?[0-9]{4,12}")
# A value without quotes would be a member: `user=config.user`.
_DOTTED_LOGIN = re.compile(r"[a-z][a-z0-9-]{0,20}\.[a-z][a-z0-9-]{2,20}[0-9]{0,4}")
# "last_name: Monday" alone in a text: one key makes no setting.
_NAME_LINE = re.compile(
    r"^[ \t]{0,12}(?:- )?(?i:(?:first|last|given|family|middle|maiden|full)_name|surname)[ \t]?[:=][ \t]?"
    r"(?P<v>[^\W\d_][^\n\"'{}\[\]<>=,;:]{0,60}?)[ \t]*$",
    re.MULTILINE,
)


def _name_lines(text: str, region: LineRegion, names: NameLists | None) -> Iterator[Found]:
    """Names on a line of their own behind the key of one."""
    for match in _NAME_LINE.finditer(text, region.start, region.end) if "name" in text else ():
        if fits(match["v"], "PERSON", True, names) or match["v"].lower() in CALENDAR:
            yield *match.span("v"), "PERSON", TOLD


# Of Python and others "88_861" is one too.
_JSON_NUMBER = re.compile(r"-?[0-9]++(?>(?:_[0-9]{3}){0,4})(?>(?:\.[0-9]++)?)(?=[\s,}\])]|\Z)")


def keyed_values(reading: Reading, regions: Sequence[LineRegion], names: NameLists | None) -> Iterator[Found]:
    """Find the values that stand beside something that tells what they are. `names`: lists of names, for keys that also
    name things ("name").
    """
    text = reading.text
    yield from home_folders(text)
    yield from authors(reading)
    yield from hl7_values(text)
    if names is not None:
        yield from named_things(reading, names)
        yield from told_logins(reading, names)
        yield from listed_values(text, names)
    yield from copied(text, names)
    yield from conditions(reading, names)
    yield from elements(text, names)
    yield from system_values(text, NOBODY.__contains__)
    yield from _named(text, names)
    yield from _listed(text, names)
    yield from _called_dates(text)
    yield from recorded(text, names)
    yield from logged(reading)
    inserts = "into" in reading.lower
    tables, sections = (
        CreatedTables(text),
        _SECTION.search(text) is not None or "\n@@ " in text or text.startswith("@@ "),
    )
    for region in regions:
        if region.kind == "table":
            yield from columns(text, region, names)
            yield from rows(text, region, names)
            yield from inserted(text, region, names, tables) if inserts else ()
        elif region.kind != "prose":
            yield from _pairs(text, region, names, sections=sections)
            yield from inserted(text, region, names, tables) if inserts else ()
            yield from commands(text, region)
        else:
            yield from _said(text, region, names)
    yield from fields(text, regions, names)
    if "  " in text:
        # The head of such a table may look like prose where its rows do not.
        yield from aligned(text, names)
        yield from ruled(text, names)
        yield from statements(text)
        yield from totals(text)


def _said(text: str, region: LineRegion, names: NameLists | None) -> Iterator[Found]:
    """What prose tells as settings do."""
    for printed in _PRINTED.finditer(text, region.start, region.end) if "#<" in text else ():
        yield from _pairs(text, LineRegion(*printed.span(), "code"), names)
    yield from passwords(text, region)
    yield from logins_in_prose(text, region, names)
    yield from _name_lines(text, region, names)
    for start, end in record_spans(text, region.start, region.end) if "=" in text else ():
        yield from _pairs(text, LineRegion(start, end, "keys"), names)
    opened = text.find("{", region.start, region.end) >= 0  # of many short regions few, and the text is long
    for match in _OBJECT.finditer(text, region.start, region.end) if opened and '{"' in text else ():
        yield from _pairs(text, LineRegion(*match.span(), "code"), names)


# "#<User id: 77213, name: "Ada Penhallow">", as Ruby prints an object
_PRINTED = re.compile(r"#<[A-Z][\w:]{0,60}(?::0x[0-9a-f]{1,16})? [^\n>]{1,2000}")
# 'the row is {"createdBy": "obrennan"}': JSON within a sentence, to the end of its line.
_OBJECT = re.compile(r"\{\s{0,3}\"[\w.-]{1,40}\"\s{0,3}:[^\n]*+")


# "name=Ottoline Farrukh&role=admin"
_LONGEST_KEY = 60
_REST_OF_NAME = re.compile(r"(?: [^\W\d_a-z][\w'’-]{1,30}){1,3}(?=[ \t]{0,3}(?:[&;,|]|$))", re.MULTILINE)
_REST_OF_LINE = re.compile(r" [^\W\d_][^\n=;&|<>{}]{1,100}$", re.MULTILINE)
# "office.address=4 Capstan Walk, Whitby"
_RESTS = {"PERSON": _REST_OF_NAME, "STREET_ADDRESS": _REST_OF_LINE}
# "sso_account_id = 739104826615"
_ISSUED_NUMBER = re.compile(r"[0-9]{8,20}")
# total=18 440,00 kr
_SUM_ABROAD = re.compile(
    r"[0-9]{1,3}(?:[ .\u00a0]?[0-9]{3}){0,3},[0-9]{2}(?=[ \u00a0]?(?:kr|EUR|€|zł|PLN|Kč|CZK|Ft|SEK|NOK|DKK|CHF)(?!\w))"
)
# "dob = 1979-05-27"
_FORMS = {"MONEY": _SUM_ABROAD, "DATE_TIME": DATE}
_TERNARY = ("? '", '? "')
_MEMBER = re.compile(r"[A-Z]\w{1,30}\.[a-z_]\w{1,30},?")


def _pairs(text: str, region: LineRegion, names: NameLists | None, *, sections: bool = False) -> Iterator[Found]:
    """The values of pairs in a region; `sections` where it has settings below heads, or lines of a patch."""
    owned: list[Found] = []
    found = [*_told_pairs(text, region, names, owned, sections=sections)]
    yield from found
    yield from beside_somebody(text, found, owned)


def _told_pairs(
    text: str, region: LineRegion, names: NameLists | None, owned: list[Found], *, sections: bool
) -> Iterator[Found]:
    """The values of pairs whose key tells what they are; `owned` gets those of keys that do beside somebody alone."""
    for match in _PAIR.finditer(text, region.start, region.end):
        kind, certain = type_of_key(match["k"])
        if kind is None and (of_record := _kind_beside(match["k"])) is not None:
            start, end = _plain_value(text, match, region)
            if of_record == "URL" and _HOST.fullmatch(text, start, end):
                yield start, end, "URL", TOLD
            elif looks_owned(text[start:end], of_record):
                owned.append((start, end, of_record, TOLD))
            continue
        if kind is None and _is_part_of_name(text, match["k"].lower(), *match.span()):
            kind, certain = "PERSON", True
        group = "q" if match["q"] else "a" if match["a"] else "b"
        # `role == "user" ? "user" : "model"` has no key, `"name": User.name` no value.
        start, end = match.start(group), match.end("more" if group == "b" else group)
        if kind is None or text.endswith(_TERNARY, 0, match.start()) or _MEMBER.fullmatch(text, start, end):
            continue
        if group == "b":
            cents = _IN_CENTS.match(text, start) if kind == "MONEY" else None
            owned += [(*cents.span(), "MONEY", TOLD)] if cents is not None else []
            plain = _end_of_setting(text, match) if sections else None
            plain = _end_without_quotes(text, match, kind, region) if plain is None else plain
            if plain is None:
                continue
            end = plain
        folder = match["k"].upper().endswith("PWD") and text[start] == "/"
        if kind == "API_KEY" and (folder or is_variable(text, start, end)):
            continue
        if kind == "PERSON":
            kind = _of_person(text, start, end, names, certain=certain)
        if kind == "PERSON" and names is not None and _is_account(text, start, end, names):
            # owner: tobias.lindqvister
            yield start, end, "USERNAME", TOLD
            continue
        # Of the address of a page: "?name=Fern+Okafor".
        encoded = kind in ("PERSON", "STREET_ADDRESS")
        value = text[start:end].replace("+", " ").replace("%20", " ") if encoded else text[start:end]
        if (
            fits(value, kind, certain, names)
            or (
                kind == "USERNAME"
                and _is_login(text, (start, end), match["k"], region, quoted=group != "b" or sections)
            )
            or (kind == "PERSON" and _has_address(text, value, match.start(), end))
        ):
            yield start, end, kind, TOLD


def _is_account(text: str, start: int, end: int, names: NameLists) -> bool:
    """Whether a given name, a point and a word that is no ordinary one make an account: "tobias.lindqvister"."""
    given, _, family = text[start:end].partition(".")
    return _DOTTED_LOGIN.fullmatch(text, start, end) is not None and given in names.sure and family not in names.common


_OF_HOSTS = frozenset("host hostname server servername dbhost smtphost ldaphost sshhost remotehost fqdn".split())
# 'host' => 'ldap.corp.kestrel.net'
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?\.){2,5}[a-z]{2,12}(?::[0-9]{2,5})?")


def _of_person(text: str, start: int, end: int, names: NameLists | None, *, certain: bool) -> str:
    """What stands under the key of a person: a number, a login or a name."""
    value = text[start:end]
    if _NUMBERED.fullmatch(value):
        return "ID_NUMBER"
    # reporter: "pguerrero"; "name: Check" is a step
    login = names is not None and names.is_login(value) and (certain or value.lower() not in names.common)
    return "USERNAME" if login else "PERSON"


def _kind_beside(key: str) -> str | None:
    """What a key tells that says nothing of somebody by itself: a host, or what is somebody's in a record."""
    return "URL" if key.lower() in _OF_HOSTS else type_if_owned(key)


def _plain_value(text: str, match: re.Match[str], region: LineRegion) -> tuple[int, int]:
    """Where the value of a pair stands: in quotes, to the end of the line of a setting, else one word."""
    group = "q" if match["q"] else "a" if match["a"] else "b"
    start, end = match.span(group)
    if group == "b" and text[end : end + 1] == "," and (amount := _THOUSANDS.match(text, start)) is not None:
        return amount.span()
    if (
        group == "b"
        and match["s"] == ":"
        and region.kind == "keys"
        and text[match.end("more") : match.end("more") + 1] in "\n"
    ):
        end = start + len(text[start : match.end("more")].rstrip(" ,\t\r"))
    return start, end


# "balance: 310.25 }" in a program
_IN_CENTS = re.compile(r"[0-9]{1,9}\.[0-9]{2}(?=\s?[,;)}\n]|\Z)")
# "expected=2,914.66"
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3}){1,3}(?:\.[0-9]{2})?(?![\w.,])")
_NEAR_ADDRESS, _LEAST_SHARED = 160, 4
_MAILBOX = re.compile(r"[\w.+-]{1,64}@[\w.-]{3,80}")
_OF_SOMEBODY = re.compile(r"[^\W\d_a-z][^\W\d_]+(?: [^\W\d_a-z][^\W\d_]*\.?){1,2}")


def _has_address(text: str, value: str, start: int, end: int) -> bool:
    """Whether words with capitals are the name of whose mail address stands beside them, as a word of both tells."""
    if _OF_SOMEBODY.fullmatch(value) is None:
        return False
    words = [word for word in value.lower().split() if len(word) >= _LEAST_SHARED]
    around = text[max(0, start - _NEAR_ADDRESS) : start], text[end : end + _NEAR_ADDRESS]
    return any(word in box.lower() for side in around for box in _MAILBOX.findall(side) for word in words)


# "{first: Ada, last: Penhallow, pay: 41250}"
_IN_MAP = re.compile(r"\{[^{}\n]{0,200}\Z")
_EARNED = frozenset("salary wage wages income annualsalary monthlyincome networth".split())
# "[smtp]", above "user = ingrid"; "+    phone: ..." is a line of a patch.
_SECTION = re.compile(r"^\[[A-Za-z][\w .:/\"-]{0,60}\][ \t]*$", re.MULTILINE)
_INDENTED = 44
_CHANGED_LINE = re.compile(r"\n[-+][ \t]{1,40}(?:- )?\Z")
BEGINS_LINE = re.compile(r"(?:\A|\n)[ \t]{0,8}\Z")


def _end_of_setting(text: str, match: re.Match[str]) -> int | None:
    """Where a value ends that is all that stands behind the key of its line; None of another."""
    first = max(0, match.start() - _INDENTED)
    begun = (BEGINS_LINE if match["s"] == "=" else _CHANGED_LINE).search(text, first, match.start())
    if begun is None or match["s"] not in ("=", ":"):
        return None
    end = match.end("more")
    return match.start("b") + len(text[match.start("b") : end].rstrip()) if text[end : end + 1] in ("", "\n") else None


def _end_without_quotes(text: str, match: re.Match[str], kind: str, region: LineRegion) -> int | None:
    """Where a value without quotes ends, of a setting at the end of its line, in a log one word; None of no value."""
    start, last, plain = match.start("b"), match.end("more"), match.start("more")
    if match["s"] == ":" and region.kind == "keys":
        if (comma := text.find(",", start, last)) >= 0 and _IN_MAP.search(
            text, max(0, match.start() - _NEAR), match.start()
        ):
            last = comma
        return start + len(text[start:last].rstrip(" ,\t\r"))
    if kind == "ID_NUMBER" and _ISSUED_NUMBER.fullmatch(text, start, plain):
        return plain
    if (form := _FORMS.get(kind)) is not None and (value := form.match(text, start)) is not None:
        return value.end()
    told = text[match.end("k")] in "\"'" or (kind == "MONEY" and match["k"].lower() in _EARNED)
    if told and (number := _JSON_NUMBER.match(text, start)):
        # JSON within a sentence, or what somebody earns in a program.
        return number.end()
    if match["s"] in ("=", ":=") and not text[match.start("s") - 1].isspace():
        pattern = _RESTS.get(kind)
        rest = pattern.match(text, plain) if pattern is not None else None
        return rest.end() if rest is not None else plain
    return None


def _named(text: str, names: NameLists | None) -> Iterator[Found]:
    """The values of pairs that are written otherwise than settings are."""
    for cue, pattern in (("value", _NAMED_VALUE), *PAIRS) if _VALUED.search(text) else PAIRS:
        for match in pattern.finditer(text) if cue in text else ():
            value = match["v"].rstrip()
            kind = told_value(re.split("[:/#]", match["k"])[-1], value, names)
            if _is_part_of_name(text, match["k"].lower(), *match.span()) and is_called(value, True, names):
                kind = "PERSON"
            if kind is None and type_of_key(match["k"])[0] == "USERNAME" and _LOGIN.fullmatch(value):
                kind = "USERNAME"
            # "password", "required" are two words of a program.
            if kind is not None and not (kind == "API_KEY" and value.isalpha() and value.islower()):
                yield match.start("v"), match.start("v") + len(value), kind, TOLD


def _listed(text: str, names: NameLists | None) -> Iterator[Found]:
    """The numbers, people and authors of lists under a key that tells what they are."""
    for row in _NUMBERS.finditer(text) if ("[" in text or "(" in text) and _BEGINS_NUMBERS.search(text) else ():
        kind, certain = type_of_key(row["k"])
        for number in _ONE_NUMBER.finditer(text, *row.span("v")) if kind in _OF_NUMBERS else ():
            if fits(number[0], str(kind), certain, names):
                yield *number.span(), str(kind), TOLD
    for work in _BIBTEX.finditer(text) if "author" in text or "editor" in text else ():
        for one in _OF_BIBTEX.finditer(text, *work.span("items")):
            if is_called(one["v"].replace(",", ""), True, names):
                yield *one.span("v"), "PERSON", TOLD
    for people in _people(text):
        quoted = "'" in people["items"] or '"' in people["items"]
        for item in (_QUOTED_ITEM if quoted else _PLAIN_ITEM).finditer(text, *people.span("items")):
            certain = quoted and people["sure"] is not None
            if is_called(item["v"], certain, names) and _OF_MANY.isdisjoint(item["v"].lower().split()):
                yield *item.span("v"), "PERSON", TOLD


# dob=datetime.date(1971, 3, 8)
_CALLED_DATE = re.compile(r"\bdate\([0-9]{4}, ?[0-9]{1,2}, ?[0-9]{1,2}\)")
_KEY_BEFORE = re.compile(rf"(?<![\w.-]){_KEY}[\"']?\s{{0,3}}[:=]\s{{0,3}}(?:datetime\.)?\Z")


def _called_dates(text: str) -> Iterator[Found]:
    """The dates that a program writes as calls, behind the key of one."""
    for date in _CALLED_DATE.finditer(text) if "date(" in text else ():
        key = _KEY_BEFORE.search(text, max(0, date.start() - _LONGEST_KEY), date.start())
        if key is not None and type_of_key(key["k"])[0] == "DATE_TIME":
            yield *date.span(), "DATE_TIME", TOLD


def _people(text: str) -> Iterator[re.Match[str]]:
    """The lists of people: of the many lists of a program those behind a word that says so."""
    for listed in LISTED.finditer(text):
        if (named := LISTS_PEOPLE.search(text, max(0, listed.start() - LONGEST_LISTING), listed.start())) is not None:
            people = LISTS.match(text, named.start())
            if people is not None:
                yield people


# income=c(51000, 38250), "salaries": [51000, 38250]
_NUMBERS = re.compile(
    rf"(?<![\w.\\/-]){_KEY}[\"']?\s{{0,3}}(?:<-|[:=])\s{{0,3}}(?:c\(|\[|\()(?P<v>\s{{0,3}}[0-9][0-9.,\s-]{{0,2000}}+)[)\]]"
)
# Keys are looked for in a text that holds such a list alone: most do not.
_BEGINS_NUMBERS = re.compile(r"(?:<-|[:=])\s{0,3}(?:c\(|\[|\()\s{0,3}[0-9]")
_ONE_NUMBER, _OF_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)?"), frozenset(("MONEY", "AGE", "ID_NUMBER"))
# author = {Nakagawa, Shion and O'Driscoll, Fiadh},
_BIBTEX = re.compile(r"\b(?:author|editor)\s{0,3}=\s{0,3}[{\"](?P<items>[^{}\"=]{3,600})[}\"]")
_OF_BIBTEX = re.compile(r"(?P<v>[^\s,][^\n,]{0,40}(?:, [^\n,]{1,40}?)?)(?:\s{1,3}and\s{1,3}|\Z)")
_LOGIN = re.compile(r"[a-z]\w{2,30}")
_OF_MANY = frozenset("the team teams authors contributors developers project community group foundation".split())
# Of a row without quotes full names alone: other words are names of a program.
_PLAIN_ITEM = re.compile(
    r"(?<![^\s,\[])(?P<v>[^\W\d_a-z][\w.'’-]{0,30}(?: [^\W\d_a-z][\w.'’-]{0,30}){1,3})(?=\s?(?:,|\Z))"
)
_QUOTED_ITEM = re.compile(r"[\"'](?P<v>[^\"'\n]{2,60})[\"']")


def _is_login(text: str, span: tuple[int, int], key: str, region: LineRegion, *, quoted: bool) -> bool:
    """Whether a value that may be a name of the program is a login: in quotes, or of a system's user in settings."""
    if quoted and _DOTTED_LOGIN.fullmatch(text, *span):
        return True
    if not _LOGIN.fullmatch(text, *span) or text[slice(*span)] in NOBODY:
        return False
    of_system = len(PARTS_OF_KEY.split(key)) > 1 and (quoted or region.kind == "keys" or key.isupper())
    of_person = region.kind == "keys" and key.lower() in _OF_PEOPLE
    set_above = text[span[1] : span[1] + 1] == "\n"
    return of_system or of_person or ((quoted or set_above) and _PASSWORD_BEHIND.match(text, span[1]) is not None)


_OF_PEOPLE = frozenset("nick nickname handle screenname twitter instagram telegram skype".split())
_PASSWORD_BEHIND = re.compile(
    r"[^\n]{1,12}\b(?:pass|password|passwd|pwd)\b|[\"']?,?\n[ \t]{0,24}[\"']?[\w.]{0,40}(?:pass|pwd)"
)


_NEAR = 200


def _is_part_of_name(text: str, key: str, start: int, end: int) -> bool:
    """Whether a key is the first or the last name of somebody, as the other one near it tells."""
    other = PARTS_OF_NAME.get(key, "")
    near = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    return bool(other) and any(re.search(rf"[\"'\s{{(,]{other}[\"'\s:=]", side) for side in near)
