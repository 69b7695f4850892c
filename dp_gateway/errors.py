"""The exception tree. Every error says what is wrong and what to do next, and never holds raw user text.

GatewayError
├── ConfigurationError (also ValueError)
│   ├── InvalidEpsilon
│   ├── InvalidSecret
│   ├── UnknownMechanism
│   ├── UntrustedModel           private text, and a model that is not declared local
│   └── AssumptionViolated       the mechanism's assumption fails on this vocabulary
├── SurrogatesExhausted          a request holds more entities of a kind than there are surrogates
├── RequestError                 a request that is not sent on (carries the HTTP status, a code and the field)
│   ├── MalformedRequest         it cannot be read
│   ├── FieldRefused             a field that cannot be protected, or that the policy refuses
│   ├── LanguageRefused          a language that is not supported, or whose words cannot be drawn
│   ├── RequestTooLarge          more bytes, levels or texts than are allowed
│   ├── KeyRefused               no key, or one that nobody knows
│   ├── Overloaded               more requests at once than are allowed, or not ready yet
│   ├── UpstreamFailed           the provider cannot be reached, times out, or breaks off
│   ├── BudgetExceeded           a privacy budget does not allow it
│   └── LedgerError              the ledger of privacy budgets cannot answer for it; nothing is sent
│       ├── LedgerUnavailable    not reached, or it cannot write
│       ├── LedgerCorrupt        truncated or changed
│       ├── LedgerVersion        written by another version
│       └── LedgerMismatch       kept under another secret
├── InputError                   an input file cannot be read or decoded
│   └── OutputExists             an output is there already, and nobody said that it may be replaced
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

from collections.abc import Iterable
from shlex import quote

__all__ = [
    "AssumptionViolated",
    "BudgetExceeded",
    "ConfigurationError",
    "EmbedderError",
    "EmbedderRefused",
    "FieldRefused",
    "GatewayError",
    "IndexCorrupt",
    "IndexMismatch",
    "IndexMissing",
    "IndexVersion",
    "InputError",
    "InvalidEpsilon",
    "InvalidSecret",
    "KeyRefused",
    "LanguageRefused",
    "LedgerCorrupt",
    "LedgerError",
    "LedgerMismatch",
    "LedgerUnavailable",
    "LedgerVersion",
    "MalformedReply",
    "MalformedRequest",
    "MissingApiKey",
    "MissingPackage",
    "ModelError",
    "ModelRefused",
    "ModelUnreachable",
    "OutputExists",
    "Overloaded",
    "RequestError",
    "RequestTooLarge",
    "StoreError",
    "SurrogatesExhausted",
    "UnknownMechanism",
    "UntrustedModel",
    "UpstreamFailed",
    "VocabularyError",
]

_MOST_WORDS = 5
"""Of the name of a file; what has more is taken for a text."""


def _anew(kind: type[GatewayError], arguments: tuple[object, ...]) -> GatewayError:
    return kind.__new__(kind, *arguments)


def did_you_mean(name: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """Return the beginning of a hint that asks for the known name which is written most like a wrong one; an empty
    string where none is. `cutoff`: least likeness, between 0 and 1.
    """
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), n=1, cutoff=cutoff)
    return f"did you mean {near[0]}? " if near else ""


def check_argument(name: str, given: object, *kinds: type[object], hint: str) -> None:
    """Refuse an argument of a wrong kind where it is given, and not where its parts are missed.

    Args:
        name: what it is called.
        kinds: one of which it has to be; of protocols those that can be checked at runtime.
        hint: what to write instead.

    Raises:
        ConfigurationError: it is none of them; the message holds nothing of it but its class.
    """
    if not isinstance(given, kinds) or (isinstance(given, bool) and bool not in kinds):
        wanted = " or ".join(kind.__name__ for kind in kinds if kind is not type(None))
        article = "an" if wanted[0] in "AEIOUaeiou" else "a"
        raise ConfigurationError(f"{name} must be {article} {wanted}, not {type(given).__name__}", hint=hint)


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

    def __reduce__(self) -> tuple[object, ...]:
        # An exception is pickled as a call with its message alone; another process would not get the rest.
        return _anew, (type(self), self.args), self.__dict__

    @property
    def docs(self) -> str:
        """Where the documentation explains errors of this class: a page and its section."""
        return f"docs/reference/errors.md#{type(self).__name__.lower()}"


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


class RequestError(GatewayError):
    """A request that is not sent on.

    Args:
        message, hint: see `GatewayError`.
        param: the field, as a path of known field names and positions ("messages[2].content"); nothing of the user's.
        status: HTTP status; None takes that of the class.
        code: of OpenAI's error shape; None takes that of the class.
    """

    status: int = 400
    code: str = "invalid_request"

    def __init__(
        self, message: str, *, hint: str, param: str | None = None, status: int | None = None, code: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.param = param
        self.status = status or self.status
        self.code = code or self.code


class MalformedRequest(RequestError):
    """The request cannot be read."""


class FieldRefused(RequestError):
    """A field that cannot be protected, or that the policy refuses."""

    code = "field_refused"


class LanguageRefused(RequestError):
    """A text is in a language that is not supported and that the policy refuses, or whose words cannot be drawn."""

    code = "language_refused"


class RequestTooLarge(RequestError):
    """More bytes, levels or texts than are allowed."""

    status = 413
    code = "request_too_large"


class KeyRefused(RequestError):
    """No key, or one that nobody knows."""

    status = 401
    code = "invalid_api_key"


class Overloaded(RequestError):
    """More requests at once than are allowed, or not ready yet."""

    status = 503
    code = "overloaded"


class UpstreamFailed(RequestError):
    """The provider cannot be reached, times out, or breaks off."""

    status = 502
    code = "upstream_failed"


class BudgetExceeded(RequestError):
    """A privacy budget does not allow the request.

    Args:
        message, hint: see `GatewayError`.
        budget: name of the budget.
        asked, left: epsilon, or delta.
        measure: which of them.
        resets: when it will next allow more, in seconds since the epoch; None for a budget that never resets.
        exhausted: what the budget says is to be done: `block`, `mask` or `lower`.
        least: epsilon of a word below which `lower` blocks.
    """

    status = 429
    code = "privacy_budget_exceeded"

    def __init__(
        self,
        message: str,
        *,
        hint: str,
        budget: str,
        asked: float,
        left: float,
        resets: float | None,
        exhausted: str = "block",
        least: float = 1,
        measure: str = "epsilon",
    ) -> None:
        super().__init__(message, hint=hint)
        self.budget, self.asked, self.left, self.resets, self.measure = budget, asked, left, resets, measure
        self.exhausted, self.least = exhausted, least

    @property
    def data(self) -> dict[str, object]:
        """JSON-ready; infinite is the string "inf"."""
        asked = "inf" if self.asked == float("inf") else self.asked
        told: dict[str, object] = {"budget": self.budget, "asked": asked, "left": self.left, "resets": self.resets}
        return told if self.measure == "epsilon" else told | {"measure": self.measure}


class LedgerError(RequestError):
    """The ledger of privacy budgets cannot answer for a request, so nothing is sent."""

    status = 503
    code = "ledger_unavailable"


class LedgerUnavailable(LedgerError):
    """The ledger cannot be reached, or cannot write."""


class LedgerCorrupt(LedgerError):
    """The ledger is truncated or was changed."""


class LedgerVersion(LedgerError):
    """The ledger was written by another version."""


class LedgerMismatch(LedgerError):
    """The ledger is kept under another secret: the same unit would be counted twice or not at all."""


class InputError(GatewayError):
    """An input file that cannot be read or decoded."""

    @classmethod
    def unreadable(cls, path: object, error: OSError | UnicodeDecodeError) -> InputError:
        """Make what a reader of files raises for what the system said.

        A name with line ends or many words is a text that stands where a file should: it is not repeated.
        """
        named = str(path)
        if isinstance(error, UnicodeDecodeError):
            hint = f"convert it first: iconv -f LATIN1 -t UTF-8 {quote(named)}"
            return cls(f"{named} is not UTF-8 text", hint=hint)
        if len(named.split()) > _MOST_WORDS:
            return cls("there is no file of this name", hint="write the text into a file, or send it by standard input")
        return cls(f"{named} cannot be read: {error.strerror}", hint=f"check the path: ls -l {quote(named)}")


class OutputExists(InputError):
    """An output is there already, and nobody said that it may be replaced.

    Args:
        path: of the output.
        what: is in it, where that is known.
    """

    def __init__(self, path: object, what: str = "") -> None:
        said = f" and holds {what}" if what else ""
        super().__init__(
            f"{path} is there already{said}; it is left as it is", hint="name another output, or replace it: --force"
        )


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
