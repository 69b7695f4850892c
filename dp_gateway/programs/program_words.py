"""Words that stand in programs where a name may: keys, types, properties, steps, parts of joined names.

`Grammar` asks about what a model took for a name.
"""

from __future__ import annotations

import re
from functools import cache

from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.lines import SPOKEN
from dp_gateway.patterns.names import ORDINARY, WORDS_AND_NAMES
from dp_gateway.patterns.structure import Structure
from dp_gateway.patterns.terms import WORD, is_command, is_name
from dp_gateway.programs.names_of_programs import is_nobodys_name
from dp_gateway.programs.nobodys_urls import in_nobodys_url
from dp_gateway.programs.program_identifiers import is_of_words
from dp_gateway.public.lists import is_known_firm
from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import word_lists
from dp_gateway.vocabulary.lexicon.data import read_data

_LISTS = word_lists(__file__)

_REACH = 120
_TOKEN_REACH, SURE_OF_NAMES = 60, 0.75
_BEFORE, _SIGNS = re.compile(r"[\w./:\\$@~-]{1,60}\Z"), "_./:\\$@~-"
# No April, May, June or August: people have these names.
_MONTH_NAMES = frozenset(("Jan", "Mar", "Apr", "May", "Jun", "Aug", "Sep", "April", "June", "August"))
_WEEKDAYS = frozenset(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"))
# "On Thu, 6 Feb 2025 at 11:20, ... wrote:"
_DATE_BEHIND = re.compile(r",? (?:[0-9]{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)")


# "Task.cancelled()" and "Task::new": what a member is asked of.
_ASKED_OF = re.compile(r"\.[a-z_]\w{0,60}\(|::\w", re.ASCII)
# "SHA-256", "SHA3", and the beginning of "claude-3-5-sonnet", "Claude 3.5", "Claude 3 Opus".
_WITH_VERSION = re.compile(
    r"(?<![^\W_])(?:[A-Z]{2,6}-?[0-9]|"
    r"[A-Za-z]{2,20}(?:-[0-9]{1,2}-[a-z0-9]| [0-9]{1,2}\.[0-9x]| [0-9]{1,2} [A-Z][a-z]+[\"'`]))"
)
_KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+){2,}")
_HELD_BY = re.compile(r"(?i:copyright|©|\(c\))[ ,0-9–(c)©-]{1,40}(?:by )?\Z")
_OF_PEOPLE = frozenset(_LISTS["OF_PEOPLE"])
"""Before "agent" where it is somebody: "call centre agent"."""
_MACHINES = frozenset("agent agents assistant assistants model models bot bots chatbot copilot".split())


def _is_known_holder(text: str, start: int, end: int) -> bool:
    """Whether a finding is the firm, known to everybody, that has a copyright: "Copyright 2022 Google LLC"."""
    if _HELD_BY.search(text, max(0, start - _REACH), start) is None:
        return False
    return is_known_firm(text[start:end].split(maxsplit=1)[0].rstrip(","))


# "when she joined us at the nursery as a nursery assistant"
_JOINED_AS = re.compile(
    r"\b(?i:i|she|he|who|they)\b[^.!?\n]{0,40}?\b(?:joined|worked|employed|hired|trained|started|volunteer(?:s|ed)|served)\b"
    r"[^.!?\n]{0,60} as an? \Z"
)
_REACH_OF_JOINED = 130


def _is_machines_job(text: str, entity: Entity) -> bool:
    words = WORD.findall(text[entity.start : entity.end].lower())
    if not words or words[-1] not in _MACHINES or _is_job(words) or not _OF_PEOPLE.isdisjoint(words[-2:-1]):
        return False
    return _JOINED_AS.search(text, max(0, entity.start - _REACH_OF_JOINED), entity.start) is None


