"""Families of texts that grow, for tests that whatever reads a text takes time in proportion to its length.

A family repeats one piece: a character, a word and a separator, an opening bracket. Such runs are what expressions that
backtrack, tokenizers and searches trip over. Tests of detectors, surrogates, restorers and readers call `slow_families`
with a function that does the work, and fail where it names one:

    assert not slow_families(lambda text: detector.detect([text]), FAMILIES)

`random_families` joins pieces that nobody thought of; which ones goes by the day, or by the variable FAMILIES_SEED.
"""

from __future__ import annotations

import datetime
import gc
import math
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any, NamedTuple

__all__ = [
    "EXPONENT",
    "FAMILIES",
    "MILLISECONDS_PER_KB",
    "SIZES",
    "CutOff",
    "Family",
    "Slow",
    "at_most",
    "few_families",
    "random_families",
    "slow_families",
]

SIZES = (1_000, 4_000, 16_000)
"""Characters of the texts that are timed."""
EXPONENT = 1.3
"""The most that time may grow with length: the exponent of a power law through the shortest text and the longest."""
MILLISECONDS_PER_KB = 20.0
"""The most that any text may take."""

# Below this a clock says more about the machine than about the work.
_FLOOR = 0.004
_REPEATS = 3
_LOOP = 32_000
"""Steps of a loop that takes about a millisecond."""

_CHARACTERS = (
    *map(chr, range(0x20, 0x7F)),
    *"\n\t\r\0éÉßÄœñüŁžАя漢かקعกक한ΩωⅣ٣५①\u00a0\u00ad\u200b\u200d\u2028\u3000\u0301’“–—…€£°²½\ufe0f😀𝔘\ufffd\ud800",
)
_WORDS = {
    "latin": "Donaudampfschifffahrtsgesellschaft",
    "capitals": "INTERNATIONALISIERUNG",
    "cyrillic": "Превысокомногорассмотрительствующий",
    "greek": "Ηλεκτροεγκεφαλογράφημα",
    "hebrew": "ולכשתתבהרנה",
    "arabic": "فأسقيناكموها",
    "hindi": "अन्तरराष्ट्रीयकरण",
    "thai": "กรุงเทพมหานครอมรรัตนโกสินทร์",
    "chinese": "中华人民共和国国家发展和改革委员会",
    "japanese": "ありがとうございますカタカナ",
    "korean": "대한민국",
    "mixed scripts": "Pаypаl",
    "dna": "GATTACAGATC",
    "base64": "dGhlIHF1aWNrIGJyb3duIGZveA",
    "hex": "deadBEEF0123456789",
    "snake": "some_long_name_of_a_thing_",
    "camel": "SomeLongNameOfAThing",
}
_ATOMS = ("A", "a", "1", "Ab", "a1", "É")
_SEPARATORS = (
    " ", "-", ".", ",", "/", ":", ";", "@", "'", "_", "&", "\n", "\t", ", ", ". ", " - ", "(", ")", "%", "=", "+", "#",
    "\\", '"', "\u00a0", "’",
)  # fmt: skip
_SIGNS = " -.,/:@'_&\n()=+#%"
_PIECES = {
    "a@": "a@", "e-mail": "a.b@c.d", "e-mails": "tom@example.com ", "cut e-mail": "a@b.", "url": "http://a.b/c?",
    "urls": "see https://www.example.com/a/b?c=d ", "schemes": "http://", "www": "www.", "ips": "10.0.0.1.",
    "ipv6": "fe80::1:", "colons": "a:b::", "mac": "00:1A:", "phones": "212-555-0199 ", "plus": "+1 (",
    "digits": "12 34-",
    "dates": "3 March 2021, ", "months": "May ", "clocks": "14:30:", "money": "$1,000.", "thousands": "1,234,567,",
    "percents": "5% ", "keys": "password: ", "key runs": "passwordpassword", "secrets": "secret_key_", "sk": "sk-a-",
    "jwt": "eyJhbGciOi.", "private": "-----BEGIN PRIVATE KEY-----", "cards": "4111 1111 ", "iban": "GB82 WEST ",
    "titles": "Dr. ", "names": "Tom Baker ", "initials": "A. B. ", "particles": "van der ", "titled": "Mr. A-B ",
    "signed": "Regards,\n", "greeted": "Dear ", "introduced": "my name is ", "wrote": "Tom wrote: ",
    "keyed": 'name: "Tom', "pairs": '"name": "Tom", ', "firms": "Baker & ", "ands": "A and B and ",
    "suffixes": "A, Inc ",
    "kinds": "School of ", "towns": "New York, ", "states": "TX, ", "codes": "12345 ", "postcodes": "SW1A 1AA ",
    "streets": "12 Oak ", "suites": "12 Oak Street, Apt. 4B, ", "rues": "12 rue de la ", "calles": "Calle de la ",
    "weg": "weg 1 ", "boxes": "P.O. Box ", "ages": "aged 34, ", "number words": "twenty-one hundred and ",
    "lengths": "12 x 13 x ", "feet": "5'11 ", "jobs": "works as a senior ", "heads": "engineer ", "lists": "engineer, ",
    "peoples": "German ", "accounts": "account number is ", "ids": "id: a1-", "versions": "1.2.3.",
    "decorators": "@a.b-",
    "at dot": "a (at) b (dot) ", "rows": "| a | b |\n", "csv": "name,id\nTom,1\n", "json": '{"name": {"id": [1, ',
    "inserts": "INSERT INTO users (name, mail) VALUES ('Tom Baker', 'tom@example.com');\n",
    "replies": "> On Monday Tom Baker wrote:\n> > see you at 5\n", "deep replies": "> " * 30 + "a\n",
    "chats": "[10:03, 5/3/2024] Tom Baker: see you at 5\n", "long rows": "| Tom Baker | 12 Oak Street | $1,200 |\n",
    "log": "2024-01-01 10:00:00 INFO a.b.c - ", "code": "def f(x): return x.y[0]\n", "diff": "+a\n-b\n@@ ",
    "fence": "```\n", "tags": "<b><a href='x'>", "unclosed tag": "<a ", "comment": "<!--", "xml": "</a><",
    "lines": "\n\n",
    "escapes": "%40%41", "broken escapes": "%4%", "encoded": "a%40b://", "zero width": "a\u200b", "soft": "a\u00ad",
    "flags": "🇩🇪", "family": "👩‍👩‍👧‍👦", "accents": "a\u0301", "zalgo": "a" + "\u0301" * 30, "direction": "\u202ea",
    "nested": "[{(", "closed": "[]{}()", "quotes": "\"'", "quoted": '"a" ', "backticks": "`a", "stars": "**a** ",
    "heading": "# a\n", "rule": "---\n", "ruler": "=====\n", "indent": " " * 80 + "\n", "tree": "├── a\n",
    "trailing": "a" + " " * 60, "words": "the quick brown fox ", "sentence": "I met Anna Kowalski in Boston. ",
    "hinglish": "Pooja ne kal mera phone liya hai. ",
}  # fmt: skip
"""Pieces by name."""


