"""People by what stands around their names; what lists tell of them `listed_persons` says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase

from dp_gateway.patterns.lines import is_in_log
from dp_gateway.patterns.listed_persons import (
    INITIAL,
    NEVER_NAMES,
    NO_SIGNATURES,
    PART_OF_NAME,
    PARTICLE,
    is_given,
    known_as,
    listed_persons,
    without_ordinary,
)
from dp_gateway.patterns.names import ACQUAINTANCES, CALENDAR, KIN, NOT_NAMES, ORDINARY, SAID, NameLists, bounds_of_name
from dp_gateway.patterns.rules import CAPITAL_TITLES, NAME, Expression, Found, first_words
from dp_gateway.patterns.said_names import names_part, said_names, word_names
from dp_gateway.patterns.windows import Reading

_FULL = (
    rf"{INITIAL}{{0,2}}{NAME}(?:[ \t]{INITIAL}{{0,2}}{PARTICLE}{{0,2}}{NAME}){{0,3}}(?:,?[ \t](?:Jr|"
    rf"Sr|II|III|IV|PhD|MD|Esq|DDS|DVM)\b\.?)?"
)
_TITLES = (
    r"Mr|Mrs|Ms|Mx|Dr|Prof|Rev|Hon|Fr|Sgt|Lt|Capt|Col|Gen|Maj|Miss|Sir|Dame|Lord|Lady|Madame?|Professor|Doctor|Captain|"
    r"Sergeant|Cpl|Corporal|Judge|Senator|President|Cllr|Councillors?|Alderman|Rabbi|Imam|Pastor|Constable|"
    rf"Revd|Mdm|Inspector|Detective|Herr|Frau|Monsieur|Mme|Mlle|M|Señora?|Sra?|Signora?|Ind|Misc|{CAPITAL_TITLES}"
)
_TITLED = re.compile(
    rf"(?<!\w)(?P<t>(?:(?:Staff|Master|Lance|Gunnery) (?=S|C))?(?:(?:{_TITLES})\b\.?\s?){{1,2}})(?<=[ .])(?P<v>{_FULL})"
)
_SIGNALLED = re.compile(
    rf"(?:(?i:\b(?:my (?:full |first |last |sur|maiden |middle )?name['’]?s?(?: is)?|name is|"
    rf"i am called|call me|called|named|known as|nicknamed|"
    r"this is|it['’]s|signed(?: by)?|yours,|regards,|sincerely,|thanks,|cheers,|greetings,|"
    r"best wishes,|attn:?|attention:?|c/o|"
    r"name:|patient:|customer:|client:|employee:|contact:|author:|owner:|from:|to:|cc:|bcc:|"
    r"sender:|recipient:|by:|ms:|mr:|spouse:|first name:?|last name:?|surname:?|full name:?|"
    rf"(?:my|his|her|our|their) (?:{KIN}|{ACQUAINTANCES}))[,:]?\s{{1,3}}[\"“]?))(?P<v>{_FULL})"
)
# Two words at least: "it's May" is a month.
_INTRODUCED = re.compile(
    rf"(?:[Mm]y (?:full )?name['’]?s?(?: is)?|[Nn]ame is|I am called|[Cc]all me|[Nn]ame:)\s(?P<v>{NAME} {NAME})(?!\w)"
)
# One word may be a month or a virtue, where the sentence says that it is a name.
_NAMED = re.compile(rf"(?:[Nn]ame(?:['’]s|\sis)|[Cc]all me|[Nn]icknamed)\s[\"“]?(?P<v>{NAME})(?![\w’'])")
# "people named Grace, Hope, Will and Art"
_NAMED_ROW = re.compile(
    rf"(?:[Nn]amed|[Cc]alled|[Nn]ames (?:are|were)|[Nn]ames:)\s"
    rf"(?P<v>{NAME}(?:, {NAME}){{1,8}},? (?:and|&|or) {NAME})(?![\w’'])"
)
# "pt Ramaswamy, K."
_PATIENT = re.compile(rf"\b(?:[Pp]t|[Pp]atient|[Cc]lient|[Rr]e):? (?P<v>{NAME}, (?:[A-Z]\.){{1,2}})")
# "Rosemary (b. 1930)", "Frank Jr": born, died or one of two says whose name stands before it.
_OF_FAMILY = re.compile(
    rf"(?<![\w.])(?P<v>{NAME}(?:[ ]{NAME}){{0,3}})(?=[ ](?:\((?:b|d|born|died|née|nee|dec)\b[. ]|(?:Jr|Sr|Jnr|Snr)\b))"
)
_FAMILY_CUES = frozenset("b d born died née nee dec jr sr jnr snr".split())
# "TFR TO J KAUR DHALIWAL": whom a bank names.
_TRANSFERRED = re.compile(
    r"\b(?:TFR|TRF|TRANSFER|PAYMENT|PYMT|PMT|FPO|FPI|BGC|ZELLE|VENMO|E-TRANSFER|DEPOSIT|CREDIT|SENT|RECEIVED) "
    r"(?:TO|FROM) (?P<v>[A-Z]{1,20}(?: [A-Z][A-Z'-]{0,20}){1,3})(?=[ \t]{2}|[ \t]{0,9}(?:\n|\Z))"
)
# "wife Teresinha allergic to nuts": in a note, without whose.
_KIN = Expression(
    rf"\b(?:wife|husband|son|daughter|brother|sister|mother|father|niece|nephew|grandson|granddaughter|fiancée?|"
    rf"stepson|stepdaughter|twins?) (?P<v>{NAME})(?![\w’'-]| [A-Z])"
)
# "Zanele - 1204 Ndlovu St, Soweto": rows of an address book, each with a number to call or a house.
_BOOKED_ROW = re.compile(
    rf"^[ \t]{{0,8}}(?:[-*•] )?(?P<v>{NAME}(?: {NAME}){{0,2}}) ?[-\u2013\u2014:] "
    r"(?!\S{0,8}https?:)(?=[^\n]{0,60}?[0-9])"
    r"(?P<reached>(?=[^\n]{0,60}?(?:[0-9][0-9 ().-]{6,}[0-9]|[0-9]{1,5}[A-Za-z]? [A-Z][a-z]{2,20} [A-Z][a-z])))?",
    re.MULTILINE,
)
_LEAST_ROWS = 3
_TRANSFER_CUES = frozenset(("to", "from"))
# "refund failed for customer 'Ottilie Brandvold'", "assigned to Bram Oosterhuis": lines of a log
_LOGGED = Expression(
    r"\b(?:(?:customer|patient|client|employee|student|applicant|tenant|cardholder|policyholder|user)(?: name)?|"
    r"(?:assigned|reassigned|escalated|addressed|delivered|issued) to|"
    r"(?:approved|signed|requested|reported|submitted|cancelled|uploaded) by)"
    rf"[ :=]{{1,2}}[\"'“\[]?(?P<v>{NAME}(?: {NAME}){{1,2}})(?![\w-]| [A-Z])"
)
# "the school run w/ Poppy"
_WITH = re.compile(rf"\bw/ ?(?P<v>{NAME})(?!\w)")
# "B-O-U-D-R-E-A-U-X", "spelled L-E-E": a name letter by letter.
_SPELLED = re.compile(
    r"(?<![\w-])(?:(?P<v>[A-Z](?:-[A-Z]){3,30}|[a-z](?:-[a-z]){4,30})|"
    r"(?i:(?:spell(?:ed|ing|s)?|spelt|name|surname)(?: (?:is|it|as))?[:,]? )(?P<w>[A-Za-z](?:-[A-Za-z]){1,30}))"
    r"(?![\w-])"
)
_HYPHENED = re.compile("-[A-Za-z]-")
# "...until the 19th. - Blessing"
_LAST_WORD = re.compile(rf"(?<=[.!?)])[ \t]{{0,3}}\n?[ \t]{{0,3}}[-–—~][ \t]?(?P<v>{NAME})\s{{0,9}}\Z")
_LAST_REACH = 60
# "A T Beddoes  20/02/2026": who signs a form, and when
_SIGNED_ON = re.compile(
    r"^[ \t]{0,8}(?P<v>(?:[A-Z]\.? ?){1,3}(?<=[ .])[A-Z][\w'’-]{2,20})[ \t]{1,12}"
    r"(?=[0-9]{1,2}[./-][0-9]{1,2}[./-](?:[0-9]{4}|[0-9]{2})[ \t]*$)",
    re.MULTILINE,
)
_HERE = re.compile(rf"\b(?:I am|I['’]m|[Tt]his is)\s(?P<v>{NAME} {NAME})(?!\w)")
# "My name is" in other languages, and scripts without case, where a name is two words at most.
_FOREIGN = re.compile(
    r"(?:\b(?:[Mm]e llamo|[Mm]i nombre es|[Mm]i chiamo|[Jj]e m['’]appelle|[Ii]ch hei(?:ß|ss)e|[Mm]ein Name ist|"
    r"[Mm]eu nome é|[Nn]azywam się|[Ii]k heet|[Mm]ijn naam is|[Мм]еня зовут)\s"
    rf"|(?<!\w)(?:שמי|اسمي)\s)(?P<v>{NAME}(?:[ \t]{NAME})?)|(?:我叫|我的名字是)(?P<w>\w{{2,3}})|"
    r"私の名前は(?P<x>\w{2,4})"
)
# Few family names are most of a people's, and a given name of theirs may be a word: "Nguyễn Văn An works here".
VIETNAMESE = re.compile(
    r"(?<!\w)(?:Nguyễn|Trần|Lê|Phạm|Huỳnh|Hoàng|Phan|Vũ|Võ|Đặng|Bùi|Đỗ|Hồ(?! Chí Minh)|Ngô|Dương)"
    rf"(?: {NAME}){{1,3}}(?!\w)"
)
# "Jun-ho Bae", "Park Seo-yeon": syllables of Korean given names, beside a family name that nearly all bear.
_KOREAN_FAMILIES = (
    "Kim Lee Park Choi Jeong Jung Kang Cho Yoon Jang Lim Im Han Oh Seo Shin Kwon Hwang Ahn Song Yoo Hong Jeon Ko Moon "
    "Son Yang Bae Baek Heo Nam Noh Ha Joo Ryu Cha Min Yi Pak"
).split()
_KOREAN = re.compile(
    rf"(?<![\w-])(?:(?P<f>{'|'.join(_KOREAN_FAMILIES)}),? )?(?P<a>[A-Z][a-z]{{1,5}})-(?P<b>[a-z]{{1,6}})"
    rf"(?(f)|,? (?:{'|'.join(_KOREAN_FAMILIES)}))(?![\w-])"
)
_KOREAN_CUES = frozenset(family.lower() for family in _KOREAN_FAMILIES)
_FOREIGN_HINT = re.compile(
    "llamo|nombre|chiamo|appelle|hei(?:ß|ss)e|Name ist|nome|nazywam|heet|naam|зовут|שמי|اسمي|我|私"
)
_GREETED = re.compile(
    rf"(?:^|(?<=[^\w\s,]\s)|(?<=\n)|(?<=[\"“]))(?:Hi|Hello|Hey|Dear|Good (?:morning|afternoon|"
    rf"evening)|Ciao|Hallo|Bonjour|Hola|Liebe[r]?|Thanks|Thank you|Morning)\s(?P<v>{_FULL})(?=[ ,!.:;\n]|$)"
)
_SIGNED = Expression(
    r"\b(?i:regards|sincerely|best|thanks|thank you|cheers|yours(?: truly| faithfully| sincerely)?|"
    rf"love|respectfully|cordially|warmly|greetings|best wishes|many thanks|take care|xoxo)[,.!]?[ "
    rf"\t\r]{{0,9}}\n\s{{0,9}}(?:[-–—]\s?)?(?P<v>{_FULL})(?=\s{{0,9}}(?:\n|$|,))"
)
_SPEAKER = re.compile(rf"(?:^|\n)[ \t]{{0,20}}(?P<v>{_FULL})(?=\s(?:wrote|said|writes):|\s<[^>\s]{{1,64}}@)")
_VERB = Expression(
    rf"(?<![\w.])(?P<v>{_FULL})(?=\s(?:lives?|lived|shouted|works? (?:at|for|as)|is married|"
    rf"married|was born|was diagnosed|passed away|told me|asked me|emailed|phoned)\b)"
)
_DEPARTMENTS = frozenset(
    "legal finance marketing procurement accounting accounts payroll operations engineering compliance facilities "
    "purchasing logistics billing management reception".split()
)

# "EKSTROM/LINNEA MS", as tickets have it.
# "to N OKEKE 20-45-77", as banks write whom they pay
_PAID = Expression(r"(?<![\w.])(?P<v>[A-Z](?: [A-Z])? [A-Z][A-Z'’-]{2,20})(?= [0-9]{2}-[0-9]{2}-[0-9]{2}(?![\w-]))")
_SORTED = re.compile("[A-Z] [0-9]{2}-[0-9]{2}-[0-9]{2}")
_BOOKED = Expression(r"(?<![\w/])(?P<family>[A-Z]{2,20})/(?P<given>[A-Z]{2,20}) ?(?:MR|MRS|MS|MISS|MSTR|DR)(?!\w)")

# The last words of what signals a name, and what a name stands directly behind.
_SIGNAL_CUES = first_words(f"{KIN}|{ACQUAINTANCES}") | frozenset(
    "name names is me called named as nicknamed it s signed by yours regards sincerely thanks cheers greetings wishes "
    "attn attention o patient customer client employee contact author owner from to cc bcc sender recipient ms mr "
    "spouse surname llamo chiamo appelle heiße heisse é się heet naam зовут".split()
)
_TITLE_CUES = first_words(_TITLES)
_NAME_CUES = frozenset(("name", "names", "called", "call"))
_ROW_CUES, _ROW_NAME = frozenset(("named", "called", "names")), re.compile(NAME)
_HERE_CUES = frozenset(("am", "m", "is"))
_GREETING_CUES = frozenset(
    "hi hello hey dear morning afternoon evening ciao hallo bonjour hola liebe lieber thanks you thank".split()
)
_SPEAKER_CUES = frozenset(("wrote", "said", "writes"))
_VERB_CUES = frozenset(
    "live lives lived shouted work works worked married born diagnosed passed told asked emailed phoned".split()
)
_FOREIGN_CUES = frozenset("llamo nombre chiamo appelle heisse ist nome heet naam".split())
# What stands between a word that signals a name and the name.
_BEFORE_NAME = re.compile(r"['’]?[,:]{0,2}\s{1,3}[\"“]?(?=[^\W\d_a-z])")
# These signal one in front of a colon alone.
_WITH_COLON = frozenset(
    "patient customer client employee contact author owner from to cc bcc sender recipient ms mr spouse".split()
)
_LINE, _MANY_WORDS, _CAPITALISED, _BEGINNING = 120, 4, 0.7, re.compile(r"\b[^\W\d_](?=\w)")
_SAYS_NAME = re.compile("name|call me", re.IGNORECASE)
_SLASH = re.compile("[A-Z]/[A-Z]")
_OWNED = re.compile(r"['’]s(?=\s)")
_DAY_OF_NAME, _ENDS_NAME = (
    re.compile(rf"{NAME} (?:Sunday|Monday|Friday)"),
    re.compile(r"[.,;:!?)](?!\d)|['’]s\b|$", re.M),
)
_FORMS_OF_ADDRESS = frozenset("mr mrs ms mx miss sir dame madam madame dr herr frau monsieur mme señor señora".split())
_SAID_AS_NAME = 0.8
"""From this score on what stands before a word says that it is a name."""
_NO_GREETING = NEVER_NAMES | {"world", "diary", "consulate", "embassy"}
_BEHIND = (
    (_SIGNALLED, _SIGNAL_CUES, 0.75, NOT_NAMES),
    (_INTRODUCED, _NAME_CUES | {"is", "me"}, 0.9, NEVER_NAMES),
    (_NAMED, _NAME_CUES | {"is", "me", "s", "nicknamed"}, 0.8, NEVER_NAMES),
    (_HERE, _HERE_CUES, 0.75, NEVER_NAMES),
    (_GREETED, _GREETING_CUES, 0.9, _NO_GREETING),
)
"""Expressions, the words that stand directly before the name, scores, and the words that are no names there."""
_ANY_SIGNAL = frozenset[str]().union(*(cues for _, cues, _, _ in _BEHIND))
_NEAR = (
    (_SIGNED, _SIGNED.first_words, 0, 0.85, NEVER_NAMES),
    (_SPEAKER, _SPEAKER_CUES, 130, 0.85, NOT_NAMES),
    (_VERB, _VERB_CUES, 130, 0.7, NOT_NAMES),
)
"""Expressions, words near, how far before these a match begins at most, and as above."""


def persons(reading: Reading, names: NameLists | None) -> Iterator[Found]:
    """Find titles and persons. `names`: lists of names; None for what the context alone tells."""
    text = reading.text
    for match in reading.finditer(_TITLED, _TITLE_CUES, 20, capital=True):
        named = match["v"].split()[0].lower()
        # "Mr. Friday" is a person; "the President Tuesday signed" is a newspaper.
        dated = named in CALENDAR and match["t"].strip(" .").lower() in _FORMS_OF_ADDRESS
        # "MS ODBC" is a product.
        if dated or (named not in NEVER_NAMES and not (match["t"].startswith("MS ") and named in ORDINARY)):
            yield *match.span("t"), "TITLE", 0.9
            # Whose something is ends the name: "Ms. Tran's I-94".
            owned = _OWNED.search(text, *match.span("v"))
            end = owned.start() if owned else bounds_of_name(text, *match.span("v"), names)[1]
            if not dated and _DAY_OF_NAME.fullmatch(text, *match.span("v")) and _ENDS_NAME.match(text, match.end("v")):
                end, dated = match.end("v"), True  # "Mr Ola Sunday."
            yield match.start("v"), end, "PERSON", SAID if dated else 0.9
    for match, score, ordinary in _in_context(reading):
        if match["v"].lower() in CALENDAR and PART_OF_NAME.search(text, match.start(), match.start("v")):
            yield *match.span("v"), "PERSON", SAID
            continue
        start, end = without_ordinary(text, *match.span("v"), ordinary)
        if start < end and names is not None and not _SAYS_NAME.search(text, match.start(), match.start("v")):
            # "IT'S LIT", "Thanks For The Prompt Service": the capital says nothing, so a list has to.
            listed = any(known_as(word.strip(".,").lower(), names) for word in text[start:end].split())
            if not listed and _all_capitalised(text, match.start(), end):
                continue
        start, end = bounds_of_name(text, start, end, names)
        if start < end and names_part(text, match.start(), text[start:end], names):
            continue
        # "name: Deploy": a word that nobody is called is what something else is called.
        if names is not None and start < end and _is_thing(text[start:end], match.group(), names):
            continue
        # "this is HIGH priority", "Beauty lives in the details"
        if names is not None and score < _SAID_AS_NAME and _are_words(text[start:end], match.group(), names):
            continue
        # "Dear HR" and "To: Legal" write to a department.
        word = text[start:end].lower()
        if start < end and not (word in _DEPARTMENTS or (text[start:end].isupper() and word in ORDINARY)):
            yield start, end, "PERSON", score
    yield from said_names(reading, names)
    yield from word_names(reading)
    yield from introduced_abroad(reading)
    yield from _said_otherwise(reading, names)
    yield from _of_logs(reading, names)
    yield from _of_papers(reading, names)
    yield from _booked_or_paid(reading)
    if names is not None:
        yield from listed_persons(reading, names)


def _booked_or_paid(reading: Reading) -> Iterator[Found]:
    """Persons as airlines and banks write them."""
    for match in reading.matches_near(_SLASH, _BOOKED):
        yield *match.span("family"), "PERSON", 0.9
        yield *match.span("given"), "PERSON", 0.9
    for match in reading.matches_near(_SORTED, _PAID):
        yield *match.span("v"), "PERSON", 0.85


def _said_otherwise(reading: Reading, names: NameLists | None) -> Iterator[Found]:
    """Names in rows behind "named", behind "pt" and "w/", and as the last word of a message."""
    text = reading.text
    for row in reading.finditer(_NAMED_ROW, _ROW_CUES, 0, 300):
        if names_part(text, row.start(), row["v"], names):
            continue
        for match in _ROW_NAME.finditer(text, *row.span("v")):
            yield *match.span(), "PERSON", 0.75
    for match in reading.finditer(_PATIENT, frozenset(("pt", "patient", "client", "re")), 0):
        yield *match.span("v"), "PERSON", 0.85
    for match in _WITH.finditer(text) if "w/" in text else ():
        if names is not None and is_given(match["v"].lower(), names):
            yield *match.span("v"), "PERSON", 0.75
    for match in reading.finditer(_KOREAN, _KOREAN_CUES, 18, 24) if "-" in text else ():
        # "Sing-along Song"
        if names is None or not all(match[part].lower() in names.common for part in "ab"):
            yield *match.span(), "PERSON", 0.95
    if _HYPHENED.search(reading.text):
        for match in _SPELLED.finditer(reading.text):
            if match[0].replace("-", "").lower() not in ascii_lowercase:
                yield *match.span(match.lastgroup or 0), "PERSON", SAID
    last = _LAST_WORD.search(text, max(0, len(text) - _LAST_REACH))
    if last is not None and last["v"].lower() not in NO_SIGNATURES:
        yield *last.span("v"), "PERSON", 0.75


def _is_word(word: str, names: NameLists | None) -> bool:
    """Whether a word is an ordinary one, or a day or month."""
    lower = word.lower()
    common = names is not None and (lower in names.common or lower.removesuffix("s") in names.common)
    return common or lower in NO_SIGNATURES or lower in CALENDAR


def _of_logs(reading: Reading, names: NameLists | None) -> Iterator[Found]:
    """Whom lines of logs name: no list has to know them."""
    for match in reading.finditer(_LOGGED, _LOGGED.first_words, 0, 90):
        words = match["v"].split()
        if is_in_log(reading.text, match.start()) and not any(one.isupper() or _is_word(one, names) for one in words):
            yield *match.span("v"), "PERSON", 0.8


def _of_papers(reading: Reading, names: NameLists | None) -> Iterator[Found]:
    """Names of family trees, address books and statements of banks."""
    for match in reading.finditer(_OF_FAMILY, _FAMILY_CUES, 130, 10):
        start, end = without_ordinary(reading.text, *match.span("v"))
        if start < end:
            yield start, end, "PERSON", 0.85
    for match in _SIGNED_ON.finditer(reading.text) if "\n" in reading.text and reading.most_digits else ():
        yield *match.span("v"), "PERSON", 0.85
    for match in reading.finditer(_KIN, _KIN.first_words, 2, 60):
        if not _is_word(match["v"], names):
            yield *match.span("v"), "PERSON", 0.75
    rows = list(_BOOKED_ROW.finditer(reading.text)) if "\n" in reading.text and reading.most_digits else ()
    for match in rows if sum(row["reached"] is not None for row in rows) >= _LEAST_ROWS else ():
        start, end = without_ordinary(reading.text, *match.span("v"))
        if start < end and not all(_is_word(word, names) for word in reading.text[start:end].split()):
            yield start, end, "PERSON", 0.97
    for match in reading.finditer(_TRANSFERRED, _TRANSFER_CUES, 14, 90):
        words = [word for word in match["v"].lower().split() if len(word) > 1]
        if words and not any(_is_word(word, names) for word in words):
            yield *match.span("v"), "PERSON", 0.85


def _is_thing(found: str, matched: str, names: NameLists) -> bool:
    """Whether a word behind "name:" is ordinary and nobody's name."""
    word = found.lower()
    if not matched.lower().startswith("name:") or word not in names.common:
        return False
    return not any(word in listed for listed in (names.given, names.surnames, names.rare))


