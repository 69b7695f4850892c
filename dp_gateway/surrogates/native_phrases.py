"""Places, organisations, jobs and nationalities of other languages than English, drawn uniformly from public lists.

`Substitution` asks it; forms agree with the sentence where a language wants that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from dp_gateway.languages import LANGUAGES
from dp_gateway.mentions.agreement import elided
from dp_gateway.mentions.countries import is_country, words_for
from dp_gateway.mentions.institutions import institution_in, is_bare_kind
from dp_gateway.mentions.scripts import ENGLISH, phrase_language
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.base import in_case_of, letter_case, pick
from dp_gateway.surrogates.drawer import UNIFORM_TRIES, Drawer, Made
from dp_gateway.surrogates.names import FAMILY_POOLS, draw_kind
from dp_gateway.text.folding import fold, unaccented
from dp_gateway.text.lists import word_lists
from dp_gateway.vocabulary.lexicon.agreeing import Word, agreeing_pools, forms_in, words_of
from dp_gateway.vocabulary.lexicon.data import CODES, ONLY_READ, read_native
from dp_gateway.vocabulary.lexicon.firms import ACRONYM, ACRONYM_CONSONANT, ACRONYM_VOWEL, LEGAL, SHORT, is_acronym
from dp_gateway.vocabulary.lexicon.forms import CASES, ReadForm, forms, readings

_LISTS = word_lists(__file__)

if TYPE_CHECKING:
    from dp_gateway.randomness import Stream
    from dp_gateway.surrogates.sources import Sources

GROUPS = {
    "JOB": "a job",
    "NATION": "a nationality",
    "NATION_ADJECTIVE": "a nationality as an adjective",
    "PEOPLE": "an ethnic group",
    "FAITH": "a faith",
    "FAITH_ADJECTIVE": "a faith as an adjective",
    "FAITH_PERSON": "somebody of a faith",
    "VIEW": "somebody of a political view",
}
"""The lists, and what a class calls what they hold."""

_OF_TYPE = {"JOB_TITLE": ("JOB",), "NRP": tuple(pool for pool in GROUPS if pool != "JOB")}
_FEMININE = {
    "de": re.compile(r"(?:in|frau|schwester)$"),
    "fr": re.compile(r"(?:euse|trice|ière|ienne|onne|ère|aise|oise|ée|ne|[aeé]le|elle|ive)\b"),
    "es": re.compile(r"a\b"),
    "it": re.compile(r"(?:a|essa|trice)\b"),
    "nl": re.compile(r"(?:ster|esse|trice|e)$"),
    "pt": re.compile(r"(?:a|ã)\b"),
    "pl": re.compile(r"(?:ka|ni|na|wa)\b"),
    "ar": re.compile(r"ة\b"),
}
_INSTRUMENTAL = re.compile(r"(?:(?P<woman>ą)|(?:em|ym|im))\b")
_ENDINGS = (
    ("NATION", re.compile(r"人$")), ("PEOPLE", re.compile(r"族$")), ("FAITH_PERSON", re.compile(r"徒$")),
    ("FAITH", re.compile(r"教$")),
)  # fmt: skip
_ADJECTIVE = {
    "de": re.compile(r"isch(e[nrms]?)?$"),
    "nl": re.compile(r"s(e)?$"),
    "pl": re.compile(r"[ck](?:i\w*|a|ą)$"),
}
_LEAST_HEAD, _LONGEST_HEAD = 4, 60
"""Characters of a listed word at the end of a compound, and of the longest list entry with room to spare."""


def read_group(mention: str, entity_type: str, code: str) -> Word:
    """Find the list, the word in it and the form of a mention; the folded mention stands for a word that no list has.

    Args:
        mention: a job or a nationality.
        entity_type: "JOB_TITLE" or "NRP".
        code: the language of which its surrogate is drawn.
    """
    pools, known, folded = _OF_TYPE[entity_type], words_of(code), fold(" ".join(mention.split()))
    for words in (folded, *_heads(folded)):
        found = known.get(words)
        if found is not None and found.pool in pools:
            rest = folded[len(words) :].split() if folded.startswith(words) else []
            # "Secrétaire médicale": the adjective tells whose a job of one form is.
            woman = len(rest) == 1 and not found.form and code in _FEMININE and _FEMININE[code].search(rest[0])
            form = "feminine" if woman and found.pool == "JOB" else found.form
            return found if words == folded else found._replace(lemma=folded, form=form)
    pool = _pool(mention, folded, pools, code)
    return Word(pool, folded, _form(folded, pool, code))


def _heads(folded: str) -> Iterator[str]:
    """What of a longer mention may be listed: its first words, its last ones, the end of a compound."""
    first, last = folded[: _LONGEST_HEAD + 1].split(), folded[-_LONGEST_HEAD - 1 :].split()
    for size in range(max(len(first), len(last)) - 1, 0, -1):
        yield " ".join(first[:size])
        yield " ".join(last[-size:])
    start = max(1, len(folded) - _LONGEST_HEAD)
    yield from (folded[at:] for at in range(start, len(folded) - _LEAST_HEAD + 1))


def _pool(mention: str, folded: str, pools: tuple[str, ...], code: str) -> str:
    if "JOB" in pools:
        return "JOB"
    there = agreeing_pools(code)
    for pool, ending in _ENDINGS:
        if pool in there and ending.search(folded):
            return pool
    adjective = code in _ADJECTIVE and mention[:1].islower() and _ADJECTIVE[code].search(folded)
    return "NATION_ADJECTIVE" if adjective else "NATION"


def _form(folded: str, pool: str, code: str) -> str:
    if pool == "NATION_ADJECTIVE":
        ending = _ADJECTIVE[code].search(folded)
        if code == "de" and ending and ending[1]:
            return f"ending in -{ending[1]}"
        return "inflected" if code == "nl" and ending and ending[1] else ""
    if code == "pl" and (instrumental := _INSTRUMENTAL.search(folded)):
        return "feminine in the instrumental" if instrumental["woman"] else "in the instrumental"
    return "feminine" if code in _FEMININE and _FEMININE[code].search(folded) else ""


_CITY_OF = {
    "AT": "Austria", "BE": "Belgium", "CH": "Switzerland", "CA": "Canada", "MX": "Mexico", "AR": "Argentina",
    "BR": "Brazil",
}  # fmt: skip
_PLACES = ("COUNTRY", "COUNTRY_FEMININE", "REGION", "DISTRICT", *(f"CITY_{land}" for land in _CITY_OF))
_CALLED = {
    "COUNTRY": "a country",
    "COUNTRY_FEMININE": "a country of feminine gender",
    "REGION": "a province",
    "DISTRICT": "a district",
    "CITY": "a town",
    **{f"CITY_{land}": f"a town of {name}" for land, name in _CITY_OF.items()},
    "ORGANIZATION": "an organisation",
    **GROUPS,
}
_TOWN = re.compile("[市县縣町村]$")
_LEAST_LATIN = 5
_LONGEST_ABBREVIATIONS = {"COUNTRY": 3, "COUNTRY_FEMININE": 3, "ORGANIZATION": 5}
# Words that say what kind of institution a name is of; "of" stands between them and a town.
_BEFORE_TOWN = {"de": " ", "fr": " de ", "es": " de ", "it": " di ", "nl": " ", "pt": " de ", "pl": " w "}
_INSTITUTIONS = {code: "|".join(_LISTS[f"INSTITUTIONS {code}"]) for code in _BEFORE_TOWN if code != "pl"}
_INSTITUTIONS["pl"] = (
    r"(?:szko[łl]|szpital|przedszkol|przychodni|klini|poradni|aptek|apte[kc]|uniwersy|politechni|akademi|gimnazjum|"
    r"lice|technikum|parafi|kościo|kości|hotel|restauracj|karczm|kawiarni|piekarni|bibliote|klub|muzeum|teatr|urząd|"
    r"urzęd|archiw|komend|komisariat|konsulat|ambasad|spółdzielni|wspólnot|księgarni|sąd|dom pomocy|bank|"
    r"fundacj|stowarzyszeni)[^\W\d_]{0,6}(?: (?:podstawow|ogólnokształc|wojewódzk|"
    r"powiatow|miejsk|gminn|rejonow|okręgow|sportow|spółdzielcz|kliniczn|uniwersyteck|medyczn|publiczn|weterynaryjn)"
    r"[^\W\d_]{1,5})?|(?-i:KS|LKS|MKS|UKS)"
)
_COMPOUND: dict[str, str] = {"de": r"[^\W\d_]*?", "nl": r"[^\W\d_]*?"}
# Of a compound the last word alone is kept: "Kreiskrankenhaus" is a "Krankenhaus", and a bank's name is its own.
_AHEAD = {
    code: re.compile(rf"(?<!\w){_COMPOUND.get(code, '')}({words})(?!\w)", re.I) for code, words in _INSTITUTIONS.items()
}
_EASTERN = ("zh", "ja", "ar", "hi")
# What says that a name is one of a firm: without it a name in a sentence is short, and its surrogate is.
_FIRM = re.compile(
    rf"{LEGAL.pattern}|[公会]社$|公司$|集团$|^(?:[وف]?[بلك])?(?:ال)?(?:شركة|مجموعة) |^لل(?:شركة|مجموعة) ", re.I
)

_ONE_WORD = re.compile(r"[^\W\d_][^\s]{0,40}")

_INSTITUTION = "institution "
"""Stands before what the draw of an institution is keyed by: it shares no town with the places of the request."""


class _Phrase(NamedTuple):
    """A mention taken apart.

    Attributes:
        language: of which it is drawn.
        pool: from which.
        core: what is drawn for, without the word for a town behind it.
        read: what name it is a form of.
        behind: that word, or the kind of an institution.
        ahead: the kind of an institution, which stands before the town.
        short: the name of a firm has no word that says that it is one.
        word: it is one word in Latin letters, as many firms are called by a family name.
        acronym: it is a few capitals.
        listed: a job or a nationality as the list has it.
    """

    language: str
    pool: str
    core: str
    read: ReadForm
    behind: str = ""
    ahead: str = ""
    short: bool = False
    word: bool = False
    acronym: bool = False
    listed: str = ""


@cache
def _entries(code: str, pool: str) -> frozenset[str]:
    listed = read_native(code)
    found = [listed[name].entries for name in (pool, f"{pool}{ONLY_READ}") if name in listed]
    return frozenset(fold(entry) for entries in found for entry in entries)


class NativePhrases:
    """The places and organisations of one request that are of other languages. `sources`: gives the lists."""

    def __init__(self, drawer: Drawer, sources: Sources) -> None:
        self._drawer, self._lexicon = drawer, sources.lexicon
        self._never_self = sources.policy.never_self
        self._apart: dict[tuple[str, str, str], _Phrase] = {}
        self._first: dict[str, _Phrase] = {}
        self._seen: dict[tuple[str, _Phrase], None] = {}

    @staticmethod
    def reads(mention: str, entity_type: str, language: str) -> bool:
        """Return whether a phrase is one of another language, or of a script that no list has."""
        return _language(mention, entity_type, language) != ENGLISH

    @staticmethod
    def can_draw(mention: str, entity_type: str, language: str) -> bool:
        """Return whether something can stand in for a phrase of another language."""
        return _language(mention, entity_type, language) is not None

    def _read(self, mention: str, entity_type: str, language: str, gender: str) -> _Phrase:
        known = self._apart.get((mention, entity_type, gender))
        if known is None:
            code = _language(mention, entity_type, language) or ENGLISH
            known = _taken_apart(mention, entity_type, code)
            if gender == "female" and _tells_nobody(known):
                known = known._replace(read=known.read._replace(form="feminine"))
            self._apart[mention, entity_type, gender] = known
        return known

    def surrogate(self, mention: str, entity_type: str, language: str, gender: str = "") -> str:
        """Draw what stands in for a mention. `gender`: whose a job is by the text around it; empty where nothing tells.
        Raises SurrogatesExhausted where the request has nearly all phrases of the list.
        """
        phrase = self._read(mention, entity_type, language, gender)
        name = self._pool_of(phrase)
        pool = self._lexicon.pool(name)
        value = phrase.read.lemma

        def make(stream: Stream) -> Made:
            drawn = pick(stream, pool)
            return Made(drawn, drawn, self._never_self and fold(drawn) == value)

        drawn = self._drawer.draw(draw_kind((name,)), value, make, form=name, tries=UNIFORM_TRIES).text
        self._seen[drawn, phrase] = None
        written = self._forms(drawn, phrase)
        new = written.get(phrase.read.form, written[""])
        # "USA" is no country in capitals, and the SNCF no firm in capitals.
        longest = _LONGEST_ABBREVIATIONS.get("ORGANIZATION" if phrase.word else phrase.pool, 0)
        if len(phrase.core) > longest or not phrase.core.isupper():
            new = in_case_of(phrase.core, new)
        if phrase.pool in GROUPS and phrase.core[:1].isupper():
            new = new[:1].upper() + new[1:]
        return self._with_kind(phrase, new) + phrase.behind

    @staticmethod
    def _with_kind(phrase: _Phrase, town: str) -> str:
        if phrase.language in _EASTERN or not phrase.ahead:
            return phrase.ahead + town
        if phrase.language == "pl":
            # "Szpitalu w Opolu": the kind stands in its case, the town behind its preposition in one of its own.
            return f"{phrase.ahead} {words_for('w ', '', town, 'pl')}{polish_town(town, 'loc')}"
        between = " d'" if phrase.language == "fr" and elided(town) else _BEFORE_TOWN[phrase.language]
        return f"{phrase.ahead}{between}{town}"

    def _pool_of(self, phrase: _Phrase) -> str:
        # The first mention decides: a town has one surrogate in a scope, and so have "BOSCH" and "Bosch".
        first = self._first.setdefault(f"{phrase.pool} {phrase.read.lemma}", phrase)
        code = first.language
        if first.acronym:
            return f"{code}/{_acronyms_like(first)}"
        if phrase.word:
            # The same as that of somebody who is called so: "Herr Ziegler" has the firm Ziegler.
            return f"{code}/{FAMILY_POOLS[0]}"
        return f"{code}/{SHORT if phrase.short else phrase.pool}"

    @staticmethod
    def _forms(name: str, phrase: _Phrase) -> dict[str, str]:
        if phrase.pool in GROUPS:
            # The places of the lists by their words; a word that no list has is the original, in its one form.
            return {"": name} | dict(forms_in(phrase.language, phrase.pool, name))
        return dict(forms(name, "place", "", phrase.language)) if phrase.pool == "CITY" else {"": name}

    def drawn_from(self, mention: str, entity_type: str, language: str, gender: str = "") -> list[tuple[str, ...]]:
        """Return the pool that a mention is drawn from, as `Names.drawn_from` says it."""
        return [(self._pool_of(self._read(mention, entity_type, language, gender)),)]

    def kept(self, mention: str, entity_type: str, language: str, gender: str = "") -> tuple[str, ...]:
        """Describe what is kept of a mention: the kind of place, its language, case, and the word for a town behind
        it.
        """
        phrase = self._read(mention, entity_type, language, gender)
        code = self._pool_of(phrase).partition("/")[0]
        form = phrase.read.form
        case = CASES.get(form, f'behind "{form}"') if form else ""
        if phrase.pool in GROUPS:
            cased = " with a capital" if phrase.core[:1].isupper() and not phrase.core.isupper() else ""
            case = f"{form}{cased}".strip()
        called = "an institution" if self._is_institution(phrase) else _CALLED[phrase.pool]
        kind = f"that it is {called} in {LANGUAGES[code].name} {case}".rstrip()
        words = [f'with "{word.strip()}"' for word in (phrase.ahead, phrase.behind) if word]
        short = self._short(phrase)
        return f"{kind}{letter_case(phrase.core)}", *words, *([short] if short else ())

    def _short(self, phrase: _Phrase) -> str:
        """How the name of a firm is short; empty where it has a word that says what it is."""
        if acronym := _CALLED_BY.get(self._pool_of(phrase).partition("/")[2]):
            return acronym
        if phrase.word:
            return "called by one word"
        return "without a word for firms" if phrase.short else ""

    def left(self, mention: str, entity_type: str, language: str, gender: str = "") -> tuple[str, ...]:
        """Name the word that says what kind of town or institution it is."""
        phrase = self._read(mention, entity_type, language, gender)
        return ("kind of a place or institution",) if phrase.ahead or phrase.behind else ()

    @staticmethod
    def _is_institution(phrase: _Phrase) -> bool:
        return phrase.read.lemma.startswith(_INSTITUTION)

    def replacements(self) -> Iterator[Replacement]:
        """Yield what undoes the phrases in a reply, in all their forms and without their legal forms."""
        for drawn, phrase in self._seen:
            if self._is_institution(phrase):
                # The town alone is not what was said, and the whole is undone as it was sent.
                continue
            name = _listed(phrase)
            originals = self._forms(name, phrase)
            cased = drawn[:1].isupper()
            for form, written in self._forms(drawn, phrase).items():
                if form != "latin" or len(written) >= _LEAST_LATIN:
                    yield Replacement(written, originals.get(form, originals[""]), cased=cased)
            if phrase.pool == "ORGANIZATION":
                yield Replacement(LEGAL.sub("", drawn), LEGAL.sub("", name), cased=cased)


def polish_town(drawn: str, case: str) -> str:
    """Write a town that was drawn, in a case; as it is where it is none of the list, or stands in some case already.
    `drawn`: what was drawn, in the letter case of the mention. `case`: a key of `forms.CASES`.
    """
    listed = next((town for town in read_native("pl")["CITY"].entries if fold(town) == fold(drawn)), None)
    return drawn if listed is None else in_case_of(drawn, forms(listed, "place", "", "pl").get(case, listed))


def _language(mention: str, entity_type: str, language: str) -> str | None:
    """The language of a phrase; an acronym is one of the text's own, whatever that is written in: "NHKの集金"."""
    own = entity_type == "ORGANIZATION" and language in CODES and is_acronym(mention)
    return language if own else phrase_language(mention, language)