def is_word(source: Structure, entity: Entity) -> bool:
    """Return whether what stands for a name is a word of a program, or an ordinary one where a name may stand."""
    text = source.text
    start, end = entity.start, entity.end
    if in_nobodys_url(text, start, end):
        return True
    found = text[start:end]
    if (
        (end - start == 1 and found.isascii() and source.kind_at(start) == "code")
        or (source.claims and _is_known_holder(text, start, end))
        or _is_doubtful_word(source, entity)
        or _is_switch(source, start, end)
        or (entity.detector == "patterns" and _is_of_words_alone(source, entity))
        or ((entity.detector == "patterns" or not is_name(found.lower())) and _is_label(source, start, end))
    ):
        return True
    if entity.detector == "patterns" and (
        _goes_on_in_words(text, start, end)
        or _is_shouted(found)
        or _is_step(text, start, end)
        or (found[1:2] == "." and _HEADING.search(text, max(0, start - _NEAR), start) is not None)
        or _is_statement(source, start, end)
    ):
        return True
    if entity.type == "JOB_TITLE":
        return _is_machines_job(text, entity) or is_nobodys_name(source, entity) or _is_part_of_program(source, entity)
    styled = source.styles and _FONT.search(text, max(0, start - _REACH), start) is not None
    if styled or _is_cut(source, start, end) or is_nobodys_name(source, entity):
        return True
    return " " not in found and (
        _names_program(source, entity) or _is_joined(source, entity) or source.counts_by(found)
    )


# "font-family: 'Source Code Pro', Consolas"
_FONT = re.compile(r"\bfont(?:-family|Family)?\\?[\"']?\s?[:=][^;:{}\n]{0,100}\Z")


def _is_joined(source: Structure, entity: Entity) -> bool:
    """Whether a name is words that a program joins; firms are called so too: "I work at BrightHarbor"."""
    if not is_of_words(source.text[entity.start : entity.end], sure=entity.type != "PERSON"):
        return False
    return entity.score < _SURE_OF_WORDS or source.is_document or source.kind_at(entity.start) != "prose"


def _is_cut(source: Structure, start: int, end: int) -> bool:
    """Whether a name is cut out of what programs write: "OMA LWM" of "OMA LWM2M", "Map Id" of "M.Map Id", its "M."."""
    text = source.text
    if text[end : end + 1].isdigit() and text[start:end].isupper():
        return True
    joint = end if text[end - 1] == "." else start
    return (
        text[joint - 1 : joint] == "."
        and text[joint : joint + 1].isalpha()
        and text[joint - 2 : joint - 1].isupper()
        and source.kind_at(start) == "code"
    )


def _is_doubtful_word(source: Structure, entity: Entity) -> bool:
    """Whether the tagger doubts one word: of small letters in settings, of capitals in a file about a program.

    In a file about a program it may be several small ones: "the route table association".
    """
    found = source.text[entity.start : entity.end]
    if " " in found:
        names, _ = default_lexicon()
        return (
            entity.detector.startswith("tagger")
            and entity.score < _SURE_OF_WORDS
            and source.is_document
            and source.is_about_programs
            and all(word.isalpha() and word in names.common and not is_name(word) for word in found.split())
        )
    if (
        not entity.detector.startswith("tagger")
        or entity.score >= _SURE_OF_WORDS
        or not found.isalpha()
        or is_name(found.lower())
    ):
        return False
    if found.istitle():
        # "Python Imaging Library", of which the rest is a program's
        names, _ = default_lexicon()
        return (
            entity.type == "ORGANIZATION"
            and source.is_document
            and source.is_about_programs
            and found.lower() in names.common
        )
    if found.islower():
        value = source.kind_at(entity.start) != "prose" and SPOKEN.match(source.text, entity.start) is None
        return value and not _is_odd_value(source.text, entity.start, entity.end)
    return found.isupper() and source.is_document


def _is_odd_value(text: str, start: int, end: int) -> bool:
    """Whether a word that is none of a language and no command is a string, or stands among the words of one.

    "tamsin" of {"who": "tamsin"}; "oxford" of {"msg": "mum is in oxford"}.
    """
    names, _ = default_lexicon()
    word = text[start:end]
    if word in names.common or is_command(word):
        return False
    whole = text[start - 1 : start] in _QUOTES and text[end : end + 1] in _QUOTES
    return whole or _SAID_IN_STRING.search(text, max(0, start - _REACH), start) is not None


