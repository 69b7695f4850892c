"""Where strings that a model copied out of a text stand in it."""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property

from dp_gateway.text.folding import copied

__all__ = ["Searched"]


class Searched:
    """A text to search for mentions.

    A mention is looked for as it is written, and, where it is not there, without regard to letter case, accents, width,
    the look of quotes and dashes, and characters without width: models mend what they copy.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    def occurrences(self, mention: str) -> list[tuple[int, int]]:
        """Where a mention stands as whole words, any white space for white space."""
        if not any(map(str.isalnum, mention)):
            return []
        found = [match.span() for match in re.finditer(_pattern(mention), self._text)]
        folded, _ = copied(mention)
        if found or not folded.strip():
            return found
        searched, origins = self._searched
        spans = [match.span() for match in re.finditer(_pattern(folded), searched)]
        return [(origins[start], self._whole(origins[end - 1] + 1)) for start, end in spans]

    @cached_property
    def _searched(self) -> tuple[str, list[int]]:
        return copied(self._text)

    def _whole(self, end: int) -> int:
        while end < len(self._text) and unicodedata.combining(self._text[end]):
            end += 1
        return end


def _pattern(mention: str) -> str:
    words = mention.split()
    spelled = r"\s+".join(map(re.escape, words))
    return f"{_edge(words[0][0], before=True)}{spelled}{_edge(words[-1][-1], before=False)}"


def _edge(character: str, *, before: bool) -> str:
    # Scripts without spaces have no whole words, nor has what begins or ends with a sign.
    if not character.isalnum() or unicodedata.east_asian_width(character) in "WF" or _unspaced(character):
        return ""
    return r"(?<![^\W_])" if before else r"(?![^\W_]|[\u0300-\u036f])"


def _unspaced(character: str) -> bool:
    return unicodedata.name(character, "").startswith(("THAI", "LAO", "KHMER", "MYANMAR", "HALFWIDTH KATAKANA"))
