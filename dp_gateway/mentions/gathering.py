"""From detected entities to mentions: one list per request, nothing overlapping, nothing that was found once missed.

The pipeline calls it after detection; findings are read together to tell who is the same person and what is private.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from dp_gateway.cache import Memory
from dp_gateway.languages import Passage, language_at, passages
from dp_gateway.languages.conventions import EUROPEAN
from dp_gateway.mentions.agreement import ELIDED, ELIDED_BEFORE, article_before, clue, indefinite_before, of_place
from dp_gateway.mentions.bare_numbers import BareNumber, Said, overlapping, with_bare_numbers
from dp_gateway.mentions.countries import words_before
from dp_gateway.mentions.everywhere import GUESSED, OF_DIGITS, WordSet, everywhere
from dp_gateway.mentions.institutions import with_acronyms, with_kind
from dp_gateway.mentions.name_parts import names_behind_title
from dp_gateway.mentions.native_parts import TITLES, title_before, worker_before
from dp_gateway.mentions.scripts import whole_words
from dp_gateway.policy import Policy, Rules
from dp_gateway.restore import is_restorable
from dp_gateway.text.entities import NO_CLUE, Clue, Entity, Mention
from dp_gateway.text.escapes import Escaped, behind_escape, quote_of_number, space_of
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.firms import is_acronym

# "Sofia Brooks moved to Sofia": a place all the same.
_PLACE = re.compile(r"\b(?:in|from|to|near|at|around|of|the)\s$", re.IGNORECASE)
# "Lena Brandvold founded it, and still works at Brandvold"
_AT_FIRM = re.compile(
    r"\b(?:at|for|with|by|from|of|to|in|via|on|join(?:ed|s|ing)?|left|leav(?:es|ing)|the|founded|owns?|runs?|vs?\.?)\s$",
    re.I,
)
_JOB_OF = re.compile(r"\b(?:job|age|name|employer|address|city|number|email|salary|boss|colleague|friend) of\s$", re.I)
_REACH = 24


def as_persons(texts: Sequence[str], entities: Sequence[Sequence[Entity]], turns: Sequence[int]) -> list[list[Entity]]:
    """Return the findings, given names of persons as persons, and family names that are taken for firms. `turns`: the
    turn of each text: who is named in a later one tells nothing about what was sent before.
    """
    since: dict[str, int] = {}
    families: dict[str, int] = {}
    firms: dict[str, int] = {}
    for text, found, turn in zip(texts, entities, turns, strict=True):
        for one in found:
            first, *rest = text[one.start : one.end].split(" ")
            if one.type == "PERSON" and rest:
                since[first] = min(turn, since.get(first, turn))
                families[rest[-1]] = min(turn, families.get(rest[-1], turn))
            elif one.type == "ORGANIZATION" and rest:
                firms[first] = min(turn, firms.get(first, turn))
    if not since:
        return [list(found) for found in entities]

    def read(text: str, turn: int, one: Entity) -> Entity:
        named = since.get(text[one.start : one.end]) if one.type in GUESSED else None
        before = text[max(one.start - _REACH, 0) : one.start]
        if one.type == "ORGANIZATION" and named is None and not _AT_FIRM.search(before):
            said = text[one.start : one.end]
            # "Ashgrove Ltd" is a firm, and so may be what has its name.
            named = families.get(said) if firms.get(said, turn + 1) > turn else None
        if named is None or named > turn:
            return one
        place = _PLACE.search(before) and not _JOB_OF.search(before)
        return one if place else one._replace(type="PERSON", codes=(), public=False)

    return [[read(text, turn, one) for one in found] for text, found, turn in zip(texts, entities, turns, strict=True)]


_NAMED_ALIKE = (frozenset(("PERSON", "ORGANIZATION", "NRP", "JOB_TITLE")), OF_DIGITS)
"""Types of which one text is one: what is a firm in a sentence is nobody in the next. A place may have any name."""


def of_one_type(
    texts: Sequence[str], entities: Sequence[Sequence[Entity]], turns: Sequence[int], rules: Rules
) -> list[list[Entity]]:
    """Return the findings, those that are written alike as of the type of which they were first found. `texts`,
    `entities`, `turns`: as of `as_persons`; what is found in a later turn changes nothing that was sent before.
    `rules`: of the policy; what they keep decides nothing.
    """
    first: dict[tuple[int, str], str] = {}
    group = {name: at for at, names in enumerate(_NAMED_ALIKE) for name in names if rules[name].treatment != "keep"}
    for at in sorted(range(len(texts)), key=turns.__getitem__):
        for one in entities[at]:
            if one.type in group and not one.public:
                first.setdefault((group[one.type], texts[at][one.start : one.end]), one.type)

    def read(text: str, one: Entity) -> Entity:
        if one.public or one.type not in group:
            return one
        kind = first[group[one.type], text[one.start : one.end]]
        return one if kind == one.type else one._replace(type=kind, codes=())

    return [[read(text, one) for one in found] for text, found in zip(texts, entities, strict=True)]


def all_private(entities: Sequence[Sequence[Entity]]) -> list[list[Entity]]:
    """Return the entities of each text, where nothing is kept as public."""
    return [[one._replace(public=False) if one.public else one for one in found] for found in entities]


def without_public(
    entities: Sequence[Sequence[Entity]], turns: Sequence[int]
) -> tuple[list[list[Entity]], list[list[Entity]]]:
    """Return the private entities of each text, and its public references."""
    private = [[one for one in found if not one.public] for found in entities]
    public = [[one for one in found if one.public] for found in entities]
    if not any(public):
        return private, public
    since: dict[str, int] = {}
    added = private
    while any(added):
        for turn, found in zip(turns, added, strict=True):
            for code in (code for one in found for code in one.codes):
                since[code] = min(turn, since.get(code, turn))
        each = zip(public, turns, strict=True)
        added = [[one._replace(public=False) for one in found if _tied(one, since, turn)] for found, turn in each]
        public = [
            [one for one in found if not _tied(one, since, turn)] for found, turn in zip(public, turns, strict=True)
        ]
        private = [sorted([*found, *more]) for found, more in zip(private, added, strict=True)]
    return private, public


def _tied(entity: Entity, since: dict[str, int], turn: int) -> bool:
    return any(since.get(code, turn + 1) <= turn for code in entity.codes)


def with_public(private: Sequence[Entity], public: Sequence[Entity]) -> list[Entity]:
    """Return all entities of a text; a public reference in which a private value stands is private as a whole."""
    if not public:
        return list(private)
    found: list[Entity] = []
    joins = False
    for one in sorted((*private, *public)):
        if found and one.start < found[-1].end and (joins or one.public or found[-1].public):
            longer = max(found[-1], one, key=lambda each: each.end - each.start)
            end = max(found[-1].end, one.end)
            found[-1] = longer._replace(start=found[-1].start, end=end, public=False)
            joins = True
        else:
            found.append(one)
            joins = False
    return found


_LONGEST_ELIDED = 6
_APOSTROPHE, _GENITIVE = ("de", "nl"), re.compile(r"[sxzßSXZ](['’])(?=\s[^\W\d_])")
_NEAR = 60
_WORD_BEFORE = re.compile(r"(?<![^\W\d_])[^\W\d_]+[\s:=,;(\"'>-]{1,4}$")
_WORD_AFTER = re.compile(r"[\s,;:)-]{0,3}[^\W\d_]{1,60}")
_LOCAL = frozenset(("DATE_TIME", "AGE", "DURATION", "MONEY", "PERCENTAGE", "QUANTITY", "PHONE_NUMBER", "ID_NUMBER"))
_ACCOUNTS = frozenset(("EMAIL_ADDRESS", "USERNAME"))
_OF_LANGUAGES = frozenset("PERSON LOCATION ORGANIZATION NRP JOB_TITLE STREET_ADDRESS".split()) | _LOCAL | _ACCOUNTS
_OF_WORDS = frozenset(("PERSON", "LOCATION", "ORGANIZATION", "NRP", "JOB_TITLE"))
# "E-48291", "AB1234", "10042": three digits at least, and no word of four letters ("1800Flowers").
_IDENTIFIER = re.compile(r"(?=(?:\D*+\d){3})(?>(?:(?:[^\W\d_]{1,3}(?![^\W\d_])|\d++)[-_/.]?)+)")


def find_mentions(
    texts: Sequence[str],
    entities: Sequence[Sequence[Entity]],
    policy: Policy,
    common_words: WordSet = frozenset(),
    said: Said | None = None,
    memory: Memory | None = None,
    *,
    well_known: Callable[[str], bool] | None = None,
) -> list[Mention]:
    """Find the mentions of a request, in order of the texts.

    Args:
        entities: what was detected in each, without overlaps.
        policy: thresholds and what is kept.
        common_words: folded words that are no sign of a person where they stand alone.
        said: what the request says of its texts; None where all are sent at once.
        memory: keeps the parts of names, and how a phrase may be written elsewhere; None works them out each time.
        well_known: tells of a word whether everybody knows it; a firm that is called so is no sign of itself elsewhere.
    """
    said = Said([0] * len(texts)) if said is None else said
    memory = Memory() if memory is None else memory
    rules = policy.rules
    kept, public = _kept(texts, entities, rules, policy.detection.least_score, said)
    bare: Sequence[Sequence[BareNumber]] = [()] * len(texts)
    if policy.detection.everywhere:
        spoken = said.spoken or said.turns
        written = [found if said.spoken and not one else [] for found, one in zip(public, spoken, strict=True)]
        kept = everywhere(
            texts, kept, rules, said, written, common_words=common_words, memory=memory, well_known=well_known
        )
    kept = [with_public(*each) for each in zip(kept, public, strict=True)]
    kept = [_with_institutions(text, found) for text, found in zip(texts, kept, strict=True)]
    if policy.detection.everywhere:
        bare = with_bare_numbers(texts, kept, rules, said, memory)
    each_text = enumerate(zip(texts, kept, bare, strict=True))
    mentions = [
        one
        for number, (text, found, of_text) in each_text
        if found or of_text
        for one in _of_text(number, text, found, of_text)
    ]
    mentions = _with_day_order(texts, _with_languages(texts, mentions, agreeing=not policy.draws_words), said)
    # Of words that are drawn themselves, the surrogate of a name must not tell.
    return _with_clues(texts, mentions) if policy.keep_gender and not policy.draws_words else mentions


def _kept(
    texts: Sequence[str], entities: Sequence[Sequence[Entity]], rules: Rules, least: float, said: Said
) -> tuple[list[list[Entity]], list[list[Entity]]]:
    """The private entities of each text that the policy counts, each as of one type, and its public references.
    `least`: the score below which an entity does not count; that of its rule goes before.
    """

    def counts(entity: Entity) -> bool:
        own = rules[entity.type].threshold
        return entity.score >= (least if own is None else own)

    each_found = zip(texts, entities, strict=True)
    named = [[_as_person(text, one) for one in with_acronyms(text, found)] for text, found in each_found]
    entities = as_persons(texts, named, said.turns)
    entities = of_one_type(texts, entities, said.turns, rules)
    kept = [
        [_as_identifier(text, entity) for entity in found if counts(entity)]
        for text, found in zip(texts, entities, strict=True)
    ]
    if said.spoken is None:
        return all_private(kept), [[] for _ in texts]
    # The model had written its text before the next message was said.
    order = [2 * turn + one for turn, one in zip(said.turns, said.spoken, strict=True)]
    private, public = without_public(kept, order)
    if any(public) and not all(said.spoken):
        return without_public(_as_sent(texts, private, public, order, said.spoken), order)
    return private, public


def _as_sent(
    texts: Sequence[str],
    private: Sequence[Sequence[Entity]],
    public: Sequence[Sequence[Entity]],
    order: Sequence[int],
    spoken: Sequence[bool],
) -> list[list[Entity]]:
    """The findings of all texts; in what the model wrote those are public that were sent to it as they are and had not
    been private before: a stand-in there would tell it whose place it takes from then on. `order`: of the texts.
    """
    clear: dict[tuple[str, str], int] = {}
    hidden: dict[tuple[str, str], int] = {}
    for seen, entities in ((clear, public), (hidden, private)):
        for text, found, at, own in zip(texts, entities, order, spoken, strict=True):
            for one in found if own else ():
                said = one.type, fold(text[one.start : one.end])
                seen[said] = min(at, seen.get(said, at))

    def read(text: str, one: Entity, at: int, *, own: bool) -> Entity:
        if own:
            return one
        said = one.type, fold(text[one.start : one.end])
        return one._replace(public=True) if clear.get(said, at) < min(at, hidden.get(said, at)) else one

    return [
        sorted([*(read(text, one, at, own=own) for one in of_private), *of_public])
        for text, of_private, of_public, at, own in zip(texts, private, public, order, spoken, strict=True)
    ]


def _with_institutions(text: str, found: Sequence[Entity]) -> list[Entity]:
    """The findings of a text, names of Arabic with the kind of institution before them."""
    if text.isascii() or not any(one.type == "ORGANIZATION" for one in found):
        return list(found)
    ends = [0, *(one.end for one in found)]
    whole: list[Entity] = []
    for one, before in zip(found, ends, strict=False):
        start = one.start
        if one.type == "ORGANIZATION" and not one.public and one.start < one.end:
            # "مستشفى" before "الأمل" may have been found as an organisation of its own.
            apart = bool(whole) and _stands_before(text, whole[-1], one)
            start = with_kind(text, start, whole[-1].start if apart else before)
            if apart and (start == whole[-1].start or _is_arabic_name(text, whole[-1], one)):
                start = whole.pop().start
        whole.append(one._replace(start=start))
    return whole


def _stands_before(text: str, first: Entity, second: Entity) -> bool:
    """Whether an organisation stands right before another."""
    return first.type == "ORGANIZATION" and not first.public and text[first.end : second.start] == " "


def _is_arabic_name(text: str, first: Entity, second: Entity) -> bool:
    """Whether two organisations that stand beside each other are one: no list of Arabic has "and" left out."""
    return all("\u0621" <= text[place] <= "\u064a" for place in (first.start, first.end - 1, second.start))


def _of_text(number: int, text: str, found: Sequence[Entity], bare: Sequence[BareNumber]) -> Iterator[Mention]:
    """The mentions of a text; bare numbers take the place of what was found where they stand."""
    meant = {(one.entity.start, one.entity.end): one for one in bare}
    taken = {one for others in overlapping([*meant], found) for one in others}
    alone = _disjoint([*(one for one in found if one not in taken), *(one.entity for one in bare)])
    ends = [0, *(entity.end for entity in alone)]
    starts = [*(entity.start for entity in alone[1:]), len(text)]
    for before, entity, after in zip(ends, alone, starts, strict=False):
        mention = _mention(number, text, entity, before, after)
        if (value := meant.get((entity.start, entity.end))) is not None:
            mention = mention._replace(meant=value.written)
        if mention.text:
            yield mention


_BEHIND_WORDS = frozenset((("STREET_ADDRESS", "de"), ("DATE_TIME", "pl")))
"""What depends, as places do in all languages, on the words before it: "W piątek" may be "we wtorek"."""


def _with_languages(texts: Sequence[str], mentions: list[Mention], *, agreeing: bool) -> list[Mention]:
    """The mentions whose surrogate depends on it, each with the language of its passage; French ones with "d'".
    `agreeing`: articles and prepositions before places, jobs and days are written anew; where words are drawn, they are
    drawn like all others.
    """
    found: dict[int, Sequence[Passage]] = {}
    known: list[Mention] = []
    for mention in mentions:
        number, text = mention.text_number, texts[mention.text_number]
        language = "en"
        if mention.article or mention.type in _OF_LANGUAGES:
            known_passages = found.get(number)
            if known_passages is None:
                known_passages = found[number] = passages(text)
            # Most texts are in one language.
            one = len(known_passages) == 1
            # "NTTの請求額": an acronym begins no passage of its own language.
            acronym = mention.type == "ORGANIZATION" and is_acronym(mention.text)
            at = min(mention.end + 1, len(text) - 1) if acronym else mention.start
            language = known_passages[0].language if one else language_at(known_passages, at)
        if language != "en" and mention.article:
            # What is an indefinite article in English is another word in other languages.
            mention = mention._replace(start=mention.start + len(mention.article), article="")  # noqa: PLW2901
        last = known[-1].end if known and known[-1].text_number == number else 0
        place = language != "en" and mention.type == "LOCATION"
        if agreeing and (place or (mention.type, language) in _BEHIND_WORDS):
            if place:
                # What is before a place in English says nothing here.
                mention = mention._replace(before="")  # noqa: PLW2901
            words = words_before(text, last, mention.start, mention.text, language)
            mention = mention._replace(start=mention.start - len(words), article=words)  # noqa: PLW2901
        elif agreeing and (words := article_before(text, last, mention.start, mention.end, mention.type, language)):
            mention = mention._replace(start=mention.start - len(words), article=words)  # noqa: PLW2901
        elif language == "fr" and mention.type in ELIDED_BEFORE:
            before = ELIDED.search(text, max(mention.start - _LONGEST_ELIDED, last), mention.start)
            mention = mention._replace(start=before.start(), article=before[0]) if before else mention  # noqa: PLW2901
        if mention.type == "PERSON" and language in _APOSTROPHE and (owner := _GENITIVE.match(text, mention.end - 1)):
            # "Hannes' Kinder": another name may take an "s".
            mention = mention._replace(end=mention.end + 1, text=mention.text + owner[1])  # noqa: PLW2901
        foreign = language != "en" and mention.type in _OF_LANGUAGES
        known.append(mention._replace(language=language) if foreign else mention)
    return known


def _with_day_order(texts: Sequence[str], mentions: list[Mention], said: Said) -> list[Mention]:
    """The mentions, dates of digits as the texts up to the turn of the first such date read them: what is said later
    reads none of those before anew, nor does a developer's text, which may tell another day in each turn.
    """
    asked = [one for one in mentions if _is_open(one) and not (said.developer and said.developer[one.text_number])]
    if not asked:
        return mentions
    begun = min(asked, key=lambda one: (said.turns[one.text_number], one.text_number, one.start))
    number, turn = begun.text_number, said.turns[begun.text_number]
    # A text that goes on is read no further.
    ends = [begun.end if said.spoken is None and at == number else len(text) for at, text in enumerate(texts)]
    read = (
        at
        for at in range(len(texts))
        if said.turns[at] < turn or (said.turns[at] == turn and (said.spoken or at <= number))
    )
    before = [texts[at][: ends[at]] for at in read if not (said.developer and said.developer[at])]
    if not day_first(before):
        return mentions
    return [mention._replace(day_first=True) if _is_open(mention) else mention for mention in mentions]


def as_declared(text: str, entity_type: str, policy: Policy) -> Mention:
    """Make the one mention of a text that is said to be an entity as a whole."""
    entity = _as_identifier(text, Entity(0, len(text), entity_type, 1.0, "declared"))
    mention = Mention(0, 0, len(text), entity.type, text)
    return _with_clues([text], [mention])[0] if policy.keep_gender and not policy.draws_words else mention


def _with_clues(texts: Sequence[str], mentions: list[Mention]) -> list[Mention]:
    """What the text around the first mention of each person says, as far as the next person of the same text.

    Of jobs of other languages: whose they are.
    """
    for place, mention in enumerate(mentions):
        if mention.type == "JOB_TITLE" and mention.language in EUROPEAN:
            start = mention.start + len(mention.article)
            gender = worker_before(texts[mention.text_number], start, mention.language)
            mentions[place] = mention._replace(clue=Clue(gender)) if gender else mention
    people = [place for place, mention in enumerate(mentions) if mention.type == "PERSON"]
    seen: set[str] = set()
    for number, place in enumerate(people):
        mention = mentions[place]
        if mention.text in seen:
            continue
        seen.add(mention.text)
        text, before = texts[mention.text_number], 0
        after = len(text)
        if number and (other := mentions[people[number - 1]]).text_number == mention.text_number:
            before = other.end
        if place != people[-1] and (other := mentions[people[number + 1]]).text_number == mention.text_number:
            after = other.start
        if mention.language:
            gender, titled = title_before(text, mention.start, mention.end, mention.language)
            found = Clue(gender, titled=titled) if gender or titled else NO_CLUE
        else:
            found = clue(text, mention.start, mention.end, before, after)
        if found is not NO_CLUE:
            mentions[place] = mention._replace(clue=found)
    return mentions


def _as_person(text: str, entity: Entity) -> Entity:
    """A title with a name behind it, which a model took for a title as a whole, is a person: titles may be kept."""
    if entity.type == "TITLE" and names_behind_title(text[entity.start : entity.end], TITLES):
        return entity._replace(type="PERSON")
    return entity


def _as_identifier(text: str, entity: Entity) -> Entity:
    """A number that a model took for a name is an identifier: no phrase stands in for it. No letter is cut in two."""
    if not text.isascii():
        start, end = whole_words(text, entity.start, entity.end)
        entity = entity._replace(start=start, end=end)
    if entity.type in _OF_WORDS and _IDENTIFIER.fullmatch(text, entity.start, entity.end):
        return entity._replace(type="ID_NUMBER")
    return entity


def _disjoint(entities: Iterable[Entity]) -> list[Entity]:
    kept: list[Entity] = []
    for entity in sorted(entities):
        if not kept or entity.start >= kept[-1].end:
            kept.append(entity)
    return kept


def _mention(number: int, text: str, entity: Entity, before: int, after: int) -> Mention:
    """An entity between two others, with what belongs to it."""
    # An article says how the hidden word begins ("an 8% raise"), so both are replaced together.
    article, ahead = indefinite_before(text, before, entity.start), ""
    place = entity.type == "LOCATION" and not entity.public and not article
    if place:
        # The article of a place's name, which another name may not take: "in the UK", "in Croatia".
        if text.startswith("the ", entity.start, entity.end):
            entity = entity._replace(start=entity.start + len("the "))
        ahead, article = of_place(text, before, entity.start, entity.end)
    start = entity.start - len(article)
    if text[max(entity.start - 1, 0)] == "\\":
        start = min(behind_escape(text, start), entity.end)
        entity = entity._replace(start=start)
    stands = text[entity.start : entity.end]
    # Nothing of an URL comes into the one that is drawn for it.
    stands, levels = Escaped.of(stands) if "\\" in stands and entity.type != "URL" else (stands, 0)
    space = space_of(stands) if entity.type in _OF_WORDS else ""
    quote = quote_of_number(text, entity.start, entity.end) if stands[-1:].isdigit() and not space else ""
    if space:
        read = stands.replace(space, " ")
        return Mention(number, start, entity.end, entity.type, read, article, ahead, space=space)
    public, end = entity.public, entity.end
    mention = Mention(
        number, start, end, entity.type, stands, article, ahead, public=public, escaped=levels, quote=quote
    )
    if place or article or stands[:2].isalpha() or is_restorable(stands):
        return mention
    # Further away than this a word says nothing about a number, and a search would read all that lies between.
    ahead, behind = (
        _WORD_BEFORE.search(text, max(before, entity.start - _NEAR), entity.start),
        _WORD_AFTER.match(text, entity.end, after),
    )
    return mention._replace(before=ahead[0] if ahead else "", after=behind[0] if behind else "")


# Whether the day stands first in dates of digits of an English text, as it does outside of America: "03/09/1941".
# Other languages have an order of their own, see `DateFamily`.
_IN_DIGITS = re.compile(r"(?<![\d/.-])([0-9]{1,2})/([0-9]{1,2})(?:/(?:\d{4}|\d{2}))?(?![\d/])")
_DAYS, _MONTHS = frozenset(range(13, 32)), frozenset(range(1, 13))
_BRITISH = re.compile(
    r"[£₹]|\bRs\.? ?[0-9]|\b(?:lakhs?|crores?|NHS|VAT|GST|plc|Pvt|A\$|NZ\$|p\.a\.)(?!\w)|\+(?:44|61|64|91|353|27)\b|"
    r"(?<![\w-])[A-Z]{1,2}[0-9][A-Z0-9]?\s[0-9][A-Z]{2}(?!\w)|(?<!\d)07[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{3}(?!\d)"
)
_AMERICAN = re.compile(r"(?<![A-Z])\$ ?[0-9]|\b[A-Z]{2},? [0-9]{5}(?:-[0-9]{4})?(?!\w)|\+1[ (-]|\b(?:SSN|ZIP)\b")
_NAMED_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}"
_DAY_AND_MONTH = re.compile(rf"(?<![\d/])[0-3]?[0-9](?:st|nd|rd|th)? (?:of )?{_NAMED_MONTH}(?!\w)")
_MONTH_AND_DAY = re.compile(rf"(?<!\w){_NAMED_MONTH}\.? [0-3]?[0-9](?:st|nd|rd|th)?(?!\w)")


def _is_open(mention: Mention) -> bool:
    """Whether a mention is a date of digits in English that may be read in both orders."""
    return (
        mention.type == "DATE_TIME"
        and not mention.language
        and any(one != other and {int(one), int(other)} <= _MONTHS for one, other in _IN_DIGITS.findall(mention.text))
    )


def day_first(texts: Sequence[str]) -> bool:
    """Return whether the day stands first: by dates of the texts that leave no choice, else by money, addresses,
    telephones and offices of a country, else by dates whose month is named.
    """
    first = second = 0
    for text in texts:
        for one, other in _IN_DIGITS.findall(text) if "/" in text else ():
            first += int(one) in _DAYS and int(other) in _MONTHS
            second += int(other) in _DAYS and int(one) in _MONTHS
    if first != second:
        return first > second
    here, there = (any(map(sign.search, texts)) for sign in (_BRITISH, _AMERICAN))
    if here != there:
        return here
    named = [sum(len(sign.findall(text)) for text in texts) for sign in (_DAY_AND_MONTH, _MONTH_AND_DAY)]
    return named[0] > named[1]