def _is_of_words_alone(source: Structure, entity: Entity) -> bool:
    """Whether a name beside a program is ordinary words that few are called: "Edit Mode", "Rule Without File"; a short
    form in capitals is such a word, too: "Commit SHA".
    """
    if entity.type != "PERSON" or not (source.has_code or source.is_about_programs):
        return False
    if entity.score > _SURE_OF_WORDS and (
        source.kind_at(entity.start) != "code"
        or _NAME_KEY.search(source.text, max(0, entity.start - _REACH), entity.start) is None
    ):
        return False
    names, _ = default_lexicon()
    words = source.text[entity.start : entity.end].split()
    return all(
        (word.lower() in ORDINARY and not word.istitle())
        or (
            (word.lower() in names.common or word.lower() in ORDINARY)
            and word.lower() not in names.familiar
            and word.lower() not in names.sure_or_cued
            and word.lower() not in WORDS_AND_NAMES
        )
        for word in words
    )


_NAME_KEY = re.compile(r"\bname[\"']?\s?[:=]\s?[\"'`]\Z")
_SWITCH = re.compile(r"[\"']?: ?[\"']?(?i:true|false|yes|no|on|off)[\"']?$", re.MULTILINE)


def _is_switch(source: Structure, start: int, end: int) -> bool:
    """Whether a finding is a key in capitals of what is on or off: "EULA: TRUE"."""
    text = source.text
    if not text[start:end].isupper() or _SWITCH.match(text, end) is None:
        return False
    return not text[max(text.rfind("\n", max(0, start - _REACH), start) + 1, start - _REACH, 0) : start].strip(
        " -\t\"'"
    )


_SAID_IN_STRING = re.compile(r"[:\[,] ?\"(?:[^\"\n]{0,60} )?[a-z]{1,20} [a-z]{1,20} \Z")
_QUOTES = frozenset("\"'")


_SURE_OF_WORDS = 0.8
BEHIND_TYPE = re.compile(r"\s?[;<>\[({}=|]|,$", re.MULTILINE)
# "#### E. Cross-Site Scripting"
_HEADING, _NEAR = re.compile(r"^#{1,6} \Z", re.MULTILINE), 8
_STEP = re.compile(
    r"^[+-]?[ \t]{0,40}(?:#[ \t]{0,20})?(?:- ?)?(?:&[\w-]{1,40} )?[\"']?name[\"']?[ \t]{0,2}[:=][ \t]{0,4}[\"']?"
    r"(?P<before>(?:[A-Z][a-z]{1,15} ){0,2})\Z",
    re.MULTILINE,
)
# What the next line says that it does, or has.
_DOES = re.compile(
    r"[^\n]{0,80}\n{1,3}[+-]?[ \t]{0,40}[\"']?(?:run|uses|shell|command|script|with|if|runs-on|steps|on|env|image|jobs|"
    r"permissions|version|dynamic|edition|scripts|license|concurrency|working-directory|needs|value|valueFrom|in|mountPath|timeout-minutes|"
    r"continue-on-error|strategy)[\"']?[ \t]{0,2}[:=]"
)
_LONGEST_STEP = 100


def _is_shouted(found: str) -> bool:
    """Whether what stands where a name may stand is an ordinary word in capitals: "this is UNACCEPTABLE"."""
    if not (found.isupper() and found.isalpha()):
        return False
    names, _ = default_lexicon()
    word = found.lower()
    return word in names.common and not is_name(word)


_LABEL_BEFORE = re.compile(r"(?:\A|[\s\"'{,])(?P<k>[A-Za-z][\w.-]{0,40})[\"']?\s?[:=]\s?[\"']?\Z")
_BEHIND_LABEL = re.compile(r"[\"',;]{0,2}(?:\n|\Z)")
_LONGEST_KEY = 48


def _is_label(source: Structure, start: int, end: int) -> bool:
    """Whether a value says no more than its key: "firstName=First Name" of what a page is written with."""
    text = source.text
    if _BEHIND_LABEL.match(text, end) is None:
        return False
    key = _LABEL_BEFORE.search(text, max(0, start - _LONGEST_KEY), start)
    found = "".join(WORD.findall(text[start:end].lower()))
    return key is not None and found != "" and "".join(WORD.findall(key["k"].lower())).endswith(found)


