"""Towns beside postcodes, and addresses of Chinese and Japanese, which have no spaces: what expressions do not reach.

Streets with numbers, post boxes and postcodes of all languages are rules of `addresses.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dp_gateway.detection.languages.tables import compiled
from dp_gateway.patterns.rules import Found


def towns_beside(text: str, found: Sequence[Found]) -> Iterator[Found]:
    """The towns behind postcodes."""
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
    """Whether numbers behind a word are those of a house.

    Args:
        number: they, and what follows.
        placed: a town or ward stands before them.
        prefecture: and the prefecture.
    """
    if "丁目" in number or prefecture:
        return True
    if number.count("-") < _BLOCKS:
        return placed and not number.isdigit()
    # A telephone number begins with 0, and with more digits.
    return number[0] != "0" and len(number.partition("-")[0]) <= _BLOCKS


def without_spaces(text: str, language: str) -> Iterator[Found]:
    """Addresses of Chinese and Japanese: from a house number back to where the region or the sentence begins."""
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
