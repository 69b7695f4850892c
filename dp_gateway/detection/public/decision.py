"""Which findings are public references: "US gallons", "the capital of France", "HIPAA"; nobody's secret.

A finding is kept where a public list knows it, and where the text around it speaks in general, by a score of what
speaks for that (a question, "the population of", a century) and against it (somebody who is spoken of, "lives in"). A
label, an address, a possessive before it and code, tables and settings around it decide alone. The rules read English;
in other languages, and in doubt, a finding is private.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from dp_gateway.detection.public import words
from dp_gateway.detection.public.evidence import WORD, Sentence, Surroundings
from dp_gateway.detection.public.finding import known, parts, private_codes, public_codes
from dp_gateway.detection.public.kinds import JOURNEY, NEVER, SURE, Place, speaks_for
from dp_gateway.detection.public.lists import Reference, is_holiday, refers
from dp_gateway.patterns.terms import is_medicine, is_name
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import fold

__all__ = ["LEAST", "marked", "score"]

LEAST = 1.0
"""The score from which a finding is kept."""

_TYPES = frozenset(("LOCATION", "ORGANIZATION", "NRP", "PERSON"))
_WITH_PARTS = frozenset(("LOCATION", "ORGANIZATION", "NRP", "STREET_ADDRESS"))
_PLACES = frozenset(("country", "state", "town", "area"))
_LINE, _NEAR, _TIED = 200, 60, 6
_SHORT = 2
_ARTICLE_BEFORE = re.compile(r"\bthe\s+$", re.I)
_LABEL = re.compile(
    r"(?:^|[\n{,;(|\t>])[^\S\n]*+(?:[-*•][^\S\n]*+)?[\"'*_]{0,3}(?!who |what |which |how )[^\W\d_][\w./-]{0,30}"
    r"(?: [\w./-]{1,30}){0,3}[\"'*_]{0,3}[^\S\n]*+[:=]++[^\S\n]*+[\"'*_]{0,3}(?:the\s{1,3})?$",
    re.I,
)
_NO_LABEL = re.compile(
    r"\b(?:q|a|question|answer|topic|essay|example|translate|note|title|fact|instruction|prompt|task)(?=[^\w:]*+:)\W*+$",
    re.I,
)
_KEYS = frozenset(("state", "name", "group", "label", "note", "address", "check", "read"))
"""Words that begin instructions, and are keys as well."""
_LEGAL_AGE = re.compile(
    r"\b(?:old enough to|(?:legal|minimum|voting|drinking|driving|retirement) age|(?:may|can) (?:\w+ ){1,3}(?:vote|"
    r"legally \w+))\b[^.!?\n]{0,40}\bin\s(?:the\s)?$",
    re.I,
)
_MISTAKEN, _FIRMS = frozenset(("PERSON", "LOCATION", "ORGANIZATION")), frozenset(("company", "house"))
_TONGUES = frozenset(("people", "language"))
_OFFICES, _PRODUCTS = _FIRMS | {"authority", "body", "law"}, frozenset(("company", "product"))
_FACET_OF = re.compile(rf"(?:the )?(?:{'|'.join(sorted(words.FACETS))}) (?:of|in) (?:the )?", re.I)
_OF_FIRM = re.compile(
    r"\b(?:at|(?:paid|employed|hired|fired|sacked|made|sold|built|run|owned|issued|insured) by|"
    r"(?:works?|worked|working|job|offer|contract|interview|shares?|stock|pension) "
    r"(?:for|with|from|at|of|in)) (?:the )?$"
)
_IN_TOWN = re.compile(
    r"\b(?:(?:move[sd]?|moving|flew|fly|flies|flying|relocated?|drove|commutes?) (?:to|from)|(?:live[sd]?|living|born|"
    r"flat|office|house|apartment|grew up|studie[sd]|studying) (?:is |are |was )?in|"
    r"(?:writes?|wrote|comes?|came|arrived|patient|man|woman|girl|boy|cousin|friend|family|"
    r"\w{3,20}(?:er|or|man|ist|ess)) from)\s$",
    re.I,
)
_TO_SEE = re.compile(r"\b(?:near|visit|visited|to|in|around|from|at|of)\s$", re.I)
_LOWER = re.compile(r"\b[a-z]{2,}")


def marked(text: str, entities: Sequence[Entity], never: Iterable[tuple[int, int]] = ()) -> Sequence[Entity]:
    """The findings of a text, with what each refers to and whether that is public here.

    Args:
        text: the text.
        entities: disjoint, in order.
        never: stretches that are private whatever they are, such as phrases of the user's own list.
    """
    entities = [_as_listed(text, one) if one.type in _MISTAKEN else one for one in entities]
    listed = [known(text, one) if one.type in _TYPES else () for one in entities]
    kinds = [frozenset(one.kind for one in each) for each in listed]
    told = [at for at, one in enumerate(entities) if one.type != "AGE" or not _before_a_reader(text, one)]
    around = Surroundings(text, [entities[at] for at in told], [kinds[at] for at in told])
    own = _Stretches(never)
    found: list[Entity] = []
    counted = _counted_up(text, entities)
    tongues = _tongues(text, entities, kinds, around)
    for found_one, each in zip(entities, listed, strict=True):
        one = found_one
        if (of := counted.get(one.start)) and not own.meet(one):
            found.append(one._replace(type="LOCATION", codes=public_codes(of, sure=True), public=True))
            continue
        if one.type == "NRP" and each and all(of.kind in _PLACES for of in each) and text[one.start].isupper():
            # "A citizen of Niger" names a country, and no people.
            one = one._replace(type="LOCATION")
        codes: tuple[str, ...] = ()
        value = NEVER
        if one.type in _VALUES or (one.type == "MONEY" and around.exercise):
            codes = (f"value {fold(text[one.start : one.end])}",)
            value = SURE if not own.meet(one) and _is_nobodys(text, one, around) else NEVER
        elif each:
            if not own.meet(one):
                value = score(text, one, each, around)
            if value >= LEAST and around.region(one) != "prose":
                value = NEVER
            tongue = one.type == "NRP" and one.start in tongues
            if (tongue or (around.recipe and _is_cuisine(text, one, each, around))) and not own.meet(one):
                value = SURE
            codes = public_codes(each, sure=value >= SURE) if value >= LEAST else private_codes(each)
        elif around.recipe and one.type in _MISTAKEN and not own.meet(one) and _is_ingredient(text, one, around):
            codes, value = (f"food {fold(text[one.start : one.end])}",), SURE
        elif one.type in _WITH_PARTS:
            codes = parts(text, one)
        if value >= LEAST and found and one.type == "PERSON" and _is_title(text, found[-1], one):
            found[-1] = found[-1]._replace(codes=codes, public=True)
        found.append(one._replace(codes=codes, public=value >= LEAST) if codes else one)
    return found


def _is_cuisine(text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings) -> bool:
    """Whether a people is that whose dishes a recipe is of: "tags: [greek, dessert]", "Asian inspired"."""
    if entity.type != "NRP" or not all(one.kind in ("people", "language", "country", "area") for one in listed):
        return False
    sentence = around.sentence(entity)
    place = Place(text, entity, sentence)
    return not sentence.asker and place.next not in words.MEMBERS and words.THIRD.isdisjoint(sentence.words)


def _is_ingredient(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether what is taken for a name in a recipe is something to cook with: "1 Bell Pepper", "Lentil Curry"."""
    own = [word.lower() for word in WORD.findall(text[entity.start : entity.end])]
    if not own or not (own[-1] in words.KITCHEN or own[-1] in words.FOODS):
        return False
    sentence = around.sentence(entity)
    return not sentence.asker and words.THIRD.isdisjoint(sentence.words)


