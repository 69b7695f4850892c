"""What speaks for a public reference, and against it, because of what it is: a country, a law, a famous person."""

from __future__ import annotations

import re

from dp_gateway.patterns.own_jobs import occupations
from dp_gateway.patterns.terms import is_name
from dp_gateway.public import words
from dp_gateway.public.alive import is_asked_of_the_living
from dp_gateway.public.lists import refers
from dp_gateway.public.place import NEAR, Place
from dp_gateway.text.lists import alternatives

NEVER = -9.0
SURE = 5.0
"""From here on it is what it is, whoever is spoken of: a unit, a theorem."""

NAMED_AFTER = frozenset(("eponym", "surname", "person", "mononym"))
_NOBODYS_NAME = NAMED_AFTER - {"surname"}
_BASE = {
    "office": 2.75,
    "law": 3.0,
    "product": 2.5,
    "currency": 2.0,
    "holiday": 1.5,
    "work": 0.75,
    "event": 0.75,
    "language": 0.5,
    "area": 0.25,
    "landmark": 0.25,
    "body": 0.25,
    "authority": 0.25,
    "person": 0.25,
    "state": -0.25,
    "house": -0.75,
    "town": -1.0,
    "mononym": -1.0,
    "eponym": -4.0,
    "surname": -4.0,
    "food": -4.0,
    "phrase": 8.0,
}
"""What a kind starts with; 0 for those that are not named. A town is private far sooner than a country."""

