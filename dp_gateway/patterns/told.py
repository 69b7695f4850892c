"""What a key tells of the value beside it, and whether a value looks like that.

`keys` and `columns` ask of texts, `detection.hints` and `api.free_json` of fields of JSON.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path

from dp_gateway.patterns.names import NameLists
from dp_gateway.patterns.secrets import ENVIRONMENT
from dp_gateway.text.lists import named_by_words, word_lists

_LISTS = word_lists(__file__)

_KEY_TYPES = named_by_words(_LISTS, "KEYS")
"""Types by key: lower case, without what stands between its words."""
# Values that stand in such places and are nobody's.
NOBODY = frozenset(_LISTS["NOBODY"])
BETWEEN_WORDS = re.compile(r"[^A-Za-z0-9]+")
# Vowel signs of Devanagari are no letters, and part of a word.
_BETWEEN_LETTERS = re.compile(r"(?:[^\w\u0900-\u0963\u064b-\u0652]|_)+")
_LETTER, _DIGIT = re.compile(r"[^\W\d_]"), re.compile("[0-9]")
_EXPRESSION = re.compile(
    r"[$(){}\[\]<>*=|%\\]|^[a-z_]\w*\.[a-z_]|\w\.\w+\.\w|^https?:|^/|^\.|::|"
    # A name of a program; "88_861" is a number.
    r"^(?![0-9]{1,3}(?:_[0-9]{3})+$)\w[^\W_]*+_\w++$"
)
_CALLED = re.compile(r"[^\W\d_][^\W\d_.'’-]{0,30}(?:[ .'’-]{1,2}[^\W\d_]{1,30}){0,4}\.?")
_CALLED_UNCASED = re.compile(
    r"[^\W\d_](?>(?:[^\W\d_]|[\u064b-\u0652\u0900-\u0903\u093a-\u094f]|[ 　·・.'-](?=[^\W\d_])){1,40})"
)
DATE = re.compile(r"[0-9]{1,4}([-./])[0-9]{1,2}\1[0-9]{1,4}(?![\w/-])")
_LEAST_PHONE, _LEAST_ID, _LEAST_SECRET, _LEAST_LOGIN = 7, 3, 4, 3
TOLD = 0.99
"""Score of what a key says: it knows better than a model what stands behind it."""
PARTS_OF_KEY = re.compile(r"[ _.-]|(?<=[a-z])(?=[A-Z])")


def told_value(key: str, value: str, names: NameLists | None) -> str | None:
    """Return the type of a value that stands alone under a key; None where the key tells nothing of it."""
    kind, certain = type_of_key(key)
    return kind if kind is not None and fits(value, kind, certain, names) else None


def type_of_key(key: str) -> tuple[str | None, bool]:
    """Return the type of a key, and whether it stands for that alone; of "Trade / profession" that of its parts."""
    if " / " in key and len(key) <= _SHORT_KEY:
        kinds = {type_of_key(part)[0] for part in key.split(" / ", 1)} - {None}
        return (kinds.pop() if len(kinds) == 1 else None), True
    return _type_of_short(key) if len(key) <= _SHORT_KEY else _type_of(key)


def _type_of(key: str) -> tuple[str | None, bool]:
    compact = BETWEEN_WORDS.sub("", key).replace("_", "").lower()
    plural = f"{compact.removesuffix('ies')}y" if compact.endswith("ies") else compact.removesuffix("s")
    kind = _KEY_TYPES.get(compact) or _KEY_TYPES.get(plural)
    if compact.removesuffix("digits").endswith(_LAST_DIGITS):
        kind = "ID_NUMBER"
    if kind is None and (of_language := _of_languages().get(_BETWEEN_LETTERS.sub("", key).lower())) is not None:
        return of_language
    if kind is None and _NUMBERED.fullmatch(key.strip()) is not None:
        return "ID_NUMBER", True
    if kind is None and (parts := PARTS_OF_KEY.split(key))[1:] and not _DIGIT.search(key):
        if parts[-1].lower() in _CURRENCIES:
            return type_of_key("_".join(parts[:-1]))
        last = parts[-1].lower()
        kind = (
            _KEY_TYPES.get(last) if last not in ("name", "user", "token", "client", "member", "mail", "age") else None
        )
        if last in ("user", "username", "login", "admin") and parts[-2].lower() in _OF_SYSTEMS:
            return "USERNAME", True
        if last in _OF_SOMEBODY:
            return "PERSON", last in _NAMES_OF_SOMEBODY
        if kind in ("PERSON", "USERNAME"):
            kind = None
        if last == "name" and _KEY_TYPES.get(parts[-2].lower()) == "PERSON" and parts[-2].lower() not in _ALSO_THINGS:
            kind = "PERSON"
        if (last in _COUNTS and parts[-2].lower() in _ISSUED) or (last == "id" and parts[-2].lower() == "account"):
            kind = "ID_NUMBER"
        if parts[0].lower() in ("amount", "fee"):  # "amount_paid", "fee_per_month"
            kind = "MONEY"
        if parts[0].lower() == "age" and parts[1].lower() in _AGE_OF:  # "Age at intake"
            kind = "AGE"
    return kind, compact not in _ALSO_THINGS


_AGE_OF = frozenset("at next last now in on when upon years yrs turned".split())
_SHORT_KEY = 48
_type_of_short = lru_cache(4096)(_type_of)
"""The same keys stand in all requests of a conversation, and in each row of what a tool gives."""


@cache
def _of_languages() -> Mapping[str, tuple[str, bool]]:
    """Types of keys in other languages and whether they stand for that alone, with accents and without."""
    rows = [
        line.split()
        for line in Path(__file__).with_name("keys_of_languages.txt").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    things = {key for kind, *keys in rows if kind == "thing" for key in keys}
    found: dict[str, tuple[str, bool]] = {}
    for kind, *keys in rows:
        for key in keys if kind != "thing" else ():
            plain = unicodedata.normalize("NFD", key.replace("ł", "l"))
            bare = "".join(char for char in plain if not unicodedata.combining(char))
            found.setdefault(key, (kind, key not in things))
            found.setdefault(bare, (kind, key not in things))
    return found


# "Vertragsnr.", "n° de contrat", "numer umowy", "工单号", "شحنة رقم": a number of something, and neither how many there
# are ("número de alumnos") nor where something stands in a book, a house or a list.
_NUMBERED = re.compile(
    r"(?!(?:haus|zimmer|seiten|zeilen|spalten|lauf|versions|artikel|modell|huis|pagina|regel)[a-z-]{0,3}n(?:umme)?r)"
    r"[a-zäöüß]{2,30}[ .-]{0,2}(?:nummer|nr\.?)|[^\W\d_]{3,20} (?:n\.?[°º]|n\.|nr\.?)|"
    r"(?:n\.?[°º]|n\.|nr\.?|n[úu]m\.|n[úu]mero|numéro|numer|c[óo]d\.|c[óo]digo|codice|réf\.|rif\.)"
    r"[ _](?>(?:de l['’]|d['’]|dell['’]|(?:de la|della|del|de|di|do|da|du)[ _])?)"
    r"(?!p[áa]gin|page|stron|piso|linh|l[íi]nea|rig)[^\W\d_]{2,20}(?<![si])(?:[ _][^\W\d_]{3,20})?|"
    r"(?!(?:序|行|楼|房|门牌|型|部屋|ページ|便)(?:号|番号))[一-龯ァ-ヶーお客さま]{1,10}(?:号|號|号码|號碼|编号|編號|番号|コード)|"
    r"(?:ال)?رقم (?!الصفحة|الغرفة|الدور)[ء-ي]{3,12}(?: [ء-ي]{3,12})?|[ء-ي]{3,12} رقم|"
    r"[\u0900-\u0963 ]{3,24}(?<!ों की) (?:संख्या|नंबर|नम्बर|क्रमांक|आईडी|कोड)",
    re.IGNORECASE,
)
_LAST_DIGITS = ("last4", "lastfour")
"""What is kept of the number of a card or an account: "card_last_four"."""
_OF_SYSTEMS = frozenset(_LISTS["OF_SYSTEMS"])
"""What has logins of its own: "ansible_user"."""
_CURRENCIES = frozenset("eur usd gbp chf cad aud nzd inr jpy sek nok dkk pln zar brl".split())
"""What ends the key of an amount: "wage_eur"."""
_NAMES_OF_SOMEBODY = frozenset("fullname firstname lastname surname forename familyname givenname".split())
_OF_SOMEBODY = _NAMES_OF_SOMEBODY | frozenset("admin owner contact lead manager maintainer author approver".split())
"""The last part of keys whose value is somebody, where it looks like a name: "SITE_ADMIN", "admin_fullname"."""
_COUNTS = frozenset("no nr num number".split())
_ISSUED = frozenset(_LISTS["ISSUED"])
"""What is numbered by somebody: "hospital_no"."""
# Programs have names, clients, owners and users, too, and count totals.
_ALSO_THINGS = frozenset(_LISTS["ALSO_THINGS"])


def fits(value: str, kind: str, certain: bool, names: NameLists | None) -> bool:
    """Return whether a value looks like one of its type."""
    lower = value.strip().lower()
    expression = _EXPRESSION.search(value) is not None and kind != "API_KEY" and not DATE.fullmatch(lower)
    if lower in NOBODY or not lower or expression:
        return False
    digits = len(_DIGIT.findall(value))
    if kind == "PERSON":
        return is_called(value.strip(), certain, names)
    if kind == "API_KEY":
        plain = value.isalpha() and value.islower() and len(value) < 2 * _LEAST_SECRET
        if value.startswith(ENVIRONMENT):
            return False
        odd = value[0] not in "$<{([!" and not _VERSION.fullmatch(value)
        return len(value) >= _LEAST_SECRET and " " not in value and not plain and odd
    if kind in _NAMED:
        return NAMED_CELL.fullmatch(value.strip()) is not None and (certain or value.strip()[0].isupper())
    counted = kind == "MONEY" and not certain and _CENTS.search(value) is None
    return not counted and _LOOKS.get(kind, _LOOKS[""])(value, digits)


# Of Erlang's OTP; "!vault" is a tag of YAML.
_VERSION = re.compile(r"[0-9]{1,2}(?:\.[0-9]{1,3}){1,3}")
_SUM = re.compile(
    r"[-+]?(?:[A-Z]{1,2}[$€£]|[A-Z]{3} ?|R ?|Rs\.? ?|[$€£₹¥₦₱])?[0-9][0-9,. _'’]*(?P<scale>[kKmM])?(?: ?[A-Z]{3}|[€])?"
)
_LEAST_SUM = 4
# {"total": 129} may be a count of anything, {"total": 129.95} is a sum.
_CENTS = re.compile(r"[0-9][.,][0-9]{2}(?![0-9])")
_POSTCODE = re.compile(r"[A-Za-z]{1,2}[0-9][A-Za-z0-9]? ?[0-9][A-Za-z]{2}|[A-Za-z][0-9][A-Za-z] ?[0-9][A-Za-z][0-9]")
# "deutsch", "röm.-kath.", "Ned. Herv."
_PEOPLE = re.compile(r"[^\W\d_](?>[^\W\d_]|[\u0900-\u0903\u093a-\u094f]|[ .-]{1,2}(?=[^\W\d_])){2,30}\.?")
_YEARS_OLD = re.compile(
    r"[0-9]{1,3}(?:[.,][0-9]{1,2})?(?:[ -]?(?:y|yo|yrs?|years?|months?|mos?|weeks?)\b[^|\n]{0,20})?"
)
_LOOKS: dict[str, Callable[[str, int], bool]] = {
    "USERNAME": lambda value, _: (
        len(value) >= _LEAST_LOGIN and " " not in value and value.isascii() and _LETTER.search(value) is not None
    ),
    "EMAIL_ADDRESS": lambda value, _: "@" in value,
    "PHONE_NUMBER": lambda _, digits: digits >= _LEAST_PHONE,
    "STREET_ADDRESS": lambda value, digits: digits > 0 and " " in value and _LETTER.search(value) is not None,
    "MONEY": lambda value, digits: (
        (found := _SUM.fullmatch(value)) is not None
        and (digits >= _LEAST_SUM or found["scale"] is not None or _CENTS.search(value) is not None)
    ),
    # Of a script without capitals a letter.
    "LOCATION": lambda value, digits: (
        digits == 0 and value[0].isalpha() and not value[0].islower() and value[-1] != ":"
    ),
    "NRP": lambda value, _: _PEOPLE.fullmatch(value.strip()) is not None,
    # Not "2m58s", for how long a machine runs.
    "AGE": lambda value, _: _YEARS_OLD.fullmatch(value.strip()) is not None,
    **dict.fromkeys(("US_SSN", "ID_NUMBER"), lambda _, digits: digits >= _LEAST_ID),
    # "SY8 1AA" has two digits.
    "POSTCODE": lambda value, digits: digits >= _LEAST_ID or _POSTCODE.fullmatch(value.strip()) is not None,
    "": lambda _, digits: digits > 0,
}
"""Whether a value, and the number of its digits, look like one of a type; "" for the types that are not named."""


def is_sum(value: str) -> bool:
    """Return whether a value is written as an amount of money, however small."""
    return _SUM.fullmatch(value) is not None


def is_called(value: str, certain: bool, names: NameLists | None) -> bool:
    """Return whether a value looks like the name of a person; `certain` where its key stands for nothing else."""
    if not value.isascii() and unicodedata.category(value[0]) == "Lo":
        # Of scripts without capitals a key that stands for nothing else tells enough.
        return certain and _CALLED_UNCASED.fullmatch(value) is not None
    if certain:
        # "DE LA CRUZ, JUN"
        value = _PARTICLES.sub("", value.replace(", ", " ", 1))
    elif _INVERTED.fullmatch(value):
        value = value.replace(", ", " ", 1)
    if not _CALLED.fullmatch(value):
        return False
    words = [word.strip(".").lower() for word in re.split(r"[ .’'-]+", value) if word]
    known = names is not None and any(
        (word in names.given or word in names.surnames or word in names.rare) and word not in names.common
        for word in words
    )
    if len(words) == 1 and not certain:
        known = names is not None and words[0] in names.sure
    listed = names is not None and all(word in names.given or word in names.surnames for word in words)
    if value[0].isupper():
        unheard = len(words) > 1 and names is not None and not any(map(names.common.__contains__, words))
        return (
            known
            or (unheard and value.istitle())
            or (listed and len(words) > 1)
            or (certain and (len(words) > 1 or listed or names is None or words[0] not in names.common))
        )
    return len(words) > 1 and known and listed


# "Vanterpool, Shanelle"
_INVERTED = re.compile(r"[^\W\d_a-z][\w'’-]{1,30}, [^\W\d_a-z][\w'’-]{1,30}(?: [^\W\d_a-z][\w'’.-]{0,30})?")
# "du Toit", "van der Berg" in a column of family names
_PARTICLES = re.compile(
    r"\A(?:(?:d[aeiou]|de[lnr]|del?la|do?s|van|von|te[nr]|l[ae]|al|el|bin|ibn) ){1,3}(?=[^\W\d_a-z])"
)
PARTS_OF_NAME = {"first": "last", "last": "first", "given": "family", "family": "given"}
"""Labels that say nothing alone, and the other one of each: where both stand they are the two parts of a name."""
# What stands above such a line is the head of a table.
_NAMED = frozenset(("ORGANIZATION", "JOB_TITLE"))
NAMED_CELL = re.compile(r"[^\W\d_][^|\n]{1,60}")
