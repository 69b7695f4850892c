"""Street addresses and postcodes, English and of other languages, in the shape and order in which they are written.

They are drawn without looking at them; `Sources` chooses the family by language.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from dp_gateway.patterns.places import US_STATES
from dp_gateway.randomness import KeyedStream, Stream
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.base import DIGITS, LOWER, UPPER, Family, characters, in_case_of, lay, pick, ways
from dp_gateway.text.folding import fold
from dp_gateway.text.lists import word_lists
from dp_gateway.text.unicode import IDEOGRAPHS
from dp_gateway.vocabulary.lexicon.data import read_native
from dp_gateway.vocabulary.numerals import ordinal_like

_LISTS = word_lists(__file__)
_STATES = US_STATES.split("|")
_UNIT = re.compile(
    r"^\s*(?:(?:apt|apartment|suite|ste|unit|flat|floor|fl|room|rm|building|bldg|p\.?\s?o\.?\s?box|box)\b[^\w\s]?|#)\s*",
    re.I,
)
_POSTCODE = re.compile(r"\b(?:[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d|\d{4,6}(?:-\d{4})?)\b")
_STATE = re.compile(r"\b(?:" + US_STATES + r")\b")
_WORDS_OR_NUMBER = re.compile(r"[^\W\d_](?:[\w.'\u2019 -]*[^\W\d_.])?\.?|\d+")
_LEAST_PART = 8
"""Characters of a part of an address that can be told from other text; so can only a part with a number in it."""

_HOUSE = re.compile(r"\d+[A-Za-z]?\b")
_FLOOR = re.compile(r"^\s*(?P<number>\d{1,3})(?P<ordinal>st|nd|rd|th)(?=\s+(?:floor|fl)\b)", re.I)
# "Unit 4 Sea Point Heights": what the building is called
_BUILDING = re.compile(r"[\w/-]{1,6}\s{1,3}(?P<name>[^\W\d_]{3,}\b[^\n,]*)")
# "27/4" of "27/4, 3rd Cross Street"
_NUMBER = re.compile(r"\d{1,5}[A-Za-z]?(?:[/-]\d{1,4}[A-Za-z]?)?")
_PARTS = re.compile(
    r"(\s{0,40}[,\n;]\s{0,40}|(?<!\d[snrt][tdh])\s{1,40}"
    r"(?=(?:apt|apartment|suite|ste|unit|flat|floor|room)\b|#|\d{1,3}(?:st|nd|rd|th)\s+(?:floor|fl)\b))",
    re.I,
)
_BEHIND_UNIT = re.compile(
    r"[\w/-]{1,6}(?P<gap>\s{1,40}(?:(?:at|on|in)\s{1,40})?)(?=\d{1,6}[A-Za-z]?\s+[^\W\d_]{2})", re.I
)
"""The number of a flat and what joins it to the house, as in "apt 4b at 77 Oak Lane"."""


def _parts(mention: str) -> list[str]:
    """The parts of an address, and between each two what separates them."""
    parts: list[str] = []
    for part in _PARTS.split(mention):
        unit = _UNIT.match(part)
        if unit and (house := _BEHIND_UNIT.match(part, unit.end())):
            parts += part[: house.start("gap")], house["gap"], part[house.end() :]
        else:
            parts.append(part)
    return parts


class StreetAddress(Family):
    """House number and street, with unit, town, state and postcode where they belong to the mention. `streets` and
    `cities`: public pools.
    """

    keeps = "order of its parts, number of digits, words such as Apt, letter case"

    def __init__(self, streets: Sequence[str], cities: Sequence[str]) -> None:
        self._streets, self._cities = streets, cities

    def parse(self, mention: str, entity_type: str) -> Hashable | None:
        """Read an address as its folded words."""
        return " ".join(re.findall(r"\w+", fold(mention))) or None

    def draw(self, value: str, stream: Stream) -> bytes:
        """Draw bits for all parts of the address."""
        return stream.uint64(4).tobytes()

    def outputs(self, mention: str, value: str) -> float:
        """Count the streets; of a box or a flat alone, count the numbers that have its length."""
        parts = [part for part in _parts(mention)[::2] if any(char.isalnum() for char in part)]
        numbers = [number for part in parts if (number := _number_in(part)) is not None]
        if len(numbers) < len(parts):
            return float(len(self._streets))
        return math.prod(len(alphabet) for number in numbers for alphabet in _alphabets(number, number=True))

    def render(self, mention: str, value: str, drawn: bytes) -> str:
        """Write the mention with each part replaced by one of its kind."""
        return self._written(mention, KeyedStream(drawn, b"address"))

    def kept(self, mention: str, value: str) -> tuple[str, ...]:
        """Show the parts and their order, on an example."""
        example = StreetAddress(("Street",), ("Town",))
        return (f'written like "{example._written(mention, _Zeros())}"',)

    def left(self, mention: str, value: str) -> tuple[str, ...]:
        """Name the words that stay, such as Apt, and at before the house."""
        parts = _parts(mention)
        units = (_FLOOR.match(part) or _UNIT.match(part) for part in parts[::2])
        return (
            *("word for a flat, floor or box" for unit in units if unit and any(map(str.isalpha, unit[0]))),
            *("word between flat and house" for gap in parts[1::2] if gap.strip(" \t\n,;")),
        )

    def _written(self, mention: str, stream: Stream) -> str:
        result: list[str] = []
        street_done = boxed = False
        parts = _parts(mention)
        for place, part in enumerate(parts):
            if place % 2 or not any(char.isalnum() for char in part):
                result.append(part)
            elif floor := _FLOOR.match(part):
                number = _scrambled(floor["number"], stream, number=True)
                result += [number, ordinal_like(floor["ordinal"], int(number)), part[floor.end() :]]
            elif unit := _UNIT.match(part):
                named = _BUILDING.match(part, unit.end())
                number = part[unit.end() : named.start("name") if named else len(part)]
                result.append(part[: unit.end()] + _scrambled(number, stream, number=True))
                if named:
                    result.append(self._street(named["name"], stream))
                boxed = boxed or "box" in unit[0].lower()
            elif boxed and not street_done and not any(map(str.isdigit, part)):
                result.append(self._rest(part, stream))
                street_done = True
            elif not street_done and place < len(parts) - 1 and _NUMBER.fullmatch(part):
                result.append(_scrambled(part, stream, number=True))
            elif not street_done:
                result.append(self._street(part, stream))
                street_done = True
            else:
                result.append(self._rest(part, stream))
        return "".join(result)

    def variants(self, mention: str, value: str, drawn: bytes) -> Iterable[Replacement]:
        """Return the parts of an address, each alone: a reply names the street without the town."""
        written = self.render(mention, value, drawn)
        whole, parts = _parts(mention), _parts(written)
        if len(whole) != len(parts) or len(whole) == 1:
            return []
        return [
            Replacement(part, original)
            for part, original in zip(parts, whole, strict=True)
            if len(part) >= _LEAST_PART and " " in part and any(map(str.isdigit, part))
        ]

    def _street(self, part: str, stream: Stream) -> str:
        street = in_case_of(part, pick(stream, self._streets))
        house = _HOUSE.search(part)
        if house is None:
            return street
        number = _scrambled(house[0], stream, number=True)
        # "12 Oak Lane" or "Eichenweg 12": the number stays on its side.
        before, behind = part[: house.start()].strip(), part[house.end() :].strip()
        return f"{number} {street}" if behind or not before else f"{street} {number}"

    def _town(self, text: str, stream: Stream) -> str:
        return _scrambled(text, stream) if text[0].isdigit() else in_case_of(text, pick(stream, self._cities))

    def _rest(self, part: str, stream: Stream) -> str:
        """A part behind the street: postcode, state and town."""
        postcode, state = _POSTCODE.search(part), _STATE.search(part)
        spans = sorted(
            (found.start(), found.end(), kind) for found, kind in ((postcode, "code"), (state, "state")) if found
        )
        result, at = "", 0
        for start, end, kind in (*spans, (len(part), len(part), "")):
            if start < at:
                continue
            result += _WORDS_OR_NUMBER.sub(lambda found: self._town(found[0], stream), part[at:start])
            if kind:
                result += _scrambled(part[start:end], stream) if kind == "code" else pick(stream, _STATES)
            at = end
        return result


class _Zeros:
    """No bits at all: the first of everything."""

    def uint64(self, count: int) -> NDArray[np.uint64]:
        return np.zeros(count, np.uint64)


def _number_in(part: str) -> str | None:
    """The number of a flat, a floor or a box; None of another part of an address."""
    if floor := _FLOOR.match(part):
        return floor["number"]
    unit = _UNIT.match(part)
    return part[unit.end() :] if unit and _BUILDING.match(part, unit.end()) is None else None


def _scrambled(text: str, stream: Stream, *, number: bool = False) -> str:
    return lay(text, characters(stream, _alphabets(text, number=number)))


def _alphabets(text: str, *, number: bool = False) -> list[str]:
    """What each letter and digit is drawn from; the number of a house or flat does not begin with 0."""
    solid = [char for char in text if char.isalnum()]
    alphabets = [DIGITS if char.isdigit() else UPPER if char.isupper() else LOWER for char in solid]
    if number and alphabets and solid[0].isdigit():
        alphabets[0] = DIGITS[1:]
    return alphabets


# Before the town: "ul. Lipowa 7 w Łodzi".
_BEFORE_TOWN = {
    "de": frozenset(("in", "bei")), "fr": frozenset(("à", "a")), "es": frozenset(("en", "de")),
    "it": frozenset(("a", "in", "di")), "nl": frozenset(("in", "te")), "pt": frozenset(("em", "no", "na", "de")),
    "pl": frozenset(("w", "we")),
}  # fmt: skip
_PROVINCES = {
    "it": "MI RM TO NA BO FI GE PA VE BA CT VR PD BS".split(),
    "pt": "SP RJ MG RS PR SC BA PE CE GO DF ES".split(),
}
_MARKS = "\u0900-\u0903\u093a-\u094f\u0962\u0963\u064b-\u0652"
_LATIN_TOKEN = re.compile(rf"(?P<number>\d+)|(?P<word>[^\W\d_][^\W\d_{_MARKS}'’]*(?:[\w{_MARKS}'’]*)\.?)")
_JOINS = re.compile(r"[ \-'’]+|/ ?")
_FLAT = re.compile(r"[\u0900-\u0963]{1,3}-\d")
_LETTERS = 2
_FEW_LETTERS = "ABCDEF"
_HAN_NUMERALS = "一二三四五六七八九"
_EAST = {
    "zh": re.compile(
        "(?P<REGION>[H]{2,7}?(?:省|自治区))|(?P<CITY>[H]{2,5}?市)|(?P<DISTRICT>[H]{1,6}?[区县區縣])|"
        "(?P<lane>(?<=[0-9０-９])[巷弄])|(?P<STREET_NAME>[H]{1,8}?(?:大道|胡同|路|街|道|巷|弄))|(?P<unit>号楼|单元|單元|[号號幢室栋棟座楼樓层層门段之第])|"
        "(?P<numeral>[一二三四五六七八九十]+(?=段|巷|弄|号|號|楼|樓|层|層))|(?P<number>[0-9０-９]+)|"
        "(?P<other>[H]++)".replace("H", "\u3400-\u4dbf\u4e00-\u9fff")
    ),
    "ja": re.compile(
        "(?P<REGION>[H]{2,3}?[都道府県])|(?P<CITY>[H]{1,6}?市)|(?P<DISTRICT>[H]{1,5}?[区村郡])|(?P<STREET_NAME>[H]{1,6}?町)|"
        "(?P<unit>丁目|番地|番町|[番号室階棟の])|(?P<numeral>[一二三四五六七八九十]+(?=丁目))|(?P<number>[0-9０-９]+)|"
        "(?P<other>[H]+?(?=丁目|[^H]|\\Z))".replace("H", IDEOGRAPHS)
    ),
}
_SEPARATOR = re.compile(r"\s{0,40}[,\n;،]\s{0,40}")


@cache
def _units(code: str) -> frozenset[str]:
    return frozenset((*_LISTS[f"UNITS {code}"], "º", "ª"))


class NativeAddress(Family):
    """House number and street of one language, with flat, postcode and town where they belong to the mention. `code`:
    ISO 639-1.
    """

    keeps = "order of its parts, number of digits, words such as Stock or 号, letter case"

    def __init__(self, code: str) -> None:
        self._code = code

    def parse(self, mention: str, entity_type: str) -> str | None:
        """Read an address as its folded words."""
        return " ".join(re.findall(rf"[\w{_MARKS}]+", fold(mention))) or None

    def draw(self, value: str, stream: Stream) -> bytes:
        """Draw bits for all parts of the address."""
        return stream.uint64(4).tobytes()

    def outputs(self, mention: str, value: str) -> float:
        """Count the streets; of numbers alone, count those that have their length."""
        kinds = list(self._kinds(mention))
        if any(kind in ("STREET_NAME", "CITY", "SURNAME") for kind, _ in kinds):
            streets = read_native(self._code)["STREET_NAME"].entries
            told = next((_street_class(text, self._code) for kind, text in kinds if kind == "STREET_NAME"), "")
            return float(sum(not told or _street_class(one, self._code) == told for one in streets))
        states = math.prod(len(_PROVINCES[self._code]) for kind, _ in kinds if kind == "province")
        return states * math.prod(9 * ways(10, len(text) - 1) for kind, text in kinds if kind == "number")

    def render(self, mention: str, value: str, drawn: bytes) -> str:
        """Write the mention with each part replaced by one of its kind."""
        pools = read_native(self._code)
        return self._written(mention, KeyedStream(drawn, b"address"), {name: of.entries for name, of in pools.items()})

    def kept(self, mention: str, value: str) -> tuple[str, ...]:
        """Show the parts and their order, on an example."""
        example = {
            name: (word,)
            for name, word in zip(
                ("STREET_NAME", "CITY", "SURNAME", "REGION", "DISTRICT"),
                ("Streetowa" if self._code == "pl" else "Street", "Town", "Name", "Region", "District"),
                strict=True,
            )
        }
        written = f'written like "{self._written(mention, None, example)}"'
        told = {_street_class(text, self._code) for kind, text in self._kinds(mention) if kind == "STREET_NAME"} - {""}
        return (written, *(f"its kind is {_GENDERS[one]}" for one in sorted(told)))

    def left(self, mention: str, value: str) -> tuple[str, ...]:
        """Name words for flats, floors and blocks, and what stands before a town."""
        return tuple(
            "word for a flat, floor or block, or before a town" for kind, _ in self._kinds(mention) if kind == "unit"
        )

    def variants(self, mention: str, value: str, drawn: bytes) -> Iterable[Replacement]:
        """Return the parts of an address, each alone."""
        whole, parts = (_SEPARATOR.split(text) for text in (mention, self.render(mention, value, drawn)))
        if len(whole) != len(parts) or len(whole) == 1:
            return []
        pairs = (Replacement(part, original) for part, original in zip(parts, whole, strict=True))
        return [pair for pair in pairs if len(pair.surrogate) >= _LEAST_PART and any(map(str.isdigit, pair.surrogate))]

    def _kinds(self, mention: str) -> Iterator[tuple[str, str]]:
        return ((kind, mention[start:end]) for start, end, kind in self._spans(mention))

    def _spans(self, mention: str) -> Iterator[tuple[int, int, str]]:
        """What stands where: a pool's name, "number", "numeral", "letters", "province" or "unit"."""
        if self._code in _EAST:
            yield from _eastern(mention, _EAST[self._code])
            return
        runs: list[tuple[int, int, str]] = []
        for found in _LATIN_TOKEN.finditer(mention):
            start, end = found.span()
            kind = "number" if found["number"] else self._kind_of_word(mention, found["word"], start)
            last = runs[-1] if runs else (0, 0, "")
            if kind == "name" == last[2] and _joined(mention[last[1] : start]):
                runs[-1] = last[0], end, kind
            else:
                runs.append((start, end, kind))
        named, before = False, ""
        for start, end, kind in runs:
            if kind == "name":
                pool = "SURNAME" if before == "building" else "CITY" if named else "STREET_NAME"
                named = True
                stop = end - (mention[end - 1] == ".")
                yield start, stop if pool != "STREET_NAME" else end, pool
            else:
                yield start, end, "unit" if kind == "building" else kind
            before = kind

    def _kind_of_word(self, mention: str, word: str, start: int) -> str:
        plain = fold(word).rstrip(".")
        if plain in _units(self._code):
            return "building" if self._code == "ar" and plain in ("بناية", "مجمع", "برج") else "unit"
        if (self._code == "es" and plain == "c") or (self._code == "hi" and _FLAT.match(mention, start)):
            return "name" if self._code == "es" else "unit"
        if (
            word in _BEFORE_TOWN.get(self._code, ())
            and mention[start - 1 : start].isspace()
            and _HOUSE.search(mention, 0, start)
        ):
            return "unit"
        if len(plain) <= _LETTERS and word.isupper():
            provinces = self._code in _PROVINCES and len(word) == _LETTERS
            return "province" if provinces and not mention[start - 1 : start].isdigit() else "letters"
        digit_before = mention[start - 1 : start].isdigit() or mention[start - 2 : start - 1].isdigit()
        return "letters" if len(plain) == 1 and digit_before else "name"

    def _written(self, mention: str, stream: Stream | None, pools: Mapping[str, Sequence[str]]) -> str:
        result, at = list[str](), 0
        for start, end, kind in self._spans(mention):
            text = mention[start:end]
            result += [mention[at:start], self._replaced(text, kind, stream, pools)]
            at = end
        return "".join(result) + mention[at:]

    def _replaced(self, text: str, kind: str, stream: Stream | None, pools: Mapping[str, Sequence[str]]) -> str:
        if kind == "unit":
            return text
        if kind in ("number", "letters", "numeral", "province"):
            return _drawn_characters(text, kind, stream, self._code)
        pool = pools.get(kind, pools["STREET_NAME"])
        if kind == "STREET_NAME" and (told := _street_class(text, self._code)):
            # "De la rue Pasteur" becomes "de la place Balzac": the article stays.
            pool = [street for street in pool if _street_class(street, self._code) == told] or pool
        drawn = pool[0] if stream is None else pick(stream, pool)
        if self._code in _EAST:
            return _with_last(text, drawn, kind)
        if self._code == "ar" and kind == "STREET_NAME" and (quarter := _QUARTER.match(text)):
            # "In the quarter of the roses": a quarter is none of the streets, and the particle stays.
            return quarter[0] + (drawn.partition(" ")[2] or drawn)
        if self._code == "pl" and kind == "STREET_NAME" and text.endswith("ej") and drawn.endswith("a"):
            # "Przy ulicy Długiej": names of streets are adjectives.
            drawn = f"{drawn[:-1]}{'i' if drawn[-2] in 'kg' else ''}ej"
        return in_case_of(text, drawn)


