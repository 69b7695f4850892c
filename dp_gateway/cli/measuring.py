"""What `evaluate`, `recommend` and `generate` share: settings, documents, metrics, and the models that options name."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import click

from dp_gateway.cli.options import read_text, together
from dp_gateway.errors import ConfigurationError, InputError, OutputExists

if TYPE_CHECKING:
    from dp_gateway.evaluation.metrics import Metric
    from dp_gateway.evaluation.results import Setting
    from dp_gateway.evaluation.sample import Documents
    from dp_gateway.llm import Endpoint, Trust

SMALL = "smollm2"
MODEL = "smollm2|FILE.gguf|URL#NAME"
"""How an option names a model."""


def runs_here(model: str) -> bool:
    """Return whether a model is run by this process, rather than asked at an address."""
    return model == SMALL or model.lower().endswith(".gguf")


def address(model: str, option: str) -> tuple[str, str]:
    """Take a base URL and a model's name apart. Raises ConfigurationError where it is no address."""
    if not model.startswith(("http://", "https://")):
        raise ConfigurationError(
            f"there is no model {model}", hint=f"use {option} smollm2, or the address of a server: URL#MODEL"
        )
    url, _, name = model.partition("#")
    return url, name or "default"


class ModelEndpoints:
    """Endpoints of models, and the servers of those that run here, which end with the block. `threads` and `context`:
    of those that run here; see `LocalLlama`.
    """

    def __init__(self, threads: int = 2, context: int = 4096) -> None:
        self._threads, self._context, self._stack = threads, context, ExitStack()
        self._running: dict[str, tuple[str, str]] = {}

    def endpoint(self, model: str, option: str, *, trust: Trust = "local", api_key_env: str | None = None) -> Endpoint:
        """Find where a model is asked.

        Args:
            option: that it was given with, for messages.
            trust: of what is asked at an address; what runs here is asked like any other.
            api_key_env: environment variable that holds the key.

        Raises:
            ConfigurationError, UntrustedModel: there is no such model, or its address is not local as declared.
            InputError: there is no such file.
            MissingPackage, ModelUnreachable: it cannot be run here.
        """
        from dp_gateway.llm import Endpoint

        if not runs_here(model):
            return Endpoint(*address(model, option), trust=trust, api_key_env=api_key_env)
        if model not in self._running:
            self._running[model] = self._start(model, option)
        return Endpoint(*self._running[model], trust=trust)

    def _start(self, model: str, option: str) -> tuple[str, str]:
        from dp_gateway.testing.local_model import LocalLlama

        path = None if model == SMALL else Path(model)
        if path is not None and not path.is_file():
            raise InputError(f"there is no file {path}", hint=f"name a model in GGUF's format: {option} FILE.gguf")
        server = self._stack.enter_context(LocalLlama(context=self._context, threads=self._threads, path=path))
        return server.url, server.model

    def __enter__(self) -> ModelEndpoints:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


class Provider(NamedTuple):
    """An OpenAI-compatible API.

    Attributes:
        url: its base URL.
        name: for people.
        key: to be sent; "none" where nobody wants one.
        model: None leaves the choice to the provider.
        options: fields of requests that suit it.
    """

    url: str
    name: str
    key: str
    model: str | None
    options: Mapping[str, Any]


_SMALL = {"temperature": 0, "max_tokens": 150}
"""A model of 135 million parameters loses its thread otherwise."""


@contextmanager
def provider(upstream: str | None, model: str | None) -> Generator[Provider]:
    """Find the provider at a base URL, or at `$OPENAI_BASE_URL`; without either, run the local model for the block."""
    url = upstream or os.environ.get("OPENAI_BASE_URL")
    if url:
        yield Provider(url, urlsplit(url).netloc, os.environ.get("OPENAI_API_KEY") or "none", model, {})
        return
    from dp_gateway.testing.local_model import LocalLlama

    with LocalLlama() as local:
        yield Provider(local.url, f"{local.model} (llama.cpp, this machine)", "none", local.model, _SMALL)


_Command = TypeVar("_Command", bound=Callable[..., Any])

_FINER = "stairtext"
_HIGH = 20.0
_EMBEDDING = ("token_cosine", "semantic_similarity", "accuracy", "coherence", "mauve")


def metric_options(default: str) -> Callable[[_Command], _Command]:
    """Make the decorator that adds the options --metrics, --model and --api-key-env to a command."""
    return together(
        click.option("--metrics", default=default, show_default=True, help="Metrics of utility, comma-separated."),
        click.option("--model", metavar=MODEL, help="A local language model, for the metrics perplexity and judge."),
        click.option("--api-key-env", metavar="VARIABLE", help="Environment variable with the key of the model."),
    )


