"""What public lists say of the phrases of the lexicon: the attributes that a policy may keep of a place, an
organisation, a job or a group (`keep` of a rule), and what an almanac says of countries.

An attribute is a function of the phrase alone, so that it is known for phrases of a user's own too, and what a
surrogate keeps is a class that the certificate names. Whoever keeps an attribute publishes it. Replies that tell such a
fact of a stand-in are put right by it. Places are GeoNames' (CC BY 4.0), countries are the CLDR's too (Unicode License
V3); fields of jobs are groups of ISCO-08, trades coarse sections of ISIC, and their words our own lists.
`release.lexicon.places` and `release.lexicon.lands` write what is not.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypedDict

import orjson

from dp_gateway.text.folding import compared, fold
from dp_gateway.text.lists import sections

PLACES = Path(__file__).with_name("attributes.json.xz")
LANDS = Path(__file__).with_name("lands.txt")
_LISTS = Path(__file__).with_name("attributes.txt")

COARSE_TO_FINE: dict[str, tuple[str, ...]] = {
    "CITY": ("continent", "country", "region", "size"),
    "REGION": ("continent", "country", "size"),
    "COUNTRY": ("continent", "language", "bloc"),
    "ORGANIZATION": ("trade", "line"),
    "JOB_TITLE": ("field",),
    "NRP": ("kind", "continent"),
}
"""The attributes of each lexicon type; where a class has too few members, the last of them is given up first."""


def attributes_of(lexicon_type: str, phrase: str) -> Mapping[str, str]:
    """Look up what is known of a phrase, in words, by attribute; nothing of a phrase or type that the lists do not
    have.
    """
    read = _OF.get(lexicon_type)
    return read(phrase) if read else {}


@cache
def lists_fingerprint() -> str:
    """Return the hash of the lists and of the rules that read them: what was worked out from others is made anew."""
    return sha256(b"".join(file.read_bytes() for file in (Path(__file__), _LISTS, PLACES))).hexdigest()


class _Places(TypedDict):
    """What GeoNames says of places.

    Attributes:
        countries: name, continent, official language and bloc of each country, by code; empty where there is none.
        towns: folded names by "code of the country|band of population from 0 to 3|state".
        regions: names by the code of their country.
    """

    countries: dict[str, list[str]]
    towns: dict[str, list[str]]
    regions: dict[str, list[str]]


@cache
def _places() -> _Places:
    return orjson.loads(lzma.decompress(PLACES.read_bytes()))


_SIZES = ("fewer than 100,000", "100,000 to 250,000", "250,000 to a million", "more than a million")
_LARGE = tuple(f"of {size} people" for size in _SIZES[2:])
# Letters that stand for no state of the United States or country, too.
_OF_AUSTRALIA = ("NSW", "VIC", "QLD", "TAS", "ACT")
_IN_PROVINCE = re.compile(rf"\w,? (?P<v>{'|'.join(_OF_AUSTRALIA)}|AB|BC|MB|NB|NL|NS|ON|PE|QC|SK)\Z")
_COUNTY = ("county", "parish", "borough", "census area", "municipality", "islands", "city and borough")


def _of_country(phrase: str) -> Mapping[str, str]:
    """Of a country by any of its names: Turkey, Türkiye."""
    known, land = _countries(), _lands().get(fold(phrase))
    return known.get(fold(phrase)) or (known.get(fold(land.names[0]), {}) if land else {})


def _of_city(phrase: str) -> Mapping[str, str]:
    """Of towns of one name the largest counts."""
    name = fold(phrase)
    return _towns().get(exonyms().get(name, name), {})


def exonyms() -> Mapping[str, str]:
    """Return the folded names of towns by their English or former ones: "cologne" is köln."""
    return _told_by("exonyms", "|")


def town_of(place: str) -> tuple[str, str]:
    """Find a town of 250,000 people or more: its folded name and the code of its country; empty where there is none."""
    name = fold(place)
    name = exonyms().get(name, name)
    name = name if name in _towns() else _accented().get(compared(place), name)
    land = land_of(place) if _of_city(name).get("size") in _LARGE else None
    return (name, land.code) if land else ("", "")


def _of_town(place: str) -> Mapping[str, str]:
    """What is known of a town, with or without its accents: Montréal, Montreal; else what "Bowral NSW" tells."""
    known = _of_city(place) or _of_city(_accented().get(compared(place), place))
    if not known and (behind := _IN_PROVINCE.search(place)) is not None:
        land = "AU" if behind["v"] in _OF_AUSTRALIA else "CA"
        return _in_country(land) | {"size": f"of {_SIZES[0]} people"} | dict(_of_town(place[: behind.start()]))
    return known


@cache
def _accented() -> Mapping[str, str]:
    """The names of towns that have accents, by their names without."""
    return {compared(name): name for names in _places()["towns"].values() for name in names if not name.isascii()}


def _of_region(phrase: str) -> Mapping[str, str]:
    """Counties of the United States are known by their name."""
    folded = fold(phrase)
    known = _regions().get(folded)
    if known is None and folded.endswith(_COUNTY):
        return _in_country("US") | {"size": "a county of the United States"}
    return known or {}


def _in_country(code: str) -> dict[str, str]:
    name, continent, _, _ = _places()["countries"][code]
    return {"country": f"in {name}", "continent": f"on the continent {continent}"}


@cache
def _towns() -> Mapping[str, Mapping[str, str]]:
    found: dict[str, Mapping[str, str]] = {}
    for group, names in _places()["towns"].items():
        land, band, state = group.split("|")
        of_group = _in_country(land) | {"size": f"of {_SIZES[int(band)]} people"}
        if state:
            of_group["region"] = f"in the state {state}"
        found |= dict.fromkeys(names, of_group)
    return found


@cache
def _regions() -> Mapping[str, Mapping[str, str]]:
    found: dict[str, Mapping[str, str]] = {}
    for land, names in _places()["regions"].items():
        of_land = _in_country(land)
        if land == "US":
            of_land["size"] = "a state of the United States"
        found |= dict.fromkeys(map(fold, names), of_land)
    return found


@cache
def _countries() -> Mapping[str, Mapping[str, str]]:
    found: dict[str, Mapping[str, str]] = {}
    for name, continent, language, bloc in _places()["countries"].values():
        known = {"continent": f"on the continent {continent}"}
        if language:
            known["language"] = f"where {language} is the first language"
        if bloc:
            known["bloc"] = f"in {bloc}"
        # Where hardly anybody lives nobody comes from: such a place stands in for its like alone.
        sparse = _told_by("sparse", "|").get(fold(name))
        found[fold(name)] = {"continent": sparse} if sparse else known
    return found


@cache
def _lists() -> Mapping[str, Mapping[str, str]]:
    """The lists of words: of each, the words by what they tell."""
    found: dict[str, dict[str, str]] = {}
    name = ""
    for kind, line in sections(_LISTS.read_text(encoding="utf-8")):
        listed = found.setdefault(kind, {})
        if line.startswith("  "):
            listed[name] = f"{listed[name]} {line.strip()}".strip()
        else:
            name, _, words = line.partition(":")
            listed[name] = words.strip()
    return found


@cache
def _told_by(listed: str, between: str | None = None) -> Mapping[str, str]:
    """What each folded word of a list tells."""
    return {fold(word): name for name, words in _lists()[listed].items() for word in words.split(between)}


_WORD = re.compile(r"[^\W_]+")
_WEAK = frozenset(
    "manager officer worker assistant director consultant adviser advisor agent administrator executive head owner "
    "operator specialist coordinator professional inspector representative technician planner".split()
)
"""Titles that say nothing by themselves: the words before them count."""


_LEADS_OF = re.compile(
    r"^((?:deputy |assistant |group |senior )?(?:head|chief|director|vp|svp|evp|vice president)) of .*"
)
"""Who leads: "head of people", "VP of engineering"."""


def _field_of(title: str) -> str:
    """The field of a job, by the word that stands last: "school nurse" is a nurse. What tells none is one class."""
    folded = fold(title)
    # "head of people", "director of engineering": who it is stands before "of".
    words, by_words = _WORD.findall(_LEADS_OF.sub(r"\1", folded)), _told_by("fields")
    for end in range(len(words), 1, -1):
        if (found := by_words.get("-".join(words[end - 2 : end]))) is not None:
            return found
    strong = (word for word in reversed(words) if word not in _WEAK)
    for word in (*strong, *reversed(words)):
        if (found := by_words.get(word) or by_words.get(word.removesuffix("s"))) is not None:
            return found
    return "no field told"


def _of_group(name: str) -> Mapping[str, str]:
    """What is neither a people nor a religion of the lists is taken for a political view."""
    return _groups().get(fold(name), {"kind": "a political or other group"})


@cache
def _groups() -> Mapping[str, Mapping[str, str]]:
    # "South-African" is one word of the list.
    peoples = [(name.replace("-", " "), continent) for name, continent in _told_by("peoples").items()]
    return {name: {"kind": "a religious group"} for name in _told_by("religions", "|")} | {
        name: {"kind": "a people", "continent": f"of {continent}"} for name, continent in peoples
    }


NO_TRADE = "no trade told"
_LONGEST = 3
"""Words of an expression that tells a trade."""


def trade_of(name: str) -> str:
    """Tell the trade of an organisation; the last word of its name that tells one counts, longer expressions first."""
    return _told(name)[1]


def line_of(name: str) -> str:
    """Tell what an organisation does, where its trade has several lines; empty where it has none, or nothing tells.

    Some trades are too coarse for an answer: a maker of cars and one of furniture are of one.
    """
    return _told_by("lines").get(_told(name)[0].replace(" ", "-"), "")


def _told(name: str) -> tuple[str, str]:
    """What tells the trade of an organisation, and the trade."""
    folded, known = fold(name), _told_by("known", "|")
    for whole in (folded, re.sub(r"^the ", "", folded)):
        if whole in known:
            return whole, known[whole]
    words, by_words = _WORD.findall(folded), _told_by("trades")
    for end in range(len(words), 0, -1):
        for count in range(_LONGEST, 0, -1):
            word = "-".join(words[max(end - count, 0) : end])
            if count <= end and (told := by_words.get(word) or (end == len(words) and by_words.get(f"{word}$"))):
                return word, told
    return "", NO_TRADE


def trade_words(one: str, other: str) -> str:
    """Return what may be said of two organisations alike: of their line, of their trade where it has one line alone."""
    trade, line = trade_of(one), line_of(one)
    if trade != trade_of(other) or trade == NO_TRADE:
        return ""
    if line == line_of(other):
        return " ".join([trade, line, *_words_of(line), _lists()["said"].get(trade, "")])
    return trade


def line_put_right(drawn: str, original: str) -> tuple[Sequence[str], str]:
    """Return the words that tell what a drawn organisation does, and what the true one does; nothing where no list
    knows.
    """
    word, line = _told(drawn)[0], line_of(drawn)
    true = line_of(original)
    if not word or not true:
        return (), ""
    read = _lists()["read"].get(true, true)
    own = word.replace("-", " ")
    told = [own] if line == true else [own, line, *_words_of(line)]
    return [one for one in dict.fromkeys(told) if one and one not in read and one != fold(drawn)], read


def _words_of(line: str) -> Iterator[str]:
    """Words for a line that are no organisation's name."""
    folded = (fold(word).replace("-", " ") for word in _lists()["lines"].get(line, "").split())
    return (word for word in folded if word not in _told_by("known", "|"))


