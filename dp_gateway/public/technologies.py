"""Names of technologies where developers speak of them: "Cassandra or Kafka", "Ruby 3.2", "Tarjan's SCC".

Many are names of people, towns and firms as well. `decision` asks once for all findings of a text: a name stands for a
technology in a list of such, before a version or a word of its kind, or where a text about technologies uses it as one
does; who says, asks or is asked something is somebody. `technologies.txt` is our own list (Apache-2.0).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence, Set
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.terms import is_name
from dp_gateway.public.lists import is_known_place, refers
from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import alternatives, sections

_TYPES = frozenset(("PERSON", "LOCATION", "ORGANIZATION", "NRP", "STREET_ADDRESS", "JOB_TITLE", "TITLE"))

_TOKEN = re.compile(r"[^\W_](?:[\w+#]|[.'’&-](?=[^\W_])|::(?=\w))*")
_PART = re.compile(r"[A-Z][^\W\d_]{2,}")
_MOST_WORDS = 5
_SECTIONS = ("language", "library", "tool", "service", "model", "release", "method")
_NUMBERED = frozenset(("language", "library", "tool", "model", "release"))


class Term(NamedTuple):
    """A technology of the list where it stands in a text, or what is called so.

    Attributes:
        start, end: where.
        name: the phrase, folded.
        kind: the section of the list.
        level: `_SURE`, `_HALF` or `_DOUBTFUL`.
    """

    start: int
    end: int
    name: str
    kind: str
    level: int


class _Listed(NamedTuple):
    """A phrase of the list: how it is written, its section, and how far it is nothing else."""

    written: str
    kind: str
    level: int


_DOUBTFUL, _HALF, _SURE = range(3)
"""What is a given name or a place as well; an ordinary word with a capital, or a family name; what is nothing else."""


@cache
def _lists() -> dict[str, list[str]]:
    """The sections of the file."""
    found: dict[str, list[str]] = {}
    for name, line in sections(Path(__file__).with_name("technologies.txt").read_text(encoding="utf-8")):
        found.setdefault(name, []).extend(filter(None, map(str.strip, line.split(","))))
    return found


@cache
def _phrases() -> dict[str, _Listed]:
    """The list by folded words, a space between two; whom a method is called after stands for it beside others."""
    names, _ = default_lexicon()
    found: dict[str, _Listed] = {}
    after: set[str] = set()
    for kind in _SECTIONS:
        for entry in _lists()[kind]:
            for written in entry.split(" = "):
                words = _TOKEN.findall(written)
                name = " ".join(words).lower()
                if name and len(words) <= _MOST_WORDS:
                    found.setdefault(name, _Listed(written, kind, _level(kind, name.split())))
                if kind == "method":
                    after.update(part for part in _PART.findall(written) if part.lower() not in names.common)
    for surname in after:
        found.setdefault(surname.lower(), _Listed(surname, "method", _DOUBTFUL))
    return found


def _level(kind: str, words: Sequence[str]) -> int:
    """How far a phrase is nothing else; releases are called after places."""
    names, _ = default_lexicon()
    if kind == "method" and (len(words) > 1 or "-" in words[0]):
        return _SURE
    if len(words) > 1:
        # "Ada Lovelace" is somebody.
        return _SURE if not all(map(is_name, words)) else _DOUBTFUL
    (word,) = words
    if kind == "release" or word in names.given or is_known_place(word):
        return _DOUBTFUL
    others = any(one.kind not in ("product", "company") for one in refers(word))
    return _HALF if others or any(word in of for of in (names.surnames, names.common, names.rare)) else _SURE


@cache
def _begins() -> dict[str, int]:
    """The most words that a phrase of the list has, by its first word."""
    found: dict[str, int] = {}
    for name in _phrases():
        first, count = name.partition(" ")[0], name.count(" ") + 1
        found[first] = max(count, found.get(first, 0))
    return found


@cache
def _words() -> frozenset[str]:
    return frozenset(word for name in _phrases() for word in name.split())


def is_well_known(name: str) -> bool:
    """Return whether a name is that of a technology, or of anything else that everybody knows: "Docker", "Google"."""
    return name.lower() in _phrases() or bool(refers(name)) or bool(refers(name.capitalize()))


def technologies(text: str, entities: Sequence[Entity]) -> dict[int, str]:
    """Return the findings of a text that name technologies, by where they begin: what they name, folded."""
    asked = [one for one in entities if one.type in _TYPES and _may_be(text, one)]
    if not asked:
        return {}
    terms = _terms(text, {one.start for one in asked if one.type == "LOCATION"})
    whole = {word for one in entities if one.type == "PERSON" for word in _names_of_several(text, one)}
    persons = {term.name for term in terms if term.name in whole or _is_somebody(text, term)}
    terms = [term._replace(level=_DOUBTFUL) if term.name in persons else term for term in terms]
    told = [term for term in _told(text, terms) if not _is_somebody(text, term)]
    if told:
        many = len({term.name for term in told}) >= _SEVERAL
        told += [term for term in terms if _is_used(text, term, many=many, name=term.name in persons)]
    # What is a given name or a place as well may be both in one text: "Ray is out, the Ray cluster is down".
    named = {term.name for term in told if _phrases()[term.name].level > _DOUBTFUL} - persons
    here = sorted({*told, *(term for term in terms if term.name in named)})
    starts = [term.start for term in here]
    return {
        one.start: text[one.start : one.end].lower()
        for one in asked
        if _is_covered(text, one, here[max(bisect_right(starts, one.start) - 1, 0) : bisect_right(starts, one.end)])
    }


def _may_be(text: str, entity: Entity) -> bool:
    """Whether a word of a finding is one of the list."""
    return not _words().isdisjoint(_TOKEN.findall(text[entity.start : entity.end].lower()))


def _names_of_several(text: str, person: Entity) -> list[str]:
    """The names of somebody who is called by more than one, folded; a list is of several."""
    names = text[person.start : person.end].lower().split()
    return names if len(names) > 1 and all(map(_TOKEN.fullmatch, names)) and "and" not in names else []


def _terms(text: str, places: Set[int]) -> list[Term]:
    """The phrases of the list that stand in a text with a capital, as they are written there, or in small letters; the
    longest ones. `places`: where begins what a detector took for a place.
    """
    tokens = list(_TOKEN.finditer(text))
    folded = [token[0].lower() for token in tokens]
    begins, phrases = _begins(), _phrases()
    terms: list[Term] = []
    at = 0
    while at < len(tokens):
        found = 1
        for count in range(min(begins.get(folded[at], 0), len(tokens) - at), 0, -1):
            listed = phrases.get(" ".join(folded[at : at + count]))
            start, end = tokens[at].start(), tokens[at + count - 1].end()
            if listed and end - start <= len(listed.written) + _LOOSE and _is_written_so(text[start:end], listed):
                level = _level_of(text, start, end, listed, taken_for_place=start in places)
                terms.append(Term(start, end, " ".join(folded[at : at + count]), listed.kind, level))
                found = count
                break
        at += found
    return terms


def _is_written_so(written: str, listed: _Listed) -> bool:
    return written[0].isupper() or written == listed.written or written == written.lower()


def _level_of(text: str, start: int, end: int, listed: _Listed, *, taken_for_place: bool) -> int:
    """How far a phrase is nothing else where it stands: an ordinary word is one without a capital, or where all words
    have one; a place that no list knows may stand where places do.
    """
    if taken_for_place and _PLACED.search(text, max(0, start - _LONGEST_PLACED), start):
        return _DOUBTFUL
    if listed.level == _HALF and (text[start:end].islower() or _BEGINS.search(text, max(0, start - _NEAR), start)):
        return _DOUBTFUL
    return listed.level


def _told(text: str, terms: Sequence[Term]) -> Iterator[Term]:
    """The terms of which what stands around them tells that they are technologies."""
    releases = {term.name for term in terms if term.kind == "release"}
    several = len({term.name for term in terms if term.level == _SURE}) > 1
    technical = any(term.level == _SURE for term in terms) or _TECHNICAL.search(text) is not None
    of_systems = len(releases) >= _SEVERAL or any(term.name in _SYSTEMS for term in terms)
    begun = 0
    while begun < len(terms):
        ended = begun + 1
        while ended < len(terms) and _is_joined(text, terms[ended - 1], terms[ended]):
            ended += 1
        listed = terms[begun:ended]
        before = text[max(0, listed[0].start - _NEAR) : listed[0].start]
        if not _TIED.search(before):
            compared = _COMPARED.search(text, listed[0].end, listed[-1].start) or _USED_ALONE.search(before)
            half = sum(term.level >= _HALF for term in listed)
            # Who is listed in notes about programs may have a family name that is a tool's: "Ray, Jasmine, Jenkins".
            likely = any(term.level == _SURE for term in listed) or half >= (
                1 if compared else 2 if technical else _MANY
            )
            together = len(listed) > 1 and likely and not _ASKED.search(before) and not _PEOPLE.search(before)
            moved = len(listed) > 1 and _MOVED.search(before) and not any(map(_is_land, listed))
            yield from (
                term
                for term in listed
                if together
                or moved
                or (several and term.level == _SURE and term.kind != "service")
                or _is_told(text, term)
                or (term.kind == "release" and of_systems and (len(listed) > 1 or _RUN.search(before)))
            )
        begun = ended


def _is_joined(text: str, one: Term, other: Term) -> bool:
    """Whether two terms are of one list, or one of them says whose the other is: "Ubuntu Jammy"."""
    if one.level == _SURE and text[one.end : other.start] == " ":
        return True
    return _JOINT.fullmatch(text, one.end, other.start) is not None


def _is_land(term: Term) -> bool:
    return term.kind == "release" or is_known_place(term.name)


def _is_told(text: str, term: Term) -> bool:
    """Whether a version, a word of its kind or what only technologies do stands behind a term, or what says that it is
    one before it.
    """
    behind = text[term.end : term.end + _NEAR]
    if (_OF_KIND if term.level > _DOUBTFUL else _IS_KIND).match(behind) or _DOES.match(behind):
        return True
    if term.kind in _NUMBERED and (_VERSION.match(behind) or (term.kind == "model" and _NUMBER.match(behind))):
        return True
    before = text[max(0, term.start - _NEAR) : term.start]
    return bool(_CALLED.search(before) or _MADE.search(before)) or (before.endswith("`") and behind.startswith("`"))


def _is_used(text: str, term: Term, *, many: bool, name: bool) -> bool:
    """Whether a term is used as one uses a technology, in a text that names others: `many`, so that it is another one
    where hardly anybody is called so. `name`: somebody in the text is called so.
    """
    before = text[max(0, term.start - _NEAR) : term.start]
    if _TIED.search(before) or _is_somebody(text, term):
        return False
    if term.level == _SURE or (many and term.level == _HALF):
        return True
    return (_USED_ALONE if name or _is_land(term) else _USED).search(before) is not None


def _is_somebody(text: str, term: Term) -> bool:
    """Whether a term says or does what people do, or is spoken to, as one of its name would; what nobody is called by
    says it of itself alone ("Kafka has", not "Kafka said").
    """
    behind, before = text[term.end : term.end + _NEAR], text[max(0, term.start - _NEAR) : term.start]
    if term.level == _SURE:
        return _SAYS.match(behind) is not None or _TITLED.search(before) is not None
    return _ACTS.match(behind) is not None or _ASKED.search(before) is not None


def _is_covered(text: str, entity: Entity, terms: Sequence[Term]) -> bool:
    """Whether nothing of a finding but what joins terms stands outside of them; two names of doubt side by side are one
    of something else ("Titan Cargo"). `terms`: those near it.
    """
    done, level = entity.start, _SURE
    met = False
    for term in terms:
        if term.end <= entity.start or term.start >= entity.end:
            continue
        between = text[done : max(term.start, done)]
        if _BETWEEN.fullmatch(between) is None or (met and between == " " and level < _SURE):
            return False
        done, level, met = max(term.end, done), term.level, True
    return met and _BETWEEN.fullmatch(text, min(done, entity.end), entity.end) is not None


_NEAR, _LOOSE = 60, 2
_A_VERSION = r"v?[0-9]{1,4}(?:\.[0-9x]{1,5}){0,3}(?:-?(?:rc|alpha|beta|lts|LTS)\.?[0-9]{0,2})?\+?"
_JOINT = re.compile(
    rf"(?: {_A_VERSION})?(?: \([^()\n]{{1,24}}\))?"
    r"(?:,? (?:and|or|vs\.?|versus|nor|plus|over|than|to|und|oder|et|ou|y|e|i|o|en|of) |[,;] ?(?:and |or )?| ?[/+&|] ?|"
    r" ?(?:->|→|=>) ?)"
)
"""What stands between two of a list: "Pandas to Polars", "Ruby 3.2, Sinatra"."""
_MAKERS = "Apache|Google|Amazon|AWS|Azure|Microsoft|IBM|Oracle|NVIDIA|Intel|AMD"
_KINDS = alternatives(_lists()["words behind"])
_BETWEEN = re.compile(rf"(?:[\s,;/&+|()'’\".-]|\b(?:and|or|vs|the|{_MAKERS}|{_A_VERSION}|(?i:{_KINDS}))(?!\w)){{0,12}}")
_TIED = re.compile(
    r"(?i)(?:\b(?:(?:work(?:s|ed|ing)?|job|role|position|interview(?:s|ed|ing)?|engineers?|employed|hired|offers?|career|"
    r"intern(?:ship)?|applied|recruiters?|contract(?:or|ing)?) (?:at|for|with|from|by|to)|left|join(?:s|ed|ing)?|quit|"
    r"(?:my|our|his|her|their|the) (?:\w{2,12} )?(?:clients?|customers?|employers?|compan(?:y|ies)|firms?|offices?)"
    r"(?: (?:are|is|at|in|of|like|called|named|,|:))?|(?:live[sd]?|living|based|born|offices?|branch|holidays?|trip|"
    r"travel(?:l?ing)?|fly(?:ing)?|move[sd]?|moving) (?:in|to))[\s:,(]{1,3}(?:the )?|\bex-)\Z"
)
"""Before whom somebody works for, or where: "my offers are from Stripe and Datadog"."""
_MOVED = re.compile(
    r"(?i)\b(?:migrat\w{1,5}|switch\w{0,3}|mov(?:e|ed|ing)|convert\w{0,3}|port(?:ed|ing)?) (?:\w+ ){0,2}from \Z"
)
_COMPARED = re.compile(r" (?:or|vs\.?|versus|nor) |/|->|→|=>")
"""People stand side by side, technologies for each other."""
_TECHNICAL = re.compile(
    r"(?i)\b(?:code|deploy\w{0,4}|servers?|librar(?:y|ies)|frameworks?|databases?|quer(?:y|ies)|api|cluster|docker|backend|"
    r"frontend|repo(?:sitory)?|scripts?|compil\w{1,4}|debug\w{0,4}|pipelines?|async|sql|json|stack|bump|version|commit|"
    r"benchmark|latency|throughput|algorithms?|optimi[sz]ers?|plug-?ins?|packages?|dependenc(?:y|ies)|open[- ]source)\b"
)
"""What only texts about programs are likely to say."""
_SEVERAL, _MANY = 3, 4
_PEOPLE = re.compile(
    r"(?i)\b(?:attendees|present|absent|apologies|participants|members|team|assignees?|reviewers?|approvers?|owners?|"
    r"speakers?|authors?|contributors?|on[- ]call|invited|to|from|regards)[ \t]{0,3}[:,][ \t]{0,3}\Z"
)
_SYSTEMS = frozenset(
    "macos mac windows android linux debian ubuntu fedora openstack servicenow yocto intel amd nvidia epyc xeon".split()
)
"""What has releases or makes that are called after places, of which somebody speaks."""
_MADE = re.compile(rf"\b(?:{_MAKERS}) \Z")
_VERSION = re.compile(r" ?(?:v[0-9]|[0-9]{1,4}\.[0-9x])|@[0-9]")
_NUMBER = re.compile(r" [0-9]{1,3}\b(?![\w%]| ?(?:days?|hours?|times|years?|weeks?|people|percent))")
# "Ray tests it", "Julia's notebook" are somebody's.
_IS_KIND = re.compile(
    rf"(?i) (?:{_KINDS})(?!\w|['’]| (?:the|an?|our|my|his|her|their|its?|this|that|these|those|all|every|some|with)\b)"
)
_OF_KIND = re.compile(rf"(?i)(?:['’]s)? (?:[a-z]{{2,12}} )?(?:{_KINDS})(?!\w)")
_DOES = re.compile(
    r" (?:(?:is|are|was|were|has been|gets?) (?:not |already |still |too )?(?:installed|deployed|deprecated|compiled|"
    r"pinned|typed|open[- ]source|(?:a|the) (?:language|library|tool|framework|database|compiler|engine))|"
    r"(?:(?:doesn['’]t|does|cannot|can['’]t) )?(?:compiles?|crash(?:es)?|(?:de)?serializ\w{1,6}|parses?|depends? on))"
    r"(?!\w)"
)
_CALLED = re.compile(
    r"(?i)\b(?:language|library|framework|tool|package|gem|crate|plugin|database|engine|server|service|model|module|image|"
    r"algorithm|optimizer|in pure|written in|built (?:with|on|in)|powered by|import|require|install|pip install|npm i|"
    r"brew install|apt install|cargo add|docker pull|helm install)(?: called| named|:)? [\"'`]?\Z"
)
_USING = (
    r"using|use|uses|used|via|install(?:ed|ing)?|deploy(?:ed|ing)?|upgrad(?:e|ed|ing)|bump(?:ed)?|learn(?:ing)?|debug|"
    r"mock(?:ed|ing)?|adopt(?:ed|ing)?|migrat(?:e|ed|ing) (?:off|away from)|configur(?:e|ed|ing)|self-host(?:ed)?|"
    r"reset|run(?:s|ning)?|replac(?:e|ed|ing)|drop(?:ped)?|swap(?:ped)?|set up|restart(?:ed)?|rewrote|"
    r"turn(?:ed)? o(?:ff|n)"
)
_USED_ALONE = re.compile(rf"(?i)\b(?:{_USING})(?: the| our)? \Z")
_USED = re.compile(rf"(?i)\b(?:(?:{_USING})(?: the| our)?|in|into) \Z")
_ASKED = re.compile(
    r"(?i)(?:\b(?:mr|mrs|ms|dr|prof|ask(?:s|ed|ing)?|tell|told|thank|thanks(?: to)?|cc|ping(?:ed)?|hi|hello|dear|hey|"
    r"colleague|manager|lead|teammate|mate|intern|engineer|boss|friend|brother|sister|wife|husband|son|daughter|named|"
    r"assign(?:ed)?(?: it)? to|remind|invite|met|meet|paired with)\b[\s,.:@]{1,3}(?:\w{2,12} and )?|@)\Z"
)
_LONGEST_PLACED = len(" outside the ")
_RUN = re.compile(
    r"(?i)\b(?:on|under|runs?|running|(?:upgrad|updat)\w{1,3}(?: to| from)?|macos|ubuntu|debian|android) \Z"
)
_PLACED = re.compile(r"\b(?:in|near|around|from|at|to|of|outside|between|for|and)(?: the)? \Z")
_BEGINS = re.compile(r"(?:\A|[.!?:][\"”’)]?\s|\n)[\s\"“'(*•-]{0,4}\Z")
_TITLED = re.compile(r"(?:\b(?:[Mm]rs?|[Mm]s|[Dd]r|[Pp]rof|[Dd]ear|[Hh]i|[Hh]ello|[Hh]ey|[Tt]hanks|cc|CC)\b\.?,? |@)\Z")
_OWNED = rf"['’]s (?:{alternatives(_lists()['owned'])})(?!\w)"
_SAYS = re.compile(
    rf"{_OWNED}|,? (?:{alternatives(_lists()['says'])}|(?:him|her)self|"
    r"(?:is|was) (?:on leave|away|sick|leaving|on holiday))(?!\w)"
)
_ACTS = re.compile(
    rf"{_OWNED}|,? (?:{alternatives([*_lists()['says'], *_lists()['acts']])}|(?:him|her)self|and I|who|from|"
    r"(?:is|was) (?:on|out|off|away|sick|back|late|leaving|our|my|going|asking|from|taking|in|at|with))(?!\w)|"
    r",? (?:our|my|the) (?:[a-z]{2,12} ){0,2}(?:lead|manager|engineer|dev|intern|admin|analyst|architect)(?!\w)|:[ \t]"
)
