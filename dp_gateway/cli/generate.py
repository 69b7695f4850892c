"""`dp-gateway generate`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dp_gateway.cli.measuring import (
    MODEL,
    SMALL,
    ModelEndpoints,
    check_folder,
    check_results,
    command_of,
    documents_of,
    metric_options,
    metrics_of,
    runs_here,
    settings_of,
)
from dp_gateway.cli.options import columns, confirm, console, index_option, json_option, open_index, progress
from dp_gateway.cli.writing import force_option

if TYPE_CHECKING:
    from dp_gateway.evaluation.generation import Generated, Missing
    from dp_gateway.llm import LocalModel, RemoteModel, Trust


@click.command()
@click.option("--data", required=True, metavar="FILE", help="Documents of at least 150 tokens, one a line, or TSV.")
@click.option("--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Folder of the results.")
@force_option
@click.option(
    "--mechanisms",
    default="stairtext,dyntext,custext+,santext+,rantext",
    show_default=True,
    help="`all`, or names, comma-separated.",
)
@click.option("--epsilons", default="3,6", show_default=True, help="Nominal epsilons, comma-separated.")
@click.option("--provider", default=SMALL, show_default=True, metavar=MODEL, help="What continues the prompts.")
@click.option(
    "--provider-trust",
    type=click.Choice(["local", "remote"]),
    help="remote: it is sent sanitized text alone [default: remote, unless it runs here].",
)
@click.option("--public", is_flag=True, help="The documents are public: a remote provider may see them, to compare.")
@click.option("--local", metavar=MODEL, help="A local model, to see what it writes alone.")
@click.option("--extract", is_flag=True, help="The local model also rewrites each draft against the private text.")
@click.option("--documents", type=click.IntRange(min=1), default=60, show_default=True, help="Most documents to use.")
@click.option("--prompt-tokens", type=click.IntRange(min=1), default=50, show_default=True, help="Of each document.")
@click.option("--tokens", type=click.IntRange(min=1), default=100, show_default=True, help="Of a continuation.")
@click.option("--concurrency", type=click.IntRange(min=1), default=4, show_default=True, help="Requests at a time.")
@metric_options("coherence,mauve,diversity")
@click.option("--prices", type=(float, float), metavar="PROMPT COMPLETION", help="Of a million tokens of the provider.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of all draws.")
@click.option("--keep-stopwords/--draw-stopwords", default=True, show_default=True, help="Under every mechanism.")
@index_option
@click.option("--yes", is_flag=True, help="Do not ask before a remote provider is used.")
@json_option
@click.pass_context
def generate(
    context: click.Context,
    data: str,
    out: Path,
    force: bool,
    mechanisms: str,
    epsilons: str,
    provider: str,
    provider_trust: Trust | None,
    public: bool,
    local: str | None,
    extract: bool,
    documents: int,
    prompt_tokens: int,
    tokens: int,
    concurrency: int,
    metrics: str,
    model: str | None,
    api_key_env: str | None,
    prices: tuple[float, float] | None,
    seed: int,
    keep_stopwords: bool,
    index_path: Path | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Have a provider continue sanitized beginnings of your documents, and measure what comes back.

    As InferDPT and DynText are evaluated: the first 50 tokens of a document are sanitized and continued; beside that
    stands what the provider writes without privacy, and what a local model writes alone. DIR gets generation.json, and
    continuations.jsonl with what models wrote: private text, readable by you alone. What is in it is not asked for
    again, so that a run that was interrupted goes on, and other metrics cost nothing.

    \b
    Examples:
      dp-gateway generate --data letters.txt --out generation
      dp-gateway generate --data letters.txt --provider https://api.openai.com/v1#gpt-5-mini \\
          --api-key-env OPENAI_API_KEY --prices 0.25 2 --local smollm2 --extract --out generation
    """
    from dp_gateway import __version__
    from dp_gateway.evaluation.continuations import Continuations, tasks_of
    from dp_gateway.evaluation.generation import Generation, sanitizers_of
    from dp_gateway.evaluation.results import write
    from dp_gateway.llm import LocalModel, model_at

    settings = settings_of(mechanisms, epsilons)
    check_folder(out)
    texts = documents_of(data).texts
    tasks = tasks_of(texts, prompt_tokens=prompt_tokens, continuation_tokens=tokens)[:documents]
    sanitizers = sanitizers_of(open_index(index_path), settings, seed, keep_stopwords=keep_stopwords)
    with ExitStack() as stack:
        models = stack.enter_context(ModelEndpoints())
        trust = provider_trust or ("local" if runs_here(provider) else "remote")
        asked = model_at(models.endpoint(provider, "--provider", trust=trust, api_key_env=api_key_env))
        stack.enter_context(asked)
        generation = Generation(
            tasks,
            asked,
            sanitizers,
            local=None if local is None else stack.enter_context(LocalModel(models.endpoint(local, "--local"))),
            rewrite=extract,
            public=public,
            metrics=metrics_of(metrics, model, models),
            tokens=tokens,
            concurrency=concurrency,
            kept=stack.enter_context(Continuations(out / "continuations.jsonl")),
        )
        drawn = _facts(data, len(tasks), seed, tokens, prompt_tokens, asked.name)
        ways = {"no privacy", "local model alone", *sanitizers}
        check_results(
            out / "generation.json", drawn, lambda row: row["setting"].removesuffix(" + extract") in ways, force=force
        )
        missing = generation.missing()
        if asked.trust == "remote" and missing.requests:
            _announce(missing, asked, prices)
            if not yes:
                confirm()
        facts: dict[str, Any] = {
            "command": command_of(context, leave_out=("as_json", "yes")),
            "version": __version__,
            **drawn,
        }
        rows: list[Generated] = []
        with progress() as report:
            for row in generation.rows(report):
                rows.append(row)
                report("settings", len(rows), generation.settings)
                listed = [one.to_json() for one in rows]
                write(out / "generation.json", json.dumps(facts | {"rows": listed}, indent=1) + "\n")
    if as_json:
        click.echo(json.dumps(facts | {"rows": [one.to_json() for one in rows]}))
    else:
        _print(rows, facts, out, prices)


