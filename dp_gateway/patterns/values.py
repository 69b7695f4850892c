"""Ages, money, percentages, measurements, durations: what an answer may depend on."""

from __future__ import annotations

import re

from dp_gateway.patterns.rules import NUMBER, NUMBER_WORDS, WORD_NUMBER, Expression, Rule
from dp_gateway.text.entities import CURRENCY_CODES

__all__ = ["VALUES"]

_FRACTION = r"[0-9]{1,4}(?:[ -][1-9]/(?:[2-689]|1[026])(?![0-9])|\s?[½⅓⅔¼¾⅛⅜⅝⅞])|[1-9]/(?:[2-689]|1[026])(?![0-9])"
"""A fraction, with the whole number before it."""
_AMOUNT = rf"(?:(?:{_FRACTION})|{NUMBER})"
_SCALE = (
    r"(?:\s?(?:[kKmM]|[bB]n|mn|mio)\b|\s(?:thousand|million|billion|trillion|Mio\.?|Mrd\.?|lakhs?|lacs?|crores?)\b)"
)
_FROM = rf"(?:{_AMOUNT}(?:\s?[-–]\s?|\s(?:to|or)\s)|(?<=\b[Bb]etween\s){_AMOUNT}\sand\s)?"
"""The lower end of a range."""
_CODES = "|".join(sorted(CURRENCY_CODES))
_CURRENCY = (
    rf"(?:[$€£¥₹₽₩₺₱₦฿₫₴₪]|(?:{_CODES})\b|(?i:(?:us |canadian |australian )?dollars?|euros?|pounds(?: "
    rf"sterling)?|bucks|cents|yen|"
    r"rupees?|francs?|pesos?|yuan|rubles?|kronor|quid|zł|"
    r"zloty(?:ch)?|kč|lei|leva|forints?|dirhams?|dinars?|riyals?|shekels?|naira|cedis?|birr|kwacha|baht|rupiah|ringgit|"
    r"taka|tenge|lari|hryvnias?|krone[rn]?|reais)\b)"
)
_SIGNS, _CODE_CUES = frozenset("$€£¥₹₽₩₺₱₦฿₫₴₪"), frozenset(_CODES.lower().split("|"))
_NAMES = frozenset(
    "dollar dollars euro euros pounds bucks cents yen rupee rupees franc francs peso pesos yuan ruble rubles kronor "
    "quid grand zł zloty zlotych kč lei leva forint forints dirham dirhams dinar dinars riyal riyals shekel shekels "
    "naira cedi cedis birr kwacha baht rupiah ringgit taka tenge lari hryvnia hryvnias krone kroner "
    "kronen reais".split()
)
_UNITS = (
    r"(?:km/h|kph|mph|km|kilomet(?:er|re)s?|cm|centimet(?:er|re)s?|mm|millimet(?:er|re)s?|"
    r"met(?:er|re)s?|miles?|yards?|feet|"
    r"foot|ft|inch(?:es)?|kg|kgs|kilos?|kilograms?|grams?|mg/dL|mg|mcg|µg|lbs?|oz|ounces?|stone|lit(?:er|re)s?|ml|mL|"
    r"gallons?|pints?|acres?|hectares?|ha|sq\.? ?(?:ft|m|feet|met(?:er|re)s?)|square (?:feet|"
    r"met(?:er|re)s|miles)|m²|m2|km²|"
    r"°\s?[CF]|degrees(?: (?:Celsius|Fahrenheit))?|mmHg|bpm|kcal|calories|kWh|kW|tons?|tonnes?|IU|mmol/L)"
)
# "m²" and "°C" are the words "m" and "c"; "mg/dL" and "km/h" begin with a word of their own.
_UNIT_CUES = frozenset(
    "km kph mph kilometer kilometers kilometre kilometres cm centimeter centimeters centimetre "
    "centimetres mm millimeter "
    "millimeters millimetre millimetres meter meters metre metres mile miles yard yards feet foot ft "
    "inch inches kg kgs "
    "kilo kilos kilogram kilograms gram grams mg mcg µg μg lb lbs oz ounce ounces stone liter liters "
    "litre litres ml gallon "
    "gallons pint pints acre acres hectare hectares ha sq square m c f degree degrees mmhg bpm kcal "
    "calories kwh kw ton "
    "tons tonne tonnes iu mmol".split()
)
_SPANS = r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|yrs?|decades?|fortnights?)"
_SPAN_CUES = frozenset(
    word + end
    for word in "second sec minute min hour hr day week month year yr decade fortnight".split()
    for end in ("", "s")
)
# What follows an amount in pounds, where nothing is weighed.
_PAID_BEFORE = (
    r"(?:sterling|for|per|and|but|each|from|with|into|that|was|were|has|had|are|over|under|more|less|last|this|every|"
    r"monthly|weekly|annually|yearly|when|because|the|owed|due|off|back|worth|in|on|at|to|by|so|if|or|is|it|he|she|we|"
    r"they|you|my|his|her|our|their|a|as|debt|rent|cash|now|plus|short|out|until|till|before|after|extra|tax|"
    r"deposit|bill|fine|fee|gift|towards?|through|via|yesterday|today|tomorrow|tonight|next)\b"
)
_GRAND = rf"grand(?! (?!{_PAID_BEFORE})\w)"
"""A thousand dollars or pounds: no piano, no slam."""
_AGE_END = (
    r"(?=\s{0,9}(?:[.,;!?)\n](?![0-9])|$|and\b|but\b|now\b|today\b|this\b|next\b|last\b|in\b|so\b|or\b|when\b|"
    r"on\b|with\b))"
)
_RELATIVE = (
    r"(?:son|daughter|wife|husband|brother|sister|mother|father|mum|mom|dad|niece|nephew|cousin|aunt|uncle|partner|"
    r"boyfriend|girlfriend|child|grandson|granddaughter|grandmother|grandfather|grandma|grandpa|stepson|stepdaughter)"
)