_WORDS_BEHIND = re.compile(r"(?: [a-z]{2,20}){1,6}(?:[\"'`]|:)")


def _goes_on_in_words(text: str, start: int, end: int) -> bool:
    """Whether one word, no name by itself, begins what a string under "name" says: {name: "Functor law"}."""
    if not text[start:end].isalpha() or is_name(text[start:end].lower()) or _WORDS_BEHIND.match(text, end) is None:
        return False
    return _NAME_KEY.search(text, max(0, start - _REACH), start) is not None


_KEYWORDS_OF_SQL = frozenset(_LISTS["KEYWORDS_OF_SQL"])


def _is_statement(source: Structure, start: int, end: int) -> bool:
    """Whether what stands for a name is keywords of SQL: "END AS", of which the last is a legal form, "ELSE CASE"."""
    words = source.text[start:end].split()
    if not words[1:]:
        return False
    # "CREATE TYPE ACTOR_T AS OBJECT"
    if words[-1] == "AS" and " ".join(words[:2]) in _DEFINES:
        return True
    return _KEYWORDS_OF_SQL.issuperset(words) and source.kind_at(start) != "prose"


_DEFINES = frozenset(
    (
        "OR REPLACE",
        *(f"CREATE {what}" for what in "OR TYPE TABLE VIEW PACKAGE FUNCTION PROCEDURE TEMPORARY TEMP".split()),
    )
)


def _is_part_of_program(source: Structure, entity: Entity) -> bool:
    """Whether words stand for what something serves as in a file about a program, and no sentence says whose job it is.

    "nvm is a version manager", "re-run it as an administrator"; not "ask Ruth, our operations manager".
    """
    text, start, end = source.text, entity.start, entity.end
    if not (source.is_document and source.is_about_programs) or source.kind_at(start) != "prose":
        return False
    before = text[max(text.rfind("\n", max(0, start - _REACH), start) + 1, start - _REACH, 0) : start]
    sentence = _SENTENCE.split(before)[-1]
    return (
        _HOLDS_JOB.search(sentence) is None
        and _NAMED_BEHIND.match(text, end) is None
        and not any(word.istitle() and is_name(word.lower()) for word in WORD.findall(sentence))
    )


_SENTENCE = re.compile(r"[.!?:] ")
_HOLDS_JOB = re.compile(
    r"(?i)\b(?:i|i['’]m|he|she|who|my|our|his|her|their|works?|worked|hired?|job|role|position|employ\w*|promot\w*|"
    r"career|ask|contact|call|page|owner|reviewer|mr|mrs|ms|dr)\b"
)
_NAMED_BEHIND = re.compile(r",? (?:is |named |called |\()?[A-Z][a-z]+")


def _is_step(text: str, start: int, end: int) -> bool:
    """Whether a finding begins the name of a step of settings: "- name: Install Rust", "- name: Run tests"."""
    first = max(0, start - _LONGEST_STEP)
    step = _STEP.search(text, first, start) if text.find("name:", first, start) >= 0 else None
    if step is None:
        return False
    words = WORD.findall(text[start:end].lower())
    names, _ = default_lexicon()
    doing = _DOES.match(text, end) is not None
    if step["before"]:
        # "- name: Get Changelog Entry"
        said = [*WORD.findall(step["before"].lower()), *words]
        return doing and said[0] in names.common and not any(map(is_name, said))
    begins = bool(words) and (doing or (words[0] in names.common and not is_name(words[0])))
    if doing and words[0] in names.sure and is_name(words[-1]):
        begins = False
    return begins or re.match(r" [a-z]", text[end : end + 2]) is not None


def _is_asked(text: str, start: int, end: int) -> bool:
    return _ASKED_OF.match(text, end) is not None and text[start - 1 : start] not in ("@", "/")


def _in_date(text: str, start: int, end: int) -> bool:
    """Whether a word is the day or the month of a date, and no "Jan" and no "Thu"."""
    word = text[start:end]
    if word in _WEEKDAYS:
        return _DATE_BEHIND.match(text, end) is not None
    return word in _MONTH_NAMES and _WEEKDAY_BEFORE.search(text, max(0, start - 8), start) is not None


