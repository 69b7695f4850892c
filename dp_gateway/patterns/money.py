"""Amounts of money, with a currency and without one: rules of the `PatternDetector`."""

from __future__ import annotations

import re
from functools import partial

from dp_gateway.patterns.rules import AMOUNT, LOWER_END, NUMBER, WORD_NUMBER, Rule
from dp_gateway.text.entities import CURRENCY_CODES
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

_SCALE = (
    r"(?:\s?(?:[kKmM]|[bB]n?|[tT]n|mn|mio)\b|"
    r"\s(?:thousand|million|billion|trillion|Mio\.?|Mrd\.?|lakhs?|lacs?|crores?)\b)"
)
_CODES = "|".join(sorted(CURRENCY_CODES))
_CURRENCY = (
    rf"(?:[$€£¥₹₽₩₺₱₦฿₫₴₪]|(?:{_CODES})\b|(?i:(?:us |canadian |australian )?dollars?|euros?|pounds(?: "
    rf"sterling)?|bucks|cents|yen|rupees?|francs?|pesos?|yuan|rubles?|kronor|kr|quid|nicker|zł|"
    r"(?-i:bob)(?=[.,;:!?)]|\Z| (?:a|and|are|at|but|by|each|for|from|is|of|off|on|or|per|so|to|was)\b)|"
    r"zloty(?:ch)?|kč|lei|leva|forints?|dirhams?|dinars?|riyals?|shekels?|naira|cedis?|rands?|shillings?|"
    r"birr|kwacha|baht|rupiah|ringgit|taka|tenge|lari|hryvnias?|krone[rn]?|reais)\b)"
)
_SIGNS, _CODE_CUES = frozenset("$€£¥₹₽₩₺₱₦฿₫₴₪"), frozenset(_CODES.lower().split("|"))
_NAMES = frozenset(_LISTS["NAMES"])
# What follows an amount in pounds, where nothing is weighed.
_PAID_BEFORE = (
    r"(?:sterling|for|per|and|but|each|from|with|into|that|was|were|has|had|are|over|under|more|less|last|this|every|"
    r"monthly|weekly|annually|yearly|when|because|the|owed|due|off|back|worth|up|down|upfront|in|on|at|to|by|so|if|or|is|it|he|she|we|"
    r"they|you|my|his|her|our|their|a|as|debt|rent|cash|now|plus|short|out|until|till|before|after|extra|tax|"
    r"deposit|bill|fine|fee|gift|towards?|through|via|yesterday|today|tomorrow|tonight|next)\b"
)
GRAND = rf"grand(?! (?!{_PAID_BEFORE})\w)"
"""A thousand dollars or pounds: no piano, no slam."""
_PAID = _LISTS["PAID"]

_MADE = (
    r" (?:about |around |almost |nearly |over )?[0-9,.]{1,12}[0-9]"
    r"(?:$|[.;:!?)]|, | (?:in|last|this|a|per|from|and|before|after)\b)"
)
"""Behind "made", an amount of which no noun says what was made."""
_MOVED = _LISTS["MOVED"]
_AWAY = r" (?:another |the |about |around |exactly )?[0-9,.]{1,12}[0-9]k? (?:to|into|from|back|via|over|before|out)\b"
"""Behind a word for moving money, an amount that goes somewhere: "transferred 12,400 files" counts files."""
_LEFT = r" [0-9,.]{1,12}[0-9](?:[,.;:!?)](?![0-9])|$| (?:until|till?|by|on|when|after|before|is|was|to|from|in)\b)"
_OF_THOUSANDS = r"[0-9]{1,4}(?:\.[0-9]{1,2})?"
_LARGE = rf"(?<![\w.,$€£/-])(?P<v>{_OF_THOUSANDS}(?:[-–]{_OF_THOUSANDS})?(?:k|mn?|bn|\s(?:million|billion|mn|bn|mil)))"
_LARGE_CUES = frozenset("k m mn bn mil million billion".split())
# What has a price, or is one.
_PRICED = (
    r"(?:pro rata|ote|valuation|deal|contract|loan|mortgage|grant|budget|investment|funding|settlement|fee|fine|"
    r"debt|salary|bonus|raise|seed|safe|cap|note|house|home|flat|apartment|condo|property|job|package|pension|tranche|bid|offer|quote|invoice|turnover|revenue|profit|loss|inheritance|cheque|"
    r"(?:(?:seed|bridge|funding) )?round)"
)
_FUNDS = frozenset(_LISTS["FUNDS"])

