"""What is nobody's name though a model takes it for one: terms of a field, and the language of programs.

A model takes "Kimchi", "CNS", "T. gondii", "America/New_York" and `snake_case_name` for names. The words are those of
Open English WordNet (CC BY 4.0) that stand for living things, substances, states and the like alone, and the commands
of tldr pages (CC BY 4.0); `dp_gateway.training terms` writes the file. Words that are a name, too, are not in it.
`Detection` asks about each finding; what its form gives away as private (an address, a number with a check digit) is
not asked about.
"""

from __future__ import annotations

import lzma
import re
from functools import cache
from pathlib import Path

from dp_gateway.detection.lexicon import default_lexicon
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary.lexicon.data import read_data

__all__ = ["TERMS_FILE", "is_grammar", "is_term"]

TERMS_FILE = Path(__file__).with_suffix(".txt.xz")
"""Where the words are: terms in the first line, abbreviations in the second."""

_NAMES = frozenset("PERSON LOCATION ORGANIZATION NRP JOB_TITLE TITLE".split())
_SURE = 0.8
_WORD = re.compile(r"[^\W\d_]+")
# "T. gondii", "E. coli" and "Candida species".
_GENUS, _SPECIES = re.compile(r"\b[A-Z]\.\s$"), re.compile(r"[A-Z]\. ([a-z]{4,})")
_RANK = re.compile(r"\s(?:spp?\b|species\b|subsp\b)")
# Of signs a command of TeX alone tells: "$85,000 = salary_1, bonus $5,000" is no formula.
_FORMULA = re.compile(r"\$[^$\n]{0,120}?\\[a-zA-Z]{2,}[^$\n]{0,120}\$")
_SYMBOL, _RAISED = re.compile(r"\$?[0-9A-Za-z]\$?"), re.compile(r"[$^_]\Z")
_REACH, _LONGEST = 120, 40
_DOUBTFUL = 0.9


_FEASTS = frozenset(
    "easter whitsun whitsuntide pentecost lent advent epiphany michaelmas lammas candlemas christmas xmas yuletide "
    "hogmanay halloween thanksgiving juneteenth kwanzaa hanukkah chanukah passover pesach purim sukkot shavuot yom "
    "kippur rosh hashanah ramadan eid diwali holi navratri dussehra onam pongal vesak nowruz songkran shrovetide "
    "mardi gras midsummer fasching oktoberfest".split()
)
# Without ALL, DOP, TOP and others that are firms or words too.
_CURRENCIES = frozenset(
    "usd eur gbp aud cad nzd chf jpy cny inr sek nok dkk pln huf czk zar brl mxn sgd hkd krw thb".split()
)
_SHORTENED = frozenset(
    "SSID PCP MRN BMI ECG EKG MRI PET NICU EHR EMR GFR CBT PTSD ADHD OCD IBS COPD DOB DOD POB SSN PAYE VAT HOA LLC EOB "
    "FSA HSA APR APY ETF NAV YTD QTD EBITDA SKU RMA ETA ETD POC SOW SLA KPI OKR PTO WFH GCSE "
    "GPA SAT GRE LSAT PCR QR OTP PIN CVV IMEI VIN POA NDA MOU RFP RFQ ARR MRR CAC COGS "
    "USD EUR GBP CHF AUD NZD JPY CNY INR SEK NOK DKK PLN HUF CZK ZAR BRL MXN SGD HKD KRW THB".split()
)
"""What is written before a value, or of it, in letters of which the tagger makes a firm."""
# "the Antoine equation". Not "Anna's disease", "the Miller account": these may be somebody's.
_EPONYM = re.compile(
    r"(?:[-–][A-Z]\w{1,30})?\s(?:equations?|theorem|lemma|conjecture|inequality|transform|algorithm|constant|coefficient|"
    r"syndrome|effect|paradox|hypothesis|polynomials?|integral|entropy|reagent|criterion)\b"
)
# "Act as my Spanish tutor": a role for the model.
_PLAYED = re.compile(
    r"\b(?:(?:act|answer|behave|respond|role-?play) as (?:(?:if you were )?an?|my|the)|"
    r"pretend (?:to be|you(?:['’]re| are)) an?)"
    r"\s(?:[a-z]+\s){0,2}\Z",
    re.IGNORECASE,
)
_BEFORE_ROLE = 48
_THE = re.compile(r"\b[Tt]he (?:[A-Z]\w{1,30}[-–])?\Z")
_BEFORE_NAME = 36


