"""What the site takes from the code and from results files, so that no page can say something else than they do.

MkDocs calls `on_files` to add pages and `on_page_markdown` to fill in `<!-- generated: NAME -->`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from mkdocs.structure.files import File, Files

from benchmarks import history
from dp_gateway import errors
from dp_gateway.cli import cli
from dp_gateway.extras import EXTRAS
from dp_gateway.judging.hooks import prometheus_sink
from dp_gateway.languages import LANGUAGES
from dp_gateway.server.app import create_app
from dp_gateway.server.metrics import Metrics
from dp_gateway.server.openapi import document
from dp_gateway.server.settings import Settings
from release.sbom import BUNDLED

_ROOT = Path(__file__).parents[1]
_BENCHMARKS = (
    "answers",
    "detection",
    "languages",
    "languages_sentences",
    "public",
    "agents",
    "server",
    "tables",
    "generation",
    "cross_paper",
    "frontier_stairtext",
    "priors_stairtext",
    "conformance",
    "mutants",
)


def on_files(files: Files, config: Any) -> Files:
    """The pages that are files elsewhere in the repository."""
    pages = {f"benchmarks/{name}.md": (_ROOT / "benchmarks" / f"{name}.md").read_text() for name in _BENCHMARKS}
    pages["benchmarks/index.md"] = (_ROOT / "benchmarks/results.md").read_text()
    results, noted = (json.loads(file.read_text()) for file in (history.RESULTS, history.FILE))
    pages["benchmarks/history.md"] = history.page(results, noted)
    pages["threat-model.md"] = (
        (_ROOT / "SECURITY.md").read_text().replace("# Security", "# Threat model", 1).replace("](docs/", "](")
    )
    pages["changelog.md"] = (_ROOT / "CHANGELOG.md").read_text()
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    return files


_PLACES = {
    "SECURITY.md": "threat-model.md",
    "CHANGELOG.md": "changelog.md",
    "benchmarks/results.md": "benchmarks/index.md",
}
"""Where a file of the repository stands on the site, if not under its own path."""


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """A page with its generated parts filled in; links to files beside `docs` lead to their pages on the site."""
    up = "../" * page.file.src_uri.count("/")
    filled = re.sub(r"<!-- generated: ([\w.]+) -->", lambda found: _PARTS[found[1]](), markdown)
    outside = rf"\]\({re.escape(up)}\.\./(?!\.\./)([\w/-]+\.md)"
    return re.sub(outside, lambda found: f"]({up}{_PLACES.get(found[1], found[1])}", filled)


def _help() -> str:
    return "\n".join(_command(cli, click.Context(cli, info_name="dp-gateway"), 2))


def _command(command: click.Command, context: click.Context, level: int) -> Iterator[str]:
    yield f"{'#' * min(level, 4)} {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None and not inner.hidden:
                yield from _command(inner, click.Context(inner, info_name=name, parent=context), level + 1)


def _settings_file() -> str:
    return f"```toml\n{(_ROOT / 'dp_gateway/cli/gateway.toml').read_text()}```"


def _extras() -> str:
    rows = [f"| `{name}` | {extra.purpose} |" for name, extra in EXTRAS.items()]
    return "\n".join(["| extra | what it is for |", "|---|---|", *rows])


def _file(path: str) -> str:
    """A file of the wheel by its name; lists of names by language are one entry."""
    file = Path(path)
    return "native/*.txt.xz" if file.parent.name == "native" else file.name


def _bundled() -> str:
    """What of others the wheel carries: its bill of materials, by source."""
    rows = [
        f"| {one.name} | {one.licence} | "
        f"{f'[{one.source}](https://{one.source})' if '.' in one.source else one.source} | "
        f"{', '.join(f'`{name}`' for name in dict.fromkeys(map(_file, one.files)))} |"
        for one in BUNDLED
    ]
    return "\n".join(["| data | licence | source | files |", "|---|---|---|---|", *rows])


def _routes() -> str:
    paths = document(create_app(Settings()).routes)["paths"]
    rows = [
        f"| {method.upper()} | `{path}` | {operation['summary']} |"
        for path, operations in paths.items()
        for method, operation in operations.items()
        if not operation["summary"].startswith("A page")
    ]
    return "\n".join(["| method | path | what it is |", "|---|---|---|", *rows])


def _headers() -> str:
    rows = [f"| `{name}` | {way} | {meaning} |" for name, (way, meaning) in HEADERS.items()]
    return "\n".join(["| header | in | meaning |", "|---|---|---|", *rows])


def _metrics() -> str:
    """What `/metrics` can show: of requests, of budgets where there is a ledger, of replies where there is a judge."""
    metrics = Metrics()
    metrics.ledger_up  # noqa: B018 (it is registered when a ledger is first asked)
    prometheus_sink(metrics.registry)
    kinds = {"counter": "_total", "histogram": "", "gauge": ""}
    rows = [
        f"| `{one._name}{kinds[one._type]}` | {one._type} | {', '.join(f'`{label}`' for label in one._labelnames)} "
        f"| {one._documentation} |"
        for one in metrics.registry._collector_to_names
    ]
    return "\n".join(["| metric | kind | labels | meaning |", "|---|---|---|---|", *rows])


def _errors() -> str:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.RequestError)]
    rows = [f"| {kind.status} | `{kind.code}` | {(kind.__doc__ or '').splitlines()[0]} |" for kind in kinds]
    return "\n".join(["| status | code | when |", "|---:|---|---|", *rows])


def _languages() -> str:
    results = json.loads((_ROOT / "benchmarks/languages.json").read_text())
    told, messages = results.get("identification", {}), results.get("messages", {})

    def figure(of: Any, code: str, name: str) -> str:
        value = of.get(code, {}).get(name)
        return "" if value is None else f"{value:.3f}"

    rows = [
        f"| {one.name} | `{code}` | {one.script} | {figure(told, code, 'right')} | "
        f"{figure(messages, code, 'recall')} | {figure(messages, code, 'wrong')} |"
        for code, one in LANGUAGES.items()
    ]
    head = ["| language | code | script | told | covered | in vain |", "|---|---|---|---:|---:|---:|"]
    return "\n".join([*head, *rows])


HEADERS = {
    "x-dp-conversation": ("request", "the id of the conversation that draws are shared within"),
    "x-dp-mark": (
        "request",
        "set by the wrapped client: what it has sanitized with the same key is not sanitized again",
    ),
    "x-dp-policy": ("both", "a policy that the operator lets clients choose; the one that was applied"),
    "x-dp-key": ("reply", "the id of the key that draws were made with"),
    "x-dp-mechanism": ("reply", "the mechanisms that drew"),
    "x-dp-certified": ("reply", "(epsilon, delta) of the whole request, by basic composition; or no guarantee"),
    "x-dp-nominal": ("reply", "the sum of the nominal epsilons"),
    "x-dp-epsilon": ("reply", "what is charged: with a ledger for what is new to it, without one for all"),
    "x-dp-delta": ("reply", "delta of the same"),
    "x-dp-budget-remaining": ("reply", "epsilon left in the narrowest budget"),
    "x-dp-budget-remaining-delta": ("reply", "delta left in it, where delta is limited"),
    "x-dp-budget-warning": ("reply", "budgets that are past their soft limit"),
    "x-dp-languages": ("reply", "the languages of a request that is not plain English; those that are not supported"),
    "x-dp-dropped": ("reply", "fields of the request that were left out, or could not be kept in the reply"),
    "x-dp-caution": (
        "reply",
        "types of stand-ins about which the reply states something; of a stream a comment at its end",
    ),
    "x-dp-second-step": (
        "reply",
        "what became of the text where a local model corrects it: rewritten, failed, refused; of a stream at its end",
    ),
    "x-dp-observed": ("reply", "under the policy observe: nothing was changed"),
}

_PARTS = {
    "gateway.toml": _settings_file,
    "help": _help,
    "routes": _routes,
    "headers": _headers,
    "metrics": _metrics,
    "errors": _errors,
    "extras": _extras,
    "bundled": _bundled,
    "languages": _languages,
}
