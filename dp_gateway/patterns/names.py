"""Lists of names, words that are names where something beside them says so, and words that are none."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from dp_gateway.mentions.name_parts import PARTICLES_IN_ENGLISH
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

CODE_LIKE = re.compile(
    r"^[a-z]+[A-Z]|^[A-Z][A-Za-z]*[a-z](?:Error|Exception|Manager|Handler|Service|Controller|Factory|Type|Request|"
    r"Response)$|::|->|=>"
)
"""Names that programs have: setItems, NoneType, UserManager."""

# Programming, scripting and markup languages, databases, platforms, web frameworks, libraries and tools, by the
# sections of Stack Overflow's yearly survey of developers; formats and protocols. None that is also a given name, a
# family name, a town or a firm ("Claude", "Jenkins", "Phoenix", "Oracle").
_TECHNICAL = frozenset(_LISTS["TECHNICAL"])

ORDINARY = frozenset(_LISTS["ORDINARY"]) | _TECHNICAL
"""Words of letters, of tables and of programs, lower case."""

CALENDAR = frozenset(_LISTS["CALENDAR"])
"""Days and months: dates to any reader of the word, and names of those of whom the text says so."""

SAID = 0.99
"""Score of a day or month of which the text says that it is a name: more than what reads it as a date has."""

NOT_NAMES = CALENDAR | frozenset(_LISTS["NOT_NAMES"])
"""Words that begin sentences, stand in forms, and are hardly ever meant as names."""

WORDS_AND_NAMES = frozenset(_LISTS["WORDS_AND_NAMES"])
"""Those of `NOT_NAMES` that people are called, too: "Mr. Best", "Dear April"."""

KIN_WORDS = _LISTS["KIN_WORDS"]
KIN = "|".join(KIN_WORDS)
ACQUAINTANCES = "friend|boss|manager|colleague|neighbou?r|boy|girl|kid|baby|doctor|lawyer|teacher"
"""Who else somebody is to another, as an expression has it."""

_SHORTEST = 4
_SHORTEST_LOGIN, _SHORTEST_FAMILY = 5, 4
# Given names somewhere, and words of programs, of places or of other languages in most texts.
_NO_GIVEN_NAMES = frozenset(_LISTS["NO_GIVEN_NAMES"])
# Common words of English by the lists, and names by any reader.
_GIVEN_NAMES_FIRST = frozenset(_LISTS["GIVEN_NAMES_FIRST"])
_SHORT = frozenset(_LISTS["SHORT"])
# "Max: 10", "Jan: 12", "Cal: 200"
_LABELS = frozenset("al cal eve ivy jan joy lin max mel pat ray rex rob rod sal tad ty".split())
_CUED = _SHORT | frozenset(_LISTS["CUED"])

ADJECTIVES = frozenset("frank rich lucky sandy rusty rocky misty olive violet amber sterling will".split())
"""Given names that follow "I am" as words, too."""


@dataclass(frozen=True)
class NameLists:
    """Known names, folded to lower case.

    Attributes:
        common: ordinary words, names among them ("will", "may", "grace"): alone they say nothing.
        places: towns and countries: "Paris, London and Berlin" is no firm, though all three are surnames.
        familiar: family names that are ordinary words and so frequent that they count behind a given name ("miller").
        rare: given names that few people have and that are nothing else, which count where they begin with a capital.
    """

    given: Collection[str]
    surnames: Collection[str]
    common: Collection[str] = frozenset()
    places: Collection[str] = frozenset()
    familiar: Collection[str] = frozenset()
    rare: Collection[str] = frozenset()

    @cached_property
    def sure(self) -> frozenset[str]:
        """Given names that are so even in lower case and with nothing beside them."""
        words = {word for word in self.given if len(word) >= _SHORTEST and word.isalpha()}
        words -= set(self.common) | set(self.places) | _NO_GIVEN_NAMES | NOT_NAMES
        return frozenset(words | (_GIVEN_NAMES_FIRST & set(self.given)))

    @cached_property
    def speakers(self) -> frozenset[str]:
        """Given names that stand for a person in front of a colon."""
        return self.sure | ((_SHORT - _LABELS) & frozenset(self.given))

    @cached_property
    def cued(self) -> frozenset[str]:
        """Given names that are short, or words or towns too: in lower case something beside them has to tell."""
        towns = set(self.places) - set(self.common)
        return (_CUED | towns) & frozenset(self.given) - self.sure

    @cached_property
    def sure_or_cued(self) -> frozenset[str]:
        """Given names that lower case may hide, with something beside them or not."""
        return self.sure | self.cued

    @cached_property
    def place_words(self) -> frozenset[str]:
        """The words of towns and countries that are no common words."""
        return frozenset(place.split()[0].split("-")[0] for place in self.places if place not in self.common)

    def has_given(self, word: str) -> bool:
        """Return whether a word, in any letter case, is a given name in one of the lists."""
        word = word.lower()
        return word in self.given or word in self.rare

    def is_family(self, word: str) -> bool:
        """Return whether a word counts as a family name behind a given name or initials: none that is ordinary and
        rare.
        """
        return word in self.surnames and (word not in self.common or word in self.familiar)

    def is_login(self, word: str) -> bool:
        """Return whether a word is made of a given name, or an initial, and a family name: "annamiller", "tbaker"."""
        if word in self.common or len(word) < _SHORTEST_LOGIN:
            return False
        return any(
            word[at:] in self.surnames and (at == 1 or word[:at] in self.sure)
            for at in range(1, len(word) - _SHORTEST_FAMILY + 1)
        )

    def is_account(self, login: str) -> bool:
        """Return whether a login in small letters is made of names, joined or parted: "tbaker", "anna.miller",
        "m_okafor2".
        """
        parts = [part for part in _JOINTS.split(login.rstrip("0123456789")) if part]
        if len(parts) < _FEWEST_PARTS:
            return bool(parts) and self.is_login(parts[0])
        return any(part in self.sure or (part in self.surnames and part not in self.common) for part in parts)


_JOINTS, _FEWEST_PARTS = re.compile("[._-]"), 2
_DAY_BEHIND = re.compile(r"(?<=[^\W\d_.])\s(?:Mon|Tues?|Weds?|Thur?s?|Fri|Sat|Sun)(?:day|nesday|rsday|urday)?\Z")
_REST_IN_PEACE = re.compile(r"\sR\.?I\.?P\b\.?\Z")
_SMALL_BEHIND = re.compile(r"(?<=[^\W\d_A-Z])\s(?P<w>[a-z]{2,20})\Z")
_MAY_END = PARTICLES_IN_ENGLISH | {"do"}
_INITIAL_ALONE = re.compile(r"[A-Z]\. (?P<w>[A-Z][a-z]+)")
POLICE = "W?PC|DCI?|DI|DS"
"""Ranks of the police in capitals: "DC Anwar" is a detective."""
_KINSHIP = re.compile(
    r"(?:Nana|Nan|Nanna|Nonna|Nonno|Oma|Opa|Abuela|Abuelo|Gran|Grann?dad|Granpa|Grampa|Gramps|Pop|Pops|Son|Daughter|"
    rf"Per|Wife|Husband|Hubby|Brother|Sister|Mum|Mom|Dad|Stepson|Stepdaughter|Carer|Mate|HCA|{POLICE}) (?=[A-Z])"
)


_OFFICE_BEFORE = re.compile(r"(?:[A-Z]{2,5} )?(?P<w>[a-z]{4,12}) (?=[A-Z][a-z])")
_WORDS_BEFORE = re.compile(r"(?P<w>[a-z]{2,12}) (?P<x>[a-z]{2,12}) (?=[A-Z][a-z])")
_HONOURED = re.compile(
    r"(?<=[^\W\d_])(?:[ -](?:san|sama|sensei|senpai|kun|chan|nim|ssi)|"
    r" (?:han[iı]m|bey|efendi|abla|abi|hoca|teyze|amca|ji|saheb|sahib|garu|bhai|didi|khanum))\Z"
)
"""What is said behind a given name in Turkish, Japanese, Hindi, Urdu, Telugu and Korean."""
_LETTERS_BEHIND = re.compile(
    r"(?:,? (?:MRICS|FRICS|ARICS|FRCS|FRCP|MRCP|MRCGP|MRCVS|FCCA|ACCA|ACMA|CIMA|FCA|ACA|RIBA|ARB|CEng|MIMechE|"
    r"MICE|FRSA|FRS|MARLA|MNAEA|MCIPD|FCIPD|MCIOB|MBA|MPharm|MRPharmS|MCSP|CIPP|CISSP|PMP|"
    r"MBE|OBE|CBE|KBE|DBE|PhD|MSc|BSc|MPhil|DPhil|LLB|LLM|PGCE|RGN|RMN|RNLD|SRN|DipSW|CPsychol|MBChB|MBBS|FIEE|MIET|"
    r"LCSW|LMFT|CFP|CFA))+\Z"
)
"""What somebody has passed or was given, in letters behind the name."""
"""Who somebody is, which a model takes for a part of the name: "HOA president Lorenzo Battaglia", "buddy Cheng"."""
_TIES = frozenset(("buddy", "godson", "goddaughter", "godfather", "godmother"))
# "AB to chase Fenwick", "please mark Osei as paid": given names that are verbs.
_VERBS_TOO = frozenset("bill chase drew grant mark nick pierce skip".split())
_BEFORE_VERB = re.compile(
    r"(?:\b(?:to|will|would|must|should|shall|can|could|please|pls|and|or|not|let['’]?s|i|we|they|you)|"
    r"['’](?:ll|d)) \Z",
    re.IGNORECASE,
)
_NEAR_VERB = 12
RANKS = (
    "Chief|Deputy|Dep|Officer|Ofc|Trooper|Tpr|Detective|Det|Constable|Inspector|Insp|Sergeant|Sgt|Lieutenant|Lt|Captain|Capt|"
    "Colonel|Col|Corporal|Cpl"
)
_RANK = re.compile(
    rf"(?:(?:{RANKS})\b\.?|Nurse|Coach|Professor|Senator|Cllr\.?|Councillor|Reverend|Rev\.?|Pastor|Rabbi|Imam|"
    r"Aunt|Auntie|Aunty|Uncle|Cousin|Grandma|Grandpa|Granny)\s(?=[A-Z])|"
    r"(?:(?:Deputy|Lord) )?(?:Mayor|Sheriff|Governor|Minister|Ambassador|Principal|Headmaster|Headmistress|Chancellor|"
    r"Commissioner|Chairman|Chairwoman|Superintendent|Archbishop|Alderman)\s(?=[A-Z][\w'’-]+ [A-Z])"
)
"""What somebody is, before the name: "Deputy R. Castellanos"."""


def bounds_of_name(text: str, start: int, end: int, names: NameLists | None) -> tuple[int, int]:
    """Find the bounds of what reads like a name, without a rank, who somebody is to one ("Nana Jo"), a weekday behind
    it ("Dr Hall Thurs") and the next sentence ("Mr B. One of them"). Patterns and the tagger ask.
    """
    if text[start:end].isalpha():
        # One word has nothing of these.
        return start, end
    if day := _DAY_BEHIND.search(text, start, end):
        end = day.start()
    if rest := _REST_IN_PEACE.search(text, start, end):
        end = rest.start()
    for behind in (_LETTERS_BEHIND, _HONOURED) if text[start].isupper() else ():
        if found := behind.search(text, start, end):
            end = found.start()
    if rank := _RANK.match(text, start, end):
        start = rank.end()
    if names is None:
        return start, end
    if (words := _WORDS_BEFORE.match(text, start, end)) and words["w"] in names.common and words["x"] in names.common:
        start = words.end()  # "we hope little Tobi"
    if (office := _OFFICE_BEFORE.match(text, start, end)) and office["w"] not in _MAY_END:
        # "karol Whitfield", "oyinkan Braithwaite": a given name written small, which lists may lack.
        is_name = names.has_given(office["w"]) or names.is_family(office["w"]) or office["w"] not in names.common
        is_verb = office["w"] in _VERBS_TOO and _BEFORE_VERB.search(text, max(0, start - _NEAR_VERB), start)
        start = office.end() if office["w"] in _TIES or not is_name or is_verb else start
    if (verb := _SMALL_BEHIND.search(text, start, end)) and verb["w"] in names.common and verb["w"] not in _MAY_END:
        # "my husband Terrell cooks"
        end = verb.start()
    if (kin := _KINSHIP.match(text, start, end)) and names.has_given(text[kin.end() : end]):
        start = kin.end()
    sentence = _INITIAL_ALONE.match(text, start, end)
    word = sentence["w"].lower() if sentence else ""
    return start, start + 1 if word in names.common and not names.is_family(word) else end
