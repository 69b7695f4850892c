"""Numbers that are too plain to count alone: a word of their kind stands before them, as in "case 40-221".

`identifiers` has `BEHIND_WORDS` among its rules; detectors run `LABELLED` beside them, where a text is English. Words
are those of Presidio's recognisers for the United States and the United Kingdom.
"""

from __future__ import annotations

import re
from functools import partial

from dp_gateway.patterns.lines import is_in_log
from dp_gateway.patterns.places import US_STATES
from dp_gateway.patterns.rules import Check, Expression, Rule
from dp_gateway.patterns.windows import form

_CONNECT = (
    r"(?:\s{0,3}(?:\#|no\.?|nr\.?|num(?:bers?)?|ids?|code|ref(?:erence)?|identifier)\b\.?)?(?:\s{1,3}(?:is|"
    r"was|of|ending in|reads))?\s{0,3}[:=\#\-–]?\s{0,3}[\"'“(]?\s{0,3}"
)
_STRONG = (
    r"(?:\s{0,3}(?:\#|no\b\.?|nr\b\.?|num(?:bers?)?\b|ids?\b|code\b|ref(?:erence)?\b|identifier\b)\.?|"
    r"\s{0,3}[:=\#])(?:\s{0,3}(?:is|was|ending in|reads)\b)?\s{0,3}[:=\#\-–]?\s{0,3}[\"'“(]?\s{0,3}"
)
_STATES = (
    "al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or "
    "pa ri sc sd tn tx ut vt va wa wv wi wy dc"
)
_LICENCES_OF_STATES = frozenset(f"{state}dl" for state in _STATES.split())
_IDS = r"\b(?:ids|IDs|numbers|nos\.?)(?: are| were|:)? "
_MBI, _MBI_OR_DIGIT = "[AC-HJKMNP-RT-Y]", "[0-9AC-HJKMNP-RT-Y]"
# What a value may hold beside digits, and some signs of other scripts: only for looking ahead.
_NO_DIGIT = r"[^\s0-9!-,:-@\[-^`{-~]{0,38}+"
# "W2458 81902": more digits behind a space go on with it.
_GROUPS = r"(?:(?<=[0-9]) [0-9]{3,8}(?![\w%@]|[.,:/-][0-9])){0,3}"
_VALUE = rf"(?P<v>(?={_NO_DIGIT}[0-9])[^\W_](?:[\w/.-]{{1,38}}[^\W_]){_GROUPS})"
_LONG_VALUE = rf"(?P<v>(?=(?:{_NO_DIGIT}[0-9]){{4}})[^\W_](?:[\w/.-]{{3,38}}[^\W_]){_GROUPS})"


def _context(words: str, connect: str = _CONNECT, value: str = _LONG_VALUE) -> Expression:
    # "files/x-11.tar", "libfile-1.74": a letter that goes on with the word begins no value.
    return Expression(rf"\b(?:{words})(?![^\W\d_]){connect}{value}(?![\w@])")


def _not_date(text: str, start: int, end: int) -> float | None:
    found = text[start:end]
    # "account 2024-05-06", "order 12.50", "case 2021", "Client v3.13.9"
    # "file:amd64" is what a package is built for, and 1257L is the tax code of most people in the United Kingdom.
    if re.fullmatch(
        r"1257L|(?:amd|arm|x|i|ppc|riscv|mips|s)[0-9]{2,3}(?:_[0-9]{2}|el|le|hf|x)?|v[0-9]{1,3}(?:\.[0-9]{1,4}){1,3}|(?:19|20)[0-9]{2}(?:[-/.][0-9]{1,2}){0,2}|[0-9]{1,2}[/.][0-9]{1,2}[/.][0-9]{2,4}|[0-9]+[.,][0-9]{1,2}",
        found,
    ):
        return None
    return 0.8


def _not_day(text: str, start: int, end: int) -> float | None:
    return 0.9 if _not_date(text, start, end) else None


def _some_number(text: str, start: int, end: int) -> float | None:
    # Words that tell which number it is come first.
    return 0.45 if _not_date(text, start, end) else None


