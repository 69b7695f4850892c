"""What `evaluate`, `recommend` and `generate` share: settings, documents, metrics and their model."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dp_gateway.cli.models import MODEL, Models
from dp_gateway.cli.options import read_text
from dp_gateway.errors import ConfigurationError, InputError

if TYPE_CHECKING:
    from dp_gateway.evaluation.metrics import Metric
    from dp_gateway.evaluation.results import Setting
    from dp_gateway.evaluation.sample import Documents

__all__ = [
    "check_folder",
    "command_of",
    "documents_of",
    "mechanism_names",
    "metric_options",
    "metrics_of",
    "settings_of",
]

_Command = TypeVar("_Command", bound=Callable[..., Any])

_FINER = "stairtext"
_HIGH = 20.0
_EMBEDDING = ("token_cosine", "semantic_similarity", "accuracy", "coherence", "mauve")


def metric_options(default: str) -> Callable[[_Command], _Command]:
    """--metrics, --model, --api-key-env."""

    def add(command: _Command) -> _Command:
        for option in (
            click.option("--api-key-env", metavar="VARIABLE", help="Environment variable with the key of the model."),
            click.option(
                "--model", metavar=MODEL, help="A local language model, for the metrics perplexity and judge."
            ),
            click.option("--metrics", default=default, show_default=True, help="Metrics of utility, comma-separated."),
        ):
            command = option(command)
        return command

    return add


def metrics_of(names: str, model: str | None, models: Models, api_key_env: str | None = None) -> list[Metric]:
    """The metrics of an option. One that asks a language model is skipped where none is given, and says so.

    Raises:
        ConfigurationError: there is no metric of that name, or no such model.
        GatewayError: the model cannot be run; see `Models.endpoint`.
    """
    from dp_gateway.evaluation.metrics import metric
    from dp_gateway.evaluation.metrics.computing import Remembering
    from dp_gateway.judging.judge import Judge
    from dp_gateway.llm import LocalModel

    made: list[Metric] = []
    embedder: Remembering | None = None
    for name in _listed(names):
        options: dict[str, Any] = {}
        if name in _EMBEDDING:
            # The same documents come again with every setting, and what leaves goes to several metrics.
            embedder = embedder or Remembering("wordllama")
            options = {"embedder": embedder}
        if model is not None and name in ("perplexity", "judge"):
            endpoint = models.endpoint(model, "--model", api_key_env=api_key_env)
            options = {"model": endpoint} if name == "perplexity" else {"judge": Judge(LocalModel(endpoint))}
        made.append(metric(name, **options))
    return made


def mechanism_names(names: str) -> list[str]:
    """The mechanisms of an option: `all`, or names, comma-separated.

    Raises:
        UnknownMechanism: there is none of that name.
    """
    from dp_gateway.mechanisms.registry import MECHANISMS, find

    listed = list(MECHANISMS) if names.strip().lower() == "all" else _listed(names)
    for name in listed:
        find(name)
    return listed


def _listed(names: str) -> list[str]:
    return list(dict.fromkeys(name.strip().lower() for name in names.split(",") if name.strip()))


def settings_of(mechanisms: str, epsilons: str, *, finer: bool = False) -> list[Setting]:
    """Every mechanism at every epsilon.

    Args:
        mechanisms, epsilons: options.
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
    """Make a folder of results, and see that it can be written to before anything takes time.

    Raises:
        InputError: it cannot.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder} cannot be made: {error.strerror}", hint="name another folder: --out DIR") from None
    if not os.access(folder, os.W_OK):
        raise InputError(f"{folder} cannot be written to", hint="name another folder: --out DIR")


def documents_of(data: str) -> Documents:
    """The documents of a data file.

    Raises:
        InputError: it cannot be read, or holds none.
    """
    from dp_gateway.evaluation.sample import read_documents, refuse_other_formats

    # Before its bytes are taken for text.
    refuse_other_formats(data)
    return read_documents(data, "".join(read_text(data)))


def command_of(context: click.Context, leave_out: Collection[str] = ("as_json",)) -> str:
    """What prints the same figures: everything that was given, and nothing else."""
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
