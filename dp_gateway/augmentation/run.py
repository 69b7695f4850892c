"""Augmentation of the lexicon: for each seed phrase with its context, phrases of the same nature from a model.

After CluSanT (Awon et al., NAACL 2025, section 5 and appendix E), which asks for 100 a phrase. Seeds are private: they
go to a local model, or are declared public.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dp_gateway.augmentation.asking import AugmentationRun, Estimate, Prices, Progress, State, check_model, estimate
from dp_gateway.augmentation.seeds import Accept, Filter, Seed, fold
from dp_gateway.errors import ConfigurationError
from dp_gateway.llm import LocalModel, RemoteModel


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A seed that has fewer phrases than asked for.

    Attributes:
        seed: its number, from 0; the phrase is private and not repeated.
        phrases: how many it has.
        reason: the last error, or "" where the answers brought nothing new.
    """

    seed: int
    phrases: int
    reason: str


@dataclass(frozen=True, slots=True)
class Augmentation:
    """What a run of augmentation brought: phrases that were kept, and why others were not.

    Attributes:
        by_seed: phrases of each seed, in the order of the seeds.
        shortfalls: seeds that lack phrases; run again with the same state file to ask for the rest.
        requests, prompt_tokens, completion_tokens: what this run used; tokens as the server counts them.
        cancelled: it was stopped before it was through.
    """

    by_seed: tuple[tuple[str, ...], ...] = field(repr=False)
    shortfalls: tuple[Shortfall, ...]
    requests: int
    prompt_tokens: int
    completion_tokens: int
    cancelled: bool
    _types: tuple[str, ...] = field(repr=False, default=())

    @property
    def phrases(self) -> dict[str, list[str]]:
        """Phrases by type, each once (compared as `fold` does), in order of appearance."""
        merged: dict[str, dict[str, str]] = {}
        for entity_type, phrases in zip(self._types, self.by_seed, strict=True):
            of_type = merged.setdefault(entity_type, {})
            for phrase in phrases:
                of_type.setdefault(fold(phrase), phrase)
        return {entity_type: list(phrases.values()) for entity_type, phrases in merged.items()}


def plan(
    seeds: Iterable[Seed],
    *,
    count: int = 100,
    per_request: int = 100,
    rounds: int = 3,
    state: str | Path | None = None,
    prices: Prices | None = None,
) -> Estimate:
    """Tell what `augment` with these arguments would ask for. Nothing is sent and nothing is written.

    Args:
        seeds, count, per_request, rounds, state, prices: as `augment` takes them.

    Raises:
        ConfigurationError, StoreError: as in `augment`.
    """
    listed = _checked(seeds, count, per_request, rounds, 1)
    chosen = Filter(listed)
    with State(state, write=False) as opened:
        return estimate(_missing(listed, opened, chosen, count), per_request=per_request, rounds=rounds, prices=prices)