_IN_GENERAL = frozenset(("country", "area", "state", "town", "landmark", "body", "authority"))
_PEOPLES = frozenset(("country", "people", "area", "state", "faith"))
_FAMOUS = frozenset(("person", "mononym", "work"))
_PAPERS = frozenset(
    "no number numbers form forms website helpline guidelines guidance rules regulations complaint complaints claim "
    "claims violation violations inspection inspections standard standards audit filing recall notice rate rates "
    "allowance allowances mileage threshold thresholds".split()
)
"""What everybody has of an authority: "my NHS number", "an OSHA complaint"."""
_TO_REACH = re.compile(
    r"(?:\b(?:to|do|can|should|must|could|would|i|we|please)|(?:^|[-–•*;:]|\bthen)) "
    r"(?:contact|call|ring|phone|reach|email|write to|complain to|appeal to|report (?:it|this|that) to|register with|"
    r"apply to)(?: (?:someone|somebody|a person))?(?: at)? (?:the )?$",
    re.I,
)
"""Before an authority that anybody may turn to: "who should I contact at HMRC"."""
_OF = re.compile(
    r"\b(?:of|in|between|than|for|by)\s+(?:the\s+)?"
    r"(?:[A-Z][\w.]*(?:\s[A-Z][\w.]*){0,3}(?:,\s+|,?\s+(?:and|or)\s+)(?:the\s+)?){0,4}$"
)
_FACT_OF = re.compile(r"\bthe (?:\w+ ){1,2}of (?:the )?$", re.I)
_PAYLOAD = re.compile(
    r"\b(?:translate|rewrite|rephrase|paraphrase|summari[sz]e|shorten|proofread|correct|fix|edit|extract|classify|"
    r"anonymi[sz]e|redact|format|convert|parse|label)\b[^.?!\n]{0,60}[:\"“‘]",
    re.I,
)
"""Behind it stands a text that somebody wants to have worked on, and not what is asked."""
_RECIPIENT = re.compile(
    r"\b(?:(?:explain|say) (?:(?:it|this|that) )?to|(?:write|send|apologi[sz]e|talk|speak|respond|reply|present|"
    r"pitch|report|"
    r"sell|forward|hand|fire|sack|tell|remind|email|text|call|invite) (?:(?:it|this|that|him|her) )?(?:to)?) ?$",
    re.I,
)
_PAPER_OF = re.compile(
    r"\b(?:performance review|appraisal|reference|warning|reminder|invoice|contract|payslip|certificate|eulogy|toast|"
    r"card|lease|prescription|referral|discharge (?:letter|summary)|report card|school report|testimonial|rota|visa)s? "
    r"(?:for|to|of|about) $",
    re.I,
)
"""Before the name of whom somebody writes such a thing for."""
_NAMED_AFTER = re.compile(r"\bnamed (?:after|for)\s+$", re.I)
_TOPIC = re.compile(r"\b(?:about|of|is|was|does|did|has|compare|than|between|versus|vs\.?)\s+$", re.I)
_AVERAGE = re.compile(r"\bthe (?:average|typical)\s+$", re.I)
_PREDICATE = re.compile(
    r"\b(?:an?|half|partly|originally|i['’]m|am|she['’]s|he['’]s|is|was|are|were|became|born)\s+$", re.I
)
_SPEECH = re.compile(
    r"\b(?:translat\w+|say|write|written|mean|means|meaning|words?|spell\w*|pronounce\w*|text|conjugat\w+|called)\b"
    r"[^.!?]{0,80}\b(?:in|into|to|from)\s+(?:\w+(?:,\s+|,?\s+and\s+|\s+or\s+)){0,3}$",
    re.I,
)
_TRANSLATED = re.compile(
    r"(?:^\s{0,3}(?:(?:please|can you|could you) )?translate (?:(?!(?:for|my|our|his|her|their)\b)[^.!?\n]){0,80}"
    r"\b(?:in|into|to)|"
    r"\bhow (?:do|would|can) (?:you|i|we|one) (?:say|write|pronounce|spell) (?:\"[^\"\n]{1,80}\"|“[^”\n]{1,80}”|"
    r"['‘][^\n]{1,80}['’]|[a-z]{2,12}(?: [a-z]{2,12}){0,2}) in) $",
    re.I,
)
"""Before the language in which a text or words are wanted, whatever these say of whom."""
_RENDERED = re.compile(
    r"(?:^|[.!?\n]\s{0,2})(?:(?:please|can you|could you|pls) )?(?:turn|put|rewrite|render|rephrase|write|do) "
    r"[^.!?\n]{0,40}\b(?:into|to|in) "
    r"(?:(?:plain|simple|modern|formal|informal|natural|clear|good|proper|correct|business|easy|standard|everyday|british|"
    r"american) ){0,3}$",
    re.I,
)
_WANTED, _PLEASE = re.compile(r"(?:^|[.!?\n:]\s{0,2})(?:in )?$"), re.compile(r",? (?:please|pls|plz)\b", re.I)
"""Around the language that a text is put into: "Turn this into plain English, details untouched", "German please"."""
_ENDED = re.compile(r"\s{0,3}(?:[:?.!\n]|$)")
_UNDERSTOOD = re.compile(
    r"\btranslate\b[^.!?\n]{0,80}\b(?:only )?(?:reads?|speaks?|understands?|knows?) (?:only |just |nothing but )?$",
    re.I,
)
_READ, _TRANSLATED_NEXT = (
    re.compile(r"\b(?:reads?|speaks?|understands?) (?:only |just )?$", re.I),
    re.compile(r"[.,;!]? (?:(?:so|and|please|pls|can|could|would|you|i|we|need|want|to|have) ){0,5}translat", re.I),
)
_MASTERED, _MASTERY = (
    re.compile(r"(?:^|[.!?,]\s{1,3})(?:(?:sorry|as|since|because)[,]? )?my $", re.I),
    re.compile(
        r" (?:is|isn['’]t) (?:not )?(?:(?:still|a bit|a little|very|quite|pretty|rather|so|too|that) ){0,2}"
        r"(?:rough|rusty|bad|poor|weak|broken|basic|limited|terrible|great|good|perfect|fluent)[.,;!:]{0,2} "
        r"(?:(?:so|please|pls|can you|could you|would you) ){0,2}"
        r"(?:make|write|rewrite|correct|fix|turn|check|improve|proofread|draft|translate|phrase|put|word)\b",
        re.I,
    ),
)
"""Around the language of a text: "translate this, she only reads French", "my English is a bit rough"."""

_LAW = re.compile(
    r"(?:['’]s)?(?:\s[a-z]{3,15}){0,2}\s(?:law|laws|legislation|statutes?|constitution)\b"
    r"(?!\s(?:firms?|schools?|degrees?|students?|exams?|professors?|clerks?|graduates?|office|library|review|class))"
)
_BY_LAW = re.compile(
    r"\b(?:under|in|by|to|of|with|from|does|do|is|are|within|against|on|about|per|what|which) (?:the )?(?:current )?$",
    re.I,
)


