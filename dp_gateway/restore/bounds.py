"""Finds where a surrogate may begin and end in a reply, and the letter case in which its original is written.
`matching` and `digits` ask at each place where one may stand.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from dp_gateway.restore.replacement import Replacement
from dp_gateway.restore.words import MARKS, TRANSPARENT
from dp_gateway.text.folding import compared
from dp_gateway.text.unicode import IDEOGRAPH, IDEOGRAPHS

NOWHERE, NEED_MORE = -1, -2
"""In the place of an end: there is none; only more text can tell."""

_DIGITS = re.compile(r"[1-9][0-9]{0,17}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,5}", re.ASCII)
_GAPS, _WORDS = re.compile(r"\s+"), re.compile(r"\S+")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
LONGEST_GAP = 16
"""Characters of white space or markup that may stand inside one surrogate; more is no longer the same phrase."""

_NUMBER_MARKS = (".", ",")
JOINTS = ("%20", "_", "-", "+")
"""What stands for the spaces of a phrase where it is a name of something."""
LONGEST_JOINT = max(map(len, JOINTS))
_CUT_JOINTS = frozenset(joint[:length] for joint in JOINTS for length in range(1, len(joint)))
_LAST_LATIN = "\u08ff"
# No space stands beside an ideograph; vowel signs, which are no letters to Python, belong to words of Hindi.
_DEVANAGARI = re.compile("[\u0900-\u0963\u0966-\u097f]")
_OWN_BOUNDS = re.compile(f"[\u0900-\u0963\u0966-\u097f{IDEOGRAPHS}]")
_GROUP = re.compile(r"[0-9]{1,3}(?![0-9:/-])")
_BEGINS_GROUPS = re.compile(r"(?<![0-9.:/-])[0-9]{1,3}\Z")
_THOUSAND, _MOST = 3, 6
"""Digits of a group of thousands, and of all groups before one."""
_ZEROS = re.compile(r"\.0+")
_CURRENCY = frozenset("$€£¥₹")


def may_start(folded: str, at: int) -> bool:
    """Return whether a surrogate could begin at a place."""
    if at == 0:
        return True
    before, first = folded[at - 1], folded[at]
    if not (before.isascii() and first.isascii()) and _OWN_BOUNDS.match(first):
        return IDEOGRAPH.match(first) is not None or not _DEVANAGARI.match(before)
    if before.isalnum() and not (before > _LAST_LATIN and IDEOGRAPH.match(before)):
        # A placeholder brings its bounds along; the letter of a line break in a string of a program is none of a word.
        return first in _CURRENCY or first == "<" or (before in "nrt" and at > 1 and folded[at - 2] == "\\")
    if not (first.isdigit() and before in _NUMBER_MARKS and at > 1 and folded[at - 2].isdigit()):
        return True
    # 310 in 12,310 is no number of its own; the cells of 134,17 and of 84100,910 and what follows an address are.
    grouped = _GROUP.match(folded, at) and _BEGINS_GROUPS.search(folded, max(at - 6, 0), at - 1)
    return before == "," and not grouped


def end_of(surrogate: str, folded: str, start: int, *, plain: bool, longest_gap: int = LONGEST_GAP) -> int:
    """Find where a folded surrogate that begins at `start` ends in a folded text; `NOWHERE`, or `NEED_MORE`.
    `surrogate` and `folded`: both folded. `plain`: the text has neither markup nor runs of white space, so that nothing
    has to be stepped over. `longest_gap`: of white space and markup.
    """
    if folded.startswith(surrogate, start):
        return start + len(surrogate)
    space = surrogate.find(" ")
    if space > 0 and _is_joint(folded, start + space):
        joined = _joined_end(surrogate, folded, start, space)
        if joined != NOWHERE:
            return joined
    if plain:
        goes_on = len(folded) < start + len(surrogate) and surrogate.startswith(folded[start:])
        return NEED_MORE if goes_on else NOWHERE
    done = _alike(surrogate, folded, start)
    at, gap = start + done, done - len(surrogate[:done].rstrip(" "))
    while done < len(surrogate):
        if at == len(folded):
            return NEED_MORE
        char = folded[at]
        if char == surrogate[done]:
            done, gap = done + 1, gap + 1 if char == " " else 0
        elif at > start and gap < longest_gap and _passes(folded, at):
            gap += 1
        else:
            return NOWHERE
        at += 1
    return at


def _alike(surrogate: str, folded: str, start: int) -> int:
    """With how many characters of a text a surrogate begins: found in halves, as thousands may begin alike."""
    least, most = 0, min(len(surrogate), len(folded) - start)
    while least < most:
        middle = (least + most + 1) // 2
        if folded.startswith(surrogate[least:middle], start + least):
            least = middle
        else:
            most = middle - 1
    return least


def _is_joint(folded: str, at: int) -> bool:
    """Whether a joint stands at a place, or begins there where the text ends."""
    return folded.startswith(JOINTS, at) or (len(folded) - at < LONGEST_JOINT and folded[at:] in _CUT_JOINTS)


def _joined_end(surrogate: str, folded: str, start: int, space: int) -> int:
    """Where a surrogate whose first word ends at `space` ends that is written as one: laura_chen, Laura%20Chen."""
    if not folded.startswith(surrogate[:space], start):
        return NOWHERE
    for joint in JOINTS:
        joined = surrogate.replace(" ", joint)
        if folded.startswith(joined, start):
            return start + len(joined)
        if len(folded) < start + len(joined) and joined.startswith(folded[start:]):
            return NEED_MORE if len(folded) > start + space else NOWHERE
    return NOWHERE


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


def right_bound(  # noqa: PLR0911
    folded: str, start: int, end: int, *, plural: bool, final: bool, number: bool = False
) -> int:
    """Find where a match from `start` to `end` really ends: `end`, or behind a plural s.

    A `number` may have zeros behind a point, which another program gave it. `NOWHERE` if the match is part of a longer
    word, `NEED_MORE` where only more text can tell.
    """
    last, window = folded[end - 1], folded[end : end + 2]
    if (last > _LAST_LATIN or window > _LAST_LATIN) and (own := _own_bound(last, window, end, final=final)):
        return own
    if not last.isalnum() or (final and not window):
        return end
    in_number = last.isdigit() and window.startswith(_NUMBER_MARKS)
    if in_number and window[0] == ",":
        # 310 of 310,000 and 310,5 is no number of its own; before what follows 84100, or an address, it is a cell.
        group = _BEGINS_GROUPS.search(folded, max(end - 5, 0), end)
        in_number = group is not None and not _ends_groups(folded[start:end], end - group.start())
    in_plural = plural and window.startswith("s")
    if not final and len(window) < (2 if window and (in_number or in_plural) else 1):
        return NEED_MORE
    if in_number and number and (zeros := _ZEROS.match(folded, end)):
        return _behind_zeros(folded, end, zeros.end(), final=final)
    if in_number and window[1:].isdigit():
        return NOWHERE
    if in_number or not window[0].isalnum():
        return end
    return end + 1 if in_plural and not window[1:].isalnum() else NOWHERE


def _ends_groups(matched: str, last: int) -> bool:
    """Whether the last group of digits, so long, ends a telephone number: a cell that may follow it is none of it."""
    before = matched[:-last]
    return (
        before[-1:] == " " and before[-2:-1].isdigit() and (last != _THOUSAND or sum(map(str.isdigit, before)) > _MOST)
    )


def _own_bound(last: str, window: str, end: int, *, final: bool) -> int:
    """The same of scripts with bounds of their own; 0 where the rules of other scripts hold."""
    if IDEOGRAPH.match(last) or IDEOGRAPH.match(window):
        return end
    if not _DEVANAGARI.match(last):
        return 0
    if not window and not final:
        return NEED_MORE
    return NOWHERE if _DEVANAGARI.match(window) else end


def _behind_zeros(folded: str, end: int, zeros_end: int, *, final: bool) -> int:
    behind = folded[zeros_end : zeros_end + 2]
    if not final and len(behind) < 2:  # noqa: PLR2004
        return NEED_MORE
    return NOWHERE if behind[:1].isalnum() or (behind[:1] in _NUMBER_MARKS and behind[1:].isdigit()) else end


def original_for(matched: str, replacement: Replacement) -> str:
    """Write the original in the letter case in which the surrogate was found, then markup that stood inside it."""
    if matched == replacement.surrogate:
        return replacement.original
    surrogate = replacement.surrogate
    original = _in_case(matched, surrogate, replacement.original)
    gaps, sent = _GAPS.findall(matched), _GAPS.findall(surrogate)
    if gaps != sent:
        words = original.split()
        if joint := _joint(matched, surrogate):
            return joint.join(map(quote, words) if joint == JOINTS[0] else words)
        if len(words) == len(gaps) + 1:
            # White space is the reply's: of columns, and of lines that were broken.
            original = "".join([f"{word}{gap}" for word, gap in zip(words, [*gaps, ""], strict=True)])
    inside = "".join(char for char in matched if char in TRANSPARENT and char not in surrogate)
    if inside and (marked := _with_marks(matched, surrogate, original)):
        return marked
    if inside and not inside.strip("_") and _DIGITS.fullmatch(original):
        # 80_000 of a program.
        return f"{int(original.replace(',', '')):_}"
    return original + inside


def _with_marks(matched: str, surrogate: str, original: str) -> str:
    """The original with the markup that stood around each word: "**Laura** Chen"; empty where it stood elsewhere."""
    found, words = matched.split(), original.split()
    if len(words) < 2 or not len(found) == len(words) == len(surrogate.split()):  # noqa: PLR2004
        return ""
    around = [_MARKED.fullmatch(word) for word in found]
    if None in around or not TRANSPARENT.isdisjoint(surrogate + original):
        return ""
    marked = [f"{one['before']}{word}{one['behind']}" for one, word in zip(around, words, strict=True) if one]
    return "".join(f"{word}{gap}" for word, gap in zip(marked, [*_GAPS.findall(matched), ""], strict=True))


_MARKED = re.compile(rf"(?P<before>[{MARKS}]*+)[^{MARKS}]++(?P<behind>[{MARKS}]*+)")


def _joint(matched: str, surrogate: str) -> str:
    """What joins the words of a surrogate that was found as one word; empty where nothing does."""
    words = surrogate.split()
    folded = compared(matched)
    for joint in JOINTS if len(words) > 1 else ():
        if folded == compared(joint.join(words)):
            return matched[len(words[0]) : len(words[0]) + len(joint)]
    return ""


def _in_case(matched: str, surrogate: str, original: str) -> str:  # noqa: PLR0911
    letters = [char for char in matched if char.isalpha()]
    sent = [char for char in surrogate if char.isalpha()]
    if letters == sent or not letters:
        return original
    found, capitals = "".join(letters), "".join(sent).isupper()
    if found.isupper() and len(letters) > 1 and not capitals:
        return original.upper()
    if found.islower():
        return original.lower()
    words = matched.split(), surrogate.split(), original.split()
    if len(words[0]) > 1 and len({*map(len, words)}) == 1:
        cased = map(_in_case, *words)
        return _WORDS.sub(lambda _: next(cased), original)
    if capitals and matched.istitle() and len(letters) > 1 and original.isupper():
        return _LETTERS.sub(lambda run: run[0].capitalize(), original)
    if letters[0].isupper() and sent[0].islower():
        return original[:1].upper() + original[1:]
    if letters[0].islower() and sent[0].isupper() and letters[1:] == sent[1:]:
        return original[:1].lower() + original[1:]
    return original
