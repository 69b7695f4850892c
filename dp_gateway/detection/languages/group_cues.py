"""The expressions that tell whether a job, a nationality or a faith is said of somebody, for each language in Latin
letters. The words are in `groups.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["COMPOUNDS", "Cues", "cues_of", "is_everybodys", "is_role"]

COMPOUNDS = frozenset(("de", "nl"))
"""Languages that write what a job is of and the job as one word."""

_ROWS = Path(__file__).with_name("groups.txt")
# What Romance languages say of a job behind it: "pompier volontaire", "impiegato comunale".
_ADJECTIVE = (
    r"[a-zà-ÿ]{2,12}(?:ic[oa]|ique|al|ale|el|elle|aire|ari[oa]|if|ive|iv[oa]|iel|ielle|"
    r"ist[ae]|ar|are|er|ier|ière|[ai]d[oa]|at[oa]|ée?)"
)
# "Tu es prof de FLE", "Atue como um chefe de cozinha", where a text or a line begins: a part that the model plays.
_ROLE = re.compile(
    r"(?:\A|\n)[\s#*\"'«„“¿¡-]{0,6}(?:du bist|sie sind|stell dir vor,? du bist|(?:agiere|handle|antworte) als|tu es|"
    r"vous êtes|imagine que tu es|agis (?:comme|en tant que)|comporte-toi comme|joue le rôle d[e'’]|eres|usted es|"
    r"imagina que eres|actúa (?:como|de)|compórtate como|haz de|tu sei|sei|lei è|immagina di essere|agisci come|"
    r"comportati come|fai finta di essere|jij bent|je bent|u bent|doe alsof je|stel je voor dat je|gedraag je als|"
    r"você é|tu és|és|(?:imagine que|finja que) você é|(?:aja|atue|responda) como|jesteś|wyobraź sobie, że jesteś|"
    r"(?:zachowuj się|odpowiadaj) jak|wciel się w rolę)\s?"
    r"(?:(?:eine?|een|une?|un[ao]?|uma?)\s)?(?:[^\W\d_]{3,20}\s){0,2}\Z",
    re.IGNORECASE,
)
_ROLE_REACH = 80
_DEFINITE = re.compile(
    r"(?<![\w'’])(?:(?:der|die|de[mnl]?|het|le|la|il|lo|el|o|a|au|ao|à|do|da|du|al|beim|zum|zur|vom|dal|dalla|alla|della|"
    r"dell|all|sull)\s|(?:dell?|all|dall|l)['’])\Z",
    re.IGNORECASE,
)
# "Badante da quindici anni": how long, not of what.
_HOW_LONG = (
    r"(?:due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|dici\w{5,7}|"
    r"(?:vent|trent|quarant|cinquant|sessant)\w{1,8}|molti|tanti|anni|sempre|poco)"
)
_REACH = 40
_SIGNS = r"(?=\s?(?:[,.;:!?)\n|–-]|\Z))"


class Cues(NamedTuple):
    """The expressions of one language; see `groups.txt`.

    Attributes:
        said: ends where a listed word begins that somebody is said to be.
        named: ends where one begins between a name or an age and a comma.
        before, beside: a person stands right before or right behind.
        behind: what may stand behind a job between commas, in brackets, or on a line of its own.
        at: an employer follows.
        job, label, nation: what is a job or a nationality by the words before it, in the group "v".
        left, right: what belongs to a job.
        serves: jobs of those whom everybody has.
        own, certain: end where something begins that is somebody's, or that an article makes a certain person.
        speaks: somebody says or does something, right behind.
        somebody: words for persons, anywhere in the sentence before.
        firm, place: end where a firm or a place may begin.
        acts: what a firm does, right behind.
    """

    said: re.Pattern[str]
    named: re.Pattern[str]
    before: re.Pattern[str]
    beside: re.Pattern[str]
    behind: re.Pattern[str]
    at: re.Pattern[str]
    job: re.Pattern[str]
    label: re.Pattern[str]
    nation: re.Pattern[str]
    left: re.Pattern[str]
    right: re.Pattern[str]
    serves: re.Pattern[str]
    own: re.Pattern[str]
    certain: re.Pattern[str]
    speaks: re.Pattern[str]
    somebody: re.Pattern[str]
    firm: re.Pattern[str]
    place: re.Pattern[str]
    acts: re.Pattern[str]


@cache
def _rows() -> Mapping[str, Mapping[str, str]]:
    rows: dict[str, dict[str, str]] = {}
    for line in _ROWS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            language, kind, words = line.split("\t")
            rows.setdefault(language, {})[kind] = words
    return rows


def is_role(text: str, at: int) -> bool:
    """Return whether a job that begins at a place is a part that the text asks the model to play."""
    return _ROLE.search(text, max(at - _ROLE_REACH, 0), at) is not None


def is_everybodys(text: str, first: int, last: int, language: str) -> bool:
    """Return whether a job is that of somebody whom everybody has: "mein Hausarzt", "the vet"."""
    cues, least = cues_of(language), max(first - _REACH, 0)
    if cues.serves.fullmatch(text, first, last) is None:
        return False
    return any(before.search(text, least, first) for before in (cues.own, _DEFINITE))


@cache
def cues_of(language: str) -> Cues:
    """Return the expressions of a language in Latin letters."""
    rows = _rows()[language]
    between = rf"(?:(?:{rows['between']})\s){{0,3}}"
    lower = r"[^\W\d_A-ZÀ-Þ](?:[^\W\d_]|-){2,30}"
    modifier = f"(?:{rows['modifier']})"
    word = (
        r"(?!(?:ich|je|yo|io|ik|eu|ja|und|et|y|e|en|i|che|que|qui|der|die|das|nuit|jour|sus|ses|uma?|una?|une?|eine?|een|"
        r"membre|miembro|membro|mitglied|lid|persona|personne|person|persoon|pessoa|osoba|członek|"
        r"ruolo|posto|puesto|mansione|posizione|incarico|vaga|vacaciones|viaje|permiso|guardia|noche|noite|notte|nacht|"
        r"acuerdo|vuelta|camino|fiesta|reformas|luto|suerte|tarde|mañana)\b)"
        r"[^\W\d_][\w'’/-]{2,40}"
    )
    joined = (
        r"\s(?:d['’]|dell['’]|(?:de|des|du|en|di|del|della|"
        rf"delle|dello|dei|degli|do|da(?!\s{_HOW_LONG}\b)|dos|voor|ds\.|do spraw)\s)"
        r"(?![A-ZÀ-Þ]|formation|métier|profession|foro\b|"
        r"(?:une?|un[ao]|uma?|l[aeo]s?|el|[ms](?:on|a|es)|mi|su|meu|minha)\b|"
        r"(?:nuit|jour|noche|notte|noite|nacht)\b)[^\W\d_][\w'’-]{2,30}"
    )
    if language in COMPOUNDS:
        noun = r"[A-ZÄÖÜ][\w/-]{3,40}" if language == "de" else word
        job = rf"(?:{modifier}\s)?{noun}(?:/-?\s?in)?"
    else:
        job = rf"{word}(?:{joined}|\s{modifier}|\s{lower}{_SIGNS})?"
    rest = r"(?!\s?(?:[A-ZÀ-Þ][\w-]+\s){2})"
    line = r"(?P<v>[^\W\d_][^\n,;|.():–—]{2,50}?)(?=\s?(?:[\n,;|.():–—]|\s-\s|\Z))"
    return Cues(
        said=re.compile(rf"(?<!\w)(?i:{rows['be']}),?\s{between}(?:{modifier}\s)?\Z", re.I),
        named=re.compile(rf"(?:[,;:|(•–-]\s?|\n[^\S\n]?|[0-9]\s)(?:{between})(?:{modifier}\s)?\Z"),
        before=re.compile(rf"(?<!\w)(?:{rows['person']})(?:\s(?:{rows['modifier']}))?,?\s\Z", re.I),
        beside=re.compile(rf"\s(?:{rows['person']})(?!\w)", re.I),
        behind=re.compile(rf"(?:\s{modifier})?(?:\s?[,.;)\n|]|\Z|\s(?:{rows['at']}|{rows['goes on']})(?!\w))"),
        at=re.compile(
            rf"(?:\s{modifier})?\s(?:{rows['at']})\s?[A-ZÀ-ÞŁŚŻ]" if language != "de" else r"\s(?:bei|beim)\s[\w]"
        ),
        job=re.compile(rf"(?<!\w)(?i:{rows['as']})\s?(?i:{between})(?<=[\s'’])(?P<v>{job}){rest}"),
        label=re.compile(rf"(?<!\w)(?i:{rows['label']})\s?:[^\S\n]?{line}"),
        nation=re.compile(rf"(?<!\w)(?i:{rows['nation']})\s?:[^\S\n]?{line}"),
        left=re.compile(rf"(?<!\w){modifier}\s\Z"),
        right=re.compile(
            rf"(?:{joined})?(?:\s{modifier}(?!\w)|\s(?:{_ADJECTIVE}|[A-Z]{{2,4}})(?!\w){_SIGNS})?"
            if language not in COMPOUNDS
            else r"(?:/-?\s?in)?"
        ),
        serves=re.compile(rf"(?:{rows['serves']})", re.I),
        own=re.compile(rf"(?<!\w)(?:{rows['own']})\s(?:{modifier}\s)?\Z", re.I),
        certain=re.compile(rf"(?<!\w)(?:{rows['certain']})\Z", re.I),
        speaks=re.compile(rf"(?:\s[^\s.!?]{{1,20}}){{0,3}}?\s(?:{rows['speaks']})(?!\w)", re.I),
        somebody=re.compile(rf"(?<!\w)(?:{rows['own']})\s(?:[^\W\d_]{{2,20}}\s)?(?:{rows['person']})(?!\w)", re.I),
        firm=re.compile(rf"(?<!\w)(?:{rows['firm']})(?:\s|(?<=['’]))(?:[„“«\"]\s?)?\Z", re.I),
        acts=re.compile(rf"\s(?:{rows['acts']})(?!\w)", re.I),
        place=re.compile(rf"(?<!\w)(?:{rows['place']})\s\Z", re.I),
    )
