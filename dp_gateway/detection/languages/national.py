"""What has a form in texts of other languages than English: identifiers, telephones, addresses, dates and amounts.

The detector reads the passages of its languages; of English ones only numbers behind the name of a foreign document.
Nothing is loaded for a text without another language. Streets with numbers, post boxes and postcodes are rules of
`addresses.txt`; expressions do not reach towns beside postcodes, and addresses of Chinese and Japanese.

A login of letters alone is found behind a label, as the first word there that the language does not have: "Meu usuário
no portal é passarim". A run of numbers in words, "null eins sieben", is an identifier behind a word that says so, or
where it is as long as one; signs and letters between them count behind such a word alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from dp_gateway.detection.languages.labelled import (
    LABEL_LETTERS,
    Labels,
    is_public,
    numbers,
    numbers_in_english,
    spelled,
)
from dp_gateway.detection.languages.national_identifiers import identifiers
from dp_gateway.detection.languages.odd_numbers import odd_numbers
from dp_gateway.detection.languages.ordinary import is_common
from dp_gateway.detection.languages.tables import compiled, expressions, rules_of
from dp_gateway.detection.languages.tagger import frequency_band
from dp_gateway.languages import Passage, passages
from dp_gateway.languages.conventions import EUROPEAN, REGIONS
from dp_gateway.patterns.rules import Found, RuleSet
from dp_gateway.patterns.windows import Reading
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import lower

_SCORE_OF_LOGIN = 0.82
_REACH_OF_LOGIN, _MOST_BETWEEN = 60, 4
_LEAST_LOGIN = 4
_PERSONS = (
    "anmeldename|benutzer(?:in)?|nutzer(?:in)?|mitglied|utilisat(?:eur|rice)|usuari[oa]|utente|gebruiker|usuári[oa]|"
    "utilizador|użytkowni(?:k|ka|kowi|czka)|insta(?:gram)?\\w{0,3}|snap(?:chat)?\\w{0,3}|discord\\w{0,4}|telegram\\w{0,3}|"
    "steam\\w{0,3}|twitch\\w{0,2}|tiktok\\w{0,2}|vinted"
)
# A login stands right behind these, or is none.
_NEAR_LOGINS = (
    "vended[oô]ra?|vendeu(?:r|se)|verkäufer(?:in)?|verkoper|venditore|sprzedawc[ay]|github|gitlab|psn|gamertag|skype|acc[eè]s|acess?o|toegang|zugang|dostęp|"
    "(?:connect|entr|log|acced|acess|loguj|inlog|einlogg|anmeld)\\w{0,5} "
    "(?:avec|com|con|met|mit|comme|como|come|als|jako)"
)
_END = re.compile(r"[.!?;\n](?:\s|\Z)|\n|,")
_WORD = re.compile(r"(?<![\w@.-])[\w'’]+(?:[.-]\w+)*")
_LOGIN = re.compile(r"[a-z][a-z0-9]+(?:[._-][a-z0-9]+){0,4}")
# Nobody writes "gino.fotografo" in prose.
_DOTTED = re.compile(r"[a-z]{3,20}\.[a-z]{1,20}(?:\.[a-z]{1,20})?")
_PART = re.compile("['’.-]")
# What follows a login that stands apart from its label.
_GOES_ON = re.compile(r"[,.;:!?)\"”»]|\s?\Z|\s(?:und|aber|et|mais|y|pero|e|ma|en|maar|mas|i|ale|a)\s")
# "Nome utente e password", "login failed": what else is said in other words than those of the language.
_NEVER = frozenset(
    "password passwort passwd login logout username user account admin email mail website web app browser server error "
    "failed online offline link reset windows linux android iphone apple google microsoft outlook chrome firefox wifi "
    "wlan router facebook instagram whatsapp telegram franceconnect digid spid itsme icloud hotmail paypal bluetooth "
    "ethernet anydesk teamviewer citrix zoom teams netflix vpn openvpn shopee leboncoin vinted ebay amazon aliexpress "
    "wallapop allegro marktplaats kleinanzeigen steam discord tiktok snapchat youtube twitch reddit linkedin "
    "pinterest spotify update upgrade backup cookie cookies chat post posts story stories feed reels premium".split()
)


def logins(text: str, start: int, end: int, language: str) -> Iterator[Found]:
    """Find the logins of a stretch of a language in Latin letters."""
    folded = lower(text)
    for label in _labels().finditer(folded, start, end):
        at = label.end()
        stop = _END.search(folded, at, min(end, at + _REACH_OF_LOGIN))
        words = _WORD.finditer(folded, at, stop.start() if stop else min(end, at + _REACH_OF_LOGIN))
        for count, word in enumerate(words):
            if count > _MOST_BETWEEN:
                break
            dotted = _DOTTED.fullmatch(text, *word.span()) is not None
            said = not dotted and all(_is_said(part, language) for part in _PART.split(word[0]))
            if len(word[0]) < _LEAST_LOGIN or said:
                continue
            whole = text[word.start()].islower() and _LOGIN.fullmatch(word[0]) and word.end() < at + _REACH_OF_LOGIN
            far = count and (label["near"] is not None or not _GOES_ON.match(folded, word.end()))
            if whole and not far:
                yield *word.span(), "USERNAME", _SCORE_OF_LOGIN
            break


def _is_said(word: str, language: str) -> bool:
    """Whether a word is one of the language, or of computers."""
    return (
        len(word) < _LEAST_LOGIN
        or word in _NEVER
        or is_common(word, language)
        or frequency_band(language, word) is not None
    )


@cache
def _labels() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w@./-])(?:{compiled('USER').pattern}|{_PERSONS}|(?P<near>{_NEAR_LOGINS}))(?![\w@/-])")


_FILE = "spoken.txt"
_SCORE = 0.85
_LEAST, _LEAST_WITH_SIGNS = 4, 3
# Long words are two digits, as "zesenvijftig" is.
_LONGEST_DIGIT = len("dziewięć")
_BETWEEN = " ,.،-"
_JOINS = frozenset("et y e i und".split())
# What is counted follows: "drei, vier Leute"; a number that is told ends its sentence, or a verb follows.
_LAST = re.compile(r"[,.;:!?)\"”»।؟،]|\s?\n|\s?\Z")


# "Ho chiamato tre volte": how often, where no digit follows that is said so often.
_TIMES = re.compile(r"(?<!\w)(?:fois|veces|volte|keer|vezes|razy|बार)\Z")


class _Spoken(NamedTuple):
    """Expressions of a language: a run of numbers, signs and letters; one number, a large one, a letter by itself."""

    run: re.Pattern[str]
    number: re.Pattern[str]
    large: re.Pattern[str]
    letter: re.Pattern[str]


def spoken(text: str, labels: Labels, language: str) -> Iterator[Found]:
    """Find the numbers in words of a stretch in a language with spaces. `labels`: of the stretch."""
    said = _spoken(language)
    folded = lower(text)
    for run in said.run.finditer(folded):
        start, end = _whole(text, run, said)
        if _TIMES.search(folded[start:end]):
            continue
        numbers = [one[0] for one in said.number.finditer(folded, start, end) if one[0] not in _JOINS]
        large = len(said.large.findall(folded, start, end))
        digits = sum(1 + (len(one) > _LONGEST_DIGIT) for one in numbers) + 2 * large
        plain = said.number.sub("", folded[start:end]).strip(_BETWEEN) == ""
        if digits < (_LEAST if plain else _LEAST_WITH_SIGNS):
            continue
        # "Razem dwa tysiące trzysta" is a sum, whatever is named some words before.
        label = labels.before(start) if large or not plain else None
        if not plain and label is None:
            continue
        if large and (label is None or (label.kind == "thing" and not label.near)):
            continue
        # "Dos mil euros" is an amount.
        if (large or (len(numbers) < _LEAST and plain)) and _LAST.match(text, end) is None:
            continue
        if (kind := spelled(labels, start, digits)) is not None:
            yield start, end, kind, _SCORE


def _whole(text: str, run: re.Match[str], said: _Spoken) -> tuple[int, int]:
    """A run as far as its letters are capitals, or told as in "K wie Konrad"."""
    start, end = run.span()
    for one in said.letter.finditer(run.string, start, end):
        if one["name"] is None and one[0] not in _JOINS and not text[one.start()].isupper():
            if one.start() == start:
                start = one.end()
            else:
                return start, len(run.string[: one.start()].rstrip(_BETWEEN))
    while start < end and not run.string[start].isalnum():
        start += 1
    return start, end


@cache
def _spoken(language: str) -> _Spoken:
    rows = {kind: one.pattern for kind, one in expressions(_FILE, language).items()}
    word = r"[\w\u0900-\u0963]"
    edge, stop = rf"(?<!{word})", rf"(?!{word})"
    number = rf"(?>(?:{rows['number']}){stop})"
    name = rf"(?P<name> (?:{rows['as']}) [^\W\d_]{{3,12}})"
    letter = rf"[a-z]{stop}{name}?"
    large = rf"(?>(?:{rows['large']}){stop})"
    item = rf"(?:{number}|{large}|(?>(?:{rows['sign']}){stop})|{letter.replace('?P<name>', '?:')})"
    apart = rf"(?:(?:,? (?:{rows['then']}) )|[ ,.،-]{{1,2}})"
    return _Spoken(
        re.compile(
            rf"{edge}(?:{number}|{large}|{letter.replace('?P<name>', '?:')})(?>(?:{apart}{item}){{1,24}}){stop}"
        ),
        re.compile(rf"{edge}{number}"),
        re.compile(rf"{edge}{large}"),
        re.compile(rf"{edge}{letter}"),
    )


_SPACELESS = ("zh", "ja")
_GOOD_PART = 4
_LONGEST_START = 40
_LONGEST_CODE, _CODE_BEFORE = (
    6,
    re.compile(rf"(?<![\w.-])(?!{LABEL_LETTERS}|(?:AND|OR|IN|TO|AS|ON|IS|AT) )(?P<v>[A-Z]{{2,4}}) \Z"),
)


class NationalDetector:
    """Identifiers, telephone numbers, addresses, dates, ages and amounts as other languages write them. `types`: entity
    types to look for; all by default. `find`: what tells the passages of a text.
    """

    def __init__(
        self, *, types: Sequence[str] | None = None, find: Callable[[str], Sequence[Passage]] = passages
    ) -> None:
        self.name = "national"
        self._types = frozenset(types) if types is not None else None
        self._find = find

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, in code points, overlaps not resolved."""
        return [
            [
                Entity(_word_start(text, _code_start(text, start, kind)), end, kind, score, self.name)
                for start, end, kind, score in self._found(text)
                if (self._types is None or kind in self._types) and not _is_of_thing(text, start, end, kind)
            ]
            for text in texts
        ]

    def _found(self, text: str) -> Iterator[Found]:
        found = list(_joined(self._find(text)))
        if all(language not in REGIONS for _, _, language in found):
            if any(language == "en" for _, _, language in found):
                yield from numbers_in_english(text, 0, len(text))
            return
        labels, main = Labels(text), _main(found, len(text))
        for start, end, language in found:
            # In a letter of another language, lines of names and numbers alone look like English.
            of = main if language == "en" else language
            if of in REGIONS:
                yield from numbers(text, labels, start, end, of)
                yield from odd_numbers(text, labels, start, end)
                if of in EUROPEAN:
                    yield from logins(text, start, end, of)
                for first, last, kind, score in _by_rules(text[start:end], of):
                    yield start + first, start + last, kind, score
            elif language == "en":
                yield from numbers_in_english(text, start, end)


