"""Whatever is a letter or a digit to whoever reads it is one here too, under whichever category Unicode has it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import numpy as np
import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.pipeline import Sanitizer
from dp_gateway.text import decode, segment
from dp_gateway.text.unicode import UNICODE_VERSION
from dp_gateway.vocabulary.index import Index

CODE_POINTS = 0x110000
FAR = 0x40000
"""Nothing is assigned from here on, but tags and what is private."""
NAMED = re.compile(r"\b(?:LETTER|DIGIT) \w|^TAG |^BRAILLE|^REGIONAL INDICATOR|^(?:CJK|KANGXI|YI) RADICAL")
DISGUISES = {
    "circled": "\u24b6\u24dd\u24dd\u24d0",
    "parenthesised": "\u249c\u24a9\u24a9\u249c",
    "negative circled": "\U0001f150\U0001f15d\U0001f15d",
    "squared": "\U0001f130\U0001f13d\U0001f192",
    "regional indicators": "\U0001f1e6\U0001f1f3\U0001f1f3\U0001f1e6",
    "Braille": "\u2801\u281d\u281d\u2801",
    "tags": "\U000e0061\U000e006e\U000e006e\U000e0061",
    "private use": "\ue001\uf8fe\U000f0001\U0010fffd",
    "unassigned": "\u0378\U0001e7ef\U0003ffff",
    "mathematical": "\U0001d400\U0001d427\U0001d427\U0001d41a",
    "fullwidth": "\uff21\uff4e\uff4e\uff41",
    "written above": "\u0363\u0364\u0369",
    "variation selectors": "\U000e0100\U000e0151\ufe05",
    "superscripts": "\u2074\u2078\u00b2\u00b9",
    "circled digits": "\u2460\u2463\u24ea\u2776",
    "Roman numerals": "\u216b\u2173",
    "mathematical digits": "\U0001d7ce\U0001d7d3\U0001d7db",
    "fullwidth digits": "\uff14\uff18\uff12\uff11",
    "segmented digits": "\U0001fbf4\U0001fbf8\U0001fbf2\U0001fbf1",
    "letter-like": "\u2118\u2122\u2116\u33cf\u20a8",
}


def looks_like_a_letter(code: int) -> bool:
    char = chr(code)
    category = unicodedata.category(char)
    if category[0] in "LN" or category == "Co":
        return True
    if category == "Cn":
        # An older interpreter does not know what the tables know to be no letter.
        return code >= FAR or unicodedata.unidata_version == UNICODE_VERSION
    folded = unicodedata.normalize("NFKC", char)
    return (category[0] == "S" and any(unicodedata.category(one)[0] in "LN" for one in folded)) or bool(
        NAMED.search(unicodedata.name(char, ""))
    )


def blocks() -> Iterator[range]:
    return (range(start, start + 16_384) for start in range(0, CODE_POINTS, 16_384))


def test_every_code_point_that_looks_like_a_letter_is_replaced() -> None:
    for block in blocks():
        # Each stands alone, so that none is taken along by its neighbours.
        codes = np.full(2 * len(block), ord("\n"), np.uint32)
        codes[::2] = block
        found = segment(decode(codes))
        covered = np.zeros(len(codes), bool)
        covered[found.digits] = True
        for start, end in zip(found.starts.tolist(), found.ends.tolist(), strict=True):
            covered[start:end] = True
        missed = [code for code in block if not covered[2 * (code - block.start)] and looks_like_a_letter(code)]
        assert not missed, [hex(code) for code in missed[:10]]


def test_white_space_punctuation_and_usual_emoji_stay() -> None:
    kept = ' \t\n\u00a0\u3000.,;:!?-\u2013\u2019"()[]{}<>/\\@#%&*+=|~^`\u20ac$\u00a3\u00a9\u2764\ufe0f\U0001f600\U0001f44d\u2192'
    found = segment(kept)
    assert not len(found.starts)
    assert not len(found.digits)


@pytest.mark.parametrize("name", sorted(DISGUISES))
def test_no_disguise_leaves(words: Index, name: str) -> None:
    said = DISGUISES[name]
    key = Secret(b"a key of repeatable draws, for tests")
    for text in (said, f"I am {said}.", " ".join(said), f"\u2764{said}", f"1{said}"):
        drawn = Sanitizer(index=words, key=key).sanitize(text, scope=name).text
        digits = {char for char in said if char.isdecimal()}
        assert not (set(said) - digits) & set(drawn)
    if not any(char.isdecimal() for char in said):
        for policy in ("tokens", "hybrid"):
            out = Gateway(policy, key=key, index=words).sanitize(f"Anna Miller wrote {said}.", scope=name).text
            assert not set(said) & set(out)


def test_digits_of_any_script_are_drawn_in_their_script(words: Index) -> None:
    sanitizer = Sanitizer(index=words)
    for name in ("mathematical digits", "fullwidth digits", "segmented digits"):
        drawn = {sanitizer.sanitize(DISGUISES[name]).text for _ in range(20)}
        assert len(drawn) > 1
        assert all(one.isdecimal() for text in drawn for one in text)
