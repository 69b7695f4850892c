"""Open-ended generation as in InferDPT and DynText: coherence and MAUVE of each mechanism, with any provider.

    python -m benchmarks.generation                                   # SmolLM2 as provider and as local model
    python -m benchmarks.generation --data reviews.txt --public --provider https://api.openai.com/v1#gpt-4o \\
        --local http://127.0.0.1:11434/v1#qwen3 --mechanisms stairtext,dyntext,custext+

A document a line; without --data they are passages of the manual that every Python carries. --public declares
that they hold nothing private, so that the provider may be shown them for the row "no privacy". MAUVE needs 50
documents at the least. Beside the table, --json FILE keeps figures, intervals and the models that computed them.
"""

from __future__ import annotations

import argparse
import json
import os
import pydoc_data.topics
import re
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console
from rich.table import Table

from dp_gateway import Sanitizer
from dp_gateway.evaluation.continuing import CONTINUATION, PROMPT, tasks_of
from dp_gateway.evaluation.generation import Generated, generate
from dp_gateway.evaluation.metrics import Measurement
from dp_gateway.llm import Endpoint, LocalModel, RemoteModel
from dp_gateway.testing.local_model import LocalLlama

_METRICS = ("coherence", "mauve")
_CODE = re.compile(r"::=|\*\*\*|===|---|>>>|[{}|]")
_WORDS = 140


def main() -> None:
    given = _arguments()
    documents = given.data.read_text().splitlines() if given.data else _manual()
    tasks = tasks_of(documents, continuation_tokens=given.tokens)[: given.documents]
    sanitizers = {
        f"{mechanism} {epsilon:g}": Sanitizer(mechanism, epsilon, keep_stopwords=given.keep_stopwords)
        for mechanism in given.mechanisms.split(",")
        for epsilon in map(float, given.epsilons.split(","))
    }
    console = Console()
    table = Table("setting", *_METRICS, "documents", "tokens", "seconds", box=None, header_style="bold")
    with ExitStack() as stack:
        at = _small(stack) if not (given.provider and given.local) else ""
        provider = stack.enter_context(RemoteModel(_endpoint(given.provider or at, "remote")))
        local = stack.enter_context(LocalModel(_endpoint(given.local or at, "local")))
        with console.status("continuing ..."):
            rows = generate(
                tasks,
                provider,
                sanitizers,
                local=local,
                public=given.public or not given.data,
                tokens=given.tokens,
                concurrency=given.concurrency,
                done=lambda row: console.print(f"{row.setting}: {row.seconds:.0f} s", style="dim"),
            )
    for row in rows:
        table.add_row(*_cells(row))
    console.print(table)
    console.print(f"{len(tasks)} documents, {PROMPT} tokens each; provider {provider.name}, local {local.name}")
    if given.json:
        given.json.write_text(json.dumps([row.to_json() for row in rows], indent=1) + "\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--public", action="store_true")
    parser.add_argument("--provider", metavar="URL#MODEL")
    parser.add_argument("--local", metavar="URL#MODEL")
    parser.add_argument("--mechanisms", default="stairtext,dyntext,custext+,santext+,rantext")
    parser.add_argument("--epsilons", default="3")
    parser.add_argument("--keep-stopwords", action=argparse.BooleanOptionalAction)
    parser.add_argument("--documents", type=int, default=60)
    parser.add_argument("--tokens", type=int, default=CONTINUATION)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--json", type=Path)
    return parser.parse_args()


def _manual() -> list[str]:
    """Passages of Python's manual, of whole paragraphs in words rather than in code."""
    passages: list[str] = []
    for topic in pydoc_data.topics.topics.values():
        paragraphs = (" ".join(one.split()) for one in topic.split("\n\n") if not one.startswith("   "))
        prose = [one for one in paragraphs if one.endswith(".") and not _CODE.search(one)]
        passage: list[str] = []
        for paragraph in prose:
            passage.append(paragraph)
            if sum(len(one.split()) for one in passage) >= _WORDS:
                passages.append(" ".join(passage))
                passage = []
    return passages


def _small(stack: ExitStack) -> str:
    llama = stack.enter_context(LocalLlama(threads=1))
    return f"{llama.url}#{llama.model}"


def _endpoint(given: str, trust: str) -> Endpoint:
    url, _, name = given.partition("#")
    key = "OPENAI_API_KEY" if trust == "remote" and os.environ.get("OPENAI_API_KEY") else None
    return Endpoint(url, name, trust=trust, api_key_env=key)  # type: ignore[arg-type]


def _cells(row: Generated) -> list[str]:
    if not row.measurements:
        return [row.setting, row.skipped, "", "", "", ""]
    values = {one.metric: f"{one.value:.3f}" for one in row.measurements if isinstance(one, Measurement)}
    written = sum(text is not None for text in row.texts)
    tokens = f"{row.prompt_tokens} + {row.completion_tokens}"
    cells = [values.get(name, "skipped") for name in _METRICS]
    return [row.setting, *cells, str(written), tokens, f"{row.seconds:.0f}"]


if __name__ == "__main__":
    main()
