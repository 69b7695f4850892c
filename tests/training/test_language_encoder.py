"""The encoder of other languages: what its file holds, which piece answers for which word, and that it learns."""

import struct

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.thorough

from dp_gateway.detection.languages.reading import language_features, tokenize_any  # noqa: E402
from dp_gateway.detection.tagger.features import Vocabulary  # noqa: E402
from dp_gateway.detection.tagger.weights import LABELS  # noqa: E402
from release.training.distillation import Pace, odds_of_teacher, teach_encoder  # noqa: E402
from release.training.examples import Builder, Example  # noqa: E402
from release.training.fit import Prepared  # noqa: E402
from release.training.language_encoder import LanguageEncoder, read_packed, streamed  # noqa: E402
from release.training.language_teacher import LanguageTexts  # noqa: E402

_WIDTH, _INNER, _LAYERS = 384, 1536, 12
_PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁", "▁Anna", "▁wohnt", "▁in", "▁Kö", "ln", ".", "北京", "住", "在", "我"]


def _blocks(numbers: np.ndarray) -> bytes:
    """In halves of bytes, as a file has them: whole numbers from -8 to 7, and a scale of a quarter."""
    whole = (numbers.reshape(-1, 32) * 4 + 8).astype(np.uint8)
    rows = (
        np.float16(0.25).tobytes() + (low | high << 4).tobytes()
        for low, high in zip(whole[:, :16], whole[:, 16:], strict=True)
    )
    return b"".join(rows)


def _file(arrays: dict[str, np.ndarray]) -> bytes:
    written = [piece.encode() for piece in _PIECES]
    offsets = np.cumsum([0, *map(len, written)]).astype("<u4")
    head = b"E5S1" + struct.pack("<I7ifi", 1, _WIDTH, _LAYERS, 12, _INNER, len(_PIECES), 512, 2, 1e-12, 32)
    head += struct.pack("<5iQ", len(_PIECES), 0, 2, 1, 3, int(offsets[-1])) + offsets.tobytes()
    head += np.arange(0, -len(_PIECES), -1).astype("<f4").tobytes() + b"".join(written)
    head += struct.pack("<iI", 1, 9) + bytes(9)
    stored = {
        name: _blocks(one) if one.ndim == 2 and name not in ("emb.pos", "emb.type") else one.astype("<f4").tobytes()
        for name, one in arrays.items()
    }
    place = len(head) + 4 + sum(23 + len(name) for name in stored)
    directory = struct.pack("<i", len(stored))
    for name, one in stored.items():
        packed = arrays[name].ndim == 2 and name not in ("emb.pos", "emb.type")
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", packed, arrays[name].size, place, len(one))
        place += len(one)
    return head + directory + b"".join(stored.values())


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    rng = np.random.default_rng(1)
    arrays = {
        "emb.word": rng.integers(-8, 8, (len(_PIECES), _WIDTH)) / 4,
        "emb.ln.w": np.ones(_WIDTH),
        "emb.ln.b": np.zeros(_WIDTH),
    }
    arrays |= {"emb.pos": np.zeros((512, _WIDTH)), "emb.type": np.zeros((2, _WIDTH))}
    for layer in range(_LAYERS):
        for part, rows, columns in (
            ("q", 384, 384),
            ("k", 384, 384),
            ("v", 384, 384),
            ("ao", 384, 384),
            ("fi", _INNER, 384),
            ("fo", 384, _INNER),
        ):
            arrays[f"l{layer}.{part}.w"] = rng.choice([-0.25, 0, 0.25], (rows, columns), p=[0.02, 0.96, 0.02])
            arrays[f"l{layer}.{part}.b"] = np.zeros(rows)
        for part in ("aln", "oln"):
            arrays |= {f"l{layer}.{part}.w": np.ones(_WIDTH), f"l{layer}.{part}.b": np.zeros(_WIDTH)}
    file = tmp_path_factory.mktemp("packed") / "small.bin"
    file.write_bytes(_file(arrays))
    made = read_packed(file)
    assert np.array_equal(made.arrays["embeddings.word_embeddings.weight"], arrays["emb.word"].astype(np.float32))
    assert np.array_equal(made.arrays["encoder.layer.11.output.dense.weight"], arrays["l11.fo.w"].astype(np.float32))
    return made


@pytest.fixture(scope="module")
def texts(packed):
    builder = Builder(tokenize_any)
    groups = {
        "labelled": builder.stream([Example("Anna wohnt in Köln.", ((0, 4, "PERSON"), (14, 18, "LOCATION")))] * 12),
        "clean": builder.stream([Example("in\nin")]),
        "open": builder.stream([Example("我住在北京", known=frozenset())] * 3),
    }
    words = list(builder.words)
    prepared = Prepared.of(
        words, Vocabulary(np.array([1], np.uint32), *(np.zeros(1, np.uint16) for _ in range(2))), language_features
    )
    pieces = streamed(packed, list(groups.values()), words)
    return LanguageTexts(groups, prepared, pieces, np.arange(len(words)), "cpu")


def test_a_file_of_another_kind_is_refused(tmp_path):
    (tmp_path / "other.bin").write_bytes(b"ONNX" + bytes(100))
    with pytest.raises(ValueError, match="no packed encoder"):
        read_packed(tmp_path / "other.bin")


def test_each_word_is_answered_by_the_piece_that_it_begins_in(packed, texts):
    made = texts.sentences
    first = [_PIECES[one] for one in made.ids[: made.edges[1]]]
    assert first == ["▁Anna", "▁wohnt", "▁in", "▁Kö", "ln", "."]
    assert made.piece[:6].tolist() == [0, 1, 2, 3, 5, 0]
    last = slice(len(texts.words) - 9, len(texts.words) - 4)
    # 北京 is one piece: the second character is its second place.
    assert [_PIECES[one] for one in made.ids[made.edges[-2] :]][-1] == "北京"
    assert made.within[last].tolist() == [0, 0, 0, 0, 1]
    assert made.piece[last][-1] == made.piece[last][-2]


def test_the_end_of_a_line_separates(packed, texts):
    made = texts.sentences
    lines = made.ids[made.edges[12] : made.edges[13]]
    assert [_PIECES[one] for one in lines] == ["▁in", "</s>", "▁in"]


def test_a_text_is_read_alike_alone_and_beside_others(packed, texts):
    encoder = LanguageEncoder(packed, texts.sentences)
    with torch.no_grad():
        encoder.weights["last.weight"].normal_(0, 0.02)
        places, together = texts.read(encoder, np.array([0, 12, 13]))
        for one in (0, 12, 13):
            at, alone = texts.read(encoder, np.array([one]))
            assert torch.allclose(alone, together[torch.isin(places, at)], atol=0.05)


def test_it_learns_what_is_labelled_and_tells_the_characters_of_a_piece_apart(packed, texts):
    encoder = LanguageEncoder(packed, texts.sentences)
    even = torch.full((len(texts.words), len(LABELS)), 1 / len(LABELS), dtype=torch.float16)
    teach_encoder(encoder, texts, even, Pace(60, 200, 6e-4, 5, 0.5), print)
    with torch.no_grad():
        _, logits = texts.read(encoder, np.array([0]))
    best = [LABELS[one] for one in logits.argmax(1)]
    assert best == ["B-PERSON", "O", "O", "B-LOCATION", "O"]
    opened = odds_of_teacher(encoder, texts)[-9:-4]
    assert float(opened.float().sum()) == pytest.approx(5, abs=0.05)
    assert not torch.equal(opened[3], opened[4])