_SAID_OF = (
    r"\b(?:[Ii] am|[Ii]['’]?m|(?:[Hh]e|[Ss]he|[Tt]hey|[Ww]ho)(?:['’]s|['’]re| is| was|"
    r" are)|[Tt]urn(?:s|ed|ing)?|[A-Z][a-z]{1,30} [A-Z][\w'’.-]{1,30} (?:is|was)|[A-Z][a-z]{1,30} "
    r"was(?=\s[0-9]{1,3} when)|"
    rf"(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir) (?:[a-z]{{2,10}} )?{_RELATIVE}(?: [A-Z][a-z]{{1,30}})?"
    r"(?:['’]s| is| was))"
    r"\s{1,3}"
    r"(?:only |just |now |already |about |like |around |roughly |nearly |almost |maybe )?"
)
"""What stands before an age that has no unit."""
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"

_PAID = (
    "balance budget salary price rent deposit bonus debt mortgage loan paid pay pays earn earns earned earning owe "
    "owes owed cost costs make makes making revenue revenues turnover profit arr mrr valuation valued worth raised "
    "funding fee gave lent borrowed saved spent bought sold wage wages income agi magi ebitda pension alimony payroll "
    "proceeds"
).split()

_MADE = (
    r" (?:about |around |almost |nearly |over )?[0-9,.]{1,12}[0-9]"
    r"(?:$|[.;:!?)]|, | (?:in|last|this|a|per|from|and|before|after)\b)"
)
"""Behind "made", an amount of which no noun says what was made."""
_MOVED = (
    "wire wires wired wiring transfer transfers transferred transferring remit remitted withdraw withdrew withdrawn "
    "deposited refund refunded"
).split()
_AWAY = r" (?:another |the |about |around |exactly )?[0-9,.]{1,12}[0-9]k? (?:to|into|from|back|via|over|before|out)\b"
"""Behind a word for moving money, an amount that goes somewhere: "transferred 12,400 files" counts files."""
_LEFT = r" [0-9,.]{1,12}[0-9](?:[,.;:!?)](?![0-9])|$| (?:until|till?|by|on|when|after|before|is|was|to|from|in)\b)"
_OF_THOUSANDS = r"[0-9]{1,4}(?:\.[0-9]{1,2})?"
_LARGE = rf"(?<![\w.,$€£/-])(?P<v>{_OF_THOUSANDS}(?:[-–]{_OF_THOUSANDS})?(?:k|mn?|bn|\s(?:million|billion|mn|bn|mil)))"
_LARGE_CUES = frozenset("k m mn bn mil million billion".split())
# What has a price, or is one.
_PRICED = (
    r"(?:valuation|deal|contract|loan|mortgage|grant|budget|investment|funding|settlement|fee|fine|debt|salary|bonus|"
    r"raise|bid|offer|quote|invoice|turnover|revenue|profit|loss|inheritance|cheque|(?:(?:seed|bridge|funding) )?round)"
)
_FUNDS = frozenset(
    "deal deals pipeline valuation funding investor investors loan mortgage contract contracts budget revenue invoice "
    "quote bid bids equity acquisition sheet salary salaries asked asking asks offered offering offers wage "
    "wages wants expects compensation".split()
)