# Amounts of which no sign says that they are money. What a number counts would stand behind it ("300 pages"), so only
# the end of a clause, a word that leads on, or what pays by time may follow.
_THOUSANDS = r"[0-9]{0,2}(?:,[0-9]{3}){1,3}(?:\.[0-9]{2})?|[0-9]?(?:\.[0-9])?k"
_BARE = rf"[1-9](?:{_THOUSANDS}|[0-9]{{2,6}}(?:\.[0-9]{{2}})?k?)"
_SMALL = rf"[1-9](?:{_THOUSANDS}|[0-9]{{1,6}}(?:\.[0-9]{{2}})?k?)"
"""An amount as `_BARE` has it, or of two digits."""
_UNIT_OF_TIME = r"(?:hours?|hrs?|days?|nights?|weeks?|wks?|fortnights?|months?|mos?|quarters?|terms?|years?|yrs?|annum)"
BY_TIME = (
    rf"\s?(?:(?:an?|per|each|every)\s{_UNIT_OF_TIME}|/\s?(?:{_UNIT_OF_TIME}|mth|h|d)|p\.?c\.?m\.?|p\.?[wa]\.?)(?!\w)"
)
_TIMES = frozenset(_LISTS["TIMES"])
ENDS = (
    rf"(?:(?={BY_TIME})|(?![\w%°/–-]|[.,:]?[0-9]|\s?[%°€£$])"
    r"(?=\s{0,2}(?:$|[.,;:!?)\]\"'’”\n](?![0-9])|(?:an?|after|and|as|at|back|because|before|but|by|cash|"
    r"down|each|effective|every|extra|for|from|gross|if|in|instead|last|less|minus|monthly|more|net|next|no|not|now|off|oh|on|or|out|um|"
    r"over|per|please|pls|plus|plz|pm|since|so|starting|the|then|this|through|till?|to|total|until|up|upfront|was|weekly|were|when|where|which|"
    r"while|with|without|yearly)\b)))"
)
_SUMS = _LISTS["SUMS"]
_ITEMS = (
    "net|gross|basic|overtime|bonus|commission|paye|ni|fica|medicare|withholding|national insurance|social security|"
    "tax|council tax|student loan|pension|deduction|deductions|expenses|vat|gst|hst|postage|shipping|delivery|tip|"
    "service charge|discount|refund|fee|fees|copay|deductible|excess|premium|principal|escrow|rent|deposit|electric|"
    "electricity|gas|water|wifi|internet|broadband|phone|groceries|childcare"
)
"""What the lines of payslips, bills and statements are for."""
_ITEM_CUES = frozenset(item.split()[-1] for item in _ITEMS.split("|"))
_STEPS = (
    r"(?:['’]s)?(?: (?:about|alone|almost|approximately|around|at|be|been|came|come|comes|currently|cut|down|dropped|"
    r"exactly|fell|for|from|frozen|go|goes|going|has|hiked|increased|is|it|just|jumped|kept|nearly|now|of|only|over|"
    r"raised|remains?|remained|rises|rose|roughly|stays?|stayed|the|to|under|up|was|were|went|will|would)){0,5}:?\s"
)
_DEALS = _LISTS["DEALS"]
_TO_WHOM = (
    r"(?: (?:me|us|him|her|them|you|it|someone|everyone|(?:my|our|his|her|their|the|a) [a-z]{2,14}|only|just|back|"
    r"about|around|almost|nearly|over|roughly|exactly|another|out|[a-z]{2,14}(?= (?:[0-9]|(?:for|at|on) [0-9])))){0,2}"
    r"(?: \([a-z &]{2,24}\))?(?: (?:for|at|on|of|to|is|was|between|@))?\s"
)
# "Bought in 2011 for 187,500", "sold last month for 402,000"
_WHEN = r"(?: (?:(?:back )?in (?:[a-z]{3,9} )?)?(?:19|20)[0-9]{2}| last [a-z]{3,9}| yesterday| today)?"
_PAID_BY_TIME = re.compile(BY_TIME, re.IGNORECASE)
_YEAR = re.compile("(?:19|20)[0-9]{2}(?![0-9k]|[.,][0-9])")
_SAYS_HOW_MUCH, _REACH = re.compile(r"(?<!\S)(?:is|was|pays?|paid)\s+\Z"), 8


