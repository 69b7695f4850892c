"""Writes `occupations.txt`: what people do for a living, one word each, out of Open English WordNet.

    python -m release.occupations FOLDER

The folder is a checkout of globalwordnet/english-wordnet (CC BY 4.0). `dp_gateway.patterns.own_jobs` reads the list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import yaml

import dp_gateway.patterns

_FILE = Path(dp_gateway.patterns.__file__).with_name("occupations.txt")
_HEAD = "# Words for workers, selected from Open English WordNet (CC BY 4.0) by release/occupations.py\n"
_KINDS: Mapping[str, str] = {
    "worker": "a person who works at a specific occupation",
    "professional": "a person engaged in one of the learned professions",
    "healer": "a person skilled in a particular type of therapy",
    "educator": "someone who educates young people",
    "performer": "an entertainer who performs a dramatic or musical work for an audience",
    "creator": "a person who grows or makes or invents things",
}
"""Terms that the list holds all kinds of, with the beginning of the meaning that is wanted."""

_OTHERS = frozenset(
    "man woman mother father daughter son sister brother bride person hand lady boy girl tenor bass soprano alto "
    "star canary goof model leader realist romantic romanticist modernist pioneer innovator creator originator "
    "founder player volunteer helper employee servant slave mistress don drudge user reader speaker starter "
    "professional expert amateur mate help mug fodder poser voluntary yuppie careerist drunk practitioner grinder "
    "pillar performer assistant jester minstrel spinster recruit labor labour scab peon servitor retainer greyback "
    "recorder warbler old second lovely head other others".split()
)
"""Words whose usual meaning is another one."""


def _synsets(folder: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for file in sorted((folder / "src" / "yaml").glob("noun.*.yaml")):
        found.update(yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader))
    return found


def _kinds_of(synsets: Mapping[str, Mapping[str, Any]], term: str, meaning: str) -> Iterator[str]:
    """The words for all kinds of one meaning of a term."""
    below: dict[str, list[str]] = defaultdict(list)
    for name, one in synsets.items():
        for above in one.get("hypernym", ()):
            below[above].append(name)
    waiting = [
        name for name, one in synsets.items() if term in one["members"] and one["definition"][0].startswith(meaning)
    ]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += below[name]
            yield from synsets[name]["members"]


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Write the file anew."""
    synsets = _synsets(folder)
    words = {word for kind in _KINDS.items() for word in _kinds_of(synsets, *kind)}
    listed = sorted(word for word in words - _OTHERS if word.isascii() and word.isalpha() and word.islower())
    _FILE.write_text(_HEAD + "\n".join(listed) + "\n", encoding="utf-8")
    click.echo(f"{len(listed):,} words, {_FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
