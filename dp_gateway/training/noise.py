"""Augmentation: the same example in another case, with other names, with slips of keys and scanners, broken lines."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from dp_gateway.training.examples import Example, Span
from dp_gateway.training.language_values import LanguageValues
from dp_gateway.training.values import Values

__all__ = ["edited", "noisy", "swapped"]

_SCANNED = {
    "o": "0",
    "O": "0",
    "l": "1",
    "I": "l",
    "i": "l",
    "1": "l",
    "0": "O",
    "S": "5",
    "5": "S",
    "e": "c",
    "m": "rn",
    "B": "8",
    "s": "5",
    "h": "b",
    "g": "q",
    "w": "vv",
    "d": "cl",
    "u": "ii",
    "t": "f",
    "c": "e",
}
_WORD = re.compile(r"[^\W\d_]{3,}")
_SPACE = re.compile(r"(?<=\S) (?=\S)")
_SIGN = re.compile(r"[.,;:!?\"“”()\[\]]|(?<=\s)[-–—](?=\s)")
_FILLERS = "um uh like you know so well okay er i mean actually right".split(" ")
_CLOSING = re.compile(r"[.,;:!?](?=\s|$)")

Edit = tuple[int, int, str]


def edited(example: Example, edits: list[Edit]) -> Example:
    """The example with stretches replaced (disjoint, in order); spans move along."""
    if not edits:
        return example
    parts: list[str] = []
    moved: list[tuple[int, int, int]] = []
    position = length = 0
    for start, end, new in edits:
        parts += (example.text[position:start], new)
        length += start - position + len(new)
        moved.append((start, end, length - end))
        position = end
    parts.append(example.text[position:])

    def place(at: int, *, last: bool) -> int:
        shift = 0
        for start, end, by in moved:
            if at >= end:
                shift = by
            elif at > start:
                return end + by if last else start + shift
            else:
                break
        return at + shift

    def move(spans: tuple[Span, ...]) -> tuple[Span, ...]:
        placed = ((place(a, last=False), place(b, last=True), kind) for a, b, kind in spans)
        return tuple((a, b, kind) for a, b, kind in placed if a < b)

    return example._replace(text="".join(parts), spans=move(example.spans), doubtful=move(example.doubtful))


def swapped(example: Example, values: Values | LanguageValues, share: float) -> Example:
    """The example with some names replaced by others of their kind, in the case of the first."""
    makers: dict[str, Callable[[], str]] = {
        "LOCATION": values.city, "ORGANIZATION": values.organisation, "NRP": values.nationality,
    }  # fmt: skip
    edits: list[Edit] = []
    for start, end, kind in example.spans:
        old = example.text[start:end]
        if values.rng.random() > share or kind not in (*makers, "PERSON"):
            continue
        make = makers.get(kind) or (values.person if " " in old else values.rng.choice([values.first, values.last]))
        new = make()
        edits.append(
            (start, end, new.lower() if old.islower() else new.upper() if len(old) > 4 and old.isupper() else new)
        )
    return edited(example, sorted(edits))


def noisy(example: Example, rng: random.Random) -> Example:
    """The example as it is, or disturbed in one or two ways."""
    draw = rng.random()
    if draw < 0.06:
        return _spoken(example, rng)
    if draw < 0.28:
        example = _cased(example, str.lower)
    elif draw < 0.34:
        example = _cased(example, str.upper)
    elif draw < 0.36:
        example = _cased(example, str.title)
    return _disturbed(example, rng)


def _disturbed(example: Example, rng: random.Random) -> Example:
    often = rng.choice([0.15, 0.3, 0.5])
    ways: list[tuple[float, re.Pattern[str], Callable[[str], str]]] = [
        (0.06, _SPACE, lambda _: "\n" if rng.random() < 0.15 else " "),
        (0.04, _WORD, lambda word: _slip(word, rng) if rng.random() < 0.12 else word),
        (0.07, _WORD, lambda word: _scan(word, rng) if rng.random() < often else word),
        (0.06, _CLOSING, lambda _: ""),
        (0.02, _SPACE, lambda _: "  " if rng.random() < 0.3 else " "),
    ]
    draw = rng.random()
    for share, pattern, change in ways:
        if draw < share:
            return _replaced(example, pattern, change)
        draw -= share
    return example


def _spoken(example: Example, rng: random.Random) -> Example:
    """As a machine writes down what it hears: without signs and capitals, with what people say while they think."""
    example = _replaced(_cased(example, str.lower), _SIGN, lambda _: "")
    inside = [(a, b) for a, b, _ in example.spans]

    def space(match: re.Match[str]) -> str:
        within = any(a < match.start() < b for a, b in inside)
        return f" {rng.choice(_FILLERS)} " if not within and rng.random() < 0.05 else " "

    edits = [(match.start(), match.end(), space(match)) for match in _SPACE.finditer(example.text)]
    return edited(example, [edit for edit in edits if edit[2] != " "])


def _cased(example: Example, change: Callable[[str], str]) -> Example:
    text = change(example.text)
    if len(text) != len(example.text):
        text = "".join(new if len(new := change(char)) == 1 else char for char in example.text)
    return example._replace(text=text)


def _replaced(example: Example, pattern: re.Pattern[str], change: Callable[[str], str]) -> Example:
    edits: list[Edit] = []
    for match in pattern.finditer(example.text):
        new = change(match.group())
        if new != match.group():
            edits.append((match.start(), match.end(), new))
    return edited(example, edits[:60])


def _slip(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word) - 1)
    return rng.choice([
        word[:at] + word[at + 1] + word[at] + word[at + 2 :], word[:at] + word[at + 1 :], word[: at + 1] + word[at:],
    ])  # fmt: skip


def _scan(word: str, rng: random.Random) -> str:
    if rng.random() < 0.1:
        at = rng.randrange(1, len(word))
        return f"{word[:at]} {word[at:]}"
    return "".join(_SCANNED.get(char, char) if rng.random() < 0.3 else char for char in word)
