"""Surrogates back into originals, in whole replies and in streams that are cut anywhere.

A trie over the folded surrogates is walked from every place where a word may begin; the longest match wins. What a
model does to a surrogate is undone on the way: letter case is carried over to the original, any white space matches
any other, Markdown marks and zero-width characters inside a surrogate are stepped over (and kept), a plural s is
kept. A stream holds back only what may still become a match: from the first place where a walk is alive.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

__all__ = ["Replacement", "RestoreStream", "Restored", "Restorer", "is_restorable", "restore_object"]

_LONGEST_GAP = 16
"""Characters of white space or markup that may stand inside one surrogate; more is no longer the same phrase."""

_LEAST_DIGITS = 4
"""A surrogate of digits alone that is shorter than this could be any number of the reply, and is not restored."""

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"
_APOSTROPHES = "\u2018\u2019\u02bc\uff07"
_TRANSPARENT = frozenset("*_`~\u200b\u200c\u200d\u2060\ufeff\u00ad")
_FOLDED = dict.fromkeys(_DASHES, "-") | dict.fromkeys(_APOSTROPHES, "'")
_NUMBER_MARKS = ".,"
_CURRENCY = frozenset("$€£¥₹")


class Replacement(NamedTuple):
    """A form in which a reply may hold a surrogate, and what has to stand there instead.

    Attributes:
        surrogate, original: as they were sent and as they were typed.
        plural: the reply may add a plural s.
        cased: in lower case it is an ordinary word ("polish"), and is left alone.
    """

    surrogate: str
    original: str
    plural: bool = False
    cased: bool = False


@dataclass(frozen=True, slots=True)
class Restored:
    """A restored text, and how many surrogates were found in it."""

    text: str
    count: int


class _Match(NamedTuple):
    end: int
    text: str


class _Node:
    __slots__ = ("children", "leaf")

    def __init__(self) -> None:
        self.children: dict[str, _Node] = {}
        self.leaf: Replacement | None = None


_NEED_MORE = object()


class Restorer:
    """Puts originals where surrogates stand.

    Args:
        replacements: of two with the same folded surrogate the first one counts.

    Attributes:
        skipped: surrogates too short to be told from an ordinary number; they are not restored.
    """

    def __init__(self, replacements: Iterable[Replacement]) -> None:
        self._root = _Node()
        skipped: list[str] = []
        for replacement in replacements:
            if is_restorable(replacement.surrogate):
                self._add(replacement)
            elif replacement.surrogate != replacement.original:
                skipped.append(replacement.surrogate)
        self.skipped = tuple(dict.fromkeys(skipped))
        self._first = frozenset(self._root.children)

    def _add(self, replacement: Replacement) -> None:
        node = self._root
        for char in _folded(replacement.surrogate):
            node = node.children.setdefault(char, _Node())
        if node.leaf is None:
            node.leaf = replacement

    def __bool__(self) -> bool:
        return bool(self._first)

    def restore(self, text: str) -> Restored:
        """Restore a whole text."""
        stream = self.stream()
        restored = stream.feed(text) + stream.close()
        return Restored(restored, stream.count)

    def restore_json(self, document: str) -> Restored:
        """Restore a JSON document as text: strings are read and written with their escapes."""
        stream = self.stream(as_json=True)
        restored = stream.feed(document) + stream.close()
        return Restored(restored, stream.count)

    def stream(self, *, as_json: bool = False) -> RestoreStream:
        """A reply that arrives in pieces.

        Args:
            as_json: the pieces are JSON (tool-call arguments), so that surrogates may stand in it with escapes, and
                originals have to.
        """
        return _JsonStream(self) if as_json else RestoreStream(self)

    def match(self, chars: list[str], start: int, *, final: bool) -> _Match | object | None:
        """The longest surrogate at `start`: a `_Match`, None, or `_NEED_MORE` where only more text can tell."""
        walk = self._walk(chars, start, final=final)
        if walk is None:
            return _NEED_MORE
        for end, leaf in reversed(walk):
            bound = _right_bound(chars, end, plural=leaf.plural, final=final)
            if bound is None:
                return _NEED_MORE
            matched = "".join(chars[start:end])
            if bound >= end and not (leaf.cased and matched.islower()):
                return _Match(bound, _original_for(matched, leaf) + "".join(chars[end:bound]))
        return None

    def _walk(self, chars: list[str], start: int, *, final: bool) -> list[tuple[int, Replacement]] | None:
        """All ends at which a surrogate that begins at `start` is complete; None where it could still go on."""
        node, at, gap = self._root, start, 0
        ends: list[tuple[int, Replacement]] = []
        while True:
            if at == len(chars):
                return ends if final or not node.children else None
            folded = _fold(chars[at])
            following = node.children.get(folded)
            if following is not None:
                node, gap = following, gap + 1 if folded == " " else 0
                if node.leaf is not None:
                    ends.append((at + 1, node.leaf))
            elif at > start and gap < _LONGEST_GAP and self._passes(chars, at, folded):
                gap += 1
            else:
                return ends
            at += 1

    @staticmethod
    def _passes(chars: list[str], at: int, folded: str) -> bool:
        """What may stand inside a surrogate without being part of it: markup, and the rest of a run of white space."""
        if chars[at] in _TRANSPARENT:
            return True
        return folded == " " and _last_solid(chars, at).isspace()

    def may_start(self, chars: list[str], at: int) -> bool:
        """A surrogate could begin here."""
        if _fold(chars[at]) not in self._first:
            return False
        if at == 0:
            return True
        before = chars[at - 1]
        if before.isalnum():
            return chars[at] in _CURRENCY
        # 310 in 12,310 is no number of its own.
        part_of_number = chars[at].isdigit() and before in _NUMBER_MARKS and at > 1 and chars[at - 2].isdigit()
        return not part_of_number


def is_restorable(surrogate: str) -> bool:
    """A surrogate that can be told from the ordinary words and numbers of a reply."""
    solid = [char for char in surrogate if char.isalnum()]
    if not solid:
        return False
    if all(char.isdigit() for char in solid):
        return len(solid) >= _LEAST_DIGITS or any(not char.isspace() and not char.isalnum() for char in surrogate)
    return len(solid) > 1


def _last_solid(chars: list[str], at: int) -> str:
    """The last character before `at` that is no markup; empty where there is none."""
    while at > 0:
        at -= 1
        if chars[at] not in _TRANSPARENT:
            return chars[at]
    return ""


def _fold(char: str) -> str:
    if char.isspace():
        return " "
    lowered = _FOLDED.get(char) or char.lower()
    return lowered if len(lowered) == 1 else char


def _folded(text: str) -> Iterator[str]:
    """The folded characters of a surrogate, runs of white space as one."""
    before = ""
    for char in text.strip():
        folded = _fold(char)
        if folded != " " or before != " ":
            yield folded
        before = folded


def _right_bound(chars: list[str], end: int, *, plural: bool, final: bool) -> int | None:
    """Where a match that ends at `end` really ends: `end`, or behind a plural s; -1 if it is part of a longer word.

    None where only more text can tell.
    """
    last = chars[end - 1]
    if not last.isalnum():
        return end
    window = "".join(chars[end : end + 2])
    in_number = last.isdigit() and window[:1] in _NUMBER_MARKS
    in_plural = plural and window[:1] in "sS"
    if len(window) < (2 if window and (in_number or in_plural) else 1) and not final:
        return None
    window = window.ljust(2)
    if in_number and window[0] != " ":
        return -1 if window[1].isdigit() else end
    if not window[0].isalnum():
        return end
    return end + 1 if in_plural and not window[1].isalnum() else -1


def _original_for(matched: str, leaf: Replacement) -> str:
    """The original in the letter case in which the surrogate was found, followed by markup that stood inside it."""
    inside = "".join(char for char in matched if char in _TRANSPARENT and char not in leaf.surrogate)
    return _in_case(matched, leaf) + inside


def _in_case(matched: str, leaf: Replacement) -> str:
    letters = [char for char in matched if char.isalpha()]
    sent = [char for char in leaf.surrogate if char.isalpha()]
    if letters == sent or not letters:
        return leaf.original
    found = "".join(letters)
    if found.isupper() and len(letters) > 1 and not "".join(sent).isupper():
        return leaf.original.upper()
    if found.islower():
        return leaf.original.lower()
    if letters[0].isupper() and sent[0].islower():
        return leaf.original[:1].upper() + leaf.original[1:]
    return leaf.original


class RestoreStream:
    """Restores a reply piece by piece: what the pieces give, joined, is what the joined reply gives.

    Attributes:
        count: surrogates found so far.
    """

    def __init__(self, restorer: Restorer) -> None:
        self.count = 0
        self._restorer = restorer
        # The last two characters that have gone out stay in front, for the rules about what stands before a match.
        self._chars: list[str] = []
        self._at = 0

    def feed(self, piece: str) -> str:
        """Take in a piece and return what is certain now."""
        self._chars.extend(piece)
        return self._advance(final=False)

    def close(self) -> str:
        """Return what was held back."""
        return self._advance(final=True)

    @property
    def held(self) -> int:
        """Characters held back because they may become a surrogate."""
        return len(self._chars) - self._at

    def _advance(self, *, final: bool) -> str:
        chars, at, out = self._chars, self._at, list[str]()
        restorer = self._restorer
        while at < len(chars):
            found = restorer.match(chars, at, final=final) if restorer.may_start(chars, at) else None
            if found is _NEED_MORE:
                break
            if isinstance(found, _Match):
                out.append(self.written(found.text))
                self.count += 1
                at = found.end
            else:
                out.append(self.kept(at))
                at += 1
        self._drop(max(at - 2, 0))
        self._at = min(at, 2)
        return "".join(out)

    def _drop(self, count: int) -> None:
        del self._chars[:count]

    def written(self, original: str) -> str:
        """An original as it goes into the output."""
        return original

    def kept(self, at: int) -> str:
        """A character that belongs to no surrogate, as it goes into the output."""
        return self._chars[at]


class _JsonStream(RestoreStream):
    """The same over the characters that JSON stands for; what is kept goes out as it came, escapes included."""

    def __init__(self, restorer: Restorer) -> None:
        super().__init__(restorer)
        self._raw: list[str] = []
        self._pending = ""
        self._in_string = False

    def feed(self, piece: str) -> str:
        """Take in a piece and return what is certain now."""
        text = self._pending + piece
        self._pending = ""
        at = 0
        while at < len(text):
            length = self._unit(text, at)
            if not length:
                self._pending = text[at:]
                break
            self._push(text[at : at + length])
            at += length
        return self._advance(final=False)

    def close(self) -> str:
        """Return what was held back; an escape that was cut off goes out as it came."""
        for char in self._pending:
            self._add(char, char)
        self._pending = ""
        return self._advance(final=True)

    def _unit(self, text: str, at: int) -> int:
        """Length of the character or escape at `at`; 0 where it is not complete."""
        if text[at] != "\\" or not self._in_string:
            return 1
        length = 6 if text[at + 1 : at + 2] == "u" else 2
        if len(text) - at < length:
            return 0
        if length == 6 and text[at + 2 : at + 4].lower() in ("d8", "d9", "da", "db"):  # noqa: PLR2004
            length = 12  # a surrogate pair
        return length if len(text) - at >= length else 0

    def _push(self, raw: str) -> None:
        if raw == '"':
            self._in_string = not self._in_string
            # A quote is never part of a surrogate: matches do not cross from one string into another.
            self._add('"', raw)
            return
        char = raw
        if len(raw) > 1:
            try:
                char = json.loads(f'"{raw}"')
            except ValueError:
                char = raw[0]
        self._add(char if len(char) == 1 else "\ufffd", raw)

    def _add(self, char: str, raw: str) -> None:
        self._chars.append(char)
        self._raw.append(raw)

    def _drop(self, count: int) -> None:
        super()._drop(count)
        del self._raw[:count]

    def written(self, original: str) -> str:
        """An original with the escapes that JSON needs."""
        return json.dumps(original, ensure_ascii=False)[1:-1]

    def kept(self, at: int) -> str:
        """A character as it came."""
        return self._raw[at]


def restore_object(restorer: Restorer, value: Any) -> Any:
    """Restore every string inside a JSON-like object, keys left alone."""
    if isinstance(value, str):
        return restorer.restore(value).text
    if isinstance(value, list):
        return [restore_object(restorer, item) for item in cast(list[Any], value)]
    if isinstance(value, dict):
        return {key: restore_object(restorer, item) for key, item in cast(dict[str, Any], value).items()}
    return value
