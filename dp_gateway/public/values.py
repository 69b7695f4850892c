"""Which measures, dates, ages and occupations are nobody's: those of recipes, exercises, logs and questions.

`decision` asks.
"""

from __future__ import annotations

import re

from dp_gateway.patterns.rules import WEEKDAY
from dp_gateway.patterns.terms import is_medicine
from dp_gateway.patterns.told_jobs import is_of_meeting
from dp_gateway.public import words
from dp_gateway.public.anybody import is_of_anybody, is_wanted_within
from dp_gateway.public.averages import is_of_all_of_a_kind
from dp_gateway.public.evidence import Sentence, Surroundings
from dp_gateway.public.fixed import is_fixed, may_be_of_a_title
from dp_gateway.public.lists import is_holiday, refers
from dp_gateway.public.members import is_of_a_trade
from dp_gateway.text.entities import VALUE_TYPES, Entity
from dp_gateway.text.lists import alternatives

_FAR, _NEAR = 200, 60
VALUES = frozenset(("QUANTITY", "DURATION", "PERCENTAGE", "DATE_TIME", "JOB_TITLE", "AGE", "MONEY"))
"""The types that are looked at; amounts of money are always somebody's but in exercises and sums, and ages but for
those of readers as well."""
_COUNTED_WITH = frozenset(VALUE_TYPES)

_OF_ANYBODY = frozenset(("AGE", "QUANTITY", "DURATION"))
_OF_A_KIND = _COUNTED_WITH | {"JOB_TITLE"}

_READER = re.compile(
    r"\b(?:explain|describe|summari[sz]e|simplify|rewrite|write)\b[^.!?\n]{0,100}\b(?:to|for|like) (?:an? )?$", re.I
)
"""Before the age of whom a text is for: "explain it to a ten-year-old"."""
_FOR_A_READER = re.compile(
    r"(?:^|[.!?\n:]\s{0,3})(?:please |(?:can|could) you (?:please )?)?"
    r"(?:explain|describe|summari[sz]e|simplify|rewrite|rephrase|reword)\b[^.!?\n]{0,60} (?:to|for) an? $",
    re.I,
)
_TO_WHOM = ("to ", "for ", "like ", " a ", " an ")
"""What all of that ends in."""
_UPWARDS = re.compile(r"\+(?!\w)| (?:and|or) (?:over|above|up|older|under|younger)\b")
"""Behind an age from which on something is for anybody: "kids aged 8+"."""
_READING_AGE = re.compile(r"\breading age(?: of)? $", re.I)
_OLD = re.compile(r"(?:.{0,20}\s)?1[0-8][0-9]{2}")
_OF_NUMBER = re.compile(r" of [0-9][0-9.,]*(?:[?.]|$)")

