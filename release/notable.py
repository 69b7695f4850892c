"""Writes `notable.txt`: people, bands, teams, firms, products, series, films and games that questions are asked about.

    python -m release.notable FOLDER

The folder holds checkouts, each named OWNER+NAME: dariusk/corpora (CC0 1.0), fivethirtyeight/data (CC BY 4.0: guests of
a talk show, subjects and actors of films about people, players of basketball, artists of rock stations),
unitedstates/congress-legislators (CC0 1.0), brmson/dataset-factoid-webquestions (CC BY 4.0: persons of the questions
to train with; those to test with stay unread), simple-icons/simple-icons (CC0 1.0: marks of firms and products) and
Ram-N/lifespans (its copy of Pantheon 1.0, Yu et al. 2016, https://doi.org/10.1038/sdata.2015.75, CC BY 4.0: people of
whom Wikipedia writes in more than 25 languages). A name that many people bear is no famous person's.
"""

from __future__ import annotations

import csv
import json
import re
import string
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

import click

from dp_gateway.public.lists import FOLDER, curated
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.data import CODES, read_data, read_native

__all__ = ["asked_persons", "fitting", "is_common", "views_of"]

_HEAD = (
    "# Who and what is asked about, written by release/notable.py: dariusk/corpora (CC0 1.0), fivethirtyeight/data\n"
    "# (CC BY 4.0), unitedstates/congress-legislators (CC0 1.0) and the questions to train with of WebQuestions\n"
    "# (CC BY 4.0), simple-icons (CC0 1.0), Pantheon 1.0 (Yu et al. 2016, CC BY 4.0).\n"
)
_CORPORA, _MEASURED = "dariusk+corpora/data", "fivethirtyeight+data"
_TITLE = re.compile(r"^(?:(?:Sen|Rep|Gov|Dr|Gen|Adm|Lt|Col|Sir|Lord|President|Senator|Amb|Prof|Justice)\.? )+")
_NAME = re.compile(r"[A-ZÀ-Þ][^\s\d,()\"/&:;]*(?: [^\s\d,()\"/&:;]+){1,3}")
_ONE = re.compile(r"[A-ZÀ-Þ][^\W\d_]{3,}(?:['-][^\W\d_]{2,})?")
_PHRASE = re.compile(r"[A-ZÀ-Þ0-9][^,()\"/=\[\]]{2,40}")
_NO_LAST = re.compile(r",|\b(?:of|the)\b")
_FORM = re.compile(r",? (?:Corporation|Inc\.|Incorporated|Corp\.|Co\.|Company|Companies|Holdings|Group|Stores)$")
_MARK = re.compile(r"(?=.*[^\W\d_]{3})[^\W_][^,()\"/=\[\]#]{2,30}")
_OLD_YEAR = re.compile(r" \((?:18|19|20)\d\d\)$")
_COMMON = 60_000
"""Least product of the ranks of a given and a family name: about 150 people of the United States bear rarer ones."""
_MINUTES = 10_000
"""How long somebody has played who is asked about."""
_VIEWS = 2_000_000
"""How often the English page of somebody has been read who is known by the last name alone."""
_OF_BOTH = 50
"""The rank that names are given that no list of one sex has."""


def _json(folder: Path, name: str, key: str) -> Any:
    return json.loads((folder / _CORPORA / f"{name}.json").read_text(encoding="utf-8"))[key]


def _rows(folder: Path, name: str) -> Iterator[dict[str, str]]:
    with (folder / _MEASURED / name).open(encoding="utf-8", errors="replace", newline="") as file:
        yield from csv.DictReader(file)