# "RR 150/90" is a blood pressure, "Fehlercode AC04" a machine's; "a segunda via da certidão" is no street.
_PRESSURE = re.compile(r"(?:[A-Z]{2} )?[1-2]?[0-9]{2}/[0-9]{2,3}")
_BEFORE_PRESSURE = re.compile(r"(?<!\w)(?:RR|PA|BP|TA|RD|TK)[: ]{0,2}\Z")
_FAULT = re.compile(
    r"(?:fehler|error|erreur|errore|erro|fout|storing|bł[ęą]d|usterk|故障|错误|錯誤|エラー|خطأ|एरर)\w{0,6}[\s:]{0,2}"
    r"(?:(?:code|código|codice|kod|is|ist|代码|コード|رمز)\s?)?\Z|(?<![户戶员員会會构構客])(?:代码|コード)\s?\Z",
    re.IGNORECASE,
)
_LONGEST_FAULT, _REACH = 6, 24
_SECOND, _COPY = re.compile(r"(?:segunda|primeira|terceira|[123]\.?ª)\s\Z", re.IGNORECASE), re.compile("vias? d")
_LINES = re.compile("[0-9]{1,3} लाइन")


def _is_of_thing(text: str, start: int, end: int, kind: str) -> bool:
    """Whether what has the form of an identifier or a street is a measure, the code of a fault, a copy, lines, or
    the number of a law, a flight or a model.
    """
    least = max(start - _REACH, 0)
    if kind == "STREET_ADDRESS":
        copy = _COPY.match(text, start) and _SECOND.search(text, least, start)
        return bool(copy or _LINES.fullmatch(text, start, end))
    if kind != "ID_NUMBER":
        return False
    if _PRESSURE.fullmatch(text, start, end):
        return _BEFORE_PRESSURE.search(text, least, start + 3 * text[start].isalpha()) is not None
    fault = end - start <= _LONGEST_FAULT and _FAULT.search(text, least, start) is not None
    return fault or is_public(text, start, end)


