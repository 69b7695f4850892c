"""E-mail addresses, telephone numbers, URLs and domains, IP and hardware addresses; with the `handles` of people. The
`PatternDetector` has these rules, and so has the masking of replies (`detection/by_form`).
"""

from __future__ import annotations

import ipaddress
import re
from functools import cache, lru_cache, partial

from dp_gateway.patterns.handles import ACCOUNTS
from dp_gateway.patterns.lines import is_moment_of_log
from dp_gateway.patterns.rules import Expression, Rule
from dp_gateway.patterns.windows import form, hexadecimal

_DOMAINS = (
    "com|org|net|edu|gov|mil|int|info|biz|dev|app|cloud|online|site|shop|store|tech|xyz|io|ai|eu|co\\.uk|org\\.uk|"
    "ac\\.uk|gov\\.uk|uk|de|fr|nl|ch|es|pl|se|ca|jp|cn|ru|br|com\\.au|com\\.br|co\\.jp|co\\.in|au|example|test"
)
_MORE_DOMAINS = "hu|dk|fi|cz|gr|nz|za|kr|mx|ua|vn|sg|hk|tw|lv|ng|ke|gh|com\\.[a-z]{2}|co\\.(?:nz|za|kr|il|th|ke)"
"""Endings of hosts that no file, no member of a program and no word has."""
_WORD_DOMAINS = (
    "it|at|be|no|us|me|in|is|co|tv|cc|to|ie|pt|ro|tr|ar|il|th|si|hr|lt|ee|cl|ir|lu|sk|bg|pk|travel|health|agency|legal|clinic|"
    "studio|group"
)
"""Endings that are something else too: there has to be something beside them."""
_PATH = r"(?:/(?:[^\s<>\"'`{}|\\^()\[\]]*[^\s<>\"'`{}|\\^()\[\].,;:!?])?)?"
"""What may stand behind a host, without the signs that end a sentence."""
_PHONE_WORDS = re.compile(
    r"(?:\b(?:(?:phone|tele?(?:phone|fon)?|mobile|cell(?:phone)?|fax|handy|contact|call|dial|text)(?:s|d|ed|led|ing|ling|"
    r"no|num(?:ber|mer)?s?)?|phoning|sms|whatsapp|ring|rang|vipps|mobilepay|"
    r"swish|twint|bizum|reach(?:ed)?|hotline|number is|numbers?|office|home|work|"
    r"direct)\b\W{0,3}|number:\W{0,3})(?:\w+\W{1,3}){0,4}$",
    re.I,
)
_DAY = (
    r"(?:(?:19|20)[0-9]{2}[-/. ](?:0?[1-9]|1[0-2])[-/. ](?:0?[1-9]|[12][0-9]|3[01])|"
    r"(?:0?[1-9]|[12][0-9]|3[01])[-/. ](?:0?[1-9]|[12][0-9]|3[01])[-/. ](?:19|20)[0-9]{2})"
)
_NO_PHONE = re.compile(
    # A date, or two that stand side by side.
    rf"(?:[0-9]{{3}}-[0-9]{{2}}-[0-9]{{4}}|{_DAY}(?: {_DAY})?|"
    r"(?:19|20)[0-9]{2}\s?-\s?(?:19|20)[0-9]{2}|"
    # "2.9.0 / 2015-10-13", of a release; numbers with a point and many digits behind it.
    r"[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3} ?[/–-] ?(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9]|"
    # "$89,300.00 / 89300.00": two sums
    r"[0-9]{3,9}\.[0-9]{2} ?[/–-] ?[0-9]{1,9}\.[0-9]{2}|"
    # "192.168.0/24": a network that is shortened.
    r"(?:192\.168|10\.[0-9]{1,3})\.[0-9]{1,3}/[0-9]{1,2}|(?:\+ )?[0-9]{1,3}\.[0-9]{5,12})$"
)
# Bytes of a dump: no number has seven pairs of digits.
_DUMPED = re.compile(r"[0-9]{2}(?: [0-9]{2}){6,}")
_NORTH_AMERICAN = re.compile(
    r"(?:(?:\+|00)?1[-. ]?)?(?:\([2-9][0-9]{2}\)[-. ]?|[0-9]{3}[-. ])[0-9]{3}[-. ][0-9]{4}(?:\s?(?:x|ext|\#).*)?$"
)
_OTHER_NUMBER = re.compile(
    r"\b(?:order|invoice|case|ticket|account|contract|ref(?:erence)?|tracking|policy|serial|claim|member|customer|"
    r"booking|reservation|confirmation|part|model|item)\s(?:number|no|nr|id|code|\#)\b\W{0,3}(?:(?:is|was)\W{1,2})?$",
    re.I,
)
# Without one of these before a number neither of the two expressions above matches.
_PHONE_STEMS = (
    "phone", "tel", "mobile", "cell", "fax", "call", "text", "sms", "whatsapp", "ring", "dial", "reach", "contact",
    "hotline", "handy", "number", "office", "home", "work", "direct", "rang", "phoning",
    "vipps", "mobilepay", "swish", "twint", "bizum",
)  # fmt: skip
_OTHER_STEMS = (
    "order", "invoice", "case", "ticket", "account", "contract", "ref", "tracking", "policy", "serial", "claim",
    "member", "customer", "booking", "reservation", "confirmation", "part", "model", "item",
)  # fmt: skip
_WITH_AREA = 10
_DOTS_OF_ADDRESS = 3
_SHORTEST_V6 = 6  # "x[::2]" is a slice
_REGIONS = ("US", "GB", "DE", "FR", "IL", "IN", "BR", "AU")
_LOCAL = re.compile("[2-9][0-9]{2}-[0-9]{4}")
_FRENCH = re.compile(r"0[1-9](?:[ .-][0-9]{2}){4}$")
_ADDED = re.compile(r"[0-9)\]] ?\Z")
_EXTENDS = re.compile("[xX#]")
_EXTENSION = re.compile(r"\s?(?:x|ext\.?|extension|#)\s?[0-9]+$", re.I)


