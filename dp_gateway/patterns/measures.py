"""Ages, percentages, measurements, durations: what an answer may depend on. Rules of the `PatternDetector`."""

from __future__ import annotations

import re
from functools import partial

from dp_gateway.patterns.names import KIN
from dp_gateway.patterns.rules import (
    AMOUNT,
    FRACTION,
    LOWER_END,
    NUMBER_WORDS,
    TENS,
    WORD_NUMBER,
    Expression,
    Rule,
    first_words,
)
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

_UNIT_WORDS = (
    r"km/h|kph|mph|km|kilomet(?:er|re)s?|cm|centimet(?:er|re)s?|mm|millimet(?:er|re)s?|"
    r"met(?:er|re)s?|miles?|yards?|feet|"
    r"foot|ft|inch(?:es)?|kg|kgs|kilos?|kilograms?|grams?|mg/dL|mg|mcg|µg|lbs?|oz|ounces?|stone|lit(?:er|re)s?|ml|mL|"
    r"gallons?|pints?|acres?|hectares?|ha|sqm|sqft|sq\.? ?(?:ft|m|feet|met(?:er|re)s?)|square (?:feet|"
    r"met(?:er|re)s|miles)|m²|m2|km²|"
    r"degrees(?: (?:Celsius|Fahrenheit))?|mmHg|bpm|kcal|calories|kWh|kW|tons?|tonnes?|IU|mmol/L"
)
_UNITS = rf"(?:{_UNIT_WORDS}|°\s?[CF])"
_UNIT_CUES = first_words(_UNIT_WORDS) | {"c", "f"}
_SPAN_WORDS = "seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|yrs?|decades?|fortnights?"
_SPANS, _SPAN_CUES = f"(?:{_SPAN_WORDS})", first_words(_SPAN_WORDS)
_CLOCK = (
    r"(?:0[0-9]|(?:(?<=\bat )|(?<=approx )|(?<=approx\. )|(?<=\bby )|(?<=until )|(?<=from )|(?<=around )|(?<=about ))"
    r"(?:1[0-9]|2[0-3]))[0-5][0-9]"
)
_AGE_END = (
    r"(?=\s{0,9}(?:[.,;!?)\n](?![0-9])|$|and\b|but\b|now\b|today\b|this\b|next\b|last\b|in\b|so\b|or\b|when\b|"
    r"on\b|with\b))"
)

_SAID_OF = (
    r"\b(?:[Ii] am|[Ii]['’]?m|(?:[Hh]e|[Ss]he|[Tt]hey|[Ww]ho)(?:['’]s|['’]re| is| was|"
    r" are)|[Tt]urn(?:s|ed|ing)?|[A-Z][a-z]{1,30} [A-Z][\w'’.-]{1,30} (?:is|was)|[A-Z][a-z]{1,30} "
    r"was(?=\s[0-9]{1,3} when)|"
    rf"(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir) (?:[a-z]{{2,10}} )?(?:{KIN})(?: [A-Z][a-z]{{1,30}})?"
    r"(?:['’]s| is| was)|(?:[Dd]ad(?:dy)?|[Mm](?:[ou]m|[ou]mmy|am)|[Nn]ana?|[Gg]ran(?:d?[dmp]?ad?|ny)?)(?:['’]s| is))"
    r"\s{1,3}(?:only |just |now |already |about |like |around |roughly |nearly |almost |maybe )?"
)
"""What stands before an age that has no unit."""

_DESCRIBED = "|".join(_LISTS["DESCRIBED"])
"""Of whom notes and advertisements say the age first."""

_BOTH_DID = (
    r"[1-9][0-9]? (?:came|come|went|go|were|are|have|had|like|love|play|played|want|wanted|need|share|both|live)\b"
)

_age = partial(Rule, "AGE")
_quantity = partial(Rule, "QUANTITY")

_IN_WORDS = rf"(?:{TENS})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"