def is_law_of(kind: str, place: Place) -> bool:
    """Return whether a country or a state is that whose law is asked about: "under UK law", "in German labour law"."""
    if kind not in ("country", "state", "people") or not _LAW.match(place.ahead):
        return False
    return _BY_LAW.search(place.before) is not None


_EVERYWHERE = frozenset(("company", "product"))
_MADE = _EVERYWHERE | {"house"}
_MODEL = re.compile(r"\s(?=[A-Z-]{0,6}[0-9])(?=[0-9-]{0,4}[A-Z])[A-Z0-9-]{2,12}\b")
_ON_IT = re.compile(r"\b(?:on|via|through|using) $", re.I)
# Who works for an office is tied to it.
_STAFF = re.compile(
    r"\b(?:at|(?:paid|employed|hired|fired|sacked) by|(?:works?|worked|working|work|job|jobs|offer|contract|interview|"
    r"career|role|position|employee|officer|manager|clerk|shift|colleagues?|team|boss) (?:for|with|from|at|of|"
    r"in)|join(?:ed|ing)?) "
    r"(?:the )?$",
    re.I,
)

_NUMBERED = re.compile(
    r"\s(?=[A-Z-]{0,6}[0-9])[A-Z0-9-]{1,12}\b(?!\s(?:hours?|years?|days?|weeks?|months?|times?|people|miles)\b|[:,][0-9])"
)
"""Behind a maker the number of what it makes: "Nokia 3310"."""
_CUSTOMER = re.compile(
    r"\b(?:(?:bought|buy|buying|ordered|order|ordering|returned|returning|purchased)\b[^.!?\n]{1,60}"
    r"\b(?:from|at|on|by)|return (?:something|clothes|shoes|items|an? (?:item|order|gift|dress|coat|purchase)) to|"
    r"(?:fly|flew|flying|flights?|booked|tickets?|seats?|parcels?|deliver(?:y|ies)|subscription|subscribed) "
    r"(?:with|from|by|to|on)) (?:the )?$"
)
_OBLIGED = re.compile(
    r"['’]?s?\s(?:obliged|liable|refund|compensate|deliver|refuses?|app|website|helpline|customer|flight|tickets?|"
    r"voucher|gift card|return policy|warranty|sale|delivery|se (?:order|kharida|mangaya|mangwaya))\b"
)
_KEPT_THERE = frozenset(
    "account card loan mortgage savings branch claim policy pension shift shifts manager wage wages overtime job "
    "salary rota contract".split()
)


def _is_dealt_with(kind: str, place: Place) -> bool:
    """Whether somebody is a customer of a firm of millions: "a flight with Lufthansa", "Flipkart se order kiya"."""
    if kind not in _MADE or not _KEPT_THERE.isdisjoint(place.others):
        return False
    return _CUSTOMER.search(place.before) is not None or _OBLIGED.match(place.ahead) is not None


_A_MODEL = re.compile(r"\b(?:an?|used|new) $", re.I)
_MODEL_NAME = re.compile(r" [A-Z][a-z]{3,}(?= (?:or|and|vs)\b|[?,.;:)]|$)")
_A_JOB = re.compile(r"(?:er|or|ist|man|ant|yst|ect|ive|ing|ee|account|branch|office|job|card|loan|plant|contract)$")
"""Behind a maker who one is there, or what one has there, and no model: "a Google Engineer"."""
_TO_SOMEBODY = re.compile(r" \w+ (?:me|us|him|her|them|you|my|our|his|their|your)\b")
"""Behind a firm what it does, and no goods: "Ikea films us"."""
_HIRING = frozenset(
    "offer offers offered job jobs salary employer interview interviews position role hired recruiter internship "
    "placement contract notice probation bonus".split()
)
"""Beside these words a firm is no program, though it has one of the same name: "an offer of Zalando or Klarna"."""
_DONE_FOR = re.compile(
    r"\b(?:at|for|by|from|joins?|joined|sued|suing|client|customer|employer|supplier|vendor|(?:deal|contract|meeting|"
    r"interview|settlement) with) (?:the )?$"
)
_NAMED_SO = re.compile(
    r"\b(?:at|outside|inside|opposite|near|behind|next to|called|named|landlord of|owner of|invoice to|project|boat|"
    r"pub|café|cafe|restaurant|bar|hotel|house)[,:]? (?:the )?$",
    re.I,
)
_LIES = re.compile(r"\b(?:in|near|from|around|to) $", re.I)
_AS_A_FIRM = re.compile(
    r"['’]?s? (?:put (?:me|us)|found out|has (?:my|our)|(?:blocked|closed|froze|leaked) (?:my|our)|crew|offered|"
    r"rescinded|withdrew|fired|sacked|dismissed|suspended|hired|sued|owes?|owed|rejected|"
    r"promoted|made (?:my|me|us|our|him|her)|laid|"
    r"let (?:me|him|her|us)|pays?|paid|still|from|called|wants|told|says|nursery|school|hotel|pub|bar|restaurant|staff|"
    r"hr)\b"
)