def _is_title(text: str, before: Entity, person: Entity) -> bool:
    """Whether a finding is the title or office of the famous person behind it: "President Nixon"."""
    return before.type in ("TITLE", "JOB_TITLE") and text[before.end : person.start].strip(".") == " "


def _counted_up(text: str, entities: Sequence[Entity]) -> dict[int, list[Reference]]:
    """The countries and states that a list counts up from A to Z, with nothing of somebody between, by their place."""
    found: dict[int, list[Reference]] = {}
    if sum(one.type in _MISTAKEN for one in entities) < _LEAST_COUNTED:
        return found
    run: dict[int, list[Reference]] = {}
    last = ("", 0)
    for one in entities:
        name = text[one.start : one.end] if one.type in _MISTAKEN else ""
        of = [each for each in refers(name) if each.kind in _LANDS] if name else []
        if not of or not last[0] < name or one.start - last[1] > _NEAR:
            found |= run if len(run) >= _LEAST_COUNTED else {}
            run = {}
        if of:
            run[one.start] = of
        last = (name, one.end)
    return found | (run if len(run) >= _LEAST_COUNTED else {})


def _tongues(
    text: str, entities: Sequence[Entity], kinds: Sequence[frozenset[str]], around: Surroundings
) -> frozenset[int]:
    """Where code or settings that have nobody in them list languages: {"fr": "French", "de": "German"}."""
    at = [
        one
        for one, of in zip(entities, kinds, strict=True)
        if one.type == "NRP" and not of.isdisjoint(_TONGUES) and around.region(one) in ("code", "keys")
    ]
    if len({text[one.start : one.end] for one in at}) < _LEAST_TONGUES or around.somebody:
        return frozenset()
    return frozenset(one.start for one in at)