def _facts(data: str, documents: int, seed: int, tokens: int, prompt_tokens: int, provider: str) -> dict[str, Any]:
    return {
        "data": Path(data).name,
        "documents": documents,
        "prompt_tokens": prompt_tokens,
        "tokens": tokens,
        "seed": seed,
        "provider": provider,
    }


def _announce(missing: Missing, provider: LocalModel | RemoteModel, prices: tuple[float, float] | None) -> None:
    """What a remote provider will be asked, on standard error."""
    cost = "; name --prices to see what that costs"
    if prices is not None:
        cost = f", at most {_cost(missing.prompt_tokens, missing.completion_tokens, prices)}"
    click.echo(
        f"{provider.name} (remote, sanitized text alone unless --public): {missing.requests:,} requests, about "
        f"{missing.prompt_tokens:,} + {missing.completion_tokens:,} tokens{cost}",
        err=True,
    )


def _cost(prompt: int, completion: int, prices: tuple[float, float]) -> str:
    from dp_gateway.augmentation import Prices

    known = Prices(*prices)
    return f"{known.cost(prompt, completion):,.2f} {known.currency}"


def _print(rows: Sequence[Generated], facts: Mapping[str, Any], out: Path, prices: tuple[float, float] | None) -> None:
    from dp_gateway.evaluation.metrics import Measurement, Skipped

    names = list(dict.fromkeys(one.metric for row in rows for one in row.measurements))
    numbers = *names, "documents", "tokens"
    table = columns("setting", *numbers, right=numbers, tight=True)
    skipped: dict[str, None] = {}
    for row in rows:
        values = {one.metric: one for one in row.measurements}
        cells = [_cell(values.get(name)) for name in names]
        written = sum(text is not None for text in row.texts)
        table.add_row(row.setting, *cells, str(written), f"{row.prompt_tokens:,}+{row.completion_tokens:,}")
        reasons = [f"{one.metric} was skipped: {one.reason}" for one in row.measurements if isinstance(one, Skipped)]
        skipped |= dict.fromkeys([f"{row.setting}: {row.skipped}"] if row.skipped else reasons)
    show = console()
    show.print(table)
    computed = {one.metric: one.model for row in rows for one in row.measurements if isinstance(one, Measurement)}
    by = "; ".join(f"{name} by {model}" for name, model in computed.items() if model != "none")
    show.print(
        f"\n{facts['documents']} documents, {facts['prompt_tokens']} tokens each, continued by {facts['provider']}; "
        f"± half of a 95 % interval, where there is one. Computed: {by}.",
        style="dim",
    )
    for note in skipped:
        show.print(note, style="dim")
    if prices is not None:
        drafted = [row for row in rows if row.models == facts["provider"]]
        prompt, completion = (
            sum(getattr(row, f"{kind}_tokens") for row in drafted) for kind in ("prompt", "completion")
        )
        show.print(f"The provider's tokens, those of earlier runs among them: {_cost(prompt, completion, prices)}.")
    show.print(f"Written: {out / 'generation.json'}; what models wrote, beside it: continuations.jsonl (private).")


def _cell(found: Any) -> str:
    from dp_gateway.evaluation.metrics import Measurement

    if not isinstance(found, Measurement):
        return "—"
    half = "" if found.interval is None else f" ± {(found.interval[1] - found.interval[0]) / 2:.3f}"
    return f"{found.value:.3f}{half}"
