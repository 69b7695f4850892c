"""Which passage of a text is in which language: by letters of scripts, by words, by groups of three letters.

A text is cut into pieces at the ends of lines and sentences, and where Latin letters and others meet. Each piece tells
for each language how likely it is there beside English: a known word by its frequencies (wordfreq), another by its
letter groups, a letter of another script by itself. The sequence of languages is the likeliest one where a change of
language costs something (Viterbi), so short lines take the language around them, and a text is English where little
speaks against it. Code, addresses, and words with digits tell nothing.

Hindi in Latin letters is in no list of frequencies, and would be taken for Indonesian or Finnish: words tell it, and it
is read as English.

Most texts are English: without a letter beyond ASCII and a word that English lacks, nothing of this is read.
"""

from __future__ import annotations

import io
import lzma
import re
from bisect import bisect_left
from collections.abc import Collection, Iterator
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from dp_gateway.cache import Memory, once, once_each
from dp_gateway.languages.conventions import LANGUAGES, Passage
from dp_gateway.languages.scripts import RUN, evidence, letters

_TELLING = frozenset(
    "hain nahi nahin nhi kya kyu kyun kaise kahan kaun mera meri mujhe mujhko maine tera tumhara aapka aapki aapko hum "
    "humara hamara unka unki uska uski unko usko usne unhone woh yeh hoon bhi abhi gaya gayi karna karo diye batao "
    "chahiye dena yaar bhai bhaiya paisa paise wala matlab accha achha acha theek thik jaldi liye saath kuch sab phir "
    "lekin agar bahut".split()
)
"""Words that no other language in Latin letters that is often written has."""
_SHARED = frozenset(
    "hai hu hun tha thi ko ka ki ke ne se pe me mein main mai mere teri tum aap aur toh kal aaj raha rahi rahe kar "
    "diya de do bol bola bolo bata naam wali wale didi ghar sath baat dost kab aa ja na hi ji par tak kam din".split()
)
HINDI_WORDS = _TELLING | _SHARED
_IS, _WITH = frozenset("hai hain hu hun tha thi".split()), frozenset("raha rahi rahe ka ki ko".split())
_LEAST, _SHARE = 2, 0.25


def is_hindi(words: Collection[str]) -> bool:
    """Return whether the distinct words of a sentence, in small letters, are Hindi: a quarter are small words of it."""
    found = HINDI_WORDS.intersection(words)
    if len(found) < _LEAST or len(found) < _SHARE * len(words):
        return False
    return not found.isdisjoint(_TELLING) or not (found.isdisjoint(_IS) or found.isdisjoint(_WITH))


_FOLDER = Path(__file__).parent
_Floats = npt.NDArray[np.float32]

# Letters of ASCII in lower case, everything else a space.
_PLAIN = bytes(code if 97 <= code <= 122 else code + 32 if 65 <= code <= 90 else 32 for code in range(256))  # noqa: PLR2004
_FOREIGN_LETTER = re.compile(
    "[\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\u2def\u3005-\ud7ff\uf900-\uffdc\U00010000-\U0001efff\U00020000-\U000323af]"
)
# Not behind "Sr.": what is short for a title ends no sentence. A quotation behind a colon may be of another language.
_SENTENCE = re.compile(
    # The sign stands first: the engine skips to one.
    r"[.!?…](?<!\bS[ra].)(?<!\b[DS]ra.)(?<!\b[DM]r.)(?<!\bAv.)(?<!\bSig.)(?<!\bHr.)(?<!\bFr.)"
    r"[.!?…]{0,2}[\"'”’»)]{0,3}(?=[ \t]{1,8}\S)"
    r"|[。！？।؟۔]{1,60}[」』”)）]{0,3}|:(?=[ \t]{1,3}[\"“«„])"
)
# Addresses, paths, code, marked words and words with digits are no running text.
_TOKEN = re.compile(r"[!-\u024f]+")
_SOLID = re.compile(r"\S+")
_NO_TEXT = re.compile(r"[@/\\_=<>{}\[\]|#$%^~0-9`.:](?:(?<![.:])|(?<=\w.)(?=\w))")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_APOSTROPHE = re.compile(r"['’]")
_FENCE = re.compile(r"\s{0,12}(?:```|~~~)")
# "$ sort -n numbers.txt": a command, whose words are of no language.
_COMMAND = re.compile(r"\s{0,12}\$ [a-z./~][\w./~-]{0,60}(?:\s|$)")
# "de": "German",
_OF_CODE = re.compile(
    r"[ \t]{0,40}+[\"'][a-z]{2,3}(?:[-_][A-Za-z]{2,4})?[\"']\s?[:=]\s?[\"']\w{1,24}[\"'],?\s*$", re.MULTILINE
)
_CHUNK, _LEAST_RUN, _LONGEST, _LONGEST_WORD, _FEW_WORDS, _MANY_WORDS = 2000, 4, 600, 40, 4, 10

