"""Chinese in traditional characters, read as if it were written in simplified ones: tables and lists have those.

Each character stands for one, so that what is found stands at the same places. The table is that of OpenCC (Apache
2.0), of which the pairs of single characters are carried; it is read when a text has Chinese.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Sequence
from functools import cache
from importlib import resources

from dp_gateway.languages import passages
from dp_gateway.patterns.base import Detector
from dp_gateway.text.entities import Entity

_HAN = re.compile("[\u4e00-\u9fff]")


class ReadSimplified:
    """A detector that reads Chinese passages in simplified characters."""

    def __init__(self, detector: Detector) -> None:
        self.name = detector.name
        self._detector = detector

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The entities of each text, in code points."""
        return self._detector.detect([simplified(text) for text in texts])


def simplified(text: str) -> str:
    """A text with its Chinese passages in simplified characters, as long as it was. `text`: any text; only Chinese
    passages change.
    """
    if text.isascii() or _HAN.search(text) is None:
        return text
    return "".join(
        text[one.start : one.end].translate(_table()) if one.language == "zh" else text[one.start : one.end]
        for one in passages(text)
    )


@cache
def _table() -> dict[int, str]:
    stored = resources.files("dp_gateway.detection.languages").joinpath("traditional.txt.xz").read_bytes()
    traditional, simple = lzma.decompress(stored).decode().splitlines()
    return dict(zip(map(ord, traditional), simple, strict=True))