_THINGS = (
    r"pcn|penalty charge|"
    r"account|acct|a/c|case|claim|customer|client|member(?:ship)?|employee|staff|student|patient|medical record|mrn|"
    r"policy|order|invoice|ticket|booking|reservation|confirmation|conf|tracking|shipment|reference|"
    r"ref|contract|file|docket|parcel|package|waybill|consignment|loan|mortgage|receipt|rma|purchase order|asset tag|"
    r"serial|imei|imsi|iccid|vin|vehicle|licen[sc]e plate|plate|registration|badge|visa|tax|vat|ein|tin|nino|utr|"
    r"bvn|tfn|abn|acn|uan|rrn|datix|pps|"
    r"national insurance|national id|identity card|id card|insurance|subscriber|beneficiary|transaction|payment|"
    r"device|certificate|permit|prescription|rx|chart|personnel|acc|ppsn?|tfn|abn|nric|aadhaar|bvn|emirates id|"
    r"brp|s/n|incident|crime|cad|pol|ser|cust|awb|apn|cvr|kvk|siret|siren|hrb|hra|krs|regon|nif|cif|cnpj|uen|cin|gstin|duns|org|"
    r"companies house|charity|company reg(?:istration|\.)?|"
    r"social insurance|passbook|roll|matriculation|steuernummer|kundennummer|"
    r"aktenzeichen|swift|bic|sort code|lease|tenancy|warranty|emp\.?"
)
# What each of these begins with, up to the first letter that may be missing or another one.
_THING_STARTS = tuple(re.findall(r"(?:^|\|)([a-z/ ]+)(?!\?)", _THINGS))
_DOCUMENTS = (
    ("US_PASSPORT", "passport|reisepass|passeport"),
    ("US_DRIVER_LICENSE", r"drivers?(?:'s?)?\s+licen[sc]e|driving licen[sc]e|dl\b|licen[sc]e number"),
    (
        "US_BANK_NUMBER",
        r"bank account|routing|account and routing|aba\b|checking account|savings account|konto(?:nummer)?",
    ),
    ("MEDICAL_LICENSE", r"medical licen[sc]e|dea\b|npi\b"),
)
"""Type, words before the number."""
_number = partial(Rule, "ID_NUMBER")

