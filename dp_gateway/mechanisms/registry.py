"""The mechanisms by name. A name is registered once; its module is imported when it is used."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any, NamedTuple

from dp_gateway.errors import ConfigurationError, UnknownMechanism, did_you_mean
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.privacy.guarantee import check_epsilon
from dp_gateway.vocabulary.index import Index

__all__ = ["MECHANISMS", "Entry", "create", "find", "options"]


class Entry(NamedTuple):
    """Where a mechanism lives and what it is, for lists that need no index.

    Attributes:
        module, cls: what to import.
        summary, source, guarantee: one line each.
        keeps_stopwords: public stopwords are sent in clear as part of the mechanism.
    """

    module: str
    cls: str
    summary: str
    source: str
    guarantee: str
    keeps_stopwords: bool = False


MECHANISMS: dict[str, Entry] = {
    "stairtext": Entry(
        "stairtext",
        "StairText",
        "staircase over public floors (default)",
        "dp-gateway",
        "epsilon over all words, tight",
    ),
    "santext": Entry(
        "santext", "SanText", "exponential mechanism on distance", "Yue et al. 2021", "metric: epsilon x distance"
    ),
    "santext+": Entry(
        "santext",
        "SanTextPlus",
        "SanText on rare words, others mostly kept",
        "Yue et al. 2021",
        "none over all words (infinite)",
    ),
    "custext": Entry(
        "custext",
        "CusText",
        "exponential mechanism in groups of 20",
        "Chen et al. 2023",
        "epsilon inside a group; infinite over all words",
    ),
    "custext+": Entry(
        "custext",
        "CusTextPlus",
        "CusText, public stopwords kept",
        "Chen et al. 2023",
        "epsilon inside a group; infinite over all words",
        keeps_stopwords=True,
    ),
    "rantext": Entry(
        "rantext",
        "RanText",
        "exponential mechanism in a random ball",
        "Tong et al. 2023 (InferDPT)",
        "finite over all words",
    ),
    "dyntext": Entry(
        "dyntext",
        "DynText",
        "shorter lists where words stand dense",
        "DynText, ACL submission",
        "none over all words (infinite)",
    ),
    "dyntext-full": Entry(
        "dyntext",
        "DynTextFull",
        "DynText with a floor under every word",
        "dp-gateway, after DynText",
        "finite over all words",
    ),
    "tem": Entry(
        "santext",
        "TEM",
        "exponential mechanism, truncated distance",
        "Carvalho et al. 2023",
        "metric: epsilon x distance",
    ),
    "clusant": Entry(
        "clusant",
        "CluSanT",
        "a cluster first, then an entry of it",
        "Awon et al. 2025",
        "finite over all words; metric where Theorem 5 applies",
    ),
    "nerasetext": Entry(
        "nerasetext",
        "NERaseText",
        "exponential mechanism on cosine distance, names at half epsilon",
        "NERaseText",
        "epsilon x largest cosine distance",
    ),
    "nerasetext+": Entry(
        "nerasetext",
        "NERaseTextPlus",
        "own category with probability p, then as NERaseText",
        "NERaseText",
        "finite over all words; the paper's bound can fail",
    ),
    "fbdd": Entry(
        "fbdd", "FBDD", "noisy vector, nearest word", "Feyisetan et al. 2020", "metric: epsilon x distance (analytic)"
    ),
}


def find(name: str) -> Entry:
    """Find the entry of a mechanism.

    Raises:
        UnknownMechanism: nothing has that name; the nearest name is suggested.
    """
    entry = MECHANISMS.get(name.lower()) if isinstance(name, str) else None  # pyright: ignore[reportUnnecessaryIsInstance]
    if entry is None:
        near = did_you_mean(str(name).lower(), MECHANISMS, cutoff=0.4)
        raise UnknownMechanism(
            "there is no mechanism of that name", hint=f"{near}list them with: dp-gateway mechanisms"
        )
    return entry


def create(name: str, index: Index, epsilon: float, **given: Any) -> Mechanism:
    """Make a mechanism.

    Args:
        name: as in `MECHANISMS`.
        index: words and vectors that it draws from.
        epsilon: nominal, of one word.
        given: its own options, by the names that `options` gives.

    Raises:
        ConfigurationError: there is no such mechanism, option or epsilon, or what it assumes does not hold here.
    """
    cls, own = _load(name), options(name)
    for option in given:
        if option not in own:
            raise ConfigurationError(
                f"{name} has no option {option}", hint=f"leave it out; its options: {', '.join(own) or 'none'}"
            )
    checked = check_epsilon(epsilon)
    try:
        return cls(index, checked, **given)
    except (TypeError, ValueError) as error:
        # What is wrong with a value, the mechanism's own errors say; this is one of another kind altogether.
        if isinstance(error, ConfigurationError) or not given:
            raise
        raise ConfigurationError(
            f"{name} cannot use what is given for {', '.join(given)}",
            hint=f"see its parameters: python -m pydoc {cls.__module__}",
        ) from None


def options(name: str) -> tuple[str, ...]:
    """Return the names of a mechanism's own options, besides index and epsilon.

    Raises:
        UnknownMechanism: nothing has that name.
    """
    parameters = inspect.signature(_load(name)).parameters.values()
    return tuple(parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY)


def _load(name: str) -> type[Mechanism]:
    entry = find(name)
    return getattr(import_module(f"dp_gateway.mechanisms.{entry.module}"), entry.cls)
