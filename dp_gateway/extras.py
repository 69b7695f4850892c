"""The extras of the package: which modules each brings, what needs them, and the error where one is missing."""

from __future__ import annotations

from typing import NamedTuple

from dp_gateway.errors import MissingPackage


class Extra(NamedTuple):
    """What `pip install 'dp-gateway[NAME]'` adds. `modules`: top-level modules that it brings and that a plain install
    lacks. `purpose`: what needs it.
    """

    modules: tuple[str, ...]
    purpose: str


EXTRAS = {
    "accounting": Extra(("dp_accounting",), "the epsilon that all draws of an account prove together"),
    "batches": Extra(("cryptography", "python_multipart"), "batches of the server: /v1/files and /v1/batches"),
    "evaluation": Extra(
        ("sklearn", "scipy", "matplotlib", "faiss"), "plots, classifiers and MAUVE of audit and evaluate"
    ),
    "kept": Extra(("cryptography",), "responses that the provider keeps"),
    "langchain": Extra(
        ("langchain_core", "langsmith", "langchain", "langgraph", "tenacity"),
        "the LangChain parts and agent middleware",
    ),
    "litellm": Extra(("litellm", "fastapi"), "the guardrail of the LiteLLM proxy"),
    "openai": Extra(("openai",), "the wrapped OpenAI client, and language models as judge, detector or attacker"),
    "otel": Extra(("opentelemetry.sdk",), "OpenTelemetry spans"),
    "postgres": Extra(("psycopg",), "a ledger in PostgreSQL"),
    "presidio": Extra(("presidio_analyzer", "idna"), "Presidio's recognizers as a detector"),
    "ray": Extra(("ray",), "tables on a Ray cluster"),
    "redis": Extra(("redis",), "a ledger in Redis"),
    "sentence-transformers": Extra(("sentence_transformers",), "other embedders"),
    "server": Extra(
        ("starlette", "anyio", "aiohttp", "uvicorn", "httptools", "prometheus_client", "uvloop"),
        "the server, its playground and the chat command",
    ),
    "spacy": Extra(("spacy",), "spaCy's entities as a detector"),
    "tables": Extra(("pyarrow",), "tables in Arrow, CSV, JSON lines and Parquet"),
}
"""Extras that a user may want, by name; those for work on dp-gateway itself are in pyproject.toml alone."""

_PLAIN = "sanitize, restore, certify and the Python names of dp_gateway work without it"


def missing(module: str | None) -> MissingPackage | None:
    """Make the error for a module that cannot be imported; None where no extra brings it. `module`: the dotted name of
    the module, as in `ModuleNotFoundError.name`.
    """
    if module is None:
        return None
    top = module.partition(".")[0]
    for name, extra in EXTRAS.items():
        if any(known.partition(".")[0] == top for known in extra.modules):
            return MissingPackage(
                f"the package {top} is not installed; it is for {extra.purpose}",
                hint=f"pip install 'dp-gateway[{name}]'; {_PLAIN}",
            )
    return None