_ELIDING = ("fr", "it")
_CALLED_BY = {
    ACRONYM: "called by an acronym",
    ACRONYM_VOWEL: "called by an acronym that begins with a vowel",
    ACRONYM_CONSONANT: "called by an acronym that begins with a consonant",
}


def _acronyms_like(phrase: _Phrase) -> str:
    """The pool for an acronym; where articles lose their vowel before a vowel, of those that begin alike: "l'INPS"."""
    if phrase.language not in _ELIDING:
        return ACRONYM
    return ACRONYM_VOWEL if unaccented(phrase.core[0].lower()) in "aeiou" else ACRONYM_CONSONANT


def _taken_apart(mention: str, entity_type: str, code: str) -> _Phrase:
    core = " ".join(mention.split())
    if entity_type in ("JOB_TITLE", "NRP"):
        pool, lemma, form = read_group(core, entity_type, code)
        return _Phrase(code, pool, core, ReadForm(fold(lemma), form), listed=lemma)
    listed = code in _EASTERN and _is_place(core, code)
    whole = ReadForm(f"{_INSTITUTION}{fold(core)}")
    if code in _EASTERN and not listed and not LEGAL.search(core):
        firm = entity_type == "ORGANIZATION"
        kind = institution_in(core, code, ministries=firm)
        if kind is not None and (firm or not is_bare_kind(core, code)):
            return _Phrase(code, "CITY", core, whole, kind.behind, kind.ahead)
    if entity_type == "ORGANIZATION" and not listed:
        if code in _AHEAD and not LEGAL.search(core) and (kind := _AHEAD[code].search(core)):
            word = kind[1][:1].upper() + kind[1][1:] if kind[0][:1].isupper() else kind[1]
            return _Phrase(code, "CITY", core, whole, ahead=word)
        short = not _FIRM.search(core)
        acronym = is_acronym(core)
        word = short and (acronym or (code not in _EASTERN and _ONE_WORD.fullmatch(core) is not None))
        return _Phrase(code, entity_type, core, ReadForm(fold(core)), short=short, word=word, acronym=acronym)
    for pool in _PLACES:
        if fold(core) in _entries(code, pool) or (pool == "COUNTRY" and is_country(core, code)):
            return _Phrase(code, pool, core, ReadForm(fold(core)))
    behind = ""
    if code in ("zh", "ja") and len(core) > 2 and (town := _TOWN.search(core)):  # noqa: PLR2004 - not 津市 alone
        core, behind = core[: town.start()], town[0]
    return _Phrase(code, "CITY", core, readings(fold(core), "place", code)[0], behind)


