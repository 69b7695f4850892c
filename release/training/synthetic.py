"""Made-up examples: templates of chats, mails, forms and records, everyday sentences, and the same example with noise.

The trainings mix them with labelled corpora.
"""

from __future__ import annotations

import random
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from release.training.examples import Example, Span
from release.training.language_values import LanguageValues
from release.training.values import Values

__all__ = ["edited", "everyday", "noisy", "swapped", "synthetic", "templates"]

_FILES: Mapping[str, str] = {
    "de": "DarrenCarvalho+Language-Translation/data/deu.txt",
    "fr": "Soubhagya264+Language_Translator-Encoder-Decoder-/fra.txt",
    "zh": "13luoyu+Transformer-machine-translation/cmn.txt",
    "ja": "sezan92+attention_sezan/data/jpn.txt",
    "ar": "omnia197+eng2ara/seq2seqBasic/ara.txt",
    "es": "JEdward7777+Pinokio/spa-eng.zip",
    "nl": "devcem+NMT-seq2seq-with-pytorch/data/eng-nld.txt",
    "pl": "eRgo35+s2s-mt-experiment/eng-pol.txt",
    "hi": "LeadingIndiaAI+MODULE-ON-ENGLISH-TO-HINDI-NEURAL-MACHINE-TRANSLATION/hin.txt",
}
_NAMED: Mapping[str, Sequence[str]] = {
    "de": ("Tom", "Mary", "Maria", "John", "Johannes"), "fr": ("Tom", "Mary", "Marie", "John", "Jean"),
    "es": ("Tom", "Mary", "María", "John", "Juan"), "nl": ("Tom", "Mary", "Maria", "John", "Jan"),
    "pl": ("Tom", "Mary", "Maria", "John", "Jan"),
    "zh": ("汤姆", "湯姆", "玛丽", "瑪麗", "约翰", "約翰"), "ja": ("トム", "メアリー", "ジョン"),
    "ar": ("توم", "ماري", "جون"), "hi": ("टॉम", "मैरी", "जॉन"),
}  # fmt: skip
_SPACED = frozenset(("de", "fr", "es", "nl", "pl"))
_CASES = {"a": "gen", "owi": "dat", "em": "ins", "ie": "loc"}
_CASE = re.compile(r"\bTom(a|owi|em|ie)\b")
_ENGLISH = frozenset(("Tom", "Mary", "John"))
_CAPITAL = re.compile(r"(?<![\w’'-])[A-Z][\w’'-]*")
_NOT_NAMES = frozenset("I I'm I've I'll I'd I’m I’ve I’ll I’d".split())
_BEGINS = re.compile(r"(?:^|[.?!\"”] ?[\"“]?)$")


def everyday(data: Path, code: str) -> tuple[list[str], list[str]]:
    """Templates with a hole for each name ("{f}", in Polish "{f:gen}" too), and sentences that name nobody; none for a
    language without a file.

    Args:
        data: folder of the corpora.
        code: the language.
    """
    if code not in _FILES:
        return [], []
    rows = [line.split("\t") for line in _text(data / _FILES[code]).splitlines()]
    pairs = [(row[0], row[1].strip()) for row in rows if len(row) > 1 and not set(row[1]) & set("{}")]
    small = {word for english, _ in pairs for word in re.findall(r"\b[a-z]+\b", english)}
    names = re.compile("|".join(sorted(_NAMED[code], key=len, reverse=True)))
    letters = re.compile(rf"\b(?:{names.pattern})(?=s?\b)") if code in _SPACED else names
    named: dict[str, None] = {}
    none: dict[str, None] = {}
    for english, written in pairs:
        of_english = _named(english, small)
        text = _CASE.sub(lambda match: f"{{f:{_CASES[match[1]]}}}", written) if code == "pl" else written
        holes = len(letters.findall(text)) + text.count("{f:")
        if of_english is None or (holes == 0) != (of_english == 0):
            continue
        if holes:
            named[letters.sub("{f}", text)] = None
        else:
            none[text] = None
    return list(named), list(none)


def _text(file: Path) -> str:
    if file.suffix != ".zip":
        return file.read_text(encoding="utf-8")
    with zipfile.ZipFile(file) as archive:
        return archive.read(file.stem + "/" + file.stem.partition("-")[0] + ".txt").decode()


def _named(english: str, small: set[str]) -> int | None:
    """How many names the sentence has, or None where it may have others than those known."""
    found = 0
    for match in _CAPITAL.finditer(english):
        word = match[0].removesuffix("'s").removesuffix("’s")
        if word in _ENGLISH:
            found += 1
        elif match[0] not in _NOT_NAMES and not (
            _BEGINS.search(english[: match.start()]) and re.split("['’-]", word.lower())[0] in small
        ):
            return None
    return found


_FILE = Path(__file__).with_name("templates.txt")
_HOLE = re.compile(r"\{(\w+)\}|\{\{|\}\}")
_SHARE_ALONE = 0.45
_OFTEN = {"nobody": 3.0, "rare": 3.0, "mended": 6.0}
"""How often a style is drawn, beside what its templates count: what networks get wrong most."""


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
    weights = [_OFTEN.get(style, 1.0) * len(by_style[style]) ** 0.5 for style in styles]
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
            elif kind == "PERSON" and parts and spans and spans[-1][1:] == (length - 1, kind) and parts[-1] == " ":
                spans[-1] = (spans[-1][0], length + len(value), kind)
            elif kind:
                spans.append((length, length + len(value), kind))
        parts.append(value)
        length += len(value)
    parts.append(template[position:])
    return Example("".join(parts), tuple(spans), doubtful=tuple(doubtful))


def _styled(example: Example, style: str, rng: random.Random) -> Example:
    if style == "caps":
        return example._replace(text=_same_length(example.text, str.upper))
    if style == "voice" or (style in ("chat", "rare") and rng.random() < 0.5):
        return example._replace(text=_same_length(example.text, str.lower))
    return example


def _same_length(text: str, change: type[str] | object) -> str:
    """Another case, letter by letter: a letter whose other case is two stays as it is."""
    return "".join(new if len(new := change(char)) == 1 else char for char in text)  # type: ignore[operator]


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