BEHIND_WORDS: tuple[Rule, ...] = (
    Rule(
        "US_SSN",
        r"\b(?:ssn|social(?: security)?(?: number| no\.?| \#)?)\W{0,3}(?:is |number )?\W{0,2}"
        # "5 3 6 - 2 2 - 1 2 3 4" too
        r"(?P<v>[0-9](?: ?[-–.]? ?[0-9]){8})(?![\w-])",
        0.9,
        digits=9,
        folded=True,
    ),
    Rule(
        "UK_NHS",
        r"(?:\bnhs\W{0,3}(?:number|no\.?)?\W{0,3}(?:is )?)(?P<v>[0-9]{3}[- ]?[0-9]{3}[- ]?[0-9]{4})(?!\w)",
        0.9,
        digits=10,
        cues=frozenset(("nhs",)),
        folded=True,
    ),
    *(Rule(kind, _context(words), 0.85, digits=4, check=_not_date, folded=True) for kind, words in _DOCUMENTS),
    _number(_context(_THINGS), digits=1, hints=_THING_STARTS, begins=True, check=_not_date, folded=True),
    _number(
        rf"(?:\((?:no|nr)\b\.?|\b(?:no|nr)\.)\s?\#?{_LONG_VALUE}(?![\w@])",
        digits=1,
        cues=frozenset(("no", "nr")),
        check=_not_date,
        folded=True,
    ),
    # "plot 17b still owes"
    _number(
        r"\b(?:plot|pitch|stall|berth|locker|garage|beach hut|mooring) (?:no\.? ?|"
        r"number )?(?P<v>[0-9]{1,4}[a-z])(?![\w-])",
        digits=1,
        folded=True,
        cues=frozenset("plot pitch stall berth locker garage hut mooring".split()),
        reach=(14, 24),
    ),
    # "customer 40217" in a trace or a comment, too
    _number(
        r"\b(?:customer|client|patient|member|acct|employee|student|claim|invoice|booking)s? #?"
        r"(?P<v>[0-9]{5,10})(?![\w%]|[.:/,-][0-9])",
        0.85,
        digits=5,
        folded=True,
    ),
    # "user 55012 (Oyelaran) can't log in"
    _number(
        r"\b(?:user|subscriber|cardholder|policyholder)\s(?P<v>(?!6553[0-9]\b)[0-9]{5,10})(?![\w%]|[.:/,-][0-9])",
        0.8,
        digits=5,
        folded=True,
    ),
    # "CVR 38 11 42 90"
    _number(
        r"\b(?:cvr|siren|siret|abn|acn|kvk|krs|regon|nif|bn|utr|hmrc)(?:[ -]?(?:nr|no|number)\b\.?)?\W{1,2}"
        r"(?P<v>[0-9]{2,5}(?: [0-9]{2,5}){2,4})(?!\w)",
        0.9,
        digits=7,
        folded=True,
    ),
    # "(ID E-20418)": behind the word in capitals a number with three digits in a row.
    _number(
        r"\bID(?: is| was)?\s{1,3}"
        r"(?P<v>(?=[A-Z]{0,4}[-_/]?[0-9]{3})[A-Z]{0,4}[-_/]?[0-9][0-9A-Za-z/-]{2,20})(?![\w-])",
        0.75,
        digits=3,
        cues=frozenset(("id",)),
        check=_not_date,
    ),
    _number(
        _context(_THINGS + r"|\bid", _STRONG, _VALUE),
        digits=1,
        hints=(*_THING_STARTS, "id"),
        begins=True,
        check=_not_date,
        folded=True,
    ),
    # "// her account is 5512-0034-77", "MRN 7730142": sure enough to count in a program, where no such number stands.
    _number(
        r"\b(?:mrn|(?:patient|account|acct|policy|claim|customer)(?: (?:no\.?|number|id|\#))?)"
        r"(?: is| was)?[ :\#]{1,3}(?P<v>(?=(?:-?[A-Za-z]){0,3}(?:-?[0-9]){6})"
        r"[A-Za-z0-9]{1,12}(?:-[A-Za-z0-9]{1,12}){0,5})(?![\w(-])",
        0.9,
        digits=6,
        check=_not_day,
        folded=True,
    ),
    # <employee id="E-20418">
    _number(
        r"<(?:employee|patient|customer|client|member|person|student|account|policy|claim)\s{1,3}"
        r"(?:(?:id|no|number|ref)=[\"'])(?P<v>(?=[A-Za-z-]{0,6}[0-9]{3})[A-Za-z0-9/-]{3,24})(?=[\"'])",
        0.9,
        digits=3,
        cues=frozenset("employee patient customer client member person student account policy claim".split()),
        folded=True,
    ),
    # "PC 4471 DHALIWAL attended", "by PC no. 44A Hughes"
    _number(
        r"\b(?:PC|WPC|PCSO|DC|DS|PS|Sgt|Const|Constable|Garda|Officer)\b\.?(?: [Nn]o\.?)? "
        r"(?P<v>[0-9]{2,6}[A-Z]{0,2})(?= [A-Z][A-Za-z])",
        0.9,
        digits=2,
        capital=True,
    ),
    # Four digits are a year or a number of things as often, so fewer words tell of them.
    _number(
        r"\b(?:badge|extension|employee|account|acct|ticket|booking)\s(?P<v>[0-9]{4})(?![\w%@]|[.,:/-][0-9])",
        digits=4,
        check=_not_date,
        folded=True,
    ),
    # "(ID 20231187)", "I-94 number is 694172830A1"
    _number(
        rf"\b(?:(?<![\w-])id|number(?: is| was|:)?)\s(?P<v>(?=(?:{_NO_DIGIT}[0-9]){{6}})[^\W_][\w/-]{{4,38}}[^\W_])"
        r"(?![\w@%]|[.,:/-][0-9])",
        digits=6,
        cues=frozenset(("id", "number")),
        check=_some_number,
        folded=True,
    ),
    # Codes of bookings are six capitals and digits; all may be letters.
    _number(
        r"\b(?i:record locator|locator|pnr|(?:booking|reservation|conf(?:irmation)?)\.? (?:code|ref(?:erence)?|"
        r"no\.?|number|\#))(?i:\s(?:is|was))?\s{0,3}[:=\#]?\s{0,3}[\"'“(]?(?P<v>[A-Z0-9]{5,8})(?![\w-])",
        0.85,
        cues=frozenset("locator pnr booking reservation conf confirmation".split()),
    ),
    # "last 4 of my SSN 7719", "last four digits are 0042", "card ending 4417"
    _number(
        r"\b(?:last (?:4|four)(?: (?:digits|numbers))?(?: (?:of|on) (?:(?:the|my|his|her|our|their|your) )?"
        r"[a-z]{2,12}(?: (?:number|card|account))?)?(?: (?:is|are|was|were))?|"
        r"(?:card|visa|mastercard|amex|account|acct|a/c|iban|ssn|number|phone|debit|credit)[^.\n]{0,16}? "
        r"end(?:ing|s)(?: in| with)?)[: ]\s?(?P<v>[0-9]{3,4})(?![\w%]|[.,:/-][0-9])",
        0.9,
        digits=3,
        folded=True,
    ),
    # "SWIFT BFTVVNVX": which bank and branch, in letters.
    _number(
        r"\b(?:SWIFT|BIC|Swift|Bic|swift|bic)(?:[ /-]?(?:BIC|[Cc]ode|CODE))?:?\s"
        r"(?P<v>[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?!\w)",
        0.99,
        reach=(2, 30),
    ),
    # "NMC PIN 07I2213E": who may nurse, treat or plead.
    _number(
        r"\b(?:NMC|GMC|HCPC|GPhC|GDC|SRA|RCVS|NPI|AHPRA)"
        r"(?: (?:PIN|[Nn]o\.?|[Nn]umber|[Rr]eg(?:istration)?|[Rr]ef))?[:#]? "
        r"(?P<v>(?=[A-Z]{0,4}[0-9])[A-Z0-9]{5,12})(?!\w)",
        0.9,
        digits=4,
        reach=(2, 40),
    ),
    # "FF BA 40918273": frequent flyers.
    _number(
        r"\b(?:FF|FFN|FQTV|[Ff]requent flyer|[Ee]xec(?:utive)? [Cc]lub|Avios|MileagePlus|Flying Blue|"
        r"Skywards|KrisFlyer|Bonvoy|Honors)(?: no\.?| number|:)? (?:[A-Z]{2} ?)?(?P<v>[0-9]{6,12})(?!\w)",
        0.9,
        digits=6,
        reach=(2, 40),
    ),
    # "due Oct 3 for PO 77120": a purchase order; "po" is a word in many languages.
    _number(
        rf"\b(?:PO|P\.O\.)(?: ?(?:\#|[Nn]o\b\.?|[Nn]umber\b))?[: ]? ?{_LONG_VALUE}(?![\w@])",
        0.85,
        digits=3,
        cues=frozenset(("po", "p", "o")),
        check=_not_date,
        reach=(2, 60),
    ),
    # "Booking 7HQ2LM": letters and digits, which no count of bookings is.
    _number(
        r"\b(?:[Bb]ooking|[Rr]eservation|[Cc]onfirmation|PNR)(?: is)?:? "
        r"(?P<v>(?=[A-Z]{0,5}[0-9])(?=[0-9]{0,5}[A-Z])[A-Z0-9]{6})(?!\w)",
        0.85,
        digits=1,
        reach=(2, 20),
    ),
    # "RM 4481 2290 1US": a parcel's, by S10 of the Universal Postal Union.
    _number(
        r"(?<![\w-])[A-Z]{2} ?(?:[0-9]{9}|[0-9]{4} [0-9]{4} [0-9]|[0-9]{3} [0-9]{3} [0-9]{3}) ?[A-Z]{2}(?![\w-])",
        0.9,
        digits=9,
        form=form("0AA", "0 AA"),
    ),
    # "the ssid is HargreavesHome_5G"
    Rule(
        "USERNAME",
        r"\b(?i:ssid|wi-?fi (?:network )?name|network name)(?:(?i: is)| ?[:=])\s?[\"“']?"
        r"(?P<v>(?=[\w.-]{0,30}[0-9A-Z_])[A-Za-z][\w.-]{1,30}(?<![.-]))(?![\w(])",
        0.85,
        cues=frozenset(("ssid", "name")),
        reach=(12, 50),
    ),
    # "1EG4-TE5-MK73": a member's of Medicare.
    _number(
        rf"(?<![\w-])[1-9]{_MBI}{_MBI_OR_DIGIT}[0-9]-?{_MBI}{_MBI_OR_DIGIT}[0-9]-?{_MBI}{{2}}[0-9]{{2}}(?![\w-])",
        0.9,
        digits=2,
    ),
    # "under ids 10442 and 20981"
    _number(rf"{_IDS}(?P<v>[0-9]{{4,12}})(?=(?:,| and| or| &) [0-9]{{4,12}}(?![\w.,]?[0-9]))", 0.8, digits=4),
    _number(
        rf"{_IDS}(?:[0-9]{{4,12}}, ){{0,3}}[0-9]{{4,12}},?(?: and| or| &)? "
        r"(?P<v>[0-9]{4,12})(?![\w%]|[.,:/-][0-9])",
        0.8,
        digits=4,
    ),
    # "ref ASANTE451", "ref. SEA/24/117"
    _number(
        r"\b[Rr]ef(?:erence)?\b\.?(?: is| was|:)?\s"
        r"(?P<v>(?=[A-Z/-]{0,20}[0-9])[A-Z]{2}[A-Z0-9/-]{2,20}[A-Z0-9])(?![\w-])",
        0.8,
        digits=1,
        cues=frozenset(("ref", "reference")),
    ),
    # "TXDL 38812045": of which state a licence to drive is
    Rule(
        "US_DRIVER_LICENSE",
        r"\b(?:[A-Z]{2})DL\b[ :\#]{1,3}(?P<v>[A-Z]?[0-9]{6,12})(?![\w%])",
        0.9,
        digits=6,
        cues=_LICENCES_OF_STATES,
    ),
    # "sort 40-18-33"
    _number(
        r"\bsort(?: code)?:? "
        r"(?P<v>[0-9]{2}(?P<s>[- ])[0-9]{2}(?P=s)[0-9]{2}(?![\w-])|[0-9]{6}(?=[,;]? (?:acct?|account|a/c)\b))",
        0.9,
        digits=6,
        cues=frozenset(("sort",)),
        folded=True,
    ),
    # "Moda Health, group 10017734"
    _number(
        r"\b(?:group|plan|payer)(?: (?:id|no\.?|number|\#))?:? \#?(?P<v>[0-9]{5,12})(?![\w%]|[.,:/-][0-9])",
        0.8,
        digits=5,
        folded=True,
    ),
    # "His serial number was 34 099 871"
    _number(
        rf"\b(?:(?:{_THINGS}|service|id) (?:number|no\b\.?|nr\b\.?)|mrn|imei|uan|rrn|utr)(?: (?:is|was|reads))?:?\s"
        r"(?P<v>[0-9]{1,3}(?: [0-9]{2,4}){2,5})(?![\w%]|[.,:/-][0-9])",
        0.8,
        digits=6,
        hints=(*_THING_STARTS, "service", "id"),
        begins=True,
        folded=True,
    ),
    # "the plate of the car that hit me is 7XKL293"
    _number(
        r"\b(?i:plates?|rego?|registration)\b(?:[^.:;\n]{0,60}?(?i:\b(?:is|was|reads?|read)\b|:))??\s{0,2}[\"'“]?"
        r"(?P<v>(?=[A-Z -]{0,7}[0-9])(?=[0-9 -]{0,7}[A-Z])[A-Z0-9]{1,4}(?:[ -]?[A-Z0-9]{1,4}){1,2})(?![\w-])",
        0.85,
        digits=1,
    ),
    _number(
        r"\bvat(?: ?(?:id|no|nr|number|reg(?:istration)?(?: (?:no|number))?)\b\.?)?(?: is)?[:\#]? ?\(?"
        r"(?P<v>(?:[a-z]{2} ?)?[0-9](?:[ .-]?[0-9]){7,11})(?!\w)",
        0.9,
        digits=1,
        cues=frozenset(("vat",)),
        folded=True,
    ),
    # "CIF B58378431", "NIF: 12345678Z": numbers of Spain have a letter in front of the digits or behind them.
    _number(
        r"\b(?:CIF|NIF|NIE|DNI)(?: (?:no|nr|number)\b\.?)?(?: is)?[:#]? ?"
        r"(?P<v>(?:ES[ -]?)?(?:[A-Z][ -]?[0-9]{7}[0-9A-Z]|[0-9]{8}[ -]?[A-Z]))(?![\w-])",
        0.9,
        digits=7,
        cues=frozenset(("cif", "nif", "nie", "dni")),
    ),
)
"""Rules for numbers and codes behind a word that says what they are: the words may be English in any text."""