def metrics_of(names: str, model: str | None, models: ModelEndpoints, api_key_env: str | None = None) -> list[Metric]:
    """Find the metrics of an option. One that asks a language model is skipped where none is given, and says so. Raises
    ConfigurationError: there is no metric of that name, or no such model. Raises GatewayError: the model cannot be run;
    see `ModelEndpoints.endpoint`.
    """
    from dp_gateway.evaluation.metrics import metric
    from dp_gateway.evaluation.metrics.computing import RememberingEmbedder
    from dp_gateway.judging.judge import Judge
    from dp_gateway.llm import LocalModel

    made: list[Metric] = []
    embedder: RememberingEmbedder | None = None
    for name in _listed(names):
        options: dict[str, Any] = {}
        if name in _EMBEDDING:
            # The same documents come again with every setting, and what leaves goes to several metrics.
            embedder = embedder or RememberingEmbedder("wordllama")
            options = {"embedder": embedder}
        if model is not None and name in ("perplexity", "judge"):
            endpoint = models.endpoint(model, "--model", api_key_env=api_key_env)
            options = {"model": endpoint} if name == "perplexity" else {"judge": Judge(LocalModel(endpoint))}
        made.append(metric(name, **options))
    return made


def mechanism_names(names: str) -> list[str]:
    """Find the mechanisms of an option: `all`, or names, comma-separated."""
    from dp_gateway.mechanisms.registry import MECHANISMS, find

    listed = list(MECHANISMS) if names.strip().lower() == "all" else _listed(names)
    for name in listed:
        find(name)
    return listed


def _listed(names: str) -> list[str]:
    return list(dict.fromkeys(name.strip().lower() for name in names.split(",") if name.strip()))


def settings_of(mechanisms: str, epsilons: str, *, finer: bool = False) -> list[Setting]:
    """List every mechanism at every epsilon, as two options name them.

    Args:
        finer: where all mechanisms are compared, StairText is also taken between and above these epsilons. Its level
            is the nominal epsilon, while those of others lie above: on the same grid it would have fewer settings
            at high attack success than they have, and lose there for that alone.

    Raises:
        ConfigurationError: there is none, or an epsilon is no number.
        UnknownMechanism: there is no mechanism of that name.
    """
    from dp_gateway.evaluation.results import Setting
    from dp_gateway.privacy.guarantee import parse_epsilon

    names = mechanism_names(mechanisms)
    values = sorted({parse_epsilon(value) for value in epsilons.split(",") if value.strip()})
    if not names or not values:
        raise ConfigurationError(
            "no mechanism or no epsilon is given", hint="write for instance: --mechanisms all --epsilons 2,6,10"
        )
    more = _finer(values) if finer and mechanisms.strip().lower() == "all" else []
    return [
        Setting(name, value) for name in names for value in (sorted([*values, *more]) if name == _FINER else values)
    ]


def _finer(values: Sequence[float]) -> list[float]:
    """The middles of wide gaps, and some beyond the largest, up to where words stay what they are."""
    between = [(low + high) / 2 for low, high in pairwise(values) if high - low > 1]
    beyond = [factor * values[-1] for factor in (1.2, 1.4, 1.6)]
    return [value for value in (*between, *beyond) if value <= _HIGH]


def check_folder(folder: Path) -> None:
    """Make a folder of results, and see that it can be written to before anything takes time. Raises InputError where
    it cannot.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder} cannot be made: {error.strerror}", hint="name another folder: --out DIR") from None
    if not os.access(folder, os.W_OK):
        raise InputError(f"{folder} cannot be written to", hint="name another folder: --out DIR")


def check_results(
    file: Path, facts: Mapping[str, Any], keeps: Callable[[Mapping[str, Any]], bool], *, force: bool
) -> None:
    """Check that a file of results is of this run, which goes on there, and not of another one.

    Args:
        file: JSON with the facts of its run, and rows.
        facts: what tells this run's texts and draws from those of others.
        keeps: whether this run has the setting of a row; others would be lost.
        force: replace it all the same.
    """
    try:
        kept = json.loads(file.read_bytes())
        same = all(kept[name] == value for name, value in facts.items())
        same = same and all(map(keeps, kept["rows"]))
    except (OSError, ValueError, KeyError, TypeError):
        # There is none, or one that was cut off.
        return
    if not (same or force):
        raise OutputExists(file, "results of other texts, draws or settings")


def documents_of(data: str) -> Documents:
    """Read the documents of a data file. Raises InputError where it cannot be read, or holds none."""
    from dp_gateway.evaluation.sample import read_documents, refuse_other_formats

    # Before its bytes are taken for text.
    refuse_other_formats(data)
    return read_documents(data, "".join(read_text(data)))


def command_of(context: click.Context, leave_out: Collection[str] = ("as_json",)) -> str:
    """Write the command that prints the same figures: everything that was given, and nothing else."""
    given = ["dp-gateway", str(context.command.name)]
    for option in context.command.params:
        value = context.params[str(option.name)]
        if option.name in leave_out or value is None or value == option.get_default(context):
            continue
        if isinstance(value, bool):
            given.append((option.opts if value else option.secondary_opts)[0])
        else:
            given += [option.opts[0], *map(str, value if option.nargs > 1 else (value,))]
    return shlex.join(given)
