"""Words and expressions by which `caution` tells what a request asks and what a reply states."""

from __future__ import annotations

import re
from calendar import day_name, month_name
from collections.abc import Sequence

from dp_gateway.restore.labels import KIND_WORDS, label_words
from dp_gateway.text.entities import VALUE_TYPES
from dp_gateway.text.lists import word_lists
from dp_gateway.vocabulary.numerals import NUMBER_WORDS
from dp_gateway.vocabulary.words import STOPWORDS

_LISTS = word_lists(__file__)

MOST_CHARACTERS = 65_536
LISTED = 40
"""Stand-ins beyond which a sentence is a list: nothing is looked up that would make one of them harmless, since that
takes as long as the sentence for each."""

SENTENCE = re.compile(r"[^.!?\n]*(?:\.(?=\w)[^.!?\n]*)*[.!?]*")
WORD = re.compile(r"[^\W_]+(?:(?:[.'’]|(?<=\d),(?=\d))[^\W_]+)*")
SEPARATOR, PADDING = re.compile(r"(?<=\d),(?=\d{3})"), re.compile(r"\A0+(?=\d)|\.0+\Z")
MONTHS = {name.lower(): str(number) for number, name in enumerate(month_name) if name}
CURRENCIES = {"$": "usd dollar dollars", "€": "eur euro euros", "£": "gbp pound pounds sterling"}
KEY = re.compile(r"[\"'][\w -]{1,40}[\"']\s*:")
LAYOUT = re.compile(r"\b(?:border|width|height|(?:col|row)span|cell(?:padding|spacing))=[\"']?\d{1,4}(?:px|%)?[\"']?")
"""What a tag of HTML says of how its content looks."""
MAY_TELL = {
    "MONEY": ("MONEY", "PERCENTAGE"),
    "AGE": ("AGE", "DATE_TIME"),
    "PERCENTAGE": ("PERCENTAGE", "MONEY"),
    "QUANTITY": ("QUANTITY",),
    "DURATION": ("DURATION", "DATE_TIME"),
}
"""From what a number may be worked out that stands under the key of an amount, an age and so on."""
FIELD = re.compile(
    r"[\"']([A-Za-z][\w -]{0,39})[\"']\s*:\s*[\"']?"
    rf"([0-9]{{1,15}}(?:,[0-9]{{3}})*(?:\.[0-9]{{1,6}})?|{'|'.join(filter(None, month_name))})(?![-/:.]?\w| [A-Za-z])"
)
"""A key of JSON and its number."""
FLAG = re.compile(r"[\"']([A-Za-z][\w -]{0,39})[\"']\s*:\s*(true|false)\b")
NEAR_KEY = 60
TOLD_BY_KEY = {word: frozenset(MAY_TELL[kind]) for kind in MAY_TELL for word in label_words(KIND_WORDS[kind])}
PARTS_OF_DAY = frozenset(("day", "month", "year"))
LEAST_TOLD, UNITS_OF_TIME = 10, frozenset("hours days nights weeks months years".split())
"""A smaller whole number under a key may count anything, but for what the key itself tells."""
TRANSLATES = re.compile(r"\btranslat|\b(?:in|into|to) (?:german|french|spanish|italian|dutch|polish)\b", re.IGNORECASE)
# What such a text has one of, see `facts`.
TRANSLATED = "translat", "german", "french", "spanish", "italian", "dutch", "polish"
_EXPLAIN = r"(?:(?:explain|describe|tell (?:me|us)) (?:to [^.?!]{1,20} )?)?"
OF_IT = re.compile(
    rf"\A\W*(?:(?:and|but|so) )?{_EXPLAIN}(?:at |in |on |for |from |to )?(?!why (?:i|we|my|our)\b)"
    r"(?:which|what|when|where|why|how|any|anything)\b[^?]{0,60}\b(?:he|she|it|they|there|its|their|about them)\b|"
    r"\A\W*(?:may|must) (?:he|she|they)\b|"
    r"\A\W*(?:is|are|may|can|should|must|does|do) [^?]{0,40}\b(?:allowed|permitted|forbidden|have to|need to)\b"
    r"[^?]{0,40}\b(?:his|her|their|there)\b|"
    r"\A\W*(?:why|how come|since when)(?: not| so)?\W*\Z",
    re.IGNORECASE,
)
WHAT = re.compile(
    rf"\A\W*(?:(?:and|but|so) )?{_EXPLAIN}(?:at |in |on |for |from |to )?(?!why (?:i|we|my|our)\b)"
    r"(?:which|what|when|where|why|how|who|whose|whom|any|anything|does|do|has|have|is|are|was|were|did)\b",
    re.IGNORECASE,
)
ADVICE = re.compile(
    r"\bhow (?:(?:do|can|could|should|would|might) (?:i|we|you)|(?:can|could|should|might) (?:he|she|they|one)|to)\b|"
    r"\bwhat (?:do|can|should) (?:i|we) (?:do|say|write|reply|tell|answer)\b|"
    r"\bwhat helps\b|\b(?:tips|advice|suggestions|ideas|thoughts|exercises|remedies)\s?\?",
    re.IGNORECASE,
)
"""Asks what to do; where somebody lives or comes from, that a reply need not speak of."""
OF_SAYING = re.compile(
    r"\bhow (?:do|can|could|should|would|might|to)\b(?: (?:i|we))?(?: best| politely| kindly| nicely| tactfully)? "
    r"(?:ask|tell|say|refuse|decline|turn down|thank|apologi[sz]e|complain|congratulate|invite|remind|resign|quit|"
    r"respond|reply|answer|begin|end|start a|open a|close a|address)\b|"
    r"\bwhy (?:i|we|my|our)\b|\bwhat (?:do|can|could|should) (?:i|we) (?:say|write|reply|tell|answer)\b",
    re.IGNORECASE,
)
"""Asks how to say something, whoever hears it, or for reasons of one's own."""
OF_WORK = re.compile(r"\b(?:careers?|jobs?|professions?|qualifications?|training|at work|to work)\b", re.IGNORECASE)
OF_THEIRS = re.compile(r"\b(?:his|her|their|its|my|our) (?:language|country|religion|faith|culture|town|city)\b", re.I)
MORE = (
    "more|less|higher|lower|older|younger|bigger|larger|smaller|cheaper|earlier|later|sooner|longer|shorter|faster|slower|"
    "heavier|lighter|taller|farther|further|nearer|closer"
)
RECOMMENDS = re.compile(
    r"\b(?:can|could|should|shall|do|would|may|might) (?:i|we)\b|\b(?:good|nice|present|gift)\b", re.IGNORECASE
)
"""Wants to be advised, for which what is told of somebody is one reason of many."""
OF_VALUE = re.compile(
    r"\d|\b(?:that|this|these|those|it|enough|too|(?:over|under)\w+|worth|fair|cheap\w*|expensive|afford\w*|normal|usual|"
    r"healthy|legal|taxe?[sd]?|brackets?|cost\w*|pay\w*|earn\w*|get|owe|need|save|lose|price|bill|sum|amount|value|rate|"
    r"bmi|index|pace|speed|calories|part|most|least|how (?:much|many|long|far|fast|often|big|high))\b|"
    rf"\b(?:{MORE})\b",
    re.IGNORECASE,
)
"""Asks of an amount or a measure that stands around it."""
JUDGES = re.compile(
    r"\A\W*(?:is|are|was|were|am|do|does|did|have|has|can|will|would)\b[^?]*\b(?:(?:that|it|this) (?:a lot|much|many|"
    r"good|bad|high|low|normal|fair|okay|ok|healthy)|too|enough|(?:over|under)(?:pa\w+|charged?|weight|due))\b",
    re.IGNORECASE,
)
"""Asks for a judgement of a number, which any answer gives."""
OF_COUNTRY = re.compile(
    r"\b(?:tip|tips|tipping|by law|the law|legal(?:ly)?|illegal|vat|visas?|vote|"
    r"(?:parental|maternity|paternity|sick|annual) leave|voltage|plugs?|"
    r"emergency number|pensions?|passports?|citizens?(?:hip)?|minimum wage|notice period)\b",
    re.IGNORECASE,
)
"""Asks what is the same in all towns of a country."""
BY_ITSELF = re.compile(
    r"(?![^?]*\b(?:i|we|me|us|my|our|he|she|it|they|him|her|his|hers|its|their|them|there|here|th(?:is|at|[oe]se)|you|"
    r"your|one)\b)\W*(?:asks? )?(?:who|what|why|is|are|does|do|when (?:did|was|were))\b[^?]{0,80}?"
    r"(?:\bthe (?:[\w-]+ ){1,3}(?:of|between) (?!the )|[\"“]|\ban? [\w-]+ (?:is|are|means?|needs?)\b|"
    r"\ban? [\w-]+ an? (?!good|bad|nice|great|better|suitable|proper|normal|usual|typical)|"
    r"(?<=(?-i:[a-z]) )(?-i:[A-Z])|"
    r"\bfor (?:bab(?:ies|y)|children|kids|adults|people|everyone|cats?|dogs?|pets|animals)\b)",
    re.IGNORECASE,
)
"""Names all that it asks of, so that it needs none of what stands around it: "Who wrote Hamlet?"."""
OF_WORDING = re.compile(
    r"\b(?:commas?|spell(?:ed|ing)?|grammar|grammatical(?:ly)?|synonyms?|antonyms?|tone|tense|passive|wording|rhymes?|"
    r"typos?|punctuation|capital letters?|capitali[sz]ed?|apostrophes?|hyphens?|should i write [\"“]|"
    r"(?:which|what) language is (?:this|it)|sentiment|topic|"
    r"ad(?:verb|jective)s?|(?:pro)?nouns?|verbs?|sentences?|phrases?|paragraphs?|headlines?|headings?|titles?|"
    r"categor(?:y|ies)|emotion|mood|keywords?|polite(?! to\b)|rude(?! to\b)|subject line)\b",
    re.IGNORECASE,
)
"""Asks of the words of a text, and not of what they say."""
EITHER = re.compile(r"\b([^\W_]+),? or (?:(?:in|on|at|an?|the|still|already|rather) ){0,2}([^\W_]+)")
DECLINES = re.compile(
    r"\b(?:i|we) (?:do not|don['’]t|cannot|can['’]t|could not|couldn['’]t|am unable to|am not able to) "
    r"(?:actually |really |reliably )?(?:know|tell|say|look|find|access|check|see|verify|confirm|determine|predict|"
    r"answer)\b|\b(?:(?:am|are|m|re) not|have not|never) (?:aware of|familiar with|heard of)\b|"
    r"\bhave no (?:\w+ )?(?:information|data|knowledge|access|idea|record)s?\b|"
    r"\b(?:it|that|this) (?:really |all )?depends\b",
    re.IGNORECASE,
)
"""Says that the question stays without an answer."""
OF_WHETHER = re.compile(
    r"\A\W*(?:(?:and|but|so) )?(?:is|are|was|were|does|do|did|has|have|can|may|must|should|will) (?!you\b|i\b|we\b)",
    re.IGNORECASE,
)
WHETHER = re.compile(
    r"\s*(?:he|she|it|they) (?:probably |certainly |usually )?(?:is|are|was|were|does|do|did|has|have|can|cannot|may|"
    r"might|must|should|will|would|no longer)\b|"
    r"\s*(?:it (?!depends)[a-z]{3,}s|they [a-z]{3,})\b",
    re.IGNORECASE,
)
"""Asks whether something is so, and answers that without yes or no."""
APPOSED = re.compile(
    r",\s+(?:(?:an?|one of|home (?:to|of)|known|famous|located|situated|close to)|"
    r"(?:which|that|who) (?:is|was|are|has|had|lies|makes|sells))\s[^,.;:!?]{1,80}"
)
"""What is added to a name."""
OF_THAT = re.compile(r"\b(?:is|was|are|were) (?:that|it|this|these|those)\b", re.IGNORECASE)
AT_AGE = re.compile(
    r"\b(?:at|for) (?:his|her|your|their|that|this|my|our) age\b|"
    r"\b(?:toddler|preschooler|teen|teenager|pensioner|retiree)s?\b",
    re.IGNORECASE,
)
CALLED_AT = {
    "toddler": range(1, 4),
    "preschooler": range(3, 6),
    "teen": range(13, 20),
    "teenager": range(13, 20),
    "pensioner": range(66, 130),
    "retiree": range(66, 130),
}
"""At which ages somebody is called so."""
OF_ANYBODY = re.compile(
    r"\b(?:for|to|of) (?:any(?:body|one)|every(?:body|one)|(?:all|most|any|every) (?:adults?|people|persons?))"
    r"\s{0,2}(?:[.,;!?]|$)",
    re.IGNORECASE,
)
"""What holds of anybody, whatever they are: "eight hours are good for most adults"."""
YES_NO = re.compile(
    r"\s*(?:yes|no|not|correct|true|false|absolutely|definitely|indeed|probably|perhaps|maybe|likely|unlikely|usually|"
    r"never|yep|yeah|nope)\b|[^.!?]{0,60},\s(?:yes|no)\s?(?:[.!]|$)",
    re.IGNORECASE,
)
POLITE = frozenset(_LISTS["POLITE"])
SAID_ANYWAY = STOPWORDS | POLITE
"""Words that are new in no reply."""
FACTS = frozenset(_LISTS["FACTS"])
SAID_OF_FACTS = frozenset(_LISTS["SAID_OF_FACTS"])
"""Words in which it is said that something is a fact of a place or a firm, and which of them."""

