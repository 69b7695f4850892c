"""Names that are ordinary words and few lists hold as names, where somebody is told of by one: "Scout lives in Leeds".

The words are given names of today (US Social Security Administration) that name things, too. Alone they tell nothing;
what tells is what people do alone, whose kin somebody is, and a row of such names whose bearers do something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dp_gateway.patterns.names import KIN
from dp_gateway.patterns.rules import NAME, Found
from dp_gateway.patterns.windows import Reading

_WORDS = frozenset(
    "ace amber angel ash aspen aurora autumn bear birdie blaze blue bodhi briar cash cedar chance chase clover "
    "comfort coral crystal daisy dash destiny diamond echo ember faith fern flora fortune fox genesis ginger gift "
    "glory grace harmony haven hazel heath heaven honey honor hope hunter indigo iris ivy jade jewel journey joy "
    "justice knox lake lark legend liberty light lily lucky lyric marigold mark melody memory mercy midnight miracle "
    "misty moon moss navy nova ocean olive opal otter patience peace pearl phoenix pleasant poet poppy praise "
    "precious promise prudence queen rain rainbow raven reason reef rebel rich ridge river rose royal ruby rue rusty "
    "saffron sage saint scarlet scout serenity shade shine sky sincere snow sparrow star sterling stone storm summer "
    "sunday sunny sunshine sunrise temperance tiger trinity true unity valentine vision wave west wild will willow "
    "winsome winter wolf wren blossom blessing goodluck charity constance verity bill jack dawn june may april august "
    "art frank earl duke lance drew rocky sandy dusty buddy penny holly heather robin".split()
)
_ACTS = (
    r"(?:lives?|lived) (?:in (?!(?:the|my|our|us)\b)|at|with|near|on|next|alone|here|there)|"
    r"(?:works?|worked) (?:at|for|as|in|with|nights)|says|said (?:he|she|they|that|no|yes|it|to)|"
    r"told (?:me|us|him|her|them|the|my)|asked (?:me|us|him|her|if|for|to)|texted|phoned|rang (?:me|us|him|her|the|up)|"
    r"e-?mailed|messaged|whatsapped|married|was born|was diagnosed|"
    rf"is (?:my|his|her|our|their) (?:{KIN})|is (?:coming|pregnant|married|divorced|widowed|off sick|on leave)|"
    r"passed away|moved in with|broke up|got (?:married|engaged|divorced|sacked|fired)"
)
_TOLD = re.compile(rf"(?<![\w.'’-])(?P<v>[A-Z][a-z]{{1,14}})(?=,? (?:{_ACTS})\b)")
_OF_KIN = re.compile(
    rf"\b(?:[Mm]y|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir) (?:{KIN}),? (?P<v>[A-Z][a-z]{{1,14}})(?![\w-]| [A-Z])"
)
_ROW = re.compile(
    rf"(?<![\w.'’-])(?P<v>{NAME}(?:, {NAME}){{0,5}},? (?:and|&) {NAME})"
    r"(?= (?:are (?:coming|going|my|our|both|here|late|off|away|ill|married|twins)|came|went|live|lived|"
    r"worked|want|said|asked|told|have (?:been|gone|left)|were (?:here|there|late|off)|got (?:married|engaged))\b)"
)
_ONE = re.compile(NAME)
# "DS Crook: he was on tag": who speaks, behind a rank or a part in a meeting
_RANKED = re.compile(rf"(?m:^)[ \t>]{{0,4}}(?:DS|DI|DCI|DC|PC|WPC|PS|HV|SW|FY[12]|SHO|HCA) (?P<v>{NAME})(?=:\s)")
_CUES = frozenset(
    "live lives lived work works worked says said told asked texted phoned rang email emailed e mailed messaged "
    "whatsapped married born diagnosed my his her our their is passed moved broke got and are came went want called "
    "have were".split()
)


def word_names(reading: Reading) -> Iterator[Found]:
    """Persons by names that are words, and by any word behind a rank of who speaks."""
    text = reading.text
    for match in _RANKED.finditer(text) if ": " in text else ():
        yield *match.span("v"), "PERSON", 1.0
    if _WORDS.isdisjoint(reading.words) or _CUES.isdisjoint(reading.words):
        return
    for pattern in (_TOLD, _OF_KIN):
        for match in pattern.finditer(text):
            if match["v"].lower() in _WORDS:
                yield *match.span("v"), "PERSON", 1.0
    for row in _ROW.finditer(text):
        names = [*_ONE.finditer(text, *row.span("v"))]
        if sum(one[0].lower() in _WORDS for one in names) > 1:
            yield from ((*one.span(), "PERSON", 0.8) for one in names)