_LEAST_TONGUES = 3
_LANDS, _LEAST_COUNTED = frozenset(("country", "state", "area")), 8


def _as_listed(text: str, entity: Entity) -> Entity:
    """A finding as the lists have it.

    A town may be taken for a name ("moved to Geneva"), a firm for a place or a person ("paid by Peugeot"), a product
    for a person ("Spring Boot"), and what is asked about a country for a firm ("capital of france").
    """
    written = text[entity.start : entity.end]
    kinds = {one.kind for one in refers(written)}
    kind = _kind_of(text, entity, written, kinds) if kinds else entity.type
    asked = _FACET_OF.match(written) if " " in written and (kind == entity.type or entity.type != "PERSON") else None
    if asked is not None and any(one.kind in _LANDS for one in refers(written[asked.end() :])):
        return entity._replace(start=entity.start + asked.end(), type="LOCATION")
    return entity if kind == entity.type else entity._replace(type=kind)


def _kind_of(text: str, entity: Entity, written: str, kinds: set[str]) -> str:
    """The type of a finding whose words may name things of some kinds."""
    is_person, is_place = entity.type == "PERSON", entity.type == "LOCATION"
    # "OSHA" is nobody's name.
    short = is_person and written.isupper() and len(written) > _SHORT
    before = text[max(0, entity.start - _NEAR) : entity.start]
    firm = kinds <= (_OFFICES if short else _FIRMS) and (is_place or short or (is_person and _OF_FIRM.search(before)))
    # "Spring Boot", "SoFi", "Jumia"
    no_person = " " in written or written[1:] != written[1:].lower() or not is_name(written.lower())
    if firm or (is_person and kinds <= _PRODUCTS and no_person):
        return "ORGANIZATION"
    if is_person and kinds <= _TONGUES and " " not in written and not is_name(written.lower()):
        # "happy birthday in Gaelic"
        return "NRP"
    if is_person and kinds <= _PLACES and written.islower() and not is_name(written):
        # "where is murray kentucky"
        return "LOCATION"
    is_town = (kinds == {"town"} if entity.type == "ORGANIZATION" else "town" in kinds) and _IN_TOWN.search(before)
    return "LOCATION" if (is_town or kinds == {"landmark"}) and _TO_SEE.search(before) else entity.type


