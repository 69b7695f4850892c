"""What is nobody's name though a model takes it for one: terms of a field, and what a text cites.

A model takes "Kimchi", "CNS" and "T. gondii" for names. The words are those of Open English WordNet (CC BY 4.0) that
stand for living things, substances, states and the like alone, medicines (those of the FDA's Orange Book too, public
domain), and the commands of tldr pages (CC BY 4.0); `release.training terms` writes the file. Words that are a name,
too, are not in it.
`Detection` asks about each finding; what its form gives away as private (an address, a number with a check digit) is
not asked about.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path

from dp_gateway.cache import once
from dp_gateway.patterns.cited import is_of_tales, is_scripture
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.own_jobs import is_no_job
from dp_gateway.text.entities import NAME_TYPES, Entity
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

TERMS_FILE = Path(__file__).with_suffix(".txt.xz")
"""Where the words are: terms in the first line, abbreviations in the second, medicines in the third."""

NAMES = frozenset("PERSON LOCATION ORGANIZATION NRP JOB_TITLE TITLE".split())
_SURE = 0.8
WORD = re.compile(r"[^\W\d_]+")
# "T. gondii", "E. coli" and "Candida species".
_GENUS, _SPECIES = re.compile(r"\b[A-Z]\.\s$"), re.compile(r"[A-Z]\. ([a-z]{4,})")
_RANK = re.compile(r"\s(?:spp?\b|species\b|subsp\b)")
# Of signs a command of TeX alone tells: "$85,000 = salary_1, bonus $5,000" is no formula.
_FORMULA = re.compile(r"\$[^$\n]{0,120}?\\[a-zA-Z]{2,}[^$\n]{0,120}\$")
_REACH, _LONGEST = 120, 40

_FEASTS = frozenset(_LISTS["FEASTS"])
# Without ALL, DOP, TOP and others that are firms or words too.
_CURRENCIES = frozenset(
    "usd eur gbp aud cad nzd chf jpy cny inr sek nok dkk pln huf czk zar brl mxn sgd hkd krw thb".split()
)
# CAD is drawing with a computer, too.
_SHORTENED = {code.upper() for code in _CURRENCIES - {"cad"}} | frozenset(_LISTS["SHORTENED"])
"""What is written before a value, or of it, in letters of which the tagger makes a firm."""
_SHORT_FILE = Path(__file__).with_name("shortened.txt")
# "Dear Sirs", "£4,250 ono".
_NOBODY = frozenset(_LISTS["NOBODY"])
_LONG_STEMS = _LISTS["LONG_STEMS"]
_SHORT_STEMS = "olol pril afil terol".split()
_STEMS = (*_LONG_STEMS, *_SHORT_STEMS)
MEDICINE = re.compile(
    rf"\b[a-z]{{2,20}}(?:[a-z](?:{'|'.join(_LONG_STEMS)})|[a-z]{{2}}(?:{'|'.join(_SHORT_STEMS)}))\b", re.IGNORECASE
)
"""International names of medicines (INN, World Health Organization), by their stems."""
# "the Antoine equation". Not "Anna's disease", "the Miller account": these may be somebody's.
_EPONYM = re.compile(
    r"(?:[-–][A-Z]\w{1,30})?\s(?:equations?|theorem|lemma|conjecture|inequality|transform|algorithm|constant|coefficient|"
    r"syndrome|effect|paradox|hypothesis|polynomials?|integral|entropy|reagent|criterion)\b"
)
# What states pay, and for which one applies.
_BENEFITS = frozenset(phrase.replace("_", " ") for phrase in _LISTS["BENEFITS"])
# Where everybody has an account: "my instagram got hacked". Who works there says so.
_PLATFORMS = frozenset(_LISTS["PLATFORMS"])
_OWN = re.compile(r"\b(?:my|your|his|her|their|our|on|via|an?|old|new)\s\Z", re.IGNORECASE)
_AT_WORK = re.compile(r"\b(?:work|works|worked|working|job|team|shift|project)\son\s\Z", re.IGNORECASE)
_OF_WORK = re.compile(
    r"['’]?s?\s(?:interview|offer|manager|recruiter|job|salary|contract|team|internship|boss|shares?|stocks?|rsus?|office|"
    r"colleagues?|employee|engineer|role|position)\b",
    re.IGNORECASE,
)
_BEFORE_OWN = 16
# Parts that any firm has.
_DEPARTMENTS = frozenset(phrase.replace("_", " ") for phrase in _LISTS["DEPARTMENTS"])
# "flight UA 482" is a number; the firm before it is that of anybody who flies.
_FLIGHT, _FLOWN = re.compile(r"\b[Ff]lights? $"), re.compile(r"\s?[0-9]{1,4}\b")
_AIRLINE, _BEFORE_FLIGHT = re.compile(r"[A-Z0-9]{2}"), 8
_THE = re.compile(r"\b[Tt]he (?:[A-Z]\w{1,30}[-–])?\Z")
_BEFORE_NAME = 36


def is_term(text: str, entity: Entity) -> bool:
    """Return whether a finding is a term that is nobody's name, or stands in a formula between dollar signs. `entity`:
    a finding of any type.
    """
    start, end = entity.start, entity.end
    if entity.type == "USERNAME":
        return entity.score < 1 and _is_pointer(text, start, end)
    if entity.score < 1 and text.startswith("May", start) and end == start + len("May"):
        return _asks_leave(text, start, end)
    counted = entity.type in _NUMBERED and entity.detector.startswith("tagger") and _is_of_log_or_list(text, entity)
    counted = counted or (entity.type == "MONEY" and _counts_things(text, entity))
    if entity.type in ("AGE", "DATE_TIME"):
        return counted or is_scripture(text, start, end) or _is_cue(text, start, end)
    if counted or entity.score >= 1 or entity.type not in NAMES:
        return counted
    if (
        _is_of_tex(text, start, end)
        or _in_formula(text, start, end)
        or _is_eponym(text, start, end)
        or _is_disease(text, start, end)
        or _is_of_label(text, start, end)
        or _is_species(text, start, end)
        or is_scripture(text, start, end)
        or _is_field(text, start, end)
        or _is_no_name(text[start:end])
        or _is_of_letter(text, start, end)
        or is_of_tales(text, start, end)
        or (_is_prescribed(text, entity) and not is_name(text[start:end].lower()))
        or _is_listed(text[start:end], entity)
    ):
        return True
    of_type = _OF_TYPE.get(entity.type)
    return of_type is not None and of_type(text, entity)


# "0 @I14@ INDI": where a record of GEDCOM points to; "00:00:03.100 --> 00:00:06.400": when a subtitle is shown.
_POINTER = re.compile(r"^[0-9]{1,2} (?:[A-Z_]{3,5} )?(?P<v>@[IFSNRO][0-9]{1,6}@)(?= [A-Z]{3,5}$|[ \t]*$)", re.MULTILINE)
_CUE = re.compile(r"(?:[0-9]{2}:)?[0-9]{2}:[0-9]{2}[.,][0-9]{3}")
_LONGEST_POINTER = 24


def _is_pointer(text: str, start: int, end: int) -> bool:
    """Whether a finding is within the number by which a record of GEDCOM is pointed to."""
    first = max(0, start - _LONGEST_POINTER)
    return any(
        match.start("v") <= start and end <= match.end("v")
        for match in _POINTER.finditer(text, first, min(len(text), end + _LONGEST_POINTER))
    )


def _is_cue(text: str, start: int, end: int) -> bool:
    """Whether a time says when a subtitle begins or ends."""
    return _CUE.fullmatch(text, start, end) is not None and (
        text.startswith(" --> ", end) or text.endswith(" --> ", 0, start)
    )


def _asks_leave(text: str, start: int, end: int) -> bool:
    """Whether a word begins its sentence, and has behind it what a verb has there: "May he vote?"."""
    return (
        _ASKS_LEAVE.match(text, end) is not None
        and _SENTENCE_BEGINS.search(text, max(0, start - _BEFORE_FIRST), start) is not None
    )


_SENTENCE_BEGINS, _BEFORE_FIRST = re.compile(r"(?:\A|[.!?:;,]\s{1,2}|\n\s{0,3})\Z"), 4
_ASKS_LEAVE = re.compile(r"\s(?:I|he|she|we|they|you|it)\s[a-z]")


def _is_eponym(text: str, start: int, end: int) -> bool:
    """Whether a finding gives a law of science its name: "the Antoine equation"."""
    return _EPONYM.match(text, end) is not None and _THE.search(text, max(0, start - _BEFORE_NAME), start) is not None


# Diseases that are called after those who described them; of the second kind many people have the name.
_DISEASES = frozenset(_LISTS["DISEASES"])
_DISEASES_OF_MANY = frozenset("addison bell bright ehlers gilbert graves horner paget turner wilson".split())
_OF_DISEASE = re.compile(
    r"(?:['’]s?)? (?:disease|syndrome|lymphoma|thyroiditis|contracture|o?esophagus|palsy|psychosis|phenomenon|"
    r"encephalopathy|chorea)\b",
    re.IGNORECASE,
)
_HAS_DISEASE = re.compile(
    r"\b(?:diagnosed (?:him |her |me |them )?with|with|ha(?:ve|s|d|ving)|got|from|of|for|my|his|her|their|is|and|or|"
    r"early|late[- ]stage|onset|severe|mild|suspected|possible)\s\Z|[,:(]\s?\Z",
    re.IGNORECASE,
)
_SAXON = re.compile(r"['’]s?(?!\w)(?! (?:[A-Z]|e-?mail|phone|address|office|house|car|room|name|letter))")
_BEFORE_DISEASE = 24


def _is_disease(text: str, start: int, end: int) -> bool:
    """Whether a finding names a disease: "diagnosed with Hashimoto's", "Crohn's flare", "Bell's palsy"."""
    word = text[start:end].lower().removesuffix("'s").removesuffix("’s")
    if word not in _DISEASES and word not in _DISEASES_OF_MANY:
        return False
    if _OF_DISEASE.match(text, start + len(word)):
        return True
    saxon = word in _DISEASES and _SAXON.match(text, start + len(word)) is not None
    return saxon and _HAS_DISEASE.search(text, max(0, start - _BEFORE_DISEASE), start) is not None


# "where nino = 'QQ123456A'", and the fields of "(id, full_name, nino, postcode)".
_COMPARED = re.compile(r"\s?(?:=|<>|!=|[<>]=?)\s?['\"%?:$0-9]|\s(?:like|in|between)\s?['\"(]", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:where|and|or|on|set|having|not)\s\Z", re.IGNORECASE)
_IN_LIST_BEFORE, _IN_LIST_BEHIND = re.compile(r"[(,]\s?\Z"), re.compile(r"\s?[,)]")
_SNAKE, _FIELDS = re.compile(r"[a-z]_[a-z]"), 60


def _is_field(text: str, start: int, end: int) -> bool:
    """Whether a small word is the field of a query: something is compared with it, or it stands in a list of fields."""
    found = text[start:end]
    if not (found.isalpha() and found.islower()):
        return False
    before = text[max(0, start - _FIELDS) : start]
    around = before + text[end : end + _FIELDS]
    if "_" not in around or not _SNAKE.search(around):
        return False
    if _COMPARED.match(text, end):
        return _CONDITION.search(before) is not None
    listed = _IN_LIST_BEFORE.search(before) is not None and _IN_LIST_BEHIND.match(text, end) is not None
    return listed and (not is_given(found) or f" {found} = '" in text)


_WISHED = frozenset("merry happy blessed joyful joyous jolly".split())


def _is_no_name(found: str) -> bool:
    """Whether a finding is a feast, what is wished for it ("Merry Christmas"), or what is shortened before values."""
    wish, _, feast = found.lower().partition(" ")
    if feast in _FEASTS and wish in _WISHED:
        return True
    if found.isupper() or not found.isalpha():
        return found in _SHORTENED or (found in _stands_for_words() and not is_name(found.lower()))
    return found in _NOBODY or found.lower() in _FEASTS


_HAS_OBJECT = re.compile(
    r" (?:the|up|him|her|it|them|my|your|our|an?|this|that)\b(?! (?:store|shop|card|account|app|branch)\b)"
)
_NUMBERED = frozenset(("ID_NUMBER", "STREET_ADDRESS", "DATE_TIME"))
_HOUR = re.compile(r"(?:[01][0-9]|2[0-3])[0-5][0-9]")
_HOURS = re.compile(r"^(?:[^\n]{0,16} )?(?:[01][0-9]|2[0-3])[0-5][0-9](?=:? [a-z])", re.MULTILINE)
_LABELS = frozenset(_LISTS["LABELS"])
_FEWEST_HOURS, _SHORTEST_STREET = 2, 3


def _is_of_log_or_list(text: str, entity: Entity) -> bool:
    """Whether what a model takes for a number or a street counts an item, says when something of a log was ("0540
    slipped from Stromness"), or is the label of a number.
    """
    start, end = entity.start, entity.end
    found = text[start:end]
    if found.isalpha():
        return found in _LABELS or (entity.type == "STREET_ADDRESS" and len(found) < _SHORTEST_STREET)
    line = text.rfind("\n", 0, start) + 1
    if line == start and found.isdigit() and text[end : end + 2] in (". ", ") "):
        return True
    return _HOUR.fullmatch(text, start, end) is not None and once(_tells_hours, text)


def _tells_hours(text: str) -> bool:
    """Whether some lines begin with an hour."""
    return len([*islice(_HOURS.finditer(text), _FEWEST_HOURS)]) == _FEWEST_HOURS


_HEADS, _ADDRESSEES = frozenset(_LISTS["HEADS"]), frozenset(_LISTS["ADDRESSEES"])
_DEAR = re.compile(
    r"\b(?:dear|hi|hello|attn:?|to the|for the) (?:(?:the|all|our|fellow|adjoining|valued|"
    r"new) )?\Z",
    re.IGNORECASE,
)
_BEFORE_ADDRESSEE = 24


def _is_of_letter(text: str, start: int, end: int) -> bool:
    """Whether a finding is the label of a mail's head in another language ("Von:"), or addresses whoever it may be:
    "Dear Tenant".
    """
    found = text[start:end]
    if text.startswith(":", end) and found in _HEADS:
        return not text[text.rfind("\n", 0, start) + 1 : start].strip(" \t>")
    words = found.lower().split()
    return (
        bool(words)
        and _ADDRESSEES.issuperset(words)
        and (_DEAR.search(text, max(0, start - _BEFORE_ADDRESSEE), start) is not None)
    )


_TITLED_THE = frozenset(_LISTS["TITLED_THE"])
_OF_TITLE = re.compile(r"[ \t]*(?:[~|–—*:\n]|- |\Z)")


# "Polish my reply to this customer"
_POLISHES = re.compile(r"Polish (?:my|this|it|up|the (?:following|text|below|draft)|these|that)\b")


def _polishes(text: str, entity: Entity) -> bool:
    """Whether somebody is asked to polish something, and no people is meant."""
    return _POLISHES.match(text, entity.start) is not None


def _is_title(text: str, entity: Entity) -> bool:
    """Whether a word behind "The" begins a line that a sign ends: what a newsletter is called, and no place."""
    start = entity.start
    if text[max(0, start - 4) : start] not in ("The ", "THE ") or text[start : entity.end].lower() in _TITLED_THE:
        return False
    first = start - 4
    alone = text[start : entity.end].isalpha() and _OF_TITLE.match(text, entity.end) is not None
    return alone and not text[text.rfind("\n", 0, first) + 1 : first].strip(" \t#*~=-")


def _is_nobodys_firm(text: str, entity: Entity) -> bool:
    """Whether it is a department, a benefit, or the letters of a flight's number."""
    start, end = entity.start, entity.end
    if _AIRLINE.fullmatch(text, start, end) and _FLOWN.match(text, end):
        return _FLIGHT.search(text, max(0, start - _BEFORE_FLIGHT), start) is not None
    found = text[start:end].lower().replace("’", "'")
    if text[start:end].islower() and found in default_lexicon()[0].common and _HAS_OBJECT.match(text, end):
        return True  # "chase the refund"
    return found in _DEPARTMENTS or found in _BENEFITS or (found in _PLATFORMS and _is_account(text, start, end))


def _is_account(text: str, start: int, end: int) -> bool:
    """Whether a platform is named as where somebody has an account, and nobody's employer."""
    before = text[max(0, start - _BEFORE_OWN) : start]
    return _OWN.search(before) is not None and not (_AT_WORK.search(before) or _OF_WORK.match(text, end))


_PRESCRIBED = re.compile(
    r"\b(?:(?:put|keep|started?) (?:me|him|her|them|us|you) on|"
    r"prescribed(?: me| him| her| them| us)?|mgs? of|dose of|refill (?:of|for)|side effects of)\s\Z",
    re.IGNORECASE,
)
_PRESCRIBED_REACH, _SURELY = 32, 0.95


def _is_prescribed(text: str, entity: Entity) -> bool:
    """Whether a half-sure finding stands where a medicine does: "wants to put me on Benlysta"."""
    if entity.type not in NAME_TYPES or entity.score >= _SURELY or " " in text[entity.start : entity.end]:
        return False
    before = text[max(0, entity.start - _PRESCRIBED_REACH) : entity.start]
    return _PRESCRIBED.search(before) is not None


# "D.O.B. 09 SEP 1986": the letters of a label.
_DOTTED_LABEL = re.compile(
    r"\b(?:D\.O\.[BD]|A\.K\.A|P\.S|N\.B|T\.B\.[ACD]|R\.S\.V\.P|N\.I|Q\.E\.D|E\.T\.[AD]|P\.T\.O)\b\.?", re.IGNORECASE
)
_DOTTED = 9


def _is_of_label(text: str, start: int, end: int) -> bool:
    """Whether a finding is letters of a label that has points."""
    if end - start > _DOTTED or "." not in text[max(0, start - 1) : end + 1]:
        return False
    return any(
        label.start() <= start and end <= label.end()
        for label in _DOTTED_LABEL.finditer(text, max(0, start - _DOTTED), end + _DOTTED)
    )


# "around 12k miles a year"
_COUNTED_THINGS = re.compile(
    r" (?:miles?|km|steps|words|followers|views|rows|users|people|requests|tokens|lines|records|downloads|subscribers|"
    r"calories|kcal|rpm|volts|likes|customers|members|files|images|messages|emails|events|hits|visits|visitors)\b",
    re.IGNORECASE,
)


def _counts_things(text: str, entity: Entity) -> bool:
    """Whether what is taken for a sum counts things: no currency, and thousands of miles or words."""
    return (
        text[entity.end - 1] in "kKmM"
        and text[entity.start].isdigit()
        and _COUNTED_THINGS.match(text, entity.end) is not None
    )


_ASSISTANTS = frozenset("claude chatgpt gemini copilot siri alexa grok cortana perplexity deepseek llama".split())
_HAILED = re.compile(r"\W{0,3}(?:hi|hey|hello|ok|okay|dear|thanks|good (?:morning|afternoon|evening)),? ", re.I)
_ORDERED = re.compile(
    r"[,!.:]?\s{1,3}(?:can|could|would|will|please|pls|help|write|give|tell|explain|what|how|i need)\b", re.I
)


# "My booker takes 12 %": what somebody does, in small letters behind whose it is.
_WHOSE = re.compile(r"\b(?:my|our|your|his|her|their|the|an?) \Z", re.IGNORECASE)
_DOER = re.compile("[a-z]{3,16}(?:er|or|ist|ian|man|woman)")


def _is_no_person(text: str, entity: Entity) -> bool:
    """Whether a finding is the model that is asked, or somebody by what he or she does."""
    if text[entity.start : entity.end] == "Works" and text.startswith((" For", " for", " At"), entity.end):
        return True  # "Fields: Full Name, Works For, Monthly Amount"
    doer = entity.score < _DOUBTFUL_DOER and _DOER.fullmatch(text, entity.start, entity.end)
    if doer and _WHOSE.search(text, max(0, entity.start - _LONGEST_WHOSE), entity.start):
        return True
    return _is_hailed(text, entity)


_DOUBTFUL_DOER, _LONGEST_WHOSE = 0.8, 7


def _is_hailed(text: str, entity: Entity) -> bool:
    """Whether it is the model that is asked, at the beginning of all: "Hi Claude, can you rewrite this"."""
    if text[entity.start : entity.end].lower() not in _ASSISTANTS or not _HAILED.fullmatch(text, 0, entity.start):
        return False
    return _ORDERED.match(text, entity.end) is not None


_OF_TYPE: dict[str, Callable[[str, Entity], bool]] = {
    "PERSON": _is_no_person, "ORGANIZATION": _is_nobodys_firm, "JOB_TITLE": is_no_job, "LOCATION": _is_title,
    "NRP": _polishes,
}  # fmt: skip


def _is_of_tex(text: str, start: int, end: int) -> bool:
    """Whether a word is a command of TeX; "CORP\\anna" is a login, and "\\Anna" somebody."""
    if text[start - 1 : start] != "\\" or text[max(0, start - 2) : start - 1].isalnum():
        return False
    return text[start:end].isalpha() and not is_name(text[start:end].lower())


_DEGREES = frozenset(_LISTS["DEGREES"])
"""Letters for what somebody is trained or admitted as."""


def _is_listed(found: str, entity: Entity) -> bool:
    """Whether a finding is made of terms alone."""
    terms, abbreviations, medicines = _terms()
    lower = found.lower()
    may_be = found.isalpha() and (lower.endswith(_STEMS) or not lower.isascii())
    if lower in medicines or (may_be and MEDICINE.fullmatch(found) and not is_name(lower)):
        return True
    if found.isupper():
        return (found in abbreviations or found in _DEGREES) and entity.type in ("PERSON", "ORGANIZATION")
    if entity.type == "JOB_TITLE" or (entity.score >= _SURE and not found.islower() and entity.detector != "patterns"):
        return False
    if entity.type == "NRP" and entity.detector == "patterns" and found[:1].isupper():
        # "Hindus", "Argentine": a list of peoples knows better than one of words.
        return False
    words = [lower] if lower.isalpha() else WORD.findall(lower)
    return bool(words) and all(_known(word, terms) and not is_name(word) for word in words)


def _is_species(text: str, start: int, end: int) -> bool:
    if _RANK.match(text, end):
        return True
    if text[start + 1 : start + 2] != "." and text[max(0, start - 2) : start - 1] != ".":
        return False
    before = _GENUS.search(text, max(0, start - 4), start)
    match = _SPECIES.match(text, before.start() if before else start, end + _LONGEST)
    # "J. smith" is somebody.
    return match is not None and not is_name(match[1])


def _in_formula(text: str, start: int, end: int) -> bool:
    """Whether a stretch stands between dollar signs of one line with signs of a formula between them."""
    first = max(start - _REACH, 0)
    if text.find("\\", first, end + _REACH) < 0 or text.find("$", first, end + _REACH) < 0:
        return False
    first = max(text.rfind("\n", first, start) + 1, first)
    formulas = _FORMULA.finditer(text, first, min(len(text), end + _REACH))
    return any(match.start() < end and start < match.end() for match in formulas)


def _known(word: str, terms: frozenset[str]) -> bool:
    return word in terms or (
        word.endswith("s") and (word[:-1] in terms or word[:-2] in terms or f"{word[:-3]}y" in terms)
    )


def is_command(word: str) -> bool:
    """Return whether a word is a term, as commands are, and neither a name nor a word of everyday."""
    names, _ = default_lexicon()
    return word in _terms()[0] and word not in names.common and not is_name(word)


def is_name(word: str) -> bool:
    """Return whether a word, or what it is the plural of, is a name."""
    names, _ = default_lexicon()
    return any(one in names.given or one in names.surnames for one in (word, word.removesuffix("s")))


def is_given(word: str) -> bool:
    """Return whether a word is a given name."""
    return word in default_lexicon()[0].given


def is_medicine(word: str) -> bool:
    """Return whether a word is the name of a medicine, and nobody's."""
    word = word.lower()
    return (word in _terms()[2] or MEDICINE.fullmatch(word) is not None) and not is_name(word)


@cache
def _stands_for_words() -> frozenset[str]:
    lines = _SHORT_FILE.read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def _terms() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    terms, abbreviations, medicines = lzma.decompress(TERMS_FILE.read_bytes()).decode().splitlines()
    return frozenset(terms.split()), frozenset(abbreviations.split()), frozenset(medicines.split())