VALUES: tuple[Rule, ...] = (
    _age(
        rf"(?<![\w./])(?:(?:{FRACTION})|[0-9]{{1,3}}|\b(?i:{WORD_NUMBER}))(?:[- ](?:and a half[- ])?(?:years?|"
        rf"yrs?|months?|weeks?|days?)[- ]"
        r"(?:old|of age|young)\b|\s?-?(?:y/o|yo|y\.o\.|yrs? old)(?!\w))",
        0.95,
        cues=frozenset("old age young yo y".split()),
    ),
    _age(
        r"\b(?:(?:aged?|ages?|age is|age was|age of|age[d:]?)\s{0,3}[:=]?\s{0,3}(?:of )?)"
        r"(?P<v>[1-9][0-9]{0,2})(?![\w%]|"
        r"[.,/:-][0-9])",
        0.9,
        digits=1,
        cues=frozenset("age aged ages".split()),
        folded=True,
    ),
    _age(
        rf"{_SAID_OF}(?P<v>[1-9][0-9]?){_AGE_END}",
        0.75,
        digits=1,
        sign=re.compile(rf"[1-9](?<=\s.)[0-9]?{_AGE_END}"),
        reach=(95, 25),
    ),
    # "Lola turns three."
    _age(
        r"\bturn(?:s|ed|ing)? (?P<v>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|"
        r"fifteen|sixteen|seventeen|eighteen|nineteen)"
        r"(?=[.,;!?)\n]|$| (?:in|on|next|this|today|tomorrow|and|soon|last)\b)",
        0.8,
        cues=frozenset("turn turns turned turning".split()),
        folded=True,
    ),
    # "hubby 39, two boys", "(girls 12, 10, boy 2)"
    _age(
        rf"\b(?:(?:{KIN})s?|hubby|wifey|bf|gf|nan|nana|grandad|granddad|toddler|baby|boys?|girls?)"
        r"(?:,| is| aged)? (?P<v>[1-9][0-9]?(?:(?:, | and | & |, and )[1-9][0-9]?){0,3})"
        r"(?=[,;)](?![0-9])|\.(?:\s|$)|$| but\b)",
        0.75,
        digits=1,
        folded=True,
        reach=(24, 20),
    ),
    # "missus is sixty-one, and"
    _age(
        rf"\b(?:missus|hubby|wifey|nan|nana|granny|grandad|granddad|(?:{KIN}))(?:['’]s|,| is| was)(?: now| just)? "
        rf"(?P<v>(?:{TENS})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?){_AGE_END}",
        0.75,
        cues=frozenset(TENS.split("|")),
        folded=True,
        reach=(30, 40),
    ),
    # "rising seventy", "pushing 60"
    _age(
        rf"\b(?:rising|pushing|nearing|going on|getting on for|knocking on(?: for)?) "
        rf"(?:{_IN_WORDS}|[2-9][0-9]){_AGE_END}",
        0.8,
        cues=frozenset("rising pushing nearing going getting knocking".split()),
        folded=True,
        reach=(2, 40),
    ),
    # "my daughter (seven)"
    _age(
        rf"\b(?:{KIN}|boy|girl|lad|lass) \((?P<v>{WORD_NUMBER})\)", 0.8, cues=NUMBER_WORDS, folded=True, reach=(24, 30)
    ),
    # "he is fifty-six and", "she turned forty."
    _age(
        rf"{_SAID_OF}(?P<v>{_IN_WORDS}"
        rf"(?:[- ](?:odd|ish|something))?){_AGE_END}",
        0.75,
        cues=frozenset(TENS.split("|")),
        reach=(95, 40),
    ),
    _age(
        Expression(
            r"\b(?:in (?:my|his|her|their|your) |(?=(?:early|mid|late)\b))"
            r"(?P<v>(?:(?:early|mid|late)(?:-|\s))?(?:[1-9]0['’]?s|twenties|thirties|forties|fifties|sixties|seventies|"
            r"eighties|nineties))\b",
            re.I,
        ),
        0.8,
        cues=frozenset(("early", "mid", "late", "my", "his", "her", "their", "your")),
    ),
    _age(r",\s(?P<v>[1-9][0-9]),\s(?=[a-z])", 0.6, digits=1),
    # "Piotr Zielinski, thirty-one", and nothing behind it
    _age(
        r"\b[A-Z][\w'’-]{1,20} [A-Z][\w'’-]{1,20}, "
        rf"(?P<v>{_IN_WORDS})(?=[,.;)]|[ \t]*(?:\n|$))",
        0.8,
        cues=frozenset(TENS.split("|")),
        reach=(50, 20),
    ),
    # "Patience Grave, 84 yrs, retired", "a room for Ana Reyes?? 38 yrs, a nurse"
    _age(
        r"\b[A-Z][a-z'’-]{1,20} [A-Z][A-Za-z'’-]{1,20}(?:,|\?{1,3}|!{1,3}|\.| [-–—]) (?:aged )?"
        r"(?P<v>[1-9][0-9]{0,2} ?(?:y/?o|yrs?|years))"
        r"(?=[,;.)]|$)",
        0.9,
        digits=1,
        cues=frozenset("y yo yr yrs years".split()),
    ),
    # "about me: 38, divorced, two boys"
    _age(
        r"(?:[:(]\s?|^|\n)(?P<v>[1-9][0-9]),? (?=(?:single|married|divorced|widowed|separated|engaged|male|female|"
        r"man|woman|guy|trans|non-?binary|straight|gay|lesbian|bi|queer|retired|unemployed|self-employed|childless)\b)",
        0.85,
        digits=1,
        cues=frozenset(
            "single married divorced widowed separated engaged male female man woman guy trans nonbinary binary "
            "straight gay lesbian bi queer retired unemployed employed childless".split()
        ),
        folded=True,
        reach=(8, 4),
    ),
    # "Hutchins, Earl (BM, 63)": as the police describe people; "R2 (F, 44, Leith)", "Sex/Age: F / 43".
    _age(
        r"(?:\((?:[WBHAIOU]/?[MF][,/]? ?|(?<=[\w*] \()(?:[MFX]|NB), )|"
        r"\b(?i:sex ?/ ?age)[ .]{0,20}: ?(?:[MFX]|NB) ?[,/] ?)(?P<v>[1-9][0-9]?)(?=[),;\n]|$)",
        0.85,
        digits=1,
        sign=re.compile(r"[MFXB] ?[,/]? ?[1-9](?:[0-9]?)(?:[),;\n]|$)"),
        reach=(40, 8),
    ),
    # "32F G2P1", "67yoM fall": "82F outside" is how warm it is.
    _age(
        r"(?<![\w./:#-])(?P<v>[1-9][0-9]?)(?:\s?y/?o\s?)?[FM](?=,?\s(?:w/|c/o|s/p|h/o|G[0-9]|PMHx?\b|hx\b|presents\b|"
        r"presenting\b|presented\b|admitted\b|referred\b|(?:ex-)?smoker\b|non-smoker\b|falls?\b|fell\b|"
        r"with (?:an? )?(?:[a-z]+ )?(?:pain|history|cough|fever|headaches?|diabetes|symptoms)\b))",
        0.85,
        digits=1,
        sign=re.compile(r"[0-9](?:\s?y/?o\s?)?[FM][ ,]"),
    ),
    # "my daughter's 6th birthday"
    _age(
        r"(?<![\w.])(?P<v>[1-9][0-9]?(?:st|nd|rd|th)) (?:birthday|bday)\b",
        0.85,
        digits=1,
        cues=frozenset(("birthday", "bday")),
        folded=True,
    ),
    # "retire at 67", "Jean died of it at 49."
    _age(
        r"\b(?:died|dies|die|passed away|retire[sd]?|retiring|widowed|orphaned|diagnosed|pregnant|[Mm]arried)"
        r"(?: [a-z]{2,14}){0,3}(?: [A-Z][a-z]{2,8}\.? [0-9]{1,2}(?:, [0-9]{4},?)?)? at (?:age )?(?P<v>[1-9][0-9]?)"
        r"(?=[.,;!?)\n]|$|\s(?:and|but|or|so|to|in|of|from|with|when|because|after|while)\b)",
        0.8,
        digits=1,
    ),
    # "orphaned at six", "first picked up a needle at nine, taught by": not "met at nine" alone.
    _age(
        r"\b(?:orphaned|widowed|emigrated|enlisted|apprenticed|left (?:school|home)|took up|picked up|"
        r"learn(?:ed|t) to [a-z]{2,12}|first [a-z]{2,12}(?:ed|an|ook|old|aught|ode|ang)|became a)"
        rf"(?: [a-z'’]{{1,14}}){{0,5}} at (?P<v>{WORD_NUMBER}|[1-9][0-9]?)"
        r"(?=[,.;!?)](?![0-9])|$|\s(?:and|but|from|with|when|because|after)\b)",
        0.8,
        cues=frozenset(
            "orphaned widowed emigrated enlisted apprenticed left took picked learned learnt first became".split()
        ),
        folded=True,
        reach=(2, 110),
    ),
    # "What does Teuila at forty-three know": no hour has such a number.
    _age(
        Expression(
            r"\b(?:me|you|her|him|he|she|them|they|us|we|someone|herself|himself|myself|[A-Z][a-z]{2,20}) at "
            rf"(?P<v>{_IN_WORDS}|"
            r"(?:thir|four|fif|six|seven|eigh|nine)teen)"
            r"(?=[,.;!?)]|\s{0,2}(?:\n|\Z)|\s(?:knows?|knew|did|didn|does|doesn|had|has|was|is|would|could|will|can|and|with|when|"
            r"than|compared)\b)"
        ),
        0.75,
        cues=frozenset((*TENS.split("|"), *"thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split())),
        reach=(30, 30),
    ),
    # "Len Fairweather (92, 3rd)": birthdays of a month
    _age(
        r"\((?P<v>[1-9][0-9]{0,2}), (?:the )?(?:3[01]|[12]?[0-9])(?:st|nd|rd|th)\)",
        0.85,
        digits=1,
        cues=frozenset(("st", "nd", "rd", "th")),
        reach=(14, 4),
    ),
    # "Bed 2 - Eunice O. 84 UTI": of a handover
    _age(
        r"\b(?:bed|rm|room|bay|side room) [0-9a-z]{1,3}\s?[-–—:.]\s?[a-z][a-z'’. -]{2,32} (?P<v>[1-9][0-9])"
        r"(?= ?(?:[a-z#(]|[,;]))(?! ?(?:mg|ml|%|bpm))",
        0.8,
        digits=2,
        folded=True,
        cues=frozenset("bed rm room bay".split()),
        reach=(12, 60),
    ),
    # "DOB: 09-Feb-1952 (72 y)"
    _age(r"\((?P<v>[1-9][0-9]{0,2}) ?(?:y|yr|yrs|yo)\.?\)", 0.85, digits=1, cues=frozenset(("y", "yr", "yrs", "yo"))),
    # "I (34F)", "my ex [m29]", "pt Rosalind M., 82F": beside the sex; "82F outside" is a temperature.
    _age(
        r"(?:\b(?:I|[Mm]e|[Hh]im|[Hh]er|[Mm]y (?:[a-z]{2,10} )?[a-z-]{2,12}|[A-Z][a-z]{1,20})\s[(\[]"
        r"(?:[FfMm](?=[1-9][0-9][)\]]))?|\b(?:pt|patient|client)(?:[^\n;]{0,40}?,)?\s)"
        r"(?P<v>[1-9][0-9])(?:(?<=[\[(][FfMm]..)(?=[)\]])|(?=\s?[FfMm](?:[)\],.;]|$)))",
        0.85,
        digits=1,
        sign=re.compile(r"[1-9][0-9](?:\s?[FfMm](?!\w)|[)\]])"),
        reach=(60, 10),
    ),
    # "I'm 5'4\", 172 lbs, 43F"
    _age(
        r"\b(?:I|[Ss]he|[Hh]e)(?: am| is|['’]?[ms])\b[^\n;]{0,40}?,\s(?P<v>[1-9][0-9])(?=[FfMm](?:[,.;]|$))",
        0.85,
        digits=2,
        sign=re.compile(r"[1-9][0-9][FfMm](?!\w)"),
        reach=(50, 6),
    ),
    # "Sex F, 52y", "58 y/M", "34yr female"
    _age(
        r"\b(?:(?:[Ss]ex|[Gg]ender):? ?(?:[MF]|[Mm]ale|[Ff]emale)|[Mm]ale|[Ff]emale|(?<=[ ,])[MF])"
        r"[,;/]? ?(?P<v>[1-9][0-9]{0,2}) ?y(?:rs?|o)?(?![\w/])",
        0.85,
        digits=1,
        cues=frozenset("y yr yrs yo".split()),
    ),
    _age(
        r"(?<![\w./-])(?P<v>[1-9][0-9]{0,2}) ?y(?:rs?|o)?[ ,/]{1,2}(?:[MF]|[Mm]ale|[Ff]emale)(?!\w)",
        0.85,
        digits=1,
        cues=frozenset("y yr yrs yo".split()),
    ),
    # "Luke 15 and Mark 12 came to the pool."
    _age(rf"(?<![\w.])[A-Z][a-z]{{1,14}} (?P<v>[1-9][0-9]?)(?= and [A-Z][a-z]{{1,14}} {_BOTH_DID})", 0.7, digits=1),
    _age(rf"(?<=[0-9] and )[A-Z][a-z]{{1,14}} (?P<v>(?={_BOTH_DID})[1-9][0-9]?)", 0.7, digits=1),
    # "lena: how old", and in the line below "tom: 27"; "who is all of thirty-five"
    _age(
        r"\b(?:(?:how old|(?:your|his|her|their) age)\b[^\n]{0,40}\n(?:[\[(]?[0-9][0-9:.]{3,9}[\])]? )?"
        r"(?:[A-Z]?[\w.'’-]{1,16}(?: [A-Z0-9]\w{0,12})?: |[aq][.:] {1,3})?"
        r"(?:(?:uh|um|er|i am|i['’]?m|(?:s?he|they)['’]?(?:s|re)),? ){0,2}|is all of )"
        rf"(?P<v>[1-9][0-9]|{WORD_NUMBER}){_AGE_END}",
        0.75,
        cues=frozenset(("old", "age", "all")),
        folded=True,
        reach=(8, 120),
    ),
    # "Customer: 30, reliable, non-smoker", "Driver - 27, careful"
    _age(
        rf"(?:\A|\n|[.;] )[ \t*•-]{{0,4}}(?:(?:a (?:little|bit) )?about )?"
        rf"(?:{_DESCRIBED})(?: (?:no\.? ?)?[0-9]{{1,3}}| [a-z])?(?::| ?[–-]) "
        r"(?P<v>1[6-9]|[2-9][0-9])(?=, (?:an? |no |non-?)?[a-z][a-z-]{2,})",
        0.75,
        cues=frozenset(_DESCRIBED.split("|")),
        folded=True,
        reach=(24, 40),
    ),
    # "My stepmother? 31."
    _age(rf"\b(?:my|our|his|her|their) (?:step)?(?:{KIN})\? (?P<v>[1-9][0-9]?){_AGE_END}", 0.75, digits=1, folded=True),
    # "48 and burnt out.", and below a headline: "About", "59 and still curious."
    _age(
        r"(?:\A|\n\n|\n(?:about|bio|profile|intro|summary)(?: me)?:?\n)"
        r"(?P<v>[2-9][0-9])(?= and (?:burnt|tired|still|single|sober|broke|retired|pregnant|divorced|never|just|"
        r"already|feeling|counting|scared|lonely|unemployed|fed|done|happy|going|living|working)\b)",
        0.75,
        digits=2,
        folded=True,
    ),
    # "fifty-four, sober for 10 years.": a message begins with it
    _age(
        rf"\A(?P<v>{_IN_WORDS})"
        r"(?=, (?:and |just |newly |recently |still |now )?(?:single|sober|married|divorced|widowed|separated|retired|"
        r"pregnant|female|male|clean|diagnosed|never|no kids|an? |in |living|working|unemployed|healthy|fit)\b)",
        0.75,
        cues=frozenset(TENS.split("|")),
        folded=True,
        reach=(2, 60),
    ),
    # "29F, single", "B) 29M, 5'10": a message begins with it
    _age(
        r"(?:\A|\n)\s{0,3}(?:(?:[A-Za-z0-9][.)]|[-*•])\s)?(?P<v>[1-9][0-9])"
        r"(?=[FfMm](?:,| here\b| (?:and|from|with|in|living|married|single)\b))",
        digits=2,
        sign=re.compile(r"[1-9][0-9][FfMm]\b"),
    ),
    # "my daughters (7 and 10)", "kids 9, 11 and 12", "our son Max (4)"
    _age(
        rf"\b(?:(?:{KIN})s?|kids?|children|twins|boys?|girls?|grandkids|grandchildren|toddler|baby|babies)"
        r"(?: [A-Z][\w'’-]{1,20})?(?:\s\(| (?:are|were) (?:now |only |both )?(?=[0-9]{1,2}(?:,| and| &))|"
        r",? aged |,? ages |,\s(?=[0-9]{1,2}(?: and|,| &))| (?=[0-9]{1,2}(?: and|, [0-9]| & )))"
        r"(?P<v>(?:[1-9][0-9]?, ){0,3}[1-9][0-9]?(?:(?:,? and | & )[1-9][0-9]?)?)"
        r"(?=\)|[,.;!?](?![0-9])|\s(?!o['’]clock|am\b|pm\b|"
        r"(?:days?|weeks?|months?|years?|hours?|minutes?|miles?|km|times?|people|others?)\b)|$)",
        0.8,
        digits=1,
    ),
    # "my wife and I (both 26)"
    _age(r"\bboth (?P<v>[1-9][0-9])(?=[),.;]|$)", 0.75, digits=2, cues=frozenset(("both",)), folded=True),
    # "our two (8 and 11)", "my eldest (17)"
    _age(
        r"\b(?:my|our|his|her|their) (?:two|three|four|lot|little ones?|youngest|eldest|oldest) "
        r"\((?P<v>(?:[1-9][0-9]?, ){0,3}[1-9][0-9]?(?:(?:,? and | & )[1-9][0-9]?)?)\)",
        0.75,
        digits=1,
        cues=frozenset("two three four lot one ones youngest eldest oldest".split()),
    ),
    # "in his 20s", "a man, 30s,"
    _age(
        r"(?:\bin (?:my|his|her|their|your|our) |\b(?:male|female|man|woman|guy|lady|suspect),? "
        r"(?:(?:approx|about|aged|in his|in her)\.? |[^\n,;.]{1,24}, )?)(?P<v>[2-9]0s)\b",
        0.8,
        digits=1,
        sign=re.compile(r"[2-9]0s\b"),
        reach=(45, 4),
    ),
    # "Aditi (she/her), 27, Hackney"
    _age(r"\b(?:her|him|hers|his|them|theirs)\),?\s(?P<v>[1-9][0-9])(?=[,.;\n]|$)", 0.8, digits=1, folded=True),
    Rule(
        "PERCENTAGE",
        rf"(?<![\w%])[-+]?{LOWER_END}{AMOUNT}\s?(?:%|‰|percent\b|per cent\b|percentage points?\b|pct\b)",
        0.95,
        digits=1,
        cues=frozenset("percent per percentage pct".split()),
        marks=frozenset("%‰"),
    ),
    Rule(
        "PERCENTAGE",
        rf"\b(?:{WORD_NUMBER}\s(?:percent|per cent)\b)",
        0.9,
        ("percent", "per cent"),
        cues=NUMBER_WORDS,
        folded=True,
    ),
    _quantity(
        rf"(?<![\w.,$€£-])-?{AMOUNT}(?:\s?(?:[x×/–-]|±|\+/-)\s?{AMOUNT}){{0,3}}[- ]?{_UNITS}(?![\w/])",
        0.85,
        digits=1,
        cues=_UNIT_CUES,
    ),
    # "My mom's readings: 132/84, 128/80"
    _quantity(
        r"(?<![\w/.-])(?:[89][0-9]|1[0-9]{2}|2[0-2][0-9])/(?:[4-9][0-9]|1[0-3][0-9])(?![\w/-]|\.[0-9])",
        0.99,
        digits=2,
        also=frozenset("bp systolic diastolic hypertension hypertensive readings pressure".split()),
        sign=re.compile("[0-9]/[4-91]"),
        reach=(4, 6),
    ),
    # "blood pressure was 145/95"
    _quantity(
        r"\b(?:bp|blood pressure)(?: (?:is|was|of|at|reading|reads|today)){0,2}:?\s"
        r"(?P<v>[1-2]?[0-9]{2}/[1-2]?[0-9]{2})(?![\w/])",
        0.85,
        digits=4,
        folded=True,
    ),
    _quantity(
        r"(?<!\w)[4-7]\s?(?:['′]|ft\.?|feet|foot)\s?(?:1[01]|[0-9])(?:\s?(?:[\"″]|''|in(?:ches)?\b)|"
        r"(?!\w))",
        0.8,
        digits=1,
        cues=frozenset("ft feet foot".split()),
        marks=frozenset("'′"),
        sign=re.compile(r"[4-7]\s?(?:['′]|f)"),
        reach=(5, 30),
    ),
    _quantity(
        rf"\b(?:{WORD_NUMBER}\s(?:kilomet(?:er|re)s?|met(?:er|re)s|miles?|feet|inches|kilos?|kilograms?|"
        rf"grams|pounds|lit(?:er|re)s|acres|hectares|tons|gallons|degrees)\b)",
        0.8,
        cues=_UNIT_CUES | {"pounds"},
        also=NUMBER_WORDS,
        folded=True,
    ),
    Rule(
        "DURATION",
        # "at approx 2214 hrs" is no duration
        rf"(?<![\w.,$€£/-])(?!{_CLOCK}\s?h(?:ou)?rs?\b)"
        rf"{AMOUNT}(?:\s?(?:-|–|to)\s?{AMOUNT})?[- ]?{_SPANS}\b(?![- ](?:old|of "
        rf"age|young)\b)",
        0.85,
        digits=1,
        cues=_SPAN_CUES,
    ),
    Rule(
        "DURATION",
        # "54 million years ago" is the age of no person.
        # "Peru one day, maybe" says nothing of how long.
        r"\b(?<![0-9] )(?!(?<!for )(?<!in )(?<!takes )(?<!within )(?<!last )one day(?:[:?!]|,? (?:maybe|"
        r"perhaps|hopefully|soon)\b))"
        rf"(?:{WORD_NUMBER}[- ]{_SPANS}\b(?![- ](?:old|of age|young)\b))",
        0.8,
        cues=_SPAN_CUES,
        also=NUMBER_WORDS,
        folded=True,
    ),
)
"""Rules for numbers that mean something."""