def is_term(text: str, entity: Entity) -> bool:
    """Whether a finding is a term that is nobody's name, or stands in a formula between dollar signs.

    Args:
        text: the text.
        entity: a finding of any type.
    """
    start, end = entity.start, entity.end
    if entity.score >= 1 or (entity.type not in _NAMES and entity.type != "MONEY"):
        return False
    if entity.type == "MONEY":
        return _is_symbol(text, start, end)
    if any(asked(text, start, end) for asked in (_is_command, _in_formula, _is_eponym, _is_species)):
        return True
    if _is_no_name(text[start:end]) or _is_listed(text[start:end], entity):
        return True
    if entity.type != "JOB_TITLE":
        return False
    return _is_no_job(text[start:end], entity) or _PLAYED.search(text, max(0, start - _BEFORE_ROLE), start) is not None


def _is_eponym(text: str, start: int, end: int) -> bool:
    """Whether a finding gives a law of science its name: "the Antoine equation"."""
    return _EPONYM.match(text, end) is not None and _THE.search(text, max(0, start - _BEFORE_NAME), start) is not None


def _is_no_name(found: str) -> bool:
    """Whether a finding is a feast, a currency in small letters, or what is shortened before values."""
    if found.isupper() or not found.isalpha():
        return found in _SHORTENED
    return found in _CURRENCIES or found.lower() in _FEASTS


def _is_no_job(found: str, entity: Entity) -> bool:
    """Whether the tagger takes small words for an occupation though none of them is one: "works together"."""
    doubtful = entity.detector.startswith("tagger") and entity.score < _DOUBTFUL and found.islower()
    return doubtful and _occupations().isdisjoint(_WORD.findall(found))


@cache
def _occupations() -> frozenset[str]:
    """The last words of the job titles of the lexicon, for one and for several."""
    last = {title.lower().split()[-1] for title in read_data().types["JOB_TITLE"]}
    return frozenset(last | {f"{word}s" for word in last})


def _is_command(text: str, start: int, end: int) -> bool:
    """Whether a word is a command of TeX; "CORP\\anna" is a login, and "\\Anna" somebody."""
    if text[start - 1 : start] != "\\" or text[max(0, start - 2) : start - 1].isalnum():
        return False
    return text[start:end].isalpha() and not _is_name(text[start:end].lower())


def _is_symbol(text: str, start: int, end: int) -> bool:
    """Whether an amount is one figure between dollar signs, or a raised one before the second: "$0$", "$c^1$"."""
    found = text[start:end]
    if _SYMBOL.fullmatch(found) is None:
        return False
    opened = found[0] == "$" or _RAISED.search(text, max(0, start - 1), start) is not None
    return opened and (found[-1] == "$" or text[end : end + 1] == "$")


def _is_listed(found: str, entity: Entity) -> bool:
    """Whether a finding is made of terms alone."""
    terms, abbreviations = _terms()
    if found.isupper():
        return found in abbreviations and entity.type in ("PERSON", "ORGANIZATION")
    if entity.type == "JOB_TITLE" or (entity.score >= _SURE and not found.islower() and entity.detector != "patterns"):
        return False
    words = _WORD.findall(found.lower())
    return bool(words) and all(_known(word, terms) and not _is_name(word) for word in words)


def _is_species(text: str, start: int, end: int) -> bool:
    if _RANK.match(text, end):
        return True
    if text[start + 1 : start + 2] != "." and text[max(0, start - 2) : start - 1] != ".":
        return False
    before = _GENUS.search(text, max(0, start - 4), start)
    match = _SPECIES.match(text, before.start() if before else start, end + _LONGEST)
    # "J. smith" is somebody.
    return match is not None and not _is_name(match[1])


