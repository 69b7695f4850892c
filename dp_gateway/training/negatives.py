"""Text that holds nothing private, from the machine it runs on: code, headers, listings, manuals, configuration.

What stands there is labelled outside, but where a list or a pattern knows a name: those places teach nothing.
"""

from __future__ import annotations

import gzip
import random
import re
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from dp_gateway.detection.detection import Detection
from dp_gateway.detection.lexicon import default_lexicon
from dp_gateway.detection.patterns import PatternDetector
from dp_gateway.training.examples import Example

__all__ = ["FOLDERS", "negatives"]

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
