"""Scorers over Hugging Face models, on tiny ones made here; nothing is downloaded."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from dp_gateway.attacks import read_corpus
from dp_gateway.attacks.scorers import MaskedScorer, PairScorer
from dp_gateway.errors import MissingPackage
from dp_gateway.vocabulary.index import Index

INSTALLED = all(importlib.util.find_spec(package) for package in ("transformers", "torch"))


@pytest.mark.parametrize("scorer", [MaskedScorer, PairScorer])
@pytest.mark.parametrize("missing", ["transformers", "torch"])
def test_without_the_packages_there_is_a_clear_error(
    monkeypatch: pytest.MonkeyPatch, scorer: type, missing: str
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "dp_gateway.attacks.scorers.importlib.util.find_spec",
        lambda name: None if name == missing else find("json"),
    )
    with pytest.raises(MissingPackage, match=rf"needs the package {missing}\nNext: pip install transformers torch"):
        scorer("x")


def tiny(folder: Path, toy: Index, *, pairs: bool) -> tuple[str, dict[str, int]]:
    import transformers

    words = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        "lon",
        "##don",
        *(word for word in toy.words if word != "london"),
    ]
    numbers = {word: number for number, word in enumerate(words)}
    transformers.BertTokenizerFast(vocab=numbers).save_pretrained(folder)
    transformers.set_seed(1)
    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    # Large weights, so that sentences differ.
    config = transformers.BertConfig(vocab_size=len(words), initializer_range=0.3, **sizes)
    made = transformers.BertForSequenceClassification if pairs else transformers.BertForMaskedLM
    made(config).save_pretrained(folder)
    return str(folder), numbers


@pytest.mark.skipif(not INSTALLED, reason="transformers and torch are not installed")
def test_masked(tmp_path: Path, toy: Index) -> None:
    import torch
    import transformers

    model, numbers = tiny(tmp_path, toy, pairs=False)
    corpus = read_corpus(toy, ["cat dog", "good doctor run"])
    candidates = np.array([[toy.words.index(word) for word in ("nurse", "london", "bird")]])
    scores = MaskedScorer(model).score(corpus, corpus.entries, np.array([3]), candidates)

    def at_masks(masks: int) -> torch.Tensor:
        tokens = [numbers[w] for w in ["[CLS]", "good", *["[MASK]"] * masks, "run", "[SEP]"]]
        loaded = transformers.BertForMaskedLM.from_pretrained(model).eval()
        with torch.no_grad():
            return loaded(torch.tensor([tokens])).logits[0, 2 : 2 + masks].double().log_softmax(-1)

    one, two = at_masks(1), at_masks(2)
    expected = [
        one[0, numbers["nurse"]],
        (two[0, numbers["lon"]] + two[1, numbers["##don"]]) / 2,
        one[0, numbers["bird"]],
    ]
    np.testing.assert_allclose(scores[0], np.array(expected), rtol=1e-5)


@pytest.mark.skipif(not INSTALLED, reason="transformers and torch are not installed")
def test_pairs(tmp_path: Path, toy: Index) -> None:
    import torch
    import transformers

    model, numbers = tiny(tmp_path, toy, pairs=True)
    corpus = read_corpus(toy, ["cat dog", "good doctor run"])
    released = corpus.entries.copy()
    released[3] = toy.words.index("lawyer")
    candidates = np.array([[toy.words.index("nurse"), toy.words.index("bird")]])
    scores = PairScorer(model).score(corpus, released, np.array([3]), candidates)
    loaded = transformers.BertForSequenceClassification.from_pretrained(model).eval()
    for place, word in enumerate(("nurse", "bird")):
        first, second = ["good", "lawyer", "run"], ["good", word, "run"]
        tokens = [numbers[w] for w in ["[CLS]", *first, "[SEP]", *second, "[SEP]"]]
        with torch.no_grad():
            logits = loaded(torch.tensor([tokens]), token_type_ids=torch.tensor([[0] * 5 + [1] * 4])).logits[0]
        assert scores[0, place] == pytest.approx(float(logits.double().log_softmax(-1)[1]), rel=1e-5)
    assert abs(scores[0, 0] - scores[0, 1]) > 1e-4
