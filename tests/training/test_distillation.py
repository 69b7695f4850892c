"""The training by a strong teacher, in small: an encoder of random weights learns, and the tagger follows a verdict."""

import json
import random

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.thorough

from dp_gateway.detection.tagger.features import Vocabulary  # noqa: E402
from dp_gateway.detection.tagger.weights import LABELS  # noqa: E402
from release.training.distillation import (  # noqa: E402
    Pace,
    Texts,
    distil,
    odds_of_tagger,
    odds_of_teacher,
    teach_encoder,
    with_small,
)
from release.training.encoder import Encoder, Pieces, _attention, _of_nibbles, pretrained  # noqa: E402
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
        "written": builder.stream([Example("room seven is free")] * 8),
    }
    words, small = with_small(list(builder.words))
    assert all(words[at] == word.lower() for word, at in zip(words, small[: len(builder.words)], strict=False))
    prepared = Prepared.of(words, Vocabulary(np.array([1], np.uint32), *(np.zeros(1, np.uint16) for _ in range(2))))
    counts = np.arange(len(words)) % 3 + 1
    pieces = Pieces(np.arange(counts.sum()) % (_ROWS - 5) + 5, np.cumsum(counts) - counts, counts)
    texts = Texts(groups, prepared, small, "cpu")
    texts.cut(pieces)
    return texts


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
    encoder = Encoder(arrays, (2, 3))
    with torch.no_grad():
        encoder.weights["last.weight"].normal_(0, 0.05)
        places, together = texts.read(encoder, np.arange(6))
        for one in range(6):
            at, alone = texts.read(encoder, np.array([one]))
            assert torch.allclose(alone, together[torch.isin(places, at)], atol=0.1)


def test_the_encoder_learns_what_is_labelled(texts, arrays):
    encoder = Encoder(arrays, (2, 3))
    even = torch.full((len(texts.words), len(LABELS)), 1 / len(LABELS), dtype=torch.float16)
    teach_encoder(encoder, texts, even, Pace(8, 400, 1e-2, 5, 0.5), print)
    with torch.no_grad():
        places, logits = texts.read(encoder, np.flatnonzero(texts.group == texts.names.index("labelled")))
    right = texts.may(places)
    assert float((torch.softmax(logits, 1) * right).sum(1).mean()) > 0.5


def test_a_teacher_is_asked_about_open_text_alone(texts, arrays):
    odds = odds_of_teacher(Encoder(arrays, (2, 3)), texts)
    asked = (texts.of_group == texts.names.index("open")) & (texts.words > 0)
    assert torch.allclose(odds[asked].sum(1).float(), torch.ones(int(asked.sum())), atol=0.01)
    assert float(odds[~asked].abs().sum()) == 0


def test_the_way_of_attention_that_learns_is_that_which_reads():
    sides = [torch.randn(2, 3, 5, 4) for _ in range(3)]
    live = torch.tensor([[True] * 5, [True] * 3 + [False] * 2])
    mask = live[:, None, None]
    read = torch.nn.functional.scaled_dot_product_attention(*sides, attn_mask=mask)
    query, key, value = sides
    assert torch.allclose(_attention(query, key, value, ~mask * -1e4), read, atol=1e-5)


def test_numbers_of_a_plain_file_are_read(tmp_path):
    head = json.dumps(
        {"__metadata__": {}, "bert.a": {"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8]}}
    ).encode()
    stored = len(head).to_bytes(8, "little") + head + np.array([0.5, 2], "<f4").tobytes()
    (tmp_path / "model.safetensors").write_bytes(stored)
    assert {name: array.tolist() for name, array in pretrained(tmp_path).items()} == {"a": [[0.5, 2.0]]}


def test_what_the_tagger_is_sure_of_beside_names_it_does_not_unlearn(texts):
    """A teacher of names alone knows nothing of jobs, dates and numbers."""
    torch.manual_seed(1)
    model = Tagger(1)
    before, verdict = (torch.zeros(len(texts.words), len(LABELS), dtype=torch.float16) for _ in range(2))
    before[:, LABELS.index("B-AGE")] = verdict[:, 0] = 1
    distil(model, texts, before, verdict, Pace(60, 400, 3e-2, 5, 0.5), print)
    opened = (texts.of_group == texts.names.index("open")) & (texts.words > 0)
    assert float(odds_of_tagger(model, texts)[opened, LABELS.index("B-AGE")].mean()) > 0.6


def test_what_a_written_message_calls_nothing_is_unlearned_all_the_same(texts):
    torch.manual_seed(1)
    model = Tagger(1)
    before, verdict = (torch.zeros(len(texts.words), len(LABELS), dtype=torch.float16) for _ in range(2))
    before[:, LABELS.index("B-AGE")] = verdict[:, LABELS.index("B-AGE")] = 1
    distil(model, texts, before, verdict, Pace(60, 400, 3e-2, 5, 0.5), print)
    own = (texts.of_group == texts.names.index("written")) & (texts.words > 0)
    assert float(odds_of_tagger(model, texts)[own, 0].mean()) > 0.9


def test_the_last_weights_of_an_encoder_are_small_and_of_the_seed(arrays):
    def drawn():
        torch.manual_seed(4)
        return Encoder(arrays, (2, 3)).weights["last.weight"].detach()

    assert torch.equal(drawn(), drawn())
    assert abs(float(drawn().std()) - 0.02) < 0.002
    assert not Encoder(arrays, (2, 3)).weights["shapes"].any()


def test_the_tagger_takes_over_a_verdict_on_open_text(texts):
    torch.manual_seed(1)
    model = Tagger(1)
    before, verdict = (torch.zeros(len(texts.words), len(LABELS), dtype=torch.float16) for _ in range(2))
    before[:, 0] = verdict[:, LABELS.index("B-AGE")] = 1
    first = odds_of_tagger(model, texts)
    opened = (texts.of_group == texts.names.index("open")) & (texts.words > 0)
    distil(model, texts, before, verdict, Pace(60, 400, 3e-2, 5, 0.5), print)
    odds = odds_of_tagger(model, texts)[:, LABELS.index("B-AGE")]
    assert float(first[opened, LABELS.index("B-AGE")].mean()) < 0.3
    assert float(odds[opened].mean()) > 0.6