def _in_formula(text: str, start: int, end: int) -> bool:
    """Whether a stretch stands between dollar signs of one line with signs of a formula between them."""
    first = max(text.rfind("\n", max(0, start - _REACH), start) + 1, start - _REACH, 0)
    if text.find("$", first, end + _REACH) < 0 or text.find("\\", first, end + _REACH) < 0:
        return False
    formulas = _FORMULA.finditer(text, first, min(len(text), end + _REACH))
    return any(match.start() < end and start < match.end() for match in formulas)


def _known(word: str, terms: frozenset[str]) -> bool:
    return word in terms or (
        word.endswith("s") and (word[:-1] in terms or word[:-2] in terms or f"{word[:-3]}y" in terms)
    )


def _is_name(word: str) -> bool:
    """Whether a word, or what it is the plural of, is a name."""
    names, _ = default_lexicon()
    return any(one in names.given or one in names.surnames for one in (word, word.removesuffix("s")))


@cache
def _terms() -> tuple[frozenset[str], frozenset[str]]:
    terms, abbreviations = lzma.decompress(TERMS_FILE.read_bytes()).decode().splitlines()
    return frozenset(terms.split()), frozenset(abbreviations.split())


_ASKED = frozenset(
    "PERSON TITLE LOCATION ORGANIZATION NRP JOB_TITLE DATE_TIME AGE MONEY PERCENTAGE QUANTITY DURATION "
    "POSTCODE URL".split()
)
_NUMBERED, _HEXADECIMAL = frozenset(("STREET_ADDRESS", "ID_NUMBER")), re.compile(r"0x[0-9a-fA-F]{1,16}")
_YEAR_AND_WORD = re.compile(r"(?:1[89]|20)[0-9]{2} [^\W\d_A-Z]+")
_TOKEN_REACH, _SURE_OF_NAMES = 60, 0.75
_BEFORE, _SIGNS = re.compile(r"[\w./:\\$@~-]{1,60}\Z"), "_./:\\$@~-"
_AFTER = re.compile(r"[\w./\\$@~-]{0,60}(?:\(\)|\[\])?")
_TOKEN = re.compile(
    r"(?:(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)/\w+(?:/\w+)?|"
    r"(?:GMT|UTC)[+-]?[0-9:]*|"
    r"\w*[A-Za-z0-9]_[A-Za-z0-9]\w*(?:\(\))?|"  # snake_case, ALL_CAPS
    r"[a-z_]\w*(?:\.\w+)+(?:\(\)|\[\])?|"  # self.app, os.path.join()
    r"\w+(?:\.\w+)+\(\)|\w+(?:::\w+)+|"
    r"\$[A-Za-z_]\w*|--?[a-z][\w-]+|"
    r"(?:\.{0,2}|~)/(?:[\w.@-]+/?)+|[\w.@-]+(?:/[\w.@-]+){2,}|[A-Za-z]:\\[\w\\.-]+|"  # paths
    r"v?[0-9]+(?:\.[0-9]+){2,}[\w.-]*|"  # versions
    r"[0-9.]+(?:ms|px|kb|mb|gb|tb|kib|mib|gib|em|rem|pt|dpi|fps|hz|khz|mhz|ghz|ns|us|μs|vh|vw)|"
    r"[a-z]+[A-Z]\w*)\.?",
    re.ASCII,
)
# No April, May, June or August: people have these names.
_MONTH_NAMES = frozenset(("Jan", "Apr", "May", "Jun", "Aug", "April", "June", "August"))
_WEEKDAYS = frozenset(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"))
# "On Thu, 6 Feb 2025 at 11:20, ... wrote:"
_DATE_BEHIND = re.compile(r",? (?:[0-9]{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)")
_CALENDAR = frozenset(
    "january february march july september october november december monday tuesday wednesday thursday friday saturday "
    "sunday".split()
)
# "[Sun Dec 04 20:28:39 2005]": each of the two is a given name, too.
_DAY_OF_LOG = re.compile(
    r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?= [ 0-9][0-9])"
)
_ALPHANUMERIC = re.compile(r"[^\W_]+")
_PLACEHOLDER = re.compile(r"\$[0-9]{1,2}(?![0-9.,kKmM])")
_OBJECTS = frozenset(
    "self this cls app req res request response ctx config os sys window document module exports".split()
)


