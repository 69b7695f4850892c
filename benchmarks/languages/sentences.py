"""What leaves of thirty texts a language: `python -m benchmarks.languages.sentences` writes the page anew.

The texts are those that detection is developed with (the folder `development`), so the page shows how surrogates read,
not how much is found. A test compares the page with what is sent now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from dp_gateway import Gateway, Secret
from dp_gateway.languages import language_name

__all__ = ["PAGE", "page", "texts"]

PAGE = Path(__file__).parents[1] / "languages_sentences.md"
_FOLDER = Path(__file__).with_name("development")
_CODES = "de fr es it nl pt pl zh ja ar hi".split()
_MARK = re.compile(r"\[([A-Z_]+)\|([^\]]+)\]")
_KEY = Secret(b"the key of the sentences in many languages")
_HEAD = """# What is sent, in eleven languages

Written by `python -m benchmarks.languages.sentences`: texts that detection was developed with, and what leaves in their
place under the policy `entities`. Lines of one text are apart by " / ".

"""


def texts(code: str) -> list[str]:
    """The texts of a language without their marks."""
    lines = (_FOLDER / f"{code}.txt").read_text(encoding="utf-8").splitlines()
    return [_MARK.sub(r"\2", line).replace("\\n", "\n") for line in lines]


def page() -> str:
    """The page, of what is sent now."""
    return _HEAD + "\n".join(line for code in _CODES for line in _section(code))


def _section(code: str) -> Iterator[str]:
    gateway = Gateway("entities", key=_KEY)
    yield f"## {language_name(code)}\n\n| typed | sent |\n| --- | --- |"
    for number, text in enumerate(texts(code)):
        sent = gateway.sanitize(text, scope=str(number)).text
        if sent != text:
            yield f"| {_cell(text)} | {_cell(sent)} |"
    yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " / ").replace("<", "&lt;")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
