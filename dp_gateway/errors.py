"""The exception tree. Every error says what is wrong and what to do next, and never holds raw user text.

GatewayError
├── ConfigurationError (also ValueError)
│   ├── InvalidEpsilon
│   ├── InvalidSecret
│   ├── UnknownMechanism
│   └── AssumptionViolated       the mechanism's assumption fails on this vocabulary
├── InputError                   an input file cannot be read or decoded
├── VocabularyError              a word list or prior that cannot serve
├── StoreError
│   ├── IndexMissing
│   ├── IndexVersion             written by another format version
│   ├── IndexMismatch            belongs to another vocabulary or embedder
│   └── IndexCorrupt             truncated or changed on disk
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
    "MissingApiKey",
    "MissingPackage",
    "StoreError",
    "UnknownMechanism",
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


class EmbedderError(GatewayError):
    """Base of the errors of embedders."""


class MissingApiKey(EmbedderError):
    """A remote embedder has no API key."""


class MissingPackage(EmbedderError):
    """An optional package is not installed."""


class EmbedderRefused(EmbedderError):
    """The embedding provider answered with an error."""