# "Task.cancelled()" and "Task::new": what a member is asked of.
_ASKED_OF = re.compile(r"\.[a-z_]\w{0,60}\(|::\w", re.ASCII)
# "SHA-256", "SHA3", and the beginning of "claude-3-5-sonnet", "Claude 3.5", "Claude 3 Opus".
_WITH_VERSION = re.compile(
    r"(?<![^\W_])(?:[A-Z]{2,6}-?[0-9]|"
    r"[A-Za-z]{2,20}(?:-[0-9]{1,2}-[a-z0-9]| [0-9]{1,2}\.[0-9]| [0-9]{1,2} [A-Z][a-z]+[\"'`]))"
)
_KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+){2,}")
# What git and diff write: "Date:   Mon Mar 3 10:00:00 2025 +0100", "--- a/page.py\t2025-03-03 10:00:00.000 +0100".
_STAMP = re.compile(
    r"(?:(?:Author|Commit)?Date: +(?=\w{3} \w{3} [0-9 ]?[0-9] [0-9:]{8} [0-9]{4} [+-][0-9]{4}$)"
    r"|(?:---|\+\+\+|\*\*\*) \S+\t)",
    re.MULTILINE,
)
_LONGEST_PATH = 300
_VERSION_BEFORE = re.compile(r"(?:[\^~]|[<>]=?|\bv)\Z")
_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.[0-9]{2}")
_OF_THE_CLOCK = re.compile(r"(?:12|24)[- ](?:hour|hr)s?\Z")
_MONTHS, _LEAST_LIMIT = 12, 1 << 15
_SMALL_ADDRESS = re.compile(r"[0-9](?:\.[0-9]){3}[-+~]")
_MACHINES = frozenset("agent agents assistant assistants model models bot bots chatbot copilot".split())


def _of_programs(text: str, entity: Entity) -> bool:  # noqa: PLR0911
    """Whether an entity is what programs write, whatever its type: a stamp of git, the limit of an integer, a model."""
    start, end, kind = entity.start, entity.end, entity.type
    found = text[start:end]
    if kind == "EMAIL_ADDRESS":
        # "+@app.route" is a line of a patch.
        return not any(map(str.isalnum, found.partition("@")[0]))
    if kind == "IP_ADDRESS":
        return _SMALL_ADDRESS.match(text, start) is not None
    if entity.score >= 1:
        return False
    if kind in ("PHONE_NUMBER", "ID_NUMBER") and found.isdecimal() and found.isascii():
        number = int(found)
        return number >= _LEAST_LIMIT and (number & (number + 1) == 0 or number & (number - 1) == 0)
    if kind == "PHONE_NUMBER":
        return text[start - 1 : start] == ":" and text[start - 2 : start - 1].isdecimal()
    if kind == "DATE_TIME":
        line = max(text.rfind("\n", max(0, start - _LONGEST_PATH), start) + 1, start - _LONGEST_PATH, 0)
        stamp = _STAMP.match(text, line) if line == 0 or text[line - 1] == "\n" else None
        if stamp is not None and stamp.end() <= start:
            return True
        dotted = _DOTTED.fullmatch(found)
        behind = _VERSION_BEFORE.search(text, max(0, start - 2), start) is not None
        return dotted is not None and (behind or int(dotted[2]) > _MONTHS)
    if kind == "DURATION":
        return _OF_THE_CLOCK.match(found.lower()) is not None
    if kind == "JOB_TITLE":
        words = _WORD.findall(found.lower())
        return bool(words) and words[-1] in _MACHINES and not _is_job(words)
    return kind in _NAMES and " " not in found and _names_program(text, entity)


def _names_program(text: str, entity: Entity) -> bool:
    """Whether one word is the beginning of a member's name, a key, before a version, or in a name with hyphens."""
    start, end = entity.start, entity.end
    if _ASKED_OF.match(text, end) and text[start - 1 : start] not in ("@", "/"):
        return True
    if _in_date(text, start, end):
        return True
    if text[start:end].islower() and text[start - 1 : start] == '"' and _KEY_ENDS.match(text, end):
        return True
    if (versioned := _WITH_VERSION.match(text, start)) is not None and versioned.end() > end:
        return text[start:end].isalpha()
    if text[start:end].islower() and "-" in (text[start - 1 : start], text[end : end + 1]):
        behind = _AFTER_HYPHEN.match(text, end)
        token = _beginning(text, start) + text[start:end] + (behind[0] if behind else "")
        return _KEBAB.fullmatch(token) is not None and not _is_name(text[start:end])
    return False


