"""Numbers by the word before them: telephones, postcodes, and identifiers of any kind, in eleven languages.

A candidate is a token with digits, or groups of them ("1 85 05 78 006 084 36"). The nearest word of `labels.txt` before
it says what it is; a telephone number counts without one where it is possible in a country of the language.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from dp_gateway.detection.languages.label_gaps import COPULA, OF_DIGITS, OF_WHAT
from dp_gateway.detection.languages.national_identifiers import forms, is_valid
from dp_gateway.detection.languages.tables import lines
from dp_gateway.languages.conventions import region_of
from dp_gateway.patterns.rules import Found
from dp_gateway.text.folding import lacks, lower

_NO_GROUP = r"(?:EUR|USD|PLN|CHF|BRL|MXN|GBP|KWH|KW|KM|KG|GB|MB|TB|PS|AG|SA|OK)(?![A-Z])"
"""Capitals behind a number that are a unit or end a firm's name."""
_CANDIDATE = re.compile(
    r"(?:(?<![\u0600-\u06ff])[\u0621-\u064a]{1,2}[/-](?=[0-9])|(?<![A-Za-z0-9_@À-ÿ/])(?<![0-9][.,-]))"
    r"(?=[A-Za-z._/-]{0,12}[0-9])[A-Za-z0-9]++(?>(?:[-./_][A-Za-z0-9]++)*)"
    r"(?:[/-][\u0621-\u064a]{1,2}(?![\u0620-\u06ff]))?(?>(?:[ ](?:"
    r"[0-9]{2,12}+(?>(?:[-./][0-9A-Z]{1,8}+)*)|[A-Z]{1,3}[0-9]{1,10}+[A-Z]?|[0-9]{1,8}+[A-Z]{1,3}|"
    r"[A-Z]{1,2}(?=[ ](?:[A-Z]{1,2}[ ])?[0-9])|[0-9](?=[ ][0-9A-Z]{2})|"
    rf"(?!{_NO_GROUP})(?:[A-Z]{{1,3}}|[0-9])(?=[.,:;)\n](?![0-9])|$))(?![A-Za-z0-9À-ÿ]))*)"
)
# Groups apart by more than one sign, the same everywhere: "98  609  152  487", "T - 482 - 019 - 337".
_GROUP = r"(?>[A-Z]{0,4}[0-9]{1,10}[A-Z]{0,3}[0-9]{0,4}[A-Z]?|[A-Z]{1,4})(?![A-Za-z0-9])"
_SPREAD = re.compile(
    rf"(?<![A-Za-z0-9_@À-ÿ/])(?<![0-9][.,-]){_GROUP}(?P<apart>[ ]{{2,3}}|[ ][-./][ ]){_GROUP}"
    rf"(?>(?:(?P=apart){_GROUP}){{0,7}})(?![.,][0-9])"
)
_DIGITS_OF_SPREAD = 6
# One sign at a time, as people spell a number: "7 4 1 8", "B, 7, 7, 0, 3".
_SPELLED = re.compile(
    r"(?<![A-Za-z0-9_@À-ÿ/])(?<![0-9][.,-])(?=[A-Z, -]{0,8}[0-9])[A-Z0-9](?P<apart>, | |-| - )[A-Z0-9]"
    r"(?>(?:(?P=apart)[A-Z0-9](?!\w)){2,18})(?![\w.,-][0-9])"
)
_DIGITS_OF_SPELLED = 3
# Every form of an identifier has digits, or is of letters alone, as that of a bank is.
_TELLS_OF_FORM = re.compile("[0-9]++|[A-Z]{4,}+")
_PHONE = re.compile(
    r"(?:(?<![A-Za-z0-9_@./-])(?<![0-9],)|(?<=[Tt]el\.)|(?<=[Tt]él\.)|(?<=TEL\.))"
    r"(?:\+[ ]?|\(\+?)?[0-9](?>(?:[ ]?[().\-/ー・][ ]?|[() ])?)"
    r"(?:[0-9](?>(?:[ ]?[().\-/ー・]{1,2}[ ]?|[() ])?)){4,14}[0-9]"
    r"(?![A-Za-z0-9_@%]|[./-][0-9]|,[0-9]{1,3}(?![0-9]*[\u3041-\u9fff]))"
)
_YEAR = re.compile(r"(?:1[89]|20)[0-9]{2}")
_NOT_IDENTIFIER = re.compile(
    r"(?:1[89]|20)[0-9]{2}[-/.](?:0?[1-9]|1[0-2])(?:[-/.][0-9]{1,2})?|"
    r"(?:[0-2]?[0-9]|3[01])[-/. ](?:0?[0-9]|1[0-2])[-/. ](?:(?:1[89]|20)[0-9]{2}|[0-9]{2})|"
    r"(?:0?[0-9]|1[0-2])[-/. ](?:[0-2]?[0-9]|3[01])[-/. ](?:(?:1[89]|20)[0-9]{2}|[0-9]{2})|"
    r"(?:19|20)[0-9]{2}[./](?:0[1-9]|1[0-2])[-–—~](?:19|20)[0-9]{2}[./](?:0[1-9]|1[0-2])|"
    r"[0-9]{1,3}(?:[. ][0-9]{3})*,[0-9]{2}|"
    r"[0-9]{1,2}[.:h][0-9]{2}|[0-9.,]{1,12}(?:[kKmM]?[wW][hH]?|k[gm]|[cm]m|[gmt]b|[GMT]B|m[gl]|(?:[mnp]?g|m?mol|[mk]?UI?)/[dmk]?[Llg])"
)
_AMOUNT_BEHIND = re.compile(
    r",[0-9]{1,3}(?![0-9]*[\u3041-\u9fff])|\s?(?:[%°€$£¥₹]|zł|円|元|块|万|億|亿|euros?\b|eur\b|reais\b|z[łl]oty|kg\b|km\b|cm\b|mm\b|ml\b|mg\b|kwh\b|"
    r"uhr\b|jahre?\b|ans\b|años\b|anni\b|jaar\b|anos\b|lat\b|歳|岁|年|月|日|个|名|人|ريال|درهم|جنيه|دينار|سنة|रुपये|रुपए|रु|साल|वर्ष)",
    re.I,
)
# "120.000.000 Zyklen", "192 000 bajtów", "bis Ende 2020 30 Milliarden".
_COUNTED = re.compile(
    r"[1-9][0-9]{0,2}(?:\.[0-9]{3}){1,4}(?<=000)|[1-9][0-9]{0,2}(?: [0-9]{3}){1,4}(?<=000)|"
    r"(?:1[89]|20)[0-9]{2} [0-9]{1,3}"
)
_ACCOUNT = re.compile(r"[A-Z]{2}[0-9]{2} ?[0-9A-Z]{4} ?[0-9A-Z]{4} ?[0-9A-Z]{3}")
_DIGITS_OF_CARD = (15, 16, 19)
_SIGN_BEFORE = re.compile(r"[€$£¥₹]\s?\Z|R\$\s?\Z")
_REACH, _REACH_THING, _REACH_BEHIND, _TOUCHING = 48, 8, 24, 3
_WORDS_BETWEEN, _WORDS_OF_THING = 5, 3
_SPELLED_ALONE, _SPELLED_CODE = 8, 6
_MANY_DIGITS, _FEW_DIGITS, _DIGITS_OF_PHONE = 4, 3, range(6, 16)
_DIGITS_OF_EXTENSION = range(3, 6)
_LONG = re.compile(r"[0-9][0-9 ./-]{3}[0-9]")
# Of India, whose people write English: an account of the tax office, a branch of a bank.
_INDIAN = re.compile(
    r"\b(?i:pan|ifsc)\b(?i:[ :.-]{1,3}(?:card|code|no|number|is|hai|ka|mera)\b){0,3}[ :.#-]{1,3}"
    r"(?P<v>[A-Z]{3}[ABCFGHLJPT][A-Z][0-9]{4}[A-Z]|[A-Z]{4}0[A-Z0-9]{6})\b"
)
LABEL_LETTERS = r"(?:RIB|IVA|VAT|TVA|TEL|FAX|CAP|SDI|CPF|RG|BIC|PIN|REF|COD|ART|BY|UID)\b"
"""Labels in capitals: no part of the number behind them."""
_LETTERS = rf"(?!EUR|USD|PLN|CHF|BRL|MXN|GBP|{LABEL_LETTERS})[A-ZÄÖÜÓĆŁŃŚŹŻ][A-Za-z]{{0,3}}\.? \Z"
_LETTERS_BEFORE = (
    re.compile(rf"(?<![A-Za-z0-9À-ž])(?!{LABEL_LETTERS})[A-Z]{{1,4}} {_LETTERS}"),
    re.compile(rf"(?<![A-Za-z0-9À-ž])(?:[IVX]{{1,5}} )?{_LETTERS}"),
    re.compile("(?<![\u0600-\u06ff])(?:[\u0621-\u064a] ){1,3}\\Z"),
)
_WORD_OF_LETTERS = re.compile(r"[^\W\d_]+")
# "4471-882-09 H": not a vowel, which may be a word.
_LETTER_BEHIND = re.compile(r"(?<=[0-9])[ -]?[B-DF-HJ-NP-TV-XZ](?![\w'’.])")
# What nobody has, made up for an example, is written like a number all the same.
_SHAPES: dict[str, re.Pattern[str]] = {
    "ja": re.compile(r"0120-[0-9]{2,3}-[0-9]{3,4}|\(?0[0-9]{1,4}[-()ー・][0-9]{1,4}[-)ー・][0-9]{3,4}"),
    "zh": re.compile(r"400-[0-9]{3,4}-[0-9]{3,4}|1[3-9][0-9]([ -]?)[0-9]{4}\1[0-9]{4}|0[0-9]{2,3}-[0-9]{7,8}"),
    "hi": re.compile(r"1800[ -][0-9]{3}[ -][0-9]{3,4}|[6-9][0-9]{4}[ -]?[0-9]{5}|0[0-9]{2,4}-[0-9]{6,8}"),
    "ar": re.compile(r"0?5[0-9]{8}|05[0-9] [0-9]{3} [0-9]{4}|01[0-25][0-9]{8}"),
    "de": re.compile(r"01[5-7][0-9][ /-][0-9 ]{7,9}|0[2-9][0-9]{1,4} ?[/-] ?[0-9]{5,8}"),
    "fr": re.compile(r"0[1-9](?:([ .-])[0-9]{2})(?:\1[0-9]{2}){3}"),
    "nl": re.compile(r"06[ -]{0,3}[0-9]{4} ?[0-9]{4}|0[1-9][0-9]{1,2}-[0-9]{6,7}"),
    "pt": re.compile(r"\([0-9]{2}\) ?9?[0-9]{4}-[0-9]{4}"),
}
_CODE = re.compile(
    r"(?=[A-Z-]{0,8}[0-9][A-Z-]{0,8}[0-9])(?=[0-9-]{0,8}[A-Z])[A-Z0-9]{1,8}(?:[-/.][A-Z0-9]{1,8})?(?<=.{4})"
)
_FROM_ABROAD = re.compile(r"00[ ]?[1-9][0-9]{0,2}[ /().-]{1,3}[0-9]")
_LOWER_CODE = re.compile(
    r"[a-z]{1,6}[-/]?[0-9]{2,}+[a-z0-9/-]*+|[0-9]{2,}+[-/]?[a-z]{1,3}[-/]?[0-9]{2,}+[a-z0-9]*+|"
    r"[a-z]{2}[0-9]{1,2}[a-z]{1,3}[0-9]{4}"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_APART = re.compile('[\n,;!?()"|\u060c\u061b\u061f\u0964\u3001\u3002\uff01\uff0c\uff1b\uff1f]+')
# "会員ID48213": the abbreviation and the number are one run of letters and digits.
_GLUED = re.compile(
    r"(?<=[\u3041-\u30ff\u3400-\u9fff])(?:(?:ID|[Nn]o\.?|NO\.?)(?=[A-Z]{0,3}-?[0-9])|PNR(?=[A-Z0-9]{5,6}(?![A-Za-z0-9])))|"
    r"(?:N[or]|NO)\.(?=[A-Z0-9])"
)
_STOPS = re.compile(r"[0-9]|[!?؟।。！？]|\.\s|[^\W\d_]\s*\n|\n\s*\n")
# "nr rach. 441822", "n° abon. : 441822"
_SHORTENED = re.compile(r"\.?[ -][^\W\d_]{2,5}\.(?: ?n[r.°º]\.?)? ?:? ?")
# "Meine Kundennummer? Moment, das ist die 44182290": who asks for it, or looks for it, says it next.
_ASKED = re.compile(r"\.?[^?؟？….\n]{0,24}(?:[?؟？]|\.{2,3}|…)\s?")
# "44182290 ist meine Kundennummer", "44182290 (Kundennummer)": what stands between a number and its label.
_TO_LABEL = re.compile(
    r"[\"”“»'*`」]{0,2}(?:\s?[(（\[]|,? (?:(?:ist|war|lautet|est|c['’]est|es|era|è|is|was|é|to|هو|هي) "
    r"(?:[^\W\d_]{1,7}['’ ]){0,2}|(?=[\u0900-\u097f]))|"
    r"就?是(?:[我您你他她]们?)?的?|[がは])"
)
_FAR = re.compile(r"[0-9!?\n]")
_SAYS_SO = re.compile(r" (?:है|हैं|था|थी)(?![\u0900-\u0963])")
_LATIN_BEFORE = r"(?<![^\W\d_])"
_DAY_SEPARATED = re.compile(
    r"[0-9]{1,2}([-/.])[0-9]{1,2}\1[0-9]{2,4}(?: [0-9]{1,2})?\Z|"
    r"(?:19|20)[0-9]{2}-[0-9]{1,2}-[0-9]{1,2}(?: [0-9]{1,2})?\Z"
)


_END = itemgetter(1)
_LONGEST = 64
"""Characters of a word, or words, that say what a number is, at most."""
_AT_ONCE = 256
"""Characters behind a place that are read with it: of a long part most is near no number."""


_TELLING = ("number", "thing", "asked")
"""Kinds of labels that identifiers stand beside; the number right behind one of the kind "public" is nobody's."""


class _Label(NamedTuple):
    """A word before a number: what it says, whether it stands right before, and whether what it is of is between, or
    that it is a certain one.
    """

    kind: str
    near: bool
    of: bool = False


def _beginnings(words: str) -> set[str]:
    """The first characters of words of other scripts than Latin, as a class of characters lists them."""
    first: set[str] = set()
    for word in words.split("|"):
        begin = word.removeprefix("(?<![a-z])")
        first.add(begin[1 : begin.index("]")] if begin[0] == "[" else re.escape(begin[0]))
    return first


@cache
def _expression(only: str) -> re.Pattern[str]:
    """All words that say what a number is, each kind a group; those of telephones first, for they are also numbers.

    Most places of a text are looked at twice and no more: for a character that a word of another script begins with,
    and for the beginning of a word. Where only that is, Latin words alone are tried; their groups have an underscore.
    """
    every: dict[str, list[str]] = {}
    latin: dict[str, list[str]] = {}
    first: set[str] = set()
    for line in lines("labels.txt"):
        kind, script, words = line.split(" ", maxsplit=2)
        if (kind != only) if only else kind == "national":
            continue
        if script == "latin":
            whole = rf"(?:{words})(?![^\W\d_])"
            latin.setdefault(kind, []).append(whole)
            every.setdefault(kind, []).append(_LATIN_BEFORE + whole)
        else:
            first |= _beginnings(words)
            every.setdefault(kind, []).append(f"(?=[{''.join(sorted(_beginnings(words)))}])(?:{words})")
    groups = (
        "|".join(f"(?P<{kind}{mark}>{'|'.join(words)})" for kind, words in found.items())
        for found, mark in ((every, ""), (latin, "_"))
    )
    of_any, of_latin = groups
    # They begin with two letters, or with one of these ("n°", "c.f."): at other places none of them is tried.
    in_latin = rf"{_LATIN_BEFORE}(?=[^\W\d_]{{2}}|[bcdilnprsvà§])(?:{of_latin})"
    return re.compile(f"(?=[{''.join(sorted(first))}])(?:{of_any})|{in_latin}" if first else in_latin)


@cache
def _public() -> re.Pattern[str]:
    """What ends with a word whose number is nobody's, and signs that may stand between."""
    rows = [line.split(" ", maxsplit=2) for line in lines("labels.txt") if line.startswith("public ")]
    latin, other = ("|".join(words for _, script, words in rows if script == of) for of in ("latin", "other"))
    behind = r"[ .:-]{0,3}(?:(?:n|nr|no)[.°º]{0,2} ?|[a-z]{1,3} )?\Z"
    return re.compile(rf"(?:{_LATIN_BEFORE}(?:{latin})(?![^\W\d_])|{other}){behind}")


def is_public(text: str, start: int, end: int) -> bool:
    """Return whether what may be an identifier is the number of a law, a standard, a flight, a line or a model, as the
    word before it says.
    """
    if end - start > _LONGEST_PUBLIC:
        return False
    return _tells_public(lower(text[max(start - _REACH_PUBLIC, 0) : start]))


@lru_cache(maxsize=1024)
def _tells_public(before: str) -> bool:
    return _public().search(before) is not None


_LONGEST_PUBLIC, _REACH_PUBLIC = 12, 28


class Labels:
    """The words of a text that say what a number is; looked for where a number is asked about.

    No such word holds a mark that sets parts of a sentence apart, so that each part is looked through by itself.
    `only`: the one kind that counts; empty for all but "national".
    """

    def __init__(self, text: str, only: str = "") -> None:
        self._text, self._expression = text, _expression(only)
        self._of_part: dict[int, tuple[list[tuple[int, int, str]], int]] = {}

    @cached_property
    def _lower(self) -> str:
        return lower(self._text)

    @cached_property
    def _parts(self) -> list[int]:
        """Where the parts begin, in order."""
        return [0, *(mark.end() for mark in _APART.finditer(self._lower)), len(self._lower) + 1]

    def _back(self, start: int, least: int) -> Iterator[tuple[int, int, str]]:
        """Start, end and kind of those that end up to a place, the last one first; all that end behind another."""
        part = bisect_right(self._parts, start) - 1
        while part >= 0 and self._parts[part + 1] > least:
            found = self._in_part(part, start)
            for place in range(bisect_right(found, start, key=_END) - 1, -1, -1):
                yield found[place]
            part -= 1

    def _in_part(self, part: int, place: int) -> list[tuple[int, int, str]]:
        """Those of a part that begin before a place, and maybe some behind it; each place is read once."""
        found, read = self._of_part.get(part, ([], self._parts[part]))
        end = self._parts[part + 1]
        if read < min(place, end):
            until = min(place + _AT_ONCE, end)
            # What reaches to the end of what is read may go on behind it.
            sure = until if until == end else until - _LONGEST
            for match in self._expression.finditer(self._lower, read, until):
                if match.start() >= sure:
                    break
                found.append((*match.span(), (match.lastgroup or "").rstrip("_")))
            self._of_part[part] = found, max(sure, found[-1][1] if found else 0)
        return found

    def is_one(self, word: str) -> bool:
        """Return whether a word says what a number is."""
        return self._expression.fullmatch(word) is not None

    def covers(self, start: int, end: int) -> bool:
        """Return whether a stretch is part of a word that says what a number is."""
        found = self._in_part(bisect_right(self._parts, start) - 1, start + 1)
        place = bisect_right(found, start, key=_END)
        return place < len(found) and found[place][0] <= start and end <= found[place][1]

    def before(self, start: int) -> _Label | None:
        """Find the nearest label before a number that reaches it."""
        for first, end, told in self._back(start, start - _REACH - 1):
            kind = told
            gap = self._lower[end:start] if start - end <= _REACH else ""
            words = len(_WORD.findall(gap))
            if start - end > _REACH or words > _WORDS_BETWEEN:
                return None
            said = OF_DIGITS.fullmatch(gap) is not None
            if not said and _STOPS.search(gap.lstrip(".: ")) and not _SHORTENED.fullmatch(gap):
                asked = _ASKED.match(gap)
                if asked is None or kind == "postcode" or _STOPS.search(gap, asked.end()):
                    return None
                return _Label(kind if kind == "phone" else "asked", near=False)
            copula = COPULA.fullmatch(gap)
            near = said or (len(gap) <= _REACH_THING and not words) or copula is not None
            near = near or (kind == "number" and _SHORTENED.fullmatch(gap) is not None)
            if kind == "public" and not near:
                continue
            if kind == "number":
                # "Handy-Nr.", "फ़ोन नंबर": the number of a telephone.
                _, last, earlier = next(self._back(first, first - _TOUCHING - 1), (0, 0, ""))
                kind = "phone" if earlier == "phone" and first - last <= _TOUCHING else kind
            if near or kind not in ("thing", "postcode") or (kind == "thing" and words <= _WORDS_OF_THING):
                of = bool(copula and copula["the"]) if near else OF_WHAT.fullmatch(gap) is not None
                return _Label(kind, near, of)
        return None

    def beside(self, start: int, end: int) -> _Label | None:
        """Find the label before a number or, where none is, the one behind it."""
        return self.before(start) or self._behind(end)

    def _behind(self, end: int) -> _Label | None:
        """The label behind a number, in brackets or after a verb: "44182290 ist meine Kundennummer"."""
        between = _TO_LABEL.match(self._lower, end)
        if between is None:
            return None
        at = between.end()
        for first, last, kind in self._in_part(bisect_right(self._parts, at) - 1, at + _REACH_BEHIND + 1):
            if first < at:
                continue
            words = _WORD.findall(self._lower, at, first)
            said = (
                not between[0].endswith(" ")
                or between[0].strip(" \"”“»'*`」,")
                or _SAYS_SO.match(self._lower, last) is not None
            )
            if first - at > _REACH_BEHIND or len(words) > _WORDS_OF_THING or _FAR.search(self._lower, at, first):
                return None
            if said and kind != "postcode":
                # "12500 is de rekening" is an amount.
                return _Label(kind, near=False, of=kind != "thing" or between[0][-1] in "([（")
        return None


def numbers(text: str, labels: Labels, start: int, end: int, language: str) -> Iterator[Found]:
    """Find identifiers, telephone numbers and postcodes of a stretch in a language. `text` and `labels`: the whole
    text, and its words that say what a number is.
    """
    for match in _PHONE.finditer(text, start, end):
        score = _phone(text, labels, match, language)
        if score is not None:
            yield *match.span(), "PHONE_NUMBER", score
    for match in _CANDIDATE.finditer(text, start, end):
        yield from _labelled(text, match, labels)
    for match in _SPREAD.finditer(text, start, end):
        label = labels.beside(*match.span())
        many = sum(map(str.isdigit, match[0])) >= _DIGITS_OF_SPREAD
        if many and label is not None and label.kind in _TELLING and (label.near or label.of):
            yield *match.span(), "ID_NUMBER", 1.0
    for match in _SPELLED.finditer(text, start, end):
        digits = [*map(int, filter(str.isdigit, match[0]))]
        least = _DIGITS_OF_SPELLED + ("," in match[0])
        counts = all(after - before == 1 for before, after in pairwise(digits))
        label = labels.beside(*match.span()) if len(digits) >= least and not counts else None
        if label is not None and (label.kind in ("number", "asked") or (label.kind == "thing" and label.near)):
            yield *match.span(), "ID_NUMBER", 1.0
    near = _may_hold_forms(text, start, end)
    for match in (match for form in forms(language) for span in near for match in form.finditer(text, *span)):
        label = labels.beside(*match.span())
        if label is not None and label.kind in _TELLING and not _AMOUNT_BEHIND.match(text, match.end()):
            yield *match.span(), "ID_NUMBER", 1.0 if label.near else 0.97


def _may_hold_forms(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where a stretch has digits or capitals, with what may belong to an identifier around them, in order and apart."""
    near: list[tuple[int, int]] = []
    for one in _TELLS_OF_FORM.finditer(text, start, end):
        first, last = max(start, one.start() - _REACH), min(end, one.end() + _REACH)
        near.append((near.pop()[0] if near and first <= near[-1][1] else first, last))
    return near


def numbers_in_english(text: str, start: int, end: int) -> Iterator[Found]:
    """Find identifiers of an English stretch behind the name of another country's document ("my NIF is 123456789")."""
    for match in () if lacks(text, ("pan", "ifsc")) else _INDIAN.finditer(text, start, end):
        yield *match.span("v"), "ID_NUMBER", 0.95
    if _LONG.search(text, start, end) is None:
        return
    labels = Labels(text, "national")
    for match in _CANDIDATE.finditer(text, start, end):
        if sum(map(str.isdigit, match[0])) >= _FEW_DIGITS:
            yield from _labelled(text, match, labels)


def spelled(labels: Labels, start: int, digits: int) -> str | None:
    """Return what digits are that somebody spells in words: a type, or None where no word before them says so."""
    label = labels.before(start)
    if label is not None and label.kind in ("phone", "postcode", "number", "thing"):
        return "PHONE_NUMBER" if label.kind == "phone" else "ID_NUMBER"
    return "PHONE_NUMBER" if digits >= _SPELLED_ALONE else "ID_NUMBER" if digits >= _SPELLED_CODE else None


def _labelled(text: str, match: re.Match[str], labels: Labels) -> Iterator[Found]:
    """What a candidate is by the word before it."""
    start, end = match.span()
    if glued := _GLUED.match(text, start, end):
        start, label = glued.end(), _Label("number", near=True)
    elif (label := labels.beside(start, end)) is None:
        return
    start, label = _with_letters(text, start, labels, label)
    if (label.near or end - start >= _SPELLED_CODE) and (letter := _LETTER_BEHIND.match(text, end)):
        end = letter.end()
    value = text[start:end]
    digits = sum(map(str.isdigit, value))
    if label.kind == "postcode" and digits in range(4, 9):
        yield start, end, "POSTCODE", 0.9
    if label.kind == "phone" and label.near and digits in _DIGITS_OF_EXTENSION and value.isdigit():
        yield start, end, "PHONE_NUMBER", 0.8
    if label.kind not in (*_TELLING, "national"):
        return
    # "PIN 1987" is no year, which stands behind other words.
    year = _YEAR.fullmatch(value) and not (label.near and label.kind == "number")
    if year or _NOT_IDENTIFIER.fullmatch(value) or _AMOUNT_BEHIND.match(text, end):
        return
    # "La chambre est la 318".
    least = _FEW_DIGITS if label.near and (label.kind == "number" or label.of) else _MANY_DIGITS
    if label.kind == "national":
        least += 1
    if label.kind in ("thing", "asked") and not label.near:
        least = _DIGITS_OF_PHONE[0] - (label.of or any(map(str.isupper, value)))
    lettered = any(map(str.isupper, value)) or (label.kind == "number" and any(map(str.isalpha, value)))
    coded = (label.near or label.of) and digits and lettered and len(value) >= _MANY_DIGITS - (label.kind == "number")
    # "The code that you gave me is 7Q4-K2M".
    coded = coded or (label.kind in ("number", "asked") and _CODE.fullmatch(value) is not None)
    # In a chat codes are written in small letters, too: "targa ab123cd".
    coded = coded or (label.near and _LOWER_CODE.fullmatch(value) is not None)
    if (
        (digits >= least or coded)
        and not _ACCOUNT.match(value)
        and not (digits in _DIGITS_OF_CARD and is_valid("luhn", _solid(value)))
    ):
        # A word right before is as sure as a check digit: what a model takes for more than the number yields.
        yield start, end, "ID_NUMBER", 1.0 if label.near else 0.85


def _with_letters(text: str, start: int, labels: Labels, label: _Label) -> tuple[int, _Label]:
    """Where a number begins that has letters before its digits ("n° C 88213"), unless they are a label ("NIF 123"), and
    its label.
    """
    for groups in _LETTERS_BEFORE:
        letters = groups.search(text, max(0, start - 12), start)
        if letters is None or any(
            labels.covers(*word.span()) or labels.is_one(word[0].lower())
            for word in _WORD_OF_LETTERS.finditer(text, *letters.span())
        ):
            continue
        if (earlier := labels.before(letters.start())) is not None:
            return letters.start(), earlier if earlier.near and letters[0].isupper() else label
    return start, label


def _phone(text: str, labels: Labels, match: re.Match[str], language: str) -> float | None:
    start, end = match.span()
    value = match[0]
    digits = sum(map(str.isdigit, value))
    if digits not in _DIGITS_OF_PHONE or value.count("(") != value.count(")") or _DAY_SEPARATED.match(value):
        return None
    label = labels.beside(start, end)
    if label is not None and label.kind == "phone":
        return 1.0 if label.near else 0.97
    if _AMOUNT_BEHIND.match(text, end) or _SIGN_BEFORE.search(text, max(0, start - 4), start):
        return None
    if (value[0] in "+(" and value.lstrip("( ")[0] == "+") or _FROM_ABROAD.match(value):
        return 1.0
    if (label is not None and label.kind in _TELLING) or _COUNTED.fullmatch(value):
        return None
    shape = _SHAPES.get(language)
    return 0.86 if _dialled(value, language) or (shape and shape.fullmatch(value.strip())) else None


def _solid(value: str) -> str:
    return "".join(filter(str.isalnum, value))


@lru_cache(maxsize=512)
def _dialled(number: str, language: str) -> bool:
    """Whether somebody could have this number in a country of the language."""
    return region_of(number, language) is not None