_QUARTER = re.compile(r"(?:[وف]?[بلك])?حي (?=\w)")
_STREET_CLASSES = {
    code: {word: kind for kind, words in of.items() for word in words.split()}
    for code, of in {
        "fr": {
            "f": "rue r place pl impasse imp route rte ruelle voie promenade montée côte traverse villa cité résidence",
            "v": "avenue av allée all allées esplanade",
            "m": "boulevard bd boul chemin ch quai cours passage square faubourg sentier",
        },
        "es": {
            "f": "calle c avenida avda av plaza pza pl carretera ctra ronda travesía glorieta cuesta rambla vía",
            "m": "paseo pº camino callejón pasaje bulevar",
        },
        "it": {
            "f": "via v piazza piazzale p.zza p.za strada contrada salita",
            "m": "viale v.le corso c.so largo vicolo vico lungomare",
        },
        "pt": {
            "f": "rua r avenida av travessa tv trav praça pç alameda estrada rodovia ladeira calçada",
            "m": "largo lg beco caminho pátio",
        },
    }.items()
}
_GENDERS = {"f": "feminine", "m": "masculine", "v": "behind an elided article"}


@lru_cache(4096)
def _street_class(street: str, code: str) -> str:
    """What article the kind of a street takes, a key of `_GENDERS`; empty where nothing is known of it."""
    first = fold(street.replace("/", " ").split(maxsplit=1)[0]) if street.strip() else ""
    return _STREET_CLASSES.get(code, {}).get(first.rstrip("."), "")