def _phone(text: str, start: int, end: int) -> float | None:
    found = text[start:end]
    number = found if _EXTENDS.search(found) is None else _EXTENSION.sub("", found)
    digits = sum(map(str.isdigit, number))
    wrong = digits not in range(7, 16) or number.count("(") != number.count(")")
    if wrong or _NO_PHONE.match(number) or _DUMPED.fullmatch(number) or is_moment_of_log(text, start, end):
        return None
    long = digits >= _WITH_AREA
    if (long and _NORTH_AMERICAN.match(found)) or _FRENCH.match(number):
        return 0.9
    if (number.startswith("+") and not _ADDED.search(text, max(0, start - 4), start)) or (
        long and number.startswith("00") and number[2] != "0"
    ):
        return 0.95
    first = max(0, start - 60)
    before = text[first:start].lower()
    if any(stem in before for stem in _OTHER_STEMS) and _OTHER_NUMBER.search(text, first, start):
        return None
    if any(stem in before for stem in _PHONE_STEMS) and _PHONE_WORDS.search(text, first, start):
        return 0.85
    return _phone_alone(number, digits)


def _phone_alone(number: str, digits: int) -> float | None:
    """The score of a number that neither its form nor a word beside it gives away."""
    separated = any(mark in number for mark in " -()/")
    if number[0] in "(0" and digits >= _WITH_AREA - 1 and separated and "." not in number:
        return 0.7
    if digits == _WITH_AREA and number.isdigit() and number[0] in "23456789":
        return 0.45
    if _LOCAL.fullmatch(number):
        return 0.6
    candidate = digits >= _WITH_AREA - 1 and number.count(".") != _DOTS_OF_ADDRESS and (number[0] == "0" or separated)
    return 0.4 if candidate and _dialled(number) else None


