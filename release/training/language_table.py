"""The table by which `dp_gateway.languages` tells languages in Latin letters apart, made from wordfreq.

`python -m release.training language-table` writes `table.npz.xz` and `cues.txt.xz` into `dp_gateway/languages`. Word
frequencies are those of wordfreq 3.1 (CC BY-SA 4.0). A figure is ten times the decimal logarithm of a frequency: of a
word among a thousand million words, of a letter group among a million letter groups of a language's words.
"""

from __future__ import annotations

import io
import lzma
import re
from collections import Counter
from pathlib import Path
from zlib import crc32

import numpy as np

from dp_gateway import languages

__all__ = ["write_table"]

_CODES = "en de fr es it nl pt pl ca cs da fi hr hu id is lt lv no ro sk sl sv tl tr vi".split()
_WORDFREQ = {"hr": "sh", "no": "nb", "tl": "fil"}
_FREQUENT, _ENGLISH, _ALL = 1500, 6000, 30_000
_LEAST_ZIPF, _LEAST_GROUP = 2.0, 3
# How many cues, and how frequent: of languages that are read, and of others, which are only recognised.
_CUES, _OTHER_CUES, _CUE_SHARE = (3000, 4.0), (600, 5.0), 1.6
_READ = frozenset("de fr es it nl pt pl".split())
_WORD = re.compile(r"[^\W\d_]+")


def write_table() -> None:
    """Write the table and the cues."""
    from wordfreq import top_n_list, zipf_frequency

    sources = {code: _WORDFREQ.get(code, code) for code in _CODES}
    lists = {code: [w for w in top_n_list(source, _ALL) if _latin(w)] for code, source in sources.items()}
    words = {w for code, found in lists.items() for w in found[: _ENGLISH if code == "en" else _FREQUENT]}

    def level(word: str, code: str) -> float:
        return max(zipf_frequency(word, sources[code]), _LEAST_ZIPF)

    rows = {crc32(word.encode()): [round(10 * level(word, code)) for code in _CODES] for word in sorted(words)}
    hashes = np.array(sorted(rows), np.uint32)
    levels = np.array([rows[int(one)] for one in hashes], np.uint8)

    counts = {code: Counter(g for w in lists[code] for g in _groups(w)) for code in _CODES}
    groups = {g for of in counts.values() for g, n in of.items() if n >= _LEAST_GROUP}
    kept = {crc32(g.encode()): [_group_level(counts[code], g) for code in _CODES] for g in sorted(groups)}
    group_hashes = np.array(sorted(kept), np.uint32)
    group_levels = np.array([kept[int(one)] for one in group_hashes], np.uint8)

    folder = Path(languages.__file__).parent
    stored = io.BytesIO()
    np.savez(
        stored, codes=np.array(_CODES), words=hashes, word_levels=levels, groups=group_hashes, group_levels=group_levels
    )
    (folder / "table.npz.xz").write_bytes(lzma.compress(stored.getvalue(), preset=9))
    cues: set[str] = set()
    for code in _CODES[1:]:
        own = [w for w in lists[code] if w.isascii() and len(w) > 1 and level(w, code) - level(w, "en") >= _CUE_SHARE]
        most, least = _CUES if code in _READ else _OTHER_CUES
        cues |= {w for w in own[:most] if level(w, code) >= least}
    (folder / "cues.txt.xz").write_bytes(lzma.compress(" ".join(sorted(cues)).encode(), preset=9))
    print(f"{len(hashes)} words, {len(group_hashes)} letter groups, {len(cues)} cues")  # noqa: T201


def _latin(word: str) -> bool:
    return (_WORD.fullmatch(word) is not None and max(word) < "\u0250") or "\u1e00" <= max(word) < "\u1f00"


def _groups(word: str) -> list[str]:
    marked = f"<{word}>"
    return [marked[at : at + 3] for at in range(len(marked) - 2)]


def _group_level(counts: Counter[str], group: str) -> int:
    return round(10 * np.log10(max(counts[group], 0.5) / counts.total() * 1e6))