OF_AGE = frozenset("retirement voting drink drinking adult minor senior".split())
"""Those that are told of ages alone."""

OF_A_FACT = FACTS | frozenset(
    "field river climate religion timezone dish industry specialty weather mayor founded".split()
)
OF_TEXT = frozenset(_LISTS["OF_TEXT"])
"""Keys of what is told of a text, and not of what it is about."""
TOLD = re.compile(
    r"(?:^|[{,])[^\S\n]{0,8}[\"']?([A-Za-z][\w -]{1,39})[\"']?\s*:\s*\[?[\"']?([^\"'\n,\]}]{2,60})", re.MULTILINE
)
"""A field of JSON or YAML and what stands there."""

NAMES = re.compile(r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2}|\+\d{1,3}\b|\b[A-Z]{3}\b")
DIGITS = re.compile(r"\d\d")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
NUMERIC = frozenset(VALUE_TYPES)
NO_FACT_OF = NUMERIC | {"DATE_TIME"}
PERIODS = frozenset(("7", "12", "52", "100", "365"))
"""Numbers with which is reckoned whoever asks."""
RECKONS = re.compile(
    r"%|\b(?:how (?:many|much|old|long|far|high)|(?:total|sum|differ|remain|split|add|subtract|annual)\w*|"
    r"(?:month|year|week)ly|per|averages?|percent\w*|altogether|together|each|comes? to|left|earlier|later|until|"
    r"between|(?:day|week|month|year)s? (?:from|after|before)|"
    r"share|proportion|fraction|ratio|times as|double|triple|halve|compare|round|missing|week ?day|"
    r"(?:which|what|by|on) (?:date|day)|when|sign)\b",
    re.IGNORECASE,
)
DAY = re.compile(rf"(?:{'|'.join([*day_name, *filter(None, month_name)])})\b", re.IGNORECASE)
KINDS = (
    (re.compile(r"[$€£]|\b(?:dollar|euro|pound)s?\b", re.IGNORECASE), frozenset(("MONEY", "PERCENTAGE"))),
    (re.compile(r"\b(?:day|night|week|month|year)s?\b|\bold\b", re.IGNORECASE), NO_FACT_OF - {"MONEY", "QUANTITY"}),
)
"""Of which types that is worked out which a sentence tells."""
ORDERED = re.compile(
    r"\b(?:sort|rank|arrange|order (?:them|these|those|by|of)|in order|lowest|highest|smallest|largest|biggest|oldest|"
    r"youngest|cheapest|dearest|earliest|latest|heaviest|lightest|tallest|fastest|slowest|longest|shortest|farthest|"
    r"nearest|closest|warmest|coldest|hottest|newest|best|worst|comes? (?:first|last|next)|"
    r"(?:who|which|what) (?:\w+ ){1,4}(?:first|last)|"
    rf"(?:a|de)scending|(?:which|who) (?:\w+ ){{0,3}}(?:{MORE}|most|least)|"
    rf"(?:{MORE}) than|minimum|maximum|limit|threshold|cut-?off|deadline|old enough|enough (?:to|for)|afford|"
    r"too (?:old|young|late|early|high|low|heavy|light|big|small|long|short|far|expensive|much|many|fast|slow)|"
    r"qualif\w+|eligible|allowed|exceeds?|above|below|within|in time|on time|"
    r"expired?|overdue|yet)\b",
    re.IGNORECASE,
)
RANKS = re.compile(
    r"\b(?:sort|rank|arrange|order) |\bwhich of (?!these\b|them\b|the\b)|"
    rf"\b(?:which|who)\b[^.?!\n]{{0,40}}\b(?:{MORE}|more|most|[a-z]{{3,9}}est)\b",
    re.IGNORECASE,
)
WORKDAY = re.compile(r"\b(?:weekends?|week ?days?|(?:working|business|school) days?|workdays?)\b", re.IGNORECASE)
SATURDAY = 5
HOW_OLD = re.compile(r"\bhow old (?:will|would|am|is|are|was|were)\b", re.IGNORECASE)
WITH_UNIT = re.compile(r"(\d[\d.,]*)[a-z]{1,3}")
COMPARED = frozenset(
    f"{MORE}|rose|rise|risen|fell|fall|fallen|dropped|drop|grew|grown|increase|increased|decrease|decreased|fewer|dearer|"
    "up|down|exceeds|exceed|above|below|loss|profit".split("|")
)
"""What a sentence says of two numbers that tells which of them is more."""
BOUND = re.compile(
    r"(?:\b(?:at least|at most|over|under|above|below|until|before|after|than|reach\w*|turn\w*|minimum|maximum|limit|"
    r"median|average|age|be|at|from)\b[^.\d]{0,40}?[$€£]?(\d[\d,]*)"
    r"|(?<!\d)(?<!\d,)[$€£]?(\d[\d,]*+)[^.\d]{0,12}\b(?:or|and) "
    r"(?:older|over|above|up|more|younger|under|below|less)|\b(\d+) to \w+)",
    re.IGNORECASE,
)
RANGE = re.compile(r"\b(?:from|between) [$€£]?(?:\d[\d,]*) (?:to|and) [$€£]?(\d[\d,]*)", re.IGNORECASE)
"""The last number that lies within: "from 6 to 12"."""
OF_ONE_SIZE = 4
"""How many times as large as a number its bound may be; ten rates are no bound of an amount."""
COUNTED = {name: str(number) for name, number in NUMBER_WORDS.items() if number in range(2, 100)}
TENS = frozenset(name for name, number in NUMBER_WORDS.items() if number in range(13, 100))
SPELLED = COUNTED | dict.fromkeys(("half", "third", "quarter", "twice", "dozen"), "")
AGES: tuple[tuple[re.Pattern[str], Sequence[int]], ...] = (
    (re.compile(r"\bvot(?:e|ing|er)|\badults?\b|\bminors?\b|\bof age\b|\bmajority\b", re.IGNORECASE), (18,)),
    (re.compile(r"\bretire|\bpension|\bsenior\b", re.IGNORECASE), range(55, 71)),
    (re.compile(r"\bdrink|\balcohol|\bbeer\b|\bwine\b|\bcasino|\bgambl|\bsmok", re.IGNORECASE), range(16, 22)),
    (re.compile(r"\bdriv(?:e|ing)|\blicen[cs]e|\bmarry", re.IGNORECASE), range(14, 19)),
)
"""At which ages a yes may become a no, where a reply names none."""

DERIVED_FROM = frozenset(("JOB_TITLE", "NRP"))
OF_ONE = re.compile(r"(?:e?rs?|ors?|ists?|i?ans?|ish|ese|i?cs?)\Z")
"""How one is called who does something, or is of something."""

ENDINGS = ("ing", "ed", "es", "s", "'s", "ly")
SHORT_ANSWER, FEW, LONG, PHRASING = 14, 3, 4, 1