def _is_unmistakable(kind: str, place: Place) -> bool:
    """Whether it is a thing that has this name alone, whoever speaks of it: "Excel", "Wuthering Heights"."""
    if kind == "product":
        if not _HIRING.isdisjoint(place.others) and any(one.kind == "company" for one in refers(place.written)):
            return False
        done = _STAFF.search(place.before) or _DONE_FOR.search(place.before) or _AS_A_FIRM.match(place.ahead)
        return done is None
    if kind == "work":
        first, _, rest = place.written.partition(" ")
        told = rest != "" and first[:1].isupper() and not is_name(first.lower())
        if first == "The" and " " not in rest and words.ENJOYED.isdisjoint(place.others):
            return False  # "The Crown" may be a pub.
        if _lies_there(place):
            return False
        return told and _NAMED_SO.search(place.before) is None and _AS_A_FIRM.match(place.ahead) is None
    return kind == "people" and place.next in words.CULTURE


def _lies_there(place: Place) -> bool:
    """Whether what a work is called like too may be where somebody is: "she came from Notting Hill"."""
    return not place.sentence.asks and words.ENJOYED.isdisjoint(place.others) and bool(_LIES.search(place.before))


def _is_goods(kind: str, place: Place) -> bool:
    """Whether it is the maker of a thing, "a Vaillant boiler", or where people meet, "on WhatsApp"."""
    if kind in _EVERYWHERE and place.sentence.somebody and _ON_IT.search(place.before):
        # "He wrote to me on WhatsApp": where millions are.
        return True
    if kind in ("company", "house") and not place.sentence.somebody and _A_MODEL.search(place.before):
        name = place.next_written
        if name[:1].isupper() and not _A_JOB.search(name.lower()) and place.next not in words.MEMBERS | words.ROLES:
            return _MODEL_NAME.match(place.ahead) is not None
    numbered = kind == "company" and _NUMBERED.match(place.ahead) is not None
    goods = place.next in words.GOODS and not _TO_SOMEBODY.match(place.ahead)
    return kind in _MADE and (numbered or goods or _MODEL.match(place.ahead) is not None)


def _is_confided(place: Place) -> bool:
    """Whether somebody tells what is told in confidence: where they have an account, a debt or a job is part of it."""
    return place.sentence.somebody and not (words.TROUBLE | words.CLINIC - words.KIN).isdisjoint(place.others)


def speaks_for(kind: str, place: Place) -> float:
    """Count the points for a kind at a place; `NEVER` or less where the place rules it out."""
    if kind == "office" and _STAFF.search(place.before):
        return NEVER
    return _BASE.get(kind, 0.0) + _at(kind, place)


def _at(kind: str, place: Place) -> float:
    sure = _name_of_something(kind, place)
    if not sure and kind in ("people", "language") and _is_of_text(place):
        sure = SURE
    if sure:
        return sure
    if place.sentence.somebody and kind not in ("law", "product"):
        return NEVER if kind == "people" else 0.0
    if kind in _PEOPLES and (told := _of_people(kind, place)):
        return told
    if kind in ("people", "language") and _SPEECH.search(place.before):
        return 2.0
    if kind in _FAMOUS:
        return _of_famous(kind, place)
    return _of_thing(kind, place)


