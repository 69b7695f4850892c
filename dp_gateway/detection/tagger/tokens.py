"""Words, signs and line ends of a text, as the tagger reads them; the detector and the training call it."""

from __future__ import annotations

import re

__all__ = ["LONGEST", "matched", "tokenize"]

LONGEST = 40
"""Characters of one token at most: a line of a million letters becomes many tokens, each of bounded cost."""

# Letters and digits, with an apostrophe inside (O'Brien, don't) but without a possessive; one sign, repeated or not;
# the end of a line with what is blank behind it.
_TOKEN = re.compile(
    rf"[^\W_]{{1,{LONGEST}}}(?:['’](?![sS]\b)[^\W_]{{1,{LONGEST}}})?|['’][sS]\b|\n\s{{0,{LONGEST}}}"
    rf"|([^\w\s]|_)\1{{0,{LONGEST}}}"
)


def tokenize(text: str) -> tuple[list[int], list[int], list[str]]:
    """Starts, ends and tokens in the order of the text; a token of line ends reads "\\n" or "\\n\\n", then " " if the
    next line is indented. White space within a line is no token.
    """
    return matched(_TOKEN, text)


def matched(token: re.Pattern[str], text: str) -> tuple[list[int], list[int], list[str]]:
    """The same by an expression of one's own for a token."""
    starts: list[int] = []
    ends: list[int] = []
    words: list[str] = []
    for match in token.finditer(text):
        start, end = match.span()
        starts.append(start)
        ends.append(end)
        word = match.group()
        if word[0] == "\n":
            lines = "\n" if word.count("\n") == 1 else "\n\n"
            word = lines if word[-1] == "\n" else lines + " "
        words.append(word)
    return starts, ends, words
