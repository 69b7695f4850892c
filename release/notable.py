"""Writes `notable.txt`: people, bands, teams, series and films that questions are asked about.

    python -m release.notable FOLDER

The folder holds checkouts, each named OWNER+NAME: dariusk/corpora (CC0 1.0), fivethirtyeight/data (CC BY 4.0: guests of
a talk show, subjects and actors of films about people, players of basketball, artists of rock stations),
unitedstates/congress-legislators (CC0 1.0) and brmson/dataset-factoid-webquestions (CC BY 4.0: persons of the questions
to train with; those to test with stay unread). A name that many people bear is no famous person's.
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

import click

from dp_gateway.detection.public.lists import FOLDER, curated
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.data import read_data

_HEAD = (
    "# Who and what is asked about, written by release/notable.py: dariusk/corpora (CC0 1.0), fivethirtyeight/data\n"
    "# (CC BY 4.0), unitedstates/congress-legislators (CC0 1.0) and the questions to train with of WebQuestions\n"
    "# (CC BY 4.0).\n"
)
_CORPORA, _MEASURED = "dariusk+corpora/data", "fivethirtyeight+data"
_TITLE = re.compile(r"^(?:(?:Sen|Rep|Gov|Dr|Gen|Adm|Lt|Col|Sir|Lord|President|Senator|Amb|Prof|Justice)\.? )+")
_NAME = re.compile(r"[A-ZÀ-Þ][^\s\d,()\"/&:;]*(?: [^\s\d,()\"/&:;]+){1,3}")
_PHRASE = re.compile(r"[A-ZÀ-Þ0-9][^,()\"/=\[\]]{2,40}")
_OLD_YEAR = re.compile(r" \((?:18|19|20)\d\d\)$")
_COMMON = 60_000
"""Least product of the ranks of a given and a family name: about 150 people of the United States bear rarer ones."""
_MINUTES = 10_000
"""How long somebody has played who is asked about."""
_OF_BOTH = 50
"""The rank that names are given that no list of one sex has."""


def _json(folder: Path, name: str, key: str) -> Any:
    return json.loads((folder / _CORPORA / f"{name}.json").read_text(encoding="utf-8"))[key]


def _rows(folder: Path, name: str) -> Iterator[dict[str, str]]:
    with (folder / _MEASURED / name).open(encoding="utf-8", errors="replace", newline="") as file:
        yield from csv.DictReader(file)


def _persons(folder: Path) -> Iterator[str]:
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
    for part in ("trainmodel", "val", "devtest"):
        asked = folder / "brmson+dataset-factoid-webquestions/d-entities" / f"{part}.json"
        for question in json.loads(asked.read_text(encoding="utf-8")):
            yield from (string.capwords(name) for name, kind in question["entities"] if kind == "PERSON")
    text = (folder / "unitedstates+congress-legislators/legislators-current.yaml").read_text(encoding="utf-8")
    yield from re.findall(r"(?m)^    official_full: ['\"]?(.+?)['\"]?$", text)


def _works(folder: Path) -> Iterator[str]:
    """Series, films and bands."""
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


def _is_common(name: str) -> bool:
    given, family = _ranks()
    first, *middle, last = fold(name).split()
    if middle or first not in given or last not in family:
        return False
    return given[first] * family[last] < _COMMON


def _fitting(names: Iterable[str], form: re.Pattern[str], taken: set[str]) -> list[str]:
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
    parts = {
        "person": [name for name in _fitting(_persons(folder), _NAME, taken) if not _is_common(name)],
        "body": _fitting(_teams(folder), _PHRASE, taken),
        "work": [
            name
            for name in _fitting(_works(folder), _PHRASE, taken)
            if len(words := fold(name.removeprefix("The ")).split()) > 1 and not common.issuperset(words)
        ],
    }
    text = "".join(f"\n[{kind}]\n{', '.join(names)}\n" for kind, names in parts.items())
    (FOLDER / "notable.txt").write_text(_HEAD + text, encoding="utf-8")
    for kind, names in parts.items():
        click.echo(f"{kind:10}{len(names):>8,}")


if __name__ == "__main__":
    main()
