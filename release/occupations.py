"""Writes `occupations.txt`: what people do for a living, one word each, out of Open English WordNet.

    python -m release.occupations FOLDER

The folder is a checkout of globalwordnet/english-wordnet (CC BY 4.0). `dp_gateway.patterns.own_jobs` reads the list.
"""

from __future__ import annotations

from pathlib import Path

import click

import dp_gateway.patterns
from release.lexicon.topics import kinds_of, synsets_of

_FILE = Path(dp_gateway.patterns.__file__).with_name("occupations.txt")
_HEAD = "# Words for workers, selected from Open English WordNet (CC BY 4.0) by release/occupations.py\n"
_ROOTS = {
    "09655706-n": "worker", "10499838-n": "professional", "10726882-n": "healer", "10065521-n": "educator",
    "10435383-n": "performer", "09637345-n": "creator",
}  # fmt: skip
"""Synsets that the list holds all kinds of."""

_OTHERS = frozenset(
    "man woman mother father daughter son sister brother bride person hand lady boy girl tenor bass soprano alto "
    "star canary goof model leader realist romantic romanticist modernist pioneer innovator creator originator "
    "founder player volunteer helper employee servant slave mistress don drudge user reader speaker starter "
    "professional expert amateur mate help mug fodder poser voluntary yuppie careerist drunk practitioner grinder "
    "pillar performer assistant jester minstrel spinster recruit labor labour scab peon servitor retainer greyback "
    "recorder warbler old second lovely head other others".split()
)
"""Words whose usual meaning is another one."""


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Write the file anew."""
    synsets = synsets_of(folder)
    words = {word for number in kinds_of(set(_ROOTS), synsets) for word in synsets[number][1]["members"]}
    listed = sorted(word for word in words - _OTHERS if word.isascii() and word.isalpha() and word.islower())
    _FILE.write_text(_HEAD + "\n".join(listed) + "\n", encoding="utf-8")
    click.echo(f"{len(listed):,} words, {_FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
