"""Augmentation of a lexicon by a language model as a step of a chain."""

from __future__ import annotations

from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable

from dp_gateway.augmentation import augmentation_runnable
from dp_gateway.errors import UntrustedModel
from dp_gateway.llm import LocalModel, RemoteModel

__all__ = ["augmentation"]


def augmentation(
    model: BaseChatModel | LocalModel | RemoteModel, *, trust: str | None = None, **options: Any
) -> Runnable[Any, list[str]]:
    """Seeds in, phrases of the same nature out: `augmentation(model, trust="local", count=20).invoke(seed)`.

    Args:
        model: a LangChain chat model, whose trust has to be declared, or a model of `dp_gateway.llm`. Seeds are
            private: a remote model takes those alone that are declared public (`public=True`).
        trust: "local" or "remote", of a LangChain model.
        options: of `augment`.

    Raises:
        UntrustedModel: nobody says whether the model may see private text.
    """
    if isinstance(model, LocalModel | RemoteModel):
        return augmentation_runnable(model, **options)
    if trust == "local":
        return augmentation_runnable(LocalModel.from_langchain(model, trust="local"), **options)
    if trust == "remote":
        return augmentation_runnable(RemoteModel.from_langchain(model, trust="remote"), **options)
    raise UntrustedModel(
        f"it is not said whether {type(model).__name__} may see private text",
        hint='declare it: augmentation(model, trust="local")',
    )