_SCRIPTED = "zh ja ar fa ur hi mr ne ru uk bg sr el he th ko hy ka bn pa gu ta te kn ml si lo bo my am km".split()
_ENGLISH = frozenset(
    b"the and of to is you for that on with we my your have are please this was not be from they at our will can if "
    b"he she his her what when how by an or but has had would there their which who been do does did".split()
)
_LABEL = 3.1
_STREETS = {"gasse": "de", "strasse": "de", "straße": "de", "straat": "nl"}
"""How names of streets end that are of one language: an address alone has no other word of it."""
_STREET_ENDS = tuple(f"{end} ".encode() for end in _STREETS if end.isascii())
_CAP, _UNKNOWN, _CAPITALISED, _LATIN_WORD, _PLAIN_WORD, _SHORT, _FOREIGN_NAME = 2.5, 1.2, 0.3, 0.8, 1.0, 1.4, 0.6
_FIRST, _LINE_COST, _SENTENCE_COST, _SCRIPT_COST, _BACK = 3.0, 3.5, 4.0, 3.2, 1.5
_RARE = 0.7
_CLOSE = 0.01
"""So little may two sums of the same levels differ by the order in which they are added."""
_read = Memory(2048, members=16)
"""Of as many texts as are detected together; most texts are one passage, and a passage is three numbers."""


class _Piece(NamedTuple):
    """A sentence, or a part of one in other letters, or several plain ones. `cost`: of changing the language before it.
    `plain`: how many frequent English words it has, if all of it may be English; None if it has to be read.
    """

    start: int
    end: int
    cost: float
    plain: int | None


class _Table(NamedTuple):
    """What words and letter groups tell beside English, in decimal logarithms, (n, languages)."""

    codes: list[str]
    words: npt.NDArray[np.uint32]
    word_levels: npt.NDArray[np.uint8]
    groups: npt.NDArray[np.uint32]
    group_levels: npt.NDArray[np.uint8]


def passages(text: str) -> list[Passage]:
    """Divide a text into passages, in order; together they are all of it. English where nothing speaks against it."""
    if not text:
        return []
    # Each detector asks for those of the same text.
    return list(_read.recall(lambda: _passages(text), text))


def _passages(text: str) -> tuple[Passage, ...]:
    return _identified(text) if _plain_words(text) is None else (Passage(0, len(text), "en"),)