@lru_cache(maxsize=256)
def _dialled(number: str) -> bool:
    """Whether somebody could have this number in one of some countries."""
    import phonenumbers

    for region in _REGIONS:
        if not _may_have(number, region):
            continue
        try:
            if phonenumbers.is_valid_number(phonenumbers.parse(number, region)):
                return True
        except phonenumbers.NumberParseException:
            continue
    return False


_PLAIN = re.compile("[0-9 ().-]+")
_FEW_COUNTRIES = 8
_KINDS = (
    "fixed_line", "mobile", "toll_free", "premium_rate", "shared_cost", "personal_number", "voip", "pager", "uan",
    "voicemail",
)  # fmt: skip


def _may_have(number: str, region: str) -> bool:
    """Whether a number may be one of a region; a short look that spares most numbers the long one."""
    if not _PLAIN.fullmatch(number):
        return True
    digits = "".join(filter(str.isdigit, number))
    return _plan_of(region).fullmatch(digits) is not None


@cache
def _plan_of(region: str) -> re.Pattern[str]:
    """Digits with what begins a call abroad, or whose end, behind a prefix, may be a number of the region."""
    from phonenumbers import PhoneMetadata
    from phonenumbers.phonenumberutil import region_codes_for_country_code

    own = PhoneMetadata.metadata_for_region(region)
    if own is None or own.country_code is None:
        return re.compile(".*")
    codes = region_codes_for_country_code(own.country_code)
    countries = [found for code in codes if (found := PhoneMetadata.metadata_for_region(code))]
    # Of the many countries of one plan what they have in common is enough.
    kinds = _KINDS if len(countries) <= _FEW_COUNTRIES else ("general_desc",)
    descriptions = (getattr(country, kind) for country in countries for kind in kinds)
    plans = dict.fromkeys(one.national_number_pattern for one in descriptions if one and one.national_number_pattern)
    prefixes = filter(None, (str(own.country_code), own.national_prefix_for_parsing))
    return re.compile(f"(?:{own.international_prefix})[0-9]*|(?:(?:{'|'.join(prefixes)})[0-9]*?)?(?:{'|'.join(plans)})")


_PICTURE = re.compile(r"@[1-4]x\.(?:png|jpe?g|gif|webp|svg)$")


def _email(text: str, start: int, end: int) -> float | None:
    # "git@github.com:owner/name.git" is where a program lies.
    # "Icon-76x76@2x.png" is a file.
    return None if text.startswith(("git@", "hg@", "svn@"), start) or _PICTURE.search(text, start, end) else 1.0


def _ip(text: str, start: int, end: int) -> float | None:
    found = text[start:end].partition("/")[0].partition("%")[0]
    if found.count(":") == 1 or (":" in found and (len(found) < _SHORTEST_V6 or not any(map(str.isdigit, found)))):
        return None
    if text[max(0, start - 8) : start].lower().rstrip().endswith(("version", "ver.", "release", "v")):
        return None
    try:
        address = ipaddress.ip_address(found)
    except ValueError:
        return None
    # "This machine" and "every machine" are nobody's.
    return None if address.is_loopback or address.is_unspecified else 1.0


CALLER = re.compile(
    r"(?:\w@|(?i:\b(?:from|lease) |\bclient(?:[_ ]?(?:ip|addr(?:ess)?))?[ =:] ?|"
    r"(?:\b|_)(?:peer|src|source|remote|rhost|caller|ip|addr|ip_?address)=))[\"'\[]?\Z"
)
"""Before the address of who logs in or asks for a page, as logs and commands have it, in a private network, too."""

_url = partial(Rule, "URL")
_phone_number = partial(Rule, "PHONE_NUMBER")
_mailbox = partial(Rule, "EMAIL_ADDRESS")