_YEAR = re.compile(
    r"(?:the )?(?:early |late |mid-)?(?:1[0-9]{3}|2[01][0-9]{2})(?:s|\s?[-–/]\s?(?:1[0-9]{3}|2[01][0-9]{2}|[0-9]{2}))?|"
    r"(?:the )?[0-9]{1,2}(?:st|nd|rd|th) century",
    re.I,
)
_MONTH = re.compile(
    r"(?:in |early |late |mid-)?(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?(?:,? (?:of )?(?:19|20)[0-9]{2})?",
    re.I,
)
_PRODUCT = re.compile(r"((?:[A-Z][\w+#-]*\s)?)([A-Z][\w+#-]*)\s$")
_FEAST_OF_YEAR = re.compile(r"(.{3,40}?),?(?: in| of)? (?:19|20)[0-9]{2}")
_WEEKDAY = re.compile(rf"(?:on )?{WEEKDAY}s?", re.I)
_TIME_OF_DAY = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?")
_PLAYED = re.compile(
    r"(?:\b(?:act(?:ing|s)? (?:like|as)|play(?:ing)? the (?:role|part) of|pretend(?:ing)? to be|"
    r"(?:pretend(?:ing)?|imagine) (?:that )?you(?:['’]re| are)|take (?:on )?the (?:role|persona) of|"
    r"(?:respond|answer|reply|speak|behave|write) (?:like|as))|"
    r"(?:^|\n)\W*+(?:(?:system|role-?play|role|task|prompt|scenario): )?"
    r"you(?:['’]re| are)(?: now| acting as| going to be)?)\s++(?:(?:an?|the)\s++)?"
    r"(?>(?:(?!(?:who|that|which|for|at|with|of|to|by|from|in|my|our|his|her|their)\b)(?:[\w-]{2,20}+|a),?\s){0,8})$",
    re.I,
)
"""Before a role for the model: "You are an experienced developer and expert" before "prompt engineer"."""
# "---\nname: analyst\ntools: ...\n---": the file is of a role, which headings and lines repeat.
_DEFINITION = re.compile(r"\s{0,9}+---\n(?=name:)(?:[a-zA-Z_-]{1,30}+:[^\n]{0,4000}+\n){1,12}?(?:tools|model|color):")
_ANYBODY = re.compile(
    r"\b(?:(?:does|do|is|are|can|should|would|will|of|to|for|like|between|become|becoming|being|tip)\s+(?:an?|the)|"
    r"(?:do|are|can|should|for|become)|"
    r"(?:joke|story|riddle|sketch|limerick) about (?:[^.?!\n]{1,60} (?:and )?)?an?)\s+$",
    re.I,
)
_REACH, _SURELY = 60, 2
_OF_MANUALS, _OF_RECIPES = words.KITCHEN | words.GENERAL, words.KITCHEN | words.GAMES
_NUMBER = 8
"""Digits from which a number is no one to reckon with, but somebody's."""


def is_nobodys(text: str, entity: Entity, around: Surroundings) -> bool:
    """Return whether a finding of one of `VALUES` is nobody's."""
    # What the text as a whole rules out costs no look at the sentence.
    counted = around.world and around.region(entity) == "prose"
    counted = counted or _is_counted(text, entity, around) or _is_of_things(text, entity, around)
    counted = counted or (entity.type in _OF_ANYBODY and is_of_anybody(text, entity))
    counted = counted or is_fixed(text, entity)
    counted = counted or (entity.type == "DURATION" and is_of_a_trade(text, around.sentence(entity), around))
    if not counted and entity.type in _OF_A_KIND:
        counted = is_of_all_of_a_kind(text, around.sentence(entity), around)
    if entity.type in _ALONE:
        return counted or _ALONE[entity.type](text, entity, around)
    if counted or (around.recipe and _is_of_recipe(text, entity, around)) or _is_said_so(text, entity, around):
        return True
    if (around.somebody and not around.cooks) or around.roles or not words.CLINIC.isdisjoint(around.words):
        return False
    kind = around.region(entity)
    if (sentence := around.sentence(entity)).somebody or kind == "code":
        return not sentence.somebody and not around.somebody
    # What a setting or a form says is of a recipe or a manual where its own words say so.
    if kind != "prose" and len(_OF_MANUALS & sentence.words) <= 1:
        return False
    converted = entity.type == "QUANTITY" and not sentence.asker
    converted = converted and (_is_converted(text, entity) or _is_of_units(text, entity, sentence))
    return (
        converted
        or _is_measure(sentence, around)
        or _is_asked(text, entity, sentence, around)
        or _is_said_of_things(entity, sentence, around)
    )