def _in_date(text: str, start: int, end: int) -> bool:
    """Whether a word is the day or the month of a date, and no "Jan" and no "Thu"."""
    word = text[start:end]
    if word in _WEEKDAYS:
        return _DATE_BEHIND.match(text, end) is not None
    return word in _MONTH_NAMES and _WEEKDAY_BEFORE.search(text, max(0, start - 8), start) is not None


_WEEKDAY_BEFORE = re.compile(r"\b(?:Mon|Tues?|Wed|Thur?s?|Fri|Sat|Sun),? \Z")
# {"geo": {"lon": 18.5}}
_KEY_ENDS = re.compile(r'"\s{0,4}:')
_AFTER_HYPHEN = re.compile(r"[a-z0-9-]{0,60}")


def _is_job(words: list[str]) -> bool:
    """Whether words are a job that people have: "travel agent", not "coding agent"."""
    titles = _job_titles()
    return any(" ".join(words[at:]) in titles for at in range(len(words) - 1))


@cache
def _job_titles() -> frozenset[str]:
    titles = {title.lower() for title in read_data().types["JOB_TITLE"]}
    return frozenset(titles | {f"{title}s" for title in titles})


def is_grammar(text: str, entity: Entity) -> bool:
    """Whether an entity is what programs write, or a part of an identifier, a path, a version or a placeholder."""
    return _of_programs(text, entity) or _in_token(text, entity)


def _in_token(text: str, entity: Entity) -> bool:
    """Whether an entity is a part of an identifier, a path, a version, a time zone or a placeholder, no more."""
    start, end = entity.start, entity.end
    if entity.type not in _ASKED or entity.score >= 1:
        return _is_no_address(text, entity)
    found = text[start:end]
    if entity.type in _NAMES and (
        _CALENDAR.issuperset(_ALPHANUMERIC.findall(found.lower()))
        or ((day := _DAY_OF_LOG.match(text, start)) is not None and day.end() == end)
        or (text[start - 2 : start] == "``" and text[end : end + 2] == "``" and " " not in found)
    ):
        return True
    if entity.type == "MONEY":
        # "$1" in a pattern or a query, not in "it costs $1".
        around = text[max(0, start - 1) : start] not in ("", " ", "(") or text[end : end + 1] in ("'", '"', "`")
        return (_PLACEHOLDER.fullmatch(found) is not None and around) or (
            found[-1] == "$" and text[end : end + 1].isdigit()
        )
    if entity.type == "URL":
        return found.partition(".")[0] in _OBJECTS and "/" not in found
    # Patterns that are sure of a name know what stands around it.
    sure = entity.detector == "patterns" and entity.score >= _SURE_OF_NAMES and entity.type in _NAMES
    if sure or " " in found or "\n" in found:
        return False
    after = _AFTER.match(text, end)
    token = _beginning(text, start) + found + (after[0] if after else "")
    token = token.rstrip(":.")
    # A date is written like a version, or like a path.
    alone = entity.type not in _NAMES and len(token) <= len(found)
    return not alone and _TOKEN.fullmatch(token) is not None


def _is_no_address(text: str, entity: Entity) -> bool:
    """Whether the tagger takes "0x0062fe04" for an address or a number, or the end of "am 1. Mai 1981 geboren"."""
    if entity.type not in _NUMBERED or not entity.detector.startswith("tagger"):
        return False
    patterns = (_HEXADECIMAL, _YEAR_AND_WORD) if entity.score < _DOUBTFUL else (_HEXADECIMAL,)
    return any(one.fullmatch(text, entity.start, entity.end) for one in patterns)


def _beginning(text: str, start: int) -> str:
    """What of a token stands before a place, which is nothing behind a space."""
    last = text[start - 1 : start]
    if not (last.isalnum() or (last and last in _SIGNS)):
        return ""
    before = _BEFORE.search(text, max(0, start - _TOKEN_REACH), start)
    return before[0] if before else ""
