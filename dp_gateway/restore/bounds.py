"""Where a surrogate may begin and end in a reply, and the letter case in which its original is written."""

from __future__ import annotations

from dp_gateway.restore.folding import TRANSPARENT
from dp_gateway.restore.replacement import Replacement

__all__ = ["NEED_MORE", "NOWHERE", "end_of", "may_start", "original_for", "right_bound"]

NOWHERE, NEED_MORE = -1, -2
"""In the place of an end: there is none; only more text can tell."""

_LONGEST_GAP = 16
"""Characters of white space or markup that may stand inside one surrogate; more is no longer the same phrase."""

_NUMBER_MARKS = (".", ",")
_CURRENCY = frozenset("$€£¥₹")


def may_start(folded: str, at: int) -> bool:
    """A surrogate could begin here."""
    if at == 0:
        return True
    before, first = folded[at - 1], folded[at]
    if before.isalnum():
        return first in _CURRENCY
    # 310 in 12,310 is no number of its own.
    return not (first.isdigit() and before in _NUMBER_MARKS and at > 1 and folded[at - 2].isdigit())


def end_of(surrogate: str, folded: str, start: int, *, plain: bool) -> int:
    """Where a folded surrogate that begins at `start` ends in a folded text; `NOWHERE`, or `NEED_MORE`.

    Args:
        surrogate, folded: both folded.
        start: where the surrogate begins.
        plain: the text has neither markup nor runs of white space, so that nothing has to be stepped over.
    """
    if folded.startswith(surrogate, start):
        return start + len(surrogate)
    if plain:
        return NEED_MORE if surrogate.startswith(folded[start : start + len(surrogate)]) else NOWHERE
    at, gap, done = start, 0, 0
    while done < len(surrogate):
        if at == len(folded):
            return NEED_MORE
        char = folded[at]
        if char == surrogate[done]:
            done, gap = done + 1, gap + 1 if char == " " else 0
        elif at > start and gap < _LONGEST_GAP and _passes(folded, at):
            gap += 1
        else:
            return NOWHERE
        at += 1
    return at


def _passes(folded: str, at: int) -> bool:
    """What may stand inside a surrogate without being part of it: markup, and the rest of a run of white space."""
    if folded[at] in TRANSPARENT:
        return True
    if folded[at] != " ":
        return False
    before = at - 1
    while before > 0 and folded[before] in TRANSPARENT:
        before -= 1
    return folded[before] == " "


def right_bound(folded: str, end: int, *, plural: bool, final: bool) -> int:
    """Where a match that ends at `end` really ends: `end`, or behind a plural s.

    `NOWHERE` if it is part of a longer word, `NEED_MORE` where only more text can tell.
    """
    last, window = folded[end - 1], folded[end : end + 2]
    if not last.isalnum() or (final and not window):
        return end
    in_number = last.isdigit() and window.startswith(_NUMBER_MARKS)
    in_plural = plural and window.startswith("s")
    if not final and len(window) < (2 if window and (in_number or in_plural) else 1):
        return NEED_MORE
    if in_number:
        return NOWHERE if window[1:].isdigit() else end
    if not window[0].isalnum():
        return end
    return end + 1 if in_plural and not window[1:].isalnum() else NOWHERE


def original_for(matched: str, replacement: Replacement) -> str:
    """The original in the letter case in which the surrogate was found, followed by markup that stood inside it."""
    if matched == replacement.surrogate:
        return replacement.original
    inside = "".join(char for char in matched if char in TRANSPARENT and char not in replacement.surrogate)
    return _in_case(matched, replacement) + inside


def _in_case(matched: str, replacement: Replacement) -> str:
    original = replacement.original
    letters = [char for char in matched if char.isalpha()]
    sent = [char for char in replacement.surrogate if char.isalpha()]
    if letters == sent or not letters:
        return original
    found = "".join(letters)
    if found.isupper() and len(letters) > 1 and not "".join(sent).isupper():
        return original.upper()
    if found.islower():
        return original.lower()
    if letters[0].isupper() and sent[0].islower():
        return original[:1].upper() + original[1:]
    return original
