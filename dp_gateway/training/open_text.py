"""Texts without labels that the tagger learns from: passages that teachers label, and passages that name nobody.

`data.toml` says where each comes from and under which licence.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from dp_gateway.training.examples import from_tokens
from dp_gateway.training.wordnet import glosses

__all__ = ["CLEAN", "OPEN"]

_PASSAGE, _PAGE = 900, 600


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


def _sums(data: Path) -> Iterator[str]:
    """Sums in words, with the way to the answer."""
    file = data / "openai+grade-school-math/grade_school_math/data/train.jsonl"
    for line in file.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        yield one["question"]
        yield re.sub(r"<<[^>]*>>", "", one["answer"])


OPEN: Mapping[str, Callable[[Path], Iterator[str]]] = {
    "masc": _masc,
    "speeches": _speeches,
    "prompts": _prompts,
    "youtube": _raw("yt-filter"),
    "reddit": _raw("redd.tok.uniq"),
    "stackoverflow": _raw("stacko-src"),
    "twitter": _raw("gurez.10000", "ile.10000", "palm.10000", "rigo.10000"),
    "reviews": _reviews,
    "sums": _sums,
}
"""Open text by name: passages without labels."""


def _packed(passages: Iterator[str]) -> Iterator[str]:
    """Short passages of a file together."""
    page = ""
    for one in passages:
        if page and len(page) + len(one) > _PAGE:
            yield page
            page = ""
        page += f"\n\n{one}" if page else one
    if page:
        yield page


def _pages(*patterns: str, without: str = r"(?!)") -> Callable[[Path], Iterator[str]]:
    """Passages of Markdown files that a reader finds nobody in; lines that match `without` are left out."""

    def read(data: Path) -> Iterator[str]:
        for pattern in patterns:
            for file in sorted(data.glob(pattern)):
                text = file.read_text(encoding="utf-8", errors="replace")
                kept = "\n".join(line for line in text.split("\n") if not re.search(without, line))
                yield from _packed(_passages(kept))

    return read


CLEAN: Mapping[str, Callable[[Path], Iterator[str]]] = {
    "recipes": _pages("ronaldl29+public-domain-recipes/content/*.md", without="(?i)author|contribut|http|[<>{}]"),
    "commands": _pages("tldr-pages+tldr/pages/common/*.md", "tldr-pages+tldr/pages/linux/*.md"),
    "agents": _pages(
        "github+awesome-copilot/agents/*.md", "github+awesome-copilot/instructions/*.md",
        "github+awesome-copilot/skills/**/*.md", without="(?i)author|maintain|credit|thanks|by @",
    ),
    "glosses": lambda data: iter(glosses(data, 9000)),
}  # fmt: skip
"""Passages that hold nothing private, by name: what a teacher alone sees in them is a mistake of that teacher."""