_CALLED = {"other": "STREET_NAME", "lane": "unit"}


def _joined(between: str) -> bool:
    return not between or _JOINS.fullmatch(between) is not None


def _eastern(mention: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, int, str]]:
    for found in pattern.finditer(mention):
        kind = found.lastgroup or ""
        yield *found.span(), _CALLED.get(kind, kind)


def _with_last(text: str, drawn: str, kind: str) -> str:
    """A name with the character behind it that says what it is, where the list has it without."""
    return drawn + "市" if kind == "CITY" and text.endswith("市") else drawn


def _drawn_characters(text: str, kind: str, stream: Stream | None, code: str) -> str:
    """Digits of the same script, the first of them no zero; letters; the abbreviation of a province."""
    if kind == "province":
        return _PROVINCES[code][0] if stream is None else pick(stream, _PROVINCES[code])
    drawn: list[str] = []
    for place, char in enumerate(text):
        if kind == "letters":
            letters = _FEW_LETTERS if char.isupper() else _FEW_LETTERS.lower()
        elif kind == "numeral":
            letters = _HAN_NUMERALS
        else:
            zero = ord(char) - unicodedata.digit(char)
            first = 1 if place == 0 and char != chr(zero) else 0
            letters = "".join(chr(zero + digit) for digit in range(first, 10))
        drawn.append(letters[0] if stream is None else pick(stream, letters))
    return "".join(drawn)