class Family(NamedTuple):
    """Texts of any length that repeat one piece.

    Attributes:
        name: what the family is called in a report of a test.
        piece: what is repeated.
        before: what stands before all of it.
        after: what stands behind all of it.
    """

    name: str
    piece: str
    before: str = ""
    after: str = ""

    def text(self, characters: int) -> str:
        """The text of the family that has that many characters; `before` and `after` stand there whole in any case."""
        repeated = max(characters - len(self.before) - len(self.after), 0)
        return self.before + (self.piece * (repeated // len(self.piece) + 1))[:repeated] + self.after


class Slow(NamedTuple):
    """A family that took too long.

    Attributes:
        family: its name.
        characters: the size at which it was given up.
        milliseconds: what that size took; at least that, where it was cut off.
        exponent: how time grew from the size before; 0 where only the ceiling was passed.
    """

    family: str
    characters: int
    milliseconds: float
    exponent: float


def _families() -> Generator[Family]:
    for character in _CHARACTERS:
        yield Family(f"U+{ord(character):04X}", character)
    for name, word in _WORDS.items():
        yield Family(name, word)
        yield Family(f"{name}, spaced", f"{word} ")
        yield Family(f"{name}, hyphens", f"{word}-")
    for atom in _ATOMS:
        for separator in _SEPARATORS:
            yield Family(f"{atom!r} and {separator!r}", atom + separator)
    for pair in combinations(_SIGNS, 2):
        yield Family(f"signs {''.join(pair)!r}", "".join(pair))
    for first, second in combinations(" -.,/:@'_", 2):
        yield Family(f"A{first}B{second}", f"A{first}B{second}")
        yield Family(f"1{first}2{second}", f"1{first}2{second}")
        yield Family(f"Ab{first}c1{second}", f"Ab{first}c1{second}")
    for triple in combinations(" -.,'&", 3):
        yield Family(f"triple {''.join(triple)!r}", "".join(f"Ab{sign}" for sign in triple))
    for name, piece in _PIECES.items():
        yield Family(name, piece)
        yield Family(f"{name}, then a run", piece + "A-" * 40)


FAMILIES: tuple[Family, ...] = tuple(_families())
"""Every family: characters, words of many scripts, separators by ones, twos and threes, brackets, and pieces of what
people and programs write.
"""


def few_families() -> tuple[Family, ...]:
    """One family in nine and all the pieces with a name: for work that is dear in itself, such as a tagger."""
    return tuple(one for index, one in enumerate(FAMILIES) if index % 9 == 0 or one.name in _PIECES)


def random_families(count: int, seed: str = "") -> Iterator[Family]:
    """Families of pieces, words, signs and parts of them, by chance; the name of each says all that it consists of.

    Args:
        count: how many.
        seed: the same seed gives the same ones; empty for the variable FAMILIES_SEED, or else the day.
    """
    seed = seed or os.environ.get("FAMILIES_SEED") or datetime.datetime.now(datetime.UTC).date().isoformat()
    chance = random.Random(seed)
    kinds = (tuple(_PIECES.values()), tuple(_WORDS.values()), _SEPARATORS, _ATOMS, _CHARACTERS)

    def part() -> str:
        chosen = chance.choice(chance.choices(kinds, (6, 2, 4, 3, 2))[0])
        if chance.random() < _CUT:
            first = chance.randrange(len(chosen))
            chosen = chosen[first : chance.randint(first + 1, len(chosen))]
        return chosen * chance.choice((1, 1, 1, 2, 20))

    def joined(most: int) -> str:
        return "".join(part() for _ in range(chance.randint(1, most)))

    for _ in range(count):
        piece, around = joined(5), chance.random()
        before, after = joined(2) if around < _CUT else "", joined(2) if around > 1 - _CUT else ""
        yield Family(f"seed {seed}: {before!r}, {piece!r}, {after!r}", piece, before, after)


_CUT = 0.3
"""How many parts are cut, and how many families have something before or behind all of it."""

_TRIES = 8
"""Measurements that have to agree that a family is slow."""
_CERTAIN = 10
"""Times the ceiling that need no second measurement: no processor is that much slower for a moment."""


def slow_families(
    work: Callable[[str], Any],
    families: Iterable[Family],
    *,
    sizes: tuple[int, ...] = SIZES,
    exponent: float = EXPONENT,
    per_kb: float = MILLISECONDS_PER_KB,
) -> list[Slow]:
    """The families on which the work is not linear, or takes more than `per_kb` milliseconds for 1,000 characters.

    Time is processor time of the thread, in units of a loop that takes a millisecond on an idle processor: another
    program may slow this one down for a moment, or all the while. A family is slow only where each of eight
    measurements says so, and each compares texts that were read right after one another: a processor that is faster
    for a moment makes one of them steep, not all. The shortest text is read three times each time, as a growth is told
    from it. Work that runs far over its ceiling is cut off where the caller is the main thread.
    """
    work("What is loaded once is no part of the time.")
    slow: list[Slow] = []
    for family in families:
        found: Slow | None = None
        for _ in range(_TRIES):
            found = _slow(work, family, sizes, exponent, per_kb)
            if found is None or found.milliseconds > _CERTAIN * per_kb * found.characters / 1e3:
                break
        if found is not None:
            slow.append(found)
    return slow


def _slow(
    work: Callable[[str], Any],
    family: Family,
    sizes: tuple[int, ...],
    exponent: float,
    per_kb: float,
) -> Slow | None:
    """Measure once."""
    shortest = 0.0
    for size in sizes:
        text, most = family.text(size), size * per_kb / 1e6
        repeats = _REPEATS if size == sizes[0] else 1
        taken = _least_time(work, text, most, repeats)
        shortest = shortest or taken
        # From the shortest text to the longest: between neighbours a cache that is full looks like a power.
        steep = _exponent((sizes[0], shortest), (size, taken)) if size == sizes[-1] else 0.0
        if steep > exponent or (taken > most and taken > most * _slowness()):
            return Slow(family.name, size, round(taken * 1e3, 1), round(steep, 2))
    return None


def _slowness() -> float:
    """How many times slower than an idle processor this one is now, by a loop of a millisecond; at least 1."""
    least = math.inf
    for _ in range(_REPEATS):
        start = time.thread_time()
        sum(number & 7 for number in range(_LOOP))
        least = min(least, time.thread_time() - start)
    return max(1.0, least * 1e3)


def _exponent(before: tuple[int, float], now: tuple[int, float]) -> float:
    if before[0] == now[0] or now[1] < _FLOOR or before[1] <= 0:
        return 0.0
    # What is below the floor is counted as the floor's share: a rise from nothing is no steep one.
    base = max(before[1], _FLOOR * before[0] / now[0])
    return math.log(now[1] / base) / math.log(now[0] / before[0])


class CutOff(Exception):
    """Raised by the timer of `at_most` inside work that has run far over its ceiling."""


def _least_time(work: Callable[[str], Any], text: str, most: float, repeats: int) -> float:
    best = math.inf
    collecting = gc.isenabled()
    # What the whole process has in memory would be counted with the work, as `timeit` knows.
    gc.disable()
    try:
        for _ in range(repeats):
            start = time.thread_time()
            try:
                with at_most(10 * most + 1):
                    work(text)
            except CutOff:
                return time.thread_time() - start
            best = min(best, time.thread_time() - start)
            if best < _FLOOR:
                break
    finally:
        if collecting:
            gc.enable()
    return best


@contextmanager
def at_most(seconds: float) -> Generator[None]:
    """Cut off what takes more of the processor's time, by `CutOff`; in the main thread alone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def cut(*_: object) -> None:
        raise CutOff

    old = signal.signal(signal.SIGVTALRM, cut)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, old)
