"""The page of sentences in many languages is what is sent now."""

from __future__ import annotations

import pytest

from benchmarks.languages.sentences import PAGE, page, texts


@pytest.mark.thorough
def test_the_page_is_what_is_sent() -> None:
    assert page() == PAGE.read_text(encoding="utf-8"), "python -m benchmarks.languages.sentences writes it anew"


def test_thirty_texts_a_language() -> None:
    for code in "de fr es it nl pt pl zh ja ar hi".split():
        assert len(texts(code)) >= 30
