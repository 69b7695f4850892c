"""Writes `graph.txt`: people, works, bands, teams and firms that have an entry in a graph of knowledge.

    python -m release.graph FOLDER

The folder holds checkouts, each named OWNER+NAME: villmow/datasets_knowledge_embedding (MIT; names, other names and
descriptions of Wikidata, CC0 1.0, of the 14,500 things of FB15k, of which Freebase had most to tell), and
Ram-N/lifespans and brmson/dataset-factoid-webquestions as release/notable.py reads them. What other lists have is left
out.

[namesake] are famous people whose name many others bear: `decision` keeps them only where what is asked is told of the
famous one alone ("which album", "the Super Bowl").
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import click

from dp_gateway.public.lists import FOLDER, names
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.data import read_data
from release.notable import asked_persons, fitting, is_common, views_of

_HEAD = (
    "# Who and what a graph of knowledge has, written by release/graph.py: FB15k with names and descriptions of\n"
    "# Wikidata (CC0 1.0, villmow/datasets_knowledge_embedding, MIT), persons of Pantheon 1.0 and WebQuestions (see\n"
    "# notable.txt).\n"
)
_THINGS = "villmow+datasets_knowledge_embedding/FB15K/entity2wikidata.json"
_PERSON = re.compile(
    r"\b(?:act(?:or|ress)|musician|singer|songwriter|rapper|composer|director|producer|screenwriter|writer|author|poet|"
    r"novelist|playwright|comedian|politician|footballer|player|philosopher|physicist|mathematician|scientist|chemist|"
    r"painter|artist|presenter|guitarist|drummer|pianist|bassist|president|king|queen|emperor|economist|historian|"
    r"businessman|entrepreneur|wrestler|boxer|coach|dancer|architect|activist|athlete|inventor|personality|filmmaker|"
    r"statesman|psychologist|general)\b",
    re.I,
)
_NO_PERSON = re.compile(
    r"\b(?:by|based on|award|awards|genre|company|label|school|university|profession|occupation|person who|position|"
    r"film|series|album|novel|play|band|team|club|duo|group|studio)$|"
    r"\b(?:award|profession|occupation|person who|position|(?:film|movie|series|album|song|novel|game|band|club)\b.*"
    r"\b(?:by|based|directed|created|written|from))\b",
    re.I,
)
_KINDS = {
    "work": r"\b(?:film|movie|series|sitcom|album|song|novel|video game|musical|television (?:show|program)|soap opera|"
    r"miniseries|rock band|pop band|metal band|punk band|boy band|girl group|band from|american band)\b",
    "body": r"\b(?:(?:football|soccer|basketball|baseball|hockey|rugby|sports?) (?:club|team)|national .{0,20}team)\b",
    "company": r"\b(?:company|corporation|record label|television (?:network|channel)|tv channel|conglomerate|"
    r"manufacturer|publisher|retailer|airline|restaurant chain)\b",
}
_STUDIO = re.compile(r"\b(?:Pictures|Studios|Entertainment|Films|Productions|Interactive|Games)(?: Group)?$")
"""Whoever works there is tied to a firm: a film is made "by" it."""
_LEGAL_FORM = re.compile(r"(?:,? (?:Inc\.?|Ltd\.?|LLC|plc|Corporation|Company|Co\.)|(?:,? [AF]\.?[FCS]\.?C?\.?))$")
_PERSONS_NAME = re.compile(r"[A-ZÀ-Þ][^\s\d,()\"/&:;]*(?: [^\s\d,()\"/&:;]+){1,3}")
_PHRASE = re.compile(r"[A-ZÀ-Þ0-9][^,()\"/=\[\]#]{2,40}")
_WORD, _LEAST_LETTERS = re.compile(r"[^\W\d_]+"), 5


def _things(folder: Path) -> Iterator[tuple[str, str]]:
    """Kind and name of each thing of the graph."""
    for thing in json.loads((folder / _THINGS).read_text(encoding="utf-8")).values():
        # Titles of pages are guarded better than labels are.
        title = unquote((thing.get("wikipedia") or "").rpartition("/wiki/")[2]).replace("_", " ")
        told, name = thing.get("description") or "", title.partition(" (")[0]
        if _PERSON.search(told) and not _NO_PERSON.search(told):
            yield "person", name
            continue
        kind = next((kind for kind, form in _KINDS.items() if re.search(form, told, re.I)), "")
        if kind == "work" and _STUDIO.search(name):
            kind = "company"
        if kind:
            yield kind, _LEGAL_FORM.sub("", name)


def _is_told_by_its_name(name: str, common: frozenset[str]) -> bool:
    """Whether a name stands for nothing else: one long word that no list has, or several, not all of them common."""
    parts = fold(name.removeprefix("The ")).split()
    if len(parts) == 1:
        return len(parts[0]) >= _LEAST_LETTERS and _WORD.fullmatch(parts[0]) is not None
    return not common.issuperset(parts)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Write the file anew."""
    file = FOLDER / "graph.txt"
    file.write_text(_HEAD, encoding="utf-8")
    data = read_data()
    common = frozenset(map(fold, data.pools["COMMON_WORDS"]))
    taken = {name for name, _ in names()}
    taken |= {fold(word) for pool in ("COMMON_WORDS", "GIVEN_NAMES_ALL", "SURNAMES_ALL") for word in data.pools[pool]}
    things: dict[str, list[str]] = {}
    for kind, name in _things(folder):
        things.setdefault(kind, []).append(name)
    views = views_of(folder)
    people = (name.partition(",")[0] for name in views)
    persons = fitting((*things["person"], *people, *asked_persons(folder)), _PERSONS_NAME, taken)
    namesakes = {name for name in persons if is_common(name, views.get(name, 0))}
    parts = {
        "person": [name for name in persons if name not in namesakes],
        "namesake": [name for name in persons if name in namesakes],
        "work": [name for name in fitting(things["work"], _PHRASE, taken) if _is_told_by_its_name(name, common)],
        "body": [name for name in fitting(things["body"], _PHRASE, taken) if _is_told_by_its_name(name, common)],
        "company": [name for name in fitting(things["company"], _PHRASE, taken) if _is_told_by_its_name(name, common)],
    }
    file.write_text(
        _HEAD + "".join(f"\n[{kind}]\n{', '.join(of_kind)}\n" for kind, of_kind in parts.items()), encoding="utf-8"
    )
    for kind, of_kind in parts.items():
        click.echo(f"{kind:10}{len(of_kind):>8,}")


if __name__ == "__main__":
    main()
