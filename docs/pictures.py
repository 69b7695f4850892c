"""The picture of `docs/concepts/epsilon.md`, drawn from the very tables that words are drawn from.

`python docs/pictures.py` writes it; a test compares it with what would be drawn now.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

import numpy as np

from dp_gateway.mechanisms.registry import create
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.opening import default_index

FILE = Path(__file__).parent / "assets" / "epsilon.svg"
_WORD = "nurse"
_EPSILONS = (4, 8, 12)
_BARS = 9
_PANEL, _ROW, _TOP, _BAR = 250, 22, 44, 110


def epsilon(index: Index) -> str:
    """An SVG document: which words StairText sends for one word, and how often, at three epsilons.

    Args:
        index: of the default vocabulary.
    """
    high = _TOP + _ROW * (_BARS + 1) + 10
    title = f"What StairText sends for the word {_WORD}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_PANEL * len(_EPSILONS)} {high}" role="img" '
        f'font-family="sans-serif" font-size="12"><title>{title}</title>',
        "<style>text{fill:#333}.bar{fill:#9fa8da}.true{fill:#e07a5f}"
        "@media (prefers-color-scheme:dark){text{fill:#ddd}.bar{fill:#5c6bc0}}</style>",
    ]
    for place, level in enumerate(_EPSILONS):
        law = create("stairtext", index, level).distribution(np.array([index.words.index(_WORD)]))[0]
        best = np.argsort(-law, kind="stable")[:_BARS]
        rows = [(index.words[entry], float(law[entry])) for entry in best.tolist()]
        others = float(law.sum() - law[best].sum())
        left = place * _PANEL
        parts.append(f'<text x="{left + 8}" y="22" font-size="14" font-weight="bold">epsilon {level}</text>')
        for at, (word, share) in enumerate([*rows, (f"{index.size - _BARS:,} others", others)]):
            y = _TOP + at * _ROW
            kind = "true" if word == _WORD else "bar"
            told = "below 0.1%" if f"{share:.1%}" == "0.0%" else f"{share:.1%}"
            parts.append(
                f'<text x="{left + 92}" y="{y + 12}" text-anchor="end">{escape(word)}</text>'
                f'<rect class="{kind}" x="{left + 98}" y="{y}" width="{max(share * _BAR, 0.5):.1f}" height="15"/>'
                f'<text x="{left + 103 + share * _BAR:.1f}" y="{y + 12}">{told}</text>'
            )
    return "\n".join([*parts, "</svg>\n"])


if __name__ == "__main__":
    FILE.write_text(epsilon(default_index()))