def _is_of_text(place: Place) -> bool:
    """Whether a text is wanted in a language, whatever it says of whom."""
    if _MASTERY.match(place.ahead):
        return _MASTERED.search(place.before) is not None
    if _TRANSLATED_NEXT.match(place.ahead):
        return _READ.search(place.before) is not None
    if _PLEASE.match(place.ahead) and _WANTED.search(place.before):
        return True
    if place.ahead[:1] in ",.:!?\n" and _RENDERED.search(place.before):
        return True
    ended = _ENDED.match(place.ahead) is not None
    return ended and any(expression.search(place.before) for expression in (_TRANSLATED, _UNDERSTOOD))


_OF_ILLNESS = re.compile(
    r"\b(?:signs?|symptoms?|stages?|causes?|cures?|treatments?|diagnosis|drugs?) (?:of|for|against) (?:early )?$", re.I
)
"""Before an illness that is called by a name alone: "early signs of Alzheimer's"."""
_STYLE = re.compile(r"[ -](?:style|esque|inspired)\b")
_STYLE_OF = re.compile(
    r"\b(?:(?:in|with|using) the (?:style|manner|voice|tone) of|(?:role-?play|act) as|pretend to be|talk like) $", re.I
)
"""Before whom somebody wants to be imitated, who is known."""

_DOES, _DONE_BY_IT = (
    re.compile(r"\b(?:did|does|do|will|would|can|could|should|must|may|might|let|to) $", re.I),
    re.compile(r" [^\W\d_]+ (?:the|an?|any|my|our|your|his|her|their|it|off|up|out)\b", re.I),
)
"""Around a name and what somebody does who is called so: "when did Truman sign the"."""


def _name_of_something(kind: str, place: Place) -> float:
    """Points for what is named after somebody, for units and dishes; 0 where it is none of these."""
    done = kind in NAMED_AFTER and _DOES.search(place.before) and _DONE_BY_IT.match(place.ahead)
    if kind in NAMED_AFTER and place.next in words.MEDICAL and not done:
        return NEVER if place.sentence.somebody else 10.0
    headed = (kind in NAMED_AFTER and place.next in words.HEADS and not done) or (
        kind in _NOBODYS_NAME
        and not done
        and (place.next in words.MORE_HEADS or (_STYLE.match(place.ahead) and not place.everyday))
    )
    ill = kind == "eponym" and not place.sentence.somebody and _OF_ILLNESS.search(place.before)
    if headed or ill or (kind == "person" and _is_imitated(place)):
        # "Euler's formula", "a Shakespeare style insult for my friend".
        return 10.0
    turned_to = kind == "authority" and (place.next in _PAPERS or _TO_REACH.search(place.before))
    if turned_to or (kind == "food" and place.next in words.FOODS):
        return 10.0
    cooked = not words.KITCHEN.isdisjoint(place.others - {place.next})
    dish = kind == "people" and place.next in words.FOODS and (cooked or not place.sentence.somebody)
    dish = dish or (kind == "people" and place.next in words.SORTS)
    known = _is_goods(kind, place) or _is_dealt_with(kind, place) or _is_unmistakable(kind, place)
    dish = dish or (known and not (kind in _MADE and _is_confided(place)))
    measure = place.next in words.UNITS or not place.own.isdisjoint(words.UNITS)
    if dish or (kind in ("people", "country") and measure):
        return 6.0
    cooks = kind in ("food", "town", "state") and not words.KITCHEN.isdisjoint(place.others)
    if cooks and kind == "food":
        return 6.0
    return 2.0 if cooks and place.next in words.FOODS else 0.0


def _is_imitated(place: Place) -> bool:
    """Whether it is the whole name of one whom somebody wants to be imitated, and nothing tells who else it is."""
    if " " not in place.written or _STYLE_OF.search(place.before) is None:
        return False
    found = place.ahead.startswith(",") or _FOUND_THERE.match(place.ahead) or _AS_SOMEBODY.match(place.ahead)
    return not found


def _of_people(kind: str, place: Place) -> float:
    """Points for a people, a faith or what is theirs; 0 where nothing tells."""
    if _AVERAGE.search(place.before):
        return 2.5
    if place.next in words.MEMBERS or (place.next in occupations() and _ONE_OF_THEM.search(place.before)):
        return NEVER
    # "US state" as one finding; "United States" is a name.
    last = place.written.rpartition(" ")[2].lower()
    if (
        place.next in words.THINGS
        or place.behind_list in words.THINGS
        or (last in words.THINGS and not refers(place.written))
    ):
        return 2.5
    said_of = kind in ("people", "faith") and not place.sentence.asks and _PREDICATE.search(place.before)
    return NEVER if said_of else 0.0