def _are_words(found: str, matched: str, names: NameLists) -> bool:
    """Whether all is ordinary words of which none is anybody's name, in capitals or alone, and the text does not say
    that it is called so; in capitals behind "this is" a family name is such a word, too.
    """
    words = found.lower().split()
    if (len(words) > 1 and not found.isupper()) or matched.lower().startswith(
        ("named", "called", "nicknamed", "known")
    ):
        return False
    stressed = found.isupper() and matched.startswith(("this is ", "This is ", "it's ", "It's "))
    known = ("given",) if stressed else ("given", "surname")
    return bool(words) and all(word in names.common and known_as(word, names) not in known for word in words)


def _all_capitalised(text: str, start: int, end: int) -> bool:
    """Whether the words of a line begin with capitals, names or not."""
    first = max(text.rfind("\n", max(0, start - _LINE), start) + 1, start - _LINE, 0)
    stop = text.find("\n", end, end + _LINE)
    words = _BEGINNING.findall(text, first, stop if stop >= 0 else min(len(text), end + _LINE))
    return len(words) >= _MANY_WORDS and sum(map(str.isupper, words)) > _CAPITALISED * len(words)


def introduced_abroad(reading: Reading) -> Iterator[Found]:
    """Find persons behind "my name is" in other languages than English, and by the family names of Vietnam."""
    text = reading.text
    foreign = reading.has(_FOREIGN_CUES) or not text.isascii()
    for match in _FOREIGN.finditer(text) if foreign and _FOREIGN_HINT.search(text) else ():
        yield *match.span(match.lastgroup or 0), "PERSON", 0.75
    for match in VIETNAMESE.finditer(text) if not text.isascii() else ():
        yield *match.span(), "PERSON", 0.85


def _in_context(reading: Reading) -> Iterator[tuple[re.Match[str], float, frozenset[str]]]:
    text = reading.text
    before = sorted(_before_names(reading))
    for pattern, cues, score, ordinary in _BEHIND if before else ():
        for start, end in reading.around([(at, stop) for at, stop, word in before if word in cues], 40, 120):
            for match in pattern.finditer(text, start, end):
                # "Surname\tForename\tJoined" is the head of a table.
                if text[match.start("v") - 1] != "\t" or "\t" not in match["v"]:
                    yield match, score, ordinary
    for pattern, cues, reach, score, ordinary in _NEAR:
        if pattern is _SIGNED and "\n" not in text:
            continue
        for match in reading.finditer(pattern, cues, reach):
            yield match, score, ordinary


def _before_names(reading: Reading) -> Iterator[tuple[int, int, str]]:
    """Where words stand that signal the name behind them, from their first letter to the name."""
    text = reading.text
    for word in reading.words & _ANY_SIGNAL:
        colon = word in _WITH_COLON
        for at in reading.places(word):
            match = _BEFORE_NAME.match(text, at + len(word))
            if match is not None and (not colon or ":" in match.group()):
                yield at, match.end(), word
