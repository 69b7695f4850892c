"""Reads the Open English WordNet (CC BY 4.0): names of foods, species and theorems, which are nobody's.

Capitalised words that are private to nobody are what a tagger mistakes most. WordNet tells the names of classes
("Parmesan", "Pythagorean theorem") from those of single persons and places, and explains each in a sentence. The list
of terms that detection carries is made of it and of the names of commands: `python -m dp_gateway.training terms`.
"""

from __future__ import annotations

import lzma
import random
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from dp_gateway.detection.lexicon import default_lexicon
from dp_gateway.detection.terms import TERMS_FILE
from dp_gateway.vocabulary.lexicon.data import read_data

__all__ = ["glosses", "listed", "members", "terms", "write_terms"]

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


_NATURAL = frozenset("animal body feeling food phenomenon plant process quantity shape state substance".split())
_OTHER = frozenset(
    "act artifact attribute cognition communication event group location motive object person possession relation "
    "time".split()
)
_ABBREVIATED = frozenset("animal attribute body cognition communication phenomenon process state substance".split())
_SHORTEST, _SHORTEST_COMMAND, _LONGEST_ABBREVIATION = 3, 4, 6
# Broadcasters, an agency and an army are called so as well.
_ORGANISATIONS = frozenset(("ABC", "AFP", "IRA"))


def listed(data: Path) -> tuple[list[str], list[str]]:
    """Terms in lower case, and abbreviations, sorted.

    A term is a word that stands in WordNet for living things, substances, dishes, states and the like alone, or the
    name of a command of tldr pages; what is a name of a person, a place or an organisation too is left out.

    Args:
        data: folder of the corpora.

    Raises:
        OSError: a corpus is not there.
    """
    names, _ = default_lexicon()
    phrases = read_data().types
    taken = {word.lower() for kind in ("ORGANIZATION", "CITY", "REGION") for word in phrases[kind]}
    taken |= {*names.given, *names.surnames}
    natural, other = _words(data, _NATURAL), _words(data, _OTHER)
    every = natural | other
    taken |= {word.lower() for word in every if word[0].isupper() and not word.isupper()}
    terms = {word for word in natural - other if word.islower() and len(word) >= _SHORTEST}
    pages = data / "tldr-pages+tldr/pages"
    commands = {file.stem for file in pages.glob("*/*.md") if len(file.stem) >= _SHORTEST_COMMAND}
    if not terms or not commands:
        raise FileNotFoundError(f"no WordNet or no tldr pages in {data}")
    terms |= {word for word in commands.difference(names.common) if word.isalpha() and word.islower()}
    short = _words(data, _ABBREVIATED) - _words(data, frozenset(("group", "location", "person", "possession")))
    kept = [
        word for word in short - _ORGANISATIONS if word.isupper() and _SHORTEST <= len(word) <= _LONGEST_ABBREVIATION
    ]
    return sorted(terms - taken), sorted(kept)


def _words(data: Path, files: Iterable[str]) -> set[str]:
    return {word for file in files for word in members(data, file) if word.isalpha() and len(word) > 1}


def write_terms(data: Path) -> None:
    """Write the list that detection carries: terms in one line, abbreviations in the next.

    Args:
        data: folder of the corpora.

    Raises:
        OSError: a corpus is not there.
    """
    text = "\n".join(" ".join(words) for words in listed(data)) + "\n"
    TERMS_FILE.write_bytes(lzma.compress(text.encode(), preset=9))