def _word_start(text: str, start: int) -> int:
    """Where the word in Latin letters begins that a finding begins in: rules know A to Z, and "ŻIH 301" has more."""
    least = max(start - _LONGEST_START, 0)
    while start > least and _is_latin(text[start]) and _is_latin(text[start - 1]):
        start -= 1
    return start


def _code_start(text: str, start: int, kind: str) -> int:
    """Where an identifier begins that has capitals before its digits: "TGHU 1234567"; a label is none of it."""
    before = _CODE_BEFORE.search(text, max(start - _LONGEST_CODE, 0), start) if kind == "ID_NUMBER" else None
    return start if before is None or Labels(text).is_one(before["v"].lower()) else before.start("v")


def _is_latin(char: str) -> bool:
    return char.isalpha() and char < "\u0250"


def _main(found: Sequence[tuple[int, int, str]], length: int) -> str:
    """The language of most of what is not English, where that is a good part of the text; English otherwise."""
    sizes: dict[str, int] = {}
    for start, end, language in found:
        if language in REGIONS:
            sizes[language] = sizes.get(language, 0) + end - start
    largest = max(sizes, key=lambda language: sizes[language])
    return largest if sizes[largest] * _GOOD_PART >= length else "en"


def _joined(found: Sequence[Passage]) -> Iterator[tuple[int, int, str]]:
    """Passages of one language that touch, as one."""
    first, last, of = 0, 0, ""
    for start, end, language in found:
        if language != of and of:
            yield first, last, of
        if language != of:
            first, of = start, language
        last = end
    if of:
        yield first, last, of


