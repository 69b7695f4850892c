"""A local model that is asked for log-probabilities."""

from __future__ import annotations

from typing import Self, cast

from dp_gateway.errors import UntrustedModel
from dp_gateway.llm.endpoint import Endpoint
from dp_gateway.llm.openai import OpenAIBackend

__all__ = ["LogProbabilities"]


class LogProbabilities(OpenAIBackend):
    """What the models below have in common; see `of`."""

    @classmethod
    def of(cls, endpoint: Endpoint) -> Self:
        """A model behind an endpoint.

        Raises:
            UntrustedModel: the endpoint is not declared local.
        """
        if endpoint.trust != "local":
            raise UntrustedModel(
                "log-probabilities are asked of a local model only", hint='declare it trust="local" if it is'
            )
        return cast(Self, cls.connect(endpoint))
