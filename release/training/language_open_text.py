"""Open text of languages other than English, without labels: what people wrote or chose for others to read aloud, told
one another as strangers, wrote in novels, and explained to beginners. `data.toml` has the sources.

A strong teacher reads it, and the taggers of these languages learn what it finds.
"""

from __future__ import annotations

import json
import random
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from release.training.ordinary_words import is_held_out

__all__ = ["open_text"]

_VOICES = "mozilla+common-voice/server/data"
_FOLDERS = {"zh": ("zh-CN", "zh-TW")}
_NO_SENTENCES = (
    "addresses", "countries", "german-cities", "lulucmy", "singleword", "wiki.", "europarl", "taipei_city", "lms",
)  # fmt: skip
_NOVELS = {"de": "deu", "es": "spa", "fr": "fra", "it": "ita", "pl": "pol", "pt": "por"}
_HEADER, _MARKUP = re.compile(r"<teiHeader.*?</teiHeader>", re.S), re.compile(r"<[^>]+>")
_PARAGRAPH = re.compile(r"<p\b[^>]*>(.*?)</p>", re.S)
_LESSONS = "microsoft+IoT-For-Beginners/translations"
_NO_PROSE = re.compile(r"```.*?```|!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)|<[^>]+>|[`*#\[\]|>]|^-{3}.*$", re.S | re.M)
_PERSONAS = {"it": "It", "fr": "Fr", "ja": "Jp", "zh": "Zh"}
_CHAPTERS = {"zh": ("zh", "cn")}
_SPACELESS = ("zh", "ja")
_SHORTEST, _LONGEST = 12, 700


def open_text(data: Path, code: str, many: int, rng: random.Random) -> list[str]:
    """Messages of one to four lines or sentences, or a paragraph each.

    Args:
        data: folder of the sources.
        code: the language.
        many: how many from each source.
        rng: draws them.
    """
    sources: tuple[tuple[Iterable[str], str], ...] = (
        (_read_aloud(data, code), " "),
        (_told(data, code), "\n"),
        (_talked(data, code), "\n"),
        (_explained(data, code), "\n"),
    )
    found: list[str] = []
    for texts, between in sources:
        listed = [text for text in texts if len(text) > (3 if code in _SPACELESS else _SHORTEST)]
        joint = "" if between == " " and code in _SPACELESS else between
        starts = rng.sample(range(len(listed)), min(many, len(listed)))
        # What stands side by side was written or said one after another.
        found += [joint.join(listed[at : at + rng.choice([1, 1, 2, 3])])[:_LONGEST] for at in starts]
    return found


def _read_aloud(data: Path, code: str) -> Iterator[str]:
    """Sentences of Common Voice, but for those that are held out."""
    for folder in _FOLDERS.get(code, (code,)):
        for file in sorted((data / _VOICES / folder).glob("*.txt")):
            if not file.name.startswith(_NO_SENTENCES):
                lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
                yield from (line for line in lines if not is_held_out(line))


def _told(data: Path, code: str) -> Iterator[str]:
    """Paragraphs of novels."""
    for novel in sorted((data / f"COST-ELTeC+ELTeC-{_NOVELS.get(code)}" / "level1").glob("*.xml")):
        for match in _PARAGRAPH.finditer(_HEADER.sub("", novel.read_text(encoding="utf-8", errors="replace"))):
            yield " ".join(_MARKUP.sub(" ", match[1]).split())


def _talked(data: Path, code: str) -> Iterator[str]:
    """What strangers wrote to one another."""
    if code in _PERSONAS:
        for file in sorted((data / "HLTCHKUST+Xpersona/dataset").glob(f"{_PERSONAS[code]}_*.json")):
            for one in json.loads(file.read_text(encoding="utf-8")):
                yield from (said for turn in one["dialogue"] for said in turn)
                yield from one["persona"]
    if code == "ja":
        for file in sorted((data / "nu-dialogue+real-persona-chat/real_persona_chat/dialogues").glob("*.json"))[::3]:
            yield from (one["text"] for one in json.loads(file.read_text(encoding="utf-8"))["utterances"])
    if code == "zh":
        for part in ("val", "test"):
            with zipfile.ZipFile(data / f"thu-coai+CrossWOZ/data/crosswoz/{part}.json.zip") as packed:
                for one in json.loads(packed.read(f"{part}.json")).values():
                    yield from (message["content"] for message in one["messages"])


def _explained(data: Path, code: str) -> Iterator[str]:
    """Paragraphs of lessons."""
    for folder in _CHAPTERS.get(code, (code,)):
        for lesson in sorted((data / _LESSONS / folder).rglob("*.md")):
            for line in _NO_PROSE.sub("", lesson.read_text(encoding="utf-8")).splitlines():
                if "http" not in line:
                    yield line.strip(" -+")