def _is_key(source: Structure, start: int, end: int) -> bool:
    text = source.text
    if not text[start:end].islower():
        return False
    if text[start - 1 : start] == '"':
        return _KEY_ENDS.match(text, end) is not None
    return (
        text[end : end + 1] == ":"
        and SPOKEN.match(text, start) is None
        and _LINE_BEFORE.search(text, max(0, start - 40), start) is not None
        and source.kind_at(start) != "prose"
    )


def _names_program(source: Structure, entity: Entity) -> bool:
    """Whether one word is the beginning of a member's name, a key, before a version, or in a name with hyphens."""
    text = source.text
    start, end = entity.start, entity.end
    if (
        _is_asked(text, start, end)
        or _in_date(text, start, end)
        or _is_key(source, start, end)
        or _is_packaged(text, start, end)
    ):
        return True
    if (versioned := _WITH_VERSION.match(text, start)) is not None and versioned.end() > end:
        # "Cormac 09.06.2021", "dinner with Anna 7.30"
        somebody = entity.type == "PERSON" and (is_name(text[start:end].lower()) or not source.is_about_programs)
        return text[start:end].isalpha() and not somebody
    bumped = _BUMPED.search(text, max(0, start - _LONGEST_BUMP), start) is not None
    if bumped or (text[start - 1 : start] in ("{", "/") and _MOVED.match(text, end) is not None):
        return True
    if text[start:end].islower() and "-" in (text[start - 1 : start], text[end : end + 1]):
        behind = _AFTER_HYPHEN.match(text, end)
        token = beginning(text, start) + text[start:end] + (behind[0] if behind else "")
        return _KEBAB.fullmatch(token) is not None and not is_name(text[start:end])
    return False


def _is_packaged(text: str, start: int, end: int) -> bool:
    """Whether a word is a package in a list of them: "thor (>= 0.14.0)" of Bundler, `"jason": {:hex, :jason, ...}`."""
    return text[start:end].islower() and (text.endswith(":hex, :", 0, start) or _PACKAGED.match(text, end) is not None)


# "Bumps [morgan](https://...", "bump morgan from 1.10.1", "dependency-name: morgan": what Dependabot does to a package.
_BUMPED, _LONGEST_BUMP = re.compile(r"\b(?:[Bb]umps? (?:the )?[\[`]?|dependency-name: [\"']?)\Z"), 20
_PACKAGED = re.compile(r" \((?:[~<>=!]{1,2} ?)?[0-9]{1,4}\.[0-9]|\": \{:hex,")
_WEEKDAY_BEFORE = re.compile(r"\b(?:Mon|Tues?|Wed|Thur?s?|Fri|Sat|Sun),? \Z")
# {"geo": {"lon": 18.5}}
_KEY_ENDS = re.compile(r'"\s{0,4}:')
_LINE_BEFORE = re.compile(r"(?:\A|\n)[ \t]{0,40}(?:- )?\Z")
# What git shows of a file that moved: " {cassandra => databases/cassandra}/Makefile"
_MOVED = re.compile(r"[\w./-]{0,60} => [\w./-]{0,80}\}")
_AFTER_HYPHEN = re.compile(r"[a-z0-9-]{0,60}")


def _is_job(words: list[str]) -> bool:
    """Whether words are a job that people have: "travel agent", not "coding agent"."""
    titles = _job_titles()
    return any(" ".join(words[at:]) in titles for at in range(len(words) - 1))


@cache
def _job_titles() -> frozenset[str]:
    titles = {title.lower() for title in read_data().types["JOB_TITLE"]}
    return frozenset(titles | {f"{title}s" for title in titles})


def beginning(text: str, start: int) -> str:
    """Return what of a token stands before a place, which is nothing behind a space."""
    last = text[start - 1 : start]
    if not (last.isalnum() or (last and last in _SIGNS)):
        return ""
    before = _BEFORE.search(text, max(0, start - _TOKEN_REACH), start)
    return before[0] if before else ""
