"""The command of the benchmark, see the package."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.progress import Progress

from benchmarks.answers.attacked import attacked
from benchmarks.answers.columns import COLUMNS, STEP, Reversible
from benchmarks.answers.items import PARTS, TASKS, Item, Part, items
from benchmarks.answers.measure import Done, add_way, measure, summary
from benchmarks.answers.page import FILE, write
from benchmarks.answers.reader import Reader
from dp_gateway.cli.measuring import MODEL, ModelEndpoints
from dp_gateway.llm import LocalModel
from dp_gateway.second_step import SecondStep

_POLICIES = ("entities", "entities-strict", "entities-faithful", "mask", "hybrid")
_READER = "exact"
_TOKENS = 200


@click.command()
@click.option("--model", default=_READER, metavar=f"{_READER}|{MODEL}", help="Who answers.")
@click.option("--api-key-env", help="The environment variable that holds the model's key.")
@click.option(
    "--second-step", metavar=MODEL, help=f"A local model that corrects the replies of columns named POLICY{STEP}."
)
@click.option("--part", type=click.Choice(PARTS[1:]), default="held out", help="Which of the items.")
@click.option("--columns", default=",".join(COLUMNS), help="What stands between, by commas.")
@click.option("--items", "count", type=int, help="So many items of that part, tasks mixed alike; all by default.")
@click.option("--reversible", metavar="PYTHON", help="LangChain's anonymizer too: the Python of its environment.")
@click.option("--kept", type=click.Path(path_type=Path), help="A folder for what models said; a run goes on from it.")
def main(
    model: str,
    api_key_env: str | None,
    second_step: str | None,
    part: Part,
    columns: str,
    count: int | None,
    reversible: str | None,
    kept: Path | None,
) -> None:
    """Measure answers and write answers.json and answers.md."""
    every = list(items())
    chosen = [one for one in every if one.part == part]
    if count is not None:
        chosen = _mixed(chosen, count)
    names = columns.split(",")
    if reversible is not None:
        add_way("langchain", Reversible(reversible))
        names.append("langchain")
    if any(name.endswith(STEP) for name in names) and second_step is None:
        raise click.UsageError(f"name the local model of the columns with{STEP}: --second-step smollm2")
    with ExitStack() as stack:
        name, ask = _asked(model, api_key_env, stack)
        step = None
        if second_step is not None:
            local = stack.enter_context(ModelEndpoints()).endpoint(second_step, "--second-step", trust="local")
            step = SecondStep(LocalModel(local))
            name = f"{name}, corrected by {local.model}"
        file = None
        if kept is not None:
            kept.mkdir(parents=True, exist_ok=True)
            file = kept / f"{re.sub(r'[^a-zA-Z0-9.-]+', '-', name)}.jsonl"
        bar = stack.enter_context(Progress())
        task = bar.add_task(name, total=len(chosen) * len(names))
        found = measure(chosen, names, ask, file, lambda at, _: bar.update(task, completed=at), step)
    results: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {"models": {}}
    results["items"] = len(every)
    results["models"][name if part == "held out" else f"{name}, {part} items"] = {
        "note": f"{len(chosen)} {part.replace(' ', '-')} items.",
        "columns": {one: _row([each for each in found if each.column == one]) for one in names},
    }
    if (model == _READER and second_step is None) or "attacked" not in results:
        each = {policy: attacked(policy, every) for policy in _POLICIES}
        results["attacked"] = {
            policy: {"success": of.success, "epsilon": _number(of.epsilon)} for policy, of in each.items()
        }
    write(results)


def _mixed(every: Sequence[Item], count: int) -> list[Item]:
    """The first items of each task, in turns."""
    by_task = [[one for one in every if one.task == task] for task in TASKS]
    rounds = (of_task[at] for at in range(len(every)) for of_task in by_task if at < len(of_task))
    return [one for one, _ in zip(rounds, range(count), strict=False)]


def _asked(model: str, api_key_env: str | None, stack: ExitStack) -> tuple[str, Callable[[list[dict[str, str]]], str]]:
    if model == _READER:
        return Reader.name, Reader().answer
    from openai import OpenAI

    endpoint = stack.enter_context(ModelEndpoints()).endpoint(model, "--model", trust="remote", api_key_env=api_key_env)
    client = stack.enter_context(OpenAI(base_url=endpoint.base_url, api_key=endpoint.api_key() or "none"))

    def ask(messages: list[dict[str, str]]) -> str:
        given: Any = messages
        reply = client.chat.completions.create(
            model=endpoint.model, messages=given, temperature=0, max_tokens=_TOKENS, seed=1
        )
        return reply.choices[0].message.content or ""

    return endpoint.model, ask


def _row(found: list[Done]) -> dict[str, Any]:
    row = asdict(summary(found))
    scores = {task: _number(score) for task, score in row.pop("scores").items()}
    return {"scores": scores} | {name: _number(value) for name, value in row.items()}


def _number(value: float) -> float | None:
    return round(value, 4) if math.isfinite(value) else None


if __name__ == "__main__":
    main()