def _is_counted(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether a number is one of an exercise or of a sum; of more than seven digits it is somebody's."""
    if around.exercise and (entity.type in _COUNTED_WITH or _is_no_day(text, entity)):
        return True
    return around.reckoned and (entity.type != "ID_NUMBER" or entity.end - entity.start < _NUMBER)


_OF_THINGS = re.compile(
    r"[^\W\d_]{0,12}[-–\d.,/ ]*+\s?(?:[°º] ?[CFK]?|degrees?\b(?: [CF]\b)?|"
    r"k?W\b|kWh|mAh?\b|Ah\b|V\b|volts?\b|watts?\b|amps?\b|k?Hz|MHz|GHz|[KMGT]i?B\b|"
    r"psi\b|bar\b|rpm\b|Nm\b|ml\b|cl\b|litres?\b|liters?\b|tbsp|tsp|cups?\b|mm\b|cc\b|dB\b|lumens?\b)"
)
"""In such units nobody is measured, but for a fever."""
_FEVER = re.compile(r"(?:3[4-9]|4[0-2]|9[3-9]|10[0-8])(?:[.,][0-9])?\s?(?:[°º]|degrees)")
_BEYOND_A_LIFE = re.compile(
    r"(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]{3,9}|[0-9.]{1,6} (?:thousand|[mb]illion)) years", re.IGNORECASE
)
"""How long nobody lives, and no firm lasts."""
_SAID_OF_THINGS = frozenset(("QUANTITY", "DURATION", "PERCENTAGE", "MONEY", "DATE_TIME"))


def _is_of_things(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether a measure is of a thing: by its unit, or since nobody shows in the text but who asks, and in the sentence
    not even they: "Around £300 or less", "bulk for 5 hours".

    Of dates a month or a weekday alone is nobody's there, and a day of long ago.
    """
    if entity.type not in _SAID_OF_THINGS or around.region(entity) == "keys":
        return False
    sentence = around.sentence(entity)
    if entity.type == "QUANTITY" and _OF_THINGS.fullmatch(text, entity.start, entity.end):
        of_somebody = words.CLINIC | words.ROLES | words.THIRD
        return of_somebody.isdisjoint(sentence.words) and not _FEVER.match(text, entity.start)
    if not (around.impersonal and around.is_told) or sentence.told or around.unknown(sentence):
        return False
    if not words.EVERYDAY.isdisjoint(sentence.words) or (entity.type == "MONEY" and around.suffers):
        return False
    if entity.type != "DATE_TIME":
        return not sentence.asker
    written = text[entity.start : entity.end]
    named = _MONTH.fullmatch(written) or _WEEKDAY.fullmatch(written)
    return sentence.asks if named else not around.writer and _LONG_AGO.search(written) is not None


_LONG_AGO = re.compile(r"\b1[0-8][0-9]{2}\b|\b19[0-3][0-9]\b|\b194[0-5]\b")
_A_DAY = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|[0-9][/.-][0-9]+[/.-]|[0-9](?:st|nd|rd|th)\b", re.I
)


def _is_no_day(text: str, entity: Entity) -> bool:
    """Whether a date is no day of a month and of no month: "Monday", "9 a.m.", the "5:6" of a ratio."""
    return entity.type == "DATE_TIME" and _A_DAY.search(text, entity.start, entity.end) is None


_OF_LAW = re.compile(r"\b(?:minimum wage|living wage|state pension)\b", re.I)


def _is_of_law(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether an amount is everybody's by law: "the minimum wage is €13 an hour"."""
    if around.words.isdisjoint(("wage", "pension")) or around.somebody or around.named or around.roles:
        return False
    sentence = around.sentence(entity)
    if sentence.somebody or sentence.asker:
        return False
    return _OF_LAW.search(text, sentence.start, sentence.end) is not None


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
    return words.OWN_AFFAIRS.isdisjoint(around.words) and words.BUSINESS.isdisjoint(around.words)


_ITEM = re.compile(r"(?:^|\n)[ \t]*(?:[-*•]|[0-9]{1,2}[.)])[ \t][^\n]{0,60}\Z|(?:^|\n)[ \t]*\Z")


_HOUR = {"hr", "leave"}
"""In a recipe no personnel department, and nobody's leave."""


def _is_of_recipe(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether a measure in a recipe or the rules of a game begins an item, or stands beside another word of these."""
    sentence = around.sentence(entity)
    if sentence.somebody or sentence.asker or not words.EVERYDAY.isdisjoint(sentence.words - words.GAMES - _HOUR):
        return False
    item = _ITEM.search(text, max(0, entity.start - _NEAR), entity.start) is not None
    return item or not _OF_RECIPES.isdisjoint(sentence.words)


_DOSE = re.compile(r"[0-9][0-9.,/]{0,7}\s?(?:mg|mcg|µg|μg|micrograms?|milligrams?|g|ml|mL|iu|IU)", re.I)
_BEHIND_MEDICINE = re.compile(r"(?:([^\W\d_]{4,40}) )?([^\W\d_]{2,40}) \(?$")
_OF_MEDICINE = re.compile(r"\s(?:of )?([^\W\d_]{4,40})(?: ([^\W\d_]{4,40}))?")
# "Suggest a 3 day workout": what is asked for, and not how long anything took.
_WANTED = re.compile(
    r"\b(?:write|make|create|give|plan|suggest|design|draft|prepare|generate|build|recommend)(?: me| us)? (?:an? )?$",
    re.I,
)


# "3 days' notice", "a 14-day return window": what rules and contracts set for anybody.
_SETTLED = re.compile(
    r"['’]?s? (?:(?:written|advance|prior|statutory|free|full|money[- ]back|cooling[- ]off|return|refund) )?"
    r"(?:notice|trial|warranty|guarantee|period|window|policy|deadline|limit|timeout|ttl|returns?|refund)\b",
    re.I,
)
# "// evict after 5 min": what a remark in a program says of how long a machine takes.
_REMARKED = re.compile(r"(?://|/\*|#|--)[^\n]{0,100}\Z")
_TICKS = re.compile(r"(?:\b|[0-9])(?:ms|msecs?|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?)\Z", re.I)


def _is_said_so(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether a measure is nobody's even where somebody is spoken of: a dose, an aim, how long something shall be."""
    if entity.type == "QUANTITY" and _is_dose(text, entity):
        return not around.medicines
    if entity.type in _AIMED_AT and _is_definition(text, entity, around):
        return not around.sentence(entity).told
    return entity.type == "DURATION" and _is_set(text, entity, around)


def _is_set(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether a length of time is one that rules, a program or the text's own task set, and nobody's life."""
    if _BEYOND_A_LIFE.fullmatch(text, entity.start, entity.end):
        return not around.sentence(entity).told
    if _SETTLED.match(text, entity.end):
        return True
    before = text[max(0, entity.start - _REACH) : entity.start]
    if around.region(entity) != "prose":
        return _TICKS.search(text, entity.start, entity.end) is not None and _REMARKED.search(before) is not None
    sentence = around.sentence(entity)
    wanted = not sentence.told and is_wanted_within(text, entity, sentence.start)
    return wanted or _WANTED.search(before) is not None or _is_ordered(text, entity, around)


# "# PURPOSE\n\nYou are an expert", at the head of what a developer writes for a model
_INSTRUCTS = re.compile(r"(?:\A|\n)[\W_]{0,12}(?:you(?: are|['’]re)(?: now)?|act as) (?:an?|the) ", re.I)
_HEAD = 1000
_ORDER = re.compile(
    r"[\W\d_]{0,12}+(?:(?:then|please|always|never|[a-z]{3,12}ly),? )?(?P<verb>[a-z]{3,12})(?: [a-z]{3,12}ly)? "
    r"(?P<what>[^\n:;\"“”]{1,200} )??(?:for|within|after|in the (?:last|past|next))(?: about| at least| up to)?"
    r"(?: [0-9]{1,4} (?:hours?|minutes?),?(?: and)?)? $",
    re.I,
)
"""Between the beginning of a sentence and how long a model shall do something: "Think deeply about it for"."""
_RULE = re.compile(r"\b(?:within|at (?:least|most)|up to|no (?:more|less|longer) than|every) $", re.I)
_ORDERS = frozenset(
    "brainstorm contemplate focus keep meditate pause ponder reason reflect run search spend think wait work".split()
)
_TOLD_OF = re.compile(r"\b(?:was|were|had|has|have|been|did|since)\b|['’](?:ve|d|s been)\b", re.I)
"""What happened or is so, and no order."""
_COUNTED_BACK = re.compile(r"\s(?:ago|old|earlier)\b")


def _is_ordered(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether a model is told how long it shall do something, or a rule says how long anybody may.

    Directly behind its verb the length is that of the deed, whoever is spoken of behind it: "Think deeply for 3 hours
    about what she said".
    """
    sentence = around.sentence(entity)
    if _COUNTED_BACK.match(text, entity.end) or _TOLD_OF.search(text, sentence.start, entity.start):
        return False
    if not (_INSTRUCTS.search(text, 0, _HEAD) or _is_definition(text, entity, around)):
        return False
    order = _ORDER.match(text, sentence.start, entity.start)
    if order is not None and order["verb"].lower() not in _ORDERS:
        order = None
    if order is not None and order["what"] is None:
        return True
    if sentence.somebody or sentence.asker or around.unknown(sentence):
        return False
    rule = _RULE.search(text, max(sentence.start, entity.start - _REACH), entity.start)
    return order is not None or (rule is not None and not around.named and not around.identified)


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
    if _UPWARDS.match(text, entity.end) and not around.identified:
        return True
    if _FOR_A_READER.search(text, max(0, entity.start - _FAR), entity.start):
        # "Rewrite for a 10-year-old: Grandpa Walter had a stroke": ten is nobody's age, unless it stands there again.
        return text.count(text[entity.start : entity.end].split("-", maxsplit=1)[0]) == 1
    return not around.somebody and not around.roles and is_before_a_reader(text, entity)


def is_before_a_reader(text: str, entity: Entity) -> bool:
    """Return whether a finding is the age of whom a text is for."""
    before = text[max(0, entity.start - _FAR) : entity.start]
    told = before.removesuffix("\n").lower().endswith(_TO_WHOM)
    return told and _READER.search(before) is not None


_WHAT_HAPPENED = re.compile(
    r"\W*what (?:happened|took place|was (?:invented|founded)) (?:in (?:history|the world) )?(?:on|in) ", re.I
)
"""Before a day of which nothing else is asked."""


def _is_day(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether it is the day of a feast or of an event, or nobody's as `_is_date` says."""
    happened = _WHAT_HAPPENED.fullmatch(text, 0, entity.start) and not text[entity.end :].strip(" ?.!")
    return bool(happened) or _is_of_a_feast(text, entity, around.sentence(entity)) or _is_date(text, entity, around)


def _is_date(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether a time of day stands in a log, a year or a month beside what everybody knows, or a weekday."""
    written = text[entity.start : entity.end]
    if _TIME_OF_DAY.fullmatch(written):
        logged = not around.somebody and not around.roles and around.region(entity) == "code"
        return logged and not around.sentence(entity).somebody
    of_year = _FEAST_OF_YEAR.fullmatch(written)
    if _WEEKDAY.fullmatch(written) or _OLD.fullmatch(written) or is_holiday(of_year[1] if of_year else written):
        general = not around.somebody and not around.roles and around.region(entity) == "prose"
        sentence = around.sentence(entity)
        # "When is Easter 2026?" asks for a day, and tells none.
        return general and not sentence.somebody and (not of_year or (sentence.asks and not sentence.asker))
    if not _YEAR.fullmatch(written) and not _MONTH.fullmatch(written):
        return False
    if _is_version(text, entity):
        return True
    if around.somebody or around.region(entity) != "prose":
        return False
    sentence = around.sentence(entity)
    known = sentence.asks or (sentence.subject and sentence.others > 0)
    return known and not around.unknown(sentence) and not sentence.somebody and not sentence.asker


_IS_ON = re.compile(
    r"\W*(?:the )?([^\W\d_][^.?!,]{2,40}?) (?:is|was|are|were|began|begins?|ended|ends?|falls?|started|starts?|"
    r"took place|takes place|happened)(?: always| usually)?(?: on| in)? (?:the )?"
    r"(?:first |second |third |fourth |last )?(?:[A-Z][a-z]+day (?:in|of) )?$"
)
"""Before the day of what everybody knows: "World War I ended on"."""


def _is_of_a_feast(text: str, entity: Entity, sentence: Sentence) -> bool:
    """Whether a sentence says when a feast or an event of history is, and nothing else."""
    if text[entity.end : sentence.end].strip(" .\n") or sentence.end - sentence.start > _FAR:
        return False
    said = _IS_ON.match(text, sentence.start, entity.start)
    return said is not None and any(one.kind in ("holiday", "event") for one in refers(said[1]))


def _is_version(text: str, entity: Entity) -> bool:
    """Whether a year stands behind the name of a product: "Excel 2016"."""
    product = _PRODUCT.search(text, max(0, entity.start - _REACH), entity.start)
    names = (product[2], f"{product[1]}{product[2]}") if product else ()
    return any(one.kind == "product" for name in names for one in refers(name))


# "Convert 5 miles to km", "how many feet are in 5 miles".
_CONVERTED = re.compile(r"\A\s{0,3}\Z|\b(?:convert|what(?:['’]?s| is)|how (?:much|long|far|heavy) is) $", re.I)
_TO_UNIT = re.compile(r" (?:in|into|to) (\w+)")
_UNITS_IN = re.compile(r"\bhow many (\w+) (?:(?:is|are)(?: there)?(?: in)?|in|make) $", re.I)
_ONE_UNIT = re.compile(
    rf"\b(?:an?|one|per|nautical|imperial|square|(?:how many|much) \w+ (?:is|are) an?) "
    rf"(?:square |nautical |imperial |US )?"
    rf"(?:{alternatives(words.UNITS)}|second|hour|minute)\b",
    re.I,
)
"""Beside a measure a unit that is told of itself: "a mile is about"."""
_SHORT_UNIT = re.compile(r"[a-z]{1,3}")


def _is_converted(text: str, entity: Entity) -> bool:
    """Whether a measure is to be said in another unit."""
    before = max(0, entity.start - _NEAR)
    if _CONVERTED.search(text, before, entity.start):
        unit = _TO_UNIT.match(text, entity.end, entity.end + _NEAR)
    else:
        unit = _UNITS_IN.search(text, before, entity.start)
    return unit is not None and (unit[1].lower() in words.UNITS or _SHORT_UNIT.fullmatch(unit[1]) is not None)


def _is_of_units(text: str, entity: Entity, sentence: Sentence) -> bool:
    """Whether a sentence tells how long, large or heavy a unit is, or how fast a thing: "343 metres per second"."""
    if not _PERSONS.isdisjoint(sentence.words):
        return False
    others = (one for one in _ONE_UNIT.finditer(text, sentence.start, sentence.end))
    return any(one.end() <= entity.start or one.start() >= entity.end for one in others)


_PERSONS = words.FIRST | words.THIRD | words.ROLES | words.BUSINESS | words.CLINIC


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
    if entity.type == "DURATION" and entity.start > sentence.start and may_be_of_a_title(text, entity):
        return True
    if entity.type == "PERCENTAGE":
        return sentence.asks and _OF_NUMBER.match(text, entity.end) is not None
    told = sentence.famous and not words.RENOWN.isdisjoint(sentence.words)
    return sentence.others > 0 and (sentence.asks or sentence.subject or told)


_AIMED_AT = frozenset(("PERCENTAGE", "DURATION"))


def _is_definition(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether the text defines a role for a model and names nobody: its aims ("coverage > 90%") are nobody's either."""
    return not around.named and _DEFINITION.match(text) is not None and around.region(entity) != "code"


def _is_role(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether an occupation is one to be played, anybody's that is asked about, or what somebody does at a meeting:
    "M. Ahmed (Chair)".
    """
    if is_of_meeting(text, entity.start, entity.end):
        return True
    before = text[max(0, entity.start - _REACH) : entity.start]
    played = _PLAYED.search(before) is not None or _is_definition(text, entity, around)
    if not played and around.somebody:
        return False
    sentence = around.sentence(entity)
    if not played and around.unknown(sentence):
        return False
    # "The first president of the United States".
    office = sentence.asks and sentence.others > 0 and (sentence.famous or text.startswith(" of ", entity.end))
    if not played and not office and not _ANYBODY.search(before):
        return False
    somebody = sentence.told if played else sentence.somebody
    return not somebody and not sentence.asker and (played or sentence.asks)


_ALONE = {"JOB_TITLE": _is_role, "DATE_TIME": _is_day, "AGE": _is_readers, "MONEY": _is_of_law}
"""What is decided by more than whether the text is about somebody."""
