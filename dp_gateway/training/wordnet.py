"""The Open English WordNet (CC BY 4.0): names of foods, species and theorems, which are nobody's.

Capitalised words that are private to nobody are what a tagger mistakes most. WordNet tells the names of classes
("Parmesan", "Pythagorean theorem") from those of single persons and places, and explains each in a sentence.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator
from pathlib import Path

__all__ = ["glosses", "members", "terms"]

_FOLDER = "globalwordnet+english-wordnet/src/yaml"
_FILES = {
    "food": ("food",),
    "science": ("animal", "body", "phenomenon", "plant", "process", "state", "substance"),
    "eponym": ("attribute", "cognition", "quantity", "relation", "shape"),
    "thing": ("act", "artifact", "event", "time"),
}
_SYNSET = re.compile(r"(?m)^[0-9]{8}-n:\n((?:[ ].*\n)+)")
_MEMBERS = re.compile(r"(?m)^  members:\n((?:  - .*\n)+)")
_DEFINITION = re.compile(r"(?m)^  definition:\n  - (.*\n(?:    .*\n)*)")


def terms(data: Path, names: Collection[str]) -> dict[str, list[str]]:
    """Terms by kind, each kind's capitalised ones as often as the others; nothing where WordNet is not in the folder.

    Args:
        data: folder of the corpora.
        names: words that are also names, lower case: terms that are nothing else are left out.
    """
    found: dict[str, list[str]] = {}
    for kind, files in _FILES.items():
        listed = sorted({term for file in files for one in _synsets(data, file) for term in _members(one)})
        listed = [term for term in listed if term.lower() not in names]
        capital = [term for term in listed if any(map(str.isupper, term))]
        if capital:
            found[kind] = listed + capital * (len(listed) // len(capital))
    return found


def glosses(data: Path, count: int, seed: int = 18) -> list[str]:
    """Texts of some terms and what they mean, as dictionaries and lessons put it."""
    rng = random.Random(seed)
    entries = [
        (rng.choice(members), " ".join(meaning[1].split()).strip("'\""))
        for files in _FILES.values()
        for file in files
        for one in _synsets(data, file)
        if (meaning := _DEFINITION.search(one)) and (members := _members(one))
    ]
    rng.shuffle(entries)
    texts: list[str] = []
    while entries and len(texts) < count:
        form = rng.choice(["{0}: {1}.", "{2} is {1}.", "- {2}: {1}", "{1} ({0})", "| {2} | {1} |", "{2}\n{1}\n"])
        size = rng.randint(1, 5)
        some, entries = entries[:size], entries[size:]
        texts.append("\n".join(form.format(term, means, term[:1].upper() + term[1:]) for term, means in some))
    return texts


def members(data: Path, file: str) -> Iterator[str]:
    """The words and phrases of one of WordNet's files of nouns, "food" or "plant", but for single things' names.

    Args:
        data: folder of the corpora.
        file: which, as WordNet calls it.
    """
    return (member for one in _synsets(data, file) for member in _members(one))


def _synsets(data: Path, file: str) -> Iterator[str]:
    """What stands of each class; single persons, places and events are left out."""
    path = data / _FOLDER / f"noun.{file}.yaml"
    for synset in _SYNSET.finditer(path.read_text(encoding="utf-8")) if path.exists() else ():
        if "instance_hypernym:" not in synset[1]:
            yield synset[1]


def _members(synset: str) -> list[str]:
    members = _MEMBERS.search(synset)
    return [line[4:].strip("'\"") for line in members[1].splitlines()] if members else []