@cache
def _pantheon(folder: Path) -> tuple[dict[str, str], ...]:
    with (folder / "Ram-N+lifespans/data/pantheon.tsv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def views_of(folder: Path) -> dict[str, int]:
    """How often the English page of each of the famous people has been read."""
    return {row["name"]: int(row["PageViewsEnglish"]) for row in _pantheon(folder)}


def asked_persons(folder: Path) -> Iterator[str]:
    """The persons of the questions to train with of WebQuestions."""
    for part in ("trainmodel", "val", "devtest"):
        asked = folder / "brmson+dataset-factoid-webquestions/d-entities" / f"{part}.json"
        for question in json.loads(asked.read_text(encoding="utf-8")):
            yield from (string.capwords(name) for name, kind in question["entities"] if kind == "PERSON")


def _persons(folder: Path) -> Iterator[str]:
    yield from (row["name"].partition(",")[0] for row in _pantheon(folder))
    for name in ("celebrities", "britishActors", "scientists"):
        yield from _json(folder, f"humans/{name}", name)
    yield from (one["name"] for one in _json(folder, "humans/richpeople", "richPeople"))
    for one in _json(folder, "humans/us_presidents", "objects"):
        person = one["person"]
        yield f"{person['firstname']} {person['lastname']}"
    yield from (one["name"] for one in _json(folder, "sports/nba_mvps", "winners").values())
    for row in _rows(folder, "daily-show-guests/daily_show_guests.csv"):
        yield from re.split(r",|;| and | & ", row["Raw_Guest_List"])
    for row in _rows(folder, "biopics/biopics.csv"):
        yield from (row["subject"], row["director"], row["lead_actor_actress"])
    played: Counter[str] = Counter()
    for era in ("historical", "modern"):
        for row in _rows(folder, f"nba-raptor/{era}_RAPTOR_by_player.csv"):
            played[row["player_name"]] += int(row["mp"])
    yield from (name for name, minutes in played.items() if minutes >= _MINUTES)
    yield from (row["player"] for row in _rows(folder, "tennis-time/players_time.csv"))
    yield from asked_persons(folder)
    text = (folder / "unitedstates+congress-legislators/legislators-current.yaml").read_text(encoding="utf-8")
    yield from re.findall(r"(?m)^    official_full: ['\"]?(.+?)['\"]?$", text)


def _known_by_one(folder: Path) -> Iterator[str]:
    """People of one name ("Nostradamus"), last names of those of whom most have read, and creatures of a game.

    No last name that several of them share, or that a list of names of any language has.
    """
    people = [row["name"].rpartition(" ") for row in _pantheon(folder)]
    shared = Counter(_plain(last) for _, _, last in people)
    for row, (first, _, last) in zip(_pantheon(folder), people, strict=True):
        read_of = int(row["PageViewsEnglish"]) >= _VIEWS and not _NO_LAST.search(first) and shared[_plain(last)] == 1
        if (not first or read_of) and _plain(last) not in _names():
            yield last
    yield from (one["name"] for one in _json(folder, "games/pokemon", "pokemon"))


def _plain(name: str) -> str:
    """A name without case and accents."""
    return "".join(char for char in normalize("NFKD", fold(name)) if not combining(char))


@cache
def _names() -> frozenset[str]:
    """The given and family names of all languages, without accents."""
    pools = [list(read_data().pools[name]) for name in ("GIVEN_NAMES_ALL", "SURNAMES_ALL")]
    for code in CODES:
        for name, pool in read_native(code).items():
            if name.startswith(("GIVEN_NAME", "SURNAME")):
                pools += [list(pool.entries), *([*form.values()] for form in pool.forms.values())]
    return frozenset(_plain(name) for pool in pools for name in pool)


def _firms(folder: Path) -> Iterator[str]:
    """Firms, products and programs."""
    marks = json.loads((folder / "simple-icons+simple-icons/data/simple-icons.json").read_text(encoding="utf-8"))
    firms = _json(folder, "corporations/fortune500", "companies") + _json(folder, "corporations/cars", "cars")
    yield from (_FORM.sub("", name) for name in (*(mark["title"] for mark in marks), *firms))


def _works(folder: Path) -> Iterator[str]:
    """Series, films, bands and games."""
    yield from _json(folder, "games/board_games", "games")
    yield from _json(folder, "film-tv/tv_shows", "tv_shows")
    yield from (_OLD_YEAR.sub("", film) for film in _json(folder, "film-tv/popular-movies", "popular-movies"))
    yield from (one["name"] for one in _json(folder, "music/rock_hall_of_fame", "artists"))
    yield from (row["ARTIST CLEAN"] for row in _rows(folder, "classic-rock/classic-rock-song-list.csv"))


def _teams(folder: Path) -> Iterator[str]:
    for name in ("nba", "nfl", "mlb", "nhl"):
        teams: list[dict[str, Any]] = _json(folder, f"sports/{name}_teams", f"{name}_teams")
        yield from (team["name"] if " " in team["name"] else f"{team['city']} {team['name']}" for team in teams)
    yield from (team["name"] for team in _json(folder, "sports/football/epl_teams", "epl_teams"))


@cache
def _ranks() -> tuple[dict[str, int], dict[str, int]]:
    """How frequent each given and each family name is, from 1; "Chris", of no one sex, is in no list by frequency."""
    pools = read_data().pools
    given = dict.fromkeys(map(fold, pools["GIVEN_NAMES_ALL"]), _OF_BOTH)
    for sex in ("FEMALE", "MALE"):
        given |= {fold(name): rank for rank, name in enumerate(pools[f"GIVEN_NAME_{sex}"], 1)}
    return given, {fold(name): rank for rank, name in enumerate(pools["SURNAMES_ALL"], 1)}


def is_common(name: str, views: int = 0) -> bool:
    """Whether many people bear a name; the more often the page of one has been read, the more may bear it."""
    given, family = _ranks()
    first, *middle, last = fold(name).split()
    if middle or first not in given or last not in family:
        return False
    return given[first] * family[last] * max(1, views / _VIEWS) < _COMMON


def fitting(names: Iterable[str], form: re.Pattern[str], taken: set[str]) -> list[str]:
    """The names of a form, each once, that no list has yet."""
    found: dict[str, str] = {}
    for name in names:
        one = _TITLE.sub("", " ".join(name.replace("’", "'").split()))
        folded = fold(one.removeprefix("The "))
        if form.fullmatch(one) and folded not in taken and not one.isupper():
            found.setdefault(folded, one)
    taken.update(found)
    return sorted(found.values())


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Write the file anew."""
    data = read_data()
    taken = {fold(name) for name, _ in curated()} | {fold(town) for town in data.types["CITY"]}
    taken |= {fold(word) for pool in ("COMMON_WORDS", "GIVEN_NAMES_ALL", "SURNAMES_ALL") for word in data.pools[pool]}
    common = {fold(word) for word in data.pools["COMMON_WORDS"]}
    views = views_of(folder)
    parts = {
        "person": [one for one in fitting(_persons(folder), _NAME, taken) if not is_common(one, views.get(one, 0))],
        "mononym": fitting(_known_by_one(folder), _ONE, taken),
        "company": fitting(_firms(folder), _MARK, taken),
        "body": fitting(_teams(folder), _PHRASE, taken),
        "work": [
            name
            for name in fitting(_works(folder), _PHRASE, taken)
            if len(words := fold(name.removeprefix("The ")).split()) > 1 and not common.issuperset(words)
        ],
    }
    text = "".join(f"\n[{kind}]\n{', '.join(names)}\n" for kind, names in parts.items())
    (FOLDER / "notable.txt").write_text(_HEAD + text, encoding="utf-8")
    for kind, names in parts.items():
        click.echo(f"{kind:10}{len(names):>8,}")


if __name__ == "__main__":
    main()