# How far before a number its label may stand.
_REACH = 80
_WORD = re.compile(r"[^\W\d_]+")
_DEA_WEIGHTS = (1, 2, 1, 2, 1, 2)
_DEA_BEFORE = re.compile(r"\bDEA\W{1,4}(?:[Nn]o\W{1,3})?\Z")


def _behind(words: frozenset[str], score: float, valid: Check | None = None) -> Check:
    """A check that one of these words stands in the line, not far before the number."""

    def check(text: str, start: int, end: int) -> float | None:
        before = text[max(0, start - _REACH) : start].rpartition("\n")[2].lower()
        if words.isdisjoint(_WORD.findall(before)) or (valid is not None and valid(text, start, end) is None):
            return None
        return score

    return check


def _nhs(text: str, start: int, end: int) -> float | None:
    digits = [int(char) for char in text[start:end] if char.isdigit()]
    return (
        1.0 if sum(weight * digit for weight, digit in zip(range(10, 0, -1), digits, strict=True)) % 11 == 0 else None
    )


def _dea(text: str, start: int, end: int) -> float | None:
    # The last digit of: odd places, and twice the even places.
    digits = [int(char) for char in text[start + 2 : end]]
    total = sum(weight * digit for weight, digit in zip(_DEA_WEIGHTS, digits, strict=False))
    if total % 10 != digits[-1]:
        return None
    return 0.99 if _DEA_BEFORE.search(text, max(0, start - 12), start) else 0.7


