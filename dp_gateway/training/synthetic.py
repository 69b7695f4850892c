"""Examples from templates: chats, mails, forms, records, code comments, voice, and text without anything private."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from dp_gateway.training.examples import Example, Span
from dp_gateway.training.values import Values

__all__ = ["synthetic", "templates"]

_FILE = Path(__file__).with_name("templates.txt")
_HOLE = re.compile(r"\{(\w+)\}|\{\{|\}\}")
_SHARE_ALONE = 0.45


def templates() -> Mapping[str, list[str]]:
    """The templates by style."""
    styles: dict[str, list[str]] = {}
    style = ""
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            style = line[3:]
        elif line and not line.startswith("# One template"):
            styles.setdefault(style, []).append(line.replace("\\n", "\n").replace("\\t", "\t"))
    return styles


def synthetic(count: int, rng: random.Random, data: Path | None = None) -> Iterator[Example]:
    """Examples of one to four templates of a style; `data` is the folder of the corpora, see `Values`."""
    values = Values(rng, data)
    by_style = templates()
    styles = list(by_style)
    weights = [len(by_style[style]) ** 0.5 for style in styles]
    for _ in range(count):
        style = rng.choices(styles, weights)[0]
        parts = 1 if rng.random() < _SHARE_ALONE else rng.randint(2, 4)
        joint = rng.choice([" ", "\n", "\n", "\n\n"]) if style != "prose" else rng.choice([" ", " ", "\n"])
        text = ""
        spans: list[Span] = []
        doubtful: list[Span] = []
        for index in range(parts):
            chosen = style if rng.random() < 0.85 else "none"
            one = _filled(rng.choice(by_style[chosen]), values)
            text += joint if index else ""
            spans += [(a + len(text), b + len(text), kind) for a, b, kind in one.spans]
            doubtful += [(a + len(text), b + len(text), kind) for a, b, kind in one.doubtful]
            text += one.text
        yield _styled(Example(text, tuple(spans), doubtful=tuple(doubtful)), style, rng)


def _filled(template: str, values: Values) -> Example:
    parts: list[str] = []
    spans: list[Span] = []
    doubtful: list[Span] = []
    length = position = 0
    for hole in _HOLE.finditer(template):
        parts.append(template[position : hole.start()])
        length += len(parts[-1])
        position = hole.end()
        if hole[1] is None:
            value = hole[0][0]
        else:
            kind, make = values.makers[hole[1]]
            value = make()
            if kind == "?":
                doubtful.append((length, length + len(value), "ID_NUMBER"))
            elif kind:
                spans.append((length, length + len(value), kind))
        parts.append(value)
        length += len(value)
    parts.append(template[position:])
    return Example("".join(parts), tuple(spans), doubtful=tuple(doubtful))


def _styled(example: Example, style: str, rng: random.Random) -> Example:
    if style == "caps":
        return example._replace(text=_same_length(example.text, str.upper))
    if style == "voice" or (style == "chat" and rng.random() < 0.5):
        return example._replace(text=_same_length(example.text, str.lower))
    return example


def _same_length(text: str, change: type[str] | object) -> str:
    """Another case, letter by letter: a letter whose other case is two stays as it is."""
    return "".join(new if len(new := change(char)) == 1 else char for char in text)  # type: ignore[operator]