def _by_rules(text: str, language: str) -> Iterator[Found]:
    reading = Reading(text)
    found = [one for one in _rules(language).find(reading) if one[0] < one[1]]
    labels = Labels(text)
    for start, end, kind, score in found:
        if kind != "SPELLED":
            yield start, end, kind, score
            continue
        # Of a language without spaces each character is a digit.
        if (meant := spelled(labels, start, end - start)) is not None:
            yield start, end, meant, score
    if language not in _SPACELESS:
        yield from spoken(text, labels, language)
    if language in _SPACELESS:
        yield from without_spaces(text, language)
    elif language in EUROPEAN:
        yield from towns_beside(text, found)


@cache
def _rules(language: str) -> RuleSet:
    return RuleSet([*identifiers(language), *rules_of(language)])


def towns_beside(text: str, found: Sequence[Found]) -> Iterator[Found]:
    """Find the towns behind postcodes."""
    for _, end, kind, _ in found:
        if kind == "POSTCODE" and (town := compiled("TOWN").match(text, end)) is not None:
            yield *town.span("v"), "LOCATION", 0.8


_HAN = r"一-龯々〆ヶケノ"
_REGION_END = {"zh": "省市区县州镇乡區縣鎮鄉盟旗", "ja": "都道府県市区郡町村"}
_STOPS = {
    "zh": frozenset("在住于到从址是的我他她你您位寄往搬去来送给了为叫把和与及就家司店：即至系找想去过"),
    "ja": frozenset("はをにがもでとへ"),
}
_MEASURES = frozenset("度克斤米块元分")
_LONGEST, _BLOCKS = 26, 2
_IS_HAN = re.compile(rf"[{_HAN}ぁ-んァ-ヶー]")


def _is_japanese(number: str, *, placed: bool, prefecture: bool) -> bool:
    """Whether numbers behind a word are those of a house. `number`: they, and what follows. `placed`: a town or ward
    stands before them.
    """
    if "丁目" in number or prefecture:
        return True
    if number.count("-") < _BLOCKS:
        return placed and not number.isdigit()
    # A telephone number begins with 0, and with more digits.
    return number[0] != "0" and len(number.partition("-")[0]) <= _BLOCKS


def without_spaces(text: str, language: str) -> Iterator[Found]:
    """Find addresses of Chinese and Japanese: from a house number back to where the region or the sentence begins."""
    for match in compiled("CHINESE" if language == "zh" else "JAPANESE").finditer(text):
        first = match.start()
        stops = _STOPS[language]
        least = max(0, first - _LONGEST)
        while first > least and _IS_HAN.match(text, first - 1) and text[first - 1] not in stops:
            first -= 1
        region = compiled("CHINESE_REGION" if language == "zh" else "PREFECTURE").search(text, first, match.start())
        first = region.start() if region is not None else first
        ends = [at for at in range(first, match.start()) if text[at] in _REGION_END[language]]
        street = ends[-1] + 1 if ends and ends[-1] + 1 < match.start() + (language == "ja") else first
        if language == "ja" and not _is_japanese(match[0], placed=bool(ends), prefecture=region is not None):
            continue
        if street > first:
            yield first, street, "LOCATION", 0.85
        # "In the oven at 200 degrees".
        if text[match.end() : match.end() + 1] in _MEASURES:
            continue
        if match.start() - street or language == "ja":
            yield street, match.end(), "STREET_ADDRESS", 0.9
