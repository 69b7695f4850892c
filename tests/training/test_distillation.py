"""The training by a strong teacher, in small: an encoder of random weights learns, and the tagger follows a verdict."""

import random

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.thorough

from dp_gateway.detection.tagger.features import Vocabulary  # noqa: E402
from dp_gateway.detection.tagger.labels import LABELS  # noqa: E402
from release.training.distillation import (  # noqa: E402
    Pace,
    Texts,
    distil,
    odds_of_tagger,
    odds_of_teacher,
    teach_encoder,
    with_small,
)
from release.training.encoder import Encoder, Pieces, _of_nibbles  # noqa: E402
from release.training.examples import Builder, Example  # noqa: E402
from release.training.fit import Prepared  # noqa: E402
from release.training.model import Tagger  # noqa: E402
from release.training.synthetic import synthetic  # noqa: E402

_HIDDEN, _ROWS = 384, 50


@pytest.fixture(scope="module")
def texts():
    builder = Builder()
    groups = {
        "labelled": builder.stream(synthetic(40, random.Random(1))),
        "templates": builder.stream(synthetic(10, random.Random(2))),
        "clean": builder.stream([Example("bake the bread until it is brown")]),
        "open": builder.stream([Example("Anna went home", known=frozenset())] * 8),
    }
    words, small = with_small(list(builder.words))
    assert all(words[at] == word.lower() for word, at in zip(words, small[: len(builder.words)], strict=False))
    prepared = Prepared.of(words, Vocabulary(np.array([1], np.uint32), *(np.zeros(1, np.uint16) for _ in range(2))))
    counts = np.arange(len(words)) % 3 + 1
    pieces = Pieces(np.arange(counts.sum()) % (_ROWS - 5) + 5, np.cumsum(counts) - counts, counts)
    return Texts(groups, prepared, pieces, small, "cpu")


@pytest.fixture(scope="module")
def arrays():
    rng = np.random.default_rng(3)
    made: dict[str, np.ndarray] = {}

    def put(name: str, *shape: int) -> None:
        made[f"{name}.weight"] = rng.normal(0, 0.05, shape).astype(np.float32)

    for table, rows in (("word", _ROWS), ("position", 512), ("token_type", 2)):
        put(f"embeddings.{table}_embeddings", rows, _HIDDEN)
    norms = ["embeddings.LayerNorm"]
    for layer in (f"encoder.layer.{number}" for number in range(6)):
        for name in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"):
            put(f"{layer}.{name}", _HIDDEN, _HIDDEN)
        put(f"{layer}.intermediate.dense", 1536, _HIDDEN)
        put(f"{layer}.output.dense", _HIDDEN, 1536)
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
    for name in norms:
        made[f"{name}.weight"] = np.ones(_HIDDEN, np.float32)
    biases = {name.replace(".weight", ".bias"): array for name, array in made.items() if "embeddings." not in name}
    made["embeddings.LayerNorm.bias"] = np.zeros(_HIDDEN, np.float32)
    return made | {name: np.zeros(len(array), np.float32) for name, array in biases.items()}


def test_four_bits_are_numbers_from_minus_eight_to_seven_the_lower_half_first():
    packed = np.full((1, 1, 16), 0xF0, np.uint8)
    assert _of_nibbles(packed, np.array([[0.5]], np.float32))[0, :4].tolist() == [-4.0, 3.5, -4.0, 3.5]


def test_a_text_is_read_alike_alone_and_beside_others(texts, arrays):
    encoder = Encoder(arrays)
    with torch.no_grad():
        encoder.weights["last.weight"].normal_()
        places, together = texts.read(encoder, np.arange(6))
        for one in range(6):
            at, alone = texts.read(encoder, np.array([one]))
            assert torch.allclose(alone, together[torch.isin(places, at)], atol=1e-4)


def test_the_encoder_learns_what_is_labelled(texts, arrays):
    encoder = Encoder(arrays)
    even = torch.full((len(texts.words), len(LABELS)), 1 / len(LABELS), dtype=torch.float16)
    teach_encoder(encoder, texts, even, Pace(8, 400, 1e-2, 5, 0.5), print)
    odds = odds_of_teacher(encoder, texts)
    labelled = (texts.of_group == 0) & (texts.words > 0)
    right = texts.may(torch.arange(len(texts.words)))
    assert float((odds * right).sum(1)[labelled].mean()) > 0.5
    assert float(odds[texts.words == 0].abs().sum()) == 0


def test_the_tagger_takes_over_a_verdict_on_open_text(texts):
    torch.manual_seed(1)
    model = Tagger(1)
    before = odds_of_tagger(model, texts)
    verdict = torch.zeros_like(before)
    verdict[:, LABELS.index("B-AGE")] = 1
    opened = (texts.of_group == texts.names.index("open")) & (texts.words > 0)
    distil(model, texts, before, verdict, Pace(60, 400, 3e-2, 5, 0.5), print)
    odds = odds_of_tagger(model, texts)[:, LABELS.index("B-AGE")]
    assert float(before[opened, LABELS.index("B-AGE")].mean()) < 0.3
    assert float(odds[opened].mean()) > 0.6
