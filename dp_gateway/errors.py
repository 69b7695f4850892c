"""The exception tree. Every error says what is wrong and what to do next, and never holds raw user text.

GatewayError
├── ConfigurationError (also ValueError)
│   ├── InvalidEpsilon
│   ├── InvalidSecret
│   ├── UnknownMechanism
│   ├── UntrustedModel           private text, and a model that is not declared local
│   └── AssumptionViolated       the mechanism's assumption fails on this vocabulary
├── SurrogatesExhausted          a request holds more entities of a kind than there are surrogates
├── InputError                   an input file cannot be read or decoded
├── VocabularyError              a word list or prior that cannot serve
├── StoreError
│   ├── IndexMissing
│   ├── IndexVersion             written by another format version
│   ├── IndexMismatch            belongs to another vocabulary or embedder
│   └── IndexCorrupt             truncated or changed on disk
├── ModelError
│   ├── MalformedReply           the model answered with something else than what it was asked for
│   ├── ModelRefused             the model's server answered with an error
│   └── ModelUnreachable         no connection, or no answer in time
└── EmbedderError
    ├── MissingApiKey
    ├── MissingPackage
    └── EmbedderRefused          the provider answered with an error
"""

from __future__ import annotations

__all__ = [
    "AssumptionViolated",
    "ConfigurationError",
    "EmbedderError",
    "EmbedderRefused",
    "GatewayError",
    "IndexCorrupt",
    "IndexMismatch",
    "IndexMissing",
    "IndexVersion",
    "InputError",
    "InvalidEpsilon",
    "InvalidSecret",
    "MalformedReply",
    "MissingApiKey",
    "MissingPackage",
    "ModelError",
    "ModelRefused",
    "ModelUnreachable",
    "StoreError",
    "SurrogatesExhausted",
    "UnknownMechanism",
    "UntrustedModel",
    "VocabularyError",
]


class GatewayError(Exception):
    """Base of all errors of this package.

    Args:
        message: what is wrong, without any raw user text.
        hint: what to do next, usually a command.
    """

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\nNext: {self.hint}"


class ConfigurationError(GatewayError, ValueError):
    """A setting that cannot be used."""


class InvalidEpsilon(ConfigurationError):
    """Epsilon is not a positive finite number."""


class InvalidSecret(ConfigurationError):
    """The secret that keys repeatable draws is missing, unreadable or too short."""


class UnknownMechanism(ConfigurationError):
    """No mechanism of that name is registered."""


class AssumptionViolated(ConfigurationError):
    """The mechanism's assumption does not hold on this vocabulary or for these parameters."""


class UntrustedModel(ConfigurationError):
    """Private text would reach a model that is not declared local."""


class SurrogatesExhausted(GatewayError):
    """A request holds more entities of one kind than there are surrogates."""


class InputError(GatewayError):
    """An input file that cannot be read or decoded."""


class VocabularyError(GatewayError):
    """A word list, a prior or a vocabulary that cannot serve."""


class StoreError(GatewayError):
    """Base of the errors of stored files."""


class IndexMissing(StoreError):
    """No index is built at that place."""


class IndexVersion(StoreError):
    """The index was written in another format version."""


class IndexMismatch(StoreError):
    """The index belongs to another vocabulary or embedder."""


class IndexCorrupt(StoreError):
    """The index is truncated or was changed on disk."""


class ModelError(GatewayError):
    """Base of the errors of language models; none holds a word of a prompt or of a reply."""


class MalformedReply(ModelError):
    """The model answered with something else than what it was asked for."""


class ModelRefused(ModelError):
    """The model's server answered with an error.

    Attributes:
        status: the HTTP status; 0 where there is none.
    """

    def __init__(self, message: str, *, hint: str, status: int = 0) -> None:
        super().__init__(message, hint=hint)
        self.status = status


class ModelUnreachable(ModelError):
    """The model's server cannot be connected to, or does not answer in time."""


class EmbedderError(GatewayError):
    """Base of the errors of embedders."""


class MissingApiKey(EmbedderError):
    """A remote embedder has no API key."""


class MissingPackage(EmbedderError):
    """An optional package is not installed."""


class EmbedderRefused(EmbedderError):
    """The embedding provider answered with an error."""