def augment(
    seeds: Iterable[Seed],
    model: LocalModel | RemoteModel,
    *,
    count: int = 100,
    public: bool = False,
    per_request: int = 100,
    rounds: int = 3,
    concurrency: int = 4,
    state: str | Path | None = None,
    accept: Accept | None = None,
    prices: Prices | None = None,
    confirm: Callable[[Estimate], bool] | None = None,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> Augmentation:
    """Ask a model for phrases of the same nature as each seed.

    Phrases are told apart by `fold` and checked (`plausible`, `accept`). None is or contains a seed, is made of words
    of its seed alone, or stands in its context. A request that fails or brings too little is repeated, `rounds` times a
    seed; what then lacks is in `shortfalls`. Interrupting is safe: what had come in is in the state file, and a rerun
    asks for the rest.

    Args:
        seeds: phrases with type and context.
        model: a local one; a remote one only for seeds declared public.
        count: phrases to have for each seed.
        public: the seeds and their contexts hold nothing private.
        per_request: phrases to ask for at once; small models do better with 20.
        rounds: further requests for a seed beyond those that complete answers would take.
        concurrency: requests at a time.
        state: file to resume from and to write to; None keeps nothing.
        accept: a check of your own.
        prices: for the estimate that `confirm` is shown.
        confirm: shown the estimate before anything is sent; False sends nothing.
        progress: called as phrases come in.
        stop: set it to stop after the requests that are under way.

    Raises:
        UntrustedModel: private seeds and a remote model; nothing was sent.
        ConfigurationError: arguments or seeds that cannot be used.
        StoreError: the state file cannot be used.
        ModelRefused: key, address or name of the model are wrong.
        ModelUnreachable: the server is gone; what had come in is kept.
    """
    check_model(model, public=public)
    listed = _checked(seeds, count, per_request, rounds, concurrency)
    chosen = Filter(listed, accept)
    with State(state) as opened:
        filling = AugmentationRun(
            model, opened, chosen, count, public, per_request, rounds, progress, stop or threading.Event()
        )
        missing = _missing(listed, opened, chosen, count)
        if confirm is not None and missing:
            expected = estimate(missing, per_request=per_request, rounds=rounds, prices=prices)
            if not confirm(expected):
                filling.halt.set()
        filling.fill_all([seed for seed, _ in missing], len(set(listed)), concurrency)
        return _outcome(listed, filling)


async def aaugment(seeds: Iterable[Seed], model: LocalModel | RemoteModel, **options: Any) -> Augmentation:
    """Do as `augment` does without blocking the event loop; cancelling stops it after the requests that are under way.

    Args:
        seeds, model, options: as `augment` takes them.
    """
    stop = options.pop("stop", None) or threading.Event()
    try:
        return await asyncio.to_thread(augment, seeds, model, stop=stop, **options)
    except asyncio.CancelledError:
        stop.set()
        raise


def _checked(seeds: Iterable[Seed], count: int, per_request: int, rounds: int, concurrency: int) -> list[Seed]:
    if min(count, per_request, concurrency) < 1 or rounds < 0:
        raise ConfigurationError(
            "count, per_request and concurrency must be at least 1, rounds at least 0", hint="leave them out"
        )
    return [Seed(*seed) for seed in seeds]


def _missing(seeds: Sequence[Seed], state: State, chosen: Filter, count: int) -> list[tuple[Seed, int]]:
    lacking = ((seed, count - len(chosen.new(state.known(seed), seed, ()))) for seed in dict.fromkeys(seeds))
    return [(seed, number) for seed, number in lacking if number > 0]


def _outcome(seeds: Sequence[Seed], filling: AugmentationRun) -> Augmentation:
    by_seed = tuple(tuple(filling.known(seed)[: filling.count]) for seed in seeds)
    shortfalls = tuple(
        Shortfall(number, len(phrases), filling.reasons.get(seed, ""))
        for number, (seed, phrases) in enumerate(zip(seeds, by_seed, strict=True))
        if len(phrases) < filling.count
    )
    return Augmentation(
        by_seed,
        shortfalls,
        filling.requests,
        filling.prompt_tokens,
        filling.completion_tokens,
        filling.stopped,
        tuple(seed.type for seed in seeds),
    )


if TYPE_CHECKING:
    from langchain_core.runnables import Runnable


def augmentation_runnable(model: LocalModel | RemoteModel, **options: Any) -> Runnable[Any, list[str]]:
    """Make a Runnable from a seed to phrases, or from a list of seeds to the phrases of all, each once.

    A seed is a `Seed`, or a mapping with `phrase`, `type` and perhaps `context`. Seeds are private, so the Runnable
    opens no run of its own and tells callbacks nothing; a chain that it stands in traces its inputs as it traces all.

    Args:
        model: as in `augment`.
        options: of `augment`.
    """
    from langchain_core.runnables import Runnable, RunnableConfig

    class AugmentationRunnable(Runnable[Any, list[str]]):
        """Augments the seeds that it is given."""

        def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> list[str]:  # noqa: A002
            return _merged(augment(_seeds(input), model, **options).phrases)

        async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> list[str]:  # noqa: A002
            return _merged((await aaugment(_seeds(input), model, **options)).phrases)

    return AugmentationRunnable()


def _seeds(given: Any) -> list[Seed]:
    entries: Iterable[Any] = [given] if isinstance(given, Seed | Mapping) else given
    seeds: list[Seed] = []
    for entry in entries:
        try:
            seeds.append(entry if isinstance(entry, Seed) else Seed(**entry))
        except TypeError:
            raise ConfigurationError(
                "a seed has the fields phrase and type, and perhaps context", hint='{"phrase": ..., "type": "LOCATION"}'
            ) from None
    return seeds


def _merged(phrases: Mapping[str, list[str]]) -> list[str]:
    return [phrase for of_type in phrases.values() for phrase in of_type]
