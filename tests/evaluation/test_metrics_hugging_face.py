"""Perplexity of a causal model of Hugging Face, on a tiny one that is made here; nothing is downloaded."""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.evaluation.metrics import Measurement, Skipped, metric

WORDS = ["[UNK]", "the", "cat", "sat", "on", "mat"]

pytestmark = pytest.mark.skipif(
    not all(importlib.util.find_spec(package) for package in ("transformers", "torch")),
    reason="transformers and torch are not installed",
)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import transformers
    from tokenizers import Tokenizer, models, pre_tokenizers

    folder = tmp_path_factory.mktemp("tiny")
    words = Tokenizer(models.WordLevel({word: at for at, word in enumerate(WORDS)}, unk_token="[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    library: Any = transformers
    library.PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]").save_pretrained(folder)
    config = library.GPT2Config(vocab_size=len(WORDS), n_positions=64, n_embd=8, n_layer=1, n_head=1)
    library.GPT2LMHeadModel(config).save_pretrained(folder)
    return folder


def test_it_is_that_of_the_library(tiny: Path) -> None:
    import torch
    import transformers

    library: Any = transformers
    text = "the cat sat on the mat"
    model = library.AutoModelForCausalLM.from_pretrained(tiny).eval()
    tokens = library.AutoTokenizer.from_pretrained(tiny)(text, return_tensors="pt").input_ids
    with torch.no_grad():
        loss = float(model(tokens, labels=tokens).loss)
    measured = metric("perplexity", model=f"huggingface:{tiny}").measure(["x"], [text])
    assert isinstance(measured, Measurement)
    assert measured.value == pytest.approx(math.exp(loss), rel=1e-4)
    assert measured.samples == 5
    assert measured.model == str(tiny)
    cut = metric("perplexity", model=f"huggingface:{tiny}", tokens=3).measure(["x"], [text])
    assert isinstance(cut, Measurement)
    assert cut.samples == 2
    # A single token has nothing before it.
    assert isinstance(metric("perplexity", model=f"huggingface:{tiny}").measure(["x"], ["the"]), Skipped)


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    skipped = metric("perplexity", model=f"huggingface:{tmp_path / 'missing'}").measure(["x"], ["the cat"])
    assert isinstance(skipped, Skipped)
    assert "missing" in skipped.reason
