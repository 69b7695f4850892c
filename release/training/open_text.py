"""Texts without labels that the tagger learns from: passages that teachers label, and text that names nobody.

Some is in the folder of the corpora. Negatives come from the machine it runs on: code, headers, listings, manuals,
configuration. What stands there is labelled outside, but where a list or a pattern knows a name: those places teach
nothing.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import re
import sysconfig
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from dp_gateway.detection.detection import Detection
from dp_gateway.patterns.detector import PatternDetector
from dp_gateway.patterns.known_phrases import default_lexicon
from release.training.examples import Example
from release.training.messages import irc, news, questions, turns, wikipedia
from release.training.wordlists import glosses

__all__ = ["CLEAN", "FOLDERS", "OPEN", "negatives"]

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
    "speeches": _speeches,
    "prompts": _prompts,
    "youtube": _raw("yt-filter"),
    "reddit": _raw("redd.tok.uniq"),
    "stackoverflow": _raw("stacko-src"),
    "twitter": _raw("gurez.10000", "ile.10000", "palm.10000", "rigo.10000"),
    "reviews": _reviews,
    "sums": _sums,
    "turns": turns,
    "irc": irc,
    "questions": questions,
    "news": news,
    "wikipedia": wikipedia,
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


FOLDERS = (
    (Path(sysconfig.get_paths()["stdlib"]), 5),
    (Path("/usr/include"), 2),
    (Path("/usr/lib/node_modules"), 2),
    (Path("/usr/share/doc"), 5),
    (Path("/usr/share/man/man1"), 1),
    (Path("/usr/share/man/man3"), 1),
    (Path("/usr/share/perl"), 1),
    (Path("/etc"), 1),
    (Path("/usr/share"), 3),
)
"""Folders and how much is taken of each, relatively; those that a machine lacks are left out."""

_ENDINGS = frozenset(
    ".py .pyi .c .h .hpp .cpp .js .mjs .ts .json .md .rst .txt .sh .pl .pm .sql .cmake .css .yaml .yml .toml .cfg "
    ".ini .conf .html .php .tcl .go .rs .java .rb .cs .lua .xml .gz .el .vim .awk .mk".split()
)
_MOST_FILES = 6000
_ROFF = re.compile(r"^[.'].*$|\\f.|\\-|\\&", re.MULTILINE)
_PERSONAL = re.compile(r"author|copyright|maintain|thanks|written by|contribut|credit|signed|@", re.IGNORECASE)
_NAMED = frozenset({"PERSON", "ORGANIZATION", "LOCATION", "NRP", "STREET_ADDRESS"})


def negatives(count: int, rng: random.Random) -> Iterator[Example]:
    """Pieces of files, some lines each."""
    names, phrases = default_lexicon()
    doubt = Detection([PatternDetector(names=names), phrases])
    pieces: list[str] = []
    total = sum(weight for folder, weight in FOLDERS if folder.is_dir())
    for folder, weight in FOLDERS:
        if folder.is_dir():
            pieces += _pieces(_files(folder), count * weight // total, rng)
    for start in range(0, len(pieces), 64):
        batch = pieces[start : start + 64]
        for text, found in zip(batch, doubt.detect(batch), strict=True):
            doubtful = tuple((one.start, one.end, one.type) for one in found if one.type in _NAMED)
            yield Example(text, doubtful=doubtful)


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.suffix in _ENDINGS and file.is_file())


def _pieces(files: list[Path], count: int, rng: random.Random) -> Iterator[str]:
    rng.shuffle(files)
    files = files[:_MOST_FILES]
    taken = 0
    while files and taken < count:
        file = rng.choice(files)
        lines = _read(file).splitlines()
        if len(lines) < 3:
            files.remove(file)
            continue
        first = rng.randrange(len(lines))
        kept = lines[first : first + rng.randint(1, 30)]
        # Lines that name authors hold real names: they are neither taught as such nor as nothing.
        text = "\n".join(line[:200] for line in kept if not _PERSONAL.search(line)).strip("\n")[:1500]
        if len(text) > 15:
            taken += 1
            yield text


def _read(file: Path) -> str:
    try:
        if file.suffix == ".gz":
            with gzip.open(file) as opened:
                return _ROFF.sub("", opened.read(60_000).decode("utf-8", "replace"))
        with file.open("rb") as opened:
            return opened.read(60_000).decode("utf-8", "replace")
    except (OSError, EOFError):
        return ""