_ONE_OF_THEM = re.compile(r"\b(?:an?|the|this|that|one) $", re.I)
_ROLES = words.ROLES - words.KIN
_OF_PRIVATE_LIFE = (
    (words.LIFE | words.CLINIC | words.OWN_AFFAIRS) - words.KIN - words.NEWS | _ROLES | {f"{role}s" for role in _ROLES}
)
_TOLD_OF_PRIVATE_LIFE = _OF_PRIVATE_LIFE | words.KIN
_OURS = frozenset(("my", "our"))
_CALLED_SO = re.compile(
    r"(?:,[^.,?!\n]{1,40},)? (?:is|was|became) (?:the|a|his|her|their|an) (?:nick|user|code|screen |pet )?"
    r"(?:name|alias|handle|login|password) |, as [^.,?!\n]{1,40} (?:called|call|knew|know) ",
    re.I,
)
"""Behind a famous name that something or somebody else has: "Che Guevara was the name of a bar"."""
_FOUND_THERE = re.compile(
    r",? (?:\(?aged? )?\(?\d|,? (?:from|at|of|in|on) (?:our |the |my )?(?:hr|it|sales|payroll|accounts?|accounting|"
    r"legal|marketing|finance|reception|flat|room|bed|unit|row|class|year|grade|ward|number|apartment|floor|"
    r"next door|\d)\b| next door\b|"
    r", an? (?:[a-z-]{3,20} ){1,2}(?:from|in|at|of) (?-i:[A-Z])",
    re.I,
)
"""Behind a name where one is found who is not famous: "from payroll", ", 34", ", a plumber from"."""

_AS_SOMEBODY = re.compile(
    r"[^.?!\n]{0,50}\bas (?:an? |the |my |our |your |his |her |their )?(?:[a-z]{3,12} )?(?:guest|attendee|"
    r"participant|witness|contact|recipient|referee|owner|tenant|patient|employee|reference|executor|guardian|speaker|"
    r"invitee|signator(?:y|ie)|director|shareholder|supplier|client|customer|co-?author|member|delegate|passenger|driver|"
    r"heir|trustee|bridesmaid|groomsm[ae]n|usher|godparent|nominee|candidate)(?:e?s)?\b"
)
"""Behind a name that is put down somewhere: "list Tom Hanks and Emma Watson as guests"."""
_AUDIENCE = re.compile(
    r"\bfor (?:(?:year|grade) [0-9]{1,2} |(?:primary|elementary|high) school |young |secondary )?"
    r"(pupils|students|kids|children)[.?!]*$",
    re.I,
)


_SMALL_CIRCLE = re.compile(
    rf"\b(?:the|an?|this|that|their) (?:[a-z][a-z'’-]{{2,15}} ){{0,2}}(?:{alternatives(words.LOCAL)})\b|"
    r"\b(?:is|was|became|elected|made|named|as) (?:an? |the )?(?:[a-z-]{3,12} )?(?:treasurer|captain|caretaker|janitor|"
    r"secretary|chair|chairman|chairwoman|volunteer|plumber|cleaner|president of (?:the|our|an?) [a-z])"
    r"(?! of (?:the )?[A-Z])"
)
"""What a village, a club, a household or an office has: who won "the bake sale" is nobody famous."""
_MADE_BY = re.compile(
    r"\b(?:did|does|has|had) (?-i:[A-Z])[\w'’.-]+(?: (?-i:[A-Z])[\w'’.-]+){0,2} "
    r"(?:write|written|compose|composed|paint|painted|direct|directed|film|filmed|publish|published|create|created) $",
    re.I,
)
"""Before a figure whom somebody made up: "Did Tolstoy write Anna Karenina?"."""


