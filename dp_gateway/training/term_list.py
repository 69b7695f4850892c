"""The list of terms that detection carries: which words of WordNet and which commands are never somebody's name.

`python -m dp_gateway.training.term_list DATA` writes it beside `dp_gateway.detection.terms`; DATA is the
folder of `data.toml`, with Open English WordNet and tldr pages in it.
"""

from __future__ import annotations

import lzma
import sys
from collections.abc import Iterable
from pathlib import Path

from dp_gateway.detection.lexicon import default_lexicon
from dp_gateway.detection.terms import TERMS_FILE
from dp_gateway.training.wordnet import members
from dp_gateway.vocabulary.lexicon.data import read_data

__all__ = ["listed", "main"]

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


def main(data: Path) -> None:
    """Write the list: terms in one line, abbreviations in the next."""
    text = "\n".join(" ".join(words) for words in listed(data)) + "\n"
    TERMS_FILE.write_bytes(lzma.compress(text.encode(), preset=9))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
