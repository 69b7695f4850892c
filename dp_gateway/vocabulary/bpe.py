"""Byte pair encoding (Sennrich et al. 2016): words are placed by cl100k's tokens, and have vectors by WordLlama's.

Two tables are carried as files, so that a plain install needs no tokenizer's library. The tests compare both with those
libraries.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import pairwise
from pathlib import Path
from typing import AnyStr

_SPECIAL = {
    100257: b"<|endoftext|>",
    100258: b"<|fim_prefix|>",
    100259: b"<|fim_middle|>",
    100260: b"<|fim_suffix|>",
    100276: b"<|endofprompt|>",
}
_SPACE = r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"


def read_tokens(file: Path, count: int) -> list[bytes]:
    """Read the tokens of a table, by id: a byte for the length of each, then all of them one after the other."""
    data = file.read_bytes()
    tokens: list[bytes] = []
    start = count
    for length in data[:count]:
        tokens.append(data[start : start + length])
        start += length
    return tokens


def merged(parts: list[AnyStr], rank: Callable[[AnyStr, AnyStr], int | None]) -> list[AnyStr]:
    """Merge neighbours, the pair of the lowest rank first and of equal ones the leftmost, until none has a rank.
    `parts`: single bytes, or characters. `rank`: of a pair; None where the two are no token together.
    """
    after = [*range(1, len(parts)), -1]
    before = [*range(-1, len(parts) - 1)]
    pairs = [
        (found, place, one, other)
        for place, (one, other) in enumerate(pairwise(parts))
        if (found := rank(one, other)) is not None
    ]
    heapify(pairs)
    there: list[AnyStr | None] = [*parts]
    while pairs:
        _, place, one, other = heappop(pairs)
        following = after[place]
        # A pair one of whose parts was merged with another one since.
        if there[place] != one or following < 0 or there[following] != other:
            continue
        there[place], there[following] = one + other, None
        beyond = after[place] = after[following]
        if beyond >= 0:
            before[beyond] = place
        for left, right in ((before[place], place), (place, beyond)):
            if left >= 0 and right >= 0:
                first, second = there[left], there[right]
                if first is not None and second is not None and (found := rank(first, second)) is not None:
                    heappush(pairs, (found, left, first, second))
    return [part for part in there if part is not None]


class Cl100k:
    """OpenAI's encoding cl100k_base, from the ranks that its library tiktoken has (MIT). `n_vocab`: one more than the
    greatest id.
    """

    n_vocab = 100277
    _ORDINARY = 100256

    def __init__(self) -> None:
        folder = Path(__file__).parent
        self._tokens = read_tokens(folder / "cl100k.tokens", self._ORDINARY)
        self._ranks = {token: rank for rank, token in enumerate(self._tokens)}

    def encode_ordinary(self, text: str) -> list[int]:
        """Encode a text, in which special tokens are text like any other, as ids."""
        ids: list[int] = []
        for piece in _pieces().findall(text):
            ids += self._merged(piece)
        return ids

    def _merged(self, piece: str) -> list[int]:
        data, ranks = piece.encode("utf-8"), self._ranks
        if (known := ranks.get(data)) is not None:
            return [known]
        parts = [data[place : place + 1] for place in range(len(data))]
        return [ranks[part] for part in merged(parts, lambda one, other: ranks.get(one + other))]

    def token_bytes(self, token: int) -> bytes:
        """Return the bytes that a token stands for. Raises KeyError where no token has that id."""
        return self._tokens[token] if 0 <= token < self._ORDINARY else _SPECIAL[token]

    def decode(self, ids: Iterable[int]) -> str:
        """Decode tokens into their text; what is no UTF-8 becomes U+FFFD. Raises KeyError where no token has one of the
        ids.
        """
        return b"".join(map(self.token_bytes, ids)).decode("utf-8", "replace")


@cache
def _pieces() -> re.Pattern[str]:
    """What cl100k cuts a text into before it merges; its letters and numbers are those of the file beside this one."""
    letters, numbers = Path(__file__).with_name("cl100k.classes").read_text().split()
    return re.compile(
        rf"'(?i:[sdmt]|ll|ve|re)|[^\r\n{letters}{numbers}]?[{letters}]+|[{numbers}]{{1,3}}"
        rf"| ?[^{_SPACE}{letters}{numbers}]+[\r\n]*"
        rf"|[{_SPACE}]+\Z|[{_SPACE}]*[\r\n]|[{_SPACE}]+(?![^{_SPACE}])|[{_SPACE}]"
    )


_MARK = "\u2581"
_WORD = re.compile(f"{_MARK}*[^{_MARK}]*")


class SentencePieces:
    """Llama 2's tokens: a mark for each space and one in front, merged by id; unknown characters are their bytes.
    `file` and `count`: the table of tokens, and how many it holds.
    """

    def __init__(self, file: Path, count: int) -> None:
        self._ids = {token.decode(): place for place, token in enumerate(read_tokens(file, count))}

    def encode(self, texts: Iterable[str]) -> list[list[int]]:
        """Encode each text as ids; none of an empty one. What was seen is forgotten when the call ends."""
        known: dict[str, list[int]] = {"": []}
        result: list[list[int]] = []
        for text in texts:
            ids: list[int] = []
            # No token has a mark behind another character, so that words never merge with one another.
            for word in _WORD.findall(_MARK + text.replace(" ", _MARK)) if text else ():
                if word not in known:
                    known[word] = self._merged(word)
                ids += known[word]
            result.append(ids)
        return result

    def _merged(self, word: str) -> list[int]:
        ids = self._ids
        parts: list[str] = []
        for char in word:
            parts += [char] if char in ids else [f"<0x{byte:02X}>" for byte in char.encode("utf-8", "replace")]
        return [ids[part] for part in merged(parts, self._rank)]

    def _rank(self, one: str, other: str) -> int | None:
        """By id, runs of marks last; of two ways to write one token, the one whose left part has the lower id."""
        together = one + other
        found = self._ids.get(together)
        if found is None:
            return None
        return (not together.strip(_MARK)) << 32 | found << 16 | self._ids[one]
