"""The tagger's labels and thresholds, and the file of its weights: integers with scales.

The file has a header with format version and content hash. `release.training` writes it; the detector reads
it. All matrices are small integers, so that products of them are exact in single precision and the same on every
machine.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from dp_gateway.detection.tagger.features import Vocabulary
from dp_gateway.errors import IndexCorrupt, IndexMissing, IndexVersion

TYPES = (
    "PERSON", "ORGANIZATION", "LOCATION", "STREET_ADDRESS", "POSTCODE", "NRP", "TITLE", "JOB_TITLE", "DATE_TIME",
    "ID_NUMBER", "USERNAME", "AGE", "MONEY", "MISC",
)  # fmt: skip
"""Types that the network tells apart. MISC is what has a name and is private to nobody: products, works, events."""

EMITTED = tuple(kind for kind in TYPES if kind != "MISC")
"""Types that become findings."""

LABELS = ("O", *(f"{mark}-{kind}" for kind in TYPES for mark in "BI"))
"""What the network says of a token: outside, or the beginning or the inside of an entity."""

Recall = Literal["high", "balanced", "precise"]
"""What matters more: that nothing is missed, or that nothing is replaced in vain."""

THRESHOLDS: Mapping[Recall, float] = {"high": 0.2, "balanced": 0.37, "precise": 0.6}
"""Least calibrated score of a word, by setting: of held-out words at a score, that share belongs to an entity. Chosen
on the held-out parts of the training corpora.
"""

CAUTIOUS = frozenset({"DATE_TIME", "ID_NUMBER", "USERNAME", "AGE", "MONEY", "JOB_TITLE"})
"""Types that patterns find too, and that code and listings are full of look-alikes of."""

CAUTIOUS_THRESHOLDS: Mapping[Recall, float] = {"high": 0.35, "balanced": 0.65, "precise": 0.8}
"""Least mean score of a finding of a cautious type."""

DEFAULT_WEIGHTS = Path(__file__).with_name("weights.bin")
FORMAT = 2
_MAGIC = b"DPGTAGGR"
_HINT = "reinstall dp-gateway, or train anew from a clone: python -m release.training tagger --data DIR --out FILE"

Floats = npt.NDArray[np.float32]


class Layer(NamedTuple):
    """A linear map of rounded activations.

    Attributes:
        step: what one level of its input is worth.
        matrix: (inputs, outputs) integers of at most 127, as float32.
        scale: (outputs,) what one unit of the product is worth.
        bias: (outputs,).
    """

    step: float
    matrix: Floats
    scale: Floats
    bias: Floats


class Weights(NamedTuple):
    """All that the network needs.

    Attributes:
        vocabulary: words by hash.
        words, ngrams, shapes, flags: tables of int8.
        scales: what one unit of each of the four tables is worth (shapes and flags share one).
        first: from features to the width of the network.
        glued: (width,) added where no space stands before a word.
        blocks: convolutions, (3 * width, width) each, with their dilations.
        last: from the width to the labels.
        calibration: (cases, 256) thousandths: how often a word of that case and confidence is part of an entity.
        version: the first twelve digits of the content hash.
    """

    vocabulary: Vocabulary
    words: npt.NDArray[np.int8]
    ngrams: npt.NDArray[np.int8]
    shapes: npt.NDArray[np.int8]
    flags: npt.NDArray[np.int8]
    scales: tuple[float, float, float]
    first: Layer
    glued: Floats
    blocks: tuple[tuple[Layer, int], ...]
    last: Layer
    calibration: npt.NDArray[np.uint16]
    version: str


def write_weights(path: Path, arrays: Mapping[str, npt.NDArray[Any]], about: Mapping[str, Any]) -> None:
    """Write arrays and what is to be known about them; equal content gives equal bytes. `path`: written under a
    temporary name and renamed. `about`: of the training, for people; JSON.
    """
    payload = bytearray()
    listed: list[dict[str, Any]] = []
    for name, array in arrays.items():
        payload += b"\0" * (-len(payload) % 64)
        listed.append({"name": name, "dtype": array.dtype.str, "shape": array.shape, "offset": len(payload)})
        payload += np.ascontiguousarray(array).tobytes()
    header = {
        "format": FORMAT,
        "labels": LABELS,
        "sha256": hashlib.sha256(payload).hexdigest(),
        "arrays": listed,
        "about": about,
    }
    text = json.dumps(header, sort_keys=True).encode()
    text += b" " * (-(len(text) + len(_MAGIC) + 4) % 64)
    partial = path.with_name(path.name + ".part")
    partial.write_bytes(_MAGIC + len(text).to_bytes(4, "little") + text + payload)
    partial.rename(path)


@cache
def read_version(path: Path = DEFAULT_WEIGHTS) -> str:
    """Return the version of the weights in a file, from its header alone."""
    try:
        with path.open("rb") as file:
            start = file.read(len(_MAGIC) + 4)
            header = file.read(int.from_bytes(start[len(_MAGIC) :], "little"))
    except OSError:
        raise IndexMissing("the tagger's weights cannot be read", hint=_HINT) from None
    try:
        return json.loads(header)["sha256"][:12]
    except (ValueError, KeyError, TypeError):
        raise IndexCorrupt("the header of the tagger's weights cannot be read", hint=_HINT) from None


@cache
def read_weights(path: Path = DEFAULT_WEIGHTS) -> Weights:
    """Return the weights of a file.

    Raises:
        IndexMissing: there is no such file.
        IndexVersion: it was written in another format, or for other labels.
        IndexCorrupt: it is no such file, or its content has changed.
    """
    try:
        data = path.read_bytes()
    except OSError:
        raise IndexMissing("the tagger's weights cannot be read", hint=_HINT) from None
    if data[: len(_MAGIC)] != _MAGIC:
        raise IndexCorrupt("the tagger's weights are no file of that kind", hint=_HINT)
    start = len(_MAGIC) + 4
    end = start + int.from_bytes(data[len(_MAGIC) : start], "little")
    try:
        header = json.loads(data[start:end])
    except ValueError:
        raise IndexCorrupt("the header of the tagger's weights cannot be read", hint=_HINT) from None
    if header.get("format") != FORMAT or header.get("labels") != list(LABELS):
        raise IndexVersion("the tagger's weights were written by another version", hint=_HINT)
    payload = memoryview(data)[end:]
    if hashlib.sha256(payload).hexdigest() != header["sha256"]:
        raise IndexCorrupt("the tagger's weights have changed since they were written", hint=_HINT)
    return _assembled({one["name"]: _array(payload, one) for one in header["arrays"]}, header["sha256"][:12])


def _array(payload: memoryview, one: Mapping[str, Any]) -> npt.NDArray[Any]:
    count = math.prod(one["shape"])
    return np.frombuffer(payload, np.dtype(one["dtype"]), count, one["offset"]).reshape(one["shape"])


def _assembled(arrays: Mapping[str, npt.NDArray[Any]], version: str) -> Weights:
    steps = arrays["steps"]

    def layer(name: str, place: int) -> Layer:
        matrix, scale = arrays[f"{name}.matrix"], arrays[f"{name}.scale"]
        step = np.float32(steps[place])
        return Layer(float(step), matrix.astype(np.float32), scale * step, arrays[f"{name}.bias"])

    dilations = [int(one) for one in arrays["dilations"]]
    scales = arrays["scales"]
    return Weights(
        Vocabulary(arrays["hashes"], arrays["rows"], arrays["bits"]),
        arrays["words"],
        arrays["ngrams"],
        arrays["shapes"],
        arrays["flags"],
        (float(scales[0]), float(scales[1]), float(scales[2])),
        layer("first", 0),
        arrays["glued"],
        tuple((layer(f"block{place}", place + 1), dilation) for place, dilation in enumerate(dilations)),
        layer("last", len(dilations) + 1),
        arrays["calibration"],
        version,
    )