def _plain_words(text: str) -> int | None:
    """How many frequent English words a text has; None if it has a letter or words that English lacks."""
    if not text.isascii() and _FOREIGN_LETTER.search(text):
        return None
    plain = _plain(text)
    if any(end in plain or plain.endswith(end[:-1]) for end in _STREET_ENDS):
        return None
    words = plain.split()
    if _tells(words):
        # "com" in an address and "ab" in a number are no words.
        if len({word for _, word in once(_telling, text)}) > 1:
            return None
        words = _words(" ".join(token for token in text.split() if _is_text(token)))
        if _tells(words):
            return None
    return min(len(_ENGLISH.intersection(words)), len(words) // _FEW_WORDS * len(words))


def _plain(text: str) -> bytes:
    return text.encode("ascii", "replace").translate(_PLAIN)


def _words(text: str) -> list[bytes]:
    return _plain(text).split()


def _tells(words: list[bytes]) -> bool:
    """Whether English lacks one of the words; one alone among many is a part of a name, or a loan word."""
    return len(_cues().intersection(words)) > (len(words) >= _MANY_WORDS)


@cache
def _cues() -> frozenset[bytes]:
    words = frozenset(lzma.decompress((_FOLDER / "cues.txt.xz").read_bytes()).split())
    return words.union(word.encode() for word, codes in _labels().items() if word.isascii() and codes != ("en",))


@cache
def _labels() -> dict[str, tuple[str, ...]]:
    """Words of forms with the languages that have them, English among them."""
    found: dict[str, tuple[str, ...]] = {}
    for line in (_FOLDER / "labels.txt").read_text("utf-8").splitlines():
        code, *words = line.split()
        if code != "#":
            found |= {word: (*found.get(word, ()), code) for word in words}
    return found


@cache
def _table() -> _Table:
    stored = np.load(io.BytesIO(lzma.decompress((_FOLDER / "table.npz.xz").read_bytes())))
    return _Table(stored["codes"].tolist(), *(stored[name] for name in _Table._fields[1:]))


def _identified(text: str) -> tuple[Passage, ...]:
    pieces = _pieces(text)
    codes, levels = _levels(text, pieces)
    found: list[Passage] = []
    for piece, language in zip(pieces, _likeliest(pieces, levels, codes), strict=True):
        code = codes[language]
        if found and found[-1].language == code:
            found[-1] = found[-1]._replace(end=piece.end)
        else:
            found.append(Passage(piece.start, piece.end, code))
    return tuple(found)


def _pieces(text: str) -> list[_Piece]:
    """The pieces of a text, in order; together they are all of it."""
    found: list[_Piece] = []
    at, fenced, fences = 0, False, "```" in text or "~~~" in text
    telling = [] if fences else once(_telling, text)
    while at < len(text):
        # Of a long English text only the lines around foreign words are looked at one by one.
        end = at if fences else text.find("\n", at + _CHUNK) + 1
        if end <= at or _tell_at_once(telling, at, end) or not _plain_words(text[at:end]):
            end = text.find("\n", at) + 1 or len(text)
        fence = fences and _FENCE.match(text, at, end) is not None
        line = text[at:end]
        neutral = fenced or fence
        cut = (_Piece(0, end - at, _LINE_COST, 0),) if neutral else once(_pieces_of, line)
        for first, behind, cost, plain in cut:
            start, last = at + first, at + behind
            if found and text[start:last].isspace():
                found[-1] = found[-1]._replace(end=last)
            elif found and plain is not None and found[-1].plain is not None:
                found[-1] = found[-1]._replace(end=last, plain=found[-1].plain + plain)
            else:
                found.append(_Piece(start, last, cost, plain))
        fenced ^= fence
        at = end
    return found


def _is_text(token: str) -> bool:
    """Whether a token is one of running text; of letters alone it is."""
    return token.isalpha() or _NO_TEXT.search(token) is None


def _telling(text: str) -> list[tuple[int, bytes]]:
    """The words of a text that English lacks, and where the tokens of running text begin that they are part of."""
    cues, plain, done = _cues(), _plain(text), 0
    found: list[tuple[int, bytes]] = []
    spaced = b" %b " % plain
    # Most tokens hold none: those are looked at in which one stands.
    for at in sorted(chain.from_iterable(_places(spaced, word) for word in cues.intersection(plain.split()))):
        if at < done:
            continue
        start = at
        while start and not text[start - 1].isspace():
            start -= 1
        if (token := _SOLID.match(text, start)) is not None:
            done = token.end()
            if _is_text(token[0]):
                found += ((start, word) for word in plain[start:done].split() if word in cues)
    return found


def _places(spaced: bytes, word: bytes) -> Iterator[int]:
    """Where a word stands in a plain text, which has a space on both sides."""
    at = spaced.find(b" %b " % word)
    while at >= 0:
        yield at
        at = spaced.find(b" %b " % word, at + len(word) + 1)


def _tell_at_once(telling: list[tuple[int, bytes]], start: int, end: int) -> bool:
    """Whether two words of a stretch are such: it is not plain then, and need not be read."""
    first, last = (bisect_left(telling, (at, b"")) for at in (start, end))
    return len({word for _, word in telling[first:last]}) > 1


def _pieces_of(line: str) -> tuple[_Piece, ...]:
    """The sentences of a line, and in them the runs of other letters than Latin; one piece if all of it is plain."""
    if _COMMAND.match(line) or _OF_CODE.match(line):
        return (_Piece(0, len(line), _LINE_COST, 0),)
    if plain := _plain_words(line):
        return (_Piece(0, len(line), _LINE_COST, plain),)
    cuts: dict[int, float] = {match.end(): _SENTENCE_COST for match in _SENTENCE.finditer(line)}
    for at in range(_LONGEST, len(line), _LONGEST):
        cuts.setdefault(at, _SENTENCE_COST)
    if not line.isascii():
        for run in RUN.finditer(line):
            if letters(run[0]) >= _LEAST_RUN:
                cuts.setdefault(run.start(), _SCRIPT_COST)
                cuts.setdefault(run.end(), _SCRIPT_COST)
    places = [0, *sorted(at for at in cuts if 0 < at < len(line)), len(line)]
    # Labels, signatures and short sentences ("Reply in English.") have few frequent words of any language; in such a
    # text they are read, too.
    pieces = [*pairwise(places)]
    counted = [_plain_words(line[first:last]) or 0 for first, last in pieces] if len(pieces) > 1 else [0]
    return tuple(
        _Piece(first, last, cuts.get(first, _LINE_COST), plain if plain > 1 else None)
        for (first, last), plain in zip(pieces, counted, strict=True)
    )


def _levels(text: str, pieces: list[_Piece]) -> tuple[list[str], _Floats]:
    """The languages, English first, and what each piece tells for each beside English, (pieces, languages)."""
    # What a piece tells is told by its text alone, and many a text repeats its lines.
    places: dict[str, int] = {}
    read = [
        (number, places.setdefault(text[piece.start : piece.end], len(places)))
        for number, piece in enumerate(pieces)
        if piece.plain is None
    ]
    codes, of_texts = _codes(), once_each(_levels_of, list(places))
    levels = np.zeros((len(pieces), len(codes)), np.float32)
    levels[:, 1:] = -_PLAIN_WORD * np.array([piece.plain or 0 for piece in pieces], np.float32)[:, None]
    if read:
        numbers, found = zip(*read, strict=True)
        levels[list(numbers)] = [of_texts[at] for at in found]
    return codes, levels


@cache
def _codes() -> list[str]:
    """The languages, English first."""
    return [*_table().codes, *_SCRIPTED]


def _levels_of(texts: list[str]) -> _Floats:
    """What each of some texts tells for each language, by letters and by words."""
    table, codes = _table(), _codes()
    latin = len(table.codes)
    levels = np.zeros((len(texts), len(codes)), np.float32)
    rows: dict[str, int] = {}
    numbers: list[int] = []
    weights: list[float] = []
    of_piece: list[int] = []
    short: list[int] = []
    hindi: list[int] = []
    labels = _labels()
    labelled: list[tuple[int, int]] = []
    addresses: list[int] = []
    for number, text in enumerate(texts):
        read = _TOKEN.sub(_running, text)
        for code, level in evidence(read).items() if not read.isascii() else ():
            levels[number, codes.index(code)] += level
        found = [(word, match.start() > 0) for match in _WORD.finditer(read) for word in _APOSTROPHE.split(match[0])]
        # A word counts once in a piece: a list repeats the particles of names.
        words = {word.lower(): (word, later) for word, later in reversed(found)}
        if is_hindi(words):
            hindi.append(number)
        few, shouted = len(found) < _FEW_WORDS and read.isascii(), read.isupper()
        for word, later in words.values():
            numbers.append(rows.setdefault(word.lower(), len(rows)))
            # A capital within a sentence is often a name's, and names tell little; in a line of names, nothing.
            capital = word[0].isupper() and len(word) > 1 and not shouted
            label = few and f"{word}:" in read
            named = _FOREIGN_NAME if not word.isascii() else 0.0 if few else _CAPITALISED
            weights.append(named if capital and not label and (later or few) else 1.0)
            of_piece.append(number)
        labelled += [(number, codes.index(code)) for word in words for code in labels.get(word, ())]
        streets = [of for end, of in _STREETS.items() if any(word.endswith(end) for word in words)]
        labelled += [(number, codes.index(of)) for of in streets]
        if streets and _ENGLISH.isdisjoint(word.encode() for word in words):
            addresses.append(number)
        if few:
            short.append(number)
    if numbers:
        told = _told(list(rows), table)[numbers] * np.array(weights, np.float32)[:, None]
        np.add.at(levels[:, :latin], of_piece, told)
        # Latin words speak against other scripts; a product's or a person's name does not say much.
        np.add.at(levels[:, latin:], of_piece, -_LATIN_WORD * np.array(weights, np.float32)[:, None])
    # Three words without a foreign letter are no reason to change the language: names, titles and loan words are such.
    levels[short] = np.clip(levels[short], -_SHORT, _SHORT)
    levels[hindi, 1:] = -_LABEL
    names = {*short, *addresses}
    for number, code in labelled:
        # "Vado a Bari": what names are like says nothing against the verb or the street.
        levels[number, code] = max(levels[number, code], 0 if number in names else -np.inf) + _LABEL
    return levels


def _running(token: re.Match[str]) -> str:
    """A token of running text, one space for any other."""
    return token[0] if _is_text(token[0]) else " "


def _told(words: list[str], table: _Table) -> _Floats:
    """What each word tells for each Latin language beside English, (words, languages)."""
    hashes = np.array([crc32(word.encode("utf-8", "surrogatepass")) for word in words], np.uint32)
    at = np.minimum(np.searchsorted(table.words, hashes), len(table.words) - 1)
    found = table.word_levels[at].astype(np.float32) / 10
    found = np.clip(found - found[:, :1], -_CAP, _CAP).astype(np.float32)
    unknown = np.flatnonzero(table.words[at] != hashes)
    if len(unknown):
        found[unknown] = _of_groups([words[index] for index in unknown], table)
    return found


def _of_groups(words: list[str], table: _Table) -> _Floats:
    """What the letter groups of words that no list has tell; nothing where they have other letters than Latin."""
    marked = [f"<{word[:_LONGEST_WORD]}>" for word in words]
    groups = [
        crc32(word[at : at + 3].encode("utf-8", "surrogatepass")) for word in marked for at in range(len(word) - 2)
    ]
    hashes = np.array(groups, np.uint32)
    at = np.minimum(np.searchsorted(table.groups, hashes), len(table.groups) - 1)
    levels = table.group_levels[at].astype(np.float32) / 10
    levels = (levels - levels[:, :1]) * (table.groups[at] == hashes)[:, None]
    starts = np.cumsum([0, *(len(word) - 2 for word in marked[:-1])])
    # Letters that English lacks tell more than groups of those that it has.
    most = np.array([_UNKNOWN if word.isascii() else 1.8 for word in words])[:, None]
    return np.clip(np.add.reduceat(levels, starts) / 2, -most, most).astype(np.float32)


def _likeliest(pieces: list[_Piece], levels: _Floats, codes: list[str]) -> list[int]:
    """The likeliest sequence of languages; to leave a language costs what stands in the piece behind."""
    if not len(levels):
        return []
    # Whatever is gained by any other language is less than the first change to one costs.
    gained = (levels[:, 1:].max(1) - levels[:, 0]).clip(0)
    if gained.sum() < min(_FIRST, _LINE_COST, _SENTENCE_COST, _SCRIPT_COST) - _CLOSE:
        return [0] * len(pieces)
    # Of two in Latin letters that are near (Polish and Slovak) the one is meant that detection reads.
    rare = np.array([0.0 if code in LANGUAGES or code in _SCRIPTED else _RARE for code in codes])
    best = levels[0].astype(np.float64) - rare
    best[1:] -= _FIRST
    came: list[npt.NDArray[np.int64]] = []
    same = np.arange(levels.shape[1], dtype=np.int64)
    for number in range(1, len(pieces)):
        cost = pieces[number].cost
        top = int(best.argmax())
        moved = best[top] - cost - rare
        # Back to English it is a shorter way: English is what nothing speaks against.
        moved[0] += cost - min(cost, _BACK)
        came.append(np.where(best >= moved, same, top))
        best = np.maximum(best, moved) + levels[number]
    path = [int(best.argmax())]
    for back in reversed(came):
        path.append(int(back[path[-1]]))
    return path[::-1]