def _bare(amount: str) -> str:
    """An amount by itself, or a range of two."""
    return rf"(?P<v>{amount}(?:(?:\s?[-–]\s?|\s(?:to|or|and)\s){amount})?)"


def _bare_amount(text: str, start: int, end: int) -> float | None:
    # "rent for 2024", "bought in 1998", "fees from 2021 to 2024": years, where nothing says how often it is paid.
    if _YEAR.match(text, start) and not _PAID_BY_TIME.match(text, end):
        return 0.99 if _SAYS_HOW_MUCH.search(text, max(0, start - _REACH), start) else None
    return 0.99


def _large(text: str, start: int, end: int) -> float | None:
    # "I am on 3 of 5", "it is on 120": what somebody is paid a year is written with thousands.
    return 0.95 if "," in text[start:end] or text[start:end].lower().endswith("k") else None


_NO_PAY = re.compile(
    r"\b(?:limit(?:ed)?|quota|rate|requests?|calls?|tokens?|e?mails?|messages?|users?|visit(?:s|ors)?|views|clicks|sessions|orders?|"
    r"tickets?|rows|events|jobs|runs|builds|downloads|hours|km|miles|kwh|units|steps|words|calories|people|cars|born|die)\b"
    r"[^.\n]{0,24}\Z",
    re.IGNORECASE,
)


def _paid_by_time(text: str, start: int, end: int) -> float | None:
    del end
    # "1600 a month, no haggling"; "requests: 5000 per month" are no sum.
    return None if _NO_PAY.search(text, max(0, start - _FAR), start) else 0.9


_FAR = 48
_money = partial(Rule, "MONEY")