def _labelled(kind: str, shape: str, words: str, *, digits: int, score: float, valid: Check | None = None) -> Rule:
    cues = frozenset(words.split())
    expression = Expression(rf"(?<![\w.-])(?:{shape})(?![\w-]|\.[0-9])")
    return Rule(kind, expression, score, digits=digits, cues=cues, check=_behind(cues, score, valid))


_VEHICLES = (
    "plate plates registration reg car van vehicle motorbike scooter taxi truck lorry drives drove driving parked hire "
    "rental"
)
_OF_VEHICLES = "hit crashed overtook swerved sedan suv hatchback black white silver grey gray red blue green"
"""What is said of a car whose make alone is told: "a silver Corolla"."""
# In code a number behind such a word is seldom somebody's; in a line that a server logged it is.
_OF_SOMEBODY = (
    "customer client user account acct patient member subscriber employee student policy claim order invoice card loan "
    "booking passenger"
).split()


def _in_log(text: str, start: int, end: int) -> float | None:
    return 0.88 if is_in_log(text, start) and _not_date(text, start, end) else None


LABELLED: tuple[Rule, ...] = (
    # "their Subaru (WA BKT4471)"
    _number(
        rf"\((?:{US_STATES})[ -](?P<v>[A-Z]{{2,3}}[- ]?[0-9]{{3,4}}|[0-9]{{1,3}}[A-Z]{{2,3}}[0-9]{{2,4}}|"
        r"[0-9]{3}[- ]?[A-Z]{3})\)",
        0.9,
        digits=3,
        capital=True,
    ),
    # "order #99812 of account 5512-88 declined", "customer jane@example.com (id=88213"
    _number(
        rf"\b(?:{'|'.join(_OF_SOMEBODY)})(?:(?:[ _-](?:id|no|nr|number))?[.:=]? ?\#?|"
            r"\b[^\n:=]{1,60}?\b(?:id|number)[:=] ?)"
            r"[\"'(]?(?P<v>[a-z]{0,4}-?[0-9][0-9-]{2,15}[0-9])(?![\w%]|[.:/][0-9]|-\w)",
        digits=1,
        check=_in_log,
        folded=True,
        reach=(20, 100),
    ),
    _labelled(
        "US_DRIVER_LICENSE",
        r"[A-Z]{1,2}[0-9]{4,14}[A-Z]?|[0-9]{2}[A-Z]{3}[0-9]{5,6}|[0-9]{7,9}[A-Z]{1,2}|[0-9]{3}[A-Z]{2}[0-9]{4}",
        "driver drivers driving license licence lic permit identification dl dls cdl cdls",
        digits=3,
        score=0.65,
    ),
    _labelled(
        "ID_NUMBER",
        r"[A-Z]{2} ?[0-9]{6,8}|[A-Z] [0-9]{6,8}|[0-9]{3} [0-9]{3} [0-9]{3}",
        "passport passports",
        digits=6,
        score=0.75,
    ),
    # A Spanish plate: "his van (4471 KLM)"; those of other lands: "a silver Corolla, 552-XKB, hit me".
    _labelled("ID_NUMBER", r"[0-9]{4} [BCDFGHJ-NPRSTV-Z]{3}", _VEHICLES, digits=4, score=0.85),
    _labelled("ID_NUMBER", r"[A-Z]{3}-[0-9]{3,4}", _VEHICLES, digits=3, score=0.85),
    _labelled("ID_NUMBER", r"[0-9]{3}-[A-Z]{3}", f"{_VEHICLES} {_OF_VEHICLES}", digits=3, score=0.85),
    # Of Australia's offices: "Centrelink CRN 204 771 338K".
    _labelled(
        "ID_NUMBER", r"[0-9]{3} ?[0-9]{3} ?[0-9]{3} ?[A-Z]", "crn centrelink services reference", digits=9, score=0.9
    ),
    # An animal's, by ISO 11784.
    _labelled("ID_NUMBER", r"9[0-9]{14}", "chip chipped microchip microchipped", digits=15, score=0.9),
    # A piece of land, in Britain.
    _labelled("ID_NUMBER", r"[A-Z]{1,3} ?[0-9]{5,6}", "title", digits=5, score=0.8),
    _labelled("US_PASSPORT", r"[A-Z]?[0-9]{8,9}", "passport passports travel", digits=8, score=0.5),
    _labelled("US_BANK_NUMBER", r"[0-9]{8,17}", "account acct bank checking savings debit", digits=8, score=0.6),
    _labelled(
        "US_SSN", r"[0-9]{9}|[0-9]{5}-[0-9]{4}|[0-9]{3}-[0-9]{6}|[0-9]{3}\.[0-9]{2}\.[0-9]{4}",
        "social ssn ssns ssid", digits=9, score=0.88,
    ),
    _labelled(
        "US_ITIN", r"9[0-9]{2}[- ]?[5-9][0-9][- ]?[0-9]{4}", "individual taxpayer itin itins tax tin taxid", digits=9,
        score=0.88,
    ),
    _labelled(
        "UK_NHS", r"[0-9]{3}[- ]?[0-9]{3}[- ]?[0-9]{4}", "nhs national health", digits=10, score=1.0, valid=_nhs
    ),
    Rule(
        "MEDICAL_LICENSE", r"(?<![\w-])[ABCDEFGHJKLMPRSTUX][A-Z9][0-9]{7}(?![\w-])", digits=7, check=_dea
    ),
)  # fmt: skip
"""Rules for numbers that count behind a word of their kind, or by their check digit."""
