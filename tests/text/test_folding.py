"""Texts that are folded together are what each is by itself."""

from __future__ import annotations

import pytest

from dp_gateway.text.folding import compared, compared_all, fold, fold_all


@pytest.mark.parametrize("texts", [[], [""], ["", ""], ["March 3", "3. MÄRZ", "İstanbul", "a\0b"], ["ASCII", "alone"]])
def test_texts_are_folded_together(texts: list[str]) -> None:
    assert fold_all(texts) == [fold(text) for text in texts]


@pytest.mark.parametrize("texts", [[], [""], ["", ""], ["March 3", "3. MÄRZ", "2019–20"]])
def test_texts_are_compared_together(texts: list[str]) -> None:
    assert compared_all(texts) == [compared(text) for text in texts]


@pytest.mark.parametrize("text", ["Zoë", "ΟΔΟΣ", "İstanbul’s", "王小明", "ǅ 𝔘 Ⓐ ﬀ", "\ud800É"])
def test_short_texts_are_folded_as_long_ones_are(text: str) -> None:
    assert fold(text) * 40 == fold(text * 40)
