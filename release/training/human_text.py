"""Text that people wrote for others to use, in which hardly anybody private is named: instructions for children,
recipes, descriptions of pictures, what is said to a machine, what everybody should know of an illness.

Corpora with names are news and encyclopedias; what a tagger covers in vain in messages are words of everyday life. A
word that may name something is left open, neither taught as a name nor as none. `data.toml` has the sources.
"""

# wordfreq is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

import html
import json
import re
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from dp_gateway.vocabulary.lexicon.data import read_data
from release.training.examples import ALL, Example, Span

__all__ = ["human_text"]

_KNOWN = ALL - {"DATE_TIME", "AGE", "JOB_TITLE", "TITLE", "NRP"}
"""What is known of these texts: nobody has marked jobs, ages and dates in them."""
_PAGE = 350
_HELD_OUT = 10
_SPACELESS = ("zh", "ja")

_FOLDERS = {
    "de": ("de-DE",), "fr": ("fr-FR",), "es": ("es-ES", "es-LA"), "it": ("it-IT",), "nl": ("nl-NL",), "pl": ("pl-PL",),
    "pt": ("pt-BR", "pt-PT"), "ja": ("ja-JP",), "zh": ("zh-CN",), "ar": ("ar-SA",), "hi": ("hi-IN",),
}  # fmt: skip
_MARKDOWN = re.compile(r"!\[[^\]]*\]\([^)]*\)|\{:[^}]*\}|\]\([^)]*\)|<[^>]*>|[`*#\[\]]|^-{3}.*$|^\W+$", re.MULTILINE)
_FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_CAPITAL = re.compile(r"(?<=[\w,;'’“”»)] )[A-Z]\w+")
_NOBODY = frozenset("I Covid Monday Tuesday Wednesday Thursday Friday Saturday Sunday English".split())
_TICO = {"ar": "ar", "es": "es-LA", "fr": "fr", "hi": "hi", "pt": "pt-BR", "zh": "zh"}
_UNIT = re.compile(r"<seg>(.*?)</seg>.*?<seg>(.*?)</seg>", re.DOTALL)
_HARMLESS = frozenset(
    "datetime recurring_datetime reference weather/attribute object_type rating_value rating_unit best_rating "
    "party_size_number sort condition_temperature condition_description restaurant_type movie_type object_select "
    "reference-part music_item".split()
)
"""Slots of xSID whose values name nobody; a location is one, and what is left may hold a name."""


def human_text(data: Path, code: str, *, held_out: bool) -> list[Example]:
    """Texts of a language; every tenth of a source is held out.

    Args:
        data: folder of the corpora.
        code: the language.
        held_out: those that are held out, or the others.
    """
    sources = (
        _packed(_instructions(data, code), code),
        _packed(_illness(data, code), code),
        _packed(_causes(data, code), code),
        _packed(_pictures(data), code) if code == "ja" else (),
        _packed(_recipes(data), code) if code == "zh" else (),
    )
    plain = [
        _open(text, code)
        for source in sources
        for index, text in enumerate(source)
        if (index % _HELD_OUT == 0) is held_out
    ]
    return [*plain, *(one for index, one in enumerate(_said(data, code)) if (index % _HELD_OUT == 0) is held_out)]


def _instructions(data: Path, code: str) -> Iterator[str]:
    """Steps of children's projects, those whose English form names somebody left out."""
    given = {name.capitalize() for name in read_data().pools["GIVEN_NAMES_ALL"][:2000]}
    for project in sorted(data.glob("raspberrypilearning+*")):
        for folder in _FOLDERS[code]:
            for file in sorted((project / folder).glob("step_*.md")):
                original = project / "en" / file.name
                if original.exists() and not given & set(_CAPITAL.findall(original.read_text(encoding="utf-8"))):
                    text = _FENCE.sub("", file.read_text(encoding="utf-8"))
                    yield from (
                        line.strip(" -+") for line in _MARKDOWN.sub("", text).splitlines() if "http" not in line
                    )


