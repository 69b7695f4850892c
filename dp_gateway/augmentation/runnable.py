"""Augmentation as a LangChain Runnable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from dp_gateway.augmentation.run import aaugment, augment
from dp_gateway.augmentation.seeds import Seed
from dp_gateway.errors import ConfigurationError
from dp_gateway.llm import LocalModel, RemoteModel

if TYPE_CHECKING:
    from langchain_core.runnables import Runnable

__all__ = ["augmentation_runnable"]


def augmentation_runnable(model: LocalModel | RemoteModel, **options: Any) -> Runnable[Any, list[str]]:
    """A Runnable from a seed to phrases, or from a list of seeds to the phrases of all, each once.

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