class _Stretches:
    """Answers which findings meet one of some stretches of the text."""

    def __init__(self, stretches: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(stretches):
            # Each ends no sooner than those before it, so that the last one that begins early enough answers for all.
            self._starts.append(start)
            self._ends.append(max(end, self._ends[-1] if self._ends else 0))

    def meet(self, entity: Entity) -> bool:
        at = bisect_left(self._starts, entity.end)
        return at > 0 and self._ends[at - 1] > entity.start


def score(text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings) -> float:
    """How much speaks for a public reference; the best of what a name may stand for."""
    sentence = around.sentence(entity)
    place = Place(text, entity, sentence)
    best = max(speaks_for(one.kind, place) for one in listed)
    if sentence.english and _LEGAL_AGE.search(text[max(sentence.start, entity.start - _LINE) : entity.start]):
        # The law of a country, whoever asks.
        return LEAST if any(one.kind in ("country", "state") for one in listed) else NEVER
    kept = all(one.kind in _NOWHERE for one in listed)
    if best < SURE and best + _most(sentence, kept=kept) < LEAST:
        return best + _most(sentence, kept=kept)
    context = _context(text, entity, sentence, around, sure=best >= SURE, kept=kept)
    if context <= NEVER or (best < SURE and not (sentence.english or place.subject)):
        return NEVER
    return best if best >= SURE else best + context


_NOWHERE = frozenset(("work", "event", "law", "currency", "eponym", "person", "mononym", "language"))
"""What nobody lives in, works for or belongs to: who asks about it tells nothing of themselves by that."""


def _most(sentence: Sentence, *, kept: bool) -> float:
    """The most that can speak for something in a sentence; more than that nothing does, whatever stands beside it.

    Args:
        sentence: the sentence.
        kept: whether it is one of `_NOWHERE`, whoever asks.
    """
    start = -3.0 if sentence.somebody else -1.5 if sentence.asker and not kept else 0.5
    several = sentence.others > 1 and (sentence.asks or sentence.subject or sentence.dated)
    concrete = sentence.concrete and not sentence.searched
    return start + 0.5 * several + 0.75 * sentence.dated + sentence.asks - concrete


def _is_label(before: str) -> bool:
    """Whether what stands before a finding in its line is a key; "Write a press release: " is none."""
    found = _LABEL.search(before)
    if found is None or _NO_LABEL.search(before):
        return False
    first = WORD.search(found[0])
    return first is None or found.start() > 0 or first[0].lower() not in words.IMPERATIVES - _KEYS


def _context(text: str, entity: Entity, sentence: Sentence, around: Surroundings, *, sure: bool, kept: bool) -> float:
    """What speaks for and against it whatever its name is."""
    line = text.rfind("\n", max(0, entity.start - _LINE), entity.start) + 1
    before = text[max(line, entity.start - _LINE) : entity.start]
    end = text.find("\n", entity.end, entity.end + _LINE)
    after = text[entity.end : end if end >= 0 else entity.end + _LINE]
    if (":" in before or "=" in before) and _is_label(before):
        return NEVER
    introduced = sentence.asks and before.strip()
    if not introduced and not _LOWER.search(_ARTICLE_BEFORE.sub("", before)) and not _LOWER.search(after):
        # Alone, or in an address: nothing is said of it.
        return NEVER
    previous = [word.lower() for word in WORD.findall(text[max(sentence.start, entity.start - _NEAR) : entity.start])]
    if around.there and not sure and entity.type == "LOCATION":
        # "What do they speak in Quito? My sister lives there."
        return NEVER
    if previous and previous[-1] in words.POSSESSIVES and not sure:
        # "My NHS number" is named after nothing of mine.
        return NEVER
    elsewhere = (
        not sentence.somebody and not sentence.asker and (around.somebody or not around.role_words <= sentence.words)
    )
    # "Hungary joined the EU": a country does, and nobody.
    excused = sentence.famous or (sentence.subject and entity.start > sentence.start + len("The "))
    excused = excused or (sentence.asks and JOURNEY.search(before) is not None)
    tied = not excused and not words.TIES.isdisjoint(previous[-_TIED:]) and words.ALIKE.isdisjoint(sentence.words)
    return _most(sentence, kept=kept) - (elsewhere and not (kept and sentence.asks)) - 2.0 * tied


_VALUES = frozenset(("QUANTITY", "DURATION", "PERCENTAGE", "DATE_TIME", "JOB_TITLE", "AGE"))
"""The types that are looked at; amounts of money are always somebody's but in exercises, and ages but for those of
readers as well."""
_COUNTED_WITH = frozenset(("QUANTITY", "DURATION", "PERCENTAGE", "AGE", "MONEY"))

_READER = re.compile(
    r"\b(?:explain|describe|summari[sz]e|simplify|rewrite|write)\b[^.!?\n]{0,100}\b(?:to|for|like) (?:an? )?$", re.I
)
"""Before the age of whom a text is for: "explain it to a ten-year-old"."""
_READING_AGE = re.compile(r"\breading age(?: of)? $", re.I)
_OLD = re.compile(r"(?:.{0,20}\s)?1[0-8][0-9]{2}")
_OF_NUMBER = re.compile(r" of [0-9][0-9.,]*(?:[?.]|$)")

_YEAR = re.compile(
    r"(?:the )?(?:early |late |mid-)?(?:1[0-9]{3}|2[01][0-9]{2})(?:s|\s?[-–/]\s?(?:1[0-9]{3}|2[01][0-9]{2}|[0-9]{2}))?|"
    r"(?:the )?[0-9]{1,2}(?:st|nd|rd|th) century",
    re.I,
)
_PRODUCT = re.compile(r"((?:[A-Z][\w+#-]*\s)?)([A-Z][\w+#-]*)\s$")
_WEEKDAY = re.compile(r"(?:on )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?", re.I)
_TIME_OF_DAY = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?")
_PLAYED = re.compile(
    r"(?:\b(?:act(?:ing)? (?:like|as)|play(?:ing)? the (?:role|part) of|pretend(?:ing)? to be|"
    r"(?:pretend(?:ing)?|imagine) (?:that )?you(?:['’]re| are)|take (?:on )?the (?:role|persona) of|"
    r"(?:respond|answer|reply|speak|behave|write) (?:like|as))|"
    r"(?:^|\n)\W*+(?:system: )?you(?:['’]re| are)(?: now| acting as| going to be)?)\s++(?:(?:an?|the)\s++)?$",
    re.I,
)
_ANYBODY = re.compile(
    r"\b(?:(?:does|do|is|are|can|should|would|will|of|to|for|like|between|become|becoming|being)\s+(?:an?|the)|"
    r"(?:do|are|can|should|for|become))\s+$",
    re.I,
)
_REACH, _SURELY = 60, 2


def _is_nobodys(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether a finding of one of `_VALUES` is nobody's.

    Args:
        text: the text.
        entity: the finding.
        around: of the text.
    """
    # What the text as a whole rules out costs no look at the sentence.
    exercise = entity.type in _COUNTED_WITH and around.exercise
    if entity.type in _ALONE:
        return exercise or _ALONE[entity.type](text, entity, around)
    if exercise or (around.recipe and _is_of_recipe(text, entity, around)) or _is_said_so(text, entity, around):
        return True
    if (around.somebody and not around.cooks) or around.roles or not words.CLINIC.isdisjoint(around.words):
        return False
    kind = around.region(entity)
    if (sentence := around.sentence(entity)).somebody or kind == "code":
        return not sentence.somebody and not around.somebody
    # What a setting or a form says is of a recipe or a manual where its own words say so.
    if kind != "prose" and len((words.KITCHEN | words.GENERAL) & sentence.words) <= 1:
        return False
    converted = entity.type == "QUANTITY" and not sentence.asker and _is_converted(text, entity)
    return (
        converted
        or _is_measure(sentence, around)
        or _is_asked(text, entity, sentence, around)
        or _is_said_of_things(entity, sentence, around)
    )


def _is_said_of_things(entity: Entity, sentence: Sentence, around: Surroundings) -> bool:
    """Whether a share, or in a file about programs a length of time, stands in a text that has nobody in it, no firm
    and no business: "no system can guarantee 100% availability".
    """
    if entity.type != "PERCENTAGE" and not (entity.type == "DURATION" and around.about_programs):
        return False
    if around.somebody or around.named or sentence.asker or not words.EVERYDAY.isdisjoint(sentence.words):
        return False
    if around.told(sentence) > entity.start:
        return False  # "Owns 15% of it": somebody does. A row of shares says nothing of what they are.
    return (words.OWN_AFFAIRS | words.BUSINESS).isdisjoint(around.words)


_ITEM = re.compile(r"(?:^|\n)[ \t]*(?:[-*•]|[0-9]{1,2}[.)])[ \t][^\n]{0,60}\Z|(?:^|\n)[ \t]*\Z")


_HOUR = {"hr"}
"""In a recipe no personnel department."""


def _is_of_recipe(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether a measure in a recipe or the rules of a game begins an item, or stands beside another word of these."""
    sentence = around.sentence(entity)
    if sentence.somebody or sentence.asker or not words.EVERYDAY.isdisjoint(sentence.words - words.GAMES - _HOUR):
        return False
    item = _ITEM.search(text, max(0, entity.start - _NEAR), entity.start) is not None
    return item or not (words.KITCHEN | words.GAMES).isdisjoint(sentence.words)


_DOSE = re.compile(r"[0-9][0-9.,/]{0,7}\s?(?:mg|mcg|µg|μg|micrograms?|milligrams?|g|ml|mL|iu|IU)", re.I)
_BEHIND_MEDICINE = re.compile(r"(?:([^\W\d_]{4,40}) )?([^\W\d_]{2,40}) \(?$")
_OF_MEDICINE = re.compile(r"\s(?:of )?([^\W\d_]{4,40})(?: ([^\W\d_]{4,40}))?")
# "Suggest a 3 day workout": what is asked for, and not how long anything took.
_WANTED = re.compile(
    r"\b(?:write|make|create|give|plan|suggest|design|draft|prepare|generate|build|recommend)(?: me| us)? (?:an? )?$",
    re.I,
)


def _is_said_so(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether a measure is nobody's even where somebody is spoken of: a dose, or how long something shall be."""
    if entity.type == "QUANTITY" and _is_dose(text, entity):
        return not around.medicines
    wanted = entity.type == "DURATION" and _WANTED.search(text, max(0, entity.start - _REACH), entity.start)
    return bool(wanted) and around.region(entity) == "prose"


def _is_dose(text: str, entity: Entity) -> bool:
    """Whether a measure is the dose of a medicine beside it, which stays as well: "metformin 500 mg"."""
    if _DOSE.fullmatch(text, entity.start, entity.end) is None:
        return False
    before = _BEHIND_MEDICINE.search(text, max(0, entity.start - _REACH), entity.start)
    after = _OF_MEDICINE.match(text, entity.end)
    return any(is_medicine(word) for one in (before, after) if one for word in one.groups() if word)


def _is_readers(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether an age is that of whom a text is for."""
    if _READING_AGE.search(text, max(0, entity.start - _REACH), entity.start):
        return True
    return not around.somebody and not around.roles and _before_a_reader(text, entity)


def _before_a_reader(text: str, entity: Entity) -> bool:
    return _READER.search(text[max(0, entity.start - _LINE) : entity.start]) is not None


def _is_date(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether a time of day stands in a log, a year beside what everybody knows, or a weekday."""
    written = text[entity.start : entity.end]
    if _TIME_OF_DAY.fullmatch(written):
        logged = not around.somebody and not around.roles and around.region(entity) == "code"
        return logged and not around.sentence(entity).somebody
    if _WEEKDAY.fullmatch(written) or _OLD.fullmatch(written) or is_holiday(written):
        general = not around.somebody and not around.roles and around.region(entity) == "prose"
        return general and not around.sentence(entity).somebody
    if not _YEAR.fullmatch(written):
        return False
    if _is_version(text, entity):
        return True
    if around.somebody or around.region(entity) != "prose":
        return False
    sentence = around.sentence(entity)
    known = sentence.asks or (sentence.subject and sentence.others > 0)
    return known and not around.unknown(sentence) and not sentence.somebody and not sentence.asker


def _is_version(text: str, entity: Entity) -> bool:
    """Whether a year stands behind the name of a product: "Excel 2016"."""
    product = _PRODUCT.search(text, max(0, entity.start - _REACH), entity.start)
    names = (product[2], f"{product[1]}{product[2]}") if product else ()
    return any(one.kind == "product" for name in names for one in refers(name))


# "Convert 5 miles to km", "how many feet are in 5 miles".
_CONVERTED = re.compile(r"\b(?:convert|what(?:['’]?s| is)|how (?:much|long|far|heavy) is) $", re.I)
_TO_UNIT = re.compile(r" (?:in|into|to) (\w+)")
_UNITS_IN = re.compile(r"\bhow many (\w+) (?:(?:is|are)(?: there)?(?: in)?|in|make) $", re.I)
_SHORT_UNIT = re.compile(r"[a-z]{1,3}")


def _is_converted(text: str, entity: Entity) -> bool:
    """Whether a measure is to be said in another unit."""
    before = max(0, entity.start - _NEAR)
    if _CONVERTED.search(text, before, entity.start):
        unit = _TO_UNIT.match(text, entity.end, entity.end + _NEAR)
    else:
        unit = _UNITS_IN.search(text, before, entity.start)
    return unit is not None and (unit[1].lower() in words.UNITS or _SHORT_UNIT.fullmatch(unit[1]) is not None)


def _is_measure(sentence: Sentence, around: Surroundings) -> bool:
    """Whether a recipe, a manual or an exercise is read."""
    if not words.EVERYDAY.isdisjoint(sentence.words):
        return False
    cooks = len(words.KITCHEN & sentence.words)
    if around.somebody:
        return cooks > 1
    here = cooks + len(words.GENERAL & sentence.words)
    return here > 1 or (here == 1 and (sentence.asks or around.manual > 1)) or around.manual > _SURELY


def _is_asked(text: str, entity: Entity, sentence: Sentence, around: Surroundings) -> bool:
    """Whether it is part of an exercise, or of what is asked or said of something that everybody knows."""
    if around.somebody or sentence.asker or around.unknown(sentence) or not words.EVERYDAY.isdisjoint(sentence.words):
        return False
    if entity.type == "PERCENTAGE":
        return sentence.asks and _OF_NUMBER.match(text, entity.end) is not None
    return sentence.others > 0 and (sentence.asks or sentence.subject)


def _is_role(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether an occupation is one to be played, or anybody's that is asked about."""
    before = text[max(0, entity.start - _REACH) : entity.start]
    played = _PLAYED.search(before) is not None
    if not played and around.somebody:
        return False
    sentence = around.sentence(entity)
    if not played and around.unknown(sentence):
        return False
    # "The first president of the United States".
    office = text.startswith(" of ", entity.end) and sentence.asks and sentence.others > 0
    if not played and not office and not _ANYBODY.search(before):
        return False
    return not sentence.somebody and not sentence.asker and (played or sentence.asks)


_ALONE = {"JOB_TITLE": _is_role, "DATE_TIME": _is_date, "AGE": _is_readers}
"""What is decided by more than whether the text is about somebody."""
