"""Nationalities, religions, and occupations told by their context. The `PatternDetector` asks; the list of peoples
serves other detectors too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from dp_gateway.patterns.names import KIN
from dp_gateway.patterns.own_jobs import own_jobs
from dp_gateway.patterns.rules import Found
from dp_gateway.patterns.windows import Reading
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

_PEOPLES = _LISTS["PEOPLES"]
_NRP = re.compile(
    rf"(?<![\w-])(?:(?:North|South|East|West|New|Saudi|Sri|African|Costa|Puerto|Central)[ "
    rf"-]|Anglo-)?(?:{'|'.join(_PEOPLES)}|Sri Lankan|New Zealander|Costa Rican|Puerto Rican|Saudi Arabian)s?(?!['’]?\w)"
)
PEOPLES = frozenset(_PEOPLES)
"""Words for the members of peoples and faiths."""
# "a dual US/Irish citizen"
_TWO_NATIONS = re.compile(
    rf"(?<![\w/-])(?P<a>U\.?[SK]\.?)(?=[/-](?:{'|'.join(_PEOPLES)})\b)|(?:(?:{'|'.join(_PEOPLES)})[/-](?P<b>U\.?[SK]\.?))(?![\w/-])"
)
_JOINTS = ("S/", "K/", "S-", "K-", "S./", "K./", "S.-", "K.-", "/U", "-U")
# Without one of these words the expressions beside them find nothing, and are not run.
_ANY_PEOPLE = frozenset(
    word.lower() + end for word in (*_PEOPLES, *"Lankan Zealander Rican Arabian".split()) for end in ("", "s")
)
_LANGUAGE_BEFORE = re.compile(
    r"(?:\b(?:in|into|to|speaks?|spoken?|speaking|reads?|reading|learn(?:ing)?|write|written|translat\w+|"
    r"from|fluent|study(?:ing)?|teach(?:es)?|understands?|proper|plain|simple|better|correct|kind|good|clear|"
    r"formal|informal|everyday|business|academic|standard|idiomatic|colloquial|professional|native|perfect|"
    r"broken|my|your|their)\s+(?:both\s|only\s|just\s|nothing (?:but|except) "
    # "in Japanese, Thai, and Vietnamese"
    r"|some\s|good\s|fluent\s|the\s)?(?:(?-i:[A-Z][a-z]{2,14})(?:, |\s(?=and\s|or\s))){0,3}(?:(?:and|or)\s)?|→\s"
    # "speaks Arabic and French", "German, Polish and some Italian"
    r"|\b(?:speaks?|spoke|spoken|speaking|learn(?:ing)?|fluent in|stud(?:y|ies|ying)|teach(?:es|ing)?|understands?)\s"
    r"(?:both\s|some\s|good\s|fluent\s)?(?:(?-i:[A-Z][a-z]{2,14}),?\s(?:and\s|or\s)?){1,4}(?:(?:and|or)\s)?"
    r"(?:also\s)?(?:some\s|a little\s|a bit of\s|basic\s|conversational\s)?"
    r"|[\"'`][a-z]{2}(?:[_-][A-Z]{2})?[\"'`] \(|\blanguages?(?: spoken| known)?(?: ?:{1,2}| ?[.·_]{2,40}|"
    r" {2,20}) (?:(?-i:[A-Z][a-z]{1,14})(?: \([^()\n]{2,20}\))?,\s"
    r"(?:and\s)?){0,5})$",
    re.I,
)
_LANGUAGE_AFTER = re.compile(
    r"\s(?:language|translation|text|words?|sentences?|version|class|classes|lessons?|grammar|"
    r"verbs?|teacher|tutor|tutoring|speakers?|homework|dictionary|speaking|alphabet|literature|subtitles|accent|course|"
    r"exam|toast|fries|press|letters?|notation|locali[sz]ations?|locales?|stemmers?|tokeni[sz]ers?|stop ?words|"
    # "Romanian (ro)"
    r"spelling|corpus|nouns?|adjectives?)\b|\s\((?-i:[a-z]{2}(?:[-_][A-Z][A-Za-z]{1,3})?)\)",
    re.I,
)
# "Occupation: florist, part-time, Petal & Vine": how somebody is employed is no part of the job.
_EMPLOYED = (
    r"(?:(?:part|full|half)[- ]time|freelance|self-employed|temporary|permanent|seasonal|zero[- ]hours|on leave)\b"
)
_JOB = re.compile(
    r"(?i:\b(?:(?:work|works|worked|working|job|employed|position|hired|career|serve[ds]?|"
    r"serving|promoted|retired|trained|occupation|profession|role|started|job title|title)"
    r"(?:\s(?:is|was|as|to|of|title)){0,4}\s?(?:(?:as|is|was|of|to)\b|:|;)\s?)(?:an?\s|the\s|that of "
    r"an?\s)?(?:full[- ]time\s|part[- ]time\s)?)"
    rf"(?P<v>[A-Za-z][\w/'’-]{{0,40}}+(?:(?:,?\s(?!{_EMPLOYED})|\s\()[A-Za-z][\w/'’-]{{0,40}}+\)?){{0,4}}?)"
    rf"(?=,\s[\w ]{{2,30}}:|,?\s{_EMPLOYED}|"
    rf"\s(?:at|for|in|with|since|by|from|who|but|near|on|until|last|next|this|today|yesterday|while|"
    r"again|during|and|is|was|because|when|of|to|here|there|now|so|which|that)\b|[.;:!?\n]|,\s(?:and|"
    r"but|my|i|he|she|we|they|who)\b|,?\s*$|\)|,\s(?=[A-Z]))"
)
_HEADS = _LISTS["HEADS"]
# Of two words, the second of which alone says too little.
_PAIRED_HEADS = (
    r"(?:(?:team|tech|project|shift|crew) lead|business partner|(?:union|sales|student) rep|vice (?:chair|principal)|"
    r"(?:debt|rent|tax|ticket|toll|refuse) collector|call cent(?:re|er) agent|chimney sweep|"
    r"(?:museum|tour|mountain) guide)"
)
_PLAIN_ENDINGS = (
    *"ologist therapist iatrist grapher maker keeper worker fighter monger".split(),
    *"blacksmith locksmith goldsmith silversmith gunsmith".split(),
)
_ENDINGS = "|".join(_PLAIN_ENDINGS)
OCCUPATIONS = frozenset(_HEADS)
_HEAD = rf"(?:{'|'.join(_HEADS)}|[a-z]{{0,30}}(?:{_ENDINGS}))"
_WORDS = r"(?:[A-Za-z][A-Za-z'’-]{0,40}+(?:\s(?:and|of)\s|[ \t])){0,4}?"
# "Engineer, software", and not "an excellent plumber, kind and quick".
_FIELD = (
    "(?:sales|marketing|software|hardware|finance|accounts|accounting|legal|tax|audit|research|design|engineering|"
    "operations|logistics|procurement|purchasing|production|manufacturing|quality|safety|security|compliance|risk|data|"
    "product|products|platform|infrastructure|cloud|network|networks|systems|support|service|services|training|people|"
    "talent|payroll|communications|media|policy|strategy|planning|development|construction|maintenance|facilities|"
    "clinical|surgical|nursing|paediatrics|pediatrics|oncology|cardiology|radiology|retired|[a-z]{3,20}(?:ology|ics))"
)
# "Consultant (cardiology)"; behind a capital a firm may stand: "dietitian (Stonebridge Lettings)".
_QUALIFIED = rf"\s\((?:[a-z ]{{3,30}}|(?i:{_FIELD})(?: [A-Za-z]{{3,20}})?)\)"
_TAIL = (
    rf"(?:,\s{_FIELD}\b(?:\s(?!and\b|at\b|for\b|in\b|who\b)[a-z]{{1,40}}+)?(?=\s(?:and|at|for|in|who)\b|[.\n|]|$)|"
    rf"{_QUALIFIED})?"
)
_HEADED = re.compile(
    rf"(?:\b(?:am|is|was|are|were|I['’]m|[Hh]e['’]s|[Ss]he['’]s|as|become|became|becoming|being)\s(?:an"
    rf"?\s|the\s|our\s|my\s|your\s|their\s|now an?\s|currently an?\s)|,\san?\s|\bas\s)(?P<v>{_WORDS}(?i:"
    rf"{_HEAD}){_TAIL})(?!['’]?\w|-\w|\s(?:role|job|team|position)\b)"
)
_IN_LIST = re.compile(
    rf"(?:(?<=\n)|(?<=\|\s)|(?<=,\s)|(?<=;\s)|(?<=\()|(?<=[-–]\s)|(?<=:\s))(?P<v>{_WORDS}(?i:{_HEAD})(?:{_QUALIFIED})?"
    rf")(?=\s?[|;)\n]|\s\([A-Z]|,|\.?$|\.\s|\s(?:at|for|in)\s(?:the\s)?[A-Z]|\sfor\s[0-9])"
)
# "my engineer husband"
_OF_KIN = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Yy]our|[Hh]is|[Hh]er|[Tt]heir)\s(?P<v>(?:{_FIELD}\s)?{_HEAD})\s(?:{KIN}|friend|flatmate|roommate)s?\b"
)
_PAIRED = re.compile(
    rf"(?:(?<=\()|(?<=,\s)|\b(?:as|made|am|was|is|become|became|appointed)\s(?:an?\s|the\s|our\s)?)"
    rf"(?P<v>(?:(?:HR|IT|(?!made\b|appointed\b)[a-z]{{3,12}})\s)?{_PAIRED_HEADS})(?!\w)"
)
_PAIRED_CUES = frozenset("lead partner rep chair principal collector agent sweep guide".split())
_AMBIGUOUS = frozenset(_LISTS["AMBIGUOUS"])
_FUNCTION_WORDS = re.compile(
    r"\b(?:the|a|an|my|your|our|his|her|their|is|are|was|were|be|to|for|with|that|this|if|or|but|"
    r"not|no|i|you|we|they|he|she|it|in|on|at|by|from|so|then|can|will|do|does|has|have|had|which|joined|as|last|next|"
    r"who|always|never|use|uses|using)\b",
    re.I,
)
_PLAIN = frozenset(_LISTS["PLAIN"])
_OF_THINGS, _VERB = ("role", "position", "job", "started"), re.compile(r"\b(?:is|was)\b")
_OCCUPIED = re.compile(
    r"(?i)(?:er|or|(?<!\bl)ist|ian|ant|man|woman|ess|yst|eur|ive|\b(?:head|chief|lead|vp|c[a-z]o|intern|chair|partner|dean|clerk|nurse|"
    r"cook|chef|judge|pilot|coach|guide|guard|nanny|maid|priest|student|agent|model|temp|rep|attorney|aide|fellow|"
    r"president|midwife|monk|nun|page|vet|scout|secretary|actuary|apprentice|deputy|au pair))s?\b"
)
"""A word for somebody who does something."""
_DONE = re.compile(r"[a-z]{3,20}(?:ed|en|wn)(?: [a-z]{1,20}){0,3}")
_MANNER = re.compile(r"[a-z]{3,20}(?:ed|ly)")
_STATES = frozenset(_LISTS["STATES"])
"""What the job of a machine is, or any."""
_ADJECTIVES = re.compile(
    r"(?:good|great|bad|new|young|old|former|retired|very|really|experienced|senior-level|better|best|well-known|"
    r"famous|successful|only|sole|other|same|main|local|current|next|first|second|third)\s"
)


def means_language(text: str, start: int, end: int) -> bool:
    """Return whether a nationality stands for a language: "translate into French", "the Spanish version"."""
    before = _LANGUAGE_BEFORE.search(text, max(0, start - 60), start)
    return before is not None or _LANGUAGE_AFTER.match(text, end) is not None


# "My mother in law is very catholic", "I'm a communist": in small letters, too; a conservative estimate is nobody's.
_BELIEFS = (
    "catholic|protestant|muslim|jewish|jew|hindu|sikh|buddhist|atheist|agnostic|quaker|baptist|methodist|anglican|mormon|"
    "evangelical|pentecostal|presbyterian|lutheran|rastafarian|rasta|pagan|wiccan|druid|scientologist|humanist|adventist|"
    "communist|socialist|marxist|anarchist|libertarian|tory|republican|democrat|leftist|nationalist|monarchist|unionist|"
    "loyalist|brexiteer|remainer|separatist|stateless|born-again christian|born again christian|jehovah'?s witness"
)
_BELIEVES = re.compile(
    r"\b(?:am|i['’]?m|is|are|was|were|(?:he|she|mum|mom|dad)['’]?s|they['’]re|we['’]re|raised|became|as)"
    r"(?: (?:an?|very|quite|both|all|not|now|also|still|devout|lapsed|practi[sc]ing|strict|staunch|lifelong|proud|ex|"
    r"former|half|part|vegan|deeply|openly|card-carrying)){0,3} "
    rf"(?P<v>(?:{_BELIEFS})s?)(?=\s?[.,;:!?)\n]|\s?\Z|\s(?:and|but|so|who|from|because|too|like|now|through|family|"
    r"household|man|woman|girl|boy|girls|boys|couple|parents|convert|voter|by|since|i|my|he|she|his|her)\b)",
    re.I,
)
_OF_BELIEFS = frozenset(
    end + plural for words in _BELIEFS.split("|") for end in (words.rsplit(maxsplit=1)[-1],) for plural in ("", "s")
)
_JOB_CUES = frozenset(_LISTS["JOB_CUES"])


def groups(reading: Reading) -> Iterator[Found]:
    """Find nationalities and the like where no language is meant, and occupations behind "works as a" or "I'm a"."""
    text = reading.text
    for match in reading.finditer(_NRP, _ANY_PEOPLE, 20, 10):
        if not means_language(text, *match.span()):
            yield *match.span(), "NRP", 0.75
    for match in reading.finditer(_BELIEVES, _OF_BELIEFS, 60, 20):
        yield *match.span("v"), "NRP", 0.75
    joined = any(joint in text for joint in _JOINTS)
    for match in reading.finditer(_TWO_NATIONS, _ANY_PEOPLE, 4, 5) if joined else ():
        yield *match.span("a" if match["a"] else "b"), "NRP", 0.75
    for match in reading.finditer(_JOB, _JOB_CUES, 0):
        found = match["v"]
        said = match.group()[: match.start("v") - match.start()].lower()
        # "What is the job of Denise?" names somebody.
        asked = found[0].isupper() and said.endswith(" of ") and text.startswith("?", match.end("v"))
        # "age;occupation;employer", the head of a table.
        head = ";" in said and ";" in text[max(0, match.start() - 1) : match.start()]
        # "The visual would work as a standalone diagram": what works so need not be somebody.
        thing = said.startswith("work as") and text.endswith(_MODALS, 0, match.start()) and not _is_occupied(found)
        if not asked and not head and not thing and _is_occupation(said, found):
            yield _without_nation(text, *match.span("v")), match.end("v"), "JOB_TITLE", 0.65
    for start, end in own_jobs(reading):
        yield from _stripped(text, start, end)
    for match in reading.finditer(_PAIRED, _PAIRED_CUES, 30):
        yield *match.span("v"), "JOB_TITLE", 0.7
    endings = [ending for ending in _PLAIN_ENDINGS if ending in reading.lower]
    heads = {
        word
        for word in reading.words
        if word.rstrip("s") in OCCUPATIONS or (endings and any(ending in word for ending in endings))
    }
    if heads:
        yield from _with_heads(reading, heads)


def _with_heads(reading: Reading, heads: Set[str]) -> Iterator[Found]:
    """The occupations that end in one of some words of a text."""
    text = reading.text
    for match in reading.finditer(_HEADED, heads):
        yield from _stripped(text, *match.span("v"))
    for match in reading.finditer(_OF_KIN, heads):
        yield *match.span("v"), "JOB_TITLE", 0.7
    for match in reading.finditer(_IN_LIST, heads):
        last = match["v"].lower().partition(" (")[0].rsplit(maxsplit=1)[-1]
        if last not in _AMBIGUOUS and not _FUNCTION_WORDS.search(match["v"]):
            yield _without_nation(text, *match.span("v")), match.end("v"), "JOB_TITLE", 0.6


def _stripped(text: str, start: int, end: int) -> Iterator[Found]:
    """An occupation without what is said of it, if it is more than that."""
    while adjective := _ADJECTIVES.match(text, start, end):
        start = adjective.end()
    if not _FUNCTION_WORDS.search(text, start, end):
        yield _without_nation(text, start, end), end, "JOB_TITLE", 0.7


def _is_occupation(said: str, found: str) -> bool:
    """Whether what stands behind "works as a", "the job is" or the like is an occupation. `said`: these words, in small
    letters.
    """
    first, *more = found.split(maxsplit=1)
    # "a job to add it", "working as we intend", "the title of the page as the first line".
    if " to " in said and "promoted" not in said:
        return False
    # "all the work is integrated", "everything works as normally"
    if not more and said.startswith("work") and _MANNER.fullmatch(found) is not None:
        return False
    # "the work of storing redundant information": what is done, and nobody's trade.
    if more and said == "work of " and first.endswith("ing"):
        return False
    # "the Derivative Works; and"
    if first.lower() in _JOINING:
        return False
    # "position:relative" of a style, where a form has a space.
    if said == "position:" and found.islower():
        return False
    plain = found.lower() in _STATES or first.lower().rstrip(",") in _PLAIN
    # "This role was created in 2014": what was done with it.
    plain = plain or (said.startswith(_OF_THINGS) and found.islower() and _DONE.fullmatch(found) is not None)
    # "title: Getting started", "the position:relative", "it started as a component": a page, a style, a part has these.
    # "It can be served as a side dish": what serves so need not be somebody.
    # "work of any kind", "substantial work; skip ceremony"
    if (
        said.startswith(("title", "serv", "works is", "works was"))
        or (more and said.startswith(("work of", "work;")))
        or (found[0].islower() and said.startswith(_OF_THINGS) and not _VERB.search(said))
    ):
        # Of a page's title the last word tells: "Gather feedback".
        plain = plain or not _is_occupied(found)
    return not plain and not _FUNCTION_WORDS.search(found) and "(" not in found


def _is_occupied(found: str) -> bool:
    """Whether a word says somebody who does something; of "team lead" the last one, of "head of sales" any."""
    return _OCCUPIED.search(found if "," in found or " of " in found else found.rsplit(maxsplit=1)[-1]) is not None


_MODALS = tuple(f"{modal} " for modal in "can could may might should will would".split())
_JOINING = frozenset(("and", "or", "whether", "including"))
_ORIGIN = re.compile(r"(?:-[a-z]{3,12})?\s")


def _without_nation(text: str, start: int, end: int) -> int:
    """Where an occupation begins behind nationalities: "French software engineer", "Lebanese-born Muslim nurse"."""
    while (nation := _NRP.match(text, start, end)) is not None and not means_language(text, *nation.span()):
        if (origin := _ORIGIN.match(text, nation.end(), end)) is None:
            break
        start = origin.end()
    return start