def is_somebodys(place: Place, kind: str = "person") -> bool:
    """Return whether a sentence is about the day of somebody who is alive, or a name stands in what is to be worked
    on.
    """
    if _MADE_BY.search(place.before):
        return False
    audience = _AUDIENCE.search(place.ahead)
    if audience is not None:
        # "A biography of Rosa Parks for year 5 pupils".
        place.others -= {audience[1].lower()}
    ours = place.sentence.asker and not _OURS.isdisjoint(place.others)
    if (
        ours
        or _FOUND_THERE.match(place.ahead)
        or _CALLED_SO.match(place.ahead)
        or (kind != "work" and _SMALL_CIRCLE.search(f"{place.before[-NEAR:]}_{place.ahead}"))
        or _AS_SOMEBODY.match(place.ahead)
        or is_asked_of_the_living(place)
        or _PAPER_OF.search(place.before)
        or not (_OF_PRIVATE_LIFE if place.sentence.asks else _TOLD_OF_PRIVATE_LIFE).isdisjoint(place.others)
    ):
        # Nobody asks on which ward a famous person lies, or what they owe the landlord.
        return True
    everyday = place.everyday
    rare = len(place.own) > 1 or (
        kind == "mononym" and not words.DEEDS.isdisjoint(place.others) and not _is_borne(place)
    )
    if everyday and place.sentence.searched and rare:
        # Who asks by the whole of a rare name whom somebody has married asks about the one whom everybody knows.
        everyday = not words.EVERYDAY.isdisjoint(place.others - words.NEWS)
    if kind == "work":
        return everyday
    return everyday or _PAYLOAD.search(place.before) is not None or _RECIPIENT.search(place.before) is not None


def _is_borne(place: Place) -> bool:
    """Whether people bear a name of one word, and not the one alone whom everybody knows."""
    return is_name(place.written.lower())


_WHOSE_WORK = re.compile(r"['’]s? ((?:(?:The|A) )?[A-Z][\w'’-]{1,20}(?: (?:of |the |and )?[A-Z][\w'’-]{1,20}){0,3})")


def is_author(place: Place) -> bool:
    """Return whether a work that everybody knows stands behind a name, as its own: "Shakespeare's Hamlet"."""
    work = _WHOSE_WORK.match(place.ahead)
    words_of = work[1].split() if work else []
    return any(one.kind == "work" for count in range(len(words_of)) for one in refers(" ".join(words_of[: count + 1])))


def _of_famous(kind: str, place: Place) -> float:
    """Points for a person or a work; of one word alone it may be somebody else's name."""
    everyday = is_somebodys(place, kind)
    total = place.subject - 3.0 * everyday - 2.0 * (kind == "work" and _lies_there(place))
    total += _NAMED_AFTER.search(place.before) is not None
    if len(place.own) == 1:
        # "Zeus bit the postman yesterday": of gods and queens nobody says on which day.
        total -= 2.0 * (place.sentence.concrete and not place.sentence.searched)
        total += float(place.sentence.asks) if kind == "mononym" else -0.5
    return total


def _of_thing(kind: str, place: Place) -> float:
    """Points for places, bodies and companies."""
    total = 1.0 * (place.subject or place.next in words.FACETS) - place.everyday
    if kind in _IN_GENERAL and not words.IN_GENERAL.isdisjoint(place.others):
        total += 1.5 if _OF.search(place.before) else 0.75
    if kind == "town" and ("capital" in place.others or (place.sentence.asks and _TOPIC.search(place.before))):
        # What is asked about, rather than where somebody is or goes.
        total += 0.75
    lands = kind in ("country", "area", "state")
    if lands and place.sentence.asks and not place.sentence.asker and _FACT_OF.search(place.before):
        # "The last emperor of China".
        total += 1.0
    if kind in _IN_GENERAL and (place.sentence.famous or place.journey):
        # "Mozart was born in Salzburg."
        total += 1.0
    if kind == "authority" and place.sentence.asks:
        # What a tax office says is anybody's question.
        total += 1.5
    if kind in ("company", "house"):
        # "Microsoft Excel": a product behind its maker.
        product = place.next_written[:1].isupper() and _is_product(place)
        total = 2.5 if product else total + 0.75 * (not words.TRADE.isdisjoint(place.others))
    return total


def _is_product(place: Place) -> bool:
    names = (place.next_written, f"{place.written} {place.next_written}")
    return any(one.kind == "product" for name in names for one in refers(name))