CONTACTS: tuple[Rule, ...] = (
    _mailbox(
        # "\thanks{rosa@acme.test}" of LaTeX
        r"(?<![\w.+%-])(?!\w{1,20}\{[\w.+-]{1,60}@)[\w.+%'!#$&*/?^{}~-]{0,63}[\w+*-]@(?:[\w-]{1,63}\.){1,8}"
        r"(?:[a-z]{2,24}|[A-Z]{2,24}|xn--[a-z0-9-]{1,59}|[^\W\da-zA-Z_]{2,24})(?![\w-])",
        1.0,
        ("@",),
        check=_email,
        unbroken=True,
    ),
    # "refund to moira.ab@tiscali": without the country or ".com".
    _mailbox(
        Expression(
            r"(?<![\w.+%@-])[\w.+-]{2,64}@(?:gmail|googlemail|hotmail|outlook|yahoo|ymail|icloud|aol|live|msn|proton|"
            r"protonmail|gmx|btinternet|virginmedia|talktalk|ntlworld|tiscali|sky|comcast|verizon|att|orange|wanadoo|"
            r"laposte|libero|t-online|web|mail)(?![\w@-]|\.\w)",
            re.I,
        ),
        0.9,
        ("@",),
        unbroken=True,
    ),
    _mailbox(
        Expression(
            r"(?<![\w.+-])[\w.+-]{1,64}\s?[\[({<]\s?(?:at|ät|arroba|arobase|chiocciola|małpa|apenstaartje|apestaart|klammeraffe)\s?[\])}>]\s?"
            r"[\w-]{1,63}(?:\s?[\[({<]\s?(?:dot|punkt|point|punto|ponto|punt|kropka)\s?[\])}>]"
            r"\s?[\w-]{1,63}|\.[\w-]{1,63}){1,8}",
            re.I,
        ),
        0.9,
        tuple(
            f"{opening}{space}{word}{space}{closing}"
            for word in "at ät arroba arobase chiocciola małpa apenstaartje apestaart klammeraffe".split()
            for opening, closing in ("()", "[]", "{}")
            for space in ("", " ")
        ),
    ),
    # "it's tom dot fairweather at gmail dot com", as somebody says it
    Rule(
        "USERNAME",
        r"(?<![\w.'’-])(?!(?i:dot|underscore|dash|hyphen)\s)[A-Za-z0-9][\w.-]{0,30}"
        r"(?:(?:\s(?i:dot|underscore|dash|hyphen)\s[\w.-]{1,30}){1,3}\s(?i:at)\s[\w-]{2,30}|"
        r"\s(?i:at)\s(?i:gmail|googlemail|hotmail|outlook|yahoo|icloud|aol|proton|protonmail|gmx))"
        r"(?:\s(?i:dot)\s(?i:com|org|net|edu|gov|info|io|co|ac|de|fr|es|it|nl|pl|eu|us|ca|au|ie|ch|at|uk)){1,2}(?!\w)",
        0.95,
        cues=frozenset(("dot",)),
        reach=(170, 12),
    ),
    _url(
        r"(?<![\w])(?:[A-Za-z][A-Za-z0-9+-]{1,15}://|mailto:(?=[^\s<>\"'?]{1,254}\?)|www\.)(?:\([^\s<>\"()]{0,200}\)|[^\s<>\"'`{}|"
        r"\\^()\[\]]|\[[0-9a-fA-F:.]{1,60}\])+"
        r"(?<![.,;:!?])",
        1.0,
        ("://", "mailto:", "www."),
        unbroken=True,
    ),
    _url(
        rf"(?<![\w@.:/\\-])(?:[A-Za-z0-9](?:[A-Za-z0-9-]{{0,61}}[A-Za-z0-9])?\.){{1,5}}(?:{_DOMAINS}"
        rf")(?![\w@-]|\.[a-z]|\()"
        r"(?::[0-9]{2,5})?" + _PATH,
        0.8,
        sign=re.compile(rf"\.(?:{_DOMAINS})(?![\w@-])"),
        form=form(".a"),
        unbroken=True,
    ),
    _url(
        rf"(?<![\w@.:/\\-])(?:[a-z0-9](?:[a-z0-9-]{{0,61}}[a-z0-9])?\.){{1,4}}(?:{_MORE_DOMAINS})(?![\w@-]|\.[a-z]|\()"
        r"(?::[0-9]{2,5})?" + _PATH,
        0.8,
        sign=re.compile(rf"\.(?:{_MORE_DOMAINS})(?![\w@-])"),
        form=form(".a"),
        unbroken=True,
    ),
    # "our site is bottegarossi.it", "status.vetter.at/today"
    _url(
        r"(?i:\b(?:(?:web)?sites?|pages?|domain|host|server|visit|shop|url|portal|blog)(?: is| at| on|:){0,2} )"
        rf"(?P<v>(?:[a-z0-9](?:[a-z0-9-]{{0,61}}[a-z0-9])?\.){{1,4}}(?:{_WORD_DOMAINS})(?![\w@-]|\.[a-z]|\()"
        + _PATH
        + ")",
        0.8,
        sign=re.compile(rf"\.(?:{_WORD_DOMAINS})(?![\w@-])"),
        form=form(".a"),
        reach=(25, 300),
    ),
    # Hosts of a private network: "printsrv-02.brookside.local". Names of programs have no digit and no hyphen.
    _url(
        r"(?<![\w@.:/\\-])(?=[\w.]{0,60}[0-9-])[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
        r"(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?){1,3}\.(?:local|internal|intranet|lan|localdomain|corp)"
        r"(?![\w@-]|\.[a-z]|\()(?::[0-9]{2,5})?",
        0.85,
        sign=re.compile(r"\.(?:local|internal|intranet|lan|localdomain|corp)(?![\w@-])"),
        form=form(".a"),
        unbroken=True,
    ),
    _phone_number(
        r"(?<![\w.$€£/@#-])(?:\+\s?|\((?=\+?[0-9]{1,6}[) ]{0,2}\))\+?)?[0-9]"
        r"(?>(?:[ \u00a0]?[().\-/–\u2011][ \u00a0]?|[() \u00a0])?)"
        r"(?:[0-9](?>(?:[ \u00a0]?[().\-/–\u2011]{1,2}[ \u00a0]?|[() \u00a0])?)){5}"
        # Behind seven digits a slash or a dash between spaces begins another number.
        r"(?:[0-9](?>(?:[ \u00a0]?[().\-\u2011]{1,2}|[.\-/–\u2011)]{1,2}[ \u00a0]?|[() \u00a0])?)){0,9}[0-9]"
        r"(?:\s?(?:[xX]|[eE]xt\.?|extension|\#)\s?[0-9]{1,6}|"
        r" ?[/–-] ?[0-9]{1,3}(?=[.,;)]?(?:\s*\n|\s*\Z)))?(?![\w@%€£$]|[.,:/-][0-9])",
        digits=7,
        check=_phone,
    ),
    # "/(617) 555-2368/", "#(617) 555-2368": an area in brackets begins a number behind a sign, too.
    _phone_number(
        r"\((?<=[/#@.$€£-]\()[2-9][0-9]{2}\)[-. ]?[0-9]{3}[-. ][0-9]{4}(?![\w@%€£$]|[.,:/-][0-9])",
        0.9,
        sign=re.compile(r"\([2-9][0-9]{2}\)[-. ]?[0-9]{3}[-. ][0-9]{4}"),
        form=form("(000)"),
    ),
    Rule(
        "ID_NUMBER",
        r"\b(?:ext|extn|extension)\.?\s(?P<v>[0-9]{3,6})(?![\w%]|[.,:/-][0-9])",
        0.85,
        digits=3,
        folded=True,
    ),
    # "Plant mgr Skaggs  x 2207"
    Rule(
        "ID_NUMBER",
        r"(?<=[a-z)])[ \t]{1,4}x ?(?P<v>[0-9]{3,5})(?=[ \t]{0,9}(?:[,;)\n]|\Z))",
        0.85,
        digits=3,
        also=frozenset("phone phones telephone ext extension extensions mgr desk reception office call ring".split()),
        sign=re.compile(r"x ?[0-9]{3,5}"),
        reach=(8, 20),
    ),
    # {"phone": {"area": "151", "number": "23456780"}}
    _phone_number(
        r"[\"'](?:[Pp]hone|[Tt]elephone|[Tt]el|[Mm]obile|[Cc]ell|[Ff]ax)(?:_?[Nn]umber)?[\"']\s?:\s?\{[^{}]{0,120}?"
        r"[\"'](?:number|local|line|subscriber)[\"']\s?:\s?[\"']?(?P<v>[0-9][0-9 -]{3,12}[0-9])(?![\w.])",
        0.9,
        digits=5,
        also=frozenset("phone telephone tel mobile cell fax number".split()),
        reach=(180, 20),
    ),
    # "Big Mike - 555 0172": a local number, alone behind somebody on a line.
    _phone_number(
        r"(?:(?<=\n)|(?<![^\n]))[ \t]{0,8}(?:[-*•] )?[A-Z][^\n0-9]{1,40}?(?: ?[–—:-] |[ \t]{2}|\.{2,} ?)[ \t]{0,20}"
        r"(?P<v>[2-9][0-9]{2}[ .][0-9]{4})(?![\w%]|[.,:/-]?[0-9])",
        0.9,
        digits=4,
        sign=re.compile(r"[0-9]{3}[ .][0-9]{4}"),
        reach=(80, 20),
    ),
    # Digits that are written as letters: 1-800-FLOWERS.
    _phone_number(
        r"(?<![\w.+-])(?:\+?1[-. ])?\(?8(?:00|33|44|55|66|77|88)\)?[-. ](?=[A-Z0-9-]{0,8}?[A-Z]{3})"
        r"(?:[A-Z0-9]-?){6,10}[A-Z0-9](?![\w@-])",
        0.8,
        sign=re.compile(r"8(?:00|33|44|55|66|77|88)\)?[-. ]"),
        form=form("AAA"),
    ),
    Rule(
        "IP_ADDRESS",
        r"(?<![\w.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?:/[0-9]{1,2})?(?!\w|\.[0-9])",
        1.0,
        sign=re.compile(r"\.[0-9]{1,3}\.[0-9]"),
        form=form(".0.0", ".00.0", ".000.0"),
        check=_ip,
        unbroken=True,
    ),
    Rule(
        "IP_ADDRESS",
        r"(?<![\w:.])(?>(?:[0-9A-Fa-f]{0,4}+::?){1,8})(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9A-Fa-f]{1,4})?"
        r"(?:%[0-9a-zA-Z]{1,20})?(?:/[0-9]{1,3})?(?![\w:])",
        1.0,
        sign=re.compile(":[0-9A-Fa-f]{0,4}:"),
        form=hexadecimal("::", ":0:", ":00:", ":000:", ":0000:"),
        check=_ip,
        unbroken=True,
    ),
    Rule(
        "MAC_ADDRESS",
        r"[0-9A-Fa-f](?<![\w:.-].)(?:[0-9A-Fa-f]([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}|"
        r"[0-9A-Fa-f]{3}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4})(?![\w:-])",
        1.0,
        sign=re.compile(r"[:.-](?:[0-9A-Fa-f]{2}){1,2}[:.-]"),
        form=hexadecimal("00:00:00:", "00-00-00-", ".0000."),
        unbroken=True,
    ),
    *ACCOUNTS,
)
"""Rules for what reaches a person or a machine."""