def _is_place(core: str, code: str) -> bool:
    """Whether the lists have a place that is called so, in whatever form, as a club is often called like its town."""
    read = readings(fold(core), "place", code)[0].lemma
    pools = (*_PLACES, "CITY", "TOWN")
    return any(name in _entries(code, pool) for name in (fold(core), read) for pool in pools) or is_country(core, code)


def _tells_nobody(phrase: _Phrase) -> bool:
    """Whether a job has one form for women and men, so that the text around it tells whose it is: "auxiliar"."""
    if phrase.pool != "JOB" or phrase.read.form or phrase.language not in _FEMININE:
        return False
    known = forms_in(phrase.language, "JOB", phrase.listed)
    if "feminine" in known:
        return known["feminine"] == known[""]
    ending = _OF_MEN.get(phrase.language)
    return ending is not None and ending.search(phrase.read.lemma.split()[0]) is None


# What jobs of men end in, of which lists lack a feminine form.
_OF_MEN = {
    "es": re.compile("(?:o|or|ón)$"), "pt": re.compile("(?:o|or|ão|ês)$"), "it": re.compile("(?:o|ore|iere)$"),
    "fr": re.compile("(?:eur|ier|ien|on|if|er)$"), "de": re.compile("(?:er|ist|ent|ant|or|oge|mann)$"),
}  # fmt: skip


def _listed(phrase: _Phrase) -> str:
    """The name that a mention is a form of, in the letter case of names."""
    if phrase.listed:
        return phrase.core if fold(phrase.core) == fold(phrase.listed) else phrase.listed
    if fold(phrase.core) == phrase.read.lemma:
        return phrase.core
    return "-".join(word[:1].upper() + word[1:] for word in phrase.read.lemma.split("-"))