def _illness(data: Path, code: str) -> Iterator[str]:
    """Sentences on an epidemic whose English form has no capital amid it."""
    if code not in _TICO:
        return
    with zipfile.ZipFile(data / f"tico-19+tico-19.github.io/data/TM/all.en-{_TICO[code]}.tmx.zip") as packed:
        for name in packed.namelist():
            for english, other in _UNIT.findall(packed.read(name).decode("utf-8")):
                capitals = [word for word in _CAPITAL.findall(english) if word not in _NOBODY and not word.isupper()]
                if not capitals and " et al" not in english:
                    yield html.unescape(html.unescape(other)).strip()


def _causes(data: Path, code: str) -> Iterator[str]:
    """What people did, and why or what then."""
    for file in sorted((data / "cambridgeltl+xcopa/data" / code).glob("val.*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            yield from (one["premise"], one["choice1"], one["choice2"])


def _pictures(data: Path) -> Iterator[str]:
    """Descriptions of pictures."""
    for line in (data / "yahoojapan+JGLUE/datasets/jsts-v1.3/train-v1.3.json").read_text("utf-8").splitlines():
        yield json.loads(line)["sentence1"]


def _recipes(data: Path) -> Iterator[str]:
    for file in sorted((data / "Anduin2017+HowToCook/dishes").glob("*/**/*.md")):
        text = _MARKDOWN.sub("", file.read_text(encoding="utf-8"))
        yield from (line.strip(" -+") for line in text.splitlines() if "http" not in line and "Issue" not in line)


def _packed(lines: Iterator[str], code: str) -> Iterator[str]:
    """Lines together, as many as a message has."""
    page = ""
    for number, line in enumerate(lines):
        if page and len(page) + len(line) > _PAGE // (3 if code in _SPACELESS else 1):
            yield page
            page = ""
        joint = "" if not page else "\n" if number % 3 == 0 else "" if code in _SPACELESS else " "
        page += joint + line if line else ""
    if page:
        yield page


def _open(text: str, code: str) -> Example:
    """The example, with Latin words that may be names left open: capitals amid a sentence, and rare words."""
    import wordfreq

    latin = code not in ("zh", "ja", "ar", "hi")
    spans: list[Span] = []
    for match in re.finditer(r"[A-ZÀ-ÖØ-Þ][\w’'-]*", text):
        amid = re.search(r"[\w,;»)] $", text[max(0, match.start() - 2) : match.start()]) is not None
        if not latin or (amid and code != "de") or wordfreq.zipf_frequency(match.group(), code) < 3:
            spans.append((match.start(), match.end(), "MISC"))
    return Example(text, (), _KNOWN, tuple(spans))


def _said(data: Path, code: str) -> Iterator[Example]:
    """What people say to a machine, with the places that they name."""
    for file in sorted((data / "mainlp+xsid/data/xSID-0.7").glob(f"{code}.*.conll")):
        for block in file.read_text(encoding="utf-8").split("\n\n"):
            text = re.search(r"^# text ?[=:] ?(.*)$", block, re.MULTILINE)
            rows = [line.split("\t") for line in block.splitlines() if re.match(r"\d+\t", line)]
            if text is not None:
                yield _slots(text[1].replace(" ", "") if code in _SPACELESS else text[1], rows)


def _slots(text: str, rows: Sequence[Sequence[str]]) -> Example:
    spans: list[Span] = []
    doubtful: list[Span] = []
    place = 0
    for row in rows:
        start = text.find(row[1], place)
        if start < 0:
            return Example("")
        place = start + len(row[1])
        mark, _, slot = row[3].partition("-")
        into, kind = (spans, "LOCATION") if slot == "location" else (doubtful, "MISC")
        if mark == "I" and into and slot not in _HARMLESS:
            into[-1] = (into[-1][0], place, kind)
        elif slot and slot not in _HARMLESS:
            into.append((start, place, kind))
    return Example(text, tuple(spans), _KNOWN, tuple(doubtful))
