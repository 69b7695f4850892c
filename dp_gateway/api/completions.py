"""Completions. Source: openai/types/completion_create_params.py of the OpenAI SDK."""

from __future__ import annotations

from dp_gateway.api.common import MODEL, SAMPLING, STOP, STREAM_OPTIONS, TOKENS
from dp_gateway.api.completions import LogitBias, Prompts
from dp_gateway.api.containers import Object
from dp_gateway.api.fields import Text
from dp_gateway.api.plain import Flag, Identity, Number, Seed
from dp_gateway.api.request import Shape

__all__ = ["COMPLETIONS"]

COMPLETIONS = Shape(
    "completions",
    "/v1/completions",
    Object(
        {
            **SAMPLING,
            "best_of": Number(0, 1024),
            "echo": Flag(),
            "logit_bias": LogitBias(),
            "logprobs": Number(0, 1024),
            "max_tokens": TOKENS,
            "model": MODEL,
            "n": Number(0, 1024),
            "prompt": Prompts(grows=True),
            "seed": Seed(),
            "stop": STOP,
            "stream": Flag(),
            "stream_options": STREAM_OPTIONS,
            "suffix": Text("user"),
            "user": Identity(),
        }
    ),
)
"""The table of /v1/completions."""