def _one(name: str, of_phrase: Callable[[str], str], phrase: str) -> Mapping[str, str]:
    return {name: f"{name}: {of_phrase(phrase)}"}


def _of_organization(phrase: str) -> Mapping[str, str]:
    line = line_of(phrase)
    return {**_one("trade", trade_of, phrase), **({"line": f"line: {line}"} if line else {})}


_OF: dict[str, Callable[[str], Mapping[str, str]]] = {
    "CITY": _of_town,
    "REGION": _of_region,
    "COUNTRY": _of_country,
    "ORGANIZATION": _of_organization,
    "JOB_TITLE": partial(_one, "field", _field_of),
    "NRP": _of_group,
}


class Land(NamedTuple):
    """A country; of each field the usual form first, empty where there is none.

    Attributes:
        code: two letters.
        names, continent, capital: as they are written in English.
        currency: its full name, its name without the country, its code.
        languages: the official ones, the most spoken one first.
        calling_code: with a plus.
    """

    code: str
    names: tuple[str, ...]
    continent: tuple[str, ...]
    capital: tuple[str, ...]
    currency: tuple[str, ...]
    languages: tuple[str, ...]
    calling_code: tuple[str, ...]


def land_of(place: str) -> Land | None:
    """Find the country that a place is or lies in; of towns of one name the largest counts. `place`: a country, a
    region or a town, in any letter case.
    """
    name, by_name = fold(place), _lands()
    found = by_name.get(name) or by_name.get(name.removeprefix("the "))
    if found is not None:
        return found
    known = _of_region(place) or _of_town(place)
    return by_name.get(fold(known["country"].removeprefix("in "))) if "country" in known else None


def state_of(place: str) -> str:
    """Find the state of a town in the United States, or the state itself; empty of all else."""
    return _of_town(place).get("region", "").removeprefix("in the state ")


@cache
def _lands() -> Mapping[str, Land]:
    found: dict[str, Land] = {}
    for line in LANDS.read_text(encoding="utf-8").splitlines():
        code, *fields = line.split("|")
        land = Land(code, *(tuple(filter(None, field.split(";"))) for field in fields))
        for name in land.names:
            found.setdefault(fold(name), land)
    return found
