"""How much speaks for a public reference by its kind and by what decides alone. `decision` asks for each finding."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dp_gateway.patterns.places import UK_POSTCODE
from dp_gateway.public import words
from dp_gateway.public.asked import is_asked
from dp_gateway.public.averages import is_of_all_of_a_kind, is_of_ones_own
from dp_gateway.public.evidence import WORD, Sentence, Surroundings
from dp_gateway.public.generally import is_journey, is_of_all, is_of_law, is_private_stay, is_set
from dp_gateway.public.kinds import NEVER, SURE, is_author, is_law_of, is_somebodys, speaks_for
from dp_gateway.public.lists import PLACES, Reference, refers
from dp_gateway.public.members import is_of_all_of_them
from dp_gateway.public.news import is_news, is_small
from dp_gateway.public.place import JOURNEY, NEAR, Place
from dp_gateway.public.quizzes import is_quizzed
from dp_gateway.public.several import is_one_of_several
from dp_gateway.public.weighing import weigh
from dp_gateway.public.world import ONE_THING
from dp_gateway.text.entities import Entity

LEAST = 1.0
"""The score from which a finding is kept."""

_LINE, _TIED = 200, 6
_LABEL = re.compile(
    r"(?:^|[\n{,;(|\t>])[^\S\n]*+(?:(?:[-*•]|[0-9]{1,2}[.)]?(?=\s))[^\S\n]*+)?[\"'*_]{0,3}(?!who |what |which |how )"
    r"[^\W\d_][\w./-]{0,30}(?: [\w./-]{1,30}){0,3}[\"'*_]{0,3}[^\S\n]*+(?:[:=]++|\.{4,}+)[^\S\n]*+[\"'*_]{0,3}"
    r"(?:the\s{1,3}|[^\W\d_][\w'’-]{1,30}(?: [\w'’-]{1,30}){0,3} [/|·] )?$",
    re.I,
)
_NO_LABEL = re.compile(
    r"\b(?:q|a|question|answer|topic|essay|example|translate|note|title|fact|instruction|prompt|task)(?=[^\w:]*+:)\W*+$",
    re.I,
)
KEYS = frozenset(("state", "name", "group", "label", "note", "address", "check", "read"))
"""Words that begin instructions, and are keys as well."""

_LEGAL_AGE = re.compile(
    r"\b(?:old enough to|(?:legal|minimum|voting|drinking|driving|retirement) age|(?:may|can) (?:\w+ ){1,3}(?:vote|"
    r"legally \w+))\b[^.!?\n]{0,40}\bin\s(?:the\s)?$",
    re.I,
)
_OF_LEGAL_AGE = frozenset(("old", "age", "may", "can"))
"""One of which stands in all of that."""
MISTAKEN, FIRMS = frozenset(("PERSON", "LOCATION", "ORGANIZATION")), frozenset(("company", "house"))
OFFICES, PRODUCTS = FIRMS | {"authority", "body", "law", "office"}, frozenset(("company", "product"))
_LOWER, _DIGIT = re.compile(r"\b[a-z]{2,}"), re.compile("[0-9]")


def score(text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings) -> float:
    """Return how much speaks for a public reference."""
    place = Place(text, entity, around.sentence(entity))
    points, is_weighed = by_rules(text, entity, listed, around, place)
    # Only what it is makes it sure: what stands beside it makes no country a unit, which a town of it leaves alone.
    return min(LEAST + weigh(text, entity, listed, around, place, points), SURE - 1) if is_weighed else points


def by_rules(
    text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings, place: Place
) -> tuple[float, bool]:
    """Return the score by what decides alone and by the kind, and whether it has to be weighed with all else that is
    said.
    """
    sentence = place.sentence
    # "He can't get Medicaid", "is that against GDPR": a firm there would be nonsense. Who "is on Medicare" has it.
    law = entity.type == "ORGANIZATION" and all(one.kind == "law" for one in listed) and _GOT.search(place.before)
    author = not PERSONS.isdisjoint(one.kind for one in listed) and is_author(place)
    decided = SURE if law or author else _whoever_asks(text, entity, listed, around, place)
    # "My aunt's street in Notting Hill": who reads a place there, and no film, sees what stands beside it; who asks
    # what is in the Talmud speaks of nobody.
    of_a_work = entity.type == "LOCATION" and all(one.kind == "work" for one in listed)
    of_a_work = of_a_work and (around.somebody or around.writer or not _WHAT_IS.search(place.before))
    of_ours = (
        _IS_OURS.search(place.before)
        or _IF_YOU_KNOW.match(place.ahead)
        or (not sentence.asks and _LIVES_THERE.search(place.before))
    )
    if of_a_work or _is_called_so(place) or _is_needed_there(listed, place) or of_ours:
        decided = NEVER
    if decided is not None:
        return decided, False
    # The best of what a name may stand for.
    best = max(speaks_for(one.kind, place) for one in listed)
    sold = any(one.kind in _SOLD for one in listed)
    if sold and best < SURE and (around.unprinted or _is_with_unknown(text, entity, sentence, around)):
        best = NEVER
    if (
        best == NEVER
        or (sold and is_small(text, entity))
        or _is_ruled_out(text, entity, place, around, sure=best >= SURE)
    ):
        return NEVER, False
    if sold and is_news(text, entity, sentence, around):
        best = SURE
    if best >= SURE:
        return best, False
    told = entity.type != "PERSON" or _is_told_of_the_famous(entity, listed, around, place)
    if not told or not (sentence.english or place.subject):
        return NEVER, False
    kept = all(one.kind in _NOWHERE for one in listed)
    most = best + _most(sentence, kept=kept)
    asked = kept and not any(one.kind in PERSONS for one in listed)
    points = most if most < LEAST else most + _against(text, entity, place, around, kept=asked)
    if all(one.kind in _NOWHERE | _NAMES for one in listed):
        # Nobody lives in a work: what the rules do not keep of these may be kept by all else that is said.
        named = any(one.kind in PERSONS or (one.kind == "work" and entity.type == "PERSON") for one in listed)
        return points, points < LEAST and not (named and is_somebodys(place)) and not _NAMES.issuperset(
            one.kind for one in listed
        )
    return points, True


_OF_FAME = words.RENOWN | words.DEEDS | words.CULTURE | words.THINGS | words.GENERAL | words.TRADE | words.FACETS
_WORLDLY = frozenset(
    "country area state people landmark body authority office law event currency work language faith".split()
)


def _is_told_of_the_famous(entity: Entity, listed: Sequence[Reference], around: Surroundings, place: Place) -> bool:
    """Return whether a statement that begins with somebody says what is told of the famous, or it begins otherwise.

    It does by a century or an old year, a word of what they are known for, or another thing that everybody knows.
    """
    if PERSONS.isdisjoint(one.kind for one in listed) or place.sentence.asks or place.before.strip("\"“'- "):
        return True
    return place.sentence.dated or (ONE_THING.search(place.ahead) is None and _is_famed(entity, around, place))


def _is_famed(entity: Entity, around: Surroundings, place: Place) -> bool:
    """Whether a word of what the famous are known for, or another thing that everybody knows, stands beside it."""
    return not _OF_FAME.isdisjoint(place.others) or not _WORLDLY.isdisjoint(around.beside(entity))


def is_of_world(text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings) -> bool:
    """Return whether a mention in a text about the world is part of what it says of the world: no name that others
    bear as well, nor somebody of whom nothing is said for which the famous are known.
    """
    if not around.world or around.region(entity) != "prose":
        return False
    kinds = {one.kind for one in listed}
    place = Place(text, entity, around.sentence(entity))
    if kinds <= {"surname", "eponym", "namesake"} or place.next in words.MEMBERS:
        return False
    if entity.type != "PERSON" or PERSONS.isdisjoint(kinds):
        return True
    return (place.sentence.dated or _is_famed(entity, around, place)) and not is_somebodys(place)


_WHAT_IS = re.compile(
    r"^\W*(?:what|who) (?:is|are|was|were) (?:in )?(?:the )?$|"
    r"\b(?:who (?:wrote|directed|composed)|(?:plot|author|theme|story|summary|ending) (?:of|in)) (?:the )?$",
    re.I,
)


def _is_needed_there(listed: Sequence[Reference], place: Place) -> bool:
    """Whether it is a town in which something is asked for that somebody has who is in need: a clinic, a lawyer."""
    if not any(one.kind == "town" for one in listed) or not place.before.lower().endswith(" in "):
        return False
    return not (words.CLINIC | words.TROUBLE).isdisjoint(place.others)


# "Mr Garamond called", "Garamond and his wife", "Garamond's daughter"
_TITLED = re.compile(
    r"\b(?:mr|mrs|ms|miss|mx|messrs|dr|prof|professor|sir|madam|lady|uncle|aunt|auntie|pastor|father|sister|brother|"
    r"nurse|officer|sgt|coach|judge)\b\.? $",
    re.I,
)
_LONGEST_TITLE = len("professor. ") + 1
_OF_KIN = re.compile(
    rf"(?:['’]s?|,? (?:and|with) (?:his|her|their)) (?:\w{{3,12}} )?(?:{'|'.join(sorted(words.KIN - words.MEDICAL))})\b"
)


# "my employer (Tesco, Stevenage)", "his landlord is Grainger", "Employed by - Nestlé"
_IS_OURS = re.compile(
    r"\b(?:my|our|his|her|their) (?:\w{2,12} )?(?:employers?|company|firm|landlord|letting agents?|insurer|broker|"
    r"supplier|client|customer|school|nursery|university|college|gym|dentist|vet|bank|lender|provider)"
    r"(?:,| is| was|:)?(?: called| named)? ?[(\"“]?(?:the )?$|"
    r"\b(?:employed (?:by|at)|works (?:at|for)|employer|place of work) [-–—] $|"
    r"\b(?:at|from|off) (?:work|my job|her job|his job) [(\[](?:the )?$|\b(?:entity|name) on (?:the )?payslip: $",
    re.IGNORECASE,
)


_IF_YOU_KNOW = re.compile(r",? (?:if you(?:['’]ve)? (?:know|heard)|(?:you )?(?:may|might) have heard)\b")
"""Behind a firm that somebody answers with: "I'm a tram driver. Garmin, if you know them"."""
_LIVES_THERE = re.compile(
    r"(?<!\bone )(?<!\bthose )(?<!\bpeople )(?<!\bperson )(?<!body )\bwho (?:lives|lived|works|is based|comes|moved) "
    r"(?:in|near|at|from|to|outside) (?:the )?\Z",
    re.IGNORECASE,
)
"""What is told of one person: "this pleasant museum guide, who lives in"."""


def _is_called_so(place: Place) -> bool:
    """Whether one word with a capital is what somebody is called: it has a title before it, or kin behind it."""
    if (
        " " in place.written
        or not place.written[:1].isupper()
        or any(one.kind in PERSONS for one in refers(place.written))
    ):
        return False
    titled = _TITLED.search(place.before, max(len(place.before) - _LONGEST_TITLE, 0)) is not None
    return titled or _OF_KIN.match(place.ahead) is not None


_GOT = re.compile(
    r"\b(?:get|accepts?|takes?|(?:apply|applies|applied|qualif(?:y|ies)|eligible) for|against|under|"
    r"violat(?:es?|ed|ing)|breach(?:es)? of|compl(?:y|ies|iant|iance) with)\s(?:the )?$",
    re.I,
)


def _is_with_unknown(text: str, entity: Entity, sentence: Sentence, around: Surroundings) -> bool:
    """Whether a firm is named beside one that nobody knows, where somebody tells it: "Pfizer and Harrow Labs"."""
    if not sentence.somebody or not around.unknown(sentence):
        return False
    small = text[entity.start].islower()
    behind = (_BESIDE_SMALL if small else _BESIDE).match(text, entity.end, entity.end + NEAR)
    before = _BESIDE_BEFORE.search(text, max(sentence.start, entity.start - NEAR), entity.start)
    said = behind[1].split() if behind else []
    if said and not any(refers(" ".join(said[:count])) for count in range(1, len(said) + 1)):
        return True
    return before is not None and not refers(before[1])


_BESIDE = re.compile(r",? (?:and|&|with|or) ((?!I\b)[A-Z][\w.-]*(?: [A-Z][\w.-]*){0,3})")
_BESIDE_SMALL = re.compile(r",? (?:and|&|with|or) ([^\W\d_][\w.-]*(?: [^\W\d_][\w.-]*)?)")
_BESIDE_BEFORE = re.compile(r"(?<![\w.] )\b([A-Z][\w.-]*(?: [A-Z][\w.-]*){0,3}),? (?:and|&|with|or) $")
_SOLD = FIRMS | PRODUCTS
_NOWHERE = frozenset(("work", "event", "law", "currency", "eponym", "person", "mononym", "language"))
"""What nobody lives in, works for or belongs to: who asks about it tells nothing of themselves by that."""

PERSONS = frozenset(("person", "mononym"))
_NAMES = frozenset(("eponym", "surname"))
"""Names of so many that what stands right behind them has to tell: "Fourier transform"."""


def _most(sentence: Sentence, *, kept: bool) -> float:
    """The most that can speak for something in a sentence; more than that nothing does, whatever stands beside it.
    `kept`: whether it is one of `_NOWHERE`, whoever asks.
    """
    start = -3.0 if sentence.somebody else -1.5 if sentence.asker and not kept else 0.5
    several = sentence.others > 1 and (sentence.asks or sentence.subject or sentence.dated)
    concrete = sentence.concrete and not sentence.searched
    return start + 0.5 * several + 0.75 * sentence.dated + sentence.asks - concrete


def _whoever_asks(
    text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings, place: Place
) -> float | None:
    """The score of a country whose law is asked about, and of what a task is set about; None of all else."""
    sentence = place.sentence
    if (
        sentence.english
        and not _OF_LEGAL_AGE.isdisjoint(sentence.words)
        and _LEGAL_AGE.search(text[max(sentence.start, entity.start - _LINE) : entity.start])
    ):
        return LEAST if any(one.kind in ("country", "state") for one in listed) else NEVER
    if sentence.english and sentence.asks and any(is_law_of(one.kind, place) for one in listed):
        return LEAST
    if is_of_law(text, entity, listed, around, place) or (
        all(one.kind == "country" for one in listed) and _VISA.match(place.ahead)
    ):
        return LEAST
    if entity.type == "LOCATION" and (is_private_stay(around, place) or is_of_ones_own(text, entity, sentence)):
        return NEVER
    land = entity.type == "LOCATION" and any(one.kind in PLACES for one in listed)
    if land and is_of_all_of_a_kind(text, sentence, around):
        return LEAST
    in_general = (
        is_of_all(entity, listed, around, place)
        or is_journey(entity, listed, around, place)
        or is_of_all_of_them(text, entity, listed, around, place)
        or is_set(text, entity, listed, around)
        or is_quizzed(text, entity, listed)
        or is_asked(text, entity, listed, around.pointed_at)
        or is_one_of_several(text, entity)
    )
    return LEAST if in_general else None


_VISA = re.compile(r" (?:(?!Visa)[A-Z][\w/-]*\d?[\w/-]* ){1,3}(?:[Vv]isas?|[Pp]ermits?)\b")
"""Behind the country that gives it to whoever asks: "a UK Skilled Worker visa"."""


def _is_label(before: str) -> bool:
    """Whether what stands before a finding in its line is a key; "Write a press release: " is none."""
    found = _LABEL.search(before)
    if found is None or _NO_LABEL.search(before):
        return False
    first = WORD.search(found[0])
    return first is None or found.start() > 0 or first[0].lower() not in words.IMPERATIVES - KEYS


_POSTED = re.compile(rf",?\s(?:[A-Z]{{2}}\s)?(?:{UK_POSTCODE}|[0-9]{{5}}(?:-[0-9]{{4}})?(?!\w))")
_AN_OWN_FIRM = re.compile(
    r",? (?:an?|our|my|the|his|her|their) (?:[a-z-]{2,20} ){0,2}(?:shelter|charity|school|nursery|start-?up|company|"
    r"firm|agency|shop|store|pub|bar|caf[eé]|restaurant|clinic|practice|club|hostel|hotel|project|bakery|salon|studio|band)\b"
)
"""Behind the name of what is small, and is called like something known."""
_OFFERS = frozenset(("offer", "offers", "offered"))


def _is_ruled_out(text: str, entity: Entity, place: Place, around: Surroundings, *, sure: bool) -> bool:
    """Whether something beside it makes it private whatever else is said. `sure`: whether it is what it is, whoever is
    spoken of.
    """
    sentence = place.sentence
    line = text.rfind("\n", max(0, entity.start - _LINE), entity.start) + 1
    before = text[max(line, entity.start - _LINE) : entity.start]
    end = text.find("\n", entity.end, entity.end + _LINE)
    after = text[entity.end : end if end >= 0 else entity.end + _LINE]
    if any(map(before.__contains__, (":", "=", "...."))) and _is_label(before):
        return True
    introduced = sentence.asks and before.strip()
    if not introduced and not _LOWER.search(_without_article(before)) and not _LOWER.search(after):
        # Alone, or in an address: nothing is said of it.
        return True
    if before.endswith("@ ") or _POSTED.match(after) or (sentence.somebody and _AN_OWN_FIRM.match(after)):
        # "Role: journalist @ Sony Pictures", "81 Cowley Rd, Oxford OX4 1HR", "for Oasis, a shelter for girls"
        return True
    if around.there and not sure and entity.type != "PERSON":
        # "What do they speak in Quito? My sister lives there."
        return True
    if (
        not sure
        and sentence.asker
        and not (words.OWN_AFFAIRS | _OFFERS).isdisjoint(sentence.words)
        and _DIGIT.search(text, sentence.start, sentence.end)
    ):
        # "How much tax do I pay in France on 60k?"
        return True
    # "My NHS number" is named after nothing of mine.
    previous = place.previous
    return bool(previous) and previous[-1] in words.POSSESSIVES and not sure


def _without_article(before: str) -> str:
    left = before.rstrip()
    article = (
        len(left) < len(before) and left[-3:].lower() == "the" and not left[-4:-3].isalnum() and left[-4:-3] != "_"
    )
    return left[:-3] if article else before


def _previous(text: str, entity: Entity, sentence: Sentence) -> list[str]:
    """The words right before a mention, lower case."""
    return WORD.findall(text[max(sentence.start, entity.start - NEAR) : entity.start].lower())


def _against(text: str, entity: Entity, place: Place, around: Surroundings, *, kept: bool) -> float:
    """What speaks against it whatever its name is."""
    sentence = place.sentence
    elsewhere = (
        not sentence.somebody and not sentence.asker and (around.somebody or not around.role_words <= sentence.words)
    )
    # "Hungary joined the EU": a country does, and nobody.
    excused = sentence.famous or (sentence.subject and entity.start > sentence.start + len("The "))
    line = text.rfind("\n", max(0, entity.start - _LINE), entity.start) + 1
    before = text[max(line, entity.start - _LINE) : entity.start]
    excused = excused or (sentence.asks and JOURNEY.search(before) is not None)
    tied = not words.TIES.isdisjoint(place.previous[-_TIED:])
    tied = tied and not excused and words.ALIKE.isdisjoint(sentence.words)
    return -1.0 * (elsewhere and not (kept and sentence.asks)) - 2.0 * tied


_FOUND_OF_THINGS, _DOUBTFUL, _OWN = frozenset(("ORGANIZATION", "LOCATION")), 0.6, 3


def _is_called_by_kind(text: str, entity: Entity) -> bool:
    """Whether the word for a kind of thing stands before, and nobody does anything behind; or it is a title in quotes
    of which is asked who made it.
    """
    first = max(0, entity.start - NEAR)
    if _KIND_BEFORE.search(text, first, entity.start) and _APPOSED.match(text, entity.end):
        return True
    return text[entity.end : entity.end + 1] in _QUOTES and _TITLE_BEFORE.search(text, first, entity.start) is not None


_QUOTES = ('"', "”", "'", "’")
_TITLE_BEFORE = re.compile(
    r"\b(?:sang|sung|sing|sings|recorded|covered|wrote|written|composed|directed|released|(?:lyrics|chords|meaning|plot|"
    r"author|singer|ending|cast|release date) (?:of|to|for|in)) [\"“'‘]$"
)
_KIND_BEFORE = re.compile(
    r"\bthe (?:[a-z]{3,12} ){0,2}(?:game|film|movie|novel|album|song|musical|opera|podcast|sitcom|series|show|play|"
    r"poem|anime|manga|magazine|language|planet|moon|asteroid|constellation|breed|cheese|cocktail|dance|dish|sport|plant|"
    r"framework|library|algorithm|theorem|paradox)(?: called| named)? [\"“'‘*_]{0,2}$"
)
_OF_ANYBODY = words.FIRST | words.THIRD | words.POSSESSIVES
_APPOSED = re.compile(
    r"[\"”'’*_]{0,2}(?:[.,;:!?)]|\s*\Z|\s(?:by|in|on|with|about|for|from|work|works|mean|means|"
    r"and (?:when|what|who|where|how|why))\b)"
)
"""What is called so, as it is behind the word for its kind and nobody does anything: "the card game Skat"."""
_LEADS_TO = words.POSSESSIVES | frozenset(
    "at in from for with to by near of joins joined called named and or the".split()
)


def is_of_a_thing(text: str, entity: Entity, around: Surroundings) -> bool:
    """Return whether what is taken for a name is a thing, where nobody shows but who asks: what a model half takes for
    a firm or a place ("fado"), and whatever is called by its kind ("the card game Skat").
    """
    if around.region(entity) == "prose" and _is_called_by_kind(text, entity):
        return not around.identified and _OF_ANYBODY.isdisjoint(around.words)
    if entity.type not in _FOUND_OF_THINGS or entity.score >= _DOUBTFUL:
        return False
    if not (around.impersonal and around.is_told) or around.region(entity) != "prose":
        return False
    line = text.rfind("\n", max(0, entity.start - _LINE), entity.start) + 1
    if _is_label(text[max(line, entity.start - _LINE) : entity.start]) or text[entity.start : entity.end].isupper():
        return False
    before = _previous(text, entity, around.sentence(entity))
    # "Our startup Quillmark"
    return not before or (before[-1] not in _LEADS_TO and words.POSSESSIVES.isdisjoint(before[-_OWN:]))
