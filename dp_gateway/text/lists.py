"""Lists that people keep: files in sections, of which "[JOB]" begins one; "#" begins a remark. All rooms read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path


def sections(text: str) -> Iterator[tuple[str, str]]:
    """Yield each line of a list, behind the name of its section."""
    name = ""
    for line in text.splitlines():
        if line.startswith("["):
            name = line[1:].partition("]")[0]
        elif line and not line.startswith("#"):
            yield name, line


def weights_of(file: Path) -> dict[str, float]:
    """Read what each thing of a file of weights counts: lines "NAME: NUMBER"."""
    lines = (line.rpartition(": ") for _, line in sections(file.read_text(encoding="utf-8")))
    return {name: float(weight) for name, _, weight in lines}


def word_lists(module: str) -> Mapping[str, Sequence[str]]:
    """Read the lists of words of a module, by name. `module`: its `__file__`; `words.txt` beside it has them, in
    sections "[module NAME]".
    """
    path = Path(module)
    return _words_of(path.with_name("words.txt"))[path.stem]


def named_by_words(lists: Mapping[str, Sequence[str]], name: str) -> dict[str, str]:
    """Return, by each word of the lists "NAME WHAT" of a module, which of them it stands in: the title "Frau" in
    "female".
    """
    begun = f"{name} "
    return {word: own.removeprefix(begun) for own, words in lists.items() if own.startswith(begun) for word in words}


def alternatives(words: Iterable[str]) -> str:
    """Write words as alternatives of an expression, longer ones first, as the engine takes the first that matches."""
    return "|".join(sorted(words, key=len, reverse=True))


@cache
def _words_of(file: Path) -> Mapping[str, Mapping[str, Sequence[str]]]:
    lists: dict[str, dict[str, list[str]]] = {}
    for name, line in sections(file.read_text(encoding="utf-8")):
        module, _, own = name.partition(" ")
        lists.setdefault(module, {}).setdefault(own, []).extend(line.split())
    return lists