MONEY: tuple[Rule, ...] = (
    # "1600 a month, no haggling", "last direct debit 2780 per month", "Insurance plan: 2980 monthly"
    _money(
        r"(?<![\w.,$€£/-])(?P<v>[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]{2})?|[1-9][0-9]{2,5}(?:\.[0-9]{2})?)"
        r"(?=(?:\s(?:an?|per|each|every|/)\s|\s?/\s?)(?:calendar )?(?:month|week|year|annum|mo|wk|yr)\b|"
        r"\s(?:monthly|yearly|annually)\b)",
        0.9,
        check=_paid_by_time,
        digits=3,
        cues=frozenset("month monthly week year yearly annum annually mo wk yr".split()),
        folded=True,
        reach=(30, 12),
    ),
    # "2 bed, 1,150 pcm", "rent 640 p/m"
    _money(
        r"(?<![\w.,$€£/-])(?P<v>[1-9][0-9]{0,2}(?:,?[0-9]{3})(?:\.[0-9]{2})?|[1-9][0-9]{2}(?:\.[0-9]{2})?)"
        r"(?= ?(?:pcm|p\.c\.m\.?|ppcm|pppw|p/m|p/w|p\.?a\.)(?!\w))",
        0.9,
        digits=3,
        sign=re.compile(r"[0-9] ?p[./cp]"),
        reach=(24, 10),
    ),
    # "worth? says 8-9k", "wants 30-32k"
    _money(
        r"\b(?i:says?|said|wants?|asks?|asking|worth|value|valued|at|pays?|paying|offer(?:ed|ing)?|around|about|on|earns?|for|"
        r"quotes?|quoted|budget|cost|costs|salary|range)\b[:?)]{0,2} (?:says |about |around |of )?"
        r"(?P<v>[1-9][0-9]{0,2} ?[-–] ?[1-9][0-9]{0,2}k)(?![\w-]| [a-z]{4})",
        0.9,
        digits=2,
        sign=re.compile(r"[0-9] ?[-–] ?[0-9]{1,3}k"),
        reach=(40, 16),
    ),
    _money(
        rf"(?:(?<!\w)(?:US|CA|AU|NZ|HK|NT|TT|BB|EC|FJ|AR|MX|S|C|A|R|J)?[$€£¥₹₽₩₺₱₦฿₫₴₪]|\b(?:{_CODES}|Rs)\b\.?)\s?-?"
        # "$17 - 8/2022" is no range
        rf"{AMOUNT}{_SCALE}?(?:\s?[-–]\s?[$€£]?{AMOUNT}{_SCALE}?(?![0-9]|/[0-9]))?(?:\s(?:{_CODES})\b)?",
        0.95,
        digits=1,
        cues=_CODE_CUES | {"rs"},
        marks=_SIGNS,
    ),
    # Naira and cedi: "N750,000", "#50,000", "GHS 500", "N45k"
    _money(
        r"(?<![\w.#/-])(?:N|#|GH[¢₵S]\s?)(?P<v>[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]{2})?|[1-9][0-9]{0,2}(?:k|m)\b)(?![\w])",
        0.85,
        digits=1,
        sign=re.compile(r"[N#¢₵S]\s?[1-9][0-9]{0,2}[,km]"),
        reach=(4, 24),
    ),
    # Shillings, ringgit and rupiah: "Ksh 480,000"
    _money(
        rf"\b(?:[KTU][Ss]hs?|TSh|RM|Rp)\.? ?{NUMBER}(?!\w| [0-9]{{4}}(?![0-9,.]))",
        0.85,
        digits=1,
        sign=re.compile(r"(?:[Ss]hs?|RM|Rp)\.? ?[0-9]"),
        reach=(4, 24),
    ),
    # "every Tue, R15.", "for R250 each": a rand behind what tells a price; lists of parts count "R15, R16".
    _money(
        r"(?:\b(?:for|costs?|pay|paid|only|price|fare|fee|owe[sd]?|was|is|just|about|from|entry|tickets?)|[,:])"
        r" (?P<v>R ?[1-9][0-9]{1,3}(?:\.[0-9]{2})?)(?=\.?\s{0,2}(?:\n|\Z)|[.!;)] ?[^\W\d]|\s(?:each|per|pp|a|an|"
        r"for|cash|only)\b|/)",
        0.8,
        digits=2,
        sign=re.compile("R ?[1-9][0-9]"),
        reach=(10, 8),
    ),
    # Rand: "R412 000"
    _money(r"(?<![\w.])[R] ?[0-9]{1,3}(?:[ ,][0-9]{3})+(?:\.[0-9]{2})?(?![\w])", 0.85, digits=4),
    _money(
        # "2 pounds tomatoes", "3 pounds of beef" are weighed.
        rf"(?<![\w.,]){LOWER_END}{AMOUNT}{_SCALE}?\s?"
        rf"(?!pounds (?:of )?(?!{_PAID_BEFORE})[a-z]{{3,}})(?:{_CURRENCY}|{GRAND}\b)(?!(?<=[$€£])[0-9])",
        0.9,
        digits=1,
        cues=_CODE_CUES | _NAMES,
        # The engine takes a long s for an s.
        marks=_SIGNS | {"ſ"},
    ),
    # "3億2千万円" in English text
    _money(
        rf"(?<![\w.,]){NUMBER}(?:[百千万億兆亿萬]{{1,2}}(?:[0-9]{{1,4}}[百千万億亿]{{0,2}}){{0,3}})?[円元]",
        0.9,
        digits=1,
        marks=frozenset("円元"),
    ),
    # "45 lakh", "1.5 crore": in India amounts of money, where nobody is counted.
    _money(
        rf"(?<![\w.,]){AMOUNT}\s?(?:lakhs?|lacs?|crores?)(?! (?:people|voters|users|men|women|of people))(?!\w)",
        0.85,
        digits=1,
        cues=frozenset("lakh lakhs lac lacs crore crores".split()),
        folded=True,
    ),
    _money(
        r"\b(?:paid|pays?|earn(?:s|ed|ing)?|owe[sd]?|costs?|cost me|cost us|bought|sold|worth|raised|makes?|made)"
        r"(?: about| around| almost| over| nearly| it for| for){0,2}\s"
        rf"(?P<v>(?:half )?a (?:million|billion)|{WORD_NUMBER}\s(?:million|billion|grand))(?!\w| (?:people|times))",
        0.85,
        cues=frozenset(("million", "billion", "grand")),
        folded=True,
    ),
    # "a budget of 30k", "revenue was 4.2m", "up from 3.9m", "she earns 3,200"
    _money(
        rf"\b(?:{'|'.join(_PAID)}|made(?={_MADE})|burn(?: rate)?|(?:up|down) from|"
        rf"(?:{'|'.join(_MOVED)})(?={_AWAY})|(?:remaining|outstanding)(?={_LEFT}))"
        r"(?: is| was| were| of| about| around| exactly| another| the| me| us| him| her| at| it for| for|:){0,2}"
        r"\s{1,20}(?P<v>[0-9]{1,4}(?:\.[0-9]{1,2})?\s?(?:k|mn?|bn?|million|billion|grand)|[0-9]{1,3}k[0-9]{1,3}"
        r"|[0-9]{1,3}(?:,[0-9]{3}){1,4}(?:\.[0-9]{2})?)(?!\w|[.,]?[0-9])",
        0.9,
        digits=1,
        folded=True,
        reach=(8, 60),
    ),
    # "kitchen 3,85,000, wardrobes 1,20,000": so India groups the digits of sums, where nobody is counted
    _money(
        r"(?<![\w.,$€£₹/-])[1-9][0-9]?(?:,[0-9]{2}){1,3},[0-9]{3}(?:\.[0-9]{2})?(?=[,;:)]?(?:\s|\Z)|\.(?:\s|\Z)|/-)"
        r"(?! [a-z]{3,}(?<! and)(?<! for)(?<!plus)(?<!only)(?<! per)(?<!from)(?<! was))",
        0.85,
        digits=6,
        sign=re.compile(r"[0-9],[0-9]{2},[0-9]"),
    ),
    # "he's self employed, 22k net", "3,500 maintenance"
    _money(
        r"(?<![\w.,$€£₹/-])[1-9][0-9]{0,2}(?:(?:\.[0-9])?k"
        r"(?= (?:net|gross|a year|per year|p\.?a\b|annually|before tax|after tax)\b)|"
        r"(?:,[0-9]{3}){1,2}(?:\.[0-9]{2})?(?= (?:maintenance|deposit|dues|arrears|salary|bonus)\b))",
        0.85,
        digits=1,
        cues=frozenset("net gross year pa p annually tax maintenance deposit dues arrears salary bonus".split()),
        folded=True,
    ),
    # "a 22 million valuation", "a 30k raise"
    _money(rf"{_LARGE}(?=[ -](?:pre-money |post-money )?{_PRICED}\b)", 0.85, digits=1, cues=_LARGE_CUES, folded=True),
    # "The term sheet says 2.4 million at eight percent", "Umbrella Health 1.2M (lost)"; "3 million rows" are counted.
    _money(
        rf"{_LARGE}(?=[.,;:)!?](?:\s|$)|(?:\s|$)(?:$|[^a-z]|(?:at|on|by|from|for|with|over|upfront|and|but|closing|pre|post)\b))",
        0.8,
        digits=1,
        cues=_LARGE_CUES,
        also=_FUNDS,
        folded=True,
    ),
    # "rent's going from 1,875 to 2,150", "a base of 118k was frozen", "utilities 240"
    _money(
        # "Invoice 2207" has a number.
        rf"\b(?:{'|'.join(_SUMS)})(?!(?<=invoice)\s[0-9]{{3,8}}(?![.,]?[0-9]|k)){_STEPS}{_bare(_BARE)}{ENDS}",
        check=_bare_amount,
        digits=1,
        folded=True,
        reach=(2, 80),
    ),
    # "paid 900 deposit"
    _money(
        rf"\b(?:paid|pay|pays|paying|owe|owes|owed|gave|lent|lost|charged?|sent|took|keeps?|kept|want|wants)"
        rf"(?: (?:me|us|him|her|them|you|a|the|another|about|nearly|over)){{0,2}} (?P<v>{_SMALL})"
        r"(?= (?:deposit|rent|bond|bail|tips?|tax|interest|arrears|damages|maintenance|alimony|excess|insurance|cash|"
        r"postage|shipping|commission|in (?:cash|fees|fines|tips|rent|tax|damages))\b)",
        check=_bare_amount,
        digits=2,
        folded=True,
        reach=(2, 60),
    ),
    # "I owe Klarna twelve hundred quid and 300 to my brother"
    _money(
        rf"\b(?:owes?|owed|paid|pays?|gave|lent|sent)\b[^.;!?\n]{{2,60}}?,? and (?P<v>{_BARE})"
        r"(?= (?:to|for|from) (?:my|his|her|our|their|the|me|him|us|them)\b)",
        check=_bare_amount,
        digits=2,
        folded=True,
        reach=(2, 100),
    ),
    # "they offered me 72500", "I owe my brother 4500", "settled at 14,750"
    _money(
        rf"\b(?:{'|'.join(_DEALS)}|put in){_WHEN}{_TO_WHOM}{_bare(_SMALL)}{ENDS}",
        check=_bare_amount,
        digits=2,
        folded=True,
        reach=(2, 80),
    ),
    # "Total due 437.40", "subtotal: 364.50"
    _money(
        r"\b(?:(?:(?:sub|grand |invoice )?total|amount|balance)(?: (?:due|owing|payable|paid|outstanding))?|"
        rf"(?:{_ITEMS})(?: \([a-z &]{{2,24}}\)| plan [1-5]| ded(?:uction|\.)?| pay)?|"
        r"you (?:owe|paid))[:=]?\s{1,20}"
        r"(?P<v>[0-9]{1,3}(?:,[0-9]{3}){0,3}\.[0-9]{2}|[0-9]{4,6}\.[0-9]{2}|[0-9]{1,4},[0-9]{2})(?![\w%]|[.,]?[0-9])",
        0.9,
        digits=2,
        cues=frozenset("total subtotal amount balance owe paid".split()) | _ITEM_CUES,
        folded=True,
        reach=(20, 60),
    ),
    # "EBITDA of the firm fell from 14.2m to 9.8m"
    _money(
        rf"\b(?:ebit(?:da)?|revenues?|sales|profits?|turnover|arr|mrr|income|loss(?:es)?|costs|budget|valuation|debts?|capex)\b"
        rf"[^.\n0-9]{{0,40}}\b(?:from|of|at|to|by|was|is|hit|reached|fell|rose|grew)\s"
        rf"(?P<v>{_OF_THOUSANDS}(?:k|mn?|bn)(?:\s(?:to|and)\s{_OF_THOUSANDS}(?:k|mn?|bn))?)(?!\w)",
        0.9,
        digits=1,
        folded=True,
    ),
    # "my offer in Seattle is 118k"
    _money(
        r"\b(?:offers?|salary|comp|compensation|package|base|ote|wages?)(?:\b[^.\n0-9]{0,40}\b(?:is|was|of|at|for|to))?:?\s"
        r"(?P<v>[1-9][0-9]{1,2}(?:\.[0-9])?k?(?:[-–][1-9][0-9]{1,2}(?:\.[0-9])?)?k)(?!\w)",
        0.9,
        digits=2,
        folded=True,
    ),
    # "was charged twice: 59.99 on 8 May"
    _money(
        r"\b(?:charged|billed|debited|refunded|deducted|withdrawn|overcharged|invoiced)\b[^.\n0-9]{0,24}"
        r"(?<![\w.,$€£/-])(?P<v>[0-9]{1,3}(?:,[0-9]{3}){0,2}\.[0-9]{2}|[0-9]{4,6}\.[0-9]{2})(?![\w%]|[.,][0-9])",
        0.9,
        digits=2,
        folded=True,
    ),
    # "R HOLLOWAY RENT -950.00": what a bank writes; "-2.25" of glasses has no such word beside it.
    _money(
        r"(?<![\w.,+-])[+-](?P<v>[0-9]{1,3}(?:,?[0-9]{3}){0,3}\.[0-9]{2})(?![\w%]|[.,][0-9])",
        0.9,
        digits=3,
        cues=frozenset(
            "bal balance rent loan benefit stores payment transfer salary wages fee purchase statement refund deposit "
            "withdrawal atm pos".split()
        ),
        folded=True,
        reach=(40, 40),
    ),
    # "I take home 2,140"
    _money(
        rf"\b(?:takes?|taking|took|brings?|bringing) home (?:about |around |roughly |only )?{_bare(_SMALL)}{ENDS}",
        check=_bare_amount,
        digits=2,
        cues=frozenset(("home",)),
        folded=True,
        reach=(12, 40),
    ),
    # "Amex 4,212 @ 27.9%": what is owed, and at which rate.
    _money(
        r"(?<![\w.,$€£/#-])(?P<v>[1-9][0-9]{0,2}(?:,[0-9]{3}){1,2}|[1-9][0-9]{2,5}) (?:@|at) "
        r"[0-9]{1,2}(?:(?:\.[0-9]{1,2})? ?%|\.[0-9]{1,2}(?![\w.]))",
        0.9,
        digits=4,
        marks=frozenset("@%"),
        reach=(16, 12),
    ),
    # "6 x lemon curd @ 7.85"
    _money(
        r"@ (?P<v>[0-9]{1,4}\.[0-9]{2})(?![\w%]|[.,][0-9]| ?[GMk]Hz)",
        0.9,
        digits=3,
        marks=frozenset("@"),
        reach=(4, 12),
    ),
    # "I'm currently on 71,500"
    _money(
        rf"(?:['’](?:m|s|re)|\b(?:am|are|is|was|were|be|still|currently|now)) on {_bare(_BARE)}{ENDS}",
        check=_large,
        digits=1,
        sign=re.compile("on [1-9]"),
        folded=True,
        reach=(14, 40),
    ),
    # "Jan 1,150 pd", "450 overdue"
    _money(
        rf"(?<![\w.,$€£/#-])(?P<v>{_BARE})\s(?:pd|paid|owed|owing|due|overdue|unpaid|outstanding)(?!\w)",
        0.99,
        digits=1,
        cues=frozenset("pd paid owed owing due overdue unpaid outstanding".split()),
        folded=True,
        reach=(16, 4),
    ),
    # "they pay us 1.900 a month", "she is on 4.150 gross"
    _money(
        r"\b(?:pay(?:s|ing)?|paid|earn(?:s|ed|ing)?|charg(?:e|es|ed|ing)|(?:is|am|are|was|were|['’]s|['’]m|['’]re)\son)"
        r"(?:\s(?:us|me|him|her|them|you))?\s(?P<v>[1-9][0-9]{0,2}[.,][0-9]{3})(?=\s(?:an?|per)\s(?:hour|day|week|month|year)|"
        r"\s(?:gross|net)\b)",
        digits=3,
        cues=frozenset("hour day week month year gross net".split()),
        folded=True,
        reach=(40, 8),
    ),
    # "to Raj for 950 a month", "1200 pcm"
    _money(
        rf"\b(?:for|at|of|is|was|on|gets?|getting|receives?|rent|rate|rates|bills|fee|fees):?\s{_bare(_SMALL)}(?={BY_TIME})",
        digits=2,
        cues=_TIMES,
        folded=True,
        reach=(24, 8),
    ),
)
"""Rules for amounts of money."""