VALUES: tuple[Rule, ...] = (
    Rule(
        "AGE",
        Expression(
            rf"(?<![\w./])(?:(?:{_FRACTION})|[0-9]{{1,3}}|\b(?i:{WORD_NUMBER}))(?:[- ](?:and a half[- ])?(?:years?|"
            rf"yrs?|months?|weeks?|days?)[- ]"
            r"(?:old|of age|young)\b|\s?-?(?:y/o|yo|y\.o\.|yrs? old)(?!\w))"
        ),
        0.95,
        cues=frozenset("old age young yo y".split()),
    ),
    Rule(
        "AGE",
        Expression(
            r"\b(?:(?:aged?|ages?|age is|age was|age of|age[d:]?)\s{0,3}[:=]?\s{0,3}(?:of )?)"
            r"(?P<v>[1-9][0-9]{0,2})(?![\w%]|"
            r"[.,/:-][0-9])"
        ),
        0.9,
        digits=1,
        cues=frozenset("age aged ages".split()),
        folded=True,
    ),
    Rule(
        "AGE",
        Expression(rf"{_SAID_OF}(?P<v>[1-9][0-9]?){_AGE_END}"),
        0.75,
        digits=1,
        sign=re.compile(rf"[1-9](?<=\s.)[0-9]?{_AGE_END}"),
        reach=(95, 25),
    ),
    # "he is fifty-six and", "she turned forty."
    Rule(
        "AGE",
        Expression(rf"{_SAID_OF}(?P<v>(?:{_TENS})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?){_AGE_END}"),
        0.75,
        cues=frozenset(_TENS.split("|")),
        reach=(95, 40),
    ),
    Rule(
        "AGE",
        Expression(
            r"\b(?:in (?:my|his|her|their|your) |(?=(?:early|mid|late)\b))"
            r"(?P<v>(?:(?:early|mid|late)(?:-|\s))?(?:[1-9]0['’]?s|twenties|thirties|forties|fifties|sixties|seventies|"
            r"eighties|nineties))\b",
            re.I,
        ),
        0.8,
        cues=frozenset(("early", "mid", "late", "my", "his", "her", "their", "your")),
    ),
    Rule("AGE", Expression(r",\s(?P<v>[1-9][0-9]),\s(?=[a-z])"), 0.6, digits=1),
    # "my daughter's 6th birthday"
    Rule(
        "AGE",
        Expression(r"(?<![\w.])(?P<v>[1-9][0-9]?)(?:st|nd|rd|th) (?:birthday|bday)\b"),
        0.85,
        digits=1,
        cues=frozenset(("birthday", "bday")),
        folded=True,
    ),
    # "retire at 67", "Jean died of it at 49."
    Rule(
        "AGE",
        Expression(
            r"\b(?:died|dies|die|passed away|retire[sd]?|retiring|widowed|orphaned|diagnosed|pregnant|[Mm]arried)"
            r"(?: [a-z]{2,14}){0,3}(?: [A-Z][a-z]{2,8}\.? [0-9]{1,2}(?:, [0-9]{4},?)?)? at (?:age )?(?P<v>[1-9][0-9]?)"
            r"(?=[.,;!?)\n]|$|\s(?:and|but|or|so|to|in|of|from|with|when|because|after|while)\b)"
        ),
        0.8,
        digits=1,
        cues=frozenset(
            "died dies die away retire retires retired retiring widowed orphaned diagnosed pregnant married".split()
        ),
    ),
    # "DOB: 09-Feb-1952 (72 y)"
    Rule(
        "AGE",
        Expression(r"\((?P<v>[1-9][0-9]{0,2}) ?(?:y|yr|yrs|yo)\.?\)"),
        0.85,
        digits=1,
        cues=frozenset(("y", "yr", "yrs", "yo")),
    ),
    # "I (34F)", "my ex [m29]", "pt Rosalind M., 82F": beside the sex; "82F outside" is a temperature.
    Rule(
        "AGE",
        Expression(
            r"(?:\b(?:I|[Mm]e|[Mm]y (?:[a-z]{2,10} )?[a-z-]{2,12}|[A-Z][a-z]{1,20})\s[(\[]"
            r"(?:[FfMm](?=[1-9][0-9][)\]]))?|"
            r"\b(?:pt|patient|client)[^\n;]{0,40}?,\s)"
            r"(?P<v>[1-9][0-9])(?:(?<=[\[(][FfMm]..)(?=[)\]])|(?=\s?[FfMm](?:[)\],.;]|$)))"
        ),
        0.85,
        digits=1,
        sign=re.compile(r"[1-9][0-9](?:\s?[FfMm](?!\w)|[)\]])"),
        reach=(60, 10),
    ),
    # "my daughters (7 and 10)", "kids 9, 11 and 12", "our son Max (4)"
    Rule(
        "AGE",
        Expression(
            rf"\b(?:{_RELATIVE}s?|kids?|children|twins|boys?|girls?|grandkids|grandchildren|toddler|baby|babies)"
            r"(?: [A-Z][\w'’-]{1,20})?(?:\s\(| (?:are|were) (?:now |only |both )?(?=[0-9]{1,2}(?:,| and| &))|"
            r",? aged |,? ages |,\s(?=[0-9]{1,2}(?: and|,| &))|"
            r" (?=[0-9]{1,2}(?: and|, [0-9]| & )))"
            r"(?P<v>(?:[1-9][0-9]?, ){0,3}[1-9][0-9]?(?:(?:,? and | & )[1-9][0-9]?)?)"
            r"(?=\)|[,.;!?](?![0-9])|\s(?!o['’]clock|am\b|pm\b|"
            r"(?:days?|weeks?|months?|years?|hours?|minutes?|miles?|km|times?|people|others?)\b)|$)"
        ),
        0.8,
        digits=1,
        cues=frozenset(
            "kid kids children child twins boy boys girl girls grandkids grandchildren toddler baby babies".split()
        )
        | frozenset(word + end for word in _RELATIVE[3:-1].split("|") for end in ("", "s")),
    ),
    # "my wife and I (both 26)"
    Rule(
        "AGE",
        Expression(r"\bboth (?P<v>[1-9][0-9])(?=[),.;]|$)"),
        0.75,
        digits=2,
        cues=frozenset(("both",)),
        folded=True,
    ),
    # "in his 20s", "a man, 30s,"
    Rule(
        "AGE",
        Expression(
            r"(?:\bin (?:my|his|her|their|your|our) |\b(?:male|female|man|woman|guy|lady|suspect),? "
            r"(?:(?:approx|about|aged|in his|in her)\.? |[^\n,;.]{1,24}, )?)(?P<v>[2-9]0s)\b"
        ),
        0.8,
        digits=1,
        sign=re.compile(r"[2-9]0s\b"),
        reach=(45, 4),
    ),
    # "Aditi (she/her), 27, Hackney"
    Rule(
        "AGE",
        Expression(r"\b(?:her|him|hers|his|them|theirs)\),?\s(?P<v>[1-9][0-9])(?=[,.;\n]|$)"),
        0.8,
        digits=1,
        cues=frozenset("her him hers his them theirs".split()),
        folded=True,
    ),
    Rule(
        "MONEY",
        Expression(
            rf"(?:(?<!\w)(?:US|CA|AU|NZ|HK|S|C|A|R)?[$€£¥₹₽₩₺₱₦฿₫₴₪]|\b(?:{_CODES}|Rs)\b\.?)\s?-?"
            rf"{_AMOUNT}{_SCALE}?(?:\s?[-–]\s?[$€£]?{_AMOUNT}{_SCALE}?)?(?:\s(?:{_CODES})\b)?"
        ),
        0.95,
        digits=1,
        cues=_CODE_CUES | {"rs"},
        marks=_SIGNS,
    ),
    # Naira and cedi: "N750,000", "#50,000", "GHS 500", "N45k"
    Rule(
        "MONEY",
        Expression(
            r"(?<![\w.#/-])(?:N|#|GH[¢₵S]\s?)(?P<v>[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]{2})?|[1-9][0-9]{0,2}(?:k|m)\b)(?![\w])"
        ),
        0.85,
        digits=1,
        sign=re.compile(r"[N#¢₵S]\s?[1-9][0-9]{0,2}[,km]"),
        reach=(4, 24),
    ),
    # Shillings, ringgit and rupiah: "Ksh 480,000"
    Rule(
        "MONEY",
        Expression(rf"\b(?:[KTU][Ss]hs?|RM|Rp)\.? ?(?P<v>{NUMBER})(?![\w])"),
        0.85,
        digits=1,
        sign=re.compile(r"(?:[Ss]hs?|RM|Rp)\.? ?[0-9]"),
        reach=(4, 24),
    ),
    # Rand: "R412 000"
    Rule("MONEY", Expression(r"(?<![\w.])[R] ?[0-9]{1,3}(?:[ ,][0-9]{3})+(?:\.[0-9]{2})?(?![\w])"), 0.85, digits=4),
    Rule(
        "MONEY",
        # "2 pounds tomatoes", "3 pounds of beef" are weighed.
        Expression(
            rf"(?<![\w.,]){_FROM}{_AMOUNT}{_SCALE}?\s?"
            rf"(?!pounds (?:of )?(?!{_PAID_BEFORE})[a-z]{{3,}})(?:{_CURRENCY}|{_GRAND}\b)"
        ),
        0.9,
        digits=1,
        cues=_CODE_CUES | _NAMES,
        # The engine takes a long s for an s.
        marks=_SIGNS | {"ſ"},
    ),
    Rule(
        "MONEY",
        Expression(
            rf"\b(?:(?:a |an )?{WORD_NUMBER}\s(?:us |canadian )?(?:dollars?|euros?|pounds|bucks|quid|"
            rf"cents|yen|rupees|francs?|pesos?|{_GRAND})\b)"
        ),
        0.9,
        cues=_NAMES,
        also=NUMBER_WORDS,
        folded=True,
    ),
    # "3億2千万円" in English text
    Rule(
        "MONEY",
        Expression(rf"(?<![\w.,]){NUMBER}(?:[百千万億兆亿萬]{{1,2}}(?:[0-9]{{1,4}}[百千万億亿]{{0,2}}){{0,3}})?[円元]"),
        0.9,
        digits=1,
        marks=frozenset("円元"),
    ),
    # "45 lakh", "1.5 crore": in India amounts of money, where nobody is counted.
    Rule(
        "MONEY",
        Expression(
            rf"(?<![\w.,]){_AMOUNT}\s?(?:lakhs?|lacs?|crores?)(?! (?:people|voters|users|men|women|of people))(?!\w)"
        ),
        0.85,
        digits=1,
        cues=frozenset("lakh lakhs lac lacs crore crores".split()),
        folded=True,
    ),
    Rule(
        "MONEY",
        Expression(
            r"\b(?:paid|pays?|earn(?:s|ed|ing)?|owe[sd]?|costs?|cost me|cost us|bought|sold|worth|raised|makes?|made)"
            r"(?: about| around| almost| over| nearly| it for| for){0,2}\s"
            rf"(?P<v>(?:half )?a (?:million|billion)|{WORD_NUMBER}\s(?:million|billion|grand))(?!\w| (?:people|times))"
        ),
        0.85,
        cues=frozenset(("million", "billion", "grand")),
        folded=True,
    ),
    # "a budget of 30k", "revenue was 4.2m", "up from 3.9m", "she earns 3,200"
    Rule(
        "MONEY",
        Expression(
            rf"\b(?:{'|'.join(_PAID)}|made(?={_MADE})|burn(?: rate)?|(?:up|down) from|"
            rf"(?:{'|'.join(_MOVED)})(?={_AWAY})|(?:remaining|outstanding)(?={_LEFT}))"
            r"(?: is| was| were| of| about| around| exactly| another| the| me| us| him| her| at| it for| for|:){0,2}"
            r"\s{1,20}"
            r"(?P<v>[0-9]{1,4}(?:\.[0-9]{1,2})?\s?(?:k|mn?|bn?|million|billion|grand)|[0-9]{1,3}k[0-9]{1,3}"
            r"|[0-9]{1,3}(?:,[0-9]{3}){1,4}(?:\.[0-9]{2})?)(?!\w|[.,]?[0-9])"
        ),
        0.9,
        digits=1,
        cues=frozenset((*_PAID, *_MOVED, "made", "burn", "from", "remaining", "outstanding")),
        folded=True,
        reach=(8, 60),
    ),
    # "a 22 million valuation", "a 30k raise"
    Rule(
        "MONEY",
        Expression(rf"{_LARGE}(?=[ -](?:pre-money |post-money )?{_PRICED}\b)"),
        0.85,
        digits=1,
        cues=_LARGE_CUES,
        folded=True,
    ),
    # "The term sheet says 2.4 million at eight percent", "Umbrella Health 1.2M (lost)"; "3 million rows" are counted.
    Rule(
        "MONEY",
        Expression(
            rf"{_LARGE}(?=[.,;:)!?](?:\s|$)|(?:\s|$)(?:$|[^a-z]|(?:at|on|by|from|for|with|over|upfront|and|but|closing)\b))"
        ),
        0.8,
        digits=1,
        cues=_LARGE_CUES,
        also=_FUNDS,
        folded=True,
    ),
    Rule(
        "PERCENTAGE",
        Expression(rf"(?<![\w%])[-+]?{_FROM}{_AMOUNT}\s?(?:%|‰|percent\b|per cent\b|percentage points?\b|pct\b)"),
        0.95,
        digits=1,
        cues=frozenset("percent per percentage pct".split()),
        marks=frozenset("%‰"),
    ),
    Rule(
        "PERCENTAGE",
        Expression(rf"\b(?:{WORD_NUMBER}\s(?:percent|per cent)\b)"),
        0.9,
        ("percent", "per cent"),
        cues=NUMBER_WORDS,
        folded=True,
    ),
    Rule(
        "QUANTITY",
        Expression(rf"(?<![\w.,$€£-])-?{_AMOUNT}(?:\s?(?:[x×/–-]|±|\+/-)\s?{_AMOUNT}){{0,3}}[- ]?{_UNITS}(?![\w/])"),
        0.85,
        digits=1,
        cues=_UNIT_CUES,
    ),
    # "blood pressure was 145/95"
    Rule(
        "QUANTITY",
        Expression(
            r"\b(?:bp|blood pressure)(?: (?:is|was|of|at|reading|reads|today)){0,2}:?\s"
            r"(?P<v>[1-2]?[0-9]{2}/[1-2]?[0-9]{2})(?![\w/])"
        ),
        0.85,
        digits=4,
        cues=frozenset(("bp", "pressure")),
        folded=True,
    ),
    Rule(
        "QUANTITY",
        Expression(
            r"(?<!\w)[4-7]\s?(?:['′]|ft\.?|feet|foot)\s?(?:1[01]|[0-9])(?:\s?(?:[\"″]|''|in(?:ches)?\b)|"
            r"(?!\w))"
        ),
        0.8,
        digits=1,
        cues=frozenset("ft feet foot".split()),
        marks=frozenset("'′"),
        sign=re.compile(r"[4-7]\s?(?:['′]|f)"),
        reach=(5, 30),
    ),
    Rule(
        "QUANTITY",
        Expression(
            rf"\b(?:{WORD_NUMBER}\s(?:kilomet(?:er|re)s?|met(?:er|re)s|miles?|feet|inches|kilos?|kilograms?|"
            rf"grams|pounds|lit(?:er|re)s|acres|hectares|tons|gallons|degrees)\b)"
        ),
        0.8,
        cues=_UNIT_CUES | {"pounds"},
        also=NUMBER_WORDS,
        folded=True,
    ),
    Rule(
        "DURATION",
        Expression(
            rf"(?<![\w.,$€£/-]){_AMOUNT}(?:\s?(?:-|–|to)\s?{_AMOUNT})?[- ]?{_SPANS}\b(?![- ](?:old|of "
            rf"age|young)\b)"
        ),
        0.85,
        digits=1,
        cues=_SPAN_CUES,
    ),
    Rule(
        "DURATION",
        Expression(rf"\b(?:{WORD_NUMBER}[- ]{_SPANS}\b(?![- ](?:old|of age|young)\b))"),
        0.8,
        cues=_SPAN_CUES,
        also=NUMBER_WORDS,
        folded=True,
    ),
)
"""Rules for numbers that mean something."""
